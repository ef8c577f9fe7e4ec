import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { MAX_QUERY_LENGTH, MIN_QUERY_LENGTH } from "~/domain/search/query";
import { globalSearch, SEARCH_KINDS } from "~/domain/search/search.server";
import { json, operation } from "./operation";

const Hit = z.object({
  kind: z.enum(SEARCH_KINDS),
  key: z.string().describe("Id or number; of a message, the id of its thread and its position, separated by a space"),
  label: z.string(),
  detail: z.string().nullable(),
});

export const search = new OpenAPIHono<HonoEnv>();

search.openapi(
  operation("person", {
    method: "get",
    path: "/search",
    tags: ["Search"],
    summary: "Search all records you have access to",
    description:
      "Up to five records of each kind: those of the business first, then those of your own household. Of receipts, designs and saved industry analyses, the latest 300 are searched, and of income and expenses the latest 500.",
    request: {
      query: z.object({
        q: z
          .string()
          .trim()
          .min(MIN_QUERY_LENGTH, `Enter at least ${MIN_QUERY_LENGTH} letters`)
          .max(MAX_QUERY_LENGTH, `Please use at most ${MAX_QUERY_LENGTH} characters`),
      }),
    },
    responses: { 200: json(z.object({ items: z.array(Hit) })) },
  }),
  async (c) => c.json({ items: await globalSearch(c.var.ctx, c.req.valid("query").q) }, 200),
);

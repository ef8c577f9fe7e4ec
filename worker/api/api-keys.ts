import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { createApiKey, deleteApiKey, listApiKeys } from "~/domain/api-keys/change.server";
import { ApiKeyInput } from "~/domain/api-keys/schema";
import { RecordId } from "~/domain/shared/fields";
import { clientInfo } from "./auth";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const tags = ["API keys"];

const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  tokenEnd: z.string().describe("The last four characters of the key"),
  permissions: z.array(z.string()),
  createdBy: z.string().nullable().describe("Null if the account was deleted"),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  hasEnded: z.boolean(),
  lastUsedAt: z.string().nullable().describe("Accurate to five minutes"),
});

export const apiKeys = new OpenAPIHono<HonoEnv>();

apiKeys.openapi(
  operation("admin", {
    method: "get",
    path: "/api-keys",
    tags,
    summary: "List API keys",
    responses: {
      200: json(z.object({ items: z.array(ApiKey), nextCursor: z.null(), total: z.int() })),
    },
  }),
  async (c) => c.json(whole(await listApiKeys(c.var.ctx)), 200),
);

apiKeys.openapi(
  operation("admin", {
    method: "post",
    path: "/api-keys",
    tags,
    summary: "Create an API key",
    description:
      "Send the key as `Authorization: Bearer <key>`. It acts for the business with the permissions you grant it and cannot reach anyone's personal data. Limited to 600 requests per minute.",
    request: { body: jsonRequest(ApiKeyInput) },
    responses: {
      201: json(z.object({ id: z.string(), key: z.string().describe("The key itself; returned this once only") })),
    },
  }),
  async (c) => c.json(await createApiKey(c.var.ctx, c.req.valid("json"), clientInfo(c)), 201),
);

apiKeys.openapi(
  operation("admin", {
    method: "delete",
    path: "/api-keys/{id}",
    tags,
    summary: "Delete an API key",
    description: "Requests with the key are refused from then on.",
    request: { params: RecordId },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteApiKey(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

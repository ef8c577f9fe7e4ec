import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { listIntegrations } from "~/domain/integrations/list.server";
import { SYSTEM_IDS, SYSTEM_STATES } from "~/domain/integrations/system";
import { testIntegration } from "~/domain/integrations/test.server";
import { json, operation, whole } from "./operation";

const tags = ["Integrations"];

const Tested = z.object({ ok: z.boolean(), message: z.string(), at: z.string() });

const IntegrationAnswer = z.object({
  id: z.enum(SYSTEM_IDS),
  name: z.string(),
  purpose: z.string(),
  docs: z.string(),
  testing: z.string().nullable().describe("What a test does, if it does more than send a request"),
  state: z.enum(SYSTEM_STATES),
  adapter: z.string(),
  settings: z
    .array(z.object({ name: z.string(), isSet: z.boolean() }))
    .describe("Names of the settings; values are not returned"),
  canTest: z.boolean(),
  lastTest: Tested.nullable(),
  lastError: z.object({ message: z.string(), at: z.string() }).nullable(),
});

export const integrations = new OpenAPIHono<HonoEnv>();

integrations.openapi(
  operation("system.admin", {
    method: "get",
    path: "/integrations",
    tags,
    summary: "List integrations",
    description: "Which are active, what each needs and how its last test went.",
    responses: {
      200: json(z.object({ items: z.array(IntegrationAnswer), nextCursor: z.null(), total: z.number().int() })),
    },
  }),
  async (c) => {
    const rows = await listIntegrations(c.var.ctx);
    return c.json(whole(rows.map((row) => ({ ...row, settings: [...row.settings] }))), 200);
  },
);

integrations.openapi(
  operation("system.admin", {
    method: "post",
    path: "/integrations/{id}/test",
    tags,
    summary: "Test an integration",
    description: "A failed test is returned as a result, not as an error.",
    request: { params: z.object({ id: z.string().max(40) }) },
    responses: { 200: json(Tested) },
  }),
  async (c) => c.json(await testIntegration(c.var.ctx, c.req.valid("param").id), 200),
);

import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { createApiKey, deleteApiKey, listApiKeys } from "~/domain/api-keys/change.server";
import { ApiKeyId, ApiKeyInput } from "~/domain/api-keys/schema";
import type { HonoEnv } from "../env";
import { clientInfo } from "./auth";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const tags = ["API keys"];

const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  tokenEnd: z.string().describe("The key's last four characters"),
  permissions: z.array(z.string()),
  createdBy: z.string().nullable().describe("Null once the account is gone"),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  hasEnded: z.boolean(),
  lastUsedAt: z.string().nullable().describe("To five minutes"),
});

export const apiKeys = new OpenAPIHono<HonoEnv>();

apiKeys.openapi(
  operation("admin", {
    method: "get",
    path: "/api-keys",
    tags,
    summary: "List the keys with which the business's programs call this API",
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
    summary: "Make a key for a program",
    description:
      "Send it as `Authorization: Bearer <key>`. It acts for the business with the permissions it is given, and reaches nothing of a person's own. At most 600 requests a minute.",
    request: { body: jsonRequest(ApiKeyInput) },
    responses: { 201: json(z.object({ id: z.string(), key: z.string().describe("Shown this once") })) },
  }),
  async (c) => c.json(await createApiKey(c.var.ctx, c.req.valid("json"), clientInfo(c)), 201),
);

apiKeys.openapi(
  operation("admin", {
    method: "delete",
    path: "/api-keys/{id}",
    tags,
    summary: "Delete a key",
    description: "It is refused from then on.",
    request: { params: ApiKeyId },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteApiKey(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

import type { OpenAPIHono } from "@hono/zod-openapi";
import type { HonoEnv } from "../env";
import { ApiError, REFUSALS } from "./operation";
import { registerWebhooks } from "./webhook-events";

export type OpenApiDocument = ReturnType<OpenAPIHono<HonoEnv>["getOpenAPI31Document"]>;

/** The OpenAPI 3.1 document, made from the schemas that validate. */
export function openApiDocument(api: OpenAPIHono<HonoEnv>): OpenApiDocument {
  const registry = api.openAPIRegistry;
  registry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  registry.registerComponent("securitySchemes", "session", { type: "apiKey", in: "cookie", name: "__Host-session" });
  registry.register("Error", ApiError);
  registerWebhooks(api);
  for (const { name, description } of Object.values(REFUSALS)) {
    registry.registerComponent("responses", name, {
      description,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    });
  }
  const document = api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Plenum API",
      version: "1",
      description:
        "JSON under /api. Send `Authorization: Bearer <access_token>`, or an API key of the business in its place. Every POST takes an Idempotency-Key; edits carry `version`. What happens in the business is sent to its webhook endpoints, signed as Standard Webhooks says.",
    },
    security: [{ bearer: [] }, { session: [] }],
  });
  return withoutRegexFlags(document);
}

/** The generator writes a pattern with its flags (`^a$/u`), which JSON Schema has not. */
function withoutRegexFlags(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (key, value) =>
    key === "pattern" && typeof value === "string" ? value.replace(/\/[dgimsuvy]+$/, "") : value,
  );
}

import type { OpenAPIHono } from "@hono/zod-openapi";
import type { HonoEnv } from "#worker/env";
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
      description: [
        "The API is JSON over HTTP. Authenticate with `Authorization: Bearer <token>`: the access token of a signed-in user, or an API key of the business. Clients that write send an `Idempotency-Key`: a retry with the same key has no further effect and returns the response of the first request.",
        "Amounts are decimals in dollars, or in `currency` where a record has one. Dates are `YYYY-MM-DD`, times are ISO 8601 in UTC, unless a field says otherwise. Lists return `items`, `nextCursor` and `total`; send `nextCursor` as `cursor` for the next page. `total` is null where rows are not counted.",
        "An update that takes a `version` is refused with 409 if the record has changed since that version. An error has a `message`, a `code` and a `requestId`, and for invalid input the messages of each of its `fields`.",
        "Events of the business are sent to its webhook endpoints, signed according to Standard Webhooks.",
      ].join("\n\n"),
    },
    security: [{ bearer: [] }, { session: [] }],
  });
  return withoutRegexFlags(document);
}

/** Strips regex flags: the generator writes patterns with flags (`^a$/u`), which JSON Schema does not have. */
function withoutRegexFlags(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (key, value) =>
    key === "pattern" && typeof value === "string" ? value.replace(/\/[dgimsuvy]+$/, "") : value,
  );
}

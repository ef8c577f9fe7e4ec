import { z } from "zod";
import type { Endpoint } from "./endpoint";

const ErrorAnswer = {
  type: "object",
  required: ["message", "code", "requestId"],
  properties: {
    message: { type: "string" },
    code: { type: "string" },
    fields: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    requestId: { type: "string" },
  },
};

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

/**
 * The OpenAPI 3.1 document, made from the schemas that validate.
 */
export function openApiDocument(endpoints: Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const e of endpoints) {
    const path = `/api${e.path}`;
    paths[path] = { ...paths[path], [e.method]: operation(e) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Plenum API",
      version: "1",
      description:
        "JSON under /api. Send `Authorization: Bearer <access_token>`. Every POST takes an Idempotency-Key; edits carry `version`.",
    },
    security: [{ bearer: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        session: { type: "apiKey", in: "cookie", name: "__Host-session" },
      },
      schemas: { Error: ErrorAnswer },
    },
  };
}

function operation(e: Endpoint) {
  const error = {
    description: "Refused",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
  const success = e.answer
    ? { description: "Done", content: { "application/json": { schema: jsonSchema(e.answer, "output") } } }
    : { description: "Done" };
  return {
    operationId: operationId(e),
    tags: [e.tag],
    summary: e.summary,
    ...(e.public ? { security: [] } : {}),
    parameters: [
      ...parameters(e.params, "path"),
      ...parameters(e.query, "query"),
      ...(e.method === "post" ? [keyHeader] : []),
    ],
    ...(e.body
      ? { requestBody: { required: true, content: { [contentType(e)]: { schema: jsonSchema(e.body, "input") } } } }
      : {}),
    responses: { [e.status]: success, default: error },
  };
}

const contentType = (e: Endpoint) => (e.isUpload ? "multipart/form-data" : "application/json");

const keyHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A retry with the same key has one effect and answers the first run's result.",
  schema: { type: "string", minLength: 8, maxLength: 200 },
};

function operationId(e: Endpoint): string {
  const words = e.path.replaceAll(/[{}]/g, "").split(/[/-]/).filter(Boolean);
  return [e.method, ...words.map((w) => w.charAt(0).toUpperCase() + w.slice(1))].join("");
}

function parameters(schema: z.ZodType | null, where: "path" | "query"): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (io === "input" && zodSchema instanceof z.ZodObject) onlyNeeded(zodSchema, jsonSchema);
    },
  });
  return json;
}

/** Preprocessed fields (blank means none) look required to the generator though they may be left out: ask the field. */
function onlyNeeded(schema: z.ZodObject, json: { required?: string[] | undefined }): void {
  json.required = json.required?.filter((name) => !z.safeParse(schema.shape[name], undefined).success);
}

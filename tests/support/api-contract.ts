import { z } from "zod";

/** The parts of the OpenAPI document that say what an operation answers. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, ResponseObject>; schemas: Record<string, JsonObject> };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security?: unknown[];
  "x-access"?: string;
  parameters?: { name: string; in: string; required: boolean; schema: JsonObject }[];
  requestBody?: { content: Record<string, { schema?: JsonObject }> };
  responses: Record<string, ResponseObject>;
}

type JsonObject = Record<string, unknown>;
type ResponseObject = { $ref?: string; content?: Record<string, { schema: JsonObject }> };

interface Answered {
  status: number;
  text: string;
  json: unknown;
}

const documents = new Map<string, Promise<ApiDocument>>();

/** The running Worker's document, fetched once. */
export function apiDocument(base: URL): Promise<ApiDocument> {
  const known = documents.get(base.origin) ?? fetch(new URL("/api/openapi.json", base)).then((r) => r.json());
  documents.set(base.origin, known);
  return known;
}

/** The documented operation that a request meets, a literal path before one with parameters. */
export function findOperation({ paths }: ApiDocument, method: string, path: string): Operation | null {
  const parts = path.split("/");
  const fits = (template: string) => {
    const wanted = template.split("/");
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith("{") || part === parts[at]);
  };
  const [best] = Object.keys(paths)
    .filter((template) => paths[template]?.[method.toLowerCase()] && fits(template))
    .sort((a, b) => a.split("{").length - b.split("{").length);
  return (best && paths[best]?.[method.toLowerCase()]) || null;
}

/** What is wrong with an answer by the document, or null. A property that the document does not name is wrong as well. */
export function contractBreach(document: ApiDocument, operation: Operation, answer: Answered): string | null {
  const { responses } = operation;
  const documented = responses[answer.status] ?? (answer.status >= 400 ? responses.default : undefined);
  if (!documented) return `${operation.operationId} does not document the status ${answer.status}`;
  const { content } = resolved<ResponseObject>(document, documented);
  if (!content) return answer.text === "" ? null : `${operation.operationId} documents no body for ${answer.status}`;
  const schema = content["application/json"]?.schema;
  if (!schema) return null;
  const result = validatorOf(document, schema).safeParse(answer.json);
  return result.success ? null : `${operation.operationId} ${answer.status}: ${z.prettifyError(result.error)}`;
}

const validators = new WeakMap<JsonObject, z.ZodType>();

function validatorOf(document: ApiDocument, schema: JsonObject): z.ZodType {
  const known = validators.get(schema) ?? z.fromJSONSchema(closed(document, schema));
  validators.set(schema, known);
  return known;
}

/** With references put in place, and no object open that does not say so. */
function closed(document: ApiDocument, schema: JsonObject): JsonObject {
  const copy = JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value !== "object" || value === null) return value;
    if (typeof value.$ref === "string") return closed(document, resolved<JsonObject>(document, value));
    return "properties" in value && value.additionalProperties === undefined && isSchema(value)
      ? { ...value, additionalProperties: false }
      : value;
  });
  return copy;
}

/** A property may be called `properties`: a schema has a type beside it. */
const isSchema = (value: JsonObject) => typeof value.type === "string" || Array.isArray(value.type);

/** Guarantee: the document's references point into its own components, which have the shape that the place asks for. */
function resolved<T extends { $ref?: string }>(document: ApiDocument, value: T): T {
  if (!value.$ref) return value;
  const [, , kind, name] = value.$ref.split("/");
  const component =
    kind === "responses" ? document.components.responses[name ?? ""] : document.components.schemas[name ?? ""];
  return component as T;
}

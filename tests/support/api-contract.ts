import { z } from "zod";
import { localRequest } from "../../scripts/local-request.mjs";

/** The parts of the OpenAPI document that describe responses. */
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

let document: Promise<ApiDocument> | null = null;

/** The running Worker's document, fetched once: all Workers are of the same build. */
export function apiDocument(base: URL): Promise<ApiDocument> {
  document ??= localRequest(new URL("/api/openapi.json", base)).then(({ status, body }) => {
    // Another Worker may be configured to return it.
    if (status !== 200) document = null;
    return JSON.parse(body.toString());
  });
  return document;
}

type Templates = { parts: string[]; open: number; methods: Record<string, Operation> }[];
const templates = new WeakMap<ApiDocument, Templates>();

/** Literal paths come before those with parameters. */
function templatesOf(document: ApiDocument): Templates {
  const known = templates.get(document);
  if (known) return known;
  const made = Object.entries(document.paths)
    .map(([path, methods]) => ({ parts: path.split("/"), open: path.split("{").length, methods }))
    .sort((a, b) => a.open - b.open);
  templates.set(document, made);
  return made;
}

/** The documented operation for a request. */
export function findOperation(document: ApiDocument, method: string, path: string): Operation | null {
  const segments = path.split("/");
  const best = templatesOf(document).find(
    ({ parts, methods }) =>
      parts.length === segments.length &&
      methods[method.toLowerCase()] &&
      parts.every((part, at) => part.startsWith("{") || part === segments[at]),
  );
  return best?.methods[method.toLowerCase()] ?? null;
}

/** How a response deviates from the document, or null. A property the document does not name is a deviation. */
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

/** The schema with references resolved, in which objects are closed unless declared open. */
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

/** A property may be named `properties`: a schema also has a type. */
const isSchema = (value: JsonObject) => typeof value.type === "string" || Array.isArray(value.type);

/** Guarantee: the document's references point to its own components, which have the expected shape. */
function resolved<T extends { $ref?: string }>(document: ApiDocument, value: T): T {
  if (!value.$ref) return value;
  const [, , kind, name] = value.$ref.split("/");
  const component =
    kind === "responses" ? document.components.responses[name ?? ""] : document.components.schemas[name ?? ""];
  return component as T;
}

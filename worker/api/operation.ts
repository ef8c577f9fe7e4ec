import { createRoute, type RouteConfig } from "@hono/zod-openapi";
import type { ValidationTargets } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { formBody, jsonBody, limit } from "#worker/middleware/body";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound, statusOf } from "~/domain/shared/errors";
import {
  allow,
  allowAdmin,
  allowMember,
  allowPerson,
  KEYS_ARE_NOBODY,
  type Permission,
} from "~/domain/shared/permissions";
import { issueMessage } from "~/domain/shared/validation-messages";

// Fallback messages in plain words for errors without a message in their schema.
z.config({ customError: issueMessage });

/** Who may call an operation: members with a permission, an Admin, any member of a business, any signed-in user, or anyone. */
type Access = Permission | "admin" | "member" | "person" | "anyone";

type Config<P extends string> = Omit<RouteConfig, "path"> & { path: P };

interface Upload {
  maxBytes: number;
  tooLarge: string;
  /** The body is the file itself, not a multipart form. */
  isBare?: boolean;
}

/**
 * An operation of the API. Permission is checked before the body is validated, so that an unauthorized caller learns nothing
 * about the schema; the use case checks it again. Every error it may return is documented along with its own responses.
 */
export function operation<P extends string, R extends Config<P>>(
  access: Access,
  config: R,
  upload?: Upload,
): ReturnType<typeof createRoute<P, R>> {
  const { method, path, request = {}, responses } = config;
  const body = request.body ? (upload ? uploadBody(upload) : jsonBody) : [];
  const writes = method !== "get";
  return createRoute<P, R>({
    ...config,
    operationId: operationId(method, path),
    ...(access === "anyone" ? { security: [] } : { "x-access": access }),
    middleware: [authorize(access), ...body],
    request: { ...request, ...(writes ? { headers: IdempotencyKey } : {}) },
    responses: {
      ...responses,
      ...refusals(access, { path, hasBody: body.length > 0, hasQuery: "query" in request || writes }),
    },
  });
}

const uploadBody = (upload: Upload) => (upload.isBare ? [limit(upload.maxBytes, upload.tooLarge)] : formBody(upload));

/** A JSON response. */
export function json<S extends z.ZodType>(schema: S, description = "Success") {
  return { description, content: { "application/json": { schema } } };
}

export const noContent = { description: "Done" };

/** A required JSON body. */
export function jsonRequest<S extends z.ZodType>(schema: S) {
  return { required: true, content: { "application/json": { schema } } };
}

/** A required multipart form with a file. */
export function formRequest<S extends z.ZodType>(schema: S) {
  return { required: true, content: { "multipart/form-data": { schema } } };
}

const IdempotencyKey = z.object({
  "Idempotency-Key": z
    .string()
    .min(8, "Idempotency-Key must have at least 8 characters")
    .max(200, "Idempotency-Key must have at most 200 characters")
    .optional()
    .describe("A retry with the same key has no further effect and returns the response of the first request"),
});

function authorize(access: Access) {
  return createMiddleware<HonoEnv>(async (c, next) => {
    check(c.var.ctx, access);
    await next();
  });
}

function check(ctx: Ctx, access: Access): void {
  if (access === "anyone") return;
  if (ctx.actor.kind === "api_key" && (access === "person" || access === "member" || access === "admin")) {
    throw new DomainError("forbidden", KEYS_ARE_NOBODY);
  }
  if (access === "person") allowPerson(ctx);
  else if (access === "member") allowMember(ctx);
  else if (access === "admin") allowAdmin(ctx);
  else allow(ctx, access);
}

type Validated = { target: keyof ValidationTargets } & ({ success: true } | { success: false; error: z.ZodError });

/** Called by the validators: an impossible path is reported as not found, anything else lists its fields. */
export const refuseInvalid = refuseWith(undefined);

/** Like `refuseInvalid`, with a fixed sentence for the body instead of its first field's message. */
export function refuseWith(sentence: string | undefined) {
  return (result: Validated): undefined => {
    if (result.success) return;
    if (result.target === "param") throw notFound();
    throw invalid(result.error, result.target === "json" ? sentence : undefined);
  };
}

/** Field paths (`addresses.0.city`) with their messages; the sentence defaults to the first message. */
function invalid(error: z.ZodError, sentence?: string): DomainError {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const name = path.join(".");
    fields[name] = [...(fields[name] ?? []), message];
  }
  return new DomainError("invalid", sentence ?? error.issues[0]?.message ?? "Invalid input", { fields });
}

/** The documented errors, by the names of the document's shared responses. */
export const REFUSALS = {
  400: { name: "Invalid", description: "Invalid request; `fields` has the errors of each field" },
  401: { name: "Unauthenticated", description: "Not signed in, or the access token or API key is not valid" },
  403: { name: "Forbidden", description: "You do not have permission" },
  404: { name: "NotFound", description: "Not found, or it belongs to someone else" },
  413: { name: "TooLarge", description: "The body is too large" },
  415: { name: "UnsupportedMediaType", description: "The content type is not supported" },
  default: { name: "Refused", description: "Other errors: 409, 422, 429 with Retry-After, 500 and 503" },
} as const;

export const ApiError = z
  .looseObject({
    message: z.string(),
    code: z.enum(Object.keys(statusOf)),
    fields: z.record(z.string(), z.array(z.string())).optional(),
    requestId: z.string(),
  })
  .meta({ id: "Error" });

function refusals(access: Access, { path, hasBody, hasQuery }: { path: string; hasBody: boolean; hasQuery: boolean }) {
  const statuses: (keyof typeof REFUSALS)[] = [
    ...(hasBody || hasQuery ? ([400] as const) : []),
    ...(access === "anyone" ? [] : ([401, 403] as const)),
    ...(path.includes("{") ? ([404] as const) : []),
    ...(hasBody ? ([413, 415] as const) : []),
    "default",
  ];
  return Object.fromEntries(statuses.map((s) => [s, { $ref: `#/components/responses/${REFUSALS[s].name}` }]));
}

function operationId(method: string, path: string): string {
  const words = path.replaceAll(/[{}]/g, "").split(/[/-]/).filter(Boolean);
  return [method, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
}

/** An unpaged list. */
export function whole<T>(items: T[]): { items: T[]; nextCursor: null; total: number } {
  return { items, nextCursor: null, total: items.length };
}

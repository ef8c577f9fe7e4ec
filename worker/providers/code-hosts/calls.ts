import { z } from "zod";
import { type HttpAnswer, type HttpClient, HttpError, type HttpRequest } from "#worker/providers/http-client";
import { HostError } from "~/domain/code-hosts/host-error";
import { MINUTE_MS } from "~/domain/shared/time/dates";

/** Calls to a code host; each fails with a HostError. */
interface HostCalls {
  read: <S extends z.ZodType>(schema: S, request: HttpRequest) => Promise<z.output<S>>;
  answer: <S extends z.ZodType>(schema: S, request: HttpRequest, at?: string) => Promise<HttpAnswer<z.output<S>>>;
  /** For calls whose response body is not used. */
  send: (request: HttpRequest) => Promise<void>;
  /** Like `read`; null if the host does not have or does not show the resource. */
  find: <S extends z.ZodType>(schema: S, request: HttpRequest) => Promise<z.output<S> | null>;
}

export function hostCalls(http: HttpClient): HostCalls {
  const read: HostCalls["read"] = (schema, request) => failingAsHost(() => http.request(schema, request));
  return {
    read,
    answer: (schema, request, at) => failingAsHost(() => http.answer(schema, request, at)),
    send: async (request) => {
      await read(z.unknown(), request);
    },
    find: async (schema, request) => {
      try {
        return await read(schema, request);
      } catch (error) {
        if (error instanceof HostError && ["not_found", "forbidden", "gone"].includes(error.kind)) return null;
        throw error;
      }
    },
  };
}

async function failingAsHost<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof HttpError ? hostErrorOf(error) : error;
  }
}

/** GitHub reports the secondary rate limit by its message only, without a time. */
const SECONDARY_LIMIT_MS = MINUTE_MS;

function hostErrorOf({ kind, status, retryAfterMs, payload }: HttpError): HostError {
  const facts = { status, retryAfterMs, detail: detailOf(payload) };
  switch (kind) {
    case "reconnect":
      return new HostError("revoked", facts);
    case "rate_limited":
      return new HostError("rate_limited", facts);
    case "redirect":
      return new HostError("moved", facts);
    case "refused":
      break;
    case "unreachable":
    case "timeout":
    case "server_error":
    case "unreadable":
    case "unexpected":
    case "too_large":
      return new HostError("unavailable", facts);
  }
  if (status === 403 && /secondary rate limit|abuse detection/i.test(facts.detail ?? ""))
    return new HostError("rate_limited", { ...facts, retryAfterMs: SECONDARY_LIMIT_MS });
  if (status === 403) return new HostError("forbidden", facts);
  if (status === 404) return new HostError("not_found", facts);
  if (status === 410) return new HostError("gone", facts);
  return new HostError("refused", facts);
}

/**
 * GitHub sends `message` and `errors`, each with a text or with a field and a code; GitLab sends `message` (a string or lists by
 * field) or `error`.
 */
const Refusal = z.object({
  message: z.union([z.string(), z.record(z.string(), z.array(z.string()))]).optional(),
  error: z.string().optional(),
  errors: z
    .array(
      z.union([
        z.string(),
        z.object({ message: z.string().nullish(), field: z.string().nullish(), code: z.string().nullish() }),
      ]),
    )
    .optional()
    .catch(undefined),
});

function detailOf(payload: unknown): string | null {
  const { message, error, errors = [] } = Refusal.safeParse(payload).data ?? {};
  const text =
    typeof message === "object"
      ? Object.entries(message)
          .map(([field, texts]) => `${field} ${texts.join(", ")}`)
          .join("; ")
      : (message ?? error);
  const reasons = errors.map((one) =>
    typeof one === "string"
      ? one
      : one.message || [one.field, one.code?.replaceAll("_", " ")].filter(Boolean).join(" "),
  );
  return text
    ? [text, reasons.filter(Boolean).join("; ")]
        .filter(Boolean)
        .join(": ")
        .replace(/[\p{Cc}\s]+/gu, " ")
        .slice(0, 300)
    : null;
}

import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { authServerErrorText, DomainError, serverErrorText } from "~/domain/shared/errors";
import { logUnforeseen } from "~/domain/shared/log.server";
import type { HonoEnv } from "../hono";

/** The one place where an error becomes an answer of the API: `{ message, code, fields?, requestId }`. */
export function answerError(error: Error, c: Context<HonoEnv>): Response {
  const requestId = c.var.ctx?.request.id ?? "";
  if (error instanceof DomainError) {
    const { fields, details, retryAfter, cause } = error.extras;
    if (cause !== undefined) logUnforeseen(requestId, new URL(c.req.url).pathname, cause);
    if (retryAfter) c.header("Retry-After", String(retryAfter));
    return c.json(
      { ...details, message: error.message, code: error.code, fields, requestId },
      httpStatus(error.status),
    );
  }
  logUnforeseen(requestId, new URL(c.req.url).pathname, error);
  const auth = new URL(c.req.url).pathname.startsWith("/api/auth/");
  return c.json({ message: auth ? authServerErrorText : serverErrorText, code: "internal", requestId }, 500);
}

/** Guarantee: every code of the status table is one that may carry a body. */
function httpStatus(status: number): ContentfulStatusCode {
  return status as ContentfulStatusCode;
}

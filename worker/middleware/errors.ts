import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { HonoEnv } from "#worker/env";
import type { Ctx } from "~/domain/shared/context";
import { isMoving, movingError } from "~/domain/shared/database-errors.server";
import { authServerErrorText, DomainError, serverErrorText } from "~/domain/shared/errors";
import { logUnforeseen } from "~/domain/shared/log.server";
import { errorDocument } from "./error-document";

/**
 * The one place where an error becomes a response: `{ message, code, fields?, requestId }`, or a page with the same message if a
 * browser expects one.
 */
export function renderError(error: Error, c: Context<HonoEnv>): Response | Promise<Response> {
  const { requestId } = c.var;
  const known = reportError(error, c);
  const { fields, details, retryAfter } = known.extras;
  if (retryAfter) c.header("Retry-After", String(retryAfter));
  const status = httpStatus(known.status);
  if (asksForPage(c)) return c.html(errorDocument(c, { status, message: known.message }), status);
  return c.json({ ...details, message: known.message, code: known.code, fields, requestId }, status);
}

/** The error as its reader sees it; the cause of an unforeseen one is logged and recorded. */
export function reportError(error: Error, c: Context<HonoEnv>): DomainError {
  const known = domainErrorOf(error, c);
  const { cause } = known.extras;
  if (cause !== undefined) {
    const { ctx, requestId } = c.var;
    logUnforeseen(requestId, c.req.path, cause);
    // An outage of an outside system is not our error, and errors before the actor is known belong to no tracker.
    if (ctx && !(error instanceof DomainError)) ctx.after(record(ctx, c.req.path, cause));
  }
  return known;
}

/** Loaded on the isolate's first error. */
async function record(ctx: Ctx, path: string, cause: unknown): Promise<void> {
  const { recordServerError } = await import("~/domain/issues/reports/server-errors.server");
  await recordServerError(ctx, path, cause);
}

function domainErrorOf(error: Error, c: Context<HonoEnv>): DomainError {
  if (error instanceof DomainError) return error;
  if (isMoving(error)) return movingError(error);
  if (error instanceof HTTPException && error.status === 400) return unreadableBody(error);
  const message = c.req.path.startsWith("/api/auth/") ? authServerErrorText : serverErrorText;
  return new DomainError("internal", message, { cause: error });
}

/** Errors Hono's validator throws before it validates. */
function unreadableBody({ message }: HTTPException): DomainError {
  const isForm = message.startsWith("Malformed FormData");
  return new DomainError(
    "invalid",
    isForm ? "The upload is not a complete form. Please send the file again." : "The request body is not valid JSON.",
  );
}

/** Whether a browser expects a page, rather than a script expecting data. */
export function asksForPage({ req }: Context<HonoEnv>): boolean {
  return (
    !req.path.startsWith("/api/") && !req.path.endsWith(".data") && (req.header("accept") ?? "").includes("text/html")
  );
}

/** Guarantee: every code of the status table is one that may carry a body. */
function httpStatus(status: number): ContentfulStatusCode {
  return status as ContentfulStatusCode;
}

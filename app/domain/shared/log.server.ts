import type { Ctx } from "./context";
import type { DomainError } from "./errors";
import { withoutTokens } from "./network/secret-path";

/** Path, name, message and stack only: no statement, no parameter, no token. */
export function logUnforeseen(requestId: string, path: string, error: unknown): void {
  const { name, message, stack } = innermost(error);
  // biome-ignore lint/suspicious/noConsole: the platform collects console output
  console.error(JSON.stringify({ level: "error", requestId, path: withoutTokens(path), name, message, stack }));
}

/** Logs one line about something expected but unusual. */
export function logNotice(requestId: string, path: string, message: string): void {
  // biome-ignore lint/suspicious/noConsole: the platform collects console output
  console.log(JSON.stringify({ level: "info", requestId, path, message }));
}

/** Logs an account event for monitoring: the person's id only, without address or network. */
export function logSecurity(requestId: string, event: { kind: string; userId: string; detail: string | null }): void {
  // biome-ignore lint/suspicious/noConsole: the platform collects console output
  console.log(
    JSON.stringify({ level: "info", security: event.kind, requestId, userId: event.userId, detail: event.detail }),
  );
}

/** The database layer's own error contains the statement and its parameters; the error it wraps does not. */
function innermost(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.message.startsWith("Failed query:") && error.cause instanceof Error ? error.cause : error;
}

/** Logs the cause of an unexpected error that a use case replaced with its own message. */
export function logCause(ctx: Ctx, request: Request, error: DomainError): void {
  if (error.extras.cause === undefined) return;
  logUnforeseen(ctx.request.id, new URL(request.url).pathname, error.extras.cause);
}

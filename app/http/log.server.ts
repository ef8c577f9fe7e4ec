import type { Ctx } from "~/domain/context";
import type { DomainError } from "~/domain/errors";

/** Name, message and stack only: no statement, no parameter, no token. */
export function logUnforeseen(requestId: string, path: string, error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  // biome-ignore lint/suspicious/noConsole: the platform collects what is written here
  console.error(JSON.stringify({ level: "error", requestId, path, name, message, stack }));
}

/** Where a use case has its own words for what nobody foresaw, the log gets what it was. */
export function logCause(ctx: Ctx, request: Request, error: DomainError): void {
  if (error.extras.cause === undefined) return;
  logUnforeseen(ctx.request.id, new URL(request.url).pathname, error.extras.cause);
}

import { DomainError } from "./errors";

type Translation = () => DomainError;

/** Maps a constraint, trigger or assertion name to its error message. Each area adds its own where it writes. */
export type ConstraintErrors = Record<string, Translation>;

/** Raised by triggers for a tenant that is about to move, or has moved, to another shard. */
const MOVING = "tenant_moving";
const MOVING_SECONDS = 5;
/** Raised by triggers and by the Worker's own settings for a shard that is temporarily unavailable. */
const CLOSED = "shard_closed";
const CLOSED_SECONDS = 30;

/** Whether a write was rejected because the tenant is moving or its shard is closed; a retry a little later will succeed. */
export const isMoving = (error: unknown): boolean =>
  failedOn(error, MOVING) ||
  failedOn(error, CLOSED) ||
  (error instanceof DomainError && error.extras.details?.moving === true);

/** The error to report when `isMoving` is true. */
export const movingError = (error: unknown): DomainError =>
  error instanceof DomainError ? error : failedOn(error, CLOSED) ? closedError() : leavingError();

const leavingError = () =>
  new DomainError("unavailable", "Your data is moving to another location. Try again in a few seconds.", {
    retryAfter: MOVING_SECONDS,
    details: { moving: true },
  });

/** For a tenant whose shard is closed for maintenance. */
export const closedError = () =>
  new DomainError(
    "unavailable",
    "Your data is under maintenance and temporarily unavailable. Try again in a few minutes.",
    {
      retryAfter: CLOSED_SECONDS,
      details: { moving: true },
    },
  );

const common: ConstraintErrors = {
  [MOVING]: leavingError,
  [CLOSED]: closedError,
  stale: () => new DomainError("conflict", "Someone else just changed this."),
  audit_log_append_only: () => new DomainError("forbidden", "The audit log cannot be changed."),
  "FOREIGN KEY": () => new DomainError("not_found", "Something this refers to no longer exists."),
};

/** The database's own message, without the statement and its parameters. */
export function databaseMessage(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? cause.message.replace(/^D1_ERROR: /, "") : "";
}

/** True when the batch was undone by the named assertion, constraint (`table.column, ...`) or trigger. */
export function failedOn(error: unknown, name: string): boolean {
  return databaseMessage(error).includes(name);
}

/** Converts a constraint violation to a DomainError; any unexpected error is returned without its statement and parameters. */
export function translate(error: unknown, texts: ConstraintErrors = {}): Error {
  if (error instanceof DomainError) return error;
  const message = databaseMessage(error);
  for (const [name, text] of Object.entries({ ...common, ...texts })) {
    if (message.includes(name)) return text();
  }
  if (/overloaded|reset|timed out|network|storage operation/i.test(message)) {
    return new DomainError("unavailable", "The database is busy. Nothing was saved; please try again.", {
      retryAfter: 2,
    });
  }
  return new Error(`database: ${message || "unknown failure"}`);
}

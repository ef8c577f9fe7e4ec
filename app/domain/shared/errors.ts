/** The kinds of errors of a use case, and the HTTP status of each. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

interface ErrorExtras {
  /** Field name -> messages, shown next to the field. */
  fields?: Record<string, string[]>;
  /**
   * Details that a client can act on, such as `{ from, to, allowed }` for a rejected status change. Merged into the API's
   * response.
   */
  details?: Record<string, unknown>;
  /** Seconds to wait before retrying. */
  retryAfter?: number;
  /** The original error behind the use case's message: for the log, never for a response. */
  cause?: unknown;
}

export const NO_PERMISSION = "You do not have permission to do this.";
export const SIGN_IN_FIRST = "Please sign in to continue.";
export const NOTHING_HERE = "There is nothing at this address. It may be mistyped, or the page was removed.";

/** Thrown by the domain, rendered at the edge: by a form, by an error page or as the API's JSON. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return statusOf[this.code];
  }
}

export const serverErrorText = "Server temporarily unavailable. Please try again.";
/** The message when the system is overloaded. */
export const BUSY = "Plenum is very busy right now. Please try again in a few seconds.";
export const BUSY_SECONDS = 5;
export const authServerErrorText = "Authentication service temporarily unavailable";

export function notFound(message = "Not found"): DomainError {
  return new DomainError("not_found", message);
}

/** A value that only the domain can reject, reported next to its field. */
export function invalidField(field: string, text: string): DomainError {
  return new DomainError("invalid", text, { fields: { [field]: [text] } });
}

/** An edit of an outdated version of a business's record; `current` is the record as it is now. */
export function staleVersion(what: string, current: unknown): DomainError {
  return new DomainError("conflict", `Someone else just changed this ${what}.`, { details: { current } });
}

/** Like `staleVersion`, for a household's record, which only its one user changes. */
export function staleOwnVersion(what: string, current: unknown): DomainError {
  const text = `This ${what} was changed in another tab or on another device.`;
  return new DomainError("conflict", text, { details: { current } });
}

/** Runs a use case with its own message for unexpected failures: a DomainError passes, anything else is wrapped. */
export async function withErrorMessage<T>(text: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw cause instanceof DomainError ? cause : new DomainError("internal", text, { cause });
  }
}

import { MINUTE_MS } from "~/domain/shared/time/dates";

/**
 * Why a call to a code host failed. `revoked`: the token is no longer accepted. `forbidden`: the token lacks the permission.
 * `gone`: deleted, or issues are turned off. `moved`: it has a new location. `rate_limited`: retry after `retryAfterMs`.
 * `paced`: our own limit of changes per minute or hour is used up; the host was not called. `unavailable`: down, slow, or an
 * invalid response. `refused`: the host rejected the input.
 */
const HOST_ERROR_KINDS = [
  "revoked",
  "forbidden",
  "not_found",
  "gone",
  "moved",
  "rate_limited",
  "paced",
  "unavailable",
  "refused",
] as const;
type HostErrorKind = (typeof HOST_ERROR_KINDS)[number];

interface ErrorFacts {
  status?: number | null;
  retryAfterMs?: number | null;
  /** The host's own message. */
  detail?: string | null;
}

/** Thrown by every call of a code host that fails. */
export class HostError extends Error {
  readonly kind: HostErrorKind;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly detail: string | null;

  constructor(kind: HostErrorKind, { status = null, retryAfterMs = null, detail = null }: ErrorFacts = {}) {
    super(`code host: ${kind}${status === null ? "" : ` (${status})`}`);
    this.name = "HostError";
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.detail = detail;
  }
}

/** The message shown to Admins. `host`: the host's name. */
export function hostErrorMessage(host: string, { kind, retryAfterMs, detail }: HostError): string {
  switch (kind) {
    case "revoked":
      return `${host} no longer accepts the access token. Connect again with a new one.`;
    case "forbidden":
      return `The access token isn't allowed to do this on ${host}. Check its scopes and the repositories it covers.`;
    case "not_found":
    case "gone":
    case "moved":
      return `${host} no longer has this, or the access token can't see it.`;
    case "rate_limited":
      return `${host} requires a wait of ${minutes(retryAfterMs)} before the next request. Nothing is lost.`;
    case "paced":
      return `${host} limits how many changes it accepts at a time. Syncing continues in ${minutes(retryAfterMs)}; nothing is lost.`;
    case "unavailable":
      return `${host} can't be reached right now. Please try again in a few minutes.`;
    case "refused":
      return detail ? `${host} refused this: ${detail}` : `${host} refused this.`;
  }
}

function minutes(milliseconds: number | null): string {
  const count = Math.max(1, Math.ceil((milliseconds ?? MINUTE_MS) / MINUTE_MS));
  return count === 1 ? "a minute" : `${count} minutes`;
}

/** Returns null for what is deleted or no longer visible. @throws HostError */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HostError && (error.kind === "gone" || error.kind === "not_found")) return null;
    throw error;
  }
}

import { DomainError } from "~/domain/shared/errors";

/** How long a link by mail lives that lets its reader into an account: no longer than ASVS 5.0 (6.5.5) gives an out-of-band request. */
export const LINK_MINUTES = 10;

/** `expired` is one that could be used until its time was over: a new one takes its place. */
export type LinkState = "live" | "expired" | "dead";

/** `isExpired` lets the page offer a new one. */
export function expiredLink(): DomainError {
  const text = `This link has expired. Links work for ${LINK_MINUTES} minutes. Request a new one.`;
  return new DomainError("invalid", text, {
    fields: { token: ["This link is no longer valid"] },
    details: { isExpired: true },
  });
}

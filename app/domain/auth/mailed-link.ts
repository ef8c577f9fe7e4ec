import { DomainError } from "~/domain/shared/errors";

/**
 * Lifetime of an emailed link that gives access to an account: the maximum that ASVS 5.0 (6.5.5) allows for an out-of-band
 * request.
 */
export const LINK_MINUTES = 10;

/** `expired`: the link was usable until its time ran out and can be replaced by a new one. */
export type LinkState = "live" | "expired" | "dead";

/** `isExpired` lets the page offer a new one. */
export function expiredLink(): DomainError {
  const text = `This link has expired. Links work for ${LINK_MINUTES} minutes. Request a new one.`;
  return new DomainError("invalid", text, {
    fields: { token: ["This link is no longer valid"] },
    details: { isExpired: true },
  });
}

import { daysBetween } from "~/domain/shared/dates";

/** Days before its last day in which a certification is called expiring: a renewal course takes weeks to find. */
export const EXPIRY_NOTICE_DAYS = 60;

export const CERTIFICATION_STATES = ["valid", "expiring", "expired"] as const;
export type CertificationState = (typeof CERTIFICATION_STATES)[number];

/** How a certification stands on a civil day; its last day still counts. */
export function certificationState(expiresOn: string | null, today: string): CertificationState {
  if (expiresOn === null) return "valid";
  const left = daysBetween(today, expiresOn);
  if (left < 0) return "expired";
  return left <= EXPIRY_NOTICE_DAYS ? "expiring" : "valid";
}

/** "does not expire", "expires today", "expires in 12 days", "expired 3 days ago". */
export function expiryLabel(expiresOn: string | null, today: string): string {
  if (expiresOn === null) return "does not expire";
  const left = daysBetween(today, expiresOn);
  if (left === 0) return "expires today";
  const days = Math.abs(left) === 1 ? "1 day" : `${Math.abs(left)} days`;
  return left > 0 ? `expires in ${days}` : `expired ${days} ago`;
}

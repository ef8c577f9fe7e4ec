/** What is written down about an account, for its owner and for an Admin of the business that the person works for. */
export const SECURITY_EVENT_KINDS = [
  "sign_in",
  "sign_in_failed",
  "locked_out",
  "sign_out",
  "session_ended",
  "password_changed",
  "password_reset",
  "permission_refused",
  "cross_site_refused",
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

export const securityEventLabels: Record<SecurityEventKind, string> = {
  sign_in: "Signed in",
  sign_in_failed: "Wrong password",
  locked_out: "Too many wrong passwords",
  sign_out: "Signed out",
  session_ended: "Session ended",
  password_changed: "Password changed",
  password_reset: "Password reset by email",
  permission_refused: "Permission refused",
  cross_site_refused: "Request from another site refused",
};

/** What the owner of an account should look at twice. */
export function isAlarming(kind: SecurityEventKind): boolean {
  return kind === "sign_in_failed" || kind === "locked_out" || kind === "cross_site_refused";
}

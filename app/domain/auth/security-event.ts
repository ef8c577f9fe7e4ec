/** Events recorded about an account, for its owner and for an Admin of the business that the person works for. */
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
  "second_step_on",
  "second_step_off",
  "second_step_failed",
  "recovery_code_used",
  "recovery_codes_made",
  "second_step_removal",
  "passkey_added",
  "passkey_removed",
  "passkey_failed",
  "passkey_copied",
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

export const securityEventLabels: Record<SecurityEventKind, string> = {
  sign_in: "Signed in",
  sign_in_failed: "Wrong password",
  locked_out: "Too many wrong passwords or codes",
  sign_out: "Signed out",
  session_ended: "Session ended",
  password_changed: "Password changed",
  password_reset: "Password reset by email",
  permission_refused: "Permission refused",
  cross_site_refused: "Request from another site refused",
  second_step_on: "Two-step verification turned on",
  second_step_off: "Two-step verification turned off",
  second_step_failed: "Right password, wrong code",
  recovery_code_used: "Signed in with a recovery code",
  recovery_codes_made: "New recovery codes created",
  second_step_removal: "Requested to turn off two-step verification",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey deleted",
  passkey_failed: "Passkey refused",
  passkey_copied: "Passkey refused: it may have been copied",
};

const alarming: readonly SecurityEventKind[] = [
  "sign_in_failed",
  "locked_out",
  "cross_site_refused",
  "second_step_off",
  "second_step_failed",
  "recovery_code_used",
  "second_step_removal",
  "passkey_added",
  "passkey_failed",
  "passkey_copied",
];

/** Whether the owner of an account should take a closer look. */
export function isAlarming(kind: SecurityEventKind): boolean {
  return alarming.includes(kind);
}

/** Kinds of sync operations. */
export const LOG_KINDS = ["webhook", "issue", "read", "push", "hook", "check"] as const;
export type LogKind = (typeof LOG_KINDS)[number];

export const LOG_KIND_LABELS: Record<LogKind, string> = {
  webhook: "Webhook",
  issue: "Issue",
  read: "Import and sweep",
  push: "Creation",
  hook: "Webhook setup",
  check: "Check",
};

/** `ignored`: nothing was done, and `detail` gives the reason. */
export const LOG_OUTCOMES = ["done", "ignored", "failed"] as const;
export type LogOutcome = (typeof LOG_OUTCOMES)[number];

export const LOG_OUTCOME_LABELS: Record<LogOutcome, string> = {
  done: "Synced",
  ignored: "Ignored",
  failed: "Failed",
};

/** Days after which entries are deleted. */
export const LOG_DAYS = 30;

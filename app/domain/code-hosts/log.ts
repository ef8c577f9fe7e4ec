/** What the sync was doing. */
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

/** `ignored`: nothing was done, and `detail` says why. */
export const LOG_OUTCOMES = ["done", "ignored", "failed"] as const;
export type LogOutcome = (typeof LOG_OUTCOMES)[number];

export const LOG_OUTCOME_LABELS: Record<LogOutcome, string> = {
  done: "Synced",
  ignored: "Ignored",
  failed: "Failed",
};

/** Entries are deleted after that. */
export const LOG_DAYS = 30;

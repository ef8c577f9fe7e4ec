export const SUPPORT_STATES = ["open", "answered", "closed"] as const;
type SupportState = (typeof SUPPORT_STATES)[number];

export const SUPPORT_AUTHORS = ["sender", "support"] as const;

export const SUPPORT_STATE_LABELS: Record<SupportState, string> = {
  open: "Open",
  answered: "Answered",
  closed: "Closed",
};

/** Where a message was written, as shown to support staff. */
export interface SupportContext {
  page: string | null;
  business: string | null;
  roles: string | null;
  browser: string | null;
  /** The question the assistant could not answer. */
  question: string | null;
}

export const CONTEXT_LABELS: Record<keyof SupportContext, string> = {
  page: "Page",
  business: "Business",
  roles: "Role",
  browser: "Browser",
  question: "Earlier messages",
};

export const MAX_SUPPORT_MESSAGE = 4000;
export const MAX_SENDER_NAME = 120;

/** The first line of a message, truncated. */
export function subjectOf(body: string): string {
  const [line = ""] = body.trim().split(/\r?\n/);
  const plain = line.replace(/\s+/g, " ").trim();
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain || "Message";
}

import { addDays } from "~/domain/shared/time/dates";

/** Schedule of reminders: the first this many days after the due date, then at this interval, up to a maximum. */
export interface ReminderRules {
  enabled: boolean;
  firstAfterDays: number;
  everyDays: number;
  maxCount: number;
}

export const NO_REMINDERS: ReminderRules = { enabled: false, firstAfterDays: 3, everyDays: 7, maxCount: 3 };

interface Reminded {
  dueOn: string;
  /** Number of automatic reminders sent. */
  steps: number;
  /** The day of the last reminder, automatic or by hand. */
  lastOn: string | null;
}

/**
 * Returns the day on which the next reminder is due; null: no more. A reminder sent by hand postpones it but is not counted. If
 * it is late (reminders were off, or the previous one was late), the interval between two reminders is still kept.
 */
export function nextReminderOn({ dueOn, steps, lastOn }: Reminded, rules: ReminderRules): string | null {
  if (!rules.enabled || steps >= rules.maxCount) return null;
  const planned = addDays(dueOn, rules.firstAfterDays + steps * rules.everyDays);
  const spaced = lastOn === null ? planned : addDays(lastOn, rules.everyDays);
  return planned > spaced ? planned : spaced;
}

/** Emails go out from 8:00 AM in the business's zone, and until noon after an outage. */
export function isReminderTime(time: string): boolean {
  return time >= "08:00" && time < "12:00";
}

export function reminderRulesText({ enabled, firstAfterDays, everyDays, maxCount }: ReminderRules): string {
  if (!enabled) return "Off: no one is reminded automatically.";
  const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
  const first = `${days(firstAfterDays)} after the due date`;
  if (maxCount === 1) return `Once, ${first}.`;
  return `${first[0]?.toUpperCase()}${first.slice(1)}, then every ${days(everyDays)}, ${maxCount} times at most.`;
}

/** What happens to an overdue invoice in a bulk reminder. */
export const REMINDER_OUTCOMES = ["send", "no_email", "paused", "today"] as const;
type ReminderOutcome = (typeof REMINDER_OUTCOMES)[number];

export const REMINDER_OUTCOME_LABELS: Record<ReminderOutcome, string> = {
  send: "Gets a reminder",
  no_email: "No email address",
  paused: "Reminders paused",
  today: "Reminded today",
};

export function reminderOutcome(
  row: { email: string | null; isPaused: boolean; lastOn: string | null },
  today: string,
): ReminderOutcome {
  if (row.isPaused) return "paused";
  if (row.email === null) return "no_email";
  return row.lastOn !== null && row.lastOn >= today ? "today" : "send";
}

/** That many of the invoices in the order given: those that get a reminder before the others. */
export function firstToRemind<Row extends { outcome: ReminderOutcome }>(
  invoices: readonly Row[],
  count: number,
): Row[] {
  const due = invoices.filter(({ outcome }) => outcome === "send");
  const others = invoices.filter(({ outcome }) => outcome !== "send");
  const shown = new Set([...due, ...others].slice(0, count));
  return invoices.filter((invoice) => shown.has(invoice));
}

/** Reminders sent per request; a longer list is sent in parts. */
export const REMINDERS_A_REQUEST = 10;

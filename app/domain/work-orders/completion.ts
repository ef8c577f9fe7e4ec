import type { BillingState, WorkOrderStatus } from "./rules";

/** Facts about the work done. A part of the product that does not know its fact leaves it out, and it counts as satisfied. */
export type CompletionFacts = {
  /** Names of the required tasks not yet done. */
  openTasks?: readonly string[];
  /** Names of the required readings and measurements not yet taken. */
  missingReadings?: readonly string[];
  signatureRequired?: boolean;
  signed?: boolean;
  /** Parts noted on the job that are not yet taken from stock. */
  unpostedParts?: number;
  /** Labour and travel clocks still running on other people's visits; the mover's own clock is stopped by the move. */
  runningTimers?: number;
  /** Refrigerant was added or recovered on these circuits without a log entry. */
  unloggedCircuits?: readonly string[];
  /** The customer was not there: nothing could be done or signed, a trip charge takes its place. */
  customerAbsent?: boolean;
};

export const COMPLETION_ITEMS = ["tasks", "readings", "signature", "parts", "timers", "refrigerant_log"] as const;
export type CompletionItem = (typeof COMPLETION_ITEMS)[number];

export type CompletionGap = { item: CompletionItem; message: string; names: readonly string[] };

/** What still stands between this work order and completed, in the order to do it; empty when nothing does. */
export function canComplete(facts: CompletionFacts): CompletionGap[] {
  const evidence = facts.customerAbsent ? [] : evidenceGaps(facts);
  return [...evidence, ...recordGaps(facts)];
}

function evidenceGaps(facts: CompletionFacts): CompletionGap[] {
  const gaps: CompletionGap[] = [];
  const tasks = facts.openTasks ?? [];
  const readings = facts.missingReadings ?? [];
  if (tasks.length > 0) gaps.push({ item: "tasks", message: `Finish ${listed("task", tasks)}.`, names: tasks });
  if (readings.length > 0) {
    gaps.push({ item: "readings", message: `Take ${listed("reading", readings)}.`, names: readings });
  }
  if (facts.signatureRequired && !facts.signed) {
    gaps.push({ item: "signature", message: "Get the customer's signature.", names: [] });
  }
  return gaps;
}

function recordGaps(facts: CompletionFacts): CompletionGap[] {
  const gaps: CompletionGap[] = [];
  const parts = facts.unpostedParts ?? 0;
  const timers = facts.runningTimers ?? 0;
  const circuits = facts.unloggedCircuits ?? [];
  if (parts > 0) gaps.push({ item: "parts", message: `Post ${counted(parts, "part")} from stock.`, names: [] });
  if (timers > 0) gaps.push({ item: "timers", message: `Stop ${counted(timers, "running timer")}.`, names: [] });
  if (circuits.length > 0) {
    const message = `Log the refrigerant for ${listed("circuit", circuits)}.`;
    gaps.push({ item: "refrigerant_log", message, names: circuits });
  }
  return gaps;
}

export type DeletionFacts = {
  status: WorkOrderStatus;
  movements?: number;
  timeEntries?: number;
  notes?: number;
  invoices?: number;
};

/** Why this work order may only be cancelled, not deleted; empty when it may be deleted. */
export function canDelete(facts: DeletionFacts): string[] {
  const reasons: string[] = [];
  if (facts.status !== "unscheduled" && facts.status !== "scheduled") reasons.push("Work has gone out on it.");
  if ((facts.movements ?? 0) > 0) reasons.push("Parts have moved for it.");
  if ((facts.timeEntries ?? 0) > 0) reasons.push("Time is recorded on it.");
  if ((facts.notes ?? 0) > 0) reasons.push("It has notes.");
  if ((facts.invoices ?? 0) > 0) reasons.push("It has an invoice.");
  return reasons;
}

/** An invoice the customer has seen; it is corrected by a credit note, so the work behind it stays as it is. */
export function isIssued(billing: BillingState): boolean {
  return billing === "issued" || billing === "partial" || billing === "paid";
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function listed(noun: string, names: readonly string[]): string {
  return `${counted(names.length, noun)}: ${names.join(", ")}`;
}

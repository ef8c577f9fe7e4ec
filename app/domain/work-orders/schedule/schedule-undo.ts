import type { WorkOrderStatus } from "~/domain/work-order-basics/status";

/** An entry of a work order's history. Entries written in one step have the same `recordedAt`. */
interface Entry {
  id: string;
  recordedAt: string;
  /** The entry that its step undid. */
  undoes: string | null;
}

/**
 * Returns the entries from the newest back to the change that `isIt` finds, if the work order is as that change left it because
 * everything since was undone; null otherwise. The newest entry comes first.
 */
export function entriesSince<E extends Entry>(entries: readonly E[], isIt: (entry: E) => boolean): readonly E[] | null {
  let rest = entries;
  for (;;) {
    const newest = rest[0];
    if (!newest) return null;
    const step = rest.filter(({ recordedAt }) => recordedAt === newest.recordedAt);
    if (step.some(isIt)) return entries.slice(0, entries.length - rest.length + step.length);
    const undoes = step.find((one) => one.undoes !== null)?.undoes;
    const undone = rest.find(({ id }) => id === undoes);
    if (!undone) return null;
    rest = rest.slice(rest.findLastIndex(({ recordedAt }) => recordedAt === undone.recordedAt) + 1);
  }
}

/** The statuses that a work order goes through to get back to an earlier one. */
export function stepsBack(from: WorkOrderStatus, to: WorkOrderStatus): WorkOrderStatus[] {
  const isDispatch = from === "unscheduled" && to === "dispatched";
  const isRecall = from === "dispatched" && to === "unscheduled";
  return isDispatch || isRecall ? ["scheduled", to] : [to];
}

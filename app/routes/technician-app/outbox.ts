import {
  blocksWhileFailing,
  fieldText,
  lastOfTask,
  type Refusal,
  refusalOf,
  replacesValue,
  type WorkOrderMutation,
} from "~/domain/technician-app/mutations";
import { isFailing, isOpen, type Mutation } from "~/lib/optimistic-queue";
import type { DeviceMemo } from "~/lib/voice/memo-queue";

export type OutboxMutation = Mutation<WorkOrderMutation>;

/** Whether the user has to decide on it: the server refused it, or keeps failing on it. */
export function isToReview(mutation: OutboxMutation): boolean {
  return mutation.state === "refused" || isFailing(mutation);
}

function isUnsynced(mutation: OutboxMutation): boolean {
  return isOpen(mutation) && !isFailing(mutation);
}

/** A mutation that is unsent or up for review can be undone, unless a later status depends on it. */
export function canUndo(mutation: OutboxMutation, mutations: readonly OutboxMutation[]): boolean {
  if (mutation.state === "sending") return false;
  const isUntried = isUnsynced(mutation) && mutation.tries === 0;
  if (!isUntried && !isToReview(mutation)) return false;
  if (mutation.change.kind !== "changeStatus") return true;
  return !mutations.some(
    (later) =>
      later.order > mutation.order &&
      later.state !== "confirmed" &&
      later.change.kind === "changeStatus" &&
      later.change.workOrderId === mutation.change.workOrderId,
  );
}

/**
 * The earlier result that a new one for the same task replaces; null if there is none or the office may have received
 * it. A value typed, checked and typed again is therefore one entry.
 */
export function replacedBy(made: WorkOrderMutation, mutations: readonly OutboxMutation[]): OutboxMutation | null {
  const taskId = fieldText(made, "taskId");
  const last = taskId === "" ? null : lastOfTask(mutations, { workOrderId: made.workOrderId, taskId });
  return last && !isToReview(last) && canUndo(last, mutations) && replacesValue(made, last.change) ? last : null;
}

/** Ids of refused mutations for which the server has accepted all notes. */
export function acceptedAsNotes(mutations: readonly OutboxMutation[]): string[] {
  const isAccepted = ({ id }: OutboxMutation) => {
    const accepted = notesAbout(id, mutations).filter(({ state }) => state === "confirmed");
    return accepted.some(({ change }) => accepted.length >= (change.insteadOf?.notes ?? 0));
  };
  return mutations.filter((mutation) => mutation.state === "refused" && isAccepted(mutation)).map(({ id }) => id);
}

/** Whether later changes wait until this one, which the server keeps failing on, is sent or discarded. */
export function holdsOthersBack({ change, order }: OutboxMutation, mutations: readonly OutboxMutation[]): boolean {
  return mutations.some(
    (later) =>
      later.order > order &&
      later.change.workOrderId === change.workOrderId &&
      isOpen(later) &&
      blocksWhileFailing(change, later.change),
  );
}

/** Notes that are sent in place of a refused mutation. */
export function notesAbout(id: string, mutations: readonly OutboxMutation[]): OutboxMutation[] {
  return mutations.filter(({ change }) => change.insteadOf?.id === id);
}

/** Null unless the server refused it. */
export function refusalOfMutation({ state, answer }: OutboxMutation): Refusal | null {
  return state === "refused" ? refusalOf(answer?.body ?? {}) : null;
}

/**
 * Mutations to apply on top of a day that already includes those in `contained`. Refused ones are left out: the
 * server's version stands.
 */
export function notContained(
  mutations: readonly OutboxMutation[],
  contained: ReadonlySet<string>,
): readonly OutboxMutation[] {
  return mutations.filter(({ id, isSettled, state }) => !isSettled && state !== "refused" && !contained.has(id));
}

/** Whether a day that includes `confirmed` may include others as well: mutations in flight, or confirmed since. */
export function isUncertain(mutations: readonly OutboxMutation[], confirmed: ReadonlySet<string>): boolean {
  return mutations.some(
    ({ id, isSettled, state }) => state === "sending" || (state === "confirmed" && !isSettled && !confirmed.has(id)),
  );
}

export function confirmedIds(mutations: readonly OutboxMutation[]): ReadonlySet<string> {
  return new Set(mutations.filter(({ state }) => state === "confirmed").map(({ id }) => id));
}

export interface Counts {
  unsynced: number;
  toReview: number;
  synced: number;
}

export function countsOf(mutations: readonly OutboxMutation[]): Counts {
  const toReview = mutations.filter(isToReview).length;
  const unsynced = mutations.filter(isUnsynced).length;
  return { unsynced, toReview, synced: mutations.length - toReview - unsynced };
}

/** When the oldest unsynced change was made, in epoch milliseconds; null if there is none. */
export function unsyncedSince(mutations: readonly OutboxMutation[], memos: readonly DeviceMemo[] = []): number | null {
  const waiting = memos.filter(({ state }) => state === "queued" || state === "sending").map(({ at }) => at);
  const since = [...mutations.filter(isUnsynced).map(({ madeAt }) => madeAt), ...waiting];
  return since.length > 0 ? Math.min(...since) : null;
}

/** Whether the server has not processed a memo yet, nor refused it. */
export function isUnsent({ state }: DeviceMemo): boolean {
  return state === "queued" || state === "sending" || state === "failing";
}

/** Memos are up for review both when processed and when they could not be; failing ones are counted separately. */
export function memoCounts(memos: readonly DeviceMemo[]): Pick<Counts, "unsynced" | "toReview"> & { failing: number } {
  const unsent = memos.filter(isUnsent).length;
  const failing = memos.filter(({ state }) => state === "failing").length;
  return { unsynced: unsent - failing, failing, toReview: memos.length - unsent };
}

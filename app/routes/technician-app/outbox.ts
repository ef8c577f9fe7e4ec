import {
  blocks,
  formOf,
  type Refusal,
  refusalOf,
  type WorkOrderMutation,
  withoutPhoto,
} from "~/domain/technician-app/mutations";
import { sendToApi } from "~/lib/api-request";
import {
  createOptimisticQueue,
  isOpen,
  type Mutation,
  type MutationStorage,
  type QueueOptions,
} from "~/lib/optimistic-queue";
import { paths } from "~/paths";

export type OutboxMutation = Mutation<WorkOrderMutation>;
export type Outbox = ReturnType<typeof createOutbox>;

/** A status waits this long before it is sent, so that a wrong tap can be undone. */
export const UNDO_MS = 6000;

/** By this name the browser is asked to call the service worker once there is a connection. */
export const SYNC_TAG = "plenum-outbox";

const MAX_BACKOFF_MS = 30_000;

type OutboxOptions = Partial<Pick<QueueOptions<WorkOrderMutation>, "send" | "runtime">> & {
  storage: MutationStorage<WorkOrderMutation>;
};

/** The technician's mutations until the server has them: those of a work order in their order, one at a time. */
export function createOutbox({ storage, send = submit, runtime }: OutboxOptions) {
  return createOptimisticQueue<WorkOrderMutation>({
    recordsOf: (change) => [change.workOrderId],
    blocks: (refused, later) => blocks(refused.change, later.change),
    retryDelay: (tries) => Math.min(1000 * 2 ** (tries - 1), MAX_BACKOFF_MS),
    settled: (mutation) => ({ ...mutation, change: withoutPhoto(mutation.change) }),
    // A weak connection carries one photo better than six at once.
    parallel: 1,
    send,
    storage,
    runtime,
  });
}

/** The form as it was submitted, to the action that serves it without script too. */
function submit({ id, change }: OutboxMutation) {
  const path = paths.technicianMutations(change.workOrderId);
  return sendToApi({ method: "POST", path, idempotencyKey: id, body: formOf(change) });
}

/** An untried or refused one may be undone, unless a later status builds on it. */
export function canUndo(mutation: OutboxMutation, mutations: readonly OutboxMutation[]): boolean {
  const isUntried = isOpen(mutation) && mutation.state !== "sending" && mutation.tries === 0;
  if (!isUntried && mutation.state !== "refused") return false;
  if (mutation.change.kind !== "changeStatus") return true;
  return !mutations.some(
    (later) =>
      later.order > mutation.order &&
      later.state !== "confirmed" &&
      later.change.kind === "changeStatus" &&
      later.change.workOrderId === mutation.change.workOrderId,
  );
}

/** Null unless the server refused it. */
export function refusalOfMutation({ state, answer }: OutboxMutation): Refusal | null {
  return state === "refused" ? refusalOf(answer?.body ?? {}) : null;
}

/** What the screen shows on top of a day that contains the mutations of `contained`; where one is refused the server's word stands. */
export function notContained(
  mutations: readonly OutboxMutation[],
  contained: ReadonlySet<string>,
): readonly OutboxMutation[] {
  return mutations.filter(({ id, isSettled, state }) => !isSettled && state !== "refused" && !contained.has(id));
}

/** Whether a day that contains `confirmed` may contain others too: of what is on its way, or was confirmed since, nobody knows. */
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
  const toReview = mutations.filter(({ state }) => state === "refused").length;
  const unsynced = mutations.filter(isOpen).length;
  return { unsynced, toReview, synced: mutations.length - toReview - unsynced };
}

/** Since when the oldest unsynced one waits, in epoch milliseconds; null where nothing waits. */
export function unsyncedSince(mutations: readonly OutboxMutation[]): number | null {
  const since = mutations.filter(isOpen).map(({ madeAt }) => madeAt);
  return since.length > 0 ? Math.min(...since) : null;
}

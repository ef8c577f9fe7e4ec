import type { TechnicianDay } from "~/domain/technician-app/day";
import {
  afterConfirmed,
  blocks,
  formOf,
  inPlaceOf,
  recordsItself,
  type WorkOrderMutation,
  withoutPhoto,
} from "~/domain/technician-app/mutations";
import { sendToApi } from "~/lib/api-request";
import { createOptimisticQueue, type MutationStorage, type QueueOptions } from "~/lib/optimistic-queue";
import { paths } from "~/paths";
import { type OutboxMutation, replacedBy } from "../outbox";

export type Outbox = ReturnType<typeof createOutbox>;

/** Delay before sending a status or an automatically saved figure, so that a mistake can be undone. */
export const UNDO_MS = 6000;

/** Background sync tag passed to the service worker when there is a connection. */
export const SYNC_TAG = "plenum-outbox";

const MAX_BACKOFF_MS = 30_000;

type OutboxOptions = Partial<Pick<QueueOptions<WorkOrderMutation>, "send" | "runtime">> & {
  storage: MutationStorage<WorkOrderMutation>;
};

/** The technician's mutations until the server has them: one at a time, those of a work order in order. */
export function createOutbox({ storage, send = submit, runtime }: OutboxOptions) {
  return createOptimisticQueue<WorkOrderMutation>({
    recordsOf: (change) => [change.workOrderId],
    blocks: (refused, later) => blocks(refused.change, later.change),
    follow: (later, { change }) => afterConfirmed(later, change),
    retryDelay: (tries) => Math.min(1000 * 2 ** (tries - 1), MAX_BACKOFF_MS),
    settled: (mutation) => ({ ...mutation, change: withoutPhoto(mutation.change) }),
    // A weak connection handles one photo better than six at once.
    parallel: 1,
    send,
    storage,
    runtime,
  });
}

/**
 * Adds a mutation. A corrected figure or text replaces the previous one in one step; if that one was sent in the meantime, both
 * arrive in order.
 */
export async function takeUp(outbox: Outbox, made: WorkOrderMutation): Promise<OutboxMutation> {
  const delay = made.kind === "changeStatus" || recordsItself(made) ? UNDO_MS : 0;
  const replaced = replacedBy(made, outbox.state().mutations);
  if (!replaced) return outbox.put(made, { delay });
  return outbox.put(inPlaceOf(made, replaced.change), { delay, instead: replaced.id });
}

/** Posts the form as submitted to the same action that serves it without script. */
function submit({ id, change }: OutboxMutation) {
  const path = paths.technicianMutations(change.workOrderId);
  return sendToApi({ method: "POST", path, idempotencyKey: id, body: formOf(change) });
}

interface FetchedDay {
  day: TechnicianDay;
  /** How many milliseconds this device's clock is ahead of the server's, within half the request's duration. */
  clockOffsetMs: number;
}

/** Loads the day from the server; null if the server cannot provide it right now. Rejects without a connection. */
export async function fetchDay(): Promise<FetchedDay | "signed_out" | null> {
  const requestedAt = Date.now();
  const response = await fetch(paths.technicianDay(), { headers: { Accept: "application/json" } });
  const middle = (requestedAt + Date.now()) / 2;
  const isSignedOut = response.status === 401 || new URL(response.url).pathname === paths.login();
  if (isSignedOut) return "signed_out";
  const day: unknown = response.ok && !response.redirected ? await response.json() : null;
  return isDay(day) ? { day, clockOffsetMs: Math.round(middle - Date.parse(day.asOf)) } : null;
}

function isDay(value: unknown): value is TechnicianDay {
  return typeof value === "object" && value !== null && "workOrders" in value && "asOf" in value;
}

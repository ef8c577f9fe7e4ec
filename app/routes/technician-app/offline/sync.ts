import { MINUTE_MS } from "~/domain/shared/time/dates";
import type { TechnicianDay } from "~/domain/technician-app/day";
import {
  afterConfirmed,
  blocks,
  blocksWhileFailing,
  formOf,
  inPlaceOf,
  recordsItself,
  type WorkOrderMutation,
  withoutPhoto,
} from "~/domain/technician-app/mutations";
import { type ApiRequest, sendToApi } from "~/lib/api-request";
import { backoffMs } from "~/lib/backoff";
import type { MutationStorage } from "~/lib/mutation-storage";
import { createOptimisticQueue, type QueueOptions } from "~/lib/optimistic-queue";
import { request } from "~/lib/request";
import { paths } from "~/paths";
import { acceptedAsNotes, type OutboxMutation, replacedBy } from "~/routes/technician-app/outbox";
import { shellPaths } from "~/shell-paths";

export type Outbox = ReturnType<typeof createOutbox>;

/** Delay before sending a status or an automatically saved figure, so that a mistake can be undone. */
export const UNDO_MS = 6000;

/** A photo that the server always fails on must not use up the technician's data plan. */
const MAX_FAILING_BACKOFF_MS = 5 * MINUTE_MS;

const HEALTH_TIMEOUT_MS = 10_000;

/** Background sync tag passed to the service worker when there is a connection. */
export const SYNC_TAG = "plenum-outbox";

type OutboxOptions = Partial<Pick<QueueOptions<WorkOrderMutation>, "send" | "isReachable" | "runtime">> & {
  storage: MutationStorage<WorkOrderMutation>;
};

/** The technician's mutations until the server has them: one at a time, those of a work order in order. */
export function createOutbox({ storage, send = submit, isReachable = respondsItself, runtime }: OutboxOptions) {
  return createOptimisticQueue<WorkOrderMutation>({
    recordsOf: (change) => [change.workOrderId],
    blocks: (former, later) => (former.state === "refused" ? blocks : blocksWhileFailing)(former.change, later.change),
    follow: (later, { change }) => afterConfirmed(later, change),
    retryDelay: (tries, isFailing) => backoffMs(tries, isFailing ? { maxMs: MAX_FAILING_BACKOFF_MS } : {}),
    settled: (mutation) => ({ ...mutation, change: withoutPhoto(mutation.change) }),
    // A weak connection handles one photo better than six at once.
    parallel: 1,
    send,
    isReachable,
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

/** Removes refused mutations once the server has accepted what they say as notes. */
export async function dropAccepted(outbox: Outbox): Promise<void> {
  for (const id of acceptedAsNotes(outbox.state().mutations)) await outbox.discard(id);
}

const submit = (mutation: OutboxMutation) => sendToApi(requestOf(mutation));

/** Whether the server, and not a network in between, responds to a small request: then an upload it does not get fails. */
export async function respondsItself(): Promise<boolean> {
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
  const response = await request(shellPaths.apiHealth(), { cache: "no-store", signal }).catch(() => null);
  return response !== null && isOwn(response);
}

/** A network in between may respond as well; only the server's own responses have an id. */
const isOwn = ({ headers }: Response) => headers.has("X-Request-Id");

/**
 * The form as submitted, for the same action that serves it without script. With its author, because on a shared device someone
 * else may have signed in, even in another window.
 */
export function requestOf({ id, change }: OutboxMutation): ApiRequest {
  const path = paths.technicianMutations(change.workOrderId);
  return { method: "POST", path, idempotencyKey: id, body: formOf(change), authorId: change.userId };
}

interface FetchedDay {
  userId: string;
  /** Null: the device has just loaded it. */
  day: TechnicianDay | null;
  /** How many milliseconds this device's clock is ahead of the server's, within half the request's duration. */
  clockOffsetMs: number;
}

/**
 * Loads the day from the server, with a job of someone else if its number is given, unless it was only just loaded, at `loaded`;
 * null if the server cannot provide it right now. no_access: the person left the business or may no longer see its jobs. Rejects without a connection.
 */
export async function fetchDay({
  job,
  loaded,
}: {
  job?: number;
  loaded?: string;
} = {}): Promise<FetchedDay | "signed_out" | "no_access" | null> {
  const requestedAt = Date.now();
  const response = await request(paths.technicianDay({ job, loaded }));
  const middle = (requestedAt + Date.now()) / 2;
  const isSignedOut = response.status === 401 || new URL(response.url).pathname === paths.login();
  if (isSignedOut) return "signed_out";
  if (response.status === 403 && isOwn(response)) return "no_access";
  const answer: unknown = response.ok && !response.redirected ? await response.json() : null;
  if (!isAnswer(answer)) return null;
  const { userId, asOf } = answer;
  const day = "workOrders" in answer ? answer : null;
  return { userId, day, clockOffsetMs: Math.round(middle - Date.parse(asOf)) };
}

function isAnswer(value: unknown): value is TechnicianDay | Pick<TechnicianDay, "userId" | "asOf"> {
  return typeof value === "object" && value !== null && "userId" in value && "asOf" in value;
}

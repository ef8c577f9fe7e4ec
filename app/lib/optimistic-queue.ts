import { type ApiAnswer, type Failure, failureOf } from "./api-request";
import type { MutationStorage } from "./mutation-storage";
import { browserRuntime, isServerError, type QueueRuntime } from "./queue-runtime";

/**
 * queued: not sent yet. sending: in flight. confirmed: saved by the server. refused: rejected by the server, and the
 * user has to decide. unreached: attempted without a response from the server itself; it is retried.
 */
const MUTATION_STATES = ["queued", "sending", "confirmed", "refused", "unreached"] as const;
export type MutationState = (typeof MUTATION_STATES)[number];

/** A change made on the screen. Plain data, so that it can be stored and outlive the page. */
export interface Mutation<Change> {
  /** Generated on the device; also the idempotency key, so that sending it again has no second effect. */
  id: string;
  /** Mutations that share a record are sent in this order. */
  order: number;
  change: Change;
  /** Epoch milliseconds, by the device's clock. */
  madeAt: number;
  state: MutationState;
  tries: number;
  /** How many attempts ended in an error of the server, or without a response although it was reachable. */
  serverErrors?: number;
  /** Epoch milliseconds; not sent before then. Null: sent only when the connection is back or at the user's request. */
  notBefore: number | null;
  /** The server's response, once confirmed or refused. */
  answer: ApiAnswer | null;
  /** For unreached mutations only. */
  failure: Failure | null;
  /** Confirmed and included in data loaded since. */
  isSettled: boolean;
}

/** Outcome of reviewing a refusal. */
export type Review<Change> =
  | { kind: "refused" }
  /** An earlier attempt had succeeded after all. */
  | { kind: "confirmed" }
  /** The reason for the refusal is unrelated to this change: it is sent again, adjusted. */
  | { kind: "resend"; change: Change };

/** Rules for one kind of change. */
interface MutationRules<Change> {
  /** The records a change touches. */
  recordsOf: (change: Change) => readonly string[];
  /**
   * Adjusts a later change to the same record once an earlier one is confirmed, for example by raising its version: it
   * was based on what the screen showed before. Unchanged by default.
   */
  follow?: (later: Change, confirmed: { change: Change; answer: ApiAnswer }) => Change;
  /** Reviews a refusal; refused by default. */
  review?: (mutation: Mutation<Change>, answer: ApiAnswer) => Review<Change>;
  /** Whether a refused or failing one holds back a later one of the same record. By default only a failing one does. */
  blocks?: (former: Mutation<Change>, later: Mutation<Change>) => boolean;
  /** Milliseconds until the next attempt, given the attempts so far; null (the default): once back online or by hand. */
  retryDelay?: (tries: number, isFailing: boolean) => number | null;
}

/** A mutation in its initial state. */
export function newMutation<Change>(
  change: Change,
  made: { id: string; order: number; madeAt: number; notBefore: number },
): Mutation<Change> {
  return { ...made, change, state: "queued", tries: 0, answer: null, failure: null, isSettled: false };
}

function inOrder<Change>(mutations: readonly Mutation<Change>[]): Mutation<Change>[] {
  return mutations.toSorted((a, b) => a.order - b.order);
}

/** Whether the server has not decided on it yet. */
export function isOpen({ state }: Pick<Mutation<unknown>, "state">): boolean {
  return state === "queued" || state === "sending" || state === "unreached";
}

/** About a minute of retries: a server that restarts is back by then. */
const MAX_SERVER_ERRORS = 8;

/** Whether the server keeps failing on this mutation, so that those that do not depend on it no longer wait for it. */
export function isFailing({ state, serverErrors = 0 }: Pick<Mutation<unknown>, "state" | "serverErrors">): boolean {
  return isOpen({ state }) && serverErrors >= MAX_SERVER_ERRORS;
}

function waitsFor<Change>(later: Mutation<Change>, former: Mutation<Change>, rules: MutationRules<Change>): boolean {
  if (former.order >= later.order || !sharesRecord(later.change, former.change, rules)) return false;
  if (former.state === "refused") return rules.blocks?.(former, later) ?? false;
  return isOpen(former) && (!isFailing(former) || (rules.blocks?.(former, later) ?? true));
}

function sharesRecord<Change>(a: Change, b: Change, { recordsOf }: MutationRules<Change>): boolean {
  const records = recordsOf(b);
  return recordsOf(a).some((record) => records.includes(record));
}

/** Mutations that wait only for their time, oldest first. */
function sendable<Change>(mutations: readonly Mutation<Change>[], rules: MutationRules<Change>): Mutation<Change>[] {
  return inOrder(mutations).filter(
    (mutation) =>
      (mutation.state === "queued" || mutation.state === "unreached") &&
      !mutations.some((former) => waitsFor(mutation, former, rules)),
  );
}

/** Mutations that are next in order and due, oldest first. Different records do not wait for one another. */
function dueMutations<Change>(mutations: readonly Mutation<Change>[], now: number, rules: MutationRules<Change>) {
  return sendable(mutations, rules).filter((mutation) => dueAt(mutation, now) <= now);
}

/** When it may be sent. A clock that was set back since the change was made must not delay it by as much. */
function dueAt({ notBefore, madeAt }: Mutation<unknown>, now: number): number {
  return notBefore === null ? Number.POSITIVE_INFINITY : Math.min(notBefore, now < madeAt ? now : notBefore);
}

/** When to check again, in epoch milliseconds; null if nothing will be sent automatically. */
function nextRunAt<Change>(mutations: readonly Mutation<Change>[], now: number, rules: MutationRules<Change>) {
  const at = Math.min(...sendable(mutations, rules).map((mutation) => dueAt(mutation, now)));
  return Number.isFinite(at) ? at : null;
}

interface Attempt<Change> {
  /** Null if there was none. */
  answer: ApiAnswer | null;
  /** Whether the server failed on it, or did not respond to it while it responded to others. */
  isServer: boolean;
  now: number;
  rules: MutationRules<Change>;
}

/** The mutation after an attempt. */
function afterAnswer<Change>(
  mutation: Mutation<Change>,
  { answer, isServer, now, rules }: Attempt<Change>,
): Mutation<Change> {
  const tries = mutation.tries + 1;
  const failure = !answer && isServer ? "server" : failureOf(answer);
  if (!answer || failure) {
    const wait = answer?.retryAfterMs;
    const failed = { ...mutation, serverErrors: (mutation.serverErrors ?? 0) + Number(isServer) };
    return { ...failed, ...unreached(failed, { failure: failure ?? "offline", now, rules, wait }), tries };
  }
  const decided = { ...mutation, tries, answer, failure: null };
  if (answer.status < 300) return { ...decided, state: "confirmed" };
  const review = rules.review?.(decided, answer) ?? { kind: "refused" };
  if (review.kind === "resend") return { ...decided, ...asAgain, change: review.change, notBefore: now };
  return { ...decided, state: review.kind };
}

/** The next attempt follows after a delay that grows with the number of attempts, or that the server set. */
function unreached<Change>(
  mutation: Mutation<Change>,
  { failure, now, rules, wait = 0 }: { failure: Failure; now: number; rules: MutationRules<Change>; wait?: number },
) {
  const delay = rules.retryDelay?.(mutation.tries + 1, isFailing(mutation)) ?? null;
  return { state: "unreached", failure, notBefore: delay === null ? null : now + Math.max(delay, wait) } as const;
}

const asAgain = { state: "queued", answer: null, failure: null } as const;

/**
 * Queues a mutation again, optionally with a changed input. The id is reused, because the server stores nothing for a
 * refused request.
 */
function again<Change>(mutation: Mutation<Change>, change = mutation.change): Mutation<Change> {
  return { ...mutation, ...asAgain, change, tries: 0, notBefore: 0 };
}

/** If the page was closed while sending, the outcome is unknown: the mutation is sent again with the same id. */
function interrupted<Change>(mutation: Mutation<Change>): Mutation<Change> {
  return mutation.state === "sending" ? { ...mutation, ...asAgain, notBefore: 0 } : mutation;
}

/** Adjusts the mutations waiting on the same record after one was confirmed. */
function following<Change>(
  mutations: readonly Mutation<Change>[],
  confirmed: Mutation<Change>,
  rules: MutationRules<Change>,
): Mutation<Change>[] {
  const { answer, change } = confirmed;
  const { follow } = rules;
  if (!answer || !follow) return [];
  const waits = (later: Mutation<Change>) =>
    later.order > confirmed.order && later.tries === 0 && isOpen(later) && sharesRecord(later.change, change, rules);
  return mutations.filter(waits).map((later) => ({ ...later, change: follow(later.change, { change, answer }) }));
}

/** Adjusts a new change to confirmed changes of its records that have not been reloaded yet. */
function asAfterConfirmed<Change>(
  change: Change,
  mutations: readonly Mutation<Change>[],
  rules: MutationRules<Change>,
): Change {
  const { follow } = rules;
  if (!follow) return change;
  return mutations.reduce((now, { answer, change: before, isSettled, state }) => {
    const applies = state === "confirmed" && !isSettled && sharesRecord(now, before, rules);
    return answer && applies ? follow(now, { change: before, answer }) : now;
  }, change);
}

/** Refused and unreached mutations are hidden: the screen shows only what the server has or is about to receive. */
const isShown = ({ state, isSettled }: Mutation<unknown>) =>
  !isSettled && (state === "queued" || state === "sending" || state === "confirmed");

/** Whether the server may have it, so that it can no longer be taken back. */
export function wasSent(mutation: Pick<Mutation<unknown>, "state"> | undefined): boolean {
  return mutation?.state === "sending" || mutation?.state === "confirmed";
}

/** The loaded state with the mutations applied, oldest first. */
export function applied<State, Change>(
  read: State,
  mutations: readonly Mutation<Change>[],
  apply: (state: State, change: Change) => State,
): State {
  return inOrder(mutations)
    .filter(isShown)
    .reduce((state, { change }) => apply(state, change), read);
}

export interface QueueOptions<Change> extends MutationRules<Change> {
  /** Rejects if there is no response. */
  send: (mutation: Mutation<Change>) => Promise<ApiAnswer>;
  /** Whether the server responds to anything else. Called after an attempt without a response; by default, it does not. */
  isReachable?: () => Promise<boolean>;
  /** Maximum number of mutations in flight at once, each for different records. */
  parallel?: number;
  /** What to keep of a settled mutation; null (the default) keeps nothing. */
  settled?: (mutation: Mutation<Change>) => Mutation<Change> | null;
  /** Without it, mutations live only as long as the page. */
  storage?: MutationStorage<Change>;
  runtime?: QueueRuntime;
}

export interface QueueState<Change> {
  /** Oldest first. */
  mutations: readonly Mutation<Change>[];
  /** Ids of mutations that did not fit in storage; they live only as long as this page. */
  unpersisted: ReadonlySet<string>;
}

type PutOptions = { delay?: number; instead?: string };

interface FlushOptions {
  /** The connection is back: unreached mutations do not wait for their next attempt. */
  retry?: boolean;
  /** The user requested it: everything is sent now, even if the browser reports no network. */
  byHand?: boolean;
}

/** Called after each attempt with the mutation's new state; the response is null if there was none. */
type AttemptListener<Change> = (mutation: Mutation<Change>, answer: ApiAnswer | null) => void;

export type OptimisticQueue<Change> = ReturnType<typeof createOptimisticQueue<Change>>;

/**
 * Holds changes made on a screen until the server has saved them and the screen has reloaded them: each change once,
 * those of a record in order, whatever happens in between. Continues after the screen is left.
 */
export function createOptimisticQueue<Change>(options: QueueOptions<Change>) {
  const { send, storage, parallel = 6, settled = () => null, runtime = browserRuntime } = options;
  let state: QueueState<Change> = { mutations: [], unpersisted: new Set() };
  const listeners = new Set<() => void>();
  const attemptListeners = new Set<AttemptListener<Change>>();
  let lastWrite: Promise<unknown> = Promise.resolve();
  let flushing: Promise<void> | null = null;
  let lookAgain = () => {};
  let cancelWake = () => {};

  function show(next: QueueState<Change>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /** Serializes writes, so that the state shown matches what is stored. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = lastWrite.then(run, run);
    lastWrite = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Updates all of them together: shown immediately if there is no storage, otherwise once stored. An unsent mutation with the id
   * `instead` goes in the same step, so that a page that is closed leaves one of them; it stays if there is no room.
   */
  async function keep(changed: readonly Mutation<Change>[], instead?: string): Promise<void> {
    const withChanged = (unpersisted: ReadonlySet<string>, replaced?: string) => {
      const others = state.mutations.filter(({ id }) => id !== replaced && !changed.some((one) => one.id === id));
      const open = new Set([...unpersisted].filter((id) => id !== replaced));
      show({ unpersisted: open, mutations: inOrder([...others, ...changed]) });
    };
    if (!storage) return withChanged(state.unpersisted, wasSent(find(instead)) ? undefined : instead);
    await inTurn(async () => {
      const unpersisted = new Set(state.unpersisted);
      let replaced = wasSent(find(instead)) ? undefined : instead;
      for (const mutation of changed) {
        if (await saved(storage, mutation, replaced)) unpersisted.delete(mutation.id);
        else {
          unpersisted.add(mutation.id);
          replaced = undefined;
        }
      }
      withChanged(unpersisted, replaced);
      storage.changed();
    });
  }

  /** If storage is full, settled mutations are removed to make room. */
  async function saved(store: MutationStorage<Change>, mutation: Mutation<Change>, instead?: string): Promise<boolean> {
    const save = () => store.save(mutation, instead).then(yes, no);
    if (await save()) return true;
    const old = state.mutations.filter(({ id, isSettled }) => isSettled && id !== mutation.id);
    for (const { id } of old) if (!(await store.remove(id).then(yes, no))) return false;
    show({ ...state, mutations: state.mutations.filter((one) => !old.includes(one)) });
    return save();
  }

  async function remove(ids: readonly string[]): Promise<void> {
    const withoutThem = () =>
      show({
        unpersisted: new Set([...state.unpersisted].filter((id) => !ids.includes(id))),
        mutations: state.mutations.filter(({ id }) => !ids.includes(id)),
      });
    if (!storage) return withoutThem();
    await inTurn(async () => {
      for (const id of ids) await storage.remove(id);
      withoutThem();
      storage.changed();
    });
  }

  /** Loads stored mutations, which another tab may have changed. */
  async function reload(): Promise<void> {
    if (!storage) return;
    await inTurn(async () => {
      const isInMemoryOnly = ({ id }: Mutation<Change>) => state.unpersisted.has(id);
      const stored = (await storage.load()).filter((mutation) => !isInMemoryOnly(mutation));
      show({ ...state, mutations: inOrder([...stored, ...state.mutations.filter(isInMemoryOnly)]) });
    });
  }

  /**
   * Adds a change, sent in its turn and no sooner than `delay` milliseconds. Resolves once it is stored. The mutation with the id
   * `instead` is dropped with it, unless it is in flight or confirmed.
   */
  async function put(made: Change, { delay = 0, instead }: PutOptions = {}): Promise<Mutation<Change>> {
    const now = runtime.now();
    const mutation = newMutation(asAfterConfirmed(made, state.mutations, options), {
      id: runtime.newId(),
      order: Math.max(now, (state.mutations.at(-1)?.order ?? 0) + 1),
      madeAt: now,
      notBefore: delay > 0 ? now + delay : 0,
    });
    const saved = keep([mutation], instead);
    if (storage) await saved;
    void flush();
    return mutation;
  }

  const find = (id: string | undefined) => state.mutations.find((mutation) => mutation.id === id);

  /** Drops a mutation as if it had never been made; has no effect on one that is in flight or confirmed. */
  async function discard(id: string): Promise<void> {
    if (wasSent(find(id))) return;
    await remove([id]);
    void flush();
  }

  /** Sends a refused or unreached mutation again, unchanged or with a new change. */
  async function retry(id: string, change?: Change): Promise<void> {
    const mutation = find(id);
    if (mutation?.state !== "refused" && mutation?.state !== "unreached") return;
    await keep([again(mutation, change)]);
    await flush();
  }

  /** Marks confirmed mutations as settled when the loaded data contains them. */
  async function settle(isContained: (mutation: Mutation<Change>) => boolean): Promise<void> {
    const now = state.mutations.filter((one) => one.state === "confirmed" && !one.isSettled && isContained(one));
    if (now.length === 0) return;
    const rest = now.map((mutation) => settled({ ...mutation, isSettled: true }));
    const gone = now.filter((_, index) => rest[index] === null).map(({ id }) => id);
    if (gone.length > 0) await remove(gone);
    if (gone.length < now.length) await keep(rest.filter((mutation) => mutation !== null));
  }

  /** Sends whatever is due. Concurrent calls share one run. */
  async function flush({ retry = false, byHand = false }: FlushOptions = {}): Promise<void> {
    // A run in progress may already have stopped trying, so a retry or a manual request waits for it to end.
    if (retry || byHand) await flushing;
    // While offline, this would only write each mutation twice: here and when it is stranded again.
    if (byHand || (retry && runtime.online())) {
      const late = state.mutations.filter(
        ({ state, notBefore }) => (state === "unreached" || (byHand && state === "queued")) && notBefore !== 0,
      );
      if (late.length > 0) await keep(late.map((one) => ({ ...one, notBefore: 0 })));
    }
    if (flushing) lookAgain();
    else {
      const work = () => sendAll(byHand);
      flushing = (storage ? storage.exclusively(work) : work()).then(no, yes).then((isBroken) => {
        flushing = null;
        // A storage that fails is not asked again at once.
        scheduleWake(isBroken ? 5000 : 0);
      });
    }
    await flushing;
  }

  async function sendAll(byHand: boolean): Promise<void> {
    await reload();
    const toStore = state.mutations.filter(({ id }) => state.unpersisted.has(id));
    if (toStore.length > 0) await keep(toStore);
    // Only one tab runs this at a time, so anything still 'sending' was interrupted.
    const cutShort = state.mutations.filter(({ state }) => state === "sending");
    if (cutShort.length > 0) await keep(cutShort.map(interrupted));

    const active = new Map<string, Promise<void>>();
    const failed = new Set<string>();
    let outage: Failure | null = null;
    const next = () => dueMutations(state.mutations, runtime.now(), options).find(({ id }) => !failed.has(id));
    const attempt = async (mutation: Mutation<Change>) => {
      const failure = await sendOne(mutation);
      if (failure) failed.add(mutation.id);
      if (failure === "offline" || failure === "signed_out") outage = failure;
      active.delete(mutation.id);
    };
    for (;;) {
      const flushRequested = new Promise<void>((resolve) => {
        lookAgain = resolve;
      });
      if (!byHand && !runtime.online()) outage ??= "offline";
      for (let due = next(); due && !outage && active.size < parallel; due = next()) {
        const sending: Mutation<Change> = { ...due, state: "sending" };
        await keep([sending]);
        active.set(due.id, attempt(sending));
      }
      if (active.size === 0) break;
      await Promise.race([flushRequested, ...active.values()]);
    }
    if (outage) await strand(outage, failed);
  }

  /** Marks the remaining due mutations as unreached without attempting each of them. */
  async function strand(failure: Failure, failed: ReadonlySet<string>): Promise<void> {
    const now = runtime.now();
    const due = dueMutations(state.mutations, now, options).filter(({ id }) => !failed.has(id));
    if (due.length === 0) return;
    const stranded = due.map((mutation) => ({ ...mutation, ...unreached(mutation, { failure, now, rules: options }) }));
    await keep(stranded);
    for (const mutation of stranded) tellAttempt(mutation, null);
  }

  async function sendOne(sending: Mutation<Change>): Promise<Failure | null> {
    const answer = await send(sending).catch(() => null);
    const isServer = await isServerError(answer, { online: runtime.online, isReachable: options.isReachable });
    // Mutations waiting for this one may have changed during the request.
    const after = afterAnswer(sending, { answer, isServer, now: runtime.now(), rules: options });
    const later = after.state === "confirmed" ? following(state.mutations, after, options) : [];
    await keep([after, ...later]);
    tellAttempt(after, answer);
    return after.failure;
  }

  function tellAttempt(mutation: Mutation<Change>, answer: ApiAnswer | null): void {
    for (const listener of attemptListeners) listener(mutation, answer);
  }

  function scheduleWake(pause: number): void {
    cancelWake();
    const now = runtime.now();
    const at = nextRunAt(state.mutations, now, options);
    // Mutations already due were added while a flush was ending: run once more, even if offline.
    cancelWake =
      at !== null && (at <= now || runtime.online())
        ? runtime.later(Math.max(at - now, pause), () => void flush())
        : () => {};
  }

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onAttempt(listener: AttemptListener<Change>): () => void {
      attemptListeners.add(listener);
      return () => void attemptListeners.delete(listener);
    },
    reload,
    put,
    discard,
    retry,
    settle,
    flush,
  };
}

const yes = () => true;
const no = () => false;

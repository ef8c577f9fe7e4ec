import type { ApiAnswer } from "./api-request";

/**
 * queued: made, not sent yet. sending: on its way. confirmed: the server has it. refused: the server said no, and somebody
 * has to decide. unreached: tried without an answer of the server's own; it is tried again.
 */
const MUTATION_STATES = ["queued", "sending", "confirmed", "refused", "unreached"] as const;
export type MutationState = (typeof MUTATION_STATES)[number];

/** Why a mutation did not get through. */
export type Failure = "offline" | "server" | "signed_out";

/** A change made on the screen. Plain data, so that it can be stored and survive the page. */
export interface Mutation<Change> {
  /** Made on the device; the idempotency key as well, so that sending it again has no second effect. */
  id: string;
  /** Mutations that share a record are sent in this order. */
  order: number;
  change: Change;
  /** Epoch milliseconds, by the device's clock. */
  madeAt: number;
  state: MutationState;
  tries: number;
  /** Epoch milliseconds; not sent before. Null: only when the connection is back or somebody asks for it. */
  notBefore: number | null;
  /** The server's answer, once it is confirmed or refused. */
  answer: ApiAnswer | null;
  /** Of an unreached one. */
  failure: Failure | null;
  /** Confirmed, and what was read since shows it. */
  isSettled: boolean;
}

/** What a refusal comes to after a second look. */
export type Review<Change> =
  | { kind: "refused" }
  /** An earlier try had got through after all. */
  | { kind: "confirmed" }
  /** What stands against it does not concern it: sent once more, changed so. */
  | { kind: "resend"; change: Change };

/** The rules of one kind of changes. */
interface MutationRules<Change> {
  /** The records a change touches. */
  recordsOf: (change: Change) => readonly string[];
  /**
   * A change once an earlier one of its record is confirmed, with that one's version at least, say: it was made on what the
   * screen showed before. Unchanged by default.
   */
  follow?: (later: Change, confirmed: { change: Change; answer: ApiAnswer }) => Change;
  /** A second look at a refusal; refused by default. */
  review?: (mutation: Mutation<Change>, answer: ApiAnswer) => Review<Change>;
  /** Whether a refused mutation holds back a later one of its record until somebody decided. Not by default. */
  blocks?: (refused: Mutation<Change>, later: Mutation<Change>) => boolean;
  /** Milliseconds until the next try after so many; null (the default): only when the connection is back or by hand. */
  retryDelay?: (tries: number) => number | null;
}

/** What every change comes from and returns to. */
export function newMutation<Change>(
  change: Change,
  made: { id: string; order: number; madeAt: number; notBefore: number },
): Mutation<Change> {
  return { ...made, change, state: "queued", tries: 0, answer: null, failure: null, isSettled: false };
}

function inOrder<Change>(mutations: readonly Mutation<Change>[]): Mutation<Change>[] {
  return mutations.toSorted((a, b) => a.order - b.order);
}

/** Whether the server's word on it is still out. */
export function isOpen({ state }: Pick<Mutation<unknown>, "state">): boolean {
  return state === "queued" || state === "sending" || state === "unreached";
}

function waitsFor<Change>(later: Mutation<Change>, former: Mutation<Change>, rules: MutationRules<Change>): boolean {
  if (former.order >= later.order || !sharesRecord(later.change, former.change, rules)) return false;
  return former.state === "refused" ? (rules.blocks?.(former, later) ?? false) : isOpen(former);
}

function sharesRecord<Change>(a: Change, b: Change, { recordsOf }: MutationRules<Change>): boolean {
  const records = recordsOf(b);
  return recordsOf(a).some((record) => records.includes(record));
}

/** Those that wait for nothing but their time, oldest first. */
function sendable<Change>(mutations: readonly Mutation<Change>[], rules: MutationRules<Change>): Mutation<Change>[] {
  return inOrder(mutations).filter(
    (mutation) =>
      (mutation.state === "queued" || mutation.state === "unreached") &&
      !mutations.some((former) => waitsFor(mutation, former, rules)),
  );
}

/** Those whose turn and time have come, oldest first. Other records do not wait for one another. */
function dueMutations<Change>(
  mutations: readonly Mutation<Change>[],
  now: number,
  rules: MutationRules<Change>,
): Mutation<Change>[] {
  return sendable(mutations, rules).filter(({ notBefore }) => notBefore !== null && notBefore <= now);
}

/** When to look again, in epoch milliseconds; null where nothing is to be sent by itself. */
function wakeAt<Change>(mutations: readonly Mutation<Change>[], rules: MutationRules<Change>): number | null {
  const times = sendable(mutations, rules).flatMap(({ notBefore }) => (notBefore === null ? [] : [notBefore]));
  return times.length > 0 ? Math.min(...times) : null;
}

/** Answers that speak of the connection, the session or the server rather than of the change. */
const RETRYABLE_STATUSES = new Set([408, 425, 429]);

/** Why it did not get through; null where the server gave its word on it. No answer at all is a lost connection. */
export function failureOf(answer: ApiAnswer | null): Failure | null {
  if (!answer) return "offline";
  if (answer.status === 401) return "signed_out";
  return answer.status >= 500 || RETRYABLE_STATUSES.has(answer.status) ? "server" : null;
}

/** A mutation after the answer, which is null where none came. */
function afterAnswer<Change>(
  mutation: Mutation<Change>,
  { answer, now, rules }: { answer: ApiAnswer | null; now: number; rules: MutationRules<Change> },
): Mutation<Change> {
  const tries = mutation.tries + 1;
  const failure = failureOf(answer);
  if (!answer || failure) {
    return { ...mutation, ...unreached(mutation, { failure: failure ?? "offline", now, rules }), tries };
  }
  const decided = { ...mutation, tries, answer, failure: null };
  if (answer.status < 300) return { ...decided, state: "confirmed" };
  const review = rules.review?.(decided, answer) ?? { kind: "refused" };
  if (review.kind === "resend") return { ...decided, ...asAgain, change: review.change, notBefore: now };
  return { ...decided, state: review.kind };
}

/** The next try comes after a pause, which grows with the tries before. */
function unreached<Change>(
  { tries }: Mutation<Change>,
  { failure, now, rules }: { failure: Failure; now: number; rules: MutationRules<Change> },
) {
  const delay = rules.retryDelay?.(tries + 1) ?? null;
  return { state: "unreached", failure, notBefore: delay === null ? null : now + delay } as const;
}

const asAgain = { state: "queued", answer: null, failure: null } as const;

/** Once more, perhaps with something added. The id stays: the server keeps nothing of what it refused. */
function again<Change>(mutation: Mutation<Change>, change = mutation.change): Mutation<Change> {
  return { ...mutation, ...asAgain, change, tries: 0, notBefore: 0 };
}

/** A page that was closed while sending cannot know what became of it: the same id is sent again. */
function interrupted<Change>(mutation: Mutation<Change>): Mutation<Change> {
  return mutation.state === "sending" ? { ...mutation, ...asAgain, notBefore: 0 } : mutation;
}

/** The others after one was confirmed: what waits on the same record goes on from there. */
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

/** A new change, as it stands on those of its records that are confirmed and not read yet. */
function asAfterConfirmed<Change>(
  change: Change,
  mutations: readonly Mutation<Change>[],
  rules: MutationRules<Change>,
): Change {
  const { follow } = rules;
  if (!follow) return change;
  return mutations.reduce((now, { answer, change: before, isSettled, state }) => {
    const stands = state === "confirmed" && !isSettled && sharesRecord(now, before, rules);
    return answer && stands ? follow(now, { change: before, answer }) : now;
  }, change);
}

/** Refused and unreached ones are not shown: where the server has no such thing, neither has the screen. */
function isShown({ state, isSettled }: Mutation<unknown>): boolean {
  return !isSettled && (state === "queued" || state === "sending" || state === "confirmed");
}

/** What was read with the mutations on top, oldest first. */
export function applied<State, Change>(
  read: State,
  mutations: readonly Mutation<Change>[],
  apply: (state: State, change: Change) => State,
): State {
  return inOrder(mutations)
    .filter(isShown)
    .reduce((state, { change }) => apply(state, change), read);
}

/** Where mutations outlive the page. */
export interface MutationStorage<Change> {
  load: () => Promise<Mutation<Change>[]>;
  /** Rejects where there is no room. */
  save: (mutation: Mutation<Change>) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /** Runs the work in one tab at a time. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Something changed that other tabs show as well. */
  changed: () => void;
}

/** What the queue needs of the browser; a test brings its own. */
interface QueueRuntime {
  online: () => boolean;
  now: () => number;
  newId: () => string;
  /** Calls back after so many milliseconds; the returned function calls it off. */
  later: (milliseconds: number, run: () => void) => () => void;
}

export const browserRuntime: QueueRuntime = {
  online: () => navigator.onLine,
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  later: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

export interface QueueOptions<Change> extends MutationRules<Change> {
  /** Rejects where no answer came. */
  send: (mutation: Mutation<Change>) => Promise<ApiAnswer>;
  /** So many may be on their way at once, each of other records. */
  parallel?: number;
  /** What stays of a mutation once it is settled; null (the default): nothing. */
  settled?: (mutation: Mutation<Change>) => Mutation<Change> | null;
  /** Unless given, mutations live as long as the page does. */
  storage?: MutationStorage<Change>;
  runtime?: QueueRuntime;
}

export interface QueueState<Change> {
  /** Oldest first. */
  mutations: readonly Mutation<Change>[];
  /** Ids of those that the storage had no room for: they live as long as this page does. */
  unpersisted: ReadonlySet<string>;
}

interface FlushOptions {
  /** The connection is back: those that did not get through do not wait for their next try. */
  retry?: boolean;
  /** Somebody asks: nothing waits for its time, and it is tried though the browser sees no network. */
  byHand?: boolean;
}

/** Called after each attempt with the mutation as it is then; the answer is null where none came. */
type AttemptListener<Change> = (mutation: Mutation<Change>, answer: ApiAnswer | null) => void;

export type OptimisticQueue<Change> = ReturnType<typeof createOptimisticQueue<Change>>;

/**
 * Keeps what was changed on a screen until the server has it and the screen has read it: each change once, those of a
 * record in their order, whatever happens between. Goes on when the screen on which they were made is left.
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

  /** One write after the other, so that what is shown is what is stored. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = lastWrite.then(run, run);
    lastWrite = turn.catch(() => undefined);
    return turn;
  }

  /** All at once: shown immediately where nothing is stored, else when it is. */
  async function keep(...changed: Mutation<Change>[]): Promise<void> {
    const withChanged = (unpersisted: ReadonlySet<string>) => {
      const others = state.mutations.filter(({ id }) => !changed.some((one) => one.id === id));
      show({ unpersisted, mutations: inOrder([...others, ...changed]) });
    };
    if (!storage) return withChanged(state.unpersisted);
    await inTurn(async () => {
      const unpersisted = new Set(state.unpersisted);
      for (const mutation of changed) {
        if (await saved(storage, mutation)) unpersisted.delete(mutation.id);
        else unpersisted.add(mutation.id);
      }
      withChanged(unpersisted);
      storage.changed();
    });
  }

  /** Where there is no room, what is settled makes some. */
  async function saved(store: MutationStorage<Change>, mutation: Mutation<Change>): Promise<boolean> {
    const save = () => store.save(mutation).then(yes, no);
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

  /** Reads what is stored, as another tab may have left it. */
  async function reload(): Promise<void> {
    if (!storage) return;
    await inTurn(async () => {
      const isHereAlone = ({ id }: Mutation<Change>) => state.unpersisted.has(id);
      const stored = (await storage.load()).filter((mutation) => !isHereAlone(mutation));
      show({ ...state, mutations: inOrder([...stored, ...state.mutations.filter(isHereAlone)]) });
    });
  }

  /** Takes a change up, to be sent when its turn comes and not before `delay` milliseconds. Resolves once it is stored. */
  async function put(made: Change, { delay = 0 }: { delay?: number } = {}): Promise<Mutation<Change>> {
    const now = runtime.now();
    const mutation = newMutation(asAfterConfirmed(made, state.mutations, options), {
      id: runtime.newId(),
      order: Math.max(now, (state.mutations.at(-1)?.order ?? 0) + 1),
      madeAt: now,
      notBefore: delay > 0 ? now + delay : 0,
    });
    const saved = keep(mutation);
    if (storage) await saved;
    void flush();
    return mutation;
  }

  const find = (id: string) => state.mutations.find((mutation) => mutation.id === id);

  /** As if it had never been made; nothing happens to one that is on its way or through. */
  async function discard(id: string): Promise<void> {
    const found = find(id)?.state;
    if (found === "sending" || found === "confirmed") return;
    await remove([id]);
    void flush();
  }

  /** Sends a refused or unreached one again, as it is or with something added. */
  async function retry(id: string, change?: Change): Promise<void> {
    const mutation = find(id);
    if (mutation?.state !== "refused" && mutation?.state !== "unreached") return;
    await keep(again(mutation, change));
    await flush();
  }

  /** What was read since shows these. */
  async function settle(isContained: (mutation: Mutation<Change>) => boolean): Promise<void> {
    const now = state.mutations.filter((one) => one.state === "confirmed" && !one.isSettled && isContained(one));
    if (now.length === 0) return;
    const rest = now.map((mutation) => settled({ ...mutation, isSettled: true }));
    const gone = now.filter((_, index) => rest[index] === null).map(({ id }) => id);
    if (gone.length > 0) await remove(gone);
    if (gone.length < now.length) await keep(...rest.filter((mutation) => mutation !== null));
  }

  /** Sends what can be sent. Several calls at once are one. */
  async function flush({ retry = false, byHand = false }: FlushOptions = {}): Promise<void> {
    // Under way it may have given up already: whoever asks for more than what is due comes after it.
    if (retry || byHand) await flushing;
    // Without a connection nothing would come of it but a write for each, here and when it is stranded again.
    if (byHand || (retry && runtime.online())) {
      const late = state.mutations.filter(
        ({ state, notBefore }) => (state === "unreached" || (byHand && state === "queued")) && notBefore !== 0,
      );
      if (late.length > 0) await keep(...late.map((one) => ({ ...one, notBefore: 0 })));
    }
    if (flushing) lookAgain();
    else {
      const work = () => sendAll(byHand);
      flushing = (storage ? storage.exclusively(work) : work()).finally(() => {
        flushing = null;
        scheduleWake();
      });
    }
    await flushing;
  }

  async function sendAll(byHand: boolean): Promise<void> {
    await reload();
    const toStore = state.mutations.filter(({ id }) => state.unpersisted.has(id));
    if (toStore.length > 0) await keep(...toStore);
    // Only one tab is here at a time: what is 'sending' now was cut off.
    const cutShort = state.mutations.filter(({ state }) => state === "sending");
    if (cutShort.length > 0) await keep(...cutShort.map(interrupted));

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
        await keep(sending);
        active.set(due.id, attempt(sending));
      }
      if (active.size === 0) break;
      await Promise.race([flushRequested, ...active.values()]);
    }
    if (outage) await strand(outage, failed);
  }

  /** Tells of what is due that it does not get through either, without trying each. */
  async function strand(failure: Failure, failed: ReadonlySet<string>): Promise<void> {
    const now = runtime.now();
    const due = dueMutations(state.mutations, now, options).filter(({ id }) => !failed.has(id));
    if (due.length === 0) return;
    const stranded = due.map((mutation) => ({ ...mutation, ...unreached(mutation, { failure, now, rules: options }) }));
    await keep(...stranded);
    for (const mutation of stranded) tellAttempt(mutation, null);
  }

  async function sendOne(sending: Mutation<Change>): Promise<Failure | null> {
    const answer = await send(sending).catch(() => null);
    // What waited for it may have been given something else by then.
    const after = afterAnswer(sending, { answer, now: runtime.now(), rules: options });
    const later = after.state === "confirmed" ? following(state.mutations, after, options) : [];
    await keep(after, ...later);
    tellAttempt(after, answer);
    return after.failure;
  }

  function tellAttempt(mutation: Mutation<Change>, answer: ApiAnswer | null): void {
    for (const listener of attemptListeners) listener(mutation, answer);
  }

  function scheduleWake(): void {
    cancelWake();
    const at = wakeAt(state.mutations, options);
    const now = runtime.now();
    // What is due already came while a flush was ending: it is looked at, though it may not get through.
    cancelWake =
      at !== null && (at <= now || runtime.online())
        ? runtime.later(Math.max(at - now, 0), () => void flush())
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

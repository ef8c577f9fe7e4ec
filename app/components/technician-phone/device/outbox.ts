import { type Act, type Entry, type EntryRequest, requestOf } from "~/domain/technician-phone/entries.rules";
import {
  type Answer,
  afterAnswer,
  asSettled,
  canTakeBack,
  interrupted,
  isTrouble,
  nextToSend,
  sentAgain,
  UNDO_MILLISECONDS,
  wakeAt,
} from "~/domain/technician-phone/queue.rules";

/** What the outbox stands on; a test brings its own. */
export interface Around {
  /** Every entry that the device keeps of this person. */
  load: () => Promise<Entry[]>;
  save: (entry: Entry) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** Rejects where no answer came. */
  send: (request: EntryRequest) => Promise<NonNullable<Answer>>;
  /** Runs the work in one tab at a time. */
  alone: (work: () => Promise<void>) => Promise<void>;
  online: () => boolean;
  now: () => number;
  newKey: () => string;
  /** Calls back after so many milliseconds; the returned function calls it off. */
  later: (milliseconds: number, run: () => void) => () => void;
  /** Something changed that other tabs show as well. */
  changed: () => void;
}

export type Reach = "unknown" | "ok" | "none" | "signed_out";

export interface OutboxState {
  entries: readonly Entry[];
  reach: Reach;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** Keeps what was put down until the server has it: each entry once, those of a job in their order, whatever happens between. */
export function createOutbox(userId: string, around: Around) {
  let state: OutboxState = { entries: [], reach: "unknown" };
  const listeners = new Set<() => void>();
  let lastWrite: Promise<unknown> = Promise.resolve();
  let sending: Promise<void> | null = null;
  let callOff = () => {};

  function show(change: Partial<OutboxState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** One write after the other, so that what is shown is what is kept. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = lastWrite.then(run, run);
    lastWrite = turn.catch(() => undefined);
    return turn;
  }

  function reload(): Promise<void> {
    return inTurn(async () => show({ entries: (await around.load()).sort((a, b) => a.order - b.order) }));
  }

  function keep(entry: Entry): Promise<void> {
    return inTurn(async () => {
      await around.save(entry);
      show({
        entries: [...state.entries.filter((one) => one.key !== entry.key), entry].sort((a, b) => a.order - b.order),
      });
      around.changed();
    });
  }

  /** Keeps it on the device; it goes out when its turn comes. */
  async function put(job: { id: string; reference: string }, act: Act): Promise<void> {
    const now = around.now();
    const last = state.entries.at(-1)?.order ?? 0;
    await keep({
      ...{ key: around.newKey(), order: Math.max(now, last + 1), userId, jobId: job.id, jobLabel: job.reference },
      ...{
        act,
        at: new Date(now).toISOString(),
        state: "queued",
        tries: 0,
        refusal: null,
        savedAt: null,
        settled: false,
      },
      notBefore: act.kind === "move" ? now + UNDO_MILLISECONDS : 0,
    });
    void flush();
  }

  const find = (key: string) => state.entries.find((entry) => entry.key === key);

  /** As if it had never been put down; nothing happens where it may have been sent. */
  async function takeBack(key: string): Promise<void> {
    const entry = find(key);
    if (!entry || !canTakeBack(entry, state.entries)) return;
    await inTurn(async () => {
      await around.remove(key);
      show({ entries: state.entries.filter((one) => one.key !== key) });
      around.changed();
    });
    void flush();
  }

  async function again(key: string): Promise<void> {
    const entry = find(key);
    if (entry) await keep(sentAgain(entry));
    await flush();
  }

  /** These show in a day that was read after they were saved. */
  async function settle(keys: ReadonlySet<string>): Promise<void> {
    for (const entry of state.entries) if (keys.has(entry.key) && !entry.settled) await keep(asSettled(entry));
  }

  /** Sends what can be sent; several calls at once are one. */
  function flush(): Promise<void> {
    sending ??= around.alone(sendAll).finally(() => {
      sending = null;
      sleep();
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    await reload();
    // Only one tab is here at a time: what is 'sending' now was cut off.
    for (const entry of state.entries) if (entry.state === "sending") await keep(interrupted(entry));
    while (around.online()) {
      const entry = nextToSend(state.entries, around.now());
      if (!entry) return;
      await keep({ ...entry, state: "sending" });
      const answer = await around.send(requestOf(entry)).catch(() => null);
      await keep(afterAnswer(entry, answer, around.now()));
      show({ reach: answer === null ? "none" : answer.status === 401 ? "signed_out" : "ok" });
      if (isTrouble(answer)) return;
    }
  }

  function sleep(): void {
    callOff();
    const at = around.online() ? wakeAt(state.entries) : null;
    callOff = at === null ? () => {} : around.later(Math.max(at - around.now(), 0), () => void flush());
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reload,
    put,
    takeBack,
    again,
    settle,
    flush,
  };
}

import { type Act, type Entry, type EntryRequest, requestOf } from "~/domain/technician-app/entries";
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
} from "~/domain/technician-app/queue";

/** What the outbox stands on; a test brings its own. */
export interface Around {
  /** Every entry that the device keeps of this person. */
  load: () => Promise<Entry[]>;
  /** Rejects where the device has no room. */
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

/** By this name the browser is asked to call the service worker once there is a connection. */
export const syncTag = "plenum-outbox";

export type Reach = "unknown" | "ok" | "none" | "signed_out";

export interface OutboxState {
  entries: readonly Entry[];
  reach: Reach;
  /** Keys of entries that the device had no room for: they live as long as this page does. */
  loose: ReadonlySet<string>;
}

export type Outbox = ReturnType<typeof createOutbox>;

function inOrder(entries: Entry[]): Entry[] {
  return entries.sort((a, b) => a.order - b.order);
}

/** Keeps what was put down until the server has it: each entry once, those of a job in their order, whatever happens between. */
export function createOutbox(userId: string, around: Around) {
  let state: OutboxState = { entries: [], reach: "unknown", loose: new Set() };
  const listeners = new Set<() => void>();
  let lastWrite: Promise<unknown> = Promise.resolve();
  let sending: Promise<void> | null = null;
  let callOff = () => {};

  function show(change: Partial<OutboxState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** That a session ended is known by an entry's answer alone, and an answer on its way when the network went is no network. */
  function reached(told: "ok" | "none", byEntry = false): void {
    const reach = around.online() ? told : "none";
    if (state.reach !== reach && (byEntry || reach === "none" || state.reach !== "signed_out")) show({ reach });
  }

  /** One write after the other, so that what is shown is what is kept. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = lastWrite.then(run, run);
    lastWrite = turn.catch(() => undefined);
    return turn;
  }

  function reload(): Promise<void> {
    return inTurn(async () => {
      const kept = (await around.load()).filter((entry) => !state.loose.has(entry.key));
      show({ entries: inOrder([...kept, ...state.entries.filter((entry) => state.loose.has(entry.key))]) });
    });
  }

  function keep(entry: Entry): Promise<void> {
    return inTurn(async () => {
      const loose = new Set(state.loose);
      loose.delete(entry.key);
      if (!(await saved(entry))) loose.add(entry.key);
      show({ loose, entries: inOrder([...state.entries.filter((one) => one.key !== entry.key), entry]) });
      around.changed();
    });
  }

  /** On a full device what the office has makes room; where that does not do, the entry stays with this page. */
  async function saved(entry: Entry): Promise<boolean> {
    try {
      await around.save(entry);
      return true;
    } catch {
      const had = state.entries.filter((one) => one.settled && one.key !== entry.key);
      try {
        for (const { key } of had) await around.remove(key);
        show({ entries: state.entries.filter((one) => !had.includes(one)) });
        await around.save(entry);
        return true;
      } catch {
        return false;
      }
    }
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
      const loose = new Set(state.loose);
      loose.delete(key);
      show({ loose, entries: state.entries.filter((one) => one.key !== key) });
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

  /** At once and without waiting for anything but the server: somebody asked for it. */
  async function sendNow(): Promise<void> {
    await sending;
    for (const entry of state.entries) if (entry.state === "queued") await keep({ ...entry, notBefore: 0 });
    await flush(true);
  }

  /** Sends what can be sent; several calls at once are one. Asked for by hand it tries where the browser sees no network. */
  function flush(byHand = false): Promise<void> {
    sending ??= around
      .alone(() => sendAll(byHand))
      .finally(() => {
        sending = null;
        sleep();
      });
    return sending;
  }

  async function sendAll(byHand: boolean): Promise<void> {
    await reload();
    for (const entry of state.entries) if (state.loose.has(entry.key)) await keep(entry);
    // Only one tab is here at a time: what is 'sending' now was cut off.
    for (const entry of state.entries) if (entry.state === "sending") await keep(interrupted(entry));
    while (byHand || around.online()) {
      const entry = nextToSend(state.entries, around.now());
      if (!entry) return;
      await keep({ ...entry, state: "sending" });
      const answer = await around.send(requestOf(entry)).catch(() => null);
      await keep(afterAnswer(entry, answer, around.now()));
      if (answer?.status === 401) show({ reach: "signed_out" });
      else reached(answer ? "ok" : "none", true);
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
    sendNow,
    reached,
    settle,
    flush,
  };
}

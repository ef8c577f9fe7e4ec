import { MINUTE_MS } from "~/domain/shared/time/dates";
import { isFailing } from "~/lib/optimistic-queue";
import { browserRuntime, isServerError, type QueueRuntime } from "~/lib/queue-runtime";
import { changeRecording, memosOf, type Recording, watchRecordings } from "./recordings";
import { submitSaved } from "./submit-saved";

/**
 * queued: only on this device. sending: in flight. failing: the server keeps failing on it, or never receives it while it
 * responds otherwise. ready: ready for review. refused: failed with a message, also for review.
 */
export type MemoState = "queued" | "sending" | "failing" | "ready" | "refused";

/** A memo recorded for a job and not confirmed yet, as stored on this device. */
export interface DeviceMemo {
  id: string;
  workOrderId: string;
  sessionId: string | null;
  /** Epoch milliseconds. */
  at: number;
  state: MemoState;
  message: string | null;
}

/** A person's memos, as stored on this device. */
interface MemoStorage {
  /** Newest first. */
  load: () => Promise<Recording[]>;
  change: (id: string, change: Partial<Recording>) => Promise<void>;
  watch: (onChange: () => void) => () => void;
  /** Runs in one tab or worker at a time; does nothing if another one is already sending. */
  ifAlone: (work: () => Promise<void>) => Promise<void>;
}

interface MemoQueueOptions {
  userId: string;
  /** Whether the server responds to anything else. Called after an attempt without a response. */
  isReachable: () => Promise<boolean>;
  onChange?: (memos: readonly DeviceMemo[]) => void;
  /** True once nobody is waiting, as in a worker that the browser may terminate. */
  isEnded?: () => boolean;
  submit?: typeof submitSaved;
  storage?: MemoStorage;
  runtime?: QueueRuntime;
}

/** One that always fails must not use up the technician's data plan. */
const RETRY_MS = 5 * MINUTE_MS;

/** Whether it keeps failing, so that the others no longer wait for it. */
const isSetAside = ({ isRead, serverErrors }: Recording) => !isRead && isFailing({ state: "queued", serverErrors });

/**
 * A person's memos on this device, each processed by the server once there is a connection. Rejects if the browser has
 * no storage.
 */
export function createMemoQueue({
  userId,
  isReachable,
  onChange = () => {},
  isEnded = () => false,
  submit = submitSaved,
  storage = deviceStorage(userId),
  runtime = browserRuntime,
}: MemoQueueOptions) {
  const { online } = runtime;
  const refused = new Map<string, string>();
  let sending: string | null = null;
  let running: Promise<void> | null = null;
  let cancelRetry = () => {};
  // While offline, stop here; sending is started again when the connection is back.
  const isOver = () => isEnded() || !online();

  async function reload(): Promise<readonly DeviceMemo[]> {
    const memos = (await storage.load()).map(memoOf);
    onChange(memos);
    return memos;
  }

  function memoOf(recording: Recording): DeviceMemo {
    const { id, about, sessionId, startedAt, isRead } = recording;
    const message = isRead ? null : (refused.get(id) ?? null);
    const state = isRead ? "ready" : id === sending ? "sending" : message ? "refused" : waitingState(recording);
    return {
      id,
      workOrderId: "workOrderId" in about ? about.workOrderId : "",
      sessionId,
      at: startedAt,
      state,
      message,
    };
  }

  /** The next memo; those that keep failing come last, one attempt each. */
  async function next(tried: ReadonlySet<string>): Promise<Recording | undefined> {
    const memos = (await storage.load()).filter(({ id, isRead }) => !isRead && !tried.has(id));
    return memos.find((memo) => !isSetAside(memo)) ?? memos[0];
  }

  async function sendAll(): Promise<void> {
    const tried = new Set<string>();
    for (let memo = await next(tried); memo && !isOver(); memo = await next(tried)) {
      tried.add(memo.id);
      sending = memo.id;
      refused.delete(memo.id);
      await reload();
      const message = await readMemo(memo);
      if (message) refused.set(memo.id, message);
      sending = null;
    }
    const memos = await reload();
    if (memos.some(({ state }) => state === "failing")) cancelRetry = runtime.later(RETRY_MS, () => void send());
  }

  /**
   * Null once it is ready for review, set aside, discarded, or nobody is waiting; otherwise the reason it could not be
   * processed. It is attempted until the server decides, and set aside when it keeps failing.
   */
  async function readMemo(recording: Recording): Promise<string | null> {
    let serverErrors = recording.serverErrors ?? 0;
    let isStuck = false;
    const submitted = await submit(recording, {
      isEnded: () => isStuck || isOver(),
      onAttempt: async ({ answer, isDecided }) => {
        const before = serverErrors;
        if (isDecided) serverErrors = 0;
        else if (await isServerError(answer, { online, isReachable })) serverErrors += 1;
        if (serverErrors !== before) await storage.change(recording.id, { serverErrors });
        const isDiscarded = !(await storage.load()).some(({ id }) => id === recording.id);
        isStuck = isDiscarded || isSetAside({ ...recording, serverErrors });
      },
    }).catch(() => null);
    return submitted?.kind === "refused" ? submitted.message : null;
  }

  return {
    reload,
    /** Watches for changes made by another tab, the worker or a dialog, and sends new memos. */
    watch: () =>
      storage.watch(() => {
        void reload().then((memos) => {
          if (memos.some(({ state }) => state === "queued") && !isOver()) void send();
        });
      }),
    send,
  };

  function send(): Promise<void> {
    cancelRetry();
    running ??= storage.ifAlone(sendAll).finally(() => {
      running = null;
      sending = null;
    });
    return running;
  }
}

const waitingState = (recording: Recording) => (isSetAside(recording) ? "failing" : "queued");

const deviceStorage = (userId: string): MemoStorage => ({
  load: () => memosOf(userId),
  change: changeRecording,
  watch: watchRecordings,
  ifAlone: async (work) => {
    await navigator.locks.request("plenum-memos", { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  },
});

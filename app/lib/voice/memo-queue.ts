import { memosOf, type Recording, watchRecordings } from "./recordings";
import { submitSaved } from "./submit-saved";

/**
 * queued: only on this device. sending: in flight. ready: ready for review. refused: failed with a message, also for
 * review.
 */
export type MemoState = "queued" | "sending" | "ready" | "refused";

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

interface MemoQueueOptions {
  userId: string;
  onChange?: (memos: readonly DeviceMemo[]) => void;
  /** True once nobody is waiting, as in a worker that the browser may terminate. */
  isEnded?: () => boolean;
}

/**
 * A person's memos on this device, each processed by the server once there is a connection. Rejects if the browser has
 * no storage.
 */
export function createMemoQueue({ userId, onChange = () => {}, isEnded = () => false }: MemoQueueOptions) {
  const refused = new Map<string, string>();
  let sending: string | null = null;
  let running: Promise<void> | null = null;
  // While offline, stop here; sending is started again when the connection is back.
  const isOver = () => isEnded() || !navigator.onLine;

  async function reload(): Promise<readonly DeviceMemo[]> {
    const memos = (await memosOf(userId)).map(memoOf);
    onChange(memos);
    return memos;
  }

  function memoOf({ id, about, sessionId, startedAt, isRead }: Recording): DeviceMemo {
    const message = isRead ? null : (refused.get(id) ?? null);
    const state = isRead ? "ready" : id === sending ? "sending" : message ? "refused" : "queued";
    return {
      id,
      workOrderId: "workOrderId" in about ? about.workOrderId : "",
      sessionId,
      at: startedAt,
      state,
      message,
    };
  }

  async function sendAll(): Promise<void> {
    const tried = new Set<string>();
    const next = async () => (await memosOf(userId)).find(({ id, isRead }) => !isRead && !tried.has(id));
    for (let memo = await next(); memo && !isOver(); memo = await next()) {
      tried.add(memo.id);
      sending = memo.id;
      refused.delete(memo.id);
      await reload();
      const message = await readMemo(memo, isOver);
      if (message) refused.set(memo.id, message);
      sending = null;
    }
    await reload();
  }

  return {
    reload,
    /** Watches for changes made by another tab, the worker or a dialog, and sends new memos. */
    watch: () =>
      watchRecordings(() => {
        void reload().then((memos) => {
          if (memos.some(({ state }) => state === "queued") && !isOver()) void send();
        });
      }),
    send,
  };

  /** Runs in one tab or worker at a time; does nothing if another one is already sending. */
  function send(): Promise<void> {
    running ??= navigator.locks
      .request("plenum-memos", { ifAvailable: true }, (lock) => (lock ? sendAll() : undefined))
      .then(() => undefined)
      .finally(() => {
        running = null;
        sending = null;
      });
    return running;
  }
}

/** Null once it is ready for review or nobody is waiting; otherwise the reason it could not be processed. */
async function readMemo(recording: Recording, isEnded: () => boolean): Promise<string | null> {
  const submitted = await submitSaved(recording, isEnded);
  return submitted.kind === "refused" ? submitted.message : null;
}

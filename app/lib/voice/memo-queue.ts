import { memosOf, type Recording, watchRecordings } from "./recordings";
import { submitKept } from "./submit-kept";

/** queued: on this device alone. sending: on its way. ready: to be looked at. refused: in words, to be looked at as well. */
export type MemoState = "queued" | "sending" | "ready" | "refused";

/** What was said on a job and is not confirmed yet, as this device has it. */
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
  /** Where nobody waits any longer: in a worker that the browser may end. */
  isEnded?: () => boolean;
}

/** A person's memos on this device, each read by the server once there is a connection. Rejects where the browser stores nothing. */
export function createMemoQueue({ userId, onChange = () => {}, isEnded = () => false }: MemoQueueOptions) {
  const refused = new Map<string, string>();
  let sending: string | null = null;
  let running: Promise<void> | null = null;
  // Without a connection it is tried again when there is one, and not from here.
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
    /** Hears of what another tab, the worker or a dialog changed, and sends what is new. */
    watch: () =>
      watchRecordings(() => {
        void reload().then((memos) => {
          if (memos.some(({ state }) => state === "queued") && !isOver()) void send();
        });
      }),
    send,
  };

  /** One tab or worker at a time: another one is at it already. */
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

/** Null once it waits to be looked at, or nobody waits any more; else why it could not be read. */
async function readMemo(recording: Recording, isEnded: () => boolean): Promise<string | null> {
  const submitted = await submitKept(recording, isEnded);
  return submitted.kind === "refused" ? submitted.message : null;
}

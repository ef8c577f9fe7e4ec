import type { ApiAnswer } from "./api-request";

/** Browser features that an optimistic queue depends on; tests pass their own. */
export interface QueueRuntime {
  online: () => boolean;
  now: () => number;
  newId: () => string;
  /** Calls back after a delay and returns a function that cancels it. */
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

interface Server extends Pick<QueueRuntime, "online"> {
  /** Whether the server responds to anything else; by default, it does not. */
  isReachable?: () => Promise<boolean>;
}

/** Whether an attempt without a decision failed because of the server and not the connection. */
export async function isServerError(answer: ApiAnswer | null, { online, isReachable }: Server): Promise<boolean> {
  return answer ? answer.status >= 500 : online() && ((await isReachable?.()) ?? false);
}

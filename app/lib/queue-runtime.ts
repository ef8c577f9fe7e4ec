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

/** Runs a callback once after a delay and returns a function that cancels it. */
export type After = (milliseconds: number, run: () => void) => () => void;

/** Named timers; setting one again restarts it. */
export function createClock(after: After) {
  const running = new Map<string, () => void>();

  function cancel(...names: string[]): void {
    for (const name of names) {
      running.get(name)?.();
      running.delete(name);
    }
  }
  return {
    cancel,
    waits: (name: string) => running.has(name),
    set(name: string, milliseconds: number, run: () => void): void {
      cancel(name);
      const off = after(milliseconds, () => {
        running.delete(name);
        run();
      });
      running.set(name, off);
    },
  };
}

/** Recorded time: the milliseconds before the current run, and its start in epoch milliseconds; null while paused. */
export interface Stopwatch {
  before: number;
  since: number | null;
}

export const ZERO: Stopwatch = { before: 0, since: null };

export function started(watch: Stopwatch, now: number): Stopwatch {
  return watch.since === null ? { ...watch, since: now } : watch;
}

export function paused(watch: Stopwatch, now: number): Stopwatch {
  return { before: elapsedMs(watch, now), since: null };
}

export function elapsedMs({ before, since }: Stopwatch, now: number): number {
  return since === null ? before : before + Math.max(0, now - since);
}

/** 0:07, 9:42. */
export function minutesText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

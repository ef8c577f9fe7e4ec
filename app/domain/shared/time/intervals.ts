import { MINUTE_MS } from "./dates";
import type { Instant } from "./time-zones";

/** Half-open: includes the start but not the end, so that 09-10 and 10-11 touch without overlapping. */
export type Interval = { start: Instant; end: Instant };

export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

/** The overlap of two intervals; null if they only touch. */
export function intersection(a: Interval, b: Interval): Interval | null {
  return overlaps(a, b) ? { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) } : null;
}

export function minutesOf({ start, end }: Interval): number {
  return Math.max(0, Math.round((end - start) / MINUTE_MS));
}

export function totalMinutes(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, interval) => sum + minutesOf(interval), 0);
}

/** Sorted by time, with overlapping or touching intervals merged and empty ones dropped. */
export function union(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  const ordered = intervals.filter(({ start, end }) => start < end).toSorted((a, b) => a.start - b.start);
  for (const interval of ordered) {
    const last = joined.at(-1);
    if (last && interval.start <= last.end) last.end = Math.max(last.end, interval.end);
    else joined.push({ ...interval });
  }
  return joined;
}

/** The remainder of `from` after everything in `taken` is removed. */
export function subtract(from: readonly Interval[], taken: readonly Interval[]): Interval[] {
  let left = union(from);
  for (const cut of union(taken)) {
    left = left.flatMap((part) => {
      if (!overlaps(part, cut)) return [part];
      return [
        { start: part.start, end: Math.min(part.end, cut.start) },
        { start: Math.max(part.start, cut.end), end: part.end },
      ].filter(({ start, end }) => start < end);
    });
  }
  return left;
}

/** The parts of `intervals` that lie inside `bounds`. */
export function clip(intervals: readonly Interval[], bounds: Interval): Interval[] {
  return intervals.flatMap((interval) => intersection(interval, bounds) ?? []);
}

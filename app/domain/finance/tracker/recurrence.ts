import {
  addDays,
  type CivilDate,
  civilDate,
  clampedDay,
  dayNumber,
  dayOfMonth,
  monthIndex,
  monthIndexOfDay,
  monthKey,
} from "~/domain/shared/dates";
import type { Frequency } from "./categories";
import type { Timing } from "./plan";

export type Step = { unit: "days" | "months"; size: number };

/** The distance between two occurrences; null for an item that happens once. */
export const STEPS: Record<Frequency, Step | null> = {
  once: null,
  weekly: { unit: "days", size: 7 },
  biweekly: { unit: "days", size: 14 },
  monthly: { unit: "months", size: 1 },
  quarterly: { unit: "months", size: 3 },
  annually: { unit: "months", size: 12 },
};

const DAYS_TO_ANY_NEXT = 366;

function everyDays(start: number, size: number, window: { first: number; last: number }): number[] {
  const days: number[] = [];
  const skipped = Math.max(0, Math.ceil((window.first - start) / size));
  for (let day = start + skipped * size; day <= window.last; day += size) days.push(day);
  return days;
}

function everyMonths(timing: Timing, size: number, window: { first: number; last: number }): number[] {
  const days: number[] = [];
  const anchorDay = timing.anchorDay ?? dayOfMonth(timing.date);
  const startMonth = monthIndex(monthKey(timing.date));
  const skipped = Math.max(0, Math.floor((monthIndexOfDay(window.first) - startMonth) / size));
  for (let month = startMonth + skipped * size; ; month += size) {
    const day = clampedDay(month, anchorDay);
    if (day > window.last) return days;
    if (day >= window.first) days.push(day);
  }
}

/**
 * The day numbers on which an item happens from `from` to `to`, both inclusive. Occurrence k is the start plus k steps,
 * counted from the start each time and clamped into its month (31 Jan, 28 Feb, 31 Mar); never before the start, never
 * after the end date, which is inclusive. An item that happens once ignores its end date.
 */
export function occurrenceDays(timing: Timing, from: number, to: number): number[] {
  const start = dayNumber(timing.date);
  const step = STEPS[timing.frequency];
  if (!step) return start >= from && start <= to ? [start] : [];
  const window = {
    first: Math.max(from, start),
    last: timing.endDate ? Math.min(to, dayNumber(timing.endDate)) : to,
  };
  return step.unit === "days" ? everyDays(start, step.size, window) : everyMonths(timing, step.size, window);
}

/** The dates on which an item happens from `from` to `to`, both inclusive. */
export function expand(timing: Timing, from: CivilDate, to: CivilDate): CivilDate[] {
  return occurrenceDays(timing, dayNumber(from), dayNumber(to)).map(civilDate);
}

/** The first occurrence on or after `from`, or null when there is none any more. */
export function nextOccurrence(timing: Timing, from: CivilDate): CivilDate | null {
  const first = from > timing.date ? from : timing.date;
  return expand(timing, first, addDays(first, DAYS_TO_ANY_NEXT))[0] ?? null;
}

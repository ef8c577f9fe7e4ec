import {
  addDays,
  type CivilDate,
  civilDate,
  clampedDay,
  dayNumber,
  dayOfMonth,
  type MonthKey,
  monthIndex,
  monthIndexOfDay,
  monthKey,
} from "~/domain/shared/time/dates";
import type { Frequency } from "./categories";
import { isRecurring, type PlannedItem, signedAmount, type Timing } from "./plan";

type Step = { unit: "days" | "months"; size: number };

/** The interval between two occurrences; null for a one-time item. */
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
 * The day numbers on which an item occurs from `from` to `to`, both inclusive. Occurrence k is the start plus k intervals, always
 * counted from the start and clamped to its month (31 Jan, 28 Feb, 31 Mar); never before the start or after the end date, which
 * is inclusive. A one-time item ignores its end date.
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

/** The dates on which an item occurs from `from` to `to`, both inclusive. */
export function expand(timing: Timing, from: CivilDate, to: CivilDate): CivilDate[] {
  return occurrenceDays(timing, dayNumber(from), dayNumber(to)).map(civilDate);
}

/** The first occurrence on or after `from`, or null if there is none. */
export function nextOccurrence(timing: Timing, from: CivilDate): CivilDate | null {
  const first = from > timing.date ? from : timing.date;
  return expand(timing, first, addDays(first, DAYS_TO_ANY_NEXT))[0] ?? null;
}

/**
 * The status of a month's line. `planned`: still to come, or no account shows it; `late`: its account is complete and has not
 * shown it yet; `missed`: never shown, so it does not count; `paid`: matched to a posted row; `unplanned`: a posted row without a
 * plan; `budgeted`: a posted row that counts against a budget.
 */
export const ENTRY_STATUSES = ["planned", "late", "missed", "paid", "unplanned", "budgeted"] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** One line of a month's list: an item on one of its dates. */
export interface MonthEntry<Item extends PlannedItem = PlannedItem> {
  item: Item;
  date: CivilDate;
  /** True for a projected line: editing it changes the item's first occurrence, not this one. */
  isProjected: boolean;
}

/** Whether a month is after the current calendar month; future months show Budget Mode and the Projection labels. */
export function isFutureMonth(month: MonthKey, today: CivilDate): boolean {
  return month > monthKey(today);
}

/** An occurrence is projected in months later than the current one and later than the item's own first month. */
export function isProjected(timing: Timing, date: CivilDate, today: CivilDate): boolean {
  const month = monthKey(date);
  return isRecurring(timing) && isFutureMonth(month, today) && month > monthKey(timing.date);
}

/** Money that an item is expected to move on a day; `amountMinor` is positive for money in. */
export interface Flow {
  /** Days since 1970-01-01. */
  day: number;
  amountMinor: number;
  item: PlannedItem;
}

/** Every occurrence of every item from `from` to `to`, both inclusive, item by item. */
export function plannedFlows(items: readonly PlannedItem[], from: CivilDate, to: CivilDate): Flow[] {
  const first = dayNumber(from);
  const last = dayNumber(to);
  const flows: Flow[] = [];
  for (const item of items) {
    const amountMinor = signedAmount(item);
    for (const day of occurrenceDays(item, first, last)) flows.push({ day, amountMinor, item });
  }
  return flows;
}

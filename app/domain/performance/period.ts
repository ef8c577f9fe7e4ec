import {
  addDays,
  daysBetween,
  firstDayOfMonth,
  isCivilDate,
  lastDayOfMonth,
  monthKey,
  shiftMonth,
  weekday,
} from "~/domain/shared/time/dates";
import type { Grain, Span } from "./performance";

/** A step of a period's chart: a day, a week or a month, as far as it is in the period. */
export interface Step extends Span {
  /** The first day of the whole step. */
  startsOn: string;
  /** The stored sums that add up to it. */
  pieces: readonly { grain: Grain; startsOn: string }[];
}

export const PERIODS = ["month", "quarter", "year", "custom"] as const;
type PeriodKind = (typeof PERIODS)[number];

/** Maximum length of a custom period. */
export const MAX_PERIOD_DAYS = 731;

export interface PeriodQuery {
  period: PeriodKind;
  /** A day of the period; null: today. */
  on: string | null;
  /** For a custom period. */
  from: string | null;
  to: string | null;
}

export interface Period extends Span {
  kind: PeriodKind;
  /** The previous period for comparison, up to the same day if this one is not over. */
  before: Span;
  /** A day of the previous and of the next period; null for a custom one, and if the next has not started. */
  previous: string | null;
  next: string | null;
  /** The step of its chart. */
  grain: Exclude<Grain, "year">;
}

/** Resolves a period. Returns a string if the input is invalid: the message. */
export function periodOf({ period, on, from, to }: PeriodQuery, today: string): Period | string {
  if (period === "custom") return customOf({ from, to }, today);
  const day = on !== null && isCivilDate(on) && on <= today ? on : today;
  const months = { month: 1, quarter: 3, year: 12 }[period];
  const first = firstMonth(day, months);
  const span = spanOfMonths(first, months);
  const earlier = spanOfMonths(shiftMonth(first, -months), months);
  const isRunning = span.to >= today;
  const elapsed = daysBetween(span.from, today);
  const until = addDays(earlier.from, elapsed);
  return {
    kind: period,
    ...span,
    before: isRunning && until < earlier.to ? { from: earlier.from, to: until } : earlier,
    previous: earlier.from,
    next: isRunning ? null : addDays(span.to, 1),
    grain: period === "month" ? "day" : period === "quarter" ? "week" : "month",
  };
}

function firstMonth(day: string, months: number): string {
  const month = monthKey(day);
  const at = Number(month.slice(5)) - 1;
  return shiftMonth(month, -(at % months));
}

function spanOfMonths(first: string, months: number): Span {
  return { from: firstDayOfMonth(first), to: lastDayOfMonth(shiftMonth(first, months - 1)) };
}

function customOf({ from, to }: Pick<PeriodQuery, "from" | "to">, today: string): Period | string {
  if (!from || !to) return "Choose the first and the last day";
  if (to < from) return "The last day must not be before the first";
  const days = daysBetween(from, to) + 1;
  if (days > MAX_PERIOD_DAYS) return `Choose at most ${MAX_PERIOD_DAYS} days`;
  const isRunning = from <= today && today < to;
  const earlier = addDays(from, -days);
  return {
    ...{ kind: "custom", from, to, previous: null, next: null },
    before: { from: earlier, to: isRunning ? addDays(earlier, daysBetween(from, today)) : addDays(from, -1) },
    grain: days <= 31 ? "day" : days <= 120 ? "week" : "month",
  };
}

/** The periods of this length that overlap a span, by their first days. */
export function stepsOf({ from, to }: Span, grain: Period["grain"]): string[] {
  const steps: string[] = [];
  for (let day = startOf(from, grain); day <= to; day = nextOf(day, grain)) steps.push(day);
  return steps;
}

/** The steps of a period's chart. Their figures add up to the period's, because those at its ends are cut to it. */
export function chartSteps({ from, to, grain }: Pick<Period, "from" | "to" | "grain">): Step[] {
  return stepsOf({ from, to }, grain).map((startsOn) => {
    const last = lastDayOf(startsOn, grain);
    const span = { from: startsOn < from ? from : startsOn, to: last > to ? to : last };
    const isWhole = span.from === startsOn && span.to === last;
    const days = () => stepsOf(span, "day").map((day) => ({ grain: "day" as const, startsOn: day }));
    return { startsOn, ...span, pieces: isWhole ? [{ grain, startsOn }] : days() };
  });
}

/**
 * Splits consecutive spans into the fewest stretches of whole weeks and days, without a week across two spans. Sums of weeks
 * and days by their first day then add up to each span.
 */
export function weeksAndDaysOf(spans: readonly Span[]): (Span & { grain: "day" | "week" })[] {
  const stretches = spans.flatMap(({ from, to }): (Span & { grain: "day" | "week" })[] => {
    const firstSunday = sundayOf(addDays(from, 6));
    const lastSaturday = addDays(sundayOf(addDays(to, 1)), -1);
    if (firstSunday > lastSaturday) return [{ grain: "day", from, to }];
    return [
      { grain: "day", from, to: addDays(firstSunday, -1) },
      { grain: "week", from: firstSunday, to: lastSaturday },
      { grain: "day", from: addDays(lastSaturday, 1), to },
    ];
  });
  const merged: typeof stretches = [];
  for (const stretch of stretches.filter(({ from, to }) => from <= to)) {
    const before = merged.at(-1);
    if (before?.grain === stretch.grain && addDays(before.to, 1) === stretch.from) before.to = stretch.to;
    else merged.push(stretch);
  }
  return merged;
}

/** The first day of the day's week, starting Sunday, or of its month. */
export function startOf(day: string, grain: Period["grain"]): string {
  if (grain === "month") return firstDayOfMonth(monthKey(day));
  return grain === "week" ? sundayOf(day) : day;
}

function nextOf(day: string, grain: Period["grain"]): string {
  if (grain === "month") return firstDayOfMonth(shiftMonth(monthKey(day), 1));
  return addDays(day, grain === "week" ? 7 : 1);
}

/** The last day of the period of that length that starts on a day. */
const lastDayOf = (first: string, grain: Period["grain"]): string => addDays(nextOf(first, grain), -1);

/** The Sunday of a day's week. */
export function sundayOf(day: string): string {
  return addDays(day, -weekday(day));
}

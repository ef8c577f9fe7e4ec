import { addDays } from "~/domain/shared/dates";

export interface WeekOfWork {
  /** Its Sunday. */
  week: string;
  jobs: number;
  minutes: number;
}

export interface ForecastWeek {
  week: string;
  /** Expected to come in. */
  jobs: number;
  minutes: number;
  /** What it goes by. */
  basis: "last_year" | "recent_weeks";
}

export const FORECAST_WEEKS = 6;
/** Whole weeks that say how much there is to do at present. */
export const RECENT_WEEKS = 8;
/** Fewer whole weeks with work say nothing. */
const MIN_WEEKS = 4;
/** Weeks beside the one a year ago that its figure is smoothed with. */
const BESIDE = 1;
const YEAR_WEEKS = 52;
/** A quiet or a busy stretch changes what a year ago says by no more than this. */
const MAX_CHANGE = 2;

/**
 * How much work the coming weeks bring, this one included: what the same weeks brought a year ago, each with its neighbors, times
 * how the last eight weeks compare with the same eight of last year; without a year ago, the average of the last eight weeks.
 * Null while there are fewer than four weeks with work. `thisWeek` is a Sunday.
 */
export function forecastWork(history: readonly WeekOfWork[], thisWeek: string): ForecastWeek[] | null {
  const by = new Map(history.map((each) => [each.week, each]));
  const jobsIn = (week: string) => by.get(week)?.jobs ?? 0;
  const recent = Array.from({ length: RECENT_WEEKS }, (_, at) => addDays(thisWeek, -7 * (at + 1)));
  if (recent.filter((week) => jobsIn(week) > 0).length < MIN_WEEKS) return null;
  const now = mean(recent.map(jobsIn));
  const minutesEach = sum(recent.map((week) => by.get(week)?.minutes ?? 0)) / sum(recent.map(jobsIn));
  const then = mean(recent.map((week) => jobsIn(yearBefore(week))));
  const change = then > 0 ? Math.min(MAX_CHANGE, Math.max(1 / MAX_CHANGE, now / then)) : null;
  return Array.from({ length: FORECAST_WEEKS }, (_, at) => {
    const week = addDays(thisWeek, 7 * at);
    const around = Array.from({ length: 2 * BESIDE + 1 }, (_, shift) =>
      jobsIn(addDays(yearBefore(week), 7 * (shift - BESIDE))),
    );
    const isKnown = change !== null && around.some((jobs) => jobs > 0);
    const expected = isKnown ? mean(around) * change : now;
    return {
      week,
      jobs: Math.round(expected),
      minutes: Math.round(expected * minutesEach),
      basis: isKnown ? ("last_year" as const) : ("recent_weeks" as const),
    };
  });
}

/** The earliest week that a forecast looks at, and the weeks between it and the latest of last year. */
export function forecastWindow(thisWeek: string): { from: string; lastYearTo: string; recentFrom: string } {
  return {
    from: addDays(yearBefore(thisWeek), -7 * RECENT_WEEKS),
    lastYearTo: addDays(yearBefore(thisWeek), 7 * (FORECAST_WEEKS - 1 + BESIDE)),
    recentFrom: addDays(thisWeek, -7 * RECENT_WEEKS),
  };
}

const yearBefore = (week: string) => addDays(week, -7 * YEAR_WEEKS);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;

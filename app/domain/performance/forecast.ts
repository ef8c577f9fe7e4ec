import { addDays } from "~/domain/shared/time/dates";
import { type DegreeDays, fitWeather, jobsOf, normalWeek, type StateShare, type WeatherFit } from "./degree-days";

export interface WeekOfWork {
  /** The week's Sunday. */
  week: string;
  jobs: number;
  minutes: number;
}

/** Jobs that came in during a week, or time booked in it. */
export const WORK_KINDS = ["created", "booked"] as const;

export const FORECAST_BASES = ["degree_days", "last_year", "recent_weeks"] as const;

export const FORECAST_BASIS_LABELS: Record<(typeof FORECAST_BASES)[number], string> = {
  degree_days: "Normal degree days",
  last_year: "Same weeks last year",
  recent_weeks: "Last 8 weeks",
};

export interface ForecastWeek {
  week: string;
  /** Jobs expected to come in. */
  jobs: number;
  minutes: number;
  /** What the forecast is based on. */
  basis: (typeof FORECAST_BASES)[number];
  /** Normal degree days of the week; null if unknown. */
  degreeDays: DegreeDays | null;
}

/** Whether a forecast uses degree days, or why not. */
export const WEATHER_STATES = ["used", "unknown_place", "short_history", "no_relation"] as const;

interface Forecast {
  weeks: ForecastWeek[];
  weather: {
    state: (typeof WEATHER_STATES)[number];
    /** The states whose normals are used, largest share of the properties first. */
    places: readonly StateShare[];
    /** How jobs depend on degree days; null if there is not enough data. */
    fit: WeatherFit | null;
  };
}

export const FORECAST_WEEKS = 6;
/** Number of whole weeks that represent the current workload. */
const RECENT_WEEKS = 8;
/** With fewer whole weeks of work there is no forecast. */
const MIN_WEEKS = 4;
/** Weeks on each side used to smooth last year's value. */
const NEIGHBOR_WEEKS = 1;
const YEAR_WEEKS = 52;
/** Limits how much a quiet or busy stretch can change last year's value. */
const MAX_CHANGE = 2;
/** Out of the last 52: with fewer whole weeks since the first job, both seasons are not covered. */
const MIN_WEATHER_WEEKS = 40;
/**
 * A week counts with at most this multiple of the median of the surrounding weeks, because imported or later entered jobs
 * actually came in earlier. The surrounding weeks are used because a season's peak may be far above the year's median.
 */
const MAX_OF_MEDIAN = 2;
const AROUND = 4;
/**
 * Minimum share of the variance between weeks that degree days must explain. Of 52 weeks without any correlation, one business
 * in a hundred reaches 0.17 (F of 2 and 49 degrees of freedom: 5.07).
 */
const MIN_EXPLAINED = 0.2;

/**
 * Forecasts the work of the coming weeks, including this one. If normal degree days are known and correlate with the jobs of
 * the last 52 weeks, each week's degree days determine its jobs, scaled by how the last eight weeks compare with their own
 * prediction. Otherwise it uses the same weeks a year ago, each smoothed with its neighbors, scaled by how the last eight weeks
 * compare with those of last year; without data from a year ago, the average of the last eight weeks. Null if fewer than four
 * of the last eight weeks have work. `thisWeek` is a Sunday; `places` are the states with normals where the business has
 * properties.
 */
export function forecastWork(
  history: readonly WeekOfWork[],
  thisWeek: string,
  places: readonly StateShare[] | null,
): Forecast | null {
  const by = new Map(history.map((each) => [each.week, each]));
  const jobsIn = (week: string) => by.get(week)?.jobs ?? 0;
  const recent = weeksBefore(thisWeek, RECENT_WEEKS);
  if (recent.filter((week) => jobsIn(week) > 0).length < MIN_WEEKS) return null;
  const minutesEach = sum(recent.map((week) => by.get(week)?.minutes ?? 0)) / sum(recent.map(jobsIn));
  const weather = weatherOf(jobsIn, thisWeek, places);
  const expectedIn = bySeasons(jobsIn, recent);
  return {
    weather,
    weeks: Array.from({ length: FORECAST_WEEKS }, (_, at) => {
      const week = addDays(thisWeek, 7 * at);
      const degreeDays = places && normalWeek(places, week);
      const expected =
        weather.state === "used" && degreeDays && weather.fit
          ? { jobs: jobsOf(weather.fit, degreeDays) * weather.change, basis: "degree_days" as const }
          : expectedIn(week);
      return {
        week,
        jobs: Math.round(expected.jobs),
        minutes: Math.round(expected.jobs * minutesEach),
        basis: expected.basis,
        degreeDays,
      };
    }),
  };
}

/** Whether and how the jobs of the last 52 weeks depend on degree days, and how the last eight compare with their prediction. */
function weatherOf(jobsIn: (week: string) => number, thisWeek: string, places: readonly StateShare[] | null) {
  const unused = { places: places ?? [], fit: null, change: 1 };
  if (!places) return { ...unused, state: "unknown_place" as const };
  const weeks = weeksBefore(thisWeek, YEAR_WEEKS);
  const first = weeks.findLastIndex((week) => jobsIn(week) > 0);
  const known = weeks.slice(0, first + 1);
  if (known.length < MIN_WEATHER_WEEKS) return { ...unused, state: "short_history" as const };
  const usual = usualJobs(known.map(jobsIn));
  const fit = fitWeather(known.map((week, at) => ({ jobs: usual[at] ?? 0, ...normalWeek(places, week) })));
  if (!fit || fit.explained < MIN_EXPLAINED) return { ...unused, fit, state: "no_relation" as const };
  const recent = known.slice(0, RECENT_WEEKS);
  const suggested = sum(recent.map((week) => jobsOf(fit, normalWeek(places, week))));
  const change = changeOf(sum(usual.slice(0, RECENT_WEEKS)), suggested);
  return { places, fit, change: change ?? 1, state: "used" as const };
}

function usualJobs(jobs: readonly number[]): number[] {
  return jobs.map((own, at) => {
    const around = median(jobs.slice(Math.max(0, at - AROUND), at + AROUND + 1));
    return Math.min(own, MAX_OF_MEDIAN * Math.max(1, around));
  });
}

/** Based on the same weeks of last year, or on the last eight. */
function bySeasons(jobsIn: (week: string) => number, recent: readonly string[]) {
  const now = mean(recent.map(jobsIn));
  const change = changeOf(now, mean(recent.map((week) => jobsIn(yearBefore(week)))));
  return (week: string): { jobs: number; basis: ForecastWeek["basis"] } => {
    const around = weeksAYearBefore(week).map(jobsIn);
    return change !== null && around.some((jobs) => jobs > 0)
      ? { jobs: mean(around) * change, basis: "last_year" }
      : { jobs: now, basis: "recent_weeks" };
  };
}

/** The ratio of now to then, within limits; null if there was nothing then. */
const changeOf = (now: number, then: number) =>
  then > 0 ? Math.min(MAX_CHANGE, Math.max(1 / MAX_CHANGE, now / then)) : null;

/** What a group of weeks adds to a forecast. */
export const FORECAST_GROUPS = ["history", "recent", "recent_last_year", "same_last_year"] as const;

export const FORECAST_GROUP_LABELS: Record<(typeof FORECAST_GROUPS)[number], string> = {
  history: "Last 52 weeks",
  recent: "Last 8 weeks",
  recent_last_year: "The same 8 weeks a year ago",
  same_last_year: "This week a year ago and the weeks next to it",
};

export interface ForecastGroup {
  kind: (typeof FORECAST_GROUPS)[number];
  /** Latest first. */
  weeks: WeekOfWork[];
}

/** The past weeks that a forecast week is computed from, in groups. */
export function weeksUsed(
  history: readonly WeekOfWork[],
  thisWeek: string,
  { week, basis }: Pick<ForecastWeek, "week" | "basis">,
): ForecastGroup[] {
  const by = new Map(history.map((each) => [each.week, each]));
  const counted = (weeks: readonly string[]) =>
    weeks.map((each) => by.get(each) ?? { week: each, jobs: 0, minutes: 0 });
  const recent = weeksBefore(thisWeek, RECENT_WEEKS);
  const group = (kind: ForecastGroup["kind"], weeks: readonly string[]) => ({ kind, weeks: counted(weeks) });
  switch (basis) {
    case "degree_days": {
      const year = counted(weeksBefore(thisWeek, YEAR_WEEKS));
      return [{ kind: "history", weeks: year.slice(0, year.findLastIndex(({ jobs }) => jobs > 0) + 1) }];
    }
    case "last_year":
      return [
        group("same_last_year", weeksAYearBefore(week).toReversed()),
        group("recent", recent),
        group("recent_last_year", recent.map(yearBefore)),
      ];
    case "recent_weeks":
      return [group("recent", recent)];
  }
}

/** The same week a year ago, with its neighbors. */
const weeksAYearBefore = (week: string) =>
  Array.from({ length: 2 * NEIGHBOR_WEEKS + 1 }, (_, shift) => addDays(yearBefore(week), 7 * (shift - NEIGHBOR_WEEKS)));

/** The earliest and latest week that a forecast uses. */
export const forecastWindow = (thisWeek: string): { from: string; to: string } => ({
  from: addDays(yearBefore(thisWeek), -7 * RECENT_WEEKS),
  to: addDays(thisWeek, -7),
});

/** The whole weeks before a given one, latest first. */
const weeksBefore = (week: string, count: number) =>
  Array.from({ length: count }, (_, at) => addDays(week, -7 * (at + 1)));
const yearBefore = (week: string) => addDays(week, -7 * YEAR_WEEKS);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const mean = (values: readonly number[]) => sum(values) / values.length;

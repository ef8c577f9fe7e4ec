import { addDays } from "~/domain/shared/dates";
import { type DegreeDays, fitWeather, jobsOf, normalWeek, type StateShare, type WeatherFit } from "./degree-days";

export interface WeekOfWork {
  /** Its Sunday. */
  week: string;
  jobs: number;
  minutes: number;
}

export const FORECAST_BASES = ["degree_days", "last_year", "recent_weeks"] as const;

export const FORECAST_BASIS_LABELS: Record<(typeof FORECAST_BASES)[number], string> = {
  degree_days: "Normal degree days",
  last_year: "Same weeks last year",
  recent_weeks: "Last 8 weeks",
};

export interface ForecastWeek {
  week: string;
  /** Expected to come in. */
  jobs: number;
  minutes: number;
  /** What it goes by. */
  basis: (typeof FORECAST_BASES)[number];
  /** Normal ones of the week; null where they are not known. */
  degreeDays: DegreeDays | null;
}

/** Why degree days are or are not what a forecast goes by. */
export const WEATHER_STATES = ["used", "unknown_place", "short_history", "no_relation"] as const;

export interface Forecast {
  weeks: ForecastWeek[];
  weather: {
    state: (typeof WEATHER_STATES)[number];
    /** Whose normals they are, the largest share of the properties first. */
    places: readonly StateShare[];
    /** How jobs follow degree days; null where there is not enough to say so. */
    fit: WeatherFit | null;
  };
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
/** Of the last 52: fewer whole weeks since the first job do not show both seasons. */
const MIN_WEATHER_WEEKS = 40;
/**
 * A week counts with no more than this many times the median of the weeks around it: what is imported or typed in later came in earlier.
 * Of those around, since a season's height may be far above the year's median.
 */
const MAX_OF_MEDIAN = 2;
const AROUND = 4;
/**
 * The least share of the differences between weeks that degree days must explain. Of 52 weeks without any relation one business in a
 * hundred reaches 0.17 (F of 2 and 49 degrees of freedom: 5.07).
 */
const MIN_EXPLAINED = 0.2;

/**
 * How much work the coming weeks bring, this one included. Where normal degree days are known, and the jobs of the last 52 weeks follow
 * them, it is what each week's degree days suggest, times how the last eight weeks compare with what theirs suggested. Otherwise it is
 * what the same weeks brought a year ago, each with its neighbors, times how the last eight weeks compare with the same eight of last
 * year; without a year ago, the average of the last eight weeks. Null while there are fewer than four weeks with work. `thisWeek` is a
 * Sunday; `places` are the states with normals where the business's properties are.
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

/** Whether and how the jobs of the last 52 weeks follow degree days, and how the last eight compare with what theirs suggest. */
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

/** By the same weeks of last year, or by the last eight. */
function bySeasons(jobsIn: (week: string) => number, recent: readonly string[]) {
  const now = mean(recent.map(jobsIn));
  const change = changeOf(now, mean(recent.map((week) => jobsIn(yearBefore(week)))));
  return (week: string): { jobs: number; basis: ForecastWeek["basis"] } => {
    const around = Array.from({ length: 2 * BESIDE + 1 }, (_, shift) =>
      jobsIn(addDays(yearBefore(week), 7 * (shift - BESIDE))),
    );
    return change !== null && around.some((jobs) => jobs > 0)
      ? { jobs: mean(around) * change, basis: "last_year" }
      : { jobs: now, basis: "recent_weeks" };
  };
}

/** How what is compares with what was, within bounds; null where there was nothing. */
const changeOf = (now: number, then: number) =>
  then > 0 ? Math.min(MAX_CHANGE, Math.max(1 / MAX_CHANGE, now / then)) : null;

/** The earliest and the latest week that a forecast looks at. */
export const forecastWindow = (thisWeek: string): { from: string; to: string } => ({
  from: addDays(yearBefore(thisWeek), -7 * RECENT_WEEKS),
  to: addDays(thisWeek, -7),
});

/** The whole weeks before one, the latest first. */
const weeksBefore = (week: string, count: number) =>
  Array.from({ length: count }, (_, at) => addDays(week, -7 * (at + 1)));
const yearBefore = (week: string) => addDays(week, -7 * YEAR_WEEKS);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const mean = (values: readonly number[]) => sum(values) / values.length;

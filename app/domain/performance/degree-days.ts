import { addDays } from "~/domain/shared/time/dates";
import { DEGREE_DAY_NORMALS } from "./degree-day-normals";

/** For a span of days, base 65 °F. */
export interface DegreeDays {
  heating: number;
  cooling: number;
}

/** A state and its share of the properties, between 0 and 1. */
export interface StateShare {
  state: string;
  share: number;
}

/** The source of the bundled normals, with its version. */
export const DEGREE_DAY_SOURCE = "NOAA NCEI nClimDiv statewide, 1991–2020, version 1.0.0 of September 5, 2025";

/** Minimum share of the properties that must be where normals are known. */
const MIN_KNOWN = 0.5;
const MONTH_DAYS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Normals are statewide and do not include the District of Columbia; neighboring Maryland's are used for it. */
const normalsState = (state: string) => (state === "DC" ? "MD" : state);

/**
 * Returns the states of a business's properties whose normals apply, largest share first; null if most properties are outside
 * the 48 contiguous states and the District of Columbia, the only ones with published normals.
 */
export function stateShares(zips: readonly { state: string | null; sites: number }[]): StateShare[] | null {
  const sites = new Map<string, number>();
  let all = 0;
  let known = 0;
  for (const zip of zips) {
    all += zip.sites;
    const state = zip.state === null ? null : normalsState(zip.state);
    if (state === null || !DEGREE_DAY_NORMALS[state]) continue;
    known += zip.sites;
    sites.set(state, (sites.get(state) ?? 0) + zip.sites);
  }
  if (known === 0 || known < all * MIN_KNOWN) return null;
  return [...sites]
    .map(([state, count]) => ({ state, share: count / known }))
    .sort((a, b) => b.share - a.share || a.state.localeCompare(b.state));
}

/** Normal degree days of the seven days starting on a Sunday, at a business's properties. */
export function normalWeek(shares: readonly StateShare[], week: string): DegreeDays {
  const days = Array.from({ length: 7 }, (_, at) => addDays(week, at));
  const of = (kind: keyof DegreeDays) =>
    shares.reduce((total, { state, share }) => {
      const months = DEGREE_DAY_NORMALS[state]?.[kind] ?? [];
      return total + share * days.reduce((sum, day) => sum + normalDay(months, day), 0);
    }, 0);
  return { heating: of("heating"), cooling: of("cooling") };
}

/**
 * A day's value, interpolated linearly between the middle of its month and of the nearer neighboring month, so that there are
 * no jumps between months.
 */
function normalDay(months: readonly number[], day: string): number {
  const month = Number(day.slice(5, 7)) - 1;
  const daily = (at: number) => (months[(at + 12) % 12] ?? 0) / (MONTH_DAYS[(at + 12) % 12] ?? 30);
  const fromMiddle = (Number(day.slice(8)) - 0.5) / (MONTH_DAYS[month] ?? 30) - 0.5;
  const neighbor = daily(fromMiddle < 0 ? month - 1 : month + 1);
  const weight = Math.abs(fromMiddle);
  return daily(month) * (1 - weight) + neighbor * weight;
}

/** Jobs per week: a base independent of the weather, plus a number per degree day. */
export interface WeatherFit {
  base: number;
  perHeating: number;
  perCooling: number;
  /** The share of the variance between weeks that it explains, 0 to 1. */
  explained: number;
}

interface WeekOfWeather extends DegreeDays {
  jobs: number;
}

/**
 * Least-squares fit of jobs over degree days without negative coefficients, since weather adds work but never removes it. For
 * three coefficients there are eight choices of which are zero; the result is the best choice whose own solution is not
 * negative.
 */
export function fitWeather(weeks: readonly WeekOfWeather[]): WeatherFit | null {
  if (weeks.length === 0) return null;
  const columns = weeks.map(({ heating, cooling }) => [1, heating, cooling]);
  const jobs = weeks.map((week) => week.jobs);
  const mean = jobs.reduce((total, each) => total + each, 0) / jobs.length;
  const total = sumOfSquares(jobs.map((each) => each - mean));
  let best = { coefficients: [0, 0, 0], error: sumOfSquares(jobs) };
  for (const free of [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]) {
    const solution = leastSquares(
      columns.map((row) => free.map((at) => row[at] ?? 0)),
      jobs,
    );
    if (!solution?.every((value) => value >= 0)) continue;
    const coefficients = [0, 0, 0];
    for (const [at, column] of free.entries()) coefficients[column] = solution[at] ?? 0;
    const error = sumOfSquares(
      jobs.map((each, at) => each - coefficients.reduce((sum, value, of) => sum + value * (columns[at]?.[of] ?? 0), 0)),
    );
    if (error < best.error) best = { coefficients, error };
  }
  const [base = 0, perHeating = 0, perCooling = 0] = best.coefficients;
  return { base, perHeating, perCooling, explained: total > 0 ? Math.max(0, 1 - best.error / total) : 0 };
}

export const jobsOf = (fit: WeatherFit, { heating, cooling }: DegreeDays): number =>
  fit.base + fit.perHeating * heating + fit.perCooling * cooling;

const sumOfSquares = (values: readonly number[]) => values.reduce((total, value) => total + value * value, 0);

/** Solves the normal equations by Gaussian elimination; null if columns are linearly dependent. */
function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): number[] | null {
  const width = rows[0]?.length ?? 0;
  const system = Array.from({ length: width }, (_, i) => [
    ...Array.from({ length: width }, (_, j) => rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0)),
    rows.reduce((sum, row, at) => sum + (row[i] ?? 0) * (values[at] ?? 0), 0),
  ]);
  const scales = system.map((row, at) => row[at] ?? 0);
  for (let at = 0; at < width; at += 1) {
    const pivot = system[at];
    // A pivot this small in a dependent column is only rounding error.
    if (!pivot || (pivot[at] ?? 0) <= 1e-9 * (scales[at] ?? 0)) return null;
    for (const [other, row] of system.entries()) {
      if (other === at) continue;
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (let j = at; j <= width; j += 1) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  }
  return system.map((row, at) => (row[width] ?? 0) / (row[at] ?? 1));
}

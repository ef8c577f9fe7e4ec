import fc from "fast-check";
import { expect, test } from "vitest";
import { DEGREE_DAY_NORMALS } from "~/domain/performance/degree-day-normals";
import { fitWeather, jobsOf, normalWeek, stateShares } from "~/domain/performance/degree-days";
import { addDays } from "~/domain/shared/time/dates";

const states = fc.constantFrom(...Object.keys(DEGREE_DAY_NORMALS));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test("there are normals for the 48 contiguous states, twelve months each", () => {
  const all = Object.values(DEGREE_DAY_NORMALS);
  expect(all).toHaveLength(48);
  for (const normals of all) expect([normals?.heating.length, normals?.cooling.length]).toEqual([12, 12]);
  // The 1991-2020 means in the files: Wisconsin's January and July.
  expect([DEGREE_DAY_NORMALS.WI?.heating[0], DEGREE_DAY_NORMALS.WI?.cooling[6]]).toEqual([1454, 192]);
});

test("a year's weeks add up to its months", () => {
  fc.assert(
    fc.property(states, (state) => {
      const weeks = Array.from({ length: 52 }, (_, at) =>
        normalWeek([{ state, share: 1 }], addDays("2026-01-04", 7 * at)),
      );
      for (const kind of ["heating", "cooling"] as const) {
        const year = sum(DEGREE_DAY_NORMALS[state]?.[kind] ?? []);
        // 364 of 365 days, interpolated with lines that cut off the peaks.
        expect(Math.abs(sum(weeks.map((week) => week[kind])) - year)).toBeLessThan(0.03 * year + 5);
      }
    }),
  );
});

test("a week in several states is weighted by the share of properties", () => {
  const week = "2026-01-11";
  const of = (state: string) => normalWeek([{ state, share: 1 }], week).heating;
  const both = normalWeek(
    [
      { state: "WI", share: 0.75 },
      { state: "FL", share: 0.25 },
    ],
    week,
  ).heating;
  expect(both).toBeCloseTo(0.75 * of("WI") + 0.25 * of("FL"), 6);
});

test.each([
  [
    [
      { state: "WI", sites: 30 },
      { state: "IL", sites: 10 },
    ],
    [
      { state: "WI", share: 0.75 },
      { state: "IL", share: 0.25 },
    ],
  ],
  [
    [
      { state: "DC", sites: 2 },
      { state: "MD", sites: 2 },
    ],
    [{ state: "MD", share: 1 }],
  ],
  [
    [
      { state: "WI", sites: 5 },
      { state: null, sites: 5 },
    ],
    [{ state: "WI", share: 1 }],
  ],
  [
    [
      { state: "WI", sites: 4 },
      { state: null, sites: 5 },
    ],
    null,
  ],
  [[{ state: "HI", sites: 4 }], null],
  [
    [
      { state: "AK", sites: 4 },
      { state: "PR", sites: 1 },
    ],
    null,
  ],
  [[], null],
])("properties %j have state shares %j", (zips, shares) => {
  expect(stateShares(zips)).toEqual(shares);
});

const coefficient = fc.double({ min: 0, max: 50, noNaN: true });
/** In tenths of a degree day: no weather has a billionth of one, whose square a number cannot hold. */
const degreeDays = (max: number) => fc.nat({ max: 10 * max }).map((tenths) => tenths / 10);
const weeksOf = fc.array(
  fc.record({
    heating: degreeDays(400),
    cooling: degreeDays(200),
    jobs: fc.nat({ max: 300 }),
  }),
  { minLength: 3, maxLength: 60 },
);
const error = (
  weeks: readonly { heating: number; cooling: number; jobs: number }[],
  fit: Parameters<typeof jobsOf>[0],
) => sum(weeks.map((week) => (week.jobs - jobsOf(fit, week)) ** 2));

test("no other nonnegative coefficients fit the jobs better", () => {
  fc.assert(
    fc.property(weeksOf, coefficient, coefficient, coefficient, (weeks, base, perHeating, perCooling) => {
      const fit = fitWeather(weeks);
      if (!fit) throw new Error("No fit");
      expect(Math.min(fit.base, fit.perHeating, fit.perCooling)).toBeGreaterThanOrEqual(0);
      expect(fit.explained).toBeGreaterThanOrEqual(0);
      expect(fit.explained).toBeLessThanOrEqual(1);
      const best = error(weeks, fit);
      for (const other of [
        { base, perHeating, perCooling },
        { ...fit, base: fit.base + base / 100 },
        { ...fit, perHeating: fit.perHeating + perHeating / 1000 },
        { ...fit, perCooling: fit.perCooling * 0.99 },
      ])
        expect(best).toBeLessThanOrEqual(error(weeks, { ...other, explained: 0 }) * (1 + 1e-6) + 1e-6);
    }),
  );
});

test("the coefficients that generated the jobs are recovered", () => {
  fc.assert(
    fc.property(coefficient, coefficient, coefficient, states, (base, perHeating, perCooling, state) => {
      const weeks = Array.from({ length: 52 }, (_, at) =>
        normalWeek([{ state, share: 1 }], addDays("2026-01-04", 7 * at)),
      ).map((week) => ({ ...week, jobs: base + perHeating * week.heating + perCooling * week.cooling }));
      const fit = fitWeather(weeks);
      expect(fit?.base).toBeCloseTo(base, 3);
      expect(fit?.perHeating).toBeCloseTo(perHeating, 3);
      expect(fit?.perCooling).toBeCloseTo(perCooling, 3);
    }),
  );
});

test("a place without cooling gets no cooling coefficient", () => {
  const weeks = Array.from({ length: 52 }, (_, at) => ({ heating: at, cooling: 0, jobs: 2 * at + 3 }));
  expect(fitWeather(weeks)?.perCooling).toBe(0);
});

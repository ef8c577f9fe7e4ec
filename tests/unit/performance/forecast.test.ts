import fc from "fast-check";
import { expect, test } from "vitest";
import { normalWeek } from "~/domain/performance/degree-days";
import { forecastWindow, forecastWork, type WeekOfWork } from "~/domain/performance/forecast";
import { addDays } from "~/domain/shared/time/dates";

const thisWeek = "2026-11-22";
const weeks = (from: number, to: number, jobs: (at: number) => number): WeekOfWork[] =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const count = jobs(from + at);
    return { week: addDays(thisWeek, 7 * (from + at)), jobs: count, minutes: count * 90 };
  });

test("without a year of history, the coming weeks match the last eight", () => {
  const forecast = forecastWork(
    weeks(-8, -1, () => 12),
    thisWeek,
    null,
  );
  expect(forecast?.weeks.map(({ jobs, minutes, basis }) => [jobs, minutes, basis])).toEqual(
    Array.from({ length: 6 }, () => [12, 1080, "recent_weeks"]),
  );
});

test("a business with twice last year's volume gets twice last year's jobs", () => {
  const history = [
    ...weeks(-60, -53, () => 10),
    ...weeks(-52, -46, (at) => 10 + (at + 52) * 10),
    ...weeks(-8, -1, () => 20),
  ];
  const forecast = forecastWork(history, thisWeek, null);
  // A year ago: 10, 20, 30, ... averaged with the adjacent weeks.
  expect(forecast?.weeks.map(({ jobs, basis }) => [jobs, basis])).toEqual([
    [27, "last_year"],
    [40, "last_year"],
    [60, "last_year"],
    [80, "last_year"],
    [100, "last_year"],
    [120, "last_year"],
  ]);
});

test("a quiet year ago is multiplied by two at most", () => {
  const history = [...weeks(-60, -46, () => 2), ...weeks(-8, -1, () => 40)];
  expect(forecastWork(history, thisWeek, null)?.weeks[0]?.jobs).toBe(4);
});

test("fewer than four weeks with work give no forecast", () => {
  expect(
    forecastWork(
      weeks(-3, -1, () => 9),
      thisWeek,
      null,
    ),
  ).toBeNull();
  expect(forecastWork([], thisWeek, null)).toBeNull();
});

test("the current, incomplete week is not one of the last eight", () => {
  expect(forecastWork([...weeks(-8, -1, () => 12), ...weeks(0, 0, () => 1)], thisWeek, null)?.weeks[0]?.jobs).toBe(12);
});

test("the forecast looks at the last sixty weeks", () => {
  expect(forecastWindow(thisWeek)).toEqual({ from: addDays(thisWeek, -60 * 7), to: addDays(thisWeek, -7) });
});

const wisconsin = [{ state: "WI", share: 1 }];
/**
 * Jobs that follow Wisconsin's degree days: five a week in any weather, one more per ten heating and per five cooling degree
 * days.
 */
const byWeather = (at: number) => {
  const { heating, cooling } = normalWeek(wisconsin, addDays(thisWeek, 7 * at));
  return Math.round(5 + heating / 10 + cooling / 5);
};

test("jobs that follow degree days are forecast from those of the coming weeks", () => {
  const forecast = forecastWork(weeks(-60, -1, byWeather), thisWeek, wisconsin);
  expect(forecast?.weather.state).toBe("used");
  expect(forecast?.weather.fit?.explained).toBeGreaterThan(0.99);
  for (const [at, { jobs, basis }] of (forecast?.weeks ?? []).entries()) {
    expect(basis).toBe("degree_days");
    expect(Math.abs(jobs - byWeather(at))).toBeLessThanOrEqual(1);
  }
  // From late November into December, colder each week.
  expect(forecast?.weeks.map(({ jobs }) => jobs)).toEqual(
    forecast?.weeks.map(({ jobs }) => jobs).toSorted((a, b) => a - b),
  );
});

test("a business recently half as busy as the weather suggests is forecast at half", () => {
  const history = [...weeks(-60, -9, byWeather), ...weeks(-8, -1, (at) => byWeather(at) / 2)];
  const full = forecastWork(weeks(-60, -1, byWeather), thisWeek, wisconsin)?.weeks[5]?.jobs ?? 0;
  const half = forecastWork(history, thisWeek, wisconsin)?.weeks[5]?.jobs ?? 0;
  expect(half / full).toBeGreaterThan(0.45);
  expect(half / full).toBeLessThan(0.65);
});

test("a week with an import of old work does not hide the weather relation", () => {
  const history = weeks(-60, -1, (at) => (at === -2 ? 400 : byWeather(at)));
  const forecast = forecastWork(history, thisWeek, wisconsin);
  expect(forecast?.weather.state).toBe("used");
  for (const [at, { jobs }] of (forecast?.weeks ?? []).entries()) expect(jobs / byWeather(at)).toBeLessThan(1.25);
});

test("a season's peak counts in full, however far above the year's median", () => {
  const winterWork = (at: number) => {
    const { heating } = normalWeek(wisconsin, addDays(thisWeek, 7 * at));
    return Math.round((heating * heating) / 1500);
  };
  const history = weeks(-60, -1, winterWork);
  const year = history.slice(-52).map(({ jobs }) => jobs);
  const median = year.toSorted((a, b) => a - b)[26] ?? 0;
  expect(Math.max(...year)).toBeGreaterThan(3 * median);
  const fit = forecastWork(history, thisWeek, wisconsin)?.weather.fit;
  // By least squares over the same weeks: capped peaks flatten the line.
  expect(fit?.perHeating).toBeCloseTo(slopeOf(history.slice(-52)), 2);
});

/** The slope of jobs over heating degree days only, by least squares without a constant term. */
function slopeOf(history: readonly WeekOfWork[]): number {
  const points = history.map(({ week, jobs }) => ({ x: normalWeek(wisconsin, week).heating, y: jobs }));
  const squares = points.reduce((sum, { x }) => sum + x * x, 0);
  return points.reduce((sum, { x, y }) => sum + x * y, 0) / squares;
}

test("with fewer than forty weeks of history, the forecast uses the last eight and says so", () => {
  const forecast = forecastWork(weeks(-39, -1, byWeather), thisWeek, wisconsin);
  expect([forecast?.weather.state, forecast?.weeks[0]?.basis]).toEqual(["short_history", "recent_weeks"]);
  expect(forecast?.weeks[0]?.degreeDays?.heating).toBeGreaterThan(150);
  expect(forecastWork(weeks(-40, -1, byWeather), thisWeek, wisconsin)?.weather.state).toBe("used");
});

test("jobs that do not follow the weather are forecast from last year", () => {
  const forecast = forecastWork(
    weeks(-60, -1, (at) => (at % 2 === 0 ? 10 : 20)),
    thisWeek,
    wisconsin,
  );
  expect([forecast?.weather.state, forecast?.weeks[0]?.basis]).toEqual(["no_relation", "last_year"]);
});

test("a place without normals is forecast from last year", () => {
  const history = weeks(-60, -1, byWeather);
  const forecast = forecastWork(history, thisWeek, null);
  expect([forecast?.weather.state, forecast?.weeks[0]?.basis]).toEqual(["unknown_place", "last_year"]);
  expect(forecast?.weeks.map(({ degreeDays }) => degreeDays)).toEqual([null, null, null, null, null, null]);
});

test("for any history, jobs are whole, nonnegative, and at most twice what any week suggests", () => {
  const history = fc.array(fc.nat({ max: 200 }), { minLength: 60, maxLength: 60 });
  const states = fc.constantFrom("WI", "FL", "CA", "TX", "MN", "ME");
  fc.assert(
    fc.property(history, states, (jobs, state) => {
      const forecast = forecastWork(
        weeks(-60, -1, (at) => jobs[at + 60] ?? 0),
        thisWeek,
        [{ state, share: 1 }],
      );
      if (!forecast) return jobs.slice(-8).filter((count) => count > 0).length < 4;
      return forecast.weeks.every(
        (week) =>
          Number.isInteger(week.jobs) && week.jobs >= 0 && Number.isFinite(week.minutes) && week.jobs <= 2 * 400,
      );
    }),
  );
});

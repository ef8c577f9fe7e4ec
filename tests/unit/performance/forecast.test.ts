import { expect, test } from "vitest";
import { forecastWindow, forecastWork, type WeekOfWork } from "~/domain/performance/forecast";
import { addDays } from "~/domain/shared/dates";

const thisWeek = "2026-11-22";
const weeks = (from: number, to: number, jobs: (at: number) => number): WeekOfWork[] =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const count = jobs(from + at);
    return { week: addDays(thisWeek, 7 * (from + at)), jobs: count, minutes: count * 90 };
  });

test("without a year behind it the coming weeks are like the last eight", () => {
  const forecast = forecastWork(
    weeks(-8, -1, () => 12),
    thisWeek,
  );
  expect(forecast?.map(({ jobs, minutes, basis }) => [jobs, minutes, basis])).toEqual(
    Array.from({ length: 6 }, () => [12, 1080, "recent_weeks"]),
  );
});

test("a business that does twice as much as a year ago gets twice of what came then", () => {
  const history = [
    ...weeks(-60, -53, () => 10),
    ...weeks(-52, -46, (at) => 10 + (at + 52) * 10),
    ...weeks(-8, -1, () => 20),
  ];
  const forecast = forecastWork(history, thisWeek);
  // A year ago: 10, 20, 30, ... with its neighbors.
  expect(forecast?.map(({ jobs, basis }) => [jobs, basis])).toEqual([
    [27, "last_year"],
    [40, "last_year"],
    [60, "last_year"],
    [80, "last_year"],
    [100, "last_year"],
    [120, "last_year"],
  ]);
});

test("a quiet year ago does not multiply what it brought by more than two", () => {
  const history = [...weeks(-60, -46, () => 2), ...weeks(-8, -1, () => 40)];
  expect(forecastWork(history, thisWeek)?.[0]?.jobs).toBe(4);
});

test("fewer than four weeks with work forecast nothing", () => {
  expect(
    forecastWork(
      weeks(-3, -1, () => 9),
      thisWeek,
    ),
  ).toBeNull();
  expect(forecastWork([], thisWeek)).toBeNull();
});

test("this week, which is not over, does not count as one of the last eight", () => {
  expect(forecastWork([...weeks(-8, -1, () => 12), ...weeks(0, 0, () => 1)], thisWeek)?.[0]?.jobs).toBe(12);
});

test("it looks at the eight weeks before and at the weeks around the same ones of last year", () => {
  expect(forecastWindow(thisWeek)).toEqual({
    from: addDays(thisWeek, -60 * 7),
    lastYearTo: addDays(thisWeek, -46 * 7),
    recentFrom: addDays(thisWeek, -8 * 7),
  });
});

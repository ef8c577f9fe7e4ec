import { expect, test } from "vitest";
import { type WeekOfWork, weeksUsed } from "~/domain/performance/forecast";
import { addDays } from "~/domain/shared/time/dates";

const thisWeek = "2026-11-22";
const week = (shift: number) => addDays(thisWeek, 7 * shift);
const history = (...shifts: number[]): WeekOfWork[] =>
  shifts.map((shift) => ({ week: week(shift), jobs: -shift, minutes: -shift * 60 }));
const shiftsOf = (weeks: readonly WeekOfWork[]) =>
  weeks.map((each) => Math.round((Date.parse(each.week) - Date.parse(thisWeek)) / 604_800_000));
const recent = [-1, -2, -3, -4, -5, -6, -7, -8];

test("a forecast of the last weeks is computed from eight of them, those without jobs included", () => {
  const groups = weeksUsed(history(-2, -5), thisWeek, { week: week(3), basis: "recent_weeks" });
  expect(groups.map(({ kind, weeks }) => [kind, shiftsOf(weeks)])).toEqual([["recent", recent]]);
  expect(groups[0]?.weeks.map(({ jobs }) => jobs)).toEqual([0, 2, 0, 0, 5, 0, 0, 0]);
});

test("a forecast of last year is computed from the week a year ago, the weeks next to it, and eight weeks of each year", () => {
  const groups = weeksUsed([], thisWeek, { week: week(3), basis: "last_year" });
  expect(groups.map(({ kind, weeks }) => [kind, shiftsOf(weeks)])).toEqual([
    ["same_last_year", [-48, -49, -50]],
    ["recent", recent],
    ["recent_last_year", recent.map((shift) => shift - 52)],
  ]);
});

test("a forecast by degree days is computed from the weeks of a year since the first job", () => {
  const groups = weeksUsed(history(-1, -44, -55), thisWeek, { week: week(0), basis: "degree_days" });
  expect(groups.map(({ kind, weeks }) => [kind, weeks.length, weeks.at(-1)?.jobs])).toEqual([["history", 44, 44]]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Span, spanParts } from "~/domain/performance/performance";
import {
  chartSteps,
  type PeriodQuery,
  periodOf,
  startOf,
  stepsOf,
  sundayOf,
  weeksAndDaysOf,
} from "~/domain/performance/period";
import { addDays, daysBetween, lastDayOfMonth, weekday } from "~/domain/shared/time/dates";

const query = (fields: Partial<PeriodQuery>): PeriodQuery => ({
  period: "month",
  on: null,
  from: null,
  to: null,
  ...fields,
});

test("the sums of a chart's steps cover the days of its period exactly once", () => {
  fc.assert(
    fc.property(
      day,
      fc.nat({ max: 400 }),
      fc.constantFrom("day" as const, "week" as const, "month" as const),
      (from, days, grain) => {
        const to = addDays(from, days);
        const steps = chartSteps({ from, to, grain });
        expect(steps.map(({ startsOn }) => startsOn)).toEqual(stepsOf({ from, to }, grain));
        const covered = steps.flatMap(({ pieces }) =>
          pieces.flatMap((piece) => {
            const length =
              piece.grain === "day"
                ? 1
                : piece.grain === "week"
                  ? 7
                  : Number(lastDayOfMonth(piece.startsOn.slice(0, 7)).slice(8));
            return Array.from({ length }, (_, at) => addDays(piece.startsOn, at));
          }),
        );
        expect(covered).toEqual(Array.from({ length: days + 1 }, (_, at) => addDays(from, at)));
        expect(steps.flatMap((step) => [step.from, step.to])).toEqual(
          steps.flatMap(({ pieces }, at) => [
            pieces[0]?.startsOn,
            steps[at + 1]?.from === undefined ? to : addDays(steps[at + 1]?.from ?? to, -1),
          ]),
        );
      },
    ),
  );
});

test.each([
  // This month is compared with the same number of days of last month.
  [query({}), "2026-11-01", "2026-11-30", "2026-10-01", "2026-10-24"],
  [query({ on: "2026-02-14" }), "2026-02-01", "2026-02-28", "2026-01-01", "2026-01-31"],
  [query({ period: "quarter" }), "2026-10-01", "2026-12-31", "2026-07-01", "2026-08-24"],
  [query({ period: "quarter", on: "2026-03-31" }), "2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31"],
  [query({ period: "year" }), "2026-01-01", "2026-12-31", "2025-01-01", "2025-11-24"],
  [query({ period: "year", on: "2025-06-01" }), "2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31"],
  // A future day cannot be selected yet.
  [query({ on: "2027-03-01" }), "2026-11-01", "2026-11-30", "2026-10-01", "2026-10-24"],
  [
    query({ period: "custom", from: "2026-03-02", to: "2026-03-08" }),
    "2026-03-02",
    "2026-03-08",
    "2026-02-23",
    "2026-03-01",
  ],
  // A custom period that is not over is compared up to the same day as well.
  [
    query({ period: "custom", from: "2026-11-01", to: "2026-11-30" }),
    "2026-11-01",
    "2026-11-30",
    "2026-10-02",
    "2026-10-25",
  ],
] as const)("%j is from %s to %s, compared with %s to %s", (given, from, to, beforeFrom, beforeTo) => {
  expect(periodOf(given, "2026-11-24")).toMatchObject({ from, to, before: { from: beforeFrom, to: beforeTo } });
});

test("a month longer than the previous one is compared with all of it", () => {
  expect(periodOf(query({}), "2026-03-31")).toMatchObject({ before: { from: "2026-02-01", to: "2026-02-28" } });
});

const day = fc.nat({ max: 1500 }).map((days) => addDays("2023-01-01", days));

test("the pieces of a date range cover its days exactly once", () => {
  fc.assert(
    fc.property(day, fc.nat({ max: 800 }), (from, days) => {
      const to = addDays(from, days);
      const covered = spanParts({ from, to }).flatMap(({ grain, startsOn }) => {
        const last =
          grain === "day"
            ? startsOn
            : grain === "month"
              ? lastDayOfMonth(startsOn.slice(0, 7))
              : `${startsOn.slice(0, 4)}-12-31`;
        return Array.from({ length: daysBetween(startsOn, last) + 1 }, (_, at) => addDays(startsOn, at));
      });
      expect(covered).toEqual(Array.from({ length: days + 1 }, (_, at) => addDays(from, at)));
    }),
  );
});

test("a calendar year is one piece", () => {
  expect(spanParts({ from: "2025-01-01", to: "2025-12-31" })).toEqual([{ grain: "year", startsOn: "2025-01-01" }]);
});

test("every day of a date range is in one of its steps", () => {
  fc.assert(
    fc.property(
      day,
      fc.nat({ max: 200 }),
      fc.constantFrom("day" as const, "week" as const, "month" as const),
      (from, days, grain) => {
        const to = addDays(from, days);
        const steps = stepsOf({ from, to }, grain);
        const wanted = new Set(Array.from({ length: days + 1 }, (_, at) => startOf(addDays(from, at), grain)));
        expect(steps).toEqual([...wanted]);
      },
    ),
  );
});

test.each([
  ["2026-11-22", "2026-11-22"],
  ["2026-11-23", "2026-11-22"],
  ["2026-11-28", "2026-11-22"],
  ["2024-01-06", "2023-12-31"],
])("the week of %s starts on Sunday, %s", (given, sunday) => {
  expect(sundayOf(given)).toBe(sunday);
});

test("consecutive date ranges are split into whole weeks and days, each day once and no week shared", () => {
  expect(
    weeksAndDaysOf([
      { from: "2026-08-28", to: "2026-10-26" },
      { from: "2026-10-27", to: "2026-11-24" },
      { from: "2026-11-25", to: "2026-11-25" },
    ]),
  ).toEqual([
    { grain: "day", from: "2026-08-28", to: "2026-08-29" },
    { grain: "week", from: "2026-08-30", to: "2026-10-24" },
    { grain: "day", from: "2026-10-25", to: "2026-10-31" },
    { grain: "week", from: "2026-11-01", to: "2026-11-21" },
    { grain: "day", from: "2026-11-22", to: "2026-11-25" },
  ]);
  fc.assert(
    fc.property(
      fc.nat({ max: 400 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
      (at, lengths) => {
        let from = addDays("2026-01-01", at);
        const spans = lengths.map((days) => {
          const span = { from, to: addDays(from, days - 1) };
          from = addDays(from, days);
          return span;
        });
        const stretches = weeksAndDaysOf(spans);
        const days = (span: Span) =>
          Array.from({ length: daysBetween(span.from, span.to) + 1 }, (_, n) => addDays(span.from, n));
        expect(stretches.flatMap(days)).toEqual(spans.flatMap(days));
        for (const { from, to } of stretches.filter(({ grain }) => grain === "week")) {
          expect([sundayOf(from), weekday(to)]).toEqual([from, 6]);
          for (const sunday of stepsOf({ from, to }, "week"))
            expect(spans.some((span) => span.from <= sunday && span.to >= addDays(sunday, 6))).toBe(true);
        }
      },
    ),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  civilDate,
  dayNumber,
  daysBetween,
  daysInMonth,
  firstDayOfMonth,
  isCivilDate,
  isMonthKey,
  lastDayOfMonth,
  monthFromIndex,
  monthIndex,
  monthKey,
  sentDate,
  shiftMonth,
  weekday,
} from "~/domain/shared/time/dates";

const DAY_MS = 86_400_000;
const anyDay = fc.integer({ min: dayNumber("0001-01-01"), max: dayNumber("9999-12-31") });
const aDay = fc.integer({ min: dayNumber("1900-01-01"), max: dayNumber("2200-12-31") });

test("only real days in YYYY-MM-DD format are civil dates", () => {
  for (const date of ["2025-01-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"]) {
    expect(isCivilDate(date), date).toBe(true);
  }
  const wrong = ["2025-02-29", "1900-02-29", "2025-04-31", "2025-13-01", "2025-00-10", "2025-01-00", "0000-01-01"];
  const odd = [
    "2025-1-5",
    "25-01-05",
    "2025/01/05",
    "2025-01-05T12:00:00Z",
    "2025-01-0x",
    "+025-01-05",
    " 2025-01-05",
    "",
  ];
  for (const date of [...wrong, ...odd]) expect(isCivilDate(date), JSON.stringify(date)).toBe(false);
});

test("day numbers agree with the platform's calendar", () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(civilDate(day)).toBe(new Date(day * DAY_MS).toISOString().slice(0, 10));
      expect(dayNumber(civilDate(day))).toBe(day);
      expect(weekday(civilDate(day))).toBe(new Date(day * DAY_MS).getUTCDay());
    }),
  );
});

test("text that is not a date and days outside the calendar are rejected", () => {
  expect(() => dayNumber("2025-02-30")).toThrow(RangeError);
  expect(() => addDays("9999-12-31", 1)).toThrow(RangeError);
  expect(() => addMonths("0001-01-31", -1)).toThrow(RangeError);
});

test("adding months clamps to the month's end and counts from the anchor", () => {
  const cases: [string, number, string][] = [
    ["2025-01-31", 1, "2025-02-28"],
    ["2025-01-31", 2, "2025-03-31"],
    ["2024-01-31", 1, "2024-02-29"],
    ["2024-02-29", 12, "2025-02-28"],
    ["2024-02-29", 48, "2028-02-29"],
    ["2025-03-31", -1, "2025-02-28"],
    ["2025-12-15", 1, "2026-01-15"],
    ["2025-01-15", -1, "2024-12-15"],
    ["2025-08-31", 0, "2025-08-31"],
  ];
  for (const [anchor, months, expected] of cases) expect(addMonths(anchor, months)).toBe(expected);
});

test("days are added and counted across months, years and leap days", () => {
  expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
  expect(addDays("2025-01-01", -1)).toBe("2024-12-31");
  expect(daysBetween("2024-01-01", "2025-01-01")).toBe(366);
  fc.assert(
    fc.property(
      aDay,
      fc.integer({ min: -9999, max: 9999 }),
      (day, n) => daysBetween(civilDate(day), addDays(civilDate(day), n)) === n,
    ),
  );
});

test("months have keys, an order and an end", () => {
  expect(monthKey("2025-01-31")).toBe("2025-01");
  expect([firstDayOfMonth("2024-02"), lastDayOfMonth("2024-02"), lastDayOfMonth("2025-02")]).toEqual([
    "2024-02-01",
    "2024-02-29",
    "2025-02-28",
  ]);
  expect([shiftMonth("2025-12", 1), shiftMonth("2025-01", -1), shiftMonth("2025-03", -27)]).toEqual([
    "2026-01",
    "2024-12",
    "2022-12",
  ]);
  expect(monthFromIndex(monthIndex("2025-07"))).toBe("2025-07");
  expect([isMonthKey("2025-12"), isMonthKey("2025-13"), isMonthKey("2025-1")]).toEqual([true, false, false]);
  expect([1900, 2000, 2023, 2024].map((year) => daysInMonth(year, 2))).toEqual([28, 29, 28, 29]);
});

test("noon UTC of a civil date is read as that day", () => {
  fc.assert(fc.property(aDay, (day) => sentDate(`${civilDate(day)}T12:00:00.000Z`) === civilDate(day)));
});

test("an instant's day is the sender's, noon UTC is the UTC day, and a time without a zone has none", () => {
  const cases: [string, string | null][] = [
    ["2025-01-31", "2025-01-31"],
    ["2025-01-31T12:00:00Z", "2025-01-31"],
    ["2025-01-31T23:59:59.999Z", "2025-01-31"],
    ["2025-02-01T01:00:00+13:00", "2025-01-31"],
    ["2025-01-31T20:00-11:00", "2025-01-31"],
    ["2026-01-31T23:59:59-12:00", "2026-01-31"],
    ["2026-02-01T00:30:00+14:00", "2026-02-01"],
    ["1969-12-31T23:00:00Z", "1969-12-31"],
    ["2025-01-31T12:00:00", null],
    ["2025-02-30T12:00:00Z", null],
    ["2025-01-31T25:00:00Z", null],
    ["31 Jan 2025", null],
    ["", null],
  ];
  for (const [text, expected] of cases) expect(sentDate(text), text).toBe(expected);
});

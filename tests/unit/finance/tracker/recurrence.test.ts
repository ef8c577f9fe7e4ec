import fc from "fast-check";
import { expect, test } from "vitest";
import { monthlyCashflow } from "#tests/unit/finance/cashflow/planned-months";
import { aDate, aTiming, income } from "#tests/unit/finance/items";
import type { Frequency } from "~/domain/finance/tracker/categories";
import type { Timing } from "~/domain/finance/tracker/plan";
import { expand, nextOccurrence } from "~/domain/finance/tracker/recurrence";
import { addDays, type CivilDate, daysBetween, monthKey, sentDate } from "~/domain/shared/time/dates";

function timing(date: CivilDate, frequency: Frequency, endDate: CivilDate | null = null): Timing {
  return { date, frequency, endDate };
}

function perMonth(dates: readonly CivilDate[]): number[] {
  return Array.from({ length: 12 }, (_, at) => dates.filter((date) => Number(date.slice(5, 7)) === at + 1).length);
}

test("weekly from the first Wednesday of 2025 gives 53 occurrences", () => {
  const dates = expand(timing("2025-01-01", "weekly"), "2025-01-01", "2025-12-31");
  expect(dates).toHaveLength(53);
  expect(perMonth(dates)).toEqual([5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 5]);
});

test("every second Friday of 2025 gives 26 occurrences, three in January and August", () => {
  const dates = expand(timing("2025-01-03", "biweekly"), "2025-01-01", "2025-12-31");
  expect(dates).toHaveLength(26);
  expect(perMonth(dates)).toEqual([3, 2, 2, 2, 2, 2, 2, 3, 2, 2, 2, 2]);
});

test("every second Friday over 24 months gives 53 occurrences", () => {
  const dates = expand(timing("2027-01-01", "biweekly"), "2027-01-01", "2028-12-31");
  expect([dates.length, dates.at(-1)]).toEqual([53, "2028-12-29"]);
});

test("the 31st becomes the last day of shorter months and never drifts", () => {
  const rent = timing("2025-01-31", "monthly");
  const days = expand(rent, "2025-01-01", "2025-12-31").map((date) => Number(date.slice(8)));
  expect(days).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  expect(expand(rent, "2028-02-01", "2028-02-29")).toEqual(["2028-02-29"]);
});

test("quarterly from November 30 stays on the 30th except in February", () => {
  const dates = ["2025-02-28", "2025-05-30", "2025-08-30", "2025-11-30"];
  expect(expand(timing("2024-11-30", "quarterly"), "2025-01-01", "2025-12-31")).toEqual(dates);
});

test("yearly from a leap day falls on the 28th until the next leap year", () => {
  const dates = ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"];
  expect(expand(timing("2024-02-29", "annually"), "2024-01-01", "2028-12-31")).toEqual(dates);
});

test("the end date itself can be the last occurrence", () => {
  const year = ["2025-01-01", "2025-12-31"] as const;
  expect(expand(timing("2025-01-15", "monthly", "2025-04-15"), ...year)).toHaveLength(4);
  expect(expand(timing("2025-01-15", "monthly", "2025-04-14"), ...year)).toHaveLength(3);
  expect(expand(timing("2025-01-15", "monthly", "2025-01-14"), ...year)).toEqual([]);
});

test("a one-time item occurs once and ignores an end date", () => {
  for (const endDate of [null, "2025-01-01"]) {
    const once = timing("2025-05-10", "once", endDate);
    expect(expand(once, "2020-01-01", "2030-12-31")).toEqual(["2025-05-10"]);
    expect(expand(once, "2025-05-10", "2025-05-10")).toEqual(["2025-05-10"]);
    expect(expand(once, "2025-06-01", "2030-12-31")).toEqual([]);
    expect(expand(once, "2020-01-01", "2025-05-09")).toEqual([]);
  }
});

test("noon UTC on January 31 counts in January in any server time zone", () => {
  const zone = process.env.TZ;
  for (const [name, local] of [
    ["Pacific/Kiritimati", 1],
    ["Pacific/Auckland", 1],
    ["Pacific/Pago_Pago", 31],
  ] as const) {
    process.env.TZ = name;
    expect(new Date("2025-01-31T12:00:00Z").getDate(), `${name} is in force`).toBe(local);
    const date = sentDate("2025-01-31T12:00:00Z") ?? "";
    const item = income({ date, frequency: "once", amountMinor: 5000 });
    expect(monthlyCashflow([item], "2025-01", { currency: "USD" }).income.totalMinor).toBe(5000);
    expect(monthlyCashflow([item], "2025-02", { currency: "USD" }).income.totalMinor).toBe(0);
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("the next occurrence is found however far ahead the item starts, and never after its end", () => {
  expect(nextOccurrence(timing("2024-02-29", "annually"), "2024-03-01")).toBe("2025-02-28");
  expect(nextOccurrence(timing("2027-01-31", "monthly"), "2025-03-01")).toBe("2027-01-31");
  expect(nextOccurrence(timing("2025-01-31", "monthly"), "2025-02-28")).toBe("2025-02-28");
  expect(nextOccurrence(timing("2025-01-31", "monthly", "2025-03-15"), "2025-03-01")).toBeNull();
  expect(nextOccurrence(timing("2025-01-31", "once"), "2025-02-01")).toBeNull();
});

// Checks each day of the window: does the item occur on it?
function byScanningDays(item: Timing, from: CivilDate, to: CivilDate): CivilDate[] {
  const found: CivilDate[] = [];
  const [startYear = 0, startMonth = 0, startDay = 0] = item.date.split("-").map(Number);
  const stepMonths = { once: 0, weekly: 0, biweekly: 0, monthly: 1, quarterly: 3, annually: 12 }[item.frequency];
  const stepDays = { once: 0, weekly: 7, biweekly: 14, monthly: 0, quarterly: 0, annually: 0 }[item.frequency];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
    const lastOfMonth = monthKey(addDays(date, 1)) !== monthKey(date);
    const months = (year - startYear) * 12 + month - startMonth;
    const onDay = day === startDay || (lastOfMonth && day < startDay);
    const due =
      (stepMonths > 0 && months % stepMonths === 0 && onDay) ||
      (stepDays > 0 && daysBetween(item.date, date) % stepDays === 0) ||
      (item.frequency === "once" && date === item.date);
    const ended = item.frequency !== "once" && item.endDate !== null && date > item.endDate;
    if (due && date >= item.date && !ended) found.push(date);
  }
  return found;
}

// Computes the k-th occurrence with the platform's own calendar, for every k in range.
function byCountingSteps(item: Timing, from: CivilDate, to: CivilDate): CivilDate[] {
  const [year = 0, month = 0, day = 0] = item.date.split("-").map(Number);
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const inMonth = (shift: number) => {
    const last = new Date(Date.UTC(year, month + shift, 0)).getUTCDate();
    return iso(Date.UTC(year, month - 1 + shift, Math.min(day, last)));
  };
  const kth: Record<Frequency, (k: number) => CivilDate> = {
    once: () => item.date,
    weekly: (k) => iso(Date.UTC(year, month - 1, day + 7 * k)),
    biweekly: (k) => iso(Date.UTC(year, month - 1, day + 14 * k)),
    monthly: inMonth,
    quarterly: (k) => inMonth(3 * k),
    annually: (k) => inMonth(12 * k),
  };
  const last = item.frequency !== "once" && item.endDate !== null && item.endDate < to ? item.endDate : to;
  const all = Array.from({ length: item.frequency === "once" ? 1 : 900 }, (_, k) => kth[item.frequency](k));
  return all.filter((date) => date >= from && date <= last);
}

test("expansion, a day-by-day scan and simple step counting find the same dates", () => {
  fc.assert(
    fc.property(aTiming, aDate, fc.integer({ min: 0, max: 800 }), (item, from, days) => {
      const to = addDays(from, days);
      const dates = expand(item, from, to);
      expect(dates).toEqual(byScanningDays(item, from, to));
      expect(dates).toEqual(byCountingSteps(item, from, to));
    }),
    { numRuns: 300 },
  );
});

test("two adjacent windows have the same occurrences as one over both", () => {
  fc.assert(
    fc.property(aTiming, aDate, fc.nat(500), fc.nat(500), (item, from, first, second) => {
      const middle = addDays(from, first);
      const to = addDays(middle, 1 + second);
      expect([...expand(item, from, middle), ...expand(item, addDays(middle, 1), to)]).toEqual(expand(item, from, to));
    }),
  );
});

test("the window's start never changes an occurrence", () => {
  fc.assert(
    fc.property(aTiming, aDate, fc.nat(1000), fc.nat(400), (item, from, later, days) => {
      const start = addDays(from, later);
      const to = addDays(start, days);
      expect(expand(item, start, to)).toEqual(expand(item, from, to).filter((date) => date >= start));
    }),
  );
});

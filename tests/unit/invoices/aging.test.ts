import { expect, test } from "vitest";
import { agingBucket } from "#tests/support/receivables";
import { AGING_BUCKETS } from "~/domain/invoices/invoice";
import { AGING_FILE_HEADER, agingCells, agingDays } from "~/domain/invoices/receivables/aging";
import { addDays, daysBetween } from "~/domain/shared/time/dates";
import { dayBounds, wallTimeOf } from "~/domain/shared/time/time-zones";

// Leap days, year ends and days of clock changes: a civil day counts as one day, however long it is.
test.each([
  "2024-02-29",
  "2024-03-01",
  "2025-03-01",
  "2026-03-08",
  "2026-03-09",
  "2026-11-01",
  "2026-11-02",
  "2027-01-01",
  "2100-03-01",
])("on %s every due date is in exactly one bucket, by its days late", (asOf) => {
  for (let late = -40; late <= 400; late++) {
    const dueOn = addDays(asOf, -late);
    const found = AGING_BUCKETS.filter((bucket) => {
      const { from, to } = agingDays(bucket, asOf);
      return from <= dueOn && dueOn <= to;
    });
    expect([dueOn, ...found]).toEqual([dueOn, agingBucket(daysBetween(dueOn, asOf))]);
  }
});

// One instant, with the date at each business: what is due on the 1st is overdue there from the first instant of the 2nd.
test.each([
  ["Pacific/Honolulu", "2026-11-02T09:59:59Z", "2026-11-01"],
  ["Pacific/Honolulu", "2026-11-02T10:00:00Z", "2026-11-02"],
  ["America/Chicago", "2026-11-02T05:59:59Z", "2026-11-01"],
  ["America/Chicago", "2026-11-02T06:00:00Z", "2026-11-02"],
  ["America/New_York", "2026-03-09T03:59:59Z", "2026-03-08"],
  ["America/New_York", "2026-03-09T04:00:00Z", "2026-03-09"],
  ["Pacific/Kiritimati", "2026-11-01T10:00:00Z", "2026-11-02"],
])("in %s at %s it is %s", (zone, instant, day) => {
  const { date } = wallTimeOf(Date.parse(instant), zone);
  expect(date).toBe(day);
  const { start, end } = dayBounds(day, zone);
  expect(start <= Date.parse(instant) && Date.parse(instant) < end).toBe(true);
});

test("a row of the file adds up to its total", () => {
  const owed = { current: 1, "1_30": 20, "31_60": 300, "61_90": 4000, over_90: 50_000, credit: 21 };
  const cells = agingCells({ ...owed, id: "a", number: 7, name: "Ada", total: 54_300 });
  expect(cells).toHaveLength(AGING_FILE_HEADER.length);
  expect(cells).toEqual(["7", "Ada", 1, 20, 300, 4000, 50_000, -21, 54_300]);
  expect(agingCells({ ...owed, id: "a", number: 7, name: "Ada", credit: 0, total: 0 })[7]).toBe(0);
});

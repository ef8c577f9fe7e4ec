import { expect, test } from "vitest";
import { isOffInDemo } from "#drizzle/seed/technicians";

test.each([
  ["2026-11-26", 0, "2026-11-22", true],
  ["2026-11-25", 0, "2026-11-22", false],
  ["2026-12-25", 1, "2026-12-20", true],
  ["2027-01-01", 1, "2026-12-28", true],
  ["2026-01-01", 1, "2026-01-03", true],
  // A demo that starts on a holiday still has jobs to show.
  ["2026-11-26", 0, "2026-11-26", false],
  // One technician is off on Wednesdays, and two are on call on weekends.
  ["2026-11-25", 2, "2026-11-25", true],
  ["2026-11-24", 2, "2026-11-25", false],
  ["2026-11-29", 1, "2026-11-29", false],
  ["2026-11-29", 3, "2026-11-29", true],
  // A training class in three days is one technician's time off.
  ["2026-11-25", 4, "2026-11-22", true],
  ["2026-11-26", 4, "2026-11-23", true],
])("on %s technician %i in a demo started on %s is off: %s", (date, place, today, expected) => {
  expect(isOffInDemo(date, place, today)).toBe(expected);
});

import { expect, test } from "vitest";
import { scheduleSummary } from "~/domain/work-orders/schedule/schedule-summary";

const chosen = { date: "2026-11-24", time: "09:00", minutes: 60, technician: "Luis Ortega", otherJobs: 2 };

test.each([
  [{}, "Tue, Nov 24, 2026, 9:00 to 10:00 AM · Luis Ortega · 2 other jobs that day"],
  [{ otherJobs: 1 }, "Tue, Nov 24, 2026, 9:00 to 10:00 AM · Luis Ortega · 1 other job that day"],
  [{ otherJobs: 0, minutes: 240 }, "Tue, Nov 24, 2026, 9:00 AM to 1:00 PM · Luis Ortega · No other jobs that day"],
  // While the jobs are being counted, and while no technician is selected.
  [{ otherJobs: null }, "Tue, Nov 24, 2026, 9:00 to 10:00 AM · Luis Ortega"],
  [{ technician: undefined }, "Tue, Nov 24, 2026, 9:00 to 10:00 AM"],
  [{ time: "" }, "Tue, Nov 24, 2026 · Luis Ortega · 2 other jobs that day"],
  [{ minutes: Number.NaN }, "Tue, Nov 24, 2026, 9:00 AM · Luis Ortega · 2 other jobs that day"],
  [{ time: "23:30" }, "Tue, Nov 24, 2026, 11:30 PM · Luis Ortega · 2 other jobs that day"],
  [{ date: "" }, null],
  [{ date: "0001-01-01" }, null],
])("the booking summary is one line: %j", (given, text) => {
  expect(scheduleSummary({ ...chosen, ...given })).toBe(text);
});

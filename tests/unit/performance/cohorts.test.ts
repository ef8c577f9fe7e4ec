import { expect, test } from "vitest";
import { cohortQuarters, planCohorts, quarterOf } from "~/domain/performance/cohorts";

const today = "2026-11-24";

test("cohorts cover the last eight quarters, including the current one", () => {
  expect(cohortQuarters(today)).toEqual([
    ...["2025-01-01", "2025-04-01", "2025-07-01", "2025-10-01"],
    ...["2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01"],
  ]);
  expect(["2026-01-31", "2026-03-31", "2026-12-01"].map(quarterOf)).toEqual(["2026-01-01", "2026-01-01", "2026-10-01"]);
});

test("a quarter's plans are followed through the last complete quarter", () => {
  const rows = [
    { startedOn: "2026-01-01", endedOn: "", plans: 6 },
    { startedOn: "2026-01-01", endedOn: "2026-04-01", plans: 3 },
    { startedOn: "2026-01-01", endedOn: "2027-01-01", plans: 1 },
    { startedOn: "2026-10-01", endedOn: "", plans: 2 },
    // Reduced to zero.
    { startedOn: "2026-07-01", endedOn: "", plans: 0 },
  ];
  expect(planCohorts(rows, today)).toEqual([
    { startedOn: "2026-01-01", plans: 10, running: 7, retained: [10, 7, 7] },
    { startedOn: "2026-10-01", plans: 2, running: 2, retained: [] },
  ]);
});

test("a plan that ended on an unknown date counts as retained for no quarter", () => {
  const rows = [
    { startedOn: "2026-04-01", endedOn: "unknown", plans: 1 },
    { startedOn: "2026-04-01", endedOn: "", plans: 3 },
  ];
  expect(planCohorts(rows, today)).toEqual([{ startedOn: "2026-04-01", plans: 4, running: 3, retained: [3, 3] }]);
});

test("plans started before the shown quarters are left out", () => {
  expect(planCohorts([{ startedOn: "2015-04-01", endedOn: "", plans: 9 }], today)).toEqual([]);
});

import { expect, test } from "vitest";
import { workload } from "~/domain/technicians/workload";

test("booked time is planned and completed work, not jobs on hold or canceled", () => {
  const jobs = [
    { status: "scheduled", priority: "normal", minutes: 60 },
    { status: "in_progress", priority: "emergency", minutes: 90 },
    { status: "on_hold", priority: "normal", minutes: 120 },
    { status: "completed", priority: "high", minutes: 30 },
    { status: "cancelled", priority: "high", minutes: 240 },
    { status: "unscheduled", priority: "low", minutes: 240 },
  ] as const;
  expect(workload(jobs, 480)).toEqual({
    openJobs: 3,
    completedJobs: 1,
    byPriority: { low: 0, normal: 2, high: 0, emergency: 1 },
    bookedMinutes: 180,
    availableMinutes: 480,
    freeMinutes: 300,
    utilization: 38,
  });
});

test("more work than the shift is over 100 percent, and without a shift there is no utilization", () => {
  const long = [{ status: "scheduled", priority: "low", minutes: 600 }] as const;
  expect(workload(long, 480)).toMatchObject({ utilization: 125, freeMinutes: 0 });
  expect(workload(long, 0)).toMatchObject({ utilization: null, freeMinutes: 0 });
});

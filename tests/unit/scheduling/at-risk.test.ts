import { expect, test } from "vitest";
import { jobsAtRisk, type RunningWorkOrder } from "~/domain/scheduling/at-risk";
import { aWorkOrder, drives, site, wall } from "./fixtures";

const drive = drives({ "oak>elm": 20, "elm>ash": 10 });

function running(label: string, time: string, parts: Partial<RunningWorkOrder> = {}): RunningWorkOrder {
  return { ...aWorkOrder({ label, start: wall(`2026-11-20 ${time}`) }), startedAt: null, finishedAt: null, ...parts };
}

const DAY = [
  running("WO-001", "09:00", { place: site("oak"), startedAt: wall("2026-11-20 09:40"), status: "in_progress" }),
  running("WO-002", "10:30", { place: site("elm") }),
  running("WO-003", "12:30", { place: site("ash") }),
];

test("a start 40 minutes late puts the jobs after it at risk but moves nothing", () => {
  const before = structuredClone(DAY);
  expect(jobsAtRisk(DAY, wall("2026-11-20 09:45"), drive)).toEqual([
    {
      workOrderId: "WO-002",
      lateMinutes: 30,
      projectedStart: wall("2026-11-20 11:00"),
      missesWindow: false,
      message: "WO-002 would start 30 min late after WO-001, at 11:00 AM.",
    },
  ]);
  expect(DAY).toEqual(before);
});

test("a job that runs over delays the next ones minute by minute", () => {
  const late = jobsAtRisk(DAY, wall("2026-11-20 12:00"), drive);
  expect(late.map((risk) => [risk.workOrderId, risk.lateMinutes])).toEqual([
    ["WO-002", 110],
    ["WO-003", 60],
  ]);
});

test("a start after the promised window is flagged", () => {
  const window = { start: wall("2026-11-20 10:00"), end: wall("2026-11-20 10:45") };
  const day = DAY.map((workOrder) =>
    workOrder.label === "WO-002" ? { ...workOrder, arrivalWindow: window } : workOrder,
  );
  expect(jobsAtRisk(day, wall("2026-11-20 09:45"), drive)).toMatchObject([
    { workOrderId: "WO-002", missesWindow: true },
  ]);
});

test("a day on time, a finished job and a canceled one put nothing at risk", () => {
  const done = DAY.map((workOrder, index) =>
    index === 0
      ? { ...workOrder, startedAt: wall("2026-11-20 09:00"), finishedAt: wall("2026-11-20 09:50") }
      : workOrder,
  );
  expect(jobsAtRisk(done, wall("2026-11-20 09:55"), drive)).toEqual([]);
  const dropped = DAY.map((workOrder, index) =>
    index === 0 ? { ...workOrder, status: "cancelled" as const } : workOrder,
  );
  expect(jobsAtRisk(dropped, wall("2026-11-20 09:45"), drive)).toEqual([]);
});

test("a job not started by its start time is late itself", () => {
  expect(jobsAtRisk([running("WO-001", "09:00")], wall("2026-11-20 09:25"), drive)).toMatchObject([
    { workOrderId: "WO-001", lateMinutes: 25, message: "WO-001 would start 25 min late, at 9:25 AM." },
  ]);
});

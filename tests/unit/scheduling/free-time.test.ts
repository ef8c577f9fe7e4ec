import { expect, test } from "vitest";
import { freeTime } from "~/domain/technicians/calendar";
import { aPlan, aTechnician, aWorkOrder, drives, site, wall } from "./fixtures";

const drive = drives({ "oak>elm": 30 });
const DAY = [
  aWorkOrder({ label: "WO-001", start: wall("2026-11-20 09:00"), place: site("oak") }),
  aWorkOrder({ label: "WO-002", start: wall("2026-11-20 11:00"), place: site("elm") }),
];

test.each([
  ["the whole day", "2026-11-20 00:00", "2026-11-21 00:00", 9 * 60 - 60 - 60 - 30],
  ["the morning until half past nine", "2026-11-20 00:00", "2026-11-20 09:30", 60],
  ["the hour of the drive", "2026-11-20 10:00", "2026-11-20 11:00", 30],
  ["parts of two days", "2026-11-20 16:00", "2026-11-23 09:00", 120],
  ["a weekend", "2026-11-21 00:00", "2026-11-23 00:00", 0],
])("free minutes in %s", (_, from, to, minutes) => {
  const free = freeTime({ start: wall(from), end: wall(to) }, aTechnician(), aPlan(DAY, drive));
  expect(free.minutes).toBe(minutes);
});

test("a job on hold and other technicians' jobs take no time", () => {
  const day = { start: wall("2026-11-20 00:00"), end: wall("2026-11-21 00:00") };
  const others = [aWorkOrder({ status: "on_hold" }), aWorkOrder({ label: "WO-009", technicianIds: ["ana"] })];
  expect(freeTime(day, aTechnician(), aPlan(others)).minutes).toBe(9 * 60);
  const helping = [aWorkOrder({ technicianIds: ["ana", "luis"] })];
  expect(freeTime(day, aTechnician(), aPlan(helping)).minutes).toBe(8 * 60);
});

test("a drive longer than the gap fills the gap, not the job before", () => {
  const tight = [DAY[0], aWorkOrder({ label: "WO-003", start: wall("2026-11-20 10:10"), place: site("elm") })];
  const plan = aPlan(
    tight.flatMap((workOrder) => workOrder ?? []),
    drive,
  );
  const morning = { start: wall("2026-11-20 08:00"), end: wall("2026-11-20 12:00") };
  expect(freeTime(morning, aTechnician(), plan).intervals).toEqual([
    { start: wall("2026-11-20 08:00"), end: wall("2026-11-20 09:00") },
    { start: wall("2026-11-20 11:10"), end: wall("2026-11-20 12:00") },
  ]);
});

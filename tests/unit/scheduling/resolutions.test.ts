import { expect, test } from "vitest";
import { workOrderConflicts } from "~/domain/scheduling/conflicts";
import { nearestFreeStart, resolutionsOf } from "~/domain/scheduling/resolutions";
import type { PlannedWorkOrder } from "~/domain/technicians/calendar";
import { aPlan, aTechnician, aWorkOrder, drives, site, wall } from "./fixtures";

const LUIS = aTechnician({ name: "Luis Ortega" });
const ANA = aTechnician({ id: "ana", name: "Ana", home: site("harbour") });
const drive = drives({ "oak>elm": 30, "harbour>elm": 12, "home>elm": 25, "home>oak": 5 });
const now = wall("2026-11-20 07:00");
const plan = (jobs: readonly PlannedWorkOrder[]) => ({ ...aPlan(jobs, drive), now });

const FIRST = aWorkOrder({ label: "WO-004", place: site("oak") });
const NEXT = aWorkOrder({ label: "WO-005", start: wall("2026-11-20 10:00"), place: site("elm") });

test("a drive conflict's resolutions are another time that day, another technician, then another day", () => {
  expect(resolutionsOf(NEXT, [LUIS, ANA], plan([FIRST, NEXT]))).toEqual([
    {
      kind: "move_job",
      workOrderId: "WO-005",
      technicianIds: ["luis"],
      start: wall("2026-11-20 10:30"),
      addedMinutes: 30,
      affected: ["WO-005"],
      message: "Fri, Nov 20, 10:30 AM, Luis O., after Ana Alvarez, 30 min more drive",
    },
    {
      kind: "other_technician",
      workOrderId: "WO-005",
      technicianIds: ["ana"],
      start: NEXT.start,
      addedMinutes: 12,
      affected: ["Ana"],
      message: "Fri, Nov 20, 10:00 AM, Ana, first stop, 12 min drive",
    },
    expect.objectContaining({
      kind: "move_other_job",
      workOrderId: "WO-004",
      start: wall("2026-11-20 08:30"),
      message: "Move Ana Alvarez (WO-004) to Fri, Nov 20, 8:30 AM, Luis O., first stop, 10 min more drive",
    }),
  ]);
});

test("another job is moved out of the way, but never one under way", () => {
  const kinds = (first: PlannedWorkOrder) => resolutionsOf(NEXT, [LUIS], plan([first, NEXT])).map(({ kind }) => kind);
  const overlapping = { ...FIRST, start: wall("2026-11-20 09:00") };
  expect(kinds(overlapping)).toEqual(["move_job", "move_other_job"]);
  expect(kinds({ ...overlapping, status: "in_progress" })).toEqual(["move_job"]);
});

test("a technician who is free at the same time comes before another day", () => {
  const full = aWorkOrder({ label: "WO-012", start: wall("2026-11-19 08:00"), minutes: 540, status: "in_progress" });
  const workOrder = aWorkOrder({ label: "WO-013", start: wall("2026-11-19 09:00"), minutes: 60 });
  const found = resolutionsOf(workOrder, [LUIS, ANA], { ...plan([full, workOrder]), now: wall("2026-11-19 07:00") });
  expect(found.map(({ kind, start }) => [kind, start])).toEqual([
    ["other_technician", workOrder.start],
    ["move_job", wall("2026-11-20 08:00")],
  ]);
});

test("a job without conflicts needs no resolution, and one without qualified technicians has none", () => {
  expect(resolutionsOf(FIRST, [LUIS, ANA], plan([FIRST]))).toEqual([]);
  const refrigerant = { ...FIRST, demands: { skills: [], certifications: [], refrigerantWork: true } };
  expect(resolutionsOf(refrigerant, [LUIS, ANA], plan([refrigerant]))).toEqual([]);
});

test("a full day moves the job to the next working day", () => {
  const thursday = aWorkOrder({ start: wall("2026-11-19 09:00"), minutes: 540, label: "WO-010" });
  const fullDay = aWorkOrder({ start: wall("2026-11-19 08:00"), minutes: 540, label: "WO-011" });
  const start = nearestFreeStart({ ...thursday, minutes: 60 }, [LUIS], { ...plan([fullDay]), now: 0 });
  expect(start).toBe(wall("2026-11-20 08:00"));
});

test("nothing is moved into the past", () => {
  const late = { ...plan([FIRST, NEXT]), now: wall("2026-11-20 10:40") };
  const resolutions = resolutionsOf(NEXT, [LUIS], late);
  expect(resolutions.length > 0 && resolutions.every((resolution) => resolution.start >= late.now)).toBe(true);
});

test("every resolution leaves the job without conflicts", () => {
  const day = [FIRST, NEXT, aWorkOrder({ label: "WO-006", start: wall("2026-11-20 11:15"), place: site("oak") })];
  for (const resolution of resolutionsOf(NEXT, [LUIS, ANA], plan(day))) {
    const after = day.map((workOrder) =>
      workOrder.id === resolution.workOrderId
        ? { ...workOrder, start: resolution.start, technicianIds: resolution.technicianIds }
        : workOrder,
    );
    const workOrder = after.find(({ id }) => id === NEXT.id) ?? NEXT;
    expect(workOrderConflicts(workOrder, [LUIS, ANA], plan(after))).toEqual([]);
  }
});

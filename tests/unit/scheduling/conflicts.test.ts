import { expect, test } from "vitest";
import { findConflicts, isFree, workOrderConflicts } from "~/domain/scheduling/conflicts";
import { DEFAULT_AVAILABILITY } from "~/domain/technicians/availability";
import type { PlannedWorkOrder, SchedulableTechnician } from "~/domain/technicians/calendar";
import { aPlan, aTechnician, aWorkOrder, drives, site, wall } from "./fixtures";

const NEXT_DOOR = drives({});

function words(
  workOrder: PlannedWorkOrder,
  others: readonly PlannedWorkOrder[] = [],
  technician = aTechnician(),
  drive = NEXT_DOOR,
) {
  return findConflicts(workOrder, technician, aPlan(others, drive)).map((conflict) => conflict.message);
}

test("a second job in a slot conflicts and names the first", () => {
  const first = aWorkOrder({ label: "WO-004", start: wall("2026-11-20 10:00") });
  const second = aWorkOrder({ label: "WO-005", start: wall("2026-11-20 10:00") });
  const conflicts = findConflicts(second, aTechnician(), aPlan([first]));
  expect(conflicts).toEqual([
    {
      kind: "double_booking",
      severity: "override",
      technicianId: "luis",
      otherWorkOrderId: "WO-004",
      message: "Luis is at Ana Alvarez (WO-004) 10:00 to 11:00 AM.",
    },
  ]);
  expect(isFree(conflicts)).toBe(false);
});

test("09-10 and 10-11 at one address do not conflict, but half an hour's drive apart they do", () => {
  const first = aWorkOrder({ label: "WO-004", place: site("oak") });
  const here = aWorkOrder({ label: "WO-005", start: wall("2026-11-20 10:00"), place: site("oak") });
  const away = { ...here, place: site("elm") };
  const drive = drives({ "oak>elm": 30 });
  expect(words(here, [first], aTechnician(), drive)).toEqual([]);
  expect(words(away, [first], aTechnician(), drive)).toEqual([
    "The drive from WO-004 takes 30 min; no time is available.",
  ]);
  expect(words(first, [away], aTechnician(), drive)).toEqual([
    "The drive to WO-005 takes 30 min; no time is available.",
  ]);
  expect(findConflicts(away, aTechnician(), aPlan([first], drive))).toMatchObject([
    { kind: "drive", severity: "override" },
  ]);
});

test("lunch and time off during a job are conflicts even if its start is free", () => {
  const week = {
    ...DEFAULT_AVAILABILITY,
    friday: { ...DEFAULT_AVAILABILITY.friday, breaks: [{ start: "12:00", end: "12:30" }] },
  };
  const timeOff = [{ start: wall("2026-11-20 13:00"), end: wall("2026-11-20 14:00"), reason: "dentist" }];
  const workOrder = aWorkOrder({ start: wall("2026-11-20 11:00"), minutes: 240 });
  expect(words(workOrder, [], aTechnician({ week, timeOff }))).toEqual([
    "Luis is away: dentist.",
    "Runs into Luis's break.",
  ]);
  expect(words(aWorkOrder({ start: wall("2026-11-20 11:00") }), [], aTechnician({ week, timeOff }))).toEqual([]);
});

test.each([
  ["that contains the whole job", "2026-11-19", "2026-11-21", ["It is Plant shutdown."]],
  ["on the same day", "2026-11-20", "2026-11-20", ["It is Plant shutdown."]],
  ["on the next day", "2026-11-21", "2026-11-21", []],
])("a holiday %s", (_, from, to, expected) => {
  expect(words(aWorkOrder(), [], aTechnician({ holidays: [{ name: "Plant shutdown", from, to }] }))).toEqual(expected);
});

test("a job moved by 15 minutes does not conflict with itself", () => {
  const workOrder = aWorkOrder();
  expect(words({ ...workOrder, start: workOrder.start + 15 * 60_000 }, [workOrder])).toEqual([]);
});

test("a helper who is booked elsewhere is also a conflict", () => {
  const elsewhere = aWorkOrder({ label: "WO-004", technicianIds: ["ana"] });
  const workOrder = aWorkOrder({ label: "WO-005", technicianIds: ["luis", "ana"] });
  const team = [aTechnician(), aTechnician({ id: "ana", name: "Ana" }), aTechnician({ id: "sam", name: "Sam" })];
  expect(workOrderConflicts(workOrder, team, aPlan([elsewhere]))).toMatchObject([
    { technicianId: "ana", otherWorkOrderId: "WO-004" },
  ]);
  const helping = { ...elsewhere, technicianIds: ["sam", "ana"] };
  expect(workOrderConflicts(workOrder, team, aPlan([helping]))).toMatchObject([{ technicianId: "ana" }]);
});

test.each(["cancelled", "on_hold", "unscheduled"] as const)("a job that is %s frees its slot", (status) => {
  expect(words(aWorkOrder({ label: "WO-005" }), [aWorkOrder({ label: "WO-004", status })])).toEqual([]);
});

test("a job past midnight conflicts with jobs on both days", () => {
  const nights = { ...DEFAULT_AVAILABILITY, friday: { available: true, start: "18:00", end: "06:00" } };
  const night = aWorkOrder({ start: wall("2026-11-20 22:00"), minutes: 240 });
  const early = aWorkOrder({ label: "WO-009", start: wall("2026-11-21 01:30") });
  const late = aWorkOrder({ label: "WO-008", start: wall("2026-11-20 21:30") });
  expect(words(night, [early, late], aTechnician({ week: nights }))).toEqual([
    "Luis is at Ana Alvarez (WO-008) 9:30 to 10:30 PM.",
    "Luis is at Ana Alvarez (WO-009) 1:30 to 2:30 AM.",
  ]);
});

const EXPIRED = { certifications: [{ name: "epa 608", expiresOn: "2026-11-19" }] };
const LAST_DAY = { certifications: [{ name: "EPA 608", expiresOn: "2026-11-20" }] };
const REFRIGERANT = { skills: [], certifications: [], refrigerantWork: true };
const WANTS_608 = { skills: [], certifications: ["EPA 608"], refrigerantWork: false };

test.each([
  ["refrigerant work without a certificate", REFRIGERANT, {}, "blocked", "Luis has no EPA 608 certification."],
  [
    "refrigerant work a day too late",
    REFRIGERANT,
    EXPIRED,
    "blocked",
    "Luis's EPA 608 certification expired on 2026-11-19.",
  ],
  ["other work a day too late", WANTS_608, EXPIRED, "warning", "Luis's EPA 608 certification expired on 2026-11-19."],
  [
    "other work without the skill",
    { ...WANTS_608, skills: ["Boilers"] },
    LAST_DAY,
    "warning",
    "Luis isn't trained on Boilers.",
  ],
  [
    "refrigerant work without the skill",
    { ...REFRIGERANT, skills: ["Chillers"] },
    LAST_DAY,
    "blocked",
    "Luis isn't trained on Chillers.",
  ],
])("%s", (_, demands, person: Partial<SchedulableTechnician>, severity, message) => {
  expect(findConflicts(aWorkOrder({ demands }), aTechnician(person), aPlan([]))).toMatchObject([
    { kind: "qualification", severity, message },
  ]);
});

test("a certification is valid on its last day and after renewal", () => {
  expect(words(aWorkOrder({ demands: REFRIGERANT }), [], aTechnician(LAST_DAY))).toEqual([]);
  const renewed = { certifications: [...EXPIRED.certifications, { name: "EPA 608", expiresOn: null }] };
  expect(words(aWorkOrder({ demands: REFRIGERANT }), [], aTechnician(renewed))).toEqual([]);
});

test("a job for a technician without a shift is a conflict", () => {
  expect(words(aWorkOrder(), [], aTechnician({ week: null }))).toEqual(["Luis isn't working then."]);
  expect(words(aWorkOrder({ start: wall("2026-11-21 09:00") }))).toEqual(["Luis isn't working then."]);
  expect(words(aWorkOrder({ start: wall("2026-11-20 16:30") }))).toEqual(["Runs 30 min outside Luis's shift."]);
});

test("an unknown drive is a warning, not 0 minutes and not a refusal", () => {
  const first = aWorkOrder({ label: "WO-004", place: site("oak", null, null) });
  const next = aWorkOrder({ label: "WO-005", start: wall("2026-11-20 10:20"), place: site("elm") });
  const conflicts = findConflicts(next, aTechnician(), aPlan([first]));
  expect(conflicts).toMatchObject([
    {
      kind: "drive_unknown",
      severity: "warning",
      message: "The drive time from WO-004 is unknown; 20 min is available.",
    },
  ]);
  expect(isFree(conflicts)).toBe(true);
});

test("setup time counts once per address", () => {
  const first = aWorkOrder({ label: "WO-004", place: site("oak"), setupMinutes: 15 });
  const again = aWorkOrder({ label: "WO-005", place: site("oak"), setupMinutes: 15, start: wall("2026-11-20 10:15") });
  const next = aWorkOrder({ label: "WO-006", place: site("oak"), start: wall("2026-11-20 11:15") });
  expect(words(again, [first, next])).toEqual([]);
  expect(words({ ...again, place: site("elm") }, [first, next])).toEqual([
    "Luis is at Ana Alvarez (WO-006) 11:15 AM to 12:15 PM.",
  ]);
});

test("overnight the drive is no conflict: the day starts from home or the depot", () => {
  const phoenix = site("phoenix", 33.4, -112);
  const monday = aWorkOrder({ label: "WO-009", start: wall("2026-11-19 15:00"), place: site("milwaukee", 43, -87.9) });
  const next = aWorkOrder({ start: wall("2026-11-20 09:00"), place: phoenix });
  expect(findConflicts(next, aTechnician(), aPlan([monday, next]))).toEqual([]);
  const sameDay = aWorkOrder({ label: "WO-010", start: wall("2026-11-20 10:30"), place: monday.place });
  const [drive] = findConflicts(next, aTechnician(), aPlan([next, sameDay]));
  expect(drive?.message).toMatch(/^The drive to WO-010 takes \d+ hr \d+ min; only 30 min is available\.$/);
});

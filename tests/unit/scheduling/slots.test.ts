import { expect, test } from "vitest";
import { findConflicts, isFree } from "~/domain/scheduling/conflicts";
import { type SlotSearch, suggestSlots, type UnscheduledWorkOrder } from "~/domain/scheduling/slots";
import type { PlannedWorkOrder } from "~/domain/technicians/calendar";
import { aPlan, aTechnician, aWorkOrder, drives, site, wall } from "./fixtures";

const drive = drives({
  "home>oak": 10,
  "home>elm": 20,
  "home>ash": 15,
  "oak>elm": 25,
  "oak>ash": 8,
  "elm>ash": 22,
  "harbour>ash": 3,
});
const LUIS = aTechnician();
const ANA = aTechnician({ id: "ana", name: "Ana", home: site("harbour") });
const DAY = [
  aWorkOrder({ label: "WO-001", customerName: "Bay View Dental", start: wall("2026-11-20 08:15"), place: site("oak") }),
  aWorkOrder({ label: "WO-002", start: wall("2026-11-20 13:00"), place: site("elm") }),
];

function unplaced(parts: Partial<UnscheduledWorkOrder> = {}): UnscheduledWorkOrder {
  const { technicianIds: _, start: __, ...workOrder } = aWorkOrder({ label: "WO-009", place: site("ash") });
  return { ...workOrder, priority: "normal", ...parts };
}

function search(jobs: readonly PlannedWorkOrder[], parts: Partial<SlotSearch> = {}): SlotSearch {
  const period = { start: wall("2026-11-20 00:00"), end: wall("2026-11-21 00:00") };
  return { ...aPlan(jobs, drive), now: period.start, period, emergencyReserve: 0.15, limit: 10, ...parts };
}

test("slots are ordered by added drive minutes, each with its reason", () => {
  const slots = suggestSlots(unplaced(), [LUIS, ANA], search(DAY));
  expect(slots.map((slot) => [slot.reason, slot.addedMinutes, slot.start])).toEqual([
    ["Ana, first stop, 3 min drive", 3, wall("2026-11-20 08:00")],
    ["Luis, between Bay View Dental and Ana Alvarez, 5 min more drive", 5, wall("2026-11-20 09:25")],
    ["Luis, after Ana Alvarez, 22 min more drive", 22, wall("2026-11-20 14:25")],
  ]);
});

test("suggested slots have no conflicts", () => {
  for (const slot of suggestSlots(unplaced(), [LUIS, ANA], search(DAY))) {
    const technician = slot.technicianId === "ana" ? ANA : LUIS;
    const workOrder = { ...unplaced(), technicianIds: [slot.technicianId], start: slot.start };
    expect(isFree(findConflicts(workOrder, technician, aPlan(DAY, drive)))).toBe(true);
  }
});

test("an opening suits the job's helpers too, and a helper is not offered as its lead", () => {
  const busy = aWorkOrder({
    label: "WO-003",
    technicianIds: ["ana"],
    start: wall("2026-11-20 08:00"),
    place: site("oak"),
  });
  const slots = suggestSlots(unplaced({ helperIds: ["ana"] }), [LUIS, ANA], search([busy]));
  expect(slots.map((slot) => [slot.technicianId, slot.start, slot.reason])).toEqual([
    ["luis", wall("2026-11-20 09:10"), "Luis and Ana, first stop, 15 min drive"],
  ]);
});

test("a helper need not have the skill", () => {
  const demands = { skills: ["Boilers"], certifications: [], refrigerantWork: false };
  const team = [{ ...LUIS, skills: ["boilers"] }, ANA];
  expect(suggestSlots(unplaced({ demands, helperIds: ["ana"] }), team, search([]))).toHaveLength(1);
  expect(suggestSlots(unplaced({ demands, helperIds: ["luis"] }), team, search([]))).toEqual([]);
});

test("the emergency reserve stays free except for an emergency", () => {
  const busy = aWorkOrder({ label: "WO-003", start: wall("2026-11-20 08:00"), minutes: 430, place: site("oak") });
  const oneHour = unplaced();
  expect(suggestSlots(oneHour, [LUIS], search([busy]))).toEqual([]);
  expect(suggestSlots(unplaced({ priority: "emergency" }), [LUIS], search([busy]))).toHaveLength(1);
  expect(suggestSlots(oneHour, [LUIS], search([busy], { emergencyReserve: 0 }))).toHaveLength(1);
});

test("the customer's window, the current time and the requested number limit the slots", () => {
  const afternoon = { start: wall("2026-11-20 12:00"), end: wall("2026-11-20 16:00") };
  const inWindow = suggestSlots(unplaced({ arrivalWindow: afternoon }), [LUIS, ANA], search(DAY));
  expect(inWindow.map((slot) => slot.start)).toEqual([wall("2026-11-20 12:00"), wall("2026-11-20 14:25")]);
  const late = search(DAY, { now: wall("2026-11-20 15:00") });
  expect(suggestSlots(unplaced(), [LUIS], late).map((slot) => slot.start)).toEqual([wall("2026-11-20 15:00")]);
  expect(suggestSlots(unplaced(), [LUIS, ANA], search(DAY, { limit: 1 }))).toHaveLength(1);
});

test("a technician without the skill or a shift is left out, and one with an unknown drive comes last", () => {
  const demands = { skills: ["Boilers"], certifications: [], refrigerantWork: false };
  const noSkill = suggestSlots(unplaced({ demands }), [LUIS, { ...ANA, skills: ["boilers"] }], search(DAY));
  expect(new Set(noSkill.map((slot) => slot.technicianId))).toEqual(new Set(["ana"]));
  expect(suggestSlots(unplaced(), [{ ...LUIS, week: null }], search([]))).toEqual([]);
  const lost = suggestSlots(unplaced(), [{ ...LUIS, home: null }, ANA], search([]));
  expect(lost.map((slot) => [slot.technicianId, slot.addedMinutes])).toEqual([
    ["ana", 3],
    ["luis", null],
  ]);
  expect(lost[1]?.reason).toBe("Luis, first stop, drive time unknown");
});

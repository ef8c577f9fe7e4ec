import { expect, test } from "vitest";
import { checkMove, type MoveRequest } from "~/domain/work-orders/check-move";
import type { MoveFacts } from "~/domain/work-orders/move-needs";
import type { WorkOrderStatus } from "~/domain/work-orders/rules";

function missing(path: readonly [WorkOrderStatus, WorkOrderStatus], facts: MoveFacts): string[] {
  const request: MoveRequest = { from: path[0], to: path[1], actorKind: "manager", facts };
  const verdict = checkMove(request);
  return verdict.ok ? [] : verdict.missing.map((item) => item.message);
}

const SLOT = { startAt: "2026-11-20T14:00:00Z", durationMinutes: 60 };

test.each([
  ["nothing given", {}, ["Choose when the job starts."]],
  ["a blank start", { startAt: "", durationMinutes: 60 }, ["Choose when the job starts."]],
  ["no duration", { startAt: SLOT.startAt, durationMinutes: null }, ["Say how long the job takes."]],
  ["a duration of 0", { startAt: SLOT.startAt, durationMinutes: 0 }, ["Say how long the job takes."]],
  ["a full slot", SLOT, []],
  ["a start at the epoch", { startAt: 0, durationMinutes: 60 }, []],
  ["a busy technician", { ...SLOT, conflicts: ["Luis is on WO-004 until 15:00."] }, ["Luis is on WO-004 until 15:00."]],
  ["an override with its reason", { ...SLOT, conflicts: ["Luis is busy."], overrideReason: "He swaps with Ana" }, []],
  [
    "an override of what nobody may override",
    { ...SLOT, blocked: ["Luis has no EPA 608 certification."], conflicts: ["Luis is busy."], overrideReason: "Hurry" },
    ["Luis has no EPA 608 certification."],
  ],
  ["an override without a reason", { ...SLOT, conflicts: ["Luis is busy."], overrideReason: "  " }, ["Luis is busy."]],
])("booking with %s", (_, facts, expected) => {
  expect(missing(["unscheduled", "scheduled"], facts)).toEqual(expected);
  expect(missing(["on_hold", "scheduled"], facts)).toEqual(expected);
});

const GUARDS: [string, readonly [WorkOrderStatus, WorkOrderStatus], MoveFacts, string[]][] = [
  ["dispatching nobody", ["scheduled", "dispatched"], { hasTechnician: false }, ["Choose a technician."]],
  ["pulling back a started job", ["dispatched", "scheduled"], { started: true }, ["Work on it has started."]],
  [
    "starting in the middle of another job",
    ["scheduled", "in_progress"],
    { technicianOnJob: "WO-007" },
    ["The technician is on WO-007."],
  ],
  [
    "resuming in the middle of another job",
    ["on_hold", "in_progress"],
    { technicianOnJob: "WO-007" },
    ["The technician is on WO-007."],
  ],
  [
    "driving off from another job",
    ["dispatched", "en_route"],
    { technicianOnJob: "WO-007" },
    ["The technician is on WO-007."],
  ],
  ["holding without a reason", ["in_progress", "on_hold"], {}, ["Say why the job is on hold."]],
  ["turning away without a reason", ["en_route", "on_hold"], {}, ["Say why the job is on hold."]],
  ["cancelling without a reason", ["scheduled", "cancelled"], {}, ["Say why the job is cancelled."]],
  [
    "cancelling under a running timer",
    ["in_progress", "cancelled"],
    { cancelReason: "company", openTimers: 1 },
    ["Stop the running timer first."],
  ],
  [
    "cancelling with parts used up",
    ["on_hold", "cancelled"],
    { cancelReason: "customer", unsettledParts: 2 },
    ["Return or bill the parts that were used."],
  ],
  [
    "completing a job held for parts",
    ["on_hold", "completed"],
    { heldFor: "parts" },
    ["Resume the job first: it is on hold."],
  ],
  ["closing an unpaid job", ["completed", "closed"], { billing: "partial" }, ["The invoice is not paid yet."]],
  ["closing a job without an invoice", ["completed", "closed"], { billing: "none" }, ["The invoice is not paid yet."]],
  ["closing a job done for free", ["completed", "closed"], { billing: "none", noCharge: true }, []],
  ["closing a paid job", ["completed", "closed"], { billing: "paid" }, []],
  ["reopening without a reason", ["completed", "in_progress"], {}, ["Give a reason."]],
  [
    "reopening a billed job",
    ["completed", "in_progress"],
    { reason: "Leaks", billing: "issued" },
    ["An invoice is issued: book a callback linked to this work order instead."],
  ],
  ["reopening a job with a draft invoice", ["completed", "in_progress"], { reason: "Leaks", billing: "draft" }, []],
  ["taking up a cancelled job without a reason", ["cancelled", "unscheduled"], { reason: " " }, ["Give a reason."]],
];

test.each(GUARDS)("%s", (_, path, facts, expected) => {
  expect(missing(path, facts)).toEqual(expected);
});

test("an unfinished job lists its gaps, so that the screen can open them", () => {
  const facts: MoveFacts = { completion: { openTasks: ["Check the flue"], signatureRequired: true } };
  const verdict = checkMove({ from: "in_progress", to: "completed", actorKind: "technician", facts });
  expect(verdict).toMatchObject({
    ok: false,
    code: "incomplete",
    message: "Finish 1 task: Check the flue. Get the customer's signature.",
    missing: [{ need: "can_complete", gaps: [{ item: "tasks", names: ["Check the flue"] }, { item: "signature" }] }],
  });
});

test("nobody can be asked to sign or to finish tasks where the customer was absent, but the clocks still have to stop", () => {
  const completion = { openTasks: ["Check the flue"], signatureRequired: true, runningTimers: 1 };
  expect(missing(["on_hold", "completed"], { heldFor: "customer_absent", completion })).toEqual([
    "Stop 1 running timer.",
  ]);
});

import { expect, test } from "vitest";
import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import {
  allowedTransitions,
  checkTransition,
  completionGaps,
  needsConfirmation,
  type TransitionFacts,
  type TransitionRequest,
  undoStatus,
} from "~/domain/work-orders/transitions";
import { nextStep } from "~/routes/work-orders/shared/transition-labels";

/** All facts a transition may require, so that only the table decides. */
const READY: TransitionFacts = {
  startAt: "2026-11-20T14:00:00Z",
  durationMinutes: 60,
  holdReason: "parts",
  cancelReason: "customer",
  reason: "Came back with the same noise",
  hasTechnician: true,
  heldFor: "customer_absent",
};

// One row per status left, one column per status entered, in the order of the statuses. Who may make the move:
// O office, T assigned technician, B both of them, M manager only, = no change, - nobody.
const MATRIX: Record<WorkOrderStatus, string> = {
  //             un sc di en in ho co cl ca
  unscheduled: "  =  O  -  -  -  -  -  -  O",
  scheduled: "    O  =  O  B  T  -  -  -  O",
  dispatched: "   -  O  =  B  T  -  -  -  O",
  en_route: "     -  -  B  =  T  B  -  -  O",
  in_progress: "  -  -  -  -  =  B  B  -  O",
  on_hold: "      O  O  -  -  T  =  B  -  O",
  completed: "    -  -  -  -  M  -  =  M  -",
  closed: "       -  -  -  -  -  -  -  =  -",
  cancelled: "    M  -  -  -  -  -  -  -  =",
};

const CELLS = WORK_ORDER_STATUSES.flatMap((from) => {
  const marks = MATRIX[from].trim().split(/\s+/);
  return WORK_ORDER_STATUSES.map((to, column) => ({ from, to, mark: marks[column] ?? "?" }));
});

const ACTORS = [
  { actorRoles: "office", makes: "OB" },
  { actorRoles: "technician", makes: "TB" },
  { actorRoles: "manager", makes: "OTBM" },
  { actorRoles: "system", makes: "" },
] as const;

test.each(CELLS)("from $from to $to: $mark", ({ from, to, mark }) => {
  for (const { actorRoles, makes } of ACTORS) {
    const verdict = checkTransition({ from, to, actorRoles, facts: READY });
    const expected = mark === "=" ? "no-op" : mark === "-" ? "illegal" : makes.includes(mark) ? "moved" : "forbidden";
    const outcome = verdict.ok ? (verdict.changed ? "moved" : "no-op") : verdict.code;
    expect({ actorRoles, outcome }).toEqual({ actorRoles, outcome: expected });
    expect({ actorRoles, listed: allowedTransitions(from, actorRoles).includes(to) }).toEqual({
      actorRoles,
      listed: expected === "moved",
    });
  }
});

test("only undoing a change of the schedule puts a job back on hold", () => {
  for (const from of ["scheduled", "unscheduled"] as const) {
    const request = { from, to: "on_hold" as const, facts: { ...READY, isUndo: true } };
    expect(checkTransition({ ...request, actorRoles: "office" }).ok).toBe(true);
    expect(checkTransition({ ...request, actorRoles: "technician" })).toMatchObject({ code: "forbidden" });
    expect(checkTransition({ ...request, actorRoles: "office", facts: READY })).toMatchObject({ code: "illegal" });
  }
  const facts = { ...READY, isUndo: true };
  expect(checkTransition({ from: "dispatched", to: "on_hold", actorRoles: "office", facts })).toMatchObject({
    code: "illegal",
  });
});

test("only the office or the system can create a work order, as unscheduled", () => {
  expect(checkTransition({ from: null, to: "unscheduled", actorRoles: "office", facts: READY }).ok).toBe(true);
  expect(checkTransition({ from: null, to: "unscheduled", actorRoles: "system", facts: READY }).ok).toBe(true);
  expect(checkTransition({ from: null, to: "unscheduled", actorRoles: "technician", facts: READY })).toMatchObject({
    code: "forbidden",
  });
  expect(checkTransition({ from: null, to: "scheduled", actorRoles: "office", facts: READY })).toMatchObject({
    code: "illegal",
    allowed: ["unscheduled"],
  });
});

test("an owner who is also the assigned technician can do what either can", () => {
  expect(allowedTransitions("en_route", ["office", "technician"])).toEqual([
    "in_progress",
    "dispatched",
    "on_hold",
    "cancelled",
  ]);
  expect(allowedTransitions("en_route", [])).toEqual([]);
});

test("a refused transition lists the allowed statuses", () => {
  expect(checkTransition({ from: "completed", to: "scheduled", actorRoles: "manager", facts: READY })).toEqual({
    ok: false,
    code: "illegal",
    message: "A work order cannot go from Completed to Scheduled.",
    allowed: ["closed", "in_progress"],
    missing: [],
  });
});

function missing(path: readonly [WorkOrderStatus, WorkOrderStatus], facts: TransitionFacts): string[] {
  const request: TransitionRequest = { from: path[0], to: path[1], actorRoles: "manager", facts };
  const verdict = checkTransition(request);
  return verdict.ok ? [] : verdict.missing.map((item) => item.message);
}

const SLOT = { startAt: "2026-11-20T14:00:00Z", durationMinutes: 60 };

test.each([
  ["nothing given", {}, ["Choose when the job starts."]],
  ["a blank start", { startAt: "", durationMinutes: 60 }, ["Choose when the job starts."]],
  ["no duration", { startAt: SLOT.startAt, durationMinutes: null }, ["Enter how long the job takes."]],
  ["a duration of 0", { startAt: SLOT.startAt, durationMinutes: 0 }, ["Enter how long the job takes."]],
  ["a full slot", SLOT, []],
  ["a start at the epoch", { startAt: 0, durationMinutes: 60 }, []],
])("a booking with %s", (_, facts, expected) => {
  expect(missing(["unscheduled", "scheduled"], facts)).toEqual(expected);
  expect(missing(["on_hold", "scheduled"], facts)).toEqual(expected);
});

const GUARDS: [string, readonly [WorkOrderStatus, WorkOrderStatus], TransitionFacts, string[]][] = [
  ["dispatching without a technician", ["scheduled", "dispatched"], { hasTechnician: false }, ["Choose a technician."]],
  [
    "starting during another job",
    ["scheduled", "in_progress"],
    { technicianOnWorkOrder: "WO-007" },
    ["The technician is on WO-007."],
  ],
  [
    "resuming during another job",
    ["on_hold", "in_progress"],
    { technicianOnWorkOrder: "WO-007" },
    ["The technician is on WO-007."],
  ],
  [
    "going en route during another job",
    ["dispatched", "en_route"],
    { technicianOnWorkOrder: "WO-007" },
    ["The technician is on WO-007."],
  ],
  ["holding without a reason", ["in_progress", "on_hold"], {}, ["Choose why the job is on hold."]],
  ["holding en route without a reason", ["en_route", "on_hold"], {}, ["Choose why the job is on hold."]],
  ["canceling without a reason", ["scheduled", "cancelled"], {}, ["Choose why the job is canceled."]],
  [
    "completing a job held for parts",
    ["on_hold", "completed"],
    { heldFor: "parts" },
    ["Resume the job first: it is on hold."],
  ],
  [
    "closing without an invoice",
    ["completed", "closed"],
    { reason: " " },
    ["There is no invoice: mark it as no charge or enter a reason."],
  ],
  ["closing a job at no charge", ["completed", "closed"], { noCharge: true }, []],
  ["closing with a reason", ["completed", "closed"], { reason: "Billed with WO-011" }, []],
  ["reopening without a reason", ["completed", "in_progress"], {}, ["Enter a reason."]],
  ["reopening a canceled job without a reason", ["cancelled", "unscheduled"], { reason: " " }, ["Enter a reason."]],
];

test.each(GUARDS)("%s", (_, path, facts, expected) => {
  expect(missing(path, facts)).toEqual(expected);
});

test("an incomplete job lists its gaps, so that the screen can open them", () => {
  const facts: TransitionFacts = { completion: { openTasks: ["Check the flue"], signatureRequired: true } };
  const verdict = checkTransition({ from: "in_progress", to: "completed", actorRoles: "technician", facts });
  expect(verdict).toMatchObject({
    ok: false,
    code: "incomplete",
    message: "Finish 1 task: Check the flue. Get the customer's signature.",
    missing: [{ need: "can_complete", gaps: [{ item: "tasks", names: ["Check the flue"] }, { item: "signature" }] }],
  });
});

test("no signature or tasks are required when the customer was not home", () => {
  const completion = { openTasks: ["Check the flue"], signatureRequired: true };
  expect(missing(["on_hold", "completed"], { heldFor: "customer_absent", completion })).toEqual([]);
});

test("missing items are listed in working order before completing", () => {
  expect(completionGaps({})).toEqual([]);
  expect(completionGaps({ openTasks: [], signatureRequired: true, signed: true })).toEqual([]);
  const gaps = completionGaps({ openTasks: ["Check the flue", "Photo of the nameplate"], signatureRequired: true });
  expect(gaps.map((gap) => [gap.item, gap.message])).toEqual([
    ["tasks", "Finish 2 tasks: Check the flue, Photo of the nameplate."],
    ["signature", "Get the customer's signature."],
  ]);
});

test.each<[WorkOrderStatus, WorkOrderStatus, WorkOrderStatus | null]>([
  ["dispatched", "en_route", "dispatched"],
  // Back to where the table leads from there.
  ["scheduled", "en_route", "dispatched"],
  ["scheduled", "dispatched", "scheduled"],
  ["on_hold", "in_progress", null],
  ["in_progress", "completed", null],
  ["completed", "in_progress", null],
  ["scheduled", "unscheduled", null],
])("from %s to %s is undone by %s", (from, to, back) => {
  expect(undoStatus(from, to)).toBe(back);
});

test("only technicians go en route without a confirmation", () => {
  expect(needsConfirmation("en_route", ["office", "manager"])).toBe(true);
  expect(needsConfirmation("en_route", ["office", "technician"])).toBe(false);
  expect(needsConfirmation("dispatched", ["office"])).toBe(false);
});

const STANDING = { status: "dispatched", asking: ["en_route"], isDue: false } as const;

test.each([
  ["the office, before the day", {}, null],
  ["the office, on the day", { isDue: true }, "en_route"],
  ["the technician, before the day", { asking: [] }, "en_route"],
])("the next step after dispatch for %s", (_, parts, to) => {
  expect(nextStep({ ...STANDING, allowed: ["scheduled", "en_route", "in_progress"], ...parts })).toBe(to);
});

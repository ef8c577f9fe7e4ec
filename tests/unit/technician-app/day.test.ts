import { expect, test } from "vitest";
import { withMutations } from "~/domain/technician-app/apply-mutations";
import {
  currentWorkOrder,
  type DayTask,
  type DayWorkOrder,
  findWorkOrder,
  mapUrl,
  workOrderAfter,
} from "~/domain/technician-app/day";
import type { MutationKind } from "~/domain/technician-app/mutations";
import { missingToComplete, nextStep } from "~/domain/technician-app/next-step";
import { timeSpent } from "~/domain/technician-app/time-spent";
import { startTimeText } from "~/routes/technician-app/times";

const task: DayTask = {
  ...{ id: "t1", title: "Check the filter", kind: "check", instructions: null, required: true },
  ...{ unit: null, min: null, max: null, doneAt: null, result: null, outcome: null, version: 1 },
};

function workOrder(change: Partial<DayWorkOrder> = {}): DayWorkOrder {
  return {
    ...{ id: "job-1", number: 1, reference: "WO-001", title: "No heat", description: null, status: "dispatched" },
    ...{
      holdReason: null,
      scheduledStart: "2026-11-20T15:00:00.000Z",
      durationMinutes: 60,
      windowStart: null,
      windowEnd: null,
    },
    ...{ signatureRequired: false, customerName: "Ada Byron", customerPhone: null, address: "12 Oak Street, Austin" },
    ...{ access: null, timeZone: "America/Chicago", roles: ["technician"], mine: true, tasks: [task], notes: [] },
    ...{ customerNotes: null, units: [], visits: [], parts: [] },
    ...{ photos: [], signedBy: null, history: [], ...change },
  };
}

const made = (id: string, kind: MutationKind, fields: Record<string, string>) => ({
  id,
  change: {
    ...{ userId: "luis", workOrderId: "job-1", reference: "WO-001", at: "2026-11-20T15:10:00.000Z" },
    ...{ kind, fields },
  },
});

test.each([
  ["America/Chicago", {}, "9:00 AM"],
  ["America/Denver", {}, "8:00 AM MST"],
  ["America/Phoenix", {}, "8:00 AM MST"],
  ["America/Winnipeg", {}, "9:00 AM"],
  [
    "America/Denver",
    { windowStart: "2026-11-20T15:00:00.000Z", windowEnd: "2026-11-20T17:00:00.000Z" },
    "8:00 AM, promised 8:00 to 10:00 AM MST",
  ],
  ["America/Denver", { scheduledStart: null }, "Not scheduled"],
])("in Chicago a job in %s with %o shows %s", (timeZone, change, text) => {
  expect(startTimeText(workOrder({ timeZone, ...change }), "America/Chicago")).toBe(text);
});

test("submitted changes show at once, in order", () => {
  const shown = withMutations(workOrder(), [
    made("1", "changeStatus", { from: "dispatched", to: "en_route" }),
    made("2", "changeStatus", { from: "en_route", to: "in_progress" }),
    made("3", "tickTask", { taskId: "t1", done: "on" }),
    made("4", "addNote", { body: "Sooty", customerVisible: "on" }),
    made("5", "addPart", { part: "Capacitor 45/5", quantity: "2" }),
    made("6", "sign", { signerName: "Ada Byron" }),
  ]);
  expect(shown.status).toBe("in_progress");
  expect(shown.tasks[0]).toMatchObject({ doneAt: "2026-11-20T15:10:00.000Z", outcome: "pass", version: 2 });
  expect(shown.notes.map(({ body, customerVisible }) => [body, customerVisible])).toEqual([["Sooty", true]]);
  expect(shown.usedParts).toMatchObject([{ description: "Capacitor 45/5", amount: "2", pendingMilli: 2000 }]);
  expect(shown.signedBy).toBe("Ada Byron");
});

test("a reading shows at once with its values, in any units", () => {
  const { readings } = withMutations(workOrder(), [
    made("1", "recordReading", {
      ...{ serviceGroupId: "g1", refrigerant: "R-410A", metering: "fixed", altitudeFeet: "5300" },
      ...{ pressureUnit: "kpa", temperatureUnit: "c", weightUnit: "oz", suctionPsig: "813.6", liquidTempF: "35" },
      ...{ addedLb: "2", liquidPsig: "" },
    }),
  ]);
  expect(readings).toMatchObject([
    {
      ...{ id: "1", serviceGroupId: "g1", refrigerant: "R-410A", metering: "fixed", altitudeFeet: 5300 },
      ...{ liquidTempF: 95, liquidPsig: null, addedLb: 0.125, takenAt: "2026-11-20T15:10:00.000Z" },
    },
  ]);
  expect(readings?.[0]?.suctionPsig).toBeCloseTo(118.003, 3);
});

test("results and photos complete their task", () => {
  const measured = withMutations(workOrder(), [
    made("1", "recordResult", { taskId: "t1", kind: "measurement", value: "3.5" }),
  ]);
  expect(measured.tasks[0]?.result).toEqual({ kind: "measurement", value: 3.5 });
  const cleared = withMutations(measured, [made("2", "tickTask", { taskId: "t1" })]);
  expect(cleared.tasks[0]).toMatchObject({ doneAt: null, result: null });
  const photographed = withMutations(workOrder(), [made("3", "addPhoto", { taskId: "t1" })]);
  expect(photographed.tasks[0]?.doneAt).not.toBeNull();
  expect(photographed.photos.map(({ id }) => id)).toEqual(["3"]);
});

test("each reading completes one reading task, in the checklist's order, until the job is over", () => {
  const asking = (id: string): DayTask => ({ ...task, id, kind: "reading" });
  const tasks = [task, asking("as found"), asking("after charging")];
  const reading = (id: string) => made(id, "recordReading", { serviceGroupId: "g1", refrigerant: "R-410A" });
  const done = (workOrder: DayWorkOrder) => workOrder.tasks.filter(({ doneAt }) => doneAt !== null).map(({ id }) => id);
  const once = withMutations(workOrder({ tasks, status: "in_progress" }), [reading("1")]);
  expect(done(once)).toEqual(["as found"]);
  expect(once.tasks[1]?.result).toEqual({ kind: "reading", readingId: "1", withinLimits: null });
  expect(done(withMutations(once, [reading("2"), reading("3")]))).toEqual(["as found", "after charging"]);
  expect(done(withMutations(workOrder({ tasks, status: "completed" }), [reading("1")]))).toEqual([]);
  const left = made("1", "recordResult", {
    taskId: "as found",
    kind: "check",
    answer: "not_applicable",
    remark: "Dry",
  });
  expect(done(withMutations(workOrder({ tasks, status: "in_progress" }), [left]))).toEqual(["as found"]);
});

test("a signature is missing again once the office clears its task, and signing completes the task", () => {
  const asking: DayTask = { ...task, kind: "signature" };
  const cleared = workOrder({ tasks: [asking], signatureRequired: true, signedBy: "Ada Byron" });
  expect(missingToComplete(cleared)).toEqual([{ section: "signature", label: "signature" }]);
  const signed = withMutations(cleared, [made("1", "sign", { signerName: "Ada Byron" })]);
  expect(missingToComplete(signed)).toEqual([]);
  expect(missingToComplete({ ...signed, signedBy: null })).toHaveLength(1);
});

test("a status set elsewhere stays, and another work order's mutations have no effect", () => {
  const cancelled = workOrder({ status: "cancelled" });
  const completed = made("1", "changeStatus", { from: "in_progress", to: "completed" });
  expect(withMutations(cancelled, [completed]).status).toBe("cancelled");
  expect(withMutations(workOrder({ id: "job-2", status: "in_progress" }), [completed]).status).toBe("in_progress");
});

test("a work order is found by its number, reference and id", () => {
  const id = "0190f3a0-0000-7000-8000-000000000001";
  const workOrders = [workOrder({ id, number: 12 })];
  for (const ref of ["12", "WO-012", id]) expect(findWorkOrder(workOrders, ref)?.number).toBe(12);
  for (const ref of ["13", "today", ""]) expect(findWorkOrder(workOrders, ref)).toBeNull();
});

test("the clock counts travel while en route and labor while in progress, with a break between", () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 15, minutes)).toISOString();
  const history: DayWorkOrder["history"] = [
    { status: "dispatched", at: at(0) },
    { status: "en_route", at: at(5) },
    { status: "in_progress", at: at(25) },
    { status: "on_hold", at: at(40) },
    { status: "in_progress", at: at(50) },
  ];
  const spent = timeSpent({ history, status: "in_progress" }, Date.UTC(2026, 10, 20, 16, 0));
  expect(spent).toEqual({ travelSeconds: 1200, laborSeconds: 1500, running: "labor" });
});

test.each<[DayWorkOrder["status"], string | null]>([
  ["unscheduled", null],
  ["scheduled", "en_route"],
  ["dispatched", "en_route"],
  ["en_route", "in_progress"],
  ["in_progress", "completed"],
  ["on_hold", "in_progress"],
  ["completed", null],
  ["cancelled", null],
])("from %s the only next step is %s", (status, to) => {
  expect(nextStep(workOrder({ status }))?.to ?? null).toBe(to);
  expect(nextStep(workOrder({ status, roles: [] }))).toBeNull();
});

test("before completing, missing items are listed", () => {
  expect(missingToComplete(workOrder())).toEqual([{ section: "checklist", label: "1 task" }]);
  const done = { ...task, doneAt: "2026-11-20T15:10:00.000Z" };
  expect(missingToComplete(workOrder({ tasks: [done], signatureRequired: true }))).toEqual([
    { section: "signature", label: "signature" },
  ]);
  expect(missingToComplete(workOrder({ tasks: [done, { ...task, required: false }] }))).toEqual([]);
});

test("the job under way comes before the next one, and finished, canceled or other technicians' jobs never do", () => {
  const early = workOrder({ id: "a", status: "completed" });
  const next = workOrder({ id: "b", scheduledStart: "2026-11-20T16:00:00.000Z" });
  const late = workOrder({ id: "c", scheduledStart: "2026-11-20T18:00:00.000Z" });
  const over = (["completed", "closed", "cancelled"] as const).map((status) => ({ ...next, id: status, status }));
  const others = workOrder({ id: "d", mine: false, status: "in_progress" });
  expect(currentWorkOrder([early, next, late, others])?.id).toBe("b");
  expect(currentWorkOrder([early, next, { ...late, status: "in_progress" }])?.id).toBe("c");
  expect(currentWorkOrder([early, others])).toBeNull();
  expect(workOrderAfter([early, next, late], next)?.id).toBe("c");
  expect(workOrderAfter([early, next], late)?.id).toBe("b");
  expect(currentWorkOrder([...over, late])?.id).toBe("c");
  expect(workOrderAfter([early, ...over, late], early)?.id).toBe("c");
  expect(currentWorkOrder(over)).toBeNull();
  expect(workOrderAfter([early, ...over], early)).toBeNull();
});

test("the map link has the address as written", () => {
  expect(mapUrl("12 Oak Street, Austin, TX 78701")).toContain(
    "destination=12%20Oak%20Street%2C%20Austin%2C%20TX%2078701",
  );
});

import { expect, test } from "vitest";
import type { SchedulerWorkOrder } from "~/domain/scheduling/scheduler";
import type { ApiAnswer } from "~/lib/api-request";
import { type Mutation, newMutation } from "~/lib/optimistic-queue";
import { crewAfter } from "~/routes/work-orders/scheduler/drag-target";
import {
  applyDrop,
  DROPS,
  type Drop,
  type DropWorkOrder,
  dropRequest,
  newDrop,
  undoOf,
  versionAfter,
} from "~/routes/work-orders/scheduler/drops";

const start = Date.UTC(2026, 10, 20, 15);
const at = { technicianIds: ["luis"], start, minutes: 60 };
const to = { technicianIds: ["luis", "ana"], start: start + 3_600_000, minutes: 90 };
const workOrder: DropWorkOrder = { id: "1", number: 1, version: 3, status: "scheduled", at };
const drop: Drop = { ...newDrop(workOrder, to), overrideReason: "Same roof" };

const mutation = (change: Drop, tries = 1): Mutation<Drop> => ({
  ...newMutation(change, { id: "k", order: 1, madeAt: 0, notBefore: 0 }),
  tries,
});
const answer = (status: number, body: Record<string, unknown>): ApiAnswer => ({ status, body, at: "" });

test("a drop's request has the job's full destination", () => {
  expect(dropRequest(drop, "k")).toEqual({
    method: "PUT",
    path: "/api/work-orders/1/schedule",
    idempotencyKey: "k",
    body: {
      version: 3,
      technicianId: "luis",
      helperIds: ["ana"],
      start: "2026-11-20T16:00:00.000Z",
      durationMinutes: 90,
      overrideReason: "Same roof",
    },
  });
  expect(dropRequest(newDrop(workOrder, null), "k")).toEqual({
    method: "DELETE",
    path: "/api/work-orders/1/schedule?version=3",
    idempotencyKey: "k",
    body: null,
  });
});

test("a displaced job is sent with its own version", () => {
  const displaces = { workOrder: { ...workOrder, id: "2", version: 7 }, start };
  expect(dropRequest({ ...drop, displaces }, "k").body).toMatchObject({
    displaces: { workOrderId: "2", version: 7, start: "2026-11-20T15:00:00.000Z" },
  });
  expect(DROPS.recordsOf({ ...drop, displaces })).toEqual(["1", "2"]);
});

const asOthersLeftIt = (fields: object = {}) => ({
  ...{ version: 5, status: "scheduled", technicianId: "luis", helperIds: [], durationMinutes: 60 },
  scheduledStart: new Date(start).toISOString(),
  ...fields,
});
const review = (current: object | undefined, tries = 1) =>
  DROPS.review?.(mutation(drop, tries), answer(409, { message: "Someone else changed it.", current }));

test("an unrelated change by another user is resolved by resending, a few times", () => {
  expect(review(asOthersLeftIt())).toEqual({
    kind: "resend",
    change: { ...drop, workOrder: { ...workOrder, version: 5 } },
  });
  expect(review(asOthersLeftIt(), 5)).toEqual({ kind: "refused" });
});

test("a job that another user moved is not resent, nor is a finished or canceled one", () => {
  const elsewhere = { scheduledStart: new Date(start + 1).toISOString() };
  expect(review(asOthersLeftIt(elsewhere))).toEqual({ kind: "refused" });
  for (const status of ["completed", "closed", "cancelled"] as const)
    expect(review(asOthersLeftIt({ status })), status).toEqual({ kind: "refused" });
  expect(review(undefined)).toEqual({ kind: "refused" });
});

test("a drop whose response was lost is found saved", () => {
  const saved = { helperIds: ["ana"], durationMinutes: 90, scheduledStart: new Date(to.start).toISOString() };
  expect(review(asOthersLeftIt(saved))).toEqual({ kind: "confirmed" });
});

test("a later drop of the same job builds on the earlier one's result", () => {
  const later = newDrop({ ...workOrder, at: to }, { ...to, start });
  expect(DROPS.follow?.(later, { change: drop, answer: answer(200, { version: 4 }) })).toEqual({
    ...later,
    workOrder: { ...workOrder, version: 4, at: to },
  });
});

test("the version after a drop is the server's, even if a response was lost", () => {
  expect(versionAfter(newDrop(workOrder, null), answer(200, { version: 5 }))).toBe(5);
  expect(versionAfter(drop, answer(409, { current: asOthersLeftIt({ version: 6 }) }))).toBe(6);
});

test("dropping in another lane replaces the technician whose lane it was dragged from", () => {
  expect(crewAfter([], null, "luis")).toEqual(["luis"]);
  expect(crewAfter(["luis", "ana"], "luis", "sam")).toEqual(["sam", "ana"]);
  expect(crewAfter(["luis", "ana"], "ana", "sam")).toEqual(["luis", "sam"]);
  expect(crewAfter(["luis", "ana"], "ana", "luis")).toEqual(["luis", "ana"]);
});

const unscheduled = {
  ...{
    id: "1",
    number: 1,
    title: "No heat",
    priority: "high" as const,
    customerName: "Bo",
    shortName: "Bo",
    city: "Troy",
    minutes: 60,
  },
  ...{ street: "1 Elm St", phone: null, serviceName: null, createdAt: 0 },
  ...{
    start: null,
    window: null,
    holdReason: null,
    zone: null,
    addressId: "a",
    latitude: null,
    longitude: null,
    version: 3,
  },
  status: "unscheduled" as const,
};

test("a drop shows at once: from the tray to a lane, to another lane, and back", () => {
  const placed = applyDrop({ jobs: [], tray: [unscheduled] }, drop);
  expect(placed).toMatchObject({ jobs: [{ id: "1", ...to, status: "scheduled" }], tray: [] });
  const later = { ...to, start: to.start + 3_600_000 };
  const moved = applyDrop(placed, { ...drop, to: later });
  expect(moved).toMatchObject({ jobs: [{ ...later, overrideReason: "Same roof" }], tray: [] });
  expect(applyDrop(moved, { ...drop, to: null }).jobs).toEqual([]);
});

const shown = (fields: Partial<SchedulerWorkOrder>): SchedulerWorkOrder => ({
  ...{
    id: "1",
    number: 1,
    title: "",
    status: "scheduled",
    priority: "normal",
    customerName: "",
    shortName: "",
    city: "",
    zone: null,
  },
  place: { addressId: "a", latitude: null, longitude: null },
  ...{ street: "1 Elm St", phone: null, serviceName: null },
  ...{ window: null, overrideReason: null, demands: null, startedAt: null, finishedAt: null },
  ...at,
  version: 3,
  ...fields,
});

test("a later change by another user overrides an earlier drop", () => {
  const elsewhere = shown({ start: start - 3_600_000, version: 4 });
  expect(applyDrop({ jobs: [elsewhere], tray: [] }, drop).jobs).toEqual([elsewhere]);
  expect(applyDrop({ jobs: [shown({ version: 4 })], tray: [] }, drop).jobs).toMatchObject([to]);
});

test("a saved drop is shown until the loaded day contains it", () => {
  const contains = (jobs: SchedulerWorkOrder[]) => DROPS.contains({ jobs, tray: [] }, mutation(drop));
  expect(contains([shown({ version: 3 })])).toBe(false);
  expect(contains([shown({ version: 4 })])).toBe(true);
  expect(contains([])).toBe(true);
});

test("undo restores what the saved change replaced, and moves the displaced job back too", () => {
  const saved = answer(200, { version: 4, changeId: "c", status: "scheduled" });
  const undo = undoOf(drop, saved);
  expect(undo).toMatchObject({
    workOrder: { version: 4, at: to },
    to: at,
    undoes: { changeId: "c", status: "scheduled" },
  });
  expect(undo && dropRequest(undo, "k")).toEqual({
    method: "POST",
    path: "/api/work-orders/1/schedule/undo",
    idempotencyKey: "k",
    body: { changeId: "c" },
  });
  const other = { ...workOrder, id: "2", at: { ...at, start: start + 9 } };
  const displaced = { ...newDrop(workOrder, to), displaces: { workOrder: other, start } };
  expect(undoOf(displaced, saved)).toMatchObject({
    displaces: { workOrder: { version: 4, at: { start } }, start: start + 9 },
  });
  const fromTray = undoOf({ ...displaced, workOrder: { ...workOrder, status: "on_hold", at: null } }, saved);
  expect(fromTray).toMatchObject({ to: null, undoes: { status: "on_hold" }, displaces: { start: start + 9 } });
  const shownOther = shown({ id: "2", start });
  expect(fromTray && applyDrop({ jobs: [shown({ ...to, version: 4 }), shownOther], tray: [] }, fromTray).jobs).toEqual([
    { ...shownOther, start: start + 9 },
  ]);
});

test("undoing the unscheduling of a dispatched job shows it as dispatched", () => {
  const recalled = newDrop({ ...workOrder, status: "dispatched" }, null);
  const undo = undoOf(recalled, answer(200, { version: 5, changeId: "c" }));
  expect(undo).toMatchObject({ workOrder: { status: "unscheduled", version: 5 }, to: at });
  expect(undo && applyDrop({ jobs: [], tray: [{ ...unscheduled, version: 5 }] }, undo).jobs).toMatchObject([
    { ...at, status: "dispatched" },
  ]);
});

test("an override reason for an undo is sent with it", () => {
  const undo = undoOf(drop, answer(200, { version: 4, changeId: "c" }));
  const given = { overrideReason: "Same roof", customerNotified: "phone" as const };
  expect(undo && dropRequest({ ...undo, ...given }, "k").body).toEqual({ changeId: "c", ...given });
});

test("a job that another user moved to the same place is not offered to be undone", () => {
  const saved = { helperIds: ["ana"], durationMinutes: 90, scheduledStart: new Date(to.start).toISOString() };
  expect(undoOf(drop, answer(409, { current: asOthersLeftIt(saved) }))).toBeNull();
  expect(undoOf(drop, answer(200, { version: 4, changeId: null }))).toBeNull();
});

test("an undo is shown until the loaded day contains it, whatever else has changed before", () => {
  const undo = undoOf(drop, answer(200, { version: 4, changeId: "c" }));
  const contains = (version: number) =>
    undo &&
    DROPS.contains(
      { jobs: [shown({ version })], tray: [] },
      { ...mutation(undo), answer: answer(200, { version: 7 }) },
    );
  expect([contains(6), contains(7)]).toEqual([false, true]);
});

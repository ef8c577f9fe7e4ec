import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation, post } from "#tests/support/inventory";
import { nextYear } from "#tests/support/next-year";
import { at } from "#tests/support/scheduler";
import { addServiceType } from "#tests/support/service-types";
import type { Visitor } from "#tests/support/visitor";
import {
  addCustomer,
  addTechnician,
  addWorkOrder,
  moveTo,
  readWorkOrder,
  type WorkOrderJson,
} from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { SchedulerWorkOrder, TrayWorkOrder } from "~/domain/scheduling/scheduler";
import {
  type Drop,
  type DropWorkOrder,
  dropRequest,
  dropWorkOrder,
  dropWorkOrderFromTray,
  newDrop,
  undoOf,
} from "~/routes/work-orders/scheduler/drops";

// The requests with which the scheduler saves a drop and undoes it; days in Chicago.
const worker = await testWorker();

const DAY = nextYear("2027-03-08");

async function aDay() {
  const business = await worker.business();
  const { manager, orgId, technicianId: luis } = business;
  const site = await addCustomer(worker, orgId);
  const mia = await addTechnician(worker, orgId);
  const add = (fields: Record<string, unknown> = {}) => addWorkOrder(manager, site, fields);
  return { ...business, site, luis, mia, add };
}

/** The job as the scheduler shows it: on the day or in the tray. */
async function shown(by: Visitor, id: string): Promise<DropWorkOrder> {
  const { json } = await by.get<{ jobs: SchedulerWorkOrder[]; tray: TrayWorkOrder[] }>(`/api/scheduling/days/${DAY}`);
  const workOrder = json.jobs.find((one) => one.id === id);
  if (workOrder) return dropWorkOrder(workOrder);
  const waiting = json.tray.find((one) => one.id === id);
  if (!waiting) throw new Error("the job is not shown");
  return dropWorkOrderFromTray(waiting);
}

interface Sent {
  drop: Drop;
  status: number;
  body: Record<string, unknown>;
}

async function send(by: Visitor, drop: Drop): Promise<Sent> {
  const { method, path, body, idempotencyKey } = dropRequest(drop, randomUUID());
  const headers = { "idempotency-key": idempotencyKey };
  const answer = await by.send<Record<string, unknown>>(method, path, { headers, ...(body && { body }) });
  return { drop, status: answer.status, body: answer.json };
}

/** The drop of a job on a technician's lane; without a start, on the tray. */
async function dropped(by: Visitor, id: string, to?: { on: string[]; start: string; minutes?: number }) {
  const placement = to && { technicianIds: to.on, start: Date.parse(to.start), minutes: to.minutes ?? 60 };
  const sent = await send(by, newDrop(await shown(by, id), placement ?? null));
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return sent;
}

async function undone(by: Visitor, { drop, status, body }: Sent): Promise<Sent> {
  const undo = undoOf(drop, { status, body, at: "" });
  if (!undo) throw new Error("there is nothing to undo");
  return send(by, undo);
}

/** The open reservations of a job, as "location quantity". */
async function reservedFor(by: Visitor, { id }: WorkOrderJson): Promise<string[]> {
  const { json } = await by.get<{ items: { locationId: string; quantity: number; status: string }[] }>(
    `/api/inventory/reservations?workOrderId=${id}`,
  );
  return json.items.filter(({ status }) => status === "open").map((one) => `${one.locationId} ${one.quantity}`);
}

/** A job on hold for parts, with one of its two parts reserved on Luis's truck and one in the warehouse. */
async function onHold() {
  const day = await aDay();
  const { manager, technician, luis, add } = day;
  const truck = await addLocation(manager, { type: "truck", technicianId: luis });
  const warehouse = await addLocation(manager);
  const item = await addItem(manager);
  await post(manager, "receipt", [
    { itemId: item.id, locationId: truck, quantity: 1, unitCost: 2 },
    { itemId: item.id, locationId: warehouse, quantity: 5, unitCost: 2 },
  ]);
  const { id: serviceTypeId } = await addServiceType(manager, {
    parts: [{ inventoryItemId: item.id, name: "Capacitor", quantity: 2 }],
  });
  const workOrder = await add({ serviceTypeId, technicianId: luis, scheduledStart: at("2027-03-08 09:00") });
  await moveTo(technician, workOrder.id, { status: "in_progress" });
  const held = await moveTo(technician, workOrder.id, { status: "on_hold", holdReason: "parts" });
  expect(held.status, held.text).toBe(200);
  return { ...day, workOrder, reserved: [`${truck} 1`, `${warehouse} 1`] };
}

const facts = async (by: Visitor, { id }: WorkOrderJson) => {
  const { status, holdReason, technicianId, helpers, scheduledStart, scheduledEnd, durationMinutes } =
    await readWorkOrder(by, id);
  return { status, holdReason, technicianId, helpers, scheduledStart, scheduledEnd, durationMinutes };
};

test.each([
  ["to its technician", "luis"],
  ["to another technician", "mia"],
] as const)("undoing the drop of a job on hold %s puts it back on hold with its parts reserved", async (_, who) => {
  const { manager, workOrder, reserved, ...people } = await onHold();
  const before = await facts(manager, workOrder);
  expect(before).toMatchObject({ status: "on_hold", holdReason: "parts" });
  const drop = await dropped(manager, workOrder.id, { on: [people[who]], start: at("2027-03-08 13:00"), minutes: 90 });
  expect(await readWorkOrder(manager, workOrder.id)).toMatchObject({ status: "scheduled", holdReason: null });
  const back = await undone(manager, drop);
  expect(back.status, JSON.stringify(back.body)).toBe(200);
  expect(await facts(manager, workOrder)).toEqual(before);
  expect(new Set(await reservedFor(manager, workOrder))).toEqual(new Set(reserved));
});

test("undoing the drop of a job booked without a technician keeps its time", async () => {
  const { manager, luis, add } = await aDay();
  const workOrder = await add({ scheduledStart: at("2027-03-08 09:00") });
  const before = await facts(manager, workOrder);
  expect(before).toMatchObject({ status: "scheduled", technicianId: null });
  await undone(manager, await dropped(manager, workOrder.id, { on: [luis], start: at("2027-03-08 13:00") }));
  expect(await facts(manager, workOrder)).toEqual(before);
});

test("undoing the unscheduling of a dispatched job dispatches it again", async () => {
  const { manager, luis, mia, add } = await aDay();
  const workOrder = await add({ technicianId: luis, helperIds: [mia], scheduledStart: at("2027-03-08 09:00") });
  await moveTo(manager, workOrder.id, { status: "dispatched" });
  const before = await facts(manager, workOrder);
  const back = await undone(manager, await dropped(manager, workOrder.id));
  expect(await facts(manager, workOrder)).toEqual(before);
  expect(back.body.notice).toBe("It is back on the technician's phone.");
});

test("undoing the move of a job that was booked over a conflict keeps its override reason", async () => {
  const { manager, luis, add } = await aDay();
  await add({ technicianId: luis, scheduledStart: at("2027-03-08 10:00") });
  const workOrder = await add({
    ...{ technicianId: luis, scheduledStart: at("2027-03-08 10:30"), overrideReason: "Same roof" },
  });
  const before = await facts(manager, workOrder);
  const back = await undone(
    manager,
    await dropped(manager, workOrder.id, { on: [luis], start: at("2027-03-08 14:00") }),
  );
  expect(back.status, JSON.stringify(back.body)).toBe(200);
  expect(await facts(manager, workOrder)).toEqual(before);
  const { json } = await manager.get<{ jobs: SchedulerWorkOrder[] }>(`/api/scheduling/days/${DAY}`);
  expect(json.jobs.find(({ id }) => id === workOrder.id)?.overrideReason).toBe("Same roof");
});

test("moves are undone one by one, and an undo can be undone", async () => {
  const { manager, workOrder, luis, mia } = await onHold();
  const state = async () => ({
    ...(await facts(manager, workOrder)),
    reserved: (await reservedFor(manager, workOrder)).toSorted(),
  });
  const before = await state();
  const first = await dropped(manager, workOrder.id, { on: [mia], start: at("2027-03-08 11:00") });
  const between = await state();
  const second = await dropped(manager, workOrder.id, { on: [luis, mia], start: at("2027-03-08 14:00") });
  const after = await state();
  const undoneSecond = await undone(manager, second);
  expect(await state()).toEqual(between);
  const undoneFirst = await undone(manager, first);
  expect(await state()).toEqual(before);
  // The undo of an undo.
  await undone(manager, undoneFirst);
  expect(await state()).toEqual(between);
  await undone(manager, undoneSecond);
  expect(await state()).toEqual(after);
});

test("the undo of a recall can be undone too", async () => {
  const { manager, luis, add } = await aDay();
  const workOrder = await add({ technicianId: luis, scheduledStart: at("2027-03-08 09:00") });
  await moveTo(manager, workOrder.id, { status: "dispatched" });
  const again = await undone(manager, await undone(manager, await dropped(manager, workOrder.id)));
  expect(again.body).toMatchObject({
    ...{ status: "unscheduled", scheduledStart: null },
    notice: "It was dispatched and has been removed from the technician's phone.",
  });
  expect(await facts(manager, workOrder)).toMatchObject({ status: "unscheduled", scheduledStart: null });
});

test("unscheduling a job on hold is undone with its reason", async () => {
  const { manager, workOrder, reserved } = await onHold();
  const before = await facts(manager, workOrder);
  const { json } = await manager.delete<{ changeId: string }>(`/api/work-orders/${workOrder.id}/schedule`);
  expect(await reservedFor(manager, workOrder)).toEqual([]);
  const { changeId } = json;
  expect((await manager.post(`/api/work-orders/${workOrder.id}/schedule/undo`, { changeId })).status).toBe(200);
  expect(await facts(manager, workOrder)).toEqual(before);
  expect(new Set(await reservedFor(manager, workOrder))).toEqual(new Set(reserved));
});

test("nothing is undone once someone has moved the job or changed its status; other changes do not matter", async () => {
  const { manager, admin, luis, add } = await aDay();
  const workOrder = await add({ technicianId: luis, scheduledStart: at("2027-03-08 09:00") });
  const moved = await dropped(manager, workOrder.id, { on: [luis], start: at("2027-03-08 11:00") });
  const { version } = await readWorkOrder(manager, workOrder.id);
  expect((await admin.patch(`/api/work-orders/${workOrder.id}`, { version, title: "No heat upstairs" })).status).toBe(
    200,
  );
  expect((await undone(manager, moved)).status).toBe(200);
  expect(await readWorkOrder(manager, workOrder.id)).toMatchObject({
    ...{ scheduledStart: at("2027-03-08 09:00"), title: "No heat upstairs" },
  });

  const again = await dropped(manager, workOrder.id, { on: [luis], start: at("2027-03-08 11:00") });
  await dropped(admin, workOrder.id, { on: [luis], start: at("2027-03-08 15:00") });
  const refused = await undone(manager, again);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `${workOrder.reference} has changed since then, so this can't be undone. Move it yourself instead.`,
  ]);
  expect(await readWorkOrder(manager, workOrder.id)).toMatchObject({ scheduledStart: at("2027-03-08 15:00") });

  const last = await dropped(manager, workOrder.id, { on: [luis], start: at("2027-03-08 12:00") });
  await moveTo(admin, workOrder.id, { status: "dispatched" });
  expect((await undone(manager, last)).status).toBe(409);
});

test("undoing is refused for a conflict that has come up since, and a reason overrides it", async () => {
  const { manager, luis, add } = await aDay();
  const workOrder = await add({ technicianId: luis, scheduledStart: at("2027-03-08 09:00") });
  const moved = await dropped(manager, workOrder.id, { on: [luis], start: at("2027-03-08 14:00") });
  const other = await add({ technicianId: luis, scheduledStart: at("2027-03-08 09:30") });
  const refused = await undone(manager, moved);
  expect([refused.status, refused.body.overridable]).toEqual([409, true]);
  expect(refused.body.message).toContain(other.reference);
  const overridden = await send(manager, { ...refused.drop, overrideReason: "Same roof" });
  expect(overridden.status, JSON.stringify(overridden.body)).toBe(200);
  expect(await readWorkOrder(manager, workOrder.id)).toMatchObject({ scheduledStart: at("2027-03-08 09:00") });
});

test("an earlier override reason does not cover a job booked there since", async () => {
  const { manager, luis, add } = await aDay();
  await add({ technicianId: luis, scheduledStart: at("2027-03-08 10:00") });
  const workOrder = await add({
    ...{ technicianId: luis, scheduledStart: at("2027-03-08 10:30"), overrideReason: "Same roof" },
  });
  const moved = await dropped(manager, workOrder.id, { on: [luis], start: at("2027-03-08 14:00") });
  const since = await add({ technicianId: luis, scheduledStart: at("2027-03-08 11:00") });
  const refused = await undone(manager, moved);
  expect([refused.status, refused.body.overridable]).toEqual([409, true]);
  expect(refused.body.message).toContain(since.reference);
  expect(await readWorkOrder(manager, workOrder.id)).toMatchObject({ scheduledStart: at("2027-03-08 14:00") });
});

test.each([
  ["booked", true],
  ["in the tray", false],
])("a job that made room goes back together with one that was %s, in one step", async (_, wasBooked) => {
  const { manager, luis, mia, add } = await aDay();
  const there = await add({ technicianId: luis, helperIds: [mia], scheduledStart: at("2027-03-08 10:00") });
  const workOrder = await add(wasBooked ? { technicianId: luis, scheduledStart: at("2027-03-08 14:00") } : {});
  const before = [await facts(manager, workOrder), await facts(manager, there)];
  const to = { technicianIds: [luis], start: Date.parse(at("2027-03-08 10:00")), minutes: 60 };
  const displaces = { workOrder: await shown(manager, there.id), start: Date.parse(at("2027-03-08 11:00")) };
  const moved = await send(manager, { ...newDrop(await shown(manager, workOrder.id), to), displaces });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  const back = await undone(manager, moved);
  expect(back.status, JSON.stringify(back.body)).toBe(200);
  expect([await facts(manager, workOrder), await facts(manager, there)]).toEqual(before);
  const forward = await undone(manager, back);
  expect(forward.status, JSON.stringify(forward.body)).toBe(200);
  expect(await facts(manager, there)).toMatchObject({ scheduledStart: at("2027-03-08 11:00") });

  const other = await shown(manager, there.id);
  await send(manager, newDrop(other, { ...other.at, technicianIds: [luis], minutes: 60, start: other.at?.start ?? 0 }));
  const refused = await undone(manager, forward);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `${there.reference} has changed since then, so this can't be undone. Move it yourself instead.`,
  ]);
  expect(await facts(manager, workOrder)).toMatchObject({ scheduledStart: at("2027-03-08 10:00") });
});

test("undo restores the promised window, and the customer counts as notified only of it", async () => {
  const { orgId, manager, luis, add } = await aDay();
  const workOrder = await add({
    ...{ technicianId: luis, scheduledStart: at("2027-03-08 09:00"), customerNotified: "phone" },
    arrivalWindow: { start: at("2027-03-08 09:00"), end: at("2027-03-08 11:00") },
  });
  const window = () =>
    worker.db
      .prepare(
        "SELECT window_start AS start, window_end AS end, window_notified_how AS how FROM work_orders WHERE org_id = ? AND id = ?",
      )
      .bind(orgId, workOrder.id)
      .first();
  const promised = { start: at("2027-03-08 09:00"), end: at("2027-03-08 11:00") };
  expect(await window()).toEqual({ ...promised, how: "phone" });
  const to = { technicianIds: [luis], start: Date.parse(at("2027-03-08 14:00")), minutes: 60 };
  const drop = async () => ({ ...newDrop(await shown(manager, workOrder.id), to), overrideReason: "Customer asked" });
  const silent = await send(manager, await drop());
  expect(await window()).toMatchObject({ start: at("2027-03-08 14:00"), how: null });
  expect((await undone(manager, silent)).status).toBe(200);
  expect(await window()).toEqual({ ...promised, how: "phone" });
  const notified = await send(manager, { ...(await drop()), customerNotified: "text" });
  expect(await window()).toMatchObject({ start: at("2027-03-08 14:00"), how: "text" });
  expect((await undone(manager, notified)).status).toBe(200);
  expect(await window()).toEqual({ ...promised, how: null });
});

test("parts that someone took since are reserved elsewhere, and reservations made in between stay", async () => {
  const { manager, luis, add } = await aDay();
  const [near, far] = [await addLocation(manager), await addLocation(manager)];
  const item = await addItem(manager);
  await post(manager, "receipt", [
    { itemId: item.id, locationId: near, quantity: 3, unitCost: 2 },
    { itemId: item.id, locationId: far, quantity: 2, unitCost: 2 },
  ]);
  const { id: serviceTypeId } = await addServiceType(manager, {
    parts: [{ inventoryItemId: item.id, name: "Capacitor", quantity: 2 }],
  });
  const workOrder = await add({ serviceTypeId, technicianId: luis, scheduledStart: at("2027-03-08 09:00") });
  expect(await reservedFor(manager, workOrder)).toEqual([`${near} 2`]);
  const recalled = await dropped(manager, workOrder.id);
  await post(manager, "issue", [{ itemId: item.id, locationId: near, quantity: 2 }]);
  const byHand = { itemId: item.id, locationId: far, workOrderId: workOrder.id, quantity: 1 };
  expect((await manager.post("/api/inventory/reservations", byHand)).status).toBe(201);
  expect((await undone(manager, recalled)).status).toBe(200);
  expect(new Set(await reservedFor(manager, workOrder))).toEqual(new Set([`${near} 1`, `${far} 1`]));
});

test("an undo sent twice has one effect, and only the office of the same business can undo", async () => {
  const { manager, technician, luis, add } = await aDay();
  const other = await worker.business("Elsewhere");
  const workOrder = await add({ technicianId: luis, scheduledStart: at("2027-03-08 09:00") });
  const { body } = await dropped(manager, workOrder.id, { on: [luis], start: at("2027-03-08 11:00") });
  const undo = (by: Visitor) =>
    by.post<Record<string, unknown>>(
      ...([`/api/work-orders/${workOrder.id}/schedule/undo`, { changeId: body.changeId }] as const),
      { "idempotency-key": `undo-${workOrder.id}` },
    );
  expect([(await undo(technician)).status, (await undo(other.manager)).status]).toEqual([403, 404]);
  const [one, two] = [await undo(manager), await undo(manager)];
  expect([one.status, two.text]).toEqual([200, one.text]);
  const unknown = await manager.post(`/api/work-orders/${workOrder.id}/schedule/undo`, { changeId: randomUUID() });
  expect(unknown.status).toBe(409);
  expect(await readWorkOrder(manager, workOrder.id)).toMatchObject({ scheduledStart: at("2027-03-08 09:00") });
});

test("the timeline shows an undo, and not what it restored", async () => {
  const { manager, workOrder, luis } = await onHold();
  await undone(manager, await dropped(manager, workOrder.id, { on: [luis], start: at("2027-03-08 13:00") }));
  const { json } = await manager.get<{ items: { to: string; reason: string | null }[] }>(
    `/api/work-orders/${workOrder.id}/status-history`,
  );
  expect(json.items.at(-1)).toMatchObject({ to: "on_hold", reason: "Waiting for parts: Schedule change undone" });
  const page = await manager.get(`/workorders/${workOrder.number}/timeline`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Schedule change undone");
  expect(page.text).not.toContain("replaced");
});

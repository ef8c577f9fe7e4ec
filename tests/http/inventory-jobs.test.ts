import { expect, test } from "vitest";
import { addItem, addLocation, type InventoryRefused, itemNow, post } from "#tests/support/inventory";
import { nextYear } from "#tests/support/next-year";
import { addServiceType } from "#tests/support/service-types";
import { addTechnician, addWorkOrder, dispatched, moveTo, office, start } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await office(worker);
const { manager, technician, technicianId, site } = business;

interface ReservationJson {
  id: string;
  itemId: string;
  locationId: string;
  quantity: number;
  fulfilledQuantity: number;
  status: string;
  planned: boolean;
}

const reservationsOf = async (workOrderId: string) =>
  (await manager.get<{ items: ReservationJson[] }>(`/api/inventory/reservations?workOrderId=${workOrderId}`)).json
    .items;
const movementsOf = async (workOrderId: string) =>
  (
    await manager.get<{ items: { locationId: string; quantity: number; totalCost: number; kind: string }[] }>(
      `/api/inventory/movements?workOrderId=${workOrderId}`,
    )
  ).json.items;

const truck = await addLocation(manager, { type: "truck", technicianId });

/** An item with stock on the technician's truck and in a warehouse, at $2 and then $3 each. */
async function part(onTruck: number, inWarehouse: number) {
  const item = await addItem(manager);
  const warehouse = await addLocation(manager);
  if (onTruck > 0)
    await post(manager, "receipt", [{ itemId: item.id, locationId: truck, quantity: onTruck, unitCost: 2 }]);
  if (inWarehouse > 0)
    await post(manager, "receipt", [{ itemId: item.id, locationId: warehouse, quantity: inWarehouse, unitCost: 3 }]);
  return { ...item, warehouse };
}

async function planned(parts: { inventoryItemId?: string; name: string; quantity: number }[]) {
  return (await addServiceType(manager, { parts })).id;
}

test("booking reserves the playbook's parts, from the truck first, and canceling releases them once", async () => {
  const item = await part(2, 5);
  const serviceTypeId = await planned([{ name: `${item.sku.toLowerCase()} for the condenser`, quantity: 3 }]);
  const workOrder = await addWorkOrder(manager, site, { serviceTypeId });
  expect(await reservationsOf(workOrder.id)).toEqual([]);
  await moveTo(manager, workOrder.id, { status: "scheduled", scheduledStart: start, technicianId });
  const held = await reservationsOf(workOrder.id);
  expect(new Set(held.map(({ locationId, quantity, planned: by }) => `${locationId} ${quantity} ${by}`))).toEqual(
    new Set([`${truck} 2 true`, `${item.warehouse} 1 true`]),
  );
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 7, reserved: 3, available: 4 });
  for (const _ of ["once", "twice"])
    await moveTo(manager, workOrder.id, { status: "cancelled", cancelReason: "customer" });
  expect((await reservationsOf(workOrder.id)).map(({ status }) => status)).toEqual(["released", "released"]);
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 7, reserved: 0 });
});

test("a part with too little stock is reserved as far as possible, and the job is still booked", async () => {
  const item = await part(1, 0);
  const serviceTypeId = await planned([
    { inventoryItemId: item.id, name: "Capacitor", quantity: 4 },
    { name: "Something nobody keeps", quantity: 1 },
  ]);
  const workOrder = await dispatched(business, { serviceTypeId, scheduledStart: nextYear("2027-11-23T15:00:00Z") });
  expect((await reservationsOf(workOrder.id)).map(({ quantity }) => quantity)).toEqual([1]);
});

test("reassigning a job does not leave its parts reserved on the other technician's truck", async () => {
  const item = await part(2, 1);
  const serviceTypeId = await planned([{ inventoryItemId: item.id, name: "Capacitor", quantity: 1 }]);
  const workOrder = await addWorkOrder(manager, site, {
    ...{ serviceTypeId, technicianId, scheduledStart: nextYear("2027-11-24T15:00:00Z") },
  });
  expect((await reservationsOf(workOrder.id)).map(({ locationId }) => locationId)).toEqual([truck]);
  const other = await addTechnician(worker, business.orgId);
  const moved = await manager.patch(`/api/work-orders/${workOrder.id}`, {
    ...{
      scheduledStart: nextYear("2027-11-24T15:00:00Z"),
      technicianId: other,
      version: workOrder.version,
      overrideReason: "Knows the house",
    },
  });
  expect(moved.status, moved.text).toBe(200);
  const open = (await reservationsOf(workOrder.id)).filter(({ status }) => status === "open");
  expect(open.map(({ locationId }) => locationId)).toEqual([item.warehouse]);
});

test("unscheduling releases reservations made by booking and keeps those made by hand", async () => {
  const item = await part(0, 5);
  const serviceTypeId = await planned([{ inventoryItemId: item.id, name: "Capacitor", quantity: 2 }]);
  const workOrder = await addWorkOrder(manager, site, {
    ...{ serviceTypeId, technicianId, scheduledStart: nextYear("2027-11-25T15:00:00Z") },
  });
  await manager.post("/api/inventory/reservations", {
    ...{ itemId: item.id, locationId: item.warehouse, workOrderId: workOrder.id, quantity: 1 },
  });
  await moveTo(manager, workOrder.id, { status: "unscheduled" });
  expect(await itemNow(manager, item.id)).toMatchObject({ reserved: 1 });
});

async function complete(id: string) {
  await moveTo(technician, id, { status: "in_progress" });
  const done = await moveTo(technician, id, { status: "completed" });
  expect(done.status, done.text).toBe(200);
}

test("completing a job issues reserved stock at cost from every location, once", async () => {
  const item = await part(2, 4);
  const serviceTypeId = await planned([{ inventoryItemId: item.id, name: "Capacitor", quantity: 6 }]);
  const workOrder = await dispatched(business, { serviceTypeId, scheduledStart: nextYear("2027-11-26T15:00:00Z") });
  await complete(workOrder.id);
  const used = await movementsOf(workOrder.id);
  expect(new Set(used.map(({ kind, locationId, quantity }) => `${kind} ${locationId} ${quantity}`))).toEqual(
    new Set([`consumption ${truck} -2`, `consumption ${item.warehouse} -4`]),
  );
  expect(used.reduce((sum, { totalCost }) => sum + totalCost, 0)).toBeCloseTo(-16);
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 0, reserved: 0, stockValue: 0 });
  expect((await reservationsOf(workOrder.id)).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect((await moveTo(manager, workOrder.id, { status: "in_progress", reason: "Leaks again" })).status).toBe(200);
  await moveTo(technician, workOrder.id, { status: "completed" });
  expect(await movementsOf(workOrder.id)).toHaveLength(2);
});

test("completing a job takes its reserved stock if a recorded use was removed again", async () => {
  const item = await part(2, 2);
  const serviceTypeId = await planned([{ inventoryItemId: item.id, name: "Contactor", quantity: 2 }]);
  const workOrder = await dispatched(business, { serviceTypeId, scheduledStart: nextYear("2027-11-29T15:00:00Z") });
  const at = `/api/work-orders/${workOrder.id}/parts`;
  const used = { inventoryItemId: item.id, locationId: item.warehouse, quantity: 1 };
  const { json } = await manager.post<{ id: string }>(at, used);
  expect((await manager.delete(`${at}/${json.id}`)).status).toBe(204);
  await complete(workOrder.id);
  const { items } = (await manager.get<{ items: object[] }>(at)).json;
  expect(items).toMatchObject([{ inventoryItemId: item.id, quantity: 2, locationId: truck }]);
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 2, reserved: 0 });
});

test("a second visit reserves what is neither used nor reserved, counting only use that was not removed", async () => {
  const [free, held] = [await part(5, 5), await part(5, 0)];
  const serviceTypeId = await planned([
    { inventoryItemId: free.id, name: "Contactor", quantity: 1 },
    { inventoryItemId: held.id, name: "Capacitor", quantity: 1 },
  ]);
  const workOrder = await addWorkOrder(manager, site, { serviceTypeId });
  const at = `/api/work-orders/${workOrder.id}/parts`;
  await manager.post(at, { inventoryItemId: free.id, locationId: free.warehouse, quantity: 1 });
  const book = (day: number) =>
    moveTo(manager, workOrder.id, {
      status: "scheduled",
      scheduledStart: nextYear(`2027-12-0${day}T15:00:00Z`),
      technicianId,
      reason: "Another visit",
    });
  const reserved = async () =>
    (await Promise.all([free, held].map(({ id }) => itemNow(manager, id)))).map((i) => i.reserved);
  expect((await book(6)).status).toBe(200);
  expect(await reserved()).toEqual([0, 1]);
  const { json } = await manager.post<{ id: string }>(at, { inventoryItemId: held.id, locationId: truck, quantity: 1 });
  expect((await manager.delete(`${at}/${json.id}`)).status).toBe(204);
  expect(await reserved()).toEqual([0, 0]);
  expect((await moveTo(manager, workOrder.id, { status: "unscheduled", reason: "Later" })).status).toBe(200);
  expect((await book(7)).status).toBe(200);
  expect(await reserved()).toEqual([0, 1]);
});

test("a reservation can be used in steps, up to its open quantity", async () => {
  const item = await part(0, 5);
  const at = { itemId: item.id, locationId: item.warehouse };
  const made = await manager.post<ReservationJson>("/api/inventory/reservations", { ...at, quantity: 4 });
  const fulfill = (quantity: number | null) =>
    manager.post<ReservationJson & InventoryRefused>(`/api/inventory/reservations/${made.json.id}/fulfill`, {
      quantity,
    });
  expect((await fulfill(1)).json).toMatchObject({ status: "open", fulfilledQuantity: 1 });
  expect((await fulfill(4)).json.fields).toEqual({ quantity: ["Only 3 EA of it are still reserved"] });
  const both = await Promise.all([fulfill(null), fulfill(null)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await fulfill(1)).status).toBe(409);
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 1, reserved: 0 });
});

test("a job with reserved parts can be deleted, but not one with used parts", async () => {
  const item = await part(0, 5);
  const serviceTypeId = await planned([{ inventoryItemId: item.id, name: "Capacitor", quantity: 2 }]);
  const book = (day: number) =>
    addWorkOrder(manager, site, { serviceTypeId, technicianId, scheduledStart: nextYear(`2027-12-0${day}T15:00:00Z`) });
  const [first, second] = [await book(1), await book(2)];
  expect((await manager.delete(`/api/work-orders/${first.id}`)).status).toBe(204);
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 5, reserved: 2 });
  const [held] = await reservationsOf(second.id);
  await manager.post(`/api/inventory/reservations/${held?.id}/fulfill`, {});
  const refused = await manager.delete<{ message: string }>(`/api/work-orders/${second.id}`);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "Cancel this work order instead. Parts were used on it.",
  ]);
});

test.each(["cancelled", "completed"])("nothing can be reserved for a job that is %s", async (status) => {
  const item = await part(0, 5);
  const workOrder =
    status === "cancelled"
      ? await addWorkOrder(manager, site, {})
      : await dispatched(business, { scheduledStart: nextYear("2027-12-20T15:00:00Z") });
  if (status === "cancelled") await moveTo(manager, workOrder.id, { status, cancelReason: "customer" });
  else await complete(workOrder.id);
  const answer = await manager.post<InventoryRefused>("/api/inventory/reservations", {
    ...{ itemId: item.id, locationId: item.warehouse, workOrderId: workOrder.id, quantity: 1 },
  });
  const shown = status === "cancelled" ? "canceled" : status;
  expect([answer.status, answer.json.message]).toEqual([
    409,
    `WO-${String(workOrder.number).padStart(3, "0")} is ${shown}. Nothing can be reserved for it.`,
  ]);
  expect(await itemNow(manager, item.id)).toMatchObject({ reserved: 0 });
});

test("a reservation expires after its last day in the business's time zone", async () => {
  const item = await part(0, 5);
  const at = { itemId: item.id, locationId: item.warehouse, quantity: 1 };
  const past = await manager.post<InventoryRefused>("/api/inventory/reservations", {
    ...at,
    reservedUntil: "2026-01-01",
  });
  expect([past.status, past.json.fields]).toEqual([400, { reservedUntil: ["Choose today or a later day"] }]);
  const today = new Date().toLocaleDateString("sv", { timeZone: "America/Chicago" });
  await manager.post("/api/inventory/reservations", { ...at, reservedUntil: today });
  const over = await manager.post<ReservationJson>("/api/inventory/reservations", { ...at, quantity: 2 });
  await manager.post("/api/inventory/reservations", at);
  await worker.db
    .prepare("UPDATE stock_reservations SET reserved_until = date(?, '-1 day') WHERE org_id = ? AND id = ?")
    .bind(today, business.orgId, over.json.id)
    .run();
  await worker.sweep(new Date("2026-11-22T06:40:00Z"));
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 5, reserved: 2 });
  expect((await manager.get<ReservationJson>(`/api/inventory/reservations/${over.json.id}`)).json.status).toBe(
    "released",
  );
});

import { expect, test } from "vitest";
import { addItem, addLocation, type InventoryRefused, itemNow, post } from "#tests/support/inventory";
import { nextYear } from "#tests/support/next-year";
import { addServiceType } from "#tests/support/service-types";
import { addTechnician, addWorkOrder, dispatched, moveTo, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();
const business = await office(worker);
const { manager, technician, technicianId, site } = business;
const truck = await addLocation(manager, { name: "Truck 1", type: "truck", technicianId });

interface CheckJson {
  truck: { id: string; name: string } | null;
  parts: {
    itemId: string;
    state: string;
    needed: number;
    onTruck: number;
    toLoad: number;
    missing: number;
    picks: { reservationId: string; locationId: string; quantity: number }[];
    nearby: { locationId: string; available: number; driveMinutes: number | null }[];
  }[];
  notLinked: { name: string; quantity: number }[];
}

const check = async (workOrder: string, query = "") =>
  (await manager.get<CheckJson>(`/api/work-orders/${workOrder}/truck-check${query}`)).json;
const first = async (workOrder: string) => (await check(workOrder)).parts[0];
const supply = (workOrder: string, how: "transfers" | "picks", body: object, headers = {}) =>
  manager.post<InventoryRefused & { reservationId: string }>(
    `/api/work-orders/${workOrder}/truck-check/${how}`,
    body,
    headers,
  );
const load = (id: string, by = manager, headers = {}) =>
  by.post<InventoryRefused & { reservationId: string }>(`/api/inventory/picks/${id}/load`, {}, headers);

let week = 0;
/** Another Monday, so that jobs do not overlap. */
const nextDay = () => {
  week += 1;
  return `${addDays(nextYear("2027-03-08"), 7 * week)}T15:00:00.000Z`;
};

async function workOrderWith(quantity: number, more: object[] = []) {
  const item = await addItem(manager);
  const parts = [{ inventoryItemId: item.id, name: "Capacitor", quantity }, ...more];
  return { item, serviceTypeId: (await addServiceType(manager, { parts })).id };
}

const receive = (itemId: string, locationId: string, quantity: number) =>
  post(manager, "receipt", [{ itemId, locationId, quantity, unitCost: 4 }]);

test("a job's parts are compared with the truck: on it, to load, missing, and not linked to an item", async () => {
  const { item, serviceTypeId } = await workOrderWith(6, [{ name: "A ladder", quantity: 1 }]);
  const warehouse = await addLocation(manager);
  await receive(item.id, truck, 1);
  await receive(item.id, warehouse, 2);
  const workOrder = await dispatched(business, { serviceTypeId, scheduledStart: nextDay() });
  expect(await check(workOrder.id)).toMatchObject({
    truck: { id: truck, name: "Truck 1" },
    parts: [{ itemId: item.id, state: "missing", needed: 6, onTruck: 1, toLoad: 2, missing: 3, nearby: [] }],
    notLinked: [{ name: "A ladder", quantity: 1 }],
  });
  await receive(item.id, truck, 1);
  await receive(item.id, warehouse, 5);
  expect(await first(workOrder.id)).toMatchObject({
    onTruck: 2,
    missing: 2,
    nearby: [{ locationId: warehouse, available: 5 }],
  });
  const other = await addTechnician(worker, business.orgId);
  expect(await check(workOrder.id, `?technicianId=${other}`)).toMatchObject({
    truck: null,
    parts: [{ onTruck: 0, toLoad: 3, missing: 3 }],
  });
  const foreign = (await worker.business()).technicianId;
  const refused = await manager.get(`/api/work-orders/${workOrder.id}/truck-check?technicianId=${foreign}`);
  expect([refused.status, refused.text.includes("Technician not found")]).toEqual([404, true]);
});

test("locations with a missing part are sorted by distance, unknown distances last", async () => {
  const { item, serviceTypeId } = await workOrderWith(1);
  const workOrder = await dispatched(business, { serviceTypeId, scheduledStart: nextDay() });
  const warehouse = await addLocation(manager);
  const near = await addTechnician(worker, business.orgId, "Nia");
  const far = await addTechnician(worker, business.orgId, "Fay");
  const farTruck = await addLocation(manager, { type: "truck", technicianId: far });
  const nearTruck = await addLocation(manager, { type: "truck", technicianId: near });
  await worker.db
    .prepare("UPDATE addresses SET latitude = 43, longitude = -88 WHERE org_id = ?1 AND id = ?2")
    .bind(business.orgId, site.siteAddressId)
    .run();
  for (const [id, latitude] of [
    [near, 43.05],
    [far, 43.9],
  ] as const) {
    await worker.db
      .prepare(
        "INSERT INTO technician_addresses (org_id, technician_id, kind, line1, city, state, postal_code, latitude, longitude) VALUES (?1, ?2, 'home', '1 Elm St', 'Milwaukee', 'WI', '53202', ?3, -88)",
      )
      .bind(business.orgId, id, latitude)
      .run();
  }
  for (const place of [warehouse, farTruck, nearTruck]) await receive(item.id, place, 2);
  const part = await first(workOrder.id);
  expect(part?.nearby.map(({ locationId }) => locationId)).toEqual([nearTruck, farTruck, warehouse]);
  expect(part?.nearby[2]?.driveMinutes).toBeNull();
});

test("a missing part is transferred to the truck and reserved there once, however often it is sent", async () => {
  const { item, serviceTypeId } = await workOrderWith(2);
  const workOrder = await dispatched(business, { serviceTypeId, scheduledStart: nextDay() });
  const warehouse = await addLocation(manager);
  await receive(item.id, warehouse, 5);
  const body = { itemId: item.id, locationId: warehouse, quantity: 2 };
  const key = { "idempotency-key": `transfer-${workOrder.id}` };
  const answers = [
    await supply(workOrder.id, "transfers", body, key),
    await supply(workOrder.id, "transfers", body, key),
    await supply(workOrder.id, "transfers", body),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 409]);
  expect(answers[1]?.json.reservationId).toBe(answers[0]?.json.reservationId);
  expect(await first(workOrder.id)).toMatchObject({ state: "on_truck", onTruck: 2, missing: 0, toLoad: 0 });
  const { json } = await manager.get<{ items: { locationId: string; onHand: number }[] }>(
    `/api/inventory/items/${item.id}/stock`,
  );
  expect(new Set(json.items.map(({ locationId, onHand }) => `${locationId} ${onHand}`))).toEqual(
    new Set([`${truck} 2`, `${warehouse} 3`]),
  );
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 5, reserved: 2, stockValue: 20 });
});

test("when several dispatchers supply the same missing part at once, one succeeds and the others are refused", async () => {
  const { item, serviceTypeId } = await workOrderWith(2);
  const workOrder = await dispatched(business, { serviceTypeId, scheduledStart: nextDay() });
  const warehouse = await addLocation(manager);
  await receive(item.id, warehouse, 9);
  const body = { itemId: item.id, locationId: warehouse, quantity: 2 };
  const answers = await Promise.all([
    supply(workOrder.id, "transfers", body),
    supply(workOrder.id, "picks", body),
    supply(workOrder.id, "transfers", body),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(await itemNow(manager, item.id)).toMatchObject({ reserved: 2 });
});

test("nothing more is supplied for a job that is over", async () => {
  const { item, serviceTypeId } = await workOrderWith(2);
  const workOrder = await dispatched(business, { serviceTypeId, scheduledStart: nextDay() });
  const warehouse = await addLocation(manager);
  await receive(item.id, warehouse, 5);
  await moveTo(manager, workOrder.id, { status: "cancelled", cancelReason: "customer" });
  const body = { itemId: item.id, locationId: warehouse, quantity: 2 };
  for (const how of ["transfers", "picks"] as const) {
    const refused = await supply(workOrder.id, how, body);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringMatching(/is canceled\. Nothing can be reserved for it\.$/),
    ]);
  }
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 5, reserved: 0 });
});

test("a pick can be loaded once: a second attempt is refused, and nothing moves twice", async () => {
  const { item, serviceTypeId } = await workOrderWith(3);
  const warehouse = await addLocation(manager);
  await receive(item.id, warehouse, 3);
  const scheduledStart = nextDay();
  const workOrder = await dispatched(business, { serviceTypeId, scheduledStart });
  const { json: list } = await manager.get<{ items: { reservationId: string; quantity: number; truckName: string }[] }>(
    `/api/inventory/picks?date=${scheduledStart.slice(0, 10)}`,
  );
  expect(list.items).toMatchObject([{ quantity: 3, truckName: "Truck 1" }]);
  const file = await manager.get(`/api/inventory/picks/export?date=${scheduledStart.slice(0, 10)}`);
  expect(file.text.split("\r\n")[1]).toContain("Truck 1,");
  expect(file.text.split("\r\n")[1]).toContain("3 EA");
  const pick = list.items[0]?.reservationId ?? "";
  const answers = await Promise.all([load(pick), load(pick, technician), load(pick)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await load(pick)).json.message).toBe("This was already loaded or released.");
  expect(await first(workOrder.id)).toMatchObject({ state: "on_truck", onTruck: 3, toLoad: 0, picks: [] });
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 3, reserved: 3 });
  const { json: after } = await manager.get<{ items: unknown[] }>(
    `/api/inventory/picks?date=${scheduledStart.slice(0, 10)}`,
  );
  expect(after.items).toEqual([]);
});

test("when part of a pick was used before loading, only the rest moves", async () => {
  const { item, serviceTypeId } = await workOrderWith(3);
  const warehouse = await addLocation(manager);
  await receive(item.id, warehouse, 3);
  const workOrder = await dispatched(business, { serviceTypeId, scheduledStart: nextDay() });
  const pick = (await first(workOrder.id))?.picks[0]?.reservationId ?? "";
  await manager.post(`/api/inventory/reservations/${pick}/fulfill`, { quantity: 1 });
  expect((await load(pick)).status).toBe(200);
  expect(await first(workOrder.id)).toMatchObject({ needed: 3, onTruck: 2, toLoad: 0, missing: 0 });
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 2, reserved: 2 });
});

test("a pick cannot be loaded if no one with a truck is assigned to its job", async () => {
  const { item, serviceTypeId } = await workOrderWith(1);
  await receive(item.id, await addLocation(manager), 1);
  const other = await addTechnician(worker, business.orgId);
  const workOrder = await addWorkOrder(manager, site, {
    serviceTypeId,
    technicianId: other,
    scheduledStart: nextDay(),
  });
  const pick = (await first(workOrder.id))?.picks[0]?.reservationId ?? "";
  const refused = await load(pick);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "No one with a truck is assigned to this job. Assign a technician who has one.",
  ]);
});

test("a technician can load the picks of their own jobs, but not of another technician's", async () => {
  const { item, serviceTypeId } = await workOrderWith(1);
  const warehouse = await addLocation(manager);
  await receive(item.id, warehouse, 2);
  const other = await addTechnician(worker, business.orgId);
  await addLocation(manager, { type: "truck", technicianId: other });
  const scheduledStart = nextDay();
  const workOrder = await addWorkOrder(manager, site, { serviceTypeId, technicianId: other, scheduledStart });
  const own = await dispatched(business, { serviceTypeId, scheduledStart });
  const pickOf = async (id: string) => (await first(id))?.picks[0]?.reservationId ?? "";
  expect((await load(await pickOf(workOrder.id), technician)).status).toBe(403);
  expect((await load(await pickOf(own.id), technician)).status).toBe(200);
  expect(await first(own.id)).toMatchObject({ state: "on_truck", onTruck: 1, toLoad: 0 });
  expect(await first(workOrder.id)).toMatchObject({ onTruck: 0, toLoad: 1 });
});

test("a pick of a job that is unscheduled or canceled by then cannot be loaded", async () => {
  const { item, serviceTypeId } = await workOrderWith(1);
  await receive(item.id, await addLocation(manager), 2);
  for (const status of ["unscheduled", "cancelled"]) {
    const scheduledStart = nextDay();
    const workOrder = await addWorkOrder(manager, site, {
      serviceTypeId,
      technicianId: business.technicianId,
      scheduledStart,
    });
    const pick = (await first(workOrder.id))?.picks[0]?.reservationId ?? "";
    expect(pick).not.toBe("");
    expect((await moveTo(manager, workOrder.id, { status, cancelReason: "customer" })).status).toBe(200);
    expect((await load(pick)).status, status).toBe(409);
    expect((await first(workOrder.id))?.onTruck ?? 0, status).toBe(0);
  }
});

test("another business's truck check and picks are not found", async () => {
  const { item, serviceTypeId } = await workOrderWith(1);
  await receive(item.id, await addLocation(manager), 1);
  const workOrder = await dispatched(business, { serviceTypeId, scheduledStart: nextDay() });
  const pick = (await first(workOrder.id))?.picks[0]?.reservationId ?? "";
  const stranger = await office(worker);
  expect((await stranger.manager.get(`/api/work-orders/${workOrder.id}/truck-check`)).status).toBe(404);
  expect((await load(pick, stranger.manager)).status).toBe(404);
});

test("a part reserved by hand is on the day's picks, is loaded, and stays reserved by hand", async () => {
  const [item, warehouse] = [await addItem(manager), await addLocation(manager)];
  await receive(item.id, warehouse, 5);
  const scheduledStart = nextDay();
  const workOrder = await dispatched(business, { scheduledStart });
  const reserved = await manager.post<{ id: string }>("/api/inventory/reservations", {
    ...{ itemId: item.id, locationId: warehouse, workOrderId: workOrder.id, quantity: 2 },
  });
  expect(reserved.status, reserved.text).toBe(201);
  interface Picks {
    items: { reservationId: string; quantity: number; truckName: string }[];
  }
  const picks = async () =>
    (await manager.get<Picks>(`/api/inventory/picks?date=${scheduledStart.slice(0, 10)}`)).json.items;
  expect(await picks()).toMatchObject([{ reservationId: reserved.json.id, quantity: 2, truckName: "Truck 1" }]);
  const loaded = await load(reserved.json.id);
  expect(loaded.status, loaded.text).toBe(200);
  expect(await picks()).toEqual([]);
  const onTruck = await manager.get<{ planned: boolean; locationId: string; status: string }>(
    `/api/inventory/reservations/${loaded.json.reservationId}`,
  );
  expect(onTruck.json).toMatchObject({ planned: false, locationId: truck, status: "open" });
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 5, reserved: 2 });
});

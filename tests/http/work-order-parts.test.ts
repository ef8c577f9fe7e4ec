import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation, type InventoryRefused, itemNow, post, stocked } from "#tests/support/inventory";
import { nextYear } from "#tests/support/next-year";
import { addCustomer, addTechnician, addWorkOrder, moveTo, type Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { manager: office, technician, technicianId, orgId } = business;
const site = await addCustomer(worker, orgId);
const truck = await addLocation(office, { name: "Truck 1", type: "truck", technicianId });

interface PartJson {
  id: string;
  partDescription: string;
  inventoryItemId: string | null;
  inventorySku: string | null;
  quantity: number;
  costPerUnit: number | null;
  cost: number | null;
  price: number | null;
  amount: number | null;
  billable: boolean;
  equipmentId: string | null;
  locationId: string | null;
  foundQuantity: number;
  version: number;
}

interface CostJson {
  totalCost: number;
  unknownCosts: number;
  totalPrice: number;
  unknownPrices: number;
}

/** A job of the technician, and an item with stock on their truck. */
async function workOrderWith(quantity: number, unitCost: number | null = 5, fields: Record<string, unknown> = {}) {
  const workOrder = await addWorkOrder(office, site, { technicianId });
  const item = await addItem(office, { listPrice: 40, ...fields });
  if (quantity > 0) {
    const { status, text } = await post(office, "receipt", [
      { itemId: item.id, locationId: truck, quantity, unitCost },
    ]);
    if (status !== 201) throw new Error(text);
  }
  return { at: `/api/work-orders/${workOrder.id}/parts`, workOrder, item };
}

const add = (at: string, body: object, by = office, headers = {}) =>
  by.post<PartJson & InventoryRefused>(at, body, headers);
/** Records a part in the technician's hand, as their app does. */
function useFromTruck(workOrderId: string, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: "addPart", ...fields })) form.set(name, value);
  return technician.post(`/resources/technician-mutations/${workOrderId}`, form, { "Idempotency-Key": randomUUID() });
}
const listed = async (at: string) => (await office.get<{ items: PartJson[] }>(at)).json.items;
const costOf = async (at: string) => (await office.get<CostJson>(`${at}/cost`)).json;
const onHand = async (itemId: string) => (await itemNow(office, itemId)).onHand;

test("an item used on a job is taken from the technician's truck at cost and returned when removed", async () => {
  const { at, item } = await workOrderWith(3, 5);
  const made = await add(`${at}/with-inventory`, { inventorySku: item.sku.toLowerCase(), quantity: 2 }, technician);
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({
    ...{ inventoryItemId: item.id, inventorySku: item.sku, quantity: 2, locationId: truck, foundQuantity: 0 },
    ...{ price: 40, amount: 80, billable: true },
  });
  expect((await listed(at))[0]).toMatchObject({ costPerUnit: 5, cost: 10 });
  expect(await onHand(item.id)).toBe(1);
  expect((await technician.delete(`${at}/${made.json.id}`)).status).toBe(204);
  expect((await technician.delete(`${at}/${made.json.id}`)).status).toBe(204);
  expect([await onHand(item.id), await listed(at)]).toEqual([3, []]);
  expect((await office.post<PartJson>(`${at}/${made.json.id}/restore`)).json).toMatchObject({ quantity: 2, cost: 10 });
  expect(await onHand(item.id)).toBe(1);
});

test("using more than is available is rejected with the available quantity, and nothing is taken", async () => {
  const { at, item } = await workOrderWith(2);
  const answer = await add(at, { inventoryItemId: item.id, quantity: 3 });
  expect([answer.status, answer.json.message]).toEqual([409, `Only 2 EA of ${item.sku} available at Truck 1.`]);
  expect(answer.json.short).toEqual([
    { itemId: item.id, locationId: truck, available: 2, expired: 0, reservedFor: [] },
  ]);
  expect([await onHand(item.id), await listed(at)]).toEqual([2, []]);
});

test("stock reserved for the job is used first, and stock reserved for another job is not used", async () => {
  const { at, workOrder, item } = await workOrderWith(3);
  const other = await addWorkOrder(office, site);
  const reserve = (workOrderId: string, quantity: number) =>
    office.post("/api/inventory/reservations", { itemId: item.id, locationId: truck, workOrderId, quantity });
  expect([(await reserve(other.id, 1)).status, (await reserve(workOrder.id, 2)).status]).toEqual([201, 201]);
  expect((await add(at, { inventoryItemId: item.id, quantity: 2 })).status).toBe(201);
  expect(await itemNow(office, item.id)).toMatchObject({ onHand: 1, reserved: 1 });
  const more = await add(at, { inventoryItemId: item.id, quantity: 1 });
  expect([more.status, more.json.message]).toEqual([409, expect.stringContaining("more are reserved")]);
});

test("a custom part has the entered cost, and a missing cost stays unknown", async () => {
  const { at, item } = await workOrderWith(2, 5);
  const long = `Bracket ${"x".repeat(400)}`;
  const custom = await add(at, {
    partDescription: long,
    quantity: 1.5,
    costPerUnit: 3.33,
    price: "10",
    supplier: "Johnstone",
  });
  expect(custom.json).toMatchObject({
    partDescription: long.slice(0, 255),
    inventoryItemId: null,
    cost: 5,
    amount: 15,
  });
  const unknown = await add(at, { partDescription: "Odd screw", billable: false });
  expect(unknown.json).toMatchObject({ quantity: 1, costPerUnit: null, cost: null, price: null, billable: false });
  await add(at, { inventoryItemId: item.id });
  expect(await costOf(at)).toEqual({ totalCost: 10, unknownCosts: 1, totalPrice: 55, unknownPrices: 0, parts: 3 });
  for (const bad of [{ partDescription: "X", costPerUnit: "twelve" }, { partDescription: "X", quantity: "some" }, {}]) {
    expect((await add(at, bad)).status).toBe(400);
  }
});

test("a custom part becomes a nonstock item with its own SKU", async () => {
  const { at, workOrder } = await workOrderWith(0);
  const body = { partDescription: 'Gasket, 3/8" (OEM)', costPerUnit: 3.33, price: 10, quantity: 2 };
  // At the same instant the same words result in the same SKU: the second one gets a suffix.
  const made = await Promise.all([add(at, body, technician), add(at, body), add(at, body)]);
  const skus = made.map(({ json }) => json.inventorySku ?? "");
  expect([made.map(({ status }) => status), new Set(skus).size]).toEqual([[201, 201, 201], 3]);
  for (const sku of skus) {
    expect(sku).toMatch(/^CUSTOM-\d{13}-WO-\d{3,}-GASKET38OEM(-[0-9A-F]{4})?$/);
    expect(sku).toContain(`-WO-${String(workOrder.number).padStart(3, "0")}-`);
  }
  const sku = skus[0] ?? "";
  expect((await office.get(`/api/inventory/items/sku/${sku.toLowerCase()}`)).json).toMatchObject({
    ...{ sku, name: body.partDescription, primaryCategory: "PARTS", secondaryCategory: "FIELD_CUSTOM", baseUnit: "EA" },
    ...{ active: true, unitCost: 3.33, listPrice: 10, onHand: 0, minStockLevel: 0, maxStockLevel: null },
  });
  expect((await office.get(`/api/inventory/items/sku/${sku}-X`)).status).toBe(404);
  expect(made[0]?.json).toMatchObject({ inventoryItemId: null, cost: null, locationId: null });
  expect(made[1]?.json).toMatchObject({ inventoryItemId: null, cost: 6.66, locationId: null });
});

test("members who may not see invoices get no costs of parts, and their changes keep them", async () => {
  const { at, workOrder, item } = await workOrderWith(2, 5);
  const { json: taken } = await add(at, { inventoryItemId: item.id }, technician);
  const { json: custom } = await add(at, { partDescription: "Bracket", costPerUnit: 3.33, price: 10 });
  expect([taken.costPerUnit, taken.cost]).toEqual([null, null]);
  const { items } = (await technician.get<{ items: PartJson[] }>(at)).json;
  const groups = (await technician.get<{ items: { parts: PartJson[] }[] }>(`${at}/grouped-by-equipment`)).json.items;
  for (const parts of [items, groups.flatMap((group) => group.parts)])
    expect(parts.map(({ costPerUnit, cost, price }) => [costPerUnit, cost, price])).toEqual([
      [null, null, 40],
      [null, null, 10],
    ]);
  expect((await technician.get<CostJson>(`${at}/cost`)).json).toEqual({
    ...{ totalCost: null, unknownCosts: null, totalPrice: 50, unknownPrices: 0, parts: 2 },
  });
  const page = `/workorders/${workOrder.number}/parts/${custom.id}`;
  expect([(await technician.get(page)).text, (await office.get(page)).text].map((text) => /3\.33/.test(text))).toEqual([
    false,
    true,
  ]);
  const form = { quantity: "2", price: "10", billable: "true", version: "1", idempotencyKey: randomUUID() };
  expect((await technician.submit(page, form)).location).toBe(`/workorders/${workOrder.number}/parts`);
  const stale = await technician.patch(`${at}/${custom.id}`, { version: 1, quantity: 3 });
  expect([stale.status, stale.text]).toEqual([409, expect.not.stringMatching(/:(333|666)\b/)]);
  const changed = (await listed(at)).find(({ id }) => id === custom.id);
  expect(changed).toMatchObject({ quantity: 2, costPerUnit: 3.33, cost: 6.66 });
});

test("an item without a cost has an unknown cost instead of 0", async () => {
  const { at, item } = await workOrderWith(2, null);
  expect((await add(at, { inventoryItemId: item.id })).json).toMatchObject({ cost: null, costPerUnit: null });
  expect(await costOf(at)).toMatchObject({ totalCost: 0, unknownCosts: 1 });
});

test("changing the quantity updates stock and cost, and a stale change gets a conflict with the current part", async () => {
  const { at, item } = await workOrderWith(4, 5);
  const { json: part } = await add(at, { inventoryItemId: item.id, quantity: 3 });
  const change = (body: object) =>
    office.patch<PartJson & { current?: PartJson & { quantityMilli: number } }>(`${at}/${part.id}`, body);
  expect((await change({ version: 1, quantity: 4 })).json).toMatchObject({ quantity: 4, cost: 20, version: 2 });
  expect((await change({ version: 2, quantity: 1, notes: "One was enough" })).json).toMatchObject({
    quantity: 1,
    cost: 5,
  });
  expect(await onHand(item.id)).toBe(3);
  expect((await change({ quantity: 9 })).status).toBe(409);
  const late = await change({ version: 1, quantity: 2 });
  expect([late.status, late.json.current?.quantityMilli]).toEqual([409, 1000]);
  expect((await change({ quantity: "many" })).status).toBe(400);
  expect([await onHand(item.id), (await listed(at))[0]?.quantity]).toEqual([3, 1]);
});

test("a repeated key has one effect, and twenty people taking the last unit at once get one", async () => {
  const { at, item } = await workOrderWith(2);
  const key = { "idempotency-key": randomUUID() };
  const sent = await Promise.all([1, 2, 3].map(() => add(at, { inventoryItemId: item.id }, technician, key)));
  expect(new Set(sent.filter(({ status }) => status === 201).map(({ json }) => json.id)).size).toBe(1);
  expect((await add(at, { inventoryItemId: item.id, quantity: 2 }, technician, key)).status).toBe(422);
  const raced = await Promise.all(Array.from({ length: 20 }, () => add(at, { inventoryItemId: item.id })));
  expect(raced.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  expect([await onHand(item.id), (await listed(at)).length]).toEqual([0, 2]);
});

test("a movement that belongs to a part cannot be reversed directly", async () => {
  const { at, item } = await workOrderWith(1);
  await add(at, { inventoryItemId: item.id });
  const { items } = (
    await office.get<{ items: { id: string; kind: string }[] }>(`/api/inventory/movements?itemId=${item.id}`)
  ).json;
  const reversed = await office.post<Refusal>(`/api/inventory/movements/${items[0]?.id}/reverse`, {});
  expect([reversed.status, reversed.json.message]).toEqual([409, expect.stringContaining("Remove it there")]);
});

test("parts are grouped by equipment and suggested for the same equipment later", async () => {
  const { at } = await workOrderWith(0);
  const unit = (
    await office.post<{ id: string }>("/api/equipment", {
      ...{
        equipmentName: "Attic furnace",
        equipmentType: "furnace",
        customerId: site.customerId,
        modelNumber: "G80-1",
      },
    })
  ).json;
  await add(at, { partDescription: "Igniter", equipmentId: unit.id });
  await add(at, { partDescription: "Tape" });
  const { json } = await office.get<{ items: { equipmentName: string | null; parts: PartJson[] }[] }>(
    `${at}/grouped-by-equipment`,
  );
  expect(json.items.map(({ equipmentName, parts }) => [equipmentName, parts[0]?.partDescription])).toEqual([
    ["Attic furnace", "Igniter"],
    [null, "Tape"],
  ]);
  expect((await office.get<{ items: PartJson[] }>(`${at}?equipmentId=${unit.id}`)).json.items).toHaveLength(1);
  const next = await addWorkOrder(office, site, { equipmentIds: [unit.id] });
  const suggested = await office.get<{ items: { partDescription: string; reasons: string[] }[] }>(
    `/api/work-orders/parts/suggestions?workOrderId=${next.id}`,
  );
  expect(suggested.json.items[0]).toMatchObject({ partDescription: "Igniter", reasons: ["same_model", "often_used"] });
  const stranger = await addCustomer(worker, orgId, "Bo Stranger");
  const elsewhere = await addWorkOrder(office, stranger);
  expect(
    (await add(`/api/work-orders/${elsewhere.id}/parts`, { partDescription: "X", equipmentId: unit.id })).status,
  ).toBe(400);
});

test("technicians not on the job and other businesses cannot change its parts", async () => {
  const { item } = await workOrderWith(1);
  const workOrder = await addWorkOrder(office, site, { technicianId: await addTechnician(worker, orgId) });
  const at = `/api/work-orders/${workOrder.id}/parts`;
  expect((await add(at, { inventoryItemId: item.id }, technician)).status).toBe(403);
  const { json: part } = await add(at, { partDescription: "Tape" });
  expect((await technician.patch(`${at}/${part.id}`, { quantity: 2 })).status).toBe(403);
  expect((await technician.delete(`${at}/${part.id}`)).status).toBe(403);
  const stranger = await worker.business();
  for (const path of [at, `${at}/cost`, `${at}/grouped-by-equipment`])
    expect((await stranger.manager.get(path)).status).toBe(404);
  expect((await add(at, { partDescription: "Tape" }, stranger.manager)).status).toBe(404);
  const foreign = await stocked(stranger.manager, 5);
  expect((await add(at, { inventoryItemId: foreign.itemId, locationId: foreign.locationId })).status).toBe(400);
  expect((await add(at, { inventoryItemId: item.id, locationId: foreign.locationId })).status).toBe(404);
});

test("a job with parts can be canceled once they are returned or billed", async () => {
  const cancel = { status: "cancelled", cancelReason: "customer" };
  const { at, workOrder, item } = await workOrderWith(3);
  await add(at, { inventoryItemId: item.id, quantity: 2 });
  const answer = await moveTo(office, workOrder.id, cancel);
  expect([answer.status, answer.json.missing?.map(({ need }) => need)]).toEqual([409, ["parts_settled"]]);
  expect((await moveTo(office, workOrder.id, { ...cancel, partsOutcome: "returned" })).status).toBe(200);
  expect([await onHand(item.id), await listed(at)]).toEqual([3, []]);
  const billed = await workOrderWith(3);
  await add(billed.at, { inventoryItemId: billed.item.id, billable: false });
  expect((await moveTo(office, billed.workOrder.id, { ...cancel, partsOutcome: "billed" })).status).toBe(200);
  expect([await onHand(billed.item.id), (await listed(billed.at))[0]?.billable]).toEqual([2, true]);
  const remaining = (await listed(billed.at))[0]?.id;
  expect((await office.delete(`${billed.at}/${remaining}`)).status).toBe(204);
  expect(await onHand(billed.item.id)).toBe(3);
});

test("reserved stock used on completion is listed as parts", async () => {
  const { at, workOrder, item } = await workOrderWith(3);
  await office.post("/api/inventory/reservations", {
    itemId: item.id,
    locationId: truck,
    workOrderId: workOrder.id,
    quantity: 2,
  });
  for (const move of [
    { status: "scheduled", scheduledStart: nextYear("2027-03-08T15:00:00Z") },
    { status: "in_progress" },
    { status: "completed" },
  ]) {
    const moved = await moveTo(office, workOrder.id, move);
    expect([move.status, moved.status, moved.json.message]).toEqual([move.status, 200, undefined]);
  }
  expect(await listed(at)).toMatchObject([
    { inventorySku: item.sku, quantity: 2, cost: 10, price: 40, locationId: truck },
  ]);
  expect(await itemNow(office, item.id)).toMatchObject({ onHand: 1, reserved: 0 });
});

test("a job with parts cannot be deleted", async () => {
  const { at, workOrder } = await workOrderWith(0);
  await add(at, { partDescription: "Tape" });
  const gone = await office.delete<Refusal>(`/api/work-orders/${workOrder.id}`);
  expect([gone.status, gone.json.reasons]).toEqual([409, ["Parts were used on it."]]);
});

test("a closed job's parts cannot be changed, and a canceled job accepts none", async () => {
  const { at, workOrder, item } = await workOrderWith(2);
  const { json: part } = await add(at, { inventoryItemId: item.id });
  for (const move of [
    { status: "scheduled", scheduledStart: nextYear("2027-03-09T15:00:00Z") },
    { status: "dispatched" },
    { status: "in_progress" },
    { status: "completed" },
    { status: "closed", noCharge: true },
  ]) {
    const moved = await moveTo(office, workOrder.id, move);
    expect([move.status, moved.status, moved.json.message]).toEqual([move.status, 200, undefined]);
  }
  const closed = "This job is closed: its parts can't be changed.";
  expect((await add(at, { partDescription: "Tape" })).json.message).toBe(closed);
  expect((await office.patch<Refusal>(`${at}/${part.id}`, { quantity: 2 })).json.message).toBe(closed);
  expect((await office.delete<Refusal>(`${at}/${part.id}`)).status).toBe(409);
  const canceled = await addWorkOrder(office, site);
  await moveTo(office, canceled.id, { status: "cancelled", cancelReason: "customer" });
  expect((await add(`/api/work-orders/${canceled.id}/parts`, { partDescription: "Tape" })).status).toBe(409);
});

test("a scanned part is taken from the truck, and quantities missing in the system are added as found", async () => {
  const { at, workOrder, item } = await workOrderWith(1, 5, { barcode: "0687152104526" });
  const send = (fields: Record<string, string>, key: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "addPart", ...fields })) form.set(name, value);
    return technician.post<{ message?: string; from?: string }>(
      `/resources/technician-mutations/${workOrder.id}`,
      form,
      {
        "Idempotency-Key": key,
      },
    );
  };
  const key = randomUUID();
  const scanned = { part: "0687152104526", quantity: "3", usedAt: new Date().toISOString() };
  const sent = await Promise.all([1, 2, 3].map(() => send(scanned, key)));
  expect(sent.map(({ status }) => status)).toContain(200);
  expect((await send(scanned, key)).status).toBe(200);
  expect(await listed(at)).toMatchObject([
    { inventoryItemId: item.id, quantity: 3, foundQuantity: 2, locationId: truck },
  ]);
  expect(await onHand(item.id)).toBe(0);
  expect((await send({ part: item.sku.toLowerCase(), quantity: "" }, randomUUID())).status).toBe(200);
  expect((await send({ part: "A bracket from the bin" }, randomUUID())).status).toBe(200);
  expect((await listed(at)).map(({ inventorySku, foundQuantity }) => [inventorySku, foundQuantity])).toEqual([
    [item.sku, 2],
    [item.sku, 1],
    [expect.stringMatching(/^CUSTOM-\d+-WO-\d+-ABRACKETFROMTHEBIN$/), 0],
  ]);
  // Clearly before the cancellation: both clocks may show the same millisecond.
  const before = new Date(Date.now() - 5).toISOString();
  await moveTo(office, workOrder.id, { status: "cancelled", cancelReason: "customer", partsOutcome: "billed" });
  expect((await send({ part: item.sku, usedAt: before }, randomUUID())).status).toBe(200);
  const late = await send({ part: item.sku, usedAt: new Date(Date.now() + 60_000).toISOString() }, randomUUID());
  expect([late.status, late.json.from]).toEqual([409, "cancelled"]);
  expect(await onHand(item.id)).toBe(0);
});

test("a part in hand of an inactive item is recorded", async () => {
  const { at, workOrder, item } = await workOrderWith(0);
  const off = await office.patch(`/api/inventory/items/${item.id}`, { active: false, version: item.version });
  expect(off.status, off.text).toBe(200);
  const used = await useFromTruck(workOrder.id, { part: item.sku, quantity: "2" });
  expect(used.status, used.text).toBe(200);
  expect(await listed(at)).toMatchObject([{ inventoryItemId: item.id, quantity: 2, foundQuantity: 2 }]);
  expect(await itemNow(office, item.id)).toMatchObject({ onHand: 0, active: false });
  const received = await post(office, "receipt", [{ itemId: item.id, locationId: truck, quantity: 1 }]);
  expect(received.status).toBe(409);
});

test("removing or reducing a part in hand also takes back what was found for it", async () => {
  const { at, workOrder, item } = await workOrderWith(1);
  expect((await useFromTruck(workOrder.id, { part: item.sku, quantity: "3" })).status).toBe(200);
  const part = async () => (await listed(at))[0];
  const id = (await part())?.id;
  const change = (body: object) => office.patch<PartJson & InventoryRefused>(`${at}/${id}`, body);
  expect((await change({ quantity: 2 })).json).toMatchObject({ quantity: 2, foundQuantity: 1, cost: 10 });
  expect(await onHand(item.id)).toBe(0);
  expect((await change({ quantity: 1 })).json).toMatchObject({ quantity: 1, foundQuantity: 0 });
  expect(await onHand(item.id)).toBe(0);
  expect((await change({ quantity: 2 })).status).toBe(409);
  expect((await office.delete(`${at}/${id}`)).status).toBe(204);
  expect(await itemNow(office, item.id)).toMatchObject({ onHand: 1, stockValue: 5 });
});

test("a part in hand that is removed and restored is found again", async () => {
  const { at, workOrder, item } = await workOrderWith(1);
  await useFromTruck(workOrder.id, { part: item.sku, quantity: "3" });
  const id = (await listed(at))[0]?.id;
  for (const _ of ["once", "twice"]) {
    expect((await office.delete(`${at}/${id}`)).status).toBe(204);
    expect(await onHand(item.id)).toBe(1);
    const restored = await office.post<PartJson>(`${at}/${id}/restore`);
    expect(restored.json).toMatchObject({ quantity: 3, foundQuantity: 2, cost: 15 });
    expect(await onHand(item.id)).toBe(0);
  }
});

test("a part in hand leaves no stock behind where it was found when it came from elsewhere or its job is canceled", async () => {
  const { at, workOrder, item } = await workOrderWith(0);
  const shelf = await addLocation(office);
  await post(office, "receipt", [{ itemId: item.id, locationId: shelf, quantity: 2, unitCost: 5 }]);
  await useFromTruck(workOrder.id, { part: item.sku, quantity: "1" });
  const id = (await listed(at))[0]?.id;
  const moved = await office.patch<PartJson>(`${at}/${id}`, { locationId: shelf });
  expect(moved.json).toMatchObject({ locationId: shelf, foundQuantity: 0 });
  expect(await onHand(item.id)).toBe(1);
  await useFromTruck(workOrder.id, { part: item.sku, quantity: "2" });
  const cancel = { status: "cancelled", cancelReason: "customer", partsOutcome: "returned" };
  expect((await moveTo(office, workOrder.id, cancel)).status).toBe(200);
  expect([await onHand(item.id), await listed(at)]).toEqual([2, []]);
});

test("the part picker lists the item with exactly this SKU or barcode first, however many others match", async () => {
  const sku = `FUSE-${randomUUID().slice(0, 8)}`;
  const exact = await addItem(office, { sku, name: "Zone fuse", barcode: "012345678905" });
  await Promise.all(
    Array.from({ length: 11 }, (_, at) => addItem(office, { sku: `${sku}${at}`, name: `Fuse holder ${at}` })),
  );
  const found = async (text: string) =>
    (await office.get<{ choices: { id: string }[] }>(`/resources/part-choices?q=${encodeURIComponent(text)}`)).json
      .choices;
  const choices = await found(sku.toLowerCase());
  expect([choices[0]?.id, choices.length]).toEqual([exact.id, 10]);
  // The same UPC as another scanner reads it.
  expect(await found("0012345678905")).toMatchObject([{ id: exact.id }]);
  await office.patch(`/api/inventory/items/${exact.id}`, { active: false, version: exact.version });
  expect((await found(sku)).some(({ id }) => id === exact.id)).toBe(false);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  addItem,
  addLocation,
  type InventoryRefused,
  type ItemJson,
  itemNow,
  post,
  stocked,
} from "#tests/support/inventory";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { manager: office, technician } = business;

interface MovementJson {
  id: string;
  kind: string;
  itemId: string;
  locationId: string;
  quantity: number;
  totalCost: number;
  unitCost: number | null;
  reversesId: string | null;
  reversedById: string | null;
}

const movementsOf = async (itemId: string) =>
  (await office.get<{ items: MovementJson[] }>(`/api/inventory/movements?itemId=${itemId}&limit=100`)).json.items;

test("an item starts with nothing on hand, and its SKU is found regardless of case", async () => {
  const made = await addItem(office, { sku: " cap-45-5 ", name: "Capacitor", unitCost: "12.50", listPrice: 48 });
  expect(made).toMatchObject({
    sku: "CAP-45-5",
    unitCost: 12.5,
    listPrice: 48,
    onHand: 0,
    averageCost: null,
    version: 1,
  });
  expect((await office.get<ItemJson>("/api/inventory/items/sku/Cap-45-5")).json.id).toBe(made.id);
  expect((await office.get("/api/inventory/items/sku/CAP-45-6")).status).toBe(404);
  const again = await office.post<InventoryRefused>("/api/inventory/items", {
    ...{ sku: "cap-45-5", name: "Another", primaryCategory: "PARTS", baseUnit: "EA" },
  });
  expect([again.status, again.json.fields?.sku]).toEqual([409, ["This SKU is already in use"]]);
});

const amountText = "Please enter an amount between 0 and 1,000,000 with at most 2 decimals";
const levelText = "Please enter a number of 0 or more with at most 3 decimals";
const bad: [string, Record<string, unknown>, string, string][] = [
  ["a cost that is not a number", { unitCost: "twelve" }, "unitCost", amountText],
  ["a negative cost", { unitCost: -1 }, "unitCost", amountText],
  ["a price with fractions of a cent", { listPrice: 1.005 }, "listPrice", amountText],
  ["a level that is not a number", { minStockLevel: "few" }, "minStockLevel", levelText],
  [
    "a maximum below the minimum",
    { minStockLevel: 5, maxStockLevel: 4 },
    "maxStockLevel",
    "The maximum is below the minimum",
  ],
  ["an unknown unit", { baseUnit: "YARD" }, "baseUnit", "Choose a unit"],
  ["no name", { name: " " }, "name", "Name is required"],
];

test.each(bad)("%s is rejected with a field error and not stored as zero", async (_, fields, name, text) => {
  const body = { sku: `BAD-${randomUUID()}`, name: "Part", primaryCategory: "PARTS", baseUnit: "EA", ...fields };
  const answer = await office.post<InventoryRefused>("/api/inventory/items", body);
  expect([answer.status, answer.json.fields?.[name]]).toEqual([400, [text]]);
});

test("items are searched, filtered and paged in any sort order", async () => {
  const { manager } = await worker.business();
  await addItem(manager, { sku: "A-1", name: "Contactor 2-pole", manufacturer: "Honeywell", barcode: "0123456789012" });
  await addItem(manager, { sku: "C-1", name: "Blower motor" });
  await addItem(manager, {
    sku: "B-1",
    name: "R-454B, 20 lb",
    primaryCategory: "REFRIGERANT",
    hazardousMaterial: true,
  });
  const found = async (query: string) => {
    const { json } = await manager.get<{ items: ItemJson[] }>(`/api/inventory/items?${query}`);
    return json.items.map(({ sku }) => sku);
  };
  expect(await found("search=honeyw")).toEqual(["A-1"]);
  expect(await found("search=0123456789012")).toEqual(["A-1"]);
  expect(await found("search=789012")).toEqual(["A-1"]);
  expect(await found("hazardousMaterial=true")).toEqual(["B-1"]);
  // Without a letter or digit there is nothing to find, rather than everything.
  for (const query of ["search=%3F%3F", "search=%3F%3F&hazardousMaterial=true"]) expect(await found(query)).toEqual([]);
  const picker = (text: string) => manager.get<{ choices: unknown[] }>(`/resources/item-choices?q=${text}`);
  expect((await picker("%3F%3F")).json.choices).toEqual([]);
  expect((await picker("")).json.choices).toHaveLength(3);
  expect(await found("primaryCategory=REFRIGERANT&search=454")).toEqual(["B-1"]);
  expect(await found("sortBy=name")).toEqual(["C-1", "A-1", "B-1"]);
  for (const query of ["sortBy=sku&sortOrder=desc", "sortBy=createdAt", "sortBy=name&sortOrder=desc"]) {
    const first = await manager.get<{ items: ItemJson[]; nextCursor: string }>(`/api/inventory/items?${query}&limit=2`);
    const rest = await found(`${query}&limit=2&cursor=${first.json.nextCursor}`);
    expect([...first.json.items.map(({ sku }) => sku), ...rest]).toEqual(await found(query));
  }
});

test("an update cannot change quantities, and a stale one gets the current item", async () => {
  const { itemId } = await stocked(office, 7);
  const path = `/api/inventory/items/${itemId}`;
  const changed = await office.patch<ItemJson>(path, { version: 1, name: "Renamed", onHand: 99, quantity: 99 });
  expect([changed.status, changed.json.onHand, changed.json.version]).toEqual([200, 7, 2]);
  const late = await office.patch<{ current: { version: number } }>(path, { version: 1, name: "Late" });
  expect([late.status, late.json.current.version]).toEqual([409, 2]);
  const unit = await office.patch<InventoryRefused>(path, { version: 2, baseUnit: "FT" });
  expect([unit.status, Object.keys(unit.json.fields ?? {})]).toEqual([400, ["baseUnit"]]);
});

test("stock is issued at moving average cost, down to a value of zero", async () => {
  const { itemId, locationId } = await stocked(office, 10, 1);
  await post(office, "receipt", [{ itemId, locationId, quantity: 5, unitCost: 4 }]);
  expect(await itemNow(office, itemId)).toMatchObject({ onHand: 15, averageCost: 2, stockValue: 30 });
  await post(office, "issue", [{ itemId, locationId, quantity: 7 }]);
  await post(office, "issue", [{ itemId, locationId, quantity: 8 }]);
  expect(await itemNow(office, itemId)).toMatchObject({ onHand: 0, averageCost: null, stockValue: 0 });
  expect((await movementsOf(itemId)).map(({ totalCost }) => totalCost)).toEqual([-16, -14, 20, 10]);
});

test("an unknown cost stays unknown and is not treated as zero", async () => {
  const { itemId, locationId } = await stocked(office, 4, null);
  expect(await itemNow(office, itemId)).toMatchObject({ onHand: 4, uncostedQuantity: 4, averageCost: null });
  await post(office, "issue", [{ itemId, locationId, quantity: 1 }]);
  expect((await movementsOf(itemId))[0]).toMatchObject({ quantity: -1, unitCost: null, totalCost: 0 });
  await post(office, "receipt", [{ itemId, locationId, quantity: 2, unitCost: 3 }]);
  expect(await itemNow(office, itemId)).toMatchObject({
    onHand: 5,
    uncostedQuantity: 3,
    averageCost: 3,
    stockValue: 6,
  });
});

test("a transfer moves quantity and value between locations without changing the total", async () => {
  const { itemId, locationId } = await stocked(office, 6, 2.5);
  const truck = await addLocation(office, { name: "Truck 7", type: "truck" });
  expect((await post(office, "transfer", [{ itemId, locationId, toLocationId: truck, quantity: 4 }])).status).toBe(201);
  expect(await itemNow(office, itemId)).toMatchObject({ onHand: 6, stockValue: 15 });
  const { json } = await office.get<{ items: { locationId: string; onHand: number }[] }>(
    `/api/inventory/items/${itemId}/stock`,
  );
  expect(json.items.map((held) => [held.locationId, held.onHand])).toEqual([
    [truck, 4],
    [locationId, 2],
  ]);
  const over = await post(office, "transfer", [{ itemId, locationId, toLocationId: truck, quantity: 3 }]);
  expect([over.status, over.json.short]).toEqual([
    409,
    [{ itemId, locationId, available: 2, expired: 0, reservedFor: [] }],
  ]);
  expect(over.json.message).toMatch(/^Only 2 EA of PART-\d+ available at Warehouse \d+\.$/);
});

test("when twenty people take the last unit at once, only one gets it", async () => {
  const { itemId, locationId } = await stocked(office, 1);
  const takers = Array.from({ length: 20 }, () => post(office, "issue", [{ itemId, locationId, quantity: 1 }]));
  const statuses = (await Promise.all(takers)).map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
  expect((await itemNow(office, itemId)).onHand).toBe(0);
});

test("of two reservations for all stock one succeeds, and reserved stock cannot be issued", async () => {
  const { itemId, locationId } = await stocked(office, 5);
  const reserve = () => office.post<{ id: string }>("/api/inventory/reservations", { itemId, locationId, quantity: 5 });
  const both = await Promise.all([reserve(), reserve()]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const taken = await post(office, "issue", [{ itemId, locationId, quantity: 1 }]);
  expect([taken.status, taken.json.message]).toEqual([409, expect.stringContaining("5 EA more are reserved")]);
  const id = both.find(({ status }) => status === 201)?.json.id;
  for (const _ of ["once", "twice"])
    expect((await office.post(`/api/inventory/reservations/${id}/release`)).status).toBe(200);
  expect(await itemNow(office, itemId)).toMatchObject({ onHand: 5, reserved: 0 });
});

test("a count posts the difference, and one below the reserved quantity is rejected", async () => {
  const { itemId, locationId } = await stocked(office, 5);
  await office.post("/api/inventory/reservations", { itemId, locationId, quantity: 3 });
  const low = await post(office, "count", [{ itemId, locationId, quantity: 2 }]);
  expect([low.status, (await itemNow(office, itemId)).onHand]).toEqual([409, 5]);
  await post(office, "count", [{ itemId, locationId, quantity: 4 }]);
  await post(office, "count", [{ itemId, locationId, quantity: 4 }]);
  expect((await movementsOf(itemId)).map(({ kind, quantity }) => [kind, quantity])).toEqual([
    ["count", -1],
    ["receipt", 5],
  ]);
});

test("a rejected count below the reserved quantity names the jobs", async () => {
  const { itemId, locationId } = await stocked(office, 5);
  const workOrder = await addWorkOrder(office, await addCustomer(worker, business.orgId), {});
  await office.post("/api/inventory/reservations", { itemId, locationId, workOrderId: workOrder.id, quantity: 3 });
  const low = await post(office, "count", [{ itemId, locationId, quantity: 2 }]);
  const name = `WO-${String(workOrder.number).padStart(3, "0")}`;
  expect([low.status, low.json.message]).toEqual([
    409,
    expect.stringMatching(
      `^2 EA of PART-\\d+ counted at Warehouse \\d+, but 3 EA are reserved for ${name}\\. Release the missing quantity first\\.$`,
    ),
  ]);
  expect(low.json.short).toEqual([{ itemId, locationId, available: 2, expired: 0, reservedFor: [name] }]);
});

test("a repeated key has one effect and is rejected with another body", async () => {
  const { itemId, locationId } = await stocked(office, 10);
  const key = { "idempotency-key": randomUUID() };
  const lines = [{ itemId, locationId, quantity: 2 }];
  const sent = await Promise.all([1, 2, 3].map(() => post(office, "issue", lines, {}, key)));
  expect(new Set(sent.filter(({ status }) => status === 201).map(({ json }) => json.postingId)).size).toBe(1);
  expect((await post(office, "issue", lines, {}, key)).json.postingId).toBe(
    sent.find(({ status }) => status === 201)?.json.postingId,
  );
  expect((await itemNow(office, itemId)).onHand).toBe(8);
  expect((await post(office, "issue", [{ itemId, locationId, quantity: 3 }], {}, key)).status).toBe(422);
});

test("a posting with one invalid line is not posted at all", async () => {
  const [first, second] = [await stocked(office, 5), await stocked(office, 1)];
  const lines = [
    { itemId: first.itemId, locationId: first.locationId, quantity: 5 },
    { itemId: second.itemId, locationId: second.locationId, quantity: 2 },
  ];
  expect((await post(office, "issue", lines)).status).toBe(409);
  expect((await itemNow(office, first.itemId)).onHand).toBe(5);
});

test("a reversal references its movement, happens once and reverses both legs of a transfer", async () => {
  const { itemId, locationId } = await stocked(office, 3, 2);
  const truck = await addLocation(office);
  await post(office, "transfer", [{ itemId, locationId, toLocationId: truck, quantity: 3 }]);
  const [arrived] = await movementsOf(itemId);
  const reverse = () =>
    office.post<InventoryRefused>(`/api/inventory/movements/${arrived?.id}/reverse`, { note: "Wrong truck" });
  expect((await reverse()).status).toBe(201);
  expect((await reverse()).status).toBe(409);
  const after = await movementsOf(itemId);
  expect(after.map(({ locationId: at, quantity, totalCost }) => [at, quantity, totalCost])).toEqual([
    [locationId, 3, 6],
    [truck, -3, -6],
    [truck, 3, 6],
    [locationId, -3, -6],
    [locationId, 3, 6],
  ]);
  expect((await office.post(`/api/inventory/movements/${after[0]?.id}/reverse`, {})).status).toBe(409);
  expect(after[2]?.reversedById).toBe(after[1]?.id);
});

test("the database rejects changes to the ledger", async () => {
  const { itemId } = await stocked(office, 3);
  const [movement] = await movementsOf(itemId);
  const run = (statement: string) => worker.db.prepare(statement).bind(movement?.id).run();
  await expect(run("UPDATE stock_movements SET quantity_milli = 1 WHERE id = ?")).rejects.toThrow(
    "stock_ledger_append_only",
  );
  await expect(run("DELETE FROM stock_movements WHERE id = ?")).rejects.toThrow("stock_ledger_append_only");
});

test("the database rejects deleting an item or location with movements", async () => {
  const { itemId, locationId } = await stocked(office, 1);
  await office.post("/api/inventory/movements", { kind: "issue", lines: [{ itemId, locationId, quantity: 1 }] });
  for (const [table, id] of [
    ["inventory_items", itemId],
    ["inventory_locations", locationId],
  ]) {
    const deletion = worker.db.prepare(`DELETE FROM ${table} WHERE id = ?`).bind(id).run();
    await expect(deletion).rejects.toThrow("FOREIGN KEY");
  }
});

test("an item or location with stock cannot be deactivated, and the error names the stock", async () => {
  const { itemId, sku, locationId } = await stocked(office, 2);
  const item = await office.patch<InventoryRefused>(`/api/inventory/items/${itemId}`, { version: 1, active: false });
  expect([item.status, item.json.message]).toEqual([
    409,
    "2 EA of this item are still in stock. Move or adjust them to zero first.",
  ]);
  const place = await office.patch<InventoryRefused>(`/api/inventory/locations/${locationId}`, {
    version: 1,
    active: false,
  });
  expect([place.status, place.json.message]).toEqual([
    409,
    `This location still holds 2 EA of ${sku}. Move or adjust it to zero first.`,
  ]);
  await post(office, "adjustment", [{ itemId, locationId, quantity: -2 }], { reason: "damaged" });
  expect((await office.patch(`/api/inventory/locations/${locationId}`, { version: 1, active: false })).status).toBe(
    200,
  );
  const into = await post(office, "receipt", [{ itemId, locationId, quantity: 1 }]);
  expect(into.status).toBe(409);
});

const badPostings: [string, string, Record<string, unknown>][] = [
  ["a receipt of 0", "receipt", { quantity: 0 }],
  ["a negative receipt", "receipt", { quantity: -1 }],
  ["a quantity in words", "receipt", { quantity: "a few" }],
  ["a quantity with four decimals", "receipt", { quantity: 0.0001 }],
  ["no quantity", "receipt", { quantity: null }],
  ["a transfer to the same location", "transfer", { quantity: 1, toLocationId: "same" }],
  ["an adjustment without a reason", "adjustment", { quantity: 1 }],
  ["an issue with its own cost", "issue", { quantity: 1, unitCost: 3 }],
];

test.each(badPostings)("%s is rejected with 400 and moves nothing", async (_, kind, fields) => {
  const { itemId, locationId } = await stocked(office, 2);
  const to = fields.toLocationId ? { toLocationId: locationId } : {};
  expect((await post(office, kind, [{ itemId, locationId, ...fields, ...to }])).status).toBe(400);
  expect((await itemNow(office, itemId)).onHand).toBe(2);
});

test("thousandths add up exactly", async () => {
  const { itemId, locationId } = await stocked(office, 0.1);
  await post(office, "receipt", [{ itemId, locationId, quantity: 0.2 }]);
  expect((await post(office, "issue", [{ itemId, locationId, quantity: 0.3 }])).status).toBe(201);
  expect((await itemNow(office, itemId)).onHand).toBe(0);
});

test("a technician can view stock but not post movements", async () => {
  const { itemId, locationId } = await stocked(office, 2);
  expect((await technician.get(`/api/inventory/items/${itemId}`)).status).toBe(200);
  expect((await post(technician, "issue", [{ itemId, locationId, quantity: 1 }])).status).toBe(403);
});

test("another business's items and locations are not found", async () => {
  const { itemId, locationId } = await stocked(office, 2);
  const { manager: stranger } = await worker.business();
  const own = await stocked(stranger, 2);
  expect((await stranger.get(`/api/inventory/items/${itemId}`)).status).toBe(404);
  const lines = [
    { itemId, locationId: own.locationId, quantity: 1 },
    { itemId: own.itemId, locationId, quantity: 1 },
  ];
  for (const line of lines) expect((await post(stranger, "receipt", [line])).status).toBe(404);
  expect((await stranger.post("/api/inventory/reservations", { itemId, locationId, quantity: 1 })).status).toBe(404);
});

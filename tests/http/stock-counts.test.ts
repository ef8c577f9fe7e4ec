import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation, type InventoryRefused, itemNow, post, stocked } from "#tests/support/inventory";
import { pageText } from "#tests/support/page-text";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager: office, admin, technician, orgId, technicianId } = await worker.business();

interface CountJson extends InventoryRefused {
  id: string;
  status: string;
  lineCount: number;
  countedCount: number;
  differentCount: number | null;
  postedValue: number;
  remaining: number;
}

interface LineJson extends InventoryRefused {
  id: string;
  itemId: string;
  sku: string;
  locationId: string;
  counted: number | null;
  expected: number | null;
  difference: number | null;
  differenceValue: number | null;
  version: number;
}

const startOf = (locationId: string, fields: object = {}) =>
  office.post<CountJson>("/api/inventory/counts", { locationId, ...fields });
const linesOf = async (countId: string, query = "") =>
  (await office.get<{ items: LineJson[] }>(`/api/inventory/counts/${countId}/lines?limit=100${query}`)).json.items;
const save = (countId: string, line: LineJson, quantity: unknown, by: Visitor = office) =>
  by.put<LineJson>(`/api/inventory/counts/${countId}/lines/${line.id}`, { quantity, version: line.version });
const finish = (countId: string) => office.post<CountJson>(`/api/inventory/counts/${countId}/post`);

interface MovementJson {
  kind: string;
  quantity: number;
  postingId: string;
  locationId: string;
}
const movementsOf = async (itemId: string) =>
  (await office.get<{ items: MovementJson[] }>(`/api/inventory/movements?itemId=${itemId}&limit=100`)).json.items;

async function counting(quantity: number, unitCost: number | null = 5) {
  const held = await stocked(office, quantity, unitCost);
  const { json } = await startOf(held.locationId);
  const [line] = await linesOf(json.id);
  if (!line) throw new Error("a line of what is there");
  return { ...held, countId: json.id, line };
}

test("a sheet lists items in stock and used-up items with a reorder point, and nothing else", async () => {
  const locationId = await addLocation(office);
  const [full, gone, wanted] = [
    await addItem(office),
    await addItem(office),
    await addItem(office, { reorderPoint: 2 }),
  ];
  await addItem(office, { reorderPoint: 2 });
  const bin = await addLocation(office, { type: "bin", parentId: locationId });
  for (const { id: itemId } of [full, gone, wanted])
    await post(office, "receipt", [{ itemId, locationId: itemId === full.id ? bin : locationId, quantity: 1 }]);
  for (const { id: itemId } of [gone, wanted]) await post(office, "issue", [{ itemId, locationId, quantity: 1 }]);
  const { json } = await startOf(locationId);
  expect((await linesOf(json.id)).map((line) => [line.itemId, line.locationId, line.expected])).toEqual([
    [wanted.id, locationId, 0],
    [full.id, bin, 1],
  ]);
});

test("a sheet can be limited to one category, or start empty and be filled by scanning", async () => {
  const { locationId, sku, itemId } = await stocked(office, 2);
  const tool = await addItem(office, { primaryCategory: "TOOLS", barcode: `B${randomUUID().slice(0, 8)}` });
  await post(office, "receipt", [{ itemId: tool.id, locationId, quantity: 1 }]);
  const { json: tools } = await startOf(locationId, { category: "TOOLS" });
  expect((await linesOf(tools.id)).map((line) => line.itemId)).toEqual([tool.id]);
  await office.post(`/api/inventory/counts/${tools.id}/cancel`);
  const { json: empty } = await startOf(locationId, { scope: "empty" });
  const scan = (code: string) => office.post<LineJson>(`/api/inventory/counts/${empty.id}/lines`, { code });
  const [first, again] = [await scan(sku.toLowerCase()), await scan(sku)];
  expect([first.status, again.json.id, first.json.itemId]).toEqual([201, first.json.id, itemId]);
  const coil = await addItem(office, { barcode: "687152104533" });
  for (const code of ["0687152104533", "687152104533", `https://plenum.example/inventory/items/${coil.id}`])
    expect((await scan(code)).json.itemId, code).toBe(coil.id);
  const code = `9${Date.now()}`;
  const [, barcoded] = [await addItem(office, { sku: code }), await addItem(office, { barcode: code })];
  expect((await scan(code)).json.itemId).toBe(barcoded.id);
  expect((await scan("no such code")).json.fields).toEqual({ code: ["No item has the code no such code"] });
  const elsewhere = await office.post<LineJson>(`/api/inventory/counts/${empty.id}/lines`, {
    ...{ itemId: tool.id, locationId: await addLocation(office) },
  });
  expect(Object.keys(elsewhere.json.fields ?? {})).toEqual(["locationId"]);
});

test("differences are shown with their value and posted only once", async () => {
  const { itemId, locationId, countId, line } = await counting(10, 2.5);
  const saved = await save(countId, line, 8);
  expect(saved.json).toMatchObject({ counted: 8, expected: 10, difference: -2, differenceValue: -5 });
  expect(await itemNow(office, itemId)).toMatchObject({ onHand: 10 });
  const runs = await Promise.all([finish(countId), finish(countId)]);
  expect(runs.map(({ status }) => status)).toContain(200);
  expect((await finish(countId)).json).toMatchObject({ status: "posted", remaining: 0, postedValue: -5 });
  expect(await itemNow(office, itemId)).toMatchObject({ onHand: 8, stockValue: 20 });
  const [posted] = await movementsOf(itemId);
  expect(posted).toMatchObject({ kind: "count", quantity: -2, postingId: countId, locationId });
  expect((await movementsOf(itemId)).filter(({ kind }) => kind === "count")).toHaveLength(1);
});

test("movements after an item was counted are not undone by the count", async () => {
  const { itemId, locationId, countId, line } = await counting(10);
  await save(countId, line, 9);
  await post(office, "issue", [{ itemId, locationId, quantity: 4 }]);
  await post(office, "receipt", [{ itemId, locationId, quantity: 1 }]);
  await finish(countId);
  expect(await itemNow(office, itemId)).toMatchObject({ onHand: 6 });
});

test("a recount uses the quantity on hand then, and when two people count one line, the second gets a conflict", async () => {
  const { itemId, locationId, countId, line } = await counting(10);
  await save(countId, line, 7);
  const stale = await save(countId, line, 6, admin);
  expect([stale.status, stale.json.message]).toEqual([
    409,
    `Test Person counted 7 EA of ${line.sku} at the same time. Save again if yours is right.`,
  ]);
  await post(office, "issue", [{ itemId, locationId, quantity: 2 }]);
  const [current] = await linesOf(countId);
  if (!current) throw new Error("the line");
  expect((await save(countId, current, 8, admin)).json).toMatchObject({ counted: 8, expected: 8, difference: 0 });
  await finish(countId);
  expect(await itemNow(office, itemId)).toMatchObject({ onHand: 8 });
});

test("two people can count different lines at once without losing anything", async () => {
  const locationId = await addLocation(office);
  const items = await Promise.all(Array.from({ length: 6 }, () => addItem(office)));
  await post(
    office,
    "receipt",
    items.map(({ id: itemId }) => ({ itemId, locationId, quantity: 3 })),
  );
  const { json } = await startOf(locationId);
  const lines = await linesOf(json.id);
  const saved = await Promise.all(lines.map((line, at) => save(json.id, line, at, at % 2 ? office : admin)));
  expect(saved.map(({ status }) => status)).toEqual(lines.map(() => 200));
  expect((await linesOf(json.id, "&view=counted")).map(({ counted }) => counted)).toEqual([0, 1, 2, 3, 4, 5]);
  expect((await linesOf(json.id, "&view=different")).map(({ counted }) => counted)).toEqual([0, 1, 2, 4, 5]);
});

test("a line that was not counted keeps its quantity", async () => {
  const { itemId, locationId } = await stocked(office, 3);
  const other = await addItem(office);
  await post(office, "receipt", [{ itemId: other.id, locationId, quantity: 2 }]);
  const { json } = await startOf(locationId);
  expect((await finish(json.id)).json.message).toBe("Nothing has been counted yet.");
  const line = (await linesOf(json.id)).find((one) => one.itemId === itemId);
  if (!line) throw new Error("its line");
  await save(json.id, line, 1);
  expect((await finish(json.id)).json.status).toBe("posted");
  expect([(await itemNow(office, itemId)).onHand, (await itemNow(office, other.id)).onHand]).toEqual([1, 2]);
});

test("a count below the reserved quantity is refused with the jobs, and nothing is posted", async () => {
  const { itemId, locationId, countId, line } = await counting(5);
  const found = await addItem(office);
  const added = await office.post<LineJson>(`/api/inventory/counts/${countId}/lines`, { itemId: found.id });
  const workOrder = await addWorkOrder(office, await addCustomer(worker, orgId), {});
  const reserved = await office.post<{ id: string }>("/api/inventory/reservations", {
    ...{ itemId, locationId, workOrderId: workOrder.id, quantity: 3 },
  });
  await save(countId, line, 2);
  await save(countId, added.json, 4);
  const refused = await finish(countId);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    expect.stringContaining(`3 EA are reserved for WO-${String(workOrder.number).padStart(3, "0")}.`),
  ]);
  expect([(await itemNow(office, itemId)).onHand, (await itemNow(office, found.id)).onHand]).toEqual([5, 0]);
  await office.post(`/api/inventory/reservations/${reserved.json.id}/release`);
  expect((await finish(countId)).status).toBe(200);
  expect([(await itemNow(office, itemId)).onHand, (await itemNow(office, found.id)).onHand]).toEqual([2, 4]);
});

test("a location has one count at a time, and none while one of its bins is counted", async () => {
  const locationId = await addLocation(office);
  const bin = await addLocation(office, { type: "bin", parentId: locationId });
  const both = await Promise.all([startOf(locationId), startOf(locationId)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await startOf(bin)).status).toBe(409);
  const open = both.find(({ status }) => status === 201)?.json.id ?? "";
  for (const _ of ["once", "twice"])
    expect((await office.post<CountJson>(`/api/inventory/counts/${open}/cancel`)).json.status).toBe("canceled");
  expect((await startOf(bin)).status).toBe(201);
  expect((await startOf(locationId)).status).toBe(409);
});

test("a canceled count cannot be changed, not even in the database", async () => {
  const { itemId, countId, line } = await counting(2);
  await save(countId, line, 1);
  await office.post(`/api/inventory/counts/${countId}/cancel`);
  const [current] = await linesOf(countId);
  if (!current) throw new Error("the line");
  expect([(await save(countId, current, 2)).status, (await finish(countId)).status]).toEqual([409, 409]);
  expect(await itemNow(office, itemId)).toMatchObject({ onHand: 2 });
  const run = worker.db.prepare("UPDATE stock_counts SET status = 'open', closed_at = NULL WHERE id = ?").bind(countId);
  await expect(run.run()).rejects.toThrow("stock_count_over");
});

test.each([["a few"], [-1], [0.0001], [null]])("%s is not a quantity", async (quantity) => {
  const { countId, line } = await counting(2);
  expect((await save(countId, line, quantity)).status).toBe(400);
});

test("a blind sheet shows expected quantities only among the differences", async () => {
  const { locationId } = await stocked(office, 2);
  const { json } = await startOf(locationId, { blind: true });
  const [line] = await linesOf(json.id);
  if (!line) throw new Error("a line");
  expect(line.expected).toBeNull();
  expect((await save(json.id, line, 1)).json).toMatchObject({ counted: 1, expected: null, difference: null });
  expect(await linesOf(json.id, "&view=different")).toMatchObject([{ expected: 2, difference: -1 }]);
});

test("a part used without recorded stock is due for a count until its item is counted there", async () => {
  const truck = await addLocation(office, { type: "truck", technicianId });
  const item = await addItem(office);
  const workOrder = await addWorkOrder(office, await addCustomer(worker, orgId), { technicianId });
  const partsOf = async () =>
    (await office.get<{ items: { foundQuantity: number }[] }>(`/api/work-orders/${workOrder.id}/parts`)).json.items;
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: "addPart", part: item.sku, quantity: "1" }))
    form.set(name, value);
  const used = await technician.post(`/resources/technician-mutations/${workOrder.id}`, form, {
    "Idempotency-Key": randomUUID(),
  });
  expect(used.status, used.text).toBe(200);
  expect((await partsOf()).map(({ foundQuantity }) => foundQuantity)).toEqual([1]);
  const { json } = await startOf(truck, { scope: "empty" });
  const line = await office.post<LineJson>(`/api/inventory/counts/${json.id}/lines`, { itemId: item.id });
  await save(json.id, line.json, 0);
  await finish(json.id);
  expect((await partsOf()).map(({ foundQuantity }) => foundQuantity)).toEqual([0]);
});

test("technicians can count their own truck, and the office posts the count", async () => {
  const { manager: boss, technician: driver, technicianId: driverId } = await worker.business();
  const truck = await addLocation(boss, { type: "truck", technicianId: driverId });
  const bin = await addLocation(boss, { type: "bin", parentId: truck });
  const warehouse = await addLocation(boss);
  const item = await addItem(boss);
  await post(boss, "receipt", [{ itemId: item.id, locationId: truck, quantity: 4 }]);
  const start = (locationId: string, fields: object = {}) =>
    driver.post<CountJson>("/api/inventory/counts", { locationId, ...fields });
  for (const elsewhere of [warehouse, bin, randomUUID()]) expect((await start(elsewhere)).status).toBe(403);

  const page = await driver.get("/inventory/counts/create");
  expect(page.text).toContain(truck);
  expect(page.text).not.toContain(warehouse);

  const started = await start(truck, { blind: true });
  expect(started.status, started.text).toBe(201);
  const at = `/api/inventory/counts/${started.json.id}`;
  const seen = await driver.get<{ items: LineJson[] }>(`${at}/lines`);
  const [line] = seen.json.items;
  if (!line) throw new Error("a line of what is on the truck");
  expect((await save(started.json.id, line, 3, driver)).json).toMatchObject({ counted: 3, expected: null });
  const added = await driver.post<LineJson>(`${at}/lines`, { code: (await addItem(boss)).sku });
  expect((await save(started.json.id, added.json, 1, driver)).status).toBe(200);
  const differences = async () => (await driver.get<{ items: LineJson[] }>(`${at}/lines?view=different`)).json.items;
  const differentCounts = async (by: Visitor) => [
    (await by.get<CountJson>(at)).json.differentCount,
    ...(await by.get<{ items: CountJson[] }>("/api/inventory/counts")).json.items.map((one) => one.differentCount),
  ];
  expect([await differences(), await differentCounts(driver), await differentCounts(boss)]).toEqual([
    ...[[], [null, null], [2, 2]],
  ]);
  const tabsOf = async (by: Visitor) => pageText((await by.get(`/inventory/counts/${started.json.id}`)).text);
  expect(await tabsOf(driver)).not.toContain("Differences");
  expect(await tabsOf(boss)).toContain("Differences");

  expect((await driver.get("/inventory/counts")).text).toContain("Ready to post");
  expect((await driver.post(`${at}/post`)).status).toBe(403);
  const posted = await boss.post<CountJson>(`${at}/post`);
  expect(posted.json).toMatchObject({ status: "posted", countedCount: 2 });
  expect(await differentCounts(driver)).toEqual([2, 2]);
  expect((await differences()).map(({ difference }) => difference)).toEqual([-1, 1]);
  expect((await itemNow(boss, item.id)).onHand).toBe(3);

  const again = await start(truck);
  expect((await driver.post<CountJson>(`/api/inventory/counts/${again.json.id}/cancel`)).json.status).toBe("canceled");
});

test("a technician cannot count other stock, and another business's counts are not found", async () => {
  const { countId, line } = await counting(2);
  expect((await technician.get(`/api/inventory/counts/${countId}`)).status).toBe(200);
  expect((await save(countId, line, 1, technician)).status).toBe(403);
  expect((await technician.post(`/api/inventory/counts/${countId}/cancel`)).status).toBe(403);
  const { manager: stranger } = await worker.business();
  expect((await stranger.get(`/api/inventory/counts/${countId}/lines`)).status).toBe(404);
  expect((await save(countId, line, 1, stranger)).status).toBe(404);
  expect((await stranger.post(`/api/inventory/counts/${countId}/post`)).status).toBe(404);
});

test("a count with more lines than one batch holds is posted in full", async () => {
  const { admin: other, orgId: otherId } = await worker.business();
  const locationId = await addLocation(other);
  const items = Array.from({ length: 60 }, () => ({ id: randomUUID() }));
  await worker.db
    .prepare(
      `INSERT INTO inventory_items (org_id, id, sku, name, primary_category, base_unit, created_at, updated_at)
       SELECT ?1, value, upper(value), 'Washer', 'PARTS', 'EA', '2026-11-22', '2026-11-22' FROM json_each(?2)`,
    )
    .bind(otherId, JSON.stringify(items.map(({ id }) => id)))
    .run();
  await post(
    other,
    "receipt",
    items.map(({ id: itemId }) => ({ itemId, locationId, quantity: 2 })),
  );
  const { json } = await other.post<CountJson>("/api/inventory/counts", { locationId });
  await worker.db
    .prepare(
      "UPDATE stock_count_lines SET counted_milli = 1000, on_hand_milli = 2000, counted_at = '2026-11-22' WHERE count_id = ?",
    )
    .bind(json.id)
    .run();
  const { json: posted } = await other.post<CountJson>(`/api/inventory/counts/${json.id}/post`);
  expect(posted).toMatchObject({ status: "posted", remaining: 0, differentCount: 60 });
  const { results } = await worker.db
    .prepare("SELECT DISTINCT on_hand_milli AS n FROM stock_balances WHERE location_id = ?")
    .bind(locationId)
    .all<{ n: number }>();
  expect(results).toEqual([{ n: 1000 }]);
});

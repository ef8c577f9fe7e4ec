import { expect, test } from "vitest";
import { addItem, addLocation, type InventoryRefused, post, stocked } from "#tests/support/inventory";
import { pageText } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

type By = Awaited<ReturnType<typeof worker.business>>["manager"];

interface HeldJson {
  itemId: string;
  sku: string;
  onHand: number;
  available: number;
  minStockLevel: number | null;
  maxStockLevel: number | null;
  missing: number;
}

const held = async (by: By, locationId: string) =>
  (await by.get<{ items: HeldJson[] }>(`/api/inventory/locations/${locationId}/stock`)).json.items;
const level = (by: By, locationId: string, itemId: string, minStockLevel: number, maxStockLevel: number) =>
  by.put<InventoryRefused>(`/api/inventory/locations/${locationId}/levels/${itemId}`, { minStockLevel, maxStockLevel });
const restock = (by: By, locationId: string, fromLocationId: string, headers: Record<string, string> = {}) =>
  by.post<InventoryRefused & { postingId: string }>(
    `/api/inventory/locations/${locationId}/restock`,
    { fromLocationId },
    headers,
  );

test("a location lists its levels, even for items it does not have, and the missing quantities", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 10);
  const never = await addItem(manager);
  const truck = await addLocation(manager, { type: "truck" });
  expect((await level(manager, truck, itemId, 2, 4)).status).toBe(200);
  await level(manager, truck, never.id, 1, 1);
  await post(manager, "transfer", [{ itemId, locationId, toLocationId: truck, quantity: 2 }]);
  expect(await held(manager, truck)).toMatchObject([
    { itemId, onHand: 2, minStockLevel: 2, maxStockLevel: 4, missing: 0 },
    { itemId: never.id, onHand: 0, minStockLevel: 1, maxStockLevel: 1, missing: 1 },
  ]);
  // Stock reserved for a job is not available for the next one.
  await manager.post("/api/inventory/reservations", { itemId, locationId: truck, quantity: 1 });
  expect(await held(manager, truck)).toMatchObject([{ available: 1, missing: 3 }, { missing: 1 }]);
  const path = `/api/inventory/locations/${truck}/levels/${itemId}`;
  expect((await manager.delete(path)).status).toBe(204);
  expect((await manager.delete(path)).status).toBe(404);
  expect(await held(manager, truck)).toMatchObject([{ itemId, minStockLevel: null, missing: 0 }, { missing: 1 }]);
});

test("low stock at a location is determined by its own levels, or by the item's if it has none", async () => {
  const { manager } = await worker.business();
  const locationId = await addLocation(manager);
  const truck = await addLocation(manager, { type: "truck" });
  const full = await addItem(manager, { reorderPoint: 50 });
  const empty = await addItem(manager);
  const plain = await addItem(manager, { reorderPoint: 50 });
  for (const { id: itemId } of [full, empty, plain])
    await post(manager, "receipt", [{ itemId, locationId: truck, quantity: 2 }]);
  await level(manager, truck, full.id, 2, 4);
  await level(manager, truck, empty.id, 3, 4);
  const low = async (at: string) =>
    (
      await manager.get<{ items: { sku: string; stockState: string; suggestedOrder: number }[] }>(
        `/api/inventory/stock?view=reorder&locationId=${at}`,
      )
    ).json.items.map(({ sku, stockState, suggestedOrder }) => [sku, stockState, suggestedOrder]);
  expect(await low(truck)).toEqual([
    [empty.sku, "low", 2],
    [plain.sku, "low", 48],
  ]);
  expect(await low(locationId)).toEqual([]);
});

test.each([
  { name: "a maximum below the minimum", min: 3, max: 2, status: 400 },
  { name: "a minimum below 0", min: -1, max: 2, status: 400 },
  { name: "a level that is too large", min: 1, max: 2_000_000, status: 400 },
  { name: "two levels of 0", min: 0, max: 0, status: 200 },
])("$name returns $status", async ({ min, max, status }) => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 1);
  expect((await level(manager, locationId, itemId, min, max)).status).toBe(status);
});

test("the database keeps a minimum between 0 and the maximum", async () => {
  const { manager, orgId } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 1);
  await level(manager, locationId, itemId, 1, 2);
  for (const change of ["min_milli = -1", "min_milli = 2001", "max_milli = 999"])
    await expect(
      worker.db.prepare(`UPDATE location_levels SET ${change} WHERE org_id = ?`).bind(orgId).run(),
    ).rejects.toThrow("CHECK");
});

test("a truck is restocked from a warehouse of more bins than are offered", async () => {
  const { manager, orgId } = await worker.business();
  const { itemId, locationId: warehouse } = await stocked(manager, 5, 3);
  const truck = await addLocation(manager, { name: "Z truck", type: "truck" });
  await worker.db
    .prepare(`INSERT INTO inventory_locations (org_id, id, name, type, parent_id, created_at, updated_at)
      WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 600)
      SELECT l.org_id, 'bin ' || n.value, 'A ' || n.value, 'bin', l.id, l.created_at, l.updated_at
      FROM inventory_locations l, n WHERE l.org_id = ? AND l.id = ?`)
    .bind(orgId, warehouse)
    .run();
  await level(manager, truck, itemId, 2, 4);
  expect((await manager.get(`/api/inventory/locations/${truck}/restock`)).json).toMatchObject({
    fromLocationId: warehouse,
  });
  expect((await restock(manager, truck, warehouse)).status).toBe(201);
  expect(pageText((await manager.get("/inventory/movements/create")).text)).toContain("Z truck");
});

test("restocking fills every item below its minimum, as far as the warehouse has stock available", async () => {
  const { manager } = await worker.business();
  const { itemId: plenty, locationId: warehouse } = await stocked(manager, 20, 3);
  const [scarce, enough, none] = [await addItem(manager), await addItem(manager), await addItem(manager)];
  const truck = await addLocation(manager, { type: "truck" });
  await post(manager, "receipt", [{ itemId: scarce.id, locationId: warehouse, quantity: 3 }]);
  await post(manager, "receipt", [{ itemId: enough.id, locationId: truck, quantity: 5 }]);
  await manager.post("/api/inventory/reservations", { itemId: scarce.id, locationId: warehouse, quantity: 2 });
  for (const id of [plenty, scarce.id, none.id]) await level(manager, truck, id, 2, 6);
  await level(manager, truck, enough.id, 5, 9);
  const plan = await manager.get<{ fromLocationId: string; items: { itemId: string; stillMissing: number }[] }>(
    `/api/inventory/locations/${truck}/restock`,
  );
  expect(plan.json.fromLocationId).toBe(warehouse);
  expect(Object.fromEntries(plan.json.items.map((line) => [line.itemId, line.stillMissing]))).toEqual({
    [plenty]: 0,
    [scarce.id]: 5,
    [none.id]: 6,
  });
  const key = { "Idempotency-Key": crypto.randomUUID() };
  const answers = [await restock(manager, truck, warehouse, key), await restock(manager, truck, warehouse, key)];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[1]?.json.postingId).toBe(answers[0]?.json.postingId);
  expect((await held(manager, truck)).map(({ itemId, onHand }) => [itemId, onHand])).toEqual([
    [plenty, 6],
    [scarce.id, 1],
    [enough.id, 5],
    [none.id, 0],
  ]);
  const { items } = (
    await manager.get<{ items: { kind: string; postingId: string; quantity: number; totalCost: number }[] }>(
      `/api/inventory/movements?itemId=${plenty}&kind=transfer`,
    )
  ).json;
  expect(items.map(({ quantity, totalCost }) => [quantity, totalCost])).toEqual([
    [6, 18],
    [-6, -18],
  ]);
  const again = await restock(manager, truck, warehouse);
  expect([again.status, again.json.message]).toEqual([409, expect.stringContaining("has none of the items available")]);
});

test("several restocks at once fill a truck once", async () => {
  const { manager, admin } = await worker.business();
  const { itemId, locationId: warehouse } = await stocked(manager, 100);
  const truck = await addLocation(manager, { type: "truck" });
  await level(manager, truck, itemId, 2, 6);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => restock(at % 2 ? manager : admin, truck, warehouse)),
  );
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  expect(await held(manager, truck)).toMatchObject([{ onHand: 6 }]);
  expect(await held(manager, warehouse)).toMatchObject([{ onHand: 94 }]);
});

test("restocking and issuing the last units at once take each unit once", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId: warehouse } = await stocked(manager, 4);
  const truck = await addLocation(manager, { type: "truck" });
  await level(manager, truck, itemId, 4, 4);
  const issue = () => post(manager, "issue", [{ itemId, locationId: warehouse, quantity: 1 }]);
  const [restocked, ...issued] = await Promise.all([restock(manager, truck, warehouse), issue(), issue(), issue()]);
  expect([201, 409]).toContain(restocked.status);
  const [there, left] = [await held(manager, truck), await held(manager, warehouse)];
  const taken = issued.filter(({ status }) => status === 201).length;
  expect((there[0]?.onHand ?? 0) + (left[0]?.onHand ?? 0) + taken).toBe(4);
});

test("copying levels from another truck overwrites matching items, keeps others and skips inactive ones", async () => {
  const { manager } = await worker.business();
  const { itemId } = await stocked(manager, 4);
  const [other, gone] = [await addItem(manager), await addItem(manager)];
  const [from, to] = [await addLocation(manager, { type: "truck" }), await addLocation(manager, { type: "truck" })];
  await level(manager, from, itemId, 2, 6);
  await level(manager, from, gone.id, 1, 1);
  await level(manager, to, itemId, 1, 1);
  await level(manager, to, other.id, 3, 3);
  await manager.patch(`/api/inventory/items/${gone.id}`, { version: gone.version, active: false });
  const copy = (fromLocationId: string) =>
    manager.post<InventoryRefused>(`/api/inventory/locations/${to}/levels/copy`, { fromLocationId });
  expect((await copy(from)).status).toBe(204);
  expect((await held(manager, to)).map((row) => [row.itemId, row.minStockLevel, row.maxStockLevel])).toEqual([
    [itemId, 2, 6],
    [other.id, 3, 3],
  ]);
  expect((await copy(await addLocation(manager))).status).toBe(409);
  expect((await copy(to)).status).toBe(400);
  const { manager: stranger } = await worker.business();
  expect((await copy(await addLocation(stranger))).status).toBe(404);
});

test("another business cannot use levels or restocking, and both require write access to stock", async () => {
  const { manager, technician } = await worker.business();
  const { manager: stranger } = await worker.business();
  const { itemId, locationId: warehouse } = await stocked(manager, 4);
  const truck = await addLocation(manager, { type: "truck" });
  const theirs = await stocked(stranger, 9);
  expect((await level(stranger, truck, theirs.itemId, 1, 2)).status).toBe(404);
  expect((await level(manager, truck, theirs.itemId, 1, 2)).status).toBe(404);
  await level(manager, truck, itemId, 1, 2);
  expect((await restock(stranger, truck, theirs.locationId)).status).toBe(404);
  expect((await restock(manager, truck, theirs.locationId)).status).toBe(404);
  expect((await restock(manager, truck, truck)).status).toBe(400);
  expect((await stranger.get(`/api/inventory/locations/${truck}/restock`)).status).toBe(404);
  expect((await stranger.get(`/api/inventory/locations/${truck}/stock`)).status).toBe(404);
  expect((await level(technician, truck, itemId, 1, 2)).status).toBe(403);
  expect((await restock(technician, truck, warehouse)).status).toBe(403);
});

test("levels of an inactive item are rejected", async () => {
  const { manager } = await worker.business();
  const item = await addItem(manager);
  const truck = await addLocation(manager, { type: "truck" });
  await manager.patch(`/api/inventory/items/${item.id}`, { version: item.version, active: false });
  expect((await level(manager, truck, item.id, 1, 2)).status).toBe(409);
});

test("a restock plan reads no more rows with other locations' levels or a longer ledger", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId: warehouse } = await stocked(manager, 90);
  const truck = await addLocation(manager, { type: "truck" });
  await level(manager, truck, itemId, 1, 2);
  const cost = async () => [
    databaseCosts(await manager.get(`/api/inventory/locations/${truck}/restock`)).read,
    databaseCosts(await manager.get(`/api/inventory/locations/${truck}/stock`)).read,
  ];
  const other = await addLocation(manager, { type: "truck" });
  const load = async () => {
    const each = await addItem(manager);
    await post(manager, "receipt", [{ itemId: each.id, locationId: other, quantity: 2 }]);
    await level(manager, other, each.id, 4, 8);
  };
  // A scan to the end of one item's rows would reach the next one's first.
  await load();
  const before = await cost();
  for (let item = 0; item < 3; item += 1) await load();
  for (let move = 0; move < 10; move += 1)
    await post(manager, "issue", [{ itemId, locationId: warehouse, quantity: 1 }]);
  expect(await cost()).toEqual(before);
});

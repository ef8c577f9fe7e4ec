import { expect, test } from "vitest";
import { businessToday } from "#tests/support/clock";
import { addItem } from "#tests/support/inventory";
import { ORDERS, type OrderRefused, purchasing } from "#tests/support/purchase-orders";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();
const { office, dock, addSupplier, sell, place, packed, find } = await purchasing(worker);

const suggested = async (itemId: string) =>
  (
    await office.get<{ items: { itemId: string; quantity: number; drafted: number }[] }>("/api/inventory/reorder")
  ).json.items.find((one) => one.itemId === itemId);

test("a suggestion becomes a draft in whole packs, goes away once ordered and returns if the order is canceled", async () => {
  const [supplierId, item] = [
    await addSupplier({ leadTimeDays: 2 }),
    await addItem(office, { reorderPoint: 5, maxStockLevel: 20 }),
  ];
  await sell(supplierId, item.id, { price: 4, packSize: 12, preferred: true });
  expect(await suggested(item.id)).toMatchObject({ quantity: 24, drafted: 0, supplierId });
  const answer = await office.post<{ ids: string[] }>("/api/inventory/reorder", {
    locationId: dock,
    lines: [{ itemId: item.id, quantity: 20 }],
  });
  const [id = ""] = answer.json.ids;
  expect(await find(id)).toMatchObject({ status: "draft", supplierId, total: 96 });
  expect(await suggested(item.id)).toMatchObject({ drafted: 24 });
  const placed = await place(id, 1);
  expect(await suggested(item.id)).toBeUndefined();
  await office.post(`${ORDERS}/${id}/cancel`, { reason: "Too slow", version: placed.json.version });
  expect(await suggested(item.id)).toMatchObject({ drafted: 0 });
});

test("what is sold by the unit is reordered in the quantity that is missing, without rounding", async () => {
  const [supplierId, item] = [
    await addSupplier(),
    await addItem(office, { baseUnit: "LB", reorderPoint: 5, maxStockLevel: 12.5 }),
  ];
  await sell(supplierId, item.id, { price: 4, preferred: true });
  expect(await suggested(item.id)).toMatchObject({ quantity: 12.5 });
  const lines = [{ itemId: item.id, quantity: 12.5 }];
  const { ids } = (await office.post<{ ids: string[] }>("/api/inventory/reorder", { locationId: dock, lines })).json;
  expect(await find(ids[0] ?? "")).toMatchObject({ total: 50, lines: [{ quantity: 12.5 }] });
});

test("a suggestion shows its packs, and its draft uses the pack price", async () => {
  const { supplierId, itemId } = await packed({ reorderPoint: 5, maxStockLevel: 30 });
  expect(await suggested(itemId)).toMatchObject({ quantity: 36, packSize: 12, supplierId });
  expect((await office.get("/inventory/purchase-orders/reorder")).text).toContain("3 packs of 12 EA = 36 EA");
  const lines = [{ itemId, quantity: 30 }];
  const { ids } = (await office.post<{ ids: string[] }>("/api/inventory/reorder", { locationId: dock, lines })).json;
  expect(await find(ids[0] ?? "")).toMatchObject({ total: 30, lines: [{ packPrice: 10, quantity: 36 }] });
});

test("suggestions are grouped by supplier, and an item without a preferred supplier gets a field error", async () => {
  const [first, second] = [await addSupplier(), await addSupplier()];
  const items = [await addItem(office), await addItem(office), await addItem(office)];
  const [a = "", b = "", c = ""] = items.map(({ id }) => id);
  await sell(first, a, { price: 1, preferred: true });
  await sell(first, b, { price: 2, preferred: true });
  const order = (supplierId: string | null) =>
    office.post<{ ids: string[] } & OrderRefused>("/api/inventory/reorder", {
      locationId: dock,
      lines: [
        { itemId: a, quantity: 1 },
        { itemId: b, quantity: 1 },
        { itemId: c, quantity: 1, supplierId },
      ],
    });
  const refused = await order(null);
  expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, ["lines[2].supplierId"]]);
  const made = await order(second);
  const orders = await Promise.all(made.json.ids.map(find));
  expect(orders.map(({ lines }) => lines.length)).toEqual([2, 1]);
});

test("every suggestion names its preferred supplier, however many suppliers sell the items", async () => {
  const { manager, orgId: shop } = await worker.business();
  const names = Array.from({ length: 60 }, (_, at) => `LOW-${100 + at}`);
  const cells = { name: "Contactor", primaryCategory: "Parts", baseUnit: "each", minStockLevel: "5" };
  const rows = names.map((sku, line) => ({ line: line + 2, cells: { ...cells, sku } }));
  expect((await manager.post("/api/inventory/items/import", { rows })).json).toMatchObject({ added: 60 });
  const sellers: string[] = [];
  for (let at = 0; at < 10; at += 1)
    sellers.push(
      (await manager.post<{ id: string }>("/api/inventory/suppliers", { name: `Seller ${ORDERS}` })).json.id,
    );
  await worker.db
    .prepare(`INSERT INTO supplier_items (org_id, item_id, supplier_id, pack_size_milli, preferred, created_at, updated_at)
      SELECT i.org_id, i.id, s.id, 1000, s.id = ?, i.created_at, i.updated_at
      FROM suppliers s JOIN inventory_items i ON i.org_id = s.org_id WHERE s.org_id = ? ORDER BY s.id = ?`)
    .bind(sellers[0], shop, sellers[0])
    .run();
  const { json } = await manager.get<{ items: { supplierId: string | null }[] }>("/api/inventory/reorder");
  expect(json.items.map(({ supplierId }) => supplierId)).toEqual(names.map(() => sellers[0]));
});

test("the expected day of a reordered item follows from the chosen supplier's lead time", async () => {
  const [supplierId, { id: itemId }] = [await addSupplier({ leadTimeDays: 3 }), await addItem(office)];
  const lines = [{ itemId, quantity: 1, supplierId }];
  const { ids } = (await office.post<{ ids: string[] }>("/api/inventory/reorder", { locationId: dock, lines })).json;
  expect(await find(ids[0] ?? "")).toMatchObject({ expectedOn: addDays(businessToday(), 3) });
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation, type InventoryRefused, itemNow, post } from "#tests/support/inventory";
import { addServiceType } from "#tests/support/service-types";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { dispatched, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await office(worker);
const { manager, technician, technicianId } = business;
const truck = await addLocation(manager, { name: "Truck 1", type: "truck", technicianId });

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [past, later] = [day(-20), day(200)];

interface StockJson {
  itemId: string;
  onHand: number;
  reserved: number;
  expired: number;
  available: number;
  suggestedOrder: number | null;
  stockState: string;
}

async function receive(itemId: string, locationId: string, good: number, expired = 0, by = manager) {
  const lot = (quantity: number, expiresOn: string) => ({
    itemId,
    locationId,
    quantity,
    lotNumber: expiresOn,
    expiresOn,
  });
  const lines = [...(good > 0 ? [lot(good, later)] : []), ...(expired > 0 ? [lot(expired, past)] : [])];
  const { status, text } = await post(by, "receipt", lines);
  if (status !== 201) throw new Error(text);
}

/** An item with a good and an expired quantity in its own warehouse. */
async function shelf(good: number, expired: number, fields: object = {}, by = manager) {
  const [item, locationId] = [await addItem(by, { shelfLifeDays: 365, ...fields }), await addLocation(by)];
  await receive(item.id, locationId, good, expired, by);
  return { itemId: item.id, sku: item.sku, locationId };
}

const listed = async (path: string, by = manager) => (await by.get<{ items: StockJson[] }>(path)).json.items;
const idsOf = async (path: string, by = manager) => (await listed(path, by)).map(({ itemId }) => itemId);
const reserve = (itemId: string, locationId: string, quantity: number) =>
  manager.post<InventoryRefused>("/api/inventory/reservations", { itemId, locationId, quantity });

test("expired stock is on hand but not available, wherever stock is shown", async () => {
  const { itemId, sku, locationId } = await shelf(5, 3);
  const shown = { onHand: 8, reserved: 0, expired: 3, available: 5 };
  expect(await itemNow(manager, itemId)).toMatchObject(shown);
  expect(await listed(`/api/inventory/items/${itemId}/stock`)).toMatchObject([shown]);
  expect(await listed(`/api/inventory/locations/${locationId}/stock`)).toMatchObject([shown]);
  expect(await listed(`/api/inventory/stock?search=${sku}`)).toMatchObject([shown]);
  expect(await listed(`/api/inventory/stock?locationId=${locationId}`)).toMatchObject([shown]);
  const then = new Date().toISOString();
  expect(await listed(`/api/inventory/stock?search=${sku}&asOf=${then}`)).toMatchObject([{ onHand: 8, expired: 0 }]);

  const tooMuch = await reserve(itemId, locationId, 6);
  expect([tooMuch.status, tooMuch.json.message]).toMatchObject([
    409,
    expect.stringMatching(/, only 5 EA is still good; 3 EA has expired\./),
  ]);
  expect((await reserve(itemId, locationId, 5)).status).toBe(201);
  expect(await itemNow(manager, itemId)).toMatchObject({ onHand: 8, reserved: 5, expired: 3, available: 0 });
  const short = await post(manager, "issue", [{ itemId, locationId, quantity: 9 }]);
  expect(short.json.message).toContain("Only 0 EA of");
  expect(short.json.message).toContain("5 EA more are reserved, 3 EA have expired.");
  expect(short.json.short).toMatchObject([{ available: 0, expired: 3 }]);
});

test("reserved stock that expires is reordered, and available never falls below 0", async () => {
  const { itemId, sku, locationId } = await shelf(8, 0, { reorderPoint: 2, maxStockLevel: 10 });
  expect((await reserve(itemId, locationId, 5)).status).toBe(201);
  expect(await idsOf("/api/inventory/stock?view=reorder")).not.toContain(itemId);
  const [lot] = (await manager.get<{ items: { id: string }[] }>(`/api/inventory/lots?itemId=${itemId}`)).json.items;
  const correction = { expiresOn: past, previousExpiresOn: later, reason: "Misread" };
  expect((await manager.patch(`/api/inventory/lots/${lot?.id}`, correction)).status).toBe(200);
  const shown = { onHand: 8, reserved: 5, expired: 8, available: 0, stockState: "out" };
  expect(await listed(`/api/inventory/stock?search=${sku}`)).toMatchObject([{ ...shown, suggestedOrder: 15 }]);
  expect(await idsOf("/api/inventory/stock?view=reorder")).toContain(itemId);
});

test("items that are low only because stock expired are reordered, in list order with other low items", async () => {
  const { manager: shop } = await worker.business();
  const rule = { reorderPoint: 5, maxStockLevel: 10 };
  const made = [];
  for (const [name, good, expired] of [
    ["Coil cleaner", 3, 0],
    ["Drain tabs", 4, 4],
    ["Epoxy", 9, 4],
    ["Flux", 2, 0],
    ["Leak sealant", 1, 9],
  ] as const)
    made.push(await shelf(good, expired, { ...rule, name }, shop));
  const [cleaner, tabs, epoxy, flux, sealant] = made.map(({ itemId }) => itemId);
  const low = [cleaner, tabs, flux, sealant];
  expect(await listed("/api/inventory/stock?view=reorder", shop)).toMatchObject(
    [7, 6, 8, 9].map((suggestedOrder, at) => ({ itemId: low[at], suggestedOrder })),
  );
  for (const list of ["/api/inventory/stock?view=reorder", "/api/inventory/items?low=true"]) {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { items: { itemId?: string; id: string }[]; nextCursor: string | null } = (
        await shop.get<typeof page>(`${list}&limit=1${cursor && `&cursor=${cursor}`}`)
      ).json;
      seen.push(...page.items.map(({ itemId, id }) => itemId ?? id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(low);
  }
  const itemsOf = async (query: string) =>
    (await shop.get<{ items: { id: string }[] }>(`/api/inventory/items?${query}`)).json.items.map(({ id }) => id);
  expect(await itemsOf("low=false")).toEqual([epoxy]);
  expect(await itemsOf("low=true&sortBy=createdAt&sortOrder=desc")).toEqual(low.toReversed());
  expect(await itemsOf("low=true&search=sealant")).toEqual([sealant]);
  expect(await idsOf("/api/inventory/stock?view=reorder&search=leak", shop)).toEqual([sealant]);
  expect(await idsOf("/api/inventory/stock?view=reorder&search=epoxy", shop)).toEqual([]);
  expect(await idsOf(`/api/inventory/stock?view=reorder&locationId=${made[1]?.locationId}`, shop)).toEqual([tabs]);
  expect(await idsOf(`/api/inventory/stock?view=reorder&locationId=${made[2]?.locationId}`, shop)).toEqual([]);
  expect(await listed("/api/inventory/reorder", shop)).toMatchObject(
    low.map((itemId, at) => ({ itemId, quantity: [7, 6, 8, 9][at] })),
  );
  const supplier = await shop.post<{ id: string }>("/api/inventory/suppliers", { name: "Gemaire" });
  const sold = `/api/inventory/suppliers/${supplier.json.id}/items/${sealant}`;
  expect((await shop.send("PUT", sold, { body: { preferred: true, price: 4 } })).status).toBe(200);
  expect((await shop.get<{ items: object[] }>("/api/inventory/reorder")).json.items[3]).toMatchObject({
    supplierId: supplier.json.id,
  });
});

test("the dashboard counts an item as out if all of its stock has expired", async () => {
  const { manager: shop } = await worker.business();
  await shelf(0, 5, { reorderPoint: 2, maxStockLevel: 10 }, shop);
  await shelf(1, 5, { reorderPoint: 2, maxStockLevel: 10 }, shop);
  const { json } = await shop.get<{ stock: object }>("/api/dashboard");
  expect(json.stock).toMatchObject({ low: 2, out: 1 });
});

test("expired stock puts a location below its minimum, and it is restocked with good stock", async () => {
  const { itemId, locationId } = await shelf(2, 6);
  const bin = await addLocation(manager);
  await receive(itemId, bin, 1, 4);
  const levels = { minStockLevel: 4, maxStockLevel: 5 };
  expect(
    (await manager.send("PUT", `/api/inventory/locations/${bin}/levels/${itemId}`, { body: levels })).status,
  ).toBeLessThan(300);
  expect(await listed(`/api/inventory/locations/${bin}/stock`)).toMatchObject([
    { onHand: 5, expired: 4, available: 1, missing: 4 },
  ]);
  expect(await listed(`/api/inventory/stock?view=reorder&locationId=${bin}`)).toMatchObject([
    { available: 1, expired: 4, suggestedOrder: 4, stockState: "low" },
  ]);
  expect((await manager.post(`/api/inventory/locations/${bin}/restock`, { fromLocationId: locationId })).status).toBe(
    201,
  );
  expect(await listed(`/api/inventory/locations/${bin}/stock`)).toMatchObject([{ onHand: 7, available: 3 }]);
});

let week = 0;
async function workOrderFor(itemId: string, quantity: number) {
  week += 1;
  const parts = [{ inventoryItemId: itemId, name: "Sealant", quantity }];
  const scheduledStart = new Date(Date.UTC(2029, 2, 5 + 7 * week, 15)).toISOString();
  return dispatched(business, { serviceTypeId: (await addServiceType(manager, { parts })).id, scheduledStart });
}

test("an expired part on the truck counts as missing and is neither suggested nor put on a pick list", async () => {
  const { itemId, locationId } = await shelf(1, 2);
  await receive(itemId, truck, 0, 3);
  const workOrder = await workOrderFor(itemId, 4);
  const checked = async () =>
    (await manager.get<{ parts: object[] }>(`/api/work-orders/${workOrder.id}/truck-check`)).json.parts;
  expect(await checked()).toMatchObject([
    { state: "missing", needed: 4, onTruck: 0, toLoad: 1, missing: 3, expired: 3, nearby: [] },
  ]);
  for (const how of ["picks", "transfers"]) {
    const path = `/api/work-orders/${workOrder.id}/truck-check/${how}`;
    const refused = await manager.post<InventoryRefused>(path, { itemId, locationId, quantity: 1 });
    expect([refused.status, refused.json.message]).toMatchObject([
      409,
      expect.stringMatching(/, only 0 EA is still good; 2 EA has expired\. Take it from another location/),
    ]);
  }
  await receive(itemId, locationId, 2);
  expect(await checked()).toMatchObject([{ nearby: [{ locationId, available: 2 }] }]);

  const suggested = await manager.get<{ items: object[] }>(
    `/api/work-orders/parts/suggestions?workOrderId=${workOrder.id}`,
  );
  expect(suggested.json.items[0]).toMatchObject({ inventoryItemId: itemId, available: 0, expired: 3 });
  const page = await manager.get(`/workorders/${workOrder.id}/parts`);
  expect(page.text).toContain("3 expired on the truck");
});

test("a part in hand is recorded although the stock reserved for another job has expired", async () => {
  const item = await addItem(manager, { shelfLifeDays: 365 });
  await receive(item.id, truck, 4);
  const workOrder = await workOrderFor(item.id, 2);
  await workOrderFor(item.id, 2);
  await worker.db
    .prepare("UPDATE stock_lots SET expires_on = ?3 WHERE org_id = ?1 AND item_id = ?2")
    .bind(business.orgId, item.id, past)
    .run();
  const use = (quantity: number) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "addPart", part: item.sku, quantity: String(quantity) }))
      form.set(name, value);
    return technician.post(`/resources/technician-mutations/${workOrder.id}`, form, {
      "Idempotency-Key": randomUUID(),
    });
  };
  // Stock reserved for the job counts as on the truck; the rest is found.
  for (const quantity of [1, 2]) {
    const used = await use(quantity);
    expect(used.status, used.text).toBe(200);
  }
  const { items } = (await manager.get<{ items: object[] }>(`/api/work-orders/${workOrder.id}/parts`)).json;
  expect(items).toMatchObject([
    { quantity: 1, foundQuantity: 0 },
    { quantity: 2, foundQuantity: 1 },
  ]);
  expect(await itemNow(manager, item.id)).toMatchObject({ onHand: 2, reserved: 2 });
});

test("the technician app and the part picker show what is expired on the truck", async () => {
  const item = await addItem(manager, { name: "Thread sealant", shelfLifeDays: 365 });
  await receive(item.id, truck, 4, 2);
  type Day = { truck: { items: { id: string }[] } };
  const { truck: shown } = (await technician.get<Day>("/resources/technician-day")).json;
  expect(shown.items.find(({ id }) => id === item.id)).toMatchObject({ freeMilli: 4000, expiredMilli: 2000 });
  const found = await manager.get<{ choices: object[] }>("/resources/part-choices?q=thread");
  expect(found.json.choices).toMatchObject([{ free: { [truck]: 4000 }, expired: { [truck]: 2000 } }]);
});

test("every stock screen shows what is expired", async () => {
  const { itemId, sku, locationId } = await shelf(5, 3, { reorderPoint: 6, maxStockLevel: 12 });
  for (const path of [
    `/inventory/items/${itemId}`,
    `/inventory/items?search=${sku}`,
    `/inventory/stock?search=${sku}`,
    `/inventory/stock/${itemId}/distribution`,
    `/inventory/locations/${locationId}`,
  ])
    expect((await manager.get(path)).text, path).toContain("Expired: 3 EA");
  expect((await manager.get("/inventory/purchase-orders/reorder")).text).toContain("3 EA expired");
  const csv = (await manager.get(`/api/inventory/stock/export?search=${sku}`)).text.split("\r\n");
  expect(csv[0]).toContain("On hand,Reserved,Expired,Available");
  expect(csv[1]).toContain(",8,0,3,5,");
});

test("a lot expires at the end of the day in the business's time zone", async () => {
  const shop = await worker.business();
  const item = await addItem(shop.manager, { shelfLifeDays: 365 });
  const locationId = await addLocation(shop.manager);
  const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
  for (const zone of zones) {
    await worker.db.prepare("UPDATE organizations SET time_zone = ?2 WHERE id = ?1").bind(shop.orgId, zone).run();
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date());
    const line = { itemId: item.id, locationId, quantity: 1, lotNumber: zone, expiresOn: today };
    expect((await post(shop.manager, "receipt", [line])).status).toBe(201);
  }
  // Today in the west is always a past day in the east, where both lots are then expired.
  const western = new Intl.DateTimeFormat("sv-SE", { timeZone: "Pacific/Pago_Pago" }).format(new Date());
  const set = (expiresOn: string) =>
    worker.db
      .prepare("UPDATE stock_lots SET expires_on = ?3 WHERE org_id = ?1 AND item_id = ?2")
      .bind(shop.orgId, item.id, expiresOn)
      .run();
  await set(western);
  expect(await itemNow(shop.manager, item.id)).toMatchObject({ expired: 0, available: 2 });
  await worker.db.prepare("UPDATE organizations SET time_zone = ?2 WHERE id = ?1").bind(shop.orgId, zones[0]).run();
  expect(await itemNow(shop.manager, item.id)).toMatchObject({ expired: 2, available: 0 });
});

test("stock screens read as many rows with many lots, except that reorder lists read their own expired lots", async () => {
  const [shop, stranger] = [await worker.business(), await worker.business()];
  const rule = { reorderPoint: 5, maxStockLevel: 10 };
  const own = await shelf(9, 6, rule, shop.manager);
  const theirs = await shelf(9, 6, rule, stranger.manager);
  const other = await shelf(2, 0, rule, shop.manager);
  const { json } = await shop.manager.get<{ items: { id: string }[] }>(`/api/inventory/lots?itemId=${own.itemId}`);
  expect(json.items).toHaveLength(2);
  const pages = [
    "/api/inventory/items?limit=1",
    "/api/inventory/items?low=true&limit=1",
    "/api/inventory/stock?limit=1",
    "/api/inventory/stock?view=reorder&limit=1",
    `/api/inventory/stock?view=reorder&locationId=${own.locationId}`,
    "/api/inventory/reorder",
    `/api/inventory/items/${own.itemId}`,
    `/api/inventory/items/${own.itemId}/stock`,
    `/api/inventory/locations/${own.locationId}/stock`,
    `/resources/part-choices?q=${own.sku}`,
  ];
  const rowsRead = (by: Visitor) =>
    Promise.all(pages.map(async (path) => [path, databaseCosts(await by.get(path)).read] as const));
  const addMany = (orgId: string, { itemId, locationId }: typeof own, expiresOn: string) =>
    worker.db.batch([
      worker.db
        .prepare(
          `INSERT INTO stock_lots (org_id, id, item_id, number, received_on, expires_on, on_hand_milli, created_at)
           WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 500)
           SELECT ?1, 'more-' || ?2 || '-' || at, ?2, 'M-' || at, '2026-01-01', ?3, 1, '2026-01-01T00:00:00.000Z' FROM n`,
        )
        .bind(orgId, itemId, expiresOn),
      worker.db
        .prepare(
          `INSERT INTO stock_lot_balances (org_id, item_id, location_id, lot_id, on_hand_milli)
           SELECT org_id, item_id, ?3, id, 1 FROM stock_lots WHERE org_id = ?1 AND item_id = ?2 AND number GLOB 'M-*'`,
        )
        .bind(orgId, itemId, locationId),
    ]);

  const few = await rowsRead(shop.manager);
  expect(Math.max(...few.map(([, read]) => read))).toBeLessThan(150);
  await addMany(stranger.orgId, theirs, past);
  expect(await rowsRead(shop.manager)).toEqual(few);
  // Good lots, of an item that is partly expired and of one that is not.
  await addMany(shop.orgId, own, later);
  await addMany(shop.orgId, other, later);
  expect(await rowsRead(shop.manager)).toEqual(few);
});

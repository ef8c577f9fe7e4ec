import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation } from "#tests/support/inventory";
import {
  ORDERS,
  type OrderAnswer,
  type OrderJson,
  type OrderRefused,
  purchasing,
} from "#tests/support/purchase-orders";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { office, dock, addSupplier, sell, draft, place, receive, find, itemOf, technician } = await purchasing(worker);

test("a draft copies the supplier's price and part number, and a later price does not change it", async () => {
  const { order, item, supplierId } = await draft();
  expect([order.status, order.total, order.lines[0]?.unitCost, order.lines[0]?.partNumber]).toEqual([
    "draft",
    40,
    4,
    "JS-1",
  ]);
  await sell(supplierId, item.id, { price: 9 });
  const placed = await place(order.id, 1);
  expect([placed.json.status, placed.json.total]).toEqual(["ordered", 40]);
  await receive(placed.json, 10);
  expect(await itemOf(item.id)).toMatchObject({ onHand: 10, averageCost: 4, stockValue: 40 });
});

test("incoming stock counts only at the location it was ordered for", async () => {
  const { order, item } = await draft();
  const van = await addLocation(office, { type: "truck" });
  for (const locationId of [dock, van])
    await office.send("PUT", `/api/inventory/locations/${locationId}/levels/${item.id}`, {
      body: { minStockLevel: 4, maxStockLevel: 10 },
    });
  type Level = { itemId: string; incoming: number; suggestedOrder: number };
  const toReorder = async (locationId: string, view: string) => {
    const { json } = await office.get<{ items: Level[] }>(
      `/api/inventory/stock?locationId=${locationId}&view=${view}&limit=100`,
    );
    return json.items.filter(({ itemId }) => itemId === item.id).map((row) => [row.incoming, row.suggestedOrder]);
  };
  expect([await toReorder(dock, "reorder"), await toReorder(van, "reorder")]).toEqual([[[0, 10]], [[0, 10]]]);
  expect((await place(order.id, order.version)).json.status).toBe("ordered");
  expect([await toReorder(dock, "reorder"), await toReorder(van, "reorder")]).toEqual([[], [[0, 10]]]);
  expect(await toReorder(dock, "all")).toEqual([[10, 0]]);
});

test("each order gets its own number", async () => {
  const [a, b] = await Promise.all([draft(), draft()]);
  expect(a.order.number).toMatch(/^PO-\d{3}$/);
  expect(a.order.number).not.toBe(b.order.number);
});

test("each business numbers its orders from 1, even when orders of several are created at once", async () => {
  const businesses = await Promise.all([worker.business(), worker.business()]);
  const numbers = await Promise.all(
    businesses.map(async ({ manager }) => {
      const { json: seller } = await manager.post<{ id: string }>("/api/inventory/suppliers", { name: "Seller" });
      const [item, locationId] = [await addItem(manager), await addLocation(manager)];
      const body = { supplierId: seller.id, lines: [{ itemId: item.id, locationId, quantity: 1 }] };
      const made = [await manager.post<OrderJson>(ORDERS, body), await manager.post<OrderJson>(ORDERS, body)];
      return made.map(({ json }) => json.number);
    }),
  );
  expect(numbers).toEqual([
    ["PO-001", "PO-002"],
    ["PO-001", "PO-002"],
  ]);
});

test("finding an order by its number does not scan the other orders", async () => {
  const { order } = await draft();
  // A scan to the end of its lines would reach the next order's first.
  await draft();
  const cost = async () => databaseCosts(await office.get(`${ORDERS}?search=${order.number}`)).read;
  const before = await cost();
  for (let more = 0; more < 5; more += 1) await draft();
  expect(await cost()).toBe(before);
});

test("an order can be changed until it is placed", async () => {
  const { order, item, supplierId } = await draft();
  const change = (version: number, quantity: number) =>
    office.send<OrderAnswer>("PUT", `${ORDERS}/${order.id}`, {
      body: { supplierId, version, lines: [{ itemId: item.id, locationId: dock, quantity, unitCost: 3.5 }] },
    });
  expect((await change(1, 20)).json).toMatchObject({ version: 2, total: 70 });
  const stale = await change(1, 30);
  expect([stale.status, stale.json.current?.version]).toEqual([409, 2]);
  await place(order.id, 2);
  expect((await change(3, 5)).status).toBe(409);
  expect((await office.send("DELETE", `${ORDERS}/${order.id}`, {})).status).toBe(409);
  expect((await place(order.id, 3)).json.message).toBe("This order has already been placed.");
});

test("a stale save of a draft's form can be repeated, after a warning that it replaces someone else's", async () => {
  const { order, item, supplierId } = await draft();
  const line = { itemId: item.id, locationId: dock, unitCost: 3.5 };
  const theirs = { supplierId, version: 1, lines: [{ ...line, quantity: 20 }] };
  expect((await office.send("PUT", `${ORDERS}/${order.id}`, { body: theirs })).status).toBe(200);
  const typed = (version: string) => ({
    ...{ supplierId, version, "lines[0].itemId": item.id, "lines[0].locationId": dock },
    "lines[0].quantity": "30",
  });
  const form = `/inventory/purchase-orders/${order.id}/edit`;
  const page = await office.submit(form, typed("1"));
  expect([page.status, page.text]).toEqual([
    409,
    expect.stringContaining("Someone else saved this purchase order while you were editing."),
  ]);
  const version = /name="version" value="(\d+)"/.exec(page.text)?.[1] ?? "";
  expect((await office.submit(form, typed(version))).status).toBe(302);
  expect((await find(order.id)).lines).toMatchObject([{ quantity: 30 }]);
});

test("an item is reordered once", async () => {
  const { item, supplierId } = await draft();
  const lines = [5, 6].map((quantity) => ({ itemId: item.id, quantity, supplierId }));
  const refused = await office.post<OrderRefused>("/api/inventory/reorder", { locationId: dock, lines });
  expect([refused.status, refused.json.fields?.lines]).toEqual([400, ["List each item once"]]);
});

test("another supplier's offer replaces copied prices and part numbers, but not entered ones", async () => {
  const { order, item, supplierId } = await draft();
  const priced = await addItem(office);
  const other = await addSupplier();
  await sell(supplierId, priced.id, { price: 7, partNumber: "JS-2" });
  await sell(other, item.id, { price: 6, partNumber: "GM-1" });
  await sell(other, priced.id, { packSize: 10, packPrice: 80 });
  const line = { itemId: item.id, locationId: dock, quantity: 10, unitCost: 4, partNumber: "JS-1" };
  const more = { itemId: priced.id, locationId: dock, quantity: 10 };
  const save = (version: number, fields: { supplierId: string; lines: object[] }) =>
    office.send<OrderAnswer>("PUT", `${ORDERS}/${order.id}`, { body: { version, ...fields } });
  const first = await save(1, { supplierId, lines: [line, more] });
  expect(first.json.lines).toMatchObject([
    { unitCost: 4, partNumber: "JS-1" },
    { unitCost: 7, partNumber: "JS-2" },
  ]);
  const moved = await save(2, {
    supplierId: other,
    lines: [line, { ...more, unitCost: 7.5, partNumber: "JS-2" }],
  });
  expect(moved.json.lines).toMatchObject([
    { unitCost: 6, partNumber: "GM-1", packSize: 1 },
    { unitCost: 7.5, partNumber: null, packSize: 10, packPrice: null },
  ]);
});

test("a draft can be deleted, and its number is not reused", async () => {
  const { order } = await draft();
  expect((await office.send("DELETE", `${ORDERS}/${order.id}`, {})).status).toBe(204);
  expect((await office.get(`${ORDERS}/${order.id}`)).status).toBe(404);
  expect((await draft()).order.number > order.number).toBe(true);
});

test.each<[string, object, string]>([
  ["no lines", { lines: [] }, "lines"],
  ["a quantity of 0", { lines: [{ itemId: randomUUID(), locationId: dock, quantity: 0 }] }, "lines.0.quantity"],
])("an order with %s is refused with an error on its field", async (_, fields, field) => {
  const answer = await office.post<OrderRefused>(ORDERS, { supplierId: randomUUID(), ...fields });
  expect([answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([400, [field]]);
});

test("the same item twice for one location is refused", async () => {
  const twice = { itemId: randomUUID(), locationId: dock, quantity: 1 };
  const answer = await office.post<OrderRefused>(ORDERS, { supplierId: randomUUID(), lines: [twice, twice] });
  expect([answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([400, ["lines.1.itemId"]]);
});

test("another business's supplier, item, location and order are not found, and a technician can only read", async () => {
  const { order, item, supplierId } = await draft();
  const other = await worker.business();
  const foreign = {
    supplier: (await other.manager.post<{ id: string }>("/api/inventory/suppliers", { name: "Theirs" })).json.id,
    item: (await addItem(other.manager)).id,
    place: await addLocation(other.manager),
  };
  const lines = (itemId: string, locationId: string) => [{ itemId, locationId, quantity: 1 }];
  const bodies = [
    { supplierId: foreign.supplier, lines: lines(item.id, dock) },
    { supplierId, lines: lines(foreign.item, dock) },
    { supplierId, lines: lines(item.id, foreign.place) },
  ];
  for (const body of bodies) expect((await office.post(ORDERS, body)).status).toBe(404);
  expect((await other.manager.get(`${ORDERS}/${order.id}`)).status).toBe(404);
  expect((await other.manager.post(`${ORDERS}/${order.id}/place`, { method: "phone", version: 1 })).status).toBe(404);
  expect((await technician.get(`${ORDERS}/${order.id}`)).status).toBe(200);
  expect((await technician.post(`${ORDERS}/${order.id}/place`, { method: "phone", version: 1 })).status).toBe(403);
});

test("orders are filtered by status and supplier and paged, newest first", async () => {
  const supplierId = await addSupplier();
  const item = await addItem(office);
  const numbers: string[] = [];
  for (let k = 0; k < 3; k += 1) {
    const { json } = await office.post<OrderJson>(ORDERS, {
      supplierId,
      lines: [{ itemId: item.id, locationId: dock, quantity: 1 }],
    });
    numbers.unshift(json.number);
  }
  const list = async (query: string) =>
    (await office.get<{ items: OrderJson[]; nextCursor: string | null }>(`${ORDERS}?supplierId=${supplierId}&${query}`))
      .json;
  const first = await list("limit=2&status=draft");
  const rest = await list(`limit=2&status=draft&cursor=${first.nextCursor}`);
  expect([...first.items, ...rest.items].map(({ number }) => number)).toEqual(numbers);
  expect((await list("status=open")).items).toEqual([]);
  expect((await list(`search=${numbers[0]}`)).items.map(({ number }) => number)).toEqual([numbers[0]]);
});

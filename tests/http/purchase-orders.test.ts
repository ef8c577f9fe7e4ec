import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { businessToday } from "#tests/support/clock";
import { addItem, addLocation, type InventoryRefused, type ItemJson } from "#tests/support/inventory";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();
const { manager: office, technician, orgId } = await worker.business();
const dock = await addLocation(office);

interface OrderJson {
  id: string;
  number: string;
  status: string;
  version: number;
  total: number;
  lines: {
    position: number;
    unitCost: number | null;
    packSize: number;
    packPrice: number | null;
    partNumber: string | null;
    quantity: number;
    received: number;
    canceled: number;
    excess: number;
    incoming: number;
  }[];
  receipts: { movementId: string; quantity: number; isReversed: boolean }[];
}
type Refused = InventoryRefused & { current?: OrderJson; excess?: { position: number; incoming: number }[] };
type Answer = OrderJson & Refused;

const at = "/api/inventory/purchase-orders";
const keyed = (key: string = randomUUID()) => ({ "Idempotency-Key": key });

let made = 0;
async function addSupplier(fields: object = {}): Promise<string> {
  made += 1;
  const answer = await office.post<{ id: string }>("/api/inventory/suppliers", { name: `Seller ${made}`, ...fields });
  return answer.json.id;
}

const sell = (supplierId: string, itemId: string, body: object) =>
  office.send("PUT", `/api/inventory/suppliers/${supplierId}/items/${itemId}`, { body });

/** A draft of 10 at $4.00 from a supplier that sells by the unit. */
async function draft(quantity = 10): Promise<{ order: OrderJson; item: ItemJson; supplierId: string }> {
  const [supplierId, item] = [await addSupplier({ leadTimeDays: 2 }), await addItem(office)];
  await sell(supplierId, item.id, { price: 4, partNumber: "JS-1", preferred: true });
  const answer = await office.post<OrderJson>(at, {
    supplierId,
    lines: [{ itemId: item.id, locationId: dock, quantity }],
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return { order: answer.json, item, supplierId };
}

const place = (id: string, version: number) => office.post<Answer>(`${at}/${id}/place`, { method: "phone", version });
async function ordered(quantity = 10) {
  const { order, ...rest } = await draft(quantity);
  return { ...rest, order: (await place(order.id, order.version)).json };
}
const receive = (order: OrderJson, quantity: number, more: object = {}, key?: string) =>
  office.post<Answer>(
    `${at}/${order.id}/receive`,
    { version: order.version, lines: [{ position: 1, quantity }], ...more },
    keyed(key),
  );
const find = async (id: string) => (await office.get<OrderJson>(`${at}/${id}`)).json;
const itemOf = async (id: string) => (await office.get<ItemJson>(`/api/inventory/items/${id}`)).json;
const line = ({ lines: [first] }: OrderJson) => first && [first.received, first.incoming, first.canceled, first.excess];

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
      const made = [await manager.post<OrderJson>(at, body), await manager.post<OrderJson>(at, body)];
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
  const cost = async () => databaseCosts(await office.get(`${at}?search=${order.number}`)).read;
  const before = await cost();
  for (let more = 0; more < 5; more += 1) await draft();
  expect(await cost()).toBe(before);
});

test("an order can be changed until it is placed", async () => {
  const { order, item, supplierId } = await draft();
  const change = (version: number, quantity: number) =>
    office.send<Answer>("PUT", `${at}/${order.id}`, {
      body: { supplierId, version, lines: [{ itemId: item.id, locationId: dock, quantity, unitCost: 3.5 }] },
    });
  expect((await change(1, 20)).json).toMatchObject({ version: 2, total: 70 });
  const stale = await change(1, 30);
  expect([stale.status, stale.json.current?.version]).toEqual([409, 2]);
  await place(order.id, 2);
  expect((await change(3, 5)).status).toBe(409);
  expect((await office.send("DELETE", `${at}/${order.id}`, {})).status).toBe(409);
  expect((await place(order.id, 3)).json.message).toBe("This order has already been placed.");
});

test("a stale save of a draft's form can be repeated, after a warning that it replaces someone else's", async () => {
  const { order, item, supplierId } = await draft();
  const line = { itemId: item.id, locationId: dock, unitCost: 3.5 };
  const theirs = { supplierId, version: 1, lines: [{ ...line, quantity: 20 }] };
  expect((await office.send("PUT", `${at}/${order.id}`, { body: theirs })).status).toBe(200);
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
  const refused = await office.post<Refused>("/api/inventory/reorder", { locationId: dock, lines });
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
    office.send<Answer>("PUT", `${at}/${order.id}`, { body: { version, ...fields } });
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
  expect((await office.send("DELETE", `${at}/${order.id}`, {})).status).toBe(204);
  expect((await office.get(`${at}/${order.id}`)).status).toBe(404);
  expect((await draft()).order.number > order.number).toBe(true);
});

test("items received in parts go into stock and are no longer incoming", async () => {
  const { order, item } = await ordered();
  expect(line(order)).toEqual([0, 10, 0, 0]);
  const first = await receive(order, 4);
  expect([first.json.status, line(first.json)]).toEqual(["partly_received", [4, 6, 0, 0]]);
  const rest = await receive(first.json, 6);
  expect([rest.json.status, line(rest.json), rest.json.receipts.length]).toEqual(["received", [10, 0, 0, 0], 2]);
  expect((await itemOf(item.id)).onHand).toBe(10);
  expect((await receive(rest.json, 1)).json.message).toBe("Nothing on this order is outstanding.");
});

test("receiving more than ordered is refused with the remaining quantity, unless the excess is accepted", async () => {
  const { order, item } = await ordered();
  const refused = await receive(order, 12);
  expect([refused.status, refused.json.excess]).toEqual([409, [{ position: 1, incoming: 10, quantity: 12 }]]);
  expect((await itemOf(item.id)).onHand).toBe(0);
  const taken = await receive(order, 12, { acceptExcess: true });
  expect([taken.json.status, line(taken.json)]).toEqual(["received", [12, 0, 0, 2]]);
  expect((await itemOf(item.id)).onHand).toBe(12);
});

test("goods cannot be received in the future", async () => {
  const { order } = await ordered();
  const refused = await receive(order, 4, { receivedOn: addDays(new Date().toISOString().slice(0, 10), 3) });
  const fields = { receivedOn: ["Enter a day that is not in the future"] };
  expect([refused.status, refused.json]).toEqual([400, expect.objectContaining({ fields })]);
  expect(line(await find(order.id))).toEqual([0, 10, 0, 0]);
});

test("a retry receives once, and the same key with another body is refused", async () => {
  const { order, item } = await ordered();
  const key = randomUUID();
  const answers = [await receive(order, 4, {}, key), await receive(order, 4, {}, key)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await receive(order, 5, {}, key)).status).toBe(422);
  expect((await itemOf(item.id)).onHand).toBe(4);
});

test("when many people receive the same line at once, one succeeds and the others get a conflict", async () => {
  const { order, item } = await ordered();
  const answers = await Promise.all(Array.from({ length: 8 }, () => receive(order, 10)));
  const refused = answers.filter(({ status }) => status === 409);
  expect([answers.length - refused.length, refused.length]).toEqual([1, 7]);
  expect(refused.map(({ json }) => json.message)).toEqual(
    Array.from({ length: 7 }, () => "Someone else just changed this purchase order."),
  );
  expect((await itemOf(item.id)).onHand).toBe(10);
});

test("the database rejects receiving more than is incoming and changing a line of a placed order", async () => {
  const { order } = await ordered();
  const run = (set: string) =>
    worker.db
      .prepare(`UPDATE purchase_order_lines SET ${set} WHERE org_id = ? AND order_id = ?`)
      .bind(orgId, order.id)
      .run();
  await expect(run("received_milli = 11000, incoming_milli = -1000")).rejects.toThrow("purchase_order_line_incoming");
  await expect(run("received_milli = 1000")).rejects.toThrow("purchase_order_line_adds_up");
  await expect(run("unit_cost_minor = 1")).rejects.toThrow("purchase_order_frozen");
  await expect(run("quantity_milli = 20000, incoming_milli = 20000")).rejects.toThrow("purchase_order_frozen");
});

test("canceling the rest keeps received items, and an order with nothing received becomes canceled", async () => {
  const [some, none] = [await ordered(), await ordered()];
  const cancel = (order: OrderJson) =>
    office.post<Answer>(`${at}/${order.id}/cancel`, { reason: "Discontinued", version: order.version });
  const canceled = await cancel((await receive(some.order, 4)).json);
  expect([canceled.json.status, line(canceled.json)]).toEqual(["received", [4, 0, 6, 0]]);
  const gone = await cancel(none.order);
  expect([gone.json.status, line(gone.json)]).toEqual(["canceled", [0, 0, 10, 0]]);
  expect((await cancel(gone.json)).status).toBe(409);
});

test("reversing a receipt makes its items incoming again", async () => {
  const { order, item } = await ordered();
  const { json } = await receive(order, 12, { acceptExcess: true });
  const reversed = await office.post(`/api/inventory/movements/${json.receipts[0]?.movementId}/reverse`, {});
  expect(reversed.status).toBeLessThan(300);
  const now = await find(order.id);
  expect([now.status, line(now), now.receipts[0]?.isReversed]).toEqual(["ordered", [0, 10, 0, 0], true]);
  expect((await itemOf(item.id)).onHand).toBe(0);
});

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
  await office.post(`${at}/${id}/cancel`, { reason: "Too slow", version: placed.json.version });
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

/** An item sold in packs of 12 at $10.00 per pack: a third of a cent more than 83 cents each. */
async function packed(fields: Record<string, unknown> = {}) {
  const [supplierId, item] = [await addSupplier(), await addItem(office, fields)];
  const answer = await sell(supplierId, item.id, { packSize: 12, packPrice: 10, preferred: true });
  return { supplierId, itemId: item.id, answer };
}
const orderOf = async (supplierId: string, itemId: string, more: object = {}) => {
  const lines = [{ itemId, locationId: dock, quantity: 30, ...more }];
  return (await office.post<OrderJson>(at, { supplierId, lines })).json;
};

test("a pack has its own price, and the unit price is its share to the cent", async () => {
  const { supplierId, itemId, answer } = await packed();
  expect(answer.json).toMatchObject({ packSize: 12, packPrice: 10, price: 0.83 });
  const both = await sell(supplierId, itemId, { packSize: 12, packPrice: 10, price: 1 });
  expect([both.status, both.json]).toMatchObject([
    400,
    { fields: { packPrice: ["Enter the price of a unit or of a pack, not both"] } },
  ]);
  // A price for a pack of 12 is not the price of a pack of 10.
  expect((await sell(supplierId, itemId, { packSize: 10 })).json).toMatchObject({ packPrice: null, price: 0.83 });
  expect((await sell(supplierId, itemId, { packSize: 10, price: 1 })).json).toMatchObject({
    packPrice: null,
    price: 1,
  });
});

test("an order is in whole packs at the pack price, whatever the rounded unit price", async () => {
  const { supplierId, itemId } = await packed();
  const order = await orderOf(supplierId, itemId);
  const packs = { packSize: 12, packPrice: 10, unitCost: 0.83, quantity: 36 };
  expect(order).toMatchObject({ total: 30, lines: [packs] });
  const listed = await office.get<{ items: object[] }>(`${at}?supplierId=${supplierId}`);
  expect(listed.json.items).toMatchObject([{ id: order.id, total: 30 }]);
  await sell(supplierId, itemId, { packSize: 12, packPrice: 11 });
  const change = (version: number, unitCost: number) =>
    office.send<Answer>("PUT", `${at}/${order.id}`, {
      body: { supplierId, version, lines: [{ itemId, locationId: dock, quantity: 40, unitCost }] },
    });
  expect((await change(1, 0.83)).json).toMatchObject({ total: 40, lines: [{ ...packs, quantity: 48 }] });
  expect((await change(2, 0.9)).json).toMatchObject({ total: 43.2, lines: [{ packPrice: null, unitCost: 0.9 }] });
  const page = (await office.get(`/inventory/purchase-orders/${order.id}`)).text;
  expect(page).toContain("4 packs of 12 EA");
});

test("packs received one by one and in pieces add up to the ordered cost", async () => {
  const { supplierId, itemId } = await packed();
  let { json: order } = await place((await orderOf(supplierId, itemId)).id, 1);
  const arrives = async (quantity: number, countedIn?: string) => {
    const lines = [{ position: 1, quantity, countedIn }];
    const answer = await office.post<Answer>(`${at}/${order.id}/receive`, { version: order.version, lines }, keyed());
    if (answer.status === 200) order = answer.json;
    return answer;
  };
  expect((await arrives(4, "packs")).json.excess).toMatchObject([{ position: 1, incoming: 36 }]);
  expect((await arrives(0.00001, "packs")).status).toBe(400);
  for (const [quantity, countedIn] of [
    [1, "packs"],
    [0.5, "packs"],
    [7, undefined],
    [11, "units"],
  ] as const)
    expect((await arrives(quantity, countedIn)).status).toBe(200);
  expect([order.status, line(order)]).toEqual(["received", [36, 0, 0, 0]]);
  expect(await itemOf(itemId)).toMatchObject({ onHand: 36, stockValue: 30 });
  // The database stores both with the line.
  await expect(
    worker.db.prepare("UPDATE purchase_order_lines SET pack_price_minor = 1 WHERE order_id = ?1").bind(order.id).run(),
  ).rejects.toThrow("purchase_order_frozen");
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
    office.post<{ ids: string[] } & Refused>("/api/inventory/reorder", {
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
    sellers.push((await manager.post<{ id: string }>("/api/inventory/suppliers", { name: `Seller ${at}` })).json.id);
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

test.each<[string, object, string]>([
  ["no lines", { lines: [] }, "lines"],
  ["a quantity of 0", { lines: [{ itemId: randomUUID(), locationId: dock, quantity: 0 }] }, "lines.0.quantity"],
])("an order with %s is refused with an error on its field", async (_, fields, field) => {
  const answer = await office.post<Refused>(at, { supplierId: randomUUID(), ...fields });
  expect([answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([400, [field]]);
});

test("the same item twice for one location is refused", async () => {
  const twice = { itemId: randomUUID(), locationId: dock, quantity: 1 };
  const answer = await office.post<Refused>(at, { supplierId: randomUUID(), lines: [twice, twice] });
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
  for (const body of bodies) expect((await office.post(at, body)).status).toBe(404);
  expect((await other.manager.get(`${at}/${order.id}`)).status).toBe(404);
  expect((await other.manager.post(`${at}/${order.id}/place`, { method: "phone", version: 1 })).status).toBe(404);
  expect((await technician.get(`${at}/${order.id}`)).status).toBe(200);
  expect((await technician.post(`${at}/${order.id}/place`, { method: "phone", version: 1 })).status).toBe(403);
});

test("orders are filtered by status and supplier and paged, newest first", async () => {
  const supplierId = await addSupplier();
  const item = await addItem(office);
  const numbers: string[] = [];
  for (let k = 0; k < 3; k += 1) {
    const { json } = await office.post<OrderJson>(at, {
      supplierId,
      lines: [{ itemId: item.id, locationId: dock, quantity: 1 }],
    });
    numbers.unshift(json.number);
  }
  const list = async (query: string) =>
    (await office.get<{ items: OrderJson[]; nextCursor: string | null }>(`${at}?supplierId=${supplierId}&${query}`))
      .json;
  const first = await list("limit=2&status=draft");
  const rest = await list(`limit=2&status=draft&cursor=${first.nextCursor}`);
  expect([...first.items, ...rest.items].map(({ number }) => number)).toEqual(numbers);
  expect((await list("status=open")).items).toEqual([]);
  expect((await list(`search=${numbers[0]}`)).items.map(({ number }) => number)).toEqual([numbers[0]]);
});

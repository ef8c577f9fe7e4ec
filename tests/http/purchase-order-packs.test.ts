import { expect, test } from "vitest";
import { ORDERS, type OrderAnswer, type OrderJson, purchasing, quantitiesOf } from "#tests/support/purchase-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { office, dock, keyed, sell, place, packed, itemOf } = await purchasing(worker);

const orderOf = async (supplierId: string, itemId: string, more: object = {}) => {
  const lines = [{ itemId, locationId: dock, quantity: 30, ...more }];
  return (await office.post<OrderJson>(ORDERS, { supplierId, lines })).json;
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
  const listed = await office.get<{ items: object[] }>(`${ORDERS}?supplierId=${supplierId}`);
  expect(listed.json.items).toMatchObject([{ id: order.id, total: 30 }]);
  await sell(supplierId, itemId, { packSize: 12, packPrice: 11 });
  const change = (version: number, unitCost: number) =>
    office.send<OrderAnswer>("PUT", `${ORDERS}/${order.id}`, {
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
    const answer = await office.post<OrderAnswer>(
      `${ORDERS}/${order.id}/receive`,
      { version: order.version, lines },
      keyed(),
    );
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
  expect([order.status, quantitiesOf(order)]).toEqual(["received", [36, 0, 0, 0]]);
  expect(await itemOf(itemId)).toMatchObject({ onHand: 36, stockValue: 30 });
  // The database stores both with the line.
  await expect(
    worker.db.prepare("UPDATE purchase_order_lines SET pack_price_minor = 1 WHERE order_id = ?1").bind(order.id).run(),
  ).rejects.toThrow("purchase_order_frozen");
});

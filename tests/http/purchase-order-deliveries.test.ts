import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ORDERS, type OrderAnswer, type OrderJson, purchasing, quantitiesOf } from "#tests/support/purchase-orders";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();
const { office, ordered, receive, find, itemOf, orgId } = await purchasing(worker);

test("items received in parts go into stock and are no longer incoming", async () => {
  const { order, item } = await ordered();
  expect(quantitiesOf(order)).toEqual([0, 10, 0, 0]);
  const first = await receive(order, 4);
  expect([first.json.status, quantitiesOf(first.json)]).toEqual(["partly_received", [4, 6, 0, 0]]);
  const rest = await receive(first.json, 6);
  expect([rest.json.status, quantitiesOf(rest.json), rest.json.receipts.length]).toEqual([
    "received",
    [10, 0, 0, 0],
    2,
  ]);
  expect((await itemOf(item.id)).onHand).toBe(10);
  expect((await receive(rest.json, 1)).json.message).toBe("Nothing on this order is outstanding.");
});

test("receiving more than ordered is refused with the remaining quantity, unless the excess is accepted", async () => {
  const { order, item } = await ordered();
  const refused = await receive(order, 12);
  expect([refused.status, refused.json.excess]).toEqual([409, [{ position: 1, incoming: 10, quantity: 12 }]]);
  expect((await itemOf(item.id)).onHand).toBe(0);
  const taken = await receive(order, 12, { acceptExcess: true });
  expect([taken.json.status, quantitiesOf(taken.json)]).toEqual(["received", [12, 0, 0, 2]]);
  expect((await itemOf(item.id)).onHand).toBe(12);
});

test("goods cannot be received in the future", async () => {
  const { order } = await ordered();
  const refused = await receive(order, 4, { receivedOn: addDays(new Date().toISOString().slice(0, 10), 3) });
  const fields = { receivedOn: ["Enter a day that is not in the future"] };
  expect([refused.status, refused.json]).toEqual([400, expect.objectContaining({ fields })]);
  expect(quantitiesOf(await find(order.id))).toEqual([0, 10, 0, 0]);
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
    office.post<OrderAnswer>(`${ORDERS}/${order.id}/cancel`, { reason: "Discontinued", version: order.version });
  const canceled = await cancel((await receive(some.order, 4)).json);
  expect([canceled.json.status, quantitiesOf(canceled.json)]).toEqual(["received", [4, 0, 6, 0]]);
  const gone = await cancel(none.order);
  expect([gone.json.status, quantitiesOf(gone.json)]).toEqual(["canceled", [0, 0, 10, 0]]);
  expect((await cancel(gone.json)).status).toBe(409);
});

test("reversing a receipt makes its items incoming again", async () => {
  const { order, item } = await ordered();
  const { json } = await receive(order, 12, { acceptExcess: true });
  const reversed = await office.post(`/api/inventory/movements/${json.receipts[0]?.movementId}/reverse`, {});
  expect(reversed.status).toBeLessThan(300);
  const now = await find(order.id);
  expect([now.status, quantitiesOf(now), now.receipts[0]?.isReversed]).toEqual(["ordered", [0, 10, 0, 0], true]);
  expect((await itemOf(item.id)).onHand).toBe(0);
});

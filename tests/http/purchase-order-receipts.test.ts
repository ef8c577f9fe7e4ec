import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation, type ItemJson } from "#tests/support/inventory";
import { pageText } from "#tests/support/page-text";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager: office } = await worker.business();
const dock = await addLocation(office);

interface Order {
  id: string;
  status: string;
  version: number;
  lines: { received: number }[];
  receipts: { movementId: string }[];
}

const at = "/api/inventory/purchase-orders";

/** A placed order of 5 of each item. */
async function ordered(items: readonly ItemJson[]): Promise<Order> {
  const supplier = await office.post<{ id: string }>("/api/inventory/suppliers", { name: `Seller ${randomUUID()}` });
  const lines = items.map(({ id: itemId }) => ({ itemId, locationId: dock, quantity: 5, unitCost: 2 }));
  const { json } = await office.post<Order>(at, { supplierId: supplier.json.id, lines });
  return (await office.post<Order>(`${at}/${json.id}/place`, { method: "phone", version: 1 })).json;
}

/** Receives a quantity of each of the first lines in one delivery. */
async function receive({ id, version }: Order, quantities: readonly number[]): Promise<Order> {
  const lines = quantities.map((quantity, line) => ({ position: line + 1, quantity }));
  const answer = await office.post<Order>(`${at}/${id}/receive`, { version, lines });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

test.each([
  { how: "in full", arrived: [[5, 5, 5]], status: "received" },
  { how: "in part", arrived: [[2, 5]], status: "partly_received" },
  {
    how: "in parts",
    arrived: [
      [2, 2, 2],
      [3, 3, 3],
    ],
    status: "received",
  },
])("several lines of an order are received at once, $how", async ({ arrived, status }) => {
  const items = [await addItem(office), await addItem(office), await addItem(office)];
  let order = await ordered(items);
  for (const quantities of arrived) order = await receive(order, quantities);
  const totals = [0, 1, 2].map((line) => arrived.reduce((sum, quantities) => sum + (quantities[line] ?? 0), 0));
  expect([order.status, order.lines.map(({ received }) => received)]).toEqual([status, totals]);
  const now = await Promise.all(items.map(({ id }) => office.get<ItemJson>(`/api/inventory/items/${id}`)));
  expect(now.map(({ json }) => json.onHand)).toEqual(totals);
});

test("an order's history marks single lines of a receipt as reversed, and the receipt once all of them are", async () => {
  const order = await ordered([await addItem(office), await addItem(office)]);
  const { receipts } = await receive(order, [5, 5]);
  const history = async () => pageText((await office.get(`/inventory/purchase-orders/${order.id}`)).text);
  const seen: [number, boolean][] = [];
  for (const { movementId } of receipts) {
    expect((await office.post(`/api/inventory/movements/${movementId}/reverse`, {})).status).toBeLessThan(300);
    const text = await history();
    seen.push([text.split(", reversed").length - 1, text.includes("Receipt reversed")]);
  }
  expect(seen).toEqual([
    [1, false],
    [0, true],
  ]);
});

test("a line that cannot be received says why, also after lines without a quantity", async () => {
  const [item, packed] = [await addItem(office), await addItem(office)];
  const supplier = await office.post<{ id: string }>("/api/inventory/suppliers", { name: `Seller ${randomUUID()}` });
  await office.send("PUT", `/api/inventory/suppliers/${supplier.json.id}/items/${packed.id}`, {
    body: { packSize: 1.5 },
  });
  const lines = [item, packed].map(({ id: itemId }) => ({ itemId, locationId: dock, quantity: 3 }));
  const { json } = await office.post<Order>(at, { supplierId: supplier.json.id, lines });
  const order = (await office.post<Order>(`${at}/${json.id}/place`, { method: "phone", version: 1 })).json;
  const refused = await office.post<{ fields?: object }>(`${at}/${order.id}/receive`, {
    version: order.version,
    lines: [
      { position: 1, quantity: 0 },
      { position: 2, quantity: 0.001, countedIn: "packs" },
    ],
  });
  expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, ["lines[1].quantity"]]);
  const form = new FormData();
  for (const [name, value] of Object.entries({
    version: String(order.version),
    ...{ "lines[0].position": "1", "lines[0].quantity": "" },
    ...{ "lines[1].position": "2", "lines[1].quantity": "some" },
  }))
    form.set(name, value);
  const { text } = await office.post(`/inventory/purchase-orders/${order.id}/receive`, form);
  expect(text).toContain('id="received-2-error"');
  expect(text).not.toContain('id="received-1-error"');
});

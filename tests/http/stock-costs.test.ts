import { expect, test } from "vitest";
import { addItem, addLocation, post } from "#tests/support/inventory";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager: office, technician, orgId } = await worker.business();
const bookkeeper = await worker.member(orgId, "Manager", ["inventory.read", "invoices.read"]);
const keeper = await worker.member(orgId, "Technician", ["inventory.read", "inventory.write"]);

/** An item with a cost of $7.77, in stock, counted short, and ordered from a supplier at $6.66; its list price is $9.99. */
async function costed() {
  const item = await addItem(office, { unitCost: 7.77, listPrice: 9.99 });
  const locationId = await addLocation(office);
  await post(office, "receipt", [{ itemId: item.id, locationId, quantity: 4, unitCost: 7.77 }]);
  const supplier = await office.post<{ id: string }>("/api/inventory/suppliers", { name: `Seller of ${item.sku}` });
  await office.send("PUT", `/api/inventory/suppliers/${supplier.json.id}/items/${item.id}`, {
    body: { price: 6.66, preferred: true },
  });
  const order = await office.post<{ id: string }>("/api/inventory/purchase-orders", {
    supplierId: supplier.json.id,
    lines: [{ itemId: item.id, locationId, quantity: 3 }],
  });
  const count = await office.post<{ id: string }>("/api/inventory/counts", { locationId, scope: "stock" });
  const sheet = `/api/inventory/counts/${count.json.id}`;
  const line = (await office.get<{ items: { id: string; version: number }[] }>(`${sheet}/lines`)).json.items[0];
  await office.send("PUT", `${sheet}/lines/${line?.id}`, { body: { quantity: 3, version: line?.version } });
  return { itemId: item.id, sku: item.sku, supplierId: supplier.json.id, orderId: order.json.id, sheet };
}

/** Not within a time, such as 16.660. */
const COSTS = /(?<!\d)(7\.77|31\.08|6\.66|19\.98)(?!\d)/;

test("costs, stock values and suppliers' prices are shown only to members who see invoices or keep the stock", async () => {
  const { itemId, sku, supplierId, orderId, sheet } = await costed();
  const answers = [
    ...[`/api/inventory/items/${itemId}`, `/api/inventory/items/sku/${sku}`, `/api/inventory/items?search=${sku}`],
    ...[`/api/inventory/items/${itemId}/history`, "/api/inventory/movements", "/api/inventory/stock"],
    ...[`/api/inventory/items/${itemId}/suppliers`, `/api/inventory/suppliers/${supplierId}/items`],
    ...["/api/inventory/purchase-orders", `/api/inventory/purchase-orders/${orderId}`, `${sheet}/lines`],
    ...["/api/inventory/movements/export", "/api/inventory/stock/export", "/api/inventory/purchase-orders/export"],
    ...[`/api/inventory/suppliers/${supplierId}/items/export`, "/api/inventory/items/export"],
    ...[`/inventory/items/${itemId}`, "/inventory/stock", "/inventory/stock?view=grid", "/inventory/movements"],
    ...[`/inventory/suppliers/${supplierId}`, "/inventory/purchase-orders", `/inventory/purchase-orders/${orderId}`],
    `/inventory/counts/${sheet.split("/").at(-1)}`,
  ];
  const seenBy = async (by: typeof office) => {
    const pages = await Promise.all(answers.map(async (address) => ({ address, answer: await by.get(address) })));
    expect(pages.filter(({ answer }) => answer.status !== 200).map(({ address }) => address)).toEqual([]);
    return pages.filter(({ answer }) => COSTS.test(answer.text)).map(({ address }) => address);
  };
  expect(await seenBy(technician)).toEqual([]);
  expect(await seenBy(bookkeeper)).toEqual(answers);
  expect(await seenBy(keeper)).toEqual(answers);
});

test("a member who may not see costs still sees list prices and quantities, and a file without the unit cost", async () => {
  const { itemId, orderId, supplierId } = await costed();
  const { json } = await technician.get(`/api/inventory/items/${itemId}`);
  expect(json).toMatchObject({ unitCost: null, averageCost: null, stockValue: null, listPrice: 9.99, onHand: 4 });
  const order = (await technician.get<{ total: null; lines: object[] }>(`/api/inventory/purchase-orders/${orderId}`))
    .json;
  expect([order.total, order.lines]).toEqual([null, [expect.objectContaining({ unitCost: null, quantity: 3 })]]);
  const heads = async (by: typeof office) => (await by.get("/api/inventory/items/export")).text.split("\r\n")[0];
  expect([await heads(technician), await heads(keeper)].map((head) => head?.includes("Unit cost"))).toEqual([
    false,
    true,
  ]);
  const pdf = `/api/inventory/purchase-orders/${orderId}/pdf`;
  expect([(await technician.get(pdf)).status, (await bookkeeper.get(pdf)).status]).toEqual([403, 200]);
  expect((await technician.get(`/inventory/purchase-orders/${orderId}`)).text).not.toContain("Download PDF");
  const pages = [`/inventory/items/${itemId}`, `/inventory/suppliers/${supplierId}`, "/inventory/stock"];
  for (const page of pages) expect((await technician.get(page)).text).not.toMatch(/Unknown|No price/);
});

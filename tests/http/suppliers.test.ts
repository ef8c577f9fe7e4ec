import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, type InventoryRefused } from "#tests/support/inventory";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const { manager: office, technician, orgId } = await worker.business();

interface SupplierJson {
  id: string;
  name: string;
  version: number;
  active: boolean;
  itemCount: number;
}
interface SoldJson {
  supplierId: string;
  itemId: string;
  partNumber: string | null;
  packSize: number;
  preferred: boolean;
  price: number | null;
  priceFrom: string | null;
  nextPrice: number | null;
  nextPriceFrom: string | null;
}

let made = 0;
async function addSupplier(by = office, fields: object = {}): Promise<SupplierJson> {
  made += 1;
  const answer = await by.post<SupplierJson>("/api/inventory/suppliers", { name: `Supplier ${made}`, ...fields });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

const sell = (supplierId: string, itemId: string, body: object, by = office, headers = {}) =>
  by.send<SoldJson & InventoryRefused>("PUT", `/api/inventory/suppliers/${supplierId}/items/${itemId}`, {
    body,
    headers,
  });
const sellersOf = async (itemId: string) =>
  (await office.get<{ items: SoldJson[] }>(`/api/inventory/items/${itemId}/suppliers`)).json.items;
const today = wallTimeOf(Date.now(), "America/Chicago").date;

test("a supplier is saved, and its name can be reused once it is inactive", async () => {
  const supplier = await addSupplier(office, {
    ...{ name: " Johnstone Supply ", phone: "(414) 555-1007", email: "Orders@Example.com", leadTimeDays: 2 },
    ...{ accountNumber: "40-1187", terms: "Net 30", contactName: "" },
  });
  expect(supplier).toMatchObject({
    ...{ name: "Johnstone Supply", phone: "+14145551007", email: "orders@example.com", leadTimeDays: 2 },
    ...{ accountNumber: "40-1187", terms: "Net 30", contactName: null, active: true, itemCount: 0, version: 1 },
  });
  const again = () => office.post<InventoryRefused>("/api/inventory/suppliers", { name: "JOHNSTONE SUPPLY" });
  const refused = await again();
  expect([refused.status, refused.json.fields?.name]).toEqual([409, ["Another supplier has this name"]]);
  await office.patch(`/api/inventory/suppliers/${supplier.id}`, { version: 1, active: false });
  expect((await again()).status).toBe(201);
});

test.each<[string, object, string]>([
  ["no name", { name: " " }, "name"],
  ["a negative lead time", { leadTimeDays: -1 }, "leadTimeDays"],
  ["a lead time of half a day", { leadTimeDays: 1.5 }, "leadTimeDays"],
  ["an invalid email", { email: "orders" }, "email"],
  ["an invalid phone number", { phone: "12" }, "phone"],
])("a supplier with %s is refused with an error on its field", async (_, fields, field) => {
  const answer = await office.post<InventoryRefused>("/api/inventory/suppliers", { name: "Refused", ...fields });
  expect([answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([400, [field]]);
});

test("a stale change returns the current supplier", async () => {
  const { id } = await addSupplier();
  const path = `/api/inventory/suppliers/${id}`;
  expect((await office.patch<SupplierJson>(path, { version: 1, terms: "Net 10" })).json.version).toBe(2);
  const late = await office.patch<{ current: SupplierJson }>(path, { version: 1, terms: "Net 60" });
  expect([late.status, late.json.current.version]).toEqual([409, 2]);
});

test("the price with the latest start date up to today applies, whichever was entered last", async () => {
  const [supplier, item] = [await addSupplier(), await addItem(office)];
  await sell(supplier.id, item.id, { price: 10 });
  await sell(supplier.id, item.id, { price: 8, validFrom: "2020-01-01" });
  const coming = await sell(supplier.id, item.id, { price: 12.5, validFrom: addDays(today, 40) });
  expect(coming.json).toMatchObject({
    ...{ price: 10, priceFrom: today, nextPrice: 12.5, nextPriceFrom: addDays(today, 40), packSize: 1 },
  });
  const same = await sell(supplier.id, item.id, { price: 9.75, packSize: 12, partNumber: "4711" });
  expect(same.json).toMatchObject({ price: 9.75, packSize: 12, partNumber: "4711", nextPrice: 12.5 });
  const changed = await sell(supplier.id, item.id, { packSize: 6 });
  expect(changed.json).toMatchObject({ price: 9.75, packSize: 6, partNumber: null });
});

test("an item has one preferred supplier, even if two are chosen at once, and never an inactive one", async () => {
  const [first, second, item] = [await addSupplier(), await addSupplier(), await addItem(office)];
  const both = await Promise.all([first, second].map(({ id }) => sell(id, item.id, { preferred: true })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await sellersOf(item.id)).filter(({ preferred }) => preferred)).toHaveLength(1);
  await sell(first.id, item.id, { preferred: true });
  expect((await sellersOf(item.id)).map((sold) => [sold.supplierId, sold.preferred])).toEqual([
    [first.id, true],
    [second.id, false],
  ]);
  await office.patch(`/api/inventory/suppliers/${first.id}`, { version: 1, active: false });
  expect((await sellersOf(item.id)).some(({ preferred }) => preferred)).toBe(false);
  const refused = await sell(first.id, item.id, { preferred: true });
  expect([refused.status, refused.json.message]).toEqual([409, "This supplier is inactive. Activate it first."]);
});

test("removing an item from a supplier deletes its prices, and removing it again returns 404", async () => {
  const [supplier, item] = [await addSupplier(), await addItem(office)];
  await sell(supplier.id, item.id, { price: 3 });
  const remove = () => office.send("DELETE", `/api/inventory/suppliers/${supplier.id}/items/${item.id}`, {});
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect((await sell(supplier.id, item.id, {})).json.price).toBeNull();
});

test("a key has one effect and is refused with another body", async () => {
  const [supplier, item] = [await addSupplier(), await addItem(office)];
  const key = { "idempotency-key": randomUUID() };
  const sent = await Promise.all([1, 2].map(() => sell(supplier.id, item.id, { price: 5 }, office, key)));
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  expect((await sell(supplier.id, item.id, { price: 6 }, office, key)).status).toBe(422);
  expect((await sellersOf(item.id)).map(({ price }) => price)).toEqual([5]);
});

test.each<[string, object, string]>([
  ["a negative price", { price: -1 }, "price"],
  ["a price with fractions of a cent", { price: 1.005 }, "price"],
  ["a price in words", { price: "cheap" }, "price"],
  ["a pack of 0", { packSize: 0 }, "packSize"],
  ["a day that does not exist", { price: 1, validFrom: "2026-02-30" }, "validFrom"],
])("%s is refused with an error on its field", async (_, body, field) => {
  const [supplier, item] = [await addSupplier(), await addItem(office)];
  const answer = await sell(supplier.id, item.id, body);
  expect([answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([400, [field]]);
  expect(await sellersOf(item.id)).toEqual([]);
});

test("a technician can read suppliers but not change them", async () => {
  const [supplier, item] = [await addSupplier(), await addItem(office)];
  expect((await technician.get(`/api/inventory/suppliers/${supplier.id}`)).status).toBe(200);
  expect((await technician.post("/api/inventory/suppliers", { name: "Mine" })).status).toBe(403);
  expect((await sell(supplier.id, item.id, { price: 1 }, technician)).status).toBe(403);
});

test("another business's suppliers and items are not found", async () => {
  const { manager: stranger } = await worker.business();
  const [supplier, item] = [await addSupplier(), await addItem(office)];
  const [theirs, theirItem] = [await addSupplier(stranger), await addItem(stranger)];
  expect((await stranger.get(`/api/inventory/suppliers/${supplier.id}`)).status).toBe(404);
  expect((await stranger.get(`/api/inventory/items/${item.id}/suppliers`)).status).toBe(404);
  expect((await sell(supplier.id, theirItem.id, {}, stranger)).status).toBe(404);
  expect((await sell(theirs.id, item.id, {}, stranger)).status).toBe(404);
});

test("the database rejects a negative price and an empty pack", async () => {
  const [supplier, item] = [await addSupplier(), await addItem(office)];
  await sell(supplier.id, item.id, { price: 1, preferred: true });
  const run = (sql: string) => worker.db.prepare(sql).bind(orgId).run();
  await expect(run("UPDATE supplier_prices SET price_minor = -1 WHERE org_id = ?")).rejects.toThrow(
    "supplier_price_amount",
  );
  await expect(run("UPDATE supplier_items SET pack_size_milli = 0 WHERE org_id = ?")).rejects.toThrow(
    "supplier_item_pack",
  );
});

test("a supplier's items are paged, and its page says when it does not show all of them", async () => {
  const { manager, orgId: shop } = await worker.business();
  const skus = Array.from({ length: 501 }, (_, at) => `SOLD-${1000 + at}`);
  const cells = { name: "Contactor", primaryCategory: "Parts", baseUnit: "each" };
  for (const some of [skus.slice(0, 500), skus.slice(500)]) {
    const rows = some.map((sku, at) => ({ line: at + 2, cells: { ...cells, sku } }));
    expect((await manager.post("/api/inventory/items/import", { rows })).json).toMatchObject({ added: some.length });
  }
  const { id } = await addSupplier(manager);
  const sellAll = (sku: string) =>
    worker.db
      .prepare(`INSERT INTO supplier_items (org_id, item_id, supplier_id, pack_size_milli, preferred, created_at, updated_at)
        SELECT i.org_id, i.id, ?1, 1000, 0, i.created_at, i.updated_at FROM inventory_items i WHERE i.org_id = ?2 AND i.sku < ?3
        ON CONFLICT DO NOTHING`)
      .bind(id, shop, sku)
      .run();
  const page = async () => (await manager.get(`/inventory/suppliers/${id}`)).text;
  type Sold = { items: { sku: string }[]; nextCursor: string | null; total: number | null };
  const sold = async (query = "") => (await manager.get<Sold>(`/api/inventory/suppliers/${id}/items${query}`)).json;
  await sellAll("SOLD-1500");
  expect(await sold()).toMatchObject({ nextCursor: null, total: 500 });
  expect(await page()).not.toContain("The file has all of them");
  await sellAll("SOLD-1501");
  const first = await sold();
  const rest = await sold(`?cursor=${encodeURIComponent(first.nextCursor ?? "")}`);
  expect([...first.items, ...rest.items].map(({ sku }) => sku)).toEqual(skus);
  expect(rest.nextCursor).toBeNull();
  expect(await page()).toContain("The first 500, by SKU. The file has all of them.");
});

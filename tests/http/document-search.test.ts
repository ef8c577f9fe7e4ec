import { expect, test } from "vitest";
import { newAddress, newCustomer } from "#tests/support/customers";
import { addItem, addLocation } from "#tests/support/inventory";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

interface Listed {
  items: { id: string; kind: string; number: string | number; reference: string }[];
  nextCursor: string | null;
  sums: { count: number; total: number };
}
interface Made {
  id: string;
  version: number;
  number: string;
  reference: string;
}

async function created(by: Visitor, path: string, body: object = {}): Promise<Made> {
  const answer = await by.post<Made>(path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
  return answer.json;
}

const invoice = (by: Visitor, customerId: string, title: string) => titled(by, { customerId }, title);
async function titled(by: Visitor, body: object, title: string): Promise<Made> {
  const { id, version } = await created(by, "/api/invoices", body);
  const lines = [{ ...{ kind: "part", description: "Part", quantity: 1 }, unitPrice: 50, taxable: false }];
  const answer = await by.put<Made>(`/api/invoices/${id}`, {
    ...{ version, title, termsDays: 30, taxState: "known", taxes: [{ name: "Sales tax", rate: 20 }], lines },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json;
}

const many = JSON.stringify(Array.from({ length: 200 }, (_, at) => at + 1));
/** A full-text index has a few segments more or less as it grows; a scan of the added rows would read hundreds more. */
function expectAsMuch(now: number[], before: number[]) {
  for (const [at, read] of now.entries()) expect(read).toBeLessThan((before[at] ?? 0) + 60);
}

const invoices = async (by: Visitor, query: string) => (await by.get<Listed>(`/api/invoices?${query}`)).json;
const foundIds = async (by: Visitor, query: string) => (await invoices(by, query)).items.map(({ id }) => id).sort();

test("invoices and credit notes are found by current customer name, title and job, with any filter", async () => {
  const { manager } = await worker.business();
  const marsh = await newCustomer(manager, { firstName: "Ada", lastName: "Märsh" });
  const { id: customerId } = await newCustomer(manager);
  const site = { customerId, siteAddressId: (await newAddress(manager, customerId)).id };
  const [repair, other] = [
    await invoice(manager, marsh.id, "Furnace repair"),
    await invoice(manager, site.customerId, "Tune-up"),
  ];
  const workOrder = await addWorkOrder(manager, site, { title: "Boiler swap" });
  const ofWorkOrder = await created(manager, `/api/work-orders/${workOrder.id}/invoices`);
  const issued = (await manager.post<Made>(`/api/invoices/${repair.id}/issue`, { version: repair.version })).json;
  const note = await created(manager, `/api/invoices/${repair.id}/credit`, {
    ...{ version: issued.version, reason: "Goodwill", lines: [{ position: 1, amount: 10 }] },
  });

  expect(await foundIds(manager, "search=marsh%20ada")).toEqual([repair.id, note.id].sort());
  expect(await foundIds(manager, "search=mar&kind=credit_note")).toEqual([note.id]);
  expect(await foundIds(manager, "search=repair%20furn&kind=invoice")).toEqual([repair.id]);
  expect(await foundIds(manager, "search=ada&state=draft")).toEqual([]);
  expect(await foundIds(manager, `search=${issued.reference}`)).toEqual([repair.id]);
  expect(await foundIds(manager, "search=boil")).toEqual([ofWorkOrder.id]);
  expect(await foundIds(manager, "search=WO-001")).toEqual([ofWorkOrder.id]);
  expect(await foundIds(manager, "search=%2B%2B")).toEqual([]);
  expect((await invoices(manager, "search=tune")).sums).toMatchObject({ count: 1, total: 50 });

  // An issued invoice is found by its customer's new name, not the old one; deleted ones are not found.
  await manager.patch(`/api/customers/${marsh.id}`, { version: marsh.version, lastName: "Quill" });
  expect(await foundIds(manager, "search=quill")).toEqual([repair.id, note.id].sort());
  expect(await foundIds(manager, "search=marsh")).toEqual([]);
  await manager.delete(`/api/invoices/${other.id}`);
  expect(await foundIds(manager, "search=tune")).toEqual([]);
});

test("an invoice search reads no more rows as more invoices do not match", async () => {
  const { manager, orgId } = await worker.business();
  const { id: customerId } = await newCustomer(manager);
  const found = await invoice(manager, customerId, "Heat pump");
  const filters = [
    "",
    "&state=draft",
    "&state=owed",
    "&kind=invoice",
    "&kind=credit_note",
    `&customerId=${customerId}`,
  ];
  const queries = ["search=none", ...filters.map((filter) => `search=pump${filter}`)];
  const costs = () =>
    Promise.all(queries.map(async (query) => databaseCosts(await manager.get(`/api/invoices?${query}`)).read));
  // A scan to the end would reach another business's rows first.
  const { manager: other } = await worker.business();
  await invoice(other, (await newCustomer(other)).id, "Heat pump");
  const more = async () => {
    const { id, version } = await invoice(manager, customerId, "Filter");
    const issued = (await manager.post<Made>(`/api/invoices/${id}/issue`, { version })).json;
    // Settled, since the amount owed is shown with every list.
    const credit = { version: issued.version, reason: "Goodwill", lines: [{ position: 1, amount: 50 }] };
    await created(manager, `/api/invoices/${id}/credit`, credit);
    await invoice(manager, customerId, "Filter");
  };
  await more();
  const before = await costs();
  const { meta } = await worker.db
    .prepare(`
      INSERT INTO invoices (org_id, id, kind, status, series, customer_id, title, bill_to, terms_days, tax_state, taxes, created_by, created_at, updated_at)
      SELECT i.org_id, i.id || '-' || each.value, kind, status, series, customer_id, title, bill_to, terms_days, tax_state, '[]', created_by, created_at, updated_at
      FROM invoices i, json_each(?) each WHERE i.org_id = ? AND i.title = 'Filter' AND i.status = 'draft' AND i.kind = 'invoice'`)
    .bind(many, orgId)
    .run();
  expect(meta.changes).toBeGreaterThanOrEqual(200);
  expectAsMuch(await costs(), before);
  expect(await foundIds(manager, "search=pump")).toEqual([found.id]);
});

const orders = "/api/inventory/purchase-orders";

async function shop() {
  const { manager, orgId } = await worker.business();
  const [dock, item] = [await addLocation(manager), await addItem(manager)];
  const supplier = (name: string) => created(manager, "/api/inventory/suppliers", { name });
  const order = (supplierId: string, itemId = item.id) =>
    created(manager, orders, { supplierId, lines: [{ itemId, locationId: dock, quantity: 1 }] });
  const listed = async (query: string) => (await manager.get<Listed>(`${orders}?${query}`)).json;
  const numbers = async (query: string) => (await listed(query)).items.map(({ number }) => number);
  return { manager, orgId, item, supplier, order, listed, numbers };
}

test("purchase orders in any state are found by current supplier, reference and SKU", async () => {
  const { manager, supplier, order, numbers } = await shop();
  const [gale, frost] = [await supplier("Gale Supply"), await supplier("Frost & Sons")];
  const valve = await addItem(manager, { sku: "VALVE-9" });
  const [first, second] = [await order(gale.id), await order(frost.id, valve.id)];
  const place = { method: "phone", version: second.version, supplierReference: "A77-Z" };
  expect((await manager.post(`${orders}/${second.id}/place`, place)).status).toBe(200);

  expect(await numbers("search=gal")).toEqual([first.number]);
  expect(await numbers("search=sons%20fro")).toEqual([second.number]);
  expect(await numbers("search=a77")).toEqual([second.number]);
  expect(await numbers("search=valve-9")).toEqual([second.number]);
  expect(await numbers("search=valve-9&status=draft")).toEqual([]);
  for (const [status, found] of Object.entries({ draft: 0, ordered: 1, open: 1, received: 0, overdue: 0 }))
    expect([status, (await numbers(`search=frost&status=${status}`)).length]).toEqual([status, found]);
  expect(await numbers(`search=frost&supplierId=${frost.id}`)).toEqual([second.number]);
  expect(await numbers(`search=frost&supplierId=${gale.id}`)).toEqual([]);

  await manager.patch(`/api/inventory/suppliers/${frost.id}`, { version: 1, name: "Ember" });
  await manager.patch(`/api/inventory/items/${valve.id}`, { version: valve.version, sku: "GATE-9" });
  expect([await numbers("search=frost"), await numbers("search=valve-9")]).toEqual([[], []]);
  expect([await numbers("search=ember"), await numbers("search=gate-9")]).toEqual([[second.number], [second.number]]);
  await manager.delete(`${orders}/${first.id}`);
  expect(await numbers("search=gale")).toEqual([]);
});

test("a purchase order search is paged without gaps and reads the same number of rows however many there are", async () => {
  const { manager, orgId, supplier, order, listed } = await shop();
  const [gale, frost] = [await supplier("Gale Supply"), await supplier("Frost & Sons")];
  const made = [];
  for (let more = 0; more < 5; more += 1) made.unshift((await order(gale.id)).number);
  const seen: (string | number)[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Listed = await listed(`search=gale&limit=2&cursor=${cursor}`);
    seen.push(...page.items.map(({ number }) => number));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(made);

  // A scan to the end would reach another business's rows first.
  const other = await shop();
  await other.order((await other.supplier("Gale Supply")).id);
  const costs = () =>
    Promise.all(
      ["search=gale&limit=2", "search=gale&limit=2&status=draft", `search=gale&limit=2&supplierId=${gale.id}`].map(
        async (query) => databaseCosts(await manager.get(`${orders}?${query}`)).read,
      ),
    );
  await order(frost.id);
  const before = await costs();
  const { meta } = await worker.db
    .prepare(`
      INSERT INTO purchase_orders (org_id, id, number, supplier_id, created_by, created_at, updated_at)
      SELECT p.org_id, p.id || '-' || each.value, p.number + 100 * each.value, supplier_id, created_by, created_at, updated_at
      FROM purchase_orders p, json_each(?) each WHERE p.org_id = ?`)
    .bind(many, orgId)
    .run();
  expect(meta.changes).toBeGreaterThanOrEqual(200);
  expectAsMuch(await costs(), before);
});

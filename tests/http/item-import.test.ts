import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation, type ItemJson, itemNow, stocked } from "#tests/support/inventory";
import type { Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager: office, technician, orgId } = await worker.business();
const bookkeeper = await worker.member(orgId, "Manager", ["inventory.read", "invoices.read"]);

interface Previewed {
  line: number;
  sku: string;
  kind: string;
  errors: string[];
  changes: { column: string; from: string; to: string }[];
}

const rowsOf = (...cells: object[]) => ({ rows: cells.map((each, at) => ({ line: at + 2, cells: each })) });
const preview = async (...cells: object[]) => {
  const answer = await office.post<{ rows: Previewed[] }>("/api/inventory/items/import/preview", rowsOf(...cells));
  expect(answer.status, answer.text).toBe(200);
  return answer.json.rows;
};
const send = (body: object, by = office, headers = {}) =>
  by.post<Refusal & { added: number; changed: number; unchanged: number }>(
    "/api/inventory/items/import",
    body,
    headers,
  );
const bySku = async (sku: string) => (await office.get<ItemJson>(`/api/inventory/items/sku/${sku}`)).json;
const fresh = () => `IMP-${randomUUID().slice(0, 8)}`.toUpperCase();
const part = { name: "Contactor", primaryCategory: "Parts", baseUnit: "each" };

test("rows are shown as new, changed or unchanged by SKU before anything is written", async () => {
  const { id, sku } = await addItem(office, { unitCost: 4, hazardousMaterial: true, manufacturer: "Honeywell" });
  const other = fresh();
  const rows = [
    { sku: sku.toLowerCase(), unitCost: "$5.25", manufacturer: "", minStockLevel: "2" },
    { sku: other, ...part, listPrice: "19.90", hazardousMaterial: "x" },
  ];
  const [changed, added] = await preview(...rows);
  expect(changed).toMatchObject({ line: 2, sku, kind: "changed", errors: [] });
  expect(changed?.changes).toEqual([
    { column: "Unit cost", from: "4.00", to: "5.25" },
    { column: "Manufacturer", from: "Honeywell", to: "" },
    { column: "Minimum", from: "0", to: "2" },
  ]);
  expect(added).toMatchObject({ line: 3, sku: other, kind: "new" });
  expect(await itemNow(office, id)).toMatchObject({ unitCost: 4, version: 1 });
  expect((await send(rowsOf(...rows))).json).toEqual({ added: 1, changed: 1, unchanged: 0 });
  // Values missing in the file are kept.
  expect(await itemNow(office, id)).toMatchObject({
    unitCost: 5.25,
    minStockLevel: 2,
    hazardousMaterial: true,
    version: 2,
  });
  expect(await bySku(other)).toMatchObject({
    name: "Contactor",
    listPrice: 19.9,
    hazardousMaterial: true,
    active: true,
  });
  expect((await preview(...rows)).map(({ kind }) => kind)).toEqual(["unchanged", "unchanged"]);
  expect((await send(rowsOf(...rows))).json).toEqual({ added: 0, changed: 0, unchanged: 2 });
});

test("a file changes several items at once", async () => {
  const items = [await addItem(office), await addItem(office), await addItem(office)];
  const rows = items.map(({ sku }, at) => ({ sku, name: `Contactor ${at}`, unitCost: String(at + 1) }));
  const answer = await send(rowsOf(...rows, { sku: fresh(), ...part }));
  expect([answer.status, answer.json]).toEqual([200, { added: 1, changed: 3, unchanged: 0 }]);
  const now = await Promise.all(items.map(({ id }) => itemNow(office, id)));
  expect(now).toMatchObject(items.map((_, at) => ({ name: `Contactor ${at}`, unitCost: at + 1, version: 2 })));
});

const refused: [string, object, string][] = [
  ["a price that is not a number", { ...part, unitCost: "twelve" }, "Unit cost"],
  ["a level that is not a number", { ...part, minStockLevel: "a few" }, "Minimum"],
  ["a flag that is neither yes nor no", { ...part, hazardousMaterial: "maybe" }, "Hazardous: enter yes or no."],
  ["an unknown unit", { ...part, baseUnit: "yard" }, "Unit: Choose a unit."],
  ["a new item without a name", { primaryCategory: "PARTS", baseUnit: "EA" }, "A new item needs the column Name."],
  [
    "a maximum below the minimum",
    { ...part, minStockLevel: "5", maxStockLevel: "4" },
    "The maximum is below the minimum.",
  ],
];

test.each(refused)(
  "%s is rejected with its row and not stored as zero, and no other row is written",
  async (_, cells, text) => {
    const [sku, good] = [fresh(), fresh()];
    const [row] = await preview({ sku, ...cells });
    expect([row?.kind, row?.errors.join(" ")]).toEqual(["error", expect.stringContaining(text)]);
    const answer = await send(rowsOf({ sku: good, ...part }, { sku, ...cells }));
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining("Row 3")]);
    expect((await office.get(`/api/inventory/items/sku/${good}`)).status).toBe(404);
  },
);

test("a SKU or barcode that is in the file twice or belongs to another item is rejected", async () => {
  const barcode = `B-${randomUUID()}`;
  const taken = await addItem(office, { barcode });
  const [sku, own] = [fresh(), fresh()];
  const rows = await preview(
    { sku, ...part, barcode: own },
    { sku: sku.toLowerCase(), ...part },
    { sku: fresh(), ...part, barcode: own },
    { sku: fresh(), ...part, barcode },
  );
  expect(rows.map(({ errors }) => errors.join(" "))).toEqual([
    ...[
      "",
      "This SKU is in the file twice.",
      "This barcode is in the file twice.",
      `The barcode belongs to ${taken.sku}.`,
    ],
  ]);
});

test("a file cannot change the unit of a moved item or deactivate an item in stock", async () => {
  const { itemId } = await stocked(office, 7);
  const { sku } = await itemNow(office, itemId);
  const [row] = await preview({ sku, baseUnit: "FT", active: "no" });
  expect(row?.errors).toEqual([
    "The unit can't be changed once the item has been moved.",
    "The item is still in stock.",
  ]);
});

test("an item's unit cannot be changed while it is ordered, sold in packs or has levels at a location", async () => {
  const dock = await addLocation(office);
  const { json: supplier } = await office.post<{ id: string }>("/api/inventory/suppliers", { name: "Gemaire" });
  const orders = "/api/inventory/purchase-orders";
  const add = (quantity: number) => addItem(office, { name: `Line set ${quantity}` });
  const [ordered, packed, leveled, priced] = [await add(1), await add(2), await add(3), await add(4)];
  const sell = (itemId: string, body: object) =>
    office.put(`/api/inventory/suppliers/${supplier.id}/items/${itemId}`, body);
  const lines = [{ itemId: ordered.id, locationId: dock, quantity: 2 }];
  const { json: order } = await office.post<{ id: string }>(orders, { supplierId: supplier.id, lines });
  const errorOf = async ({ id, sku }: ItemJson) => {
    const [row] = await preview({ sku, baseUnit: "FT" });
    const { version } = await itemNow(office, id);
    const { status, json } = await office.patch<Refusal>(`/api/inventory/items/${id}`, { baseUnit: "FT", version });
    return [status, json.fields?.baseUnit?.[0], row?.errors];
  };
  expect((await office.post(`${orders}/${order.id}/place`, { method: "phone", version: 1 })).status).toBe(200);
  await sell(packed.id, { packSize: 12 });
  await sell(priced.id, { price: 2 });
  const levels = { minStockLevel: 1, maxStockLevel: 2 };
  expect((await office.put(`/api/inventory/locations/${dock}/levels/${leveled.id}`, levels)).status).toBeLessThan(300);
  for (const [item, message] of [
    [ordered, "The unit can't be changed once the item has been ordered"],
    [packed, "The unit can't be changed while a supplier sells the item in packs"],
    [leveled, "The unit can't be changed while a location has levels for the item"],
  ] as const)
    expect(await errorOf(item)).toEqual([400, message, [`${message}.`]]);
  expect(await errorOf(priced)).toEqual([200, undefined, []]);
});

test("a repeated key writes once, and importing requires write permission", async () => {
  const body = rowsOf({ sku: fresh(), ...part });
  const key = { "idempotency-key": randomUUID() };
  const answers = [await send(body, office, key), await send(body, office, key)];
  expect(answers.map(({ json }) => json.added)).toEqual([1, 1]);
  expect((await send(body, technician)).status).toBe(403);
});

test("an import accepts at most five hundred rows", async () => {
  const cells = Array.from({ length: 501 }, () => ({ sku: fresh(), ...part }));
  expect((await send(rowsOf(...cells))).status).toBe(400);
  expect((await send(rowsOf(...cells.slice(1)))).json).toMatchObject({ added: 500 });
});

test("the export has the matching items with formulas escaped, and can be imported again", async () => {
  const mark = fresh();
  await addItem(office, { sku: `${mark}-1`, name: "=HYPERLINK(1)", hazardousMaterial: true, unitCost: 4 });
  await addItem(office, { sku: `${mark}-2`, name: "Plain" });
  const wanted = `search=${mark}&sortBy=name&sortOrder=desc`;
  const file = await bookkeeper.get(`/api/inventory/items/export?${wanted}`);
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="items-\d{4}-\d\d-\d\d\.csv"$/);
  const lines = file.text.split("\r\n");
  expect(lines.map((line) => line.split(",").slice(0, 2).join())).toEqual([
    "SKU,Name",
    `${mark}-2,Plain`,
    `${mark}-1,'=HYPERLINK(1)`,
  ]);
  expect(file.text).toBe((await office.get(`/resources/item-export?${wanted}`)).text);
  expect((await preview({ sku: `${mark}-1`, name: "'=HYPERLINK(1)", unitCost: "4.00" }))[0]?.kind).toBe("unchanged");

  const hazardous = await office.get(`/api/inventory/items/export?search=${mark}&hazardousMaterial=true`);
  expect(hazardous.text.split("\r\n")).toHaveLength(2);
  expect((await office.get("/api/inventory/items/export?low=perhaps")).status).toBe(400);
  const stranger = (await worker.business("Export Air")).manager;
  const theirs = await stranger.get(`/api/inventory/items/export?${wanted}`);
  expect([theirs.status, theirs.text]).toEqual([200, `${lines[0]}\r\n`]);
  expect((await (await worker.household()).get("/api/inventory/items/export")).status).toBe(403);
});

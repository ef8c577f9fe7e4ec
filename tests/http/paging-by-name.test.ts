import Papa from "papaparse";
import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import { addItem, addLocation } from "#tests/support/inventory";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { asciiLowerCase, asciiUpperCase } from "~/domain/shared/text/ascii-case";

const worker = await testWorker();

/** In the lists' order. The database changes the case of A to Z only, JavaScript that of every letter here. */
const NAMES = ["COIL", "DUCT Ø 6", "DUCT Ø 8", "DUCT Ø 9", "FILTRE À AIR 1", "FILTRE À AIR 2", "VENT", "ÖLBRENNER"];

type Add = (by: Visitor, name: string) => Promise<unknown>;

async function post(by: Visitor, path: string, body: object): Promise<void> {
  const answer = await by.post(path, body);
  if (answer.status !== 201) throw new Error(answer.text);
}

const item: Add = (by, name) => addItem(by, { name });
const unit: Add = (by, equipmentName) => addEquipment(by, { equipmentName });
const supplier: Add = (by, name) => post(by, "/api/inventory/suppliers", { name });
const location: Add = (by, name) => addLocation(by, { name });
const madeBy: Add = (by, manufacturer) => addEquipment(by, { manufacturer });
/** Cylinders are sorted by their number in capitals. */
const cylinder: Add = (by, number) =>
  post(by, "/api/refrigerant-cylinders", {
    ...{ number: number.toLowerCase(), refrigerant: "R-410A", kind: "virgin" },
    ...{ tareLb: 5, capacityLb: 25, grossLb: 25 },
  });

/** The values of a field on all pages of two; ends when a page was already read. */
async function paged(by: Visitor, path: string, field: string): Promise<string[]> {
  const found: string[] = [];
  const cursors = new Set<string>();
  for (let cursor = ""; !cursors.has(cursor); ) {
    cursors.add(cursor);
    const after = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await by.get<{ items: Record<string, string>[]; nextCursor: string | null }>(
      `${path}${path.includes("?") ? "&" : "?"}limit=2${after}`,
    );
    expect(page.status, page.text).toBe(200);
    found.push(...page.json.items.map((row) => row[field] ?? ""));
    if (page.json.nextCursor === null) break;
    cursor = page.json.nextCursor;
  }
  return found;
}

test("the case of a cursor's key is changed as the database changes it", async () => {
  const texts = [
    ...NAMES,
    ...NAMES.map((name) => name.toLowerCase()),
    "İstanbul",
    "Straße",
    "ΣΟΦΟΣ",
    "40 µF [@Z`{z",
    "🔧 Kit",
  ];
  const { results } = await worker.db
    .prepare("SELECT lower(value) AS lower, upper(value) AS upper FROM json_each(?)")
    .bind(JSON.stringify(texts))
    .all();
  expect(texts.map((text) => ({ lower: asciiLowerCase(text), upper: asciiUpperCase(text) }))).toEqual(results);
});

test.each<[path: string, field: string, add: Add]>([
  ["/api/inventory/items", "name", item],
  ["/api/inventory/stock", "name", item],
  ["/api/inventory/locations", "name", location],
  ["/api/inventory/suppliers", "name", supplier],
  ["/api/equipment", "equipmentName", unit],
  ["/api/equipment?sortBy=manufacturer", "manufacturer", madeBy],
  ["/api/refrigerant-cylinders", "number", cylinder],
])("%s has every row once, also with letters other than A to Z", async (path, field, add) => {
  const { manager } = await worker.business();
  for (const name of NAMES) await add(manager, name);
  const found = await paged(manager, path, field);
  expect(found.map((name) => name.toUpperCase())).toEqual(NAMES);
});

test.each<[path: string, field: string, add: Add]>([
  ["/api/inventory/items?sortOrder=desc", "name", item],
  ["/api/equipment?sortOrder=desc", "equipmentName", unit],
  ["/api/equipment?sortBy=manufacturer&sortOrder=desc", "manufacturer", madeBy],
])("%s has them in reverse order", async (path, field, add) => {
  const { manager } = await worker.business();
  for (const name of NAMES) await add(manager, name);
  expect(await paged(manager, path, field)).toEqual(NAMES.toReversed());
});

test.each<[screen: string, add: Add]>([
  ["/inventory/items?", item],
  ["/inventory/items?sortOrder=desc", item],
  ["/inventory/stock?", item],
  ["/equipment?", unit],
])("the pages of %s are the same forward and back", async (screen, add) => {
  const { manager } = await worker.business();
  for (const name of NAMES) await add(manager, name);
  let at: string | undefined = screen;
  const read = async (rel: "next" | "prev", path: string) => {
    const { text } = await manager.get(`${path}&limit=2`);
    const [link = ""] = text.match(new RegExp(`<a [^>]*rel="${rel}"[^>]*>`)) ?? [];
    const href = link.match(/href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&");
    return { names: NAMES.filter((name) => text.includes(`>${name}<`)), href };
  };
  const there: string[][] = [];
  const back: string[][] = [];
  let last = screen;
  while (at && there.length < NAMES.length) {
    last = at;
    const page = await read("next", at);
    there.push(page.names);
    at = page.href;
  }
  at = last;
  while (at && back.length < NAMES.length) {
    const page = await read("prev", at);
    back.unshift(page.names);
    at = page.href;
  }
  expect(there.map(({ length }) => length)).toEqual([2, 2, 2, 2]);
  expect(there.flat().toSorted()).toEqual(NAMES.toSorted());
  expect(back).toEqual(there);
});

test("the next page of a list follows a name of the maximum length", async () => {
  const { manager } = await worker.business();
  const names = ["a", "b"].map((letter) => letter + "\u{4e2d}".repeat(254));
  for (const name of names) await addItem(manager, { name });
  expect((await paged(manager, "/api/inventory/items?active=true", "name")).length).toBe(2);
  const one = await manager.get<{ nextCursor: string }>("/api/inventory/items?limit=1");
  const next = `limit=1&cursor=${encodeURIComponent(one.json.nextCursor)}`;
  const two = await manager.get<{ items: { name: string }[] }>(`/api/inventory/items?${next}`);
  expect([two.status, two.json.items?.map(({ name }) => name)]).toEqual([200, names.slice(1)]);
  const screen = (await manager.get(`/inventory/items?${next}`)).text;
  expect(names.map((name) => screen.includes(name))).toEqual([false, true]);
});

test("the file of items has all of them when more than a page has such letters", async () => {
  const { manager, orgId } = await worker.business();
  const names = Array.from({ length: 130 }, (_, i) => `DUCT Ø ${String(i).padStart(3, "0")}`);
  await worker.db
    .prepare(
      `INSERT INTO inventory_items (org_id, id, sku, name, primary_category, base_unit, created_at, updated_at)
       SELECT ?1, 'duct-' || key, 'DUCT-' || key, value, 'PARTS', 'EA', ?2, ?2 FROM json_each(?3)`,
    )
    .bind(orgId, "2026-11-01T12:00:00.000Z", JSON.stringify(names))
    .run();
  const file = await manager.get("/api/inventory/items/export");
  const rows = Papa.parse<Record<string, string>>(file.text, { header: true, skipEmptyLines: true }).data;
  expect(rows.map(({ Name }) => Name)).toEqual(names);
});

import { expect, test } from "vitest";
import { addItem, addLocation, type ItemJson, post, stocked } from "#tests/support/inventory";
import { attributes } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { addTechnician, addWorkOrder, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { formatClock, formatDate } from "~/domain/shared/time/date-format";
import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();

interface StockJson {
  itemId: string;
  sku: string;
  onHand: number;
  reserved: number;
  available: number;
  suggestedOrder: number | null;
  stockValue: number | null;
  locations: { locationName: string; onHand: number }[];
  locationCount: number;
}

type By = Awaited<ReturnType<typeof office>>["manager"];

const stockOf = async (by: By, query = "") =>
  (await by.get<{ items: StockJson[]; nextCursor: string | null }>(`/api/inventory/stock?${query}`)).json;

test("an item's stock is shown in total and per location", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 6, 2);
  const truck = await addLocation(manager, { name: "Truck 9", type: "truck" });
  await post(manager, "transfer", [{ itemId, locationId, toLocationId: truck, quantity: 2 }]);
  await manager.post("/api/inventory/reservations", { itemId, locationId: truck, quantity: 1 });
  const [row] = (await stockOf(manager)).items;
  expect(row).toMatchObject({ itemId, onHand: 6, reserved: 1, available: 5, stockValue: 12, locationCount: 2 });
  expect(row?.locations.map(({ onHand }) => onHand)).toEqual([4, 2]);
  expect((await stockOf(manager, `locationId=${truck}`)).items).toMatchObject([
    { itemId, onHand: 2, reserved: 1, available: 1, stockValue: 4 },
  ]);
});

test("stock cannot be moved in the future", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 6);
  const occurredOn = addDays(new Date().toISOString().slice(0, 10), 3);
  const refused = await post(manager, "receipt", [{ itemId, locationId, quantity: 2 }], { occurredOn });
  const fields = { occurredOn: ["Enter a day that is not in the future"] };
  expect([refused.status, refused.json]).toEqual([400, expect.objectContaining({ fields })]);
  expect((await stockOf(manager)).items).toMatchObject([{ itemId, onHand: 6 }]);
});

test("an item's page lists its reservations with the job and the remaining quantity", async () => {
  const own = await office(worker);
  const { itemId, locationId } = await stocked(own.manager, 20);
  const workOrder = await addWorkOrder(own.manager, own.site, { title: "No cooling" });
  const page = async () => (await own.manager.get(`/inventory/items/${itemId}`)).text;
  expect(await page()).not.toContain("Reservations</h2>");
  const reserve = async (quantity: number, more: object = {}) =>
    (await own.manager.post<{ id: string }>("/api/inventory/reservations", { itemId, locationId, quantity, ...more }))
      .json;
  const forWorkOrder = await reserve(5, { workOrderId: workOrder.id });
  const released = await reserve(7, { note: "For the show" });
  const elsewhere = await stocked(own.manager, 3);
  await own.manager.post("/api/inventory/reservations", { ...elsewhere, quantity: 1, note: "Of another item" });
  await own.manager.post(`/api/inventory/reservations/${forWorkOrder.id}/fulfill`, { quantity: 2 });
  const shown = await page();
  expect(shown).toContain("Reservations</h2>");
  expect(words(shown)).toMatch(/For Location Until Reserved For the show .*? No date 7 EA WO-\d+ .*? No date 3 EA/);
  expect(shown).not.toContain("Of another item");
  await own.manager.post(`/api/inventory/reservations/${released.id}/release`, {});
  expect(await page()).not.toContain("For the show");
});

test("the grid has a row per item and a column per location with stock", async () => {
  const { manager } = await worker.business();
  const dock = await addLocation(manager, { name: "Dock" });
  const empty = await addLocation(manager, { name: "Empty shelf" });
  const trucks = [];
  for (const name of ["Truck A", "Truck B", "Truck C"])
    trucks.push(await addLocation(manager, { name, type: "truck" }));
  const item = await addItem(manager, { name: "Grid igniter" });
  await post(manager, "receipt", [{ itemId: item.id, locationId: dock, quantity: 40 }]);
  for (const [at, toLocationId] of trucks.entries())
    await post(manager, "transfer", [{ itemId: item.id, locationId: dock, toLocationId, quantity: at + 1 }]);
  await manager.post("/api/inventory/reservations", { itemId: item.id, locationId: trucks[2], quantity: 2 });
  const { text } = await manager.get("/inventory/stock?view=grid");
  const cells = (row: string) =>
    [...row.matchAll(/<(?:th|td)\b[^>]*>(.*?)<\/(?:th|td)>/g)].map(([, cell = ""]) => words(cell));
  const [head = "", ...rows] = [...text.matchAll(/<tr\b.*?<\/tr>/gs)].map(([row]) => row);
  expect(cells(head)).toEqual([
    ...["Item", "Dock", "Truck A", "Truck B", "Truck C"],
    ...["On hand", "Reserved", "Available", "Incoming", "Value"],
  ]);
  expect(rows.map(cells)).toEqual([
    [`Grid igniter ${item.sku}`, "34", "1", "2", "3 2 reserved", "40 EA", "2", "38", "0", expect.any(String)],
  ]);
  expect(text).not.toContain(`locations/${empty}`);
  // At an earlier instant: where it lay then, and what of it was reserved is not known.
  const earlier = await manager.get(`/inventory/stock?view=grid&asOf=${new Date().toISOString().slice(0, 10)}`);
  expect(earlier.text).not.toContain("2 reserved");
});

const words = (html: string) =>
  html
    .replace(/<!--.*?-->|<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test("the reorder list follows every movement, reservation and level", async () => {
  const { manager } = await worker.business();
  const item = await addItem(manager, { sku: "LOW-1", reorderPoint: 4, maxStockLevel: 10 });
  await addItem(manager, { sku: "NO-LEVELS" });
  const locationId = await addLocation(manager);
  const low = async () => (await stockOf(manager, "view=reorder")).items.map((row) => [row.sku, row.suggestedOrder]);
  expect(await low()).toEqual([["LOW-1", 10]]);
  for (const query of ["search=%3F%3F", "view=reorder&search=%3F%3F"])
    expect((await stockOf(manager, query)).items).toEqual([]);
  await post(manager, "receipt", [{ itemId: item.id, locationId, quantity: 6 }]);
  expect(await low()).toEqual([]);
  const reserved = await manager.post<{ id: string }>("/api/inventory/reservations", {
    ...{ itemId: item.id, locationId, quantity: 2 },
  });
  expect(await low()).toEqual([["LOW-1", 6]]);
  await manager.post(`/api/inventory/reservations/${reserved.json.id}/release`);
  expect(await low()).toEqual([]);
  const raised = await manager.patch<ItemJson>(`/api/inventory/items/${item.id}`, { version: 1, reorderPoint: 8 });
  expect(raised.status).toBe(200);
  expect(await low()).toEqual([["LOW-1", 4]]);
  await post(manager, "issue", [{ itemId: item.id, locationId, quantity: 6 }]);
  await manager.patch(`/api/inventory/items/${item.id}`, { version: raised.json.version, active: false });
  expect(await low()).toEqual([]);
});

test("stock as of an instant matches the ledger at that time", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 5, 2);
  const other = await addLocation(manager);
  const then = new Date().toISOString();
  // What follows is recorded at a later instant.
  await expect.poll(() => new Date().toISOString() > then).toBe(true);
  await post(manager, "receipt", [{ itemId, locationId, quantity: 3, unitCost: 10 }]);
  await post(manager, "transfer", [{ itemId, locationId, toLocationId: other, quantity: 4 }]);
  expect((await stockOf(manager)).items).toMatchObject([{ onHand: 8, stockValue: 40, locationCount: 2 }]);
  expect((await stockOf(manager, `asOf=${then}`)).items).toMatchObject([
    { onHand: 5, stockValue: 10, locationCount: 1, locations: [{ onHand: 5 }] },
  ]);
  expect((await stockOf(manager, `asOf=${then}&locationId=${other}`)).items).toEqual([]);
  expect((await stockOf(manager, `asOf=${then}&locationId=${locationId}`)).items).toMatchObject([
    { onHand: 5, stockValue: null },
  ]);
  expect((await stockOf(manager, "asOf=2020-01-01T00:00:00Z")).items).toMatchObject([{ onHand: 0, locationCount: 0 }]);
});

test("the screen shows the stock at the end of a minute or a day of the business's zone", async () => {
  const { manager, orgId } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 5, 2);
  await post(manager, "receipt", [{ itemId, locationId, quantity: 3, unitCost: 10 }]);
  // A zone without daylight saving time, where no minute comes twice.
  const zone = "America/Phoenix";
  await worker.db.prepare("UPDATE organizations SET time_zone = ?2 WHERE id = ?1").bind(orgId, zone).run();
  const { items } = (await manager.get<{ items: { createdAt: string }[] }>(`/api/inventory/movements?itemId=${itemId}`))
    .json;
  const [first = "", last = ""] = items.map(({ createdAt }) => createdAt).sort();
  const onHandAt = async (query: string) => {
    const { text } = await manager.get(`/inventory/stock?view=grid&${query}`);
    const [, row = ""] = [...text.matchAll(/<tr\b.*?<\/tr>/gs)].map(([one]) => words(one));
    return [/(\d+) EA/.exec(row)?.[1], /On hand .*? by then\./.exec(words(text))?.[0]];
  };
  const minute = ({ date, time }: { date: string; time: string }) => `asOf=${date}&time=${time}`;
  const before = wallTimeOf(Date.parse(first) - 60_000, zone);
  const then = wallTimeOf(Date.parse(last), zone);
  expect((await onHandAt(minute(before)))[0]).toBe("0");
  const [onHand, heading] = await onHandAt(minute(then));
  expect([onHand, heading]).toEqual(["8", expect.stringContaining(`On hand at ${formatClock(then.time)} on `)]);
  const { text } = await manager.get(`/inventory/stock?${minute(then)}`);
  expect(words(text)).toContain(`As of ${formatDate(then.date, true)}, ${formatClock(then.time)}`);
  // Without a time, or with one that is not a time, the day's end.
  for (const query of ["", "&time=25:00", "&time="]) {
    const [atEnd, heading] = await onHandAt(`asOf=${then.date}${query}`);
    expect([query, atEnd, heading]).toEqual([query, "8", expect.stringContaining("On hand at the end of ")]);
  }
  const dayBefore = wallTimeOf(Date.parse(first) - 86_400_000, zone).date;
  expect((await onHandAt(`asOf=${dayBefore}`))[0]).toBe("0");
});

test("stock is paged without gaps, and a longer ledger costs no extra row reads", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 100);
  for (const sku of ["B", "C", "D", "E"]) await addItem(manager, { sku, reorderPoint: 2 });
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof stockOf>> = await stockOf(manager, `limit=2&cursor=${cursor}`);
    seen.push(...page.items.map(({ sku }) => sku));
    cursor = page.nextCursor;
  }
  expect(new Set(seen).size).toBe(5);
  const cost = async (query: string) => {
    const answer = await manager.get(`/api/inventory/stock?${query}`);
    return databaseCosts(answer).read;
  };
  const now = new Date().toISOString();
  const queries = [
    "limit=5",
    "view=reorder",
    `locationId=${locationId}`,
    `asOf=${now}`,
    `asOf=${now}&locationId=${locationId}`,
  ];
  const before = await Promise.all(queries.map(cost));
  for (let move = 0; move < 40; move += 1) await post(manager, "issue", [{ itemId, locationId, quantity: 1 }]);
  expect(await Promise.all(queries.map(cost))).toEqual(before);
});

test("the list of locations shows what each holds and reads the same number of rows with more stock", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 100);
  const truck = await addLocation(manager, { type: "truck" });
  await post(manager, "transfer", [{ itemId, locationId, toLocationId: truck, quantity: 30 }]);
  // A scan to the end of one item's rows would reach the next one's first.
  const { manager: other } = await worker.business();
  await stocked(other, 7);
  type Held = { items: { id: string; onHand: number }[] };
  const lists = ["", "?type=warehouse", "?active=true"].map((query) => `/api/inventory/locations${query}`);
  const costs = () =>
    Promise.all(
      [...lists, "/inventory/locations"].map(async (path) => databaseCosts(await manager.get<Held>(path)).read),
    );
  const before = await costs();
  for (let more = 0; more < 5; more += 1) {
    const { id } = await addItem(manager);
    await post(manager, "receipt", [{ itemId: id, locationId, quantity: 2 }]);
  }
  expect(await costs()).toEqual(before);
  const { items } = (await manager.get<Held>("/api/inventory/locations")).json;
  expect(Object.fromEntries(items.map(({ id, onHand }) => [id, onHand]))).toEqual({ [locationId]: 80, [truck]: 30 });
});

test("the nearest location with a part comes first, with the jobs its stock is reserved for", async () => {
  const business = await office(worker);
  const { manager, site } = business;
  const { itemId } = await stocked(manager, 8);
  const places: string[] = [];
  for (const [name, latitude] of [
    ["Far", 30.6],
    ["Near", 30.29],
  ] as const) {
    const driver = await addTechnician(worker, business.orgId, name);
    await worker.db
      .prepare(
        "INSERT INTO technician_addresses (org_id, technician_id, kind, line1, city, state, postal_code, latitude, longitude) VALUES (?, ?, 'home', '1 Oak', 'Austin', 'TX', '78701', ?, -97.74)",
      )
      .bind(business.orgId, driver, latitude)
      .run();
    const truck = await addLocation(manager, { name: `${name} truck`, type: "truck", technicianId: driver });
    await post(manager, "receipt", [{ itemId, locationId: truck, quantity: 4 }]);
    places.push(truck);
  }
  await worker.db
    .prepare("UPDATE addresses SET latitude = 30.27, longitude = -97.74 WHERE org_id = ? AND id = ?")
    .bind(business.orgId, site.siteAddressId)
    .run();
  const workOrder = await addWorkOrder(manager, site);
  await manager.post("/api/inventory/reservations", {
    ...{ itemId, locationId: places[1], workOrderId: workOrder.id, quantity: 3 },
  });
  const near = await manager.get<{
    items: { locationName: string; reservedFor: string[]; driveMinutes: number | null }[];
  }>(`/api/inventory/items/${itemId}/nearest?workOrderId=${workOrder.number}`);
  expect(near.json.items.map(({ locationName }) => locationName).slice(0, 2)).toEqual(["Near truck", "Far truck"]);
  expect(near.json.items[0]).toMatchObject({ reservedFor: [workOrder.reference] });
  expect(near.json.items[2]).toMatchObject({ driveMinutes: null });
  expect((await manager.get(`/api/inventory/items/${itemId}/nearest?workOrderId=WO-999`)).status).toBe(404);
});

test("reserving stock found nearest to a job starts with that job", async () => {
  const { manager, site } = await office(worker);
  const { itemId } = await stocked(manager, 8);
  const { reference } = await addWorkOrder(manager, site);
  const page = await manager.get(`/inventory/stock/${itemId}/distribution?job=${reference}`);
  const reserve = attributes(page.text, "href").find((href) => href.startsWith("/inventory/reservations/create?"));
  const form = await manager.get(reserve ?? "");
  expect(/<input[^>]*name="workOrder"[^>]*>/.exec(form.text)?.[0]).toContain(`value="${reference}"`);
});

test("another business's stock is not visible", async () => {
  const [{ manager }, { manager: stranger }] = [await worker.business(), await worker.business()];
  const { locationId } = await stocked(manager, 6);
  expect((await stockOf(stranger, `locationId=${locationId}`)).items).toEqual([]);
});

import { expect, test } from "vitest";
import { addItem, addLocation, type InventoryRefused, itemNow, post } from "#tests/support/inventory";
import { nothingHappenedToLots, runLotSchedule } from "#tests/support/lot-schedules";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { manager: office } = business;

interface LotJson {
  id: string;
  number: string;
  receivedOn: string;
  expiresOn: string | null;
  state: string;
  onHand: number;
  locations: { locationId: string; onHand: number }[];
}
interface Refused extends InventoryRefused {
  confirm?: string;
  expired?: { good: number; expired: number }[];
}
interface MovementJson {
  id: string;
  kind: string;
  quantity: number;
  lots: { number: string; quantity: number }[];
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [past, soon, later] = [day(-20), day(12), day(200)];

const lotsOf = async (itemId: string, by: Visitor = office) =>
  (await by.get<{ items: LotJson[] }>(`/api/inventory/lots?itemId=${itemId}`)).json.items;
const heldOf = async (itemId: string) => (await lotsOf(itemId)).map(({ number, onHand }) => [number, onHand]);
const movementsOf = async (itemId: string) =>
  (await office.get<{ items: MovementJson[] }>(`/api/inventory/movements?itemId=${itemId}`)).json.items;

/** An item with a shelf life and two lots at a location, the first of which expires soon. */
async function shelf(lots: readonly (readonly [string, string, number])[]) {
  const [item, locationId] = [await addItem(office, { shelfLifeDays: 365 }), await addLocation(office)];
  for (const [lotNumber, expiresOn, quantity] of lots) {
    const line = { itemId: item.id, locationId, quantity, lotNumber, expiresOn };
    const { status, text } = await post(office, "receipt", [line]);
    if (status !== 201) throw new Error(text);
  }
  return { itemId: item.id, locationId };
}

test("a receipt without a lot number creates a lot for its date, with the item's shelf life", async () => {
  const [item, locationId] = [await addItem(office, { shelfLifeDays: 90 }), await addLocation(office)];
  await post(office, "receipt", [{ itemId: item.id, locationId, quantity: 4 }], { occurredOn: "2026-03-01" });
  expect(await lotsOf(item.id)).toMatchObject([
    { number: "2026-03-01", receivedOn: "2026-03-01", expiresOn: "2026-05-30", onHand: 4 },
  ]);
  const plain = await addItem(office);
  await post(office, "receipt", [{ itemId: plain.id, locationId, quantity: 4 }]);
  expect(await lotsOf(plain.id)).toEqual([]);
});

test("stock is taken from the lots that expire first, and a transfer moves the lots along", async () => {
  const { itemId, locationId } = await shelf([
    ["LATE", later, 5],
    ["SOON", soon, 2],
  ]);
  const toLocationId = await addLocation(office);
  expect((await post(office, "transfer", [{ itemId, locationId, toLocationId, quantity: 3 }])).status).toBe(201);
  expect((await movementsOf(itemId)).slice(0, 2).map(({ lots }) => lots)).toMatchObject([
    [
      { number: "SOON", quantity: 2 },
      { number: "LATE", quantity: 1 },
    ],
    [
      { number: "SOON", quantity: -2 },
      { number: "LATE", quantity: -1 },
    ],
  ]);
  expect(await lotsOf(itemId)).toMatchObject([
    { number: "SOON", onHand: 2, locations: [{ locationId: toLocationId, onHand: 2 }] },
    { number: "LATE", onHand: 5, locations: [{ onHand: 4 }, { locationId: toLocationId, onHand: 1 }] },
  ]);
});

test("a named lot is used up to its quantity, and an unknown lot returns 404", async () => {
  const { itemId, locationId } = await shelf([
    ["SOON", soon, 2],
    ["LATE", later, 5],
  ]);
  const line = { itemId, locationId, quantity: 2 };
  expect((await post(office, "issue", [{ ...line, lotNumber: "late" }])).status).toBe(201);
  expect(await heldOf(itemId)).toEqual([
    ["SOON", 2],
    ["LATE", 3],
  ]);
  const tooMuch = await post(office, "issue", [{ ...line, quantity: 4, lotNumber: "LATE" }]);
  expect([tooMuch.status, tooMuch.json.message]).toEqual([409, "This lot doesn't have that much."]);
  expect((await post(office, "issue", [{ ...line, lotNumber: "NONE" }])).status).toBe(404);
});

test("expired stock is taken only after confirmation, and the error says how", async () => {
  const { itemId, locationId } = await shelf([
    ["OLD", past, 3],
    ["LATE", later, 2],
  ]);
  const line = { itemId, locationId, quantity: 4 };
  const refused = await office.post<Refused>("/api/inventory/movements", { kind: "issue", lines: [line] });
  expect(refused.status).toBe(409);
  expect(refused.json.message).toMatch(
    /^Of .*, only 2 EA is still good; 3 EA has expired. Confirm to take expired stock.$/,
  );
  expect(refused.json).toMatchObject({ confirm: "takeExpired", expired: [{ good: 2, expired: 3 }] });
  expect((await post(office, "issue", [{ ...line, quantity: 1, lotNumber: "OLD" }])).status).toBe(409);
  expect((await post(office, "issue", [line], { takeExpired: true })).status).toBe(201);
  expect(await heldOf(itemId)).toEqual([["OLD", 1]]);
  const reservation = await office.post<Refused>("/api/inventory/reservations", { itemId, locationId, quantity: 1 });
  expect(reservation.status).toBe(409);
  expect(reservation.json.message).toMatch(
    /^Of .*, only 0 EA is still good; 1 EA has expired. Take it from another location, or receive more.$/,
  );
});

test("a reversal restores the same lots, and is rejected when its lot is no longer there", async () => {
  const { itemId, locationId } = await shelf([
    ["SOON", soon, 2],
    ["LATE", later, 5],
  ]);
  await post(office, "issue", [{ itemId, locationId, quantity: 3 }]);
  const [issue, late] = await movementsOf(itemId);
  expect((await office.post(`/api/inventory/movements/${late?.id}/reverse`, {})).status).toBe(409);
  expect((await office.post(`/api/inventory/movements/${issue?.id}/reverse`, {})).status).toBe(201);
  expect(await heldOf(itemId)).toEqual([
    ["SOON", 2],
    ["LATE", 5],
  ]);
});

test("stock received before an item had a shelf life has no lot and is used first", async () => {
  const [item, locationId] = [await addItem(office), await addLocation(office)];
  const line = { itemId: item.id, locationId };
  await post(office, "receipt", [{ ...line, quantity: 3 }]);
  await office.patch(`/api/inventory/items/${item.id}`, { version: 1, shelfLifeDays: 30 });
  await post(office, "receipt", [{ ...line, quantity: 2, lotNumber: "NEW", expiresOn: soon }]);
  await post(office, "issue", [{ ...line, quantity: 4 }]);
  expect(await heldOf(item.id)).toEqual([["NEW", 1]]);
  expect((await itemNow(office, item.id)).onHand).toBe(1);
});

test("an expired lot is written off once at every location, and a good lot cannot be", async () => {
  const { itemId, locationId } = await shelf([
    ["OLD", past, 3],
    ["LATE", later, 2],
  ]);
  const toLocationId = await addLocation(office);
  await post(office, "transfer", [{ itemId, locationId, toLocationId, quantity: 1, lotNumber: "OLD" }], {
    takeExpired: true,
  });
  const [old, late] = await lotsOf(itemId);
  expect((await office.post(`/api/inventory/lots/${late?.id}/write-off`)).status).toBe(409);
  const answers = await Promise.all([1, 2].map(() => office.post(`/api/inventory/lots/${old?.id}/write-off`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await heldOf(itemId)).toEqual([["LATE", 2]]);
  const { items } = (
    await office.get<{ items: { reason: string }[] }>(`/api/inventory/movements?itemId=${itemId}&kind=adjustment`)
  ).json;
  expect(items.map(({ reason }) => reason)).toEqual(["expired", "expired"]);
});

test("a lot keeps its expiration date, and invalid lot fields of a line are rejected", async () => {
  const { itemId, locationId } = await shelf([["SOON", soon, 2]]);
  const line = { itemId, locationId, quantity: 1, lotNumber: "soon" };
  const other = await post(office, "receipt", [{ ...line, expiresOn: later }]);
  expect([other.status, other.json.message]).toEqual([
    409,
    "This lot is in stock with a different expiration date. Check the date or leave it blank.",
  ]);
  expect((await post(office, "receipt", [line])).status).toBe(201);
  expect(await heldOf(itemId)).toEqual([["SOON", 3]]);
  const refusedAs = async (kind: string, given: object) => (await post(office, kind, [given])).json.fields;
  expect(await refusedAs("issue", { ...line, expiresOn: soon })).toHaveProperty(["lines.0.expiresOn"]);
  expect(await refusedAs("receipt", { ...line, lotNumber: null, expiresOn: soon })).toHaveProperty([
    "lines.0.lotNumber",
  ]);
  expect(await refusedAs("count", line)).toHaveProperty(["lines.0.lotNumber"]);
});

test("an expiration date is corrected with a reason, without changing earlier movements", async () => {
  const { itemId, locationId } = await shelf([["TYPO", past, 5]]);
  const line = { itemId, locationId, quantity: 2, lotNumber: "TYPO" };
  await post(office, "issue", [line], { takeExpired: true });
  const [lot] = await lotsOf(itemId);
  const correct = (body: object) => office.patch<LotJson & Refused>(`/api/inventory/lots/${lot?.id}`, body);
  const correction = { expiresOn: later, previousExpiresOn: past, reason: "Year misread at receipt" };

  expect((await correct({ ...correction, reason: " " })).json.fields).toHaveProperty("reason");
  expect((await correct({ ...correction, expiresOn: "2026-02-30" })).json.fields).toHaveProperty("expiresOn");
  expect((await correct({ ...correction, expiresOn: past })).json.fields).toHaveProperty("expiresOn");
  const takenSoFar = async () =>
    (await movementsOf(itemId)).map(({ id, kind, quantity, lots }) => [
      id,
      kind,
      quantity,
      lots.map((of) => of.quantity),
    ]);
  const taken = await takenSoFar();
  const corrected = await correct(correction);
  expect([corrected.status, corrected.json]).toMatchObject([200, { expiresOn: later, state: "good", onHand: 3 }]);
  expect(await takenSoFar()).toEqual(taken);
  expect((await post(office, "issue", [line])).status).toBe(201);
  expect((await office.post(`/api/inventory/lots/${lot?.id}/write-off`)).status).toBe(409);

  const logged = await worker.db
    .prepare(
      "SELECT before, after FROM audit_log WHERE org_id = ?1 AND entity_id = ?2 AND action = 'stock_lot.correct_expiry'",
    )
    .bind(business.orgId, lot?.id)
    .first<{ before: string; after: string }>();
  expect(JSON.parse(logged?.before ?? "")).toEqual({ expiresOn: past });
  expect(JSON.parse(logged?.after ?? "")).toEqual({ expiresOn: later, reason: "Year misread at receipt" });
});

test("when two people correct an expiration date, the second gets a conflict, and read-only users cannot", async () => {
  const { itemId } = await shelf([["TYPO", past, 1]]);
  const [lot] = await lotsOf(itemId);
  const path = `/api/inventory/lots/${lot?.id}`;
  const answers = await Promise.all(
    [soon, later].map((expiresOn) =>
      office.patch<Refused>(path, { expiresOn, previousExpiresOn: past, reason: "Misread" }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.json.message).toBe(
    "Someone else just corrected this lot's expiration date. Reload the page.",
  );
  const [{ expiresOn: previousExpiresOn } = { expiresOn: null }] = await lotsOf(itemId);
  const onlyLooks = await worker.member(business.orgId, "Technician", ["inventory.read"]);
  const refused = await onlyLooks.patch(path, { expiresOn: past, previousExpiresOn, reason: "Misread" });
  expect(refused.status).toBe(403);
});

test("stock whose date is corrected during its write-off is either written off or kept", async () => {
  const { itemId } = await shelf([["TYPO", past, 2]]);
  const [lot] = await lotsOf(itemId);
  const path = `/api/inventory/lots/${lot?.id}`;
  const [corrected, written] = await Promise.all([
    office.patch(path, { expiresOn: later, previousExpiresOn: past, reason: "Misread" }),
    office.post(`${path}/write-off`),
  ]);
  expect(corrected.status).toBe(200);
  expect(await heldOf(itemId)).toEqual(written.status === 201 ? [] : [["TYPO", 2]]);
});

test("another business's lots are not found", async () => {
  const { itemId } = await shelf([["OLD", past, 3]]);
  const [lot] = await lotsOf(itemId);
  const { manager: stranger } = await worker.business();
  expect(await lotsOf(itemId, stranger)).toEqual([]);
  expect((await stranger.get(`/api/inventory/lots/${lot?.id}`)).status).toBe(404);
  expect((await stranger.post(`/api/inventory/lots/${lot?.id}/write-off`)).status).toBe(404);
  const correction = { expiresOn: later, previousExpiresOn: past, reason: "Misread" };
  expect((await stranger.patch(`/api/inventory/lots/${lot?.id}`, correction)).status).toBe(404);
  expect((await office.get<LotJson>(`/api/inventory/lots/${lot?.id}`)).json).toMatchObject({
    onHand: 3,
    state: "expired",
  });
});

test("lists of lots read the same number of rows with many more lots in any business", async () => {
  const [shop, stranger] = [await worker.business(), await worker.business()];
  const [item, theirs] = [await addItem(shop.manager), await addItem(stranger.manager)];
  const locationId = await addLocation(shop.manager);
  for (const lotNumber of ["A", "B", "C", "D", "E"])
    await post(shop.manager, "receipt", [{ itemId: item.id, locationId, quantity: 1, lotNumber, expiresOn: soon }]);
  // If the other business's lots follow one's own, the first of them is read to find the end: so it is there from the start.
  const theirShelf = { itemId: theirs.id, locationId: await addLocation(stranger.manager) };
  await post(stranger.manager, "receipt", [{ ...theirShelf, quantity: 1, lotNumber: "A", expiresOn: soon }]);
  const lists = [
    "/api/inventory/lots?",
    `/api/inventory/lots?itemId=${item.id}&`,
    "/api/inventory/lots?expiresWithin=90&",
  ];
  const pages: string[] = [];
  for (const list of lists) {
    const { nextCursor } = (await shop.manager.get<{ nextCursor: string }>(`${list}limit=2`)).json;
    pages.push(`${list}limit=2`, `${list}limit=2&cursor=${nextCursor}`);
  }
  const ends = lists.map((list) => `${list}limit=50`);
  const rowsRead = (paths: string[]) =>
    Promise.all(paths.map(async (path) => databaseCosts(await shop.manager.get(path)).read));
  const addMany = (orgId: string, itemId: string) =>
    worker.db
      .prepare(
        `INSERT INTO stock_lots (org_id, id, item_id, number, received_on, expires_on, on_hand_milli, created_at)
         WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 500)
         SELECT ?1, 'more-' || at, ?2, 'M-' || at, '2026-01-01', ?3, 1000, '2026-01-01T00:00:00.000Z' FROM n`,
      )
      .bind(orgId, itemId, later)
      .run();

  const [fewOnPages, fewToTheEnd] = [await rowsRead(pages), await rowsRead(ends)];
  expect(Math.max(...fewOnPages, ...fewToTheEnd)).toBeLessThan(50);
  await addMany(stranger.orgId, theirs.id);
  expect(await rowsRead(ends)).toEqual(fewToTheEnd);
  await addMany(shop.orgId, item.id);
  expect(await rowsRead(pages)).toEqual(fewOnPages);
});

test("the database rejects changes to lots and their entries, and lots above stock on hand", async () => {
  const { itemId, locationId } = await shelf([["SOON", soon, 2]]);
  const of = [business.orgId, itemId];
  const run = (statement: string, ...values: unknown[]) =>
    worker.db
      .prepare(statement)
      .bind(...of, ...values)
      .run();
  const entries = "stock_lot_entries WHERE org_id = ?1 AND item_id = ?2";
  await expect(run(`DELETE FROM ${entries}`)).rejects.toThrow("stock_ledger_append_only");
  await expect(
    run("UPDATE stock_lot_entries SET quantity_milli = 1 WHERE org_id = ?1 AND item_id = ?2"),
  ).rejects.toThrow("stock_ledger_append_only");
  await expect(
    run(
      `INSERT INTO stock_lot_entries SELECT org_id, movement_seq, lot_id, item_id, location_id, 1 FROM ${entries} AND location_id = ?3`,
      locationId,
    ),
  ).rejects.toThrow("stock_lot_entry_alone");
  await expect(
    run("UPDATE stock_balances SET lots_milli = on_hand_milli + 1 WHERE org_id = ?1 AND item_id = ?2"),
  ).rejects.toThrow("stock_in_lots");
});

test("after any operations and interruptions, each lot matches the sum of its entries", async () => {
  const { orgId, orgKey, manager } = await worker.business();
  const world = { db: worker.db, orgId, orgKey, userId: manager.userId ?? "" };
  const happened = nothingHappenedToLots();
  await runLotSchedule(world, { seed: 1, operations: 120, happened });
  expect(Math.min(...Object.values(happened.byKind))).toBeGreaterThan(1);
  expect(Math.min(happened.refused, happened.cuts, happened.overSeveralLots)).toBeGreaterThan(8);
});

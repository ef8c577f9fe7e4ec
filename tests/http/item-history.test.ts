import { expect, test } from "vitest";
import { addItem, addLocation, type InventoryRefused, post, stocked } from "#tests/support/inventory";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { shiftMonth } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();

type By = Awaited<ReturnType<typeof worker.business>>["manager"];

interface MonthJson {
  month: string;
  used: number;
  averageCost: number | null;
  lastPrice: number | null;
  supplierPrice: number | null;
}

const historyOf = async (by: By, id: string) =>
  (await by.get<{ baseUnit: string; months: MonthJson[] }>(`/api/inventory/items/${id}/history`)).json.months;

/** The current month in Chicago, where the tests' businesses are. */
const current = wallTimeOf(Date.now(), "America/Chicago").date.slice(0, 7);

test("usage is quantity issued minus returned, by the month of its date", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 50);
  const line = (quantity: number) => [{ itemId, locationId, quantity }];
  const before = shiftMonth(current, -1);
  await post(manager, "issue", line(7), { occurredOn: `${before}-15` });
  await post(manager, "return", line(2), { occurredOn: `${before}-20` });
  await post(manager, "issue", line(4), { occurredOn: `${shiftMonth(current, -11)}-01` });
  await post(manager, "issue", line(9), { occurredOn: `${shiftMonth(current, -12)}-28` });
  const other = await addLocation(manager);
  await post(manager, "transfer", [{ itemId, locationId, toLocationId: other, quantity: 5 }]);
  await post(manager, "adjustment", line(-1), { reason: "lost" });
  const wrong = (await post(manager, "issue", line(3))).json.postingId;
  const { items } = (await manager.get<{ items: { id: string; postingId: string }[] }>("/api/inventory/movements"))
    .json;
  const movement = items.find(({ postingId }) => postingId === wrong)?.id;
  expect((await manager.post(`/api/inventory/movements/${movement}/reverse`)).status).toBe(201);
  await post(manager, "issue", line(0.25));
  const months = await historyOf(manager, itemId);
  expect(months.map(({ month }) => month)).toEqual(Array.from({ length: 12 }, (_, at) => shiftMonth(current, at - 11)));
  expect(months.map(({ used }) => used)).toEqual([4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0.25]);
});

test("costs are those at the end of each month, and a reversed receipt is not counted as paid", async () => {
  const { manager, orgId } = await worker.business();
  const item = await addItem(manager);
  const locationId = await addLocation(manager);
  // Recorded long ago: this business's ledger starts with it.
  await worker.db
    .prepare(
      `INSERT INTO stock_movements (org_id, seq, id, posting_id, kind, item_id, location_id, quantity_milli, total_cost_minor,
         uncosted_milli, occurred_on, created_by, created_at)
       VALUES (?1, 1, ?2, ?2, 'receipt', ?3, ?4, 10000, 5000, 0, ?5, 'system', ?6)`,
    )
    .bind(
      orgId,
      crypto.randomUUID(),
      item.id,
      locationId,
      `${shiftMonth(current, -3)}-10`,
      `${shiftMonth(current, -3)}-10T12:00:00.000Z`,
    )
    .run();
  const line = { itemId: item.id, locationId, quantity: 10 };
  await post(manager, "receipt", [{ ...line, unitCost: 8 }]);
  const typo = (await post(manager, "receipt", [{ ...line, quantity: 1, unitCost: 800 }])).json.postingId;
  const { items } = (await manager.get<{ items: { id: string; postingId: string }[] }>("/api/inventory/movements"))
    .json;
  const movement = items.find(({ postingId }) => postingId === typo)?.id;
  expect((await manager.post(`/api/inventory/movements/${movement}/reverse`)).status).toBe(201);
  const supplier = (await manager.post<{ id: string }>("/api/inventory/suppliers", { name: "Counter" })).json.id;
  const sold = `/api/inventory/suppliers/${supplier}/items/${item.id}`;
  await manager.put(sold, { price: 4.75, validFrom: `${shiftMonth(current, -2)}-05`, preferred: true });
  await manager.put(sold, { price: 8.25, validFrom: `${shiftMonth(current, 0)}-01`, preferred: true });
  const points = (await historyOf(manager, item.id)).slice(-5);
  expect(points.map(({ averageCost }) => averageCost)).toEqual([null, 5, 5, 5, 6.5]);
  expect(points.map(({ lastPrice }) => lastPrice)).toEqual([null, 5, 5, 5, 8]);
  expect(points.map(({ supplierPrice }) => supplierPrice)).toEqual([null, null, 4.75, 4.75, 8.25]);
});

test("other items' movements cost an item's history no row reads, and another business cannot see it", async () => {
  const { manager } = await worker.business();
  const { itemId } = await stocked(manager, 5);
  const { itemId: busy, locationId } = await stocked(manager, 100);
  const cost = async () => databaseCosts(await manager.get(`/api/inventory/items/${itemId}/history`)).read;
  const before = await cost();
  for (let move = 0; move < 30; move += 1) await post(manager, "issue", [{ itemId: busy, locationId, quantity: 1 }]);
  expect(await cost()).toBe(before);
  const { manager: stranger } = await worker.business();
  expect((await stranger.get<InventoryRefused>(`/api/inventory/items/${itemId}/history`)).status).toBe(404);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation, post } from "#tests/support/inventory";
import { nextYear } from "#tests/support/next-year";
import { pageText } from "#tests/support/page-text";
import { addTechnician, addWorkOrder, dispatched, office, seedWorkOrders } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const shop = await office(worker);
const { manager, admin, orgId, site } = shop;

const shown = async (path: string) => pageText((await admin.get(path)).text);
const ids = (count: number) => JSON.stringify(Array.from({ length: count }, () => randomUUID()));

test("of more picks than are listed, those of the earliest jobs are, and the file has all", async () => {
  const [truckless, driver] = [await addTechnician(worker, orgId), await addTechnician(worker, orgId)];
  await addLocation(manager, { name: "Truck A", type: "truck", technicianId: driver });
  const shelf = await addLocation(manager, { name: "Shelf" });
  const { id: itemId } = await addItem(manager);
  await post(manager, "receipt", [{ itemId, locationId: shelf, quantity: 600 }]);
  const bookedAt = async (technicianId: string, hour: number) =>
    dispatched(shop, { technicianId, scheduledStart: nextYear(`2027-03-08T${hour}:00:00Z`) });
  const [early, late] = [await bookedAt(truckless, 15), await bookedAt(driver, 18)];
  const reserve = (workOrderId: string, count: number) =>
    worker.db
      .prepare(
        `INSERT INTO stock_reservations (org_id, id, item_id, location_id, work_order_id, quantity_milli, created_by, created_at)
         SELECT ?, value, ?, ?, ?, 1000, 'test', '2026-01-01T12:00:00.000Z' FROM json_each(?)`,
      )
      .bind(orgId, itemId, shelf, workOrderId, ids(count))
      .run();
  await reserve(late.id, 500);
  const day = nextYear("2027-03-08");
  const whole = await shown(`/inventory/picks?date=${day}`);
  expect(whole).not.toContain("Only 500");
  await reserve(early.id, 1);
  const cut = await shown(`/inventory/picks?date=${day}`);
  expect(cut).toContain("Only 500 are listed, those of the earliest jobs.");
  expect(cut).toContain(early.reference);
  const file = await manager.get(`/api/inventory/picks/export?date=${day}`);
  expect(file.text.trim().split("\r\n")).toHaveLength(502);
});

test("a property says that only the next 100 visits are listed", async () => {
  const row = (number: number) => ({
    ...{ id: randomUUID(), number, title: "Visit", status: "scheduled" as const, priority: "normal" },
    ...{ technicianId: null, start: nextYear("2027-05-03T15:00:00.000Z") },
  });
  await seedWorkOrders(
    worker,
    orgId,
    site,
    Array.from({ length: 100 }, (_, at) => row(at + 1000)),
  );
  const { json } = await admin.get<{ number: number }>(`/api/sites/${site.siteAddressId}`);
  const path = `/properties/${json.number}/visits`;
  const before = await admin.get<{ items: unknown[] }>(`/api/sites/${site.siteAddressId}/visits`);
  expect(before.json.items).toHaveLength(100);
  await addWorkOrder(manager, site, { scheduledStart: nextYear("2027-05-04T15:00:00Z") });
  expect(await shown(path)).toContain("Only the next 100 are listed.");
});

test("a customer's invoices say when older ones are not listed, with a link to all of them", async () => {
  const { json } = await admin.get<{ number: number }>(`/api/customers/${site.customerId}`);
  const path = `/customers/${json.number}/invoices`;
  const addDrafts = (count: number) =>
    worker.db
      .prepare(
        `INSERT INTO invoices (org_id, id, kind, status, series, customer_id, title, bill_to, terms_days, tax_state, taxes, created_by, created_at, updated_at)
         SELECT ?1, value, 'invoice', 'draft', 'INV', ?2, 'Draft', '{"name":"A","email":null,"lines":[]}', 0, 'exempt', '[]', 'test', ?3, ?3
         FROM json_each(?4)`,
      )
      .bind(orgId, site.customerId, "2026-01-01T12:00:00.000Z", ids(count))
      .run();
  await addDrafts(500);
  expect(await shown(path)).not.toContain("Only the newest");
  await addDrafts(1);
  const page = await admin.get(path);
  expect(pageText(page.text)).toContain("Only the newest 500 are listed.");
  expect(page.text).toContain(`/invoices-v2?customerId=${site.customerId}`);
});

test("an issue says when earlier changes and further duplicates are not listed, and names its archived project", async () => {
  const project = (await admin.post<{ id: string }>("/api/issues/projects", { name: "Old gauges" })).json;
  const fields = { title: "Gauge reads low", projectId: project.id };
  const { json: issue } = await admin.post<{ id: string; number: number }>("/api/issues", fields);
  const path = `/bugscout/issues/${issue.number}`;
  const addChanges = (count: number) =>
    worker.db
      .prepare(
        `INSERT INTO issue_activity (org_id, issue_id, id, kind, at)
         SELECT ?, ?, value, 'body', '2026-01-01T12:00:00.000Z' FROM json_each(?)`,
      )
      .bind(orgId, issue.id, ids(count))
      .run();
  const addDuplicates = (count: number) =>
    worker.db
      .prepare(
        `INSERT INTO issues (org_id, id, number, title, state_id, duplicate_of, source, created_at, updated_at)
         SELECT ?1, value, key + ?2, 'Again', 'todo', ?3, 'person', ?4, ?4 FROM json_each(?5)`,
      )
      .bind(orgId, 1000 * count, issue.id, "2026-01-01T12:00:00.000Z", ids(count))
      .run();
  await addChanges(199);
  await addDuplicates(50);
  expect(await shown(path)).not.toContain("are listed");
  await addChanges(1);
  await addDuplicates(1);
  const cut = await shown(path);
  expect(cut).toContain("Only the latest 200 changes are listed.");
  expect(cut).toContain("Only 50 are listed.");
  expect(cut).not.toContain("Old gauges (archived)");
  await worker.db.prepare("UPDATE issue_projects SET archived = 1 WHERE org_id = ?").bind(orgId).run();
  expect(await shown(path)).toContain("Old gauges (archived)");
});

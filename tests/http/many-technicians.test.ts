import { expect, test } from "vitest";
import { addLocation } from "#tests/support/inventory";
import { pageText } from "#tests/support/page-text";
import { addWorkOrder, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const time = "2026-01-01T12:00:00.000Z";
const COUNT = 520;
const numbers = `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${COUNT})`;

/** Whose id is the last in alphabetical order. */
const LAST = "Zz 99";

/** A business with 520 further technicians and service types, and a customer with as many addresses and pieces of equipment. */
async function crowded() {
  const shop = await office(worker);
  const { orgId, site, manager } = shop;
  const insert = (text: string, ...values: string[]) =>
    worker.db
      .prepare(text)
      .bind(orgId, time, ...values)
      .run();
  await insert(`INSERT INTO technicians (org_id, id, first_name, last_name, email, status, created_at)
    ${numbers} SELECT ?1, ?1 || 't' || at, 'Pat', 'Zz ' || at, ?1 || at || '@example.com', 'active', ?2 FROM n`);
  await insert(`INSERT INTO service_types (org_id, id, name, category, duration_minutes, created_at, updated_at)
    ${numbers} SELECT ?1, ?1 || 's' || at, printf('Zz %03d', at), 'repair', 60, ?2, ?2 FROM n`);
  await insert(
    `INSERT INTO addresses (org_id, id, customer_id, type, is_primary, line1, city, state, postal_code, created_at, updated_at)
     ${numbers} SELECT ?1, 'zz' || ?1 || printf('%03d', at), ?3, 'service', 0, 'Zz ' || at || ' Oak St', 'Milwaukee', 'WI', '53202', ?2, ?2 FROM n`,
    site.customerId,
  );
  await insert(
    `INSERT INTO equipment (org_id, id, customer_id, name, type, created_at, updated_at)
     ${numbers} SELECT ?1, substr(?1, 1, 24) || printf('%012d', at), ?3, printf('Unit Zz %03d', at), 'furnace', ?2, ?2 FROM n`,
    site.customerId,
  );
  const workOrder = await addWorkOrder(manager, site);
  return { ...shop, workOrder };
}

const shop = await crowded();

/** How many of them a screen names. */
async function named(path: string, what: RegExp): Promise<number> {
  const { status, text } = await shop.admin.get(path);
  expect(status, path).toBe(200);
  return new Set(text.match(what)).size;
}

const PERSON = /Pat Zz \d+/g;
const { number } = shop.workOrder;

for (const path of [
  "/workorders",
  `/workorders/${number}/edit`,
  "/workorders/board",
  "/technicians/teams/new",
  "/equipment/cylinders/new",
  "/workorders/scheduler",
])
  test(`${path} offers every technician, however many work there`, async () => {
    expect(await named(path, PERSON)).toBe(COUNT);
  });

test("a new work order offers every service type, address and piece of equipment of the customer", async () => {
  const path = `/workorders/create?customerId=${shop.site.customerId}`;
  expect(await named(path, />Zz \d{3}\b/g), "types").toBe(COUNT);
  expect(await named(path, /Zz \d+ Oak St/g), "addresses").toBe(COUNT);
  expect(await named(path, /Unit Zz \d{3}/g), "units").toBe(COUNT);
});

test("the API lists every active service type", async () => {
  const { json } = await shop.admin.get<{ items: unknown[] }>("/api/service-types/active");
  expect(json.items).toHaveLength(COUNT);
});

test("the performance dashboard counts the hours of every technician", async () => {
  const hours = async (status: "active" | "inactive") => {
    await worker.db
      .prepare("UPDATE technicians SET status = ? WHERE org_id = ? AND last_name = ?")
      .bind(status, shop.orgId, LAST)
      .run();
    return (await shop.admin.get<{ totals: { shiftHours: number } }>("/api/performance?period=month")).json.totals
      .shiftHours;
  };
  expect(await hours("active")).toBeGreaterThan(await hours("inactive"));
});

test("the phone holds every cylinder of the technician", async () => {
  const { orgId, technicianId, technician } = shop;
  await worker.db
    .prepare(
      `INSERT INTO refrigerant_cylinders (org_id, id, number, refrigerant, kind, tare_milli_lb, capacity_milli_lb, gross_milli_lb,
         created_at, updated_at)
       ${numbers} SELECT ?1, ?1 || 'c' || at, printf('C-%03d', at), 'R-410A', 'virgin', 5000, 25000, 5000, ?2, ?2 FROM n`,
    )
    .bind(orgId, time)
    .run();
  await worker.db
    .prepare("UPDATE refrigerant_cylinders SET holder_id = ? WHERE org_id = ?")
    .bind(technicianId, orgId)
    .run();
  const { json } = await technician.get<{ cylinders: unknown[] }>("/resources/technician-day");
  expect(json.cylinders).toHaveLength(COUNT);
});

test("every circuit of a unit can be read, by form and with its leak rate", async () => {
  const { orgId, manager, site } = shop;
  const unitId = `${orgId.slice(0, 24)}000000000001`;
  await worker.db
    .prepare(
      `INSERT INTO service_groups (org_id, id, equipment_id, name, refrigerant, created_at)
       ${numbers} SELECT ?1, ?1 || 'g' || at, ?3, printf('Circuit %03d', at), 'R-410A', ?2 FROM n WHERE at <= 60`,
    )
    .bind(orgId, time, unitId)
    .run();
  const job = await addWorkOrder(manager, site, { equipmentIds: [unitId] });
  const form = await manager.get(`/workorders/${job.number}/equipment/${unitId}/readings/new`);
  expect(new Set(pageText(form.text).match(/Circuit \d{3}/g)).size).toBe(60);
  const leaks = await manager.get<{ items: unknown[] }>(`/api/equipment/${unitId}/leak-rates`);
  expect(leaks.json.items).toHaveLength(60);
});

test("the phone finds every item of a well-stocked truck", async () => {
  const { orgId, technicianId, technician, manager } = shop;
  const truck = await addLocation(manager, { type: "truck", technicianId });
  const insert = (text: string, ...values: string[]) =>
    worker.db
      .prepare(text)
      .bind(orgId, ...values)
      .run();
  await insert(
    `INSERT INTO inventory_items (org_id, id, sku, name, primary_category, base_unit, created_at, updated_at)
     ${numbers} SELECT ?1, ?1 || 'i' || at, 'SKU-' || at, 'Valve ' || at, 'PARTS', 'EA', ?2, ?2 FROM n`,
    time,
  );
  await insert(
    `INSERT INTO stock_balances (org_id, item_id, location_id, on_hand_milli)
     ${numbers} SELECT ?1, ?1 || 'i' || at, ?2, 1000 FROM n`,
    truck,
  );
  const { json } = await technician.get<{ truck: { items: unknown[] } }>("/resources/technician-day");
  expect(json.truck.items).toHaveLength(COUNT);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import { attributes, pageText } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, addWorkOrder, office, type Refusal, readWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

// Which of the customer's equipment a job is about: selected when booking, changed later, shown on both sides.
const worker = await testWorker();

interface WithUnits extends Refusal {
  id: string;
  version: number;
  equipment: { id: string; name: string }[];
}

async function twoUnits() {
  const { manager, site, ...rest } = await office(worker);
  const furnace = await addEquipment(manager, { ...site, manufacturer: "Carrier", modelNumber: "59TP6A080" });
  const split = await addEquipment(manager, { ...site, equipmentName: "Mini-split", equipmentType: "mini_split" });
  return { manager, site, furnace, split, ...rest };
}

const unitsOf = async (by: Visitor, id: string) =>
  (await by.get<WithUnits>(`/api/work-orders/${id}`)).json.equipment.map(({ name }) => name);

test("a form books a job for two systems, and the pages of job, equipment and customer link to each other", async () => {
  const { manager, site, furnace, split } = await twoUnits();
  const form = pageText((await manager.get(`/workorders/create?customerId=${site.customerId}`)).text);
  expect(form).toContain("Carrier 59TP6A080");
  const sent = await manager.submit("/workorders/create", {
    title: "Yearly visit",
    priority: "normal",
    durationMinutes: "60",
    ...site,
    equipmentIds: [furnace.id, split.id],
    idempotencyKey: randomUUID(),
  });
  expect([sent.status, sent.location]).toEqual([302, "/workorders/1"]);
  const workOrder = await manager.get("/workorders/1");
  expect(databaseCosts(workOrder).rounds).toBeLessThanOrEqual(2);
  expect(attributes(workOrder.text, "href")).toEqual(
    expect.arrayContaining([`/equipment/${furnace.id}`, `/equipment/${split.id}`]),
  );
  expect(pageText((await manager.get(`/equipment/${furnace.id}/history`)).text)).toContain("Yearly visit");
  const customer = await manager.get("/customers/1");
  expect(databaseCosts(customer).rounds).toBeLessThanOrEqual(2);
  expect(attributes(customer.text, "href")).toEqual(
    expect.arrayContaining([`/customers/1/equipment/${split.id}`, "/customers/1/equipment/create"]),
  );
});

test("the edit form has the job's equipment checked and saves the new selection", async () => {
  const { manager, site, furnace, split } = await twoUnits();
  const workOrder = await addWorkOrder(manager, site, { equipmentIds: [furnace.id] });
  const page = await manager.get(`/workorders/${workOrder.number}/edit`);
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
  const boxes = page.text.match(/<input[^>]*name="equipmentIds"[^>]*>/g) ?? [];
  expect(boxes.map((box) => [box.includes(furnace.id), box.includes(' checked=""')])).toEqual([
    [true, true],
    [false, false],
  ]);
  const { version } = await readWorkOrder(manager, workOrder.number);
  const sent = await manager.submit(`/workorders/${workOrder.number}/edit`, {
    title: workOrder.title,
    priority: "normal",
    durationMinutes: "60",
    ...site,
    equipmentIds: split.id,
    version: String(version),
    idempotencyKey: randomUUID(),
  });
  expect(sent.status).toBe(302);
  expect(await unitsOf(manager, workOrder.id)).toEqual(["Mini-split"]);
});

test("omitted equipment stays, an empty list clears it, and changing the customer removes it", async () => {
  const { manager, site, furnace, orgId } = await twoUnits();
  const workOrder = await addWorkOrder(manager, site, { equipmentIds: [furnace.id] });
  const change = async (body: object) => {
    const { version } = await readWorkOrder(manager, workOrder.number);
    return manager.patch<WithUnits>(`/api/work-orders/${workOrder.id}`, { version, ...body });
  };
  expect((await change({ title: "Other title" })).json.equipment).toEqual([{ id: furnace.id, name: "Furnace" }]);
  expect((await change({ equipmentIds: [] })).json.equipment).toEqual([]);
  await change({ equipmentIds: [furnace.id] });
  const neighbor = await addCustomer(worker, orgId, "Noor Haddad");
  expect((await change({ customerId: neighbor.customerId })).json.equipment).toEqual([]);
});

test("another customer's equipment is refused with an error on its field, and nothing is booked", async () => {
  const { manager, site, orgId } = await office(worker);
  const neighbor = await addEquipment(manager, { ...(await addCustomer(worker, orgId, "Noor Haddad")) });
  const foreign = await addEquipment((await worker.business()).manager);
  for (const id of [neighbor.id, foreign.id, randomUUID()]) {
    const answer = await manager.post<WithUnits>("/api/work-orders", { title: "Visit", ...site, equipmentIds: [id] });
    expect([answer.status, answer.json.fields?.equipmentIds]).toEqual([400, ["Choose equipment of this customer"]]);
  }
  expect((await manager.get<{ total: number }>("/api/work-orders")).json.total).toBe(0);
});

test("equipment that moved to another customer stays on the first customer's jobs", async () => {
  const { manager, site, furnace, orgId } = await twoUnits();
  const workOrder = await addWorkOrder(manager, site, { equipmentIds: [furnace.id] });
  const next = await addCustomer(worker, orgId, "Noor Haddad");
  await manager.patch(`/api/equipment/${furnace.id}`, { customerId: next.customerId, version: furnace.version });
  const { version } = await readWorkOrder(manager, workOrder.number);
  const patched = await manager.patch(`/api/work-orders/${workOrder.id}`, { equipmentIds: [furnace.id], version });
  expect(patched.status).toBe(200);
  expect(await unitsOf(manager, workOrder.id)).toEqual(["Furnace"]);
});

test("measurements from the last job show on the equipment page and on the next job", async () => {
  const { manager, site, furnace } = await twoUnits();
  const first = await addWorkOrder(manager, site, { equipmentIds: [furnace.id], tasks: ["Temperature rise"] });
  await worker.db
    .prepare(
      `UPDATE work_order_tasks SET kind = 'measurement', unit = '°F', outcome = 'pass', done_at = '2026-11-02T15:00:00.000Z',
       result = '{"kind":"measurement","value":47.5}' WHERE work_order_id = ?`,
    )
    .bind(first.id)
    .run();
  const next = await addWorkOrder(manager, site, { equipmentIds: [furnace.id] });
  for (const path of [`/workorders/${next.number}`, `/equipment/${furnace.id}`]) {
    expect(pageText((await manager.get(path)).text)).toContain("Temperature rise: 47.5 °F");
  }
  expect(pageText((await manager.get(`/workorders/${first.number}`)).text)).not.toContain("Last measured");
});

test("a job can be created with a new address, which the customer keeps; an incomplete one is refused", async () => {
  const { manager, site } = await office(worker);
  const typed = { title: "No heat", priority: "normal", durationMinutes: "60", customerId: site.customerId };
  const place = { "newSite.line1": "9 Lake Dr", "newSite.city": "Milwaukee", "newSite.state": "WI" };
  const half = await manager.submit("/workorders/create", { ...typed, ...place, idempotencyKey: randomUUID() });
  expect(half.status).toBe(400);
  expect(pageText(half.text)).toContain("ZIP code is required");
  const whole = { ...typed, ...place, "newSite.postalCode": "53202", siteAddressId: site.siteAddressId };
  const sent = await manager.submit("/workorders/create", { ...whole, idempotencyKey: randomUUID() });
  expect([sent.status, sent.location]).toEqual([302, "/workorders/1"]);
  expect(pageText((await manager.get("/workorders/1")).text)).toContain("9 Lake Dr, Milwaukee, WI 53202");
  expect(pageText((await manager.get("/customers/1")).text)).toContain("9 Lake Dr");
});

test("a customer with 200 pieces of equipment can be booked, edited and viewed in one round trip", async () => {
  const { manager, site, orgId, furnace } = await twoUnits();
  const workOrder = await addWorkOrder(manager, site, { equipmentIds: [furnace.id] });
  // A browser's first page reads the session before everything else.
  await manager.get("/workorders");
  const rowsRead = async () => databaseCosts(await manager.get(`/workorders/${workOrder.number}`)).read;
  const withTwoUnits = await rowsRead();
  const at = new Date().toISOString();
  await worker.db
    .prepare(
      `INSERT INTO equipment (org_id, id, customer_id, name, type, created_at, updated_at)
       SELECT ?1, 'unit-' || key, ?2, 'Rooftop ' || key, 'packaged_unit', ?3, ?3 FROM json_each(?4)`,
    )
    .bind(orgId, site.customerId, at, JSON.stringify(Array.from({ length: 198 }, () => 0)))
    .run();
  const paths = [`/workorders/create?customerId=${site.customerId}`, `/workorders/${workOrder.number}/edit`];
  for (const path of [...paths, `/workorders/${workOrder.number}`, "/customers/1", "/customers/1/equipment"]) {
    const answer = await manager.get(path);
    expect([path, answer.status, databaseCosts(answer).rounds]).toEqual([path, 200, 1]);
  }
  const form = await manager.get(paths[0] ?? "");
  expect(form.text.match(/name="equipmentIds"/g)).toHaveLength(200);
  // How many neighboring rows an index reads depends on the generated ids.
  expect((await rowsRead()) - withTwoUnits).toBeLessThanOrEqual(5);
});

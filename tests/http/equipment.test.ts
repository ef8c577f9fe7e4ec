import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addEquipment, dayFromNow, type EquipmentJson, type EquipmentRefused } from "#tests/support/equipment";
import { pageText, threePagesAndBack } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { manager: office } = business;
const site = await addCustomer(worker, business.orgId);

interface List {
  items: EquipmentJson[];
  nextCursor: string | null;
  total: number;
}

test("equipment shows its warranty, its maintenance and the reason for every health point lost", async () => {
  const made = await addEquipment(office, {
    ...site,
    installDate: dayFromNow(-365 * 10),
    warrantyExpirationDate: dayFromNow(20),
    nextMaintenanceDate: dayFromNow(-3),
    criticalAlerts: ["Cracked heat exchanger"],
  });
  expect(made).toMatchObject({
    customerId: site.customerId,
    addressId: site.siteAddressId,
    isUnderWarranty: true,
    warrantyDaysRemaining: 20,
    isMaintenanceOverdue: true,
    daysUntilNextMaintenance: -3,
    healthScore: 75,
    healthColor: "yellow",
    healthUnknown: null,
    needsAttention: ["1 critical alert", "Maintenance overdue", "Warranty expiring"],
  });
  const lost = made.healthFactors.reduce((sum, { points }) => sum + points, 0);
  expect(100 + lost).toBe(made.healthScore);
});

test("the health score is unknown while the install date is missing", async () => {
  const made = await addEquipment(office);
  expect(made).toMatchObject({
    healthScore: null,
    healthColor: "unknown",
    healthUnknown: "The install date is missing.",
    warrantyDaysRemaining: null,
    daysUntilNextMaintenance: null,
    needsAttention: [],
  });
});

const bad: [string, Record<string, unknown>, string, string][] = [
  ["no name", { equipmentName: "" }, "equipmentName", "Enter a name"],
  ["an unknown type", { equipmentType: "toaster" }, "equipmentType", "Choose a type"],
  ["an invalid date", { installDate: "2026-02-30" }, "installDate", "Please enter a valid date"],
  ["an unknown customer", { customerId: randomUUID() }, "customerId", "Choose a customer"],
  ["an unknown address", { customerId: site.customerId, addressId: randomUUID() }, "addressId", "Choose the property"],
  ["a lifespan of 0 years", { lifespanYears: 0 }, "lifespanYears", "Expected life must be between 1 and 60 years"],
];

test.each(bad)("%s is rejected with a field error", async (_, fields, name, text) => {
  const body = { equipmentName: "Unit", equipmentType: "boiler", ...fields };
  const answer = await office.post<EquipmentRefused>("/api/equipment", body);
  expect([answer.status, answer.json.fields?.[name]]).toEqual([400, [text]]);
});

test("an update keeps omitted fields and clears null ones, and a stale one gets the current row", async () => {
  const made = await addEquipment(office, { ...site, manufacturer: "Trane", installDate: "2020-05-01" });
  const path = `/api/equipment/${made.id}`;
  const changed = await office.patch<EquipmentJson>(path, { version: 1, installDate: null, status: "needs_repair" });
  expect(changed.json).toMatchObject({ manufacturer: "Trane", installDate: null, status: "needs_repair", version: 2 });
  expect(changed.json.addressId).toBe(site.siteAddressId);
  const late = await office.patch<EquipmentRefused>(path, { version: 1, manufacturer: "Lennox" });
  expect([late.status, late.json.current?.version]).toEqual([409, 2]);
});

test("an update stores in the audit log what was there before", async () => {
  const { id } = await addEquipment(office, { ...site, installDate: "2020-05-01", manufacturer: "Trane" });
  const change = { version: 1, installDate: "2026-05-01", manufacturer: "Trane" };
  expect((await office.patch(`/api/equipment/${id}`, change)).status).toBe(200);
  const { results } = await worker.db
    .prepare("SELECT before, after FROM audit_log WHERE org_id = ? AND entity_id = ? AND action = 'equipment.update'")
    .bind(business.orgId, id)
    .all<{ before: string; after: string }>();
  expect(results.map(({ before, after }) => [JSON.parse(before), JSON.parse(after)])).toEqual([
    [{ installDate: "2020-05-01" }, { installDate: "2026-05-01" }],
  ]);
});

test("equipment keeps an address that became a billing address, so that it can still be edited", async () => {
  const place = await addCustomer(worker, business.orgId, "Bill Ling");
  const { id } = await addEquipment(office, { ...place });
  await worker.db
    .prepare("UPDATE addresses SET type = 'billing' WHERE org_id = ? AND id = ?")
    .bind(business.orgId, place.siteAddressId)
    .run();
  // The form has no field for a property if the customer has none.
  const changed = await office.patch<EquipmentJson>(`/api/equipment/${id}`, {
    ...{ version: 1, addressId: null, manufacturer: "Lennox" },
  });
  expect([changed.status, changed.json.addressId]).toEqual([200, place.siteAddressId]);
  const moved = { version: 2, customerId: site.customerId, addressId: place.siteAddressId };
  expect((await office.patch(`/api/equipment/${id}`, moved)).status).toBe(400);
});

test("the list is searched, filtered, sorted and paged, in any order", async () => {
  const { manager, orgId } = await worker.business();
  const place = await addCustomer(worker, orgId, "Zoe Young");
  await addEquipment(manager, { ...place, equipmentName: "Attic furnace", installDate: dayFromNow(-4000) });
  await addEquipment(manager, {
    equipmentName: "Boiler",
    equipmentType: "boiler",
    warrantyExpirationDate: dayFromNow(9),
  });
  await addEquipment(manager, {
    equipmentName: "Cellar pump",
    equipmentType: "heat_pump",
    installDate: dayFromNow(-30),
  });
  const names = async (query: string) => {
    const { json } = await manager.get<List>(`/api/equipment?${query}`);
    return json.items.map((unit) => unit.equipmentName);
  };
  expect(await names("search=zoe")).toEqual(["Attic furnace"]);
  expect(await names("equipmentType=boiler")).toEqual(["Boiler"]);
  expect(await names("isUnderWarranty=true")).toEqual(["Boiler"]);
  expect(await names("isUnderWarranty=false")).toEqual(["Attic furnace", "Cellar pump"]);
  expect(await names("sortBy=name&sortOrder=desc")).toEqual(["Cellar pump", "Boiler", "Attic furnace"]);
  expect(await names("sortBy=healthScore")).toEqual(["Attic furnace", "Cellar pump", "Boiler"]);
  for (const sortBy of ["name", "manufacturer", "installDate", "warrantyExpirationDate", "createdAt", "healthScore"]) {
    for (const sortOrder of ["asc", "desc"]) {
      const query = `sortBy=${sortBy}&sortOrder=${sortOrder}`;
      const first = await manager.get<List>(`/api/equipment?${query}&limit=2`);
      const second = await manager.get<List>(`/api/equipment?${query}&limit=2&cursor=${first.json.nextCursor}`);
      const both = [...first.json.items, ...second.json.items].map((unit) => unit.equipmentName);
      expect(both).toEqual(await names(query));
      expect([first.json.total, second.json.nextCursor]).toEqual([3, null]);
    }
  }
  expect((await manager.get("/api/equipment?sortBy=color")).status).toBe(400);
});

test("maintenance due looks 30 days ahead by default, longest overdue first, without retired equipment", async () => {
  const { manager } = await worker.business();
  for (const days of [40, 29, -5]) {
    await addEquipment(manager, { equipmentName: `In ${days}`, nextMaintenanceDate: dayFromNow(days) });
  }
  const gone = { equipmentName: "Gone", status: "retired", nextMaintenanceDate: dayFromNow(-1) };
  const { id } = await addEquipment(manager, { ...gone, installDate: dayFromNow(-30) });
  const { json } = await manager.get<EquipmentJson>(`/api/equipment/${id}`);
  expect(json).toMatchObject({ isMaintenanceOverdue: false, daysUntilNextMaintenance: null, healthFactors: [] });
  const due = async (query: string) =>
    (await manager.get<List>(`/api/equipment/maintenance-due${query}`)).json.items.map((unit) => unit.equipmentName);
  expect(await due("")).toEqual(["In -5", "In 29"]);
  expect(await due("?daysAhead=60")).toEqual(["In -5", "In 29", "In 40"]);
  expect((await manager.get("/api/equipment/maintenance-due?daysAhead=-1")).status).toBe(400);
});

test("the health dashboard counts by color and lists the worst first", async () => {
  const { manager } = await worker.business();
  await addEquipment(manager, { equipmentName: "New", installDate: dayFromNow(-10) });
  await addEquipment(manager, { equipmentName: "Old", installDate: dayFromNow(-365 * 19) });
  await addEquipment(manager, { equipmentName: "Who knows", nextMaintenanceDate: dayFromNow(3) });
  const { json } = await manager.get<{ byColor: unknown[]; worst: EquipmentJson[]; total: number }>(
    "/api/equipment/health-dashboard",
  );
  expect(json).toMatchObject({ total: 3, overdue: 0, needsAttention: 2 });
  expect(json.byColor).toContainEqual({ color: "unknown", count: 1 });
  expect(json.worst.map((unit) => unit.equipmentName)).toEqual(["Old", "Who knows"]);
});

test("the health dashboard says when it counts only the equipment added last", async () => {
  const shop = await worker.business();
  const add = (from: number, to: number) =>
    worker.db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
         INSERT INTO equipment (org_id, id, name, type, created_at, updated_at)
         SELECT ?1, ?1 || printf('-%05d', i), 'Unit', 'furnace', ?4, ?4 FROM n`,
      )
      .bind(shop.orgId, from, to, new Date().toISOString())
      .run();
  const read = async () =>
    (await shop.manager.get<{ total: number; isPartial: boolean }>("/api/equipment/health-dashboard")).json;
  await add(1, 5000);
  expect(await read()).toMatchObject({ total: 5000, isPartial: false });
  await add(5001, 5001);
  expect(await read()).toMatchObject({ total: 5000, isPartial: true });
  const page = await shop.manager.get("/equipment/health");
  expect(pageText(page.text)).toContain("Only the 5,000 pieces of equipment added last are counted.");
});

test("a customer's equipment includes circuits and plans on request", async () => {
  const place = await addCustomer(worker, business.orgId, "Cy Rill");
  const unit = await addEquipment(office, { ...place, equipmentName: "Split" });
  const circuit = { name: "Circuit A", refrigerant: "R-410A", chargeLb: 6.25, chargeBasis: "nameplate" };
  const path = `/api/equipment/${unit.id}/service-groups`;
  expect((await office.post(path, circuit)).status).toBe(201);
  const again = await office.post<EquipmentRefused>(path, { ...circuit, name: "circuit a" });
  expect([again.status, again.json.message]).toEqual([409, "This equipment already has a circuit with that name"]);
  const unsure = await office.post<EquipmentRefused>(path, { name: "B", refrigerant: "R-32", chargeLb: 3 });
  expect([unsure.status, unsure.json.fields?.chargeBasis]).toEqual([400, ["Choose how the charge is known"]]);
  const of = `/api/equipment/customer/${place.customerId}`;
  expect((await office.get<List>(of)).json.items[0]).not.toHaveProperty("circuits");
  const whole = await office.get<List>(`${of}?includeRelations=true`);
  expect(whole.json.items).toMatchObject([
    { equipmentName: "Split", circuits: [{ name: "Circuit A", chargeLb: 6.25 }] },
  ]);
  expect(databaseCosts(whole).calls).toBeLessThanOrEqual(2);
});

test("a customer's and a property's equipment is paged by name, on the screens and in the API", async () => {
  const place = await addCustomer(worker, business.orgId, "Di Sel");
  const names = ["Boiler B1", "chiller B2", "Furnace B3", "Heat pump B4"];
  for (const equipmentName of names.toReversed())
    await addEquipment(office, { ...place, addressId: place.siteAddressId, equipmentName });
  for (const path of [`/customers/${place.customerId}/equipment`, `/properties/${place.siteAddressId}/equipment`]) {
    const { pages, back } = await threePagesAndBack(office, path);
    const shown = [...pages, back].map((page) => names.filter((name) => pageText(page).includes(name)));
    expect(shown).toEqual([0, 1, 2, 1].map((index) => [names[index]]));
  }
  const of = `/api/equipment/customer/${place.customerId}?includeRelations=true`;
  expect((await office.get<List>(of)).json).toMatchObject({ total: 4, nextCursor: null });
  const first = (await office.get<List>(`${of}&limit=3`)).json;
  expect(first.items).toHaveLength(3);
  const rest = await office.get<List>(`${of}&limit=3&cursor=${first.nextCursor}`);
  expect(rest.json).toMatchObject({ items: [{ equipmentName: "Heat pump B4" }], nextCursor: null, total: null });
});

test("new equipment gets the circuit of its nameplate, and none without a refrigerant", async () => {
  const unit = { ...site, equipmentType: "air_conditioner" };
  const circuitsOf = async (circuit: Record<string, unknown>) => {
    const { id } = await addEquipment(office, { ...unit, circuit });
    return (await office.get<List>(`/api/equipment/${id}/service-groups`)).json.items;
  };
  expect(await circuitsOf({ refrigerant: "R-410A", chargeLb: "6.25" })).toMatchObject([
    { name: "Circuit 1", refrigerant: "R-410A", chargeLb: 6.25, chargeBasis: "nameplate" },
  ]);
  expect(await circuitsOf({ refrigerant: "R-32" })).toMatchObject([{ chargeLb: null, chargeBasis: null }]);
  expect(await circuitsOf({ refrigerant: "", chargeLb: "" })).toEqual([]);
  const lone = { ...unit, equipmentName: "Lone", circuit: { chargeLb: 6 } };
  const refused = await office.post<EquipmentRefused>("/api/equipment", lone);
  expect(refused.status).toBe(400);
  expect(refused.json.fields).toEqual({ "circuit.refrigerant": ["Choose the refrigerant of this charge"] });
});

test("equipment on work orders cannot be deleted; equipment entered by mistake can", async () => {
  const used = await addEquipment(office, { ...site });
  await addWorkOrder(office, site, { equipmentIds: [used.id] });
  const refused = await office.delete<EquipmentRefused>(`/api/equipment/${used.id}`);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "This equipment is on work orders. Set it to retired instead.",
  ]);
  const mistake = await addEquipment(office);
  expect((await office.delete(`/api/equipment/${mistake.id}`)).status).toBe(204);
  expect((await office.get(`/api/equipment/${mistake.id}`)).status).toBe(404);
});

test("equipment that a part was used on keeps its record, even after the job is about other equipment", async () => {
  const unit = await addEquipment(office, { ...site });
  const workOrder = await addWorkOrder(office, site);
  const part = { partDescription: "Igniter", equipmentId: unit.id };
  expect((await office.post(`/api/work-orders/${workOrder.id}/parts`, part)).status).toBe(201);
  const { version } = (await office.get<{ version: number }>(`/api/work-orders/${workOrder.id}`)).json;
  expect((await office.patch(`/api/work-orders/${workOrder.id}`, { version, equipmentIds: [] })).status).toBe(200);
  const refused = await office.delete<EquipmentRefused>(`/api/equipment/${unit.id}`);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "This equipment has parts, readings or leak records. Set it to retired instead.",
  ]);
});

test("another business's equipment returns 404 like an unknown ID", async () => {
  const other = await worker.business();
  const theirs = await addEquipment(other.manager);
  for (const id of [theirs.id, randomUUID()]) {
    const answers = [
      await office.get<EquipmentRefused>(`/api/equipment/${id}`),
      await office.patch<EquipmentRefused>(`/api/equipment/${id}`, { version: 1, status: "retired" }),
      await office.delete<EquipmentRefused>(`/api/equipment/${id}`),
      await office.get<EquipmentRefused>(`/api/equipment/${id}/service-groups`),
      await office.post<EquipmentRefused>(`/api/equipment/${id}/service-groups`, { name: "A", refrigerant: "R-32" }),
      await office.get<EquipmentRefused>(`/api/equipment/${id}/maintenance-plans`),
    ];
    for (const answer of answers) expect([answer.status, answer.json.message]).toEqual([404, "Equipment not found"]);
  }
  const away = await addCustomer(worker, other.orgId);
  expect((await office.post("/api/equipment", { equipmentName: "X", equipmentType: "other", ...away })).status).toBe(
    400,
  );
});

test("a technician can read equipment but not change it", async () => {
  const made = await addEquipment(office);
  const { technician } = business;
  expect((await technician.get(`/api/equipment/${made.id}`)).status).toBe(200);
  expect((await technician.post("/api/equipment", { equipmentName: "X", equipmentType: "other" })).status).toBe(403);
  expect((await technician.patch(`/api/equipment/${made.id}`, { version: 1, status: "retired" })).status).toBe(403);
  expect((await technician.delete(`/api/equipment/${made.id}`)).status).toBe(403);
});

test("every list takes at most two round trips", async () => {
  for (const path of ["", "?sortBy=healthScore", "/maintenance-due", "/health-dashboard"]) {
    expect(databaseCosts(await office.get(`/api/equipment${path}`)).calls).toBeLessThanOrEqual(2);
  }
});

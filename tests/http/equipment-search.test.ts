import { beforeAll, expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const [small, large] = [await worker.business(), await worker.business()];

async function manyUnits(orgId: string, count: number): Promise<void> {
  await worker.db
    .prepare(
      `INSERT INTO equipment (org_id, id, name, type, manufacturer, serial_number, created_at, updated_at)
       SELECT ?1, printf('unit-%06d', key), 'Furnace ' || key, 'furnace', 'Carrier', printf('SN%08d', key), '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
       FROM json_each(?2)`,
    )
    .bind(orgId, JSON.stringify(Array.from({ length: count }, () => 0)))
    .run();
}

beforeAll(async () => {
  await manyUnits(small.orgId, 300);
  await manyUnits(large.orgId, 6000);
});

interface List {
  items: { id: string; equipmentName: string }[];
  total: number | null;
}

const search = async (by: Visitor, query: string) => {
  const answer = await by.get<List>(`/api/equipment?${query}`);
  expect(answer.status).toBe(200);
  return { names: answer.json.items.map((unit) => unit.equipmentName), ...answer.json, ...databaseCosts(answer) };
};

test.each(["search=carrier", "search=furn&status=active", "search=SN00000042", "search=nothing"])(
  "%s reads as many rows from 6,000 systems as from 300",
  async (query) => {
    const [few, many] = [await search(small.manager, query), await search(large.manager, query)];
    expect(many.calls).toBeLessThanOrEqual(2);
    expect(many.read).toBeLessThanOrEqual(few.read * 1.1);
  },
);

test("more than 200 matches show no total; fewer are counted", async () => {
  expect((await search(large.manager, "search=carrier")).total).toBeNull();
  expect((await search(large.manager, "search=SN00000042")).total).toBe(1);
});

test("a filter of more than 200 matches shows no total either: others may be behind the newest", async () => {
  const { manager, orgId } = await worker.business();
  await manyUnits(orgId, 260);
  await worker.db
    .prepare("UPDATE equipment SET warranty_expires_on = '9999-01-01' WHERE org_id = ? AND id >= 'unit-000230'")
    .bind(orgId)
    .run();
  expect((await search(manager, "search=carrier&isUnderWarranty=true")).total).toBeNull();
  expect((await search(manager, "search=SN00000259&isUnderWarranty=true")).total).toBe(1);
  expect((await search(manager, "isUnderWarranty=true")).total).toBe(30);
});

test("equipment is found by model, end of serial number and current customer name", async () => {
  const { manager, orgId } = await worker.business();
  const place = await addCustomer(worker, orgId, "Zoe Young");
  const unit = await addEquipment(manager, {
    ...place,
    equipmentName: "Attic furnace",
    modelNumber: "59TP6A-080",
    serialNumber: "4218A07731",
  });
  await addEquipment(manager, { equipmentName: "Boiler", equipmentType: "boiler" });
  for (const words of ["attic", "59tp6a-080", "7731", "A07731", "zoe", "young furnace"]) {
    expect([words, (await search(manager, `search=${words}`)).names]).toEqual([words, ["Attic furnace"]]);
  }
  expect((await search(manager, "search=attic&equipmentType=boiler")).names).toEqual([]);
  expect((await search(manager, "search=attic&equipmentType=furnace&status=active")).names).toEqual(["Attic furnace"]);
  const { version } = unit;
  await manager.patch(`/api/equipment/${unit.id}`, { version, equipmentName: "Basement furnace", status: "retired" });
  expect((await search(manager, "search=attic")).names).toEqual([]);
  expect((await search(manager, "search=basement&status=retired")).names).toEqual(["Basement furnace"]);
  const customer = await manager.get<{ version: number }>(`/api/customers/${place.customerId}`);
  const renamed = { version: customer.json.version, firstName: "Zoe", lastName: "Haddad" };
  expect((await manager.patch(`/api/customers/${place.customerId}`, renamed)).status).toBe(200);
  expect((await search(manager, "search=haddad")).names).toEqual(["Basement furnace"]);
  expect((await search(manager, "search=young")).names).toEqual([]);
  await manager.delete(`/api/equipment/${unit.id}`);
  expect((await search(manager, "search=haddad")).names).toEqual([]);
});

test("a search without a letter or digit finds nothing, on the screen and in the API", async () => {
  const { manager } = await worker.business();
  await addEquipment(manager, { equipmentName: "Boiler", equipmentType: "boiler" });
  for (const query of ["search=%25", "search=%25&equipmentType=boiler"]) {
    expect(await search(manager, query)).toMatchObject({ names: [], total: 0 });
    expect((await manager.get(`/equipment?${query}`)).text).toContain("No equipment matches");
  }
  expect((await search(manager, "search=%20")).names).toEqual(["Boiler"]);
});

test("a search stays within the business", async () => {
  expect((await search((await worker.business()).manager, "search=carrier")).names).toEqual([]);
});

test("a stale change does not affect the search index", async () => {
  const { manager } = await worker.business();
  const unit = await addEquipment(manager, { equipmentName: "Chiller" });
  const change = (equipmentName: string) => manager.patch(`/api/equipment/${unit.id}`, { version: 1, equipmentName });
  const answers = await Promise.all([change("First name"), change("Second name")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const found = [await search(manager, "search=first"), await search(manager, "search=second")];
  expect(found.flatMap(({ names }) => names)).toHaveLength(1);
});

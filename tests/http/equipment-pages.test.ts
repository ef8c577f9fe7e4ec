import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addEquipment, dayFromNow, type EquipmentJson } from "#tests/support/equipment";
import { pageText, threePagesAndBack } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { addCustomer, seedWorkOrders } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { manager: office } = business;
const site = await addCustomer(worker, business.orgId, "Ada Byron");
const unit = await addEquipment(office, { ...site, equipmentName: "Gas furnace", installDate: "2012-10-01" });
const below = `/customers/${site.customerId}/equipment`;

const pages: [string, string][] = [
  ["/equipment", "Gas furnace"],
  ["/equipment?sortBy=healthScore&equipmentType=furnace", "Gas furnace"],
  ["/equipment/health", "Needs attention"],
  ["/equipment/due", "Nothing is due within 30 days"],
  [`/equipment/${unit.id}`, "years old, expected life 20 years"],
  [below, "Gas furnace"],
  [`/equipment/${unit.id}/history`, "No work orders yet"],
  [`${below}/${unit.id}`, "Gas furnace"],
  [`${below}/${unit.id}/history`, "No work orders yet"],
];

test.each(pages)("%s opens in two round trips, has one heading and requires permission", async (path, text) => {
  const page = await office.get(path);
  expect(page.status).toBe(200);
  expect(page.text).toContain(text);
  expect(page.text.match(/<h1/g)).toHaveLength(1);
  expect(page.text).not.toMatch(/ style="/);
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
  const guest = await worker.visitor().get(path);
  expect([guest.status, guest.location?.startsWith("/login")]).toEqual([302, true]);
  expect((await business.technician.get(path)).status).toBe(200);
  expect((await (await worker.member(business.orgId, "Technician", [])).get(path)).status).toBe(403);
});

test.each([
  "/equipment/create",
  "/equipment/create?find=Ada",
  `${below}/create`,
  `/equipment/${unit.id}/edit`,
  `/equipment/${unit.id}/plans/new`,
  `/equipment/${unit.id}/circuits/new`,
])("%s requires write permission", async (path) => {
  const page = await office.get(path);
  expect(page.status).toBe(200);
  expect(page.text.match(/<h1/g)).toHaveLength(1);
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
  expect((await business.technician.get(path)).status).toBe(403);
});

test("a circuit is corrected in its dialog, a blank charge clears it, and a stale form shows what was saved", async () => {
  const lone = await addEquipment(office, { ...site, circuit: { refrigerant: "R-410A", chargeLb: 60 } });
  const [circuit] = lone.circuits;
  const path = `/equipment/${lone.id}/circuits/${circuit?.id}/edit`;
  const page = await office.get(path);
  expect([page.status, page.text.includes('value="60"'), (await business.technician.get(path)).status]).toEqual([
    200,
    true,
    403,
  ]);
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
  const typed = { name: "Circuit 1", refrigerant: "R-410A", chargeLb: "6", chargeBasis: "measured" };
  expect((await office.submit(path, { ...typed, version: "1" })).location).toBe(`/equipment/${lone.id}`);
  const stale = await office.submit(path, { ...typed, chargeLb: "7", version: "1" });
  expect([stale.status, stale.text.includes("Someone else")]).toEqual([409, true]);
  expect((await office.submit(path, { ...typed, chargeLb: "", chargeBasis: "", version: "2" })).status).toBe(302);
  const [cleared] = (await office.get<EquipmentJson>(`/api/equipment/${lone.id}`)).json.circuits;
  expect(cleared?.chargeLb).toBeNull();
  const theirs = await addEquipment((await worker.business()).manager, { circuit: { refrigerant: "R-32" } });
  const away = `/equipment/${theirs.id}/circuits/${theirs.circuits[0]?.id}/edit`;
  expect((await office.get(away)).status).toBe(404);
});

test("the list of what needs attention says how many there are beyond it", async () => {
  const busy = await worker.business();
  const now = new Date().toISOString();
  const add = (from: number, count: number) =>
    worker.db
      .prepare(
        `INSERT INTO equipment (org_id, id, name, type, critical_alerts, created_at, updated_at)
          SELECT ?1, printf('alert-%03d', n.value), 'Furnace ' || n.value, 'furnace', '["Cracked heat exchanger"]', ?2, ?2 FROM json_each(?3) n`,
      )
      .bind(busy.orgId, now, JSON.stringify(Array.from({ length: count }, (_, at) => from + at)))
      .run();
  await add(0, 50);
  expect(pageText((await busy.manager.get("/equipment/health")).text)).not.toContain("are listed");
  await add(50, 3);
  expect(pageText((await busy.manager.get("/equipment/health")).text)).toContain(
    "The 50 in the worst health of 53 are listed.",
  );
});

test("old query URLs of views and the form redirect to their new URLs", async () => {
  for (const [from, to] of [
    ["/equipment?view=health", "/equipment/health"],
    ["/equipment?view=due&daysAhead=60", "/equipment/due?daysAhead=60"],
    [`/equipment/${unit.id}?edit=yes`, `/equipment/${unit.id}/edit`],
  ])
    expect(await office.get(from ?? "")).toMatchObject({ status: 302, location: to });
});

test("another circuit is suggested under a name that is still free", async () => {
  const dual = await addEquipment(office, { ...site, circuit: { refrigerant: "R-410A" } });
  const dialog = await office.get(`/equipment/${dual.id}/circuits/new`);
  expect(dialog.text).toMatch(
    /<input[^>]*name="name"[^>]*value="Circuit 2"|<input[^>]*value="Circuit 2"[^>]*name="name"/,
  );
  const answer = await office.submit(`/equipment/${dual.id}/circuits/new`, {
    name: "Circuit 2",
    refrigerant: "R-410A",
  });
  expect(answer.status).toBe(302);
});

test("breadcrumbs list equipment under its customer, if it has one", async () => {
  const trailOf = async (path: string) => {
    const { text } = await office.get(path);
    const from = text.indexOf('aria-label="Breadcrumb"');
    return text.slice(from, text.indexOf("</nav>", from)).replace(/<[^>]+>/g, " ");
  };
  expect(await trailOf(`/equipment/${unit.id}`)).toMatch(/Home\s+Customers\s+Ada Byron\s+Gas furnace/);
  expect(await trailOf(`${below}/${unit.id}`)).toMatch(/Home\s+Customers\s+Ada Byron\s+Equipment\s+Gas furnace/);
  expect(await trailOf(`${below}/create`)).toMatch(/Ada Byron\s+Equipment\s+New Equipment/);
  const alone = await addEquipment(office, { equipmentName: "Shop compressor", equipmentType: "other" });
  expect(await trailOf(`/equipment/${alone.id}`)).toMatch(/Home\s+Shop compressor/);
});

test("equipment is not found under another customer or in another business", async () => {
  const neighbor = await addCustomer(worker, business.orgId, "Bo Next");
  expect((await office.get(`/customers/${neighbor.customerId}/equipment/${unit.id}`)).status).toBe(404);
  const theirs = await addEquipment((await worker.business()).manager);
  for (const id of [theirs.id, randomUUID()]) {
    const answer = await office.get(`/equipment/${id}`);
    expect([answer.status, answer.text.includes("Equipment not found")]).toEqual([404, true]);
  }
  expect((await office.get(`/customers/${randomUUID()}/equipment`)).status).toBe(404);
});

test("the work orders of a piece of equipment page back one page at a time", async () => {
  const { manager: owner, orgId } = await worker.business();
  const place = await addCustomer(worker, orgId, "Grace Hopper");
  const { id } = await addEquipment(owner, { ...place });
  const rows = Array.from({ length: 45 }, (_, index) => ({
    ...{ id: randomUUID(), number: 1000 + index, title: `Visit ${index + 1}`, status: "unscheduled" as const },
    ...{ priority: "normal", technicianId: null, start: null },
  }));
  await seedWorkOrders(worker, orgId, place, rows);
  await worker.db
    .prepare(
      `INSERT INTO work_order_equipment (org_id, work_order_id, equipment_id)
       SELECT org_id, id, ?2 FROM work_orders WHERE org_id = ?1`,
    )
    .bind(orgId, id)
    .run();
  const { pages, back } = await threePagesAndBack(owner, `/equipment/${id}/history`);
  const newest = [...pages, back].map((page) => /Visit \d+/.exec(page)?.[0]);
  expect(newest).toEqual(["Visit 45", "Visit 25", "Visit 5", "Visit 25"]);
});

test("below a customer, equipment keeps the customer's heading and tab, its own title, and may be missing", async () => {
  const headings = (html: string) =>
    [...html.matchAll(/<h([12])\b[^>]*>(.*?)<\/h\1>/gs)].map(([, level, text]) => `${level} ${pageText(text ?? "")}`);
  const page = await office.get(`${below}/${unit.id}/history`);
  expect(headings(page.text).slice(0, 2)).toEqual(["1 Ada Byron", "2 Gas furnace"]);
  expect(page.text).toContain("<title>Gas furnace · Plenum</title>");
  const current = [...page.text.matchAll(/<a[^>]*aria-current="page"[^>]*>(.*?)<\/a>/gs)].map(([, text]) => text);
  expect(current).toEqual(expect.arrayContaining(["Equipment", "History"]));
  expect(headings((await office.get(`${below}/create`)).text).slice(0, 2)).toEqual(["1 Ada Byron", "2 New equipment"]);
  expect(headings((await office.get(below)).text)[0]).toBe("1 Ada Byron");
  const missing = await office.get(`${below}/${randomUUID()}`);
  expect([missing.status, headings(missing.text)]).toEqual([404, ["1 Ada Byron", "2 Equipment not found"]]);
});

test("the form adds equipment at the customer's property and shows field errors", async () => {
  const fields = { equipmentName: "Boiler", equipmentType: "boiler", status: "active", customerId: site.customerId };
  const refused = await office.submit(`${below}/create`, { ...fields, equipmentName: "", installDate: "2019-13-01" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Enter a name");
  expect(refused.text).toContain("Please enter a valid date");
  const plate = { "circuit.refrigerant": "R-410A", "circuit.chargeLb": "6.25" };
  const saved = await office.submit(`${below}/create`, { ...fields, ...plate, criticalAlerts: "Leaks\nTagged out" });
  expect([saved.status, saved.location?.startsWith(`${below}/`)]).toEqual([302, true]);
  const id = saved.location?.split("/").at(-1);
  expect((await office.get<EquipmentJson>(`/api/equipment/${id}`)).json).toMatchObject({
    addressId: site.siteAddressId,
    criticalAlerts: ["Leaks", "Tagged out"],
    circuits: [{ refrigerant: "R-410A", chargeLb: 6.25 }],
  });
});

test("equipment added on a property is at that property", async () => {
  const second = await office.post<{ id: string }>(`/api/customers/${site.customerId}/addresses`, {
    ...{ type: "service", line1: "9 Elm St", city: "Troy", state: "NY", postalCode: "12180" },
  });
  expect([second.status, second.text]).toEqual([201, second.text]);
  const number = await worker.db
    .prepare("SELECT number FROM sites WHERE org_id = ? AND address_id = ?")
    .bind(business.orgId, second.json.id)
    .first<number>("number");
  const listed = await office.get(`/properties/${number}/equipment`);
  const [href = ""] = /[^"]*\/equipment\/create[^"]*/.exec(listed.text) ?? [];
  const form = await office.get(href.replaceAll("&amp;", "&"));
  expect(form.text).toMatch(
    new RegExp(`<option (value="${second.json.id}" selected=""|selected="" value="${second.json.id}")`),
  );
});

test("equipment can be at any of a customer's properties, however many, each told apart by its unit", async () => {
  const owner = await addCustomer(worker, business.orgId, "Many Doors");
  const now = new Date().toISOString();
  await worker.db
    .prepare(
      `INSERT INTO addresses (org_id, id, customer_id, type, is_primary, line1, line2, city, state, postal_code, created_at, updated_at)
        SELECT ?1, 'ffffffff-ffff-4fff-8fff-' || printf('%012d', n.value), ?2, 'service', 0, '9 Oak Ct', 'Apt ' || n.value, 'Troy', 'NY', '12180', ?3, ?3
        FROM json_each(?4) n`,
    )
    .bind(business.orgId, owner.customerId, now, JSON.stringify(Array.from({ length: 130 }, (_, at) => at + 1)))
    .run();
  const last = "ffffffff-ffff-4fff-8fff-000000000130";
  const chosen = new RegExp(
    `<option (value="${last}" selected=""|selected="" value="${last}")>9 Oak Ct, Apt 130, Troy`,
  );
  const create = await office.get(`/equipment/create?customerId=${owner.customerId}&addressId=${last}`);
  expect(create.text).toMatch(chosen);
  const made = await addEquipment(office, { customerId: owner.customerId, addressId: last });
  expect((await office.get(`/equipment/${made.id}/edit`)).text).toMatch(chosen);
  expect(pageText((await office.get(`/equipment/${made.id}`)).text)).toContain("9 Oak Ct, Apt 130, Troy");
  // Its address has become one for bills since: the form still names it.
  await worker.db
    .prepare("UPDATE addresses SET type = 'billing' WHERE org_id = ? AND id = ?")
    .bind(business.orgId, last)
    .run();
  expect((await office.get(`/equipment/${made.id}/edit`)).text).toMatch(chosen);
  const job = await office.get(`/workorders/create?customerId=${owner.customerId}`);
  expect(job.text).toContain("9 Oak Ct, Apt 129, Troy");
});

test("the edit form saves, clears blank fields and shows a conflict for a stale edit", async () => {
  const made = await addEquipment(office, { ...site, manufacturer: "Trane" });
  const path = `/equipment/${made.id}`;
  const fields = { equipmentName: "Renamed", equipmentType: "boiler", status: "retired", version: "1" };
  const saved = await office.submit(`${path}/edit`, fields);
  expect([saved.status, saved.location]).toEqual([302, path]);
  const now = (await office.get<EquipmentJson & { manufacturer: string }>(`/api/equipment/${made.id}`)).json;
  expect(now).toMatchObject({ equipmentName: "Renamed", manufacturer: null, addressId: site.siteAddressId });
  const late = await office.submit(`${path}/edit`, { ...fields, equipmentName: "Mine" });
  expect(late.status).toBe(409);
  expect(late.text).toContain("Someone else changed this equipment while you were editing");
});

test("a plan added on the screen creates its work order at once, and a circuit shows its charge", async () => {
  const made = await addEquipment(office, { ...site, equipmentName: "Heat pump", equipmentType: "heat_pump" });
  const path = `/equipment/${made.id}`;
  const plan = {
    title: "Spring visit",
    startsOn: dayFromNow(3),
    every: "1",
    unit: "year",
    basis: "due_date",
    leadDays: "30",
  };
  expect(await office.submit(`${path}/plans/new`, plan)).toMatchObject({ status: 302, location: path });
  const circuit = {
    name: "Circuit 1",
    refrigerant: "R-32",
    chargeLb: "4.125",
    chargeBasis: "nameplate",
  };
  expect(await office.submit(`${path}/circuits/new`, circuit)).toMatchObject({ status: 302, location: path });
  expect((await office.get(`${path}/history`)).text).toContain("Spring visit: Heat pump");
  expect((await office.get(path)).text.replaceAll("<!-- -->", "")).toContain("4.125 lb, nameplate");
  const [stored] = (await office.get<EquipmentJson>(`/api/equipment/${made.id}`)).json.plans;
  expect((await office.submit(`${path}/plans/${stored?.id}/end`, {})).status).toBe(302);
  expect((await office.get(path)).text).toContain("Ended");
});

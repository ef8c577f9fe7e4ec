import { expect, test } from "vitest";
import { newAccount } from "#tests/support/accounts";
import { newCustomer, site } from "#tests/support/customers";
import { addEquipment } from "#tests/support/equipment";
import { addItem, addLocation } from "#tests/support/inventory";
import { addIssue } from "#tests/support/issues";
import { dayName, nextYear } from "#tests/support/next-year";
import { addServiceType } from "#tests/support/service-types";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, technician, orgId } = await worker.business();
const other = await worker.business();

const literal = await worker.business();
for (const companyName of ["NEAR OR NOT Ltd", "Quell Works", "Quell-Bakery Co"])
  await newCustomer(literal.admin, { customerType: "commercial", companyName });
for (const name of ["50% off_check", "Check* all"]) await addServiceType(literal.admin, { name });

interface Hit {
  label: string;
  detail: string | null;
  to: string;
}

const search = (by: Visitor, text: string) =>
  by.get<{ hits: Hit[] }>(`/resources/search?q=${encodeURIComponent(text)}`);
const placesOf = async (by: Visitor, text: string) => (await search(by, text)).json.hits.map(({ to }) => to);

const customer = await newCustomer(admin, {
  ...{ customerType: "commercial", companyName: "Zanzibar Bakery" },
  addresses: [site],
});
const unit = await addEquipment(admin, { equipmentName: "Zanzibar rooftop unit", customerId: customer.id });
const item = await addItem(admin, { sku: "ZANZI-45", name: "Zanzibar capacitor" });
const issue = await addIssue(admin, { title: "Zanzibar board flickers" });
const draft = await admin.post<{ id: string }>("/api/invoices", { customerId: customer.id });

test("one search finds equipment, items, invoices, properties and issues as well as customers", async () => {
  expect(draft.status, draft.text).toBe(201);
  const { json } = await search(admin, "zanzibar");
  const places = json.hits.map(({ to }) => to);
  expect(places).toEqual(
    expect.arrayContaining([
      `/equipment/${unit.id}`,
      `/inventory/items/${item.id}`,
      `/invoices-v2/${draft.json.id}`,
      `/bugscout/issues/${issue.number}`,
    ]),
  );
  expect(places.filter((to) => to.startsWith("/customers/"))).toHaveLength(1);
  expect(places.filter((to) => to.startsWith("/properties/"))).toHaveLength(1);
  expect(json.hits.find(({ to }) => to.startsWith("/equipment/"))).toMatchObject({
    label: "Zanzibar rooftop unit",
    detail: "Zanzibar Bakery",
  });
  for (const to of places) expect((await admin.get(to)).status, to).toBe(200);
});

test("phone numbers and due dates are formatted as on the screens", async () => {
  await newCustomer(admin, { firstName: "Quillon", lastName: "Reed", phone: "414 555 0177 ext 4" });
  const todo = { title: "Call Quillon back", dueOn: nextYear("2027-03-12") };
  expect((await admin.post("/api/todos", todo)).status).toBe(201);
  const { json } = await search(admin, "quillon");
  expect(json.hits.map(({ label, detail }) => [label, detail])).toEqual([
    ["Quillon Reed", "(414) 555-0177 ext. 4"],
    ["Call Quillon back", `Due Fri, ${dayName(todo.dueOn)}`],
  ]);
});

test("an item is found by its SKU and an issue by a word of its title", async () => {
  expect(await placesOf(admin, "zanzi-45")).toContain(`/inventory/items/${item.id}`);
  expect(await placesOf(admin, "flick")).toEqual([`/bugscout/issues/${issue.number}`]);
});

test("an issue in the trash is not found", async () => {
  const gone = await addIssue(admin, { title: "Quokka sound" });
  expect(await placesOf(admin, "quokka")).toEqual([`/bugscout/issues/${gone.number}`]);
  expect((await admin.send("DELETE", `/api/issues/${gone.number}`, {})).status).toBeLessThan(300);
  expect(await placesOf(admin, "quokka")).toEqual([]);
});

test("a technician finds no invoices and no issues", async () => {
  const places = await placesOf(technician, "zanzibar");
  expect(places).toEqual(expect.arrayContaining([`/equipment/${unit.id}`, `/inventory/items/${item.id}`]));
  expect(places.filter((to) => /invoices|bugscout/.test(to))).toEqual([]);
});

test("another business finds none of these records", async () => {
  expect(await placesOf(other.admin, "zanzibar")).toEqual([]);
});

test.each(['"', "zanzibar OR", "title:zanzibar", "-zanzibar", "%", "zanzibar*)", "INV-0001", "42"])(
  "searching for %j succeeds in at most two round trips",
  async (text) => {
    const answer = await search(admin, text);
    expect(answer.status).toBe(200);
    expect(databaseCosts(answer).rounds).toBeLessThanOrEqual(2);
  },
);

test.each([
  ["near or", ["NEAR OR NOT Ltd"]],
  ["NOT", ["NEAR OR NOT Ltd"]],
  ["quell AND", []],
  ["quell AND bakery", []],
  ["quell OR cooling", []],
  ["-quell", ["Quell Works", "Quell-Bakery Co"]],
  ["quell -works", ["Quell Works"]],
  ['"bakery quell"', ["Quell-Bakery Co"]],
  ["quell*", ["Quell Works", "Quell-Bakery Co"]],
  ["q*l", []],
  ["name:quell", []],
  ["%", []],
  ["_uell", []],
  ["q_ell", []],
  ["^works", ["Quell Works"]],
])("a search for %j takes its words literally and finds %j", async (text, names) => {
  const found = await literal.admin.get<{ items: { name: string }[] }>(
    `/api/customers?search=${encodeURIComponent(text)}`,
  );
  expect(found.json.items.map(({ name }) => name).sort()).toEqual(names);
});

test.each([
  ["%", ["50% off_check"]],
  ["50%", ["50% off_check"]],
  ["5%f", []],
  ["_", ["50% off_check"]],
  ["f_c", ["50% off_check"]],
  ["f_x", []],
  ["*", ["Check* all"]],
  ["ch*all", []],
  ["check", ["50% off_check", "Check* all"]],
])("a list that matches any part of a name takes %j literally and finds %j", async (text, names) => {
  const found = await literal.admin.get<{ items: { name: string }[] }>(
    `/api/service-types?search=${encodeURIComponent(text)}`,
  );
  expect(found.json.items.map(({ name }) => name).sort()).toEqual(names);
});

test("open to-dos are found by the office and their assignee, completed ones by no one", async () => {
  const todo = await admin.post<{ id: string }>("/api/todos", {
    ...{ title: "Order the wolpertinger valve", assigneeId: admin.userId },
  });
  expect(todo.status, todo.text).toBe(201);
  expect(await placesOf(admin, "wolpertinger")).toEqual([`/todos/${todo.json.id}/edit`]);
  expect((await admin.get(`/todos/${todo.json.id}/edit`)).status).toBe(200);
  expect(await placesOf(technician, "wolpertinger")).toEqual([]);
  expect(await placesOf(other.admin, "wolpertinger")).toEqual([]);
  expect((await admin.post(`/api/todos/${todo.json.id}/complete`, {})).status).toBe(200);
  expect(await placesOf(admin, "wolpertinger")).toEqual([]);
});

test("messages are found only by participants of their conversation and open at their position", async () => {
  const thread = await admin.post<{ id: string }>("/api/threads", { people: [technician.userId], title: null });
  const message = await admin.post<{ seq: number }>(`/api/threads/${thread.json.id}/messages`, {
    body: "The axolotl fan",
  });
  expect(message.status, message.text).toBe(201);
  const place = `/messages/${thread.json.id}?at=${message.json.seq}`;
  expect(await placesOf(technician, "axolotl")).toEqual([place]);
  expect((await technician.get(place)).status).toBe(200);
  expect(await placesOf(other.admin, "axolotl")).toEqual([]);
  const outsider = await worker.member(orgId, "Manager");
  expect(await placesOf(outsider, "axolotl")).toEqual([]);
});

test("a household finds its own income, expenses and accounts, and no one else finds them", async () => {
  const [person, stranger] = [await worker.household(), await worker.household()];
  const account = await newAccount(person, { name: "Kookaburra savings" });
  const planned = { currency: "USD", date: "2026-11-01", amount: 900 };
  const expense = await person.post<{ id: string }>("/api/expenses", {
    ...{ ...planned, name: "Kookaburra rent", category: "housing", isRecurring: true },
  });
  expect(expense.status, expense.text).toBe(201);
  const income = await person.post<{ id: string }>("/api/income", {
    ...{ ...planned, name: "Kookaburra wages", category: "salary", frequency: "monthly" },
  });
  expect(income.status, income.text).toBe(201);
  const { json } = await search(person, "kookaburra");
  expect(json.hits).toEqual([
    { kind: "income", label: "Kookaburra wages", detail: "Income, $900.00", to: `/finances/income/${income.json.id}` },
    {
      kind: "expense",
      label: "Kookaburra rent",
      detail: "Expense, $900.00",
      to: `/finances/expenses/${expense.json.id}`,
    },
    { kind: "account", label: "Kookaburra savings", detail: "Account", to: `/finances/accounts/${account.id}` },
  ]);
  for (const { to } of json.hits) expect((await person.get(to)).status, to).toBe(200);
  for (const who of [stranger, admin]) expect(await placesOf(who, "kookaburra")).toEqual([]);
  expect(databaseCosts(await search(person, "kookaburra")).rounds).toBeLessThanOrEqual(2);
});

test("a search reads no more rows with 5,000 open to-dos and 5,000 expenses", async () => {
  const crowd = await worker.business("Crowded Air");
  const many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)";
  const at = "2026-01-01T00:00:00.000Z";
  const grow = async (count: number, name: string) => {
    await worker.db
      .prepare(`${many} INSERT INTO todos (org_id, id, series_id, title, created_by, created_at, updated_at)
        SELECT ?2, '${name}' || i, '${name}' || i, 'Task ' || i, ?3, ?4, ?4 FROM n`)
      .bind(count, crowd.orgId, crowd.admin.userId, at)
      .run();
    await worker.db
      .prepare(`${many} INSERT INTO expenses (user_id, id, name, amount_minor, currency, date, category, is_recurring, created_at, updated_at)
        SELECT ?2, '${name}' || i, 'Cost ' || i, 100, 'USD', '2026-01-01', 'housing', 0, ?3, ?3 FROM n`)
      .bind(count, crowd.admin.userId, at)
      .run();
  };
  await grow(600, "few");
  const few = databaseCosts(await search(crowd.admin, "zebra")).read;
  await grow(5000, "many");
  expect(databaseCosts(await search(crowd.admin, "zebra")).read).toBeLessThanOrEqual(few * 1.1);
});

test("an estimate is found by number, title and customer, with its status, until it is superseded", async () => {
  const { admin: owner, technician: crew } = await worker.business();
  const people = await newCustomer(owner, {
    ...{ customerType: "commercial", companyName: "Wombat Brewing" },
    addresses: [site],
  });
  const made = await owner.post<{ id: string }>("/api/estimates", { customerId: people.id });
  expect(made.status, made.text).toBe(201);
  const at = `/api/estimates/${made.json.id}`;
  const { version } = (await owner.get<{ version: number }>(at)).json;
  const lines = [{ kind: "part", description: "Condenser", quantity: 1, unitPrice: 4200, taxable: false }];
  const options = [{ name: "Better", recommended: true, lines }];
  const terms = { validUntil: "2090-01-31", taxState: "exempt", taxNote: "Resale" };
  const draft = { title: "Marzipan heat pump", ...terms, options, version };
  const changed = await owner.put(at, draft);
  expect(changed.status, changed.text).toBe(200);
  const hits = async (text: string, by: Visitor = owner) =>
    (await search(by, text)).json.hits.filter(({ to }) => to.startsWith("/estimates/"));
  expect(await hits("marzip")).toEqual([
    {
      ...{ kind: "estimate", label: "Draft estimate Marzipan heat pump", detail: "Wombat Brewing, Draft" },
      to: `/estimates/${made.json.id}`,
    },
  ]);
  expect(await hits("wombat")).toHaveLength(1);
  expect((await owner.get(`/estimates/${made.json.id}`)).status).toBe(200);
  await worker.db
    .prepare(
      `UPDATE estimates SET status = 'sent', number = 1, tax_state = 'exempt', seller = '{"name":"S","lines":[]}', sent_at = created_at,
         sent_on = '2020-01-01', document_hash = ?2, file_key = 'k' WHERE id = ?1`,
    )
    .bind(made.json.id, "0".repeat(64))
    .run();
  expect(await hits("EST-1")).toMatchObject([{ label: "EST-1 Marzipan heat pump", detail: "Wombat Brewing, Sent" }]);
  const answer = await search(owner, "est-1");
  expect(databaseCosts(answer).rounds).toBeLessThanOrEqual(2);
  await worker.db.prepare("UPDATE customers SET name = 'Numbat Brewing' WHERE id = ?").bind(people.id).run();
  expect(await hits("numbat")).toHaveLength(1);
  expect(await hits("marzipan", crew)).toEqual([]);
  expect(await hits("marzipan", other.admin)).toEqual([]);
  await worker.db.prepare("UPDATE estimates SET status = 'superseded' WHERE id = ?").bind(made.json.id).run();
  expect(await hits("marzipan")).toEqual([]);
});

test("a system design is found by its title and its property's street, and a deleted one is not", async () => {
  const property = await admin.get<{ items: { id: string; line1: string }[] }>("/api/sites?search=zanzibar");
  const [place] = property.json.items;
  const made = await admin.post<{ id: string; version: number }>("/api/designs", {
    ...{ title: "Ostrich wing retrofit", siteAddressId: place?.id, template: "blank" },
  });
  expect(made.status, made.text).toBe(201);
  expect(await placesOf(admin, "ostrich")).toEqual([`/designer/${made.json.id}`]);
  expect(await placesOf(admin, place?.line1 ?? "")).toContain(`/designer/${made.json.id}`);
  expect(await placesOf(other.admin, "ostrich")).toEqual([]);
  await admin.delete(`/api/designs/${made.json.id}`);
  expect(await placesOf(admin, "ostrich")).toEqual([]);
});

test("a receipt is found by its merchant or note, only by those who may see it", async () => {
  const add = async (of: "org_id" | "user_id", table: string, [owner, by, merchant, note]: readonly string[]) => {
    const id = crypto.randomUUID();
    await worker.db
      .prepare(
        `INSERT INTO ${table} (${of}, id, added_by, file_key, content_type, bytes, sha256, crc32, merchant, bought_on, total_minor, note, currency, added_on, created_at, updated_at)
         VALUES (?1, ?2, ?3, 'k', 'image/jpeg', 1, ?6, 1, ?4, '2031-02-03', 4120, ?5, 'USD', '2031-02-03', '2031-02-03T00:00:00Z', '2031-02-03T00:00:00Z')`,
      )
      .bind(owner ?? "", id, by ?? "", merchant ?? "", note || null, id.replaceAll("-", "").repeat(2))
      .run();
    return id;
  };
  const [boss, field] = [admin.userId, technician.userId];
  const bosss = await add("org_id", "business_receipts", [orgId, boss, "Platypus Supply", "for the van"]);
  const fields = await add("org_id", "business_receipts", [orgId, field, "Corner store", "platypus tape"]);
  const own = await add("user_id", "household_receipts", [boss, boss, "Platypus Grocery", ""]);
  const { json } = await search(admin, "platypus");
  expect(json.hits.map(({ to }) => to).sort()).toEqual(
    [`/receipts/${bosss}`, `/receipts/${fields}`, `/receipts/${own}?of=household`].sort(),
  );
  expect(json.hits.find(({ label }) => label === "Platypus Supply")?.detail).toBe("Receipt, Mon, Feb 3, $41.20");
  expect(await placesOf(technician, "platypus")).toEqual([`/receipts/${fields}`]);
  expect(await placesOf(other.admin, "platypus")).toEqual([]);
});

test("the API finds what the screen finds", async () => {
  const { json } = await admin.get<{ items: { kind: string; key: string }[] }>("/api/search?q=zanzibar");
  expect(json.items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["customer", "equipment", "item", "site"]));
  expect(json.items.length).toBe((await search(admin, "zanzibar")).json.hits.length);
  expect((await admin.get("/api/search?q=z")).status).toBe(400);
  expect((await worker.visitor().get("/api/search?q=zanzibar")).status).toBe(401);
});

const madeBy = async (by: Visitor, path: string, body: object) => {
  const answer = await by.post<{ id: string }>(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
};

test("purchase orders, suppliers, locations, service types, cylinders and saved analyses are found by those who may see them", async () => {
  const firm = await worker.business();
  const { admin: owner, technician: crew } = firm;
  const supplier = await madeBy(owner, "/api/inventory/suppliers", {
    name: "Narwhal Supply",
    contactName: "Ida Rhodes",
  });
  const warehouse = await addLocation(owner, { name: "Narwhal warehouse" });
  const bin = await addLocation(owner, { name: "Shelf narwhal", type: "bin", parentId: warehouse });
  const type = (await addServiceType(owner, { name: "Narwhal inspection" })).id;
  const cylinder = await madeBy(owner, "/api/refrigerant-cylinders", {
    ...{ number: "NARWHAL-77", refrigerant: "R-454B", kind: "virgin", tareLb: 5, capacityLb: 25, grossLb: 25 },
  });
  const analysis = await madeBy(owner, "/api/industry-analyses", { title: "Narwhal trades", industries: ["238220"] });
  const line = { itemId: (await addItem(owner)).id, locationId: warehouse, quantity: 2 };
  const order = await madeBy(owner, "/api/inventory/purchase-orders", { supplierId: supplier, lines: [line] });

  const { json } = await search(owner, "narwhal");
  expect(json.hits).toEqual([
    {
      kind: "purchase_order",
      label: "PO-001 Narwhal Supply",
      detail: "Draft",
      to: `/inventory/purchase-orders/${order}`,
    },
    { kind: "supplier", label: "Narwhal Supply", detail: "Supplier", to: `/inventory/suppliers/${supplier}` },
    { kind: "location", label: "Shelf narwhal", detail: "Bin in Narwhal warehouse", to: `/inventory/locations/${bin}` },
    { kind: "location", label: "Narwhal warehouse", detail: "Warehouse", to: `/inventory/locations/${warehouse}` },
    { kind: "service_type", label: "Narwhal inspection", detail: "Service type", to: `/service-types/${type}` },
    {
      ...{ kind: "cylinder", label: "Cylinder NARWHAL-77", detail: "R-454B, in the shop" },
      to: `/equipment/cylinders/${cylinder}`,
    },
    {
      ...{ kind: "analysis", label: "Narwhal trades", detail: "Industry analysis" },
      to: `/industry-analysis/saved/${analysis}`,
    },
  ]);
  for (const { to } of json.hits) expect((await owner.get(to)).status, to).toBe(200);
  expect(await placesOf(owner, "po-1")).toEqual([`/inventory/purchase-orders/${order}`]);
  expect(await placesOf(owner, "rhodes")).toEqual([`/inventory/suppliers/${supplier}`]);
  expect(await placesOf(owner, "r-454b")).toEqual([`/equipment/cylinders/${cylinder}`]);
  const found = await owner.get<{ items: { kind: string; key: string }[] }>("/api/search?q=narwhal");
  expect(found.json.items.map(({ kind, key }) => [kind, key])).toContainEqual(["cylinder", cylinder]);
  const choices = await owner.get<{ choices: { value: string }[] }>("/resources/todo-subjects?q=narwhal");
  expect(choices.json.choices.map(({ value }) => value)).toEqual([
    ...[`purchaseOrder:${order}`, `supplier:${supplier}`, `location:${bin}`, `location:${warehouse}`],
    ...[`serviceType:${type}`, `cylinder:${cylinder}`, `analysis:${analysis}`],
  ]);

  expect((await search(crew, "narwhal")).json.hits.map((hit) => hit.to)).not.toContain(`/service-types/${type}`);
  expect(await placesOf(crew, "narwhal")).toContain(`/equipment/cylinders/${cylinder}`);
  const bare = await worker.member(firm.orgId, "Technician", []);
  for (const who of [bare, other.admin]) expect(await placesOf(who, "narwhal")).toEqual([]);
  expect(databaseCosts(await search(owner, "narwhal")).rounds).toBeLessThanOrEqual(2);
});

test("a renamed record is found by its new name only, and a deleted one is not found", async () => {
  const { admin: owner, orgId: org } = await worker.business();
  const supplier = await madeBy(owner, "/api/inventory/suppliers", { name: "Ocelot Supply" });
  const location = await addLocation(owner, { name: "Ocelot warehouse" });
  const changed = await owner.patch(`/api/inventory/suppliers/${supplier}`, { name: "Pangolin Parts", version: 1 });
  expect(changed.status, changed.text).toBe(200);
  expect(await placesOf(owner, "ocelot")).toEqual([`/inventory/locations/${location}`]);
  expect(await placesOf(owner, "pangolin")).toEqual([`/inventory/suppliers/${supplier}`]);
  await worker.db.prepare("DELETE FROM inventory_locations WHERE org_id = ? AND id = ?").bind(org, location).run();
  expect(await placesOf(owner, "ocelot")).toEqual([]);
});

test("a search reads no more rows with 3,000 suppliers, locations, service types and cylinders", async () => {
  const crowd = await worker.business("Stocked Air");
  const many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)";
  const at = "2026-01-01T00:00:00.000Z";
  const grow = async (count: number, name: string) => {
    const insert = (table: string, columns: string, values: string) =>
      worker.db
        .prepare(`${many} INSERT INTO ${table} (org_id, id, created_at, updated_at, ${columns})
          SELECT ?2, '${name}' || i, ?3, ?3, ${values} FROM n`)
        .bind(count, crowd.orgId, at)
        .run();
    await insert("suppliers", "name", `'${name} partner ' || i`);
    await insert("inventory_locations", "name, type", `'${name} partner ' || i, 'warehouse'`);
    await insert("service_types", "name, category, duration_minutes", `'${name} partner ' || i, 'repair', 60`);
    await insert(
      "refrigerant_cylinders",
      "number, refrigerant, kind, tare_milli_lb, capacity_milli_lb, gross_milli_lb",
      `'${name} partner ' || i, 'R-32', 'virgin', 1000, 1000, 1000`,
    );
  };
  await grow(20, "few");
  const few = databaseCosts(await search(crowd.admin, "partner"));
  await grow(3000, "many");
  const lots = databaseCosts(await search(crowd.admin, "partner"));
  expect(lots.read).toBeLessThanOrEqual(few.read * 1.1);
  expect(await placesOf(crowd.admin, "partner")).toHaveLength(20);
});

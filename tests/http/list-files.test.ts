import Papa from "papaparse";
import { expect, test } from "vitest";
import { newAccount } from "#tests/support/accounts";
import { manyCustomers, newCustomer, site } from "#tests/support/customers";
import { addEquipment } from "#tests/support/equipment";
import { householdCtx } from "#tests/support/household-ctx";
import { ledgerOf } from "#tests/support/receivables";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, addWorkOrder, seedWorkOrders } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { listPaymentsReceived } from "~/domain/invoices/money.server";
import { withinOrganization } from "~/domain/shared/context";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();
const { admin, manager, technician, orgId } = await worker.business();
const other = await worker.business();

async function rowsOf(by: Visitor, path: string): Promise<Record<string, string>[]> {
  const file = await by.get(path);
  expect(file.status, file.text).toBe(200);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return Papa.parse<Record<string, string>>(file.text, { header: true }).data;
}

/** Every list with a CSV export, as named in the document. */
const lists = [
  ...["work-orders", "customers", "equipment", "sites", "technicians", "leads", "estimates", "todos", "threads"],
  ...["service-types", "invoices/list", "inventory/suppliers", "inventory/purchase-orders", "inventory/movements"],
  ...["inventory/reservations", "inventory/counts", "inventory/lots", "inventory/locations", "inventory/stock"],
  ...["members", "refrigerant-cylinders", "leak-deadlines", "designs", "equipment/maintenance-due"],
];

const held = await newCustomer(admin, {
  ...{ customerType: "commercial", companyName: "=HYPERLINK(1) Bakery", phone: "(414) 555-0142" },
  addresses: [site],
});
await newCustomer(other.admin, { customerType: "commercial", companyName: "Foreign Bakery", addresses: [site] });
const mine = await addCustomer(worker, orgId, "Ada Byron");

test.each(lists)(
  "%s can be exported with their columns, are in the API document and hold no other business's rows",
  async (list) => {
    const file = await admin.get(`/api/${list}/export`);
    expect(file.status, file.text).toBe(200);
    const [header] = file.text.split("\r\n");
    expect(header?.split(",").length).toBeGreaterThan(6);
    expect(file.text).not.toContain("Foreign");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/);
    const { paths } = (await worker.visitor().get<{ paths: object }>("/api/openapi.json")).json;
    expect(Object.keys(paths)).toContain(`/api/${list}/export`);
  },
);

test("the customer export follows the filters and escapes formulas", async () => {
  const rows = await rowsOf(admin, "/api/customers/export?customerType=commercial");
  expect(rows.map(({ Name }) => Name)).toEqual(["'=HYPERLINK(1) Bakery"]);
  expect(rows[0]).toMatchObject({ Number: String(held.number), Type: "Commercial", City: "Milwaukee", Archived: "No" });
  expect((await admin.get("/api/customers/export?customerType=galactic")).status).toBe(400);
});

test("a repeating to-do is exported in the screen's words", async () => {
  const dueOn = addDays(new Date().toISOString().slice(0, 10), 2);
  const repeats = { repeatUnit: "week", repeatEvery: 2, repeatFrom: "completion" };
  const todo = { title: "Check filters", dueOn, assigneeId: admin.userId, ...repeats };
  expect((await admin.post("/api/todos", todo)).status).toBe(201);
  const rows = await rowsOf(admin, "/api/todos/export?list=mine");
  expect(rows.map(({ Repeats }) => Repeats)).toContain("Every 2 weeks, counted from when it is done");
});

test("the work order export has the list's order, all pages and the matching filters", async () => {
  const seeded = Array.from({ length: 620 }, (_, i) => ({
    ...{ id: `many-${i}`, number: i + 1000, title: `Many ${i}`, status: "closed" as const, priority: "normal" },
    ...{ technicianId: null, start: null },
  }));
  await addWorkOrder(manager, mine, { title: "No heat upstairs", priority: "high" });
  await seedWorkOrders(worker, orgId, mine, seeded);
  const rows = await rowsOf(manager, "/api/work-orders/export");
  const list = await manager.get<{ items: { title: string }[] }>("/api/work-orders?limit=100");
  expect(rows).toHaveLength(621);
  expect(new Set(rows.map((row) => row.Number)).size).toBe(621);
  expect(rows.slice(0, 100).map(({ Title }) => Title)).toEqual(list.json.items.map(({ title }) => title));
  const [one, ...rest] = await rowsOf(manager, "/api/work-orders/export?search=upstairs");
  expect(rest).toEqual([]);
  expect(one).toMatchObject({
    Title: "No heat upstairs",
    Priority: "High",
    Status: "Unscheduled",
    Customer: "Ada Byron",
  });
  expect((await rowsOf(manager, "/api/work-orders/export?status=closed")).length).toBe(620);
});

test("a list longer than two pages is exported completely", async () => {
  const crowd = await worker.business("Crowd Air");
  await manyCustomers(worker, crowd.orgId, 1100);
  const rows = await rowsOf(crowd.admin, "/api/customers/export");
  const archived = await rowsOf(crowd.admin, "/api/customers/export?archived=true");
  expect(new Set([...rows, ...archived].map((row) => row.Number)).size).toBe(1100);
});

test("exports of equipment and properties include the customer, without property access notes", async () => {
  await addEquipment(admin, { equipmentName: "Rooftop 4", customerId: held.id, serialNumber: "-1A" });
  expect(await rowsOf(admin, "/api/equipment/export?search=rooftop")).toMatchObject([
    { Name: "Rooftop 4", Serial: "'-1A", Customer: "'=HYPERLINK(1) Bakery" },
  ]);
  const sites = await rowsOf(admin, "/api/sites/export?search=vliet");
  expect(sites).toMatchObject([{ Street: site.line1, ZIP: site.postalCode }]);
  expect(Object.keys(sites[0] ?? {}).join()).not.toMatch(/gate|access|alarm|key/i);
});

test("a conversation is exported from its first message, only to its participants", async () => {
  const opened = await manager.post<{ id: string }>("/api/threads", { people: [technician.userId], title: null });
  expect(opened.status, opened.text).toBe(201);
  const messages: [Visitor, string][] = [
    [manager, "@SUM(1) is the first"],
    [technician, "second"],
    [technician, "third"],
  ];
  for (const [by, body] of messages) {
    expect((await by.post(`/api/threads/${opened.json.id}/messages`, { body })).status).toBe(201);
  }
  const path = `/api/threads/${opened.json.id}/export`;
  expect((await rowsOf(technician, path)).map(({ Message }) => Message)).toEqual([
    "'@SUM(1) is the first",
    "second",
    "third",
  ]);
  expect((await admin.get(path)).status).toBe(404);
  expect((await other.admin.get(path)).status).toBe(404);
  expect((await rowsOf(manager, "/api/threads/export")).map((row) => row["Last message"])).toContain("third");
  expect((await rowsOf(manager, "/api/messages/export?q=second")).map(({ Message }) => Message)).toEqual(["second"]);
});

test("exporting a list requires permission to see it", async () => {
  const bare = await worker.member(orgId, "Technician", []);
  for (const list of lists.filter((one) => one !== "todos")) {
    expect((await bare.get(`/api/${list}/export`)).status, list).toBe(403);
  }
  expect((await worker.visitor().get("/api/customers/export")).status).toBe(401);
  expect((await bare.get("/api/todos/export?list=team")).status).not.toBe(200);
});

test("every list screen links to its export with the same filters", async () => {
  const links: [string, string][] = [
    ["/workorders?status=closed", "/api/work-orders/export?status=closed"],
    ["/customers?customerType=commercial", "/api/customers/export?customerType=commercial"],
    ["/equipment?status=active", "/api/equipment/export?status=active"],
    ["/properties?search=vliet", "/api/sites/export?search=vliet"],
    ["/technicians?search=a", "/api/technicians/export?search=a"],
    ["/leads/list?source=call", "/api/leads/export?source=call"],
    ["/estimates?state=sent", "/api/estimates/export?state=sent"],
    ["/todos?list=team", "/api/todos/export?list=team"],
    ["/messages?list=jobs", "/api/threads/export?list=jobs"],
    ["/messages?q=second", "/api/messages/export?q=second"],
    ["/service-types?active=true", "/api/service-types/export?active=true"],
    ["/invoices-v2?state=open", "/api/invoices/list/export?state=open"],
    ["/inventory/suppliers?active=true", "/api/inventory/suppliers/export?active=true"],
    ["/inventory/purchase-orders?status=draft", "/api/inventory/purchase-orders/export?status=draft"],
    ["/inventory/movements?kind=receipt", "/api/inventory/movements/export?kind=receipt"],
    ["/inventory/reservations?status=open", "/api/inventory/reservations/export?status=open"],
    ["/inventory/stock?view=reorder", "/api/inventory/stock/export?view=reorder"],
    ["/inventory/counts?status=open", "/api/inventory/counts/export?status=open"],
    ["/inventory/lots?expiresWithin=30", "/api/inventory/lots/export?expiresWithin=30"],
    ["/inventory/locations?type=truck", "/api/inventory/locations/export?type=truck"],
    ["/system/user-managment?role=Admin", "/api/members/export?role=Admin"],
    ["/equipment/cylinders?list=returned", "/api/refrigerant-cylinders/export?list=returned"],
    ["/equipment/leaks?state=overdue", "/api/leak-deadlines/export?state=overdue"],
    ["/equipment/due?daysAhead=60", "/api/equipment/maintenance-due/export?daysAhead=60"],
    ["/designer", "/api/designs/export"],
    [
      "/dashboard/received?from=2026-11-01&to=2026-11-30",
      "/api/payments-received/export?from=2026-11-01&amp;to=2026-11-30",
    ],
  ];
  for (const [screen, file] of links) {
    expect((await admin.get(screen)).text, screen).toContain(`href="${file}"`);
    expect((await admin.get(file.replaceAll("&amp;", "&"))).status, file).toBe(200);
  }
});

test("the maintenance due export covers the requested days, and the list is paged", async () => {
  const firm = await worker.business("Due Air");
  const due = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);
  for (const [equipmentName, days] of [
    ["=Roof", 20],
    ["Attic", -9],
    ["Barn", 50],
  ] as const)
    await addEquipment(firm.admin, { equipmentName, nextMaintenanceDate: due(days) });
  const namesOf = async (query: string) =>
    (await rowsOf(firm.admin, `/api/equipment/maintenance-due/export${query}`)).map((row) => [row.Name, row.Overdue]);
  expect(await namesOf("")).toEqual([
    ["Attic", "Yes"],
    ["'=Roof", "No"],
  ]);
  expect(await namesOf("?daysAhead=60")).toEqual([
    ["Attic", "Yes"],
    ["'=Roof", "No"],
    ["Barn", "No"],
  ]);
  expect((await firm.admin.get("/api/equipment/maintenance-due/export?daysAhead=soon")).status).toBe(400);
  type Due = { items: { equipmentName: string }[]; nextCursor: string | null };
  const list = "/api/equipment/maintenance-due?daysAhead=60&limit=2";
  const first = await firm.admin.get<Due>(list);
  const rest = await firm.admin.get<Due>(`${list}&cursor=${encodeURIComponent(first.json.nextCursor ?? "")}`);
  expect([first, rest].map(({ json }) => json.items.map((unit) => unit.equipmentName))).toEqual([
    ["Attic", "=Roof"],
    ["Barn"],
  ]);
  expect(rest.json.nextCursor).toBeNull();
});

test("the design export includes the customer", async () => {
  await admin.post("/api/designs", { title: "+Loft", template: "split_system", siteAddressId: mine.siteAddressId });
  await other.admin.post("/api/designs", { title: "Foreign", template: "split_system", siteAddressId: null });
  expect(await rowsOf(manager, "/api/designs/export")).toMatchObject([
    { Design: "'+Loft", Customer: "Ada Byron", Version: "1" },
  ]);
});

test("a service type's tasks are exported in order, but not another business's", async () => {
  const tasks = [{ title: "@Filter" }, { title: "Static pressure", kind: "measurement", unit: "in. w.c.", max: 0.5 }];
  const made = await admin.post<{ id: string }>("/api/service-types", { name: "Tune-up", tasks });
  expect(made.status, made.text).toBe(201);
  const path = `/api/service-types/${made.json.id}/tasks/export`;
  expect(await rowsOf(manager, path)).toMatchObject([
    { Step: "1", Task: "'@Filter", Type: "Check", Required: "Yes", Unit: "" },
    { Step: "2", Task: "Static pressure", Type: "Measurement", Unit: "in. w.c.", From: "", To: "0.5" },
  ]);
  expect((await other.admin.get(path)).status).toBe(404);
  expect((await (await worker.member(orgId, "Technician", [])).get(path)).status).toBe(403);
  expect((await admin.get(`/service-types/${made.json.id}/tasks`)).text).toContain(`href="${path}"`);
});

test("a customer's equipment can be exported separately", async () => {
  const id = mine.customerId;
  await addEquipment(admin, { equipmentName: "Boiler of Ada", customerId: id });
  expect((await rowsOf(admin, `/api/equipment/export?customerId=${id}`)).map(({ Name }) => Name)).toEqual([
    "Boiler of Ada",
  ]);
  expect((await admin.get(`/customers/${id}/equipment`)).text).toContain(
    `href="/api/equipment/export?customerId=${id}"`,
  );
});

test("users are exported with their roles, only by an Admin", async () => {
  const firm = await worker.business("Users Air");
  const rows = await rowsOf(firm.admin, "/api/members/export?role=Manager");
  expect(rows.map(({ Roles, Access }) => [Roles, Access])).toEqual([["Manager", "Active"]]);
  expect((await firm.manager.get("/api/members/export")).status).toBe(403);
});

test("a customer's invoices are exported separately, from the customer's own screen", async () => {
  const firm = await worker.business("Billed Air");
  const ledger = ledgerOf(worker, firm.orgId);
  const [ada, grace] = [
    await addCustomer(worker, firm.orgId, "Ada Byron"),
    await addCustomer(worker, firm.orgId, "Grace Hopper"),
  ];
  await ledger.invoice(ada.customerId, "2026-11-02", { totalMinor: 12_345 });
  await ledger.invoice(grace.customerId, "2026-11-02", { totalMinor: 999 });
  await ledger.invoice(ada.customerId, "2026-11-03", { totalMinor: 5000 });
  const path = `/api/invoices/list/export?customerId=${ada.customerId}`;
  const rows = await rowsOf(firm.manager, path);
  expect(rows.map((row) => [row.Customer, row.Total]).sort()).toEqual([
    ["Ada Byron", "123.45"],
    ["Ada Byron", "50.00"],
  ]);
  const page = await firm.manager.get(`/customers/${ada.customerId}/invoices`);
  expect(page.text).toContain(`href="${path}"`);
  expect((await firm.technician.get(path)).status).toBe(403);
  const foreign = await other.manager.get(path);
  expect([foreign.status, foreign.text.trim().split("\r\n").length]).toEqual([200, 1]);
  expect(foreign.text).not.toContain("Ada Byron");
});

test("a credit note is exported as issued and negative, and counts as paid, however long ago it was issued", async () => {
  const firm = await worker.business("Credited Air");
  const ledger = ledgerOf(worker, firm.orgId);
  const { customerId } = await addCustomer(worker, firm.orgId, "Ada Byron");
  const invoiceId = await ledger.invoice(customerId, "2026-01-02", { totalMinor: 12_345 });
  await ledger.credit({ customerId, invoiceId, day: "2026-01-03", amountMinor: 2345, free: [], voids: false });
  const rows = await rowsOf(firm.manager, "/api/invoices/list/export");
  expect(rows.map(({ Kind, Status, Total, Due }) => [Kind, Status, Total, Due]).sort()).toEqual([
    ["Credit note", "Issued", "-23.45", ""],
    ["Invoice", "Overdue", "123.45", expect.stringMatching(/^2026-/)],
  ]);
  type Document = { id: string; state: string };
  const { json } = await firm.manager.get<{ items: Document[] }>("/api/invoices?kind=credit_note");
  expect(json.items.map(({ state }) => state)).toEqual(["paid"]);
  const { json: note } = await firm.manager.get<Document>(`/api/invoices/${json.items[0]?.id}`);
  expect(note.state).toBe("paid");
});

test("payments are exported for the requested days, only to users who may see invoices", async () => {
  const firm = await worker.business("Paid Air");
  const { customerId } = await addCustomer(worker, firm.orgId, "-2+3 Marsh");
  const ledger = ledgerOf(worker, firm.orgId);
  const days = ["2026-10-31", ...Array.from({ length: 3 }, (_, at) => `2026-11-0${at + 1}`)];
  for (const day of days) await ledger.payment({ customerId, day, amountMinor: 12_345, onto: [] });
  const during = "from=2026-11-01&to=2026-11-30";
  const rows = await rowsOf(firm.manager, `/api/payments-received/export?${during}`);
  expect(rows.map((row) => [row.Received, row.Customer, row.Amount])).toEqual([
    ["2026-11-03", "'-2+3 Marsh", "123.45"],
    ["2026-11-02", "'-2+3 Marsh", "123.45"],
    ["2026-11-01", "'-2+3 Marsh", "123.45"],
  ]);
  const ctx = withinOrganization(
    { ...householdCtx(worker.db, ""), actor: { kind: "system", member: null } },
    { orgId: firm.orgId, orgKey: firm.orgKey, timeZone: "UTC" },
  );
  const first = await listPaymentsReceived(ctx, { from: "2026-11-01", to: "2026-11-30", limit: 2 });
  const rest = await listPaymentsReceived(ctx, {
    ...{ from: "2026-11-01", to: "2026-11-30", limit: 2 },
    cursor: first.nextCursor ?? "",
  });
  expect([first, rest].map(({ items }) => items.map(({ receivedOn }) => receivedOn))).toEqual([
    ["2026-11-03", "2026-11-02"],
    ["2026-11-01"],
  ]);
  expect((await firm.admin.get("/api/payments-received/export?from=2026-01-01&to=2026-11-30")).status).toBe(400);
  expect((await firm.admin.get("/api/payments-received/export?from=soon&to=2026-11-30")).status).toBe(400);
  expect((await firm.technician.get(`/api/payments-received/export?${during}`)).status).toBe(403);
});

test("a household's income, expenses, year and accounts are exported as shown on its screens", async () => {
  const [person, stranger] = [await worker.household(), await worker.household()];
  await newAccount(person, { name: "@Checking" });
  await newAccount(person, { name: "Card", accountType: "credit", currentBalance: 150 });
  const add = async (path: string, fields: object) => {
    const added = await person.post(path, fields);
    expect(added.status, added.text).toBe(201);
  };
  await add("/api/income", {
    name: "Salary",
    amount: 3000,
    date: "2026-10-15",
    frequency: "monthly",
    category: "salary",
  });
  await add("/api/expenses", { name: "=Rent", amount: 1200.5, date: "2026-11-02", category: "housing" });
  await add("/api/expenses", { name: "Ferry", amount: 40, date: "2026-11-03", currency: "EUR" });
  const month = "year=2026&month=11";
  expect(await rowsOf(person, `/api/income/monthly/export?${month}`)).toMatchObject([
    { Date: "2026-11-15", Source: "Salary", Amount: "3000.00", Frequency: "Monthly" },
  ]);
  const spent = await rowsOf(person, `/api/expenses/monthly/export?${month}&currency=USD`);
  expect(spent).toMatchObject([{ Date: "2026-11-02", Expense: "'=Rent", Amount: "1200.50", Currency: "USD" }]);
  expect(await rowsOf(person, `/api/expenses/monthly/export?${month}`)).toHaveLength(2);
  const year = await rowsOf(person, "/api/cashflow/yearly/export?year=2026&currency=USD");
  expect([year.length, year[10]?.Month, year[10]?.Income]).toEqual([12, "2026-11", "3000.00"]);
  expect(await rowsOf(person, "/api/bank-accounts/export")).toMatchObject([
    { Account: "'@Checking", Active: "Yes" },
    { Account: "Card", Balance: "-150.00" },
  ]);
  for (const [path, held] of [
    ["income/monthly", "Salary"],
    ["expenses/monthly", "Rent"],
  ] as const) {
    const file = await stranger.get(`/api/${path}/export?${month}`);
    expect([file.status, file.text.includes(held)]).toEqual([200, false]);
  }
  expect((await person.get("/api/income/monthly/export?year=2026&month=13")).status).toBe(400);
  expect((await worker.visitor().get("/api/bank-accounts/export")).status).toBe(401);
  const links = [
    ["/finances/expenses?month=2026-11", "/api/expenses/monthly/export?year=2026&amp;month=11&amp;currency=USD"],
    ["/finances?month=2026-11", "/api/income/monthly/export?year=2026&amp;month=11&amp;currency=USD"],
    ["/finances?view=year&year=2026", "/api/cashflow/yearly/export?year=2026&amp;currency=USD"],
    ["/finances/accounts", "/api/bank-accounts/export"],
  ] as const;
  for (const [screen, file] of links) expect((await person.get(screen)).text, screen).toContain(`href="${file}"`);
});

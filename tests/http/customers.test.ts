import { expect, test } from "vitest";
import { home, newCustomer, site } from "#tests/support/customers";
import { testWorker } from "#tests/support/worker";
import type { Customer, CustomerSummary } from "~/domain/customers/schema";

const worker = await testWorker();
const { admin, orgId } = await worker.business();

interface Refusal {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  current?: Customer;
}

test("a customer is created with its own number and its first addresses", async () => {
  const answer = await admin.post<Customer>("/api/customers", {
    ...home,
    addresses: [site, { ...site, type: "billing", line1: "PO Box 7", state: "wisconsin", postalCode: "532051234" }],
  });
  expect(answer.status).toBe(201);
  expect(answer.json).toMatchObject({
    number: 1,
    name: "Rosa Alvarez",
    status: "active",
    phone: "+14145550142",
    version: 1,
    addresses: [
      { type: "service", isPrimary: true, line1: "1417 W Vliet St" },
      { type: "billing", isPrimary: true, state: "WI", postalCode: "53205-1234" },
    ],
  });
  expect((await newCustomer(admin)).number).toBe(2);
  expect((await admin.get<Customer>("/api/customers/1")).json).toEqual(answer.json);
});

test("a company customer needs a company name but no person", async () => {
  const company = await newCustomer(admin, {
    customerType: "commercial",
    firstName: null,
    lastName: "",
    companyName: "Bay View Dental",
  });
  expect(company.name).toBe("Bay View Dental");
  const nobody = await admin.post<Refusal>("/api/customers", { customerType: "commercial" });
  expect(nobody.status).toBe(400);
  expect(nobody.json.fields).toEqual({ companyName: ["Company name is required"] });
});

const refused: [string, object, Record<string, string[]>][] = [
  [
    "no name",
    { firstName: "", lastName: null },
    { firstName: ["First name is required"], lastName: ["Last name is required"] },
  ],
  [
    "an emergency contact without a phone number",
    { emergencyContactName: "Sam" },
    { emergencyContactPhone: ["An emergency contact needs a phone number"] },
  ],
  [
    "an emergency phone number without a name",
    { emergencyContactPhone: "414 555 0199" },
    { emergencyContactName: ["An emergency contact needs a name"] },
  ],
  ["an unknown type", { customerType: "palace" }, { customerType: ["Please choose a customer type"] }],
  ["an unknown status", { status: "gone" }, { status: ["Please choose a status"] }],
  ["a name that is too long", { firstName: "x".repeat(101) }, { firstName: ["Please use at most 100 characters"] }],
  ["notes that are too long", { notes: "x".repeat(4001) }, { notes: ["Please use at most 4000 characters"] }],
  ["an invalid email", { email: "rosa@" }, { email: ["Please enter a valid email address"] }],
  ["an invalid phone number", { phone: "call me" }, { phone: ["Please enter a valid phone number"] }],
  [
    "an unknown state",
    { addresses: [{ ...site, state: "Ontario" }] },
    { "addresses.0.state": ["Please choose a US state"] },
  ],
  [
    "an invalid ZIP code",
    { addresses: [site, { ...site, postalCode: "5320" }] },
    { "addresses.1.postalCode": ["Please enter a ZIP code such as 53208"] },
  ],
  [
    "an address without a street",
    { addresses: [{ ...site, line1: " " }] },
    { "addresses.0.line1": ["Street address is required"] },
  ],
];

for (const [what, facts, fields] of refused) {
  test(`${what} is rejected with a field error`, async () => {
    const answer = await admin.post<Refusal>("/api/customers", { ...home, ...facts });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: "invalid", fields });
  });
}

test("wrong types are rejected field by field", async () => {
  const answer = await admin.post<Refusal>("/api/customers", {
    ...home,
    firstName: 7,
    phone: {},
    notes: [],
    addresses: "none",
  });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.json.fields ?? {}).sort()).toEqual(["addresses", "firstName", "notes", "phone"]);
});

test("a body that is not a JSON object is rejected", async () => {
  const broken = await admin.post<Refusal>("/api/customers", '{"firstName": ', { "content-type": "application/json" });
  expect(broken.status).toBe(400);
  expect(broken.json.message).toBe("The request body is not valid JSON.");
  expect((await admin.post<Refusal>("/api/customers", "[]", { "content-type": "application/json" })).status).toBe(400);
  expect((await admin.post("/api/customers", "a=b", { "content-type": "text/plain" })).status).toBe(415);
});

test("a double click creates one customer", async () => {
  const { admin: clicker } = await worker.business();
  const key = { "idempotency-key": "double-click-1" };
  const [first, second] = await Promise.all([
    clicker.post<Customer>("/api/customers", home, key),
    clicker.post<Customer>("/api/customers", home, key),
  ]);
  const third = await clicker.post<Customer>("/api/customers", home, key);
  expect([first?.status, second?.status, third.status]).toEqual([201, 201, 201]);
  expect(new Set([first?.json.id, second?.json.id, third.json.id]).size).toBe(1);
  const list = await clicker.get<{ total: number }>("/api/customers");
  expect(list.json.total).toBe(1);
  const other = await clicker.post<Refusal>("/api/customers", { ...home, firstName: "Ana" }, key);
  expect(other.status).toBe(422);
});

test("customers created at once get distinct numbers", async () => {
  const { admin: office } = await worker.business();
  const made = await Promise.all(Array.from({ length: 12 }, () => newCustomer(office)));
  expect(made.map((c) => c.number).sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
});

test("an update changes only the given fields and records them in the audit log", async () => {
  const customer = await newCustomer(admin, { notes: "Dog is friendly" });
  const answer = await admin.patch<Customer>(`/api/customers/${customer.id}`, {
    version: 1,
    lastName: "Reyes",
    phone: null,
  });
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({ name: "Rosa Reyes", phone: null, notes: "Dog is friendly", version: 2 });
  const log = await worker.db
    .prepare(
      "SELECT action, before, after, user_id FROM audit_log WHERE org_id = ? AND entity_id = ? ORDER BY at DESC, id DESC",
    )
    .bind(orgId, customer.id)
    .first<Record<string, string>>();
  expect(log).toMatchObject({ action: "customer.update", user_id: admin.userId });
  expect(JSON.parse(log?.before ?? "")).toEqual({ lastName: "Alvarez", phone: "+14145550142" });
  expect(JSON.parse(log?.after ?? "")).toEqual({ lastName: "Reyes", phone: null });
});

test("an update cannot break rules that span fields", async () => {
  const customer = await newCustomer(admin);
  const path = `/api/customers/${customer.id}`;
  const nameless = await admin.patch<Refusal>(path, { version: 1, lastName: "" });
  expect(nameless.json.fields).toEqual({ lastName: ["Last name is required"] });
  const half = await admin.patch<Refusal>(path, { version: 1, emergencyContactName: "Sam" });
  expect(half.status).toBe(400);
});

test("a stale version gets a conflict with the current row", async () => {
  const customer = await newCustomer(admin);
  const path = `/api/customers/${customer.id}`;
  await admin.patch(path, { version: 1, firstName: "Ana" });
  const late = await admin.patch<Refusal>(path, { version: 1, firstName: "Eva" });
  expect(late.status).toBe(409);
  expect(late.json).toMatchObject({ code: "conflict", current: { firstName: "Ana", version: 2 } });
  const without = await admin.patch<Refusal>(path, { firstName: "Eva" });
  expect(without.json.fields).toHaveProperty("version");
});

test("when two people save at once, the second gets a conflict", async () => {
  const customer = await newCustomer(admin);
  const answers = await Promise.all(
    ["Ana", "Eva"].map((firstName) => admin.patch<Refusal>(`/api/customers/${customer.id}`, { version: 1, firstName })),
  );
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
  expect(answers.find((a) => a.status === 409)?.json.current?.version).toBe(2);
});

test("the stats count every status and type", async () => {
  const { admin: office } = await worker.business();
  await newCustomer(office);
  await newCustomer(office, { status: "prospect" });
  const shop = await newCustomer(office, { customerType: "commercial", companyName: "Third Ward Bakery" });
  await office.delete(`/api/customers/${shop.id}`);
  const stats = await office.get("/api/customers/stats");
  expect(stats.json).toMatchObject({
    total: 2,
    archived: 1,
    byStatus: { active: 1, prospect: 1, inactive: 0, suspended: 0 },
    byType: { residential: 2, commercial: 0 },
  });
});

test("unknown customer IDs return 404", async () => {
  for (const id of ["999", "0", "abc", "01a1f8f0-70aa-7ea8-bb49-63d754824d01", "1e3"]) {
    expect((await admin.get(`/api/customers/${id}`)).status, id).toBe(404);
  }
});

test("invalid list parameters get field errors", async () => {
  const wrong = [
    "status=gone",
    "customerType=palace",
    "sort=age",
    "limit=101",
    "limit=x",
    "archived=perhaps",
    "cursor=nonsense",
  ];
  for (const query of wrong) {
    const answer = await admin.get<Refusal>(`/api/customers?${query}`);
    expect(answer.status, query).toBe(400);
    expect(Object.keys(answer.json.fields ?? {}), query).toEqual([query.split("=")[0]]);
  }
  const cursor = (await admin.get<{ nextCursor: string }>("/api/customers?limit=1")).json.nextCursor;
  expect((await admin.get(`/api/customers?sort=newest&cursor=${cursor}`)).status).toBe(400);
});

test("responses contain no organization ID", async () => {
  const list = await admin.get<{ items: CustomerSummary[] }>("/api/customers");
  expect(list.text).not.toContain(orgId);
});

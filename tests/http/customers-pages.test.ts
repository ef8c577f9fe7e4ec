import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { bareWorkOrder, manyCustomers, newAddress, newCustomer, site } from "#tests/support/customers";
import { pageText, shownPage } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import type { Customer } from "~/domain/customers/schema";

const worker = await testWorker();
const ours = await worker.business("Ours");
const theirs = await worker.business("Theirs");
const { admin, orgId } = ours;
const customer = await newCustomer(admin, { addresses: [site] });
const page = `/customers/${customer.number}`;

for (const path of ["/customers", "/customers/create", page, `${page}/edit`]) {
  test(`the page ${path} requires the permission`, async () => {
    const guest = await worker.visitor().get(path);
    expect([guest.status, guest.location]).toEqual([302, `/login?from=${encodeURIComponent(path)}`]);
    const outsider = await worker.member(orgId, "Technician", ["inventory.manage"]);
    expect((await outsider.get(path)).status).toBe(403);
    expect((await ours.technician.get(path)).status).toBe(/create|edit/.test(path) ? 403 : 200);
  });
}

test("another business's ID gets the same response as an unknown one", async () => {
  for (const suffix of ["", "/edit"]) {
    const [foreign, random] = await Promise.all(
      [customer.id, randomUUID()].map((id) => theirs.admin.get(`/customers/${id}${suffix}`)),
    );
    expect([foreign?.status, random?.status]).toEqual([404, 404]);
    expect(foreign?.text).not.toContain("Alvarez");
  }
});

test("the count next to the title matches the filtered list", async () => {
  const { admin: own } = await worker.business("Counted");
  for (const customerType of ["residential", "residential", "commercial"])
    await newCustomer(own, { customerType, companyName: customerType === "commercial" ? "Lakeside Bakery" : null });
  const titled = async (query: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec((await own.get(`/customers${query}`)).text)?.[1];
  expect(pageText((await titled("")) ?? "")).toBe("Customers 3");
  expect(pageText((await titled("?customerType=commercial")) ?? "")).toBe("Customers 1");
  expect(pageText((await titled("?search=bakery")) ?? "")).toBe("Customers");
});

test("a user with read access sees no edit actions", async () => {
  const { text } = await ours.technician.get(page);
  for (const words of ["Add address", "Write notes", "Archive customer", `${page}/edit`])
    expect(text).not.toContain(words);
  expect((await ours.technician.get("/customers")).text).not.toContain("/customers/create");
});

test("entering a known customer's name and ZIP code shows a possible duplicate", async () => {
  const { json } = await admin.get<{ similar: { number: number; reason: string }[] }>(
    "/resources/similar-customers?name=rosa+alvarez&postalCode=53205",
  );
  expect(json.similar).toMatchObject([{ number: customer.number, reason: "Same name and ZIP code" }]);
  const elsewhere = await admin.get<{ similar: unknown[] }>(
    "/resources/similar-customers?name=rosa+alvarez&postalCode=53211",
  );
  expect(elsewhere.json.similar).toEqual([]);
});

test("a duplicate is found behind newer customers whose names only begin alike", async () => {
  const { admin: own } = await worker.business("Namesakes");
  const place = { type: "service", line1: "9 Lake Dr", city: "Milwaukee", state: "WI", postalCode: "53211" };
  const facts = { customerType: "commercial", addresses: [place] };
  const known = await newCustomer(own, { ...facts, companyName: "Lakeside" });
  for (const more of ["Bakery", "Dental", "Floral", "Garage", "Tires"])
    await newCustomer(own, { ...facts, companyName: `Lakeside ${more}` });
  const { json } = await own.get<{ similar: { number: number }[] }>(
    "/resources/similar-customers?name=lakeside&postalCode=53211",
  );
  expect(json.similar.map(({ number }) => number)).toEqual([known.number]);
});

const form = { customerType: "residential", status: "active", firstName: "Ana", lastName: "Novak", idempotencyKey: "" };
const typed = (facts: Record<string, string> = {}) => ({ ...form, idempotencyKey: randomUUID(), ...facts });

test("the form creates a customer whose service address is also the billing address", async () => {
  const answer = await admin.submit(
    "/customers/create",
    typed({
      phone: "(414) 555-7001",
      "service.line1": "9 Lake Dr",
      "service.city": "Milwaukee",
      "service.state": "WI",
      "service.postalCode": "53211",
      billingIsService: "on",
    }),
  );
  expect(answer.status).toBe(302);
  const made = await admin.get<Customer>(`/api${answer.location}`);
  expect(made.json).toMatchObject({
    name: "Ana Novak",
    addresses: [
      { type: "service", isPrimary: true, line1: "9 Lake Dr" },
      { type: "billing", isPrimary: true, line1: "9 Lake Dr" },
    ],
  });
});

test("a name alone is enough, and a double click creates one customer", async () => {
  const fields = typed({ lastName: `Once${Date.now()}`, billingIsService: "on" });
  const [one, two] = await Promise.all([
    admin.submit("/customers/create", fields),
    admin.submit("/customers/create", fields),
  ]);
  expect([one.status, two.status]).toEqual([302, 302]);
  expect(one.location).toBe(two.location);
});

test("a rejected form shows all field errors and keeps the input", async () => {
  const { status, text } = await admin.submit(
    "/customers/create",
    typed({ lastName: "", phone: "call me", "billing.line1": "PO Box 7", emergencyContactName: "Sam Novak" }),
  );
  expect(status).toBe(400);
  for (const words of [
    "Last name is required",
    "Please enter a valid phone number",
    "City is required",
    "An emergency contact needs a phone number",
    'value="PO Box 7"',
    'value="call me"',
    'value="Sam Novak"',
  ])
    expect(text, words).toContain(words);
});

test("creating a customer from another form returns to it with the customer selected", async () => {
  const there = await admin.submit(
    `/customers/create?return=${encodeURIComponent("/workorders/create?title=No+heat")}`,
    typed(),
  );
  const to = new URL(there.location ?? "", worker.url);
  expect([to.pathname, to.searchParams.get("title")]).toEqual(["/workorders/create", "No heat"]);
  expect(to.searchParams.get("customerId")).toMatch(/^[0-9a-f-]{36}$/);
  const elsewhere = await admin.submit(`/customers/create?return=${encodeURIComponent("//evil.example.com")}`, typed());
  expect(elsewhere.location).toMatch(/^\/customers\/\d+$/);
});

test("a new caller is added over the work orders, whose filters stay, and booking a job for them is next", async () => {
  const query = "?status=unscheduled";
  const dialog = `/workorders/new-customer${query}`;
  expect((await admin.get(`/workorders${query}`)).text).toContain(`href="${dialog}"`);
  const open = await admin.get(dialog);
  expect(open.status).toBe(200);
  expect(databaseCosts(open).rounds).toBeLessThanOrEqual(2);
  // The list behind it.
  expect(open.text).toContain("Clear filter Unscheduled");
  const refused = await admin.submit(dialog, typed({ lastName: "" }));
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Last name is required")]);
  const saved = await admin.submit(dialog, typed({ phone: "" }));
  expect([saved.status, saved.location]).toEqual([
    302,
    expect.stringMatching(/^\/workorders\/new-customer\/\d+\?status=unscheduled$/),
  ]);
  const next = await admin.get(saved.location ?? "");
  expect(next.status).toBe(200);
  expect(pageText(next.text)).toMatch(/\w added/);
  expect(next.text).toMatch(/href="\/workorders\/create\?customerId=[0-9a-f-]{36}"/);
  expect((await theirs.admin.get(`/workorders/new-customer/${customer.id}`)).status).toBe(404);
});

test("a search that finds no work order offers a new customer, to those who may add one", async () => {
  const path = "/workorders?search=nobody-by-this-name";
  expect((await admin.get(path)).text).toContain("Add a new customer");
  expect((await admin.get("/workorders?technicianId=none&priority=emergency")).text).not.toContain(
    "Add a new customer",
  );
  for (const [address, words] of [
    [path, "Add a new customer"],
    ["/workorders", "/workorders/new-customer"],
  ] as const)
    expect((await ours.technician.get(address)).text).not.toContain(words);
  expect((await ours.technician.get("/workorders/new-customer")).status).toBe(403);
});

test("a customer with a known phone number is flagged as a possible duplicate", async () => {
  const query = new URLSearchParams({ phone: "+1 414 555 0142", name: "", postalCode: "" });
  const { text } = await admin.get(`/customers/create?${query}`);
  expect(text).toContain("This may be the same customer");
  expect(text).toContain("Same phone");
  expect((await theirs.admin.get(`/customers/create?${query}`)).text).not.toContain("may be the same");
});

const editPath = `${page}/edit`;
const edited = (version: number, facts: Record<string, string> = {}) =>
  typed({ firstName: "Rosa", lastName: "Alvarez", version: String(version), ...facts });

test("a stale edit shows both versions and loses neither", async () => {
  const other = await newCustomer(admin, { notes: "Old note" });
  const path = `/customers/${other.number}/edit`;
  expect((await admin.submit(path, edited(1, { notes: "Theirs" }))).status).toBe(302);
  const late = await admin.submit(path, edited(1, { notes: "Mine", phone: "414 555 0188" }));
  expect(late.status).toBe(409);
  for (const words of [
    "Someone else changed this customer",
    "Theirs",
    "Mine",
    "Replace with mine",
    'name="version" value="2"',
  ])
    expect(late.text, words).toContain(words);
  expect((await admin.submit(path, edited(2, { notes: "Mine" }))).status).toBe(302);
  expect((await admin.get<Customer>(`/api/customers/${other.id}`)).json).toMatchObject({ notes: "Mine", version: 3 });
});

test("in a conflict the form keeps what was typed, and discarding it opens the saved version", async () => {
  const other = await newCustomer(admin, { notes: "Old note" });
  const path = `/customers/${other.number}/edit`;
  expect((await admin.submit(path, edited(1, { notes: "Theirs", email: "theirs@example.com" }))).status).toBe(302);
  const mine = { notes: "Mine, in two\r\nlines", email: "mine@example.com", phone: "414 555 0188" };
  const late = await admin.submit(path, edited(1, mine));
  expect(/<textarea[^>]* name="notes"[^>]*>([^<]*)</.exec(late.text)?.[1]?.trim()).toBe("Mine, in two\r\nlines");
  for (const value of ["mine@example.com", "414 555 0188"]) expect(late.text).toContain(`value="${value}"`);
  const discard = /<a[^>]*href="([^"]*)"[^>]*>Discard my changes</.exec(late.text)?.[1]?.replaceAll("&amp;", "&");
  const saved = await admin.get(discard ?? "");
  expect([saved.status, saved.text.includes('value="theirs@example.com"')]).toEqual([200, true]);
  for (const typedHere of ["Mine, in two", "mine@example.com"]) expect(saved.text).not.toContain(typedHere);
  // A third person's save in between is not overwritten either.
  expect((await admin.submit(path, edited(2, { notes: "Third" }))).status).toBe(302);
  const again = await admin.submit(path, edited(2, mine));
  expect([again.status, again.text.includes("Third")]).toEqual([409, true]);
  expect((await admin.submit(path, edited(3, mine))).status).toBe(302);
  expect((await admin.get<Customer>(`/api/customers/${other.id}`)).json).toMatchObject({
    email: mine.email,
    version: 4,
  });
});

test("the edit form is under the customer's heading, and a dialog shows its page's breadcrumbs", async () => {
  const edit = await admin.get(editPath);
  expect(edit.text.match(/<h1/g)).toHaveLength(1);
  const { text } = await admin.get(`${page}/addresses/new`);
  const trail = /<nav aria-label="Breadcrumb".*?<\/nav>/s.exec(text)?.[0];
  expect(trail).toContain('aria-current="page"');
  expect(trail).not.toContain("Addresses");
  expect(trail).not.toContain(`href="${page}`);
});

test("a field left blank is cleared", async () => {
  const other = await newCustomer(admin, {
    notes: "x",
    emergencyContactName: "Sam",
    emergencyContactPhone: "4145550199",
  });
  await admin.submit(`/customers/${other.number}/edit`, edited(1));
  expect((await admin.get<Customer>(`/api/customers/${other.id}`)).json).toMatchObject({
    notes: null,
    phone: null,
    emergencyContactName: null,
  });
});

test("a form sent after the session ended gets a 401 with its input, so it can be sent again after sign-in", async () => {
  const answer = await worker.visitor().submit(`${editPath}.data`, edited(1, { notes: "A long text" }));
  expect(answer.status).toBe(401);
  for (const words of ["sessionEnded", "A long text"]) expect(answer.text).toContain(words);
});

test("addresses are added, changed and removed in dialogs with their own URLs", async () => {
  const other = await newCustomer(admin);
  const path = `/customers/${other.number}`;
  expect((await admin.get(`${path}/addresses/new`)).text).toContain("Add address");
  const place = { type: "service", line1: "1 First St", city: "Racine", state: "WI", postalCode: "53402" };
  const added = await admin.submit(`${path}/addresses/new`, { idempotencyKey: randomUUID(), ...place });
  expect([added.status, added.location]).toEqual([302, path]);
  const [made] = (await admin.get<Customer>(`/api/customers/${other.id}`)).json.addresses;
  const dialog = `${path}/addresses/${made?.id}`;
  const { text } = await admin.get(dialog);
  expect(text).toContain('value="1 First St"');
  expect(text, "the overview is shown behind it").toContain("No equipment yet");
  const change = { version: "1", ...place, label: "Shop" };
  expect((await admin.submit(dialog, change)).status).toBe(302);
  const late = await admin.submit(dialog, { ...change, label: "Office" });
  expect(late.status).toBe(409);
  expect(late.text).toContain("Someone else changed this address");
  expect((await admin.get(`${dialog}/remove`)).text).toContain("Remove this address?");
  expect((await admin.submit(`${dialog}/remove`, {})).status).toBe(302);
  expect((await admin.get<Customer>(`/api/customers/${other.id}`)).json.addresses).toEqual([]);
});

test("another customer's or business's address opens no dialog", async () => {
  const other = await newCustomer(admin, { addresses: [{ ...site, line1: "77 Elsewhere" }] });
  const { text, status } = await admin.get(`${page}/addresses/${other.addresses[0]?.id}`);
  expect(status).toBe(404);
  expect(text).not.toContain("77 Elsewhere");
  expect(text, "the customer's own screen is shown").toContain(customer.name);
  const number = (await newCustomer(theirs.admin)).number;
  const foreign = await theirs.admin.submit(`/customers/${number}/addresses/${customer.addresses[0]?.id}/remove`, {});
  expect(foreign.status).toBe(404);
});

test("old query URLs of dialogs redirect to their new URLs", async () => {
  for (const [query, to] of [
    ["address=new", "addresses/new"],
    ["address=abc", "addresses/abc"],
    ["remove=abc", "addresses/abc/remove"],
    ["notes=edit", "notes"],
  ])
    expect(await admin.get(`${page}?${query}`)).toMatchObject({ status: 302, location: `${page}/${to}` });
});

test("a stale edit of the notes shows both versions", async () => {
  const other = await newCustomer(admin);
  const path = `/customers/${other.number}/notes`;
  expect((await admin.submit(path, { version: "1", notes: "Dog is friendly" })).status).toBe(302);
  const late = await admin.submit(path, { version: "1", notes: "Dog bites" });
  expect(late.status).toBe(409);
  for (const words of ["Dog is friendly", "Dog bites"]) expect(late.text).toContain(words);
});

test("a customer is archived and restored on the customer's screen", async () => {
  const other = await newCustomer(admin, { addresses: [site] });
  const path = `/customers/${other.number}`;
  expect((await admin.get(`${path}/archive`)).text).toContain("This hides the customer from lists and search.");
  await admin.submit(`${path}/archive`, { intent: "archive" });
  expect((await admin.get(path)).text).toContain("Restore customer");
  await admin.submit(`${path}/archive`, { intent: "restore" });
  await bareWorkOrder(worker, { orgId, customerId: other.id, addressId: other.addresses[0]?.id ?? "" });
  const refused = await admin.submit(`${path}/archive`, { intent: "archive" });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("1 work order is still open.");
  expect((await admin.submit(`${path}/archive`, { intent: "dance" })).status).toBe(400);
});

test("the activity shows what changed and who changed it", async () => {
  const other = await newCustomer(admin);
  await admin.patch(`/api/customers/${other.id}`, { version: 1, status: "suspended" });
  const { text } = await admin.get(`/customers/${other.number}`);
  expect(text).toContain("added this customer");
  expect(text).toContain("changed status");
  expect(text).toContain("Test Person");
});

test("reformatting a phone number does not count as a change", async () => {
  const other = await newCustomer(admin, { phone: "(414) 555-0177" });
  const about = { firstName: "Renamed", phone: "414.555.0177" };
  const saved = await admin.patch(`/api/customers/${other.id}`, { version: 1, ...about });
  expect(saved.status).toBe(200);
  const { text } = await admin.get(`/customers/${other.number}`);
  expect(text).toContain("changed first name");
  expect(text).not.toMatch(/changed [^<]*phone/);
  await admin.patch(`/api/customers/${other.id}`, { version: 2, phone: "414.555.0178" });
  expect((await admin.get(`/customers/${other.number}`)).text).toContain("changed phone");
});

test("unknown filters in the list's URL are ignored", async () => {
  const { status, text } = await admin.get("/customers?status=gone&sort=age&customerType=x&archived=maybe");
  expect(status).toBe(200);
  expect(text).toContain("Alvarez");
  expect((await admin.get("/customers?cursor=nonsense")).status).toBe(400);
});

for (const query of ["", "?sort=newest", "?status=active", "?search=kim"]) {
  test(`the list ${query} pages forward and back to the same rows`, async () => {
    const business = await worker.business();
    await manyCustomers(worker, business.orgId, 500);
    const first = await shownPage(business.admin, `/customers${query}`);
    expect(first.rows).toHaveLength(25);
    expect(first.previous).toBeUndefined();
    const second = await shownPage(business.admin, first.next ?? "");
    const third = await shownPage(business.admin, second.next ?? "");
    const back = await shownPage(business.admin, third.previous ?? "");
    expect(back.rows).toEqual(second.rows);
    const start = await shownPage(business.admin, back.previous ?? "");
    expect(start.rows).toEqual(first.rows);
    expect(start.previous).toBeUndefined();
    expect(new Set([...first.rows, ...second.rows, ...third.rows]).size).toBe(75);
  });
}

test("a customer with many properties, jobs and changes costs two round trips and at most sixty rows", async () => {
  const read = [];
  for (const size of [1000, 20_000]) {
    const business = await worker.business();
    await manyCustomers(worker, business.orgId, size);
    const busy = await newCustomer(business.admin, { addresses: [site, { ...site, type: "billing" }] });
    for (let i = 0; i < 15; i++) {
      const { id } = await newAddress(business.admin, busy.id, { line1: `${i} State St` });
      await bareWorkOrder(worker, { orgId: business.orgId, customerId: busy.id, addressId: id });
    }
    const answer = await business.admin.get(`/customers/${busy.number}`);
    expect(answer.status).toBe(200);
    expect(databaseCosts(answer).rounds).toBeLessThanOrEqual(2);
    read.push(databaseCosts(answer).read);
  }
  const [few = 0, many = 0] = read;
  expect(many).toBeLessThanOrEqual(few * 1.1);
  expect(many).toBeLessThanOrEqual(60);
});

test("a customer's activity is paged, from the latest to the first", async () => {
  const business = await worker.business();
  const busy = await newCustomer(business.admin);
  for (let i = 10; i < 24; i++) await newAddress(business.admin, busy.id, { line1: `${i} State St` });
  const seen: string[] = [];
  let path: string | undefined = `/customers/${busy.number}`;
  let pages = 0;
  while (path) {
    const { text }: { text: string } = await business.admin.get(path);
    const [, activity = ""] = text.split(">Activity<");
    seen.push(...(pageText(activity).match(/added (?:a service address|this customer)/g) ?? []));
    path = /href="([^"]*)"[^>]*>Earlier activity/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    expect(text.includes(">Latest activity<")).toBe(pages > 0);
    pages += 1;
  }
  expect([seen.length, seen.at(-1), pages]).toEqual([15, "added this customer", 3]);
});

test("a customer's many addresses are paged", async () => {
  const business = await worker.business();
  const landlord = await newCustomer(business.admin);
  for (let i = 10; i < 32; i++) await newAddress(business.admin, landlord.id, { line1: `${i} State St` });
  const seen = new Set<string>();
  let path: string | undefined = `/customers/${landlord.number}`;
  let pages = 0;
  while (path) {
    const { text }: { text: string } = await business.admin.get(path);
    for (const [, street] of text.matchAll(/>(\d\d State St)</g)) seen.add(street ?? "");
    path = /href="([^"]*)"[^>]*>More addresses/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    pages += 1;
  }
  expect([seen.size, pages]).toEqual([22, 3]);
});

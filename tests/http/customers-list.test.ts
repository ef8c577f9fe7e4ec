import { expect, test } from "vitest";
import { manyCustomers, newAddress, newCustomer, site } from "#tests/support/customers";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import type { CustomerSummary } from "~/domain/customers/schema";

const worker = await testWorker();

interface List {
  items: CustomerSummary[];
  nextCursor: string | null;
  total: number | null;
}

async function names(by: Visitor, query: string): Promise<string[]> {
  const answer = await by.get<List>(`/api/customers?${query}`);
  expect(answer.status, query).toBe(200);
  return answer.json.items.map((c) => c.name);
}

async function town() {
  const { admin } = await worker.business();
  await newCustomer(admin, {
    firstName: "Zoë",
    lastName: "Ångström",
    phone: "+1 414 555 0142",
    email: "zoe@lake.example.com",
  });
  await newCustomer(admin, {
    firstName: "Sean",
    lastName: "O'Brien",
    phone: "(262) 555-7788",
    email: null,
    status: "prospect",
  });
  await newCustomer(admin, {
    customerType: "commercial",
    companyName: "Harbor Lofts Association",
    firstName: "Ines",
    lastName: "Becker",
    phone: null,
    email: "office@harbor.example.com",
    addresses: [{ ...site, line1: "88 E Brady St", city: "Racine", postalCode: "53402" }],
  });
  return admin;
}

test("customers are found by part of a name, phone number, email or address, or by their number", async () => {
  const admin = await town();
  const found: [string, string[]][] = [
    ["angst", ["Zoë Ångström"]],
    ["zoë", ["Zoë Ångström"]],
    ["o'brien", ["Sean O'Brien"]],
    ["brien sean", ["Sean O'Brien"]],
    ["harb loft", ["Harbor Lofts Association"]],
    ["becker", ["Harbor Lofts Association"]],
    ["4145550142", ["Zoë Ångström"]],
    ["(414) 555", ["Zoë Ångström"]],
    ["+1 262 555 7788", ["Sean O'Brien"]],
    ["555-7788", ["Sean O'Brien"]],
    ["7788", ["Sean O'Brien"]],
    ["office@harbor", ["Harbor Lofts Association"]],
    ["brady st", ["Harbor Lofts Association"]],
    ["53402", ["Harbor Lofts Association"]],
    ["racine", ["Harbor Lofts Association"]],
    ["3", ["Harbor Lofts Association"]],
    ["nobody", []],
    ['" OR name : *', []],
    ["sean harbor", []],
  ];
  for (const [text, expected] of found) {
    expect(await names(admin, `search=${encodeURIComponent(text)}`), text).toEqual(expected);
  }
  expect(await names(admin, "search=%20%20-"), "nothing to look for").toEqual([]);
  const picker = await admin.get<{ choices: unknown[] }>("/resources/customer-choices?q=%3F%3F");
  expect(picker.json.choices, "nothing to choose").toEqual([]);
});

test("the search index follows every change", async () => {
  const { admin } = await worker.business();
  const customer = await newCustomer(admin);
  const address = await newAddress(admin, customer.id, { line1: "5 Harbor View" });
  expect(await names(admin, "search=harbor")).toHaveLength(1);
  await admin.patch(`/api/addresses/${address.id}`, { version: address.version, line1: "5 Lake View" });
  expect(await names(admin, "search=harbor")).toHaveLength(0);
  expect(await names(admin, "search=lake")).toHaveLength(1);
  await admin.delete(`/api/addresses/${address.id}`);
  expect(await names(admin, "search=lake")).toHaveLength(0);
  await admin.patch(`/api/customers/${customer.id}`, { version: 1, lastName: "Lakeman", status: "inactive" });
  expect(await names(admin, "search=lakem&status=inactive")).toEqual(["Rosa Lakeman"]);
  expect(await names(admin, "search=alvarez")).toHaveLength(0);
  await admin.delete(`/api/customers/${customer.id}`);
  expect(await names(admin, "search=lakem")).toHaveLength(0);
  expect(await names(admin, "search=lakem&archived=true")).toHaveLength(1);
});

test("lists are sorted by last name or company, or newest first", async () => {
  const admin = await town();
  expect(await names(admin, "")).toEqual(["Zoë Ångström", "Harbor Lofts Association", "Sean O'Brien"]);
  expect(await names(admin, "sort=newest")).toEqual(["Harbor Lofts Association", "Sean O'Brien", "Zoë Ångström"]);
});

test("filters narrow the list and its total", async () => {
  const admin = await town();
  const filtered: [string, number][] = [
    ["status=prospect", 1],
    ["customerType=residential", 2],
    ["customerType=residential&status=prospect", 1],
    ["customerType=government", 0],
    ["status=suspended&sort=newest", 0],
    ["archived=true", 0],
  ];
  for (const [query, count] of filtered) {
    const { json } = await admin.get<List>(`/api/customers?${query}`);
    expect([json.items.length, json.total], query).toEqual([count, count]);
  }
});

test("a row shows the city of the primary service address", async () => {
  const admin = await town();
  const { json } = await admin.get<List>("/api/customers?search=harbor");
  expect(json.items[0]).toMatchObject({ city: "Racine", state: "WI", openWorkOrders: 0 });
});

const walks = ["", "status=active", "customerType=commercial&sort=newest", "search=kim"];

for (const query of walks) {
  test(`paging through the list ${query} shows every customer once while others are added`, async () => {
    const business = await worker.business();
    await manyCustomers(worker, business.orgId, 120);
    const before = await everyId(business.admin, query);
    const walked: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { json }: { json: List } = await business.admin.get<List>(
        `/api/customers?${query}&limit=7&cursor=${cursor}`,
      );
      walked.push(...json.items.map((c) => c.id));
      cursor = json.nextCursor;
      await newCustomer(business.admin, {
        firstName: "Kim",
        lastName: `Aa${walked.length}`,
        customerType: "commercial",
      });
    }
    expect(new Set(walked).size).toBe(walked.length);
    expect(before.filter((id) => !walked.includes(id))).toEqual([]);
  });
}

async function everyId(by: Visitor, query: string): Promise<string[]> {
  const first = await by.get<List>(`/api/customers?${query}&limit=100`);
  const rest = first.json.nextCursor
    ? await by.get<List>(`/api/customers?${query}&limit=100&cursor=${first.json.nextCursor}`)
    : null;
  return [...first.json.items, ...(rest?.json.items ?? [])].map((c) => c.id);
}

test("a search never shows another business's customers", async () => {
  const [mine, theirs] = [await worker.business(), await worker.business()];
  await newCustomer(theirs.admin, { lastName: "Secret" });
  expect(await names(mine.admin, "search=secret")).toEqual([]);
  expect(await names(theirs.admin, "search=secret")).toEqual(["Rosa Secret"]);
});

import { beforeAll, expect, test } from "vitest";
import { manyCustomers } from "#tests/support/customers";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { SEARCH_KINDS } from "~/domain/search/search.server";

const worker = await testWorker();
const [small, large] = [await worker.business(), await worker.business()];

beforeAll(async () => {
  await manyCustomers(worker, small.orgId, 1000);
  await manyCustomers(worker, large.orgId, 20_000);
});

/** Rows read by the same request with 1,000 and with 20,000 customers. */
async function compare(path: string) {
  const costs = [];
  for (const business of [small, large]) {
    const answer = await business.admin.get<{ items?: unknown[] }>(path);
    expect(answer.status).toBe(200);
    costs.push({ ...databaseCosts(answer), items: answer.json?.items?.length });
  }
  const [few, many] = costs;
  if (!few || !many) throw new Error("two businesses are compared");
  return { few, many };
}

const lists = [
  "",
  "?sort=newest",
  "?status=prospect",
  "?customerType=industrial",
  "?status=active&customerType=residential",
  "?status=suspended&sort=newest",
  "?customerType=commercial&sort=newest",
  "?status=active&customerType=residential&sort=newest",
  "?archived=true",
  "?archived=true&status=active",
  "?archived=true&sort=newest",
  "?search=kim",
  "?search=milwaukee&status=inactive&customerType=government",
  "?search=kim&archived=true",
  "?search=kim&status=suspended",
];

for (const list of lists) {
  test(`the list ${list || "of all"} reads as many rows with 20,000 customers as with 1,000`, async () => {
    const { few, many } = await compare(`/api/customers${list}`);
    expect(many.items).toBe(25);
    expect(many.calls).toBeLessThanOrEqual(2);
    expect(many.read).toBeLessThanOrEqual(few.read * 1.1);
    expect(many.read).toBeLessThanOrEqual(150);
  });
}

test("a page in the middle of the list reads as few rows as the first", async () => {
  const page = await large.admin.get<{ nextCursor: string }>("/api/customers?status=active&limit=100");
  const next = await large.admin.get<never>(`/api/customers?status=active&cursor=${page.json.nextCursor}`);
  expect(databaseCosts(next).read).toBeLessThanOrEqual(150);
});

test("searches in the command palette and the picker read only a few rows", async () => {
  const { few, many } = await compare("/resources/search?q=kim");
  expect(many.calls).toBeLessThanOrEqual(2);
  expect(many.read).toBeLessThanOrEqual(few.read * 1.1);
  expect(many.read).toBeLessThanOrEqual(3 * SEARCH_KINDS.length);
});

test("the customer stats come from counters", async () => {
  const { many } = await compare("/api/customers/stats");
  expect(many.read).toBeLessThanOrEqual(30);
});

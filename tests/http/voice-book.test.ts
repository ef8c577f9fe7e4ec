import { expect, test } from "vitest";
import { openDatabase } from "#drizzle/d1/session";
import { tenantGuard } from "#drizzle/d1/tenants";
import { householdCtx } from "#tests/support/household-ctx";
import { addCustomer } from "#tests/support/work-orders";
import { type Business, testWorker } from "#tests/support/worker";
import { bookFor } from "~/domain/voice/sessions/book.server";

const worker = await testWorker();

/** Rows read to resolve words to records. */
async function reads({ manager, orgId, orgKey }: Business, text: string) {
  const database = openDatabase(
    { directory: worker.db, shards: new Map([["1", worker.db]]) },
    { guard: tenantGuard() },
  );
  const { costs } = database;
  const me = {
    ...{ orgId, orgKey, orgName: "North Wind", timeZone: "America/Chicago", userId: manager.userId },
    ...{ name: "Test Person", roles: ["Admin" as const], permissions: null, isPro: false, technicianId: null },
  };
  const meant = { now: Date.now(), zone: me.timeZone, parts: ["contactor"] };
  const ctx = { ...householdCtx(worker.db, manager.userId), ...database.shards.on("1") };
  const book = await bookFor(ctx, me, { transcript: { text }, ...meant });
  return { rows: costs.rowsRead, rounds: costs.rounds, names: book.customers.map(({ name }) => name) };
}

async function addCustomers({ orgId, orgKey }: Business, count: number, from: number): Promise<void> {
  await worker.db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT ?3 UNION ALL SELECT i + 1 FROM n WHERE i < ?3 + ?4 - 1)
       INSERT INTO customers (org_id, id, number, customer_type, status, first_name, last_name, name, sort_name, created_at, updated_at)
       SELECT ?1, printf('00000000-0000-4000-8000-%012d', i + ?2 * 100000), i, 'residential', 'active', 'Ann', 'Weber',
         'Ann Weber', 'weber', '2026-01-01', '2026-01-01' FROM n`,
    )
    .bind(orgId, orgKey, from, count)
    .run();
}

test("matching spoken names reads as many rows with many customers as with few, in two round trips", async () => {
  const business = await worker.business();
  const text = "No heat at Maria Lopez's house, Ann Weber called it in, 12 Oak Street.";
  await addCustomer(worker, business.orgId, "Maria Lopez");
  await addCustomers(business, 100, 10);
  const neighbor = await worker.business();
  await addCustomers(neighbor, 100, 10);
  const few = await reads(business, text);
  await addCustomers(business, 2000, 200);
  await addCustomers(neighbor, 100, 200);
  const many = await reads(business, text);
  expect(few.names).toContain("Maria Lopez");
  expect(many.names).toContain("Maria Lopez");
  expect(many.rounds).toBe(2);
  expect(many.rows).toBeLessThanOrEqual(few.rows * 1.1);
  expect(many.rows).toBeLessThan(1000);
});

test("of very many customers that words may mean, the one with the spoken number is among them", async () => {
  const business = await worker.business();
  const { orgId, orgKey } = business;
  const words = Array.from(
    { length: 24 },
    (_, at) => `${"bcdfghjklmnprstvwzbcdfghj"[at]}${"aeiou"[at % 5]}${"lmnr"[at % 4]}kovich`,
  );
  await worker.db
    .prepare(
      `INSERT INTO customers (org_id, id, number, customer_type, status, first_name, last_name, name, sort_name, phone, created_at, updated_at)
       SELECT ?1, printf('00000000-0000-4000-8000-%012d', key + ?2 * 100000), key + 1, 'residential', 'active', 'Ann', value ->> 0,
         'Ann ' || (value ->> 0), 'ann', value ->> 1, '2026-01-01', '2026-01-01' FROM json_each(?3)`,
    )
    .bind(
      ...[orgId, orgKey],
      JSON.stringify([
        ...words.flatMap((word) => Array.from({ length: 12 }, () => [word, null])),
        ["Zimmer", "+14145551007"],
      ]),
    )
    .run();
  const { names } = await reads(business, `${words.join(" and ")} called, 414-555-1007.`);
  expect(names).toHaveLength(200);
  expect(names).toContain("Ann Zimmer");
});

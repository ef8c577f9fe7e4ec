import { expect, test } from "vitest";
import { seedDemo } from "#drizzle/seed/demo";
import { ownWorker, testWorker } from "#tests/support/worker";
import { dumpDatabase, fileKeys, fingerprint } from "../../scripts/backup-data.mjs";

const worker = await testWorker();

const queryOf =
  (db: D1Database) =>
  async (sql: string, params: unknown[] = []) =>
    (
      await db
        .prepare(sql)
        .bind(...params)
        .all<Record<string, unknown>>()
    ).results;

/** Many at once: each batch is written to the disk, and hundreds of triggers go and come back. */
async function run(db: D1Database, statements: AsyncIterable<string>): Promise<void> {
  let waiting: D1PreparedStatement[] = [];
  for await (const statement of statements) {
    waiting.push(db.prepare(statement));
    if (waiting.length < 100) continue;
    await db.batch(waiting);
    waiting = [];
  }
  if (waiting.length > 0) await db.batch(waiting);
}

async function searched(at: { db: D1Database }, table: string, word: string): Promise<number> {
  const row = at.db.prepare(`SELECT count(*) AS hits FROM ${table} WHERE ${table} MATCH ?`).bind(word);
  return (await row.first<number>("hits")) ?? 0;
}

test("a backup fills a fresh database with every row, its searches and its guards", async () => {
  const [source, target] = [await ownWorker({ ENVIRONMENT: "local" }), await ownWorker({ ENVIRONMENT: "local" })];
  await seedDemo(source.db, new Date());
  await run(target.db, dumpDatabase(queryOf(source.db)));

  expect(await fingerprint(queryOf(target.db))).toEqual(await fingerprint(queryOf(source.db)));
  for (const [table, word] of [
    ["customer_search", "h*"],
    ["work_order_search", "no*"],
    ["equipment_search", "c*"],
    ["invoice_search", "c*"],
    ["purchase_order_search", "s*"],
    ["issue_search", "s*"],
  ] as const) {
    const hits = await searched(source, table, word);
    expect(hits, table).toBeGreaterThan(0);
    expect(await searched(target, table, word), table).toBe(hits);
  }
  const triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name";
  expect(await queryOf(target.db)(triggers)).toEqual(await queryOf(source.db)(triggers));

  const visitor = target.visitor();
  const login = { email: "admin@example.com", password: "comfort-demo-2026" };
  expect((await visitor.post("/api/auth/login", login)).status).toBe(200);
  expect((await visitor.get<{ total: number }>("/api/customers")).json.total).toBeGreaterThan(0);
  const customer = { customerType: "residential", firstName: "Ada", lastName: "Marsh" };
  expect((await visitor.post("/api/customers", customer)).status).toBe(201);
});

test("every file that a row names is in the backup", async () => {
  const { orgId } = await worker.business();
  await worker.db.prepare("UPDATE organizations SET logo_key = 'logos/one' WHERE id = ?").bind(orgId).run();
  expect(await fileKeys(queryOf(worker.db))).toContain("logos/one");
});

import { expect, test } from "vitest";
import { seedDemo } from "#drizzle/seed/demo";
import { addIssue, sendFile } from "#tests/support/issues";
import { ownWorker, type TestWorker, testWorker } from "#tests/support/worker";
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

/** Many statements per batch: each batch is written to disk, and hundreds of triggers are dropped and created again. */
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

test("a backup restores every row, search index and trigger into a fresh database", async () => {
  const [source, target] = [await ownWorker({ ENVIRONMENT: "local" }), await ownWorker({ ENVIRONMENT: "local" })];
  await seedDemo(source.db, new Date());
  const all = ({ databases: { directory, shards } }: TestWorker) => [directory, ...shards.values()].toReversed();
  const targets = all(target);
  for (const [at, from] of all(source).entries()) {
    const to = targets[at] ?? expect.fail();
    await run(to, dumpDatabase(queryOf(from)));
    expect(await fingerprint(queryOf(to))).toEqual(await fingerprint(queryOf(from)));
    const triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name";
    expect(await queryOf(to)(triggers)).toEqual(await queryOf(from)(triggers));
  }
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

  const visitor = target.visitor();
  const login = { email: "admin@example.com", password: "comfort-demo-2026" };
  expect((await visitor.post("/api/auth/login", login)).status).toBe(200);
  expect((await visitor.get<{ total: number }>("/api/customers")).json.total).toBeGreaterThan(0);
  const customer = { customerType: "residential", firstName: "Ada", lastName: "Marsh" };
  expect((await visitor.post("/api/customers", customer)).status).toBe(201);
});

test("every file referenced by a row is in the backup", async () => {
  const { orgId, manager } = await worker.business();
  await worker.db.prepare("UPDATE organizations SET logo_key = 'logos/one' WHERE id = ?").bind(orgId).run();
  const issue = await addIssue(manager);
  const attached = await sendFile(manager, issue.id, { name: "log.txt", bytes: Buffer.from("hello") });
  const keys = await fileKeys(queryOf(worker.db));
  expect(keys).toContain("logos/one");
  expect(keys).toContain(`issue-attachments/${orgId}/${issue.id}/${attached.json.id}`);
});

test("every column that names a file is known to backups", async () => {
  const tables = await queryOf(worker.db)(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
  );
  const columns = new Set<string>();
  for (const { name } of tables)
    for (const column of await queryOf(worker.db)("SELECT name FROM pragma_table_info(?)", [name]))
      columns.add(String(column.name));
  // Names, hashes and secrets; a new column that names a file must be added to scripts/backup-data.mjs.
  const others = [
    ...["place_key", "import_key", "direct_key", "name_key", "secret_key", "skill_key", "occurrence_key", "due_key"],
    "public_key",
  ];
  const files = ["file_key", "photo_key", "picture_key", "logo_key"];
  const unknown = [...columns].filter((name) => name.endsWith("_key") && ![...others, ...files].includes(name));
  expect(unknown).toEqual([]);
});

import { readdirSync } from "node:fs";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { sidesOf } from "#drizzle/d1/guard";
import { LATEST_MIGRATION } from "#drizzle/d1/latest-migration";
import { tenantGuard } from "#drizzle/d1/tenants";
import * as schema from "#drizzle/schema/index";
import { testWorker } from "#tests/support/worker";

const { db } = await testWorker();

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

const tables = Object.values(schema).filter((table) => is(table, SQLiteTable));

test("the schema and the migrated database have the same tables and columns", async () => {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_search%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'",
    )
    .all<{ name: string }>();
  expect(tables.map((t) => getTableName(t)).sort()).toEqual(results.map((r) => r.name).sort());
  for (const table of tables) {
    const name = getTableName(table);
    const { results: columns } = await db.prepare(`PRAGMA table_info("${name}")`).all<Column>();
    const inDatabase = columns.map(
      (c) => `${c.name} ${c.type.toLowerCase()} ${c.notnull || c.pk ? "not null" : "null"}`,
    );
    const inSchema = Object.values(getTableColumns(table)).map(
      (c) =>
        `${c.name} ${c.getSQLType()} ${c.notNull || c.primary || columns.some((x) => x.name === c.name && x.pk) ? "not null" : "null"}`,
    );
    expect(inSchema.sort(), name).toEqual(inDatabase.sort());
  }
});

test("every table is STRICT", async () => {
  const { results } = await db
    .prepare("PRAGMA table_list")
    .all<{ name: string; type: string; strict: number; schema: string }>();
  const names = new Set<string>(tables.map((t) => getTableName(t)));
  expect(results.filter((t) => names.has(t.name) && t.strict !== 1).map((t) => t.name)).toEqual([]);
});

test("the primary key of every business table starts with the tenant", async () => {
  for (const table of tables) {
    const name = getTableName(table);
    const columns = Object.values(getTableColumns(table)).map((c) => c.name);
    if (!columns.includes("org_id") || name === "outbox" || name === "security_events" || name === "identity_outbox")
      continue;
    const { results } = await db.prepare(`PRAGMA table_info("${name}")`).all<Column>();
    expect(results.find((c) => c.pk === 1)?.name, name).toBe("org_id");
  }
});

test("no table, view or trigger connects identity and tenant data", async () => {
  const { results } = await db
    .prepare("SELECT name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    .all<{ name: string; tbl_name: string; sql: string }>();
  const guard = tenantGuard();
  const mixed = results.filter((each) => sidesOf(guard, `on ${each.tbl_name} ${each.sql}`).length > 1);
  expect(mixed.map((each) => each.name)).toEqual([]);
});

test("the Worker expects the newest migration", () => {
  const files = readdirSync(new URL("../../migrations", import.meta.url)).filter((name) => name.endsWith(".sql"));
  expect(LATEST_MIGRATION).toBe(files.toSorted().at(-1));
});

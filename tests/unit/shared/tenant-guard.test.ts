import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { acrossCopies, checkBatch } from "#drizzle/d1/guard";
import { tenantGuard } from "#drizzle/d1/tenants";
import { systemCtx } from "#worker/context";
import type { Env } from "#worker/env";

const guard = tenantGuard();
const tables = [...guard.tenantTables];
const check = (text: string) => checkBatch(guard, [{ sql: text, params: [] }], 0);

test("the guard knows the tables of businesses and households", () => {
  expect(guard.tenantTables.get("work_orders")).toBe("org_id");
  expect(guard.tenantTables.get("account_transactions")).toBe("user_id");
  expect(tables.length).toBeGreaterThan(100);
});

test.each(tables)("%s cannot be read, changed, deleted or written without %s", (table, column) => {
  for (const text of [
    `SELECT id FROM ${table}`,
    `select "id" from "${table}" where "${table}"."id" = ?`,
    `SELECT id FROM ${table} t WHERE t.id = ?`,
    `SELECT id FROM ${table} ORDER BY ${column}`,
    `UPDATE ${table} SET version = 2 WHERE id = ?`,
    `DELETE FROM ${table} WHERE id = ?`,
    `INSERT INTO ${table} (id) VALUES (?)`,
  ])
    expect(() => check(text), text).toThrow(`D1 guard: ${table} without ${column}`);
});

test.each(tables)("%s can be used with %s", (table, column) => {
  for (const text of [
    `SELECT id FROM ${table} WHERE ${column} = ?`,
    `select "id" from "${table}" where ("${table}"."${column}" = ? and "${table}"."id" = ?)`,
    `SELECT t.id FROM ${table} t WHERE t.${column} = ?1`,
    `UPDATE ${table} SET version = 2 WHERE ${column} = ? AND id = ?`,
    `DELETE FROM ${table} WHERE ${column} = ? AND id = ?`,
    `INSERT INTO ${table} (${column}, id) VALUES (?, ?)`,
    `SELECT ${acrossCopies} id FROM ${table}`,
  ])
    expect(() => check(text), text).not.toThrow();
});

test.each(tables.filter(([table]) => guard.sides.get(table) === "tenants"))(
  "%s must be joined by its tenant, not only by an id",
  (table, column) => {
    const own = column === "org_id" ? "customers" : "bank_items";
    const joined = (on: string) => `SELECT a.id FROM ${own} a JOIN ${table} b ON ${on} WHERE a.${column} = ?`;
    expect(() => check(joined(`b.${column} = a.${column} AND b.id = a.id`))).not.toThrow();
    expect(() => check(joined("b.id = a.id"))).toThrow(`without ${column}`);
  },
);

test.each(["production", "local", "test"])(
  "the guard protects the database in every environment: %s",
  async (ENVIRONMENT) => {
    const reached: string[] = [];
    const database = {
      withSession: () => ({
        prepare: (text: string) => {
          reached.push(text);
          throw new Error("reached the database");
        },
        getBookmark: () => null,
      }),
    };
    const env = {
      ...{ ENVIRONMENT, PUBLIC_ORIGIN: "https://plenum.example" },
      ...{ SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) },
      ...{ DIRECTORY: database, TENANTS_1: database, TENANTS_2: database },
    } as unknown as Env;
    const { shards } = await systemCtx(env, () => {});
    await expect(async () => shards.on("1").db.run(sql`SELECT name FROM customers`)).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringContaining("D1 guard") }) }),
    );
    expect(reached).toEqual([]);
  },
);

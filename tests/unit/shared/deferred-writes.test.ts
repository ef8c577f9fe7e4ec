import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#drizzle/d1/session";

/** A database that responds at once and records its statements. */
function recorded(): { database: D1Database; statements: string[] } {
  const statements: string[] = [];
  const result = { results: [], meta: {} };
  const statement = (text: string) => ({
    bind: () => statement(text),
    all: async () => {
      statements.push(text);
      return result;
    },
  });
  const session = {
    prepare: statement,
    batch: async (all: object[]) => {
      statements.push(`batch of ${all.length}`);
      return all.map(() => result);
    },
    getBookmark: () => null,
  };
  return { database: { withSession: () => session } as never, statements };
}

function opened() {
  const { database, statements } = recorded();
  const guard = { tenantTables: new Map(), sides: new Map([["notes", "tenants"] as const]) };
  const { holdWrites, shards } = openDatabase({ directory: database, shards: new Map([["1", database]]) }, { guard });
  return { holdWrites, statements, db: shards.on("1").db };
}

const moment = () => new Promise((done) => setImmediate(done));

test("writes wait until the user is confirmed, reads do not", async () => {
  const { holdWrites, statements, db } = opened();
  let confirm = () => {};
  holdWrites(
    new Promise((done) => {
      confirm = done;
    }),
  );
  const write = db.run(sql`UPDATE notes SET text = 'x'`);
  const disguised = db.run(sql`WITH n AS (SELECT 1) DELETE FROM notes`);
  const replaced = db.run(sql`WITH n AS (SELECT 1) REPLACE INTO notes SELECT * FROM n`);
  const mixed = db.batch([db.run(sql`SELECT 1 FROM notes`), db.run(sql`DELETE FROM notes`)]);
  await db.all(sql`SELECT text FROM notes`);
  await db.all(sql`WITH n AS (SELECT 1) SELECT updated_at FROM notes`);
  await moment();
  expect(statements).toEqual(["SELECT text FROM notes", "WITH n AS (SELECT 1) SELECT updated_at FROM notes"]);
  confirm();
  await Promise.all([write, disguised, replaced, mixed]);
  expect(statements).toHaveLength(6);
});

test("if it is another user, nothing is changed", async () => {
  const { holdWrites, statements, db } = opened();
  const refused = Promise.reject(new Error("somebody else"));
  refused.catch(() => {});
  holdWrites(refused);
  await expect(db.run(sql`DELETE FROM notes`)).rejects.toMatchObject({ cause: { message: "somebody else" } });
  expect(statements).toEqual([]);
});

import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#drizzle/d1/session";

interface Trip {
  shard: string;
  statements: string[];
}

/** Databases that return each statement's text, and fail round trips that contain a rejected one. */
function opened(isRefused: (statement: string) => string | null = () => null) {
  const trips: Trip[] = [];
  const answer = (text: string) => ({ results: [{ text }], meta: { rows_read: 1 } });
  const trip = async (shard: string, statements: string[]) => {
    trips.push({ shard, statements });
    for (const text of statements) {
      const refusal = isRefused(text);
      if (refusal) throw new Error(refusal);
    }
    return statements.map(answer);
  };
  const database = (shard: string) => ({
    withSession: () => ({
      prepare: (text: string) => ({
        bind: () => ({ text, all: async () => (await trip(shard, [text]))[0] }),
      }),
      batch: (all: { text: string }[]) =>
        trip(
          shard,
          all.map(({ text }) => text),
        ),
      getBookmark: () => null,
    }),
  });
  const guard = { tenantTables: new Map(), sides: new Map([["notes", "tenants"] as const]) };
  // Guarantee: the session calls nothing else on a database.
  const shards = new Map(["1", "2"].map((name) => [name, database(name) as unknown as D1Database] as const));
  const request = openDatabase({ directory: database("directory") as unknown as D1Database, shards }, { guard });
  return { trips, costs: request.costs, db: request.shards.on("1").db, other: request.shards.on("2").db };
}

const read = (n: number) => sql.raw(`SELECT ${n} AS text FROM notes`);
const text = (n: number) => `SELECT ${n} AS text FROM notes`;

/** Like a block of a page: a few function calls deep, and slightly later than the others. */
async function later<T>(turns: number, begin: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await null;
  return begin();
}

test("concurrent reads share one round trip, and each gets its own rows", async () => {
  const { trips, costs, db } = opened();
  const answers = await Promise.all([
    db.all(read(1)),
    later(3, async () => db.batch([db.all(read(2)), db.all(read(3))])),
    later(8, async () => db.all(read(4))),
  ]);
  expect(answers).toEqual([[{ text: text(1) }], [[{ text: text(2) }], [{ text: text(3) }]], [{ text: text(4) }]]);
  expect(trips).toEqual([{ shard: "1", statements: [text(1), text(2), text(3), text(4)] }]);
  expect(costs).toMatchObject({ calls: 1, rounds: 1, statements: 4, rowsRead: 4 });
});

test("a later read or one from another database is a separate round trip", async () => {
  const { trips, costs, db, other } = opened();
  await Promise.all([db.all(read(1)), other.all(read(2))]);
  await db.all(read(3));
  expect(trips).toEqual([
    { shard: "1", statements: [text(1)] },
    { shard: "2", statements: [text(2)] },
    { shard: "1", statements: [text(3)] },
  ]);
  expect(costs).toMatchObject({ calls: 3, rounds: 2 });
});

test("a read that fails does not affect the others", async () => {
  const { trips, db } = opened((statement) => (statement === text(2) ? "D1_ERROR: no such column" : null));
  const answers = await Promise.allSettled([db.all(read(1)), db.all(read(2)), db.all(read(3))]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(trips.map(({ statements }) => statements.length)).toEqual([3, 1, 1, 1]);
});

test("a failure outside the database is not retried", async () => {
  const { trips, db } = opened(() => "power cut");
  const answers = await Promise.allSettled([db.all(read(1)), db.all(read(2))]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(trips).toHaveLength(1);
});

test("a write is sent alone, after reads requested before it", async () => {
  const { trips, db } = opened();
  const write = "UPDATE notes SET text = 1";
  await Promise.all([
    db.all(read(1)),
    later(2, async () => db.run(sql.raw(write))),
    later(9, async () => db.all(read(2))),
  ]);
  expect(trips.map(({ statements }) => statements)).toEqual([[text(1)], [write], [text(2)]]);
});

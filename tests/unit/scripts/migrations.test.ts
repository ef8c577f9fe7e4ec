import { expect, test } from "vitest";
import { migrateAll, reportOf } from "../../../scripts/migrations.mjs";

const databases = ["directory", "tenants-1", "tenants-2", "tenants-3"].map((name) => ({ name }));

test("one failing database does not stop the others, and the next run resumes only that one", async () => {
  const has = new Map(databases.map(({ name }) => [name, new Set<string>()]));
  let isBroken = true;
  const apply = async ({ name }: { name: string }) => {
    const files = ["0001.sql", "0002.sql"].filter((file) => !has.get(name)?.has(file));
    for (const file of files) {
      if (isBroken && name === "tenants-2" && file === "0002.sql") throw new Error("database is locked");
      has.get(name)?.add(file);
    }
    return files;
  };
  const first = await migrateAll(databases, apply, 2);
  expect(first.map(({ name, problem }) => [name, problem])).toEqual([
    ["directory", null],
    ["tenants-1", null],
    ["tenants-2", "database is locked"],
    ["tenants-3", null],
  ]);
  isBroken = false;
  const second = await migrateAll(databases, apply);
  expect(second.map(({ files }) => files)).toEqual([[], [], ["0002.sql"], []]);
});

test("at most the given number of databases are migrated at once", async () => {
  let [open, most] = [0, 0];
  await migrateAll(
    databases,
    async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((done) => setImmediate(done));
      open -= 1;
      return [];
    },
    3,
  );
  expect(most).toBe(3);
});

test("the report lists what was applied to each database", () => {
  const outcomes = [
    { name: "directory", files: [], problem: null },
    { name: "tenants-1", files: ["0001.sql", "0002.sql"], problem: null },
    { name: "tenants-2", files: [], problem: "no such table: users" },
  ];
  expect(reportOf(outcomes, "applied")).toEqual([
    "directory  up to date",
    "tenants-1  2 applied: 0001.sql, 0002.sql",
    "tenants-2  failed: no such table: users",
  ]);
});

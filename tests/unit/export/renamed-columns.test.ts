import { readdirSync, readFileSync } from "node:fs";
import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { RENAMED_COLUMNS } from "~/domain/export/internal/renamed-columns";
import { restoredTables } from "~/domain/export/internal/restore-plan.server";

const MIGRATIONS = new URL("../../../migrations/", import.meta.url);
/** The first version with exports. */
const FIRST_EXPORTS = "0205";

const tables = new Map([...restoredTables("business"), ...restoredTables("household")]);
const namesIn = (table: string) => {
  const known = tables.get(table);
  return known ? Object.values(getTableColumns(known)).map(({ name }) => name) : [];
};

const renamesSince = (first: string) =>
  readdirSync(MIGRATIONS)
    .filter((file) => file >= first)
    .flatMap((file) => [
      ...readFileSync(new URL(file, MIGRATIONS), "utf8").matchAll(/ALTER TABLE (\w+) RENAME COLUMN (\w+) TO (\w+)/g),
    ]);

test("no migration renames a column any more, because the release before still reads and writes it", () => {
  expect(renamesSince("0310")).toEqual([]);
});

test("a restore knows the former name of every exported column that was renamed", () => {
  const renames = renamesSince(FIRST_EXPORTS);
  expect(renames.length).toBeGreaterThan(7);
  const exported = renames.filter(([, table = "", from = "", to = ""]) => {
    const names = namesIn(table);
    // A column of the same name may have taken its place.
    return names.includes(to) && !names.includes(from);
  });
  const known = Object.entries(RENAMED_COLUMNS).flatMap(([table, columns]) =>
    columns.map(([from, to]) => `${table} ${from} ${to}`),
  );
  expect(known.toSorted()).toEqual(exported.map(([, table, from, to]) => `${table} ${from} ${to}`).toSorted());
});

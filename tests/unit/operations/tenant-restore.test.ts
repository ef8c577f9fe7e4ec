import { getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { tenantTables } from "~/domain/operations/tenant-moves/internal/tables.server";
import { defaultOf, differences, NOT_RESTORED } from "~/domain/operations/tenant-moves/restore/tenant-restore";

const table = { name: "sites", key: ["org_id", "id"], columns: ["org_id", "id", "name", "notes"] };
const row = (id: string, name: string, notes: string | null = null) => ({ org_id: "org", id, name, notes });
const defaults = { org_id: null, id: null, name: null, notes: "none" };

test("deleted rows come back, changed rows are reverted, and newer rows are listed", () => {
  const past = [row("1", "Barn"), row("2", "Mill"), row("3", "Pond")];
  const now = [row("1", "Barn"), row("2", "Mill Lane"), row("4", "Hill")];
  expect(differences(table, { past, now, defaults })).toEqual({
    back: [row("3", "Pond")],
    changed: [row("2", "Mill")],
    since: [row("4", "Hill")],
  });
});

test("a column added since keeps its value, and gets its default in a restored row", () => {
  const old = (id: string, name: string) => ({ org_id: "org", id, name });
  const past = [old("1", "Barn"), old("2", "Mill"), old("3", "Pond")];
  const now = [row("1", "Barn", "gate"), row("2", "Mill Lane", "dog")];
  expect(differences(table, { past, now, defaults })).toEqual({
    back: [row("3", "Pond", "none")],
    changed: [row("2", "Mill", "dog")],
    since: [],
  });
});

test("compound keys never collide when joined", () => {
  const pair = { name: "pairs", key: ["a", "b"], columns: ["a", "b"] };
  const found = differences(pair, { past: [{ a: "x", b: "yz" }], now: [{ a: "xy", b: "z" }], defaults: {} });
  expect([found.back.length, found.since.length]).toEqual([1, 1]);
});

test.each([
  ["'draft'", "draft"],
  ["'it''s'", "it's"],
  ["0", 0],
  ["-1.5", -1.5],
  ["CURRENT_TIMESTAMP", null],
  [null, null],
])("the default %s is %s", (text, value) => {
  expect(defaultOf(text)).toBe(value);
});

test("tables excluded from the restore exist", () => {
  const names = new Set(tenantTables().map(getTableName));
  expect([...NOT_RESTORED].filter((name) => !names.has(name))).toEqual([]);
});

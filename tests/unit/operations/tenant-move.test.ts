import { getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { conditionOf, tenantTables } from "~/domain/operations/tenant-moves/internal/tables.server";
import { movedPercent } from "~/domain/operations/tenant-moves/tenant-move";

test("every tenant table has a known owner for its rows", () => {
  for (const table of tenantTables()) {
    const name = getTableName(table);
    const conditions = [conditionOf(name, "business"), conditionOf(name, "household")];
    const isNobodys = ["moving_tenants", "changed_rows"].includes(name);
    expect(
      conditions.some((condition) => condition !== null),
      name,
    ).toBe(!isNobodys);
  }
});

test("a table without a known owner stops a move", () => {
  expect(() => conditionOf("new_things", "business")).toThrow("new_things");
});

test.each([
  ["before the rows are counted", { status: "copying", rowTotal: null, rowsCopied: 0, rowsVerified: 0 }, null],
  ["half copied", { status: "copying", rowTotal: 200, rowsCopied: 100, rowsVerified: 0 }, 25],
  ["copied, half compared", { status: "verifying", rowTotal: 200, rowsCopied: 200, rowsVerified: 100 }, 75],
  ["all compared", { status: "frozen", rowTotal: 200, rowsCopied: 230, rowsVerified: 230 }, 99],
  ["moved", { status: "switched", rowTotal: 200, rowsCopied: 200, rowsVerified: 200 }, 100],
  ["canceled", { status: "canceled", rowTotal: 200, rowsCopied: 20, rowsVerified: 0 }, null],
  ["without rows", { status: "copying", rowTotal: 0, rowsCopied: 0, rowsVerified: 0 }, 50],
] as const)("%s", (_, move, percent) => {
  expect(movedPercent(move)).toBe(percent);
});

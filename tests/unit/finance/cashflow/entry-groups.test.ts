import fc from "fast-check";
import { expect, test } from "vitest";
import { expense, income, someItems } from "#tests/unit/finance/items";
import { type ActualEntry, type HouseholdLedger, monthActuals } from "~/domain/finance/cashflow/actuals";
import { groupEntries } from "~/domain/finance/cashflow/entry-groups";
import type { PlannedItem } from "~/domain/finance/tracker/plan";
import { sumMinor } from "~/domain/shared/money";

const today = "2025-06-15";

function month(items: readonly PlannedItem[], given: Partial<HouseholdLedger> = {}): ActualEntry[] {
  const ledger = { today, items: [...items], rows: [], coverage: new Map(), decisions: [], ...given };
  return monthActuals(ledger, "2025-06", () => {
    throw new Error("there are no rows");
  });
}

test("a weekly item is one row with its days and their sum, next to one-time items", () => {
  const coaching = income({ id: "coaching", date: "2025-01-04", frequency: "weekly", amountMinor: 9000 });
  const rent = expense({ date: "2025-01-01", amountMinor: 180_000 });
  const { planned } = groupEntries(month([coaching, rent]));
  const shown = planned.map(({ item, entries, totalMinor }) => [item.id, entries.map(({ date }) => date), totalMinor]);
  expect(shown).toEqual([
    ["rent", ["2025-06-01"], 180_000],
    ["coaching", ["2025-06-07", "2025-06-14", "2025-06-21", "2025-06-28"], 36_000],
  ]);
});

test("a missed occurrence is in its row but not in the sum", () => {
  const gym = expense({ id: "gym", date: "2025-01-01", frequency: "weekly", amountMinor: 1000, accountId: "checking" });
  const entries = month([gym], { coverage: new Map([["checking", { from: "2025-01-01", through: today }]]) });
  const missed = entries.filter(({ status }) => status === "missed").length;
  expect(missed).toBeGreaterThan(0);
  const [group, ...others] = groupEntries(entries).planned;
  expect(others).toEqual([]);
  expect([group?.entries.length, group?.totalMinor]).toEqual([4, 1000 * (4 - missed)]);
});

test("each item has one row, and no line is lost or duplicated", () => {
  fc.assert(
    fc.property(someItems, (items) => {
      const entries = month(items);
      const { planned, unplanned } = groupEntries(entries);
      expect(new Set(planned.map(({ key }) => key)).size).toBe(planned.length);
      expect(planned.length).toBe(new Set(entries.map(({ item }) => `${item.kind} ${item.id}`)).size);
      expect(planned.flatMap((group) => group.entries).length + unplanned.length).toBe(entries.length);
      const counted = sumMinor(entries.map(({ item, status }) => (status === "missed" ? 0 : item.amountMinor)));
      expect(sumMinor(planned.map(({ totalMinor }) => totalMinor))).toBe(counted);
    }),
  );
});

import { isBudget } from "~/domain/finance/matching/budgets";
import { type PlannedItem, planKey } from "~/domain/finance/tracker/plan";
import { sumMinor } from "~/domain/shared/money";
import type { ActualEntry } from "./actuals";

/** One row in a month's list: an item with all its lines, the earliest first. */
export interface EntryGroup<Item extends PlannedItem = PlannedItem> {
  key: string;
  item: Item;
  entries: ActualEntry<Item>[];
  /** The total of the lines that count. */
  totalMinor: number;
  /** For a budget: the planned and spent amounts; the entries after the first are its rows. */
  budget: { plannedMinor: number; spentMinor: number } | null;
}

/** Groups a month's planned lines by item, separate from the rows that are not part of the plan. Both by date. */
export function groupEntries<Item extends PlannedItem>(
  entries: readonly ActualEntry<Item>[],
): { planned: EntryGroup<Item>[]; unplanned: EntryGroup<Item>[] } {
  const planned = new Map<string, EntryGroup<Item>>();
  const unplanned: EntryGroup<Item>[] = [];
  const rowsOf = rowsByBudget(entries);
  for (const entry of entries) {
    const { item, status } = entry;
    const countedMinor = status === "missed" ? 0 : item.amountMinor;
    if (status === "budgeted") continue;
    if (isBudget(item)) {
      planned.set(planKey(item), budgetGroup(entry, rowsOf.get(item.id) ?? []));
      continue;
    }
    if (status === "unplanned") {
      unplanned.push({ key: `row:${item.id}`, item, entries: [entry], totalMinor: countedMinor, budget: null });
      continue;
    }
    const key = planKey(item);
    const group = planned.get(key);
    if (!group) planned.set(key, { key, item, entries: [entry], totalMinor: countedMinor, budget: null });
    else {
      group.entries.push(entry);
      group.totalMinor += countedMinor;
    }
  }
  return { planned: [...planned.values()], unplanned };
}

function rowsByBudget<Item extends PlannedItem>(entries: readonly ActualEntry<Item>[]) {
  const rows = new Map<string, ActualEntry<Item>[]>();
  for (const entry of entries) {
    if (entry.budgetId === null) continue;
    const others = rows.get(entry.budgetId);
    if (others) others.push(entry);
    else rows.set(entry.budgetId, [entry]);
  }
  return rows;
}

function budgetGroup<Item extends PlannedItem>(
  entry: ActualEntry<Item>,
  rows: readonly ActualEntry<Item>[],
): EntryGroup<Item> {
  const { item, planned } = entry;
  const spentMinor = sumMinor(rows.map((row) => row.item.amountMinor));
  return {
    ...{ key: planKey(item), item, entries: [entry, ...rows], totalMinor: item.amountMinor + spentMinor },
    budget: { plannedMinor: planned?.amountMinor ?? item.amountMinor, spentMinor },
  };
}

import { type PlannedItem, planKey } from "~/domain/finance/tracker/plan";
import type { ActualEntry } from "./actuals";

/** What a month's list shows as one row: an item with all its lines, the first by date first. */
export interface EntryGroup<Item extends PlannedItem = PlannedItem> {
  key: string;
  item: Item;
  entries: ActualEntry<Item>[];
  /** Of the lines that count. */
  totalMinor: number;
}

/** A month's planned lines, those of one item together, and the rows that are part of no plan. Both by date. */
export function groupEntries<Item extends PlannedItem>(
  entries: readonly ActualEntry<Item>[],
): { planned: EntryGroup<Item>[]; unplanned: EntryGroup<Item>[] } {
  const planned = new Map<string, EntryGroup<Item>>();
  const unplanned: EntryGroup<Item>[] = [];
  for (const entry of entries) {
    const { item, status } = entry;
    const countedMinor = status === "missed" ? 0 : item.amountMinor;
    if (status === "unplanned") {
      unplanned.push({ key: `row:${item.id}`, item, entries: [entry], totalMinor: countedMinor });
      continue;
    }
    const key = planKey(item);
    const group = planned.get(key);
    if (!group) planned.set(key, { key, item, entries: [entry], totalMinor: countedMinor });
    else {
      group.entries.push(entry);
      group.totalMinor += countedMinor;
    }
  }
  return { planned: [...planned.values()], unplanned };
}

import { type CivilDate, firstDayOfMonth, lastDayOfMonth, type MonthKey, monthKey } from "~/domain/shared/dates";
import { isRecurring, type PlannedItem, type Timing } from "./plan";
import { expand } from "./recurrence";

/** One line of a month's list: an item on one of its days. */
export interface MonthEntry<Item extends PlannedItem = PlannedItem> {
  item: Item;
  date: CivilDate;
  /** True when the line only foresees the item: editing it moves the first occurrence, not this one. */
  isProjected: boolean;
}

/** A future month lies after the current calendar month; it brings Budget Mode and the Projection labels. */
export function isFutureMonth(month: MonthKey, today: CivilDate): boolean {
  return month > monthKey(today);
}

/** An occurrence is projected in months later than the current one and later than the item's own first month. */
export function isProjected(timing: Timing, date: CivilDate, today: CivilDate): boolean {
  const month = monthKey(date);
  return isRecurring(timing) && isFutureMonth(month, today) && month > monthKey(timing.date);
}

/** Everything that happens in a month, a line per occurrence, by date and then by name. */
export function monthEntries<Item extends PlannedItem>(
  items: readonly Item[],
  month: MonthKey,
  today: CivilDate,
): MonthEntry<Item>[] {
  const from = firstDayOfMonth(month);
  const to = lastDayOfMonth(month);
  return items
    .flatMap((item) =>
      expand(item, from, to).map((date) => ({ item, date, isProjected: isProjected(item, date, today) })),
    )
    .sort((a, b) => (a.date === b.date ? a.item.name.localeCompare(b.item.name, "en") : a.date < b.date ? -1 : 1));
}

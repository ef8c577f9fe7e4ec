import { type PlannedItem, planKey, type Timing } from "~/domain/finance/tracker/plan";
import { expand, nextOccurrence, STEPS } from "~/domain/finance/tracker/recurrence";
import {
  addDays,
  addMonths,
  type CivilDate,
  civilDate,
  clampedDay,
  dayOfMonth,
  daysBetween,
  monthIndex,
  monthKey,
} from "~/domain/shared/time/dates";

/** A switch of a what-if scenario; `key` is the item's planKey. */
export type WhatIf =
  | { kind: "disable"; key: string }
  | { kind: "delay"; key: string; months: number }
  | { kind: "stop"; key: string; from: CivilDate }
  | { kind: "amount"; key: string; amountMinor: number }
  | { kind: "add"; item: PlannedItem };

function endingBy<Item extends Timing>(item: Item, last: CivilDate): Item[] {
  if (last < item.date) return [];
  if (item.frequency === "once" || (item.endDate !== null && item.endDate <= last)) return [item];
  return [{ ...item, endDate: last }];
}

function resumedByMonths(item: PlannedItem, next: CivilDate, months: number): PlannedItem {
  const anchorDay = item.anchorDay ?? dayOfMonth(item.date);
  const shifted = (date: CivilDate) => civilDate(clampedDay(monthIndex(monthKey(date)) + months, anchorDay));
  // The end moves to the last occurrence's new date: the end date itself could clamp to before it.
  const last = item.endDate && (expand(item, next, item.endDate).at(-1) ?? next);
  return { ...item, date: shifted(next), anchorDay, endDate: last && shifted(last) };
}

function resumedByDays(item: PlannedItem, next: CivilDate, delay: { months: number; size: number }): PlannedItem {
  const wanted = daysBetween(next, addMonths(next, delay.months));
  const days = Math.ceil(wanted / delay.size) * delay.size;
  return { ...item, date: addDays(next, days), endDate: item.endDate && addDays(item.endDate, days) };
}

/**
 * Delays an item's future occurrences by `months`, and its end too, so that their number stays the same. Past occurrences do not
 * move. A weekly item keeps its weekday, a monthly one its day of the month.
 */
function delayed(item: PlannedItem, months: number, today: CivilDate): PlannedItem[] {
  const next = nextOccurrence(item, today);
  if (!next) return [item];
  const step = STEPS[item.frequency];
  if (!step) return [{ ...item, date: addMonths(item.date, months) }];
  const resumed =
    step.unit === "months"
      ? resumedByMonths(item, next, months)
      : resumedByDays(item, next, { months, size: step.size });
  return [...endingBy(item, addDays(next, -1)), resumed];
}

/** Changes the amount of an item's future occurrences; past ones keep theirs. */
function repriced(item: PlannedItem, amountMinor: number, today: CivilDate): PlannedItem[] {
  const next = nextOccurrence(item, today);
  if (!next) return [item];
  if (!STEPS[item.frequency]) return [{ ...item, amountMinor }];
  const anchorDay = item.anchorDay ?? dayOfMonth(item.date);
  return [...endingBy(item, addDays(next, -1)), { ...item, date: next, anchorDay, amountMinor }];
}

function applyOne(items: readonly PlannedItem[], change: WhatIf, today: CivilDate): PlannedItem[] {
  switch (change.kind) {
    case "disable":
      return items.filter((item) => planKey(item) !== change.key);
    case "delay":
      return items.flatMap((item) => (planKey(item) === change.key ? delayed(item, change.months, today) : [item]));
    case "stop":
      return items.flatMap((item) =>
        planKey(item) === change.key ? endingBy(item, addDays(change.from, -1)) : [item],
      );
    case "amount":
      return items.flatMap((item) =>
        planKey(item) === change.key ? repriced(item, change.amountMinor, today) : [item],
      );
    case "add":
      return [...items, change.item];
  }
}

/**
 * The items with the switches applied in order; the given items are not changed. A delayed or repriced item may be split into
 * two, past and future, under the same key.
 */
export function applyWhatIf(
  items: readonly PlannedItem[],
  changes: readonly WhatIf[],
  today: CivilDate,
): PlannedItem[] {
  return changes.reduce<PlannedItem[]>((current, change) => applyOne(current, change, today), [...items]);
}

import {
  addDays,
  type CivilDate,
  civilDate,
  clampedDay,
  dayOfMonth,
  monthIndex,
  monthKey,
} from "~/domain/shared/time/dates";
import { isRecurring, type PlannedItem } from "./plan";
import { expand, nextOccurrence, STEPS } from "./recurrence";

/** The scope of a move: only the occurrence, or every later one as well. */
export const MOVE_SCOPES = ["one", "later"] as const;
export type MoveScope = (typeof MOVE_SCOPES)[number];

export interface Move {
  /** The planned date of the occurrence. */
  date: CivilDate;
  to: CivilDate;
  scope: MoveScope;
}

/** An item after a move, with the items split off from it. */
export interface Moved<Item> {
  revised: Item;
  split: Item[];
}

export function happensOn(item: PlannedItem, date: CivilDate): boolean {
  return expand(item, date, date).length === 1;
}

function endedBefore<Item extends PlannedItem>(item: Item, date: CivilDate): Item {
  return { ...item, endDate: addDays(date, -1) };
}

function onceOn<Item extends PlannedItem>(item: Item, date: CivilDate): Item {
  return { ...item, date, frequency: "once", endDate: null, anchorDay: undefined };
}

// The rest continues from its next date and still aims at its original day of the month.
function resumedFrom<Item extends PlannedItem>(item: Item, date: CivilDate): Item {
  const months = STEPS[item.frequency]?.unit === "months";
  const anchorDay = item.anchorDay ?? dayOfMonth(item.date);
  return { ...item, date, anchorDay: months && anchorDay !== dayOfMonth(date) ? anchorDay : undefined };
}

function stepsAfter({ frequency }: PlannedItem, date: CivilDate, count: number): CivilDate {
  const step = STEPS[frequency];
  if (!step) return date;
  if (step.unit === "days") return addDays(date, count * step.size);
  return civilDate(clampedDay(monthIndex(monthKey(date)) + count * step.size, dayOfMonth(date)));
}

// The end moves to the last occurrence's new date: moved by days, it could fall before it.
function shiftedFrom<Item extends PlannedItem>(item: Item, { date, to }: Move): Item {
  const later = item.endDate ? expand(item, addDays(date, 1), item.endDate).length : 0;
  return { ...item, date: to, anchorDay: undefined, endDate: item.endDate && stepsAfter(item, to, later) };
}

/**
 * The items that result from moving one of an item's occurrences. Earlier occurrences do not change. Throws RangeError for a date
 * without an occurrence.
 */
export function movedItem<Item extends PlannedItem>(item: Item, move: Move): Moved<Item> {
  if (!happensOn(item, move.date)) throw new RangeError(`nothing happens on ${move.date}`);
  if (!isRecurring(item)) return { revised: { ...item, date: move.to, anchorDay: undefined }, split: [] };
  const isFirst = expand(item, item.date, move.date).length === 1;
  const moved = move.scope === "later" ? shiftedFrom(item, move) : onceOn(item, move.to);
  const next = move.scope === "later" ? null : nextOccurrence(item, addDays(move.date, 1));
  const rest = next ? [resumedFrom(item, next)] : [];
  if (!isFirst) return { revised: endedBefore(item, move.date), split: [moved, ...rest] };
  const [later] = rest;
  return later ? { revised: later, split: [moved] } : { revised: moved, split: [] };
}

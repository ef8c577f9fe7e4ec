import { isBudget } from "~/domain/finance/matching/budgets";
import { isWatched } from "~/domain/finance/matching/expected-flows";
import { trackOccurrences } from "~/domain/finance/matching/matching";
import { type Move, movedItem } from "~/domain/finance/tracker/move";
import type { PlannedItem } from "~/domain/finance/tracker/plan";
import { expand, plannedFlows } from "~/domain/finance/tracker/recurrence";
import { type Currency, sumMinor } from "~/domain/shared/money";
import {
  addDays,
  type CivilDate,
  dayNumber,
  firstDayOfMonth,
  lastDayOfMonth,
  type MonthKey,
  weekday,
} from "~/domain/shared/time/dates";
import { firstRowDate } from "./bands";
import { type BalanceLine, forecastAccounts, type Shortfall } from "./forecast";
import { bankOf, type HouseholdRecord, householdForecast } from "./runway";

const NEIGHBOR_DAYS = 14;

/** One occurrence on a day of the calendar. */
interface CalendarEntry<Item extends PlannedItem = PlannedItem> {
  item: Item;
  date: CivilDate;
}

export interface CalendarDay<Item extends PlannedItem = PlannedItem> {
  date: CivilDate;
  inMonth: boolean;
  entries: CalendarEntry<Item>[];
  /** End-of-day balance: planned from today on, posted before that; null if neither is known. */
  balanceMinor: number | null;
}

/** The weeks of a month from Sunday to Saturday, including days of the adjacent months. */
export function gridOf(month: MonthKey): { from: CivilDate; to: CivilDate } {
  const first = firstDayOfMonth(month);
  const last = lastDayOfMonth(month);
  return { from: addDays(first, -weekday(first)), to: addDays(last, 6 - weekday(last)) };
}

function balanceOn(line: BalanceLine, date: CivilDate): number | null {
  return line.balances[dayNumber(date) - dayNumber(line.window.from)] ?? null;
}

/**
 * The end-of-day balances of the forecast's total before today, by date, from `from` on and as far back as the accounts' rows go:
 * today's balances less everything posted since. Minor units, as the holder sees them.
 */
export function pastBalances(
  { accounts, rows, today }: HouseholdRecord,
  { currency, from }: { currency: Currency; from: CivilDate },
): Map<CivilDate, number> {
  const counted = forecastAccounts(accounts).filter((account) => account.inTotal && account.currency === currency);
  const ids = new Set(counted.map(({ id }) => id));
  const posted = rows.filter((row) => !row.pending && ids.has(row.accountId));
  const first = firstRowDate(posted);
  const balances = new Map<CivilDate, number>();
  if (first === null) return balances;
  const netOf = new Map<CivilDate, number>();
  for (const { date, amountMinor } of posted) {
    const day = date > today ? today : date;
    netOf.set(day, (netOf.get(day) ?? 0) + amountMinor);
  }
  let balanceMinor = sumMinor(counted.map((account) => account.balanceMinor));
  const last = from > first ? from : first;
  for (let date = today; date > last; ) {
    balanceMinor -= netOf.get(date) ?? 0;
    date = addDays(date, -1);
    balances.set(date, balanceMinor);
  }
  return balances;
}

// Income first, then the largest expenses.
function inOrder(a: CalendarEntry, b: CalendarEntry): number {
  if (a.item.kind !== b.item.kind) return a.item.kind === "income" ? -1 : 1;
  return b.item.amountMinor - a.item.amountMinor;
}

/** Every day of a month's grid with its entries and its closing balance. */
export function calendarDays<Item extends PlannedItem>(
  items: readonly Item[],
  month: MonthKey,
  { ahead, past }: { ahead: BalanceLine; past: ReadonlyMap<CivilDate, number> },
): CalendarDay<Item>[] {
  const { from, to } = gridOf(month);
  const days: CalendarDay<Item>[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const balanceMinor = balanceOn(ahead, date) ?? past.get(date) ?? null;
    days.push({ date, inMonth: date.startsWith(month), entries: [], balanceMinor });
  }
  for (const item of items) {
    for (const date of expand(item, from, to)) {
      days[dayNumber(date) - dayNumber(from)]?.entries.push({ item, date });
    }
  }
  for (const day of days) day.entries.sort(inOrder);
  return days;
}

/** The state of an occurrence as far as the accounts' rows show it; `daysLate` is negative if it came early. */
export interface OccurrenceState {
  status: "paid" | "late" | "missed";
  daysLate: number | null;
}

/**
 * The first day from which an item's missing row is meaningful: the first of its account's rows, or for an item without an account
 * the day from which all complete accounts in its currency have rows. Null if there is none.
 */
function watchedFrom({ accounts, knownFrom }: HouseholdRecord, item: PlannedItem): CivilDate | null {
  const own = accounts.filter(({ id, currency }) =>
    item.accountId === null ? currency === item.currency : id === item.accountId,
  );
  const firsts = own.flatMap(({ id }) => knownFrom?.get(id) ?? []);
  return firsts.sort().at(-1) ?? null;
}

/** The states of the occurrences in a month's grid, by occurrenceKey; an occurrence without any data is omitted. */
export function occurrenceStates(record: HouseholdRecord, month: MonthKey): Map<string, OccurrenceState> {
  const { from, to } = gridOf(month);
  const bank = bankOf(record);
  const states = new Map<string, OccurrenceState>();
  if (record.rows.length === 0 || from > record.today) return states;
  // Beyond the grid as well, so that the occurrences next to it match their own rows.
  const bills = record.items.filter((item) => !isBudget(item));
  const flows = plannedFlows(bills, addDays(from, -NEIGHBOR_DAYS), addDays(to, NEIGHBOR_DAYS));
  for (const { key, status, daysLate, item, date } of trackOccurrences(flows, bank)) {
    if (status === "upcoming") continue;
    const first = watchedFrom(record, item);
    if (status !== "paid" && (!isWatched(item, bank) || first === null || date < first)) continue;
    states.set(key, { status, daysLate });
  }
  return states;
}

/** The effect of a move within the coming months. */
export interface MoveEffect {
  lowestBeforeMinor: number;
  lowestAfterMinor: number;
  belowBefore: Shortfall | null;
  belowAfter: Shortfall | null;
}

/** The plan after a move. Nothing is saved; items other than the moved one are the same objects. */
export function planAfter<Item extends PlannedItem>(items: readonly Item[], moving: Item, move: Move): Item[] {
  const { revised, split } = movedItem(moving, move);
  return items.flatMap((item) => (item === moving ? [revised, ...split] : [item]));
}

/** Balance lines of the total: as planned, and after the move if there is one. */
export function linesOf(
  record: HouseholdRecord,
  view: { currency: Currency; after: readonly PlannedItem[] | null },
): { before: BalanceLine; after: BalanceLine } {
  const options = { currency: view.currency, floorMinor: 0 };
  const before = householdForecast(record, record.items, options).total;
  return { before, after: view.after ? householdForecast(record, view.after, options).total : before };
}

/** The effect of a move on the lowest balance of its month and on the first day below zero. */
export function moveEffect(
  { before, after }: { before: BalanceLine; after: BalanceLine },
  until: CivilDate,
): MoveEffect {
  const days = Math.max(1, dayNumber(until) - dayNumber(before.window.from) + 1);
  const lowest = (line: BalanceLine) => Math.min(...line.balances.slice(0, days));
  return {
    lowestBeforeMinor: lowest(before),
    lowestAfterMinor: lowest(after),
    belowBefore: before.firstBelow,
    belowAfter: after.firstBelow,
  };
}

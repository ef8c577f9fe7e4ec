import { budgetsOfMonth, isBudget, type Spending } from "~/domain/finance/matching/budgets";
import { trackOccurrences } from "~/domain/finance/matching/matching";
import { happensOn } from "~/domain/finance/tracker/move";
import { occurrenceKey, type PlannedItem, planKey } from "~/domain/finance/tracker/plan";
import {
  type EntryStatus,
  isFutureMonth,
  isProjected,
  type MonthEntry,
  plannedFlows,
} from "~/domain/finance/tracker/recurrence";
import { CURRENCIES, type Currency } from "~/domain/shared/money";
import {
  addDays,
  type CivilDate,
  civilDate,
  firstDayOfMonth,
  lastDayOfMonth,
  type MonthKey,
  monthFromIndex,
  monthIndex,
  monthKey,
} from "~/domain/shared/time/dates";
import { type CashflowView, countedItems, type MonthlyCashflow, monthOfAmounts } from "./cashflow";
import { type LedgerRow, ownMoves, type RowEffect, rowEffect } from "./row-effect";

/** How far beyond a month's ends occurrences and rows are considered, so that those of adjacent months match their own rows. */
const NEIGHBOR_DAYS = 10;
const ROW_MARGIN_DAYS = 17;

/** How many days apart a row and an occurrence may be for the household to match them. */
export const MAX_MATCH_DAYS = 35;

/**
 * A line of a month: a planned occurrence, or a posted row. A row matched to a planned occurrence has the item's name, category
 * and id with the actual amount and date. `missed` lines do not count. A budget's line has the amount that is left of it.
 */
export interface ActualEntry<Item extends PlannedItem = PlannedItem> extends MonthEntry<Item> {
  status: EntryStatus;
  /** The posted row; null for a planned line. */
  transactionId: string | null;
  /** For a row matched to a planned occurrence, and for a budget: the planned amount and date. */
  planned: { amountMinor: number; date: CivilDate } | null;
  /** The budget that the row counts against. */
  budgetId: string | null;
}

/** The days for which an account's rows are complete, both inclusive. */
export interface Coverage {
  from: CivilDate;
  through: CivilDate;
  /** The account's currency; any if absent. */
  currency?: Currency;
  /** Nothing is expected of it after `through`. */
  isArchived?: boolean;
}

/** The household's decision about a row and an occurrence, by `occurrenceKey`. */
interface MatchDecision {
  transactionId: string;
  occurrenceKey: string;
  same: boolean;
}

/** The data from which a month's entries are built. */
export interface HouseholdLedger<Item extends PlannedItem = PlannedItem> {
  today: CivilDate;
  items: readonly Item[];
  /** Sorted by date. */
  rows: readonly LedgerRow[];
  /** The accounts whose rows are complete because of a bank or a file. */
  coverage: ReadonlyMap<string, Coverage>;
  decisions: readonly MatchDecision[];
}

/** The days whose rows are needed for a month's entries. */
export function rowWindow(from: MonthKey, to: MonthKey = from): { from: CivilDate; to: CivilDate } {
  return {
    from: addDays(firstDayOfMonth(from), -ROW_MARGIN_DAYS),
    to: addDays(lastDayOfMonth(to), ROW_MARGIN_DAYS),
  };
}

/** The days whose occurrences are needed, including those the household has matched with a row of `rowWindow` itself. */
export function planWindow(from: MonthKey, to: MonthKey = from): { from: CivilDate; to: CivilDate } {
  const rows = rowWindow(from, to);
  return { from: addDays(rows.from, -MAX_MATCH_DAYS), to: addDays(rows.to, MAX_MATCH_DAYS) };
}

// For an item without an account, all complete accounts of its currency together decide. An archived one does not hold back the
// days after its last: otherwise archiving would change past months.
function commonCoverage(coverage: HouseholdLedger["coverage"], currency: Currency): Coverage | null {
  const all = [...coverage.values()].filter((each) => each.currency === undefined || each.currency === currency);
  const from = all
    .map((each) => each.from)
    .sort()
    .at(-1);
  const ends = (archived: boolean) =>
    all
      .filter(({ isArchived = false }) => isArchived === archived)
      .map(({ through }) => through)
      .sort();
  const through = ends(false)[0] ?? ends(true).at(-1);
  return from === undefined || through === undefined ? null : { from, through };
}

/** `commonCoverage` of each currency that has one. */
function commonCoverages(coverage: HouseholdLedger["coverage"]): Map<Currency, Coverage> {
  return new Map(
    CURRENCIES.flatMap((currency) => {
      const common = commonCoverage(coverage, currency);
      return common ? [[currency, common]] : [];
    }),
  );
}

/** The rows that count in some month up to the current one, with the effect of each. */
function countingRows({ rows, today }: HouseholdLedger, month: MonthKey): Map<LedgerRow, RowEffect> {
  const { from, to } = rowWindow(month);
  const near = rows.filter(({ date }) => date >= from && date <= to);
  const moves = ownMoves(near);
  const counting = new Map<LedgerRow, RowEffect>();
  for (const row of near) {
    if (moves.has(row.id) || isFutureMonth(monthKey(row.date), today)) continue;
    const effect = rowEffect(row);
    if (effect) counting.set(row, effect);
  }
  return counting;
}

/**
 * The occurrence of each row that the household has matched itself. A decision about an occurrence that was moved or deleted
 * since, or is now part of a budget, no longer counts.
 */
function decidedRows({ items, decisions }: HouseholdLedger): Map<string, string> {
  const bills = new Map(items.filter((item) => !isBudget(item)).map((item) => [planKey(item), item]));
  const decided = new Map<string, string>();
  for (const { transactionId, occurrenceKey: key, same } of decisions) {
    const occurrence = same ? occurrenceOf(key, bills) : null;
    if (occurrence && happensOn(occurrence.item, occurrence.date)) decided.set(transactionId, key);
  }
  return decided;
}

/** Matches rows to planned occurrences around a month: the household's decisions first, then the best fits. */
function matchedAround<Item extends PlannedItem>(
  ledger: HouseholdLedger<Item>,
  month: MonthKey,
  rows: readonly LedgerRow[],
) {
  const decided = decidedRows(ledger);
  const settled = new Set(decided.values());
  const common = commonCoverages(ledger.coverage);
  const flows = plannedFlows(
    ledger.items.filter((item) => !isBudget(item)),
    addDays(firstDayOfMonth(month), -NEIGHBOR_DAYS),
    addDays(lastDayOfMonth(month), NEIGHBOR_DAYS),
  ).filter(({ item, day }) => !settled.has(occurrenceKey(item, civilDate(day))));
  const tracked = trackOccurrences(flows, {
    rows: rows.filter(({ id }) => !decided.has(id)),
    asOf: ledger.today,
    asOfIn: new Map([...common].map(([currency, { through }]) => [currency, through])),
    knownThrough: new Map([...ledger.coverage].map(([id, { through }]) => [id, through])),
    verdicts: ledger.decisions.flatMap(({ transactionId, occurrenceKey: key, same }) =>
      same ? [] : [{ occurrenceKey: key, rowId: transactionId, same }],
    ),
  });
  for (const { key, row } of tracked) if (row) decided.set(row.id, key);
  return { keyOfRow: decided, open: tracked.filter(({ row }) => row === null), common };
}

/**
 * A month's lines by date: every posted row of a spending or income category once, and every planned occurrence without a row.
 * Each row counts in the month of its own date; a future month has planned lines only. `itemOf` builds the item of a row that is
 * not part of the plan.
 */
export function monthActuals<Item extends PlannedItem>(
  ledger: HouseholdLedger<Item>,
  month: MonthKey,
  itemOf: (row: LedgerRow, effect: RowEffect) => Item,
): ActualEntry<Item>[] {
  const { today, coverage } = ledger;
  const counting = countingRows(ledger, month);
  const items = new Map(ledger.items.map((item) => [planKey(item), item]));
  const { keyOfRow, open, common } = matchedAround(ledger, month, [...counting.keys()]);
  const entries: ActualEntry<Item>[] = [];
  for (const [row, effect] of counting) {
    if (monthKey(row.date) !== month) continue;
    const plan = occurrenceOf(keyOfRow.get(row.id), items);
    const actual = { date: row.date, isProjected: false, transactionId: row.id, budgetId: null };
    if (!plan || plan.item.kind !== effect.kind || plan.item.currency !== row.currency) {
      entries.push({ ...actual, item: itemOf(row, effect), status: "unplanned", planned: null });
      continue;
    }
    const item = { ...plan.item, amountMinor: effect.amountMinor };
    const planned = { amountMinor: plan.item.amountMinor, date: plan.date };
    entries.push({ ...actual, item, status: "paid", planned });
  }
  for (const { item: planned, date, status } of open) {
    const item = monthKey(date) === month ? items.get(planKey(planned)) : undefined;
    if (!item) continue;
    const covered = item.accountId === null ? common.get(item.currency) : coverage.get(item.accountId);
    entries.push({
      item,
      date,
      isProjected: isProjected(item, date, today),
      status: covered && date >= covered.from && (status === "late" || status === "missed") ? status : "planned",
      transactionId: null,
      planned: null,
      budgetId: null,
    });
  }
  return withBudgets(ledger, month, { entries, common }).sort(inOrder);
}

/**
 * Adds the rest of the month's budgets, against which the unplanned rows of their categories count. Once the accounts are
 * complete beyond the month, the rest is zero: the money was not spent.
 */
function withBudgets<Item extends PlannedItem>(
  { items, today }: HouseholdLedger<Item>,
  month: MonthKey,
  { entries, common }: { entries: readonly ActualEntry<Item>[]; common: ReadonlyMap<Currency, Coverage> },
): ActualEntry<Item>[] {
  const spending = entries.flatMap(({ item, date, status, transactionId: rowId }): Spending[] => {
    if (item.kind !== "expense" || status !== "unplanned" || rowId === null) return [];
    return [{ rowId, date, currency: item.currency, category: item.category, amountMinor: item.amountMinor }];
  });
  const isOver = (currency: Currency) => {
    const known = common.get(currency);
    return known !== undefined && known.from <= firstDayOfMonth(month) && known.through > lastDayOfMonth(month);
  };
  const budgetOfRow = new Map<string, string>();
  const lines: ActualEntry<Item>[] = [];
  for (const { item, date, restMinor, rowIds } of budgetsOfMonth(items, month, spending)) {
    for (const rowId of rowIds) budgetOfRow.set(rowId, item.id);
    lines.push({
      item: { ...item, amountMinor: isOver(item.currency) ? 0 : restMinor },
      ...{ date, isProjected: isProjected(item, date, today), status: "planned", transactionId: null },
      ...{ planned: { amountMinor: item.amountMinor, date }, budgetId: null },
    });
  }
  const rows = entries.map((entry): ActualEntry<Item> => {
    const budgetId = entry.status === "unplanned" ? budgetOfRow.get(entry.transactionId ?? "") : undefined;
    return budgetId === undefined ? entry : { ...entry, status: "budgeted", budgetId };
  });
  return [...rows, ...lines];
}

function inOrder(a: ActualEntry, b: ActualEntry): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  const byName = a.item.name.localeCompare(b.item.name, "en");
  return byName || (a.item.id < b.item.id ? -1 : 1);
}

function occurrenceOf<Item extends PlannedItem>(key: string | undefined, items: ReadonlyMap<string, Item>) {
  if (key === undefined) return null;
  const at = key.lastIndexOf("@");
  const item = items.get(key.slice(0, at));
  return item ? { item, date: key.slice(at + 1) } : null;
}

/** A month's income and spending from its lines; missed lines do not count. */
export function cashflowOfEntries(
  entries: readonly ActualEntry[],
  month: MonthKey,
  view: CashflowView,
): MonthlyCashflow {
  const items = entries.filter(({ status }) => status !== "missed").map(({ item }) => item);
  return monthOfAmounts(
    countedItems(items, view).map((item) => ({ item, totalMinor: item.amountMinor })),
    { at: monthIndex(month), currency: view.currency },
  );
}

/** The cashflow of each of `months` months from `from`, each computed as if read alone. */
export function actualCashflows<Item extends PlannedItem>(
  ledger: HouseholdLedger<Item>,
  range: { from: MonthKey; months: number },
  view: CashflowView & { itemOf: (row: LedgerRow, effect: RowEffect) => Item },
): MonthlyCashflow[] {
  return Array.from({ length: range.months }, (_, at) => {
    const month = monthFromIndex(monthIndex(range.from) + at);
    return cashflowOfEntries(monthActuals(ledger, month, view.itemOf), month, view);
  });
}

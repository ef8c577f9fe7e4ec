import type { ExpenseCategory } from "~/domain/finance/tracker/categories";
import type { PlannedExpense, PlannedItem } from "~/domain/finance/tracker/plan";
import { expand } from "~/domain/finance/tracker/recurrence";
import { type Currency, sumMinor } from "~/domain/shared/money";
import { type CivilDate, firstDayOfMonth, lastDayOfMonth, type MonthKey, monthKey } from "~/domain/shared/time/dates";

/** A posted row's effect on a category; `amountMinor` is negative for money that came back. */
export interface Spending {
  rowId: string;
  date: CivilDate;
  currency: Currency;
  category: ExpenseCategory;
  amountMinor: number;
}

/** A budget in one month, compared with the spending in its category. */
interface BudgetMonth<Item extends PlannedItem = PlannedItem> {
  item: Item;
  date: CivilDate;
  /** The amount the month counts in addition to the rows: together they equal the larger of plan and actual. */
  restMinor: number;
  /** The rows that count against it. */
  rowIds: string[];
}

/** No particular row pays for a budget: everything spent in its category counts against it. */
export function isBudget<Item extends PlannedItem>(item: Item): item is Item & PlannedExpense {
  return item.kind === "expense" && item.isBudget === true;
}

function poolOf({ currency, category }: { currency: Currency; category: string }): string {
  return `${currency} ${category}`;
}

function spentByPool(spending: readonly Spending[], month: MonthKey): Map<string, Spending[]> {
  const pools = new Map<string, Spending[]>();
  for (const each of spending) {
    if (monthKey(each.date) !== month) continue;
    const others = pools.get(poolOf(each));
    if (others) others.push(each);
    else pools.set(poolOf(each), [each]);
  }
  return pools;
}

/** Groups rows by month, so that reading many months does not scan all rows each time. */
export function spendingByMonth(spending: readonly Spending[]): Map<MonthKey, Spending[]> {
  const months = new Map<MonthKey, Spending[]>();
  for (const each of spending) {
    const month = monthKey(each.date);
    const others = months.get(month);
    if (others) others.push(each);
    else months.set(month, [each]);
  }
  return months;
}

/**
 * The budgets of a month. Budgets with the same category and currency share its spending, earliest date first: together with the
 * rows they equal the larger of the total planned and the total spent. A net refund is added.
 */
export function budgetsOfMonth<Item extends PlannedItem>(
  items: readonly Item[],
  month: MonthKey,
  spending: readonly Spending[],
): BudgetMonth<Item>[] {
  const [from, to] = [firstDayOfMonth(month), lastDayOfMonth(month)];
  const occurrences = items
    .filter(isBudget)
    .flatMap((item) => expand(item, from, to).map((date) => ({ item, date })))
    .sort((a, b) => (a.date === b.date ? (a.item.id < b.item.id ? -1 : 1) : a.date < b.date ? -1 : 1));
  const pools = spentByPool(spending, month);
  const lastOfPool = new Map(occurrences.map((each) => [poolOf(each.item), each]));
  const left = new Map([...pools].map(([pool, rows]) => [pool, sumMinor(rows.map(({ amountMinor }) => amountMinor))]));
  return occurrences.map((each) => {
    const { item, date } = each;
    const pool = poolOf(item);
    const spentMinor = left.get(pool) ?? 0;
    const usedMinor = Math.min(item.amountMinor, spentMinor);
    left.set(pool, spentMinor - usedMinor);
    const rows = pools.get(pool) ?? [];
    const taken = lastOfPool.get(pool) === each ? rows : taking(rows, item.amountMinor);
    pools.set(pool, rows.slice(taken.length));
    return { item, date, restMinor: item.amountMinor - usedMinor, rowIds: taken.map(({ rowId }) => rowId) };
  });
}

// The rows that fill a budget, including the one that exceeds it.
function taking(rows: readonly Spending[], amountMinor: number): Spending[] {
  let filledMinor = 0;
  const end = rows.findIndex((row) => {
    const isFull = filledMinor >= amountMinor;
    filledMinor += row.amountMinor;
    return isFull;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}

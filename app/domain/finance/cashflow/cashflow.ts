import type { ExpenseCategory, IncomeCategory } from "~/domain/finance/tracker/categories";
import type { PlannedItem } from "~/domain/finance/tracker/plan";
import { type Currency, percentOf, sumMinor } from "~/domain/shared/money";
import { type MonthKey, monthFromIndex } from "~/domain/shared/time/dates";

interface CategoryTotal<Category extends string = string> {
  category: Category;
  totalMinor: number;
}

/** A month's income or expenses: `totalMinor` is the sum of `byCategory`, which is sorted by total, descending. */
export interface Summary<Category extends string = string> {
  totalMinor: number;
  byCategory: CategoryTotal<Category>[];
}

/** One month in one currency, in minor units; `savingsRate` in percent, unrounded. */
export interface MonthlyCashflow {
  year: number;
  month: number;
  currency: Currency;
  income: Summary<IncomeCategory>;
  expenses: Summary<ExpenseCategory>;
  netMinor: number;
  savingsRate: number;
}

/** The month that a cashflow is of. */
export function monthOf({ year, month }: Pick<MonthlyCashflow, "year" | "month">): MonthKey {
  return monthFromIndex(year * 12 + month - 1);
}

/** Items in other currencies are left out: a household with two currencies has two cashflows. */
export interface CashflowView {
  currency: Currency;
  /** Expenses disabled for now; income cannot be. */
  disabledExpenseIds?: ReadonlySet<string>;
}

/** Net cashflow in percent of income; 0 without income. */
export function savingsRate(incomeMinor: number, netMinor: number): number {
  return percentOf(netMinor, incomeMinor);
}

const SAVINGS_TIPS = ["negative", "low", "good", "great"] as const;
export type SavingsTip = (typeof SAVINGS_TIPS)[number];

/** Below 0% negative, under 10% low, under 20% good, otherwise great. */
export function savingsTip(rate: number): SavingsTip {
  if (rate < 0) return "negative";
  if (rate < 10) return "low";
  return rate < 20 ? "good" : "great";
}

/** The items a view counts. */
export function countedItems<Item extends PlannedItem>(items: readonly Item[], view: CashflowView): Item[] {
  return items.filter(
    (item) =>
      item.currency === view.currency && !(item.kind === "expense" && view.disabledExpenseIds?.has(item.id) === true),
  );
}

function summary<Category extends string>(amounts: readonly CategoryTotal<Category>[]): Summary<Category> {
  const totals = new Map<Category, number>();
  for (const { category, totalMinor } of amounts) totals.set(category, (totals.get(category) ?? 0) + totalMinor);
  const byCategory = [...totals]
    .map(([category, totalMinor]) => ({ category, totalMinor }))
    .filter(({ totalMinor }) => totalMinor !== 0)
    .sort((a, b) => b.totalMinor - a.totalMinor || a.category.localeCompare(b.category, "en"));
  return { totalMinor: sumMinor(byCategory.map(({ totalMinor }) => totalMinor)), byCategory };
}

/** A month, identified by its monthIndex, from the amount of each item in it. */
export function monthOfAmounts(
  amounts: readonly { item: PlannedItem; totalMinor: number }[],
  { at, currency }: { at: number; currency: Currency },
): MonthlyCashflow {
  const income = summary(
    amounts.flatMap(({ item, totalMinor }) =>
      item.kind === "income" ? [{ category: item.category, totalMinor }] : [],
    ),
  );
  const expenses = summary(
    amounts.flatMap(({ item, totalMinor }) =>
      item.kind === "expense" ? [{ category: item.category, totalMinor }] : [],
    ),
  );
  const netMinor = income.totalMinor - expenses.totalMinor;
  return {
    ...{ year: Math.floor(at / 12), month: (at % 12) + 1, currency, income, expenses, netMinor },
    savingsRate: savingsRate(income.totalMinor, netMinor),
  };
}

/** Income, expenses, net and savings rate of several months together; the rate is not the average of the monthly rates. */
export function totalsOf(months: readonly MonthlyCashflow[]) {
  const incomeMinor = sumMinor(months.map((month) => month.income.totalMinor));
  const expensesMinor = sumMinor(months.map((month) => month.expenses.totalMinor));
  const netMinor = incomeMinor - expensesMinor;
  return { incomeMinor, expensesMinor, netMinor, savingsRate: savingsRate(incomeMinor, netMinor) };
}

/** The categories of several months together. */
export function categoriesOf(months: readonly MonthlyCashflow[]) {
  return {
    income: summary(months.flatMap((month) => month.income.byCategory)),
    expenses: summary(months.flatMap((month) => month.expenses.byCategory)),
  };
}

/**
 * A typical month's expenses: the mean of several months, each category rounded to a whole minor unit. Months before the
 * household's first money do not count; null if there is none.
 */
export function usualExpenses(months: readonly MonthlyCashflow[]): Summary<ExpenseCategory> | null {
  const first = months.findIndex(({ income, expenses }) => income.byCategory.length + expenses.byCategory.length > 0);
  if (first < 0) return null;
  const counted = months.slice(first);
  return summary(
    categoriesOf(counted).expenses.byCategory.map(({ category, totalMinor }) => ({
      category,
      totalMinor: Math.round(totalMinor / counted.length),
    })),
  );
}

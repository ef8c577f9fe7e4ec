import type { StoredExpense, StoredIncome } from "~/domain/finance/tracker/plan";
import { expenseAnswer, incomeAnswer } from "~/domain/finance/tracker/serialize";
import { CURRENCIES, type Currency, toDecimal } from "~/domain/shared/money";
import type { MonthlyCashflow, Summary } from "./cashflow";
import type { ProjectedAssets, ProjectionMode } from "./projected-assets";

/**
 * The currencies that occur, those of the first list before those of the next, in the order of CURRENCIES; US dollars for a
 * household without any items.
 */
export function currenciesOf(...lists: (readonly { currency: Currency }[])[]): [Currency, ...Currency[]] {
  const found = lists.flatMap((items) =>
    CURRENCIES.filter((currency) => items.some((item) => item.currency === currency)),
  );
  const [first = "USD", ...others] = new Set(found);
  return [first, ...others];
}

/** A summary for API responses: decimals, with the categories as an object. */
export function summaryAnswer({ totalMinor, byCategory }: Summary) {
  return {
    total: toDecimal(totalMinor),
    byCategory: Object.fromEntries(byCategory.map((each) => [each.category, toDecimal(each.totalMinor)])),
  };
}

export function cashflowAnswer({ income, expenses, netMinor, savingsRate, month, year, currency }: MonthlyCashflow) {
  return {
    income: summaryAnswer(income),
    expenses: summaryAnswer(expenses),
    netCashflow: toDecimal(netMinor),
    savingsRate,
    month,
    year,
    currency,
  };
}

interface OneTime {
  income: StoredIncome[];
  expenses: StoredExpense[];
  incomeMinor: number;
  expensesMinor: number;
  currency: Currency;
}

export function oneTimeAnswer({ income, expenses, incomeMinor, expensesMinor, currency }: OneTime) {
  return {
    income: { total: toDecimal(incomeMinor), items: income.map((item) => incomeAnswer(item)) },
    expenses: { total: toDecimal(expensesMinor), items: expenses.map((item) => expenseAnswer(item)) },
    net: toDecimal(incomeMinor - expensesMinor),
    currency,
  };
}

export function projectedAssetsAnswer({
  currency,
  mode,
  ...assets
}: ProjectedAssets & { currency: Currency; mode: ProjectionMode }) {
  return {
    ...{ currency, mode },
    balances: toDecimal(assets.balancesMinor),
    recurringNet: toDecimal(assets.recurringNetMinor),
    oneTimeIncome: toDecimal(assets.oneTimeIncomeMinor),
    oneTimeExpenses: toDecimal(assets.oneTimeExpensesMinor),
    adjustment: toDecimal(assets.adjustmentMinor),
    projectedAssets: toDecimal(assets.projectedMinor),
  };
}

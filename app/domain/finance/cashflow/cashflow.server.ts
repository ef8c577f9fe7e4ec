import { isRecurring } from "~/domain/finance/tracker/plan";
import { monthEntries } from "~/domain/finance/tracker/recurrence";
import {
  expensesWithin,
  householdCount,
  householdToday,
  incomeWithin,
  storedExpense,
  storedIncome,
  type Window,
} from "~/domain/finance/tracker/rows.server";
import type { Ctx } from "~/domain/shared/context";
import { firstDayOfMonth, lastDayOfMonth, type MonthKey, monthFromIndex } from "~/domain/shared/dates";
import type { Currency } from "~/domain/shared/money";
import { sumMinor } from "~/domain/shared/money";
import { allowPerson } from "~/domain/shared/permissions";
import { type CashflowView, countedItems, monthlyCashflow, yearlyCashflow } from "./cashflow";
import { currenciesOf } from "./serialize";

interface CashflowOptions {
  currency?: Currency;
  /** Ids of the expenses that are struck through for now. */
  disabled?: ReadonlySet<string>;
}

const monthWindow = (from: MonthKey, to = from): Window => ({ from: firstDayOfMonth(from), to: lastDayOfMonth(to) });

async function planWithin(ctx: Ctx, window: Window, options: CashflowOptions) {
  const me = allowPerson(ctx);
  const [expenses, income, [revision]] = await ctx.db.batch([
    expensesWithin(ctx, me, window),
    incomeWithin(ctx, me, window),
    householdCount(ctx, me, "plan"),
  ]);
  const plan = { expenses: expenses.map(storedExpense), income: income.map(storedIncome) };
  const items = [...plan.income, ...plan.expenses];
  const currencies = currenciesOf(items);
  const view: CashflowView = { currency: options.currency ?? currencies[0], disabledExpenseIds: options.disabled };
  return { ...plan, items, currencies, view, revision: `${me.userId.slice(-12)}-${revision?.value ?? 0}` };
}

/** One month's income, expenses, net and savings rate, with the currencies that occur in it. */
export async function cashflowOfMonth(ctx: Ctx, month: MonthKey, options: CashflowOptions) {
  const { items, view, currencies } = await planWithin(ctx, monthWindow(month), options);
  return { ...monthlyCashflow(items, month, view), currencies };
}

/** The same with every occurrence that makes it up. */
export async function cashflowDetails(ctx: Ctx, month: MonthKey, options: CashflowOptions) {
  const { income, expenses, items, view } = await planWithin(ctx, monthWindow(month), options);
  const today = householdToday(ctx);
  return {
    cashflow: monthlyCashflow(items, month, view),
    income: monthEntries(countedItems(income, view), month, today),
    expenses: monthEntries(countedItems(expenses, view), month, today),
  };
}

/** January to December, and the revision of the plan they were counted from: equal revisions mean equal years. */
export async function cashflowOfYear(ctx: Ctx, year: number, options: CashflowOptions) {
  const january = monthFromIndex(year * 12);
  const window = monthWindow(january, monthFromIndex(year * 12 + 11));
  const { items, view, revision, currencies } = await planWithin(ctx, window, options);
  return { months: yearlyCashflow(items, year, view), revision, currencies };
}

/** What happens once from the first of `from` to the last of `to`, with its totals. */
export async function oneTimeTransactions(ctx: Ctx, range: { from: MonthKey; to: MonthKey }, options: CashflowOptions) {
  const { income, expenses, view } = await planWithin(ctx, monthWindow(range.from, range.to), options);
  const once = {
    income: countedItems(income, view).filter((item) => !isRecurring(item)),
    expenses: countedItems(expenses, view).filter((item) => !isRecurring(item)),
  };
  return {
    ...once,
    currency: view.currency,
    incomeMinor: sumMinor(once.income.map((item) => item.amountMinor)),
    expensesMinor: sumMinor(once.expenses.map((item) => item.amountMinor)),
  };
}

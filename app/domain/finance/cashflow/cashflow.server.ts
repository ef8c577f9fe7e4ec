import { isRecurring, type StoredExpense, type StoredIncome, type StoredItem } from "~/domain/finance/tracker/plan";
import {
  expensesWithin,
  incomeWithin,
  storedExpense,
  storedIncome,
  type Window,
} from "~/domain/finance/tracker/rows.server";
import type { Ctx } from "~/domain/shared/context";
import type { Currency } from "~/domain/shared/money";
import { sumMinor } from "~/domain/shared/money";
import { allowPerson } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { firstDayOfMonth, lastDayOfMonth, type MonthKey, monthFromIndex } from "~/domain/shared/time/dates";
import { type ActualEntry, actualCashflows, cashflowOfEntries, monthActuals } from "./actuals";
import { type AccountsLedger, readLedger, unplannedItem } from "./actuals.server";
import { type CashflowView, countedItems } from "./cashflow";
import { currenciesOf } from "./serialize";

interface CashflowOptions {
  currency?: Currency;
  /** Ids of expenses that are disabled for now. */
  disabled?: ReadonlySet<string>;
}

function viewOf(currencies: readonly [Currency, ...Currency[]], options: CashflowOptions): CashflowView {
  return { currency: options.currency ?? currencies[0], disabledExpenseIds: options.disabled };
}

/** A month's actual and planned lines, with its currencies. */
async function entriesOfMonth(ctx: Ctx, month: MonthKey) {
  const ledger = await readLedger(ctx, allowPerson(ctx), { from: month, to: month });
  return { ledger, ...entriesIn(ledger, month) };
}

/** The same from a ledger that is already read. */
export function entriesIn(ledger: AccountsLedger, month: MonthKey) {
  const entries = monthActuals(ledger, month, unplannedItem);
  const lines = entries.map(({ item }) => item);
  return { entries, currencies: currenciesOf(lines, ledger.items, ledger.accounts) };
}

function isExpense(entry: ActualEntry<StoredItem>): entry is ActualEntry<StoredExpense> {
  return entry.item.kind === "expense";
}

function isIncome(entry: ActualEntry<StoredItem>): entry is ActualEntry<StoredIncome> {
  return entry.item.kind === "income";
}

/** A month's spending by date, with a line for each posted row and each planned occurrence without one. */
export async function expensesOfMonth(ctx: Ctx, month: MonthKey): Promise<ActualEntry<StoredExpense>[]> {
  return (await entriesOfMonth(ctx, month)).entries.filter(isExpense);
}

export async function incomeOfMonth(ctx: Ctx, month: MonthKey): Promise<ActualEntry<StoredIncome>[]> {
  return (await entriesOfMonth(ctx, month)).entries.filter(isIncome);
}

/** One month's income, expenses, net and savings rate, with its currencies. */
export async function cashflowOfMonth(ctx: Ctx, month: MonthKey, options: CashflowOptions) {
  const { entries, currencies } = await entriesOfMonth(ctx, month);
  return { ...cashflowOfEntries(entries, month, viewOf(currencies, options)), currencies };
}

/** The same with every line it is made of. */
export async function cashflowDetails(ctx: Ctx, month: MonthKey, options: CashflowOptions) {
  const { entries, currencies } = await entriesOfMonth(ctx, month);
  const view = viewOf(currencies, options);
  const shown = entries.filter(({ item }) => countedItems([item], view).length > 0);
  return {
    cashflow: cashflowOfEntries(entries, month, view),
    income: shown.filter(isIncome),
    expenses: shown.filter(isExpense),
  };
}

/** January to December, with a revision: equal revisions mean equal years. */
export async function cashflowOfYear(ctx: Ctx, year: number, options: CashflowOptions) {
  const me = allowPerson(ctx);
  const [from, to] = [monthFromIndex(year * 12), monthFromIndex(year * 12 + 11)];
  const ledger = await readLedger(ctx, me, { from, to });
  const [first, last] = [firstDayOfMonth(from), lastDayOfMonth(to)];
  const rows = ledger.rows.filter(({ date, pending }) => !pending && date >= first && date <= last);
  const currencies = currenciesOf([...ledger.items, ...rows], ledger.accounts);
  const view = { ...viewOf(currencies, options), itemOf: unplannedItem };
  const months = actualCashflows(ledger, { from, months: 12 }, view);
  return { months, currencies, revision: await sha256(`${me.userId} ${JSON.stringify(months)}`) };
}

const monthWindow = (from: MonthKey, to = from): Window => ({ from: firstDayOfMonth(from), to: lastDayOfMonth(to) });

/** Items planned to happen once between the first of `from` and the last of `to`, with their totals. */
export async function oneTimeTransactions(ctx: Ctx, range: { from: MonthKey; to: MonthKey }, options: CashflowOptions) {
  const me = allowPerson(ctx);
  const window = monthWindow(range.from, range.to);
  const [spent, earned] = await ctx.db.batch([expensesWithin(ctx, me, window), incomeWithin(ctx, me, window)]);
  const expenses = spent.map(storedExpense);
  const income = earned.map(storedIncome);
  const view = viewOf(currenciesOf([...income, ...expenses]), options);
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

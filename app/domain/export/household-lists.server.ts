import { ACCOUNT_TYPE_LABELS, holderBalance } from "~/domain/finance/accounts/account";
import { listAccounts } from "~/domain/finance/accounts/accounts.server";
import type { ActualEntry } from "~/domain/finance/cashflow/actuals";
import { cashflowOfYear, expensesOfMonth, incomeOfMonth } from "~/domain/finance/cashflow/cashflow.server";
import { EXPENSE_CATEGORY_LABELS, FREQUENCY_LABELS, INCOME_CATEGORY_LABELS } from "~/domain/finance/tracker/categories";
import type { StoredItem } from "~/domain/finance/tracker/plan";
import type { EntryStatus } from "~/domain/finance/tracker/recurrence";
import type { Ctx } from "~/domain/shared/context";
import type { Currency } from "~/domain/shared/money";
import type { MonthKey } from "~/domain/shared/time/dates";
import { householdZone } from "~/domain/shared/time/household-day";
import { type Columns, listFile } from "./list-file.server";

interface OfMonth {
  month: MonthKey;
  /** All currencies if omitted: amounts in two currencies are never added. */
  currency?: Currency;
}

const STATUS_NAMES: Record<EntryStatus, string> = {
  planned: "Planned",
  late: "Late",
  missed: "Missed",
  paid: "Paid",
  unplanned: "Not planned",
  budgeted: "Budget",
};

type Entry = ActualEntry<StoredItem>;
type Of<Read extends (...given: never[]) => Promise<Entry[]>> = Awaited<ReturnType<Read>>[number];

const zone = householdZone;
const inCurrency = <Row extends Entry>(rows: Row[], currency?: Currency) =>
  rows.filter(({ item }) => currency === undefined || item.currency === currency);

/** Columns of a month's income and expenses. `name`: the header of the name column. */
const entryColumns = <Row extends Entry>(name: string, category: (row: Row) => string): Columns<Row> => [
  ["Date", (row) => row.date],
  [name, (row) => row.item.name],
  ["Category", category],
  ["Amount", (row) => row.item.amountMinor],
  ["Currency", (row) => row.item.currency],
  ["Status", (row) => STATUS_NAMES[row.status]],
  ["Planned amount", (row) => row.planned?.amountMinor ?? null],
  ["Frequency", (row) => FREQUENCY_LABELS[row.item.frequency]],
  ["Until", (row) => row.item.endDate],
  ["Note", (row) => row.item.note],
];

/** A month's income, with a row for each date on which some was received or is expected. */
export const incomeFile = listFile({
  zone,
  read: async (ctx, { month, currency }: OfMonth) => ({
    items: inCurrency(await incomeOfMonth(ctx, month), currency),
    nextCursor: null,
  }),
  columns: entryColumns<Of<typeof incomeOfMonth>>("Source", ({ item }) => INCOME_CATEGORY_LABELS[item.category]),
});

/** A month's expenses, with a row for each date on which something was spent or is planned. */
export const expenseFile = listFile({
  zone,
  read: async (ctx, { month, currency }: OfMonth) => ({
    items: inCurrency(await expensesOfMonth(ctx, month), currency),
    nextCursor: null,
  }),
  columns: entryColumns<Of<typeof expensesOfMonth>>("Expense", ({ item }) => EXPENSE_CATEGORY_LABELS[item.category]),
});

/** January to December in one currency. */
export const cashflowFile = listFile({
  zone,
  read: async (ctx: Ctx, { year, currency }: { year: number; currency?: Currency }) => ({
    items: (await cashflowOfYear(ctx, year, { currency })).months,
    nextCursor: null,
  }),
  columns: [
    ["Month", (row) => `${row.year}-${String(row.month).padStart(2, "0")}`],
    ["Income", (row) => row.income.totalMinor],
    ["Expenses", (row) => row.expenses.totalMinor],
    ["Net cashflow", (row) => row.netMinor],
    ["Savings rate percent", (row) => row.savingsRate.toFixed(1)],
    ["Currency", (row) => row.currency],
  ],
});

/** The household's accounts in the order they were added. */
export const accountFile = listFile({
  zone,
  read: async (ctx, _filter: object) => ({ items: await listAccounts(ctx), nextCursor: null }),
  columns: [
    ["Account", (row) => row.name],
    ["Institution", (row) => row.institutionName],
    ["Type", (row) => ACCOUNT_TYPE_LABELS[row.accountType]],
    ["Ends in", (row) => row.mask],
    ["Balance", (row) => holderBalance(row.accountType, row.currentBalanceMinor)],
    ["Available", (row) => row.availableBalanceMinor],
    ["Currency", (row) => row.currency],
    ["Active", (row) => (row.isActive ? "Yes" : "No")],
    ["Transactions", (row) => String(row.transactionCount)],
    ["Last synced", (row, clock) => clock(row.lastSyncedAt)],
  ],
});

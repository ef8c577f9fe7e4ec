import { and, eq, gte, sql } from "drizzle-orm";
import { accountDays, type accountTransactions, bankAccounts } from "#drizzle/schema/finance-accounts";
import { openCount } from "~/domain/finance/accounts/all-transactions.server";
import { reviewSince } from "~/domain/finance/accounts/transaction-changes";
import { decisionsWithin, ledgerWith, rowQueries } from "~/domain/finance/cashflow/actuals.server";
import { spendingOf, withCounts } from "~/domain/finance/cashflow/row-effect";
import { isBudget } from "~/domain/finance/matching/budgets";
import type { PlannedItem, StoredItem } from "~/domain/finance/tracker/plan";
import {
  expensesWithin,
  incomeWithin,
  plannedItem,
  plannedWithin,
  storedItems,
  type Window,
} from "~/domain/finance/tracker/rows.server";
import type { Ctx, Person } from "~/domain/shared/context";
import { allowPerson } from "~/domain/shared/permissions";
import {
  addDays,
  addMonths,
  type CivilDate,
  firstDayOfMonth,
  type MonthKey,
  monthKey,
  shiftMonth,
} from "~/domain/shared/time/dates";
import { householdDay, householdToday } from "~/domain/shared/time/household-day";
import { RUNWAY_MONTHS } from "./forecast";
import { latestWholeDays } from "./latest-rows";
import type { HouseholdRecord } from "./runway";

/** The maximum number of rows a forecast reads; a household with more is judged by its latest whole days. */
const MAX_ROWS = 5000;

/** An older import shows nothing about the bills since. */
const IMPORT_COUNTS_DAYS = 35;

/**
 * The data for a forecast: the plan two years back and ahead (and the range of `also`), the accounts and their rows. One round
 * trip.
 */
export async function readRecord(ctx: Ctx, also?: Window): Promise<HouseholdRecord<StoredItem>> {
  const me = allowPerson(ctx);
  const window = planWindow(ctx, also);
  const [expenses, income, ...results] = await ctx.db.batch([
    expensesWithin(ctx, me, window),
    incomeWithin(ctx, me, window),
    ...recordQueries(ctx, me, window),
  ]);
  return recordOf(ctx, storedItems(expenses, income), results);
}

/** The record together with the ledger of a range of months, in one round trip. */
export async function readRecordAndLedger(ctx: Ctx, months: Months, also?: Window) {
  const me = allowPerson(ctx);
  const window = planWindow(ctx, also);
  const [rows, coverage, expenses, income, ...results] = await ctx.db.batch([
    ...rowQueries(ctx, me, months),
    expensesWithin(ctx, me, window),
    incomeWithin(ctx, me, window),
    ...recordQueries(ctx, me, window),
  ]);
  const record = recordOf(ctx, storedItems(expenses, income), results);
  const plan = { items: record.items, decisions: results[2] };
  return { record, ledger: ledgerWith(ctx, plan, [rows, coverage]) };
}

/**
 * The record (with only the plan fields that a forecast needs), the net worth history, the ledger of a range of months, and the
 * number of rows waiting for review, in one round trip.
 */
export async function readOutlook(ctx: Ctx, months: Months) {
  const me = allowPerson(ctx);
  const window = planWindow(ctx);
  const [rows, coverage, [open], nets, planned, ...results] = await ctx.db.batch([
    ...rowQueries(ctx, me, months),
    openCount(ctx, me.userId, reviewSince(householdToday(ctx))),
    netsByMonth(ctx, me, firstDay(ctx)),
    plannedWithin(ctx, me, window),
    ...recordQueries(ctx, me, window),
  ]);
  const record = recordOf(ctx, planned.map(plannedItem), results);
  const plan = { items: record.items, decisions: results[2] };
  return { record, nets, toReview: open?.value ?? 0, ledger: ledgerWith(ctx, plan, [rows, coverage]) };
}

interface Months {
  from: MonthKey;
  to: MonthKey;
}

/** The first day of the past months that a forecast considers. */
function firstDay(ctx: Ctx): CivilDate {
  return firstDayOfMonth(shiftMonth(monthKey(householdToday(ctx)), -RUNWAY_MONTHS));
}

/** Two years back and ahead, extended to the range of `also`. */
function planWindow(ctx: Ctx, also?: Window): Window {
  const from = firstDay(ctx);
  const to = addMonths(householdToday(ctx), RUNWAY_MONTHS);
  return { from: also && also.from < from ? also.from : from, to: also && also.to > to ? also.to : to };
}

/** The queries for the rest of the record, without the plan. */
function recordQueries(ctx: Ctx, me: Person, window: Window) {
  return [accountsOf(ctx, me), latestRows(ctx, me, firstDay(ctx)), decisionsWithin(ctx, me, window)] as const;
}

type Results<Queries extends readonly unknown[]> = { [At in keyof Queries]: Awaited<Queries[At]> };

function recordOf<Item extends PlannedItem>(
  ctx: Ctx,
  items: Item[],
  [accounts, latest, decisions]: Results<ReturnType<typeof recordQueries>>,
): HouseholdRecord<Item> {
  const rows = latestWholeDays(latest.map(latestRow), MAX_ROWS);
  const today = householdToday(ctx);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const dayOf = (instant: string) => householdDay(ctx, instant);
  const knownThrough = knownThroughOf({ accounts, rows, today, dayOf });
  // Rows that the least recent sync has not seen are not missing yet; a bank that was disconnected brings none.
  const asOfAll = (own: typeof accounts) => {
    const connected = own.filter(({ isConnected }) => isConnected === 1);
    const syncDays = connected.flatMap((account) => syncDay(account, dayOf) ?? []).sort();
    return (
      syncDays[0] ??
      own
        .flatMap(({ id }) => knownThrough.get(id) ?? [])
        .sort()
        .at(-1) ??
      today
    );
  };
  const held = withCounts(
    rows.flatMap(({ source: _, ...row }) => {
      const account = byId.get(row.accountId);
      if (!account) return [];
      const { currency, accountType } = account;
      return [{ ...row, currency, accountType }];
    }),
  );
  return {
    today,
    items,
    accounts,
    rows: held,
    spending: items.some(isBudget) ? spendingOf(held) : [],
    knownThrough,
    knownFrom: knownFromOf(rows, knownThrough),
    verdicts: decisions.map(({ transactionId, ...verdict }) => ({ ...verdict, rowId: transactionId })),
    asOf: asOfAll(accounts),
    asOfIn: new Map(
      [...new Set(accounts.map(({ currency }) => currency))].map((currency) => [
        currency,
        asOfAll(accounts.filter((account) => account.currency === currency)),
      ]),
    ),
  };
}

interface SyncedAccount {
  id: string;
  isActive: boolean;
  itemId: string | null;
  lastSyncedAt: string | null;
}

type DayOf = (instant: string) => CivilDate;

function syncDay({ isActive, itemId, lastSyncedAt }: SyncedAccount, dayOf: DayOf): CivilDate | null {
  return isActive && itemId !== null && lastSyncedAt !== null ? dayOf(lastSyncedAt) : null;
}

/** An account is complete through its last sync or its last file's last row, whichever is later; manual entries may never be. */
function knownThroughOf({
  accounts,
  rows,
  today,
  dayOf,
}: {
  accounts: readonly SyncedAccount[];
  rows: readonly { accountId: string; date: CivilDate; source: string }[];
  today: CivilDate;
  dayOf: DayOf;
}): Map<string, CivilDate> {
  const known = new Map<string, CivilDate>();
  const recent = addDays(today, -IMPORT_COUNTS_DAYS);
  const imported = rows.filter(({ source, date }) => source === "csv" && date >= recent && date <= today);
  for (const account of accounts) {
    if (!account.isActive) continue;
    const files = imported.filter(({ accountId }) => accountId === account.id).map(({ date }) => date);
    const day = [...files, syncDay(account, dayOf) ?? ""].sort().at(-1);
    if (day) known.set(account.id, day);
  }
  return known;
}

/** The first row of each complete account that a bank or a file has brought. `rows` are each account's oldest first. */
function knownFromOf(
  rows: readonly { accountId: string; date: CivilDate; source: string }[],
  knownThrough: ReadonlyMap<string, CivilDate>,
): Map<string, CivilDate> {
  const known = new Map<string, CivilDate>();
  for (const { accountId, date, source } of rows)
    if (source !== "manual" && knownThrough.has(accountId) && !known.has(accountId)) known.set(accountId, date);
  return known;
}

function accountsOf(ctx: Ctx, me: Person) {
  return ctx.db
    .select({
      id: bankAccounts.id,
      name: bankAccounts.name,
      accountType: bankAccounts.accountType,
      currency: bankAccounts.currency,
      isActive: bankAccounts.isActive,
      balanceMinor: bankAccounts.currentBalanceMinor,
      itemId: bankAccounts.plaidItemId,
      lastSyncedAt: bankAccounts.lastSyncedAt,
      isConnected:
        sql<number>`EXISTS (SELECT 1 FROM bank_item_accounts f JOIN bank_items fi ON fi.user_id = f.user_id AND fi.id = f.item_id
          WHERE f.user_id = bank_accounts.user_id AND f.account_id = bank_accounts.id AND fi.status IN ('connected', 'login_required'))`.as(
          "is_connected",
        ),
    })
    .from(bankAccounts)
    .where(eq(bankAccounts.userId, me.userId))
    .orderBy(bankAccounts.createdAt, bankAccounts.id);
}

// Posted money by account and month, from the daily totals instead of the rows. One account at a time, so that the index on its
// days is used.
function netsByMonth(ctx: Ctx, me: Person, from: CivilDate) {
  const month = sql<string>`substr(${accountDays.day}, 1, 7)`;
  return ctx.db
    .select({
      accountId: accountDays.accountId,
      month: month.as("month"),
      netMinor: sql<number>`sum(${accountDays.netMinor})`.as("net_minor"),
      count: sql<number>`sum(${accountDays.transactionCount})`.as("row_count"),
    })
    .from(bankAccounts)
    .crossJoin(accountDays)
    .where(
      and(
        eq(bankAccounts.userId, me.userId),
        eq(accountDays.userId, me.userId),
        eq(accountDays.accountId, bankAccounts.id),
        gte(accountDays.day, from),
      ),
    )
    .groupBy(accountDays.accountId, month);
}

type Stored = typeof accountTransactions.$inferSelect;

/** As returned by the database: booleans are 0 or 1. */
interface LatestRow {
  i: string;
  a: string;
  d: CivilDate;
  m: number;
  k: Stored["type"];
  c: Stored["category"];
  x: number;
  t: string;
  p: number;
  s: Stored["source"];
}

// Reads one row too many to tell which day is incomplete. Column names are short because the database sends them with each of
// thousands of rows; a plain statement because mapping values by column takes longer than reading them.
function latestRows(ctx: Ctx, me: Person, from: CivilDate) {
  return ctx.db.all<LatestRow>(sql`
    SELECT id AS i, account_id AS a, transaction_date AS d, amount_minor AS m, type AS k, category AS c, excluded AS x,
      description || ' ' || coalesce(merchant_name, '') AS t, pending AS p, source AS s
    FROM account_transactions WHERE user_id = ${me.userId} AND transaction_date >= ${from} AND removed_at IS NULL
    ORDER BY transaction_date DESC, id DESC LIMIT ${MAX_ROWS + 1}`);
}

const latestRow = ({ i, a, d, m, k, c, x, t, p, s }: LatestRow) => ({
  ...{ id: i, accountId: a, date: d, amountMinor: m, type: k, category: c, text: t, source: s },
  excluded: x === 1,
  pending: p === 1,
});

import { and, between, eq, isNull, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { accountTransactions, bankAccounts, plannedMatches } from "#drizzle/schema/finance-accounts";
import { rowName } from "~/domain/finance/accounts/row-name";
import type { PlannedItem, StoredItem } from "~/domain/finance/tracker/plan";
import { expensesWithin, incomeWithin, storedItems } from "~/domain/finance/tracker/rows.server";
import type { Ctx, Person } from "~/domain/shared/context";
import type { Currency } from "~/domain/shared/money";
import type { CivilDate, MonthKey } from "~/domain/shared/time/dates";
import { householdDay, householdToday } from "~/domain/shared/time/household-day";
import { type Coverage, type HouseholdLedger, planWindow, rowWindow } from "./actuals";
import type { LedgerRow, RowEffect } from "./row-effect";

/**
 * The queries whose rows `ledgerOf` turns into a ledger, for a screen that batches them with others. The plan is read from
 * `planFrom` on if that is earlier.
 */
export function ledgerQueries(ctx: Ctx, me: Person, { planFrom, ...months }: LedgerMonths) {
  const plan = planWindow(planFrom ?? months.from, months.to);
  return [
    expensesWithin(ctx, me, plan),
    incomeWithin(ctx, me, plan),
    ...rowQueries(ctx, me, months),
    decisionsWithin(ctx, me, plan),
  ] as const;
}

/** Only the row queries, for a screen that has read the plan and the decisions itself. */
export function rowQueries(ctx: Ctx, me: Person, { from, to }: { from: MonthKey; to: MonthKey }) {
  return [rowsWithin(ctx, me, rowWindow(from, to)), coverageQuery(ctx, me)] as const;
}

/** A ledger with the active accounts, whose currencies a month without entries is shown in. */
export interface AccountsLedger<Item extends PlannedItem = StoredItem> extends HouseholdLedger<Item> {
  accounts: readonly { currency: Currency }[];
}

/** Builds the ledger from the results of `rowQueries` and a plan read with them. */
export function ledgerWith<Item extends PlannedItem>(
  ctx: Ctx,
  plan: Pick<HouseholdLedger<Item>, "items" | "decisions">,
  [rows, accounts]: Results<ReturnType<typeof rowQueries>>,
): AccountsLedger<Item> {
  return {
    ...{ ...plan, today: householdToday(ctx), rows: rows.map(ledgerRow), coverage: coverageOf(ctx, accounts) },
    accounts: accounts.filter(({ isActive }) => isActive),
  };
}

interface LedgerMonths {
  from: MonthKey;
  to: MonthKey;
  planFrom?: MonthKey;
}

type Results<Queries extends readonly unknown[]> = { [At in keyof Queries]: Awaited<Queries[At]> };

/** A household's plan and rows for a range of months, as `monthActuals` takes them. */
export function ledgerOf(ctx: Ctx, results: Results<ReturnType<typeof ledgerQueries>>): AccountsLedger {
  const [expenses, income, rows, accounts, decisions] = results;
  return ledgerWith(ctx, { items: storedItems(expenses, income), decisions }, [rows, accounts]);
}

/** Reads the ledger of a range of months, in one round trip. */
export async function readLedger(ctx: Ctx, me: Person, months: { from: MonthKey; to: MonthKey }) {
  return ledgerOf(ctx, await ctx.db.batch([...ledgerQueries(ctx, me, months)]));
}

type StoredRow = Awaited<ReturnType<typeof rowsWithin>>[number];

function ledgerRow({ merchantName, description, ...row }: StoredRow): LedgerRow {
  return {
    ...row,
    text: merchantName === null ? description : `${description} ${merchantName}`,
    name: rowName({ merchantName, description }),
  };
}

/** A month's line for a row that is not part of the plan. */
export function unplannedItem(row: LedgerRow, effect: RowEffect): StoredItem {
  const instant = `${row.date}T12:00:00.000Z`;
  const facts = {
    ...{ id: row.id, name: row.name, currency: row.currency, accountId: row.accountId, date: row.date },
    ...{ frequency: "once" as const, endDate: null, note: null, isSyncedFromBank: true, version: 1 },
    ...{ createdAt: instant, updatedAt: instant },
  };
  return effect.kind === "income" ? { ...facts, ...effect } : { ...facts, ...effect };
}

function rowsWithin(ctx: Ctx, me: Person, { from, to }: { from: CivilDate; to: CivilDate }) {
  return ctx.db
    .select({
      id: named(accountTransactions.id, "row_id"),
      accountId: accountTransactions.accountId,
      date: accountTransactions.transactionDate,
      amountMinor: accountTransactions.amountMinor,
      type: accountTransactions.type,
      category: accountTransactions.category,
      description: named(accountTransactions.description, "row_description"),
      merchantName: accountTransactions.merchantName,
      pending: accountTransactions.pending,
      excluded: accountTransactions.excluded,
      currency: bankAccounts.currency,
      accountType: bankAccounts.accountType,
    })
    .from(accountTransactions)
    .innerJoin(
      bankAccounts,
      and(eq(bankAccounts.userId, accountTransactions.userId), eq(bankAccounts.id, accountTransactions.accountId)),
    )
    .where(
      and(
        eq(accountTransactions.userId, me.userId),
        isNull(accountTransactions.removedAt),
        between(accountTransactions.transactionDate, from, to),
      ),
    )
    .orderBy(accountTransactions.transactionDate, accountTransactions.id);
}

/** The household's decisions about the posted rows in a date range, as one statement of a batch. */
export function decisionsWithin(ctx: Ctx, me: Person, { from, to }: { from: CivilDate; to: CivilDate }) {
  return (
    ctx.db
      .select({
        transactionId: plannedMatches.transactionId,
        occurrenceKey: plannedMatches.occurrenceKey,
        same: plannedMatches.same,
      })
      .from(plannedMatches)
      // The join order matters: a household decides about far fewer rows than it has.
      .crossJoin(accountTransactions)
      .where(
        and(
          eq(plannedMatches.userId, me.userId),
          eq(accountTransactions.userId, me.userId),
          eq(accountTransactions.id, plannedMatches.transactionId),
          isNull(accountTransactions.removedAt),
          eq(accountTransactions.pending, false),
          between(accountTransactions.transactionDate, from, to),
        ),
      )
  );
}

// The first row from a bank or a file and the last one until today, each found at the end of an index.
function edgeRow(end: "first" | "last", today: CivilDate) {
  const direction = sql.raw(end === "first" ? "ASC" : "DESC");
  return sql<CivilDate | null>`(
    SELECT t.transaction_date FROM account_transactions t
    WHERE t.user_id = bank_accounts.user_id AND t.account_id = bank_accounts.id AND t.removed_at IS NULL AND t.source <> 'manual'
      AND t.transaction_date <= ${today}
    ORDER BY t.transaction_date ${direction}, t.id ${direction} LIMIT 1
  )`;
}

function coverageQuery(ctx: Ctx, me: Person) {
  const today = householdToday(ctx);
  return ctx.db
    .select({
      id: bankAccounts.id,
      currency: bankAccounts.currency,
      isActive: bankAccounts.isActive,
      itemId: bankAccounts.plaidItemId,
      lastSyncedAt: bankAccounts.lastSyncedAt,
      first: edgeRow("first", today).as("first_row"),
      last: edgeRow("last", today).as("last_row"),
    })
    .from(bankAccounts)
    .where(eq(bankAccounts.userId, me.userId));
}

/** An account is complete from its first bank or file row to its last sync or its last such row, whichever is later. */
function coverageOf(ctx: Ctx, accounts: Awaited<ReturnType<typeof coverageQuery>>): Map<string, Coverage> {
  const coverage = new Map<string, Coverage>();
  for (const { id, currency, isActive, itemId, lastSyncedAt, first, last } of accounts) {
    if (first === null || last === null) continue;
    const synced = itemId !== null && lastSyncedAt !== null ? householdDay(ctx, lastSyncedAt) : null;
    const isFileLater = synced === null || synced < last;
    coverage.set(id, { from: first, through: isFileLater ? last : synced, currency, isArchived: !isActive });
  }
  return coverage;
}

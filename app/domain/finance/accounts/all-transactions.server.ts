import { and, eq, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { containsText } from "#drizzle/d1/contains-text";
import { accountTransactions, bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { bidirectionalPage, inRange, keyset, type PageDirection, parseCursor } from "~/domain/shared/paging.server";
import { allowPerson } from "~/domain/shared/permissions";
import { addDays } from "~/domain/shared/time/dates";
import { householdToday } from "~/domain/shared/time/household-day";
import { rowName } from "./row-name";
import type { TransactionFilter } from "./schema";
import { reviewSince } from "./transaction-changes";

const t = accountTransactions;

function rowsQuery(ctx: Ctx, userId: string) {
  return ctx.db
    .select({
      id: named(t.id, "row_id"),
      accountId: t.accountId,
      accountName: named(bankAccounts.name, "account_name"),
      currency: bankAccounts.currency,
      date: t.transactionDate,
      amountMinor: t.amountMinor,
      type: t.type,
      category: t.category,
      description: named(t.description, "row_description"),
      merchantName: t.merchantName,
      notes: t.notes,
      pending: t.pending,
      isReconciled: t.isReconciled,
      isTransfer: sql<boolean>`${t.leg} IS NOT NULL`.mapWith(Boolean).as("is_transfer"),
      source: t.source,
      excluded: t.excluded,
      reviewedAt: t.reviewedAt,
      version: named(t.version, "row_version"),
    })
    .from(t)
    .innerJoin(bankAccounts, and(eq(bankAccounts.userId, t.userId), eq(bankAccounts.id, t.accountId)))
    .where(eq(t.userId, userId))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof rowsQuery>>[number];

/** A row of any account; `amountMinor` is signed from the holder's side, `isNew` marks a row waiting for review. */
export type HouseholdTransaction = Row & { name: string; isNew: boolean };

/** Waits for review, if it is not older than the rows that are reviewed. */
function isOpen(): SQL | undefined {
  return and(isNull(t.reviewedAt), eq(t.pending, false), isNull(t.leg), sql`${t.source} <> 'manual'`);
}

/** The days of a filter, the end excluded. */
function daysOf({ from, to, review }: TransactionFilter, since: string) {
  const first = review === "open" && (from === undefined || from < since) ? since : from;
  return { from: first, to: to && addDays(to, 1) };
}

/** Without the days, which a page reads by its cursor. */
function matching(userId: string, { q, account, category, min, max, review }: TransactionFilter) {
  const text = sql`(${t.description} || ' ' || coalesce(${t.merchantName}, '') || ' ' || coalesce(${t.notes}, ''))`;
  const amount = sql`abs(${t.amountMinor})`;
  return and(
    eq(t.userId, userId),
    isNull(t.removedAt),
    account ? eq(t.accountId, account) : undefined,
    category ? eq(t.category, category) : undefined,
    min === undefined ? undefined : sql`${amount} >= ${min}`,
    max === undefined ? undefined : sql`${amount} <= ${max}`,
    q ? containsText(text, q) : undefined,
    review === "open" ? isOpen() : undefined,
    review === "reviewed" ? isNotNull(t.reviewedAt) : undefined,
    // A literal, because the partial index on such rows uses one.
    review === "excluded" ? sql`${t.excluded} = 1` : undefined,
  );
}

const orders: Record<TransactionFilter["sort"], { by: "date" | "amount"; sort: "asc" | "desc" }> = {
  newest: { by: "date", sort: "desc" },
  oldest: { by: "date", sort: "asc" },
  amount_down: { by: "amount", sort: "desc" },
  amount_up: { by: "amount", sort: "asc" },
};

/** The rows beyond the cursor that match a filter, in order. */
function pageOf(
  userId: string,
  filter: TransactionFilter,
  { direction, since }: { direction: PageDirection; since: string },
) {
  const { by, sort } = orders[filter.sort];
  const { beyond, order } = keyset(direction, [by === "date" ? t.transactionDate : t.amountMinor, t.id], sort);
  const days = daysOf(filter, since);
  const inDays =
    by === "date"
      ? inRange(direction, t.transactionDate, { ...days, sort })
      : inRange({ back: false, key: null }, t.transactionDate, days);
  return {
    where: and(matching(userId, filter), inDays, beyond),
    order,
    keyOf: (row: Row) => [by === "date" ? row.date : row.amountMinor, row.id],
  };
}

/**
 * One keyset page of the rows in all accounts that match a filter, and the number of new rows waiting for review.
 * @throws DomainError invalid for a cursor from another list
 */
export async function listAllTransactions(ctx: Ctx, filter: TransactionFilter) {
  const { userId } = allowPerson(ctx);
  const since = reviewSince(householdToday(ctx));
  const direction = parseCursor(filter, [orders[filter.sort].by === "date" ? "text" : "number", "text"]);
  const { where, order, keyOf } = pageOf(userId, filter, { direction, since });
  const [rows, accounts, [open]] = await ctx.db.batch([
    rowsQuery(ctx, userId)
      .where(where)
      .orderBy(...order)
      .limit(filter.limit + 1),
    ctx.db
      .select({ id: bankAccounts.id, name: bankAccounts.name })
      .from(bankAccounts)
      .where(eq(bankAccounts.userId, userId))
      .orderBy(bankAccounts.createdAt, bankAccounts.id),
    openCount(ctx, userId, since),
  ]);
  const paging = { limit: filter.limit, total: null, direction };
  const { items, nextCursor, previousCursor } = bidirectionalPage(rows, paging, keyOf);
  return {
    items: items.map((row): HouseholdTransaction => ({ ...row, name: rowName(row), isNew: isNew(row, since) })),
    nextCursor,
    previousCursor,
    accounts,
    openCount: open?.value ?? 0,
  };
}

function isNew(row: Row, since: string): boolean {
  return row.reviewedAt === null && !row.pending && !row.isTransfer && row.source !== "manual" && row.date >= since;
}

/** The number of rows waiting for review, as one statement of a batch. */
export function openCount(ctx: Ctx, userId: string, since: string) {
  return ctx.db
    .select({ value: sql<number>`count(*)`.as("open_count") })
    .from(t)
    .where(and(eq(t.userId, userId), isNull(t.removedAt), isOpen(), gte(t.transactionDate, since)));
}

const EXPORT_PAGE = 5000;

/** Every row that matches a filter, newest first, read a few thousand at a time. */
export async function* everyTransaction(ctx: Ctx, filter: TransactionFilter): AsyncGenerator<HouseholdTransaction[]> {
  const { userId } = allowPerson(ctx);
  const since = reviewSince(householdToday(ctx));
  for (let last: (string | number)[] | null = null; ; ) {
    const { where, order, keyOf } = pageOf(userId, filter, { direction: { back: false, key: last }, since });
    const rows: Row[] = await rowsQuery(ctx, userId)
      .where(where)
      .orderBy(...order)
      .limit(EXPORT_PAGE);
    yield rows.map((row) => ({ ...row, name: rowName(row), isNew: isNew(row, since) }));
    const end = rows.at(-1);
    if (!end || rows.length < EXPORT_PAGE) return;
    last = keyOf(end);
  }
}

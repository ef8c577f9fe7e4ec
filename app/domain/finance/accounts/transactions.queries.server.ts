import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { accountDays, accountTransactions, bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import type { TransactionPage } from "./transactions.schema";

/** Pages up to here are reached by skipping rows; further ones begin at the day that the running counts name. */
const mostSkipped = 500;

const shown = {
  id: accountTransactions.id,
  accountId: accountTransactions.accountId,
  transactionDate: accountTransactions.transactionDate,
  amountMinor: accountTransactions.amountMinor,
  type: accountTransactions.type,
  category: accountTransactions.category,
  description: accountTransactions.description,
  merchantName: accountTransactions.merchantName,
  notes: accountTransactions.notes,
  isReconciled: accountTransactions.isReconciled,
  pending: accountTransactions.pending,
  source: accountTransactions.source,
  leg: accountTransactions.leg,
  pairId: accountTransactions.pairId,
  otherAccountId: accountTransactions.otherAccountId,
  plaidTransactionId: accountTransactions.plaidTransactionId,
  version: accountTransactions.version,
};

/** The statement behind one page, newest first, for a screen that sends it along with others. */
export function transactionsQuery(ctx: Ctx, userId: string, page: TransactionPage & { accountId: string }) {
  const near = page.offset <= mostSkipped;
  const rows = ctx.db
    .select(shown)
    .from(accountTransactions)
    .where(
      and(
        eq(accountTransactions.userId, userId),
        eq(accountTransactions.accountId, page.accountId),
        isNull(accountTransactions.removedAt),
        near ? undefined : fromTheRowAt(userId, page),
      ),
    )
    .orderBy(desc(accountTransactions.transactionDate), desc(accountTransactions.id))
    .limit(page.limit);
  return near ? rows.offset(page.offset) : rows;
}

/** A row as one account shows it: `amountMinor` signed from the holder's side, so an arriving transfer is above zero. */
export type TransactionView = Awaited<ReturnType<typeof transactionsQuery>>[number];

/** The running counts name the day of the row at an offset; only within that day rows are skipped. */
function fromTheRowAt(userId: string, { accountId, offset }: { accountId: string; offset: number }): SQL {
  return sql`(transaction_date, id) <= (
    WITH place AS MATERIALIZED (
      SELECT day, ${offset} - (upto - transaction_count) AS skipped FROM (
        SELECT day, transaction_count, sum(transaction_count) OVER (ORDER BY day DESC) AS upto
        FROM ${accountDays} WHERE user_id = ${userId} AND account_id = ${accountId}
      ) WHERE upto > ${offset} ORDER BY day DESC LIMIT 1
    )
    SELECT transaction_date, id FROM ${accountTransactions}
    WHERE user_id = ${userId} AND account_id = ${accountId} AND removed_at IS NULL
      AND transaction_date <= (SELECT day FROM place)
    ORDER BY transaction_date DESC, id DESC LIMIT 1 OFFSET coalesce((SELECT skipped FROM place), 0))`;
}

/** @throws DomainError not_found for an account that is not the household's */
export async function listTransactions(
  ctx: Ctx,
  accountId: string,
  page: TransactionPage,
): Promise<{ transactions: TransactionView[]; total: number }> {
  const { userId } = allowPerson(ctx);
  const counted = ctx.db
    .select({ total: bankAccounts.transactionCount })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, accountId)));
  const [[account], transactions] = await ctx.db.batch([
    counted,
    transactionsQuery(ctx, userId, { ...page, accountId }),
  ]);
  if (!account) throw notFound();
  return { transactions, total: account.total };
}

/** The statement behind `transaction`, for a screen that sends it along with others. */
export function transactionQuery(ctx: Ctx, userId: string, id: string) {
  return ctx.db
    .select({ ...shown, editedFields: accountTransactions.editedFields })
    .from(accountTransactions)
    .where(
      and(
        eq(accountTransactions.userId, userId),
        eq(accountTransactions.id, id),
        isNull(accountTransactions.removedAt),
      ),
    );
}

/** @throws DomainError not_found, for a removed one too */
export async function transaction(ctx: Ctx, id: string): Promise<TransactionView & { editedFields: string | null }> {
  const [row] = await transactionQuery(ctx, allowPerson(ctx).userId, id);
  if (!row) throw notFound();
  return row;
}

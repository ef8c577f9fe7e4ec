import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { accountDays, accountTransactions, bankAccounts } from "#drizzle/schema/finance-accounts";
import { importBatches, importMappings, importMatches } from "#drizzle/schema/finance-imports";
import type { Ctx } from "~/domain/shared/context";
import { notFound, withErrorMessage } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";

const notProcessed = "Failed to process request. Please try again.";

/**
 * Deletes an account with all its rows, reconciled ones and imports among them, in one batch. The other halves of its
 * transfers stay as deposits and withdrawals of their accounts, whose balances do not change.
 * @throws DomainError not_found
 */
export async function deleteAccount(ctx: Ctx, id: string): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage(notProcessed, () =>
    once(ctx, "deleteAccount", { id }, (commit) => {
      const closing = ctx.db
        .update(bankAccounts)
        .set({ closing: true })
        .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, id)));
      const account = ctx.db.delete(bankAccounts).where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, id)));
      return commit(null, {
        writes: [
          closing,
          assertRowChanged(ctx, "account_missing"),
          cutTransfers(ctx, userId, id),
          ...deleteRows(ctx, userId, id),
          account,
        ],
        result: { id },
        refusals: { account_missing: () => notFound() },
      });
    }),
  );
}

function cutTransfers(ctx: Ctx, userId: string, id: string): Write {
  const otherHalves = ctx.db
    .select({ pairId: accountTransactions.pairId })
    .from(accountTransactions)
    .where(
      and(
        eq(accountTransactions.userId, userId),
        eq(accountTransactions.accountId, id),
        isNotNull(accountTransactions.pairId),
      ),
    );
  return ctx.db
    .update(accountTransactions)
    .set({
      type: sql`CASE ${accountTransactions.leg} WHEN 'in' THEN 'deposit' ELSE 'withdrawal' END`,
      category: "other",
      leg: null,
      pairId: null,
      otherAccountId: null,
      lastChange: "user",
      version: sql`${accountTransactions.version} + 1`,
      updatedAt: ctx.now.toISOString(),
    })
    .where(and(eq(accountTransactions.userId, userId), inArray(accountTransactions.id, otherHalves)));
}

function deleteRows(ctx: Ctx, userId: string, id: string): Write[] {
  const { db } = ctx;
  return [
    db
      .delete(accountTransactions)
      .where(and(eq(accountTransactions.userId, userId), eq(accountTransactions.accountId, id))),
    db.delete(accountDays).where(and(eq(accountDays.userId, userId), eq(accountDays.accountId, id))),
    db.delete(importMatches).where(and(eq(importMatches.userId, userId), eq(importMatches.accountId, id))),
    db.delete(importBatches).where(and(eq(importBatches.userId, userId), eq(importBatches.accountId, id))),
    db.delete(importMappings).where(and(eq(importMappings.userId, userId), eq(importMappings.accountId, id))),
  ];
}

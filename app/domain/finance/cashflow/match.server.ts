import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { accountTransactions, plannedMatches } from "#drizzle/schema/finance-accounts";
import { account } from "~/domain/finance/accounts/accounts.server";
import { transaction } from "~/domain/finance/accounts/transactions.server";
import { isBudget } from "~/domain/finance/matching/budgets";
import { readExpense } from "~/domain/finance/tracker/expenses.server";
import { readIncome } from "~/domain/finance/tracker/income.server";
import { happensOn } from "~/domain/finance/tracker/move";
import { occurrenceKey, type StoredItem } from "~/domain/finance/tracker/plan";
import type { Ctx, Person } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { daysBetween } from "~/domain/shared/time/dates";
import { once, type Write } from "~/domain/shared/write.server";
import { MAX_MATCH_DAYS } from "./actuals";
import type { PlannedMatch } from "./schema";

/**
 * Records that a posted row is, or is not, a planned occurrence. A previous match of the row is removed.
 * @throws DomainError not_found; invalid for a row and an occurrence that cannot be the same; conflict for an occurrence that
 * already has a row
 */
export function decidePlannedMatch(ctx: Ctx, transactionId: string, input: PlannedMatch): Promise<PlannedMatch> {
  const me = allowPerson(ctx);
  return once(ctx, "decidePlannedMatch", { transactionId, ...input }, async (commit) => {
    const [row, item] = await Promise.all([transaction(ctx, transactionId), itemOf(ctx, me, input)]);
    const { currency } = await account(ctx, row.accountId);
    const direction = item.kind === "income" ? 1 : -1;
    const fits =
      !row.pending && row.leg === null && row.type !== "adjustment" && Math.sign(row.amountMinor) === direction;
    if (!happensOn(item, input.date)) throw notFound();
    if (input.same && (!fits || currency !== item.currency)) throw unfit("They cannot be the same transaction.");
    if (input.same && isBudget(item)) throw unfit("A budget includes every transaction of its category.");
    if (Math.abs(daysBetween(input.date, row.transactionDate)) > MAX_MATCH_DAYS) {
      throw unfit(`They are more than ${MAX_MATCH_DAYS} days apart.`);
    }
    return commit(null, {
      writes: decisionWrites(ctx, me, { transactionId, key: occurrenceKey(item, input.date), same: input.same }),
      result: input,
      refusals: { "planned_matches.occurrence_key": taken },
    });
  });
}

/**
 * Deletes the household's decision about a posted row, which is then matched automatically again.
 * @throws DomainError not_found
 */
export function forgetPlannedMatch(ctx: Ctx, transactionId: string): Promise<{ id: string }> {
  const me = allowPerson(ctx);
  return once(ctx, "forgetPlannedMatch", { transactionId }, async (commit) => {
    await transaction(ctx, transactionId);
    const ofRow = and(eq(plannedMatches.userId, me.userId), eq(plannedMatches.transactionId, transactionId));
    return commit(null, { writes: [ctx.db.delete(plannedMatches).where(ofRow)], result: { id: transactionId } });
  });
}

interface Decision {
  transactionId: string;
  key: string;
  same: boolean;
}

// A removed row keeps its match in case its removal is undone, but does not hold the occurrence.
function freeFromRemovedRows(ctx: Ctx, me: Person, key: string): Write {
  const matched = and(
    eq(plannedMatches.userId, me.userId),
    eq(plannedMatches.occurrenceKey, key),
    eq(plannedMatches.same, true),
  );
  const matchedRows = ctx.db.select({ id: plannedMatches.transactionId }).from(plannedMatches).where(matched);
  const removedRows = ctx.db
    .select({ id: accountTransactions.id })
    .from(accountTransactions)
    .where(
      and(
        eq(accountTransactions.userId, me.userId),
        inArray(accountTransactions.id, matchedRows),
        isNotNull(accountTransactions.removedAt),
      ),
    );
  return ctx.db.delete(plannedMatches).where(and(matched, inArray(plannedMatches.transactionId, removedRows)));
}

function decisionWrites(ctx: Ctx, me: Person, { transactionId, key, same }: Decision): Write[] {
  const decidedAt = ctx.now.toISOString();
  const ofRow = and(eq(plannedMatches.userId, me.userId), eq(plannedMatches.transactionId, transactionId));
  return [
    ...(same
      ? [
          freeFromRemovedRows(ctx, me, key),
          ctx.db
            .delete(plannedMatches)
            .where(and(ofRow, eq(plannedMatches.same, true), ne(plannedMatches.occurrenceKey, key))),
        ]
      : []),
    ctx.db
      .insert(plannedMatches)
      .values({ userId: me.userId, transactionId, occurrenceKey: key, same, decidedAt })
      .onConflictDoUpdate({
        target: [plannedMatches.userId, plannedMatches.transactionId, plannedMatches.occurrenceKey],
        set: { same, decidedAt },
      }),
  ];
}

function itemOf(ctx: Ctx, me: Person, { kind, itemId }: PlannedMatch): Promise<StoredItem> {
  return kind === "income" ? readIncome(ctx, me, itemId) : readExpense(ctx, me, itemId);
}

function unfit(text: string): DomainError {
  return new DomainError("invalid", text, { fields: { date: [text] } });
}

function taken(): DomainError {
  return new DomainError("conflict", "Another transaction is already matched with this.");
}

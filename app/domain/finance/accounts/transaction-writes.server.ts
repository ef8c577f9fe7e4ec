import { and, eq, sql } from "drizzle-orm";
import { accountTransactions } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";
import { signedAmount } from "./transaction-parts.server";
import type { TransactionView } from "./transactions.queries.server";
import type { Transaction } from "./transactions.schema";

interface RowChange {
  row: TransactionView & { editedFields: string | null };
  input: Transaction;
}

/** One row's UPDATE; triggers carry it to the other half, the balances and the days. */
export function rowUpdate(ctx: Ctx, userId: string, { row, input }: RowChange): Write {
  return ctx.db
    .update(accountTransactions)
    .set({
      ...factsOf(input),
      ...legOf(ctx, row, input),
      ...byHand(ctx),
      isReconciled: input.isReconciled ?? row.isReconciled,
      editedFields: editedFields(row, input),
    })
    .where(asRead(userId, row));
}

interface Mark {
  id: string;
  version: number;
  isReconciled: boolean;
}

/** Reconciles a row or clears that, and nothing else. */
export function markUpdate(ctx: Ctx, userId: string, { isReconciled, ...row }: Mark): Write {
  return ctx.db
    .update(accountTransactions)
    .set({ isReconciled, ...byHand(ctx) })
    .where(asRead(userId, row));
}

function byHand(ctx: Ctx) {
  const version = sql`${accountTransactions.version} + 1`;
  return { lastChange: "user" as const, version, updatedAt: ctx.now.toISOString() };
}

function asRead(userId: string, { id, version }: { id: string; version: number }) {
  return and(
    eq(accountTransactions.userId, userId),
    eq(accountTransactions.id, id),
    eq(accountTransactions.version, version),
  );
}

function factsOf(input: Transaction) {
  const { type, category, transactionDate, description, notes } = input;
  return { type, category, transactionDate, description, notes, amountMinor: signedAmount(input) };
}

function legOf(ctx: Ctx, row: TransactionView, { type, toAccountId }: Transaction) {
  if (type !== "transfer") return { leg: null, pairId: null, otherAccountId: null };
  return { leg: "out" as const, pairId: row.pairId ?? ctx.newId(), otherAccountId: toAccountId };
}

/** Names of what the household changed by hand, now or before. */
function editedFields(row: RowChange["row"], input: Transaction): string | null {
  const facts = factsOf(input);
  const now = [
    facts.type !== row.type && "type",
    facts.category !== row.category && "category",
    facts.transactionDate !== row.transactionDate && "transaction_date",
    facts.description !== row.description && "description",
    facts.notes !== row.notes && "notes",
    facts.amountMinor !== row.amountMinor && "amount_minor",
  ].filter((name) => name !== false);
  const all = new Set([...(row.editedFields?.split(",") ?? []), ...now]);
  return all.size > 0 ? [...all].join(",") : null;
}

/** What takes a row away: for good, or behind a mark where a file or a bank would bring it back. */
export function removal(ctx: Ctx, userId: string, row: TransactionView): Write {
  if (row.source === "manual" && row.plaidTransactionId === null)
    return ctx.db.delete(accountTransactions).where(asRead(userId, row));
  const removedAt = ctx.now.toISOString();
  return ctx.db
    .update(accountTransactions)
    .set({ removedAt, ...byHand(ctx) })
    .where(asRead(userId, row));
}

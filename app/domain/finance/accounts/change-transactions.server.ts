import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { accountTransactions, transactionChanges } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { categoryAllows, TRANSACTION_TYPES, type TransactionCategory } from "./account";
import type { TransactionsChange } from "./schema";

/** The values to set on every selected row; omitted fields keep theirs. */
interface RowChange {
  category?: TransactionCategory;
  merchantName?: string;
  excluded?: boolean;
  reviewed?: boolean;
  /** Applied by a rule rather than by the household. */
  byRule?: boolean;
}

/** The result of a change; rows it does not apply to (transfers, rows whose type does not allow the category) are skipped. */
export interface ChangeResult {
  /** Identifies the change for undo; null if nothing changed. */
  id: string | null;
  changed: number;
  left: number;
}

/** The transaction types that allow a category. */
export function typesOf(category: TransactionCategory) {
  return TRANSACTION_TYPES.filter((type) => type !== "transfer" && categoryAllows(category, type));
}

/** Changes the selected rows in one batch and stores their previous values. Ids of other households' rows are ignored. */
export function changeTransactions(ctx: Ctx, { ids, ...change }: TransactionsChange): Promise<ChangeResult> {
  const { userId } = allowPerson(ctx);
  return once(ctx, "changeTransactions", { ids, ...change }, async (commit) => {
    const { writes, result } = await changeWrites(ctx, userId, { ids: [...new Set(ids)], change });
    return commit(null, { writes, result });
  });
}

/** The writes of a change, for a use case that has already selected its rows. */
export async function changeWrites(
  ctx: Ctx,
  userId: string,
  { ids, change }: { ids: readonly string[]; change: RowChange },
): Promise<{ writes: Write[]; result: ChangeResult }> {
  const chosen = JSON.stringify(ids);
  const [found] = await ctx.db
    .select({ value: sql<number>`count(*)`.as("changeable") })
    .from(accountTransactions)
    .where(changeable(userId, chosen, change));
  const changed = found?.value ?? 0;
  if (changed === 0) return { writes: [], result: { id: null, changed, left: ids.length } };
  const id = ctx.newId();
  const now = ctx.now.toISOString();
  const writes: Write[] = [
    ctx.db.insert(transactionChanges).values({ userId, id, change: JSON.stringify(change), createdAt: now }),
    ctx.db.run(sql`
      INSERT INTO transaction_change_rows
        (user_id, change_id, transaction_id, category, merchant_name, edited_fields, rule_fields, excluded, reviewed_at, version)
      SELECT user_id, ${id}, id, category, merchant_name, edited_fields, rule_fields, excluded, reviewed_at, version + 1
      FROM account_transactions WHERE ${changeable(userId, chosen, change)}`),
    ctx.db
      .update(accountTransactions)
      .set({
        ...(change.category === undefined
          ? {}
          : { category: change.category, ...(change.byRule ? { ruleFields: null } : { editedFields: withCategory }) }),
        ...(change.merchantName === undefined ? {} : { merchantName: change.merchantName }),
        ...(change.excluded === undefined ? {} : { excluded: change.excluded }),
        // A change made by hand also marks the row as reviewed.
        ...(change.byRule ? {} : { reviewedAt: change.reviewed === false ? null : now }),
        ...{ lastChange: "user" as const, version: sql`${accountTransactions.version} + 1`, updatedAt: now },
      })
      .where(changeable(userId, chosen, change)),
  ];
  return { writes, result: { id, changed, left: ids.length - changed } };
}

const withCategory = sql`CASE
  WHEN edited_fields IS NULL THEN 'category'
  WHEN instr(',' || edited_fields || ',', ',category,') > 0 THEN edited_fields
  ELSE edited_fields || ',category' END`;

/** The household has not chosen the row's category: it has not edited it, nor entered the row with a category. */
export const hasOpenCategory = sql`instr(',' || coalesce(${accountTransactions.editedFields}, '') || ',', ',category,') = 0
  AND (${accountTransactions.source} <> 'manual' OR ${accountTransactions.category} = 'other')`;

function changeable(userId: string, ids: string, { category, byRule }: RowChange): SQL | undefined {
  return and(
    eq(accountTransactions.userId, userId),
    sql`${accountTransactions.id} IN (SELECT value FROM json_each(${ids}))`,
    isNull(accountTransactions.removedAt),
    isNull(accountTransactions.leg),
    byRule ? hasOpenCategory : undefined,
    category === undefined
      ? undefined
      : sql`${accountTransactions.type} IN (SELECT value FROM json_each(${JSON.stringify(typesOf(category))}))`,
  );
}

/**
 * Undoes a change of many rows. Rows changed again since then are left alone.
 * @throws DomainError not_found; conflict if it was already undone
 */
export function undoChange(ctx: Ctx, id: string): Promise<{ restored: number; kept: number }> {
  const { userId } = allowPerson(ctx);
  return once(ctx, "undoTransactionChange", { id }, async (commit) => {
    const [[change], [counts]] = await ctx.db.batch([
      ctx.db
        .select({ undoneAt: transactionChanges.undoneAt })
        .from(transactionChanges)
        .where(and(eq(transactionChanges.userId, userId), eq(transactionChanges.id, id))),
      ctx.db
        .select({
          all: sql<number>`count(*)`.as("all_rows"),
          restored: sql<number>`count(CASE WHEN t.version = r.version THEN 1 END)`.as("restorable"),
        })
        .from(
          sql`transaction_change_rows r JOIN account_transactions t ON t.user_id = r.user_id AND t.id = r.transaction_id`,
        )
        .where(sql`r.user_id = ${userId} AND t.user_id = ${userId} AND r.change_id = ${id}`),
    ]);
    if (!change) throw notFound();
    const undone = () => new DomainError("conflict", "This change was already undone.");
    if (change.undoneAt !== null) throw undone();
    const now = ctx.now.toISOString();
    const restored = counts?.restored ?? 0;
    return commit(null, {
      writes: [
        ctx.db
          .update(transactionChanges)
          .set({ undoneAt: now })
          .where(
            and(
              eq(transactionChanges.userId, userId),
              eq(transactionChanges.id, id),
              isNull(transactionChanges.undoneAt),
            ),
          ),
        assertRowChanged(ctx, "undone_already"),
        ctx.db.run(sql`
          UPDATE account_transactions SET
            (category, merchant_name, edited_fields, rule_fields, excluded, reviewed_at) = (
              SELECT r.category, r.merchant_name, r.edited_fields, r.rule_fields, r.excluded, r.reviewed_at FROM transaction_change_rows r
              WHERE r.user_id = ${userId} AND r.change_id = ${id} AND r.transaction_id = account_transactions.id
            ),
            last_change = 'user', version = version + 1, updated_at = ${now}
          WHERE user_id = ${userId} AND (id, version) IN (
            SELECT r.transaction_id, r.version FROM transaction_change_rows r WHERE r.user_id = ${userId} AND r.change_id = ${id}
          )`),
      ],
      result: { restored, kept: (counts?.all ?? 0) - restored },
      refusals: { undone_already: undone },
    });
  });
}

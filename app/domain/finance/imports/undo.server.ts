import { and, eq, exists, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { accountTransactions, bankAccounts } from "#drizzle/schema/finance-accounts";
import { importBatches, importMatches, undoneImportMatches } from "#drizzle/schema/finance-imports";
import { NOT_PROCESSED } from "~/domain/finance/accounts/account";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, withErrorMessage } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { DAY_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { MATCH_WINDOW } from "./classify";
import { importableAccount } from "./classify.server";
import { halvesOf, idStartOf } from "./confirm.server";
import { type PastImport, pastImport } from "./history.server";
import { REDO_DAYS } from "./messages";

/** The key prefix of a row set aside by an undo; the database excludes such rows from all sums. */
const asideMark = (batchId: string) => `undone:${batchId}:`;

const conflict = (text: string) => () => new DomainError("conflict", text);

/**
 * Undoes an import in one batch: sets its rows aside and restores the pending transactions it replaced. Rows edited or reconciled
 * since then stay and are counted in the result.
 * @throws DomainError not_found; conflict if it was already undone
 */
export async function undoImport(ctx: Ctx, id: string): Promise<PastImport> {
  const { userId } = allowPerson(ctx);
  await withErrorMessage(NOT_PROCESSED, () =>
    once(ctx, "undoImport", { id }, async (commit) => {
      await pastImport(ctx, id);
      return commit(null, {
        writes: [
          keepForBank(ctx, userId, id),
          putAside(ctx, userId, id),
          ...restorePending(ctx, userId, id),
          ...putMatchesAside(ctx, userId, id),
          closeImport(ctx, userId, id),
          assertRowChanged(ctx, "undone_before"),
        ],
        result: { id },
        refusals: { undone_before: conflict("This import was already undone.") },
      });
    }),
  );
  return pastImport(ctx, id);
}

/**
 * Restores an undone import in one batch: the same rows with all their edits, except those that a later import has added again.
 * @throws DomainError not_found; conflict if it was not undone, has nothing left to restore, or its account is archived
 */
export async function redoImport(ctx: Ctx, id: string): Promise<PastImport> {
  const { userId } = allowPerson(ctx);
  await withErrorMessage(NOT_PROCESSED, () =>
    once(ctx, "redoImport", { id }, async (commit) => {
      const { accountId, undoneAt, canRedo } = await pastImport(ctx, id);
      await importableAccount(ctx, { userId, accountId });
      const refusals = {
        not_undone: conflict("This import was already redone."),
        nothing_to_redo: conflict("The account already has all transactions of this import."),
      };
      if (undoneAt === null) throw refusals.not_undone();
      if (!canRedo) throw new DomainError("conflict", "This import can no longer be redone. Import the file again.");
      return commit(null, {
        writes: [
          reopenImport(ctx, userId, { id, undoneAt }),
          assertRowChanged(ctx, "not_undone"),
          bringBack(ctx, userId, id),
          countBroughtBack(ctx, userId, id),
          ...bringMatchesBack(ctx, userId, { id, undoneAt }),
          ...halvesOf(ctx, { userId, accountId }, id),
          askAboutBankRows(ctx, userId, { id, undoneAt }),
          countAside(ctx, userId, id),
          assertRowChanged(ctx, "nothing_to_redo"),
        ],
        result: { id },
        refusals,
      });
    }),
  );
  return pastImport(ctx, id);
}

/** An import's rows are adjacent: their ids share the import's prefix. */
function rowsOf(batchId: string): SQL {
  const start = idStartOf(batchId);
  return sql`id BETWEEN ${start} AND ${`${start}g`} AND batch_id = ${batchId}`;
}

const isAside = (batchId: string) => sql`substr(import_key, 1, ${asideMark(batchId).length}) = ${asideMark(batchId)}`;

/** A row that the bank also reports becomes the bank's; otherwise the next sync would miss the transaction. */
function keepForBank(ctx: Ctx, userId: string, id: string): Write {
  const t = accountTransactions;
  return ctx.db
    .update(t)
    .set({ source: "bank", importKey: null, batchId: null })
    .where(and(eq(t.userId, userId), rowsOf(id), isNotNull(t.plaidTransactionId), eq(t.isReconciled, false)));
}

/** The row's edits are those of the pending row that it replaced, which has them still. */
function hasOnlyEditsOfPending(batchId: string): SQL {
  const edited = (name: string) => sql.raw(`instr(',' || p.edited_fields || ',', ',${name},') > 0`);
  return sql`EXISTS (
    SELECT 1 FROM import_matches m JOIN account_transactions p ON p.user_id = m.user_id AND p.id = m.transaction_id
    WHERE m.user_id = account_transactions.user_id AND m.account_id = account_transactions.account_id
      AND m.import_key = account_transactions.import_key AND p.removed_batch_id = ${batchId}
      AND p.edited_fields = account_transactions.edited_fields AND p.category = account_transactions.category
      AND coalesce(p.notes = account_transactions.notes, p.notes IS NULL)
      AND NOT (${edited("type")} AND p.type <> account_transactions.type)
      AND NOT (${edited("description")} AND p.description <> account_transactions.description))`;
}

/** A row that the household had already removed stays so: `removed_batch_id` names the import only for the others. */
function putAside(ctx: Ctx, userId: string, id: string): Write {
  const t = accountTransactions;
  const now = ctx.now.toISOString();
  return ctx.db
    .update(t)
    .set({
      importKey: sql`${asideMark(id)} || import_key`,
      removedAt: sql`coalesce(removed_at, ${now})`,
      removedBatchId: sql`CASE WHEN removed_at IS NULL THEN ${id} ELSE removed_batch_id END`,
      version: sql`version + 1`,
      updatedAt: now,
    })
    .where(
      and(
        eq(t.userId, userId),
        rowsOf(id),
        eq(t.isReconciled, false),
        or(isNull(t.editedFields), isNotNull(t.removedAt), hasOnlyEditsOfPending(id)),
        sql`NOT ${isAside(id)}`,
      ),
    );
}

/**
 * Restores pending rows whose posted row was just set aside; one from an import that is itself undone waits for that import's
 * redo.
 */
function restorePending(ctx: Ctx, userId: string, id: string): Write[] {
  const t = accountTransactions;
  const now = ctx.now.toISOString();
  const isOfUndone = sql`substr(coalesce(import_key, ''), 1, 7) = 'undone:'`;
  const isLeft = and(
    eq(t.userId, userId),
    eq(t.removedBatchId, id),
    sql`id IN (
      SELECT m.transaction_id FROM ${importMatches} m WHERE m.user_id = ${userId} AND m.batch_id = ${id} AND NOT EXISTS (
        SELECT 1 FROM ${t} p WHERE p.user_id = ${userId} AND p.account_id = m.account_id AND p.import_key = m.import_key))`,
  );
  return [
    ctx.db.update(t).set({ removedBatchId: sql`batch_id` }).where(and(isLeft, isOfUndone)),
    ctx.db
      .update(t)
      .set({ removedAt: null, removedBatchId: null, version: sql`version + 1`, updatedAt: now })
      .where(and(isLeft, sql`NOT ${isOfUndone}`)),
  ];
}

function putMatchesAside(ctx: Ctx, userId: string, id: string): Write[] {
  return [
    ctx.db.run(sql`
      INSERT INTO undone_import_matches (user_id, batch_id, import_key, account_id, transaction_id)
      SELECT user_id, batch_id, import_key, account_id, transaction_id FROM import_matches
      WHERE user_id = ${userId} AND batch_id = ${id} ON CONFLICT DO NOTHING`),
    ctx.db.delete(importMatches).where(and(eq(importMatches.userId, userId), eq(importMatches.batchId, id))),
  ];
}

const countOfAside = (userId: string, id: string) => sql`
  (SELECT count(*) FROM account_transactions WHERE user_id = ${userId} AND ${rowsOf(id)} AND ${isAside(id)})
  + (SELECT count(*) FROM undone_import_matches WHERE user_id = ${userId} AND batch_id = ${id})`;

function closeImport(ctx: Ctx, userId: string, id: string): Write {
  const left = (condition: string) => sql`(
    SELECT count(*) FROM ${accountTransactions} t
    WHERE t.user_id = ${userId} AND ${rowsOf(id)} AND NOT ${isAside(id)} AND ${sql.raw(condition)})`;
  return ctx.db
    .update(importBatches)
    .set({
      undoneAt: ctx.now.toISOString(),
      keptReconciled: left("t.is_reconciled = 1"),
      keptEdited: left("t.is_reconciled = 0"),
      asideCount: countOfAside(userId, id),
    })
    .where(and(eq(importBatches.userId, userId), eq(importBatches.id, id), isNull(importBatches.undoneAt)));
}

interface Undone {
  id: string;
  undoneAt: string;
}

/** Only if the import is still undone as it was read, and its account accepts transactions. */
function reopenImport(ctx: Ctx, userId: string, { id, undoneAt }: Undone): Write {
  const b = importBatches;
  const account = ctx.db
    .select({ one: sql`1` })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, b.accountId), eq(bankAccounts.isActive, true)));
  return ctx.db
    .update(b)
    .set({ undoneAt: null, redoneAt: ctx.now.toISOString(), keptEdited: 0, keptReconciled: 0 })
    .where(and(eq(b.userId, userId), eq(b.id, id), eq(b.undoneAt, undoneAt), exists(account)));
}

/** A row whose transaction another import has added since stays aside. */
function bringBack(ctx: Ctx, userId: string, id: string): Write {
  const mark = asideMark(id);
  const ownKey = sql`substr(account_transactions.import_key, ${mark.length + 1})`;
  const isOwn = sql`removed_batch_id IS ${id}`;
  return ctx.db.run(sql`
    UPDATE account_transactions SET import_key = ${ownKey}, version = version + 1, updated_at = ${ctx.now.toISOString()},
      removed_at = CASE WHEN ${isOwn} THEN NULL ELSE removed_at END,
      removed_batch_id = CASE WHEN ${isOwn} THEN NULL ELSE removed_batch_id END
    WHERE user_id = ${userId} AND ${rowsOf(id)} AND ${isAside(id)}
      AND NOT EXISTS (SELECT 1 FROM account_transactions o
        WHERE o.user_id = ${userId} AND o.account_id = account_transactions.account_id AND o.import_key = ${ownKey})
      AND NOT EXISTS (SELECT 1 FROM import_matches m
        WHERE m.user_id = ${userId} AND m.account_id = account_transactions.account_id AND m.import_key = ${ownKey})`);
}

/** Runs right after `bringBack`. */
function countBroughtBack(ctx: Ctx, userId: string, id: string): Write {
  return ctx.db
    .update(importBatches)
    .set({ redoneCount: sql`changes()` })
    .where(and(eq(importBatches.userId, userId), eq(importBatches.id, id)));
}

/**
 * Restores matches whose transaction still exists and has no other match. A pending transaction is replaced by its posted row
 * again unless it has changed in the meantime.
 */
function bringMatchesBack(ctx: Ctx, userId: string, { id, undoneAt }: Undone): Write[] {
  const t = accountTransactions;
  const now = ctx.now.toISOString();
  const posted = sql`id IN (
    SELECT u.transaction_id FROM undone_import_matches u
    JOIN account_transactions p ON p.user_id = u.user_id AND p.account_id = u.account_id AND p.import_key = u.import_key
      AND p.batch_id = ${id} AND p.removed_at IS NULL
    WHERE u.user_id = ${userId} AND u.batch_id = ${id})`;
  return [
    ctx.db.run(sql`
      INSERT INTO import_matches (user_id, account_id, import_key, transaction_id, batch_id)
      SELECT u.user_id, u.account_id, u.import_key, u.transaction_id, u.batch_id FROM undone_import_matches u
      JOIN account_transactions t ON t.user_id = u.user_id AND t.id = u.transaction_id AND t.removed_at IS NULL
      WHERE u.user_id = ${userId} AND u.batch_id = ${id}
        AND NOT EXISTS (SELECT 1 FROM import_matches m WHERE m.user_id = ${userId} AND m.transaction_id = u.transaction_id)
        AND NOT EXISTS (SELECT 1 FROM account_transactions o WHERE o.user_id = ${userId} AND o.account_id = u.account_id
          AND o.import_key = u.import_key AND o.batch_id <> ${id})
      ON CONFLICT (user_id, account_id, import_key) DO NOTHING`),
    ctx.db
      .update(t)
      .set({ removedAt: now, removedBatchId: id, lastChange: "import", version: sql`version + 1`, updatedAt: now })
      .where(
        and(
          eq(t.userId, userId),
          posted,
          eq(t.pending, true),
          isNull(t.removedAt),
          isNull(t.leg),
          eq(t.isReconciled, false),
          lte(t.updatedAt, undoneAt),
        ),
      ),
    ctx.db
      .delete(undoneImportMatches)
      .where(and(eq(undoneImportMatches.userId, userId), eq(undoneImportMatches.batchId, id))),
  ];
}

/**
 * Transactions the bank has reported since the undo may duplicate restored rows: each such pair is left for the household to
 * decide.
 */
function askAboutBankRows(ctx: Ctx, userId: string, { id, undoneAt }: Undone): Write {
  const days = (count: number) => `${count > 0 ? "+" : ""}${count} days`;
  return ctx.db.run(sql`
    INSERT INTO bank_matches (user_id, id, row_id, other_row_id, kind, created_at)
    SELECT b.user_id, lower(hex(randomblob(16))), b.id, t.id, 'other_source', ${ctx.now.toISOString()}
    FROM account_transactions b CROSS JOIN account_transactions t ON t.user_id = b.user_id AND t.account_id = b.account_id
      AND t.transaction_date BETWEEN date(b.transaction_date, ${days(-MATCH_WINDOW.before)}) AND date(b.transaction_date, ${days(MATCH_WINDOW.after)})
      AND t.amount_minor = b.amount_minor AND t.batch_id = ${id} AND t.removed_at IS NULL AND t.leg IS NULL AND t.plaid_transaction_id IS NULL
    WHERE b.user_id = ${userId} AND b.account_id = (SELECT account_id FROM import_batches WHERE user_id = ${userId} AND id = ${id})
      AND b.source = 'bank' AND b.created_at > ${undoneAt} AND b.removed_at IS NULL AND b.leg IS NULL AND b.plaid_transaction_id IS NOT NULL
    ORDER BY abs(julianday(b.transaction_date) - julianday(t.transaction_date)), b.id
    ON CONFLICT DO NOTHING`);
}

/** Changes the count only if anything was restored, so that a redo without effect can be rejected. */
function countAside(ctx: Ctx, userId: string, id: string): Write {
  const b = importBatches;
  const count = countOfAside(userId, id);
  return ctx.db
    .update(b)
    .set({ asideCount: count })
    .where(and(eq(b.userId, userId), eq(b.id, id), sql`${b.asideCount} > ${count}`));
}

/** The number of imports per run; the next run handles the rest. */
const IMPORTS_SWEPT = 20;

/** Deletes the rows of undone imports that can no longer be redone. */
export async function sweepUndoneImports(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - REDO_DAYS * DAY_MS).toISOString();
  const expired = await ctx.db.all<{ userId: string; id: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} user_id AS userId, id FROM import_batches
    WHERE aside_count > 0 AND coalesce(undone_at, redone_at) < ${before} AND ${isOnThisShard(sql`user_id`)} LIMIT ${IMPORTS_SWEPT}`);
  for (const { userId, id } of expired) {
    await ctx.db.batch([
      ctx.db.run(sql`DELETE FROM account_transactions WHERE user_id = ${userId} AND ${rowsOf(id)} AND ${isAside(id)}`),
      ctx.db
        .delete(undoneImportMatches)
        .where(and(eq(undoneImportMatches.userId, userId), eq(undoneImportMatches.batchId, id))),
      ctx.db
        .update(importBatches)
        .set({ asideCount: 0 })
        .where(and(eq(importBatches.userId, userId), eq(importBatches.id, id))),
    ]);
  }
}

import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { accountTransactions, bankAccounts } from "#drizzle/schema/finance-accounts";
import { importBatches, importMatches } from "#drizzle/schema/finance-imports";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound, withErrorMessage } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { idStartOf } from "./confirm.server";

/** What came of an import. `errors` are the first 100 sentences, `errorCount` counts all. */
export interface ImportResult {
  /** Names the import for an undo; null where nothing was added. */
  importId: string | null;
  importedCount: number;
  skippedCount: number;
  errors: string[];
  errorCount: number;
}

/** List an account's latest imports fit one screen; older ones are rarely undone. */
const MAX_LISTED = 50;

const columns = {
  id: importBatches.id,
  fileName: importBatches.fileName,
  importedCount: importBatches.importedCount,
  skippedCount: importBatches.skippedCount,
  errorCount: importBatches.errorCount,
  firstDate: importBatches.firstDate,
  lastDate: importBatches.lastDate,
  createdAt: importBatches.createdAt,
  undoneAt: importBatches.undoneAt,
  keptEdited: importBatches.keptEdited,
  keptReconciled: importBatches.keptReconciled,
};

/** The statement behind `listImports`, for a screen that sends it along with others. */
function importsQuery(ctx: Ctx, userId: string, accountId: string) {
  return ctx.db
    .select(columns)
    .from(importBatches)
    .where(and(eq(importBatches.userId, userId), eq(importBatches.accountId, accountId)))
    .orderBy(desc(importBatches.id))
    .limit(MAX_LISTED);
}

export type PastImport = Awaited<ReturnType<typeof importsQuery>>[number];

/** List an account's latest imports, undone ones among them. @throws DomainError not_found */
export async function listImports(ctx: Ctx, accountId: string): Promise<PastImport[]> {
  const { userId } = allowPerson(ctx);
  const account = ctx.db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, accountId)));
  const [[known], imports] = await ctx.db.batch([account, importsQuery(ctx, userId, accountId)]);
  if (!known) throw notFound();
  return imports;
}

async function batch(ctx: Ctx, id: string) {
  const { userId } = allowPerson(ctx);
  const [row] = await ctx.db
    .select({ ...columns, errors: importBatches.errors })
    .from(importBatches)
    .where(and(eq(importBatches.userId, userId), eq(importBatches.id, id)));
  if (!row) throw notFound();
  return row;
}

/** @throws DomainError not_found */
export async function pastImport(ctx: Ctx, id: string): Promise<PastImport> {
  const { errors: _, ...row } = await batch(ctx, id);
  return row;
}

/** @throws DomainError not_found */
export async function importResult(ctx: Ctx, id: string): Promise<ImportResult> {
  const { importedCount, skippedCount, errorCount, errors } = await batch(ctx, id);
  const sentences: string[] = JSON.parse(errors);
  return { importId: id, importedCount, skippedCount, errorCount, errors: sentences };
}

/**
 * Undoes an import in one batch: deletes its rows and restores the pending transactions it replaced. Rows that were edited
 * or reconciled since stay and are counted in the answer.
 * @throws DomainError not_found; conflict when it was undone before
 */
export async function undoImport(ctx: Ctx, id: string): Promise<PastImport> {
  const { userId } = allowPerson(ctx);
  await withErrorMessage("Failed to process request. Please try again.", () =>
    once(ctx, "undoImport", { id }, async (commit) => {
      await pastImport(ctx, id);
      return commit(null, {
        writes: [
          keepForBank(ctx, userId, id),
          deleteUntouched(ctx, userId, id),
          restorePending(ctx, userId, id),
          ctx.db.delete(importMatches).where(and(eq(importMatches.userId, userId), eq(importMatches.batchId, id))),
          closeImport(ctx, userId, id),
          assertRowChanged(ctx, "undone_before"),
        ],
        result: { id },
        refusals: { undone_before: () => new DomainError("conflict", "This import was already undone.") },
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

/** A row that the bank also reports becomes the bank's; otherwise the next sync would miss the transaction. */
function keepForBank(ctx: Ctx, userId: string, id: string): Write {
  const t = accountTransactions;
  return ctx.db
    .update(t)
    .set({ source: "bank", importKey: null, batchId: null })
    .where(and(eq(t.userId, userId), rowsOf(id), isNotNull(t.plaidTransactionId), eq(t.isReconciled, false)));
}

function deleteUntouched(ctx: Ctx, userId: string, id: string): Write {
  const t = accountTransactions;
  return ctx.db
    .delete(t)
    .where(
      and(
        eq(t.userId, userId),
        rowsOf(id),
        eq(t.isReconciled, false),
        or(isNull(t.editedFields), isNotNull(t.removedAt)),
      ),
    );
}

/** Pending rows whose posted row was just deleted. */
function restorePending(ctx: Ctx, userId: string, id: string): Write {
  return ctx.db
    .update(accountTransactions)
    .set({ removedAt: null, removedBatchId: null, updatedAt: ctx.now.toISOString() })
    .where(
      and(
        eq(accountTransactions.userId, userId),
        eq(accountTransactions.removedBatchId, id),
        sql`id IN (
          SELECT m.transaction_id FROM ${importMatches} m WHERE m.user_id = ${userId} AND m.batch_id = ${id} AND NOT EXISTS (
            SELECT 1 FROM ${accountTransactions} t
            WHERE t.user_id = ${userId} AND t.account_id = m.account_id AND t.import_key = m.import_key))`,
      ),
    );
}

function closeImport(ctx: Ctx, userId: string, id: string): Write {
  const left = (condition: string) => sql`(
    SELECT count(*) FROM ${accountTransactions} t WHERE t.user_id = ${userId} AND ${rowsOf(id)} AND ${sql.raw(condition)})`;
  return ctx.db
    .update(importBatches)
    .set({
      undoneAt: ctx.now.toISOString(),
      keptReconciled: left("t.is_reconciled = 1"),
      keptEdited: left("t.is_reconciled = 0"),
    })
    .where(and(eq(importBatches.userId, userId), eq(importBatches.id, id), isNull(importBatches.undoneAt)));
}

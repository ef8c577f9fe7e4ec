import { and, desc, eq, sql } from "drizzle-orm";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import { importBatches } from "#drizzle/schema/finance-imports";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { IMPORTS_LISTED } from "./messages";

/** The result of an import. `errors` are the first 100 messages, `errorCount` counts all. */
export interface ImportResult {
  /** Identifies the import for undo; null if nothing was added. */
  importId: string | null;
  importedCount: number;
  skippedCount: number;
  errors: string[];
  errorCount: number;
}

const columns = {
  id: importBatches.id,
  accountId: importBatches.accountId,
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
  redoneAt: importBatches.redoneAt,
  redoneCount: importBatches.redoneCount,
  canRedo: sql`${importBatches.undoneAt} IS NOT NULL AND ${importBatches.asideCount} > 0`
    .mapWith(Boolean)
    .as("can_redo"),
};

/** The query behind `listImports`, for a screen that batches it with others. */
function importsQuery(ctx: Ctx, userId: string, accountId: string) {
  return ctx.db
    .select(columns)
    .from(importBatches)
    .where(and(eq(importBatches.userId, userId), eq(importBatches.accountId, accountId)))
    .orderBy(desc(importBatches.id))
    .limit(IMPORTS_LISTED);
}

export type PastImport = Awaited<ReturnType<typeof importsQuery>>[number];

/** Lists an account's latest imports, including undone ones. @throws DomainError not_found */
export async function listImports(ctx: Ctx, accountId: string): Promise<PastImport[]> {
  const { userId } = allowPerson(ctx);
  const account = ctx.db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, accountId)));
  const [[known], imports] = await ctx.db.batch([account, importsQuery(ctx, userId, accountId)]);
  if (!known) throw notFound("Account not found");
  return imports;
}

async function batch(ctx: Ctx, id: string) {
  const { userId } = allowPerson(ctx);
  const [row] = await ctx.db
    .select({ ...columns, errors: importBatches.errors })
    .from(importBatches)
    .where(and(eq(importBatches.userId, userId), eq(importBatches.id, id)));
  if (!row) throw notFound("Import not found");
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

import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { accountTransactions } from "#drizzle/schema/finance-accounts";
import { importBatches, importChunks } from "#drizzle/schema/finance-imports";
import type { Ctx } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";
import { jsonChunks } from "./chunks";
import type { ImportPlan } from "./plan.server";

/** Pieces of an import that broke off are cleared away after an hour, when the household imports again. */
const staleAfter = 3_600_000;

/** Puts the rows where they wait, one piece a call: no more than one of them is in memory at a time. */
export async function stageRows(ctx: Ctx, { userId, batchId, rows }: ImportPlan): Promise<void> {
  const createdAt = ctx.now.toISOString();
  let position = 0;
  for (const piece of jsonChunks(rows())) {
    await ctx.db.insert(importChunks).values({ userId, batchId, position, rows: piece, createdAt });
    position += 1;
  }
}

interface Told {
  fileName: string;
  skippedCount: number;
  errors: string[];
  errorCount: number;
}

/** What moves the waiting rows into the account, with everything that must happen along with it. */
export function arrivalWrites(ctx: Ctx, plan: ImportPlan, told: Told): Write[] {
  return [
    batchRow(ctx, plan, told),
    arriveRows(ctx, plan),
    countRows(ctx, plan, plan.added + told.skippedCount),
    ...matchRows(ctx, plan),
    ...bookPending(ctx, plan),
    dropPieces(ctx, plan),
  ];
}

function batchRow(ctx: Ctx, plan: ImportPlan, told: Told): Write {
  const { userId, accountId, batchId: id, firstDate, lastDate } = plan;
  return ctx.db.insert(importBatches).values({
    ...{ userId, accountId, id, firstDate, lastDate },
    fileName: told.fileName.slice(0, 300),
    errorCount: told.errorCount,
    errors: JSON.stringify(told.errors),
    createdAt: ctx.now.toISOString(),
  });
}

/** What the ids of an import's rows begin with; their places in the file follow. */
export function idStartOf(batchId: string): string {
  return batchId.slice(0, 24);
}

function arriveRows(ctx: Ctx, { userId, accountId, batchId }: ImportPlan): Write {
  const now = ctx.now.toISOString();
  const at = (place: number) => sql.raw(`r.value ->> ${place}`);
  return ctx.db.run(sql`
    INSERT INTO account_transactions (user_id, id, account_id, transaction_date, amount_minor, type, category, description,
      merchant_name, notes, pending, import_key, bank_id, check_number, batch_id, source, last_change, created_at, updated_at)
    SELECT c.user_id, ${idStartOf(batchId)} || printf('%012x', ${at(0)}), ${accountId}, ${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)},
      ${at(6)}, ${at(7)}, ${at(8)}, ${at(9)}, ${at(10)}, ${at(11)}, c.batch_id, 'csv', 'import', ${now}, ${now}
    FROM import_chunks c, json_each(c.rows) r
    WHERE c.user_id = ${userId} AND c.batch_id = ${batchId}
    ON CONFLICT (user_id, account_id, import_key) WHERE import_key IS NOT NULL DO NOTHING`);
}

/** Right behind `arriveRows`: what it did not add was there already. */
function countRows(ctx: Ctx, { userId, batchId }: ImportPlan, rowsRead: number): Write {
  return ctx.db
    .update(importBatches)
    .set({ importedCount: sql`changes()`, skippedCount: sql`${rowsRead} - changes()` })
    .where(and(eq(importBatches.userId, userId), eq(importBatches.id, batchId)));
}

function matchRows(ctx: Ctx, { userId, accountId, batchId, matches }: ImportPlan): Write[] {
  return [...jsonChunks(matches.map((match) => JSON.stringify(match)))].map((piece) =>
    ctx.db.run(sql`
      INSERT INTO import_matches (user_id, account_id, import_key, transaction_id, batch_id)
      SELECT ${userId}, ${accountId}, value ->> 0, value ->> 1, ${batchId} FROM json_each(${piece}) WHERE true
      ON CONFLICT (user_id, account_id, import_key) DO NOTHING`),
  );
}

/** A pending transaction gives way to its booked row; an undo brings it back. */
function bookPending(ctx: Ctx, { userId, batchId, replaced }: ImportPlan): Write[] {
  const now = ctx.now.toISOString();
  return [...jsonChunks(replaced.map((id) => JSON.stringify(id)))].map((piece) =>
    ctx.db
      .update(accountTransactions)
      .set({ removedAt: now, removedBatchId: batchId, lastChange: "import", updatedAt: now })
      .where(
        and(
          eq(accountTransactions.userId, userId),
          inArray(accountTransactions.id, sql`(SELECT value FROM json_each(${piece}))`),
          isNull(accountTransactions.removedAt),
          isNull(accountTransactions.leg),
          eq(accountTransactions.isReconciled, false),
        ),
      ),
  );
}

function dropPieces(ctx: Ctx, { userId, batchId }: ImportPlan): Write {
  const stale = new Date(ctx.now.getTime() - staleAfter).toISOString();
  return ctx.db
    .delete(importChunks)
    .where(
      and(
        eq(importChunks.userId, userId),
        sql`(${eq(importChunks.batchId, batchId)} OR ${lt(importChunks.createdAt, stale)})`,
      ),
    );
}

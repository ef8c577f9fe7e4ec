import { sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";

/** A staged import that nobody touched for a week is abandoned. */
const ABANDONED_AFTER_MS = 7 * 24 * 3_600_000;
/** Rows of no staged import are on their way into one, or of an attempt that broke off. */
const ORPHANED_AFTER_MS = 3_600_000;

/** Deletes abandoned staged imports, and rows that belong to none. */
export async function sweepStagedImports(ctx: Ctx): Promise<void> {
  const ago = (ms: number) => new Date(ctx.now.getTime() - ms).toISOString();
  const across = sql.raw(acrossTenants);
  await ctx.db.batch([
    ctx.db.run(sql`DELETE ${across} FROM staged_imports WHERE updated_at < ${ago(ABANDONED_AFTER_MS)}`),
    ctx.db.run(sql`
      DELETE ${across} FROM staged_rows WHERE created_at < ${ago(ORPHANED_AFTER_MS)} AND NOT EXISTS (
        SELECT 1 FROM staged_imports i WHERE i.user_id = staged_rows.user_id
          AND (i.id = staged_rows.set_id OR i.set_id = staged_rows.set_id))`),
  ]);
}

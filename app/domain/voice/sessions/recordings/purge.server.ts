import { sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";
import { isOnThisShard } from "~/domain/shared/shards.server";

/** Files per run; the next run continues. */
const MAX_FILES = 500;

interface Deleted {
  orgId: string;
  fileKey: string;
  isUsed: number;
}

/**
 * Deletes the audio of deleted work orders from the file store, unless another work order of the same session still has it.
 * Open sessions are skipped, since more of their work orders may follow.
 */
export async function purgeRecordings(ctx: Ctx): Promise<void> {
  const across = sql.raw(acrossTenants);
  const rows = await ctx.db.all<Deleted>(sql`
    SELECT ${across} d.org_id AS orgId, d.file_key AS fileKey,
      EXISTS (SELECT 1 FROM voice_session_work_orders w
        JOIN work_order_recordings r ON r.org_id = w.org_id AND r.work_order_id = w.work_order_id AND r.id = w.session_id
        WHERE w.org_id = d.org_id AND w.session_id = d.session_id) AS isUsed
    FROM deleted_recordings d
    WHERE NOT EXISTS (SELECT 1 FROM voice_sessions s WHERE s.org_id = d.org_id AND s.id = d.session_id AND s.state = 'open')
      AND ${isOnThisShard(sql`d.org_id`)}
    LIMIT ${MAX_FILES}`);
  if (rows.length === 0) return;
  const gone = rows.filter(({ isUsed }) => !isUsed).map(({ fileKey }) => fileKey);
  await ctx.providers.files.delete(gone);
  // Deletes the files first: a remaining row may refer to an existing file, and the next run deletes it.
  const keys = JSON.stringify(rows.map(({ orgId, fileKey }) => [orgId, fileKey]));
  await ctx.db.run(sql`
    DELETE ${across} FROM deleted_recordings WHERE ${isOnThisShard(sql`org_id`)} AND (org_id, file_key) IN (
      SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(${keys}))`);
}

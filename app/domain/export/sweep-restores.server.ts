import { sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { HOUR_MS } from "~/domain/shared/time/dates";
import { type RestoreStatus, UPLOAD_HOURS } from "./restore";
import { forgetUpload, type RestoreJob, restoresOf, restoreTables, sendRestore } from "./restore-run.server";

const MAX_SWEPT = 50;

/** Deletes finished uploads, cancels abandoned ones, and undoes abandoned restores. Returns their number. */
export async function sweepRestores(ctx: Ctx): Promise<number> {
  const now = ctx.now.toISOString();
  const leftBefore = new Date(ctx.now.getTime() - UPLOAD_HOURS * HOUR_MS).toISOString();
  let swept = 0;
  for (const of of ["business", "household"] as const) {
    const table = sql.identifier(restoreTables[of]);
    const column = sql.identifier(of === "business" ? "org_id" : "user_id");
    const found = await ctx.db.all<{ owner: string; restore: string; status: RestoreStatus }>(sql`
      SELECT ${sql.raw(acrossTenants)} ${column} AS owner, id AS restore, status FROM ${table} WHERE stored = 1 AND ${isOnThisShard(sql`${column}`)} AND (
        status IN ('done', 'failed', 'canceled') OR (status = 'uploading' AND created_at < ${leftBefore})
        OR (status = 'undoing' AND (lease IS NULL OR lease_until < ${now})))
      ORDER BY created_at LIMIT ${MAX_SWEPT}`);
    for (const { status, ...row } of found) {
      const job: RestoreJob = { of, ...row };
      const { isOwn } = restoresOf(job);
      const isSwept = await attempt(ctx, "uploads of restores", async () => {
        if (status === "undoing") return sendRestore(ctx, job);
        if (status === "uploading")
          await ctx.db.run(sql`
            UPDATE ${table} SET status = 'canceled', finished_at = ${now} WHERE ${isOwn} AND id = ${job.restore} AND status = 'uploading'`);
        await forgetUpload(ctx, job);
      });
      if (isSwept) swept += 1;
    }
  }
  return swept;
}

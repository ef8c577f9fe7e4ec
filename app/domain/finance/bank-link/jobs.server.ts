import { sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { bankItems } from "#drizzle/schema/bank-link";
import type { Ctx } from "~/domain/shared/context";
import { commit } from "~/domain/shared/write.server";
import { type BankJob, bankMessage } from "./item";
import { isItem, removeItem } from "./items.server";
import { syncItem } from "./sync.server";
import { runWebhook } from "./webhooks.server";

/** A connection without a sync for this long gets one: webhooks get lost. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

/** Does a piece of the outbox's work with banks. `busy`: later, and without counting it as a failure. @throws BankError */
export async function runBankJob(ctx: Ctx, job: BankJob): Promise<"done" | "busy"> {
  switch (job.kind) {
    case "sync":
      return (await syncItem(ctx, job)).state === "busy" ? "busy" : "done";
    case "remove":
      await removeItem(ctx, job);
      return "done";
    case "webhook":
      return runWebhook(ctx, job);
  }
}

/** Queues a sync of connections that have had none for a day. */
export async function sweepBanks(ctx: Ctx): Promise<number> {
  const since = new Date(ctx.now.getTime() - STALE_AFTER_MS).toISOString();
  const quiet = await ctx.db.all<{ user_id: string; id: string }>(
    sql`SELECT user_id, id ${sql.raw(acrossTenants)} FROM bank_items WHERE status = 'connected' AND coalesce(last_tried_at, created_at) < ${since} LIMIT 50`,
  );
  for (const { user_id: userId, id: itemId } of quiet) {
    const now = ctx.now.toISOString();
    await commit(ctx, null, {
      writes: [ctx.db.update(bankItems).set({ lastTriedAt: now }).where(isItem({ userId, itemId }))],
      publish: [bankMessage({ kind: "sync", userId, itemId })],
      result: null,
    });
  }
  return quiet.length;
}

import { sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { bankItems } from "#drizzle/schema/bank-link";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { commit } from "~/domain/shared/write.server";
import { alertHousehold } from "./health.server";
import { type BankJob, bankMessage, type ItemKey, isLive, webhookAddress } from "./item";
import { isItem, removeItem } from "./items.server";
import { syncItem } from "./sync.server";
import { decryptToken } from "./tokens.server";
import { runWebhook } from "./webhooks.server";

/** A connection without a sync for this long gets one, because webhooks get lost. */
const STALE_AFTER_MS = DAY_MS;

/** Runs one outbox job for banks. `busy`: retry later without counting it as a failure. @throws BankError */
export async function runBankJob(ctx: Ctx, job: BankJob): Promise<"done" | "busy"> {
  switch (job.kind) {
    case "sync":
      return (await syncItem(ctx, job)).state === "busy" ? "busy" : "done";
    case "remove":
      await removeItem(ctx, job);
      return "done";
    case "address":
      await moveWebhooks(ctx, job);
      return "done";
    case "alert":
      await alertHousehold(ctx, job);
      return "done";
    case "webhook":
      return runWebhook(ctx, job);
  }
}

/** An incomplete history is polled at this interval, up to this age, because the webhook that announces it may be lost. */
const LOADING_AFTER_MS = 5 * MINUTE_MS;
const LOADING_FOR_MS = 2 * STALE_AFTER_MS;

/** Queues a sync of connections that have not had one for a day or whose history is incomplete. */
export async function sweepBanks(ctx: Ctx): Promise<number> {
  const ago = (milliseconds: number) => new Date(ctx.now.getTime() - milliseconds).toISOString();
  const isLoading = sql`history <> 'complete' AND created_at > ${ago(LOADING_FOR_MS)} AND last_tried_at < ${ago(LOADING_AFTER_MS)}
    AND EXISTS (SELECT 1 FROM bank_item_accounts a WHERE a.user_id = i.user_id AND a.item_id = i.id AND a.state = 'linked')`;
  const quiet = await ctx.db.all<{ user_id: string; id: string }>(
    sql`SELECT user_id, id ${sql.raw(acrossTenants)} FROM bank_items i WHERE status = 'connected'
      AND (coalesce(last_tried_at, created_at) < ${ago(STALE_AFTER_MS)} OR (${isLoading})) AND ${isOnThisShard(sql`i.user_id`)} LIMIT 50`,
  );
  for (const { user_id: userId, id: itemId } of quiet) {
    const now = ctx.now.toISOString();
    const item = { userId, itemId };
    await attempt(ctx, "bank connections", () =>
      commit(ctx, item, {
        writes: [ctx.db.update(bankItems).set({ lastTriedAt: now }).where(isItem(item))],
        publish: [bankMessage({ kind: "sync", userId, itemId })],
        result: null,
      }),
    );
  }
  await sweepAddresses(ctx);
  return quiet.length;
}

/** After the product's address changes, updates the webhook URL of connections that still use the old one. */
async function sweepAddresses(ctx: Ctx): Promise<void> {
  if (!ctx.request.origin) return;
  const webhook = webhookAddress(ctx.request.origin);
  const moved = await ctx.db.all<{ user_id: string; id: string }>(
    sql`SELECT user_id, id ${sql.raw(acrossTenants)} FROM bank_items
      WHERE status IN ('connected', 'login_required') AND webhook_url IS NOT ${webhook} AND ${isOnThisShard(sql`user_id`)} LIMIT 20`,
  );
  for (const { user_id: userId, id: itemId } of moved) {
    const item = { userId, itemId };
    await attempt(ctx, "bank connections", () =>
      commit(ctx, item, {
        writes: [ctx.db.update(bankItems).set({ webhookUrl: webhook }).where(isItem(item))],
        publish: [bankMessage({ kind: "address", userId, itemId, webhook })],
        result: null,
      }),
    );
  }
}

async function moveWebhooks(ctx: Ctx, { webhook, ...item }: ItemKey & { webhook: string }): Promise<void> {
  const [row] = await ctx.db.select().from(bankItems).where(isItem(item));
  if (!row?.accessToken || !isLive(row.status)) return;
  await ctx.providers.bankLink.sendWebhooksTo(await decryptToken(ctx, item, row.accessToken), webhook);
}

import { and, eq, lte, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { bankItemAccounts, bankItems, bankWebhooks } from "#drizzle/schema/bank-link";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { commit } from "~/domain/shared/write.server";
import type { BankJob } from "./item";
import { checkItem, type ItemKey, isItem, removeItem } from "./items.server";
import { syncItem } from "./sync.server";
import { errandOf } from "./webhooks.server";

/** A connection that was not asked for so long is asked by itself: webhooks get lost. */
const quietFor = 24 * 60 * 60 * 1000;

/** Does a piece of the outbox's work with banks. `busy`: later, and without counting it as a failure. @throws BankError */
export async function runBankJob(ctx: Ctx, job: BankJob): Promise<"done" | "busy"> {
  switch (job.kind) {
    case "sync":
      return ended(await syncItem(ctx, job));
    case "remove":
      await removeItem(ctx, job);
      return "done";
    case "webhook":
      return runWebhook(ctx, job);
  }
}

function ended({ state }: Awaited<ReturnType<typeof syncItem>>): "done" | "busy" {
  return state === "busy" ? "busy" : "done";
}

async function runWebhook(ctx: Ctx, { webhookId, itemId }: { webhookId: string; itemId: string }) {
  const [[told], [webhook]] = await ctx.db.batch([
    ctx.db.all<{ userId: string; heard: number; answered: number }>(
      sql`SELECT user_id AS userId, heard, answered ${sql.raw(acrossTenants)} FROM bank_items WHERE id = ${itemId}`,
    ),
    ctx.db.select().from(bankWebhooks).where(eq(bankWebhooks.id, webhookId)),
  ]);
  const errand = webhook && errandOf(webhook.type, webhook.code);
  if (!told || !errand) return "done";
  const item = { userId: told.userId, itemId };
  const facts: { accountId?: string; due?: string } = JSON.parse(webhook.facts);
  if (errand === "check") return (await checkItem(ctx, item)) ? ended(await syncItem(ctx, item)) : "done";
  // A sync that began after the webhook came in has brought what it tells of: ten copies are one sync.
  if (errand === "sync") return told.answered >= told.heard ? "done" : ended(await syncItem(ctx, item));
  if (errand === "revoke_account") await revokeAccount(ctx, item, facts.accountId ?? "");
  else {
    const noted = { notice: errand.notice, noticeDue: facts.due ?? null, noticeIssued: webhook.issued };
    await ctx.db
      .update(bankItems)
      .set(noted)
      .where(and(isItem(item), lte(bankItems.noticeIssued, webhook.issued)));
  }
  return "done";
}

/** The household has ended the sharing of one account at its bank: what the bank told of it goes, the household's books stay. */
async function revokeAccount(ctx: Ctx, { userId, itemId }: ItemKey, bankAccountId: string): Promise<void> {
  const now = ctx.now.toISOString();
  const link = and(
    eq(bankItemAccounts.userId, userId),
    eq(bankItemAccounts.itemId, itemId),
    eq(bankItemAccounts.id, bankAccountId),
  );
  const account = and(
    eq(bankAccounts.userId, userId),
    eq(bankAccounts.plaidItemId, itemId),
    eq(bankAccounts.plaidAccountId, bankAccountId),
  );
  const gone = { accountId: null, persistentId: null, mask: null, currentMinor: null, availableMinor: null };
  await ctx.db.batch([
    ctx.db
      .update(bankItemAccounts)
      .set({ ...gone, state: "revoked", behind: true })
      .where(link),
    ctx.db
      .update(bankAccounts)
      .set({ isActive: false, mask: null, availableBalanceMinor: null, updatedAt: now })
      .where(account),
  ]);
}

/** Connections that nobody has heard of for a day get a sync; so does what a webhook announced and no sync has answered. */
export async function sweepBanks(ctx: Ctx): Promise<number> {
  const since = new Date(ctx.now.getTime() - quietFor).toISOString();
  const quiet = await ctx.db.all<{ user_id: string; id: string }>(
    sql`SELECT user_id, id ${sql.raw(acrossTenants)} FROM bank_items WHERE status = 'connected' AND coalesce(last_tried_at, created_at) < ${since} LIMIT 50`,
  );
  for (const { user_id: userId, id: itemId } of quiet) {
    const now = ctx.now.toISOString();
    await commit(ctx, null, {
      writes: [ctx.db.update(bankItems).set({ lastTriedAt: now }).where(isItem({ userId, itemId }))],
      publish: [{ topic: "bank", job: { kind: "sync", userId, itemId } }],
      result: null,
    });
  }
  return quiet.length;
}

import { and, eq, gt, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { acrossCopies } from "#drizzle/d1/guard";
import { bankItemAccounts, bankItems, bankKeys, bankWebhooks } from "#drizzle/schema/bank-link";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { checkAddressLimit } from "~/domain/shared/network/address-limit.server";
import { notifyOutbox, type OutboxMessage, outboxInsert } from "~/domain/shared/outbox.server";
import { findOnShards } from "~/domain/shared/shards.server";
import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import type { SignedRequest } from "~/domain/shared/webhooks/hmac.server";
import { jsonOf } from "~/domain/shared/webhooks/json.server";
import { es256Key, verifyPlaid } from "~/domain/shared/webhooks/jws.server";
import { commit } from "~/domain/shared/write.server";
import type { BankJob, ItemKey, Notice } from "./item";
import { checkItem, isItem } from "./items.server";
import { syncItem } from "./sync.server";
import { decryptToken } from "./tokens.server";

/** The action for a webhook: fetch new transactions, check the connection, store a notice, or revoke an account. */
type WebhookAction = "sync" | "check" | "revoke_account" | { notice: Notice } | null;

/** Older and unknown codes are acknowledged without any action. */
function webhookAction(type: string, code: string): WebhookAction {
  switch (`${type}/${code}`) {
    case "TRANSACTIONS/SYNC_UPDATES_AVAILABLE":
      return "sync";
    case "ITEM/ERROR":
    case "ITEM/LOGIN_REPAIRED":
    case "ITEM/USER_PERMISSION_REVOKED":
      return "check";
    case "ITEM/USER_ACCOUNT_REVOKED":
      return "revoke_account";
    case "ITEM/PENDING_EXPIRATION":
      return { notice: "pending_expiration" };
    case "ITEM/PENDING_DISCONNECT":
      return { notice: "pending_disconnect" };
    case "ITEM/NEW_ACCOUNTS_AVAILABLE":
      return { notice: "new_accounts" };
    default:
      return null;
  }
}

/** Seconds a webhook's sync waits in the queue so that the webhooks after it can share it: banks send many at once. */
const SYNC_DELAY_S = 1;

const Webhook = z.object({
  webhook_type: z.string().max(60),
  webhook_code: z.string().max(60),
  item_id: z.string().max(200).default(""),
  account_id: z.string().max(200).optional(),
  consent_expiration_time: z.string().max(40).optional(),
  disconnect_time: z.string().max(40).optional(),
});

/**
 * Receives a bank's webhook: verifies the signature over the raw bytes and stores it with its outbox message. Duplicates of a
 * known webhook, older codes and unknown connections change nothing.
 * @throws DomainError unauthenticated for anything not signed by the bank; invalid for a body that is not a webhook
 */
export async function receiveWebhook(ctx: Ctx, request: Omit<SignedRequest, "now">): Promise<void> {
  const verified = await verifyPlaid({ ...request, now: ctx.now }, (kid) => webhookKey(ctx, kid));
  if (!verified) throw new DomainError("unauthenticated", "This webhook is not signed by the bank.");
  const parsed = Webhook.safeParse(jsonOf(request.body));
  if (!parsed.success) throw new DomainError("invalid", "This is not a webhook.");
  const { webhook_type: type, webhook_code: code, item_id: itemId, ...payload } = parsed.data;
  const action = webhookAction(type, code);
  if (action === null || itemId === "") return;
  const facts = { accountId: payload.account_id, due: payload.consent_expiration_time ?? payload.disconnect_time };
  const [id, outboxId] = [ctx.newId(), ctx.newId()];
  const now = ctx.now.toISOString();
  const isSync = action === "sync";
  const isNew = sql`EXISTS (SELECT 1 FROM bank_webhooks WHERE id = ${id})`;
  const across = sql.raw(acrossCopies);
  const owner = await findOnShards(ctx, ({ db }) =>
    db.all<{ userId: string }>(sql`SELECT user_id AS userId ${across} FROM bank_items WHERE id = ${itemId}`),
  );
  if (!owner) return;
  const { userId } = owner;
  // Half the delay, since clocks differ: a sync queued after that has not begun and will fetch what this webhook announces.
  const queuedSince = new Date(ctx.now.getTime() - SYNC_DELAY_S * 500).toISOString();
  const isQueued = sql`EXISTS (SELECT 1 FROM bank_items WHERE user_id = ${userId} AND id = ${itemId} AND sync_queued_at > ${queuedSince})`;
  const job: BankJob = { kind: "webhook", webhookId: id, itemId };
  const message: OutboxMessage = { topic: "bank", owner: { userId }, payload: job };
  const entry = { id: outboxId, message };
  const [, queued] = await ctx.db.batch([
    ctx.db.run(sql`
      INSERT INTO bank_webhooks (id, signature_hash, item_id, type, code, facts, issued, received_at)
      SELECT ${id}, ${verified.deliveryId}, id, ${type}, ${code}, ${JSON.stringify(facts)}, ${verified.issued}, ${now}
      FROM bank_items WHERE user_id = ${userId} AND id = ${itemId} ON CONFLICT (signature_hash) DO NOTHING`),
    outboxInsert(ctx, entry, isSync ? sql`${isNew} AND NOT ${isQueued}` : isNew),
    ctx.db.run(sql`
      UPDATE bank_items SET webhook_seq = webhook_seq + 1, last_webhook_at = ${now},
        sync_queued_at = CASE WHEN EXISTS (SELECT 1 FROM outbox WHERE id = ${outboxId}) AND ${isSync ? 1 : 0} THEN ${now} ELSE sync_queued_at END
      WHERE user_id = ${userId} AND id = ${itemId} AND ${isNew}`),
  ]);
  if (queued.meta.changes === 0) return;
  ctx.after(notifyOutbox(ctx, [entry], { delaySeconds: isSync ? SYNC_DELAY_S : 0 }));
}

/** Carries out a webhook. `busy` while another sync holds the lease. @throws BankError */
export async function runWebhook(
  ctx: Ctx,
  { webhookId, itemId }: { webhookId: string; itemId: string },
): Promise<"done" | "busy"> {
  const [[item], [webhook]] = await ctx.db.batch([
    ctx.db.all<{ userId: string; isSynced: 0 | 1 }>(
      sql`SELECT user_id AS userId, synced_webhook_seq >= webhook_seq AS isSynced ${sql.raw(acrossCopies)} FROM bank_items WHERE id = ${itemId}`,
    ),
    ctx.db.select().from(bankWebhooks).where(eq(bankWebhooks.id, webhookId)),
  ]);
  const action = webhook && webhookAction(webhook.type, webhook.code);
  if (!item || !action) return "done";
  const key = { userId: item.userId, itemId };
  const facts: { accountId?: string; due?: string } = JSON.parse(webhook.facts);
  // A sync that began after the webhook arrived has fetched what it announces: ten copies need one sync.
  if (action === "sync") return item.isSynced ? "done" : syncedOrBusy(ctx, key);
  if (action === "check") return (await checkItem(ctx, key)) ? syncedOrBusy(ctx, key) : "done";
  if (action === "revoke_account") {
    const revoked = { bankAccountId: facts.accountId ?? "", issued: webhook.issued };
    if (!(await isSharedAgain(ctx, key, revoked))) await revokeAccount(ctx, key, revoked.bankAccountId);
  } else {
    await ctx.db
      .update(bankItems)
      .set({ notice: action.notice, noticeDue: facts.due ?? null, noticeIssued: webhook.issued })
      .where(
        and(
          isItem(key),
          lte(bankItems.noticeIssued, webhook.issued),
          // Every notice asks for a sign-in, which may have come since.
          sql`coalesce(${bankItems.accessRenewedAt}, '') < ${new Date(webhook.issued * 1000).toISOString()}`,
        ),
      );
  }
  return "done";
}

async function syncedOrBusy(ctx: Ctx, item: ItemKey): Promise<"done" | "busy"> {
  return (await syncItem(ctx, item)).state === "busy" ? "busy" : "done";
}

/** For this long, a bank sends a webhook again that was not received; each copy is signed anew. */
const RESENT_FOR_MS = DAY_MS;

/**
 * Whether the household has granted access again since the account was revoked. The webhook does not say when that was: one that
 * may be from before the last sign-in is compared with the accounts that the bank shares now.
 * @throws BankError
 */
async function isSharedAgain(
  ctx: Ctx,
  item: ItemKey,
  { bankAccountId, issued }: { bankAccountId: string; issued: number },
): Promise<boolean> {
  const [row] = await ctx.db.select().from(bankItems).where(isItem(item));
  if (!row?.accessToken || row.accessRenewedAt === null) return false;
  if (issued * 1000 > Date.parse(row.accessRenewedAt) + RESENT_FOR_MS) return false;
  const shared = await ctx.providers.bankLink.accounts(await decryptToken(ctx, item, row.accessToken));
  return shared.some(({ id }) => id === bankAccountId);
}

/** The user has stopped sharing one account at the bank: the bank's data about it is deleted, its transactions stay. */
async function revokeAccount(ctx: Ctx, item: ItemKey, bankAccountId: string): Promise<void> {
  const { userId, itemId } = item;
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
  await commit(ctx, item, {
    writes: [
      ctx.db
        .update(bankItemAccounts)
        .set({ ...gone, state: "revoked", isCatchingUp: true })
        .where(link),
      ctx.db
        .update(bankAccounts)
        .set({ isActive: false, mask: null, availableBalanceMinor: null, updatedAt: now })
        .where(account),
    ],
    result: null,
  });
}

/** A stored key is fetched again after a day: it may have expired since. */
const KEY_TTL_MS = DAY_MS;
/** Anyone can send an unknown key id: at most this many a minute are requested from the bank. */
const MAX_KEYS_PER_MINUTE = 20;

/**
 * The bank's public key with that id, from memory, from the table or, once, from the bank. Null for one that the bank does not
 * know or has let expire.
 * @throws DomainError too_many_requests, unavailable: the bank sends the webhook again
 */
async function webhookKey(ctx: Ctx, kid: string): Promise<CryptoKey | null> {
  const { keyCache } = ctx.providers;
  const cached = keyCache.get(kid, ctx.now);
  if (cached) return cached;
  const jwk = await storedKey(ctx, kid);
  if (jwk === null) return null;
  const key = await es256Key(jwk);
  keyCache.set(kid, key, ctx.now);
  return key;
}

async function storedKey(ctx: Ctx, kid: string): Promise<JsonWebKey | null> {
  const ago = (milliseconds: number) => new Date(ctx.now.getTime() - milliseconds).toISOString();
  const [[known], [recent]] = await ctx.db.batch([
    ctx.db.select().from(bankKeys).where(eq(bankKeys.kid, kid)),
    ctx.db
      .select({ count: sql<number>`count(*)`.as("recent") })
      .from(bankKeys)
      .where(gt(bankKeys.fetchedAt, ago(MINUTE_MS))),
  ]);
  if (known && known.fetchedAt > ago(KEY_TTL_MS)) return known.jwk === null ? null : JSON.parse(known.jwk);
  const limited = (recent?.count ?? 0) >= MAX_KEYS_PER_MINUTE;
  // A flood of made-up ids must not block the key in use.
  if (limited && known?.jwk) return JSON.parse(known.jwk);
  if (limited || !(await checkAddressLimit(ctx, "bank-key"))) {
    throw new DomainError("too_many_requests", "Too many unknown keys. Please try again later.", { retryAfter: 60 });
  }
  const jwk = await fetchKey(ctx, kid);
  const row = { jwk: jwk && JSON.stringify(jwk), fetchedAt: ctx.now.toISOString() };
  await ctx.db
    .insert(bankKeys)
    .values({ kid, ...row })
    .onConflictDoUpdate({ target: bankKeys.kid, set: row });
  return jwk;
}

async function fetchKey(ctx: Ctx, kid: string): Promise<JsonWebKey | null> {
  try {
    return await ctx.providers.bankLink.webhookKey(kid);
  } catch (cause) {
    throw new DomainError("unavailable", "The signing key cannot be fetched right now.", { retryAfter: 30, cause });
  }
}

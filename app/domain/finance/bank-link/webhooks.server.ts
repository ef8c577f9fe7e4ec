import { sql } from "drizzle-orm";
import { z } from "zod";
import { acrossTenants } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256 } from "~/domain/shared/tokens.server";
import type { Notice } from "./item";
import { isFresh, isGenuine, readSignature, type Signature } from "./signature.server";
import { webhookKey } from "./webhook-keys.server";

/** What a webhook asks for: fetch what is new, ask the bank how the connection is, note an announcement, let an account go. */
export type WebhookErrand = "sync" | "check" | "revoke_account" | { notice: Notice } | null;

/** The older codes and whatever is not known are acknowledged and ask for nothing. */
export function errandOf(type: string, code: string): WebhookErrand {
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

/** Seconds that a webhook's sync waits in the queue, so that those behind it find it there: banks send many at once. */
const queuedFor = 1;

const Webhook = z.object({
  webhook_type: z.string().max(60),
  webhook_code: z.string().max(60),
  item_id: z.string().max(200).default(""),
  account_id: z.string().max(200).optional(),
  consent_expiration_time: z.string().max(40).optional(),
  disconnect_time: z.string().max(40).optional(),
});

/**
 * Takes in a bank's webhook: checks the signature over the raw bytes, writes it down with the work it asks for, and is
 * done. A copy of one that is known, an older code and a connection that is not ours change nothing.
 * @throws DomainError unauthenticated for anything not signed by the bank; invalid for a body that is no webhook
 */
export async function receiveWebhook(ctx: Ctx, body: Uint8Array<ArrayBuffer>, token: string | null): Promise<void> {
  const signature = await verified(ctx, body, token ?? "");
  const parsed = Webhook.safeParse(jsonOf(body));
  if (!parsed.success) throw new DomainError("invalid", "This is not a webhook.");
  const { webhook_type: type, webhook_code: code, item_id: itemId, ...told } = parsed.data;
  const errand = errandOf(type, code);
  if (errand === null || itemId === "") return;
  const facts = { accountId: told.account_id, due: told.consent_expiration_time ?? told.disconnect_time };
  const [id, outboxId] = [ctx.newId(), ctx.newId()];
  const now = ctx.now.toISOString();
  const job = JSON.stringify({ kind: "webhook", webhookId: id, itemId });
  const isNew = sql`EXISTS (SELECT 1 FROM bank_webhooks WHERE id = ${id})`;
  const across = sql.raw(acrossTenants);
  // Half the wait, since clocks differ: a sync put in after that has not begun and will bring what this one tells of.
  const stillQueued = new Date(ctx.now.getTime() - queuedFor * 500).toISOString();
  const isQueued = sql`EXISTS (SELECT 1 FROM bank_items ${across} WHERE id = ${itemId} AND sync_queued_at > ${stillQueued})`;
  const needsJob = errand === "sync" ? sql`${isNew} AND NOT ${isQueued}` : isNew;
  const [, queued] = await ctx.db.batch([
    ctx.db.run(sql`
      INSERT INTO bank_webhooks (id, signature_hash, item_id, type, code, facts, issued, received_at)
      SELECT ${id}, ${await sha256(token ?? "")}, id, ${type}, ${code}, ${JSON.stringify(facts)}, ${Math.floor(signature.issued)}, ${now}
      FROM bank_items ${across} WHERE id = ${itemId} ON CONFLICT (signature_hash) DO NOTHING`),
    ctx.db.run(sql`
      INSERT INTO outbox (id, topic, payload, created_at, due_at)
      SELECT ${outboxId}, 'bank', ${job}, ${now}, ${new Date(ctx.now.getTime() + 30_000).toISOString()} WHERE ${needsJob}`),
    ctx.db.run(sql`
      UPDATE ${across} bank_items SET heard = heard + 1, last_heard_at = ${now},
        sync_queued_at = CASE WHEN EXISTS (SELECT 1 FROM outbox WHERE id = ${outboxId}) AND ${errand === "sync" ? 1 : 0} THEN ${now} ELSE sync_queued_at END
      WHERE id = ${itemId} AND ${isNew}`),
  ]);
  if (queued.meta.changes > 0)
    ctx.after(
      ctx.providers.outbox.notify([outboxId], { queue: "bank", delaySeconds: errand === "sync" ? queuedFor : 0 }),
    );
}

async function verified(ctx: Ctx, body: Uint8Array<ArrayBuffer>, token: string): Promise<Signature> {
  const signature = readSignature(token);
  const key = signature && isFresh(signature, ctx.now) ? await webhookKey(ctx, signature.kid) : null;
  const genuine = signature && key && (await isGenuine(signature, { body, now: ctx.now, key }));
  if (!genuine) throw new DomainError("unauthenticated", "This webhook is not signed by the bank.");
  return signature;
}

function jsonOf(body: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

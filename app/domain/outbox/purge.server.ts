import { sql } from "drizzle-orm";
import { acrossCopies, acrossTenants } from "#drizzle/d1/guard";
import { LOG_DAYS } from "~/domain/code-hosts/log";
import type { Ctx } from "~/domain/shared/context";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { DAY_MS } from "~/domain/shared/time/dates";

const across = sql.raw(acrossTenants);
const copies = sql.raw(acrossCopies);
/** Rows of a tenant who is moving are not deleted. */
const here = isOnThisShard(sql`org_id`);
const hereEither = sql`${here} AND ${isOnThisShard(sql`coalesce(user_id, '')`)}`;
const ownerHere = (table: `${"business" | "household"}_${string}`) =>
  table.startsWith("business") ? here : isOnThisShard(sql`user_id`);

const daysBefore = (ctx: Ctx) => (days: number) => new Date(ctx.now.getTime() - days * DAY_MS).toISOString();

/**
 * Deletes expired rows on the context's shard: idempotency keys after two days (except retained ones), delivered messages and
 * bank webhooks after a week; voice sessions without work orders, webhook deliveries, and deleted to-dos, leads, designs and
 * industry analyses after 30 days; conversations with the assistant a year after the last question, card processors' events
 * after 90 days.
 */
export async function purgeTenants(ctx: Ctx): Promise<void> {
  const ago = daysBefore(ctx);
  await ctx.db.batch([
    ctx.db.run(sql`DELETE ${copies} FROM idempotency_keys WHERE retained = 0 AND created_at < ${ago(2)}`),
    ctx.db.run(sql`DELETE ${across} FROM outbox WHERE delivered_at < ${ago(7)} AND ${hereEither}`),
    ctx.db.run(sql`DELETE ${across} FROM applied_messages WHERE applied_at < ${ago(60)} AND ${here}`),
    // Card processors resend an event for days; after that, the payment itself records its event.
    ctx.db.run(sql`DELETE ${across} FROM payment_events WHERE received_at < ${ago(90)} AND ${here}`),
    ctx.db.run(
      sql`DELETE ${across} FROM voice_sessions WHERE state <> 'confirmed' AND expires_at < ${ago(30)} AND ${here}
        AND NOT EXISTS (SELECT 1 FROM voice_session_work_orders w WHERE w.org_id = voice_sessions.org_id AND w.session_id = voice_sessions.id)`,
    ),
    ctx.db.run(sql`DELETE ${across} FROM code_host_deliveries WHERE received_at < ${ago(30)} AND ${here}`),
    ctx.db.run(sql`DELETE ${across} FROM code_host_log WHERE at < ${ago(LOG_DAYS)} AND ${here}`),
    ctx.db.run(sql`DELETE ${across} FROM webhook_deliveries WHERE occurred_at < ${ago(30)} AND ${here}`),
    ctx.db.run(
      sql`UPDATE ${across} webhook_endpoints SET previous_secret = NULL, previous_secret_until = NULL WHERE previous_secret_until < ${ago(0)} AND ${here}`,
    ),
    ctx.db.run(sql`DELETE ${across} FROM todos WHERE deleted_at < ${ago(30)} AND ${here}`),
    ctx.db.run(sql`DELETE ${across} FROM designs WHERE deleted_at < ${ago(30)} AND ${here}`),
    ctx.db.run(sql`DELETE ${across} FROM industry_analyses WHERE deleted_at < ${ago(30)} AND ${here}`),
    ctx.db.run(sql`DELETE ${across} FROM leads WHERE deleted_at < ${ago(30)} AND ${here}
      AND NOT EXISTS (SELECT 1 FROM estimates e WHERE e.org_id = leads.org_id AND e.lead_id = leads.id)`),
    ...(["business_exports", "household_exports"] as const).map((table) =>
      ctx.db.run(
        sql`DELETE ${across} FROM ${sql.identifier(table)} WHERE created_at < ${ago(90)} AND (status = 'canceled' OR (status = 'expired' AND expires_at IS NULL)) AND ${ownerHere(table)}`,
      ),
    ),
    ...(["business_restores", "household_restores"] as const).map((table) =>
      ctx.db.run(
        sql`DELETE ${across} FROM ${sql.identifier(table)} WHERE created_at < ${ago(400)} AND stored = 0 AND status IN ('done', 'failed', 'canceled') AND ${ownerHere(table)}`,
      ),
    ),
    ctx.db.run(
      sql`DELETE ${across} FROM chat_conversations WHERE updated_at < ${ago(365)} AND ${isOnThisShard(sql`coalesce(business_id, user_id)`)}`,
    ),
    ctx.db.run(sql`DELETE FROM bank_webhooks WHERE received_at < ${ago(7)}`),
  ]);
}

/** Deletes expired rows of identity: tokens and sessions, keys and messages as for tenants, account events after 400 days. */
export async function purgeIdentity(ctx: Ctx): Promise<void> {
  const ago = daysBefore(ctx);
  await ctx.db.batch([
    ctx.db.run(sql`DELETE ${across} FROM identity_idempotency_keys WHERE created_at < ${ago(2)}`),
    ctx.db.run(sql`DELETE FROM identity_outbox WHERE delivered_at < ${ago(7)}`),
    ctx.db.run(sql`DELETE FROM push_outbox WHERE sent_at < ${ago(7)}`),
    ctx.db.run(sql`DELETE FROM user_tokens WHERE expires_at < ${ago(7)}`),
    ctx.db.run(sql`DELETE FROM signups WHERE expires_at < ${ago(0)}`),
    ctx.db.run(sql`DELETE FROM account_mails WHERE sent_at < ${ago(1)}`),
    ctx.db.run(sql`DELETE FROM event_tokens WHERE expires_at < ${ago(0)}`),
    ctx.db.run(sql`DELETE FROM sessions WHERE expires_at < ${ago(0)}`),
    ctx.db.run(sql`DELETE ${across} FROM trusted_devices WHERE expires_at < ${ago(0)}`),
    ctx.db.run(sql`DELETE FROM spent_challenges WHERE expires_at < ${ago(0)}`),
    ctx.db.run(sql`DELETE ${across} FROM second_steps WHERE confirmed_at IS NULL AND created_at < ${ago(1)}`),
    ctx.db.run(sql`DELETE FROM bank_keys WHERE fetched_at < ${ago(2)}`),
    ctx.db.run(sql`DELETE FROM plan_events WHERE received_at < ${ago(90)}`),
    ctx.db.run(sql`DELETE FROM security_events WHERE last_at < ${ago(400)}`),
  ]);
}

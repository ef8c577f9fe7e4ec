import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { pushDevices } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/encryption.server";
import type { PushSubscriptionKeys } from "./device";

const rowOf = (userId: string) => `push-device ${userId}`;

export function encryptedSubscription(ctx: Ctx, userId: string, { endpoint, keys }: PushSubscriptionKeys) {
  return encryptSecret(ctx, rowOf(userId), JSON.stringify({ endpoint, keys }));
}

/** @throws when it was encrypted with a key that is not set, or is another person's */
export async function subscriptionOf(ctx: Ctx, userId: string, encrypted: string): Promise<PushSubscriptionKeys> {
  return JSON.parse(await decryptSecret(ctx, rowOf(userId), encrypted));
}

const BATCH = 100;

/** As `reencryptSecondSteps`: encrypts with the key in use what another one encrypted; how many it changed. */
export async function reencryptSubscriptions(ctx: Ctx): Promise<number> {
  const prefix = await prefixInUse(ctx);
  const rows = await ctx.db.all<{ userId: string; id: string; subscription: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} user_id AS userId, id, subscription FROM push_devices
    WHERE substr(subscription, 1, ${prefix.length}) <> ${prefix} LIMIT ${BATCH}`);
  let changed = 0;
  for (const { userId, id, subscription } of rows) {
    const keys = await subscriptionOf(ctx, userId, subscription).catch(() => null);
    if (keys === null) continue;
    await ctx.db
      .update(pushDevices)
      .set({ subscription: await encryptedSubscription(ctx, userId, keys) })
      .where(and(eq(pushDevices.userId, userId), eq(pushDevices.id, id), eq(pushDevices.subscription, subscription)));
    changed += 1;
  }
  return changed;
}

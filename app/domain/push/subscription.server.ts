import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { pushDevices } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/secrets/encryption.server";
import { type RenewOptions, renewSecrets, unlessRenewed } from "~/domain/shared/secrets/renew-secrets.server";
import type { PushSubscriptionKeys } from "./device";

const rowOf = (userId: string) => `push-device ${userId}`;

export function encryptedSubscription(ctx: Ctx, userId: string, { endpoint, keys }: PushSubscriptionKeys) {
  return encryptSecret(ctx, rowOf(userId), JSON.stringify({ endpoint, keys }));
}

/** @throws if it was encrypted with a key that is not set, or belongs to another person */
export async function subscriptionOf(ctx: Ctx, userId: string, encrypted: string): Promise<PushSubscriptionKeys> {
  return JSON.parse(await decryptSecret(ctx, rowOf(userId), encrypted));
}

/** Like `reencryptSecondSteps`: re-encrypts with the current key what was encrypted with another; returns how many it changed. */
export async function reencryptSubscriptions(ctx: Ctx, options?: RenewOptions): Promise<number> {
  const prefix = await prefixInUse(ctx);
  return renewSecrets<{ userId: string; id: string; subscription: string | null }>(
    ctx,
    {
      ...{ name: "push-devices", key: ["user_id", "id"], keyOf: ({ userId, id }) => [userId, id] },
      page: ({ after, order, limit }) =>
        ctx.db.all(sql`
          SELECT ${sql.raw(acrossTenants)} user_id AS userId, id, ${unlessRenewed("subscription", prefix)} AS subscription FROM push_devices
          WHERE ${after} ORDER BY ${order} LIMIT ${limit}`),
      renew: async ({ userId, id, subscription }) => {
        const keys = subscription && (await subscriptionOf(ctx, userId, subscription).catch(() => null));
        if (!keys) return null;
        return [
          ctx.db
            .update(pushDevices)
            .set({ subscription: await encryptedSubscription(ctx, userId, keys) })
            .where(
              and(eq(pushDevices.userId, userId), eq(pushDevices.id, id), eq(pushDevices.subscription, subscription)),
            ),
        ];
      },
    },
    options,
  );
}

import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { bankItems } from "#drizzle/schema/bank-link";
import type { Ctx } from "~/domain/shared/context";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/secrets/encryption.server";
import { type RenewOptions, renewSecrets, unlessRenewed } from "~/domain/shared/secrets/renew-secrets.server";
import { isOnThisShard } from "~/domain/shared/shards.server";
import type { ItemKey } from "./item";

/** Encrypts a bank's access token for storage, bound to its connection. */
export function encryptToken(ctx: Ctx, item: ItemKey, token: string): Promise<string> {
  return encryptSecret(ctx, rowOf(item), token);
}

/** @throws if the key it was encrypted with is not configured, or if it belongs to another connection */
export function decryptToken(ctx: Ctx, item: ItemKey, encrypted: string): Promise<string> {
  return decryptSecret(ctx, rowOf(item), encrypted);
}

const rowOf = ({ userId, itemId }: ItemKey) => `bank-item ${userId} ${itemId}`;

/**
 * Re-encrypts tokens encrypted with a previous key; tokens that neither key can decrypt are left alone. Returns the number
 * changed: once a full run changes none, the previous key can be removed.
 */
export async function reencryptTokens(ctx: Ctx, options?: RenewOptions): Promise<number> {
  const prefix = await prefixInUse(ctx);
  return renewSecrets<ItemKey & { accessToken: string | null }>(
    ctx,
    {
      ...{ name: "bank-items", key: ["user_id", "id"], keyOf: ({ userId, itemId }) => [userId, itemId] },
      page: ({ after, order, limit }) =>
        ctx.db.all(sql`
          SELECT ${sql.raw(acrossTenants)} user_id AS userId, id AS itemId, ${unlessRenewed("access_token", prefix)} AS accessToken FROM bank_items
          WHERE ${after} AND ${isOnThisShard(sql`user_id`)} ORDER BY ${order} LIMIT ${limit}`),
      renew: async ({ accessToken, ...item }) => {
        const token = accessToken && (await decryptToken(ctx, item, accessToken).catch(() => null));
        if (!token) return null;
        return [
          ctx.db
            .update(bankItems)
            .set({ accessToken: await encryptToken(ctx, item, token) })
            .where(
              and(
                eq(bankItems.userId, item.userId),
                eq(bankItems.id, item.itemId),
                eq(bankItems.accessToken, accessToken),
              ),
            ),
        ];
      },
    },
    options,
  );
}

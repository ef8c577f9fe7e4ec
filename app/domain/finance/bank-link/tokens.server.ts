import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { bankItems } from "#drizzle/schema/bank-link";
import type { Ctx } from "~/domain/shared/context";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/encryption.server";
import { livesHere } from "~/domain/shared/shards.server";
import type { ItemKey } from "./items.server";

/** A bank's access token for the database, bound to its connection. */
export function encryptToken(ctx: Ctx, item: ItemKey, token: string): Promise<string> {
  return encryptSecret(ctx, rowOf(item), token);
}

/** @throws when it was encrypted with a key that is not set, or is another connection's */
export function decryptToken(ctx: Ctx, item: ItemKey, encrypted: string): Promise<string> {
  return decryptSecret(ctx, rowOf(item), encrypted);
}

const rowOf = ({ userId, itemId }: ItemKey) => `bank-item ${userId} ${itemId}`;

const BATCH = 100;

/**
 * Encrypts tokens with the key in use that were encrypted with another; what neither key reads stays as it is. Answers how many
 * it changed: run until none is left, a former key may go.
 */
export async function reencryptTokens(ctx: Ctx): Promise<number> {
  const prefix = await prefixInUse(ctx);
  const rows = await ctx.db.all<{ userId: string; itemId: string; accessToken: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} user_id AS userId, id AS itemId, access_token AS accessToken FROM bank_items
    WHERE access_token IS NOT NULL AND substr(access_token, 1, ${prefix.length}) <> ${prefix} AND ${livesHere(sql`user_id`)} LIMIT ${BATCH}`);
  let changed = 0;
  for (const { userId, itemId, accessToken } of rows) {
    const token = await decryptToken(ctx, { userId, itemId }, accessToken).catch(() => null);
    if (token === null) continue;
    await ctx.db
      .update(bankItems)
      .set({ accessToken: await encryptToken(ctx, { userId, itemId }, token) })
      .where(and(eq(bankItems.userId, userId), eq(bankItems.id, itemId), eq(bankItems.accessToken, accessToken)));
    changed += 1;
  }
  return changed;
}

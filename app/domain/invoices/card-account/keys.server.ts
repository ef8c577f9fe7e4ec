import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { cardAccounts } from "#drizzle/schema/card-accounts";
import type { PaymentProcessor } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/secrets/encryption.server";
import { type RenewOptions, renewSecrets, unlessRenewed } from "~/domain/shared/secrets/renew-secrets.server";
import { isOnThisShard } from "~/domain/shared/shards.server";
import type { CardAccountKeys } from "./schema";

const rowOf = (orgId: string, what: keyof CardAccountKeys) => `card-account ${orgId} ${what}`;

/** Encrypts keys for the database, bound to the business. */
export async function encryptKeys(ctx: Ctx, orgId: string, keys: CardAccountKeys): Promise<CardAccountKeys> {
  const [secretKey, webhookSecret] = await Promise.all([
    encryptSecret(ctx, rowOf(orgId, "secretKey"), keys.secretKey),
    encryptSecret(ctx, rowOf(orgId, "webhookSecret"), keys.webhookSecret),
  ]);
  return { secretKey, webhookSecret };
}

/** @throws if they were encrypted with a key that is not configured, or belong to another business */
async function decryptKeys(ctx: Ctx, orgId: string, keys: CardAccountKeys): Promise<CardAccountKeys> {
  const [secretKey, webhookSecret] = await Promise.all([
    decryptSecret(ctx, rowOf(orgId, "secretKey"), keys.secretKey),
    decryptSecret(ctx, rowOf(orgId, "webhookSecret"), keys.webhookSecret),
  ]);
  return { secretKey, webhookSecret };
}

/** Returns the processor for a business's own account; null if none is connected. */
export async function ownProcessor(ctx: Ctx, orgId: string): Promise<PaymentProcessor | null> {
  const [row] = await ctx.db
    .select({ secretKey: cardAccounts.secretKey, webhookSecret: cardAccounts.webhookSecret })
    .from(cardAccounts)
    .where(eq(cardAccounts.orgId, orgId));
  if (!row) return null;
  return ctx.providers.cardProcessor({ ...(await decryptKeys(ctx, orgId, row)), organizationId: orgId });
}

/**
 * Like `reencryptTokens` for banks: encrypts with the current key what was encrypted with another. Returns how many were
 * changed.
 */
export async function reencryptCardKeys(ctx: Ctx, options?: RenewOptions): Promise<number> {
  const prefix = await prefixInUse(ctx);
  return renewSecrets<{ orgId: string; secretKey: string | null; webhookSecret: string }>(
    ctx,
    {
      ...{ name: "card-accounts", key: ["org_id"], keyOf: ({ orgId }) => [orgId] },
      page: ({ after, order, limit }) =>
        ctx.db.all(sql`
          SELECT ${sql.raw(acrossTenants)} org_id AS orgId, ${unlessRenewed("secret_key", prefix)} AS secretKey,
            webhook_secret AS webhookSecret FROM card_accounts
          WHERE ${after} AND ${isOnThisShard(sql`org_id`)} ORDER BY ${order} LIMIT ${limit}`),
      renew: async ({ orgId, secretKey, webhookSecret }) => {
        const keys = secretKey && (await decryptKeys(ctx, orgId, { secretKey, webhookSecret }).catch(() => null));
        if (!keys) return null;
        return [
          ctx.db
            .update(cardAccounts)
            .set(await encryptKeys(ctx, orgId, keys))
            .where(and(eq(cardAccounts.orgId, orgId), eq(cardAccounts.secretKey, secretKey))),
        ];
      },
    },
    options,
  );
}

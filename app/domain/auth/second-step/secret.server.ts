import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { secondSteps } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/secrets/encryption.server";
import { type RenewOptions, renewSecrets, unlessRenewed } from "~/domain/shared/secrets/renew-secrets.server";

const rowOf = (userId: string) => `second-step ${userId}`;

export function encryptedSecret(ctx: Ctx, userId: string, secret: string): Promise<string> {
  return encryptSecret(ctx, rowOf(userId), secret);
}

export function secretOf(ctx: Ctx, { userId, secret }: { userId: string; secret: string }): Promise<string> {
  return decryptSecret(ctx, rowOf(userId), secret);
}

/**
 * Re-encrypts secrets that were encrypted with a previous key; returns the number changed. Secrets that neither key can decrypt
 * are left alone.
 */
export async function reencryptSecondSteps(ctx: Ctx, options?: RenewOptions): Promise<number> {
  const prefix = await prefixInUse(ctx);
  return renewSecrets<{ userId: string; secret: string | null }>(
    ctx,
    {
      ...{ name: "second-steps", key: ["user_id"], keyOf: ({ userId }) => [userId] },
      page: ({ after, order, limit }) =>
        ctx.db.all(sql`
          SELECT ${sql.raw(acrossTenants)} user_id AS userId, ${unlessRenewed("secret", prefix)} AS secret FROM second_steps
          WHERE ${after} ORDER BY ${order} LIMIT ${limit}`),
      renew: async ({ userId, secret: encrypted }) => {
        if (!encrypted) return null;
        const secret = await secretOf(ctx, { userId, secret: encrypted }).catch(() => null);
        if (secret === null) return null;
        return [
          ctx.db
            .update(secondSteps)
            .set({ secret: await encryptedSecret(ctx, userId, secret) })
            .where(and(eq(secondSteps.userId, userId), eq(secondSteps.secret, encrypted))),
        ];
      },
    },
    options,
  );
}

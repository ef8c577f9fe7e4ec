import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { secondSteps } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/encryption.server";

const rowOf = (userId: string) => `second-step ${userId}`;

export function encryptedSecret(ctx: Ctx, userId: string, secret: string): Promise<string> {
  return encryptSecret(ctx, rowOf(userId), secret);
}

export function secretOf(ctx: Ctx, { userId, secret }: { userId: string; secret: string }): Promise<string> {
  return decryptSecret(ctx, rowOf(userId), secret);
}

const BATCH = 100;

/** Encrypts with the key in use what another one encrypted; answers how many it changed. What neither key reads stays. */
export async function reencryptSecondSteps(ctx: Ctx): Promise<number> {
  const prefix = await prefixInUse(ctx);
  const rows = await ctx.db.all<{ userId: string; secret: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} user_id AS userId, secret FROM second_steps
    WHERE secret <> '' AND substr(secret, 1, ${prefix.length}) <> ${prefix} LIMIT ${BATCH}`);
  let changed = 0;
  for (const row of rows) {
    const secret = await secretOf(ctx, row).catch(() => null);
    if (secret === null) continue;
    await ctx.db
      .update(secondSteps)
      .set({ secret: await encryptedSecret(ctx, row.userId, secret) })
      .where(and(eq(secondSteps.userId, row.userId), eq(secondSteps.secret, row.secret)));
    changed += 1;
  }
  return changed;
}

import { eq, gt, sql } from "drizzle-orm";
import { bankKeys } from "#drizzle/schema/bank-link";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { verifyingKey } from "./signature.server";

/** A key is asked for again after a day: it may have expired since. */
const keptFor = 24 * 60 * 60 * 1000;
/** Anybody can name an unknown key: the bank is asked for so many in a minute and no more. */
const mostAsked = 20;

/** The keys in use, ready to check with, so that a webhook waits for one round trip less; looked up anew after five minutes. */
const ready = new Map<string, { key: CryptoKey; until: number }>();
const mostReady = 20;

/**
 * The bank's public key of that id. Null for one that the bank does not know or has let expire.
 * @throws DomainError too_many_requests, unavailable: the bank sends the webhook again
 */
export async function webhookKey(ctx: Ctx, kid: string): Promise<CryptoKey | null> {
  const known = ready.get(kid);
  if (known && known.until > ctx.now.getTime()) return known.key;
  const jwk = await knownKey(ctx, kid);
  if (jwk === null) return null;
  if (ready.size >= mostReady) ready.clear();
  const key = await verifyingKey(jwk);
  ready.set(kid, { key, until: ctx.now.getTime() + 300_000 });
  return key;
}

/**
 * The bank's public key of that id, from the table or, once, from the bank. Null for one that the bank does not know or
 * has let expire.
 * @throws DomainError too_many_requests, unavailable: the bank sends the webhook again
 */
async function knownKey(ctx: Ctx, kid: string): Promise<JsonWebKey | null> {
  const ago = (milliseconds: number) => new Date(ctx.now.getTime() - milliseconds).toISOString();
  const [[known], [asked]] = await ctx.db.batch([
    ctx.db.select().from(bankKeys).where(eq(bankKeys.kid, kid)),
    ctx.db
      .select({ count: sql<number>`count(*)`.as("asked") })
      .from(bankKeys)
      .where(gt(bankKeys.fetchedAt, ago(60_000))),
  ]);
  if (known && known.fetchedAt > ago(keptFor)) return known.jwk === null ? null : JSON.parse(known.jwk);
  const limited = (asked?.count ?? 0) >= mostAsked;
  // A flood of made-up ids must not stop the key that is in use.
  if (limited && known?.jwk) return JSON.parse(known.jwk);
  if (limited || !(await ctx.providers.flood.admit(`bank-key ${ctx.request.ip}`))) {
    throw new DomainError("too_many_requests", "Too many unknown keys. Please try again later.", { retryAfter: 60 });
  }
  const jwk = await askBank(ctx, kid);
  const row = { jwk: jwk && JSON.stringify(jwk), fetchedAt: ctx.now.toISOString() };
  await ctx.db
    .insert(bankKeys)
    .values({ kid, ...row })
    .onConflictDoUpdate({ target: bankKeys.kid, set: row });
  return jwk;
}

async function askBank(ctx: Ctx, kid: string): Promise<JsonWebKey | null> {
  try {
    return await ctx.providers.bankLink.webhookKey(kid);
  } catch (cause) {
    throw new DomainError("unavailable", "The key of this signature cannot be fetched now.", { retryAfter: 30, cause });
  }
}

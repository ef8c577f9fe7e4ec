import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { bankItems } from "#drizzle/schema/bank-link";
import type { Ctx } from "~/domain/shared/context";
import { base64url, fromBase64url, sha256 } from "~/domain/shared/tokens.server";
import type { ItemKey } from "./items.server";

/**
 * A bank's access token for the database: AES-GCM, bound to its connection, so that it decrypts in no other row. It names the
 * key, so that keys can be changed: 'v1.<key id>.<iv>.<ciphertext>'.
 */
export async function encryptToken(ctx: Ctx, item: ItemKey, token: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const { id, key } = await keyOf(ctx.providers.secrets.encryption);
  const encrypted = await crypto.subtle.encrypt(algorithm(iv, item), key, new TextEncoder().encode(token));
  return `v1.${id}.${base64url(iv)}.${base64url(new Uint8Array(encrypted))}`;
}

/** Reads what the key in use or the one before it encrypted. @throws when it was another key, or another connection's */
export async function decryptToken(ctx: Ctx, item: ItemKey, encrypted: string): Promise<string> {
  const { id, vector, bytes } = parse(encrypted);
  const { encryption, previousEncryption } = ctx.providers.secrets;
  const keys = await Promise.all([encryption, previousEncryption].filter((secret) => secret !== null).map(keyOf));
  // Tokens of before keys had ids name none.
  const candidates = id === null ? keys : keys.filter((key) => key.id === id);
  for (const [at, { key }] of candidates.entries()) {
    try {
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(vector, item), key, bytes));
    } catch (error) {
      if (at === candidates.length - 1) throw error;
    }
  }
  throw new Error("a bank's token was encrypted with a key that is not set");
}

const BATCH = 100;

/**
 * Encrypts tokens with the key in use that were encrypted with another; what neither key reads stays as it is. Answers how many
 * it changed: run until none is left, a former key may go.
 */
export async function reencryptTokens(ctx: Ctx): Promise<number> {
  const { id } = await keyOf(ctx.providers.secrets.encryption);
  const rows = await ctx.db.all<{ userId: string; itemId: string; accessToken: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} user_id AS userId, id AS itemId, access_token AS accessToken FROM bank_items
    WHERE access_token IS NOT NULL AND substr(access_token, 1, ${id.length + 4}) <> ${`v1.${id}.`} LIMIT ${BATCH}`);
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

function parse(encrypted: string) {
  const parts = encrypted.split(".");
  const [version, id, iv, body] = parts.length === 3 ? [parts[0], null, parts[1], parts[2]] : parts;
  const [vector, bytes] = [fromBase64url(iv ?? ""), fromBase64url(body ?? "")];
  if (version !== "v1" || id === undefined || !vector || !bytes) throw new Error("a bank's token is not readable");
  return { id, vector, bytes };
}

function algorithm(iv: Uint8Array<ArrayBuffer>, { userId, itemId }: ItemKey) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(`bank-item ${userId} ${itemId}`) };
}

/** The id is a hash of the key and tells nothing about it. */
async function keyOf(secret: string): Promise<{ id: string; key: CryptoKey }> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  return { id: (await sha256(`key id ${secret}`)).slice(0, 8), key };
}

import type { Ctx } from "~/domain/shared/context";
import { base64url, fromBase64url, sha256 } from "./tokens.server";

/**
 * Encrypts a secret for the database with AES-GCM, bound to its row (`boundTo`) so that it cannot be decrypted in another.
 * Includes the key's id so that keys can be rotated: 'v1.<key id>.<iv>.<ciphertext>'.
 */
export async function encryptSecret(ctx: Ctx, boundTo: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const { id, key } = await keyOf(ctx.providers.secrets.encryption);
  const encrypted = await crypto.subtle.encrypt(algorithm(iv, boundTo), key, new TextEncoder().encode(text));
  return `v1.${id}.${base64url(iv)}.${base64url(new Uint8Array(encrypted))}`;
}

/** Decrypts with the current or the previous key. @throws if it was encrypted with any other key or for another row */
export async function decryptSecret(ctx: Ctx, boundTo: string, encrypted: string): Promise<string> {
  const { id, vector, bytes } = parse(encrypted);
  const { encryption, previousEncryption } = ctx.providers.secrets;
  const keys = await Promise.all([encryption, previousEncryption].filter((secret) => secret !== null).map(keyOf));
  // Secrets from before keys had ids include none.
  const candidates = id === null ? keys : keys.filter((key) => key.id === id);
  for (const [at, { key }] of candidates.entries()) {
    try {
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(vector, boundTo), key, bytes));
    } catch (error) {
      if (at === candidates.length - 1) throw error;
    }
  }
  throw new Error("a secret was encrypted with a key that is not set");
}

/** The prefix of every secret encrypted with the current key. */
export async function prefixInUse(ctx: Ctx): Promise<string> {
  return `v1.${(await keyOf(ctx.providers.secrets.encryption)).id}.`;
}

/** The ids of the keys in secrets: the first 8 digits of a hash. `previous` is null if none is set. */
export async function keyIds(ctx: Ctx): Promise<{ inUse: string; previous: string | null }> {
  const { encryption, previousEncryption } = ctx.providers.secrets;
  const idOf = async (secret: string) => (await keyOf(secret)).id;
  return { inUse: await idOf(encryption), previous: previousEncryption && (await idOf(previousEncryption)) };
}

function parse(encrypted: string) {
  const parts = encrypted.split(".");
  const [version, id, iv, body] = parts.length === 3 ? [parts[0], null, parts[1], parts[2]] : parts;
  const [vector, bytes] = [fromBase64url(iv ?? ""), fromBase64url(body ?? "")];
  if (version !== "v1" || id === undefined || !vector || !bytes) throw new Error("a secret is not readable");
  return { id, vector, bytes };
}

function algorithm(iv: Uint8Array<ArrayBuffer>, boundTo: string) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(boundTo) };
}

/** The id is a hash of the key and reveals nothing about it. */
async function keyOf(secret: string): Promise<{ id: string; key: CryptoKey }> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  return { id: (await sha256(`key id ${secret}`)).slice(0, 8), key };
}

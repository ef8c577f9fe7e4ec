import type { Ctx } from "~/domain/shared/context";
import { base64url, fromBase64url } from "~/domain/shared/tokens.server";
import type { ItemKey } from "./items.server";

/** A bank's access token for the database: AES-GCM, bound to its connection, so that it decrypts in no other row. */
export async function encryptToken(ctx: Ctx, item: ItemKey, token: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const encrypted = await crypto.subtle.encrypt(algorithm(iv, item), await key(ctx), new TextEncoder().encode(token));
  return `v1.${base64url(iv)}.${base64url(new Uint8Array(encrypted))}`;
}

/** @throws when the text was encrypted with another key or for another connection */
export async function decryptToken(ctx: Ctx, item: ItemKey, encrypted: string): Promise<string> {
  const [version, iv, body] = encrypted.split(".");
  const [vector, bytes] = [fromBase64url(iv ?? ""), fromBase64url(body ?? "")];
  if (version !== "v1" || !vector || !bytes) throw new Error("a bank's token is not readable");
  const decrypted = await crypto.subtle.decrypt(algorithm(vector, item), await key(ctx), bytes);
  return new TextDecoder().decode(decrypted);
}

function algorithm(iv: Uint8Array<ArrayBuffer>, { userId, itemId }: ItemKey) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(`bank-item ${userId} ${itemId}`) };
}

async function key(ctx: Ctx): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(ctx.providers.secrets.encryption);
  const bytes = await crypto.subtle.digest("SHA-256", secret);
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

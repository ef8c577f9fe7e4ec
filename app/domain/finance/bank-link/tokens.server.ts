import type { Ctx } from "~/domain/shared/context";
import { base64url, fromBase64url } from "~/domain/shared/tokens.server";
import type { ItemKey } from "./items.server";

/** A bank's access token for the database: AES-GCM, bound to its connection, so that it opens in no other row. */
export async function seal(ctx: Ctx, item: ItemKey, token: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(algorithm(iv, item), await key(ctx), new TextEncoder().encode(token));
  return `v1.${base64url(iv)}.${base64url(new Uint8Array(sealed))}`;
}

/** @throws when the text was sealed with another key or for another connection */
export async function unseal(ctx: Ctx, item: ItemKey, sealed: string): Promise<string> {
  const [version, iv, body] = sealed.split(".");
  const [vector, bytes] = [fromBase64url(iv ?? ""), fromBase64url(body ?? "")];
  if (version !== "v1" || !vector || !bytes) throw new Error("a bank's token is not readable");
  const opened = await crypto.subtle.decrypt(algorithm(vector, item), await key(ctx), bytes);
  return new TextDecoder().decode(opened);
}

function algorithm(iv: Uint8Array<ArrayBuffer>, { userId, itemId }: ItemKey) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(`bank-item ${userId} ${itemId}`) };
}

async function key(ctx: Ctx): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(ctx.providers.secrets.encryption);
  const bytes = await crypto.subtle.digest("SHA-256", secret);
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

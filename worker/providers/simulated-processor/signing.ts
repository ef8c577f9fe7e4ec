import { utf8 } from "~/domain/shared/webhooks/hmac.server";

/** An event in Stripe's format, signed `ago` seconds before now. */
export async function signedEvent(
  event: object,
  secret: string,
  ago: number,
): Promise<{ body: string; signature: string }> {
  const body = JSON.stringify(event, null, 2);
  const time = Math.floor(Date.now() / 1000) - ago;
  const key = await crypto.subtle.importKey("raw", utf8(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(`${time}.${body}`)));
  return {
    body,
    signature: `t=${time},v1=${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`,
  };
}

import { fromBase64, utf8 } from "~/domain/shared/webhooks/hmac.server";

const PREFIX = "whsec_";

/** A new secret in the format of the Standard Webhooks specification: 32 random bytes in base64 after `whsec_`. */
export function newSecret(): string {
  return PREFIX + base64(crypto.getRandomValues(new Uint8Array(32)));
}

interface SignedMessage {
  id: string;
  /** The time of the attempt, in seconds since 1970. */
  timestamp: number;
  body: string;
}

/**
 * The value of `webhook-signature`: one `v1,<base64>` per secret, HMAC-SHA256 over `id.timestamp.body`. Source:
 * https://www.standardwebhooks.com, version 1.0.0.
 * @throws for an invalid secret
 */
export async function signatureOf({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): Promise<string> {
  const message = utf8(`${id}.${timestamp}.${body}`);
  const signatures = secrets.map(async (secret) => {
    const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
    if (!bytes) throw new Error("a webhook's secret is not readable");
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return `v1,${base64(new Uint8Array(await crypto.subtle.sign("HMAC", key, message)))}`;
  });
  return (await Promise.all(signatures)).join(" ");
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

import { fromBase64url, sha256 } from "~/domain/shared/secrets/tokens.server";

/** The request as received, with its raw bytes: a parsed and reserialized body would have another signature. */
export interface SignedRequest {
  headers: Pick<Headers, "get">;
  body: Uint8Array<ArrayBuffer>;
  now: Date;
}

/** A request whose sender is verified. */
export interface VerifiedWebhook {
  /** The same on each resend of this delivery: a unique key. Null if the sender includes one only in the body. */
  deliveryId: string | null;
  /** Seconds since 1970; null if the sender does not sign a time. */
  issued: number | null;
}

/** A signature older than this is a replay, in seconds. */
export const MAX_AGE_S = 300;
/** How many seconds a sender's clock may be ahead of ours if the sender does not sign future times. */
const MAX_CLOCK_SKEW_S = 5;

/**
 * Verifies GitHub's webhooks. `X-Hub-Signature-256: sha256=<hex>` is HMAC-SHA256 over the body, keyed with the
 * secret's own text. Null for anything GitHub did not sign.
 */
export async function verifyGithub(request: SignedRequest, secret: string): Promise<VerifiedWebhook | null> {
  const [, signature = ""] = /^sha256=([0-9a-f]{64})$/i.exec(request.headers.get("x-hub-signature-256") ?? "") ?? [];
  const isValid = await isHmac([fromHex(signature)], utf8(secret), request.body);
  return isValid ? { deliveryId: request.headers.get("x-github-delivery"), issued: null } : null;
}

/** `signingToken` (GitLab 19 and later) takes precedence over the older `token`, which is sent in clear text. */
interface GitlabSecrets {
  signingToken?: string;
  token?: string;
}

/**
 * Verifies GitLab's webhooks. With a signing token, Standard Webhooks: `webhook-signature: v1,<base64> ...` is
 * HMAC-SHA256 over `id.timestamp.body`, keyed with the base64-encoded bytes after `whsec_`; a missing signature is rejected.
 * Without one, `X-Gitlab-Token` is the secret itself. Null for anything GitLab did not send.
 */
export async function verifyGitlab(request: SignedRequest, secrets: GitlabSecrets): Promise<VerifiedWebhook | null> {
  const { headers, body, now } = request;
  const id = headers.get("webhook-id") ?? headers.get("idempotency-key");
  if (!secrets.signingToken) {
    const isValid = await isSameText(headers.get("x-gitlab-token") ?? "", secrets.token ?? "");
    return isValid ? { deliveryId: id, issued: null } : null;
  }
  const key = /^whsec_(.+)$/.exec(secrets.signingToken.trim())?.[1];
  const issued = secondsOf(headers.get("webhook-timestamp"));
  if (!key || issued === null || !headers.get("webhook-id") || Math.abs(ageOf(issued, now)) > MAX_AGE_S) return null;
  const signatures = (headers.get("webhook-signature") ?? "").split(" ").map((part) => /^v1,(.+)$/.exec(part)?.[1]);
  const message = joined(utf8(`${id}.${headers.get("webhook-timestamp")}.`), body);
  return (await isHmac(signatures.map(fromBase64), fromBase64(key), message)) ? { deliveryId: id, issued } : null;
}

/**
 * Verifies Stripe's webhooks. `Stripe-Signature: t=<s>,v1=<hex>[,v1=...]` is HMAC-SHA256 over `t.body`,
 * keyed with the whole text of the secret, including `whsec_`. Null for anything Stripe did not sign. The delivery's unique key
 * is the event's id, in the body.
 */
export async function verifyStripe(request: SignedRequest, secret: string): Promise<VerifiedWebhook | null> {
  const parts = (request.headers.get("stripe-signature") ?? "").split(",").map((part) => part.trim().split("="));
  const time = parts.find(([name]) => name === "t")?.[1] ?? null;
  const issued = secondsOf(time);
  if (issued === null) return null;
  const age = ageOf(issued, request.now);
  if (age > MAX_AGE_S || age < -MAX_CLOCK_SKEW_S) return null;
  const signatures = parts.flatMap(([name, value = ""]) => (name === "v1" ? [fromHex(value)] : []));
  const message = joined(utf8(`${time}.`), request.body);
  return (await isHmac(signatures, utf8(secret.trim()), message)) ? { deliveryId: null, issued } : null;
}

/** Whether one of the signatures matches the message. WebCrypto compares in constant time. */
async function isHmac(
  signatures: readonly (Uint8Array<ArrayBuffer> | null)[],
  secret: Uint8Array<ArrayBuffer> | null,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (!secret?.length) return false;
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const verdicts = signatures.map(async (one) => one !== null && crypto.subtle.verify("HMAC", key, one, message));
  return (await Promise.all(verdicts)).includes(true);
}

/** Compares in constant time for any lengths; an empty secret never matches. */
export async function isSameText(given: string, secret: string): Promise<boolean> {
  const [a, b] = await Promise.all([sha256(given), sha256(secret)]);
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0 && secret !== "";
}

export function ageOf(issued: number, now: Date): number {
  return now.getTime() / 1000 - issued;
}

function secondsOf(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Both alphabets, with or without padding. */
export function fromBase64(text: string | undefined): Uint8Array<ArrayBuffer> | null {
  try {
    return text ? fromBase64url(text.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_")) : null;
  } catch {
    return null;
  }
}

/** A form posted by Twilio, and the URL it was posted to, as configured there. */
interface TwilioRequest {
  headers: Pick<Headers, "get">;
  form: URLSearchParams;
  url: string;
}

/**
 * Verifies Twilio's webhooks. `X-Twilio-Signature` is base64 of HMAC-SHA1 over the URL and each field's name
 * and value, sorted by both, keyed with the account's token. It includes no time: duplicates are detected by the message's id.
 */
export async function verifyTwilio({ headers, form, url }: TwilioRequest, authToken: string): Promise<boolean> {
  const signature = fromBase64(headers.get("x-twilio-signature") ?? undefined);
  if (!signature || authToken === "") return false;
  const fields = [...new Set(form.keys())]
    .sort()
    .flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value));
  const key = await crypto.subtle.importKey("raw", utf8(authToken), { name: "HMAC", hash: "SHA-1" }, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, signature, utf8(url + fields.join("")));
}

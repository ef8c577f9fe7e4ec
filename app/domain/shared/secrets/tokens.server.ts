/** SHA-256 of a text as lower-case hex. Tokens are stored only in this form. */
export async function sha256(text: string): Promise<string> {
  return sha256Of(new TextEncoder().encode(text));
}

/** SHA-256 of bytes as lower-case hex. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

/** 256 random bits as base64url. */
export function randomToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * Returns a generator of time-ordered UUIDs, version 7 (RFC 9562, 6.2, method 1), so that consecutive rows are adjacent in the
 * table. Ids within one millisecond count up, so that one request's rows keep their order: a Worker's clock does not advance
 * during it.
 */
export function uuidSequence(): (now: number) => string {
  let latest = { ms: 0, count: 0 };
  return (now) => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const view = new DataView(bytes.buffer);
    const { ms, count } = latest;
    if (now > ms) latest = { ms: now, count: view.getUint16(6) & 0x7ff };
    else latest = count < 0xfff ? { ms, count: count + 1 } : { ms: ms + 1, count: 0 };
    view.setUint16(0, Math.floor(latest.ms / 2 ** 32));
    view.setUint32(2, latest.ms % 2 ** 32);
    view.setUint16(6, 0x7000 | latest.count);
    view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
    const digits = hex(bytes.buffer);
    return [0, 8, 12, 16, 20].map((from, i, all) => digits.slice(from, all[i + 1])).join("-");
  };
}

/** Signs a payload as a short-lived token, `payload.signature`. */
export async function sign(payload: object, secret: string): Promise<string> {
  const body = base64url(new TextEncoder().encode(JSON.stringify(payload)));
  const signature = await crypto.subtle.sign("HMAC", await hmacKey(secret), new TextEncoder().encode(body));
  return `${body}.${base64url(new Uint8Array(signature))}`;
}

/** The payload of a token from `sign`, or null for anything we did not sign. */
export async function verify(token: string, secret: string): Promise<unknown> {
  const [body, signature, extra] = token.split(".");
  if (!body || !signature || extra !== undefined) return null;
  const bytes = fromBase64url(signature);
  if (!bytes) return null;
  const isValid = await crypto.subtle.verify("HMAC", await hmacKey(secret), bytes, new TextEncoder().encode(body));
  const json = isValid ? fromBase64url(body) : null;
  return json ? JSON.parse(new TextDecoder().decode(json)) : null;
}

/**
 * Derives 256 bits as base64url that only the secret's holder can derive again. The purpose contains a colon, so that it can
 * never equal a payload of `sign`.
 */
export async function derivedToken(purpose: `${string}:${string}`, secret: string): Promise<string> {
  const signature = await crypto.subtle.sign("HMAC", await hmacKey(secret), new TextEncoder().encode(purpose));
  return base64url(new Uint8Array(signature));
}

function hmacKey(secret: string): Promise<CryptoKey> {
  const material = new TextEncoder().encode(secret);
  return crypto.subtle.importKey("raw", material, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

function hex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** Bytes as base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Decodes base64url; null for anything else. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

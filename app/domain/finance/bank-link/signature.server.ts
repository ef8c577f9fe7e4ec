import { z } from "zod";
import { fromBase64url, sha256Of } from "~/domain/shared/tokens.server";

/** A signature older than this is a replay, one as far ahead a wrong clock; seconds. */
const mostSeconds = 300;

const Header = z.object({ alg: z.literal("ES256"), kid: z.string().min(1).max(100) });
const Claims = z.object({ iat: z.number(), request_body_sha256: z.string() });

export interface Signature {
  kid: string;
  signed: Uint8Array<ArrayBuffer>;
  bytes: Uint8Array<ArrayBuffer>;
  issued: number;
  bodyHash: string;
}

/** What a webhook's `Plaid-Verification` header says, before anything of it is believed. Null for anything else than ES256. */
export function readSignature(token: string): Signature | null {
  const [head, claims, signature, extra] = token.split(".");
  if (!head || !claims || !signature || extra !== undefined || token.length > 4000) return null;
  const header = Header.safeParse(jsonOf(head));
  const told = Claims.safeParse(jsonOf(claims));
  const bytes = bytesOf(signature);
  if (!header.success || !told.success || bytes?.length !== 64) return null;
  return {
    kid: header.data.kid,
    signed: new TextEncoder().encode(`${head}.${claims}`),
    bytes,
    issued: told.data.iat,
    bodyHash: told.data.request_body_sha256,
  };
}

/** Whether the signature is fresh, over these very bytes, and made with the key. */
export async function isGenuine(
  signature: Signature,
  { body, now, key }: { body: Uint8Array<ArrayBuffer>; now: Date; key: CryptoKey },
): Promise<boolean> {
  if (!isFresh(signature, now) || !equal(await sha256Of(body), signature.bodyHash)) return false;
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature.bytes, signature.signed);
}

/** A bank's public key, ready to check signatures with. */
export function verifyingKey({ kty, crv, x, y }: JsonWebKey): Promise<CryptoKey> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return crypto.subtle.importKey("jwk", { kty, crv, x, y }, algorithm, false, ["verify"]);
}

export function isFresh({ issued }: Signature, now: Date): boolean {
  return Math.abs(now.getTime() / 1000 - issued) <= mostSeconds;
}

/** Takes as long for texts that differ early as for texts that differ late. */
function equal(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let different = 0;
  for (let i = 0; i < a.length; i += 1) different |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return different === 0;
}

function bytesOf(part: string): Uint8Array<ArrayBuffer> | null {
  try {
    return fromBase64url(part);
  } catch {
    return null;
  }
}

function jsonOf(part: string): unknown {
  const bytes = bytesOf(part);
  if (!bytes) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

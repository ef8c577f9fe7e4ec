import { z } from "zod";
import { sha256, sha256Of } from "~/domain/shared/secrets/tokens.server";
import {
  ageOf,
  fromBase64,
  isSameText,
  MAX_AGE_S,
  type SignedRequest,
  utf8,
  type VerifiedWebhook,
} from "./hmac.server";
import { jsonOf } from "./json.server";

/**
 * Verifies Plaid's webhooks: `Plaid-Verification` is a JWT signed with ES256 over the hash of the body; `keyOf` finds the public
 * key by its id and returns null for one that Plaid does not know. A copy of a delivery has the same signature. Null for anything
 * Plaid did not sign.
 */
export async function verifyPlaid(
  { headers, body, now }: SignedRequest,
  keyOf: (kid: string) => Promise<CryptoKey | null>,
): Promise<VerifiedWebhook | null> {
  const token = headers.get("plaid-verification") ?? "";
  const jws = readJws(token);
  if (!jws || Math.abs(ageOf(jws.issued, now)) > MAX_AGE_S) return null;
  const key = await keyOf(jws.kid);
  if (!key || !(await isSameText(await sha256Of(body), jws.bodyHash))) return null;
  const isValid = await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, jws.signature, jws.signed);
  return isValid ? { deliveryId: await sha256(token), issued: Math.floor(jws.issued) } : null;
}

/** Imports a public key of Plaid's for verifying signatures. */
export function es256Key({ kty, crv, x, y }: JsonWebKey): Promise<CryptoKey> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return crypto.subtle.importKey("jwk", { kty, crv, x, y }, algorithm, false, ["verify"]);
}

const MAX_JWS_LENGTH = 4000;

const Header = z.object({ alg: z.literal("ES256"), kid: z.string().min(1).max(100) });
const Claims = z.object({ iat: z.number(), request_body_sha256: z.string() });

/** Parses a compact JWS without trusting any of it; null for anything but ES256. */
function readJws(token: string) {
  const [head, claims, encoded, extra] = token.split(".");
  if (!head || !claims || !encoded || extra !== undefined || token.length > MAX_JWS_LENGTH) return null;
  const [header, payload] = [Header.safeParse(partOf(head)), Claims.safeParse(partOf(claims))];
  const signature = fromBase64(encoded);
  if (!header.success || !payload.success || signature?.length !== 64) return null;
  const { iat: issued, request_body_sha256: bodyHash } = payload.data;
  return { kid: header.data.kid, issued, bodyHash, signature, signed: utf8(`${head}.${claims}`) };
}

function partOf(encoded: string): unknown {
  const bytes = fromBase64(encoded);
  return bytes && jsonOf(bytes);
}

import { base64url, sha256Of } from "~/domain/shared/secrets/tokens.server";

/** One of the bank's signing keys; `expiredAt` in seconds once it has been replaced. */
export interface SigningKey {
  kid: string;
  privateKey: JsonWebKey;
  publicKey: JsonWebKey;
  expiredAt: number | null;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256" };

export async function newSigningKey(kid: string): Promise<SigningKey> {
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const [privateKey, publicKey] = await Promise.all([exported(pair.privateKey), exported(pair.publicKey)]);
  return { kid, privateKey, publicKey, expiredAt: null };
}

async function exported(key: CryptoKey): Promise<JsonWebKey> {
  const jwk = await crypto.subtle.exportKey("jwk", key);
  if (jwk instanceof ArrayBuffer) throw new Error("a key in JWK form is no buffer");
  return jwk;
}

interface SigningOptions {
  /** Seconds since 1970. */
  issued: number;
  /** Header fields a forger would change. */
  header?: object;
  claims?: object;
}

/** The `Plaid-Verification` header for a body: a JWT signed with ES256 over the hash of the exact bytes. */
export async function signatureFor(
  key: SigningKey,
  body: string,
  { issued, header, claims }: SigningOptions,
): Promise<string> {
  const encode = (part: object) => base64url(new TextEncoder().encode(JSON.stringify(part)));
  const request_body_sha256 = await sha256Of(new TextEncoder().encode(body));
  const head = encode({ alg: "ES256", kid: key.kid, typ: "JWT", ...header });
  const signed = `${head}.${encode({ iat: issued, request_body_sha256, ...claims })}`;
  const signingKey = await crypto.subtle.importKey("jwk", key.privateKey, algorithm, false, ["sign"]);
  const bytes = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" },
    signingKey,
    new TextEncoder().encode(signed),
  );
  return `${signed}.${base64url(new Uint8Array(bytes))}`;
}

/** The response of /webhook_verification_key/get for a key. */
export function keyResponse({ kid, publicKey: { x, y }, expiredAt }: SigningKey) {
  return {
    key: {
      alg: "ES256",
      crv: "P-256",
      kid,
      kty: "EC",
      use: "sig",
      x,
      y,
      created_at: 1_600_000_000,
      expired_at: expiredAt,
    },
  };
}

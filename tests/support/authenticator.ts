/** A software authenticator: ES256 keys, attestation 'none', and whatever flags and counts a test needs. */

interface Conditions {
  /** The requesting page's origin, as the browser reports it. */
  origin: string;
  rpId?: string;
  isVerified?: boolean;
  /** Its use count; by default one more than before. */
  count?: number;
}

export interface Passkey {
  id: string;
  userHandle: string;
  keys: CryptoKeyPair;
  count: number;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
export const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const hash = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const joined = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Flags of authenticator data: user present, user verified, new key included. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

async function authenticatorData({ origin, rpId, isVerified = true }: Conditions, count: number, flags = 0) {
  const domain = await hash(utf8(rpId ?? new URL(origin).hostname));
  const counted = new DataView(new ArrayBuffer(4));
  counted.setUint32(0, count);
  return joined(domain, [PRESENT | (isVerified ? VERIFIED : 0) | flags], new Uint8Array(counted.buffer));
}

const clientData = (type: "webauthn.create" | "webauthn.get", challenge: string, origin: string) =>
  utf8(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

interface CreationOptions {
  challenge: string;
  user: { id: string };
}

/** Creates a passkey and the browser's response for it. */
export async function create({ challenge, user }: CreationOptions, conditions: Conditions) {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
  const point = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
  // COSE: { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y }
  const cose = joined(
    [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20],
    point.slice(1, 33),
    [0x22, 0x58, 0x20],
    point.slice(33, 65),
  );
  const id = crypto.getRandomValues(new Uint8Array(32));
  const count = conditions.count ?? 0;
  const data = joined(
    await authenticatorData(conditions, count, WITH_KEY),
    new Uint8Array(16),
    [0, id.length],
    id,
    cose,
  );
  // CBOR: { fmt: "none", attStmt: {}, authData }
  const attestationObject = joined(
    [0xa3, 0x63],
    utf8("fmt"),
    [0x64],
    utf8("none"),
    [0x67],
    utf8("attStmt"),
    [0xa0, 0x68],
    utf8("authData"),
    [0x58, data.length],
    data,
  );
  const passkey: Passkey = { id: base64url(id), userHandle: user.id, keys, count };
  const response = {
    ...{ id: passkey.id, rawId: passkey.id, type: "public-key" },
    response: {
      clientDataJSON: base64url(clientData("webauthn.create", challenge, conditions.origin)),
      attestationObject: base64url(attestationObject),
      transports: ["internal"],
    },
    clientExtensionResults: {},
  };
  return { passkey, response };
}

/** The browser's response to a challenge, signed with a passkey. */
export async function use(passkey: Passkey, { challenge }: { challenge: string }, conditions: Conditions) {
  passkey.count = conditions.count ?? passkey.count + 1;
  const data = await authenticatorData(conditions, passkey.count);
  const client = clientData("webauthn.get", challenge, conditions.origin);
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  const signed = joined(data, await hash(client));
  const raw = new Uint8Array(await crypto.subtle.sign(algorithm, passkey.keys.privateKey, signed));
  return {
    ...{ id: passkey.id, rawId: passkey.id, type: "public-key" },
    response: {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(der(raw)),
      userHandle: passkey.userHandle,
    },
    clientExtensionResults: {},
  };
}

/** WebCrypto returns r and s concatenated; authenticators return them in ASN.1. */
function der(raw: Uint8Array): Uint8Array {
  const numbers = [raw.slice(0, 32), raw.slice(32)].map((number) => {
    const bytes = number.slice(number.findIndex((byte) => byte !== 0));
    const positive = (bytes[0] ?? 0) & 0x80 ? joined([0], bytes) : bytes;
    return joined([0x02, positive.length], positive);
  });
  const sequence = joined(...numbers);
  return joined([0x30, sequence.length], sequence);
}

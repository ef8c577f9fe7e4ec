import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import type { PushMessage } from "~/domain/push/device";

/** A browser's side of Web Push: its keys and decryption. Follows RFC 8291, independent of our own code. */
export function pushBrowser({ privateKey, auth = randomBytes(16) }: { privateKey?: Buffer; auth?: Buffer } = {}) {
  const own = createECDH("prime256v1");
  if (privateKey) own.setPrivateKey(privateKey);
  else own.generateKeys();
  const publicKey = own.getPublicKey();
  return {
    keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    /** Decrypts a body of `aes128gcm` (RFC 8188) with one record. */
    read(body: Buffer): string {
      const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
      const sender = body.subarray(21, 21 + idLength);
      const record = body.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const ikm = Buffer.from(hkdfSync("sha256", own.computeSecret(sender), auth, info, 32));
      const derived = (name: string, length: number) =>
        Buffer.from(hkdfSync("sha256", ikm, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
      const opened = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
      opened.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]);
      const end = padded.lastIndexOf(2);
      if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("the padding is not zeros");
      return padded.subarray(0, end).toString();
    },
    readMessage(body: Buffer): PushMessage {
      return JSON.parse(this.read(body));
    },
  };
}

/** The claims of an RFC 8292 header, after verifying its signature with the key it contains. */
export function vapidClaims(authorization: string): { claims: { aud: string; exp: number; sub: string }; key: string } {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = "", payload = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const isGenuine = verify(
    "sha256",
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isGenuine) throw new Error("the signature is not the key's");
  return { claims: JSON.parse(Buffer.from(payload, "base64url").toString()), key };
}

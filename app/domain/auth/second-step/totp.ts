/** Time-based one-time passwords, RFC 6238, as in every authenticator app: SHA-1, six digits, a new one every 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Encodes bytes in base 32 (RFC 4648) without padding; their number must be a multiple of five. */
export function base32(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const length = (bytes.length * 8) / 5;
  return Array.from({ length }, (_, at) => alphabet[Number((bits >> BigInt(5 * (length - 1 - at))) & 31n)]).join("");
}

/** Decodes text encoded by `base32`. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  let bits = 0n;
  for (const character of text) bits = (bits << 5n) | BigInt(alphabet.indexOf(character));
  const length = (text.length * 5) / 8;
  return Uint8Array.from({ length }, (_, at) => Number((bits >> BigInt(8 * (length - 1 - at))) & 255n));
}

/** A secret of 160 bits, as long as SHA-1's own. */
export function newTotpSecret(): string {
  return base32(crypto.getRandomValues(new Uint8Array(20)));
}

/** The content of the app's QR code (Key Uri Format). */
export function totpUri(secret: string, account: string): string {
  const query = new URLSearchParams({ secret, issuer: "Plenum" });
  return `otpauth://totp/Plenum:${encodeURIComponent(account)}?${query}`;
}

export function stepAt(ms: number): number {
  return Math.floor(ms / 1000 / STEP_SECONDS);
}

/** The six digits of a secret at a time step. */
export async function totpCode(secret: string, step: number): Promise<string> {
  const key = await crypto.subtle.importKey("raw", fromBase32(secret), { name: "HMAC", hash: "SHA-1" }, false, [
    "sign",
  ]);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter.buffer));
  const offset = mac.getUint8(mac.byteLength - 1) & 15;
  const number = (mac.getUint32(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

/** The time step of a code: the current one, the previous one, or the next one. */
export type CodeTime = "now" | "before" | "next";

const OFFSETS: Record<CodeTime, number> = { now: 0, before: -1, next: 1 };

/** Which of the three time steps around an instant a code belongs to; null if none. A code only signs in during its own step. */
export async function timeOf(secret: string, code: string, ms: number): Promise<CodeTime | null> {
  const times = ["now", "before", "next"] as const;
  const codes = await Promise.all(times.map((time) => totpCode(secret, stepAt(ms) + OFFSETS[time])));
  return times[codes.indexOf(code)] ?? null;
}

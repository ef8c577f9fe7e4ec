import { base32 } from "./totp";

/** How many are made at a time. */
export const RECOVERY_CODES = 10;

/** Of a code; each is five bits. Nobody guesses 140 of them, so that a plain hash of it may be stored. */
const CHARACTERS = 28;

/** Codes in groups of four, such as 'ABCD-EFGH-JKLM-NPQR-STUV-WXYZ-2345'. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const random = base32(crypto.getRandomValues(new Uint8Array(20)));
    return (random.slice(0, CHARACTERS).match(/.{4}/g) ?? []).join("-");
  });
}

/** What somebody typed: the six digits of an app, or a recovery code; however it was spaced, and in either case. */
export function readCode(typed: string): { kind: "totp" | "recovery"; code: string } {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return { kind: /^\d{6}$/.test(code) ? "totp" : "recovery", code };
}

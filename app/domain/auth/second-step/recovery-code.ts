import { base32 } from "./totp";

/** The number of codes created at a time. */
const RECOVERY_CODES = 10;

/** Characters per code, with five bits each. 140 bits cannot be guessed, so a plain hash can be stored. */
const CHARACTERS = 28;

/** Codes in groups of four, such as 'ABCD-EFGH-JKLM-NPQR-STUV-WXYZ-2345'. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const random = base32(crypto.getRandomValues(new Uint8Array(20)));
    return (random.slice(0, CHARACTERS).match(/.{4}/g) ?? []).join("-");
  });
}

/** Parses an entered code: the six digits of an app, or a recovery code, with any spacing and in either case. */
export function readCode(typed: string): { kind: "totp" | "recovery"; code: string } {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return { kind: /^\d{6}$/.test(code) ? "totp" : "recovery", code };
}

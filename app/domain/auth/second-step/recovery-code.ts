import { base32 } from "./totp";

/** How many are made at a time. */
export const RECOVERY_CODES = 10;

/** Codes of 80 bits in groups of four, such as 'ABCD-EFGH-JKLM-NPQR'. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    (base32(crypto.getRandomValues(new Uint8Array(10))).match(/.{4}/g) ?? []).join("-"),
  );
}

/** What somebody typed: the six digits of an app, or a recovery code; however it was spaced, and in either case. */
export function readCode(typed: string): { kind: "totp" | "recovery"; code: string } {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return { kind: /^\d{6}$/.test(code) ? "totp" : "recovery", code };
}

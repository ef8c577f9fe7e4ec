import { commonPasswords } from "./common-passwords";

const passwordMinimum = 8;
/** UTF-8 bytes; longer passwords would only slow down hashing. */
export const passwordMaximum = 1024;

/**
 * Why a new password is rejected, or null. Checks the length in bytes, common passwords and the person's own email or name, but
 * not letters, digits or symbols (NIST 800-63B, ASVS 5.0 6.2).
 */
export function passwordProblem(password: string, about: readonly string[] = []): string | null {
  const bytes = new TextEncoder().encode(password).length;
  if (bytes < passwordMinimum) return `Password must be at least ${passwordMinimum} characters`;
  if (bytes > passwordMaximum) return `Password must be at most ${passwordMaximum} bytes long`;
  const plain = plainOf(password);
  if (isCommon(password)) {
    return "This password is too common. Choose a different one";
  }
  const own = about.flatMap((word) => [word, word.split("@")[0] ?? ""]).map((word) => word.toLowerCase());
  return own.includes(plain) ? "Your password must not be your name or email" : null;
}

/** Whether the embedded list contains it, ignoring case, or it repeats a single character. */
export function isCommon(password: string): boolean {
  const plain = plainOf(password);
  return commonPasswords.has(plain) || new Set(plain).size === 1;
}

const plainOf = (password: string) => password.normalize("NFKC").toLowerCase().trim();

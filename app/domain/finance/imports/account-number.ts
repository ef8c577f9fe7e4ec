/** What is known of an account's number: all of it, or its last characters. */
export interface KnownNumber {
  accountNumber: string | null;
  mask: string | null;
}

/** Fewer characters of a number tell no account from another. */
const LEAST = 4;
/** So many digits make a number that may lie inside a longer one, as in an IBAN. */
const WHOLE = 6;

/**
 * Whether the number that a statement names is this account's, by its last characters or as a part of it; null where too
 * little is known of either.
 */
export function isSameAccount(inFile: string, { accountNumber, mask }: KnownNumber): boolean | null {
  const stated = plain(inFile);
  const whole = plain(accountNumber ?? "");
  const tails = [plain(mask ?? ""), whole.slice(-LEAST)].filter((tail) => tail.length >= 2);
  if (stated.length < LEAST || tails.length === 0) return null;
  if (tails.some((tail) => stated.endsWith(tail))) return true;
  return /^\d+$/.test(whole) && whole.length >= WHOLE && stated.includes(whole);
}

/** The last characters, as a bank shows them: '···8837'. */
export function shownNumber(number: string): string {
  return `···${plain(number).slice(-LEAST)}`;
}

/** Without blanks, dashes and the signs that hide digits. */
function plain(number: string): string {
  return number
    .toUpperCase()
    .replace(/[^\dA-Z]/g, "")
    .replace(/^X+/, "");
}

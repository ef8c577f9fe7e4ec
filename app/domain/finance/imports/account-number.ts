/** The known part of an account's number: all of it, or its last characters. */
export interface KnownNumber {
  accountNumber: string | null;
  mask: string | null;
}

/** Fewer characters are too few to identify an account. */
const MIN_DIGITS = 4;
/** A number with at least this many digits may be part of a longer one, such as an IBAN. */
const WHOLE = 6;

/**
 * Whether the number in a statement belongs to this account, compared by its last characters or as part of it; null if too little
 * of either is known.
 */
export function isSameAccount(inFile: string, { accountNumber, mask }: KnownNumber): boolean | null {
  const stated = plain(inFile);
  const whole = plain(accountNumber ?? "");
  const tails = [plain(mask ?? ""), whole.slice(-MIN_DIGITS)].filter((tail) => tail.length >= 2);
  if (stated.length < MIN_DIGITS || tails.length === 0) return null;
  if (tails.some((tail) => stated.endsWith(tail))) return true;
  return /^\d+$/.test(whole) && whole.length >= WHOLE && stated.includes(whole);
}

/** The last characters in the form banks show them: '···8837'. */
export function shownNumber(number: string): string {
  return `···${plain(number).slice(-MIN_DIGITS)}`;
}

/** Strips spaces, dashes and masking characters. */
function plain(number: string): string {
  return number
    .toUpperCase()
    .replace(/[^\dA-Z]/g, "")
    .replace(/^X+/, "");
}

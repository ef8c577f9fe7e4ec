/** The currencies an account can have; each has two decimals, so one minor unit is a cent or a penny. */
export const CURRENCIES = ["USD", "EUR", "GBP", "CAD", "AUD"] as const;
export type Currency = (typeof CURRENCIES)[number];

export function isCurrency(text: string): text is Currency {
  return CURRENCIES.some((currency) => currency === text);
}

/** The largest absolute amount, in minor units: ten such rows still add up exactly in a JavaScript number. */
export const MAX_MINOR = 900_000_000_000_000;

/** The highest price of one unit, in minor units. */
export const MAX_PRICE_MINOR = 100_000_000;

// Of every currency above.
const DECIMALS = 2;

const TYPED = /^(-?)[$€£]?(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d{0,2}))?$/;

const formatters = new Map<string, Intl.NumberFormat>();

// Created on first use: creating ten of them would cost a new isolate 9 ms.
function format(currency: Currency, minor: number, signDisplay: "auto" | "exceptZero"): string {
  const key = `${currency} ${signDisplay}`;
  const formatter = formatters.get(key) ?? new Intl.NumberFormat("en-US", { style: "currency", currency, signDisplay });
  formatters.set(key, formatter);
  return formatter.format(toDecimal(positiveZero(minor)));
}

// -0 would print as "-$0.00".
function positiveZero(value: number): number {
  return value === 0 ? 0 : value;
}

/** True for an integer within ±MAX_MINOR. */
export function isMinor(value: number): boolean {
  return Number.isSafeInteger(value) && Math.abs(value) <= MAX_MINOR;
}

/**
 * Converts a decimal from JSON to minor units, rounding half away from zero (a bank sends up to four decimals). Exact for every
 * amount of whole cents within the bounds. Null if it is not finite or out of bounds.
 */
export function minorFromDecimal(amount: number): number | null {
  const minor = positiveZero(Math.sign(amount) * Math.round(Math.abs(amount) * 100));
  return isMinor(minor) ? minor : null;
}

/** True if a decimal from JSON has at most two decimals, as forms and the API require. */
export function hasWholeCents(amount: number): boolean {
  const minor = minorFromDecimal(amount);
  return minor !== null && toDecimal(minor) === amount;
}

/**
 * Parses a typed amount into minor units: digits, one decimal point, at most two decimals, thousands commas only in the right
 * places, a leading minus or $ € £ allowed. Null for anything else (`1,23`, `1e3`, `12.345`), so that no amount is silently
 * misread.
 */
export function parseAmount(text: string): number | null {
  const match = TYPED.exec(text.trim());
  if (!match) return null;
  const [, minus, whole = "", cents = ""] = match;
  if (whole === "" && cents === "") return null;
  const digits = `${whole.replaceAll(",", "")}${cents.padEnd(2, "0")}`.replace(/^0+(?=\d)/, "");
  if (digits.length > 15) return null;
  const minor = positiveZero((minus ? -1 : 1) * Number(digits));
  return isMinor(minor) ? minor : null;
}

/** Minor units as the decimal number used by the API: 1250 becomes 12.5. */
export function toDecimal(minor: number): number {
  return minor / 100;
}

/** Minor units as a form field and a CSV file show them: 1250 becomes `12.50`, and null is empty. */
export function decimalText(minor: number | null): string {
  return minor === null ? "" : toDecimal(minor).toFixed(DECIMALS);
}

/** `$1,234.50`, `-€3.00`, `CA$0.99`: formatted for en-US in every currency. */
export function formatMoney(minor: number, currency: Currency = "USD"): string {
  return format(currency, minor, "auto");
}

/** Like formatMoney, with a `+` before positive amounts. */
export function formatSignedMoney(minor: number, currency: Currency = "USD"): string {
  return format(currency, minor, "exceptZero");
}

export function sumMinor(amounts: Iterable<number>): number {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}

/** `part` of `whole` in percent, unrounded; 0 when `whole` is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (part * 100) / whole;
}

/** The currencies an account can have; each has two decimals, so one minor unit is a cent or a penny. */
export const CURRENCIES = ["USD", "EUR", "GBP", "CAD", "AUD"] as const;
export type Currency = (typeof CURRENCIES)[number];

export function isCurrency(text: string): text is Currency {
  return CURRENCIES.some((currency) => currency === text);
}

/** The largest amount either way, in minor units: ten such rows still add up exactly in a JavaScript number. */
export const MAX_MINOR = 900_000_000_000_000;

/** An amount of one currency in minor units. */
interface Money {
  currency: Currency;
  amountMinor: number;
}

const TYPED = /^(-?)[$€£]?(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d{0,2}))?$/;

const formatters = new Map<string, Intl.NumberFormat>();

// Made when first used: ten of them cost a new isolate 9 ms.
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
 * Minor units of a decimal from JSON, rounded half away from zero (a bank sends up to four decimals). Exact for every
 * amount of whole cents within the bounds. Null when it is not finite or out of bounds.
 */
export function minorFromDecimal(amount: number): number | null {
  const minor = positiveZero(Math.sign(amount) * Math.round(Math.abs(amount) * 100));
  return isMinor(minor) ? minor : null;
}

/** True when a decimal from JSON has at most two decimals, as forms and the API demand. */
export function hasWholeCents(amount: number): boolean {
  const minor = minorFromDecimal(amount);
  return minor !== null && toDecimal(minor) === amount;
}

/**
 * Minor units of a typed amount: digits, one decimal point, at most two decimals, thousands commas only where they
 * belong, a leading minus or $ € £ allowed. Null for anything else (`1,23`, `1e3`, `12.345`), so that no amount
 * changes its scale in silence.
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

/** The decimal number the API shows for minor units: 1250 is 12.5. */
export function toDecimal(minor: number): number {
  return minor / 100;
}

/** `$1,234.50`, `-€3.00`, `CA$0.99`: en-US in every currency. */
export function formatMoney(minor: number, currency: Currency = "USD"): string {
  return format(currency, minor, "auto");
}

/** As formatMoney, with `+` before what is above zero. */
export function formatSignedMoney(minor: number, currency: Currency = "USD"): string {
  return format(currency, minor, "exceptZero");
}

export function sumMinor(amounts: Iterable<number>): number {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}

/** One total per currency that occurs, in the order of CURRENCIES. Two currencies are never added. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  return CURRENCIES.filter((currency) => amounts.some((money) => money.currency === currency)).map((currency) => ({
    currency,
    amountMinor: sumMinor(amounts.filter((money) => money.currency === currency).map((money) => money.amountMinor)),
  }));
}

/** `part` of `whole` in percent, unrounded; 0 when `whole` is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (part * 100) / whole;
}

/** The maximum of one movement, reservation or level: a million units. */
export const MAX_QUANTITY_MILLI = 1_000_000_000;

const TYPED = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,3}))?$/;

/**
 * Parses a quantity into thousandths of the base unit, from a JSON number or typed text: digits, correctly placed thousands
 * commas, at most three decimals. Null for anything else, so that no quantity is silently rounded or rescaled.
 */
export function parseQuantity(given: string | number): number | null {
  const match = TYPED.exec(typeof given === "number" ? decimalText(given) : given.trim());
  if (!match) return null;
  const [, minus, whole = "", decimals = ""] = match;
  if (whole === "" && decimals === "") return null;
  const digits = `${whole.replaceAll(",", "")}${decimals.padEnd(3, "0")}`;
  const milli = Number(digits) * (minus ? -1 : 1);
  return Math.abs(milli) <= MAX_QUANTITY_MILLI ? milli + 0 : null;
}

/** Without an exponent; a non-finite number becomes a text that does not parse. */
function decimalText(given: number): string {
  return Number.isFinite(given) && Math.abs(given) < 1e15 ? String(given) : "";
}

/** The decimal number shown by the API: 1500 is 1.5. */
export const quantityOf = (milli: number): number => milli / 1000;

const thousandths = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** `1,250`, `0.125`: at most three decimals. */
export function formatQuantity(milli: number): string {
  return thousandths.format(quantityOf(milli));
}

/** `12 EA`, `3.5 LB`. */
export const formatAmountOf = (milli: number, unit: string): string => `${formatQuantity(milli)} ${unit}`;

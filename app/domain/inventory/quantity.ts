/** The most that one movement, reservation or level can name: a million units. */
export const MAX_QUANTITY_MILLI = 1_000_000_000;

const TYPED = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,3}))?$/;

/**
 * Thousandths of the base unit of what JSON sends as a number and a form as typed text: digits, thousands commas where they
 * belong, at most three decimals. Null for anything else, so that no quantity is rounded or changes its scale in silence.
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

/** Without an exponent; what is no finite number becomes a text that is no quantity. */
function decimalText(given: number): string {
  return Number.isFinite(given) && Math.abs(given) < 1e15 ? String(given) : "";
}

/** The decimal number that the API shows: 1500 is 1.5. */
export const quantityOf = (milli: number): number => milli / 1000;

const thousandths = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** `1,250`, `0.125`: at most three decimals. */
export function formatQuantity(milli: number): string {
  return thousandths.format(quantityOf(milli));
}

/** `12 EA`, `3.5 LB`. */
export const formatAmountOf = (milli: number, unit: string): string => `${formatQuantity(milli)} ${unit}`;

/** Formatting of typed amounts: digits, one decimal point, two decimals, thousands separators. */

const MAX_WHOLE_DIGITS = 13;

/** The text as shown in the input: '1234.567' becomes '1,234.56', '.5' becomes '0.5', letters are removed. */
export function shownAmount(text: string): string {
  const plain = text.replace(/[^\d.]/g, "");
  const [whole = "", ...rest] = plain.split(".");
  const digits = whole.replace(/^0+(?=\d)/, "").slice(0, MAX_WHOLE_DIGITS);
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest.length > 0 ? `${grouped || "0"}.${rest.join("").slice(0, 2)}` : grouped;
}

/** Steps up or down by 1, 0.1 or 0.01, depending on the typed decimals; never below zero or beyond the maximum length. */
export function steppedAmount(text: string, direction: 1 | -1): string {
  const [whole = "", decimals = ""] = shownAmount(text).replaceAll(",", "").split(".");
  const places = decimals.length;
  const steps = Math.max(0, Number(`${whole || "0"}${decimals}`) + direction);
  const padded = String(steps).padStart(places + 1, "0");
  const cut = padded.length - places;
  if (cut > MAX_WHOLE_DIGITS) return shownAmount(text);
  return shownAmount(places === 0 ? padded : `${padded.slice(0, cut)}.${padded.slice(cut)}`);
}

/** Caret position after `before` was changed to `after`: with the same number of digits and points to its left. */
export function caretAfter(before: string, caret: number, after: string): number {
  const digits = before.slice(0, caret).replace(/[^\d.]/g, "").length;
  let seen = 0;
  for (let at = 0; at < after.length; at += 1) {
    if (seen === digits) return at;
    if (after[at] !== ",") seen += 1;
  }
  return after.length;
}

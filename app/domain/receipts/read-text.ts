import { addDays, type CivilDate, isCivilDate } from "~/domain/shared/time/dates";

/** A value read from a line. `isSure`: labeled on the receipt, or confirmed by another figure on it. */
interface ReadValue<T> {
  value: T;
  /** The words it was read from. */
  line: string;
  isSure: boolean;
}

export interface ReadReceipt {
  merchant: ReadValue<string> | null;
  boughtOn: ReadValue<CivilDate> | null;
  /** Cents. */
  totalMinor: ReadValue<number> | null;
  taxMinor: ReadValue<number> | null;
}

/** More than a receipt has. */
const MAX_LINES = 400;

/**
 * Parses an American receipt's text, one printed line per line. `today` limits the possible dates. Values that are not found are
 * null, never guessed.
 */
export function readReceiptText(text: string, today: CivilDate): ReadReceipt {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .slice(0, MAX_LINES);
  const taxMinor = taxIn(lines);
  const total = totalIn(lines);
  const subtotal = subtotalIn(lines);
  const addsUp =
    total !== null && subtotal !== null && subtotal + (taxMinor?.value ?? 0) === total.value && total.value > 0;
  return {
    merchant: merchantIn(lines),
    boughtOn: dateIn(lines, today),
    totalMinor: total && { ...total, isSure: total.isSure || addsUp },
    // A tax above the total was misread.
    taxMinor:
      taxMinor && total && taxMinor.value >= total.value
        ? null
        : taxMinor && { ...taxMinor, isSure: addsUp || taxMinor.isSure },
  };
}

/**
 * '1,234.56', '$12.34', '12 .34' as split by text recognition, and '4O.1O' as misread by it. Negative amounts are not matched.
 */
const AMOUNT =
  /(-\s?)?(?:\$\s?)?(?<![\d.,])([\dOol]{1,3}(?:,[\dOol]{3})+|[\dOol]{1,7})\s?[.,]\s?([\dOol]{2})(?![\d%])(-)?/g;

function amountsOn(line: string): number[] {
  return [...line.matchAll(AMOUNT)].flatMap(([text, before, whole = "", cents = "", after]) => {
    if (before || after || !/\d/.test(text)) return [];
    const digits = `${whole}${cents}`.replace(/[Oo]/g, "0").replace(/l/g, "1").replaceAll(",", "");
    return /^\d+$/.test(digits) ? [Number(digits)] : [];
  });
}

/** The amount that belongs to a line: its last one, or the only one on the next line if text recognition split the line. */
function amountAt(lines: readonly string[], index: number): number | null {
  const own = amountsOn(lines[index] ?? "");
  if (own.length > 0) return own.at(-1) ?? null;
  const below = lines[index + 1] ?? "";
  const next = amountsOn(below);
  return next.length === 1 && !/[a-z]{3}/i.test(below) ? (next[0] ?? null) : null;
}

/** Labels of the total, most specific first. */
const TOTALS = [
  /\b(grand total|total due|amount due|balance due|total to pay|total paid|invoice total|order total|total sale)\b/i,
  /\bt[o0]ta[l1i]\b/i,
] as const;
const NOT_THE_TOTAL =
  /sub\s?-?t[o0]tal|\btotal (tax|savings?|saved|discounts?|items?|units|qty|points|before|number)\b|\btax total\b|items? total|you saved|total of|\b(tax|hst|gst) on total\b/i;
const PAID =
  /\b(visa|mastercard|m\/?c|amex|american express|discover|debit|credit|charge|amount|payment|cash|check)\b/i;
const NOT_PAID = /change|tendered|cash ?back|balance|available|tip|auth|card ?(no|num|#)/i;

function totalIn(lines: readonly string[]): ReadValue<number> | null {
  for (const pattern of TOTALS) {
    const found = lines.flatMap((line, index) => {
      if (!pattern.test(line) || NOT_THE_TOTAL.test(line)) return [];
      const value = amountAt(lines, index);
      return value === null || value === 0 ? [] : [{ value, line }];
    });
    // If several match, the largest includes what was added to the others.
    const best = found.reduce<{ value: number; line: string } | null>(
      (most, one) => (most === null || one.value > most.value ? one : most),
      null,
    );
    if (best) return { ...best, isSure: true };
  }
  return paidIn(lines) ?? largestIn(lines);
}

function paidIn(lines: readonly string[]): ReadValue<number> | null {
  for (const [index, line] of lines.entries()) {
    if (!PAID.test(line) || NOT_PAID.test(line)) continue;
    const value = amountAt(lines, index);
    if (value) return { value, line, isSure: false };
  }
  return null;
}

function largestIn(lines: readonly string[]): ReadValue<number> | null {
  const all = lines.flatMap((line) => amountsOn(line).map((value) => ({ value, line })));
  const best = all.reduce<{ value: number; line: string } | null>(
    (most, one) => (most === null || one.value > most.value ? one : most),
    null,
  );
  return best && best.value > 0 ? { ...best, isSure: false } : null;
}

function subtotalIn(lines: readonly string[]): number | null {
  const index = lines.findIndex((line) => /sub\s?-?t[o0]tal|merchandise total/i.test(line));
  return index < 0 ? null : amountAt(lines, index);
}

const TAX = /\b(sales |state |county |city |local |use )?tax(es)?\b|\bT[A4]X ?\d?\b|\b(gst|hst|pst|vat)\b/i;
const NOT_TAX =
  /tax ?(id|no\b|exempt|number|#|invoice)|(before|pre|excl|excluding|incl|including|after|w\/) ?-?tax|taxable|total (after|with|incl)|sub\s?-?total/i;

/** Several taxes are added up, unless their sum is printed. */
function taxIn(lines: readonly string[]): ReadValue<number> | null {
  const found = lines.flatMap((line, index) => {
    if (!TAX.test(line) || NOT_TAX.test(line)) return [];
    const value = amountAt(lines, index);
    return value === null ? [] : [{ value, line }];
  });
  const whole = found.find(({ line }) => /total (sales )?tax|tax total/i.test(line));
  if (whole) return { ...whole, isSure: true };
  if (found.length === 0) return null;
  const value = found.reduce((sum, one) => sum + one.value, 0);
  return { value, line: found.map(({ line }) => line).join(" / "), isSure: found.length === 1 };
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const NUMERIC = /(?<![\d/.-])(\d{1,2})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{4}|\d{2})(?![\d/-])/g;
const ISO = /(?<!\d)(20\d{2})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g;
const NAMED =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[ -]?(\d{1,2})(?:st|nd|rd|th)?,?[ '-]{1,2}(\d{4}|\d{2})\b/gi;
const DAY_FIRST =
  /\b(\d{1,2})[ -]?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?[ '-]{0,2}(\d{4}|\d{2})\b/gi;
/** Dates of a card, a return policy or a coupon. */
const OTHER_DAY =
  /\b(exp|expires?|expir\w*|valid|return(s|ed|able)? (by|until|before)|due|until|policy|ship\w*|deliver\w*)\b/i;

/** How old a purchase may be; tomorrow is the latest, since the register's clock may be ahead. */
const OLDEST_DAYS = 3660;

function dateIn(lines: readonly string[], today: CivilDate): ReadValue<CivilDate> | null {
  const [from, to] = [addDays(today, -OLDEST_DAYS), addDays(today, 1)];
  const found = lines.flatMap((line) =>
    OTHER_DAY.test(line)
      ? []
      : datesOn(line)
          .filter((value) => isCivilDate(value) && value >= from && value <= to)
          .map((value) => ({ value, line, isSure: /\bdate\b|\d{1,2}:\d{2}/i.test(line) })),
  );
  return found.find(({ isSure }) => isSure) ?? found[0] ?? null;
}

function datesOn(line: string): CivilDate[] {
  const iso = [...line.matchAll(ISO)].map(([, y, m, d]) => dayOf(y, m, d));
  if (iso.length > 0) return iso;
  return [
    ...[...line.matchAll(NAMED)].map(([, m = "", d, y]) => dayOf(y, monthOf(m), d)),
    ...[...line.matchAll(DAY_FIRST)].map(([, d, m = "", y]) => dayOf(y, monthOf(m), d)),
    // Month first, as in the United States; day first only if it cannot be a month.
    ...[...line.matchAll(NUMERIC)].map(([, m, d, y]) => (Number(m) > 12 ? dayOf(y, d, m) : dayOf(y, m, d))),
  ];
}

const monthOf = (name: string) => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);

function dayOf(year = "", month = "", day = ""): CivilDate {
  const full = year.length === 2 ? `20${year}` : year;
  return `${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Common merchants of contractors and households, by how receipts print their names. */
const MERCHANTS: readonly (readonly [RegExp, string])[] = [
  [/home\s?depot/i, "The Home Depot"],
  [/\blowe'?s\b/i, "Lowe's"],
  [/\bmenards\b/i, "Menards"],
  [/\bace hardware\b/i, "Ace Hardware"],
  [/\btrue value\b/i, "True Value"],
  [/\bharbor freight\b/i, "Harbor Freight"],
  [/\bferguson\b/i, "Ferguson"],
  [/\bjohnstone supply\b/i, "Johnstone Supply"],
  [/\bcarrier enterprise\b/i, "Carrier Enterprise"],
  [/\bwatsco\b/i, "Watsco"],
  [/\bgemaire\b/i, "Gemaire"],
  [/\bbaker distributing\b/i, "Baker Distributing"],
  [/\bunited refrigeration\b/i, "United Refrigeration"],
  [/\br\.?e\.? michel\b/i, "RE Michel"],
  [/\bwinsupply\b/i, "Winsupply"],
  [/\bgrainger\b/i, "Grainger"],
  [/\bfastenal\b/i, "Fastenal"],
  [/\bwalmart|wal-mart\b/i, "Walmart"],
  [/\bcostco\b/i, "Costco"],
  [/\bsam'?s club\b/i, "Sam's Club"],
  [/\btarget\b/i, "Target"],
  [/\bkroger\b/i, "Kroger"],
  [/\baldi\b/i, "Aldi"],
  [/\bwalgreens\b/i, "Walgreens"],
  [/\bcvs\b/i, "CVS"],
  [/\bkwik trip\b/i, "Kwik Trip"],
  [/\bspeedway\b/i, "Speedway"],
  [/\bexxon|mobil\b/i, "ExxonMobil"],
  [/\bshell\b/i, "Shell"],
  [/\bchevron\b/i, "Chevron"],
  [/\bamazon\b/i, "Amazon"],
];

/** Maximum lines of a letterhead. */
const HEAD_LINES = 6;
const NO_NAME =
  /\b(receipt|invoice|welcome|thank|customer|copy|store ?#|cashier|register|terminal|tel|phone|fax|date|time|order|sale|www|http|merchant id|server|table|duplicate)\b|[@]|\.com\b|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|\b[A-Z]{2},? \d{5}\b/i;
const STREET =
  /^\d+ .*\b(st|street|ave|avenue|rd|road|blvd|dr|drive|ln|lane|hwy|highway|way|pkwy|ct|pl|suite|ste)\b\.?/i;

function merchantIn(lines: readonly string[]): ReadValue<string> | null {
  const head = lines.slice(0, HEAD_LINES);
  for (const line of head) {
    const known = MERCHANTS.find(([pattern]) => pattern.test(line));
    if (known) return { value: known[1], line, isSure: true };
  }
  const line = head.find(
    (one) =>
      (one.match(/[a-z]/gi)?.length ?? 0) >= 3 &&
      !NO_NAME.test(one) &&
      !STREET.test(one) &&
      amountsOn(one).length === 0,
  );
  return line === undefined ? null : { value: asName(line), line, isSure: false };
}

/** Converts printed capitals to a name; removes misread border characters. */
function asName(line: string): string {
  const words = line
    .replace(/[^\p{L}\p{N}&'.,# -]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu, "")
    .slice(0, 120);
  if (words !== words.toUpperCase()) return words;
  return words
    .toLowerCase()
    .replace(/(^|[ &-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

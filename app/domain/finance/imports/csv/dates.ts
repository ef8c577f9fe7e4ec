import { daysInMonth } from "~/domain/shared/time/dates";

export const DATE_ORDERS = ["ymd", "mdy", "dmy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * `order` is null if the values allow several orders (`choices`, with an `example` that they read differently), or if no order
 * reads all of them (`choices` is then empty).
 */
export type DateOrderDecision = { order: DateOrder | null; choices: readonly DateOrder[]; example: string | null };

type Parts = readonly [first: string, second: string, third: string];

const NUMERIC = /^(\d{1,4})([-/. ]) ?(\d{1,2})\2 ?(\d{1,4})$/;
/** Before a numeric date; other words would make any text with a number a date. */
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? (?=\d)/i;
const COMPACT = /^\d{6}(?:\d{2})?$/;
const COMPACT_WITH_TIME = /^(?:19|20)\d{12}$/;
const DAY_MONTH_NAME =
  /^(?:[a-z]{2,10}\.?,? )?(\d{1,2})(?:st|nd|rd|th)?[-. /]{0,2}([a-z]{3,10})\.?[-, /.]{0,2}(\d{4}|\d{2})$/;
const MONTH_NAME_DAY = /^(?:[a-z]{2,10}\.?,? )?([a-z]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/;

/** First letters of the months in English, German, French, Spanish and Dutch, accents removed. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene)/,
  /^(?:feb|fev)/,
  /^(?:mar|maa|mrt|mrz)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai|mei)/,
  /^(?:jun|juin)/,
  /^(?:jul|juil)/,
  /^(?:aug|aou|ago)/,
  /^sep/,
  /^(?:oct|okt)/,
  /^nov/,
  /^(?:dec|dez|dic)/,
];

/** Years a file is likely to cover: a reading that spans more is dropped if another spans less than a third of them. */
const USUAL_YEARS = 5;

/**
 * The civil date YYYY-MM-DD of a bank's date cell; a time after it is ignored (no zone is applied). A leading year or a month
 * name needs no order; otherwise `order` decides, and null gives null. Two-digit years are 1970 to 2069.
 */
export function readBankDate(text: string, order: DateOrder | null): string | null {
  const date = withoutTime(text);
  const parts = numericParts(date);
  if (parts === null) return namedDate(date);
  if (parts[0].length === 4) return inOrder(parts, "ymd");
  return order === null ? null : inOrder(parts, order);
}

/** True if the text is a date in some order. */
export function isDateShaped(text: string): boolean {
  return DATE_ORDERS.some((order) => readBankDate(text, order) !== null);
}

/**
 * Decides the order from all values of the date columns: an order must read every value that any order reads. Ambiguity is
 * reported, never guessed; without values there is nothing to ask.
 */
export function decideDateOrder(values: Iterable<string>): DateOrderDecision {
  const dates = [...values].filter(isDateShaped);
  if (dates.length === 0) return { order: "ymd", choices: [], example: null };
  const fitting = DATE_ORDERS.filter((order) => dates.every((date) => readBankDate(date, order) !== null));
  const choices = plausible(fitting, dates);
  const [first] = choices;
  if (first === undefined) return { order: null, choices: [], example: dates.find(isAmbiguous) ?? dates[0] ?? null };
  const example = dates.find((date) =>
    choices.some((order) => readBankDate(date, order) !== readBankDate(date, first)),
  );
  if (example === undefined) return { order: orderOfAll(dates, first), choices: [], example: null };
  return { order: null, choices, example };
}

/** The date without its time of day, so that a column has few distinct values. */
export function withoutTime(text: string): string {
  if (COMPACT_WITH_TIME.test(text)) return text.slice(0, 8);
  // Booked on one day as of another: '09/16/2020 as of 09/15/2020'.
  if (text.length > 12 && text.includes(" as of ")) return text.slice(0, text.indexOf(" as of "));
  if (text.endsWith(".") && /^\d[\d. ]+\.$/.test(text)) return text.slice(0, -1);
  const colon = text.length > 10 ? text.indexOf(":") : -1;
  if (colon < 0) return text;
  const gap = Math.max(text.lastIndexOf(" ", colon), text.lastIndexOf("T", colon));
  return gap > 0 ? text.slice(0, gap).replace(/[ ,/]+$/, "") : text;
}

/** Dates that begin with the year are the same in every order; they are year-first. */
function orderOfAll(dates: readonly string[], first: DateOrder): DateOrder {
  return dates.every((date) => readBankDate(date, null) !== null) ? "ymd" : first;
}

function isAmbiguous(date: string): boolean {
  return new Set(DATE_ORDERS.map((order) => readBankDate(date, order)).filter((reading) => reading !== null)).size > 1;
}

/** Distinguishes 25/03/24 as day first from year first: the wrong order spreads one month's rows over decades. */
function plausible(orders: readonly DateOrder[], dates: readonly string[]): readonly DateOrder[] {
  const spans = orders.map((order) => yearSpan(dates, order));
  const shortest = Math.min(...spans);
  return orders.filter((_, at) => (spans[at] ?? 0) <= Math.max(USUAL_YEARS, 3 * shortest));
}

function yearSpan(dates: readonly string[], order: DateOrder): number {
  const years = dates.map((date) => Number((readBankDate(date, order) ?? "").slice(0, 4)));
  return (
    years.reduce((most, year) => Math.max(most, year), 0) - years.reduce((least, year) => Math.min(least, year), 9999)
  );
}

function numericParts(text: string): Parts | null {
  if (COMPACT.test(text)) return compactParts(text);
  const match = NUMERIC.exec(text.replace(WEEKDAY, ""));
  return match ? [match[1] ?? "", match[3] ?? "", match[4] ?? ""] : null;
}

/** Eight digits that begin with a year are year-first: day or month first would make 19 or 20 the month. */
function compactParts(text: string): Parts {
  if (text.length === 6) return [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  const yearFirst: Parts = [text.slice(0, 4), text.slice(4, 6), text.slice(6)];
  return inOrder(yearFirst, "ymd") ? yearFirst : [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
}

function inOrder([first, second, third]: Parts, order: DateOrder): string | null {
  switch (order) {
    case "ymd":
      return civilDate(first, second, third);
    case "mdy":
      return civilDate(third, first, second);
    case "dmy":
      return civilDate(third, second, first);
  }
}

function namedDate(text: string): string | null {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const dayFirst = DAY_MONTH_NAME.exec(plain);
  if (dayFirst) return civilDate(dayFirst[3] ?? "", monthNumber(dayFirst[2] ?? ""), dayFirst[1] ?? "");
  const monthFirst = MONTH_NAME_DAY.exec(plain);
  if (monthFirst) return civilDate(monthFirst[3] ?? "", monthNumber(monthFirst[1] ?? ""), monthFirst[2] ?? "");
  return null;
}

function monthNumber(name: string): string {
  return String(MONTHS.findIndex((start) => start.test(name)) + 1);
}

function civilDate(year: string, month: string, day: string): string | null {
  if ((year.length !== 4 && year.length !== 2) || month.length > 2 || day.length > 2) return null;
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
  if (fullYear < 1900 || fullYear > 2199) return null;
  if (Number(month) < 1 || Number(month) > 12) return null;
  if (Number(day) < 1 || Number(day) > daysInMonth(fullYear, Number(month))) return null;
  return `${fullYear}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

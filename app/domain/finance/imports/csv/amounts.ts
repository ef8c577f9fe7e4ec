import type { ColumnRole, DecimalMark } from "~/domain/finance/imports/formats";
import type { ImportMapping } from "~/domain/finance/imports/mapping";
import { isMinor } from "~/domain/shared/money";
import { directionOf } from "./directions";

const AMOUNT_FAULTS = ["empty", "not-a-number", "too-many-decimals", "too-large", "unclear-mark"] as const;
type AmountFault = (typeof AMOUNT_FAULTS)[number];

/** Nothing, or the dash that some banks write in place of an amount. */
const NO_AMOUNT = /^[-\u2212\u2013\u2014\uff0d]?$/;
const PLAIN = /^(-?)(\d{1,12})(?:([.,])(\d{1,2}))?$/;
const MINUS = /[\u2212\u2013\u2014\uff0d]/g;
const SPACES = /[\s\u00a0\u202f\u2009\u2007]+/g;
const CURRENCY =
  "(?:USD|EUR|GBP|CAD|AUD|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|RON|NZD|INR|ZAR|MXN|BRL|SGD|HKD|KR\\.?|ZŁ|[A-Z]{0,3}\\p{Sc})";
const CURRENCY_AT_AN_END = new RegExp(`^(-?\\(?)${CURRENCY} ?|(?<=[\\d.) ,-]) ?${CURRENCY}(\\)?-?)$`, "gu");
const CREDIT_OR_DEBIT = /^(?:(CR|DR|DB)\.? ?(?=[\d(-])(.*)|(.*[\d)-]) ?(CR|DR|DB)\.?)$/;

const WHOLE = {
  ".": /^(?:\d*|[1-9]\d{0,2}(?:([,' ])\d{3})(?:\1\d{3})*|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.(\d*))?$/,
  ",": /^(?:\d*|[1-9]\d{0,2}(?:([.' ])\d{3})(?:\1\d{3})*)(?:,(\d*))?$/,
} as const;

/**
 * Parses a bank's amount cell into signed minor units (cents), digit by digit, or returns why it is not an amount. Signs: -, the
 * Unicode minus, a trailing -, parentheses, CR and DR; a currency at either end; thousands separated by comma, dot, apostrophe or
 * space. Two signs at once are not a number. While the decimal mark is undecided (null), only text that reads the same with both
 * marks is accepted.
 */
export function readAmount(text: string, mark: DecimalMark | null): number | AmountFault {
  if (mark === null) return readUnderBoth(text);
  const plain = PLAIN.exec(text);
  if (plain) {
    const otherMark = plain[3] !== undefined && plain[3] !== mark;
    return otherMark ? "not-a-number" : toMinor(plain[2] ?? "", plain[4] ?? "", plain[1] === "-");
  }
  if (isEmptyAmount(text)) return "empty";
  return readDecorated(text, mark);
}

/** Whether a money cell has no amount. */
export function isEmptyAmount(cell: string): boolean {
  return NO_AMOUNT.test(cell);
}

/** The value of a cell with each mark, and the mark it proves by not being a number with the other. */
export function readWithEachMark(text: string) {
  const [point, comma] = [readAmount(text, "."), readAmount(text, ",")];
  return { point, comma, proves: provenMark(point, comma) };
}

function provenMark(point: number | AmountFault, comma: number | AmountFault): DecimalMark | null {
  if ((point === "not-a-number") === (comma === "not-a-number")) return null;
  return point === "not-a-number" ? "," : ".";
}

function readUnderBoth(text: string): number | AmountFault {
  const { point, comma } = readWithEachMark(text);
  if (point === comma) return point;
  if (point === "not-a-number") return comma;
  return comma === "not-a-number" ? point : "unclear-mark";
}

function readDecorated(text: string, mark: DecimalMark): number | AmountFault {
  const { body, negative } = withoutSigns(tidy(text));
  if (body === null) return "not-a-number";
  const match = WHOLE[mark].exec(body);
  if (!match || !/\d/.test(body)) return "not-a-number";
  const decimals = match[2] ?? "";
  const whole = body.slice(0, match[2] === undefined ? undefined : body.lastIndexOf(mark));
  return toMinor(whole.replace(/\D/g, ""), decimals, negative);
}

function tidy(text: string): string {
  return text
    .replace(MINUS, "-")
    .replace(SPACES, " ")
    .replace(/\u2019/g, "'")
    .trim()
    .toUpperCase()
    .replace(/^'(?=[-+(\d])/, "");
}

/** Strips currency and sign; body is null if there is more than one sign. */
function withoutSigns(text: string): { body: string | null; negative: boolean } {
  let body = text;
  const signs: boolean[] = [];
  const word = CREDIT_OR_DEBIT.exec(body);
  if (word) {
    signs.push((word[1] ?? word[4]) !== "CR");
    body = (word[2] ?? word[3] ?? "").trim();
  }
  body = body.replace(CURRENCY_AT_AN_END, "$1$2").trim();
  if (body.startsWith("(") && body.endsWith(")")) {
    signs.push(true);
    body = body.slice(1, -1).trim().replace(CURRENCY_AT_AN_END, "$1$2").trim();
  }
  const sign = /^([-+]) ?(.*[^-+])$|^([^-+].*?) ?([-+])$/.exec(body);
  if (sign) {
    signs.push((sign[1] ?? sign[4]) === "-");
    body = (sign[2] ?? sign[3] ?? "").replace(CURRENCY_AT_AN_END, "$1$2").trim();
  }
  return { body: signs.length > 1 ? null : body, negative: signs[0] ?? false };
}

function toMinor(whole: string, decimals: string, negative: boolean): number | AmountFault {
  if (/[^0]/.test(decimals.slice(2))) return "too-many-decimals";
  const digits = whole.replace(/^0+/, "");
  if (digits.length > 13) return "too-large";
  const minor = Number(digits) * 100 + Number(decimals.slice(0, 2).padEnd(2, "0"));
  if (!isMinor(minor)) return "too-large";
  return negative && minor !== 0 ? -minor : minor;
}

/** Returns a row's cell for a role, '' if the file has no such column. */
export type CellOf = (role: ColumnRole) => string;

/** Signed minor units from the account holder's side (in +, out -), the fault, or the reason why the row moves no money. */
type RowAmount = { minor: number } | { fault: string } | { reason: string };

const FAULTS: Record<AmountFault, string> = {
  empty: "is empty",
  "not-a-number": "is not a number",
  "too-many-decimals": "has more than 2 decimals",
  "too-large": "is too large",
  "unclear-mark": "can be read two ways: choose the decimal mark",
};
const MAX_SHOWN = 40;

/** The amount of one row under the mapping's sign style. */
export function rowAmount(mapping: ImportMapping, cellOf: CellOf): RowAmount {
  if (mapping.columns.direction !== undefined && directionIn(mapping, cellOf("direction")) === "none") {
    return { reason: `“${cellOf("direction")}” is a zero amount` };
  }
  const amount = amountByStyle(mapping, cellOf);
  if (!("minor" in amount)) return amount;
  const minor = mapping.flip ? -amount.minor : amount.minor;
  return withFee(minor, mapping, cellOf("fee"));
}

function amountByStyle(mapping: ImportMapping, cellOf: CellOf): RowAmount {
  switch (mapping.signStyle) {
    case "signed":
      return read("amount", cellOf("amount"), mapping);
    case "split":
      return splitAmount(mapping, cellOf);
    case "direction":
      return directedAmount(mapping, cellOf);
  }
}

function directionIn({ directionWords }: ImportMapping, cell: string) {
  return directionOf(cell, directionWords);
}

/** Money out is negative whether the debit column is signed or not; a lone opposite sign there is a reversal. */
function splitAmount(mapping: ImportMapping, cellOf: CellOf): RowAmount {
  const [debitCell, creditCell] = [cellOf("debit"), cellOf("credit")];
  if (isEmptyAmount(debitCell) && isEmptyAmount(creditCell)) return { fault: "amount is empty" };
  const debit = read("debit", isEmptyAmount(debitCell) ? "0" : debitCell, mapping);
  const credit = read("credit", isEmptyAmount(creditCell) ? "0" : creditCell, mapping);
  if (!("minor" in debit)) return debit;
  if (!("minor" in credit)) return credit;
  if (debit.minor !== 0 && credit.minor !== 0) return { fault: "has both money out and money in" };
  const out = mapping.negativeDebits ? debit.minor : -debit.minor;
  return { minor: out + (mapping.negativeCredits ? -credit.minor : credit.minor) };
}

function directedAmount(mapping: ImportMapping, cellOf: CellOf): RowAmount {
  const amount = read("amount", cellOf("amount"), mapping);
  if (!("minor" in amount)) return amount;
  const word = cellOf("direction");
  const direction = directionIn(mapping, word);
  if (direction === null) return { fault: `“${shorten(word)}” does not say whether money went in or out` };
  if (amount.minor < 0) return { fault: `amount “${shorten(cellOf("amount"))}” has a sign besides “${shorten(word)}”` };
  return { minor: direction === "out" ? -amount.minor : amount.minor };
}

/** Deducts a fee that the bank lists separately. */
function withFee(minor: number, mapping: ImportMapping, cell: string): RowAmount {
  if (isEmptyAmount(cell)) return { minor };
  const fee = read("fee", cell, mapping);
  return "minor" in fee ? { minor: minor - Math.abs(fee.minor) } : fee;
}

function read(name: string, cell: string, mapping: ImportMapping): RowAmount {
  const value = readAmount(cell, mapping.decimalMark);
  if (typeof value === "number") return { minor: value };
  const named = name === "amount" || value === "empty" ? "amount" : name;
  return { fault: value === "empty" ? `${named} is empty` : `${named} “${shorten(cell)}” ${FAULTS[value]}` };
}

/** A cell shortened for display in a message. */
export function shorten(cell: string): string {
  return cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}...` : cell;
}

import type { Delimiter } from "~/domain/finance/imports/csv/parse";
import type { DateOrder } from "./csv/dates";
import type { Encoding } from "./csv/decode";
import type { DirectionWords } from "./csv/directions";
import type { Columns, DecimalMark } from "./formats";
import { createHasher } from "./sha256";

/**
 * signed: one column with its sign; split: separate columns for money out and money in; direction: an unsigned amount and a word.
 */
export const SIGN_STYLES = ["signed", "split", "direction"] as const;
export type SignStyle = (typeof SIGN_STYLES)[number];

/**
 * How to read one file, as plain JSON: detected, shown, corrected by the user, and saved per account and header. Rows count from
 * 1 as in a spreadsheet, columns from 0; headerRow 0 means no header. A null date order or decimal mark has not been chosen yet:
 * rows that depend on it are errors until then.
 */
export type ImportMapping = {
  format: string | null;
  encoding: Encoding;
  delimiter: Delimiter;
  headerRow: number;
  firstRow: number;
  columnCount: number;
  /** A row with fewer cells has lost some; up to the column count, cells may be missing at its end. */
  leastCount?: number;
  columns: Columns;
  dateOrder: DateOrder | null;
  decimalMark: DecimalMark | null;
  signStyle: SignStyle;
  /** The file writes money out as positive: the sign of every amount is reversed. */
  flip: boolean;
  /** Whether the balance's sign is reversed, if that differs from the amounts. */
  flipBalance?: boolean | undefined;
  /** The meaning of the direction column's words, if it was detected or set by the user and is not already known. */
  directionWords?: DirectionWords | null;
  /** Columns used as the description of a row whose own is empty, the likeliest first. */
  textColumns?: readonly number[];
  /** Columns without a name that continue the description. */
  moreDescription?: readonly number[];
  /** Amounts in the debit or the credit column are written as negative. */
  negativeDebits: boolean;
  negativeCredits: boolean;
  /** A row without a balance has not posted yet. */
  pendingWithoutBalance: boolean;
  /** The currency named in the header. */
  currency: string | null;
  /** In a file with several accounts, the one to import; null for all rows. */
  onlyAccount: string | null;
};

/** Identifies files with the same layout, so that an account's corrections can be reused: 32 hexadecimal digits. */
export function headerHash(header: readonly string[], columnCount: number): string {
  const names = header.map((cell) => cell.trim().toLowerCase());
  return createHasher()(names.length > 0 ? names.join("\u001f") : `${columnCount} columns without a header`);
}

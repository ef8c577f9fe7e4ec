import type { DecimalMark } from "./amounts";
import type { DateOrder } from "./bank-dates";
import type { Columns } from "./columns";
import type { Encoding } from "./decode";
import type { Delimiter } from "./delimiter";
import { createHasher } from "./sha256";

/** signed: one column with its sign; split: money out and money in; direction: an unsigned amount and a word. */
export const SIGN_STYLES = ["signed", "split", "direction"] as const;
export type SignStyle = (typeof SIGN_STYLES)[number];

/**
 * How to read one file, as plain JSON: recognised, shown, corrected by the user, remembered per account and header.
 * Rows count from 1 as in a spreadsheet, columns from 0; headerRow 0 is a file without header. A null order or mark is
 * still to be asked: rows that depend on it are errors until then.
 */
export type ImportMapping = {
  format: string | null;
  encoding: Encoding;
  delimiter: Delimiter;
  headerRow: number;
  firstRow: number;
  columnCount: number;
  columns: Columns;
  dateOrder: DateOrder | null;
  decimalMark: DecimalMark | null;
  signStyle: SignStyle;
  /** The file writes money out as positive: every amount and balance changes its sign. */
  flip: boolean;
  /** Amounts in the debit column, or in the credit column, are written as negative. */
  negativeDebits: boolean;
  negativeCredits: boolean;
  /** A row without balance has not been booked yet. */
  pendingWithoutBalance: boolean;
  /** The currency that the header names. */
  currency: string | null;
  /** In a file of several accounts: the one to import, null for all rows. */
  onlyAccount: string | null;
};

/** Tells files of one shape from others, so that an account's corrections are found again: 32 hexadecimal digits. */
export function headerHash(header: readonly string[], columnCount: number): string {
  const names = header.map((cell) => cell.trim().toLowerCase());
  return createHasher()(names.length > 0 ? names.join("\u001f") : `${columnCount} columns without a header`);
}

import type { Columns, DecimalMark, KnownFormat } from "~/domain/finance/imports/formats";
import type { ColumnWords } from "./column-words";
import type { DateOrderDecision } from "./dates";
import type { Delimiter } from "./parse";
import type { BalanceProof } from "./running-balance";

/**
 * Where the transactions begin and what the columns mean. `headerRow` is 0 in a file without a header. `sure` is false if the
 * columns are known by content only and more than one reading is possible.
 */
export type Layout = {
  headerRow: number;
  firstRow: number;
  header: readonly string[];
  columns: Columns;
  columnCount: number;
  leastCount: number;
  format: KnownFormat | null;
  sure: boolean;
  /** False if money out and money in have separate columns and nothing shows which is which. */
  sidesKnown: boolean;
  textColumns: readonly number[];
  moreDescription: readonly number[];
  twoValued: readonly number[];
};

/** The user's corrections of the layout; the rest is detected. firstRow matters in a file without a header (headerRow 0). */
export type Correction = {
  delimiter?: Delimiter;
  headerRow?: number;
  firstRow?: number;
  columns?: Columns;
  /** The word for money out, '' if there is none. */
  moneyOut?: string;
  /** A credit account: its balance may be the amount owed. */
  isLiability?: boolean;
};

/** Statistics about the values of one money column. */
export type MoneyTally = {
  negative: number;
  positive: number;
  marks: Record<DecimalMark, number>;
  unclear: string | null;
  /** The first cell with each sign, with its row number and description. */
  examples: { negative: Example | null; positive: Example | null };
};

export type Example = { cell: string; row: number; text: string };

/** Evidence from all values of a file about how to read it. */
export type Evidence = {
  rows: number;
  /** The first row with more columns than the limit, or null. */
  tooWide: number | null;
  dates: DateOrderDecision;
  amount: MoneyTally;
  debit: MoneyTally;
  credit: MoneyTally;
  balance: MoneyTally;
  /** By column: how the words that may show the direction relate to the amounts. */
  words: ReadonlyMap<number, ColumnWords>;
  /** What the balance proves about the amounts as written, and about those next to each word of a column. */
  balanceProof: {
    steps: number;
    /** Whether the dates show which end has the oldest row. */
    ordered: boolean;
    all: BalanceProof;
    of: (column: number, word: string) => BalanceProof;
  };
  accounts: readonly string[];
};

import { type DecimalMark, readBothWays } from "./amounts";
import { type DateOrderDecision, decideDateOrder, withoutTime } from "./bank-dates";
import { columnName } from "./columns";
import type { Layout } from "./layout";
import { type CsvRecord, isBlank, readRecords } from "./records";

export const DIRECTIONS = ["out", "in", "none"] as const;
export type Direction = (typeof DIRECTIONS)[number];

const DIRECTION_WORDS: ReadonlyMap<string, Direction> = new Map([
  ...words("debit,dr,d,db,debet,debito,af,out,withdrawal,soll,s,lastschrift,cargo,uit,-", "out"),
  ...words("credit,cr,c,credito,bij,in,deposit,haben,h,gutschrift,abono,+", "in"),
  ...words("memo", "none"),
]);

const ACCOUNTS_LISTED = 20;

/** How the values of one money column are written. */
export type MoneyTally = {
  negative: number;
  positive: number;
  marks: Record<DecimalMark, number>;
  unclear: string | null;
};

/** What the values of a whole file say about how to read it. */
export type Evidence = {
  rows: number;
  /** The first row with more columns than are read, or null. */
  tooWide: number | null;
  dates: DateOrderDecision;
  amount: MoneyTally;
  debit: MoneyTally;
  credit: MoneyTally;
  balance: MoneyTally;
  /** Rows by what the word and the amount's sign say; unknown words as `other`. */
  directions: { outPositive: number; outNegative: number; in: number; none: number; other: number };
  accounts: readonly string[];
};

/** in, out, or none for a row that moves no money; null for a word that says none of these. */
export function directionOf(word: string): Direction | null {
  return DIRECTION_WORDS.get(columnName(word) || word) ?? null;
}

/** Reads every row once. Memory grows with the number of different dates only. */
export function gatherEvidence(text: string, delimiter: string, layout: Layout): Evidence {
  const { columns } = layout;
  const dates = new Set<string>();
  const accounts = new Set<string>();
  const tallies = { amount: emptyTally(), debit: emptyTally(), credit: emptyTally(), balance: emptyTally() };
  const directions = { outPositive: 0, outNegative: 0, in: 0, none: 0, other: 0 };
  const directionColumn = columns.direction ?? columns.type;
  const cellOf = (record: CsvRecord, column: number | undefined) => (column === undefined ? "" : record.cell(column));
  let rows = 0;
  let tooWide: number | null = null;

  for (const record of readRecords(text, { delimiter, columns: layout.columnCount })) {
    if (record.problem === "too-many-columns") tooWide ??= record.number;
    if (record.number < layout.firstRow || isBlank(record)) continue;
    rows += 1;
    if (record.problem) continue;
    dates.add(withoutTime(cellOf(record, columns.date)));
    if (columns.postedDate !== undefined) dates.add(withoutTime(record.cell(columns.postedDate)));
    if (accounts.size < ACCOUNTS_LISTED && columns.account !== undefined) accounts.add(record.cell(columns.account));
    const amount = tally(tallies.amount, cellOf(record, columns.amount));
    tally(tallies.debit, cellOf(record, columns.debit));
    tally(tallies.credit, cellOf(record, columns.credit));
    tally(tallies.balance, cellOf(record, columns.balance));
    if (directionColumn === undefined) continue;
    const direction = directionOf(record.cell(directionColumn));
    if (direction === "out") directions[amount < 0 ? "outNegative" : "outPositive"] += 1;
    else directions[direction ?? "other"] += 1;
  }
  accounts.delete("");
  return { rows, tooWide, dates: decideDateOrder(dates), ...tallies, directions, accounts: [...accounts] };
}

/** Counts one cell and returns its sign: -1, 0 or 1. */
function tally(tally: MoneyTally, cell: string): number {
  if (cell === "") return 0;
  const { point, comma, proves } = readBothWays(cell);
  const value = typeof point === "number" ? point : comma;
  if (proves) tally.marks[proves] += 1;
  else if (point !== comma) tally.unclear ??= cell;
  if (typeof value !== "number") return 0;
  if (value < 0) tally.negative += 1;
  if (value > 0) tally.positive += 1;
  return Math.sign(value);
}

function emptyTally(): MoneyTally {
  return { negative: 0, positive: 0, marks: { ".": 0, ",": 0 }, unclear: null };
}

function words(names: string, direction: Direction): [string, Direction][] {
  return names.split(",").map((name) => [name, direction]);
}

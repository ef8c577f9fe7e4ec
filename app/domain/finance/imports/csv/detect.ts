import {
  type Columns,
  columnsOf,
  headerCurrency,
  isComplete,
  type KnownFormat,
  knownFormat,
  WELLS_FARGO,
} from "~/domain/finance/imports/formats";
import {
  headerHash,
  type ImportMapping,
  type Question,
  questionsAbout,
  type SignStyle,
} from "~/domain/finance/imports/mapping";
import { type DecimalMark, directionOf, readAmount, readBothWays } from "./amounts";
import { type DateOrderDecision, decideDateOrder, isDateShaped, withoutTime } from "./dates";
import type { DecodedFile, Refusal } from "./decode";
import { type CsvRecord, filledCells, isBlank, MAX_COLUMNS, MAX_ROWS, readRecords } from "./parse";

/** `header` holds the column names for the correction form, empty in a file without header. */
export type DetectedFormat = {
  mapping: ImportMapping;
  /** What the rows themselves prove, so that no saved mapping overrules it. */
  proven: { dateOrder: boolean; decimalMark: boolean };
  header: readonly string[];
  headerHash: string;
  questions: Question[];
};

/**
 * Finds out how to read a decoded file: delimiter, header row, columns, date order, decimal mark and sign style, each
 * from all rows, under what the user corrects. What the file does not prove comes back as a question. A text without
 * columns, with more than 200 of them, without rows or with more than 200,000 comes back as a refusal, a sentence for
 * the user.
 */
export function detectFormat(file: DecodedFile, correction: Correction = {}): DetectedFormat | Refusal {
  const delimiters = correction.delimiter ? [correction.delimiter] : rankDelimiters(file.text);
  const candidates = delimiters.map((delimiter) => {
    const rows = sampleRows(file.text, delimiter);
    const layout = correctedLayout(rows, correction);
    return { delimiter, layout: layout ?? unknownLayout(rows, correction), isFound: layout !== null };
  });
  const chosen = candidates.find((candidate) => candidate.isFound) ?? candidates[0];
  if (!chosen) return { refusal: "The file has no columns: its rows have no comma, semicolon, tab or vertical bar." };

  const { delimiter, layout } = chosen;
  const evidence = gatherEvidence(file.text, delimiter, layout);
  const refusal = refusalFor(evidence);
  if (refusal) return { refusal };
  const mapping: ImportMapping = {
    format: layout.format?.name ?? null,
    encoding: file.encoding,
    delimiter,
    headerRow: layout.headerRow,
    firstRow: layout.firstRow,
    columnCount: layout.columnCount,
    ...signsOf(layout, evidence),
    dateOrder: evidence.dates.order ?? hintedOrder(layout, evidence),
    decimalMark: decimalMark(layout, evidence),
    pendingWithoutBalance: layout.format?.pendingWithoutBalance ?? false,
    currency: currencyOf(layout),
    onlyAccount: null,
  };
  return {
    mapping,
    proven: { dateOrder: evidence.dates.order !== null, decimalMark: markOfRows(evidence) !== null },
    header: layout.header,
    headerHash: headerHash(layout.header, layout.columnCount),
    questions: questionsAbout(mapping, layout, evidence),
  };
}

function refusalFor({ rows, tooWide }: Evidence): string | null {
  if (tooWide !== null) return `Row ${tooWide} has more than ${MAX_COLUMNS} columns.`;
  if (rows === 0) return "The file has no rows below its header.";
  if (rows <= MAX_ROWS) return null;
  return `The file has ${rows.toLocaleString("en-US")} rows; the limit is ${MAX_ROWS.toLocaleString("en-US")}.`;
}

type Signs = Pick<ImportMapping, "columns" | "signStyle" | "flip" | "negativeDebits" | "negativeCredits">;

function signsOf({ columns, format }: Layout, evidence: Evidence): Signs {
  const { amount, debit, credit, directions } = evidence;
  const flip = format?.flip ?? false;
  const split =
    columns.amount === undefined ||
    (columns.debit !== undefined && columns.credit !== undefined && amount.negative === 0);
  const style = (signStyle: SignStyle, direction?: number): Signs => ({
    columns: { ...columns, direction },
    signStyle,
    flip,
    negativeDebits: signStyle === "split" && debit.negative > debit.positive,
    negativeCredits: signStyle === "split" && credit.negative > credit.positive,
  });
  if (split) return style("split");

  const words = directions.outPositive + directions.outNegative + directions.in + directions.none;
  const isDirection = words > 0 && (columns.direction !== undefined || directions.other === 0);
  if (!isDirection) return style("signed");
  const direction = columns.direction ?? columns.type;
  const unsigned = directions.outPositive > directions.outNegative;
  return style(unsigned ? "direction" : "signed", unsigned || directions.none > 0 ? direction : undefined);
}

/** What the known source always writes, unless the rows themselves say otherwise. */
function hintedOrder({ format }: Layout, { dates }: Evidence): ImportMapping["dateOrder"] {
  const hint = format?.dateOrder;
  return hint && dates.choices.includes(hint) ? hint : null;
}

/** Decided by the rows, else by the source; without any separator there is nothing to decide. */
function decimalMark({ format }: Layout, evidence: Evidence): DecimalMark | null {
  const unclear = [evidence.amount, evidence.debit, evidence.credit].some((tally) => tally.unclear !== null);
  return markOfRows(evidence) ?? format?.decimalMark ?? (unclear ? null : ".");
}

function markOfRows({ amount, debit, credit, balance }: Evidence): DecimalMark | null {
  return majority([amount, debit, credit]) ?? majority([balance]);
}

function majority(tallies: readonly MoneyTally[]): DecimalMark | null {
  const points = tallies.reduce((sum, tally) => sum + tally.marks["."], 0);
  const commas = tallies.reduce((sum, tally) => sum + tally.marks[","], 0);
  if (points === commas) return null;
  return points > commas ? "." : ",";
}

function currencyOf({ header, columns }: Layout): string | null {
  const column = columns.amount ?? columns.debit ?? columns.credit;
  return headerCurrency(header[column ?? -1] ?? "");
}

const ACCOUNTS_LISTED = 20;

/** How the values of one money column are written. */
type MoneyTally = {
  negative: number;
  positive: number;
  marks: Record<DecimalMark, number>;
  unclear: string | null;
  /** The first cell of each sign. */
  examples: { negative: string | null; positive: string | null };
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

/** Reads every row once. Memory grows with the number of different dates only. */
function gatherEvidence(text: string, delimiter: string, layout: Layout): Evidence {
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
  if (value < 0) {
    tally.negative += 1;
    tally.examples.negative ??= cell;
  }
  if (value > 0) {
    tally.positive += 1;
    tally.examples.positive ??= cell;
  }
  return Math.sign(value);
}

function emptyTally(): MoneyTally {
  return {
    negative: 0,
    positive: 0,
    marks: { ".": 0, ",": 0 },
    unclear: null,
    examples: { negative: null, positive: null },
  };
}

/** How many rows may stand before the header or the first transaction. */
const PREAMBLE = 20;
const LAYOUT_SAMPLE = 80;

/** `count` is the number of cells with the empty ones at the end, which `cells` leaves off. */
type SampleRow = { number: number; count: number; cells: readonly string[] };

/**
 * Where the transactions begin and what the columns mean. `headerRow` is 0 in a file without header. `sure` is false
 * when the columns are known by their content alone and more than one reading is possible.
 */
export type Layout = {
  headerRow: number;
  firstRow: number;
  header: readonly string[];
  columns: Columns;
  columnCount: number;
  format: KnownFormat | null;
  sure: boolean;
};

/** What the user says of the layout; the rest is found out. firstRow matters in a file without header (headerRow 0). */
export type Correction = { delimiter?: Delimiter; headerRow?: number; firstRow?: number; columns?: Columns };

/** The first rows that hold anything. */
export function sampleRows(text: string, delimiter: string): SampleRow[] {
  const rows: SampleRow[] = [];
  for (const record of readRecords(text, { delimiter })) {
    if (isBlank(record)) continue;
    const cells = Array.from({ length: filledCells(record) }, (_, column) => record.cell(column));
    rows.push({ number: record.number, count: record.count, cells });
    if (rows.length === LAYOUT_SAMPLE) break;
  }
  return rows;
}

/** The layout by a header row of known names within the first 20 rows, else by what the columns hold; or null. */
function findLayout(rows: readonly SampleRow[]): Layout | null {
  const first = rows.slice(0, PREAMBLE);
  const header = first.find((row) => isComplete(columnsOf(row.cells, null)));
  return header ? layoutByHeader(header, rows) : layoutByContent(rows);
}

/** The layout as corrected: by the named header row if one is given, else as found. */
function correctedLayout(rows: readonly SampleRow[], correction: Correction): Layout | null {
  const { headerRow, firstRow, columns } = correction;
  const found = headerRow === undefined ? findLayout(rows) : layoutFrom(rows, headerRow);
  const layout = found ?? (columns ? unknownLayout(rows, correction) : null);
  if (!layout) return null;
  return {
    ...layout,
    firstRow: firstRow ?? layout.firstRow,
    columns: columns ?? layout.columns,
    sure: layout.sure || columns !== undefined,
  };
}

function layoutFrom(rows: readonly SampleRow[], headerRow: number): Layout | null {
  const header = rows.find((row) => row.number === headerRow);
  if (header) return layoutByHeader(header, rows);
  const layout = layoutByContent(rows);
  return layout ? { ...layout, headerRow: 0, header: [] } : null;
}

/** With no format found: the first row as header if no other is named, for the user to say what the columns are. */
function unknownLayout(rows: readonly SampleRow[], { headerRow, firstRow }: Correction): Layout {
  const header = headerRow === 0 ? undefined : (rows.find((row) => row.number === headerRow) ?? rows[0]);
  const cells = header?.cells ?? [];
  return {
    headerRow: header?.number ?? 0,
    firstRow: firstRow ?? (header?.number ?? 0) + 1,
    header: cells,
    columns: {},
    columnCount: Math.max(cells.length, middle(rows.map((row) => row.count))),
    format: null,
    sure: false,
  };
}

function layoutByHeader(header: SampleRow, rows: readonly SampleRow[]): Layout {
  const format = knownFormat(header.cells);
  return {
    headerRow: header.number,
    firstRow: header.number + 1,
    header: header.cells,
    columns: columnsOf(header.cells, format),
    columnCount: Math.max(header.cells.length, middle(after(rows, header.number).map((row) => row.cells.length))),
    format,
    sure: true,
  };
}

function layoutByContent(rows: readonly SampleRow[]): Layout | null {
  const first = rows.slice(0, PREAMBLE).find((row) => row.cells.some(isDateShaped) && row.cells.some(isMoney));
  if (!first) return null;
  const data = after(rows, first.number - 1);
  const columnCount = middle(data.map((row) => row.count));
  const { columns, sure } = columnsByContent(data, columnCount);
  if (!isComplete(columns)) return null;
  const before = rows.findLast((row) => row.number < first.number);
  const header = before && isHeaderOf(before, first) ? before : null;
  const isWellsFargo = !header && columnCount === 5 && data.every((row) => row.cells[2] === "*");
  return {
    headerRow: header?.number ?? 0,
    firstRow: first.number,
    header: header?.cells ?? [],
    columns,
    columnCount,
    format: isWellsFargo ? WELLS_FARGO : null,
    sure,
  };
}

function isHeaderOf(row: SampleRow, data: SampleRow): boolean {
  return (
    row.count >= data.count - 1 &&
    row.cells.every((cell) => cell === "" || (/\p{L}/u.test(cell) && !isDateShaped(cell)))
  );
}

/**
 * Dates, the always-filled money column, the longest text, numbers that few rows have as check numbers; where no money
 * column is always filled but two are at times, money out and in.
 */
function columnsByContent(rows: readonly SampleRow[], count: number): { columns: Columns; sure: boolean } {
  const values = Array.from({ length: count }, (_, column) =>
    rows.map((row) => row.cells[column] ?? "").filter((cell) => cell !== ""),
  );
  const having = (fits: (cells: readonly string[]) => boolean) =>
    values.flatMap((cells, column) => (cells.length > 0 && fits(cells) ? [column] : []));

  const [date, postedDate] = having((cells) => share(cells, isDateShaped) > 0.8 && cells.length > rows.length / 2);
  const money = having((cells) => share(cells, isMoney) > 0.8 && cells.some((cell) => /[-.,()]/.test(cell))).filter(
    (column) => column !== date && column !== postedDate,
  );
  const always = money.filter((column) => (values[column]?.length ?? 0) > 0.9 * rows.length);
  const sometimes = money.filter((column) => !always.includes(column));
  const [checkNumber] = having((cells) => cells.length < rows.length && cells.every((cell) => /^\d{1,8}$/.test(cell)));
  const text = having((cells) => share(cells, (cell) => /\p{L}/u.test(cell)) > 0.5);
  const description = text.toSorted((one, other) => letters(values[other]) - letters(values[one]))[0];

  const others = { date, postedDate, description, checkNumber };
  const [debit, credit] = sometimes;
  if (debit !== undefined && credit !== undefined) {
    return { columns: { ...others, debit, credit, balance: always[0] }, sure: false };
  }
  const [amount, balance] = always.length > 0 ? always : money;
  return { columns: { ...others, amount, balance }, sure: money.length === 1 };
}

function isMoney(cell: string): boolean {
  return typeof readAmount(cell, ".") === "number" || typeof readAmount(cell, ",") === "number";
}

function share(cells: readonly string[], fits: (cell: string) => boolean): number {
  return cells.filter(fits).length / cells.length;
}

function letters(cells: readonly string[] = []): number {
  return cells.join("").length;
}

function after(rows: readonly SampleRow[], number: number): SampleRow[] {
  return rows.filter((row) => row.number > number);
}

/** The median, so that a few broken rows do not count. */
function middle(counts: readonly number[]): number {
  return counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
}

export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const DELIMITER_SAMPLE = 60;
const EXCEL_HINT = /^sep=(.)\s*\r?\n/i;

/**
 * The delimiters that split the first rows, the likeliest first: most rows with one common column count, then the
 * larger count. Empty when none splits the text into columns.
 */
function rankDelimiters(text: string): Delimiter[] {
  const named = DELIMITERS.find((delimiter) => delimiter === EXCEL_HINT.exec(text)?.[1]);
  if (named) return [named];
  const scores = DELIMITERS.map((delimiter) => ({ delimiter, ...consistency(text, delimiter) }));
  return scores
    .filter((score) => score.columns > 1)
    .sort((one, other) => other.share - one.share || other.columns - one.columns)
    .map((score) => score.delimiter);
}

/** The most frequent column count above one, and the share of rows that have it. */
function consistency(text: string, delimiter: Delimiter): { columns: number; share: number } {
  const rowsByCount = new Map<number, number>();
  let rows = 0;
  for (const record of readRecords(text, { delimiter })) {
    if (isBlank(record)) continue;
    rowsByCount.set(record.count, (rowsByCount.get(record.count) ?? 0) + 1);
    rows += 1;
    if (rows === DELIMITER_SAMPLE) break;
  }
  let best = { columns: 1, share: 0 };
  for (const [columns, count] of rowsByCount) {
    if (columns > 1 && count / rows > best.share) best = { columns, share: count / rows };
  }
  return best;
}

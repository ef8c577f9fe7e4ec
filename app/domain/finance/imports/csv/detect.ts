import {
  columnsOf,
  type DecimalMark,
  headerCurrency,
  isComplete,
  knownFormat,
  WELLS_FARGO,
} from "~/domain/finance/imports/formats";
import { headerHash, type ImportMapping } from "~/domain/finance/imports/mapping";
import { type Question, questionsAbout } from "~/domain/finance/imports/questions";
import { readWithEachMark } from "./amounts";
import { createColumnWords } from "./column-words";
import { anyAmount, findColumns } from "./columns";
import { decideDateOrder, isDateShaped, withoutTime } from "./dates";
import type { DecodedFile, Refusal } from "./decode";
import type { Correction, Evidence, Example, Layout, MoneyTally } from "./layout";
import {
  type CsvRecord,
  DELIMITERS,
  type Delimiter,
  filledCells,
  isBlank,
  MAX_COLUMNS,
  MAX_ROWS,
  readRecords,
} from "./parse";
import { createBalanceEvidence } from "./running-balance";
import { signsOf } from "./signs";

/** `header` holds the column names for the correction form; empty for a file without a header. */
export type DetectedFormat = {
  mapping: ImportMapping;
  /** Proven by the rows themselves, so that no saved mapping overrides it. */
  proven: { dateOrder: boolean; decimalMark: boolean; signs: boolean };
  header: readonly string[];
  headerHash: string;
  questions: Question[];
  /** The accounts named in the file's rows. */
  accounts: readonly string[];
};

/**
 * Detects how to read a decoded file: delimiter, header row, columns, date order, decimal mark and sign style, from all rows and
 * the user's corrections. Anything the file does not prove is returned as a question. Text without columns, with more than 200 of
 * them, without rows or with more than 200,000 gives a refusal, a message for the user.
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
  const { proven, question, ...signs } = signsOf(layout, evidence, correction);
  const mapping: ImportMapping = {
    format: layout.format?.name ?? null,
    encoding: file.encoding,
    delimiter,
    headerRow: layout.headerRow,
    firstRow: layout.firstRow,
    columnCount: layout.columnCount,
    leastCount: layout.leastCount,
    ...signs,
    textColumns: layout.textColumns.filter((column) => column !== signs.columns.direction),
    moreDescription: layout.moreDescription.filter((column) => column !== signs.columns.direction),
    dateOrder: evidence.dates.order ?? hintedOrder(layout, evidence),
    decimalMark: decimalMark(layout, evidence),
    pendingWithoutBalance: layout.format?.pendingWithoutBalance ?? false,
    currency: currencyOf(layout),
    onlyAccount: null,
  };
  return {
    mapping,
    proven: { dateOrder: evidence.dates.order !== null, decimalMark: markOfRows(evidence) !== null, signs: proven },
    header: layout.header,
    headerHash: headerHash(layout.header, layout.columnCount),
    questions: questionsAbout(mapping, { layout, evidence, signs: question }),
    accounts: evidence.accounts,
  };
}

function refusalFor({ rows, tooWide }: Evidence): string | null {
  if (tooWide !== null) return `Row ${tooWide} has more than ${MAX_COLUMNS} columns.`;
  if (rows === 0) return "The file has no rows below its header.";
  if (rows <= MAX_ROWS) return null;
  return `The file has ${rows.toLocaleString("en-US")} rows; the limit is ${MAX_ROWS.toLocaleString("en-US")}.`;
}

/** The order the known source always uses, unless the rows themselves contradict it. */
function hintedOrder({ format }: Layout, { dates }: Evidence): ImportMapping["dateOrder"] {
  const hint = format?.dateOrder;
  return hint && dates.choices.includes(hint) ? hint : null;
}

/** Decided by the rows, else by the source; if no separator occurs there is nothing to decide. */
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

/** Reads every row once. Memory grows only with the number of distinct dates. */
function gatherEvidence(text: string, delimiter: string, layout: Layout): Evidence {
  const { columns } = layout;
  const dates = new Set<string>();
  const accounts = new Set<string>();
  const tallies = { amount: emptyTally(), debit: emptyTally(), credit: emptyTally(), balance: emptyTally() };
  const balances = createBalanceEvidence();
  const isSplit = columns.amount === undefined;
  const wordColumns = [...new Set([columns.direction, columns.type, ...layout.twoValued])]
    .filter((column) => column !== undefined)
    .map((column) => ({ column, words: createColumnWords() }));
  const cellOf = (record: CsvRecord, column: number | undefined) => (column === undefined ? "" : record.cell(column));
  let rows = 0;
  let tooWide: number | null = null;

  for (const record of readRecords(text, { delimiter, columns: layout.columnCount })) {
    if (record.problem === "too-many-columns") tooWide ??= record.number;
    if (record.number < layout.firstRow || isBlank(record)) continue;
    rows += 1;
    if (record.problem || !fits(record, layout)) continue;
    dates.add(withoutTime(cellOf(record, columns.date)));
    if (columns.postedDate !== undefined) dates.add(withoutTime(record.cell(columns.postedDate)));
    if (accounts.size < ACCOUNTS_LISTED && columns.account !== undefined) accounts.add(record.cell(columns.account));
    const example = () => ({ row: record.number, text: cellOf(record, columns.description ?? columns.payee) });
    const amount = tally(tallies.amount, cellOf(record, columns.amount), example);
    const debit = tally(tallies.debit, cellOf(record, columns.debit), example);
    const credit = tally(tallies.credit, cellOf(record, columns.credit), example);
    const balance = tally(tallies.balance, cellOf(record, columns.balance), example);
    const seen: string[] = [];
    const hasMoney = (amount ?? debit ?? credit) !== null;
    for (const { column, words } of hasMoney ? wordColumns : []) {
      const word = words.add(record.cell(column), Math.sign(amount ?? 0));
      if (word !== null) seen.push(`${column}:${word}`);
    }
    if (columns.balance === undefined) continue;
    const moved = isSplit ? Math.abs(credit ?? 0) - Math.abs(debit ?? 0) : amount;
    balances.add(moved, balance, { words: seen, day: cellOf(record, columns.date) });
  }
  accounts.delete("");
  const decided = decideDateOrder(dates);
  return {
    ...{ rows, tooWide, dates: decided, ...tallies, accounts: [...accounts] },
    words: new Map(wordColumns.map(({ column, words }) => [column, words])),
    balanceProof: {
      steps: balances.steps(),
      ordered: balances.isOrdered(decided.order),
      all: balances.proof(decided.order),
      of: (column, word) => balances.proofOf(`${column}:${word}`, decided.order),
    },
  };
}

/** Rows with fewer or more cells than the file's may have any content in any column. */
function fits(record: CsvRecord, { columnCount, leastCount }: Layout): boolean {
  return record.count >= Math.min(leastCount, columnCount) && filledCells(record) <= columnCount;
}

/** Counts one cell and returns its minor units with whichever mark reads it, null if it is not a number. */
function tally(tally: MoneyTally, cell: string, example: () => Omit<Example, "cell">): number | null {
  if (cell === "") return null;
  const { point, comma, proves } = readWithEachMark(cell);
  const value = typeof point === "number" ? point : comma;
  if (proves) tally.marks[proves] += 1;
  else if (point !== comma) tally.unclear ??= cell;
  if (typeof value !== "number") return null;
  if (value < 0) {
    tally.negative += 1;
    tally.examples.negative ??= { cell, ...example() };
  }
  if (value > 0) {
    tally.positive += 1;
    tally.examples.positive ??= { cell, ...example() };
  }
  return value;
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

/** The maximum number of rows before the header or the first transaction. */
const PREAMBLE = 20;
const LAYOUT_SAMPLE = 150;

/** `count` includes empty cells at the end of the row, which `cells` omits. */
type SampleRow = { number: number; count: number; cells: readonly string[] };

/** The number of characters of a cell used to detect what its column holds. */
const SAMPLE_CELL = 2_000;

/** The first rows that are not empty. */
export function sampleRows(text: string, delimiter: string): SampleRow[] {
  const rows: SampleRow[] = [];
  for (const record of readRecords(text, { delimiter })) {
    if (isBlank(record)) continue;
    const cells = Array.from({ length: filledCells(record) }, (_, column) => record.cell(column).slice(0, SAMPLE_CELL));
    rows.push({ number: record.number, count: record.count, cells });
    if (rows.length === LAYOUT_SAMPLE) break;
  }
  return rows;
}

/**
 * Finds the layout by a header row with known names within the first 20 rows, else by one with likely names above a transaction,
 * else by the columns' content; null if nothing works.
 */
function findLayout(rows: readonly SampleRow[]): Layout | null {
  const first = rows.slice(0, PREAMBLE);
  const header =
    first.find((row) => isComplete(columnsOf(row.cells, null))) ??
    first.find((row, at) => isLikelyHeader(row, rows[at + 1]));
  return header ? layoutByHeader(header, rows) : layoutByContent(rows);
}

/** The layout as corrected: by the given header row, else as detected. */
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
    textColumns: layout.textColumns.filter((column) => !Object.values(columns ?? {}).includes(column)),
    moreDescription: columns ? [] : layout.moreDescription,
  };
}

function layoutFrom(rows: readonly SampleRow[], headerRow: number): Layout | null {
  const header = rows.find((row) => row.number === headerRow);
  if (header) return layoutByHeader(header, rows);
  const layout = layoutByContent(rows);
  return layout ? { ...layout, headerRow: 0, header: [] } : null;
}

/** If no format is found: the first row as header unless another is given, and the user assigns the columns. */
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
    ...{ sidesKnown: true, textColumns: [], moreDescription: [], twoValued: [], leastCount: cells.length },
  };
}

function layoutByHeader(header: SampleRow, rows: readonly SampleRow[]): Layout {
  const format = knownFormat(header.cells);
  const data = after(rows, header.number);
  const width = middle(data.map((row) => row.cells.length));
  const columnCount = Math.max(header.cells.length, width);
  const found = findColumns(columnsOf(header.cells, format, true), {
    header: header.cells,
    rows: regular(data, columnCount),
    count: columnCount,
  });
  return {
    headerRow: header.number,
    firstRow: header.number + 1,
    header: header.cells,
    columnCount,
    leastCount: leastCount(data, columnCount),
    format,
    ...found,
    // If most rows are wider than the header, its names may not align with their columns.
    sure: found.sure && width <= header.count,
  };
}

/** At least this share of rows must end early; otherwise a cell was lost. */
const OFTEN = 0.2;

/** The minimum number of cells in a row: cells at the end may be missing if they often are, or once if they are never filled. */
function leastCount(rows: readonly SampleRow[], columnCount: number): number {
  const short = rows.filter((row) => row.count < columnCount);
  const least = Math.min(columnCount, ...short.map((row) => row.count));
  const isFilled = rows.some((row) => row.count === columnCount && row.cells.length > least);
  const isOften = short.length > OFTEN * rows.length && (short.length > 1 || !isFilled);
  return isOften ? least : columnCount;
}

/** Rows with as many cells as the file has columns, since others may have any content anywhere; all rows if there are none. */
function regular(rows: readonly SampleRow[], columnCount: number): (readonly string[])[] {
  const some = rows.filter((row) => row.count >= columnCount && row.cells.length <= columnCount);
  const chosen = some.length > 0 ? some : rows;
  const usual = middle(chosen.map(filled));
  // A line with a total is not a transaction.
  return chosen.filter((row) => filled(row) > usual / 2).map((row) => row.cells);
}

function filled({ cells }: SampleRow): number {
  return cells.filter((cell) => cell !== "").length;
}

function layoutByContent(rows: readonly SampleRow[]): Layout | null {
  const first = rows.slice(0, PREAMBLE + 1).find((row) => row.cells.some(isDateShaped) && row.cells.some(isMoney));
  if (!first) return null;
  const header = rows.findLast((row) => row.number < first.number && isHeaderOf(row, first)) ?? null;
  const columnCount = Math.max(
    middle(after(rows, first.number - 1).map((row) => row.count)),
    header?.cells.length ?? 0,
  );
  // A row above the first one that could be a transaction must be read, or shown, as well.
  const firstRow = header
    ? header.number + 1
    : (rows.find((row) => row.number < first.number && row.count >= columnCount - 1 && mayBeOne(row)) ?? first).number;
  const data = after(rows, firstRow - 1);
  const cells = header?.cells ?? [];
  const found = findColumns(columnsOf(cells, null, true), {
    header: cells,
    rows: regular(data, columnCount),
    count: columnCount,
  });
  if (!isComplete(found.columns)) return null;
  const isWellsFargo = !header && columnCount === 5 && data.every((row) => row.cells[2] === "*");
  return {
    headerRow: header?.number ?? 0,
    firstRow,
    header: cells,
    columnCount,
    leastCount: leastCount(data, columnCount),
    format: isWellsFargo ? WELLS_FARGO : null,
    ...found,
  };
}

function isLikelyHeader(row: SampleRow, next: SampleRow | undefined): boolean {
  if (!next || mayBeOne(row) || !isComplete(columnsOf(row.cells, null, true))) return false;
  return next.cells.some(isDateShaped) && next.cells.some(isMoney) && next.count >= row.cells.length;
}

function isHeaderOf(row: SampleRow, data: SampleRow): boolean {
  return (
    row.count >= data.count - 1 &&
    row.cells.every((cell) => cell === "" || (/\p{L}/u.test(cell) && !isDateShaped(cell)))
  );
}

function mayBeOne({ cells }: SampleRow): boolean {
  return cells.some(isMoney) || cells.some(isDateShaped);
}

function isMoney(cell: string): boolean {
  return anyAmount(cell) !== null;
}

function after(rows: readonly SampleRow[], number: number): SampleRow[] {
  return rows.filter((row) => row.number > number);
}

/** The median, so that a few broken rows do not matter; the lower of two. */
function middle(counts: readonly number[]): number {
  return counts.toSorted((one, other) => one - other)[Math.floor((counts.length - 1) / 2)] ?? 0;
}

const DELIMITER_SAMPLE = 60;
const EXCEL_HINT = /^sep=(.)\s*\r?\n/i;

/**
 * The delimiters that split the first rows, the likeliest first: most rows with the same column count, then the larger count.
 * Empty if none splits the text into columns.
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

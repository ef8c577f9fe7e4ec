import { readAmount } from "./amounts";
import { isDateShaped } from "./bank-dates";
import { type Columns, isComplete } from "./columns";
import type { Delimiter } from "./delimiter";
import { columnsOf, type KnownFormat, knownFormat, WELLS_FARGO } from "./formats";
import { filledCells, isBlank, readRecords } from "./records";

/** How many rows may stand before the header or the first transaction. */
const PREAMBLE = 20;
const SAMPLE = 80;

/** `count` is the number of cells with the empty ones at the end, which `cells` leaves off. */
export type SampleRow = { number: number; count: number; cells: readonly string[] };

/**
 * Where the transactions begin and what the columns mean. `headerRow` is 0 in a file without header. `sure` is false
 * when the columns were told by their content alone and more than one reading is possible.
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
    if (rows.length === SAMPLE) break;
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
export function correctedLayout(rows: readonly SampleRow[], correction: Correction): Layout | null {
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

/** With nothing recognised: the first row as header if no other is named, for the user to say what the columns are. */
export function unknownLayout(rows: readonly SampleRow[], { headerRow, firstRow }: Correction): Layout {
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

/** The median: what most rows have, whatever a few broken ones look like. */
function middle(counts: readonly number[]): number {
  return counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
}

export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export const MAX_ROWS = 200_000;
export const MAX_COLUMNS = 200;
const MAX_RECORD = 20_000;
const MAX_BROKEN_CELL = 5_000;

const RECORD_PROBLEMS = ["unclosed-quote", "too-many-columns", "too-long"] as const;
export type RecordProblem = (typeof RECORD_PROBLEMS)[number];

/** `columns` is the number of cells in a row, if known: it distinguishes a cell with line breaks from an unclosed quote. */
type RecordShape = { delimiter: string; columns?: number };

/**
 * One row of the file, numbered as in a spreadsheet: from 1, counting header, preamble and blank lines. `cell` returns the
 * trimmed text, '' beyond the end. `start` and `end` delimit the row's text.
 */
export type CsvRecord = {
  number: number;
  count: number;
  start: number;
  end: number;
  problem: RecordProblem | null;
  cell: (column: number) => string;
};

const QUOTE = 34;
const LF = 10;
const CR = 13;
const SPACE = 32;
const BACKSLASH = 92;

/**
 * Reads CSV text row by row. The same record object is yielded each time, so that a large file needs no extra memory. A quote
 * that is never closed invalidates only its own row, marked 'unclosed-quote', and reading continues with the next line: Papaparse
 * and similar libraries treat everything up to the next quote, or the whole rest, as one cell.
 */
export function* readRecords(text: string, shape: RecordShape): Generator<CsvRecord> {
  const newline = text.includes("\n") ? LF : CR;
  const escapes = hasEscapedQuotes(text);
  const breakText = String.fromCharCode(newline);
  const delimiter = shape.delimiter.charCodeAt(0);
  const starts: number[] = [];
  const ends: number[] = [];
  const record: CsvRecord = {
    number: 0,
    count: 0,
    start: 0,
    end: 0,
    problem: null,
    cell: (column) => (column < record.count ? textAt(column) : ""),
  };

  function textAt(column: number): string {
    const start = starts[column] ?? 0;
    const cell = text.slice(start, ends[column] ?? 0).trim();
    if (text.charCodeAt(start - 1) !== QUOTE) return cell;
    if (escapes && cell.includes('\\"')) return cell.replaceAll('\\"', '"');
    return cell.includes('""') ? cell.replaceAll('""', '"') : cell;
  }

  let lineEnd = -1;
  let at = 0;
  while (at < text.length) {
    record.number += 1;
    record.start = at;
    at = readOne(at);
    yield record;
  }

  function readOne(from: number): number {
    record.count = 0;
    record.problem = null;
    let broken = false;
    let next = from;
    for (;;) {
      const opening = skipSpaces(next);
      if (text.charCodeAt(opening) === QUOTE) {
        const closing = closingQuote(opening + 1);
        if (closing === -1) return giveUp("unclosed-quote", opening);
        broken ||= endOfLine(opening) < closing;
        addCell(opening + 1, closing);
        next = skipSpaces(closing + 1);
      } else {
        const end = endOfPlainCell(next);
        addCell(next, end);
        next = end;
      }
      if (record.count > MAX_COLUMNS) return giveUp("too-many-columns", next);
      if (text.charCodeAt(next) !== delimiter) break;
      next += 1;
    }
    if (broken && swallowedLines(from, next)) return giveUp("unclosed-quote", from);
    if (next - from > MAX_RECORD) return giveUp("too-long", next);
    return finish(next);
  }

  function addCell(start: number, end: number): void {
    starts[record.count] = start;
    ends[record.count] = end;
    record.count += 1;
  }

  function endOfPlainCell(from: number): number {
    let end = from;
    while (end < text.length) {
      const code = text.charCodeAt(end);
      if (code === delimiter || code === newline) break;
      end += 1;
    }
    return end;
  }

  /** The quote that ends the cell, or -1. A stray quote inside a cell is text (12" pipe), unless the cell already spans lines. */
  function closingQuote(from: number): number {
    const ownLineEnd = endOfLine(from);
    let at = from;
    for (;;) {
      const quote = text.indexOf('"', at);
      // The search stops at the maximum length of a row.
      const longest = quote > ownLineEnd ? MAX_BROKEN_CELL : MAX_RECORD;
      if (quote === -1 || quote - from > longest) return -1;
      if (escapes && text.charCodeAt(quote - 1) === BACKSLASH && quote > from) {
        at = quote + 1;
        continue;
      }
      if (text.charCodeAt(quote + 1) === QUOTE) {
        at = quote + 2;
        continue;
      }
      const after = skipSpaces(quote + 1);
      const code = text.charCodeAt(after);
      if (after >= text.length || code === delimiter || code === newline) return quote;
      if (quote > ownLineEnd) return -1;
      at = quote + 1;
    }
  }

  /** A multi-line row is accepted only if its cell count is right and its first and last lines are not rows themselves. */
  function swallowedLines(from: number, to: number): boolean {
    if (shape.columns === undefined) return false;
    if (record.count < shape.columns || filledCells(record) > shape.columns) return true;
    const lines = text.slice(from, to).split(breakText);
    const isRow = (line: string | undefined) => line?.split(shape.delimiter).length === shape.columns;
    return isRow(lines[0]) && isRow(lines.at(-1));
  }

  function endOfLine(from: number): number {
    if (lineEnd < from) lineEnd = text.indexOf(breakText, from);
    if (lineEnd === -1) lineEnd = text.length;
    return lineEnd;
  }

  function skipSpaces(from: number): number {
    let at = from;
    while (text.charCodeAt(at) === SPACE || (text.charCodeAt(at) === CR && newline === LF)) at += 1;
    return at;
  }

  function giveUp(problem: RecordProblem, where: number): number {
    record.problem = problem;
    return finish(endOfLine(where));
  }

  function finish(end: number): number {
    record.end = newline === LF && text.charCodeAt(end - 1) === CR ? end - 1 : end;
    return end + 1;
  }
}

/** True if every cell of the row is empty. */
export function isBlank(record: CsvRecord): boolean {
  for (let column = 0; column < record.count; column += 1) if (record.cell(column) !== "") return false;
  return record.problem === null;
}

/** The number of cells up to the last filled one: many banks end each row with an extra delimiter. */
export function filledCells(record: CsvRecord): number {
  let count = record.count;
  while (count > 0 && record.cell(count - 1) === "") count -= 1;
  return count;
}

/**
 * Whether the file escapes quotes with a backslash instead of doubling them: such a quote is followed by more text of the cell.
 */
function hasEscapedQuotes(text: string): boolean {
  return text.includes('\\"') && /\\"[^",;|\s]/.test(text);
}

import { columnName } from "~/domain/finance/imports/formats";
import type { ImportMapping } from "~/domain/finance/imports/mapping";
import { KEY_COLUMN } from "~/domain/finance/imports/statements/statement-csv";
import { decimalText } from "~/domain/shared/money";
import { type CellOf, isEmptyAmount, readAmount, rowAmount, shorten } from "./amounts";
import { isDateShaped, readBankDate, withoutTime } from "./dates";
import { type CsvRecord, filledCells, isBlank, type RecordProblem, readRecords } from "./parse";
import { alignedCells } from "./row-width";
import { createDayOrder } from "./running-balance";
import { isBalanceText, isTotalText, isTurnoverText, opensWithBalances, summaryPlaces } from "./summary-rows";

type RowOutcome = ImportRow | RowError | SkippedRow;

/** Every non-empty row below the header is in exactly one of rows, errors and skipped. */
export type ReadRows = {
  rows: ImportRow[];
  errors: RowError[];
  skipped: SkippedRow[];
  /** Messages about balances and totals that do not add up; they do not block the import. */
  warnings: string[];
};

/**
 * Reads a decoded file with a mapping, one row at a time, so that a caller that passes rows on in batches keeps only the text in
 * memory. If the account's currency is given, rows in another one are skipped with that reason. Blank rows yield nothing.
 */
function* readOutcomes(text: string, mapping: ImportMapping, accountCurrency?: string): Generator<RowOutcome> {
  const source: RowSource = { mapping, accountCurrency, dates: new Map(), types: new Map() };
  for (const record of readRecords(text, { delimiter: mapping.delimiter, columns: mapping.columnCount })) {
    if (record.number >= mapping.firstRow && !isBlank(record)) yield readRow(record, source);
  }
}

/** Collects `readOutcomes` by kind and checks balances and totals. */
export function readRows(text: string, mapping: ImportMapping, accountCurrency?: string): ReadRows {
  const result: ReadRows = { rows: [], errors: [], skipped: [], warnings: [] };
  const balances = createBalanceCheck();
  let undescribed = 0;
  /** The row above, if it is a transaction or the continuation of one. */
  let above: ImportRow | null = null;
  for (const outcome of readOutcomes(text, mapping, accountCurrency)) {
    if ("message" in outcome) {
      result.errors.push(outcome);
      balances.interrupt();
      above = null;
    } else if ("reason" in outcome) {
      const continuation: string | undefined = above === null ? undefined : outcome.text;
      if (above !== null && continuation !== undefined) {
        if (above.description === NO_DESCRIPTION) undescribed -= 1;
        above.description = joined(above.description, continuation);
      } else above = null;
      result.skipped.push({ row: outcome.row, reason: continuation === undefined ? outcome.reason : A_CONTINUATION });
    } else {
      above = outcome;
      result.rows.push(outcome);
      balances.add(outcome);
      if (outcome.description === NO_DESCRIPTION) undescribed += 1;
    }
  }
  if (mapping.format === null) leaveOutSummaries(result, mapping);
  const rows = result.rows.length;
  result.warnings = [
    ...balances.warnings(),
    ...checkSummary(text, mapping, result),
    ...(undescribed > rows * UNDESCRIBED ? [`${undescribed} of ${rows} transactions have no description.`] : []),
    ...foreignRows(result, accountCurrency),
  ];
  return result;
}

/**
 * One transaction of a file. `row` is its number as in a spreadsheet; `amountMinor` and `balanceMinor` are cents from the account
 * holder's side (in +, out -).
 */
export type ImportRow = {
  row: number;
  date: string;
  amountMinor: number;
  description: string;
  merchantName: string | undefined;
  memo: string | undefined;
  type: string | undefined;
  bankId: string | undefined;
  checkNumber: string | undefined;
  /** Identifies the row instead of its description. */
  keyText: string | undefined;
  balanceMinor: number | undefined;
  currency: string | undefined;
  pending: boolean;
};
/** `message` is complete and names the row: Row 17: amount '12,3.4' is not a number */
type RowError = { row: number; message: string };
/** `text` is the row's only content, from the description column. */
type SkippedRow = { row: number; reason: string; text?: string };

/** How to read the text, the account's own currency if known, and the dates read so far. */
type RowSource = {
  mapping: ImportMapping;
  accountCurrency: string | undefined;
  dates: Map<string, string | null>;
  /** The types read so far: a bank has few, so 200,000 rows share them instead of holding copies. */
  types: Map<string, string>;
};

const PROBLEMS: Record<RecordProblem, string> = {
  "unclosed-quote": "an opening quote is never closed",
  "too-many-columns": "too many columns",
  "too-long": "the row is too long",
};
const MAX_TEXT = 500;
/** If at least this share of rows has no description, something is wrong with the file. */
const UNDESCRIBED = 0.2;
const NO_DESCRIPTION = "(no description)";
const ORDER_NAMES = { ymd: "year, month, day", mdy: "month, day, year", dmy: "day, month, year" } as const;
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["€", "EUR"],
  ["£", "GBP"],
]);
const PENDING = new Set(
  "pending|processing|authorised|authorized|vorgemerkt|umsatz vorgemerkt|en attente|pendiente|in behandeling|gereserveerd".split(
    "|",
  ),
);
const NEVER_POSTED = new Set(
  "reverted|declined|failed|cancelled|canceled|denied|void|voided|expired|rejected|abgelehnt|refuse|rechazado|geweigerd".split(
    "|",
  ),
);

/** Reads one non-empty row: a transaction, an error, or a row skipped for a stated reason. */
function readRow(record: CsvRecord, source: RowSource): ImportRow | RowError | SkippedRow {
  const { mapping } = source;
  const row = record.number;
  const error = (what: string): RowError => ({ row, message: `Row ${row}: ${what}` });
  const skip = (reason: string): SkippedRow => ({ row, reason });

  if (record.problem) return error(PROBLEMS[record.problem]);
  const text = lonelyText(record, mapping);
  if (text !== null) return { ...skip("no date and no amount"), text };
  const cells = alignedCells(record, mapping);
  if (cells === "no-transaction") return skip("no date and no amount");
  if (cells === "unclear") {
    if (hasCell(record, isBalanceText)) return skip(A_BALANCE);
    const width = Math.max(filledCells(record), Math.min(record.count, mapping.columnCount));
    return error(`${width} ${width === 1 ? "column" : "columns"} where ${mapping.columnCount} are expected`);
  }
  const cellOf: CellOf = (role) => {
    const column = mapping.columns[role];
    return column === undefined ? "" : cells(column);
  };
  const status = columnName(cellOf("status"));
  const currency = currencyOf(cellOf("currency"), mapping);
  const elsewhere = reasonToSkip({ cellOf, status, currency, source });
  if (elsewhere) return skip(elsewhere);

  const dateCell = cellOf("date") || cellOf("postedDate");
  const date = cachedDate(dateCell, source);
  if (date === null && PENDING.has(columnName(dateCell))) return skip("pending, without a date yet");
  const hasAmount = [cellOf("amount"), cellOf("debit"), cellOf("credit")].some((cell) => !isEmptyAmount(cell));
  const texts = textsOf(cellOf, cells, mapping);
  if (!hasAmount && dateCell === "") return skip("no date and no amount");
  const summary = summaryOf(record, { hasAmount, date, text: texts, format: mapping.format });
  if (summary) return skip(summary);
  if (date === null && !hasAmount && !/\d/.test(dateCell) && filledCells(record) <= 2)
    return skip("no date and no amount");
  if (date === null) return error(dateFault(dateCell, mapping));

  const amount = rowAmount(mapping, cellOf);
  if ("fault" in amount) return error(amount.fault);
  if ("reason" in amount) return skip(amount.reason);
  if (amount.minor === 0) return skip("the amount is zero");

  const balance = readAmount(cellOf("balance"), mapping.decimalMark);
  return {
    row,
    date,
    amountMinor: amount.minor,
    // Listed individually: a spread would make every row half as large again.
    description: texts.description,
    merchantName: texts.merchantName,
    memo: texts.memo,
    type: texts.type && sharedType(texts.type, source),
    bankId:
      ownCopy(
        cellOf("bankId")
          .replace(/^'+|'+$/g, "")
          .trim(),
      ) || undefined,
    checkNumber: ownCopy(cellOf("checkNumber")) || undefined,
    keyText: (mapping.format === "CAMT" && cleaned(cells(KEY_COLUMN))) || undefined,
    balanceMinor: typeof balance === "number" ? withSign(balance, mapping) : undefined,
    currency,
    pending: PENDING.has(status) || (mapping.pendingWithoutBalance && isEmptyAmount(cellOf("balance"))),
  };
}

/**
 * The text of a row that is empty except for its description: below a transaction, it continues that one's description. In the
 * first column it may just as well be a heading or a note, and text about a balance or a total refers to other rows.
 */
function lonelyText(record: CsvRecord, { columns: { description: at } }: ImportMapping): string | null {
  if (at === undefined || at === 0) return null;
  for (let column = 0; column < record.count; column += 1) {
    if (column !== at && record.cell(column).trim() !== "") return null;
  }
  const text = describing(cleaned(record.cell(at)));
  if (text === "" || /balance|saldo|kontostand|solde/i.test(text)) return null;
  return isBalanceText(text) || isTotalText(text) || isTurnoverText(text) ? null : text;
}

const A_CONTINUATION = "continues the description of the row above";

const joined = (first: string, second: string) =>
  first === NO_DESCRIPTION ? second : ownCopy(`${first} ${second}`.slice(0, MAX_TEXT));

type Facts = { cellOf: CellOf; status: string; currency: string | undefined; source: RowSource };

/** Why a row is not a posted transaction of this account. */
function reasonToSkip({ cellOf, status, currency, source }: Facts): string | null {
  const { mapping, accountCurrency } = source;
  if (NEVER_POSTED.has(status)) return `${shorten(cellOf("status"))}: never posted`;
  if (mapping.onlyAccount !== null && cellOf("account") !== mapping.onlyAccount) {
    return `belongs to another account: ${shorten(cellOf("account"))}`;
  }
  if (accountCurrency && currency && currency !== accountCurrency) {
    return `in ${currency}, the account is in ${accountCurrency}`;
  }
  return null;
}

/** `isOwn`: the description is from its own column, or the payee's or the memo's. */
type RowTexts = { description: string; isOwn: boolean; merchantName?: string; memo?: string; type?: string };

/** The row's own description, else text from other columns, the likeliest first. */
function textsOf(cellOf: CellOf, cells: (column: number) => string, mapping: ImportMapping): RowTexts {
  const { textColumns = [], moreDescription = [] } = mapping;
  const [payee, memo, type] = [cleaned(cellOf("payee")), cleaned(cellOf("memo")), cleaned(cellOf("type"))];
  const whole = [cellOf("description"), ...moreDescription.map(cells)].filter(Boolean).join(" ");
  const own = describing(cleaned(whole)) || describing(payee) || describing(memo);
  return {
    isOwn: own !== "",
    description:
      own || otherText(cells, textColumns) || type || cleaned(cellOf("description")) || payee || NO_DESCRIPTION,
    merchantName: payee || undefined,
    memo: memo || undefined,
    type: type || undefined,
  };
}

/** Punctuation alone, such as '-' or '*', is not a description. */
function describing(text: string): string {
  return /[\p{L}\p{N}]/u.test(text) ? text : "";
}

function otherText(cells: (column: number) => string, textColumns: readonly number[]): string {
  for (const column of textColumns) {
    const text = cleaned(cells(column));
    if (/\p{L}/u.test(text)) return text;
  }
  return "";
}

type RowFacts = { hasAmount: boolean; date: string | null; text: RowTexts; format: string | null };

const A_BALANCE = "a balance, not a transaction";
const A_TOTAL = "a total, not a transaction";

/** Why a row only summarizes others: an opening or closing balance, or a total. */
function summaryOf(record: CsvRecord, { hasAmount, date, text, format }: RowFacts): string | null {
  const { description } = text;
  if (!hasAmount && /balance|saldo|kontostand|solde/i.test(description)) return A_BALANCE;
  // In exports of known apps, 'Starting Balance' is an entry.
  if (date !== null && format !== null) return null;
  if (isBalanceText(description)) return A_BALANCE;
  if (isTurnoverText(description)) return A_TOTAL;
  if (date !== null) return text.isOwn || !hasCell(record, isBalanceText) ? null : A_BALANCE;
  if (hasCell(record, isBalanceText)) return A_BALANCE;
  return hasCell(record, isTotalText) ? A_TOTAL : null;
}

function hasCell(record: CsvRecord, fits: (cell: string) => boolean): boolean {
  for (let column = 0; column < record.count; column += 1) if (fits(record.cell(column))) return true;
  return false;
}

/**
 * Removes opening and closing balances and turnovers that have no telltale text: the rows in between lead from one to the other.
 */
function leaveOutSummaries({ rows, skipped }: ReadRows, { columns }: ImportMapping): void {
  const hasBalance = columns.balance !== undefined;
  const found = () => summaryPlaces(rows.map(({ amountMinor }) => amountMinor));
  const places = hasBalance ? (opensWithBalances(rows) ? [0] : []) : found();
  for (const place of places.toReversed()) {
    const [row] = rows.splice(place, 1);
    if (row) skipped.push({ row: row.row, reason: A_BALANCE });
  }
}

/** If no row is in the account's currency, the file belongs to another account. */
function foreignRows({ rows, skipped }: ReadRows, accountCurrency: string | undefined): string[] {
  const foreign = skipped.filter(({ reason }) => reason.endsWith(`, the account is in ${accountCurrency}`)).length;
  if (!accountCurrency || foreign === 0 || rows.length > 0) return [];
  return [`None of the ${foreign} rows is in ${accountCurrency}, the currency of this account.`];
}

/** One line without control characters, and without the quote that exports put before a formula. */
function cleaned(cell: string): string {
  if (cell === "") return "";
  const line = /[\s\p{Cc}]{2}|[^\S ]|\p{Cc}/u.test(cell) ? cell.replace(/[\s\p{Cc}]+/gu, " ").trim() : cell;
  const bare = /^'[=+\-@]/.test(line) ? line.slice(1) : line;
  return ownCopy(bare.length > MAX_TEXT ? bare.slice(0, MAX_TEXT) : bare);
}

/** Copies a substring, which would otherwise keep the whole text in memory, up to 32 MB for a file. */
function ownCopy(cut: string): string {
  const copy: string = JSON.parse(JSON.stringify(cut));
  return copy;
}

function currencyOf(cell: string, mapping: ImportMapping): string | undefined {
  const code = SYMBOLS.get(cell) ?? cell.toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : (mapping.currency ?? undefined);
}

function cachedDate(cell: string, { dates, mapping }: RowSource): string | null {
  const text = withoutTime(cell);
  const known = dates.get(text);
  if (known !== undefined) return known;
  const date = readBankDate(text, mapping.dateOrder);
  dates.set(text, date);
  return date;
}

function sharedType(type: string, { types }: RowSource): string {
  const known = types.get(type);
  if (known !== undefined) return known;
  types.set(type, type);
  return type;
}

function dateFault(cell: string, { dateOrder }: ImportMapping): string {
  if (cell === "") return "date is empty";
  const shown = `date “${shorten(cell)}”`;
  if (!isDateShaped(cell)) return `${shown} is not a date`;
  if (dateOrder === null) return `${shown} can be read two ways: choose whether day or month comes first`;
  return `${shown} is not in the order ${ORDER_NAMES[dateOrder]}`;
}

function withSign(minor: number, { flip, flipBalance = flip }: ImportMapping): number {
  return flipBalance && minor !== 0 ? -minor : minor;
}

const MAX_SHOWN = 3;

type Gap = { row: number; before: number; amount: number; after: number };
type Gaps = { count: number; first: Gap[] };

/**
 * Checks that each balance is the previous one plus the amount, for files with the oldest or newest row first, and returns
 * messages where it is not. Rows without a balance are added to the next step; `interrupt` starts over after a row that could not
 * be read.
 */
function createBalanceCheck() {
  const oldestFirst: Gaps = { count: 0, first: [] };
  const newestFirst: Gaps = { count: 0, first: [] };
  const beforeAmounts: Record<"oldest" | "newest", Gaps> = {
    oldest: { count: 0, first: [] },
    newest: { count: 0, first: [] },
  };
  const days = createDayOrder();
  const chain = createBalanceChain();
  let steps = 0;
  let above: { row: number; balance: number; amount: number } | null = null;
  let unbalanced = 0;

  function add(row: ImportRow): void {
    if (row.pending) return;
    const [amount, balance] = [row.amountMinor, row.balanceMinor];
    days.add(row.date);
    chain.add(amount, balance);
    if (balance === undefined) {
      unbalanced += amount;
      return;
    }
    if (above) {
      steps += 1;
      compare(oldestFirst, { row: row.row, before: above.balance, amount: unbalanced + amount, after: balance });
      compare(newestFirst, {
        row: above.row,
        before: balance,
        amount: unbalanced + above.amount,
        after: above.balance,
      });
      // For files that state the balance before each amount.
      compare(beforeAmounts.oldest, { row: row.row, before: above.balance, amount: above.amount, after: balance });
      compare(beforeAmounts.newest, { row: row.row, before: balance, amount, after: above.balance });
    }
    above = { row: row.row, balance, amount };
    unbalanced = 0;
  }

  function interrupt(): void {
    above = null;
    unbalanced = 0;
    chain.interrupt();
  }

  function warnings(): string[] {
    const { count, first } = oldestFirst.count <= newestFirst.count ? oldestFirst : newestFirst;
    const order = days.order("ymd");
    if (count === 0 || (order && beforeAmounts[order].count === 0)) return [];
    // A single row out of order breaks the sequence at least twice.
    if (count > 1 && chain.isWhole()) return [];
    const [gap] = first;
    if (gap && count > steps / 2) {
      const expected = `${decimalText(gap.after)} where ${decimalText(gap.before + gap.amount)} is expected`;
      return [`From row ${gap.row} on the balance does not add up: ${expected}.`];
    }
    const more = count - first.length;
    const others = `The balance does not add up in ${more} more ${more === 1 ? "row" : "rows"}.`;
    return more > 0 ? [...first.map(describe), others] : first.map(describe);
  }

  return { add, interrupt, warnings };
}

/**
 * Whether the balances follow the amounts in some order, such as by the dates on which payments were initiated: each row's
 * starting balance is then another row's ending balance, except for the first.
 */
function createBalanceChain() {
  /** How many more rows end with a balance than start from it. */
  const ends = new Map<number, number>();
  let isBroken = false;

  function count(balance: number, by: 1 | -1): void {
    const sum = (ends.get(balance) ?? 0) + by;
    if (sum === 0) ends.delete(balance);
    else ends.set(balance, sum);
  }

  return {
    add: (amount: number, balance: number | undefined) => {
      if (balance === undefined) isBroken = true;
      else {
        count(balance, 1);
        count(balance - amount, -1);
      }
    },
    interrupt: () => {
      isBroken = true;
    },
    isWhole: () => !isBroken && [...ends.values()].reduce((sum, more) => sum + Math.max(0, more), 0) <= 1,
  };
}

function compare(gaps: Gaps, gap: Gap): void {
  if (gap.before + gap.amount === gap.after) return;
  gaps.count += 1;
  if (gaps.first.length < MAX_SHOWN) gaps.first.push(gap);
}

function describe({ row, before, amount, after }: Gap): string {
  return `Row ${row}: the balance is ${decimalText(after)}, but ${decimalText(before)} and ${decimalText(amount)} make ${decimalText(before + amount)}`;
}

type ReadSoFar = { rows: readonly ImportRow[]; errors: readonly unknown[] };

/** Compares the totals above the header of a Bank of America statement with the rows read. */
function checkSummary(text: string, mapping: ImportMapping, { rows, errors }: ReadSoFar): string[] {
  if (mapping.headerRow < 2 || errors.length > 0) return [];
  const warnings: string[] = [];
  for (const record of readRecords(text, { delimiter: mapping.delimiter })) {
    if (record.number >= mapping.headerRow) break;
    const sign = { "total credits": 1, "total debits": -1 }[record.cell(0).toLowerCase()];
    const stated = record.cell(filledCells(record) - 1);
    const total = readAmount(stated, mapping.decimalMark);
    if (sign === undefined || typeof total !== "number") continue;
    const sum = rows.reduce((sum, row) => sum + (Math.sign(row.amountMinor) === sign ? row.amountMinor : 0), 0);
    if (sum !== total)
      warnings.push(`${record.cell(0)} in the file: ${stated}. The rows add up to ${decimalText(sum)}`);
  }
  return warnings;
}

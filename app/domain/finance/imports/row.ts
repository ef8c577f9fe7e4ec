import { readAmount } from "./amounts";
import { isDateShaped, readBankDate, withoutTime } from "./bank-dates";
import { columnName } from "./columns";
import type { ImportMapping } from "./mapping";
import { type CsvRecord, filledCells, type RecordProblem } from "./records";
import { type CellOf, rowAmount, shorten } from "./row-amount";

/**
 * One transaction of a file. `row` is its number as in a spreadsheet, `amountMinor` and `balanceMinor` are cents from
 * the account holder's side (in +, out -).
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
  balanceMinor: number | undefined;
  currency: string | undefined;
  pending: boolean;
};
/** `message` is whole and names the row: Row 17: amount '12,3.4' is not a number */
export type RowError = { row: number; message: string };
export type SkippedRow = { row: number; reason: string };

/** How to read the text, the account's own currency where known, and the dates read so far. */
export type RowSource = {
  mapping: ImportMapping;
  accountCurrency: string | undefined;
  dates: Map<string, string | null>;
  /** The types read so far: a bank has few, and 200,000 rows need not hold 200,000 copies. */
  types: Map<string, string>;
};

const PROBLEMS: Record<RecordProblem, string> = {
  "unclosed-quote": "a quote is opened and not closed",
  "too-many-columns": "too many columns",
  "too-long": "the row is too long",
};
const MAX_TEXT = 500;
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
const NEVER_BOOKED = new Set(
  "reverted|declined|failed|cancelled|canceled|denied|void|voided|expired|rejected|abgelehnt|refuse|rechazado|geweigerd".split(
    "|",
  ),
);

/** Reads one row that holds something: a transaction, an error, or a row that is left out for a stated reason. */
export function readRow(record: CsvRecord, source: RowSource): ImportRow | RowError | SkippedRow {
  const { mapping } = source;
  const row = record.number;
  const error = (what: string): RowError => ({ row, message: `Row ${row}: ${what}` });
  const skip = (reason: string): SkippedRow => ({ row, reason });

  if (record.problem) return error(PROBLEMS[record.problem]);
  const width = filledCells(record);
  if (width > mapping.columnCount) return error(`${width} columns where ${mapping.columnCount} are expected`);

  const cellOf: CellOf = (role) => {
    const column = mapping.columns[role];
    return column === undefined ? "" : record.cell(column);
  };
  const status = columnName(cellOf("status"));
  const currency = currencyOf(cellOf("currency"), mapping);
  const elsewhere = reasonToSkip({ cellOf, status, currency, source });
  if (elsewhere) return skip(elsewhere);

  const dateCell = cellOf("date") || cellOf("postedDate");
  const date = cachedDate(dateCell, source);
  if (date === null && PENDING.has(columnName(dateCell))) return skip("pending, without a date yet");
  const hasAmount = cellOf("amount") + cellOf("debit") + cellOf("credit") !== "";
  const text = textsOf(cellOf);
  if (!hasAmount && dateCell === "") return skip("no date and no amount");
  if (!hasAmount && /balance|saldo|kontostand|solde/i.test(text.description)) return skip("a balance, no transaction");
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
    // Each by its name: a spread would make every row half as large again.
    description: text.description,
    merchantName: text.merchantName,
    memo: text.memo,
    type: text.type && sharedType(text.type, source),
    bankId:
      ownCopy(
        cellOf("bankId")
          .replace(/^'+|'+$/g, "")
          .trim(),
      ) || undefined,
    checkNumber: ownCopy(cellOf("checkNumber")) || undefined,
    balanceMinor: typeof balance === "number" ? withSign(balance, mapping) : undefined,
    currency,
    pending: PENDING.has(status) || (mapping.pendingWithoutBalance && cellOf("balance") === ""),
  };
}

type Facts = { cellOf: CellOf; status: string; currency: string | undefined; source: RowSource };

/** Rows that belong to no booking of this account. */
function reasonToSkip({ cellOf, status, currency, source }: Facts): string | null {
  const { mapping, accountCurrency } = source;
  if (NEVER_BOOKED.has(status)) return `${shorten(cellOf("status"))}: never booked`;
  if (mapping.onlyAccount !== null && cellOf("account") !== mapping.onlyAccount) {
    return `of another account: ${shorten(cellOf("account"))}`;
  }
  if (accountCurrency && currency && currency !== accountCurrency) {
    return `in ${currency}, the account is in ${accountCurrency}`;
  }
  return null;
}

function textsOf(cellOf: CellOf) {
  const [payee, memo, type] = [cleaned(cellOf("payee")), cleaned(cellOf("memo")), cleaned(cellOf("type"))];
  return {
    description: cleaned(cellOf("description")) || payee || memo || type || NO_DESCRIPTION,
    merchantName: payee || undefined,
    memo: memo || undefined,
    type: type || undefined,
  };
}

/** One line without control characters, and without the quote that an export puts before a formula. */
function cleaned(cell: string): string {
  if (cell === "") return "";
  const line = /[\s\p{Cc}]{2}|[^\S ]|\p{Cc}/u.test(cell) ? cell.replace(/[\s\p{Cc}]+/gu, " ").trim() : cell;
  const bare = /^'[=+\-@]/.test(line) ? line.slice(1) : line;
  return ownCopy(bare.length > MAX_TEXT ? bare.slice(0, MAX_TEXT) : bare);
}

/** A cut out of a text keeps all of it in memory, up to 32 MB of a file: a copy lets it go. */
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
  const shown = `date '${shorten(cell)}'`;
  if (!isDateShaped(cell)) return `${shown} is not a date`;
  if (dateOrder === null) return `${shown} can be read two ways: say whether day or month comes first`;
  return `${shown} is not in the order ${ORDER_NAMES[dateOrder]}`;
}

function withSign(minor: number, { flip }: ImportMapping): number {
  return flip && minor !== 0 ? -minor : minor;
}

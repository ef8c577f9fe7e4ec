import type { ImportMapping } from "~/domain/finance/imports/mapping";
import { rowAmount } from "./amounts";
import { isDateShaped, readBankDate, withoutTime } from "./dates";
import { type CsvRecord, filledCells } from "./parse";

type CellAt = (column: number) => string;

/**
 * A row's cells by column. A row with fewer or more cells than the file has columns is read only if they can be assigned in
 * exactly one way: too few only if just cells after all required ones can be missing, too many only if an unquoted delimiter is
 * inside one of them. Any other is 'unclear', and a row without any date is no transaction.
 */
export function alignedCells(record: CsvRecord, mapping: ImportMapping): CellAt | "unclear" | "no-transaction" {
  const missing = mapping.columnCount - record.count;
  if (missing <= 0 && filledCells(record) <= mapping.columnCount) return record.cell;
  const cells = Array.from({ length: missing > 0 ? record.count : filledCells(record) }, (_, at) => record.cell(at));
  if (!cells.some(isDateShaped)) return "no-transaction";
  if (record.count < (mapping.leastCount ?? mapping.columnCount)) return "unclear";
  return missing > 0 ? tooFew(cells, missing, mapping) : tooMany(cells, mapping);
}

/** The row as written, unless it could also be read with the missing cells elsewhere. */
function tooFew(cells: readonly string[], missing: number, mapping: ImportMapping): CellAt | "unclear" {
  const own = reading(cells, mapping);
  if (own === null) return "unclear";
  const gap = Array.from({ length: missing }, () => "");
  for (let at = 0; at < cells.length; at += 1) {
    const other = reading(cells.toSpliced(at, 0, ...gap), mapping);
    if (other !== null && other !== own) return "unclear";
  }
  return (column) => cells[column] ?? "";
}

/** Joins adjacent cells if that gives exactly one amount on one date. */
function tooMany(cells: readonly string[], mapping: ImportMapping): CellAt | "unclear" {
  const joined = cells.length - mapping.columnCount + 1;
  const found: { cells: string[]; money: string; text: boolean }[] = [];
  for (let at = 0; at + joined <= cells.length; at += 1) {
    const parts = cells.slice(at, at + joined);
    const isMoney = moneyColumns(mapping).includes(at);
    // A sign or a currency belongs to an amount; a number without them may or may not.
    if (!isMoney && parts.some((part) => /^[-+(\u2212]?\p{Sc}|^[-+(\u2212]\d/u.test(part))) continue;
    if (
      !isMoney &&
      parts.some((part) => /^[\d.,' ]+$/.test(part)) &&
      moneyIn(cells.toSpliced(at, joined, ""), mapping)
    ) {
      return "unclear";
    }
    const whole = parts.join(isMoney ? mapping.delimiter : `${mapping.delimiter} `);
    const candidate = cells.toSpliced(at, joined, whole);
    const money = moneyIn(candidate, mapping);
    if (money !== null) found.push({ cells: candidate, money, text: at === mapping.columns.description });
  }
  const [first] = found;
  if (!first || found.some(({ money }) => money !== first.money)) return "unclear";
  const best = found.find(({ text }) => text) ?? first;
  return found.length === 1 || best.text ? (column) => best.cells[column] ?? "" : "unclear";
}

function moneyColumns({ columns }: ImportMapping): (number | undefined)[] {
  return [columns.amount, columns.debit, columns.credit, columns.balance];
}

/** The row's essential content, or null if a cell does not hold what its column should. */
function reading(cells: readonly string[], mapping: ImportMapping): string | null {
  const money = moneyIn(cells, mapping);
  const { description, payee } = mapping.columns;
  const text = [description, payee].map((column) => cells[column ?? -1] ?? "");
  return money === null ? null : [money, ...text].join("\u001f");
}

function moneyIn(cells: readonly string[], mapping: ImportMapping): string | null {
  const { columns, dateOrder } = mapping;
  const cell = (column: number | undefined) => (column === undefined ? "" : (cells[column] ?? ""));
  const date = withoutTime(cell(columns.date ?? columns.postedDate));
  const isDate = dateOrder === null ? isDateShaped(date) : readBankDate(date, dateOrder) !== null;
  if (!isDate) return null;
  const amount = rowAmount(mapping, (role) => cell(columns[role]));
  if (!("minor" in amount)) return null;
  if (columns.balance !== undefined && !/\d/.test(cell(columns.balance))) return null;
  const currency = cell(columns.currency);
  if (currency !== "" && /\d/.test(currency)) return null;
  return `${date} ${amount.minor}`;
}

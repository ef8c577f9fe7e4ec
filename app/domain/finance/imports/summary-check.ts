import { amountText, readAmount } from "./amounts";
import type { ImportMapping } from "./mapping";
import { filledCells, readRecords } from "./records";
import type { ImportRow } from "./row";

type ReadSoFar = { rows: readonly ImportRow[]; errors: readonly unknown[] };

/** Compares the totals above the header of a Bank of America statement with the rows that were read. */
export function checkSummary(text: string, mapping: ImportMapping, { rows, errors }: ReadSoFar): string[] {
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
      warnings.push(`${record.cell(0)} of the file are ${stated}, the rows add up to ${amountText(sum)}`);
  }
  return warnings;
}

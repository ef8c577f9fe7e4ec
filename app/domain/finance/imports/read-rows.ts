import type { ImportMapping } from "./mapping";
import { isBlank, readRecords } from "./records";
import { type ImportRow, type RowError, type RowSource, readRow, type SkippedRow } from "./row";
import { createBalanceCheck } from "./running-balance";
import { checkSummary } from "./summary-check";

export type RowOutcome = ImportRow | RowError | SkippedRow;

/** Every row below the header that holds anything is in exactly one of rows, errors and skipped. */
export type ImportResult = {
  rows: ImportRow[];
  errors: RowError[];
  skipped: SkippedRow[];
  /** Sentences about balances and totals that do not add up; nothing is held back for them. */
  warnings: string[];
};

/**
 * Reads a decoded file under a mapping, one row at a time, so that a caller who passes rows on in batches holds only the
 * text. With the account's currency given, rows in another one are skipped with that reason. Blank rows yield nothing.
 */
export function* readOutcomes(text: string, mapping: ImportMapping, accountCurrency?: string): Generator<RowOutcome> {
  const source: RowSource = { mapping, accountCurrency, dates: new Map(), types: new Map() };
  for (const record of readRecords(text, { delimiter: mapping.delimiter, columns: mapping.columnCount })) {
    if (record.number >= mapping.firstRow && !isBlank(record)) yield readRow(record, source);
  }
}

/** All of `readOutcomes`, sorted out, with the check of balances and totals. */
export function readRows(text: string, mapping: ImportMapping, accountCurrency?: string): ImportResult {
  const result: ImportResult = { rows: [], errors: [], skipped: [], warnings: [] };
  const balances = createBalanceCheck();
  for (const outcome of readOutcomes(text, mapping, accountCurrency)) {
    if ("message" in outcome) {
      result.errors.push(outcome);
      balances.interrupt();
    } else if ("reason" in outcome) {
      result.skipped.push(outcome);
    } else {
      result.rows.push(outcome);
      balances.add(outcome);
    }
  }
  result.warnings = [...balances.warnings(), ...checkSummary(text, mapping, result)];
  return result;
}

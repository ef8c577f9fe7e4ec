import { escapeFormula } from "~/domain/shared/csv/write";
import { type Currency, decimalText } from "~/domain/shared/money";
import type { CivilDate } from "~/domain/shared/time/dates";

/** A transaction as it appears in an export. */
interface ExportedTransaction {
  date: CivilDate;
  accountName: string;
  description: string;
  merchantName: string | null;
  category: string;
  type: string;
  amountMinor: number;
  currency: Currency;
  notes: string | null;
  pending: boolean;
  excluded: boolean;
}

export const EXPORT_HEADER =
  "Date,Account,Description,Merchant,Category,Type,Amount,Currency,Notes,Pending,Excluded\r\n";

function cell(text: string): string {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows of a CSV file with CRLF line endings: exact cents, and no text that a spreadsheet would run. */
export function exportLines(rows: readonly ExportedTransaction[]): string {
  return rows
    .map(({ date, accountName, description, merchantName, category, type, amountMinor, currency, ...row }) =>
      [
        date,
        cell(accountName),
        cell(description),
        cell(merchantName ?? ""),
        category,
        type,
        decimalText(amountMinor),
        currency,
        cell(row.notes ?? ""),
        row.pending ? "yes" : "",
        row.excluded ? "yes" : "",
      ].join(","),
    )
    .map((line) => `${line}\r\n`)
    .join("");
}

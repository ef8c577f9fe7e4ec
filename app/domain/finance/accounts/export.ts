import type { Currency } from "~/domain/shared/money";
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

const FORMULA = /^[\s\0]*[=+\-@]|^[\t\r\0]/;

// Text that a spreadsheet would run as a formula gets a leading quote.
function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats whole cents as `-1234.05` without floating-point math. */
function decimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
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
        decimal(amountMinor),
        currency,
        cell(row.notes ?? ""),
        row.pending ? "yes" : "",
        row.excluded ? "yes" : "",
      ].join(","),
    )
    .map((line) => `${line}\r\n`)
    .join("");
}

/** One entry of a statement, as text from the file; the CSV reader interprets it. */
export type Entry = {
  date: string;
  valueDate?: string;
  description: string;
  payee?: string;
  memo?: string;
  amount: string;
  type?: string;
  checkNumber?: string;
  id?: string;
  currency?: string;
  status?: string;
  account?: string;
  /** Text of the bank that identifies an entry without an id, where the description is worded here. */
  keyText?: string;
};

const COLUMNS = [
  ["Date", "date"],
  ["Value date", "valueDate"],
  ["Description", "description"],
  ["Payee", "payee"],
  ["Memo", "memo"],
  ["Amount", "amount"],
  ["Type", "type"],
  ["Check number", "checkNumber"],
  ["Transaction ID", "id"],
  ["Currency", "currency"],
  ["Status", "status"],
  ["Account", "account"],
] as const;

/** The column of `keyText`. */
export const KEY_COLUMN = COLUMNS.length;

type StatementKind = "OFX" | "QIF" | "CAMT";

/**
 * Converts the entries to CSV text, so that every kind of statement is staged, previewed, corrected, compared with the account
 * and undone in the same way. The last column names the kind, which identifies the columns, and holds the `keyText`.
 */
export function statementCsv(kind: StatementKind, entries: readonly Entry[]): string {
  const header = [...COLUMNS.map(([name]) => name), `${kind} statement`];
  const lines = entries.map((entry) =>
    [...COLUMNS.map(([, key]) => quoted(entry[key] ?? "")), entry.keyText ? quoted(entry.keyText) : ""].join(","),
  );
  return `${[header.join(","), ...lines].join("\n")}\n`;
}

function quoted(cell: string): string {
  return `"${cell.replace(/\s+/g, " ").trim().replaceAll('"', '""')}"`;
}

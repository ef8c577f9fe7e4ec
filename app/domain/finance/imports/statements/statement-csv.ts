/** One entry of a statement, as texts: what the file says, for the reader of CSV files to judge. */
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

export type StatementKind = "OFX" | "QIF" | "CAMT";

/**
 * The entries as the text of a CSV file, so that a statement of any kind is staged, previewed, corrected, held against the
 * account and undone in one way. The last column says the kind, by which its columns are known.
 */
export function statementCsv(kind: StatementKind, entries: readonly Entry[]): string {
  const header = [...COLUMNS.map(([name]) => name), `${kind} statement`];
  const lines = entries.map((entry) => [...COLUMNS.map(([, key]) => quoted(entry[key] ?? "")), ""].join(","));
  return `${[header.join(","), ...lines].join("\n")}\n`;
}

function quoted(cell: string): string {
  return `"${cell.replace(/\s+/g, " ").trim().replaceAll('"', '""')}"`;
}

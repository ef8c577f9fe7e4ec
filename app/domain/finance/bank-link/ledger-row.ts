import type { TransactionType } from "~/domain/finance/accounts/account";

/** A row of the ledger as far as a sync looks at it. */
export interface LedgerRow {
  id: string;
  version: number;
  accountId: string;
  /** The bank's id of the transaction; null for a row of another source. */
  bankId: string | null;
  /** The connection that reported the row last, and its bank; null where that is not known. */
  itemId: string | null;
  institutionId: string | null;
  /** What the bank reported where the household has changed it since. */
  reported: Report | null;
  source: "manual" | "csv" | "bank";
  date: string;
  amountMinor: number;
  type: TransactionType;
  category: string;
  description: string;
  merchantName: string | null;
  checkNumber: string | null;
  pending: boolean;
  /** Reconciled itself, or half of a transfer whose other half is. */
  isReconciled: boolean;
  editedFields: string | null;
  hasNotes: boolean;
  isTransfer: boolean;
  /** Who took the row away, if it is. */
  removedBy: "user" | "sync" | null;
}

/** By what a transaction is known again under another id. */
export interface Report {
  date: string;
  amountMinor: number;
  description: string;
}

/** The columns a sync leaves alone. A row that was typed in counts as edited, its amount excepted. */
export function editsOf(row: LedgerRow): ReadonlySet<string> {
  if (row.source === "manual") return new Set(["type", "category", "transaction_date", "description"]);
  return new Set(row.editedFields?.split(",") ?? []);
}

/** Whether the user has put something into the row that must not be lost with it. */
export function isTouched(row: LedgerRow): boolean {
  return row.editedFields !== null || row.hasNotes || row.isTransfer;
}

/** Case, letter forms and spaces differ between two reports of one transaction. */
export function foldedText(text: string): string {
  return text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

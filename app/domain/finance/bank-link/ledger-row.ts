import type { TransactionType } from "~/domain/finance/accounts/account";

/** The parts of a ledger row that a sync needs. */
export interface LedgerRow {
  id: string;
  version: number;
  accountId: string;
  /** The bank's id of the transaction; null for a row of another source. */
  bankId: string | null;
  /** The connection that last reported the row, and its bank; null if unknown. */
  itemId: string | null;
  institutionId: string | null;
  /** The bank's report, if the household has changed the row since. */
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
  /** Columns set by a rule that is deleted now. */
  ruleFields: string | null;
  hasNotes: boolean;
  isTransfer: boolean;
  /** Who removed the row, if it is removed; an import, if a file had the posted row of a pending one. */
  removedBy: "user" | "import" | "sync" | null;
}

/** The values by which a transaction is recognized under another id. */
export interface Report {
  date: string;
  amountMinor: number;
  description: string;
}

/** The columns a sync leaves alone. A manually entered row counts as edited except for its amount. */
export function editsOf(row: LedgerRow): ReadonlySet<string> {
  if (row.source === "manual") return new Set(["type", "category", "transaction_date", "description"]);
  return new Set(row.editedFields?.split(",") ?? []);
}

/** The columns that a deleted rule has set, which a sync leaves alone too. */
export function ruleFieldsOf({ ruleFields }: LedgerRow): ReadonlySet<string> {
  return new Set(ruleFields?.split(",") ?? []);
}

/** Whether the row holds user input that must not be lost with it. */
export function isTouched(row: LedgerRow): boolean {
  return row.editedFields !== null || row.hasNotes || row.isTransfer;
}

/** Normalizes case, letter forms and spaces, which differ between two reports of one transaction. */
export function foldedText(text: string): string {
  return text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

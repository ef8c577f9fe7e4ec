import type { TransactionType } from "~/domain/finance/accounts/types";

/** Columns that a household can change by hand and a sync then leaves alone, as they stand in `edited_fields`. */
export const EDITABLE = ["type", "category", "transaction_date", "description", "amount_minor"] as const;
export type Editable = (typeof EDITABLE)[number];

/** A row of the household's table as far as a sync looks at it. */
export interface KnownRow {
  id: string;
  version: number;
  accountId: string;
  /** The bank's id of the transaction; null for a row of another source. */
  bankId: string | null;
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

/** The columns a sync leaves alone. What was typed in by hand counts as changed by hand, its amount excepted. */
export function editsOf(row: KnownRow): ReadonlySet<string> {
  if (row.source === "manual") return new Set(["type", "category", "transaction_date", "description"]);
  return new Set(row.editedFields?.split(",") ?? []);
}

/** Whether the household has put something into the row that must not be lost with it. */
export function isTouched(row: KnownRow): boolean {
  return row.editedFields !== null || row.hasNotes || row.isTransfer;
}

/** Case, letter forms and spaces differ between two tellings of one transaction. */
export function foldedText(text: string): string {
  return text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

import type { TransactionType } from "~/domain/finance/accounts/types";
import { editsOf, type KnownRow } from "./known-row";
import type { BankTransaction } from "./rules";

/** What a row becomes: the bank's facts with the household's changes on top. */
export interface RowUpdate {
  id: string;
  /** As it was read: a row changed since is not written. */
  version: number;
  accountId: string;
  bankId: string;
  date: string;
  amountMinor: number;
  type: TransactionType;
  category: string;
  description: string;
  merchantName: string | null;
  checkNumber: string | null;
  pending: boolean;
  /** The household has removed it: it keeps up with the bank behind its mark, to be known again. */
  staysRemoved: boolean;
  /** The money now goes the other way: the row is no transfer any more. */
  cutTransfer: boolean;
}

/** The row after the bank's word on it; null when nothing changes. */
export function overlay(row: KnownRow, bank: BankTransaction, accountId: string): RowUpdate | null {
  const edits = editsOf(row);
  const kept = <T>(column: string, own: T, theirs: T): T => (edits.has(column) ? own : theirs);
  const amountMinor = kept("amount_minor", row.amountMinor, bank.amountMinor);
  const wanted = kept("type", row.type, bank.type);
  const fits = row.isTransfer && edits.has("type") ? amountMinor < 0 : allowsSign(wanted, amountMinor);
  const next: RowUpdate = {
    id: row.id,
    version: row.version,
    accountId,
    bankId: bank.id,
    date: kept("transaction_date", row.date, bank.date),
    amountMinor,
    type: fits ? wanted : typeOfSign(amountMinor),
    category: row.isTransfer && !fits ? "other" : kept("category", row.category, bank.category),
    description: kept("description", row.description, bank.description),
    merchantName: bank.merchantName ?? row.merchantName,
    checkNumber: bank.checkNumber ?? row.checkNumber,
    pending: bank.pending,
    staysRemoved: row.removedBy === "user",
    cutTransfer: row.isTransfer && !fits,
  };
  return isSame(row, next) ? null : next;
}

function isSame(row: KnownRow, next: RowUpdate): boolean {
  return (
    row.removedBy !== "sync" &&
    row.bankId === next.bankId &&
    row.accountId === next.accountId &&
    row.date === next.date &&
    row.amountMinor === next.amountMinor &&
    row.type === next.type &&
    row.category === next.category &&
    row.description === next.description &&
    row.merchantName === next.merchantName &&
    row.checkNumber === next.checkNumber &&
    row.pending === next.pending &&
    !next.cutTransfer
  );
}

/** Money in is a deposit or interest, money out a withdrawal or a fee; a balance adjustment may be either. */
function allowsSign(type: TransactionType, amountMinor: number): boolean {
  switch (type) {
    case "deposit":
    case "interest":
      return amountMinor > 0;
    case "withdrawal":
    case "fee":
      return amountMinor < 0;
    case "adjustment":
      return true;
    case "transfer":
      return false;
  }
}

function typeOfSign(amountMinor: number): TransactionType {
  return amountMinor > 0 ? "deposit" : "withdrawal";
}

import type { TransactionView } from "~/domain/finance/accounts/transactions.server";
import type { CivilDate } from "~/domain/shared/dates";
import { toDecimal } from "~/domain/shared/money";

/** A transaction as its form holds it. */
export interface TransactionTexts {
  type: string;
  amount: string;
  transactionDate: string;
  description: string;
  category: string;
  toAccountId: string;
  isReconciled: string;
  notes: string;
}

export function emptyTransaction(today: CivilDate): Partial<TransactionTexts> {
  return { type: "deposit", category: "other", transactionDate: today };
}

export function transactionTexts(row: TransactionView): TransactionTexts {
  return {
    type: row.type,
    amount: toDecimal(Math.abs(row.amountMinor)).toFixed(2),
    transactionDate: row.transactionDate,
    description: row.description,
    category: row.category,
    toAccountId: (row.leg === "in" ? row.accountId : row.otherAccountId) ?? "",
    isReconciled: row.isReconciled ? "on" : "",
    notes: row.notes ?? "",
  };
}

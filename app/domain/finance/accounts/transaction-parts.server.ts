import type { ConstraintTexts } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import { amountInAccount } from "./balance";
import type { TransactionView } from "./transactions.queries.server";
import type { Transaction } from "./transactions.schema";

const noDestination = "Please select a destination account";

function refused(code: "conflict" | "invalid", message: string, field?: string): () => DomainError {
  return () => new DomainError(code, message, field ? { fields: { [field]: [message] } } : {});
}

/** What the database may refuse of a transaction; `current` is the row as it was read. */
export function transactionRefusals(current?: TransactionView): ConstraintTexts {
  return {
    account_inactive: refused("conflict", "This account is archived. Reactivate it to add transactions."),
    transfer_currency: refused("invalid", "A transfer needs two accounts of one currency", "toAccountId"),
    transaction_reconciled: refused(
      "conflict",
      "This transaction is reconciled. Clear 'Reconciled' on it before you change its amount, date or type.",
    ),
    stale: () => staleTransaction(current),
    bank_account_current_balance: refused("invalid", "The balance would be larger than an account can hold.", "amount"),
  };
}

/** The amount as its own account shows it: in above zero, out below. */
export function signedAmount({ type, amount }: Transaction): number {
  return amountInAccount({ type, amountMinor: amount, accountId: "own", toAccountId: null, pending: false }, "own");
}

/** Where a transaction's money leaves, and the accounts that show it. */
export interface Place {
  source: string;
  accounts: readonly string[];
}

/**
 * A transaction stays in its account, and a transfer goes to another one.
 * @throws DomainError invalid with the field
 */
export function checkPlace({ accountId, toAccountId, type }: Transaction, { source, accounts }: Place): void {
  if (accountId && !accounts.includes(accountId)) {
    throw refused("invalid", "A transaction stays in its account", "accountId")();
  }
  if (type === "transfer" && toAccountId === source) throw refused("invalid", noDestination, "toAccountId")();
}

/** A change made on an older version; `current` is the row as it is now. */
export function staleTransaction(current?: TransactionView): DomainError {
  return new DomainError("conflict", "This transaction was changed elsewhere in the meantime.", {
    details: { current },
  });
}

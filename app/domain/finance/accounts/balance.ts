import type { Currency } from "~/domain/shared/money";
import { isLiability } from "./totals";
import type { AccountType, TransactionType } from "./types";

/** The part of a transaction that moves money. */
export interface Movement {
  type: TransactionType;
  /** Minor units above zero; an adjustment may be below. */
  amountMinor: number;
  accountId: string;
  /** Where a transfer goes; null for every other type. */
  toAccountId: string | null;
  /** A pending row is shown, but is not yet in any balance. */
  pending: boolean;
}

export interface TransferAccount {
  id: string;
  currency: Currency;
  isActive: boolean;
}

function signOf(type: TransactionType): 1 | -1 {
  switch (type) {
    case "withdrawal":
    case "fee":
    case "transfer":
      return -1;
    case "deposit":
    case "interest":
    case "adjustment":
      return 1;
  }
}

/**
 * The amount as the table of one account shows it: withdrawals, fees and outgoing transfers below zero, an incoming
 * transfer and the rest above. 0 for an account that the transaction does not touch.
 */
export function amountInAccount(movement: Movement, accountId: string): number {
  if (movement.accountId === accountId) return signOf(movement.type) * movement.amountMinor;
  return movement.type === "transfer" && movement.toAccountId === accountId ? movement.amountMinor : 0;
}

/**
 * What a transaction adds to an account's stored balance. Money in lowers what a credit account owes, a purchase or a
 * fee on it raises it. Interest is interest received: what a card charges is a fee.
 */
export function balanceEffect(movement: Movement, account: { id: string; accountType: AccountType }): number {
  if (movement.pending) return 0;
  const shown = amountInAccount(movement, account.id);
  return isLiability(account.accountType) && shown !== 0 ? -shown : shown;
}

/**
 * How stored balances change when a transaction becomes another one: `before` is null for a new one, `after` for a
 * deleted one. Accounts without a change are left out.
 */
export function balanceChanges(
  before: Movement | null,
  after: Movement | null,
  accounts: readonly { id: string; accountType: AccountType }[],
): { accountId: string; changeMinor: number }[] {
  return accounts
    .map((account) => ({
      accountId: account.id,
      changeMinor: (after ? balanceEffect(after, account) : 0) - (before ? balanceEffect(before, account) : 0),
    }))
    .filter(({ changeMinor }) => changeMinor !== 0);
}

/** Where a transfer from `source` can go: to other active accounts of the same currency. */
export function transferDestinations<Account extends TransferAccount>(
  accounts: readonly Account[],
  source: TransferAccount,
): Account[] {
  return accounts.filter(
    (account) => account.isActive && account.id !== source.id && account.currency === source.currency,
  );
}

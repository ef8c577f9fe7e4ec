import { CURRENCIES, type Currency, sumMinor } from "~/domain/shared/money";
import type { AccountType } from "./types";

/**
 * An account with its balance as it is entered and as a bank sends it: what one has, and for a credit account what one
 * owes (so an overpaid card is below zero).
 */
export interface HeldAccount {
  accountType: AccountType;
  balanceMinor: number;
  currency: Currency;
  isActive: boolean;
}

/** Minor units of one currency; liabilities above zero are owed. */
export interface AccountTotals {
  currency: Currency;
  assetsMinor: number;
  liabilitiesMinor: number;
  netWorthMinor: number;
}

export function isLiability(accountType: AccountType): boolean {
  return accountType === "credit";
}

/** A stored balance as the holder sees it, and back: what a credit account owes is below zero. */
export function holderBalance(accountType: AccountType, balanceMinor: number): number {
  return isLiability(accountType) && balanceMinor !== 0 ? -balanceMinor : balanceMinor;
}

/** Totals of the active accounts, one line per currency in the order of CURRENCIES; archived accounts do not count. */
export function accountTotals(accounts: readonly HeldAccount[]): AccountTotals[] {
  const active = accounts.filter((account) => account.isActive);
  return CURRENCIES.filter((currency) => active.some((account) => account.currency === currency)).map((currency) => {
    const held = active.filter((account) => account.currency === currency);
    const sum = (owed: boolean) =>
      sumMinor(
        held.filter(({ accountType }) => isLiability(accountType) === owed).map((account) => account.balanceMinor),
      );
    const assetsMinor = sum(false);
    const liabilitiesMinor = sum(true);
    return { currency, assetsMinor, liabilitiesMinor, netWorthMinor: assetsMinor - liabilitiesMinor };
  });
}

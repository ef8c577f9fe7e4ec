import type { Currency } from "~/domain/shared/money";

export interface BankSideAccount {
  bankAccountId: string;
  name: string;
  /** The last two to four characters of the account number; banks repeat them. */
  mask: string | null;
  currency: Currency;
}

export interface OwnAccount {
  id: string;
  name: string;
  accountNumber: string | null;
  /** The bank's id for it, when it was connected before; null for a manual account. */
  bankAccountId: string | null;
  currency: Currency;
  isActive: boolean;
}

export const MATCH_REASONS = ["bank_id", "name", "mask"] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

/** The own account proposed for a bank account; null where the household has to choose or to create one. */
export interface BankMatch {
  bankAccountId: string;
  match: { accountId: string; reason: MatchReason; reactivates: boolean } | null;
}

function foldedName(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}

function agrees(bank: BankSideAccount, own: OwnAccount, reason: MatchReason): boolean {
  if (reason === "bank_id") return own.bankAccountId === bank.bankAccountId;
  if (own.bankAccountId !== null || own.currency !== bank.currency) return false;
  if (reason === "name") return foldedName(own.name) === foldedName(bank.name);
  const mask = bank.mask?.toLowerCase() ?? "";
  return (
    mask.length >= 2 &&
    (own.accountNumber
      ?.replace(/[^0-9a-z]/gi, "")
      .toLowerCase()
      .endsWith(mask) ??
      false)
  );
}

/**
 * Matches a bank's accounts with those the household already has: by the bank's id first, then by name without regard
 * to case, then by the last digits. Each own account is taken once, and only where it is the single one that fits; an
 * archived one that was connected before is reactivated.
 */
export function matchBankAccounts(bank: readonly BankSideAccount[], own: readonly OwnAccount[]): BankMatch[] {
  const matched = new Map<string, { own: OwnAccount; reason: MatchReason }>();
  const taken = new Set<string>();
  for (const reason of MATCH_REASONS) {
    const open = bank.filter((account) => !matched.has(account.bankAccountId));
    const free = own.filter((account) => !taken.has(account.id));
    for (const account of open) {
      const [only, ...others] = free.filter((candidate) => agrees(account, candidate, reason));
      if (!only || others.length > 0) continue;
      if (open.filter((rival) => agrees(rival, only, reason)).length > 1) continue;
      matched.set(account.bankAccountId, { own: only, reason });
      taken.add(only.id);
    }
  }
  return bank.map(({ bankAccountId }) => {
    const found = matched.get(bankAccountId);
    return {
      bankAccountId,
      match: found ? { accountId: found.own.id, reason: found.reason, reactivates: !found.own.isActive } : null,
    };
  });
}

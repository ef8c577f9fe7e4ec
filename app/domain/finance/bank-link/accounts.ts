import type { Currency } from "~/domain/shared/money";
import type { BankAccountFacts, LinkState } from "./item";
import { foldedText } from "./ledger-row";

/** A bank account as previously known. */
export interface KnownLink {
  id: string;
  state: LinkState;
  accountId: string | null;
  persistentId: string | null;
  name: string;
  mask: string | null;
}

/** A bank account as it is now, with its previous link; null if it is new. */
export interface FollowedAccount {
  facts: BankAccountFacts;
  link: KnownLink | null;
}

/**
 * Finds each link again even if the bank has given the account another id: by id, else by persistent id, else by name and last
 * digits if exactly one of each fits.
 */
export function followAccounts(links: readonly KnownLink[], accounts: readonly BankAccountFacts[]): FollowedAccount[] {
  const ids = new Set(accounts.map((account) => account.id));
  const lost = links.filter((link) => !ids.has(link.id));
  const fresh = accounts.filter((account) => !links.some((link) => link.id === account.id));
  return accounts.map((facts) => {
    const same = links.find((link) => link.id === facts.id);
    if (same) return { facts, link: same };
    const [only, ...others] = lost.filter((link) => continues(link, facts));
    const rivals = only ? fresh.filter((account) => continues(only, account)) : [];
    return { facts, link: only && others.length === 0 && rivals.length === 1 ? only : null };
  });
}

function continues(link: KnownLink, account: BankAccountFacts): boolean {
  if (link.persistentId !== null && account.persistentId !== null) return link.persistentId === account.persistentId;
  return link.mask === account.mask && foldedText(link.name) === foldedText(account.name);
}

export interface BankSideAccount {
  bankAccountId: string;
  name: string;
  /** The last two to four characters of the account number; banks repeat them. */
  mask: string | null;
  currency: Currency;
  institution: Institution | null;
}

/** A bank with its Plaid id, and its name if the household has entered it. */
interface Institution {
  id: string | null;
  name: string;
}

export interface OwnAccount {
  id: string;
  name: string;
  accountNumber: string | null;
  /** The last digits as the bank reported them. */
  mask: string | null;
  institution: Institution | null;
  /** The bank's id for it if it was connected before; null for a manual account. */
  bankAccountId: string | null;
  currency: Currency;
  isActive: boolean;
}

export const MATCH_REASONS = ["bank_id", "name", "mask"] as const;
type MatchReason = (typeof MATCH_REASONS)[number];

/** The household's account proposed for a bank account; null if the household has to choose or create one. */
export interface BankMatch {
  bankAccountId: string;
  match: { accountId: string; reason: MatchReason; reactivates: boolean } | null;
}

function foldedName(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}

function agrees(bank: BankSideAccount, own: OwnAccount, reason: MatchReason): boolean {
  if (reason === "bank_id") return own.bankAccountId === bank.bankAccountId;
  if (own.bankAccountId !== null || own.currency !== bank.currency || contradicts(bank, own)) return false;
  if (reason === "name") return foldedName(own.name) === foldedName(bank.name);
  return sameDigits(bank.mask, own) === true;
}

/** Null if either account's digits are unknown. */
function sameDigits(mask: string | null, own: Pick<OwnAccount, "accountNumber" | "mask">): boolean | null {
  const [theirs, ours] = [digitsOf(mask), digitsOf(own.accountNumber ?? own.mask)];
  if (theirs.length < 2 || ours.length < 2) return null;
  return ours.endsWith(theirs) || theirs.endsWith(ours);
}

function digitsOf(number: string | null): string {
  return number?.replace(/[^0-9a-z]/gi, "").toLowerCase() ?? "";
}

/** Words common in bank names. */
const COMMON = /^(a|of|the|and|bank|credit|union|federal|national|financial|savings|first|trust|company|fsb|na|usa?)$/;

function sameBank(one: Institution | null, other: Institution | null): boolean | null {
  if (one === null || other === null) return null;
  if (one.id !== null && other.id !== null) return one.id === other.id;
  const [words, others] = [one, other].map(({ name }) =>
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "" && !COMMON.test(word)),
  );
  if (!words?.length || !others?.length) return null;
  return words.some((word) => others.includes(word));
}

/** Whether the number, or else the bank, shows that these are two different accounts even if their names match. */
export function contradicts(
  bank: Pick<BankSideAccount, "mask" | "institution">,
  own: Pick<OwnAccount, "accountNumber" | "mask" | "institution">,
): boolean {
  const digits = sameDigits(bank.mask, own);
  if (digits !== null && !digits) return true;
  return sameBank(bank.institution, own.institution) === false;
}

/**
 * Matches a bank's accounts with the household's: first by the bank's id, then by name (case-insensitive), then by the last
 * digits. Each household account is matched once, and only if it is the only candidate and neither its number nor its bank
 * contradicts the match; an archived one that was connected before is reactivated.
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

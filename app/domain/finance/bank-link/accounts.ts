import type { Currency } from "~/domain/shared/money";
import type { BankAccountFacts, LinkState } from "./item";
import { foldedText } from "./ledger-row";

/** One of the bank's accounts as it was known before. */
export interface KnownLink {
  id: string;
  state: LinkState;
  accountId: string | null;
  persistentId: string | null;
  name: string;
  mask: string | null;
}

/** The bank's account as it is now, and the link it continues; null for one that is new. */
export interface FollowedAccount {
  facts: BankAccountFacts;
  link: KnownLink | null;
}

/**
 * Finds each link again although the bank may have given the account another id: by the id, else by the persistent one,
 * else by name and last digits when only one of each fits.
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

/** A bank as the link knows it by id, and by its name where a household has written it down. */
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
  /** The bank's id for it, when it was connected before; null for a manual account. */
  bankAccountId: string | null;
  currency: Currency;
  isActive: boolean;
}

export const MATCH_REASONS = ["bank_id", "name", "mask"] as const;
type MatchReason = (typeof MATCH_REASONS)[number];

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
  if (own.bankAccountId !== null || own.currency !== bank.currency || contradicts(bank, own)) return false;
  if (reason === "name") return foldedName(own.name) === foldedName(bank.name);
  return sameDigits(bank.mask, own) === true;
}

/** Null where the digits of either are not known. */
function sameDigits(mask: string | null, own: Pick<OwnAccount, "accountNumber" | "mask">): boolean | null {
  const [theirs, ours] = [digitsOf(mask), digitsOf(own.accountNumber ?? own.mask)];
  if (theirs.length < 2 || ours.length < 2) return null;
  return ours.endsWith(theirs) || theirs.endsWith(ours);
}

function digitsOf(number: string | null): string {
  return number?.replace(/[^0-9a-z]/gi, "").toLowerCase() ?? "";
}

/** Words that many banks have in their names. */
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

/** Whether the number, or else the bank, speaks against the two being one account, whatever their names say. */
export function contradicts(
  bank: Pick<BankSideAccount, "mask" | "institution">,
  own: Pick<OwnAccount, "accountNumber" | "mask" | "institution">,
): boolean {
  const digits = sameDigits(bank.mask, own);
  if (digits !== null && !digits) return true;
  return sameBank(bank.institution, own.institution) === false;
}

/**
 * Matches a bank's accounts with those the household already has: by the bank's id first, then by name without regard
 * to case, then by the last digits. Each own account is taken once, and only where it is the single one that fits and neither its
 * number nor its bank speaks against it; an archived one that was connected before is reactivated.
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

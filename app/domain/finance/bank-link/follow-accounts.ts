import { foldedText } from "./known-row";
import type { BankAccountFacts, LinkState } from "./rules";

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

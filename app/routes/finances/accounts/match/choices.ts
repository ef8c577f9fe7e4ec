import { type BankSide, type Choice, proposedChoice } from "~/routes/finances/accounts/connect/connect";

const keyOf = (itemId: string) => `plenum-match-${itemId}`;

/** One choice per bank account: what was chosen in this tab before a reload, otherwise the proposal. */
export function choicesOf(itemId: string, accounts: readonly BankSide[]): Choice[] {
  const stored = storedChoices(itemId);
  return accounts.map((account) => {
    const chosen = account.canLink && stored.find(({ plaidAccountId }) => plaidAccountId === account.plaidAccountId);
    return chosen || proposedChoice(account);
  });
}

export function storeChoices(itemId: string, choices: readonly Choice[]): void {
  try {
    sessionStorage.setItem(keyOf(itemId), JSON.stringify(choices));
  } catch {
    // Without storage, a reload starts from the proposals again.
  }
}

export function forgetChoices(itemId: string): void {
  try {
    sessionStorage.removeItem(keyOf(itemId));
  } catch {
    // Nothing was stored.
  }
}

function storedChoices(itemId: string): Choice[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(itemId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isChoice) : [];
  } catch {
    return [];
  }
}

const isChoice = (one: unknown): one is Choice =>
  typeof one === "object" &&
  one !== null &&
  "plaidAccountId" in one &&
  typeof one.plaidAccountId === "string" &&
  "action" in one &&
  (one.action === "create" ||
    one.action === "ignore" ||
    (one.action === "link" && "accountId" in one && typeof one.accountId === "string"));

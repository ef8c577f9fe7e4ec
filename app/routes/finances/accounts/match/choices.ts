import type { AccountToMatch } from "~/domain/finance/bank-link/items.server";

/** For each of the bank's accounts by id: `create`, `ignore`, or the id of the household account it goes to. */
type Choices = Record<string, string>;

type Proposed = Pick<AccountToMatch, "id" | "state" | "canLink" | "match">;

/** The preselected choices: the match found, otherwise a new account; ignored if the currency is unknown. */
export function proposedChoices(accounts: readonly Proposed[]): Choices {
  return Object.fromEntries(
    accounts.map(({ id, state, canLink, match }) => [
      id,
      !canLink || state === "ignored" ? "ignore" : (match?.accountId ?? "create"),
    ]),
  );
}

const keyOf = (itemId: string) => `plenum-match-${itemId}`;

export function storeChoices(itemId: string, choices: Choices): void {
  try {
    sessionStorage.setItem(keyOf(itemId), JSON.stringify(choices));
  } catch {
    // Without storage, a reload starts from the proposals again.
  }
}

/** What was chosen in this tab before a reload, for accounts that can be linked; `own` are the household's free accounts. */
export function storedChoices(itemId: string, accounts: readonly Proposed[], own: readonly { id: string }[]): Choices {
  const known = new Set(["create", "ignore", ...own.map(({ id }) => id)]);
  const choices: Choices = {};
  for (const [id, choice] of Object.entries(readChoices(itemId))) {
    const canChoose = accounts.some((account) => account.id === id && account.canLink);
    if (canChoose && typeof choice === "string" && known.has(choice)) choices[id] = choice;
  }
  return choices;
}

function readChoices(itemId: string): object {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(itemId)) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

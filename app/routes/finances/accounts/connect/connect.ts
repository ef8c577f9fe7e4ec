import type { BankRegion } from "~/domain/finance/bank-link/countries";
import { connectErrorMessage, linkMessages } from "~/domain/finance/bank-link/messages";

/** The API as the browser's client calls it. */
export type Call = (method: "GET" | "POST", path: string, input?: object) => Promise<unknown>;

interface LinkToken {
  linkToken: string;
  kind: "plaid" | "simulated";
}

/** Result of a completed bank dialog. */
export interface LinkSuccess {
  publicToken: string;
  accountIds: string[];
  institutionName: string | null;
}

/** One of the bank's accounts, as returned by the API. */
export interface BankSide {
  plaidAccountId: string;
  name: string;
  accountMask: string | null;
  accountType: string;
  currency: string | null;
  currentBalance: number | null;
  state: string;
  institutionName: string | null;
  canLink: boolean;
  match: { accountId: string; reason: string; reactivates: boolean } | null;
}

export interface Choice {
  plaidAccountId: string;
  action: "link" | "create" | "ignore";
  accountId?: string;
}

/** What to connect: a bank of a region, or an existing connection to sign in to again. */
export type Wanted = { itemId: string } | { itemId: null; region: BankRegion };

/** Requests a token for a dialog. @throws Error with a message for the screen */
export async function linkToken(call: Call, wanted: Wanted): Promise<LinkToken> {
  const input = wanted.itemId === null ? { region: wanted.region } : { plaidItemId: wanted.itemId };
  const answer = await withErrorMessage(problem, () => call("POST", "/plaid/create-link-token", input));
  const token = textOf(answer, "linkToken");
  if (!token) throw new Error(linkMessages.noLinkToken);
  return { linkToken: token, kind: textOf(answer, "kind") === "plaid" ? "plaid" : "simulated" };
}

/** Creates the connection and returns its id. */
export async function exchange(call: Call, success: LinkSuccess): Promise<string> {
  if (!/^public-/.test(success.publicToken ?? "")) throw new Error(linkMessages.invalidPublicToken);
  const answer = await withErrorMessage(problem, () => call("POST", "/plaid/exchange-token", success));
  const id = textOf(answer, "plaidItemId");
  if (!id) throw new Error(linkMessages.setupFailed);
  return id;
}

/** The bank's accounts that still have to be matched. */
export async function accountsOf(call: Call, itemId: string): Promise<BankSide[]> {
  const answer = await withErrorMessage(
    () => linkMessages.accountsFailed,
    () => call("POST", `/plaid/sync-accounts/${encodeURIComponent(itemId)}`),
  );
  const accounts = (Array.isArray(answer) ? answer : []).filter(isBankSide).filter((one) => one.state !== "linked");
  if (accounts.length === 0) throw new Error(linkMessages.noAccounts);
  return accounts;
}

/** Saves the choices and fetches the transactions; a failed fetch is only logged, because it is retried automatically later. */
export async function finishSetup(call: Call, itemId: string, accounts: Choice[], log: (error: unknown) => void) {
  const at = encodeURIComponent(itemId);
  await withErrorMessage(
    (message) => message ?? linkMessages.setupFailed,
    () => call("POST", `/plaid/match-accounts/${at}`, { accounts }),
  );
  await call("POST", `/plaid/sync-transactions/${at}`).catch(log);
}

/** Reports that the household has signed in at the bank again. */
export async function relinked(call: Call, itemId: string): Promise<void> {
  await withErrorMessage(problem, () => call("POST", `/plaid/items/${encodeURIComponent(itemId)}/relinked`));
}

/** The preselected choice: the match found, otherwise a new account; ignored if the currency is unknown. */
export function proposedChoice({ plaidAccountId, match, canLink, state }: BankSide): Choice {
  if (!canLink || state === "ignored") return { plaidAccountId, action: "ignore" };
  return match ? { plaidAccountId, action: "link", accountId: match.accountId } : { plaidAccountId, action: "create" };
}

/** Runs a call and converts its errors to messages for the screen, given the server's message or null for internal errors. */
async function withErrorMessage<T>(messageFor: (message: string | null) => string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const foreseen = error instanceof Error && !("code" in error && error.code === "internal");
    throw new Error(messageFor(foreseen ? error.message : null));
  }
}

const problem = (message: string | null) => connectErrorMessage(message ?? "Please try again.");

function textOf(answer: unknown, name: string): string | null {
  const value = typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : null;
  return typeof value === "string" && value !== "" ? value : null;
}

function isBankSide(one: unknown): one is BankSide {
  return textOf(one, "plaidAccountId") !== null && textOf(one, "name") !== null;
}

import type { BankRegion } from "~/domain/finance/bank-link/countries";
import { connectErrorMessage, linkMessages } from "~/domain/finance/bank-link/messages";
import { requestJson } from "~/lib/api-request";
import { paths } from "~/paths";

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

/** What to connect: a bank of a region, or an existing connection to sign in to again. */
type Wanted = { itemId: string } | { itemId: null; region: BankRegion };

/** Requests a token for a dialog. @throws Error with a message for the screen */
export async function linkToken(wanted: Wanted): Promise<LinkToken> {
  const input = wanted.itemId === null ? { region: wanted.region } : { plaidItemId: wanted.itemId };
  const answer = await withErrorMessage(problem, () => post(paths.apiBankLinkToken(), input));
  const token = textOf(answer, "linkToken");
  if (!token) throw new Error(linkMessages.noLinkToken);
  return { linkToken: token, kind: textOf(answer, "kind") === "plaid" ? "plaid" : "simulated" };
}

/** Creates the connection and returns its id. */
export async function exchange(success: LinkSuccess): Promise<string> {
  if (!/^public-/.test(success.publicToken ?? "")) throw new Error(linkMessages.invalidPublicToken);
  const answer = await withErrorMessage(problem, () => post(paths.apiBankExchange(), success));
  const id = textOf(answer, "plaidItemId");
  if (!id) throw new Error(linkMessages.setupFailed);
  return id;
}

/** Reports that the household has signed in at the bank again. */
export async function relinked(itemId: string): Promise<void> {
  await withErrorMessage(problem, () => post(paths.apiBankRelinked(itemId)));
}

const post = (path: string, body: object = {}) => requestJson<unknown>(path, { method: "POST", body });

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

import type {
  AccountsGetRequest,
  ItemGetRequest,
  ItemPublicTokenExchangeRequest,
  ItemRemoveRequest,
  LinkTokenCreateRequest,
  TransactionsSyncRequest,
  WebhookVerificationKeyGetRequest,
} from "plaid";
import type { z } from "zod";
import { BankError, faultKind } from "~/domain/finance/bank-link/bank-error";
import type { BankLink, LinkRequest } from "~/domain/providers";
import { accountOf, transactionOf } from "./read";
import {
  AccountsAnswer,
  ErrorAnswer,
  ExchangeAnswer,
  ItemAnswer,
  KeyAnswer,
  LinkTokenAnswer,
  SyncAnswer,
} from "./shapes";

/** One call: the path below the bank's address and the JSON body. Throws when no answer came. */
export type Send = (path: string, body: object) => Promise<{ status: number; body: unknown }>;

interface Requests {
  "/link/token/create": LinkTokenCreateRequest;
  "/item/public_token/exchange": ItemPublicTokenExchangeRequest;
  "/item/get": ItemGetRequest;
  "/item/remove": ItemRemoveRequest;
  "/accounts/get": AccountsGetRequest;
  "/transactions/sync": TransactionsSyncRequest;
  "/webhook_verification_key/get": WebhookVerificationKeyGetRequest;
}

/** The package's enumerations as the texts they are: only its types are used. */
type Plain<T> = T extends string
  ? `${T}`
  : T extends readonly (infer U)[]
    ? Plain<U>[]
    : T extends object
      ? { [K in keyof T]: Plain<T[K]> }
      : T;

interface Options {
  kind: BankLink["kind"];
  send: Send;
  /** Milliseconds before another try; none where tests need no waiting. */
  pause: (milliseconds: number) => Promise<void>;
  relinked?: BankLink["relinked"];
}

const tries = 3;

/** A bank link that speaks Plaid's REST API over `send`: the real one over fetch, the simulated one in place. */
export function bankLinkOver({ kind, send, pause, relinked }: Options): BankLink {
  async function call<P extends keyof Requests, S extends z.ZodType>(
    path: P,
    body: Plain<Requests[P]>,
    answer: S,
  ): Promise<z.output<S>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return read(await sent(send, path, body), answer);
      } catch (error) {
        const again = error instanceof BankError && error.kind === "retry" && error.code !== "PRODUCT_NOT_READY";
        if (!again || attempt === tries) throw error;
        await pause(400 * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  }

  return {
    kind,
    createLinkToken: async (request) =>
      (await call("/link/token/create", linkTokenRequest(request), LinkTokenAnswer)).link_token,
    exchange: async (publicToken) => {
      const answer = await call("/item/public_token/exchange", { public_token: publicToken }, ExchangeAnswer);
      return { accessToken: answer.access_token, itemId: answer.item_id };
    },
    item: async (accessToken) => {
      const { item } = await call("/item/get", { access_token: accessToken }, ItemAnswer);
      return {
        errorCode: item.error?.error_code ?? null,
        institutionId: item.institution_id ?? null,
        institutionName: item.institution_name ?? null,
      };
    },
    accounts: async (accessToken) =>
      (await call("/accounts/get", { access_token: accessToken }, AccountsAnswer)).accounts.map(accountOf),
    changes: async (accessToken, cursor) => {
      const request = { access_token: accessToken, count: 500, ...(cursor === null ? {} : { cursor }) };
      const page = await call("/transactions/sync", request, SyncAnswer);
      return {
        added: page.added.map(transactionOf),
        modified: page.modified.map(transactionOf),
        removed: page.removed.map((one) => one.transaction_id),
        accounts: page.accounts.map(accountOf),
        nextCursor: page.next_cursor,
        hasMore: page.has_more,
      };
    },
    remove: async (accessToken) => {
      try {
        await call("/item/remove", { access_token: accessToken }, ErrorAnswer);
      } catch (error) {
        const forgotten = error instanceof BankError && ["ITEM_NOT_FOUND", "INVALID_ACCESS_TOKEN"].includes(error.code);
        if (!forgotten) throw error;
      }
    },
    webhookKey: async (kid) => {
      try {
        const answer = read(await sent(send, "/webhook_verification_key/get", { key_id: kid }), KeyAnswer);
        const { alg, crv, kty, x, y, expired_at } = answer.key;
        return expired_at ? null : { alg, crv, kty, x, y };
      } catch (error) {
        if (error instanceof BankError && error.kind !== "retry") return null;
        throw error;
      }
    },
    relinked: relinked ?? (async () => {}),
  };
}

async function sent(send: Send, path: string, body: object) {
  try {
    return await send(path, body);
  } catch {
    throw new BankError("retry", "UNREACHABLE");
  }
}

/** An answer that is not of the agreed shape is taken for a bank in trouble: it is asked again later. */
function read<S extends z.ZodType>({ status, body }: { status: number; body: unknown }, answer: S): z.output<S> {
  if (status === 200) {
    const result = answer.safeParse(body);
    if (result.success) return result.data;
    throw new BankError("retry", "UNREADABLE_ANSWER");
  }
  const told = ErrorAnswer.safeParse(body).data ?? ErrorAnswer.parse({});
  const fault = { status, type: told.error_type, code: told.error_code, message: told.error_message ?? "" };
  const code = told.error_code || (status === 429 ? "RATE_LIMIT" : `HTTP_${status}`);
  throw new BankError(faultKind(fault), code.slice(0, 100), told.display_message ?? null);
}

function linkTokenRequest({ userId, accessToken, webhook }: LinkRequest): Plain<LinkTokenCreateRequest> {
  const common = {
    client_name: "Plenum",
    language: "en",
    country_codes: ["US" as const],
    user: { client_user_id: userId },
    webhook,
  };
  if (accessToken !== null) {
    return { ...common, access_token: accessToken, update: { account_selection_enabled: true } };
  }
  return { ...common, products: ["transactions"], transactions: { days_requested: 730 } };
}

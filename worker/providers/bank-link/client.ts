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
import { BankError, bankErrorKind } from "~/domain/finance/bank-link/bank-error";
import type { BankLink, LinkRequest } from "~/domain/providers";
import { type HttpClientOptions, HttpError, httpClient } from "../http-client";
import { accountOf, historyOf, transactionOf } from "./read";
import {
  AccountsResponse,
  ErrorResponse,
  ExchangeResponse,
  ItemResponse,
  KeyResponse,
  LinkTokenResponse,
  SyncResponse,
} from "./shapes";

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
  client: HttpClientOptions;
  relinked?: BankLink["relinked"];
}

/** The first page of a long history takes the bank a while. */
const SYNC_TIMEOUT_MS = 30_000;

/** A bank link that speaks Plaid's REST API: the real one over the network, the simulated one over a `fetch` of its own. */
export function bankLinkOver({ kind, client, relinked }: Options): BankLink {
  const http = httpClient({
    ...client,
    isTransient: (error) => {
      const { kind, code } = bankErrorOf(error);
      return kind === "retry" && code !== "PRODUCT_NOT_READY";
    },
  });

  async function call<P extends keyof Requests, S extends z.ZodType>(
    path: P,
    body: Plain<Requests[P]>,
    schema: S,
  ): Promise<z.output<S>> {
    const timeoutMs = path === "/transactions/sync" ? SYNC_TIMEOUT_MS : undefined;
    // A webhook that waits for its key is sent again by the bank.
    const maxAttempts = path === "/webhook_verification_key/get" ? 1 : undefined;
    try {
      return await http.request(schema, { method: "POST", path, json: body, idempotent: true, timeoutMs, maxAttempts });
    } catch (error) {
      throw error instanceof HttpError ? bankErrorOf(error) : error;
    }
  }

  return {
    kind,
    createLinkToken: async (request) =>
      (await call("/link/token/create", linkTokenRequest(request), LinkTokenResponse)).link_token,
    exchange: async (publicToken) => {
      const response = await call("/item/public_token/exchange", { public_token: publicToken }, ExchangeResponse);
      return { accessToken: response.access_token, itemId: response.item_id };
    },
    item: async (accessToken) => {
      const { item } = await call("/item/get", { access_token: accessToken }, ItemResponse);
      return {
        errorCode: item.error?.error_code ?? null,
        institutionId: item.institution_id ?? null,
        institutionName: item.institution_name ?? null,
      };
    },
    accounts: async (accessToken) =>
      (await call("/accounts/get", { access_token: accessToken }, AccountsResponse)).accounts.map(accountOf),
    changes: async (accessToken, cursor) => {
      const request = { access_token: accessToken, count: 500, ...(cursor === null ? {} : { cursor }) };
      const page = await call("/transactions/sync", request, SyncResponse);
      return {
        added: page.added.map(transactionOf),
        modified: page.modified.map(transactionOf),
        removed: page.removed.map((one) => one.transaction_id),
        accounts: page.accounts.map(accountOf),
        nextCursor: page.next_cursor,
        hasMore: page.has_more,
        history: historyOf(page.transactions_update_status),
      };
    },
    remove: async (accessToken) => {
      try {
        await call("/item/remove", { access_token: accessToken }, ErrorResponse);
      } catch (error) {
        const forgotten = error instanceof BankError && ["ITEM_NOT_FOUND", "INVALID_ACCESS_TOKEN"].includes(error.code);
        if (!forgotten) throw error;
      }
    },
    webhookKey: async (kid) => {
      try {
        const { key } = await call("/webhook_verification_key/get", { key_id: kid }, KeyResponse);
        const { alg, crv, kty, x, y, expired_at } = key;
        return expired_at ? null : { alg, crv, kty, x, y };
      } catch (error) {
        if (error instanceof BankError && error.kind !== "retry") return null;
        throw error;
      }
    },
    relinked: relinked ?? (async () => {}),
  };
}

/** A response of another shape than agreed counts as a bank outage and is requested again later. */
function bankErrorOf({ kind, status, payload }: HttpError): BankError {
  if (kind === "unreachable" || kind === "timeout") return new BankError("retry", "UNREACHABLE");
  if (kind === "unreadable" || kind === "unexpected" || kind === "too_large")
    return new BankError("retry", "UNREADABLE_ANSWER");
  const body = ErrorResponse.safeParse(payload).data ?? ErrorResponse.parse({});
  const facts = { type: body.error_type, code: body.error_code, message: body.error_message ?? "" };
  const code = body.error_code || (kind === "rate_limited" ? "RATE_LIMIT" : `HTTP_${status}`);
  return new BankError(
    bankErrorKind({ ...facts, status: status ?? 429 }),
    code.slice(0, 100),
    body.display_message ?? null,
  );
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

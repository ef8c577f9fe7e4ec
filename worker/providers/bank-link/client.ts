import type {
  AccountsGetRequest,
  InstitutionsGetByIdRequest,
  ItemGetRequest,
  ItemPublicTokenExchangeRequest,
  ItemRemoveRequest,
  ItemWebhookUpdateRequest,
  LinkTokenCreateRequest,
  TransactionsSyncRequest,
  WebhookVerificationKeyGetRequest,
} from "plaid";
import { z } from "zod";
import { type HttpClientOptions, HttpError, httpClient } from "#worker/providers/http-client";
import { BankError, bankErrorKind } from "~/domain/finance/bank-link/bank-error";
import { BANK_COUNTRIES, type BankRegion, regionCountries } from "~/domain/finance/bank-link/countries";
import type { BankLink, LinkRequest } from "~/domain/providers";
import { accountOf, faceOf, historyOf, transactionOf } from "./read";
import {
  AccountsResponse,
  ErrorResponse,
  ExchangeResponse,
  InstitutionResponse,
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
  "/item/webhook/update": ItemWebhookUpdateRequest;
  "/institutions/get_by_id": InstitutionsGetByIdRequest;
  "/accounts/get": AccountsGetRequest;
  "/transactions/sync": TransactionsSyncRequest;
  "/webhook_verification_key/get": WebhookVerificationKeyGetRequest;
}

/** The package's enums as plain strings, since only its types are used. */
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
  /** Countries covered by the contract with the bank link; all if there is none. */
  countries?: readonly Country[];
  /** Where banks with their own sign-in page redirect users back to. */
  redirectUri?: string;
  relinked?: BankLink["relinked"];
}

type Country = Plain<LinkTokenCreateRequest>["country_codes"][number];

/** The bank takes a while for the first page of a long history; users wait for the other calls, least of all for a logo. */
const timeouts: Partial<Record<keyof Requests, number>> = {
  "/transactions/sync": 30_000,
  "/item/public_token/exchange": 20_000,
  "/accounts/get": 20_000,
  "/institutions/get_by_id": 6_000,
  "/webhook_verification_key/get": 8_000,
};
/** The bank resends a webhook that waits for its key, and nobody waits for a logo twice. */
const onceOnly: readonly (keyof Requests)[] = ["/webhook_verification_key/get", "/institutions/get_by_id"];

/** A bank link using Plaid's REST API: the real one over the network, the simulated one over its own `fetch`. */
export function bankLinkOver({ kind, client, countries = ALL_COUNTRIES, redirectUri, relinked }: Options): BankLink {
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
    const timeoutMs = timeouts[path];
    const maxAttempts = onceOnly.includes(path) ? 1 : undefined;
    try {
      return await http.request(schema, { method: "POST", path, json: body, idempotent: true, timeoutMs, maxAttempts });
    } catch (error) {
      throw error instanceof HttpError ? bankErrorOf(error) : error;
    }
  }

  return {
    kind,
    createLinkToken: async (request) =>
      (
        await call(
          "/link/token/create",
          linkTokenRequest(request, { countries: countriesOf(request.region, countries), redirectUri }),
          LinkTokenResponse,
        )
      ).link_token,
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
    institution: async (institutionId) => {
      const request = {
        institution_id: institutionId,
        country_codes: [...countries],
        options: { include_optional_metadata: true },
      };
      return faceOf(await call("/institutions/get_by_id", request, InstitutionResponse));
    },
    sendWebhooksTo: async (accessToken, webhook) => {
      await call("/item/webhook/update", { access_token: accessToken, webhook }, Anything);
    },
    changes: async (accessToken, cursor) => {
      const request = {
        ...{ access_token: accessToken, count: 500, ...(cursor === null ? {} : { cursor }) },
        options: { include_original_description: true, personal_finance_category_version: "v2" as const },
      };
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
        await call("/item/remove", { access_token: accessToken }, Anything);
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

/** A response of an unexpected shape counts as a bank outage and is requested again later. */
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

const Anything = z.looseObject({});

const ALL_COUNTRIES: readonly Country[] = BANK_COUNTRIES;

/** @throws BankError if the product supports no bank of the region */
function countriesOf(region: BankRegion | null, served: readonly Country[]): Country[] {
  if (region === null) return [...served];
  const wanted = regionCountries(region);
  const countries = served.filter((country) => wanted.includes(country));
  if (countries.length === 0) throw new BankError("operator", "COUNTRY_NOT_SERVED");
  return countries;
}

interface LinkSettings {
  countries: Country[];
  redirectUri: string | undefined;
}

function linkTokenRequest(
  { userId, accessToken, webhook }: LinkRequest,
  { countries, redirectUri }: LinkSettings,
): Plain<LinkTokenCreateRequest> {
  const common = {
    client_name: "Plenum",
    language: "en",
    country_codes: countries,
    ...(redirectUri === undefined ? {} : { redirect_uri: redirectUri }),
    user: { client_user_id: userId },
    webhook,
  };
  if (accessToken !== null) {
    return { ...common, access_token: accessToken, update: { account_selection_enabled: true } };
  }
  return { ...common, products: ["transactions"], transactions: { days_requested: 730 } };
}

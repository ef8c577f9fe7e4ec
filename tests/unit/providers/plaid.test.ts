import { expect, test, vi } from "vitest";
import { bankLinkOver } from "#worker/providers/bank-link/client";
import { historyOf } from "#worker/providers/bank-link/read";
import type { LinkRequest } from "~/domain/providers";

type Link = ReturnType<typeof bankLinkOver>;
interface Sent {
  path: string;
  body: Record<string, unknown>;
}

/** The adapter with responses from Plaid's documentation, and the requests it sent. */
function linkTo(
  answer: object | { status: number; body: object },
  options: Partial<Parameters<typeof bankLinkOver>[0]> = {},
): { link: Link; sent: Sent[] } {
  const sent: Sent[] = [];
  const { status, body } = "status" in answer && "body" in answer ? answer : { status: 200, body: answer };
  const link = bankLinkOver({
    kind: "plaid",
    countries: ["US", "CA", "ES"],
    ...options,
    client: {
      service: "plaid",
      baseUrl: "https://sandbox.plaid.com",
      deps: {
        pause: async () => {},
        fetch: async (url, init) => {
          sent.push({ path: url.pathname, body: JSON.parse(String(init.body)) });
          return new Response(JSON.stringify(body), { status });
        },
      },
    },
  });
  return { link, sent };
}

const request: LinkRequest = {
  ...{ userId: "u1", accessToken: null, institutionName: null, region: "us" },
  webhook: "https://plenum.example/api/webhooks/plaid",
};
const token = { link_token: "link-sandbox-1", expiration: "2026-11-22T16:00:00Z", request_id: "r1" };

test.each([
  { region: "us" as const, countries: ["US"] },
  { region: "ca" as const, countries: ["CA"] },
  { region: "eu" as const, countries: ["ES"] },
  { region: null, countries: ["US", "CA", "ES"] },
])("a dialog for $region shows the banks of $countries", async ({ region, countries }) => {
  const { link, sent } = linkTo(token);
  expect(await link.createLinkToken({ ...request, region })).toBe("link-sandbox-1");
  expect(sent[0]).toMatchObject({
    path: "/link/token/create",
    body: { country_codes: countries, products: ["transactions"], transactions: { days_requested: 730 } },
  });
  expect(sent[0]?.body).not.toHaveProperty("redirect_uri");
});

test("a region not covered by the contract is rejected without a call", async () => {
  const { link, sent } = linkTo(token);
  await expect(link.createLinkToken({ ...request, region: "gb" })).rejects.toMatchObject({
    code: "COUNTRY_NOT_SERVED",
  });
  expect(sent).toEqual([]);
});

test("the redirect URL is sent, also on a new sign-in, which has no products", async () => {
  const redirectUri = "https://plenum.example/finances/accounts/connect";
  const { link, sent } = linkTo(token, { redirectUri });
  await link.createLinkToken({ ...request, region: null, accessToken: "access-1" });
  expect(sent[0]?.body).toMatchObject({ redirect_uri: redirectUri, access_token: "access-1" });
  expect(sent[0]?.body).not.toHaveProperty("products");
});

const page = {
  ...{ added: [], modified: [], removed: [], accounts: [], next_cursor: "", has_more: false, request_id: "r2" },
  transactions_update_status: "NOT_READY",
};

test.each([
  ["NOT_READY", "not_ready"],
  ["INITIAL_UPDATE_COMPLETE", "initial"],
  ["HISTORICAL_UPDATE_COMPLETE", "complete"],
  ["TRANSACTIONS_UPDATE_STATUS_UNKNOWN", "initial"],
  [undefined, "initial"],
] as const)("status %s means the history is %s", async (transactions_update_status, history) => {
  const { link } = linkTo({ ...page, transactions_update_status });
  expect(await link.changes("access-1", null)).toMatchObject({ history, nextCursor: "", added: [] });
  expect(historyOf(transactions_update_status)).toBe(history);
});

test("a sync requests the bank's original text and a categories version, with a cursor only if there is one", async () => {
  const { link, sent } = linkTo(page);
  await link.changes("access-1", null);
  await link.changes("access-1", "c1");
  const options = { include_original_description: true, personal_finance_category_version: "v2" };
  expect(sent.map(({ body }) => body)).toEqual([
    { access_token: "access-1", count: 500, options },
    { access_token: "access-1", count: 500, cursor: "c1", options },
  ]);
});

const png = "iVBORw0KGgoAAAANSUhEUg==";
test.each([
  [
    { url: "https://www.plaid.com/", primary_color: "#004966", logo: png },
    { website: "https://www.plaid.com/", primaryColor: "#004966", logo: png },
  ],
  [
    { url: null, primary_color: null, logo: null },
    { website: null, primaryColor: null, logo: null },
  ],
  [
    { url: "javascript:alert(1)", primary_color: "red", logo: "PHN2Zz4=" },
    { website: null, primaryColor: null, logo: null },
  ],
  [
    { url: "https:////evil.example", primary_color: "#FFF000", logo: `${png}"` },
    { website: null, primaryColor: "#fff000", logo: null },
  ],
])("a bank that presents itself as %o is shown as %o", async (institution, shown) => {
  const { link, sent } = linkTo({
    institution: { institution_id: "ins_1", name: "A", ...institution },
    request_id: "r",
  });
  expect(await link.institution("ins_1")).toEqual(shown);
  expect(sent[0]?.body).toEqual({
    institution_id: "ins_1",
    country_codes: ["US", "CA", "ES"],
    options: { include_optional_metadata: true },
  });
});

test("a new webhook URL is set for one connection", async () => {
  const { link, sent } = linkTo({ item: { item_id: "i" }, request_id: "r" });
  await link.sendWebhooksTo("access-1", "https://new.example/api/webhooks/plaid");
  expect(sent).toEqual([
    {
      path: "/item/webhook/update",
      body: { access_token: "access-1", webhook: "https://new.example/api/webhooks/plaid" },
    },
  ]);
});

test.each([
  [429, "RATE_LIMIT_EXCEEDED", "TRANSACTIONS_SYNC_LIMIT", "retry", 3],
  [400, "INSTITUTION_ERROR", "INSTITUTION_DOWN", "retry", 3],
  [400, "INSTITUTION_ERROR", "UNAUTHORIZED_INSTITUTION", "operator", 1],
  [400, "INSTITUTION_ERROR", "INSTITUTION_REGISTRATION_REQUIRED", "operator", 1],
  [400, "INVALID_RESULT", "PLAID_DIRECT_ITEM_IMPORT_RETURNED_INVALID_MFA", "retry", 3],
  [400, "ITEM_ERROR", "ITEM_LOGIN_REQUIRED", "relink", 1],
  [400, "OAUTH_ERROR", "INCORRECT_OAUTH_NONCE", "relink", 1],
] as const)("%i %s/%s is %s after %i calls", async (status, error_type, error_code, kind, calls) => {
  const body = { error_type, error_code, error_message: "m", display_message: null, request_id: "r" };
  const { link, sent } = linkTo({ status, body });
  await expect(link.changes("access-1", "c1")).rejects.toMatchObject({ kind, code: error_code });
  expect(sent).toHaveLength(calls);
});

test("a page of a long history has a longer timeout than an interactive request", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const waited = () => timeout.mock.calls.splice(0).map(([ms]) => ms);
  await linkTo(page).link.changes("access-1", null);
  const [history = 0] = waited();
  await linkTo({ institution: { institution_id: "ins_1", name: "A", url: null } }).link.institution("ins_1");
  const [picture = 0] = waited();
  timeout.mockRestore();
  expect(history).toBeGreaterThanOrEqual(30_000);
  expect(picture).toBeLessThan(15_000);
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { stripe } from "#worker/providers/payments/stripe";
import { PaymentError } from "~/domain/invoices/online/payment-error";
import type { CheckoutRequest } from "~/domain/providers";

interface SentRequest {
  what: string;
  headers: Record<string, string | string[] | undefined>;
  form: Record<string, string>;
}
interface Answer {
  status?: number;
  body: object | string;
}

/** A server that returns responses from Stripe's reference, one after another; the last one repeats. */
const requests: SentRequest[] = [];
let answers: Answer[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const { pathname, search } = new URL(request.url ?? "", "http://stripe.invalid");
    const form = Object.fromEntries(new URLSearchParams(body || search));
    requests.push({ what: `${request.method} ${pathname}`, headers: request.headers, form });
    const { status = 200, body: answer } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { body: {} };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
});
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
afterAll(() => server.close());
beforeEach(() => {
  requests.length = 0;
});

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

const processor = stripe({
  ...{ secretKey: "sk_test_1", webhookSecret: "whsec_test", organizationId: "org-1" },
  apiUrl: `http://127.0.0.1:${portOf(server.address())}`,
});
const answer = (...given: Answer[]) => {
  answers = given;
};

const request: CheckoutRequest = {
  ...{ key: "checkout-c1-l1", orgId: "org-1", checkoutId: "c1", reference: "i1", amountMinor: 12_345 },
  ...{ description: "Invoice INV-0042", email: "pat@example.com" },
  ...{ successUrl: "https://plenum.example/s/t?checkout=done", cancelUrl: "https://plenum.example/s/t?checkout=back" },
  expiresAt: new Date("2026-11-23T12:00:00.500Z"),
};
const session = {
  ...{ id: "cs_test_1", url: "https://checkout.stripe.com/c/pay/cs_test_1", status: "open", payment_status: "unpaid" },
  ...{ amount_total: 12_345, currency: "usd", payment_intent: null, object: "checkout.session" },
};

test("a checkout is requested form-encoded, with the API key, the version and an idempotency key", async () => {
  answer({ body: session });
  expect(await processor.openCheckout(request)).toEqual({
    ...{ id: "cs_test_1", url: session.url, status: "open", amountMinor: 12_345, currency: "USD" },
    ...{ paymentId: null, failure: null },
  });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.what).toBe("POST /v1/checkout/sessions");
  expect(requests[0]?.headers).toMatchObject({
    authorization: "Bearer sk_test_1",
    "stripe-version": "2026-10-28.endive",
    "idempotency-key": "checkout-c1-l1",
  });
  expect(requests[0]?.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
  expect(requests[0]?.form).toEqual({
    mode: "payment",
    "payment_method_types[0]": "card",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "usd",
    "line_items[0][price_data][unit_amount]": "12345",
    "line_items[0][price_data][product_data][name]": "Invoice INV-0042",
    success_url: "https://plenum.example/s/t?checkout=done",
    cancel_url: "https://plenum.example/s/t?checkout=back",
    client_reference_id: "i1",
    customer_email: "pat@example.com",
    "metadata[org_id]": "org-1",
    "metadata[checkout_id]": "c1",
    "payment_intent_data[metadata][org_id]": "org-1",
    "payment_intent_data[metadata][checkout_id]": "c1",
    "payment_intent_data[description]": "Invoice INV-0042",
    expires_at: "1795435200",
    "expand[]": "payment_intent",
  });
});

test("only the account's own business is served", () => {
  expect([processor.serves("org-1"), processor.serves("org-2")]).toEqual([true, false]);
});

const intent = (status: string, message?: string) => ({
  payment_intent: { id: "pi_1", status, last_payment_error: message ? { type: "card_error", message } : null },
});
test.each([
  ["nothing was tried", "open", { status: "open" }, null],
  [
    "a card was declined and another can be tried",
    "open",
    { status: "open", ...intent("requires_payment_method", "Your card was declined.") },
    "Your card was declined.",
  ],
  [
    "the payment succeeded",
    "paid",
    { status: "complete", payment_status: "paid", url: null, ...intent("succeeded") },
    null,
  ],
  [
    "the bank is still working on the payment",
    "processing",
    { status: "complete", url: null, ...intent("processing") },
    null,
  ],
  [
    "the bank refused the payment",
    "failed",
    { status: "complete", url: null, ...intent("requires_payment_method", "No funds.") },
    "No funds.",
  ],
  ["the payment was canceled", "failed", { status: "complete", url: null, ...intent("canceled") }, null],
  ["its time is over", "expired", { status: "expired", url: null }, null],
])("if %s, the session is %s", async (_, status, facts, failure) => {
  answer({ body: { ...session, ...facts } });
  expect(await processor.checkout("cs_test_1")).toMatchObject({ status, failure });
  expect(requests[0]).toMatchObject({
    what: "GET /v1/checkout/sessions/cs_test_1",
    form: { "expand[]": "payment_intent" },
  });
  expect(requests[0]?.headers["idempotency-key"]).toBeUndefined();
});

test("a session that is no longer open is read instead of closed", async () => {
  const body = { error: { type: "invalid_request_error", message: "Only Checkout Sessions with a status in [open]" } };
  answer(
    { status: 400, body },
    { body: { ...session, status: "complete", payment_status: "paid", ...intent("succeeded") } },
  );
  expect((await processor.closeCheckout("cs_test_1")).status).toBe("paid");
  expect(requests.map(({ what }) => what)).toEqual([
    "POST /v1/checkout/sessions/cs_test_1/expire",
    "GET /v1/checkout/sessions/cs_test_1",
  ]);
});

test.each([
  ["succeeded", "succeeded"],
  ["pending", "pending"],
  ["requires_action", "pending"],
  ["failed", "failed"],
  ["canceled", "failed"],
])("a refund with status %s is %s", async (status, expected) => {
  const metadata = { refund_id: "r1" };
  answer({ body: { id: "re_1", amount: 500, status, failure_reason: "lost_or_stolen_card", metadata } });
  expect(await processor.refund({ ownId: "r1", paymentId: "pi_1", amountMinor: 500 })).toEqual({
    ...{ id: "re_1", ownId: "r1", amountMinor: 500, status: expected, failure: "lost or stolen card" },
  });
  expect(requests[0]).toMatchObject({
    what: "POST /v1/refunds",
    headers: { "idempotency-key": "refund-r1" },
    form: { payment_intent: "pi_1", amount: "500", "metadata[refund_id]": "r1" },
  });
});

test("a payment's refunds are read, whoever created them", async () => {
  answer({ body: { object: "list", data: [{ id: "re_2", amount: 1, status: "succeeded", metadata: {} }] } });
  expect(await processor.refundsOf("pi_1")).toMatchObject([{ id: "re_2", ownId: null }]);
  expect(requests[0]).toMatchObject({ what: "GET /v1/refunds", form: { payment_intent: "pi_1", limit: "100" } });
});

test.each([
  ["needs_response", "open"],
  ["under_review", "open"],
  ["warning_closed", "won"],
  ["won", "won"],
  ["lost", "lost"],
])("a dispute with status %s is %s", async (status, expected) => {
  answer({ body: { id: "dp_1", amount: 900, reason: "product_not_received", status, payment_intent: "pi_1" } });
  expect(await processor.dispute("dp_1")).toEqual({
    ...{ id: "dp_1", amountMinor: 900, reason: "product not received", status: expected, paymentId: "pi_1" },
  });
});

test("a payment's checkout is read from its metadata", async () => {
  answer({ body: { id: "pi_1", metadata: { org_id: "org-1", checkout_id: "c1" } } });
  expect(await processor.checkoutOf("pi_1")).toEqual({ orgId: "org-1", checkoutId: "c1" });
  answer({ body: { id: "pi_2", metadata: {} } });
  expect(await processor.checkoutOf("pi_2")).toBeNull();
  answer({ status: 404, body: { error: { type: "invalid_request_error", code: "resource_missing" } } });
  expect(await processor.checkoutOf("pi_3")).toBeNull();
});

const refusal = (type: string, code: string, message = "") => ({ error: { type, code, message } });
test.each([
  [402, refusal("card_error", "card_declined", "Your card was declined."), "refused", "Your card was declined.", 1],
  [
    400,
    refusal("invalid_request_error", "charge_already_refunded", "Charge ch_1 has already been refunded."),
    "refused",
    "Charge ch_1 has already been refunded.",
    1,
  ],
  [404, refusal("invalid_request_error", "resource_missing", "No such payment_intent"), "gone", null, 1],
  [401, refusal("invalid_request_error", "", "Invalid API Key provided: sk_test_1"), "operator", null, 1],
  [403, refusal("invalid_request_error", "", "The provided key does not have access"), "operator", null, 1],
  [400, refusal("idempotency_error", "", "Keys for idempotent requests"), "operator", null, 1],
  [409, refusal("idempotency_error", "idempotency_key_in_use"), "retry", null, 3],
  [429, refusal("invalid_request_error", "rate_limit"), "retry", null, 3],
  [500, refusal("api_error", ""), "retry", null, 3],
  [200, "<html>", "retry", null, 3],
])(
  "response %i %j is %s",
  async (status, body, kind, displayMessage, tries) => {
    answer({ status, body });
    const error = await processor
      .refund({ ownId: "r1", paymentId: "pi_1", amountMinor: 500 })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(PaymentError);
    expect([error.kind, error.displayMessage]).toEqual([kind, displayMessage]);
    expect(requests).toHaveLength(tries);
    // Each attempt has the same key, so that the refund is made once.
    expect(new Set(requests.map(({ headers }) => headers["idempotency-key"]))).toEqual(new Set(["refund-r1"]));
    expect(String(error.stack)).not.toContain("sk_test_1");
  },
  20_000,
);

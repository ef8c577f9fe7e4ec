import { expect, test } from "vitest";
import { plansOver } from "#worker/providers/plans/client";

interface Call {
  what: string;
  form: URLSearchParams;
  key: string | null;
}

/** A processor that returns the given responses in turn and records its requests. */
function processor(answers: { status?: number; body: object }[]) {
  const calls: Call[] = [];
  const plans = plansOver({
    ...{ kind: "stripe", webhookSecret: "whsec_test" },
    client: {
      service: "stripe",
      baseUrl: "https://stripe.test",
      deps: {
        pause: async () => {},
        fetch: async (url, init) => {
          const form = new URLSearchParams(String(init.body ?? url.search));
          const key = new Headers(init.headers).get("idempotency-key");
          calls.push({ what: `${init.method ?? "GET"} ${url.pathname}`, form, key });
          const { status = 200, body } = answers.shift() ?? { body: {} };
          return Response.json(body, { status });
        },
      },
    },
  });
  return { plans, calls };
}

const session = { id: "cs_1", url: "https://checkout.stripe.com/c/1", status: "open", subscription: null };
const subscription = {
  ...{ id: "sub_1", customer: "cus_1", status: "active", currency: "usd", cancel_at_period_end: false },
  ...{ start_date: 1_763_640_000, ended_at: null },
  metadata: { checkout_id: "c-1", owner_kind: "household", owner_id: "u-1" },
  items: {
    data: [
      {
        ...{ id: "si_1", current_period_start: 1_763_640_000, current_period_end: 1_766_232_000 },
        price: { product: "prod_1", unit_amount: 600, recurring: { interval: "month" } },
      },
    ],
  },
};

test("a checkout page opens in subscription mode, with the price in cents and the owner on the subscription", async () => {
  const { plans, calls } = processor([{ body: session }]);
  const opened = await plans.openCheckout({
    ...{ checkoutId: "c-1", owner: { kind: "household", id: "u-1" }, period: "year", amountMinor: 6000 },
    ...{ description: "Plenum Household Pro", email: "ada@example.com" },
    ...{ successUrl: "https://plenum.example/done", cancelUrl: "https://plenum.example/back" },
    expiresAt: new Date(1_763_647_200_000),
  });
  expect(opened).toEqual({ id: "cs_1", url: session.url, status: "open", subscriptionId: null });
  expect(calls[0]).toMatchObject({ what: "POST /v1/checkout/sessions", key: "plan-c-1" });
  expect(Object.fromEntries(calls[0]?.form ?? [])).toMatchObject({
    mode: "subscription",
    "line_items[0][price_data][unit_amount]": "6000",
    "line_items[0][price_data][recurring][interval]": "year",
    "subscription_data[metadata][owner_kind]": "household",
    "subscription_data[metadata][owner_id]": "u-1",
    "subscription_data[metadata][checkout_id]": "c-1",
    expires_at: "1763647200",
  });
});

test("a subscription is read with its invoices, except drafts", async () => {
  const line = { data: [{ period: { start: 1_763_640_000, end: 1_766_232_000 } }] };
  const invoice = { id: "in_1", number: "AB-1", status: "paid", total: 600, created: 1_763_640_000, lines: line };
  const { plans } = processor([
    { body: subscription },
    {
      body: {
        data: [
          { ...invoice, id: "in_3", number: null, status: "draft" },
          { ...invoice, id: "in_2", number: "AB-2", status: "open", status_transitions: { paid_at: null } },
          { ...invoice, status_transitions: { paid_at: 1_763_640_100 } },
        ],
      },
    },
  ]);
  expect(await plans.subscription("sub_1")).toMatchObject({
    ...{ id: "sub_1", customerId: "cus_1", status: "active", period: "month", amountMinor: 600, currency: "USD" },
    ...{ owner: { kind: "household", id: "u-1" }, checkoutId: "c-1", periodEnd: "2025-12-20T12:00:00.000Z" },
    invoices: [
      { id: "in_2", status: "open", paidAt: null },
      { id: "in_1", number: "AB-1", status: "paid", paidAt: "2025-11-20T12:01:40.000Z" },
    ],
  });
});

test.each([
  ["trialing", "active"],
  ["past_due", "past_due"],
  ["unpaid", "past_due"],
  ["paused", "past_due"],
  ["incomplete", "pending"],
  ["incomplete_expired", "canceled"],
  ["canceled", "canceled"],
])("a subscription with status %s is %s", async (status, taken) => {
  const { plans } = processor([{ body: { ...subscription, status } }, { body: { data: [] } }]);
  expect((await plans.subscription("sub_1")).status).toBe(taken);
});

test("a subscription started elsewhere has no owner", async () => {
  const { plans } = processor([{ body: { ...subscription, metadata: {} } }, { body: { data: [] } }]);
  expect(await plans.subscription("sub_1")).toMatchObject({ owner: null, checkoutId: null });
});

test("closing a page that was paid in the meantime returns it as paid", async () => {
  const error = { type: "invalid_request_error", code: "checkout_session_not_open", message: "Not open" };
  const { plans } = processor([
    { status: 400, body: { error } },
    { body: { ...session, url: null, status: "complete", subscription: "sub_1" } },
  ]);
  expect(await plans.closeCheckout("cs_1")).toEqual({
    ...{ id: "cs_1", url: null, status: "complete", subscriptionId: "sub_1" },
  });
});

test("ending a subscription that no longer exists succeeds", async () => {
  const error = { type: "invalid_request_error", code: "resource_missing", message: "No such subscription" };
  const { plans, calls } = processor([{ status: 404, body: { error } }]);
  await expect(plans.endNow("sub_1")).resolves.toBeUndefined();
  expect(calls[0]?.what).toBe("DELETE /v1/subscriptions/sub_1");
});

test("changing the period sets a new price on the same item, billed at once or not at all", async () => {
  const { plans, calls } = processor([{ body: subscription }, { body: subscription }]);
  await plans.setPeriod("sub_1", { period: "year", amountMinor: 6000, key: "k-1" });
  expect(calls.map(({ what, key }) => [what, key])).toEqual([
    ["GET /v1/subscriptions/sub_1", null],
    ["POST /v1/subscriptions/sub_1", "period-k-1"],
  ]);
  expect(Object.fromEntries(calls[1]?.form ?? [])).toEqual({
    "items[0][id]": "si_1",
    "items[0][price_data][currency]": "usd",
    "items[0][price_data][product]": "prod_1",
    "items[0][price_data][unit_amount]": "6000",
    "items[0][price_data][recurring][interval]": "year",
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
  });
});

test("setting the current period again sends no change", async () => {
  const { plans, calls } = processor([{ body: subscription }]);
  await plans.setPeriod("sub_1", { period: "month", amountMinor: 600, key: "k-1" });
  expect(calls).toHaveLength(1);
});

test("a card declined for a new period is refused with the processor's message", async () => {
  const error = { type: "card_error", code: "card_declined", message: "Your card was declined." };
  const { plans } = processor([{ body: subscription }, { status: 402, body: { error } }]);
  await expect(plans.setPeriod("sub_1", { period: "year", amountMinor: 6000, key: "k-1" })).rejects.toMatchObject({
    ...{ kind: "refused", displayMessage: "Your card was declined." },
  });
});

test("a prorated invoice has the period it pays for", async () => {
  const periods = [
    { start: 1_764_000_000, end: 1_766_232_000 },
    { start: 1_764_000_000, end: 1_795_536_000 },
  ];
  const invoice = { id: "in_2", number: "AB-2", status: "paid", total: 5482, created: 1_764_000_000 };
  const lines = { data: periods.map((period) => ({ period })) };
  const { plans } = processor([{ body: subscription }, { body: { data: [{ ...invoice, lines }] } }]);
  const { invoices } = await plans.subscription("sub_1");
  expect(invoices).toMatchObject([{ amountMinor: 5482, periodEnd: "2026-11-24T16:00:00.000Z" }]);
});

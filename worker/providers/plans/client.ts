import { z } from "zod";
import { type HttpClientOptions, HttpError, type HttpRequest, httpClient } from "#worker/providers/http-client";
import { paymentErrorOf } from "#worker/providers/payments/client";
import { PaymentError } from "~/domain/invoices/online/payment-error";
import {
  type KnownPlanInvoice,
  type KnownSubscription,
  PLAN_OWNER_KINDS,
  PLAN_PERIODS,
  type PlanBilling,
  type PlanCheckoutRequest,
  type PlanSession,
} from "~/domain/plans/plan";

const id = z.string().min(1).max(200);
const seconds = z.number().int();

const Session = z.object({
  id,
  url: z.url({ protocol: /^https?$/ }).nullish(),
  status: z.enum(["open", "complete", "expired"]).nullable(),
  subscription: id.nullish(),
});

const Subscription = z.object({
  id,
  customer: id,
  status: z.string(),
  currency: z.string().length(3),
  cancel_at_period_end: z.boolean(),
  start_date: seconds,
  ended_at: seconds.nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  items: z.object({
    data: z
      .array(
        z.object({
          id,
          current_period_start: seconds,
          current_period_end: seconds,
          price: z.object({
            product: id,
            unit_amount: z.number().int().min(0).nullable(),
            recurring: z.object({ interval: z.enum(PLAN_PERIODS) }),
          }),
        }),
      )
      .min(1),
  }),
});

const Invoice = z.object({
  id,
  number: z.string().max(100).nullish(),
  status: z.string().nullable(),
  total: z.number().int(),
  created: seconds,
  status_transitions: z.object({ paid_at: seconds.nullish() }).nullish(),
  lines: z.object({ data: z.array(z.object({ period: z.object({ start: seconds, end: seconds }) })) }),
});

/** How many of a subscription's newest invoices are requested. */
const INVOICES = 24;

interface Options {
  kind: PlanBilling["kind"];
  webhookSecret: string;
  client: HttpClientOptions;
}

/** A subscription processor using Stripe's REST API: the real one over the network, the embedded one over its own `fetch`. */
export function plansOver({ kind, webhookSecret, client }: Options): PlanBilling {
  const http = httpClient({ ...client, isTransient: (error) => paymentErrorOf(error).kind === "retry" });

  async function call<S extends z.ZodType>(schema: S, request: HttpRequest): Promise<z.output<S>> {
    try {
      return await http.request(schema, request);
    } catch (error) {
      throw error instanceof HttpError ? paymentErrorOf(error) : error;
    }
  }

  const readSession = async (sessionId: string) =>
    sessionOf(await call(Session, { path: `/v1/checkout/sessions/${encodeURIComponent(sessionId)}` }));
  const pathOf = (subscriptionId: string) => `/v1/subscriptions/${encodeURIComponent(subscriptionId)}`;

  return {
    ...{ kind, webhookSecret, checkout: readSession },
    openCheckout: async (request) => {
      const headers = { "Idempotency-Key": `plan-${request.checkoutId}` };
      const path = "/v1/checkout/sessions";
      return sessionOf(await call(Session, { method: "POST", path, form: formOf(request), idempotent: true, headers }));
    },
    closeCheckout: async (sessionId) => {
      const path = `/v1/checkout/sessions/${encodeURIComponent(sessionId)}/expire`;
      const headers = { "Idempotency-Key": `expire-${sessionId}` };
      try {
        return sessionOf(await call(Session, { method: "POST", path, form: {}, idempotent: true, headers }));
      } catch (error) {
        // It was paid, or closed, in the meantime.
        if (error instanceof PaymentError && error.kind === "operator") return readSession(sessionId);
        throw error;
      }
    },
    subscription: async (subscriptionId) => {
      const [subscription, invoices] = await Promise.all([
        call(Subscription, { path: pathOf(subscriptionId) }),
        call(z.object({ data: z.array(Invoice) }), {
          path: "/v1/invoices",
          query: { subscription: subscriptionId, limit: String(INVOICES) },
        }),
      ]);
      return subscriptionOf(subscription, invoices.data.flatMap(invoiceOf));
    },
    // Idempotent, so that it may be retried without a key.
    setCancelAtPeriodEnd: async (subscriptionId, cancels) => {
      const form = { cancel_at_period_end: String(cancels) };
      await call(Subscription, { method: "POST", path: pathOf(subscriptionId), form, idempotent: true });
    },
    setPeriod: async (subscriptionId, { period, amountMinor, key }) => {
      const path = pathOf(subscriptionId);
      const [item] = (await call(Subscription, { path })).items.data;
      if (!item) throw new PaymentError("retry", "unreadable_answer");
      if (item.price.recurring.interval === period) return;
      const form = {
        "items[0][id]": item.id,
        "items[0][price_data][currency]": "usd",
        "items[0][price_data][product]": item.price.product,
        "items[0][price_data][unit_amount]": String(amountMinor),
        "items[0][price_data][recurring][interval]": period,
        proration_behavior: "always_invoice",
        // A declined card leaves everything unchanged.
        payment_behavior: "error_if_incomplete",
      };
      const headers = { "Idempotency-Key": `period-${key}` };
      await call(Subscription, { method: "POST", path, form, idempotent: true, headers });
    },
    endNow: async (subscriptionId) => {
      try {
        await call(Subscription, { method: "DELETE", path: pathOf(subscriptionId), idempotent: true });
      } catch (error) {
        if (!(error instanceof PaymentError && error.kind === "gone")) throw error;
      }
    },
    portal: async (customer, returnUrl) => {
      const form = { customer, return_url: returnUrl };
      const path = "/v1/billing_portal/sessions";
      return (await call(z.object({ url: z.url({ protocol: /^https?$/ }) }), { method: "POST", path, form })).url;
    },
  };
}

function formOf(request: PlanCheckoutRequest): Record<string, string> {
  const { checkoutId, owner, period, amountMinor, description, email, successUrl, cancelUrl, expiresAt } = request;
  return {
    mode: "subscription",
    "payment_method_types[0]": "card",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "usd",
    "line_items[0][price_data][unit_amount]": String(amountMinor),
    "line_items[0][price_data][recurring][interval]": period,
    "line_items[0][price_data][product_data][name]": description,
    success_url: successUrl,
    cancel_url: cancelUrl,
    client_reference_id: checkoutId,
    ...(email ? { customer_email: email } : {}),
    // Also on the subscription, since most events refer only to that.
    "metadata[checkout_id]": checkoutId,
    "subscription_data[metadata][checkout_id]": checkoutId,
    "subscription_data[metadata][owner_kind]": owner.kind,
    "subscription_data[metadata][owner_id]": owner.id,
    expires_at: String(Math.floor(expiresAt.getTime() / 1000)),
  };
}

function sessionOf({ id: sessionId, url, status, subscription }: z.output<typeof Session>): PlanSession {
  return {
    ...{ id: sessionId, url: url ?? null, status: status ?? "open" },
    subscriptionId: status === "complete" ? (subscription ?? null) : null,
  };
}

const instant = (at: number) => new Date(at * 1000).toISOString();

function subscriptionOf(
  subscription: z.output<typeof Subscription>,
  invoices: readonly KnownPlanInvoice[],
): KnownSubscription {
  const { metadata, items, ended_at } = subscription;
  const [item] = items.data;
  if (!item) throw new PaymentError("retry", "unreadable_answer");
  const kind = PLAN_OWNER_KINDS.find((each) => each === metadata?.owner_kind);
  return {
    ...{ id: subscription.id, customerId: subscription.customer, checkoutId: metadata?.checkout_id ?? null },
    owner: kind && metadata?.owner_id ? { kind, id: metadata.owner_id } : null,
    status: statusOf(subscription.status),
    ...{ period: item.price.recurring.interval, amountMinor: item.price.unit_amount ?? 0 },
    currency: subscription.currency.toUpperCase(),
    ...{ periodStart: instant(item.current_period_start), periodEnd: instant(item.current_period_end) },
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    startedAt: instant(subscription.start_date),
    endedAt: ended_at ? instant(ended_at) : null,
    invoices,
  };
}

function statusOf(status: string): KnownSubscription["status"] {
  if (status === "active" || status === "trialing") return "active";
  if (status === "canceled" || status === "incomplete_expired") return "canceled";
  // `unpaid`: the processor has stopped retrying; `paused`: it waits for a card.
  return status === "incomplete" ? "pending" : "past_due";
}

/** Empty for a draft, which may still change, and for a credit. */
function invoiceOf(invoice: z.output<typeof Invoice>): KnownPlanInvoice[] {
  const { status, total, created, status_transitions, lines } = invoice;
  if (status === null || status === "draft" || total < 0) return [];
  // An invoice may include what was left of another period; the period being paid for is the one that ends last.
  const period = lines.data
    .map((line) => line.period)
    .reduce(
      (latest, each) => (each.end > latest.end ? each : latest),
      lines.data[0]?.period ?? { start: created, end: created },
    );
  const isPaid = status === "paid";
  return [
    {
      ...{ id: invoice.id, number: invoice.number ?? invoice.id, amountMinor: total, issuedAt: instant(created) },
      status: isPaid ? "paid" : status === "open" ? "open" : "void",
      ...{ periodStart: instant(period.start), periodEnd: instant(period.end) },
      paidAt: isPaid ? instant(status_transitions?.paid_at ?? created) : null,
    },
  ];
}

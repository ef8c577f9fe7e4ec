import { z } from "zod";
import { type HttpClientOptions, HttpError, type HttpRequest, httpClient } from "#worker/providers/http-client";
import { PaymentError, paymentErrorKind } from "~/domain/invoices/online/payment-error";
import { PAYOUT_STATUSES } from "~/domain/invoices/payment";
import type {
  CheckoutRequest,
  CheckoutSession,
  PaymentProcessor,
  ProcessorAccount,
  ProcessorDispute,
  ProcessorRefund,
} from "~/domain/providers";

const Session = z.object({
  id: z.string().min(1).max(200),
  url: z.url({ protocol: /^https?$/ }).nullish(),
  status: z.enum(["open", "complete", "expired"]).nullable(),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  amount_total: z.number().int().min(0),
  currency: z.string().length(3),
  payment_intent: z
    .object({
      id: z.string().min(1).max(200),
      status: z.string(),
      last_payment_error: z.object({ message: z.string().nullish() }).nullish(),
    })
    .nullish(),
});

const Refund = z.object({
  id: z.string().min(1).max(200),
  amount: z.number().int().min(1),
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

const Dispute = z.object({
  id: z.string().min(1).max(200),
  amount: z.number().int().min(1),
  reason: z.string().max(100),
  status: z.string(),
  payment_intent: z.string().nullable(),
});

const Account = z.object({
  id: z.string().min(1).max(100),
  charges_enabled: z.boolean(),
  business_profile: z.object({ name: z.string().nullish() }).nullish(),
  settings: z.object({ dashboard: z.object({ display_name: z.string().nullish() }).nullish() }).nullish(),
});

const Payout = z.object({
  id: z.string().min(1).max(200),
  amount: z.number().int(),
  arrival_date: z.number().int(),
  status: z.enum(PAYOUT_STATUSES),
});

/** A payment with its fee; a charge that has not arrived has no balance transaction yet. */
const Settled = z.object({
  latest_charge: z
    .object({
      balance_transaction: z
        .object({ fee: z.number().int().min(0), available_on: z.number().int() })
        .nullish()
        .catch(null),
    })
    .nullish(),
});

const Entries = z.object({
  has_more: z.boolean(),
  data: z.array(
    z.object({
      id: z.string(),
      source: z.object({ payment_intent: z.string().nullish() }).nullish().catch(null),
    }),
  ),
});

const Payment = z.object({ metadata: z.record(z.string(), z.string()).nullish() });

const Refusal = z.object({
  error: z.object({
    type: z.string().max(100).catch(""),
    code: z.string().max(100).catch(""),
    decline_code: z.string().optional().catch(undefined),
    message: z.string().max(300).optional().catch(undefined),
  }),
});

/** Pages of a hundred entries of a payout each. */
const MAX_ENTRY_PAGES = 50;

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

interface Options {
  kind: PaymentProcessor["kind"];
  webhookSecret: string;
  serves: PaymentProcessor["serves"];
  client: HttpClientOptions;
}

/** A processor using Stripe's REST API: the real one over the network, the embedded one over its own `fetch`. */
export function processorOver({ kind, webhookSecret, serves, client }: Options): PaymentProcessor {
  const http = httpClient({ ...client, isTransient: (error) => paymentErrorOf(error).kind === "retry" });

  async function call<S extends z.ZodType>(schema: S, request: HttpRequest): Promise<z.output<S>> {
    try {
      return await http.request(schema, request);
    } catch (error) {
      throw error instanceof HttpError ? paymentErrorOf(error) : error;
    }
  }

  const expand = { "expand[]": "payment_intent" };
  /** A POST carries an idempotency key, so that it may be retried. */
  const post = (path: string, key: string, form: Record<string, string>): HttpRequest => ({
    ...{ method: "POST", path, form, idempotent: true, headers: { "Idempotency-Key": key } },
  });

  const readSession = async (sessionId: string) =>
    sessionOf(await call(Session, { path: `/v1/checkout/sessions/${encodeURIComponent(sessionId)}`, query: expand }));

  return {
    kind,
    webhookSecret,
    serves,
    account: async () => accountOf(await call(Account, { path: "/v1/account" })),
    openCheckout: async (request) =>
      sessionOf(await call(Session, post("/v1/checkout/sessions", request.key, sessionForm(request)))),
    checkout: readSession,
    closeCheckout: async (sessionId) => {
      const path = `/v1/checkout/sessions/${encodeURIComponent(sessionId)}/expire`;
      try {
        return sessionOf(await call(Session, post(path, `expire-${sessionId}`, expand)));
      } catch (error) {
        // It was paid, or closed, in the meantime.
        if (error instanceof PaymentError && error.kind === "operator") return readSession(sessionId);
        throw error;
      }
    },
    refund: async ({ ownId, paymentId, amountMinor }) => {
      const form = { payment_intent: paymentId, amount: String(amountMinor), "metadata[refund_id]": ownId };
      return refundOf(await call(Refund, post("/v1/refunds", `refund-${ownId}`, form)));
    },
    refundsOf: async (paymentId) => {
      const query = { payment_intent: paymentId, limit: "100" };
      return (await call(z.object({ data: z.array(Refund) }), { path: "/v1/refunds", query })).data.map(refundOf);
    },
    dispute: async (disputeId) =>
      disputeOf(await call(Dispute, { path: `/v1/disputes/${encodeURIComponent(disputeId)}` })),
    settlementOf: async (paymentId) => {
      const path = `/v1/payment_intents/${encodeURIComponent(paymentId)}`;
      const query = { "expand[]": "latest_charge.balance_transaction" };
      const entry = (await call(Settled, { path, query })).latest_charge?.balance_transaction;
      return entry ? { feeMinor: entry.fee, availableOn: dayOf(entry.available_on) } : null;
    },
    payouts: async () => {
      const { data } = await call(z.object({ data: z.array(Payout) }), { path: "/v1/payouts", query: { limit: "50" } });
      return data.map(({ id, amount, arrival_date, status }) => ({
        ...{ id, amountMinor: amount, arrivesOn: dayOf(arrival_date), status },
      }));
    },
    paymentsOf: async (_orgId, payout) => {
      const found: string[] = [];
      for (let after: string | undefined, pages = 0; pages < MAX_ENTRY_PAGES; pages += 1) {
        const query = { payout, limit: "100", "expand[]": "data.source", ...(after ? { starting_after: after } : {}) };
        const { data, has_more } = await call(Entries, { path: "/v1/balance_transactions", query });
        found.push(...data.flatMap(({ source }) => source?.payment_intent ?? []));
        after = data.at(-1)?.id;
        if (!has_more) break;
      }
      return found;
    },
    checkoutOf: async (paymentId) => {
      try {
        const { metadata } = await call(Payment, { path: `/v1/payment_intents/${encodeURIComponent(paymentId)}` });
        const { org_id: orgId, checkout_id: checkoutId } = metadata ?? {};
        return orgId && checkoutId ? { orgId, checkoutId } : null;
      } catch (error) {
        if (error instanceof PaymentError && error.kind === "gone") return null;
        throw error;
      }
    },
  };
}

function sessionForm(request: CheckoutRequest): Record<string, string> {
  const { orgId, checkoutId, reference, amountMinor, description, email, successUrl, cancelUrl, expiresAt } = request;
  return {
    mode: "payment",
    "payment_method_types[0]": "card",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "usd",
    "line_items[0][price_data][unit_amount]": String(amountMinor),
    "line_items[0][price_data][product_data][name]": description,
    success_url: successUrl,
    cancel_url: cancelUrl,
    client_reference_id: reference,
    // Set on both, since events may refer to either.
    "metadata[org_id]": orgId,
    "metadata[checkout_id]": checkoutId,
    "payment_intent_data[metadata][org_id]": orgId,
    "payment_intent_data[metadata][checkout_id]": checkoutId,
    "payment_intent_data[description]": description,
    expires_at: String(Math.floor(expiresAt.getTime() / 1000)),
    "expand[]": "payment_intent",
    ...(email ? { customer_email: email } : {}),
  };
}

function sessionOf(session: z.output<typeof Session>): CheckoutSession {
  return {
    id: session.id,
    url: session.url ?? null,
    status: statusOf(session),
    amountMinor: session.amount_total,
    currency: session.currency.toUpperCase(),
    paymentId: session.payment_intent?.id ?? null,
    failure: session.payment_intent?.last_payment_error?.message?.slice(0, 300) || null,
  };
}

function accountOf({ id, charges_enabled, business_profile, settings }: z.output<typeof Account>): ProcessorAccount {
  const name = settings?.dashboard?.display_name || business_profile?.name || null;
  return { id, name: name?.slice(0, 200) ?? null, takesPayments: charges_enabled };
}

function statusOf({ status, payment_status, payment_intent }: z.output<typeof Session>): CheckoutSession["status"] {
  if (payment_status !== "unpaid") return "paid";
  if (status === "expired") return "expired";
  if (status !== "complete") return "open";
  // Complete and unpaid: the money is on its way, unless the payment needs another method or was canceled.
  return ["requires_payment_method", "canceled"].includes(payment_intent?.status ?? "") ? "failed" : "processing";
}

function refundOf({ id, amount, status, failure_reason, metadata }: z.output<typeof Refund>): ProcessorRefund {
  return {
    ...{ id, amountMinor: amount, ownId: metadata?.refund_id ?? null },
    status: status === "succeeded" ? "succeeded" : status === "failed" || status === "canceled" ? "failed" : "pending",
    failure: failure_reason?.replaceAll("_", " ").slice(0, 300) || null,
  };
}

function disputeOf({ id, amount, reason, status, payment_intent }: z.output<typeof Dispute>): ProcessorDispute {
  const isWon = status === "won" || status === "warning_closed";
  return {
    ...{ id, amountMinor: amount, reason: reason.replaceAll("_", " ") || "unknown", paymentId: payment_intent ?? "" },
    status: isWon ? "won" : status === "lost" ? "lost" : "open",
  };
}

export function paymentErrorOf({ kind, status, payload }: HttpError): PaymentError {
  if (kind === "unreachable" || kind === "timeout") return new PaymentError("retry", "unreachable");
  if (kind === "unreadable" || kind === "unexpected" || kind === "too_large")
    return new PaymentError("retry", "unreadable_answer");
  const { error } = Refusal.safeParse(payload).data ?? { error: { type: "", code: "", message: undefined } };
  const errorKind = paymentErrorKind({ status: status ?? 500, type: error.type, code: error.code });
  const shown = errorKind === "refused" ? (error.message ?? null) : null;
  return new PaymentError(errorKind, error.code || error.type || `http_${status}`, shown);
}

import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import type { TestCard } from "./cards";

const SLOW_MS = 3 * MINUTE_MS;

interface SimulatedPayment {
  status: "succeeded" | "processing" | "requires_payment_method";
  failure: string | null;
  /** How its card behaves later. */
  outcome: TestCard["outcome"];
  /** Milliseconds since 1970. */
  settlesAt: number | null;
}

interface SimulatedRefund {
  id: string;
  ownId: string | null;
  amount: number;
  status: "pending" | "succeeded" | "failed";
  failure: string | null;
  settlesAt: number | null;
  fails: boolean;
}

/** A payment page with its outcome. `x` is the part shared by all its ids. */
export interface SimulatedSession {
  x: string;
  /** The request that created it: the same key with a different request is rejected. */
  parameters: string;
  amount: number;
  currency: string;
  description: string;
  successUrl: string;
  cancelUrl: string;
  metadata: Record<string, string>;
  /** Seconds since 1970. */
  expiresAt: number;
  status: "open" | "complete" | "expired";
  payment: SimulatedPayment | null;
  refunds: SimulatedRefund[];
  dispute: { status: "needs_response" | "won" | "lost"; reason: string } | null;
  /** Milliseconds since 1970; absent for payments made before this was stored. */
  paidAt?: number;
}

/** The fee of a payment: 2.9% and 30 cents. */
export const simulatedFee = (amount: number) => Math.round(amount * 0.029) + 30;

/** How long after its arrival a payment may be paid out: two days. */
export const SIMULATED_AVAILABLE_MS = 2 * DAY_MS;

/** Applies everything due by now. */
export function catchUp(session: SimulatedSession, now: number): void {
  const { payment } = session;
  if (session.status === "open" && now / 1000 > session.expiresAt) session.status = "expired";
  if (payment?.status === "processing" && payment.settlesAt !== null && now >= payment.settlesAt) settle(session);
  for (const refund of session.refunds) {
    if (refund.status !== "pending" || refund.settlesAt === null || now < refund.settlesAt) continue;
    refund.status = refund.fails ? "failed" : "succeeded";
    refund.failure = refund.fails ? "expired_or_canceled_card" : null;
  }
}

/** A slow card's payment succeeds or fails. */
export function settle({ payment }: SimulatedSession): void {
  if (payment?.status !== "processing") return;
  const fails = payment.outcome === "slow_failure";
  payment.status = fails ? "requires_payment_method" : "succeeded";
  payment.failure = fails ? "The bank did not send the money." : null;
}

type EventType =
  | "checkout.session.completed"
  | "checkout.session.async_payment_succeeded"
  | "checkout.session.async_payment_failed"
  | "checkout.session.expired"
  | "payment_intent.payment_failed"
  | "charge.refunded"
  | "refund.failed"
  | "charge.dispute.created"
  | "charge.dispute.closed";

/** The user presses Pay on the page. Returns the types of the events it sends, in order. */
export function pay(session: SimulatedSession, card: TestCard, now: number): EventType[] {
  if (session.status !== "open") return [];
  if (card.outcome === "declined") {
    session.payment = {
      ...{ status: "requires_payment_method", failure: card.failure, outcome: card.outcome, settlesAt: null },
    };
    return ["payment_intent.payment_failed"];
  }
  const isSlow = card.outcome === "slow" || card.outcome === "slow_failure";
  session.status = "complete";
  session.paidAt = now;
  session.payment = {
    ...{ status: isSlow ? "processing" : "succeeded", failure: null, outcome: card.outcome },
    settlesAt: isSlow ? now + SLOW_MS : null,
  };
  if (card.outcome !== "disputed") return ["checkout.session.completed"];
  session.dispute = { status: "needs_response", reason: "fraudulent" };
  return ["checkout.session.completed", "charge.dispute.created"];
}

export function paidAmount({ payment, amount }: SimulatedSession): number {
  return payment?.status === "succeeded" ? amount : 0;
}

/** Null if the amount exceeds what is left. */
export function refund(
  session: SimulatedSession,
  { amount, ownId, now }: { amount: number; ownId: string | null; now: number },
): SimulatedRefund | null {
  const given = session.refunds.reduce((sum, each) => sum + (each.status === "failed" ? 0 : each.amount), 0);
  if (amount < 1 || amount > paidAmount(session) - given) return null;
  const outcome = session.payment?.outcome;
  const isSlow = outcome === "slow_refund" || outcome === "failed_refund";
  const made: SimulatedRefund = {
    ...{ id: `re_sim_${session.x}_${session.refunds.length + 1}`, ownId, amount, failure: null },
    ...{ status: isSlow ? "pending" : "succeeded", fails: outcome === "failed_refund" },
    settlesAt: isSlow ? now + SLOW_MS : null,
  };
  session.refunds.push(made);
  return made;
}

/** The customer's bank returns the latest refund after it was confirmed. */
export function returnRefund(session: SimulatedSession): EventType[] {
  const latest = session.refunds.findLast(({ status }) => status === "succeeded");
  if (!latest) return [];
  latest.status = "failed";
  latest.failure = "expired_or_canceled_card";
  return ["refund.failed"];
}

/** An event in Stripe's format; only its subject matters, since its state is requested separately. */
export function eventOf(session: SimulatedSession, type: EventType, id: string): object {
  return { id, object: "event", api_version: "2026-10-28.endive", type, data: { object: objectOf(session, type) } };
}

function objectOf(session: SimulatedSession, type: EventType): object {
  const { x, amount, metadata, dispute } = session;
  const paymentId = `pi_sim_${x}`;
  // Events contain ids for what is expanded elsewhere.
  if (type.startsWith("checkout.session."))
    return { ...sessionAnswer(session), payment_intent: session.payment ? paymentId : null };
  if (type === "payment_intent.payment_failed") return paymentAnswer(session) ?? {};
  if (type === "refund.failed") {
    const failed = session.refunds.findLast(({ status }) => status === "failed");
    return { ...(failed ? refundAnswer(failed) : {}), payment_intent: paymentId };
  }
  if (type === "charge.refunded")
    return { id: `ch_sim_${x}`, object: "charge", payment_intent: paymentId, amount, metadata };
  return { id: `dp_sim_${x}`, object: "dispute", payment_intent: paymentId, amount, ...dispute };
}

export function sessionAnswer(session: SimulatedSession): object {
  const { x, amount, currency, status, metadata } = session;
  return {
    ...{ id: `cs_sim_${x}`, object: "checkout.session", status, amount_total: amount, currency, metadata },
    url: status === "open" ? new URL(`/dev/checkout/cs_sim_${x}`, session.successUrl).href : null,
    payment_status: paidAmount(session) > 0 ? "paid" : "unpaid",
    payment_intent: paymentAnswer(session),
  };
}

export function paymentAnswer(session: SimulatedSession): object | null {
  const { x, payment, metadata, amount, paidAt = 0 } = session;
  if (!payment) return null;
  return {
    ...{ id: `pi_sim_${x}`, object: "payment_intent", status: payment.status, metadata },
    latest_charge:
      payment.status === "succeeded"
        ? {
            balance_transaction: {
              fee: simulatedFee(amount),
              available_on: Math.floor((paidAt + SIMULATED_AVAILABLE_MS) / 1000),
            },
          }
        : null,
    last_payment_error: payment.failure === null ? null : { type: "card_error", message: payment.failure },
  };
}

export function refundAnswer({ id, ownId, amount, status, failure }: SimulatedRefund): object {
  const metadata = ownId === null ? {} : { refund_id: ownId };
  return { id, object: "refund", amount, status, failure_reason: failure, metadata };
}

export function disputeAnswer({ x, amount, dispute }: SimulatedSession): object | null {
  if (!dispute) return null;
  return { id: `dp_sim_${x}`, object: "dispute", amount, payment_intent: `pi_sim_${x}`, ...dispute };
}

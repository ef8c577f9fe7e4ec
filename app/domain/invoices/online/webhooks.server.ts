import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { acrossCopies } from "#drizzle/d1/guard";
import { depositCheckouts } from "#drizzle/schema/deposit-requests";
import { payments } from "#drizzle/schema/invoices";
import { paymentCheckouts, paymentEvents } from "#drizzle/schema/online-payments";
import { ownProcessor } from "~/domain/invoices/card-account/keys.server";
import { applyDeposit } from "~/domain/invoices/deposits/settle.server";
import type { PaymentProcessor } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { findOnShards, learnShard } from "~/domain/shared/shards.server";
import type { SignedRequest } from "~/domain/shared/webhooks/hmac.server";
import { eventText, readStripeEvent, stripeEvent } from "~/domain/shared/webhooks/stripe-event.server";
import { callProcessor } from "./business.server";
import { applyDispute, reconcileRefunds } from "./refunds.server";
import { applySession, type Outcome, type ReceivedEvent } from "./settle.server";

const Event = stripeEvent({
  id: eventText.optional(),
  payment_intent: eventText.nullish().catch(null),
  metadata: z.record(z.string(), z.string()).nullish().catch(null),
});
type EventPayload = z.output<typeof Event>;

/** `ignored`: of a kind that changes nothing here. `unknown`: not about anything started here. */
type WebhookOutcome = Outcome | "ignored" | "unknown";

/**
 * Receives a webhook of the card processor: verifies the signature over the raw bytes, then reads the object's current state
 * from the processor, so that events may arrive twice, late or out of order. The event is stored in the batch with the changes
 * it causes.
 * @throws DomainError unauthenticated for anything not signed by the processor; invalid for a body that is not an event;
 *   unavailable while the processor is unreachable, so that it sends the event again
 */
export async function receivePaymentWebhook(
  ctx: Ctx,
  request: Omit<SignedRequest, "now">,
  /** The business whose own account sent it; null: the installation's. */
  orgId: string | null = null,
): Promise<{ outcome: WebhookOutcome }> {
  if (orgId !== null && !(await learnShard(ctx, { orgId }))) throw notFound();
  const processor = orgId === null ? ctx.providers.payments : await ownProcessor(ctx, orgId);
  if (!processor) throw notFound();
  const event = await readStripeEvent(ctx, Event, { ...request, secret: processor.webhookSecret });
  return { outcome: await act(ctx, processor, event) };
}

async function act(ctx: Ctx, processor: PaymentProcessor, { id, type, data }: EventPayload): Promise<WebhookOutcome> {
  const event: ReceivedEvent = { provider: processor.kind, id, type };
  const { object } = data;
  switch (type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
    case "payment_intent.payment_failed":
      return settleCheckout(ctx, processor, { at: placeOf(object.metadata), event });
    case "charge.refunded":
    case "charge.refund.updated":
    case "refund.created":
    case "refund.updated":
    case "refund.failed": {
      const payment = await paymentOf(ctx, processor, { paymentId: object.payment_intent ?? "", event });
      return payment === null || typeof payment === "string"
        ? (payment ?? "unknown")
        : reconcileRefunds(ctx, payment, { event, subject: object.id ?? "" });
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed": {
      const payment = await paymentOf(ctx, processor, { paymentId: object.payment_intent ?? "", event });
      if (payment === null || typeof payment === "string") return payment ?? "unknown";
      return applyDispute(ctx, payment, { dispute: await callProcessor(processor.dispute(object.id ?? "")), event });
    }
    default:
      return "ignored";
  }
}

interface Place {
  orgId: string;
  checkoutId: string;
}

function placeOf(metadata: Record<string, string> | null | undefined): Place | null {
  const { org_id: orgId, checkout_id: checkoutId } = metadata ?? {};
  return orgId && checkoutId ? { orgId, checkoutId } : null;
}

async function isKnown(ctx: Ctx, orgId: string, { provider, id }: ReceivedEvent): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.orgId, orgId), eq(paymentEvents.provider, provider), eq(paymentEvents.id, id)));
  return rows.length > 0;
}

async function settleCheckout(
  ctx: Ctx,
  processor: PaymentProcessor,
  { at, event }: { at: Place | null; event: ReceivedEvent | null },
): Promise<WebhookOutcome> {
  // An account's events about another business are ignored.
  if (!at || !processor.serves(at.orgId) || !(await learnShard(ctx, at))) return "unknown";
  const [[ofInvoice], [ofDeposit]] = await ctx.db.batch([
    ctx.db
      .select()
      .from(paymentCheckouts)
      .where(and(eq(paymentCheckouts.orgId, at.orgId), eq(paymentCheckouts.id, at.checkoutId))),
    ctx.db
      .select()
      .from(depositCheckouts)
      .where(and(eq(depositCheckouts.orgId, at.orgId), eq(depositCheckouts.id, at.checkoutId))),
  ]);
  const checkout = ofInvoice ?? ofDeposit;
  if (!checkout?.sessionId || checkout.provider !== processor.kind) return "unknown";
  if (event && (await isKnown(ctx, at.orgId, event))) return "duplicate";
  const session = await callProcessor(processor.checkout(checkout.sessionId));
  if (ofInvoice) return applySession(ctx, { checkout: ofInvoice, session, event });
  return ofDeposit ? applyDeposit(ctx, { checkout: ofDeposit, session, event }) : "unknown";
}

/** Returns the payment that an event is about, recording its checkout first if necessary. */
async function paymentOf(
  ctx: Ctx,
  processor: PaymentProcessor,
  { paymentId, event }: { paymentId: string; event: ReceivedEvent },
): Promise<typeof payments.$inferSelect | "duplicate" | null> {
  if (paymentId === "") return null;
  const known = await findPayment(ctx, processor, paymentId);
  if (known) return (await isKnown(ctx, known.orgId, event)) ? "duplicate" : known;
  const at = await callProcessor(processor.checkoutOf(paymentId));
  if ((await settleCheckout(ctx, processor, { at, event: null })) === "unknown") return null;
  return findPayment(ctx, processor, paymentId);
}

async function findPayment(ctx: Ctx, { kind, serves }: PaymentProcessor, paymentId: string) {
  const at = await findOnShards(ctx, ({ db }) =>
    db.all<{ orgId: string; id: string }>(sql`
      SELECT ${sql.raw(acrossCopies)} org_id AS orgId, id FROM payments WHERE provider = ${kind} AND provider_payment_id = ${paymentId}`),
  );
  if (!at || !serves(at.orgId)) return null;
  const [payment] = await ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.orgId, at.orgId), eq(payments.id, at.id)));
  return payment ?? null;
}

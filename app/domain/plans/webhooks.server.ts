import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { planEvents } from "#drizzle/schema/plans";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import type { SignedRequest } from "~/domain/shared/webhooks/hmac.server";
import { eventText, readStripeEvent, stripeEvent } from "~/domain/shared/webhooks/stripe-event.server";
import { callBilling } from "./owner.server";
import type { PlanBilling } from "./plan";
import { applySubscription, type PlanOutcome } from "./settle.server";

const Event = stripeEvent({
  id: eventText.optional(),
  subscription: eventText.nullish().catch(null),
  parent: z
    .object({ subscription_details: z.object({ subscription: eventText.nullish() }).nullish() })
    .nullish()
    .catch(null),
});
type EventPayload = z.output<typeof Event>;

/**
 * Receives a webhook from the processor that sells the plans: verifies it over the raw bytes, then reads the subscription's
 * current state from the processor.
 * @throws DomainError not_found if nothing is sold; unauthenticated for anything not signed by it; invalid for a body that is not
 * an event; unavailable if the processor cannot be reached, so that it sends the event again
 */
export async function receivePlanWebhook(
  ctx: Ctx,
  request: Omit<SignedRequest, "now">,
): Promise<{ outcome: PlanOutcome }> {
  const { plans } = ctx.providers;
  if (!plans) throw notFound();
  const event = await readStripeEvent(ctx, Event, { ...request, secret: plans.webhookSecret });
  return { outcome: await act(ctx, plans, event) };
}

async function act(ctx: Ctx, billing: PlanBilling, event: EventPayload): Promise<PlanOutcome> {
  const subscriptionId = await subscriptionOf(billing, event);
  if (subscriptionId === undefined) return "ignored";
  if (subscriptionId === null) return "unknown";
  const known = await ctx.db
    .select({ id: planEvents.id })
    .from(planEvents)
    .where(and(eq(planEvents.provider, billing.kind), eq(planEvents.id, event.id)));
  if (known.length > 0) return "duplicate";
  return applySubscription(ctx, billing, { subscriptionId, event: { id: event.id, type: event.type } });
}

/** The subscription of an event; undefined for other kinds of events. */
async function subscriptionOf(billing: PlanBilling, { type, data: { object } }: EventPayload) {
  switch (type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return object.subscription ?? (await callBilling(billing.checkout(object.id ?? ""))).subscriptionId;
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return object.id ?? null;
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.voided":
      return object.parent?.subscription_details?.subscription ?? object.subscription ?? null;
    default:
      return undefined;
  }
}

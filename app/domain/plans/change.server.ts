import { and, eq, getTableColumns, isNull, ne, sql } from "drizzle-orm";
import { users } from "#drizzle/schema/identity";
import { planCheckouts, subscriptions } from "#drizzle/schema/plans";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import { commitIdentity, type Write } from "~/domain/shared/write.server";
import { billingOf, callBilling, changedPlan } from "./owner.server";
import { PLAN_OWNER_LABELS, type PlanBilling, type PlanOwner, type PlanOwnerKind, PRO_PRICES } from "./plan";
import type { PlanUpgrade } from "./schema";
import { applySubscription } from "./settle.server";

/** How long a page can be paid on. */
const OPEN_MS = 2 * 60 * 60 * 1000;
/** A page that closes sooner is not handed out again. */
const LEAST_MS = 10 * 60 * 1000;

const hasPro = () => new DomainError("conflict", "Pro is already on. Reload the page to see it.");
const begunElsewhere = () =>
  new DomainError("conflict", "Someone else just started another upgrade. Please reload the page.");
const noPlan = () => new DomainError("conflict", "There is no Pro plan to change.");

/** The statement that reads the subscription of an owner that has not ended. */
export function currentSubscription(ctx: Ctx, { kind, id }: PlanOwner) {
  return ctx.db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.ownerKind, kind), eq(subscriptions.ownerId, id), ne(subscriptions.status, "canceled")));
}

export function openPlanCheckout(ctx: Ctx, { kind, id }: PlanOwner) {
  return ctx.db
    .select({ ...getTableColumns(planCheckouts), email: users.email })
    .from(planCheckouts)
    .leftJoin(users, eq(users.id, planCheckouts.createdBy))
    .where(and(eq(planCheckouts.ownerKind, kind), eq(planCheckouts.ownerId, id), eq(planCheckouts.status, "open")));
}

type Checkout = Awaited<ReturnType<typeof openPlanCheckout>>[number];

/**
 * Begins an upgrade to Pro and answers the page where it is paid. Whoever presses too, at the same time or later, gets the same page:
 * it can be paid once.
 * @throws DomainError forbidden; conflict where Pro is on, or another period was begun at this moment; unavailable
 */
export async function startUpgrade(ctx: Ctx, { of, period }: PlanUpgrade): Promise<{ url: string }> {
  const { owner, userId, member } = changedPlan(ctx, of);
  const billing = billingOf(ctx);
  const [[current], [before]] = await ctx.db.batch([currentSubscription(ctx, owner), openPlanCheckout(ctx, owner)]);
  if (current) throw hasPro();
  if (before && before.period === period && isFresh(ctx, billing, before)) return pageOf(ctx, billing, before);
  if (before) await close(ctx, billing, before);
  const now = ctx.now.toISOString();
  const id = ctx.newId();
  try {
    await commitIdentity(ctx, member, {
      writes: [
        ctx.db.insert(planCheckouts).values({
          ...{ id, ownerKind: owner.kind, ownerId: owner.id, provider: billing.kind, status: "open", period },
          ...{ amountMinor: PRO_PRICES[of][period], createdBy: userId, createdAt: now, updatedAt: now },
        }),
      ],
      audit: member ? [{ action: "plan.upgrade", entity: "plan", entityId: owner.id, after: { period } }] : [],
      result: undefined,
    });
  } catch (error) {
    if (failedOn(error, "plan_has_pro")) throw hasPro();
    // Somebody else pressed at the same moment: theirs is the page.
    if (!failedOn(error, "plan_checkouts.owner_kind")) throw error;
  }
  const [open] = await openPlanCheckout(ctx, owner);
  if (!open || open.period !== period) throw begunElsewhere();
  return pageOf(ctx, billing, open);
}

function isFresh(ctx: Ctx, { kind }: PlanBilling, { provider, createdAt }: Checkout): boolean {
  return provider === kind && Date.parse(createdAt) + OPEN_MS - LEAST_MS > ctx.now.getTime();
}

/** Whoever asks: the processor refuses a key that comes again with other words, so that the page is for the one who began it. */
async function pageOf(ctx: Ctx, billing: PlanBilling, checkout: Checkout): Promise<{ url: string }> {
  if (checkout.url) return { url: checkout.url };
  const back = `${ctx.request.origin}/payment?of=${checkout.ownerKind}`;
  const session = await callBilling(
    billing.openCheckout({
      checkoutId: checkout.id,
      owner: { kind: checkout.ownerKind, id: checkout.ownerId },
      ...{ period: checkout.period, amountMinor: checkout.amountMinor, email: checkout.email },
      description: `Plenum ${PLAN_OWNER_LABELS[checkout.ownerKind]} Pro`,
      ...{ successUrl: `${back}&checkout=done`, cancelUrl: `${back}&checkout=back` },
      expiresAt: new Date(Date.parse(checkout.createdAt) + OPEN_MS),
    }),
  );
  if (!session.url) throw new DomainError("conflict", "This page is closed. Please try again.");
  const stored = await ctx.db
    .update(planCheckouts)
    .set({ sessionId: session.id, url: session.url })
    .where(and(eq(planCheckouts.id, checkout.id), eq(planCheckouts.status, "open"), isNull(planCheckouts.sessionId)))
    .returning({ id: planCheckouts.id });
  if (stored.length > 0) return { url: session.url };
  const [now] = await openPlanCheckout(ctx, { kind: checkout.ownerKind, id: checkout.ownerId });
  if (now?.id === checkout.id) return { url: session.url };
  // Another period was begun while this page was on its way: nobody may pay on it.
  await callBilling(billing.closeCheckout(session.id));
  throw begunElsewhere();
}

/** Closes a page at the processor first: what was paid on it in the meantime counts. */
async function close(ctx: Ctx, billing: PlanBilling, checkout: Checkout): Promise<void> {
  if (checkout.sessionId && checkout.provider === billing.kind) {
    const session = await callBilling(billing.closeCheckout(checkout.sessionId));
    if (session.subscriptionId) {
      await applySubscription(ctx, billing, { subscriptionId: session.subscriptionId, event: null });
      throw hasPro();
    }
  }
  await ctx.db
    .update(planCheckouts)
    .set({ status: "expired", updatedAt: ctx.now.toISOString() })
    .where(and(eq(planCheckouts.id, checkout.id), eq(planCheckouts.status, "open")));
}

/** Pro ends with the period that is paid. @throws DomainError forbidden; conflict without Pro; unavailable */
export const cancelPlan = (ctx: Ctx, of: PlanOwnerKind) => setCancels(ctx, of, true);

/** Takes a cancellation back while Pro is still on. @throws DomainError forbidden; conflict without Pro; unavailable */
export const keepPlan = (ctx: Ctx, of: PlanOwnerKind) => setCancels(ctx, of, false);

async function setCancels(ctx: Ctx, of: PlanOwnerKind, cancels: boolean): Promise<{ ok: true }> {
  const { owner } = changedPlan(ctx, of);
  const billing = billingOf(ctx);
  const [current] = await currentSubscription(ctx, owner);
  if (!current || current.provider !== billing.kind) throw noPlan();
  if (current.cancelAtPeriodEnd !== cancels)
    await callBilling(billing.setCancelAtPeriodEnd(current.providerId, cancels));
  await applySubscription(ctx, billing, { subscriptionId: current.providerId, event: null });
  return { ok: true };
}

/**
 * From month to year or back, at once: what is left of the period that was paid is credited. A card that is declined changes nothing,
 * and who pays by this period already is answered as if it had been changed now.
 * @throws DomainError forbidden; conflict without Pro, where it is canceled or unpaid, or where the card is declined; unavailable
 */
export async function changePeriod(ctx: Ctx, { of, period }: PlanUpgrade): Promise<{ ok: true }> {
  const { owner } = changedPlan(ctx, of);
  const billing = billingOf(ctx);
  const [current] = await currentSubscription(ctx, owner);
  if (!current || current.provider !== billing.kind) throw noPlan();
  if (current.period !== period) {
    if (current.status === "past_due") throw new DomainError("conflict", "Pay the open invoice first.");
    if (current.cancelAtPeriodEnd) throw new DomainError("conflict", "Pro is canceled. Choose Keep Pro first.");
    const key = ctx.request.idempotencyKey ?? ctx.newId();
    await callBilling(
      billing.setPeriod(current.providerId, {
        period,
        amountMinor: PRO_PRICES[of][period],
        key: `${current.id}-${key}`,
      }),
    );
  }
  try {
    await applySubscription(ctx, billing, { subscriptionId: current.providerId, event: null });
  } catch (error) {
    // Somebody else noted it each time that it was tried.
    const [now] = await currentSubscription(ctx, owner);
    if (now?.period !== period) throw error;
  }
  return { ok: true };
}

/** The processor's page where the card is changed and what is open is paid. @throws DomainError forbidden; conflict; unavailable */
export async function openPortal(ctx: Ctx, of: PlanOwnerKind): Promise<{ url: string }> {
  const { owner } = changedPlan(ctx, of);
  const billing = billingOf(ctx);
  const [current] = await currentSubscription(ctx, owner);
  if (!current || current.provider !== billing.kind) throw noPlan();
  const back = `${ctx.request.origin}/payment?of=${of}`;
  return { url: await callBilling(billing.portal(current.providerCustomerId, back)) };
}

/** Ends what an account or a business that is deleted is subscribed to, ahead of `planDeletes`. @throws while the processor is down: try again */
export async function forgetPlan(ctx: Ctx, owner: PlanOwner): Promise<void> {
  const { plans } = ctx.providers;
  const [[current], [open]] = await ctx.db.batch([currentSubscription(ctx, owner), openPlanCheckout(ctx, owner)]);
  if (current && plans?.kind === current.provider) await callBilling(plans.endNow(current.providerId));
  if (open?.sessionId && plans?.kind === open.provider) {
    const { subscriptionId } = await callBilling(plans.closeCheckout(open.sessionId));
    if (subscriptionId) await callBilling(plans.endNow(subscriptionId));
  }
}

/** Deletes what is known of an owner's plans, for the batch in which the owner goes. */
export function planDeletes(ctx: Ctx, { kind, id }: PlanOwner): Write[] {
  return ["plan_invoices", "plan_checkouts", "subscriptions"].map((table) =>
    ctx.db.run(sql`DELETE FROM ${sql.identifier(table)} WHERE owner_kind = ${kind} AND owner_id = ${id}`),
  );
}

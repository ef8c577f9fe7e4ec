import { and, eq, getTableColumns, isNull, ne, sql } from "drizzle-orm";
import { users } from "#drizzle/schema/identity";
import { planCheckouts, subscriptions } from "#drizzle/schema/plans";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import { HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { commitIdentity, type Write } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import { billingOf, callBilling, changedPlan } from "./owner.server";
import { PLAN_OWNER_LABELS, type PlanBilling, type PlanOwner, type PlanOwnerKind, PRO_PRICES } from "./plan";
import type { PlanUpgrade } from "./schema";
import { applySubscription } from "./settle.server";

/** How long a payment page stays open. */
const OPEN_MS = 2 * HOUR_MS;
/** A page that closes sooner than this is not reused. */
const MIN_MS = 10 * MINUTE_MS;

const hasPro = () => new DomainError("conflict", "Pro is already on. Reload the page to see it.");
const startedElsewhere = () =>
  new DomainError("conflict", "Someone else just started another upgrade. Please reload the page.");
const noPlan = () => new DomainError("conflict", "There is no Pro plan to change.");

/** The query for an owner's subscription that has not ended. */
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
 * Starts an upgrade to Pro and returns its payment page. Simultaneous or later calls get the same page, so that it is paid only
 * once.
 * @throws DomainError forbidden; conflict if Pro is on, or another period was started at the same time; unavailable
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
    // Another call was first: its page is used.
    if (!failedOn(error, "plan_checkouts.owner_kind")) throw error;
  }
  const [open] = await openPlanCheckout(ctx, owner);
  if (!open || open.period !== period) throw startedElsewhere();
  return pageOf(ctx, billing, open);
}

function isFresh(ctx: Ctx, { kind }: PlanBilling, { provider, createdAt }: Checkout): boolean {
  return provider === kind && Date.parse(createdAt) + OPEN_MS - MIN_MS > ctx.now.getTime();
}

/**
 * Independent of the caller: the processor rejects a reused key with different data, so the page always carries the details of
 * the person who started it.
 */
async function pageOf(ctx: Ctx, billing: PlanBilling, checkout: Checkout): Promise<{ url: string }> {
  if (checkout.url) return { url: checkout.url };
  const back = `${ctx.request.origin}${paths.payment({ of: checkout.ownerKind })}`;
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
  // Another period was started while this page was being created: it must not be paid.
  await callBilling(billing.closeCheckout(session.id));
  throw startedElsewhere();
}

/** Closes the page at the processor first, because a payment made in the meantime counts. */
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

/** Cancels Pro at the end of the paid period. @throws DomainError forbidden; conflict without Pro; unavailable */
export const cancelPlan = (ctx: Ctx, of: PlanOwnerKind) => setCancels(ctx, of, true);

/** Revokes a cancellation while Pro is still on. @throws DomainError forbidden; conflict without Pro; unavailable */
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
 * Switches between monthly and yearly billing immediately, crediting the unused part of the paid period. A declined card changes
 * nothing; if the period is already the requested one, this succeeds as well.
 * @throws DomainError forbidden; conflict without Pro, if it is canceled or unpaid, or if the card is declined; unavailable
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
    // Concurrent updates won every attempt; the result may still be the requested one.
    const [now] = await currentSubscription(ctx, owner);
    if (now?.period !== period) throw error;
  }
  return { ok: true };
}

/**
 * Opens the processor's page for changing the card and paying open invoices.
 * @throws DomainError forbidden; conflict; unavailable
 */
export async function openPortal(ctx: Ctx, of: PlanOwnerKind): Promise<{ url: string }> {
  const { owner } = changedPlan(ctx, of);
  const billing = billingOf(ctx);
  const [current] = await currentSubscription(ctx, owner);
  if (!current || current.provider !== billing.kind) throw noPlan();
  const back = `${ctx.request.origin}${paths.payment({ of })}`;
  return { url: await callBilling(billing.portal(current.providerCustomerId, back)) };
}

/**
 * Ends the subscription of an account or business that is being deleted, before `planDeletes`.
 * @throws while the processor is down: retry later
 */
export async function forgetPlan(ctx: Ctx, owner: PlanOwner): Promise<void> {
  const { plans } = ctx.providers;
  const [[current], [open]] = await ctx.db.batch([currentSubscription(ctx, owner), openPlanCheckout(ctx, owner)]);
  if (current && plans?.kind === current.provider) await callBilling(plans.endNow(current.providerId));
  if (open?.sessionId && plans?.kind === open.provider) {
    const { subscriptionId } = await callBilling(plans.closeCheckout(open.sessionId));
    if (subscriptionId) await callBilling(plans.endNow(subscriptionId));
  }
}

/** Deletes the records of an owner's plans, for the batch that deletes the owner. */
export function planDeletes(ctx: Ctx, { kind, id }: PlanOwner): Write[] {
  return ["plan_invoices", "plan_checkouts", "subscriptions"].map((table) =>
    ctx.db.run(sql`DELETE FROM ${sql.identifier(table)} WHERE owner_kind = ${kind} AND owner_id = ${id}`),
  );
}

import { and, eq } from "drizzle-orm";
import { planInvoices } from "#drizzle/schema/plans";
import type { Ctx } from "~/domain/shared/context";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { currentSubscription, openPlanCheckout } from "./change.server";
import { seenPlan } from "./owner.server";
import { type PlanOwnerKind, planState } from "./plan";

const INVOICES = 12;

/**
 * The plan of the caller's business or household. Its cost is included only for those who may change it.
 * @throws DomainError forbidden for the business of a person who has none
 */
export async function readPlan(ctx: Ctx, of: PlanOwnerKind, at: { cursor?: string } & BackCursor = {}) {
  const { owner, mayChange } = seenPlan(ctx, of);
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [planInvoices.issuedAt, planInvoices.id], "desc");
  const [[current], [checkout], invoices] = await ctx.db.batch([
    currentSubscription(ctx, owner),
    openPlanCheckout(ctx, owner),
    ctx.db
      .select({
        id: planInvoices.id,
        number: planInvoices.number,
        status: planInvoices.status,
        amountMinor: planInvoices.amountMinor,
        periodStart: planInvoices.periodStart,
        periodEnd: planInvoices.periodEnd,
        issuedAt: planInvoices.issuedAt,
        paidAt: planInvoices.paidAt,
      })
      .from(planInvoices)
      .where(and(eq(planInvoices.ownerKind, owner.kind), eq(planInvoices.ownerId, owner.id), beyond))
      .orderBy(...order)
      .limit(INVOICES + 1),
  ]);
  const state = planState(current ?? null, ctx.now.getTime());
  return {
    of,
    mayChange,
    /** False: nothing is sold here, and all Pro features are available. */
    isSold: ctx.providers.plans !== null,
    state,
    isUpgrading: mayChange && checkout?.url != null,
    subscription: current
      ? {
          period: current.period,
          amountMinor: mayChange ? current.amountMinor : null,
          periodStart: current.periodStart,
          periodEnd: current.periodEnd,
          cancelAtPeriodEnd: current.cancelAtPeriodEnd,
          failedAt: current.failedAt,
          proUntil: current.proUntil,
        }
      : null,
    invoices: bidirectionalPage(
      mayChange ? invoices : [],
      { limit: INVOICES, total: null, direction },
      ({ issuedAt, id }) => [issuedAt, id],
    ),
  };
}

export type PlanView = Awaited<ReturnType<typeof readPlan>>;

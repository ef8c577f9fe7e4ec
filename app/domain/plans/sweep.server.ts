import { and, asc, eq, lt, ne, or } from "drizzle-orm";
import { planCheckouts, subscriptions } from "#drizzle/schema/plans";
import { orNullIfGone } from "~/domain/invoices/online/payment-error";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { applySubscription } from "./settle.server";

const MAX_SWEPT = 20;
/** The interval between two checks of a subscription. */
const CHECK_EVERY_MS = DAY_MS;

/**
 * Asks the processor about pages without news for minutes, periods that have ended, failed payments, and every plan once a day,
 * because a webhook may have been lost.
 */
export async function sweepPlans(ctx: Ctx): Promise<void> {
  const { plans } = ctx.providers;
  if (!plans) return;
  const ago = (ms: number) => new Date(ctx.now.getTime() - ms).toISOString();
  const [checkouts, due] = await ctx.db.batch([
    ctx.db
      .select()
      .from(planCheckouts)
      .where(
        and(
          eq(planCheckouts.status, "open"),
          eq(planCheckouts.provider, plans.kind),
          lt(planCheckouts.updatedAt, ago(3 * MINUTE_MS)),
        ),
      )
      .orderBy(asc(planCheckouts.updatedAt))
      .limit(MAX_SWEPT),
    ctx.db
      .select({ id: subscriptions.id, providerId: subscriptions.providerId, provider: subscriptions.provider })
      .from(subscriptions)
      .where(
        and(
          ne(subscriptions.status, "canceled"),
          eq(subscriptions.provider, plans.kind),
          or(
            lt(subscriptions.updatedAt, ago(CHECK_EVERY_MS)),
            and(lt(subscriptions.periodEnd, ctx.now.toISOString()), lt(subscriptions.updatedAt, ago(30 * MINUTE_MS))),
          ),
        ),
      )
      .orderBy(asc(subscriptions.updatedAt))
      .limit(MAX_SWEPT),
  ]);
  for (const checkout of checkouts) {
    await attempt(ctx, "plans", async () => {
      const touch = { updatedAt: ctx.now.toISOString() };
      const isThis = and(eq(planCheckouts.id, checkout.id), eq(planCheckouts.status, "open"));
      await ctx.db.update(planCheckouts).set(touch).where(isThis);
      const session = checkout.sessionId === null ? null : await orNullIfGone(plans.checkout(checkout.sessionId));
      if (session?.subscriptionId)
        await applySubscription(ctx, plans, { subscriptionId: session.subscriptionId, event: null });
      // The page was never shown, or can no longer be paid.
      else if (session === null || session.status === "expired")
        await ctx.db
          .update(planCheckouts)
          .set({ ...touch, status: "expired" })
          .where(isThis);
    });
  }
  for (const { id, provider, providerId } of due) {
    await attempt(ctx, "plans", async () => {
      await ctx.db
        .update(subscriptions)
        .set({ updatedAt: ctx.now.toISOString() })
        .where(and(eq(subscriptions.id, id), eq(subscriptions.provider, provider)));
      await applySubscription(ctx, plans, { subscriptionId: providerId, event: null });
    });
  }
}

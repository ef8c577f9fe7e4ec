import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { paymentCheckouts } from "#drizzle/schema/online-payments";
import type { Ctx } from "~/domain/shared/context";
import { logUnforeseen } from "~/domain/shared/log.server";
import { processorOf } from "./business.server";
import { PaymentError } from "./payment-error";
import { carryOut } from "./refunds.server";
import { applySession } from "./settle.server";

/** A webhook that has not come by then is not waited for. */
const QUIET_MS = 3 * 60 * 1000;
const MAX_SWEPT = 20;

/** Asks the processor about payments and refunds that it has told nothing of for minutes: a webhook may have been lost. */
export async function sweepPayments(ctx: Ctx): Promise<void> {
  if (!ctx.providers.payments) return;
  const before = new Date(ctx.now.getTime() - QUIET_MS).toISOString();
  const across = sql.raw(acrossTenants);
  const [checkouts, refunds] = await ctx.db.batch([
    ctx.db.all<{ orgId: string; id: string }>(sql`
      SELECT ${across} org_id AS orgId, id FROM payment_checkouts
      WHERE status IN ('open', 'processing') AND updated_at < ${before} ORDER BY updated_at LIMIT ${MAX_SWEPT}`),
    ctx.db.all<{ orgId: string; id: string }>(sql`
      SELECT ${across} org_id AS orgId, id FROM online_refunds
      WHERE status = 'pending' AND updated_at < ${before} ORDER BY updated_at LIMIT ${MAX_SWEPT}`),
  ]);
  for (const { orgId, id } of checkouts) await trying(ctx, () => lookAt(ctx, orgId, id));
  for (const { orgId, id } of refunds) await trying(ctx, () => carryOut(ctx, orgId, id));
}

/** One that fails keeps no other back. */
async function trying(ctx: Ctx, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    logUnforeseen(ctx.request.id, "card payments", error);
  }
}

async function lookAt(ctx: Ctx, orgId: string, id: string): Promise<void> {
  const isThis = and(eq(paymentCheckouts.orgId, orgId), eq(paymentCheckouts.id, id));
  const [checkout] = await ctx.db.select().from(paymentCheckouts).where(isThis);
  const processor = processorOf(ctx, orgId);
  if (!checkout || processor?.kind !== checkout.provider) return;
  const touch = { updatedAt: ctx.now.toISOString() };
  // Whatever comes of it, the others are next.
  await ctx.db
    .update(paymentCheckouts)
    .set(touch)
    .where(and(isThis, eq(paymentCheckouts.status, checkout.status)));
  if (checkout.sessionId === null) {
    // Nobody has ever seen its page.
    await ctx.db
      .update(paymentCheckouts)
      .set({ ...touch, status: "expired" })
      .where(and(isThis, eq(paymentCheckouts.status, "open")));
    return;
  }
  try {
    const session = await processor.checkout(checkout.sessionId);
    if (session.status !== "open" && session.status !== checkout.status)
      await applySession(ctx, { checkout, session, event: null });
  } catch (error) {
    if (!(error instanceof PaymentError && error.kind === "gone")) throw error;
    await ctx.db
      .update(paymentCheckouts)
      .set({ ...touch, status: "expired" })
      .where(and(isThis, eq(paymentCheckouts.status, "open")));
  }
}

import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { depositCheckouts } from "#drizzle/schema/deposit-requests";
import { onlineRefunds, paymentCheckouts } from "#drizzle/schema/online-payments";
import { applyDeposit } from "~/domain/invoices/deposits/settle.server";
import type { CheckoutStatus } from "~/domain/invoices/payment";
import type { CheckoutSession } from "~/domain/providers";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { processorOf } from "./business.server";
import { PaymentError } from "./payment-error";
import { carryOut } from "./refunds.server";
import { applySession, type Checkouts } from "./settle.server";

/** Time to wait for a webhook. */
const QUIET_MS = 3 * MINUTE_MS;
const MAX_SWEPT = 20;

/** Checks the processor for payments and refunds without news for minutes, since a webhook may have been lost. */
export async function sweepPayments(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - QUIET_MS).toISOString();
  const across = sql.raw(acrossTenants);
  const quiet = (table: Checkouts) =>
    ctx.db.all<{ orgId: string; id: string }>(sql`
      SELECT ${across} org_id AS orgId, id FROM ${table}
      WHERE status IN ('open', 'processing') AND updated_at < ${before} AND ${isOnThisShard(sql`org_id`)} ORDER BY updated_at LIMIT ${MAX_SWEPT}`);
  const [checkouts, deposits, refunds] = await ctx.db.batch([
    quiet(paymentCheckouts),
    quiet(depositCheckouts),
    ctx.db.all<{ orgId: string; id: string }>(sql`
      SELECT ${across} org_id AS orgId, id FROM online_refunds
      WHERE status = 'pending' AND updated_at < ${before} AND ${isOnThisShard(sql`org_id`)} ORDER BY updated_at LIMIT ${MAX_SWEPT}`),
  ]);
  for (const { orgId, id } of checkouts) await attempt(ctx, "card payments", () => lookAtInvoices(ctx, orgId, id));
  for (const { orgId, id } of deposits) await attempt(ctx, "card payments", () => lookAtDeposits(ctx, orgId, id));
  for (const { orgId, id } of refunds) await attempt(ctx, "card payments", () => lookAtRefund(ctx, orgId, id));
}

async function lookAtRefund(ctx: Ctx, orgId: string, id: string): Promise<void> {
  // Updated whatever the result, so that the others come next.
  await ctx.db
    .update(onlineRefunds)
    .set({ updatedAt: ctx.now.toISOString() })
    .where(and(eq(onlineRefunds.orgId, orgId), eq(onlineRefunds.id, id), eq(onlineRefunds.status, "pending")));
  await carryOut(ctx, orgId, id);
}

async function lookAtInvoices(ctx: Ctx, orgId: string, id: string): Promise<void> {
  const [checkout] = await ctx.db
    .select()
    .from(paymentCheckouts)
    .where(and(eq(paymentCheckouts.orgId, orgId), eq(paymentCheckouts.id, id)));
  if (!checkout) return;
  await lookAt(ctx, { table: paymentCheckouts, checkout }, (session) =>
    applySession(ctx, { checkout, session, event: null }),
  );
}

async function lookAtDeposits(ctx: Ctx, orgId: string, id: string): Promise<void> {
  const [checkout] = await ctx.db
    .select()
    .from(depositCheckouts)
    .where(and(eq(depositCheckouts.orgId, orgId), eq(depositCheckouts.id, id)));
  if (!checkout) return;
  await lookAt(ctx, { table: depositCheckouts, checkout }, (session) =>
    applyDeposit(ctx, { checkout, session, event: null }),
  );
}

interface Quiet {
  table: Checkouts;
  checkout: { orgId: string; id: string; status: CheckoutStatus; provider: string; sessionId: string | null };
}

async function lookAt(
  ctx: Ctx,
  { table, checkout }: Quiet,
  apply: (session: CheckoutSession) => Promise<unknown>,
): Promise<void> {
  const isThis = and(eq(table.orgId, checkout.orgId), eq(table.id, checkout.id));
  const touch = { updatedAt: ctx.now.toISOString() };
  // Updated whatever the result, so that the others come next.
  await ctx.db
    .update(table)
    .set(touch)
    .where(and(isThis, eq(table.status, checkout.status)));
  if (checkout.sessionId === null) {
    // No one has ever seen its page.
    await ctx.db
      .update(table)
      .set({ ...touch, status: "expired" })
      .where(and(isThis, eq(table.status, "open")));
    return;
  }
  const processor = await processorOf(ctx, checkout.orgId);
  if (processor?.kind !== checkout.provider) return;
  try {
    const session = await processor.checkout(checkout.sessionId);
    if (session.status !== "open" && session.status !== checkout.status) await apply(session);
  } catch (error) {
    if (!(error instanceof PaymentError && error.kind === "gone")) throw error;
    await ctx.db
      .update(table)
      .set({ ...touch, status: "expired" })
      .where(and(isThis, eq(table.status, "open")));
  }
}

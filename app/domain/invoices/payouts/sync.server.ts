import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { cardPayouts, cardSettlements } from "#drizzle/schema/card-payouts";
import { processorOf } from "~/domain/invoices/online/business.server";
import { orNullIfGone } from "~/domain/invoices/online/payment-error";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";

const MAX_SWEPT = 20;
/** At most so many days pass between a payment and the day on which it becomes available; it may be paid out on any of them. */
const MAX_DAYS_TO_AVAILABLE = 14;

interface PaymentWithoutFee {
  orgId: string;
  id: string;
  provider: string;
  processorsId: string;
}

/**
 * Reads the fees of card payments from the processors, a minute after each payment, and once an hour the payouts that include
 * them with their status.
 */
export async function sweepPayouts(ctx: Ctx): Promise<void> {
  const ago = (ms: number) => new Date(ctx.now.getTime() - ms).toISOString();
  const across = sql.raw(acrossTenants);
  const [withoutFee, owners] = await ctx.db.batch([
    ctx.db.all<PaymentWithoutFee>(sql`
      SELECT ${across} s.org_id AS orgId, p.id AS id, p.provider AS provider, p.provider_payment_id AS processorsId
      FROM card_settlements s JOIN payments p ON p.org_id = s.org_id AND p.id = s.payment_id
      WHERE s.fee_minor IS NULL AND s.updated_at < ${ago(MINUTE_MS)} AND ${isOnThisShard(sql`s.org_id`)} ORDER BY s.updated_at LIMIT ${MAX_SWEPT}`),
    ctx.db.all<{ orgId: string }>(sql`
      SELECT ${across} DISTINCT orgId FROM (
        SELECT * FROM (SELECT org_id AS orgId FROM card_settlements WHERE fee_minor IS NOT NULL AND payout_id IS NULL
          AND updated_at < ${ago(HOUR_MS)} AND ${isOnThisShard(sql`org_id`)} ORDER BY updated_at LIMIT ${MAX_SWEPT})
        UNION ALL
        SELECT * FROM (SELECT org_id AS orgId FROM card_payouts WHERE status IN ('pending', 'in_transit')
          AND updated_at < ${ago(HOUR_MS)} AND ${isOnThisShard(sql`org_id`)} ORDER BY updated_at LIMIT ${MAX_SWEPT}))`),
  ]);
  for (const payment of withoutFee) await attempt(ctx, "card payouts", () => readFee(ctx, payment));
  for (const { orgId } of owners) await attempt(ctx, "card payouts", () => readPayouts(ctx, orgId));
}

async function readFee(ctx: Ctx, { orgId, id, provider, processorsId }: PaymentWithoutFee): Promise<void> {
  const isThis = and(eq(cardSettlements.orgId, orgId), eq(cardSettlements.paymentId, id));
  // Updated whatever the result, so that the others come next.
  await ctx.db.update(cardSettlements).set({ updatedAt: ctx.now.toISOString() }).where(isThis);
  const processor = await processorOf(ctx, orgId);
  if (processor?.kind !== provider) return;
  const settlement = await orNullIfGone(processor.settlementOf(processorsId));
  if (settlement) await ctx.db.update(cardSettlements).set(settlement).where(isThis);
}

/**
 * Updates a business's payouts from its processor, and links its payments to them. The payments of a payout are read when it
 * first appears or changes its status, and once more for each payment that could not be linked then, because it was not recorded
 * yet or its fee was not known.
 */
async function readPayouts(ctx: Ctx, orgId: string): Promise<void> {
  const now = ctx.now.toISOString();
  const isUnlinked = and(eq(cardSettlements.orgId, orgId), sql`fee_minor IS NOT NULL AND payout_id IS NULL`);
  await ctx.db.batch([
    ctx.db.update(cardSettlements).set({ updatedAt: now }).where(isUnlinked),
    ctx.db
      .update(cardPayouts)
      .set({ updatedAt: now })
      .where(and(eq(cardPayouts.orgId, orgId), sql`status IN ('pending', 'in_transit')`)),
  ]);
  const processor = await processorOf(ctx, orgId);
  if (!processor) return;
  // Payments whose fee becomes known during this run were not updated above, and wait for the next one.
  const isUnsearched = and(isUnlinked, sql`payouts_searched_at IS NULL AND updated_at = ${now}`);
  const [known, [unsearched]] = await ctx.db.batch([
    ctx.db
      .select({ id: cardPayouts.id, status: cardPayouts.status })
      .from(cardPayouts)
      .where(eq(cardPayouts.orgId, orgId))
      .orderBy(sql`arrives_on DESC`)
      .limit(100),
    ctx.db
      .select({
        since: sql<string | null>`date(min(available_on), ${`-${MAX_DAYS_TO_AVAILABLE} days`})`.as("since"),
      })
      .from(cardSettlements)
      .where(isUnsearched),
  ]);
  const since = unsearched?.since ?? null;
  for (const payout of await processor.payouts(orgId)) {
    const before = known.find(({ id }) => id === payout.id);
    const mayHoldUnsearched = since !== null && payout.arrivesOn >= since;
    if (before?.status === payout.status && !mayHoldUnsearched) continue;
    const row = { orgId, ...payout, updatedAt: now };
    const paymentIds = await processor.paymentsOf(orgId, payout.id);
    await ctx.db.batch([
      ctx.db
        .insert(cardPayouts)
        .values(row)
        .onConflictDoUpdate({
          target: [cardPayouts.orgId, cardPayouts.id],
          set: { status: payout.status, arrivesOn: payout.arrivesOn, amountMinor: payout.amountMinor, updatedAt: now },
        }),
      ctx.db.run(sql`
        UPDATE card_settlements SET payout_id = ${payout.id}, updated_at = ${now}
        WHERE org_id = ${orgId} AND payout_id IS NULL AND fee_minor IS NOT NULL AND payment_id IN (
          SELECT p.id FROM payments p WHERE p.org_id = ${orgId} AND p.provider = ${processor.kind}
            AND p.provider_payment_id IN (SELECT value FROM json_each(${JSON.stringify(paymentIds)})))`),
    ]);
  }
  // From now on only new payouts may include them.
  if (since !== null) await ctx.db.update(cardSettlements).set({ payoutsSearchedAt: now }).where(isUnsearched);
}

import { and, sql } from "drizzle-orm";
import type { PayoutStatus } from "~/domain/invoices/payment";
import type { Ctx } from "~/domain/shared/context";
import { type BackCursor, bidirectionalPage, inRange, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { firstDayOfMonth, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import type { CardPaymentFilter } from "./schema";

interface CardPaymentRow {
  id: string;
  receivedOn: string;
  customerName: string;
  customerNumber: number;
  /** In cents, like all amounts here. */
  grossMinor: number;
  refundedMinor: number;
  /** Null until reported by the processor. */
  feeMinor: number | null;
  /** The amount after the fee; null until the fee is known. */
  netMinor: number | null;
  payoutId: string | null;
  payoutStatus: PayoutStatus | null;
  arrivesOn: string | null;
  /** When the net amount becomes available for payout. */
  availableOn: string | null;
}

interface Totals {
  count: number;
  grossMinor: number;
  refundedMinor: number;
  feeMinor: number;
  /** Of payments with a known fee. */
  netMinor: number;
  /** Payments whose fee is not known yet. */
  withoutFee: number;
}

/** Returns the card payments received in a month, latest first, with each one's fee and payout, and the totals of all. */
export async function listCardPayments(ctx: Ctx, { month, limit, ...at }: CardPaymentFilter & BackCursor) {
  const me = allow(ctx, "invoices.read");
  const shown = month ?? monthKey(todayOf(ctx, me));
  const direction = parseCursor(at, 2);
  const receivedOn = sql`p.received_on`;
  const { beyond, order } = keyset(direction, [receivedOn, sql`p.id`], "desc");
  const ordered = sql.join(order, sql`, `);
  const ofCards = sql`p.org_id = ${me.orgId} AND p.provider IS NOT NULL`;
  const days = { from: firstDayOfMonth(shown), to: firstDayOfMonth(shiftMonth(shown, 1)), sort: "desc" } as const;
  const settlement = sql`LEFT JOIN card_settlements s ON s.org_id = p.org_id AND s.payment_id = p.id`;
  const [rows, [totals]] = await ctx.db.batch([
    ctx.db.all<CardPaymentRow>(sql`
      SELECT p.id AS id, p.received_on AS receivedOn, c.name AS customerName, c.number AS customerNumber, p.amount_minor AS grossMinor,
        p.refunded_minor AS refundedMinor, s.fee_minor AS feeMinor, p.amount_minor - p.refunded_minor - s.fee_minor AS netMinor,
        s.payout_id AS payoutId, o.status AS payoutStatus, o.arrives_on AS arrivesOn, s.available_on AS availableOn
      FROM (SELECT p.* FROM payments p INDEXED BY payments_by_card
        WHERE ${and(ofCards, inRange(direction, receivedOn, days), beyond)} ORDER BY ${ordered} LIMIT ${limit + 1}) p
      CROSS JOIN customers c ON c.org_id = ${me.orgId} AND c.id = p.customer_id
      ${settlement}
      LEFT JOIN card_payouts o ON o.org_id = s.org_id AND o.id = s.payout_id
      ORDER BY ${ordered}`),
    ctx.db.all<Totals>(sql`
      SELECT count(*) AS count, coalesce(sum(p.amount_minor), 0) AS grossMinor, coalesce(sum(p.refunded_minor), 0) AS refundedMinor,
        coalesce(sum(s.fee_minor), 0) AS feeMinor, coalesce(sum(p.amount_minor - p.refunded_minor - s.fee_minor), 0) AS netMinor,
        count(*) - count(s.fee_minor) AS withoutFee
      FROM payments p INDEXED BY payments_by_card ${settlement}
      WHERE ${ofCards} AND ${receivedOn} >= ${days.from} AND ${receivedOn} < ${days.to}`),
  ]);
  const none = { count: 0, grossMinor: 0, refundedMinor: 0, feeMinor: 0, netMinor: 0, withoutFee: 0 };
  return {
    month: shown,
    today: todayOf(ctx, me),
    totals: totals ?? none,
    ...bidirectionalPage(rows, { limit, total: totals?.count ?? 0, direction }, (row) => [row.receivedOn, row.id]),
  };
}

export type CardPaymentList = Awaited<ReturnType<typeof listCardPayments>>;

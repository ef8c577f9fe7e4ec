import { and, asc, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { invoices, payments } from "#drizzle/schema/invoices";
import { onlineRefunds } from "#drizzle/schema/online-payments";
import type { Ctx, Member } from "~/domain/shared/context";
import { invalidField, notFound } from "~/domain/shared/errors";
import { formatMoney } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { allocationsOf } from "./internal/writes.server";
import { invoiceNotFound, isInvoice } from "./load.server";
import { type RefundSource, refundableMinor } from "./payment";

interface RefundOf {
  amount: number;
  invoiceId: string | null;
  /** Only what is not applied to an invoice. */
  onlyFree: boolean;
}

const sourceOf = ({ invoiceId, onlyFree }: Omit<RefundOf, "amount">): RefundSource =>
  onlyFree ? "unapplied" : invoiceId === null ? "anywhere" : { invoiceId };

/** Reads a payment with what it is applied to and its refunds on their way, oldest first. */
export async function readRefundable(ctx: Ctx, me: Pick<Member, "orgId">, paymentId: string) {
  const { orgId } = me;
  const [[payment], on, pending] = await ctx.db.batch([
    ctx.db
      .select()
      .from(payments)
      .where(and(eq(payments.orgId, orgId), eq(payments.id, paymentId))),
    allocationsOf(ctx, me, { paymentId }),
    ctx.db
      .select(namedEach({ amountMinor: onlineRefunds.amountMinor, invoiceId: onlineRefunds.invoiceId }))
      .from(byIndex(onlineRefunds, "online_refunds_payment"))
      .where(
        and(
          eq(onlineRefunds.orgId, orgId),
          eq(onlineRefunds.paymentId, paymentId),
          eq(onlineRefunds.status, "pending"),
        ),
      )
      // The unary plus keeps SQLite from scanning an index in this order.
      .orderBy(asc(sql`+${onlineRefunds.createdAt}`)),
  ]);
  if (!payment) throw notFound("Payment not found");
  return { payment, on, pending };
}

/**
 * Reads a payment and checks what is to be refunded of it.
 * @throws DomainError not_found, also for an invoice of another customer; invalid for more than can be refunded from there
 */
export async function checkRefundable(
  ctx: Ctx,
  me: Member,
  { paymentId, ...refund }: RefundOf & { paymentId: string },
) {
  const read = await readRefundable(ctx, me, paymentId);
  if (refund.invoiceId !== null) {
    const [invoice] = await ctx.db
      .select({ customerId: invoices.customerId, kind: invoices.kind, status: invoices.status })
      .from(invoices)
      .where(isInvoice(me, refund.invoiceId));
    if (invoice?.customerId !== read.payment.customerId || invoice.kind !== "invoice" || invoice.status === "draft")
      throw invoiceNotFound();
  }
  const left = (source: RefundSource) => refundableMinor(partsOf(read), read.pending, source);
  const leftMinor = left(sourceOf(refund));
  if (refund.amount <= leftMinor) return read;
  const isElsewhere = !refund.onlyFree && refund.invoiceId !== null && refund.amount <= left("anywhere");
  const text = isElsewhere
    ? `The rest of this payment is applied to other invoices. From this one, you can refund ${formatMoney(leftMinor)}`
    : `This is more than the payment has left: ${formatMoney(leftMinor)}`;
  throw invalidField("amount", text);
}

type Refundable = Awaited<ReturnType<typeof readRefundable>>;

function partsOf({ payment, on }: Pick<Refundable, "payment" | "on">) {
  return { creditMinor: payment.amountMinor - payment.allocatedMinor - payment.refundedMinor, applied: on };
}

/** What can be refunded of a payment from an invoice, in cents: what it paid of it, and what is unapplied. @throws DomainError not_found; forbidden */
export async function refundableFrom(
  ctx: Ctx,
  { invoiceId, paymentId }: { invoiceId: string; paymentId: string },
): Promise<number> {
  const me = allow(ctx, "invoices.manage");
  const read = await readRefundable(ctx, me, paymentId);
  return refundableMinor(partsOf(read), read.pending, { invoiceId });
}

import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach, namedOrNull } from "#drizzle/d1/columns";
import { payments } from "#drizzle/schema/invoices";
import { workOrders } from "#drizzle/schema/work-orders";
import { freeMinor } from "~/domain/billing/free-credit.server";
import { customerRef, idOf } from "~/domain/customers/find.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { creditMinor, hasCredit } from "./load.server";
import { processorOf } from "./online/business.server";

/** Payments listed with a customer. */
export const MAX_UNAPPLIED = 200;

/**
 * The statement that reads a customer's payments, or one of them, that are not fully applied to invoices, oldest first, with what
 * of them is neither applied nor refunded nor on its way back; one more than is listed.
 */
export function unappliedPayments(
  ctx: Ctx,
  me: Pick<Member, "orgId">,
  { customerId, paymentId }: { customerId: SQL; paymentId?: string },
) {
  return ctx.db
    .select({
      ...namedEach({
        id: payments.id,
        method: payments.method,
        receivedOn: payments.receivedOn,
        reference: payments.reference,
        provider: payments.provider,
      }),
      workOrderNumber: namedOrNull(workOrders.number, "work_order_number"),
      openMinor: creditMinor.as("open_minor"),
      freeMinor: freeMinor(me).as("free_minor"),
    })
    .from(byIndex(payments, "payments_credit"))
    .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, payments.workOrderId)))
    .where(
      and(
        eq(payments.orgId, me.orgId),
        sql`${payments.customerId} = ${customerId}`,
        paymentId === undefined ? undefined : eq(payments.id, paymentId),
        hasCredit,
      ),
    )
    .orderBy(asc(payments.receivedOn), asc(payments.id))
    .limit(MAX_UNAPPLIED + 1);
}

/** One of them, for its refund. @throws DomainError not_found, also once it is fully applied or refunded; forbidden */
export async function unappliedPayment(ctx: Ctx, ref: string, paymentId: string) {
  const me = allow(ctx, "invoices.manage");
  const [[payment], processor] = await Promise.all([
    unappliedPayments(ctx, me, { customerId: idOf(me, customerRef(ref)), paymentId }),
    processorOf(ctx, me.orgId),
  ]);
  if (!payment) throw notFound("Payment not found");
  return {
    ...payment,
    /** It can be refunded to the card it was paid with. */
    refundsToCard: payment.provider !== null && payment.provider === processor?.kind,
    today: todayOf(ctx, me),
  };
}

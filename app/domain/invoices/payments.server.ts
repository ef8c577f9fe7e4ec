import { and, asc, desc, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { paymentAllocations, payments, refunds } from "#drizzle/schema/invoices";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { checkNotInFuture } from "~/domain/shared/time/not-in-future";
import { once, type Write } from "~/domain/shared/write.server";
import { asStale } from "./draft.server";
import { allocation, refusals, touchInvoice } from "./internal/writes.server";
import { balanceOf } from "./invoice";
import { type Business, creditFor, readInvoice, staleInvoice } from "./load.server";
import { allocate, type PaymentUse, releasedBy } from "./payment";
import { checkRefundable } from "./refundable.server";
import type { ApplyCredit, Deposit, InvoicePayment, NewRefund } from "./schema";

const nothingOwed = () => new DomainError("conflict", "Nothing is owed on this invoice.");

/**
 * Records a payment on an invoice. An amount above its balance becomes the customer's credit.
 * @throws DomainError not_found; invalid if received in the future; conflict with `{ current }` when stale, or if nothing is owed
 */
export async function recordPayment(
  ctx: Ctx,
  id: string,
  input: InvoicePayment,
): Promise<{ paymentId: string; creditMinor: number }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "recordPayment", { id, input }, async (commit) => {
    checkNotInFuture(ctx, me, { field: "receivedOn", date: input.receivedOn });
    const { invoice } = await readInvoice(ctx, me, id);
    if (invoice.kind !== "invoice" || invoice.status !== "issued") throw nothingOwed();
    if (invoice.version !== input.version) throw staleInvoice(invoice);
    const balance = balanceOf(invoice);
    if (balance === 0) throw nothingOwed();
    const paymentId = ctx.newId();
    const applied = Math.min(input.amount, balance);
    const { customerId, workOrderId } = invoice;
    try {
      return await commit(me, {
        writes: [
          ...paymentWrites(ctx, me, {
            payment: { ...input, id: paymentId, customerId, workOrderId },
            on: { id, version: input.version, appliedMinor: applied },
          }),
        ],
        audit: [{ action: "invoice.payment", entity: "invoice", entityId: id, after: { ...input, paymentId } }],
        result: { paymentId, creditMinor: input.amount - applied },
        refusals,
      });
    } catch (error) {
      throw await asStale(ctx, me, { id, version: input.version, error });
    }
  });
}

/**
 * Records a payment before there is an invoice: it is the customer's credit until it is applied.
 * @throws DomainError not_found; invalid if received in the future
 */
export async function takeDeposit(ctx: Ctx, input: Deposit): Promise<{ paymentId: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "takeDeposit", input, async (commit) => {
    checkNotInFuture(ctx, me, { field: "receivedOn", date: input.receivedOn });
    const [[customer], [workOrder]] = await ctx.db.batch([
      ctx.db
        .select({ id: customers.id })
        .from(customers)
        .where(and(eq(customers.orgId, me.orgId), eq(customers.id, input.customerId))),
      ctx.db
        .select({ customerId: workOrders.customerId })
        .from(workOrders)
        .where(and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, input.workOrderId ?? ""))),
    ]);
    if (!customer) throw notFound("Customer not found");
    if (input.workOrderId && workOrder?.customerId !== input.customerId) throw notFound("Work order not found");
    const paymentId = ctx.newId();
    return commit(me, {
      writes: [insertPayment(ctx, me, { ...input, id: paymentId })],
      audit: [{ action: "payment.deposit", entity: "payment", entityId: paymentId, after: input }],
      result: { paymentId },
      refusals,
    });
  });
}

type NewPayment = Omit<Deposit, "version"> & { id: string; processor?: { provider: string; paymentId: string } };

interface PaymentOn {
  payment: NewPayment;
  /** The invoice as it was read, and the part of the payment applied to it; null: all of it is the customer's credit. */
  on: { id: string; version: number; appliedMinor: number } | null;
}

/** Money received for an invoice, by hand or by card: the batch is rolled back if the invoice has changed since it was read. */
export function paymentWrites(ctx: Ctx, me: Member, { payment, on }: PaymentOn): Write[] {
  if (on === null) return [insertPayment(ctx, me, payment)];
  return [
    ...touchInvoice(ctx, me, on),
    insertPayment(ctx, me, payment),
    allocation(ctx, me, { paymentId: payment.id, invoiceId: on.id, amountMinor: on.appliedMinor }),
  ];
}

function insertPayment(
  ctx: Ctx,
  me: Member,
  { id, customerId, workOrderId, method, amount, receivedOn, reference, note, processor }: NewPayment,
): Write {
  return ctx.db.insert(payments).values({
    ...{ orgId: me.orgId, id, customerId, workOrderId, method, amountMinor: amount, receivedOn, reference, note },
    ...{ provider: processor?.provider ?? null, providerPaymentId: processor?.paymentId ?? null },
    ...{ createdBy: me.userId ?? "system", createdAt: ctx.now.toISOString() },
  });
}

/**
 * Applies a customer's credit to an invoice: all of it or a given amount, up to the balance, deposits of other open jobs last.
 * @throws DomainError not_found; conflict if there is no credit or nothing is owed, with `{ current }` when stale
 */
export async function applyCredit(ctx: Ctx, id: string, input: ApplyCredit): Promise<{ appliedMinor: number }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "applyCredit", { id, input }, async (commit) => {
    const { invoice } = await readInvoice(ctx, me, id);
    if (invoice.kind !== "invoice" || invoice.status !== "issued") throw nothingOwed();
    if (invoice.version !== input.version) throw staleInvoice(invoice);
    const balance = balanceOf(invoice);
    if (balance === 0) throw nothingOwed();
    const open = await creditFor(ctx, me, invoice);
    const used = allocate(open, Math.min(balance, input.amount ?? balance));
    const appliedMinor = used.reduce((sum, { openMinor }) => sum + openMinor, 0);
    if (appliedMinor === 0) throw new DomainError("conflict", "This customer has no credit.");
    if (input.amount !== null && appliedMinor < input.amount)
      throw invalidField("amount", "This is more than the customer's credit or the balance due");
    try {
      return await commit(me, {
        writes: [
          ...touchInvoice(ctx, me, { id, version: input.version }),
          ...used.map((each) =>
            allocation(ctx, me, { paymentId: each.id, invoiceId: id, amountMinor: each.openMinor }),
          ),
        ],
        audit: [{ action: "invoice.apply_credit", entity: "invoice", entityId: id, after: { appliedMinor } }],
        result: { appliedMinor },
        refusals,
      });
    } catch (error) {
      throw await asStale(ctx, me, { id, version: input.version, error });
    }
  });
}

/**
 * Refunds a payment: first the part that is the customer's credit, then what was applied to invoices, which are then owed again.
 * From an invoice, what other invoices have of it stays there.
 * @throws DomainError not_found; invalid for more than can be refunded, or if refunded in the future
 */
export async function refundPayment(
  ctx: Ctx,
  paymentId: string,
  /** `onlyFree` refunds only what is not applied to an invoice. */
  { onlyFree = false, ...input }: NewRefund & { onlyFree?: boolean },
): Promise<{ refundId: string }> {
  const me = allow(ctx, "invoices.manage");
  return once(ctx, "refundPayment", { paymentId, input }, async (commit) => {
    checkNotInFuture(ctx, me, { field: "refundedOn", date: input.refundedOn });
    const { payment, on } = await checkRefundable(ctx, me, { paymentId, onlyFree, ...input });
    const refundId = ctx.newId();
    return commit(me, {
      writes: refundWrites(ctx, me, { payment, on, refund: { ...input, id: refundId } }),
      audit: [{ action: "payment.refund", entity: "payment", entityId: paymentId, after: { ...input, refundId } }],
      result: { refundId },
      refusals,
    });
  });
}

interface RefundOf {
  payment: { id: string; amountMinor: number; allocatedMinor: number; refundedMinor: number };
  /** How much of it is applied to which invoice. */
  on: PaymentUse["applied"];
  refund: NewRefund & { id: string };
}

/** Writes of a refund: what it releases from invoices, and its row. */
export function refundWrites(ctx: Ctx, me: Member, { payment, on, refund }: RefundOf): Write[] {
  const { id, invoiceId, method, amount: amountMinor, refundedOn, reason } = refund;
  const creditMinor = payment.amountMinor - payment.allocatedMinor - payment.refundedMinor;
  const released = releasedBy({ creditMinor, applied: on }, { amountMinor, invoiceId });
  return [
    ...released.map((each) =>
      allocation(ctx, me, { paymentId: payment.id, invoiceId: each.invoiceId, amountMinor: -each.amountMinor }),
    ),
    ctx.db.insert(refunds).values({
      ...{ orgId: me.orgId, id, paymentId: payment.id, invoiceId, method, amountMinor, refundedOn, reason },
      ...{ createdBy: me.userId ?? "system", createdAt: ctx.now.toISOString() },
    }),
  ];
}

/** The statement that reads the refunds made from an invoice, newest first. */
export function refundsFrom(ctx: Ctx, me: Business, invoiceId: string) {
  return ctx.db
    .select(
      namedEach({
        id: refunds.id,
        paymentId: refunds.paymentId,
        method: refunds.method,
        amountMinor: refunds.amountMinor,
        refundedOn: refunds.refundedOn,
        reason: refunds.reason,
      }),
    )
    .from(byIndex(refunds, "refunds_invoice"))
    .where(and(eq(refunds.orgId, me.orgId), eq(refunds.invoiceId, invoiceId)))
    .orderBy(desc(refunds.refundedOn), desc(refunds.id))
    .limit(200);
}

/** The parts of payments applied to an invoice, oldest first. */
export function paymentsOn(ctx: Ctx, me: Business, invoiceId: string) {
  return ctx.db
    .select({
      id: payments.id,
      method: payments.method,
      receivedOn: payments.receivedOn,
      reference: payments.reference,
      amountMinor: payments.amountMinor,
      refundedMinor: payments.refundedMinor,
      appliedMinor: sql<number>`sum(${paymentAllocations.amountMinor})`.as("applied_minor"),
    })
    .from(byIndex(paymentAllocations, "payment_allocations_invoice"))
    .innerJoin(payments, and(eq(payments.orgId, me.orgId), eq(payments.id, paymentAllocations.paymentId)))
    .where(and(eq(paymentAllocations.orgId, me.orgId), eq(paymentAllocations.invoiceId, invoiceId)))
    .groupBy(payments.id)
    .having(sql`sum(${paymentAllocations.amountMinor}) > 0`)
    .orderBy(asc(payments.receivedOn), asc(payments.id))
    .limit(200);
}

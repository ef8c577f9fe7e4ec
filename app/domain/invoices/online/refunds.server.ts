import { and, desc, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { payments } from "#drizzle/schema/invoices";
import { onlineRefunds, paymentDisputes } from "#drizzle/schema/online-payments";
import { freeMinor } from "~/domain/billing/free-credit.server";
import { refusals } from "~/domain/invoices/internal/writes.server";
import type { Business } from "~/domain/invoices/load.server";
import { refundWrites } from "~/domain/invoices/payments.server";
import { checkRefundable, readRefundable } from "~/domain/invoices/refundable.server";
import type { OnlineRefund } from "~/domain/invoices/schema";
import type { PaymentProcessor, ProcessorDispute, ProcessorRefund } from "~/domain/providers";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import { logUnforeseen } from "~/domain/shared/log.server";
import { formatMoney } from "~/domain/shared/money";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, commit, once } from "~/domain/shared/write.server";
import { callProcessor, type PaidBusiness, paidBusiness, processorOf } from "./business.server";
import { PaymentError } from "./payment-error";
import { eventWrite, isKnownEvent, mailOffice, type Outcome, type ReceivedEvent } from "./settle.server";

type Payment = typeof payments.$inferSelect;
type RefundRow = typeof onlineRefunds.$inferSelect;

/**
 * Refunds a card payment through the processor: part of it or all that is left. It is recorded once the processor confirms;
 * until then it is pending and cannot be refunded again.
 * @throws DomainError not_found; invalid for more than is left of it; conflict for a payment recorded by hand; unavailable
 */
export async function refundOnline(
  ctx: Ctx,
  paymentId: string,
  /** `onlyFree` refunds only what is not applied to an invoice. */
  { onlyFree = false, ...input }: OnlineRefund & { onlyFree?: boolean },
): Promise<{ refundId: string }> {
  const me = allow(ctx, "invoices.manage");
  const { refundId } = await once(ctx, "refundOnline", { paymentId, input }, async (write) => {
    const { payment } = await checkRefundable(ctx, me, { paymentId, onlyFree, ...input });
    if (payment.provider === null || payment.provider !== (await processorOf(ctx, me.orgId))?.kind)
      throw new DomainError(
        "conflict",
        "This payment can't be refunded to the card from here. Record the refund by hand.",
      );
    const id = ctx.newId();
    const now = ctx.now.toISOString();
    const { amount: amountMinor, reason, invoiceId } = input;
    return write(me, {
      writes: [
        ctx.db.insert(onlineRefunds).values({
          ...{ orgId: me.orgId, id, paymentId, invoiceId, amountMinor, reason, status: "pending" },
          ...{ createdBy: me.userId ?? "system", createdAt: now, updatedAt: now },
        }),
      ],
      audit: [{ action: "payment.refund_online", entity: "payment", entityId: paymentId, after: { ...input, id } }],
      result: { refundId: id },
      refusals,
    });
  });
  await carryOut(ctx, me.orgId, refundId);
  return { refundId };
}

/**
 * Requests a pending refund from the processor, or its status. If the processor is unreachable or gives no status, the sweep tries
 * again.
 */
export async function carryOut(ctx: Ctx, orgId: string, refundId: string): Promise<void> {
  const [row] = await ctx.db
    .select()
    .from(onlineRefunds)
    .where(and(eq(onlineRefunds.orgId, orgId), eq(onlineRefunds.id, refundId)));
  const processor = await processorOf(ctx, orgId);
  if (row?.status !== "pending" || !processor) return;
  const { payment } = await readRefundable(ctx, { orgId }, row.paymentId);
  // Another processor does not know this payment.
  if (!payment.providerPaymentId || payment.provider !== processor.kind) return;
  const reported = await askFor(processor, row, payment.providerPaymentId);
  if (reported) await applyRefund(await paidBusiness(ctx, orgId), payment, reported);
}

async function askFor(
  processor: PaymentProcessor,
  row: RefundRow,
  paymentId: string,
): Promise<ProcessorRefund | undefined> {
  const { id: ownId, amountMinor } = row;
  const { providerRefundId } = row;
  try {
    if (providerRefundId === null) return await processor.refund({ ownId, paymentId, amountMinor });
    return (await processor.refundsOf(paymentId)).find(({ id }) => id === providerRefundId);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    // Once the processor has accepted it, the money may be on its way, whatever happens to a question about it.
    if (error.kind === "retry" || providerRefundId !== null) return undefined;
    const failure = error.displayMessage ?? "The card processor refused this refund.";
    return { id: "", ownId, amountMinor, status: "failed", failure };
  }
}

/** Updates every refund of a payment to the processor's status, including those made there. `subject`: what the event is about. */
export async function reconcileRefunds(
  ctx: Ctx,
  payment: Payment,
  { event, subject }: { event: ReceivedEvent; subject: string },
): Promise<Outcome> {
  const processor = await processorOf(ctx, payment.orgId);
  if (!processor || payment.providerPaymentId === null) return "recorded";
  const reported = await callProcessor(processor.refundsOf(payment.providerPaymentId));
  const business = await paidBusiness(ctx, payment.orgId);
  const unrecorded: ProcessorRefund[] = [];
  for (const refund of reported.toReversed())
    if (!(await applyRefund(business, payment, refund))) unrecorded.push(refund);
  const returned = reported.find(({ id, status }) => id === subject && status === "failed");
  const isReturned = returned !== undefined && (await findRefund(ctx, business.me, returned))?.status === "succeeded";
  // Of the events about a refund, the processor sends each of these once.
  if (event.type === "charge.refunded" && unrecorded.length > 0)
    return noteEvent(business, event, mailOffice(business, twiceMail(unrecorded)));
  if (event.type === "refund.failed" && isReturned)
    return noteEvent(business, event, mailOffice(business, returnedMail(returned)));
  return noteEvent(business, event, []);
}

async function noteEvent(business: PaidBusiness, event: ReceivedEvent, publish: OutboxMessage[]): Promise<Outcome> {
  const { ctx, me } = business;
  try {
    await commit(ctx, me, { writes: eventWrite(ctx, me.orgId, event), publish, result: null });
    return "recorded";
  } catch (error) {
    if (isKnownEvent(error)) return "duplicate";
    throw error;
  }
}

function returnedMail({ id, amountMinor, failure }: ProcessorRefund) {
  const amount = formatMoney(amountMinor);
  return {
    subject: `A refund of ${amount} did not reach the customer`,
    text: `The customer's bank returned a card refund of ${amount}${failure ? ` (${failure})` : ""} after it was confirmed. The money is in your balance at your card processor again, under ${id}.\n\nHere it stays recorded as refunded. Pay the customer another way.\n`,
  };
}

function twiceMail(unrecorded: readonly ProcessorRefund[]) {
  const amount = formatMoney(unrecorded.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
  return {
    subject: `A refund of ${amount} at your card processor was not recorded`,
    text: `Your card processor reports a refund of ${amount}, which is more than is left of the payment here. It was probably recorded by hand before. If not, the customer got the money twice: check the payment at your card processor under ${unrecorded.map(({ id }) => id).join(", ")}.\n`,
  };
}

/** The payment may be used between reading and writing; it is then read again. */
const MAX_TRIES = 5;

/** False for a refund made at the processor that is more than the payment has left. */
async function applyRefund(
  business: PaidBusiness,
  { id: paymentId }: Payment,
  reported: ProcessorRefund,
): Promise<boolean> {
  const { ctx, me } = business;
  for (let tries = 1; ; tries += 1) {
    try {
      const row = (await findRefund(ctx, me, reported)) ?? (await addRefund(business, paymentId, reported));
      if (row?.status === "pending") await settle(business, row, reported);
      return row !== null || reported.status === "failed";
    } catch (error) {
      const isRace = error instanceof DomainError && error.code === "conflict";
      if ((!isRace && !failedOn(error, "UNIQUE")) || tries === MAX_TRIES) throw error;
    }
  }
}

async function findRefund(ctx: Ctx, { orgId }: Member, { id, ownId }: ProcessorRefund) {
  const rows = await ctx.db
    .select()
    .from(onlineRefunds)
    .where(
      and(
        eq(onlineRefunds.orgId, orgId),
        ownId === null ? eq(onlineRefunds.providerRefundId, id) : eq(onlineRefunds.id, ownId),
      ),
    );
  return rows[0];
}

/** Adds a refund made at the processor; null if it failed, and if its money was already refunded by hand. */
async function addRefund(
  { ctx, me }: PaidBusiness,
  paymentId: string,
  { id: providerRefundId, amountMinor, status }: ProcessorRefund,
): Promise<RefundRow | null> {
  if (status === "failed") return null;
  const now = ctx.now.toISOString();
  const row: RefundRow = {
    ...{ orgId: me.orgId, id: ctx.newId(), paymentId, invoiceId: null, amountMinor },
    reason: "Refunded at the card processor",
    ...{ status: "pending", providerRefundId, failure: null, refundId: null },
    ...{ createdBy: "system", createdAt: now, updatedAt: now },
  };
  try {
    await commit(ctx, me, { writes: [ctx.db.insert(onlineRefunds).values(row)], result: null });
    return row;
  } catch (error) {
    if (!failedOn(error, "refund_exceeds")) throw error;
    const text = `refund ${providerRefundId} is more than payment ${paymentId} has left`;
    logUnforeseen(ctx.request.id, "card payments", new Error(text));
    return null;
  }
}

async function settle(business: PaidBusiness, row: RefundRow, reported: ProcessorRefund): Promise<void> {
  const { ctx, me } = business;
  const providerRefundId = row.providerRefundId ?? (reported.id || null);
  const change = { providerRefundId, updatedAt: ctx.now.toISOString() };
  const update = (set: Partial<RefundRow>) => [
    ctx.db
      .update(onlineRefunds)
      .set({ ...change, ...set })
      .where(and(eq(onlineRefunds.orgId, me.orgId), eq(onlineRefunds.id, row.id), eq(onlineRefunds.status, "pending"))),
    assertRowChanged(ctx, "stale"),
  ];
  if (reported.status === "pending") {
    await commit(ctx, me, { writes: update({}), result: null });
    return;
  }
  if (reported.status === "failed") {
    const failure = reported.failure ?? "The card processor refused this refund.";
    await commit(ctx, me, {
      writes: update({ status: "failed", failure }),
      audit: [{ action: "payment.refund_failed", entity: "payment", entityId: row.paymentId, after: { failure } }],
      publish: mailOffice(business, {
        subject: `A refund of ${formatMoney(row.amountMinor)} failed`,
        text: `A card refund of ${formatMoney(row.amountMinor)} did not go through: ${failure}\n\nThe payment has not changed. Refund the money another way and record it.\n`,
      }),
      result: null,
    });
    return;
  }
  const { payment, on } = await readRefundable(ctx, me, row.paymentId);
  const { id, amountMinor: amount, reason, paymentId, invoiceId } = row;
  await commit(ctx, me, {
    writes: [
      ...refundWrites(ctx, me, {
        ...{ payment, on },
        refund: { id, invoiceId, method: payment.method, amount, reason, refundedOn: todayOf(ctx, me) },
      }),
      ...update({ status: "succeeded", refundId: id }),
    ],
    audit: [
      { action: "payment.refund", entity: "payment", entityId: paymentId, after: { amount, reason, refundId: id } },
    ],
    result: null,
    refusals,
  });
}

/** Records a dispute, and the cost of a lost one. */
export async function applyDispute(
  ctx: Ctx,
  payment: Payment,
  { dispute, event }: { dispute: ProcessorDispute; event: ReceivedEvent | null },
): Promise<Outcome> {
  const business = await paidBusiness(ctx, payment.orgId);
  for (let tries = 1; ; tries += 1) {
    try {
      await writeDispute(business, payment.id, { dispute, event });
      return "recorded";
    } catch (error) {
      if (isKnownEvent(error)) return "duplicate";
      const isRace = error instanceof DomainError && error.code === "conflict";
      if ((!isRace && !failedOn(error, "UNIQUE")) || tries === MAX_TRIES) throw error;
    }
  }
}

async function writeDispute(
  business: PaidBusiness,
  paymentId: string,
  { dispute, event }: { dispute: ProcessorDispute; event: ReceivedEvent | null },
): Promise<void> {
  const { ctx, me } = business;
  const isThis = and(eq(paymentDisputes.orgId, me.orgId), eq(paymentDisputes.id, dispute.id));
  const [[known], { payment, on, pending }] = await Promise.all([
    ctx.db.select().from(paymentDisputes).where(isThis),
    readRefundable(ctx, me, paymentId),
  ]);
  const pendingMinor = pending.reduce((sum, each) => sum + each.amountMinor, 0);
  const now = ctx.now.toISOString();
  const isNew = known === undefined;
  const isClosing = dispute.status !== "open" && (isNew || known.status === "open");
  const lostMinor =
    isClosing && dispute.status === "lost"
      ? Math.min(dispute.amountMinor, payment.amountMinor - payment.refundedMinor - pendingMinor)
      : 0;
  const refundId = lostMinor > 0 ? ctx.newId() : null;
  const refund = {
    ...{ method: payment.method, amount: lostMinor, reason: "Dispute lost" },
    ...{ invoiceId: null, refundedOn: todayOf(ctx, me) },
  };
  const { id, amountMinor, reason } = dispute;
  await commit(ctx, me, {
    writes: [
      ...eventWrite(ctx, me.orgId, event),
      ...(isNew
        ? [
            ctx.db.insert(paymentDisputes).values({
              ...{ orgId: me.orgId, id, paymentId, amountMinor, reason, status: "open" },
              ...{ createdAt: now, updatedAt: now },
            }),
          ]
        : []),
      ...(refundId ? refundWrites(ctx, me, { payment, on, refund: { id: refundId, ...refund } }) : []),
      ...(isClosing
        ? [
            ctx.db
              .update(paymentDisputes)
              .set({ status: dispute.status, refundId, updatedAt: now })
              .where(and(isThis, eq(paymentDisputes.status, "open"))),
            assertRowChanged(ctx, "stale"),
          ]
        : []),
    ],
    audit:
      isNew || isClosing
        ? [
            {
              action: `payment.dispute_${dispute.status}`,
              entity: "payment",
              entityId: paymentId,
              after: { ...dispute },
            },
          ]
        : [],
    publish:
      isNew && dispute.status === "open"
        ? mailOffice(business, disputeMail(dispute))
        : isClosing && dispute.status === "lost"
          ? mailOffice(business, lostMail(dispute, lostMinor))
          : [],
    result: null,
    refusals,
  });
}

function disputeMail({ amountMinor, reason, id }: ProcessorDispute) {
  return {
    subject: `A card payment of ${formatMoney(amountMinor)} is disputed`,
    text: `A customer's bank disputes ${formatMoney(amountMinor)} (reason: ${reason}). Respond at your card processor under ${id}. The payment stays as it is here until the dispute is decided. If you lose, the invoice is owed again.\n`,
  };
}

function lostMail({ amountMinor, id }: ProcessorDispute, lostMinor: number) {
  const outcome =
    lostMinor > 0
      ? `${formatMoney(lostMinor)} is recorded as a refund. What it had paid is owed again.`
      : "The payment had been refunded before, so nothing changes here.";
  return {
    subject: `The dispute of ${formatMoney(amountMinor)} was lost`,
    text: `The bank decided for the customer in dispute ${id}, about a card payment of ${formatMoney(amountMinor)}. ${outcome}\n`,
  };
}

/** The payments made in an invoice's own checkouts, or applied to it. */
function paidOn({ orgId }: Business, invoiceId: string) {
  return sql`(SELECT c.payment_id FROM payment_checkouts c INDEXED BY payment_checkouts_invoice WHERE c.org_id = ${orgId} AND c.invoice_id = ${invoiceId}
    UNION SELECT a.payment_id FROM payment_allocations a INDEXED BY payment_allocations_invoice WHERE a.org_id = ${orgId} AND a.invoice_id = ${invoiceId})`;
}

/** The statement that reads the processor's refunds of an invoice's payments, newest first. */
export function onlineRefundsOn(ctx: Ctx, me: Business, invoiceId: string) {
  return ctx.db
    .select(
      namedEach({
        id: onlineRefunds.id,
        paymentId: onlineRefunds.paymentId,
        invoiceId: onlineRefunds.invoiceId,
        refundId: onlineRefunds.refundId,
        amountMinor: onlineRefunds.amountMinor,
        status: onlineRefunds.status,
        failure: onlineRefunds.failure,
        createdAt: onlineRefunds.createdAt,
      }),
    )
    .from(byIndex(onlineRefunds, "online_refunds_payment"))
    .where(and(eq(onlineRefunds.orgId, me.orgId), sql`${onlineRefunds.paymentId} IN ${paidOn(me, invoiceId)}`))
    .orderBy(desc(onlineRefunds.createdAt))
    .limit(100);
}

/** The statement that reads the disputes of an invoice's payments, newest first. */
export function disputesOn(ctx: Ctx, me: Business, invoiceId: string) {
  return ctx.db
    .select(
      namedEach({
        id: paymentDisputes.id,
        paymentId: paymentDisputes.paymentId,
        amountMinor: paymentDisputes.amountMinor,
        reason: paymentDisputes.reason,
        status: paymentDisputes.status,
      }),
    )
    .from(byIndex(paymentDisputes, "payment_disputes_payment"))
    .where(and(eq(paymentDisputes.orgId, me.orgId), sql`${paymentDisputes.paymentId} IN ${paidOn(me, invoiceId)}`))
    .orderBy(desc(paymentDisputes.createdAt))
    .limit(100);
}

/**
 * The statement that reads the card payments made in an invoice's own checkouts, or earlier as its job's deposit, with what is
 * left of them.
 */
export function cardPaymentsOn(ctx: Ctx, me: Business, invoiceId: string) {
  return (
    ctx.db
      .select({
        id: payments.id,
        amountMinor: payments.amountMinor,
        refundedMinor: payments.refundedMinor,
        /** What of it is neither applied to an invoice, nor refunded, nor on its way back. */
        freeMinor: freeMinor(me).as("free_minor"),
        creditMinor:
          sql<number>`coalesce((SELECT c.credit_minor FROM payment_checkouts c INDEXED BY payment_checkouts_invoice
        WHERE c.org_id = ${me.orgId} AND c.invoice_id = ${invoiceId} AND c.payment_id = payments.id), 0)`.as("credit"),
        receivedOn: payments.receivedOn,
      })
      .from(payments)
      .where(
        and(
          eq(payments.orgId, me.orgId),
          sql`${payments.id} IN (
          SELECT c.payment_id FROM payment_checkouts c INDEXED BY payment_checkouts_invoice
          WHERE c.org_id = ${me.orgId} AND c.invoice_id = ${invoiceId}
          UNION SELECT d.payment_id FROM payment_allocations a INDEXED BY payment_allocations_invoice
          CROSS JOIN deposit_checkouts d INDEXED BY deposit_checkouts_payment ON d.org_id = a.org_id AND d.payment_id = a.payment_id
          WHERE a.org_id = ${me.orgId} AND a.invoice_id = ${invoiceId})`,
        ),
      )
      // The unary plus keeps SQLite from scanning an index in this order.
      .orderBy(sql`+${payments.createdAt} DESC`)
      .limit(50)
  );
}

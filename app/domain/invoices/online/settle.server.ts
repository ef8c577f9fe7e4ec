import { and, desc, eq, ne } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import type { depositCheckouts } from "#drizzle/schema/deposit-requests";
import { paymentCheckouts, paymentEvents } from "#drizzle/schema/online-payments";
import { refusals } from "~/domain/invoices/internal/writes.server";
import { balanceOf, formatInvoiceNumber } from "~/domain/invoices/invoice";
import { type InvoiceRow, invoiceRow } from "~/domain/invoices/load.server";
import type { ProcessorKind } from "~/domain/invoices/payment";
import { paymentWrites } from "~/domain/invoices/payments.server";
import { businessMail } from "~/domain/mail/message";
import type { CheckoutSession } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { formatMoney } from "~/domain/shared/money";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, commit, type Write } from "~/domain/shared/write.server";
import { type PaidBusiness, paidBusiness } from "./business.server";

type Checkout = typeof paymentCheckouts.$inferSelect;

/** The processor's event, stored in the batch with the changes it causes. */
export interface ReceivedEvent {
  provider: ProcessorKind;
  id: string;
  type: string;
}

/** `duplicate`: the event was recorded before. */
export type Outcome = "recorded" | "duplicate";

export function eventWrite(ctx: Ctx, orgId: string, event: ReceivedEvent | null): Write[] {
  if (!event) return [];
  return [ctx.db.insert(paymentEvents).values({ orgId, ...event, receivedAt: ctx.now.toISOString() })];
}

export const isKnownEvent = (error: unknown) => failedOn(error, "payment_events");

interface SessionReport {
  checkout: Checkout;
  /** The current state at the processor: an event's own state may be outdated. */
  session: CheckoutSession;
  event: ReceivedEvent | null;
}

/** Updates an attempt to the processor's status. A payment is recorded once, in the batch with the event that reported it. */
export function applySession(ctx: Ctx, report: SessionReport): Promise<Outcome> {
  return settled(ctx, { ...report, table: paymentCheckouts }, async () =>
    post(await paidBusiness(ctx, report.checkout.orgId), report),
  );
}

/** The tables of attempts: for invoices and for deposits. */
export type Checkouts = typeof paymentCheckouts | typeof depositCheckouts;

interface Attempted extends Omit<SessionReport, "checkout"> {
  table: Checkouts;
  checkout: Pick<Checkout, "orgId" | "id" | "status">;
}

/** Records an attempt's status; `post` records the payment once it has succeeded. */
export async function settled(
  ctx: Ctx,
  { table, checkout, session, event }: Attempted,
  post: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    if (session.status === "paid") return await post();
    const { status, failure } = session;
    await commit(ctx, checkout, {
      writes: [
        ...eventWrite(ctx, checkout.orgId, event),
        ctx.db
          .update(table)
          .set({ status, failure, updatedAt: ctx.now.toISOString() })
          // A finished attempt is not changed, and a processing one does not become open again.
          .where(
            and(
              eq(table.orgId, checkout.orgId),
              eq(table.id, checkout.id),
              eq(table.status, checkout.status),
              statusBefore(table, status),
            ),
          ),
      ],
      result: null,
    });
    return "recorded";
  } catch (error) {
    if (isKnownEvent(error)) return "duplicate";
    throw error;
  }
}

function isThis({ orgId, id }: Checkout) {
  return and(eq(paymentCheckouts.orgId, orgId), eq(paymentCheckouts.id, id));
}

function statusBefore(table: Checkouts, status: CheckoutSession["status"]) {
  const before = and(...(["paid", "failed", "expired"] as const).map((final) => ne(table.status, final)));
  return status === "open" ? eq(table.status, "open") : before;
}

/** Returns the amount paid, according to the processor. @throws DomainError internal if it differs from what was requested */
export function paidOrThrow({ id, currency }: Pick<Checkout, "id" | "currency">, session: CheckoutSession) {
  if (session.currency !== currency || !session.paymentId)
    throw new DomainError("internal", "The payment does not match the request.", {
      cause: new Error(`checkout ${id}: ${session.currency}, payment ${session.paymentId}`),
    });
  return { amountMinor: session.amountMinor, processorsId: session.paymentId };
}

/** The invoice may change between reading and writing; it is then read again. */
export const MAX_TRIES = 6;

async function post(business: PaidBusiness, { checkout, session, event }: SessionReport): Promise<Outcome> {
  const { ctx, me } = business;
  const { amountMinor, processorsId } = paidOrThrow(checkout, session);
  for (let tries = 1; ; tries += 1) {
    const [[invoice], [now]] = await ctx.db.batch([
      invoiceRow(ctx, me, checkout.invoiceId),
      ctx.db.select().from(paymentCheckouts).where(isThis(checkout)),
    ]);
    if (!invoice || !now) throw notFound();
    if (now.status === "paid") {
      await commit(ctx, me, { writes: eventWrite(ctx, me.orgId, event), result: null });
      return "recorded";
    }
    const applied = Math.min(amountMinor, balanceOf(invoice));
    const creditMinor = amountMinor - applied;
    const payment = {
      ...{ id: ctx.newId(), customerId: invoice.customerId, workOrderId: invoice.workOrderId, method: "card" as const },
      ...{ amount: amountMinor, receivedOn: todayOf(ctx, me), reference: "Online", note: null },
      processor: { provider: checkout.provider, paymentId: processorsId },
    };
    try {
      return await commit(ctx, me, {
        writes: [
          ...eventWrite(ctx, me.orgId, event),
          ...paymentWrites(ctx, me, {
            payment,
            on: applied > 0 ? { id: invoice.id, version: invoice.version, appliedMinor: applied } : null,
          }),
          ctx.db
            .update(paymentCheckouts)
            .set({
              status: "paid",
              paymentId: payment.id,
              creditMinor,
              failure: null,
              updatedAt: ctx.now.toISOString(),
            })
            .where(and(isThis(checkout), ne(paymentCheckouts.status, "paid"))),
          assertRowChanged(ctx, "checkout_is_paid"),
        ],
        audit: [
          {
            ...{ action: "invoice.payment_online", entity: "invoice", entityId: invoice.id },
            after: { paymentId: payment.id, amountMinor, creditMinor },
          },
        ],
        publish: creditMinor > 0 ? mailOffice(business, unexpected(invoice, { amountMinor, creditMinor })) : [],
        result: "recorded" as const,
        refusals: { ...refusals, checkout_is_paid: () => new DomainError("conflict", "This is already paid.") },
      });
    } catch (error) {
      const isRace = error instanceof DomainError && error.code === "conflict";
      // The same payment from another delivery: the next attempt finds it recorded.
      const isBooked = failedOn(error, "payments.provider") || failedOn(error, "checkout_frozen");
      if ((!isRace && !isBooked) || tries === MAX_TRIES) throw error;
    }
  }
}

/** Emails the office, if it has an email address. */
export function mailOffice(
  { me, email }: PaidBusiness,
  { subject, text }: { subject: string; text: string },
): OutboxMessage[] {
  return email === null ? [] : [businessMail(me.orgId, { to: email, subject, text })];
}

function unexpected(invoice: InvoiceRow, { amountMinor, creditMinor }: { amountMinor: number; creditMinor: number }) {
  const number = formatInvoiceNumber(invoice.kind, invoice.number);
  const why = invoice.status === "void" ? "is void" : "has since been settled another way";
  return {
    subject: `${number}: ${formatMoney(creditMinor)} paid online is not owed`,
    text: `${invoice.customerName} paid ${formatMoney(amountMinor)} by card for invoice ${number}, which ${why}. ${formatMoney(creditMinor)} of it was added to the customer's credit.\n\nApply it to another invoice, or refund it from the invoice's payments.\n`,
  };
}

/** The most recent attempts for an invoice, for its screens. */
export function checkoutsOf(ctx: Ctx, { orgId }: { orgId: string }, invoiceId: string) {
  return ctx.db
    .select(
      namedEach({
        id: paymentCheckouts.id,
        status: paymentCheckouts.status,
        amountMinor: paymentCheckouts.amountMinor,
        failure: paymentCheckouts.failure,
        creditMinor: paymentCheckouts.creditMinor,
        paymentId: paymentCheckouts.paymentId,
        createdAt: paymentCheckouts.createdAt,
        updatedAt: paymentCheckouts.updatedAt,
      }),
    )
    .from(byIndex(paymentCheckouts, "payment_checkouts_invoice"))
    .where(and(eq(paymentCheckouts.orgId, orgId), eq(paymentCheckouts.invoiceId, invoiceId)))
    .orderBy(desc(paymentCheckouts.createdAt))
    .limit(20);
}

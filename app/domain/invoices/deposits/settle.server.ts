import { and, eq, ne } from "drizzle-orm";
import { depositCheckouts, depositRequests } from "#drizzle/schema/deposit-requests";
import { refusals } from "~/domain/invoices/internal/writes.server";
import { type PaidBusiness, paidBusiness } from "~/domain/invoices/online/business.server";
import {
  eventWrite,
  MAX_TRIES,
  mailOffice,
  type Outcome,
  paidOrThrow,
  type ReceivedEvent,
  settled,
} from "~/domain/invoices/online/settle.server";
import { paymentWrites } from "~/domain/invoices/payments.server";
import type { CheckoutSession } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, commit } from "~/domain/shared/write.server";
import { isRequest, type RequestRow, requestRows } from "./load.server";
import { DEPOSIT_IS_CLOSED, lateDepositMail } from "./mail-content";

export type DepositCheckout = typeof depositCheckouts.$inferSelect;

interface SessionReport {
  checkout: DepositCheckout;
  session: CheckoutSession;
  event: ReceivedEvent | null;
}

export function isAttempt({ orgId, id }: Pick<DepositCheckout, "orgId" | "id">) {
  return and(eq(depositCheckouts.orgId, orgId), eq(depositCheckouts.id, id));
}

/** Updates a deposit payment attempt to the processor's status. A payment is recorded once. */
export function applyDeposit(ctx: Ctx, report: SessionReport): Promise<Outcome> {
  return settled(ctx, { ...report, table: depositCheckouts }, async () =>
    post(await paidBusiness(ctx, report.checkout.orgId), report),
  );
}

/**
 * While the request is open, the money is the job's deposit and is applied to its invoice later. Otherwise it was not expected:
 * it becomes the customer's credit, not tied to a job, and the office is notified. The write itself decides whether the request
 * is open: if it is withdrawn or its job invoiced concurrently, it is read again.
 */
async function post(business: PaidBusiness, { checkout, session, event }: SessionReport): Promise<Outcome> {
  const { ctx, me } = business;
  const { amountMinor, processorsId } = paidOrThrow(checkout, session);
  for (let tries = 1; ; tries += 1) {
    const [[request], [now]] = await ctx.db.batch([
      requestRows(ctx, me, isRequest(me, checkout.requestId)),
      ctx.db.select().from(depositCheckouts).where(isAttempt(checkout)),
    ]);
    if (!request || !now) throw notFound();
    if (now.status === "paid") {
      await commit(ctx, me, { writes: eventWrite(ctx, me.orgId, event), result: null });
      return "recorded";
    }
    const { customerId, workOrderId } = request;
    const isWanted = request.state === "open" && amountMinor === request.amountMinor;
    const creditMinor = isWanted ? 0 : amountMinor;
    const paymentId = ctx.newId();
    const at = ctx.now.toISOString();
    try {
      return await commit(ctx, me, {
        writes: [
          ...eventWrite(ctx, me.orgId, event),
          ...paymentWrites(ctx, me, {
            payment: {
              ...{ id: paymentId, customerId, workOrderId: isWanted ? workOrderId : null, method: "card" },
              ...{ amount: amountMinor, receivedOn: todayOf(ctx, me), reference: "Online", note: null },
              processor: { provider: checkout.provider, paymentId: processorsId },
            },
            on: null,
          }),
          ...(isWanted ? closeAsPaid(ctx, request, { orgId: me.orgId, paymentId, at }) : []),
          ctx.db
            .update(depositCheckouts)
            .set({ status: "paid", paymentId, creditMinor, failure: null, updatedAt: at })
            .where(and(isAttempt(checkout), ne(depositCheckouts.status, "paid"))),
          assertRowChanged(ctx, "checkout_is_paid"),
        ],
        audit: [
          {
            ...{ action: "payment.deposit_online", entity: "work_order", entityId: workOrderId },
            after: { paymentId, amountMinor, creditMinor },
          },
        ],
        publish: isWanted ? [] : mailOffice(business, lateDepositMail({ ...request, amountMinor })),
        result: "recorded" as const,
        refusals: {
          ...refusals,
          checkout_is_paid: () => new DomainError("conflict", "This is already paid."),
          deposit_not_open: () => new DomainError("conflict", DEPOSIT_IS_CLOSED),
        },
      });
    } catch (error) {
      const isRace = error instanceof DomainError && error.code === "conflict";
      // The same payment from another delivery: the next attempt finds it recorded.
      const isBooked = failedOn(error, "payments.provider") || failedOn(error, "checkout_frozen");
      if ((!isRace && !isBooked) || tries === MAX_TRIES) throw error;
    }
  }
}

function closeAsPaid(
  ctx: Ctx,
  { id, version }: RequestRow,
  { orgId, paymentId, at }: { orgId: string; paymentId: string; at: string },
) {
  return [
    ctx.db
      .update(depositRequests)
      .set({ state: "paid", paymentId, closedAt: at, closedBy: "system", version: version + 1 })
      .where(and(isRequest({ orgId }, id), eq(depositRequests.state, "open"), eq(depositRequests.version, version))),
    assertRowChanged(ctx, "deposit_not_open"),
  ];
}

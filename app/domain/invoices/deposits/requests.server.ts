import { and, eq, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import { depositRequests } from "#drizzle/schema/deposit-requests";
import { workOrders } from "#drizzle/schema/work-orders";
import { readWorkOrderBilling } from "~/domain/billing/preview.server";
import { totals } from "~/domain/billing/totals";
import { noCardPayments, processorOf } from "~/domain/invoices/online/business.server";
import { refundOnline } from "~/domain/invoices/online/refunds.server";
import { MAX_CARD_MINOR, MIN_CARD_MINOR } from "~/domain/invoices/payment";
import type { OnlineRefund } from "~/domain/invoices/schema";
import { SENDS } from "~/domain/invoices/send.server";
import { businessMail } from "~/domain/mail/message";
import { readLetterhead } from "~/domain/people/letterhead.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { limitUse } from "~/domain/shared/limits.server";
import { formatMoney } from "~/domain/shared/money";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import { allow, can } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { idOfWorkOrder, isWorkOrder, workOrderNotFound } from "~/domain/work-orders/load.server";
import { closeAttempt } from "./checkout.server";
import { depositToken, depositUrl, depositUrlOf } from "./links.server";
import {
  attemptsAt,
  depositNotFound,
  isRequest,
  type RequestRow,
  requestRows,
  requestsOfWorkOrder,
} from "./load.server";
import { depositMail } from "./mail-content";
import type { NewDepositRequest, SendDepositRequest } from "./schema";

const refusals = {
  deposit_not_wanted: () =>
    new DomainError("conflict", "You can't request a deposit: this job is canceled or already invoiced."),
  "deposit_requests.org_id, deposit_requests.work_order_id": () =>
    new DomainError("conflict", "A deposit is already requested. Withdraw that request first."),
};

/**
 * Requests a deposit for a job from the customer: an amount, or a percentage of what the job would be billed today. The link is
 * emailed or handed over another way. A job has at most one open request.
 * @throws DomainError not_found; invalid for an amount that cannot be paid by card; conflict if a request is open or none is
 *   possible
 */
export async function requestDeposit(ctx: Ctx, ref: string, input: NewDepositRequest): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "requestDeposit", { ref, input }, async (commit) => {
    if (!(await processorOf(ctx, me.orgId))) throw noCardPayments();
    const [[workOrder], business, amountMinor] = await Promise.all([
      ctx.db
        .select({
          id: workOrders.id,
          number: workOrders.number,
          title: workOrders.title,
          customerId: workOrders.customerId,
          customerName:
            sql<string>`(SELECT c.name FROM customers c WHERE c.org_id = ${me.orgId} AND c.id = work_orders.customer_id)`.as(
              "customer_name",
            ),
        })
        .from(workOrders)
        .where(isWorkOrder(me, ref)),
      readLetterhead(ctx, me),
      amountOf(ctx, me, ref, input),
    ]);
    if (!workOrder) throw workOrderNotFound();
    if (input.to !== null) await limitUse(ctx, SENDS);
    const { note, to } = input;
    const id = ctx.newId();
    const token = await depositToken(ctx, id);
    const now = ctx.now.toISOString();
    const mailId = to === null ? null : ctx.newId();
    const request = {
      ...{ amountMinor, note, customerName: workOrder.customerName },
      ...{ workOrderNumber: workOrder.number, workOrderTitle: workOrder.title },
    };
    return commit(me, {
      writes: [
        ctx.db.insert(depositRequests).values({
          ...{ orgId: me.orgId, id, workOrderId: workOrder.id, customerId: workOrder.customerId, state: "open" },
          ...{ amountMinor, currency: "USD", note, tokenHash: await sha256(token) },
          ...{ recipient: to, sentAt: to === null ? null : now, mailId },
          ...{ createdBy: me.userId ?? "system", createdAt: now },
        }),
      ],
      audit: [
        {
          action: "deposit.request",
          entity: "work_order",
          entityId: workOrder.id,
          after: { id, amountMinor, note, to },
        },
      ],
      publish: mailTo(me, { to, mailId, request, business, url: depositUrl(ctx, token) }),
      result: { id },
      refusals,
    });
  });
}

/** Returns the initial values of a new request. @throws DomainError not_found; forbidden */
export async function depositDefaults(ctx: Ctx, ref: string) {
  const me = allow(ctx, "invoices.write");
  const [[workOrder], totalMinor] = await Promise.all([
    ctx.db
      .select({ email: customers.email })
      .from(workOrders)
      .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, workOrders.customerId)))
      .where(isWorkOrder(me, ref)),
    totalOf(ctx, me, ref),
  ]);
  if (!workOrder) throw workOrderNotFound();
  /** `totalMinor`: what the job would be billed today. */
  return { email: workOrder.email, totalMinor };
}

interface Mailing {
  to: string | null;
  mailId: string | null;
  request: Parameters<typeof depositMail>[0];
  business: { name: string; email: string | null };
  url: string;
}

function mailTo({ orgId }: Member, { to, mailId, request, business, url }: Mailing): OutboxMessage[] {
  if (to === null || mailId === null) return [];
  const replyTo = business.email ? { replyTo: business.email } : {};
  const mail = { to, fromName: business.name, ...replyTo, ...depositMail(request, { business: business.name, url }) };
  return [businessMail(orgId, mail, mailId)];
}

async function amountOf(ctx: Ctx, me: Member, ref: string, { amount, percent }: NewDepositRequest): Promise<number> {
  const field = percent === null ? "amount" : "percent";
  const amountMinor = amount ?? Math.round(((await totalOf(ctx, me, ref)) * (percent ?? 0)) / 1_000_000);
  if (amountMinor < MIN_CARD_MINOR)
    throw invalidField(
      field,
      percent === null
        ? `Enter at least ${formatMoney(MIN_CARD_MINOR)}`
        : `This comes to ${formatMoney(amountMinor)} of today's total. Enter an amount instead`,
    );
  if (amountMinor > MAX_CARD_MINOR) throw invalidField(field, `Enter at most ${formatMoney(MAX_CARD_MINOR)}`);
  return amountMinor;
}

async function totalOf(ctx: Ctx, me: Member, ref: string): Promise<number> {
  const { lines, rates, discountMinor } = await readWorkOrderBilling(ctx, me, ref);
  return totals(
    lines.map((line) => ({ ...line, unitPriceMinor: line.unitPriceMinor ?? 0 })),
    { discount: discountMinor > 0 ? { minor: discountMinor } : null, rates: rates ?? [] },
  ).totalMinor;
}

async function readRequest(ctx: Ctx, me: Member, id: string): Promise<RequestRow> {
  const [request] = await requestRows(ctx, me, isRequest(me, id));
  if (!request) throw depositNotFound();
  return request;
}

/** @throws DomainError conflict if it is closed */
function assertOpen({ state }: RequestRow): void {
  if (state === "paid") throw new DomainError("conflict", "This deposit has already been paid.");
  if (state === "withdrawn") throw new DomainError("conflict", "This request has already been withdrawn.");
}

const staleRequest = ({ state, version }: Pick<RequestRow, "state" | "version">) =>
  new DomainError("conflict", "Someone else just changed this request.", { details: { current: { state, version } } });

/** Emails the link again. @throws DomainError not_found; conflict for a closed request or a stale version; too_many_requests */
export async function sendDepositRequest(ctx: Ctx, id: string, input: SendDepositRequest): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "sendDepositRequest", { id, input }, async (commit) => {
    const [request, business] = await Promise.all([readRequest(ctx, me, id), readLetterhead(ctx, me)]);
    assertOpen(request);
    if (request.version !== input.version) throw staleRequest(request);
    await limitUse(ctx, SENDS);
    const mailId = ctx.newId();
    const token = await depositToken(ctx, id);
    return commit(me, {
      writes: [
        ctx.db
          .update(depositRequests)
          .set({
            ...{ recipient: input.to, sentAt: ctx.now.toISOString(), mailId, version: input.version + 1 },
            // After a change of the signing key, the link is a new one.
            tokenHash: await sha256(token),
          })
          .where(isOpen(me, id, input.version)),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [
        {
          action: "deposit.send",
          entity: "work_order",
          entityId: request.workOrderId,
          after: { id, to: input.to },
        },
      ],
      publish: mailTo(me, { to: input.to, mailId, request, business, url: depositUrl(ctx, token) }),
      result: { id },
    });
  });
}

function isOpen(me: Member, id: string, version: number) {
  return and(isRequest(me, id), eq(depositRequests.state, "open"), eq(depositRequests.version, version));
}

/**
 * Withdraws a request. Its card payment page is closed first, and payments made until then are recorded. A payment still
 * processing becomes the customer's credit.
 * @throws DomainError not_found; conflict for one that is paid or withdrawn
 */
export async function withdrawDepositRequest(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "withdrawDepositRequest", { id }, async (commit) => {
    assertOpen(await readRequest(ctx, me, id));
    await closeAttempt(ctx, me, id);
    const request = await readRequest(ctx, me, id);
    assertOpen(request);
    return commit(me, {
      writes: [
        ctx.db
          .update(depositRequests)
          .set({
            ...{ state: "withdrawn", closedBy: me.userId ?? "system", closedAt: ctx.now.toISOString() },
            version: request.version + 1,
          })
          .where(isOpen(me, id, request.version)),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "deposit.withdraw", entity: "work_order", entityId: request.workOrderId, after: { id } }],
      result: { id },
    });
  });
}

/**
 * Refunds the part of a deposit that is not applied to an invoice to the card; the applied part is refunded from the invoice,
 * which is then owed again.
 * @throws DomainError not_found; invalid for more than is available; conflict if nothing was paid; unavailable
 */
export async function refundDeposit(ctx: Ctx, id: string, input: OnlineRefund): Promise<{ refundId: string }> {
  allow(ctx, "invoices.manage");
  const { payments } = await depositRequest(ctx, id);
  const payment = payments.find(({ freeMinor }) => freeMinor > 0) ?? payments[0];
  if (!payment) throw new DomainError("conflict", "Nothing was paid on this request.");
  return refundOnline(ctx, payment.id, { ...input, invoiceId: null, onlyFree: true });
}

/**
 * Returns the deposit requests of a job, newest first, with the link of the open one and the money received after a request was
 * closed.
 * @throws DomainError not_found; forbidden
 */
export async function depositRequestsOf(ctx: Ctx, ref: string) {
  const me = allow(ctx, "invoices.read");
  const ids = requestsOfWorkOrder(me, idOfWorkOrder(me, ref));
  const [[[found], requests, attempts], processor] = await Promise.all([
    ctx.db.batch([
      ctx.db.select({ id: workOrders.id }).from(workOrders).where(isWorkOrder(me, ref)),
      requestRows(ctx, me, sql`${depositRequests.orgId} = ${me.orgId} AND ${depositRequests.id} IN (${ids})`),
      attemptsAt(ctx, me, ids),
    ]),
    processorOf(ctx, me.orgId),
  ]);
  if (!found) throw workOrderNotFound();
  const items = await Promise.all(requests.map((request) => shown(ctx, request, attempts)));
  const takesCard = processor !== null;
  return {
    items,
    canRequest: can(me, "invoices.write") && takesCard,
    /** The part not applied to an invoice can be refunded to the card from here. */
    canRefund: can(me, "invoices.manage") && takesCard,
  };
}

/** Returns one request. @throws DomainError not_found; forbidden */
export async function depositRequest(ctx: Ctx, id: string) {
  const me = allow(ctx, "invoices.read");
  const [[request], attempts] = await ctx.db.batch([
    requestRows(ctx, me, isRequest(me, id)),
    attemptsAt(ctx, me, sql`${id}`),
  ]);
  if (!request) throw depositNotFound();
  return shown(ctx, request, attempts);
}

async function shown(ctx: Ctx, request: RequestRow, attempts: Awaited<ReturnType<typeof attemptsAt>>) {
  const { tokenHash: _, ...rest } = request;
  const own = attempts.filter(({ requestId }) => requestId === request.id);
  return {
    ...rest,
    url: request.state === "open" ? await depositUrlOf(ctx, request) : null,
    /** The customer has paid and the payment is processing. */
    isProcessing: own.some(({ status }) => status === "processing"),
    /** Received after the request was closed: it is the customer's credit. */
    lateMinor: own.reduce((sum, { creditMinor }) => sum + creditMinor, 0),
    /** Its payments; nearly always one. */
    payments: own.flatMap(({ paymentId, amountMinor, refundedMinor, freeMinor }) =>
      paymentId === null ? [] : [{ id: paymentId, amountMinor, refundedMinor, freeMinor }],
    ),
  };
}

export type DepositRequestItem = Awaited<ReturnType<typeof depositRequest>>;

import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedEach } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { depositCheckouts, depositRequests } from "#drizzle/schema/deposit-requests";
import { payments } from "#drizzle/schema/invoices";
import { workOrders } from "#drizzle/schema/work-orders";
import { freeMinor } from "~/domain/billing/free-credit.server";
import type { Business } from "~/domain/invoices/load.server";
import { isMailUndelivered } from "~/domain/mail/undelivered.server";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";

export const depositNotFound = () => notFound("Deposit request not found");

export function isRequest({ orgId }: Business, id: string) {
  return and(eq(depositRequests.orgId, orgId), eq(depositRequests.id, id));
}

/** The statement that reads requests with their job and customer, newest first. */
export function requestRows(ctx: Ctx, { orgId }: Business, where: SQL | undefined) {
  return (
    ctx.db
      .select({
        id: named(depositRequests.id, "request_id"),
        state: named(depositRequests.state, "request_state"),
        amountMinor: depositRequests.amountMinor,
        note: depositRequests.note,
        tokenHash: depositRequests.tokenHash,
        recipient: depositRequests.recipient,
        sentAt: depositRequests.sentAt,
        isUndelivered: isMailUndelivered(sql`${orgId}`, sql`deposit_requests.mail_id`).as("undelivered_mail"),
        paymentId: depositRequests.paymentId,
        createdAt: named(depositRequests.createdAt, "request_created_at"),
        closedAt: depositRequests.closedAt,
        version: named(depositRequests.version, "request_version"),
        customerId: named(depositRequests.customerId, "request_customer_id"),
        customerName: named(customers.name, "customer_name"),
        customerEmail: named(customers.email, "customer_email"),
        workOrderId: depositRequests.workOrderId,
        workOrderNumber: named(workOrders.number, "work_order_number"),
        workOrderTitle: workOrders.title,
      })
      .from(depositRequests)
      .innerJoin(customers, and(eq(customers.orgId, orgId), eq(customers.id, depositRequests.customerId)))
      .innerJoin(workOrders, and(eq(workOrders.orgId, orgId), eq(workOrders.id, depositRequests.workOrderId)))
      .where(where)
      // The unary plus keeps SQLite from scanning an index in this order.
      .orderBy(sql`+${depositRequests.createdAt} DESC`)
      .limit(20)
  );
}

export type RequestRow = Awaited<ReturnType<typeof requestRows>>[number];

/** The statement that reads the payment attempts of requests, newest first. */
export function attemptsAt(ctx: Ctx, { orgId }: Business, requests: SQL) {
  const { requestId, status, amountMinor, failure, creditMinor, paymentId } = depositCheckouts;
  return ctx.db
    .select({
      ...namedEach({ requestId, status, amountMinor, failure, creditMinor, paymentId }),
      /** The refunded part of its payment, and the part neither applied to an invoice nor being refunded. */
      refundedMinor: sql<number>`coalesce(${payments.refundedMinor}, 0)`.as("refunded"),
      freeMinor: sql<number>`coalesce(${freeMinor({ orgId })}, 0)`.as("free"),
    })
    .from(byIndex(depositCheckouts, "deposit_checkouts_request"))
    .leftJoin(payments, and(eq(payments.orgId, orgId), eq(payments.id, paymentId)))
    .where(and(eq(depositCheckouts.orgId, orgId), sql`${requestId} IN (${requests})`))
    .orderBy(desc(depositCheckouts.createdAt))
    .limit(100);
}

/** The ids of a job's requests, within any statement. */
export function requestsOfWorkOrder({ orgId }: Business, workOrderId: SQL): SQL {
  return sql`SELECT mine.id FROM deposit_requests mine INDEXED BY deposit_requests_work_order
    WHERE mine.org_id = ${orgId} AND mine.work_order_id = ${workOrderId}`;
}

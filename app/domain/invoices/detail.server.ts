import { and, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { invoices, payments } from "#drizzle/schema/invoices";
import { freeMinor } from "~/domain/billing/free-credit.server";
import { seesMargins } from "~/domain/billing/margins";
import type { Ctx } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { balanceOf, stateOf } from "./invoice";
import { missingOf } from "./issue.server";
import { currentLink } from "./links.server";
import { hasCredit, invoiceNotFound, invoiceRow, linesOf } from "./load.server";
import { processorOf } from "./online/business.server";
import { cardPaymentsOn, disputesOn, onlineRefundsOn } from "./online/refunds.server";
import { checkoutsOf } from "./online/settle.server";
import { paymentsOn, refundsFrom } from "./payments.server";
import { MAX_MAILS, mailsOf } from "./send.server";

/** Credit notes and corrections listed with a document, newest first. */
const MAX_RELATED = 100;

/**
 * Returns a document with its lines, payments and credit notes, and the actions allowed on it. Costs only for members who
 * see margins.
 * @throws DomainError not_found; forbidden
 */
export async function invoiceDetail(ctx: Ctx, id: string) {
  const me = allow(ctx, "invoices.read");
  const [
    [[invoice], lines, paid, related, [credit], mails, [link], [checkout], online, onlineRefunds, disputes, refunds],
    processor,
  ] = await Promise.all([
    ctx.db.batch([
      invoiceRow(ctx, me, id),
      linesOf(ctx, me, id),
      paymentsOn(ctx, me, id),
      ctx.db
        .select({
          id: invoices.id,
          kind: invoices.kind,
          status: invoices.status,
          number: invoices.number,
          correctsId: invoices.correctsId,
          issuedOn: invoices.issuedOn,
          totalMinor: invoices.totalMinor,
        })
        .from(invoices)
        .where(
          and(
            eq(invoices.orgId, me.orgId),
            sql`${invoices.id} IN (
              SELECT note.id FROM invoices note INDEXED BY invoices_corrects WHERE note.org_id = ${me.orgId} AND note.corrects_id = ${id}
              UNION ALL SELECT mine.corrects_id FROM invoices mine WHERE mine.org_id = ${me.orgId} AND mine.id = ${id})`,
          ),
        )
        // The unary plus keeps SQLite from scanning an index in this order.
        .orderBy(sql`+${invoices.createdAt} DESC`)
        .limit(MAX_RELATED + 1),
      ctx.db
        .select({
          creditMinor: sql<number>`coalesce(sum(max(${freeMinor(me)}, 0)), 0)`.as("credit_minor"),
        })
        .from(byIndex(payments, "payments_credit"))
        .where(
          and(
            eq(payments.orgId, me.orgId),
            eq(
              payments.customerId,
              sql`(SELECT mine.customer_id FROM invoices mine WHERE mine.org_id = ${me.orgId} AND mine.id = ${id})`,
            ),
            hasCredit,
          ),
        ),
      mailsOf(ctx, me, id),
      currentLink(ctx, me, id),
      checkoutsOf(ctx, me, id),
      cardPaymentsOn(ctx, me, id),
      onlineRefundsOn(ctx, me, id),
      disputesOn(ctx, me, id),
      refundsFrom(ctx, me, id),
    ]),
    processorOf(ctx, me.orgId),
  ]);
  if (!invoice) throw invoiceNotFound();
  const rights = { write: can(me, "invoices.write"), manage: can(me, "invoices.manage"), seeCosts: seesMargins(me) };
  const isInvoice = invoice.kind === "invoice";
  const isIssued = isInvoice && invoice.status === "issued";
  const balanceMinor = isInvoice ? balanceOf(invoice) : 0;
  const costs = lines.map(({ costMinor }) => costMinor);
  const isCostKnown = costs.every((cost) => cost !== null);
  const costMinor = isCostKnown ? costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0) : null;
  const revenueMinor = lines.reduce((sum, { netMinor, creditedNetMinor }) => sum + netMinor - creditedNetMinor, 0);
  return {
    ...invoice,
    state: stateOf(invoice, todayOf(ctx, me)),
    today: todayOf(ctx, me),
    timeZone: me.timeZone,
    balanceMinor,
    lines: lines.map((line) => ({ ...line, costMinor: rights.seeCosts ? line.costMinor : null })),
    /** Before tax and less credit notes; null if the member may not see it or a cost is unknown. */
    marginMinor: rights.seeCosts && costMinor !== null && lines.length > 0 ? revenueMinor - costMinor : null,
    payments: paid,
    related: related.slice(0, MAX_RELATED),
    hasOlderRelated: related.length > MAX_RELATED,
    /** The card payment being processed; null: none. */
    processingMinor: checkout?.status === "processing" ? checkout.amountMinor : null,
    /** Made on its customer's page, with their status, whether or not they are still applied here. */
    cardPayments: online.map((payment) => ({
      ...payment,
      refunds: onlineRefunds.filter(({ paymentId }) => paymentId === payment.id),
      disputes: disputes.filter(({ paymentId }) => paymentId === payment.id),
    })),
    /** Refunds made from it, newest first. */
    refunds,
    /** Card payments can be refunded to the card from here. */
    refundsToCard: rights.manage && processor !== null,
    /** The customer's payments not applied to an invoice, without what is on its way back to a card. */
    customerCreditMinor: credit?.creditMinor ?? 0,
    /** Emails sent, newest first. */
    mails: mails.slice(0, MAX_MAILS),
    hasOlderMails: mails.length > MAX_MAILS,
    /** When the customer last viewed its page; null: there is no link. */
    link: link ? { lastViewedAt: link.lastViewedAt } : null,
    missing: invoice.status === "draft" ? missingOf(invoice.taxState, lines) : [],
    can: {
      edit: invoice.status === "draft" && rights.write,
      seeCosts: rights.seeCosts,
      issue: invoice.status === "draft" && rights.write,
      pay: isIssued && balanceMinor > 0 && rights.write,
      applyCredit: isIssued && balanceMinor > 0 && (credit?.creditMinor ?? 0) > 0 && rights.write,
      credit: isIssued && invoice.creditedMinor < invoice.totalMinor && rights.manage,
      void: isIssued && rights.manage,
      refund: rights.manage,
      send: invoice.status !== "draft" && rights.write,
      remind: isIssued && stateOf(invoice, todayOf(ctx, me)) === "overdue" && rights.write,
      revoke: link !== undefined && rights.manage,
    },
  };
}

export type InvoiceDetail = Awaited<ReturnType<typeof invoiceDetail>>;

import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach, namedOrNull } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { invoiceLines, invoices, payments } from "#drizzle/schema/invoices";
import { workOrders } from "#drizzle/schema/work-orders";
import { freeMinor } from "~/domain/billing/free-credit.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";

export const invoiceNotFound = () => notFound("Invoice not found");

/** The business that owns the rows: the member's, or the one behind a customer's link. */
export type Business = Pick<Member, "orgId">;

export function isInvoice(me: Business, id: string) {
  return and(eq(invoices.orgId, me.orgId), eq(invoices.id, id));
}

/** An invoice with its customer's name and its job's number. */
export function invoiceRow(ctx: Ctx, me: Business, id: string) {
  return ctx.db
    .select({
      id: invoices.id,
      kind: invoices.kind,
      status: invoices.status,
      number: invoices.number,
      customerId: invoices.customerId,
      customerName: sql<string>`${customers.name}`.as("customer_name"),
      customerNumber: sql<number>`${customers.number}`.as("customer_number"),
      customerEmail: sql<string | null>`${customers.email}`.as("customer_email"),
      workOrderId: invoices.workOrderId,
      workOrderNumber: namedOrNull(workOrders.number, "work_order_number"),
      correctsId: invoices.correctsId,
      billTo: invoices.billTo,
      site: invoices.site,
      seller: invoices.seller,
      title: sql<string | null>`${invoices.title}`.as("invoice_title"),
      issuedOn: invoices.issuedOn,
      dueOn: invoices.dueOn,
      termsDays: invoices.termsDays,
      memo: invoices.memo,
      footer: invoices.footer,
      discountRatePpm: invoices.discountRatePpm,
      discountAmountMinor: invoices.discountAmountMinor,
      taxState: invoices.taxState,
      taxNote: invoices.taxNote,
      taxes: invoices.taxes,
      subtotalMinor: invoices.subtotalMinor,
      discountMinor: invoices.discountMinor,
      taxMinor: invoices.taxMinor,
      totalMinor: invoices.totalMinor,
      paidMinor: invoices.paidMinor,
      creditedMinor: invoices.creditedMinor,
      voidReason: invoices.voidReason,
      version: sql<number>`${invoices.version}`.as("invoice_version"),
      createdAt: sql<string>`${invoices.createdAt}`.as("invoice_created_at"),
      issuedAt: invoices.issuedAt,
      voidedAt: invoices.voidedAt,
    })
    .from(invoices)
    .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, invoices.customerId)))
    .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, invoices.workOrderId)))
    .where(isInvoice(me, id));
}

/** Lines in order, with what credit notes have credited of each. */
export function linesOf(ctx: Ctx, me: Business, id: string) {
  const credited = (column: "net_minor" | "tax_minor") => sql<number>`coalesce((
      SELECT sum(taken.${sql.raw(column)}) FROM invoices note INDEXED BY invoices_corrects
      CROSS JOIN invoice_lines taken ON taken.org_id = note.org_id AND taken.invoice_id = note.id
      WHERE note.org_id = ${me.orgId} AND note.corrects_id = ${id} AND note.kind = 'credit_note' AND note.status = 'issued'
        AND taken.credits_position = invoice_lines.position), 0)`;
  return ctx.db
    .select({
      position: invoiceLines.position,
      kind: invoiceLines.kind,
      description: invoiceLines.description,
      equipment: invoiceLines.equipment,
      quantityMilli: invoiceLines.quantityMilli,
      unit: invoiceLines.unit,
      unitPriceMinor: invoiceLines.unitPriceMinor,
      discountPpm: invoiceLines.discountPpm,
      discountAmountMinor: invoiceLines.discountAmountMinor,
      taxable: invoiceLines.taxable,
      amountMinor: invoiceLines.amountMinor,
      discountMinor: invoiceLines.discountMinor,
      netMinor: invoiceLines.netMinor,
      taxMinor: invoiceLines.taxMinor,
      costMinor: invoiceLines.costMinor,
      creditsPosition: invoiceLines.creditsPosition,
      creditedNetMinor: credited("net_minor").as("credited_net"),
      creditedTaxMinor: credited("tax_minor").as("credited_tax"),
    })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.orgId, me.orgId), eq(invoiceLines.invoiceId, id)))
    .orderBy(asc(invoiceLines.position))
    .limit(1000);
}

export type InvoiceRow = Awaited<ReturnType<typeof invoiceRow>>[number];
export type LineRow = Awaited<ReturnType<typeof linesOf>>[number];

/** @throws DomainError not_found */
export async function readInvoice(
  ctx: Ctx,
  me: Member,
  id: string,
): Promise<{ invoice: InvoiceRow; lines: LineRow[] }> {
  const [[invoice], lines] = await ctx.db.batch([invoiceRow(ctx, me, id), linesOf(ctx, me, id)]);
  if (!invoice) throw invoiceNotFound();
  return { invoice, lines };
}

/** What of a payment is neither applied nor refunded: the customer's credit. */
export const creditMinor = sql<number>`amount_minor - allocated_minor - refunded_minor`;

/** The condition of the index `payments_credit`, without which SQLite cannot use it. */
export const hasCredit = sql`${creditMinor} > 0`;

/** A customer's payments with credit that can be applied. */
function openPaymentsOf(ctx: Ctx, me: Member, customerId: string, where?: SQL) {
  return ctx.db
    .select({
      ...namedEach({ id: payments.id, method: payments.method, workOrderId: payments.workOrderId }),
      openMinor: freeMinor(me).as("open_minor"),
    })
    .from(byIndex(payments, "payments_credit"))
    .where(
      and(
        ...[eq(payments.orgId, me.orgId), eq(payments.customerId, customerId), where],
        ...[hasCredit, sql`${freeMinor(me)} > 0`],
      ),
    );
}

/** A customer's payments for one job that are not fully applied, oldest first. */
export function openPayments(
  ctx: Ctx,
  me: Member,
  { customerId, workOrderId }: { customerId: string; workOrderId: string },
) {
  return openPaymentsOf(ctx, me, customerId, eq(payments.workOrderId, workOrderId))
    .orderBy(asc(payments.receivedOn), asc(payments.id))
    .limit(200);
}

/**
 * A customer's payments that are not fully applied, in the order in which their credit pays an invoice: money for the invoice's own
 * job, then money that no open job of theirs waits for, then deposits of other open jobs; oldest first.
 */
export function creditFor(
  ctx: Ctx,
  me: Member,
  { customerId, workOrderId }: Pick<InvoiceRow, "customerId" | "workOrderId">,
) {
  const isWaitedFor = sql`EXISTS (SELECT 1 FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = payments.work_order_id
      AND w.customer_id = ${customerId} AND w.status NOT IN ('closed', 'cancelled'))
    AND NOT EXISTS (SELECT 1 FROM invoices i INDEXED BY invoices_work_order WHERE i.org_id = ${me.orgId}
      AND i.work_order_id = payments.work_order_id AND i.kind = 'invoice' AND i.status = 'issued')`;
  return openPaymentsOf(ctx, me, customerId)
    .orderBy(
      sql`CASE WHEN ${payments.workOrderId} = ${workOrderId} THEN 0 WHEN ${isWaitedFor} THEN 2 ELSE 1 END`,
      asc(payments.receivedOn),
      asc(payments.id),
    )
    .limit(200);
}

export function staleInvoice(invoice: InvoiceRow): DomainError {
  return new DomainError("conflict", "Someone else just changed this invoice.", {
    details: { current: currentOf(invoice) },
  });
}

/** The current values returned for a stale version. */
export function currentOf({ version, status, totalMinor, paidMinor, creditedMinor }: InvoiceRow) {
  return { version, status, totalMinor, paidMinor, creditedMinor };
}

export const notEditable = () =>
  new DomainError(
    "conflict",
    "An issued invoice can't be changed. Correct it: a credit note cancels it and a new draft takes its place.",
  );

import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import { namedOrNull } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { invoiceLines, invoices, payments, refunds } from "#drizzle/schema/invoices";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { type Cell, documentCells, paymentCells, quickBooksCells, refundCells } from "./accounting";
import type { AccountingExport } from "./schema";

const PAGE = 500;

type Days = Pick<AccountingExport, "from" | "to">;

/** Yields the rows of an accounting file, a page at a time, ordered by number or by entry. */
export function accountingRows(ctx: Ctx, { file, ...days }: AccountingExport): AsyncGenerator<Cell[][]> {
  const me = allow(ctx, "invoices.read");
  switch (file) {
    case "invoices":
      return documentPages(ctx, me, days);
    case "payments":
      return paymentPages(ctx, me, days);
    case "quickbooks":
      return linePages(ctx, me, days);
  }
}

async function* documentPages(ctx: Ctx, me: Member, { from, to }: Days): AsyncGenerator<Cell[][]> {
  for (let last = { series: "", number: 0 }; ; ) {
    const rows = await ctx.db
      .select({
        kind: invoices.kind,
        status: sql<"issued" | "void">`${invoices.status}`.as("invoice_status"),
        series: invoices.series,
        number: sql<number>`${invoices.number}`.as("invoice_number"),
        customerNumber: sql<number>`${customers.number}`.as("customer_number"),
        customerName: customers.name,
        workOrderNumber: namedOrNull(workOrders.number, "work_order_number"),
        issuedOn: sql<string>`${invoices.issuedOn}`.as("issued_day"),
        dueOn: invoices.dueOn,
        correctsNumber: sql<
          number | null
        >`(SELECT other.number FROM invoices other WHERE other.org_id = ${me.orgId} AND other.id = invoices.corrects_id)`.as(
          "corrects_number",
        ),
        subtotalMinor: invoices.subtotalMinor,
        discountMinor: invoices.discountMinor,
        taxMinor: invoices.taxMinor,
        totalMinor: invoices.totalMinor,
        paidMinor: invoices.paidMinor,
        creditedMinor: invoices.creditedMinor,
      })
      .from(invoices)
      .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, invoices.customerId)))
      .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, invoices.workOrderId)))
      .where(
        and(
          eq(invoices.orgId, me.orgId),
          sql`(invoices.series, invoices.number) > (${last.series}, ${last.number})`,
          sql`invoices.status <> 'draft'`,
          gte(invoices.issuedOn, from),
          lte(invoices.issuedOn, to),
        ),
      )
      .orderBy(asc(invoices.series), asc(invoices.number))
      .limit(PAGE);
    yield rows.map(documentCells);
    const end = rows.at(-1);
    if (rows.length < PAGE || !end) return;
    last = end;
  }
}

/** Payments, then refunds, each in order of entry. */
async function* paymentPages(ctx: Ctx, me: Member, { from, to }: Days): AsyncGenerator<Cell[][]> {
  for (let after = ""; ; ) {
    const rows = await ctx.db
      .select({
        ...{ id: payments.id, on: payments.receivedOn, method: payments.method, reference: payments.reference },
        ...moneyOf,
        amountMinor: payments.amountMinor,
        allocatedMinor: payments.allocatedMinor,
        refundedMinor: payments.refundedMinor,
        note: sql<string | null>`${payments.note}`.as("payment_note"),
        invoiceNumbers: sql<string | null>`(SELECT group_concat(paid.number) FROM (
            SELECT billed.number number FROM payment_allocations part JOIN invoices billed ON billed.org_id = part.org_id AND billed.id = part.invoice_id
            WHERE part.org_id = ${me.orgId} AND part.payment_id = payments.id GROUP BY billed.number HAVING sum(part.amount_minor) > 0 ORDER BY billed.number) paid)`.as(
          "invoice_numbers",
        ),
      })
      .from(payments)
      .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, payments.customerId)))
      .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, payments.workOrderId)))
      .where(
        and(
          eq(payments.orgId, me.orgId),
          sql`payments.id > ${after}`,
          gte(payments.receivedOn, from),
          lte(payments.receivedOn, to),
        ),
      )
      .orderBy(asc(payments.id))
      .limit(PAGE);
    yield rows.map(paymentCells);
    const end = rows.at(-1);
    if (rows.length < PAGE || !end) break;
    after = end.id;
  }
  for (let after = ""; ; ) {
    const rows = await ctx.db
      .select({
        ...{ id: refunds.id, on: refunds.refundedOn, method: refunds.method },
        ...moneyOf,
        reference: sql<string | null>`${payments.reference}`.as("payment_reference"),
        amountMinor: sql<number>`${refunds.amountMinor}`.as("refund_minor"),
        note: sql<string | null>`${refunds.reason}`.as("refund_reason"),
        invoiceNumber: sql<
          number | null
        >`(SELECT i.number FROM invoices i WHERE i.org_id = ${me.orgId} AND i.id = refunds.invoice_id)`.as(
          "refund_invoice",
        ),
      })
      .from(refunds)
      .innerJoin(payments, and(eq(payments.orgId, me.orgId), eq(payments.id, refunds.paymentId)))
      .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, payments.customerId)))
      .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, payments.workOrderId)))
      .where(
        and(
          eq(refunds.orgId, me.orgId),
          sql`refunds.id > ${after}`,
          gte(refunds.refundedOn, from),
          lte(refunds.refundedOn, to),
        ),
      )
      .orderBy(asc(refunds.id))
      .limit(PAGE);
    yield rows.map(refundCells);
    const end = rows.at(-1);
    if (rows.length < PAGE || !end) return;
    after = end.id;
  }
}

const moneyOf = {
  customerNumber: sql<number>`${customers.number}`.as("customer_number"),
  customerName: sql<string>`${customers.name}`.as("customer_name"),
  workOrderNumber: namedOrNull(workOrders.number, "work_order_number"),
};

/** Lines of issued invoices: QuickBooks' import accepts neither credit notes nor void invoices. */
async function* linePages(ctx: Ctx, me: Member, { from, to }: Days): AsyncGenerator<Cell[][]> {
  for (let last = { number: 0, position: 0 }; ; ) {
    const rows = await ctx.db
      .select({
        number: sql<number>`${invoices.number}`.as("invoice_number"),
        customerName: customers.name,
        issuedOn: sql<string>`${invoices.issuedOn}`.as("issued_day"),
        dueOn: invoices.dueOn,
        termsDays: invoices.termsDays,
        title: sql<string | null>`${invoices.title}`.as("invoice_title"),
        taxes: invoices.taxes,
        position: invoiceLines.position,
        kind: invoiceLines.kind,
        description: invoiceLines.description,
        quantityMilli: invoiceLines.quantityMilli,
        unitPriceMinor: sql<number>`${invoiceLines.unitPriceMinor}`.as("unit_price"),
        netMinor: invoiceLines.netMinor,
        taxMinor: sql<number>`${invoiceLines.taxMinor}`.as("line_tax"),
      })
      .from(invoices)
      .innerJoin(invoiceLines, and(eq(invoiceLines.orgId, me.orgId), eq(invoiceLines.invoiceId, invoices.id)))
      .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, invoices.customerId)))
      .where(
        and(
          eq(invoices.orgId, me.orgId),
          eq(invoices.series, "INV"),
          gte(invoices.number, last.number),
          sql`(invoices.number, invoice_lines.position) > (${last.number}, ${last.position})`,
          eq(invoices.status, "issued"),
          gte(invoices.issuedOn, from),
          lte(invoices.issuedOn, to),
        ),
      )
      .orderBy(asc(invoices.number), asc(invoiceLines.position))
      .limit(PAGE);
    yield rows.map(({ taxes, ...line }) =>
      quickBooksCells({ ...line, ratePpm: taxes.reduce((sum, { ratePpm }) => sum + ratePpm, 0) }),
    );
    const end = rows.at(-1);
    if (rows.length < PAGE || !end) return;
    last = end;
  }
}

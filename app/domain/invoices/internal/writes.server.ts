import { and, eq, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { invoices, paymentAllocations } from "#drizzle/schema/invoices";
import type { ChargeLine } from "~/domain/billing/charges";
import { type Discount, type TaxRate, type Totals, totals } from "~/domain/billing/totals";
import { type Business, isInvoice, notEditable } from "~/domain/invoices/load.server";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { assertRowChanged, type Write } from "~/domain/shared/write.server";

/** Messages for what the database refuses. */
export const refusals: ConstraintErrors = {
  invoice_frozen: notEditable,
  invoice_total: () => invalidField("lines", "An invoice can't be above $1,000,000,000."),
  invoice_lines_priced: () => new DomainError("conflict", "Add at least one line, and set the price of every line."),
  invoice_settled: () => new DomainError("conflict", "This is more than the balance due."),
  payment_spent_once: () => new DomainError("conflict", "This payment has already been spent or refunded."),
  refund_exceeds: () => new DomainError("conflict", "This is more than the payment has left."),
  credit_note_exceeds: () => new DomainError("conflict", "This credits more than was charged."),
  allocation_not_owed: () => new DomainError("conflict", "Nothing is owed on this invoice."),
};

type StoredLine = ChargeLine & { creditsPosition?: number };

interface Priced {
  discount: Discount;
  rates: readonly TaxRate[];
}

/** The totals of lines; a line without a price adds nothing yet. */
export function priced(lines: readonly ChargeLine[], terms: Priced): Totals {
  return totals(
    lines.map((line) => ({ ...line, unitPriceMinor: line.unitPriceMinor ?? 0 })),
    terms,
  );
}

/** The totals as columns of an invoice's row. */
export function sumsOf({
  subtotalMinor,
  discountMinor,
  taxMinor,
  totalMinor,
  taxes,
}: Omit<Totals, "lines" | "netMinor">) {
  return { subtotalMinor, discountMinor, taxMinor, totalMinor, taxes };
}

/** Inserts lines in order, with their amounts. */
export function insertLines(
  ctx: Ctx,
  me: Member,
  { id, lines, sums }: { id: string; lines: readonly StoredLine[]; sums: readonly Totals["lines"][number][] },
): Write {
  const rows = JSON.stringify(
    lines.map((line, at) => ({ creditsPosition: null, discountAmountMinor: 0, ...line, ...sums[at] })),
  );
  return ctx.db.run(sql`INSERT INTO invoice_lines (
      org_id, invoice_id, position, kind, description, equipment, quantity_milli, unit, unit_price_minor, discount_ppm,
      discount_amount_minor, taxable, amount_minor, discount_minor, net_minor, tax_minor, cost_minor, credits_position
    )
    SELECT ${me.orgId}, ${id}, key + 1, value ->> 'kind', value ->> 'description', value ->> 'equipment',
      value ->> 'quantityMilli', value ->> 'unit', value ->> 'unitPriceMinor', value ->> 'discountPpm',
      value ->> 'discountAmountMinor', value ->> 'taxable',
      value ->> 'amountMinor', value ->> 'discountMinor', value ->> 'netMinor', value ->> 'taxMinor', value ->> 'costMinor',
      value ->> 'creditsPosition'
    FROM json_each(${rows})`);
}

/** The next number of a series, determined when the statement runs. */
export function nextNumber(me: Member, series: "INV" | "CN") {
  return sql<number>`(SELECT 1 + coalesce(max(given.number), 0) FROM invoices given WHERE given.org_id = ${me.orgId} AND given.series = ${series})`;
}

/** Continues only if the invoice has not changed since it was read. */
export function touchInvoice(ctx: Ctx, me: Member, { id, version }: { id: string; version: number }): Write[] {
  return [
    ctx.db
      .update(invoices)
      .set({ version: version + 1, updatedAt: ctx.now.toISOString() })
      .where(and(isInvoice(me, id), eq(invoices.version, version), eq(invoices.status, "issued"))),
    assertRowChanged(ctx, "stale"),
  ];
}

interface Allocated {
  paymentId: string;
  invoiceId: string;
  /** Negative: released again. */
  amountMinor: number;
}

export function allocation(ctx: Ctx, me: Member, row: Allocated): Write {
  return ctx.db.insert(paymentAllocations).values({
    orgId: me.orgId,
    id: ctx.newId(),
    ...row,
    createdBy: me.userId ?? "system",
    createdAt: ctx.now.toISOString(),
  });
}

/** How much of each payment is applied to an invoice, latest payment last. */
export function allocationsOf(ctx: Ctx, me: Business, where: { invoiceId: string } | { paymentId: string }) {
  const [index, matches]: [string, SQL] =
    "invoiceId" in where
      ? ["payment_allocations_invoice", eq(paymentAllocations.invoiceId, where.invoiceId)]
      : ["payment_allocations_payment", eq(paymentAllocations.paymentId, where.paymentId)];
  return ctx.db
    .select({
      ...namedEach({ paymentId: paymentAllocations.paymentId, invoiceId: paymentAllocations.invoiceId }),
      amountMinor: sql<number>`sum(${paymentAllocations.amountMinor})`.as("on_it"),
    })
    .from(byIndex(paymentAllocations, index))
    .where(and(eq(paymentAllocations.orgId, me.orgId), matches))
    .groupBy(paymentAllocations.paymentId, paymentAllocations.invoiceId)
    .having(sql`sum(${paymentAllocations.amountMinor}) > 0`)
    .orderBy(sql`max(${paymentAllocations.id})`)
    .limit(500);
}

/** Releases an amount of applied payments, latest first. */
export function freed(
  ctx: Ctx,
  me: Member,
  { on, amountMinor }: { on: readonly Allocated[]; amountMinor: number },
): Write[] {
  let left = amountMinor;
  return on.toReversed().flatMap((each) => {
    const taken = Math.min(left, each.amountMinor);
    left -= taken;
    return taken > 0 ? [allocation(ctx, me, { ...each, amountMinor: -taken })] : [];
  });
}

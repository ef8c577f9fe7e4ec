import { and, desc, eq, ne, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { invoiceLines, invoices } from "#drizzle/schema/invoices";
import { addressLines } from "~/domain/addresses/address";
import type { ChargeLine } from "~/domain/billing/charges";
import { seesMargins } from "~/domain/billing/margins";
import { readWorkOrderBilling } from "~/domain/billing/preview.server";
import { type BillingRules, ratesAt } from "~/domain/billing/settings";
import { placedRates, rulesOn, rulesOr } from "~/domain/billing/settings.server";
import { type Discount, mulDiv, type TaxRate } from "~/domain/billing/totals";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { insertLines, priced, refusals, sumsOf } from "./internal/writes.server";
import type { Party } from "./invoice";
import { currentOf, isInvoice, type LineRow, notEditable, readInvoice, staleInvoice } from "./load.server";
import type { DraftChange, DraftLine, NewInvoice } from "./schema";

/**
 * Creates a draft of a job's charges. A job has one invoice that is not void; a further request refers to that one.
 * @throws DomainError not_found; conflict with `{ invoiceId }` if there already is one
 */
export async function invoiceWorkOrder(ctx: Ctx, ref: string): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "invoiceJob", { ref }, async (commit) => {
    const workOrder = await readWorkOrderBilling(ctx, me, ref);
    const id = ctx.newId();
    const parties = await partiesOf(ctx, me, workOrder);
    try {
      return await commit(me, {
        writes: draftWrites(ctx, me, {
          ...{
            id,
            customerId: workOrder.customerId,
            workOrderId: workOrder.workOrder.id,
            title: workOrder.workOrder.title,
            correctsId: null,
          },
          ...{ parties, lines: workOrder.lines, rules: workOrder.rules, rates: workOrder.rates, memo: null },
          exempt: workOrder.exempt,
          discount: workOrder.discountMinor > 0 ? { minor: workOrder.discountMinor } : null,
        }),
        audit: [
          { action: "invoice.create", entity: "invoice", entityId: id, after: { workOrderId: workOrder.workOrder.id } },
        ],
        result: { id },
        refusals: { ...refusals, "invoices.org_id, invoices.work_order_id, invoices.kind": alreadyInvoiced },
      });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "conflict") throw error;
      const [other] = await ctx.db
        .select(namedEach({ id: invoices.id }))
        .from(byIndex(invoices, "invoices_work_order"))
        .where(
          and(
            eq(invoices.orgId, me.orgId),
            eq(invoices.workOrderId, workOrder.workOrder.id),
            eq(invoices.kind, "invoice"),
            ne(invoices.status, "void"),
          ),
        );
      throw other ? alreadyInvoiced(other.id) : error;
    }
  });
}

function alreadyInvoiced(invoiceId?: string): DomainError {
  return new DomainError("conflict", "This job already has an invoice.", { details: { invoiceId } });
}

/** Creates an empty draft for a customer. @throws DomainError not_found */
export async function createInvoice(ctx: Ctx, input: NewInvoice): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "createInvoice", input, async (commit) => {
    const id = ctx.newId();
    const [parties, [rules, placed]] = await Promise.all([
      partiesOf(ctx, me, input),
      ctx.db.batch([rulesOn(ctx, me, todayOf(ctx, me)), placedRates(ctx, me)]),
    ]);
    return commit(me, {
      writes: draftWrites(ctx, me, {
        ...{ id, customerId: input.customerId, workOrderId: null, title: null, correctsId: null, parties, lines: [] },
        ...{ rules: rulesOr(rules), discount: null, memo: null },
        rates: ratesAt(placed, parties.place, todayOf(ctx, me)),
      }),
      audit: [{ action: "invoice.create", entity: "invoice", entityId: id, after: input }],
      result: { id },
      refusals,
    });
  });
}

interface Parties {
  billTo: Party;
  site: Party | null;
}

interface Draft {
  id: string;
  customerId: string;
  workOrderId: string | null;
  correctsId: string | null;
  title: string | null;
  parties: Parties;
  lines: readonly ChargeLine[];
  rules: Pick<BillingRules, "termsDays" | "footer">;
  /** Null: the tax rates of the address are unknown. */
  rates: readonly TaxRate[] | null;
  /** Why the invoice is exempt from tax, if that was decided. */
  exempt?: string | null;
  discount: Discount;
  memo: string | null;
}

/** Returns the writes of a new draft with its lines, for the use case's own batch. */
export function draftWrites(ctx: Ctx, me: Member, draft: Draft): Write[] {
  const {
    id,
    customerId,
    workOrderId,
    correctsId,
    title,
    parties,
    lines,
    rules,
    rates,
    exempt = null,
    discount,
    memo,
  } = draft;
  const sums = priced(lines, { discount, rates: exempt === null ? (rates ?? []) : [] });
  const now = ctx.now.toISOString();
  return [
    ctx.db.insert(invoices).values({
      ...{ orgId: me.orgId, id, kind: "invoice", status: "draft", series: "INV" },
      ...{ customerId, workOrderId, correctsId, title, memo, billTo: parties.billTo, site: parties.site },
      ...{ termsDays: rules.termsDays, footer: rules.footer, ...discountColumns(discount) },
      taxState: exempt !== null ? "exempt" : rates === null ? "unknown" : "known",
      taxNote: exempt,
      ...sumsOf(sums),
      ...{ createdBy: me.userId ?? "system", createdAt: now, updatedAt: now },
    }),
    insertLines(ctx, me, { id, lines, sums: sums.lines }),
  ];
}

function discountColumns(discount: Discount) {
  return {
    discountRatePpm: discount && "ppm" in discount ? discount.ppm : null,
    discountAmountMinor: discount && "minor" in discount ? discount.minor : null,
  };
}

interface Whom {
  customerId: string;
  siteAddressId: string | null;
}

/** Returns the customer's and the site's current details for an invoice. @throws DomainError not_found */
async function partiesOf(ctx: Ctx, me: Member, { customerId, siteAddressId }: Whom) {
  const [[customer], [billing], [site]] = await ctx.db.batch([
    ctx.db
      .select({ name: customers.name, email: customers.email })
      .from(customers)
      .where(and(eq(customers.orgId, me.orgId), eq(customers.id, customerId))),
    ctx.db
      .select()
      .from(addresses)
      .where(and(eq(addresses.orgId, me.orgId), eq(addresses.customerId, customerId)))
      .orderBy(desc(sql`${addresses.type} = 'billing'`), desc(addresses.isPrimary), addresses.id)
      .limit(1),
    ctx.db
      .select()
      .from(addresses)
      .where(and(eq(addresses.orgId, me.orgId), eq(addresses.id, siteAddressId ?? ""))),
  ]);
  if (!customer) throw notFound("Customer not found");
  if (siteAddressId && (!site || site.customerId !== customerId)) throw notFound("Address not found");
  const place = site ?? billing ?? null;
  return {
    billTo: { ...customer, lines: billing ? addressLines(billing) : [] },
    site: site ? { name: site.label ?? customer.name, email: null, lines: addressLines(site) } : null,
    place,
  };
}

/**
 * Replaces the entire contents of a draft. For members who may not see costs, lines keep theirs.
 * @throws DomainError not_found; conflict with `{ current }` when stale, or if it was issued in the meantime; invalid with the
 *   field
 */
export async function updateDraft(ctx: Ctx, id: string, input: DraftChange): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "updateDraft", { id, input }, async (commit) => {
    const stored = await readInvoice(ctx, me, id);
    if (stored.invoice.status !== "draft") throw notEditable();
    if (stored.invoice.version !== input.version) throw staleDraft(me, stored);
    const lines = seesMargins(me) ? input.lines.map(lineOf) : withStoredCosts(input.lines, stored.lines).map(lineOf);
    const discount = discountOf(input);
    const rates = input.taxState === "known" ? input.taxes.map(({ name, rate }) => ({ name, ratePpm: rate })) : [];
    const sums = priced(lines, { discount, rates });
    checkLineDiscounts(lines);
    const whole = priced(lines, { discount: null, rates: [] }).netMinor;
    if (input.discountAmount !== null && input.discountAmount > whole)
      throw invalidField("discountAmount", "The discount is more than the invoice");
    const { title, memo, footer, termsDays, taxState, taxNote } = input;
    try {
      return await commit(me, {
        writes: [
          ctx.db
            .update(invoices)
            .set({
              ...{ title, memo, footer, termsDays, taxState, taxNote: taxState === "exempt" ? taxNote : null },
              ...discountColumns(discount),
              ...sumsOf(sums),
              ...{ version: input.version + 1, updatedAt: ctx.now.toISOString() },
            })
            .where(and(isInvoice(me, id), eq(invoices.version, input.version), eq(invoices.status, "draft"))),
          assertRowChanged(ctx, "stale"),
          ctx.db.delete(invoiceLines).where(and(eq(invoiceLines.orgId, me.orgId), eq(invoiceLines.invoiceId, id))),
          ...(lines.length > 0 ? [insertLines(ctx, me, { id, lines, sums: sums.lines })] : []),
        ],
        audit: [{ action: "invoice.update", entity: "invoice", entityId: id, after: { totalMinor: sums.totalMinor } }],
        result: { id },
        refusals,
      });
    } catch (error) {
      throw await asStale(ctx, me, { id, version: input.version, error });
    }
  });
}

/**
 * Includes everything that was saved in the meantime, for a form to show next to what was typed. Costs only for members who
 * manage invoices.
 */
function staleDraft(me: Member, { invoice, lines }: Awaited<ReturnType<typeof readInvoice>>): DomainError {
  const { title, memo, footer, termsDays, discountRatePpm, discountAmountMinor, taxState, taxNote, taxes } = invoice;
  return new DomainError("conflict", "Someone else changed this draft while you were editing.", {
    details: {
      current: {
        ...currentOf(invoice),
        ...{ title, memo, footer, termsDays, discountRatePpm, discountAmountMinor, taxState, taxNote, taxes },
        lines: lines.map((line) => ({ ...line, costMinor: seesMargins(me) ? line.costMinor : null })),
      },
    },
  });
}

/** Converts a conflict in the database to an error with the current values. */
export async function asStale(
  ctx: Ctx,
  me: Member,
  { id, version, error }: { id: string; version: number; error: unknown },
): Promise<unknown> {
  if (!(error instanceof DomainError) || error.code !== "conflict") return error;
  const stored = await readInvoice(ctx, me, id);
  if (stored.invoice.version === version) return error;
  return stored.invoice.status === "draft" ? staleDraft(me, stored) : staleInvoice(stored.invoice);
}

/** Lines with the costs of the stored lines they were, for the quantity they have now. */
function withStoredCosts(lines: readonly DraftLine[], stored: readonly LineRow[]): DraftLine[] {
  const left = new Map(stored.map((line) => [line.position, line]));
  return lines.map((line) => {
    const was = left.get(line.position ?? 0);
    left.delete(line.position ?? 0);
    if (was?.kind !== line.kind || was.costMinor === null) return { ...line, cost: null };
    return { ...line, cost: mulDiv(was.costMinor, line.quantity, was.quantityMilli) };
  });
}

function lineOf({ quantity, unitPrice, discount, discountAmount, cost, position: _, ...line }: DraftLine): ChargeLine {
  return {
    ...{ ...line, quantityMilli: quantity, unitPriceMinor: unitPrice, costMinor: cost },
    ...{ discountPpm: discount, discountAmountMinor: discountAmount },
  };
}

/** @throws DomainError invalid with the field if an amount off a line is more than the line */
function checkLineDiscounts(lines: readonly ChargeLine[]): void {
  const before = priced(
    lines.map((line) => ({ ...line, discountAmountMinor: 0 })),
    { discount: null, rates: [] },
  );
  const at = lines.findIndex(
    ({ unitPriceMinor, discountAmountMinor = 0 }, index) =>
      unitPriceMinor !== null && discountAmountMinor > (before.lines[index]?.netMinor ?? 0),
  );
  if (at >= 0) throw invalidField(`lines[${at}].discountAmount`, "The discount is more than the line");
}

function discountOf({ discountPercent, discountAmount }: DraftChange): Discount {
  if (discountPercent) return { ppm: discountPercent };
  return discountAmount === null ? null : { minor: discountAmount };
}

/**
 * Deletes a draft.
 * @throws DomainError not_found; conflict for an issued one, with `{ current }` if it is not at the given version
 */
export async function deleteDraft(ctx: Ctx, id: string, { version }: { version?: number }): Promise<void> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "deleteDraft", { id, version }, async (commit) => {
    const stored = await readInvoice(ctx, me, id);
    const { invoice } = stored;
    if (invoice.status !== "draft") throw notEditable();
    if (version !== undefined && invoice.version !== version) throw staleDraft(me, stored);
    try {
      await commit(me, {
        writes: [
          ctx.db.delete(invoices).where(and(isInvoice(me, id), eq(invoices.version, invoice.version))),
          assertRowChanged(ctx, "stale"),
        ],
        audit: [{ action: "invoice.delete", entity: "invoice", entityId: id, before: { title: invoice.title } }],
        result: null,
        refusals,
      });
    } catch (error) {
      throw await asStale(ctx, me, { id, version: invoice.version, error });
    }
  });
}

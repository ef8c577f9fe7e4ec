import { invoices } from "#drizzle/schema/invoices";
import { creditedTax, spread } from "~/domain/billing/totals";
import { readLetterhead } from "~/domain/people/letterhead.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { type Commit, once, type Write } from "~/domain/shared/write.server";
import { asStale, draftWrites } from "./draft.server";
import { allocationsOf, freed, insertLines, nextNumber, refusals, touchInvoice } from "./internal/writes.server";
import { balanceOf, formatInvoiceNumber } from "./invoice";
import { type InvoiceRow, isInvoice, type LineRow, readInvoice, staleInvoice } from "./load.server";
import type { NewCredit, VoidInvoice } from "./schema";

interface CreditLine {
  line: LineRow;
  netMinor: number;
  taxMinor: number;
}

interface Credited {
  id: string;
  creditNoteId: string;
}

/**
 * Credits part of an issued invoice: a quantity of each line, with its share of the tax charged. Payments above the remaining
 * amount become the customer's credit.
 * @throws DomainError not_found; invalid if a quantity exceeds what is left of a line; conflict with `{ current }` when stale
 */
export async function creditInvoice(ctx: Ctx, id: string, input: NewCredit): Promise<Credited> {
  const me = allow(ctx, "invoices.manage");
  return once(ctx, "creditInvoice", { id, input }, async (commit) => {
    const read = await readIssued(ctx, me, { id, version: input.version });
    const items = input.lines.map(({ position, amount }, at) => {
      const line = read.lines.find((each) => each.position === position);
      if (!line) throw invalidField(`lines[${at}].amount`, "This invoice has no such line");
      if (amount > line.netMinor - line.creditedNetMinor)
        throw invalidField(`lines[${at}].amount`, "This is more than the line has left");
      return creditOf(line, amount);
    });
    return commitCredit(ctx, me, { commit, read, items, reason: input.reason, more: [], action: "invoice.credit" });
  });
}

/** Voids an issued invoice by crediting it in full. @throws DomainError not_found; conflict with `{ current }` when stale */
export async function voidInvoice(ctx: Ctx, id: string, input: VoidInvoice): Promise<Credited> {
  const me = allow(ctx, "invoices.manage");
  return once(ctx, "voidInvoice", { id, input }, async (commit) => {
    const read = await readIssued(ctx, me, { id, version: input.version });
    const more = [voided(ctx, me, id, input.reason)];
    return commitCredit(ctx, me, {
      commit,
      read,
      items: rest(read.lines),
      reason: input.reason,
      more,
      action: "invoice.void",
    });
  });
}

/**
 * Voids an issued invoice and creates a draft copy to replace it, in one step.
 * @throws DomainError not_found; conflict with `{ current }` when stale
 */
export async function correctInvoice(
  ctx: Ctx,
  id: string,
  input: VoidInvoice,
): Promise<Credited & { draftId: string }> {
  const me = allow(ctx, "invoices.manage");
  return once(ctx, "correctInvoice", { id, input }, async (commit) => {
    const read = await readIssued(ctx, me, { id, version: input.version });
    const { invoice, lines } = read;
    const draftId = ctx.newId();
    const { customerId, workOrderId, title, billTo, site, termsDays, footer, memo } = invoice;
    const { discountRatePpm: ppm, discountAmountMinor: minor } = invoice;
    const more = [
      voided(ctx, me, id, input.reason),
      ...draftWrites(ctx, me, {
        ...{ id: draftId, customerId, workOrderId, correctsId: id, title, parties: { billTo, site }, lines, memo },
        ...{ rules: { termsDays, footer }, rates: invoice.taxes.map(({ name, ratePpm }) => ({ name, ratePpm })) },
        exempt: invoice.taxState === "exempt" ? (invoice.taxNote ?? "Exempt") : null,
        discount: ppm !== null ? { ppm } : minor !== null ? { minor } : null,
      }),
    ];
    const action = "invoice.correct";
    const credited = await commitCredit(ctx, me, {
      ...{ read, items: rest(lines), reason: input.reason, more, action },
      commit: (member, change) => commit(member, { ...change, result: { ...change.result, draftId } }),
    });
    return { ...credited, draftId };
  });
}

interface Read {
  invoice: InvoiceRow;
  lines: LineRow[];
}

async function readIssued(ctx: Ctx, me: Member, { id, version }: { id: string; version: number }): Promise<Read> {
  const read = await readInvoice(ctx, me, id);
  const { kind, status } = read.invoice;
  if (kind !== "invoice") throw new DomainError("conflict", "A credit note can't be credited.");
  if (status === "draft") throw new DomainError("conflict", "A draft can't be credited. Change or delete it instead.");
  if (status === "void") throw new DomainError("conflict", "This invoice is already void.");
  if (read.invoice.version !== version) throw staleInvoice(read.invoice);
  return read;
}

function creditOf(line: LineRow, netMinor: number): CreditLine {
  const before = { netMinor: line.creditedNetMinor, taxMinor: line.creditedTaxMinor };
  return { line, netMinor, taxMinor: creditedTax(line, before, netMinor) };
}

/** What no credit note has credited yet, as it was charged. */
function rest(lines: readonly LineRow[]): CreditLine[] {
  return lines.map((line) => creditOf(line, line.netMinor - line.creditedNetMinor));
}

function voided(ctx: Ctx, me: Member, id: string, voidReason: string): Write {
  return ctx.db
    .update(invoices)
    .set({ status: "void", voidReason, voidedAt: ctx.now.toISOString() })
    .where(isInvoice(me, id));
}

interface CreditNote {
  commit: Commit;
  read: Read;
  items: readonly CreditLine[];
  reason: string;
  /** Further writes of the same batch. */
  more: readonly Write[];
  action: string;
}

async function commitCredit(
  ctx: Ctx,
  me: Member,
  { commit, read, items, reason, more, action }: CreditNote,
): Promise<Credited> {
  const { invoice } = read;
  const { id, version } = invoice;
  const creditNoteId = ctx.newId();
  const [seller, on] = await Promise.all([readLetterhead(ctx, me), allocationsOf(ctx, me, { invoiceId: id })]);
  const totalMinor = items.reduce((sum, { netMinor, taxMinor }) => sum + netMinor + taxMinor, 0);
  const excess = Math.max(0, totalMinor - balanceOf(invoice));
  try {
    return await commit(me, {
      writes: [
        ...touchInvoice(ctx, me, { id, version }),
        ...freed(ctx, me, { on, amountMinor: excess }),
        ...noteWrites(ctx, me, { invoice, items, id: creditNoteId, reason, seller }),
        ...more,
      ],
      audit: [{ action, entity: "invoice", entityId: id, after: { creditNoteId, totalMinor, reason } }],
      result: { id, creditNoteId },
      refusals,
    });
  } catch (error) {
    throw await asStale(ctx, me, { id, version, error });
  }
}

interface Note {
  id: string;
  invoice: InvoiceRow;
  items: readonly CreditLine[];
  reason: string;
  seller: Awaited<ReturnType<typeof readLetterhead>>;
}

/** Writes a credit note from the invoice's rows, without recalculating them, and issues it at once. */
function noteWrites(ctx: Ctx, me: Member, { id, invoice, items, reason, seller }: Note): Write[] {
  const now = ctx.now.toISOString();
  const today = todayOf(ctx, me);
  const subtotalMinor = items.reduce((sum, { netMinor }) => sum + netMinor, 0);
  const taxMinor = items.reduce((sum, each) => sum + each.taxMinor, 0);
  const shares = spread(
    taxMinor,
    invoice.taxes.map((tax) => tax.taxMinor),
  );
  const taxable = items.reduce((sum, { line, netMinor }) => sum + (line.taxable ? netMinor : 0), 0);
  const taxes = invoice.taxes.map((tax, at) => ({ ...tax, taxableMinor: taxable, taxMinor: shares[at] ?? 0 }));
  const { customerId, billTo, site, taxState, taxNote } = invoice;
  const lines = items.map(({ line, netMinor }) => ({
    ...{ kind: line.kind, description: line.description, equipment: line.equipment, taxable: line.taxable },
    ...{ quantityMilli: 1000, unit: "EA", unitPriceMinor: netMinor, discountPpm: 0, costMinor: null },
    creditsPosition: line.position,
  }));
  const sums = items.map((each) => ({
    ...{ amountMinor: each.netMinor, discountMinor: 0, netMinor: each.netMinor, taxMinor: each.taxMinor },
  }));
  return [
    ctx.db.insert(invoices).values({
      ...{ orgId: me.orgId, id, kind: "credit_note", status: "draft", series: "CN", correctsId: invoice.id },
      ...{ customerId, workOrderId: invoice.workOrderId, billTo, site, taxState, taxNote, taxes, termsDays: 0 },
      title: `Credit for ${formatInvoiceNumber("invoice", invoice.number)}`,
      memo: reason,
      ...{ subtotalMinor, discountMinor: 0, taxMinor, totalMinor: subtotalMinor + taxMinor },
      ...{ createdBy: me.userId ?? "system", createdAt: now, updatedAt: now },
    }),
    insertLines(ctx, me, { id, lines, sums }),
    ctx.db
      .update(invoices)
      .set({ status: "issued", number: nextNumber(me, "CN"), seller, issuedOn: today, dueOn: today, issuedAt: now })
      .where(isInvoice(me, id)),
  ];
}

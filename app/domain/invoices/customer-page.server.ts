import { businessHead, businessLogo, businessRow } from "~/domain/people/business-head.server";
import type { Ctx } from "~/domain/shared/context";
import { todayOf } from "~/domain/shared/time/time-zones";
import { balanceOf, stateOf } from "./invoice";
import { openLink, recordView } from "./links.server";
import { invoiceNotFound, invoiceRow, linesOf } from "./load.server";
import { processorOf } from "./online/business.server";
import { payableByCard } from "./online/checkout.server";
import { checkoutsOf } from "./online/settle.server";
import { paymentsOn } from "./payments.server";

/**
 * Returns what a customer sees of a document: its printed contents, payments and contact details. No costs, and nothing else
 * about the business.
 * @throws DomainError not_found for a link that is unknown, revoked or expired; too_many_requests
 */
export async function customerInvoice(ctx: Ctx, token: string) {
  const link = await openLink(ctx, token);
  const [[[invoice], lines, payments, [checkout]], [business], processor] = await Promise.all([
    ctx.db.batch([
      invoiceRow(ctx, link, link.invoiceId),
      linesOf(ctx, link, link.invoiceId),
      paymentsOn(ctx, link, link.invoiceId),
      checkoutsOf(ctx, link, link.invoiceId),
    ]),
    businessRow(ctx, link),
    processorOf(ctx, link.orgId),
  ]);
  if (!invoice || !business) throw invoiceNotFound();
  ctx.after(recordView(ctx, link));
  const { kind, status, number, billTo, site, seller, title, issuedOn, dueOn, termsDays, memo, footer } = invoice;
  const { taxState, taxNote, taxes, subtotalMinor, discountMinor, totalMinor, paidMinor, creditedMinor } = invoice;
  return {
    business: businessHead(business),
    state: stateOf(invoice, todayOf(ctx, business)),
    invoice: {
      ...{ kind, status, number, billTo, site, seller, title, issuedOn, dueOn, termsDays, memo, footer },
      ...{ taxState, taxNote, taxes, subtotalMinor, discountMinor, totalMinor, paidMinor, creditedMinor },
      balanceMinor: kind === "invoice" ? balanceOf(invoice) : 0,
      lines: lines.map(({ position, description, equipment, quantityMilli, unit, ...line }) => ({
        ...{ position, description, equipment, quantityMilli, unit, unitPriceMinor: line.unitPriceMinor },
        ...{ discountPpm: line.discountPpm, discountAmountMinor: line.discountAmountMinor },
        ...{ taxable: line.taxable, amountMinor: line.amountMinor },
      })),
    },
    /** The amount payable by card now; null: nothing, or no card payments here. */
    card: processor ? payableByCard(invoice) : null,
    /** The most recent card payment attempt. */
    checkout: checkout
      ? { status: checkout.status, amountMinor: checkout.amountMinor, failure: checkout.failure }
      : null,
    payments: payments.map(({ id, method, receivedOn, appliedMinor }) => ({ id, method, receivedOn, appliedMinor })),
  };
}

/** Returns the logo of a link's business. @throws DomainError not_found; too_many_requests */
export async function customerLogo(ctx: Ctx, token: string) {
  return businessLogo(ctx, await openLink(ctx, token));
}

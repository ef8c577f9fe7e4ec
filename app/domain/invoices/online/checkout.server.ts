import { and, eq, getTableColumns, inArray, isNull } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { paymentCheckouts } from "#drizzle/schema/online-payments";
import { balanceOf, formatInvoiceNumber } from "~/domain/invoices/invoice";
import { type OpenedLink, openLink } from "~/domain/invoices/links.server";
import { type Business, type InvoiceRow, invoiceNotFound, invoiceRow } from "~/domain/invoices/load.server";
import { MAX_CARD_MINOR, MIN_CARD_MINOR } from "~/domain/invoices/payment";
import type { CardPayment } from "~/domain/invoices/schema";
import type { CheckoutRequest, PaymentProcessor } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { formatMoney } from "~/domain/shared/money";
import { HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { callProcessor, noCardPayments, processorOf } from "./business.server";
import { applySession } from "./settle.server";

type Checkout = typeof paymentCheckouts.$inferSelect;

/** How long a payment page can be used. */
export const OPEN_MS = 2 * HOUR_MS;
/** A page that closes sooner is not returned again. */
const MIN_MS = 10 * MINUTE_MS;

const nothingOwed = () => new DomainError("conflict", "Nothing is owed on this invoice anymore.");
const paymentInProgress = () =>
  new DomainError("conflict", "A payment of this invoice is being processed. Please wait until it is done.");

/** The statement that reads the attempt that is open or processing. */
function openCheckout(ctx: Ctx, { orgId }: Business, invoiceId: string) {
  return ctx.db
    .select(namedEach(getTableColumns(paymentCheckouts)))
    .from(byIndex(paymentCheckouts, "payment_checkouts_invoice"))
    .where(
      and(
        eq(paymentCheckouts.orgId, orgId),
        eq(paymentCheckouts.invoiceId, invoiceId),
        inArray(paymentCheckouts.status, ["open", "processing"]),
      ),
    );
}

/** The amount of an invoice payable by card; null if nothing is. */
export function payableByCard(invoice: Pick<InvoiceRow, "kind"> & Parameters<typeof balanceOf>[0]) {
  const balanceMinor = invoice.kind === "invoice" ? balanceOf(invoice) : 0;
  if (balanceMinor < MIN_CARD_MINOR) return null;
  return { minMinor: MIN_CARD_MINOR, maxMinor: Math.min(balanceMinor, MAX_CARD_MINOR) };
}

/**
 * Starts a card payment of the invoice behind a link: the full balance or a part of it. A repeated call, concurrent or later,
 * returns the same page; another amount closes the previous page.
 * @throws DomainError not_found; invalid for more than is owed; conflict if nothing is owed or a payment is processing;
 *   unavailable
 */
export async function startCheckout(ctx: Ctx, token: string, { amount }: CardPayment): Promise<{ url: string }> {
  const link = await openLink(ctx, token);
  const processor = await processorOf(ctx, link.orgId);
  if (!processor) throw noCardPayments();
  const [[invoice], [before]] = await ctx.db.batch([
    invoiceRow(ctx, link, link.invoiceId),
    openCheckout(ctx, link, link.invoiceId),
  ]);
  if (!invoice) throw invoiceNotFound();
  const range = payableByCard(invoice);
  if (!range) throw nothingOwed();
  const amountMinor = amount ?? range.maxMinor;
  if (amountMinor > range.maxMinor)
    throw invalidField("amount", `This is more than the balance due. Enter at most ${formatMoney(range.maxMinor)}`);
  if (amountMinor < range.minMinor) throw invalidField("amount", `Enter at least ${formatMoney(range.minMinor)}`);
  if (before?.status === "processing") throw paymentInProgress();
  const page = { link, invoice, processor };
  if (before && before.amountMinor === amountMinor && isFresh(ctx, processor, before)) return pageOf(ctx, page, before);
  if (before) await close(ctx, processor, before);
  await insert(ctx, page, amountMinor);
  const [open] = await openCheckout(ctx, link, link.invoiceId);
  if (!open || open.amountMinor !== amountMinor)
    throw new DomainError("conflict", "Another payment of this invoice has just begun. Please reload the page.");
  return pageOf(ctx, page, open);
}

interface Page {
  link: OpenedLink;
  invoice: InvoiceRow;
  processor: PaymentProcessor;
}

/** Whether a page can still be returned. */
export function isFresh(
  ctx: Ctx,
  { kind }: PaymentProcessor,
  { createdAt, provider }: Pick<Checkout, "createdAt" | "provider">,
): boolean {
  return provider === kind && Date.parse(createdAt) + OPEN_MS - MIN_MS > ctx.now.getTime();
}

/** A concurrent second insert has no effect. */
async function insert(ctx: Ctx, { link, processor }: Page, amountMinor: number): Promise<void> {
  const now = ctx.now.toISOString();
  try {
    await ctx.db
      .insert(paymentCheckouts)
      .values({
        ...{ orgId: link.orgId, id: ctx.newId(), invoiceId: link.invoiceId, provider: processor.kind, status: "open" },
        ...{ amountMinor, currency: "USD", createdAt: now, updatedAt: now },
      })
      .onConflictDoNothing();
  } catch (error) {
    throw failedOn(error, "checkout_not_owed") ? nothingOwed() : error;
  }
}

/** The processor's page of an attempt; requested again with the same key, it is the same page. */
async function pageOf(ctx: Ctx, page: Page, checkout: Checkout): Promise<{ url: string }> {
  if (checkout.url) return { url: checkout.url };
  const session = await callProcessor(page.processor.openCheckout(requestOf(ctx, page, checkout)));
  if (!session.url) throw paymentInProgress();
  const stored = await ctx.db
    .update(paymentCheckouts)
    .set({ sessionId: session.id, url: session.url, updatedAt: ctx.now.toISOString() })
    .where(and(isCheckout(checkout), eq(paymentCheckouts.status, "open"), isNull(paymentCheckouts.sessionId)))
    .returning({ id: paymentCheckouts.id });
  if (stored.length > 0) return { url: session.url };
  const [now] = await openCheckout(ctx, page.link, page.link.invoiceId);
  if (now?.id === checkout.id && now.sessionId === session.id) return { url: session.url };
  // The attempt was closed, or opened through another link, while this request was in progress: the page must not be payable.
  await callProcessor(page.processor.closeCheckout(session.id));
  if (now?.id === checkout.id && now.url) return { url: now.url };
  throw new DomainError("conflict", "Another payment of this invoice has just begun. Please reload the page.");
}

function isCheckout({ orgId, id }: Pick<Checkout, "orgId" | "id">) {
  return and(eq(paymentCheckouts.orgId, orgId), eq(paymentCheckouts.id, id));
}

function requestOf(ctx: Ctx, { link, invoice }: Page, { id, amountMinor, createdAt }: Checkout): CheckoutRequest {
  const page = `${ctx.request.origin}${paths.customerInvoice(link.token)}`;
  return {
    // Each link returns to its own page, and the same key requires identical parameters.
    ...{ key: `checkout-${id}-${link.id}`, orgId: link.orgId, checkoutId: id, reference: invoice.id, amountMinor },
    description: `Invoice ${formatInvoiceNumber(invoice.kind, invoice.number)}`,
    email: invoice.billTo.email,
    successUrl: `${page}?checkout=done`,
    cancelUrl: `${page}?checkout=back`,
    expiresAt: new Date(Date.parse(createdAt) + OPEN_MS),
  };
}

/**
 * Closes an attempt at the processor first, so that it can no longer be paid.
 * @throws DomainError conflict if it was just paid
 */
async function close(ctx: Ctx, processor: PaymentProcessor, checkout: Checkout): Promise<void> {
  if (checkout.sessionId === null || checkout.provider !== processor.kind) {
    await ctx.db
      .update(paymentCheckouts)
      .set({ status: "expired", updatedAt: ctx.now.toISOString() })
      .where(and(isCheckout(checkout), eq(paymentCheckouts.status, "open")));
    return;
  }
  const session = await callProcessor(processor.closeCheckout(checkout.sessionId));
  await applySession(ctx, { checkout, session, event: null });
  if (session.status !== "expired" && session.status !== "failed") throw paymentInProgress();
}

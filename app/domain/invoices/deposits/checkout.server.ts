import { and, eq, getTableColumns, inArray, isNull } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { depositCheckouts } from "#drizzle/schema/deposit-requests";
import type { Business } from "~/domain/invoices/load.server";
import { callProcessor, noCardPayments, processorOf } from "~/domain/invoices/online/business.server";
import { isFresh, OPEN_MS } from "~/domain/invoices/online/checkout.server";
import type { PaymentProcessor } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { depositUrl, type OpenedDeposit, openDeposit } from "./links.server";
import { depositNotFound, isRequest, type RequestRow, requestRows } from "./load.server";
import { DEPOSIT_IS_CLOSED } from "./mail-content";
import { applyDeposit, type DepositCheckout, isAttempt } from "./settle.server";

const requestClosed = () => new DomainError("conflict", DEPOSIT_IS_CLOSED);
const paymentInProgress = () =>
  new DomainError("conflict", "Your payment is being processed. Please wait until it is done.");
const startedElsewhere = () =>
  new DomainError("conflict", "Another payment of this deposit has just begun. Please reload the page.");

/** The statement that reads the attempt that is open or processing. */
function openAttempt(ctx: Ctx, { orgId }: Business, requestId: string) {
  return ctx.db
    .select(namedEach(getTableColumns(depositCheckouts)))
    .from(byIndex(depositCheckouts, "deposit_checkouts_request"))
    .where(
      and(
        eq(depositCheckouts.orgId, orgId),
        eq(depositCheckouts.requestId, requestId),
        inArray(depositCheckouts.status, ["open", "processing"]),
      ),
    );
}

/**
 * Starts the card payment of the deposit behind a link. A repeated call, concurrent or later, returns the same page.
 * @throws DomainError not_found; conflict if it is paid or withdrawn, or a payment is processing; unavailable
 */
export async function startDepositCheckout(ctx: Ctx, token: string): Promise<{ url: string }> {
  const link = await openDeposit(ctx, token);
  const processor = await processorOf(ctx, link.orgId);
  if (!processor) throw noCardPayments();
  const [[request], [before]] = await ctx.db.batch([
    requestRows(ctx, link, isRequest(link, link.requestId)),
    openAttempt(ctx, link, link.requestId),
  ]);
  if (!request) throw depositNotFound();
  if (request.state !== "open") throw requestClosed();
  if (before?.status === "processing") throw paymentInProgress();
  const page = { link, request, processor };
  if (before && isFresh(ctx, processor, before)) return pageOf(ctx, page, before);
  if (before && ["paid", "processing"].includes(await closed(ctx, processor, before))) throw paymentInProgress();
  await insert(ctx, page);
  const [open] = await openAttempt(ctx, link, link.requestId);
  if (!open) throw startedElsewhere();
  return pageOf(ctx, page, open);
}

interface Page {
  link: OpenedDeposit;
  request: RequestRow;
  processor: PaymentProcessor;
}

/** A concurrent second insert has no effect. */
async function insert(ctx: Ctx, { link, request, processor }: Page): Promise<void> {
  const now = ctx.now.toISOString();
  try {
    await ctx.db
      .insert(depositCheckouts)
      .values({
        ...{ orgId: link.orgId, id: ctx.newId(), requestId: request.id, provider: processor.kind, status: "open" },
        ...{ amountMinor: request.amountMinor, currency: "USD", createdAt: now, updatedAt: now },
      })
      .onConflictDoNothing();
  } catch (error) {
    throw failedOn(error, "checkout_not_owed") ? requestClosed() : error;
  }
}

/** The processor's page of an attempt; requested again with the same key, it is the same page. */
async function pageOf(
  ctx: Ctx,
  { link, request, processor }: Page,
  attempt: DepositCheckout,
): Promise<{ url: string }> {
  if (attempt.url) return { url: attempt.url };
  const page = depositUrl(ctx, link.token);
  const session = await callProcessor(
    processor.openCheckout({
      // The same key requires identical parameters: a link sent under another signing key returns to another page.
      key: `deposit-${attempt.id}-${link.token.slice(0, 8)}`,
      ...{ orgId: link.orgId, checkoutId: attempt.id, reference: request.id, amountMinor: attempt.amountMinor },
      description: `Deposit for ${formatWorkOrderNumber(request.workOrderNumber)}`,
      email: request.customerEmail,
      successUrl: `${page}?checkout=done`,
      cancelUrl: `${page}?checkout=back`,
      expiresAt: new Date(Date.parse(attempt.createdAt) + OPEN_MS),
    }),
  );
  if (!session.url) throw paymentInProgress();
  const stored = await ctx.db
    .update(depositCheckouts)
    .set({ sessionId: session.id, url: session.url, updatedAt: ctx.now.toISOString() })
    .where(and(isAttempt(attempt), eq(depositCheckouts.status, "open"), isNull(depositCheckouts.sessionId)))
    .returning({ id: depositCheckouts.id });
  if (stored.length > 0) return { url: session.url };
  const [now] = await openAttempt(ctx, link, request.id);
  if (now?.id === attempt.id && now.sessionId === session.id) return { url: session.url };
  // The attempt was closed while this request was in progress: the page must not be payable.
  await callProcessor(processor.closeCheckout(session.id));
  throw startedElsewhere();
}

/** Closes an attempt at the processor first, so that it can no longer be paid, and returns its status. */
async function closed(ctx: Ctx, processor: PaymentProcessor, attempt: DepositCheckout): Promise<string> {
  if (attempt.sessionId === null || attempt.provider !== processor.kind) {
    await ctx.db
      .update(depositCheckouts)
      .set({ status: "expired", updatedAt: ctx.now.toISOString() })
      .where(and(isAttempt(attempt), eq(depositCheckouts.status, "open")));
    return "expired";
  }
  const session = await callProcessor(processor.closeCheckout(attempt.sessionId));
  await applyDeposit(ctx, { checkout: attempt, session, event: null });
  return session.status;
}

/** Closes the open attempt of a request that is being withdrawn. @throws DomainError unavailable */
export async function closeAttempt(ctx: Ctx, me: Business, requestId: string): Promise<void> {
  const [processor, [attempt]] = await Promise.all([processorOf(ctx, me.orgId), openAttempt(ctx, me, requestId)]);
  if (attempt && processor) await closed(ctx, processor, attempt);
}

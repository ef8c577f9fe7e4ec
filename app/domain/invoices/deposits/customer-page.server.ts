import { sql } from "drizzle-orm";
import { processorOf } from "~/domain/invoices/online/business.server";
import { businessHead, businessLogo, businessRow } from "~/domain/people/business-head.server";
import type { Ctx } from "~/domain/shared/context";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { openDeposit } from "./links.server";
import { attemptsAt, depositNotFound, isRequest, requestRows } from "./load.server";

/**
 * Returns what a customer sees of a deposit: amount, purpose and contact details. Nothing else about the job or the business.
 * @throws DomainError not_found for a link that is unknown or outdated; too_many_requests
 */
export async function customerDeposit(ctx: Ctx, token: string) {
  const link = await openDeposit(ctx, token);
  const [[[request], [attempt]], [business], processor] = await Promise.all([
    ctx.db.batch([
      requestRows(ctx, link, isRequest(link, link.requestId)),
      attemptsAt(ctx, link, sql`${link.requestId}`),
    ]),
    businessRow(ctx, link),
    processorOf(ctx, link.orgId),
  ]);
  if (!request || !business) throw depositNotFound();
  const { state, amountMinor, note, workOrderNumber, workOrderTitle } = request;
  return {
    business: businessHead(business),
    deposit: { state, amountMinor, note, reference: formatWorkOrderNumber(workOrderNumber), title: workOrderTitle },
    takesCard: state === "open" && processor !== null,
    /** The most recent card payment attempt. */
    checkout: attempt
      ? {
          status: attempt.status,
          amountMinor: attempt.amountMinor,
          failure: attempt.failure,
          isLate: attempt.creditMinor > 0,
        }
      : null,
  };
}

/** Returns the logo of a link's business. @throws DomainError not_found; too_many_requests */
export async function depositLogo(ctx: Ctx, token: string) {
  return businessLogo(ctx, await openDeposit(ctx, token));
}

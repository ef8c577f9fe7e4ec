import { and, eq, sql } from "drizzle-orm";
import { invoices } from "#drizzle/schema/invoices";
import { freeMinor } from "~/domain/billing/free-credit.server";
import { readLetterhead } from "~/domain/people/letterhead.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { addDays } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertHolds, assertRowChanged, type Commit, once } from "~/domain/shared/write.server";
import { asStale } from "./draft.server";
import { allocation, nextNumber, refusals } from "./internal/writes.server";
import { isInvoice, notEditable, openPayments, readInvoice, staleInvoice } from "./load.server";
import { allocate, type OpenPayment } from "./payment";
import type { IssueInvoice } from "./schema";

/**
 * Gives a draft its number and date; from then on it never changes. Deposits for its job are applied at once.
 * @throws DomainError not_found; conflict with `{ missing }` while a price or the tax is not set, with `{ current }` when stale
 */
export async function issueInvoice(ctx: Ctx, id: string, input: IssueInvoice): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "issueInvoice", { id, input }, async (commit) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await issue(ctx, me, { id, input, commit });
      } catch (error) {
        // A deposit was received or used since it was read.
        if (!failedOn(error, DEPOSITS_MOVED) || tries === MAX_TRIES) throw error;
      }
    }
  });
}

const DEPOSITS_MOVED = "deposits_moved";
const MAX_TRIES = 5;

interface Issuing {
  id: string;
  input: IssueInvoice;
  commit: Commit;
}

async function issue(ctx: Ctx, me: Member, { id, input, commit }: Issuing): Promise<{ id: string }> {
  const [{ invoice, lines }, seller] = await Promise.all([readInvoice(ctx, me, id), readLetterhead(ctx, me)]);
  if (invoice.status !== "draft") throw notEditable();
  if (invoice.version !== input.version) throw staleInvoice(invoice);
  const missing = missingOf(invoice.taxState, lines);
  if (missing.length > 0) throw new DomainError("conflict", missing.join(" "), { details: { missing } });
  const issuedOn = input.issuedOn ?? todayOf(ctx, me);
  const deposits =
    invoice.workOrderId === null
      ? []
      : await openPayments(ctx, me, { customerId: invoice.customerId, workOrderId: invoice.workOrderId });
  const now = ctx.now.toISOString();
  try {
    return await commit(me, {
      writes: [
        ctx.db
          .update(invoices)
          .set({
            ...{ status: "issued", number: nextNumber(me, "INV"), seller, issuedOn, issuedAt: now, updatedAt: now },
            ...{ dueOn: addDays(issuedOn, invoice.termsDays), version: input.version + 1 },
          })
          .where(and(isInvoice(me, id), eq(invoices.version, input.version), eq(invoices.status, "draft"))),
        assertRowChanged(ctx, "stale"),
        ...(invoice.workOrderId === null ? [] : [depositsAreAsRead(ctx, me, { ...invoice, deposits })]),
        ...allocate(deposits, invoice.totalMinor).map(({ id: paymentId, openMinor }) =>
          allocation(ctx, me, { paymentId, invoiceId: id, amountMinor: openMinor }),
        ),
      ],
      audit: [
        {
          action: "invoice.issue",
          entity: "invoice",
          entityId: id,
          after: { issuedOn, totalMinor: invoice.totalMinor },
        },
      ],
      result: { id },
      refusals,
    });
  } catch (error) {
    throw await asStale(ctx, me, { id, version: input.version, error });
  }
}

/** Ensures that money received for the job concurrently is applied to its invoice too, and nothing is applied twice. */
function depositsAreAsRead(
  ctx: Ctx,
  { orgId }: Member,
  { workOrderId, customerId, deposits }: { workOrderId: string | null; customerId: string; deposits: OpenPayment[] },
) {
  const readMinor = deposits.reduce((sum, { openMinor }) => sum + openMinor, 0);
  return assertHolds(
    ctx,
    DEPOSITS_MOVED,
    sql`(SELECT coalesce(sum(max(${freeMinor({ orgId })}, 0)), 0) FROM payments INDEXED BY payments_work_order
      WHERE payments.org_id = ${orgId} AND payments.work_order_id = ${workOrderId} AND payments.customer_id = ${customerId}) = ${readMinor}`,
  );
}

/** What is missing before an invoice can be issued. */
export function missingOf(
  taxState: string,
  lines: readonly { unitPriceMinor: number | null; position: number }[],
): string[] {
  const unpriced = lines.filter(({ unitPriceMinor }) => unitPriceMinor === null).map(({ position }) => position);
  return [
    ...(lines.length === 0 ? ["Add at least one line."] : []),
    ...(unpriced.length > 0 ? [`Set the price of line ${unpriced.join(", ")}.`] : []),
    ...(taxState === "unknown" ? ["Choose how it is taxed: no tax rate is set for this location."] : []),
  ];
}

import { and, asc, eq, sql } from "drizzle-orm";
import { namedOrNull } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { estimateApprovals, estimateLines, estimateOptions, estimates } from "#drizzle/schema/estimates";
import { leads } from "#drizzle/schema/leads";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Discount } from "~/domain/billing/totals";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { LinkKind } from "~/domain/shared/secrets/signed-links.server";
import { optionTotals } from "./estimate";

export type Business = Pick<Member, "orgId">;

export const estimateNotFound = () => notFound("Estimate not found");
const notSent = () => new DomainError("conflict", "A draft has no link. Send the estimate first.");
export const notEditable = () =>
  new DomainError("conflict", "A sent estimate can't be changed. Revise it: a new version takes its place.");
export const closed = () =>
  new DomainError("conflict", "This estimate can no longer be answered. Reload the page to see why.");

export const ESTIMATE_LINK: LinkKind = {
  purpose: "estimate-link",
  table: "estimate_links",
  record: "estimate_id",
  index: "estimate_links_estimate",
  refusals: { estimate_not_sent: notSent },
};

export const JOB_ENDED = "The job of this estimate is closed. Write a new estimate for its customer.";

export const refusals: ConstraintErrors = {
  estimate_frozen: notEditable,
  estimate_closed: closed,
  estimate_not_sent: closed,
  "estimate_approvals.org_id, estimate_approvals.root_id": closed,
  "estimate_approvals.org_id, estimate_approvals.estimate_id": closed,
  estimate_version_approved: () =>
    new DomainError(
      "conflict",
      "The customer has already approved an earlier version. Delete this draft, and create a new estimate for any other work.",
    ),
  estimate_lines_priced: () =>
    new DomainError("conflict", "Add at least one line to every option and a price to every line."),
  estimate_of_other_customer: () =>
    new DomainError("conflict", "The job of this estimate has another customer now. Write a new estimate for the job."),
  estimate_of_ended_job: () => new DomainError("conflict", JOB_ENDED),
  estimate_moved: () =>
    new DomainError("conflict", "Someone else just changed this estimate. Reload it and try again."),
};

export function isEstimate({ orgId }: Business, id: string) {
  return and(eq(estimates.orgId, orgId), eq(estimates.id, id));
}

export function estimateRow(ctx: Ctx, me: Business, id: string) {
  return ctx.db
    .select({
      id: estimates.id,
      status: estimates.status,
      number: estimates.number,
      rootId: estimates.rootId,
      revision: estimates.revision,
      leadId: estimates.leadId,
      leadNumber: namedOrNull(leads.number, "lead_number"),
      leadName: namedOrNull(leads.name, "lead_name"),
      leadEmail: namedOrNull(leads.email, "lead_email"),
      leadDeletedAt: namedOrNull(leads.deletedAt, "lead_deleted_at"),
      customerId: estimates.customerId,
      customerNumber: namedOrNull(customers.number, "customer_number"),
      customerName: namedOrNull(customers.name, "customer_name"),
      customerEmail: namedOrNull(customers.email, "customer_email"),
      siteAddressId: estimates.siteAddressId,
      workOrderId: estimates.workOrderId,
      workOrderNumber: namedOrNull(workOrders.number, "work_order_number"),
      workOrderStatus: namedOrNull(workOrders.status, "work_order_status"),
      addsToJob: estimates.addsToJob,
      billTo: estimates.billTo,
      site: estimates.site,
      seller: estimates.seller,
      title: sql<string>`${estimates.title}`.as("estimate_title"),
      memo: estimates.memo,
      terms: estimates.terms,
      validUntil: estimates.validUntil,
      discountRatePpm: estimates.discountRatePpm,
      discountAmountMinor: estimates.discountAmountMinor,
      taxState: estimates.taxState,
      taxNote: estimates.taxNote,
      rates: estimates.rates,
      totalMinor: estimates.totalMinor,
      documentHash: estimates.documentHash,
      fileKey: estimates.fileKey,
      sentOn: estimates.sentOn,
      sentAt: estimates.sentAt,
      closedAt: estimates.closedAt,
      declineReason: estimates.declineReason,
      version: sql<number>`${estimates.version}`.as("estimate_version"),
      createdAt: sql<string>`${estimates.createdAt}`.as("estimate_created_at"),
    })
    .from(estimates)
    .leftJoin(leads, and(eq(leads.orgId, me.orgId), eq(leads.id, estimates.leadId)))
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, estimates.customerId)))
    .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, estimates.workOrderId)))
    .where(isEstimate(me, id));
}

export type EstimateRow = Awaited<ReturnType<typeof estimateRow>>[number];

export function optionsOf(ctx: Ctx, me: Business, id: string) {
  return ctx.db
    .select()
    .from(estimateOptions)
    .where(and(eq(estimateOptions.orgId, me.orgId), eq(estimateOptions.estimateId, id)))
    .orderBy(asc(estimateOptions.position));
}

export function linesOf(ctx: Ctx, me: Business, id: string) {
  return ctx.db
    .select()
    .from(estimateLines)
    .where(and(eq(estimateLines.orgId, me.orgId), eq(estimateLines.estimateId, id)))
    .orderBy(asc(estimateLines.optionPosition), asc(estimateLines.position));
}

export function approvalOf(ctx: Ctx, me: Business, id: string) {
  return ctx.db
    .select()
    .from(estimateApprovals)
    .where(and(eq(estimateApprovals.orgId, me.orgId), eq(estimateApprovals.estimateId, id)));
}

type OptionRow = Awaited<ReturnType<typeof optionsOf>>[number];
type LineRow = Awaited<ReturnType<typeof linesOf>>[number];

export function discountOf({
  discountRatePpm,
  discountAmountMinor,
}: Pick<EstimateRow, "discountRatePpm" | "discountAmountMinor">): Discount {
  if (discountRatePpm !== null) return { ppm: discountRatePpm };
  return discountAmountMinor === null ? null : { minor: discountAmountMinor };
}

/** Options with their lines and totals. */
export function assembled(estimate: EstimateRow, options: readonly OptionRow[], lines: readonly LineRow[]) {
  const terms = { discount: discountOf(estimate), rates: estimate.taxState === "known" ? estimate.rates : [] };
  return options.map((option) => {
    const own = lines
      .filter(({ optionPosition }) => optionPosition === option.position)
      .map(({ orgId: _, estimateId: _estimate, optionPosition: _option, ...line }) => line);
    const { position, name, description, recommended, serviceTypeId } = option;
    const { subtotalMinor, discountMinor, taxMinor, totalMinor, taxes } = optionTotals(own, [], terms);
    return {
      ...{ position, name, description, recommended, serviceTypeId, lines: own },
      ...{ subtotalMinor, discountMinor, taxMinor, totalMinor, taxes },
    };
  });
}

/** An estimate with its options. @throws DomainError not_found */
export async function readEstimate(ctx: Ctx, me: Business, id: string) {
  const [[estimate], options, lines, [approval]] = await ctx.db.batch([
    estimateRow(ctx, me, id),
    optionsOf(ctx, me, id),
    linesOf(ctx, me, id),
    approvalOf(ctx, me, id),
  ]);
  if (!estimate) throw estimateNotFound();
  return { estimate, options: assembled(estimate, options, lines), approval: approval ?? null };
}

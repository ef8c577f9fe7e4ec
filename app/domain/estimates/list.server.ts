import { and, desc, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedEach, namedOrNull } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { estimateMails, estimates } from "#drizzle/schema/estimates";
import { leads } from "#drizzle/schema/leads";
import { workOrders } from "#drizzle/schema/work-orders";
import type { CustomerRef } from "~/domain/customers/customer";
import { idOf } from "~/domain/customers/find.server";
import { isMailUndelivered } from "~/domain/mail/undelivered.server";
import type { Ctx, Member } from "~/domain/shared/context";
import {
  type BackCursor,
  bidirectionalPage,
  inRange,
  keyset,
  type PageDirection,
  parseCursor,
} from "~/domain/shared/paging.server";
import { allow, allowMember, can } from "~/domain/shared/permissions";
import { currentLink, knownLink } from "~/domain/shared/secrets/signed-links.server";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { everyWord } from "~/domain/shared/text/search";
import { addDays } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { idOfWorkOrder } from "~/domain/work-orders/load.server";
import { ESTIMATE_STATE_LABELS, isRevisable, isSendable, MAX_LISTED, stateOf } from "./estimate";
import {
  approvalOf,
  assembled,
  discountOf,
  ESTIMATE_LINK,
  estimateNotFound,
  estimateRow,
  linesOf,
  optionsOf,
} from "./load.server";
import type { EstimateFilter } from "./schema";
import { estimateFile, estimateUrl, missingOf } from "./send.server";

/**
 * Estimates, newest first, or by the date sent if filtered by it: all, by state, or of one lead, customer or job. Rows read do
 * not grow with the table; those that are still open are sorted.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listEstimates(ctx: Ctx, filter: EstimateFilter & BackCursor) {
  const me = allow(ctx, "leads.read");
  const direction = parseCursor(filter, 2);
  const today = todayOf(ctx, me);
  const { index, where, key } = sourceOf(filter, today, direction);
  const { beyond, order } = keyset(direction, [key, estimates.id], "desc");
  const rows = await ctx.db
    .select({
      ...namedEach({
        id: estimates.id,
        status: estimates.status,
        revision: estimates.revision,
        leadId: estimates.leadId,
        customerId: estimates.customerId,
        workOrderId: estimates.workOrderId,
        billTo: estimates.billTo,
        validUntil: estimates.validUntil,
        totalMinor: estimates.totalMinor,
        sentOn: estimates.sentOn,
        createdAt: estimates.createdAt,
      }),
      number: namedOrNull(estimates.number, "estimate_number"),
      title: named(estimates.title, "estimate_title"),
      leadNumber: namedOrNull(leads.number, "lead_number"),
      customerNumber: namedOrNull(customers.number, "customer_number"),
      workOrderNumber: namedOrNull(workOrders.number, "work_order_number"),
      approvedMinor: sql<
        number | null
      >`(select a.total_minor from estimate_approvals a where a.org_id = ${me.orgId} and a.estimate_id = estimates.id)`.as(
        "approved_minor",
      ),
    })
    .from(sql`estimates INDEXED BY ${sql.raw(index)}`)
    .leftJoin(leads, and(eq(leads.orgId, me.orgId), eq(leads.id, estimates.leadId)))
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, estimates.customerId)))
    .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, estimates.workOrderId)))
    .where(and(eq(estimates.orgId, me.orgId), where, beyond))
    .orderBy(...order)
    .limit(filter.limit + 1);
  const cut = bidirectionalPage(rows, { limit: filter.limit, total: null, direction }, ({ createdAt, sentOn, id }) => [
    key === estimates.sentOn ? (sentOn ?? "") : createdAt,
    id,
  ]);
  return { ...cut, items: cut.items.map((row) => ({ ...row, state: stateOf(row, today) })) };
}

export type EstimateListItem = Awaited<ReturnType<typeof listEstimates>>["items"][number];

const HITS_SHOWN = 5;

/** Part of the global search: an estimate's number, title and recipient, with its state. */
export function findEstimates(ctx: Ctx, me: Member, text: string) {
  const expression = everyWord(text);
  const number = sql`'EST-' || ${estimates.number} || iif(${estimates.revision} > 1, '-' || ${estimates.revision}, '')`;
  const isExpired = sql`${estimates.status} = 'sent' AND ${estimates.validUntil} < ${todayOf(ctx, me)}`;
  const labels = sql.join(
    Object.entries(ESTIMATE_STATE_LABELS).map(([state, label]) => sql`WHEN ${state} THEN ${label}`),
    sql` `,
  );
  return ctx.db
    .select({
      foundId: sql<string>`${estimates.id}`.as("foundId"),
      foundLabel: sql<string>`coalesce(${number}, 'Draft estimate') || ' ' || ${estimates.title}`.as("foundLabel"),
      foundDetail: sql<string | null>`json_extract(${estimates.billTo}, '$.name') || ', ' ||
        CASE iif(${isExpired}, 'expired', ${estimates.status}) ${labels} END`.as("foundDetail"),
    })
    .from(byIndex(estimates, "estimates_ordinal"))
    .where(
      and(
        eq(estimates.orgId, me.orgId),
        sql`${estimates.ordinal} in ${foundIn(me, { table: "estimate_search", expression }, { limit: HITS_SHOWN })}`,
      ),
    )
    .orderBy(desc(sql`+estimates.ordinal`));
}

function sourceOf(filter: EstimateFilter, today: string, direction: PageDirection) {
  const { state, leadId, customerId, workOrderId, sentFrom, sentTo } = filter;
  const status = state === "expired" ? "sent" : state;
  const isThen =
    state === "expired"
      ? sql`${estimates.validUntil} < ${today}`
      : state === "sent"
        ? sql`${estimates.validUntil} >= ${today}`
        : undefined;
  const bySent = Boolean(status && !leadId && !customerId && !workOrderId && (sentFrom || sentTo));
  const days = { from: sentFrom, to: sentTo && addDays(sentTo, 1), sort: "desc" } as const;
  const where = and(
    leadId ? eq(estimates.leadId, leadId) : undefined,
    customerId ? eq(estimates.customerId, customerId) : undefined,
    workOrderId ? eq(estimates.workOrderId, workOrderId) : undefined,
    status ? eq(estimates.status, status) : undefined,
    isThen,
    // Only a cursor of days sent is a bound for them.
    inRange(bySent ? direction : { ...direction, key: null }, estimates.sentOn, days),
  );
  const key = bySent ? estimates.sentOn : estimates.createdAt;
  if (leadId) return { index: "estimates_lead", where, key };
  if (customerId) return { index: "estimates_customer", where, key };
  if (workOrderId) return { index: "estimates_work_order", where, key };
  if (bySent) return { index: "estimates_sent", where, key };
  // The open ones are few; by the date they were created, all that expired would be read as well.
  if (state === "sent") return { index: "estimates_valid", where, key };
  return { index: status ? "estimates_status" : "estimates_newest", where, key };
}

/** Emails listed with an estimate. */
const MAX_MAILS = 20;

/** An estimate with its options, its outcome and the actions allowed. @throws DomainError not_found */
export async function estimateDetail(ctx: Ctx, id: string) {
  const me = allow(ctx, "leads.read");
  const [[estimate], options, lines, [approval], [link], mails, versions, [conversion]] = await ctx.db.batch([
    estimateRow(ctx, me, id),
    optionsOf(ctx, me, id),
    linesOf(ctx, me, id),
    approvalOf(ctx, me, id),
    currentLink(ctx, ESTIMATE_LINK, { orgId: me.orgId, recordId: id }),
    ctx.db
      .select({
        ...namedEach({ id: estimateMails.id, recipient: estimateMails.recipient, sentAt: estimateMails.sentAt }),
        isUndelivered: isMailUndelivered(
          sql`${me.orgId}`,
          sql`estimate_mails.estimate_id`,
          sql`estimate_mails.sent_at`,
        ).as("undelivered_mail"),
      })
      .from(byIndex(estimateMails, "estimate_mails_estimate"))
      .where(and(eq(estimateMails.orgId, me.orgId), eq(estimateMails.estimateId, id)))
      .orderBy(desc(estimateMails.sentAt))
      .limit(MAX_MAILS + 1),
    ctx.db
      .select(
        namedEach({
          id: estimates.id,
          number: estimates.number,
          revision: estimates.revision,
          status: estimates.status,
          validUntil: estimates.validUntil,
        }),
      )
      .from(byIndex(estimates, "estimates_version"))
      .where(
        and(
          eq(estimates.orgId, me.orgId),
          eq(
            estimates.rootId,
            sql`(select mine.root_id from estimates mine where mine.org_id = ${me.orgId} and mine.id = ${id})`,
          ),
        ),
      )
      .orderBy(desc(estimates.revision))
      .limit(50),
    ctx.db.all<{ workOrderId: string }>(sql`
      select c.work_order_id as workOrderId from lead_conversions c indexed by lead_conversions_estimate
      where c.org_id = ${me.orgId} and c.estimate_id = ${id} and c.undone_at is null`),
  ]);
  if (!estimate) throw estimateNotFound();
  const today = todayOf(ctx, me);
  const known = await knownLink(ctx, ESTIMATE_LINK, link);
  const whole = assembled(estimate, options, lines);
  const write = can(me, "leads.write");
  const { status } = estimate;
  const state = stateOf(estimate, today);
  return {
    ...{ ...estimate, state },
    options: whole,
    approval: approval ?? null,
    mails: mails.slice(0, MAX_MAILS),
    hasOlderMails: mails.length > MAX_MAILS,
    versions: versions.map((version) => ({ ...version, state: stateOf(version, today) })),
    isConverted: conversion !== undefined,
    link: known && { url: estimateUrl(ctx, known.token), lastViewedAt: link?.lastViewedAt ?? null },
    discount: discountOf(estimate),
    missing: status === "draft" ? missingOf(estimate, whole) : [],
    ...{ today, timeZone: me.timeZone },
    can: {
      edit: status === "draft" && write,
      send: isSendable(state) && write,
      withdraw: status === "sent" && write,
      revise: isRevisable(status) && write,
      convert:
        status === "approved" &&
        !estimate.addsToJob &&
        estimate.leadDeletedAt === null &&
        conversion === undefined &&
        write &&
        can(me, "work_orders.write") &&
        can(me, "customers.write"),
      undo: conversion !== undefined && write && can(me, "customers.write") && can(me, "work_orders.write"),
      revoke: link !== undefined && can(me, "leads.manage"),
    },
  };
}

export type EstimateDetail = Awaited<ReturnType<typeof estimateDetail>>;

/** The exact file that was sent. @throws DomainError not_found, also for a draft */
export async function estimatePdf(ctx: Ctx, id: string) {
  return estimateFile(ctx, allow(ctx, "leads.read"), id);
}

/** The newest estimates of a customer or a job, one more than is listed; null if the reader may not see estimates. */
export async function estimatesOf(ctx: Ctx, of: { customer: CustomerRef } | { workOrder: string }) {
  const me = allowMember(ctx);
  if (!can(me, "leads.read")) return null;
  const source =
    "customer" in of
      ? { index: "estimates_customer", is: sql`${estimates.customerId} = ${idOf(me, of.customer)}` }
      : { index: "estimates_work_order", is: sql`${estimates.workOrderId} = ${idOfWorkOrder(me, of.workOrder)}` };
  const rows = await ctx.db
    .select({
      ...namedEach({
        id: estimates.id,
        number: estimates.number,
        revision: estimates.revision,
        title: estimates.title,
        status: estimates.status,
        validUntil: estimates.validUntil,
        totalMinor: estimates.totalMinor,
      }),
      approvedMinor: sql<
        number | null
      >`(select a.total_minor from estimate_approvals a where a.org_id = ${me.orgId} and a.estimate_id = estimates.id)`.as(
        "approved_minor",
      ),
    })
    .from(byIndex(estimates, source.index))
    .where(and(eq(estimates.orgId, me.orgId), source.is))
    .orderBy(desc(estimates.createdAt))
    .limit(MAX_LISTED + 1);
  const today = todayOf(ctx, me);
  return rows.map((row) => ({ ...row, state: stateOf(row, today) }));
}

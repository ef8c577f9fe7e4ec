import { and, desc, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach, namedOrNull } from "#drizzle/d1/columns";
import { estimates } from "#drizzle/schema/estimates";
import { leadActivity } from "#drizzle/schema/leads";
import { tenantMembers } from "#drizzle/schema/platform";
import type { Ctx } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { isOpenStage } from "./lead";
import { idOfLead, leadNotFound, leadRow } from "./load.server";
import { similarOf, similarToStored } from "./similar.server";

const MAX_ACTIVITY = 200;
const MAX_FOLLOW_UPS = 20;
const MAX_ESTIMATES = 20;

/** A lead with its activity, its to-dos and the actions allowed. @throws DomainError not_found */
export async function leadDetail(ctx: Ctx, ref: string) {
  const me = allow(ctx, "leads.read");
  const id = idOfLead(me, ref);
  const [[lead], activity, followUps, sameLeads, sameCustomers, offered, [conversion]] = await ctx.db.batch([
    leadRow(ctx, me, ref),
    ctx.db
      .select({
        id: leadActivity.id,
        kind: leadActivity.kind,
        text: sql<string | null>`${leadActivity.text}`.as("activity_text"),
        at: leadActivity.at,
        firstName: namedOrNull(tenantMembers.firstName, "by_first_name"),
        lastName: namedOrNull(tenantMembers.lastName, "by_last_name"),
      })
      .from(leadActivity)
      .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, leadActivity.userId)))
      .where(and(eq(leadActivity.orgId, me.orgId), sql`${leadActivity.leadId} = ${id}`))
      .orderBy(desc(leadActivity.id))
      .limit(MAX_ACTIVITY + 1),
    ctx.db.all<{ id: string; title: string; dueOn: string | null; dueAt: string | null; assignee: string | null }>(sql`
      select t.id, t.title, t.due_on as dueOn, t.due_at as dueAt,
        (select m.first_name || ' ' || m.last_name from tenant_members m where m.org_id = t.org_id and m.user_id = t.assignee_id) as assignee
      from todos t indexed by todos_lead
      where t.org_id = ${me.orgId} and t.lead_id = ${id} and t.done_at is null and t.deleted_at is null
      order by t.due_key limit ${MAX_FOLLOW_UPS + 1}`),
    ...similarToStored(ctx, me, id),
    ctx.db
      .select({
        ...namedEach({
          id: estimates.id,
          number: estimates.number,
          revision: estimates.revision,
          title: estimates.title,
          status: estimates.status,
          workOrderId: estimates.workOrderId,
          validUntil: estimates.validUntil,
          totalMinor: estimates.totalMinor,
        }),
        approvedMinor: sql<
          number | null
        >`(select a.total_minor from estimate_approvals a where a.org_id = ${me.orgId} and a.estimate_id = estimates.id)`.as(
          "approved_minor",
        ),
      })
      .from(byIndex(estimates, "estimates_lead"))
      .where(and(eq(estimates.orgId, me.orgId), sql`${estimates.leadId} = ${id}`))
      .orderBy(desc(estimates.createdAt))
      .limit(MAX_ESTIMATES + 1),
    ctx.db.all<{ workOrderId: string; workOrderNumber: number | null }>(sql`
      select c.work_order_id as workOrderId,
        (select w.number from work_orders w where w.org_id = ${me.orgId} and w.id = c.work_order_id) as workOrderNumber
      from lead_conversions c indexed by lead_conversions_lead
      where c.org_id = ${me.orgId} and c.lead_id = ${id} and c.undone_at is null`),
  ]);
  if (!lead) throw leadNotFound();
  const same = similarOf(me, lead, { sameLeads, sameCustomers });
  const isWon = lead.stage === "won";
  const isDeleted = lead.deletedAt !== null;
  const write = can(me, "leads.write") && !isDeleted;
  return {
    ...lead,
    activity: activity.slice(0, MAX_ACTIVITY).map(({ firstName, lastName, ...row }) => ({
      ...row,
      by: firstName === null && lastName === null ? null : `${firstName} ${lastName}`.trim(),
    })),
    followUps: followUps.slice(0, MAX_FOLLOW_UPS),
    /** Of which there are more than those listed. */
    isCut: {
      activity: activity.length > MAX_ACTIVITY,
      followUps: followUps.length > MAX_FOLLOW_UPS,
      estimates: offered.length > MAX_ESTIMATES,
    },
    estimates: offered.slice(0, MAX_ESTIMATES).map(({ status, ...row }) => {
      const isLate = status === "sent" && row.validUntil < todayOf(ctx, me);
      return { ...row, state: isLate ? ("expired" as const) : status };
    }),
    /** The job it was converted into. */
    conversion: conversion ?? null,
    /** Possible duplicates; none once it was won. */
    similar: isWon
      ? { leads: [], customers: [] }
      : { ...same, customers: same.customers.filter((one) => one.id !== lead.customerId) },
    timeZone: me.timeZone,
    can: {
      edit: write,
      move: write && lead.stage !== "won",
      lose: write && isOpenStage(lead.stage),
      delete: can(me, "leads.manage") && !isDeleted && lead.stage !== "won",
      restore: can(me, "leads.manage") && isDeleted,
    },
  };
}

export type LeadDetail = Awaited<ReturnType<typeof leadDetail>>;

import { and, desc, eq, sql } from "drizzle-orm";
import { namedOrNull } from "#drizzle/d1/columns";
import { leadActivity } from "#drizzle/schema/leads";
import { tenantMembers } from "#drizzle/schema/platform";
import type { Ctx } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { isOpenStage } from "./lead";
import { idOfLead, leadNotFound, leadRow } from "./load.server";
import { similarOf, similarToStored } from "./similar.server";

const MAX_ACTIVITY = 200;

/** A lead with what happened to it, what is to be done, and what may be done with it. @throws DomainError not_found */
export async function leadDetail(ctx: Ctx, ref: string) {
  const me = allow(ctx, "leads.read");
  const id = idOfLead(me, ref);
  const [[lead], activity, followUps, sameLeads, sameCustomers] = await ctx.db.batch([
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
      .limit(MAX_ACTIVITY),
    ctx.db.all<{ id: string; title: string; dueOn: string | null; dueAt: string | null; assignee: string | null }>(sql`
      select t.id, t.title, t.due_on as dueOn, t.due_at as dueAt,
        (select m.first_name || ' ' || m.last_name from tenant_members m where m.org_id = t.org_id and m.user_id = t.assignee_id) as assignee
      from todos t indexed by todos_lead
      where t.org_id = ${me.orgId} and t.lead_id = ${id} and t.done_at is null and t.deleted_at is null
      order by t.due_key limit 20`),
    ...similarToStored(ctx, me, id),
  ]);
  if (!lead) throw leadNotFound();
  const same = similarOf(me, lead, { sameLeads, sameCustomers });
  const isWon = lead.stage === "won";
  const isHere = lead.deletedAt === null;
  const write = can(me, "leads.write") && isHere;
  return {
    ...lead,
    activity: activity.map(({ firstName, lastName, ...row }) => ({
      ...row,
      by: firstName === null && lastName === null ? null : `${firstName} ${lastName}`.trim(),
    })),
    followUps,
    /** Who may be the same; nobody once it was won. */
    similar: isWon
      ? { leads: [], customers: [] }
      : { ...same, customers: same.customers.filter((one) => one.id !== lead.customerId) },
    timeZone: me.timeZone,
    can: {
      edit: write,
      move: write && lead.stage !== "won",
      lose: write && isOpenStage(lead.stage),
      delete: can(me, "leads.manage") && isHere && lead.stage !== "won",
      restore: can(me, "leads.manage") && !isHere,
    },
  };
}

export type LeadDetail = Awaited<ReturnType<typeof leadDetail>>;

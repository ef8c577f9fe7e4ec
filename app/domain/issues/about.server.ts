import { and, desc, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { issueStates, issues } from "#drizzle/schema/issues";
import type { Ctx } from "~/domain/shared/context";
import { allowMember, can } from "~/domain/shared/permissions";

/** Issues shown on a record's own screen. */
const MAX_SHOWN = 10;

export type IssuesAbout = NonNullable<Awaited<ReturnType<typeof issuesAbout>>>;

/** A work order by its number or id, or a piece of equipment by its id. */
type About = { workOrder: string } | { equipmentId: string };

/** Returns issues linked to a record, newest first; null for members who may not read issues. */
export async function issuesAbout(ctx: Ctx, about: About) {
  const me = allowMember(ctx);
  if (!can(me, "issues.read")) return null;
  const isOfWorkOrder = "workOrder" in about;
  const number = isOfWorkOrder ? Number(/^(?:WO-)?(\d{1,9})$/i.exec(about.workOrder)?.[1] ?? 0) : 0;
  const rows = await ctx.db
    .select({
      id: named(issues.id, "issue_id"),
      number: named(issues.number, "issue_number"),
      title: named(issues.title, "issue_title"),
      stateId: named(issues.stateId, "state_id"),
      stateName: named(issueStates.name, "state_name"),
      stateColor: namedOrNull(issueStates.color, "state_color"),
      category: named(issueStates.category, "state_category"),
    })
    .from(byIndex(issues, isOfWorkOrder ? "issues_work_order" : "issues_equipment"))
    .innerJoin(issueStates, and(eq(issueStates.orgId, me.orgId), sql`issue_states.id = issues.state_id`))
    .where(
      and(
        eq(issues.orgId, me.orgId),
        isOfWorkOrder
          ? sql`issues.work_order_id is not null and issues.work_order_id = coalesce(
              (select w.id from work_orders w indexed by work_orders_number where w.org_id = ${me.orgId} and w.number = ${number}),
              ${about.workOrder})`
          : sql`issues.equipment_id is not null and issues.equipment_id = ${about.equipmentId}`,
        sql`issues.deleted_at is null`,
      ),
    )
    .orderBy(desc(issues.number))
    .limit(MAX_SHOWN);
  return { issues: rows, mayAdd: can(me, "issues.write") };
}

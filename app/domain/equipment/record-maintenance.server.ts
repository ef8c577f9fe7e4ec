import { type SQL, sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { Write } from "~/domain/shared/write.server";

/**
 * Stores on the equipment of a completed job of a maintenance plan when it was last maintained, a day in the business's zone, and
 * clears when it is due next. Must come before the change of status, whose trigger does the same with the day in UTC where the
 * next date is not cleared yet.
 */
export function recordMaintenance(ctx: Ctx, me: Member, workOrder: { id: string; completedAt: string }): Write[] {
  const day = wallTimeOf(Date.parse(workOrder.completedAt), me.timeZone).date;
  return [
    ctx.db.run(sql`UPDATE maintenance_occurrences SET maintained_on = ${day}, replaced_on = (
        SELECT e.last_maintenance_on FROM maintenance_plans p CROSS JOIN equipment e ON e.org_id = p.org_id AND e.id = p.equipment_id
        WHERE p.org_id = ${me.orgId} AND p.id = maintenance_occurrences.plan_id)
      WHERE org_id = ${me.orgId} AND work_order_id = ${workOrder.id}`),
    ctx.db.run(sql`UPDATE equipment SET last_maintenance_on = max(coalesce(last_maintenance_on, ''), ${day}), next_maintenance_on = NULL, version = version + 1
      WHERE org_id = ${me.orgId} AND id IN (SELECT m.equipment_id FROM (${maintainedBy(me, workOrder.id)}) m)`),
  ];
}

/**
 * Takes the maintenance of a job back that is reopened: the last one is again the latest of the others, unless it was changed since,
 * and the job's date is due again.
 */
export function takeBackMaintenance(ctx: Ctx, me: Member, workOrderId: string): Write[] {
  const own = maintainedBy(me, workOrderId);
  const ofUnit = sql`o.org_id = ${me.orgId} AND o.plan_id IN (
    SELECT p.id FROM maintenance_plans p INDEXED BY maintenance_plans_unit WHERE p.org_id = ${me.orgId} AND p.equipment_id = m.equipment_id)`;
  const others = sql`SELECT max(o.maintained_on) FROM maintenance_occurrences o
    WHERE ${ofUnit} AND o.work_order_id IS NOT ${workOrderId}`;
  return [
    ctx.db.run(sql`UPDATE equipment SET version = version + 1,
        last_maintenance_on = CASE last_maintenance_on WHEN m.maintained_on
          THEN nullif(max(coalesce(m.replaced_on, ''), coalesce((${others}), '')), '') ELSE last_maintenance_on END,
        next_maintenance_on = min(coalesce(next_maintenance_on, m.due_on), m.due_on)
      FROM (${own}) m WHERE equipment.org_id = ${me.orgId} AND equipment.id = m.equipment_id`),
    // What replaced this job's day now replaces what this job replaced.
    ctx.db.run(sql`UPDATE maintenance_occurrences AS o SET replaced_on = m.replaced_on
      FROM (${own}) m WHERE ${ofUnit} AND o.work_order_id IS NOT ${workOrderId} AND o.replaced_on = m.maintained_on`),
    ctx.db.run(sql`UPDATE maintenance_occurrences SET maintained_on = NULL, replaced_on = NULL
      WHERE org_id = ${me.orgId} AND work_order_id = ${workOrderId}`),
  ];
}

/** The job's occurrence of a plan with its equipment, if its completion was recorded. */
function maintainedBy({ orgId }: Member, workOrderId: string): SQL {
  return sql`SELECT p.equipment_id, o.due_on, o.maintained_on, o.replaced_on
    FROM maintenance_occurrences o CROSS JOIN maintenance_plans p ON p.org_id = o.org_id AND p.id = o.plan_id
    WHERE o.org_id = ${orgId} AND o.work_order_id = ${workOrderId} AND o.maintained_on IS NOT NULL`;
}

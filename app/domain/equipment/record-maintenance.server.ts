import { sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { wallTimeOf } from "~/domain/shared/time-zones";
import type { Write } from "~/domain/shared/write.server";

/**
 * Stores on the equipment of a completed job of a maintenance plan when it was last maintained, a day in the business's zone, and
 * clears when it is due next. Must come before the change of status, whose trigger does the same with the day in UTC where the
 * next date is not cleared yet.
 */
export function recordMaintenance(ctx: Ctx, me: Member, job: { id: string; completedAt: string }): Write {
  const day = wallTimeOf(Date.parse(job.completedAt), me.timeZone).date;
  return ctx.db.run(sql`UPDATE equipment SET last_maintenance_on = max(coalesce(last_maintenance_on, ''), ${day}), next_maintenance_on = NULL, version = version + 1
    WHERE org_id = ${me.orgId} AND id IN (
      SELECT p.equipment_id FROM maintenance_occurrences o CROSS JOIN maintenance_plans p ON p.org_id = o.org_id AND p.id = o.plan_id
      WHERE o.org_id = ${me.orgId} AND o.work_order_id = ${job.id})`);
}

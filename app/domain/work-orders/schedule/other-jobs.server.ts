import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { dayBounds } from "~/domain/shared/time/time-zones";
import type { OtherJobsQuery } from "~/domain/work-orders/schema";

/**
 * Returns how many jobs a technician has on a day of the business, as lead or helper, not counting the one being
 * booked.
 * @throws DomainError forbidden
 */
export async function otherJobsThatDay(ctx: Ctx, { technicianId, date, job }: OtherJobsQuery): Promise<number> {
  const me = allow(ctx, "work_orders.write");
  const { start, end } = dayBounds(date, me.timeZone);
  const [row] = await ctx.db.all<{ jobs: number }>(sql`SELECT count(*) AS jobs
    FROM appointment_technicians t INDEXED BY appointment_technicians_time
    JOIN appointments v ON v.org_id = t.org_id AND v.id = t.appointment_id
    JOIN work_orders w ON w.org_id = v.org_id AND w.id = v.work_order_id
    WHERE t.org_id = ${me.orgId} AND t.technician_id = ${technicianId} AND t.blocks_calendar = 1
      AND t.starts_at >= ${new Date(start).toISOString()} AND t.starts_at < ${new Date(end).toISOString()}
      AND w.number IS NOT ${job ?? null}`);
  return row?.jobs ?? 0;
}

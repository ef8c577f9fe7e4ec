import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { shiftMonth } from "~/domain/shared/time/dates";
import { startOfDay, todayOf } from "~/domain/shared/time/time-zones";
import type { MonthTotals } from "./cylinder";
import type { VarianceFilter } from "./schema";

/**
 * Returns, for each technician in a month of the business's zone, what readings report as charged and recovered, and how far
 * the scale was then above the ledger. Reversed entries count in no month.
 */
export async function cylinderVariance(ctx: Ctx, { month }: VarianceFilter) {
  const me = allow(ctx, "equipment.read");
  const shown = month ?? todayOf(ctx, me).slice(0, 7);
  const [from, to] = [shown, shiftMonth(shown, 1)].map((one) =>
    new Date(startOfDay(`${one}-01`, me.timeZone)).toISOString(),
  );
  const items = await ctx.db.all<MonthTotals>(sql`SELECT e.technician_id AS technicianId,
      (SELECT t.first_name || ' ' || t.last_name FROM technicians t WHERE t.org_id = ${me.orgId} AND t.id = e.technician_id) AS technicianName,
      sum(CASE e.kind WHEN 'charged' THEN e.recorded_milli_lb ELSE 0 END) AS chargedMilliLb,
      sum(CASE e.kind WHEN 'recovered' THEN e.recorded_milli_lb ELSE 0 END) AS recoveredMilliLb,
      sum(e.kind = 'weighed') AS weighings,
      sum(CASE e.kind
        WHEN 'weighed' THEN e.after_milli_lb - e.before_milli_lb
        WHEN 'charged' THEN e.after_milli_lb - e.before_milli_lb + e.recorded_milli_lb
        ELSE e.after_milli_lb - e.before_milli_lb - e.recorded_milli_lb
      END) AS varianceMilliLb,
      sum(e.issue IS NOT NULL) AS issues,
      sum(e.reading_id IS NOT NULL AND e.certificate IS NULL) AS uncertified
    FROM refrigerant_cylinder_entries e INDEXED BY refrigerant_cylinder_entries_occurred
    WHERE e.org_id = ${me.orgId} AND e.occurred_at >= ${from} AND e.occurred_at < ${to}
      AND e.kind IN ('charged', 'recovered', 'weighed') AND e.reverses_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM refrigerant_cylinder_entries r INDEXED BY refrigerant_cylinder_entries_reversed_once
        WHERE r.org_id = e.org_id AND r.reverses_id = e.id)
    GROUP BY e.technician_id ORDER BY technicianName IS NULL, lower(technicianName), e.technician_id`);
  return { month: shown, items };
}

import { sql } from "drizzle-orm";
import { workOrders } from "#drizzle/schema/work-orders";
import { siteAltitude } from "~/domain/refrigerant/site-altitude.server";
import type { Ctx, Member } from "~/domain/shared/context";
import type { SpokenCircuit } from "./command-view";

/** Returns the refrigerant circuits of a job's equipment, each with the metering device of its last reading. */
export async function circuitsOfWorkOrder(ctx: Ctx, me: Member, workOrderId: string): Promise<SpokenCircuit[]> {
  return ctx.db.all<SpokenCircuit>(sql`
    SELECT e.id AS equipmentId, g.id AS serviceGroupId, e.name || ', ' || g.name AS label,
      (SELECT r.metering FROM refrigerant_readings r INDEXED BY refrigerant_readings_circuit
        WHERE r.org_id = ${me.orgId} AND r.service_group_id = g.id AND r.removed_at IS NULL
        ORDER BY r.taken_at DESC, r.id DESC LIMIT 1) AS metering
    FROM work_order_equipment j
    JOIN equipment e ON e.org_id = ${me.orgId} AND e.id = j.equipment_id
    JOIN service_groups g INDEXED BY service_groups_name ON g.org_id = ${me.orgId} AND g.equipment_id = e.id
    WHERE j.org_id = ${me.orgId} AND j.work_order_id = ${workOrderId}
    ORDER BY e.name, g.name`);
}

interface CircuitSettings {
  altitudeFeet: number;
  targetSubcoolingF: number | null;
}

/** The settings of a circuit's last reading, else the altitude of another unit at the job's site, as the form has them. */
export async function settingsOf(
  ctx: Ctx,
  me: Member,
  { workOrderId, serviceGroupId }: { workOrderId: string; serviceGroupId: string },
): Promise<CircuitSettings> {
  const [row] = await ctx.db.all<{ last: string | null; siteAltitudeFeet: number | null }>(sql`
    SELECT ${siteAltitude(me)} AS siteAltitudeFeet,
      (SELECT json_object('altitudeFeet', r.altitude_feet, 'targetSubcoolingF', r.target_subcooling_centi_f / 100.0)
        FROM refrigerant_readings r INDEXED BY refrigerant_readings_circuit
        WHERE r.org_id = ${me.orgId} AND r.service_group_id = ${serviceGroupId} AND r.removed_at IS NULL
        ORDER BY r.taken_at DESC, r.id DESC LIMIT 1) AS last
    FROM work_orders WHERE ${workOrders.orgId} = ${me.orgId} AND ${workOrders.id} = ${workOrderId}`);
  if (row?.last) return JSON.parse(row.last);
  return { altitudeFeet: row?.siteAltitudeFeet ?? 0, targetSubcoolingF: null };
}

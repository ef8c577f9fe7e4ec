import { sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import type { SpokenCircuit } from "./command-view";

const MAX_CIRCUITS = 40;

/** Returns the refrigerant circuits of a job's equipment, each with the metering device of its last reading. */
export async function circuitsOfJob(ctx: Ctx, me: Member, workOrderId: string): Promise<SpokenCircuit[]> {
  return ctx.db.all<SpokenCircuit>(sql`
    SELECT e.id AS equipmentId, g.id AS serviceGroupId, e.name || ', ' || g.name AS label,
      (SELECT r.metering FROM refrigerant_readings r INDEXED BY refrigerant_readings_circuit
        WHERE r.org_id = ${me.orgId} AND r.service_group_id = g.id AND r.removed_at IS NULL
        ORDER BY r.taken_at DESC, r.id DESC LIMIT 1) AS metering
    FROM work_order_equipment j
    JOIN equipment e ON e.org_id = ${me.orgId} AND e.id = j.equipment_id
    JOIN service_groups g INDEXED BY service_groups_name ON g.org_id = ${me.orgId} AND g.equipment_id = e.id
    WHERE j.org_id = ${me.orgId} AND j.work_order_id = ${workOrderId}
    ORDER BY e.name, g.name LIMIT ${MAX_CIRCUITS}`);
}

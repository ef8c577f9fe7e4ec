import { sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/context";
import type { Write } from "~/domain/write.server";

type JobUnits = { id: string; customerId: string; equipmentIds: readonly string[] };

/** Ties a new work order to units; those that are not the customer's are left out. */
export function equipmentRows(ctx: Ctx, me: Member, { id, customerId, equipmentIds }: JobUnits): Write[] {
  if (equipmentIds.length === 0) return [];
  return [
    ctx.db.run(sql`INSERT INTO work_order_equipment (org_id, work_order_id, equipment_id)
      SELECT ${me.orgId}, ${id}, e.id FROM equipment e
      WHERE e.org_id = ${me.orgId} AND e.customer_id = ${customerId} AND e.id IN (SELECT value FROM json_each(${JSON.stringify(equipmentIds)}))`),
  ];
}

import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { equipment, serviceGroups } from "#drizzle/schema/equipment";
import { refrigerantReadings } from "#drizzle/schema/refrigerant";
import { workOrders } from "#drizzle/schema/work-orders";
import { equipmentNotFound } from "~/domain/equipment/find.server";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { isWorkOrder, workOrderNotFound } from "~/domain/work-orders/load.server";
import { cylinderChoices, cylindersFor } from "./cylinders/list.server";
import { numbersOf } from "./reading";
import { siteAltitude } from "./site-altitude.server";

/**
 * Returns a piece of equipment's circuits with the settings of their last reading, for a new one; the altitude is the site's.
 * @throws DomainError not_found
 */
export async function readingForm(ctx: Ctx, { ref, equipmentId }: { ref: string; equipmentId: string }) {
  const me = allow(ctx, "work_orders.read");
  const r = refrigerantReadings;
  const [[workOrder], [unit], circuits, [last], cylinders] = await ctx.db.batch([
    ctx.db
      .select({ id: workOrders.id, siteAltitudeFeet: siteAltitude(me).as("site_altitude") })
      .from(workOrders)
      .where(isWorkOrder(me, ref)),
    ctx.db
      .select({ name: equipment.name })
      .from(equipment)
      .where(and(eq(equipment.orgId, me.orgId), eq(equipment.id, equipmentId))),
    ctx.db
      .select({
        id: named(serviceGroups.id, "circuit_id"),
        name: named(serviceGroups.name, "circuit_name"),
        refrigerant: serviceGroups.refrigerant,
      })
      .from(serviceGroups)
      .where(and(eq(serviceGroups.orgId, me.orgId), eq(serviceGroups.equipmentId, equipmentId)))
      .orderBy(sql`lower(name)`),
    ctx.db
      .select()
      .from(r)
      .where(and(eq(r.orgId, me.orgId), eq(r.equipmentId, equipmentId), isNull(r.removedAt)))
      .orderBy(desc(r.takenAt), desc(r.id))
      .limit(1),
    cylindersFor(ctx, me, equipmentId),
  ]);
  if (!workOrder) throw workOrderNotFound();
  if (!unit) throw equipmentNotFound();
  return {
    unitName: unit.name,
    siteAltitudeFeet: workOrder.siteAltitudeFeet,
    circuits,
    ...cylinderChoices(cylinders),
    last: last
      ? {
          serviceGroupId: last.serviceGroupId,
          metering: last.metering,
          altitudeFeet: last.altitudeFeet,
          targetSubcoolingF: numbersOf(last).targetSubcoolingF,
        }
      : null,
  };
}

import { and, eq, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { equipment } from "#drizzle/schema/equipment";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { todayOf } from "~/domain/shared/time/time-zones";
import type { ChargeTrend } from "./charge-trend";
import { conditionOf, repairsSince, type StoredUnit } from "./condition";

export const equipmentNotFound = () => notFound("Equipment not found");

/** The number of recent repairs of the row's equipment. */
export function repairsOf(ctx: Ctx, me: Member) {
  const since = repairsSince(todayOf(ctx, me));
  return sql<number>`(select count(*) from work_order_equipment we indexed by work_order_equipment_unit
    cross join work_orders w on w.org_id = we.org_id and w.id = we.work_order_id
    cross join service_types s on s.org_id = w.org_id and s.id = w.service_type_id
    where we.org_id = ${me.orgId} and we.equipment_id = equipment.id and w.completed_at >= ${since}
      and s.category in ('repair', 'emergency'))`.as("repairs_last_year");
}

/** The charge trends of the row's circuits, if any. */
export function chargeTrendsOf(me: Member) {
  return sql`(select json_group_array(json(g.charge_trend)) from service_groups g indexed by service_groups_trend
    where g.org_id = ${me.orgId} and g.equipment_id = equipment.id and g.charge_trend is not null)`
    .mapWith((json: string): ChargeTrend[] => JSON.parse(json))
    .as("charge_trends");
}

/** Equipment with its customer, recent repairs and charge trends; the caller adds the conditions. */
export function units(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: named(equipment.id, "unit_id"),
      equipmentName: named(equipment.name, "unit_name"),
      equipmentType: named(equipment.type, "unit_type"),
      status: named(equipment.status, "unit_status"),
      customerId: named(equipment.customerId, "unit_customer_id"),
      customerName: namedOrNull(customers.name, "owner_name"),
      customerNumber: namedOrNull(customers.number, "owner_number"),
      addressId: equipment.addressId,
      manufacturer: equipment.manufacturer,
      modelNumber: equipment.modelNumber,
      serialNumber: equipment.serialNumber,
      location: equipment.location,
      installDate: equipment.installDate,
      lifespanYears: equipment.lifespanYears,
      warrantyExpirationDate: equipment.warrantyExpiresOn,
      lastMaintenanceDate: equipment.lastMaintenanceOn,
      nextMaintenanceDate: equipment.nextMaintenanceOn,
      criticalAlerts: equipment.criticalAlerts,
      notes: named(equipment.notes, "unit_notes"),
      version: named(equipment.version, "unit_version"),
      createdAt: named(equipment.createdAt, "unit_created_at"),
      updatedAt: named(equipment.updatedAt, "unit_updated_at"),
      repairsLastYear: repairsOf(ctx, me),
      chargeTrends: chargeTrendsOf(me),
    })
    .from(equipment)
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, equipment.customerId)))
    .$dynamic();
}

export type UnitRow = Awaited<ReturnType<typeof units>>[number];
export type Unit = ReturnType<typeof withCondition<UnitRow>>;

/** Equipment as shown: with today's warranty, maintenance and health. */
export function withCondition<Row extends StoredUnit>(row: Row, today: string) {
  return { ...row, ...conditionOf(row, today) };
}

import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { equipment } from "#drizzle/schema/equipment";
import { refrigerantReadings } from "#drizzle/schema/refrigerant";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { addDays } from "~/domain/shared/time/dates";
import { dayBounds } from "~/domain/shared/time/time-zones";
import type { DayCircuit } from "./day";
import { MAX_OF_A_KIND } from "./day-limit.server";

/**
 * Statements for the day's one round trip: what a technician should know about a site before starting. Each starts from the
 * jobs (cross joins, named indexes), because SQLite, which assumes ten rows per business, would otherwise read all of its
 * equipment and work orders.
 */

const workOrder = alias(workOrders, "job");

const texts = (text: string): string[] => JSON.parse(text);

/** The jobs' equipment, and the other equipment at the same address. */
export function selectUnits(ctx: Ctx, me: Member, ids: SQL) {
  const isLinked = sql`EXISTS (SELECT 1 FROM work_order_equipment we
    WHERE we.org_id = ${me.orgId} AND we.work_order_id = ${workOrder.id} AND we.equipment_id = ${equipment.id})`;
  return ctx.db
    .select({
      workOrderId: named(workOrder.id, "unit_work_order_id"),
      id: named(equipment.id, "unit_id"),
      name: named(equipment.name, "unit_name"),
      type: named(equipment.type, "unit_type"),
      manufacturer: equipment.manufacturer,
      modelNumber: equipment.modelNumber,
      serialNumber: equipment.serialNumber,
      location: named(equipment.location, "unit_location"),
      installDate: equipment.installDate,
      warrantyExpiresOn: equipment.warrantyExpiresOn,
      alerts: equipment.criticalAlerts,
      notes: named(equipment.notes, "unit_notes"),
      refrigerants: sql<
        string[]
      >`(SELECT json_group_array(g.refrigerant) FROM service_groups g INDEXED BY service_groups_name
          WHERE g.org_id = ${me.orgId} AND g.equipment_id = ${equipment.id})`
        .mapWith(texts)
        .as("unit_refrigerants"),
      circuits: sql<readonly DayCircuit[]>`(SELECT json_group_array(json_object('id', g.id, 'name', g.name,
            'refrigerant', g.refrigerant, 'last', json(${lastOf(me)})))
          FROM service_groups g INDEXED BY service_groups_name
          WHERE g.org_id = ${me.orgId} AND g.equipment_id = ${equipment.id})`
        .mapWith((text: string): readonly DayCircuit[] => JSON.parse(text))
        .as("unit_circuits"),
      isLinked: sql<boolean>`${isLinked}`.mapWith(Boolean).as("is_linked"),
    })
    .from(workOrder)
    .crossJoin(equipment)
    .where(
      and(
        eq(workOrder.orgId, me.orgId),
        sql`${workOrder.id} IN ${ids}`,
        eq(equipment.orgId, me.orgId),
        sql`${equipment.id} IN (SELECT we.equipment_id FROM work_order_equipment we
              WHERE we.org_id = ${me.orgId} AND we.work_order_id = ${workOrder.id}
            UNION SELECT sited.id FROM equipment sited INDEXED BY equipment_address
              WHERE sited.org_id = ${me.orgId} AND sited.address_id = ${workOrder.siteAddressId} AND sited.status <> 'retired')`,
      ),
    )
    .orderBy(desc(sql`is_linked`), asc(equipment.name))
    .limit(MAX_OF_A_KIND);
}

/** The settings of a circuit's last reading, as JSON. */
function lastOf(me: Member): SQL {
  return sql`(SELECT json_object('metering', r.metering, 'altitudeFeet', r.altitude_feet,
        'targetSubcoolingF', r.target_subcooling_centi_f / 100.0)
      FROM refrigerant_readings r INDEXED BY refrigerant_readings_circuit
      WHERE r.org_id = ${me.orgId} AND r.service_group_id = g.id AND r.removed_at IS NULL
      ORDER BY r.taken_at DESC, r.id DESC LIMIT 1)`;
}

/** Readings taken during the jobs, in order. */
export function selectDayReadings(ctx: Ctx, me: Member, ids: SQL) {
  const r = refrigerantReadings;
  return ctx.db
    .select({
      workOrderId: named(r.workOrderId, "reading_job_id"),
      id: named(r.id, "reading_id"),
      serviceGroupId: named(r.serviceGroupId, "reading_circuit"),
      refrigerant: named(r.refrigerant, "reading_refrigerant"),
      metering: named(r.metering, "reading_metering"),
      altitudeFeet: named(r.altitudeFeet, "reading_altitude"),
      targetSubcoolingCentiF: namedOrNull(r.targetSubcoolingCentiF, "reading_target"),
      suctionMilliPsi: namedOrNull(r.suctionMilliPsi, "reading_suction"),
      suctionCentiF: namedOrNull(r.suctionCentiF, "reading_suction_line"),
      liquidMilliPsi: namedOrNull(r.liquidMilliPsi, "reading_liquid"),
      liquidCentiF: namedOrNull(r.liquidCentiF, "reading_liquid_line"),
      wetBulbCentiF: namedOrNull(r.wetBulbCentiF, "reading_wet_bulb"),
      dryBulbCentiF: namedOrNull(r.dryBulbCentiF, "reading_dry_bulb"),
      addedMilliLb: namedOrNull(r.addedMilliLb, "reading_added"),
      recoveredMilliLb: namedOrNull(r.recoveredMilliLb, "reading_recovered"),
      takenAt: named(r.takenAt, "reading_taken_at"),
    })
    .from(byIndex(r, "refrigerant_readings_job"))
    .where(and(eq(r.orgId, me.orgId), sql`${r.workOrderId} IN ${ids}`, isNull(r.removedAt)))
    .orderBy(asc(r.takenAt), asc(r.id))
    .limit(MAX_OF_A_KIND);
}

/** The three previous visits at each job's address, newest first, with their last note. */
export function selectVisits(ctx: Ctx, me: Member, ids: SQL) {
  const latest = sql`(SELECT v.id FROM work_orders v INDEXED BY work_orders_visited
      WHERE v.org_id = ${me.orgId} AND v.site_address_id = ${workOrder.siteAddressId} AND v.status IN ('completed', 'closed') AND v.id <> ${workOrder.id}
      ORDER BY v.completed_at DESC, v.id DESC LIMIT 3)`;
  return ctx.db
    .select({
      workOrderId: named(workOrder.id, "visited_for_id"),
      id: named(workOrders.id, "visit_id"),
      number: named(workOrders.number, "visit_number"),
      title: named(workOrders.title, "visit_title"),
      completedAt: sql<string>`${workOrders.completedAt}`.as("visit_completed_at"),
      by: sql<string | null>`(SELECT t.first_name || ' ' || t.last_name FROM technicians t
          WHERE t.org_id = ${me.orgId} AND t.id = ${workOrders.technicianId})`.as("visit_by"),
      note: sql<string | null>`(SELECT n.body FROM work_order_notes n
          WHERE n.org_id = ${me.orgId} AND n.work_order_id = ${workOrders.id} ORDER BY n.id DESC LIMIT 1)`.as(
        "visit_note",
      ),
    })
    .from(workOrder)
    .crossJoin(workOrders)
    .where(
      and(
        eq(workOrder.orgId, me.orgId),
        sql`${workOrder.id} IN ${ids}`,
        eq(workOrders.orgId, me.orgId),
        sql`${workOrders.id} IN ${latest}`,
      ),
    )
    .orderBy(desc(workOrders.completedAt), desc(workOrders.id))
    .limit(MAX_OF_A_KIND);
}

/** Tomorrow's jobs in order, with where and when the day starts. */
export function selectTomorrow(ctx: Ctx, me: Member, today: string) {
  const { start, end } = dayBounds(addDays(today, 1), me.timeZone);
  const ids = sql`(SELECT v.work_order_id FROM appointment_technicians t
      JOIN appointments v ON v.org_id = t.org_id AND v.id = t.appointment_id
      WHERE t.org_id = ${me.orgId} AND t.technician_id = ${me.technicianId} AND t.blocks_calendar = 1
        AND t.starts_at >= ${new Date(start).toISOString()} AND t.starts_at < ${new Date(end).toISOString()})`;
  return ctx.db
    .select({
      id: named(workOrders.id, "tomorrow_id"),
      number: named(workOrders.number, "tomorrow_number"),
      title: workOrders.title,
      scheduledStart: workOrders.scheduledStart,
      windowStart: workOrders.windowStart,
      windowEnd: workOrders.windowEnd,
      customerName: named(customers.name, "tomorrow_customer"),
      city: addresses.city,
      line1: addresses.line1,
      timeZone: named(addresses.timeZone, "tomorrow_time_zone"),
    })
    .from(workOrders)
    .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .where(and(eq(workOrders.orgId, me.orgId), sql`${workOrders.id} IN ${ids}`))
    .orderBy(asc(workOrders.scheduledStart), asc(workOrders.number))
    .limit(50);
}

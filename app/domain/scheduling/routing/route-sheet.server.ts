import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { equipment, workOrderEquipment } from "#drizzle/schema/equipment";
import { technicianAddresses, technicians } from "#drizzle/schema/technicians";
import { workOrders } from "#drizzle/schema/work-orders";
import { type DriveTime, driveOrigin, knownDrives, type Place } from "~/domain/drives/drive-time";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { isScheduleDate } from "~/domain/shared/time/dates";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { type BookedWorkOrder, bookedJobs } from "~/domain/technicians/booked-jobs.server";
import { addressesOf } from "~/domain/technicians/crew.server";
import { allowToRead, seesCustomersOf, technicianNotFound } from "~/domain/technicians/detail.server";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { cachedDrives } from "./drive-times.server";

export type RouteStop = Awaited<ReturnType<typeof routeSheet>>["stops"][number];

/**
 * Returns a technician's stops of a day in order, for printing: time, place, customer, equipment, and the drive to each. Access
 * notes are left out because paper gets lost. Customer, address, equipment and description are left out for members who may not
 * see customers. One round trip.
 * @throws DomainError not_found, forbidden, invalid for a day out of range
 */
export async function routeSheet(ctx: Ctx, technicianId: string, day: string | null) {
  const me = allowToRead(ctx, technicianId);
  const today = todayOf(ctx, me);
  const date = day ?? today;
  if (!isScheduleDate(date)) throw new DomainError("invalid", "Please choose a day from 2000 to 2100.");
  const { start, end } = dayBounds(date, me.timeZone);
  const ids = workOrderIdsOf(me, technicianId, { start, end });
  const [[technician], places, rows, details, units, drives] = await ctx.db.batch([
    ctx.db
      .select({ firstName: technicians.firstName, lastName: technicians.lastName })
      .from(technicians)
      .where(and(eq(technicians.orgId, me.orgId), eq(technicians.id, technicianId))),
    addressesOf(ctx, me, eq(technicianAddresses.technicianId, technicianId)),
    bookedJobs(ctx, me, { period: { start, end }, technicianId }),
    ctx.db
      .select({ id: named(workOrders.id, "detail_id"), description: workOrders.description })
      .from(workOrders)
      .where(and(eq(workOrders.orgId, me.orgId), sql`${workOrders.id} IN ${ids}`)),
    ctx.db
      .select({
        workOrderId: workOrderEquipment.workOrderId,
        name: named(equipment.name, "unit_name"),
        modelNumber: equipment.modelNumber,
        serialNumber: equipment.serialNumber,
      })
      .from(workOrderEquipment)
      .innerJoin(equipment, and(eq(equipment.orgId, me.orgId), eq(equipment.id, workOrderEquipment.equipmentId)))
      .where(and(eq(workOrderEquipment.orgId, me.orgId), sql`${workOrderEquipment.workOrderId} IN ${ids}`))
      .orderBy(asc(equipment.name), asc(equipment.id)),
    cachedDrives(ctx, me, { start, end }),
  ]);
  if (!technician) throw technicianNotFound();
  const drive = knownDrives(drives);
  const jobs = rows.filter(({ startsAt }) => Date.parse(startsAt) >= start);
  const base = driveOrigin({ workOrder: null, home: placeOf(places, "home"), depot: placeOf(places, "depot") });
  const showsCustomers = seesCustomersOf(me, technicianId);
  const stops = jobs.map((workOrder, index) => {
    const before = jobs[index - 1];
    const from = before ? sitePlace(before) : base;
    const unknown: DriveTime = { minutes: null, basis: "unknown" };
    return {
      ...stopOf(workOrder, me.timeZone),
      site: showsCustomers ? siteOf(workOrder) : null,
      description: (showsCustomers && details.find(({ id }) => id === workOrder.workOrderId)?.description) || null,
      units: units
        .filter(({ workOrderId }) => showsCustomers && workOrderId === workOrder.workOrderId)
        .map(({ workOrderId: _, ...unit }) => unit),
      drive: from ? drive(from, sitePlace(workOrder)) : unknown,
    };
  });
  const measured = stops.flatMap(({ drive: { minutes } }) => (minutes === null ? [] : [minutes]));
  return {
    technician: { id: technicianId, name: `${technician.firstName} ${technician.lastName}` },
    ...{ date, today, stops, timeZone: me.timeZone, orgName: me.orgName },
    driveMinutes: measured.reduce((sum, minutes) => sum + minutes, 0),
    unknownDrives: stops.length - measured.length,
  };
}

const sitePlace = ({ addressId, latitude, longitude }: BookedWorkOrder): Place => ({ addressId, latitude, longitude });

function placeOf(
  places: readonly { type: string; technicianId: string; latitude: number | null; longitude: number | null }[],
  type: "home" | "depot",
): Place | null {
  const found = places.find((place) => place.type === type);
  return found
    ? { addressId: `${type}:${found.technicianId}`, latitude: found.latitude, longitude: found.longitude }
    : null;
}

const siteOf = ({ customerName, customerPhone, street, city }: BookedWorkOrder) => ({
  ...{ customerName, customerPhone },
  address: `${street}, ${city}`,
});

function stopOf(workOrder: BookedWorkOrder, businessZone: string) {
  const { number, title, status, priority, role, startsAt, endsAt } = workOrder;
  return {
    ...{ number, title, status, priority, role, startsAt, endsAt },
    reference: formatWorkOrderNumber(number),
    timeZone: workOrder.timeZone ?? businessZone,
    window:
      workOrder.windowStart && workOrder.windowEnd ? { start: workOrder.windowStart, end: workOrder.windowEnd } : null,
  };
}

function workOrderIdsOf(me: Member, technicianId: string, { start, end }: { start: number; end: number }): SQL {
  const [from, to] = [start, end].map((at) => new Date(at).toISOString());
  return sql`(SELECT a.work_order_id FROM appointment_technicians b JOIN appointments a ON a.org_id = ${me.orgId} AND a.id = b.appointment_id
    WHERE b.org_id = ${me.orgId} AND b.technician_id = ${technicianId} AND b.blocks_calendar = 1
      AND b.starts_at >= ${from} AND b.starts_at < ${to})`;
}

import { and, asc, eq, gt, lt, ne, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { technicians } from "#drizzle/schema/technicians";
import { appointments, appointmentTechnicians, workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { type Interval, MINUTE_MS } from "~/domain/shared/intervals";
import { intervalOf, windowOf } from "~/domain/technicians/arrival-window";
import { formatWorkOrderNumber } from "~/domain/work-orders/work-order";
import { NIGHT_MS, type PlannedJob } from "./calendar";
import type { JobDemands } from "./qualification";

const day = 86_400_000;
const MAX_APPOINTMENT_MS = 7 * day;
const iso = (at: number) => new Date(at).toISOString();

/**
 * Every booking from a day before the period to its end, so that the drive from the
 * previous job is known; `technicianId` null: everybody who works here. Each technician is one range of the index.
 */
export function bookedJobs(ctx: Ctx, me: Member, options: { period: Interval; technicianId: string | null }) {
  const { technicianId, period } = options;
  const start = period.start - day;
  return bookedRows(ctx, me)
    .where(
      and(
        eq(technicians.orgId, me.orgId),
        technicianId === null ? ne(technicians.status, "inactive") : eq(technicians.id, technicianId),
        eq(appointmentTechnicians.orgId, me.orgId),
        eq(appointmentTechnicians.technicianId, technicians.id),
        isHeld,
        gt(appointmentTechnicians.startsAt, iso(start - MAX_APPOINTMENT_MS)),
        lt(appointmentTechnicians.startsAt, iso(period.end)),
        gt(appointmentTechnicians.endsAt, iso(start)),
      ),
    )
    .orderBy(asc(appointmentTechnicians.startsAt));
}

/**
 * What begins in a period, and of what began before it the last of each technician, unless a night lies between: all that a day is
 * judged by. One technician's after another's, because the database reads each once more to sort them.
 */
export function jobsOfDay(ctx: Ctx, me: Member, { start, end }: Interval) {
  const last = sql`(SELECT max(l.starts_at) FROM appointment_technicians l INDEXED BY appointment_technicians_time
    WHERE l.org_id = ${me.orgId} AND l.technician_id = ${technicians.id} AND l.blocks_calendar = 1
      AND l.starts_at < ${iso(start)} AND l.starts_at > ${iso(start - NIGHT_MS - MAX_APPOINTMENT_MS)})`;
  return bookedRows(ctx, me).where(
    and(
      eq(technicians.orgId, me.orgId),
      ne(technicians.status, "inactive"),
      eq(appointmentTechnicians.orgId, me.orgId),
      eq(appointmentTechnicians.technicianId, technicians.id),
      isHeld,
      sql`${appointmentTechnicians.startsAt} >= coalesce(${last}, ${iso(start)})`,
      lt(appointmentTechnicians.startsAt, iso(end)),
      gt(appointmentTechnicians.endsAt, iso(start - NIGHT_MS)),
    ),
  );
}

// Written out, because the partial index is used only if its condition appears literally.
const isHeld = sql`${appointmentTechnicians.blocksCalendar} = 1`;

/** What a work order asks of a person: three lists out of its playbook, which is far larger. */
const demandsColumn =
  sql<JobDemands>`json_array(work_orders.playbook -> '$.skills', work_orders.playbook -> '$.certifications',
  work_orders.playbook -> '$.refrigerantWork')`
    .mapWith((text: string) => demandsFrom(JSON.parse(text)))
    .as("booked_demands");

function demandsFrom([skills, certifications, refrigerantWork]: [
  string[] | null,
  string[] | null,
  boolean | null,
]): JobDemands {
  return { skills: skills ?? [], certifications: certifications ?? [], refrigerantWork: refrigerantWork ?? false };
}

function bookedRows(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      appointmentId: named(appointmentTechnicians.appointmentId, "booked_appointment_id"),
      technicianId: named(technicians.id, "booked_technician_id"),
      role: appointmentTechnicians.role,
      startsAt: named(appointmentTechnicians.startsAt, "booked_from"),
      endsAt: named(appointmentTechnicians.endsAt, "booked_until"),
      workOrderId: named(workOrders.id, "booked_work_order_id"),
      number: workOrders.number,
      title: workOrders.title,
      status: named(workOrders.status, "booked_status"),
      priority: workOrders.priority,
      version: named(workOrders.version, "booked_version"),
      arrivalWindowMinutes: workOrders.arrivalWindowMinutes,
      windowStart: workOrders.windowStart,
      windowEnd: workOrders.windowEnd,
      windowNotifiedAt: workOrders.windowNotifiedAt,
      windowNotifiedHow: workOrders.windowNotifiedHow,
      windowNotifiedBy: workOrders.windowNotifiedBy,
      overrideReason: appointmentTechnicians.overrideReason,
      demands: demandsColumn,
      serviceName: sql<string | null>`work_orders.playbook ->> '$.name'`.as("booked_service"),
      completedAt: workOrders.completedAt,
      customerName: named(customers.name, "booked_customer"),
      customerLastName: named(customers.lastName, "booked_last_name"),
      customerPhone: named(customers.phone, "booked_phone"),
      addressId: named(addresses.id, "booked_address_id"),
      street: named(addresses.line1, "booked_street"),
      city: addresses.city,
      state: named(addresses.state, "booked_state"),
      latitude: addresses.latitude,
      longitude: addresses.longitude,
      timeZone: named(addresses.timeZone, "booked_zone"),
    })
    .from(technicians)
    .crossJoin(appointmentTechnicians)
    .innerJoin(
      appointments,
      and(eq(appointments.orgId, me.orgId), eq(appointments.id, appointmentTechnicians.appointmentId)),
    )
    .innerJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, appointments.workOrderId)))
    .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .$dynamic();
}

export type BookedJob = Awaited<ReturnType<typeof bookedJobs>>[number];

/** The rows of one appointment as one job of all its people. */
export function plannedJobs(rows: readonly BookedJob[], businessZone: string): PlannedJob[] {
  const crews = new Map<string, BookedJob[]>();
  for (const row of rows) crews.set(row.appointmentId, [...(crews.get(row.appointmentId) ?? []), row]);
  return [...crews.values()].flatMap((crew) => {
    const [first] = crew;
    if (!first) return [];
    const start = Date.parse(first.startsAt);
    return [
      {
        id: first.workOrderId,
        label: formatWorkOrderNumber(first.number),
        customerName: first.customerName,
        status: first.status,
        technicianIds: leadFirst(crew).map((one) => one.technicianId),
        start,
        minutes: Math.round((Date.parse(first.endsAt) - start) / MINUTE_MS),
        place: { addressId: first.addressId, latitude: first.latitude, longitude: first.longitude },
        zone: first.timeZone ?? businessZone,
        demands: first.demands,
        arrivalWindow: intervalOf(windowOf(first)),
      },
    ];
  });
}

function leadFirst(crew: readonly BookedJob[]): BookedJob[] {
  return [...crew.filter((one) => one.role === "lead"), ...crew.filter((one) => one.role === "helper")];
}

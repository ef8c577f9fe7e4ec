import { and, asc, eq, gt, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { technicians } from "#drizzle/schema/technicians";
import { appointments, appointmentTechnicians, workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import type { Interval } from "~/domain/shared/time/intervals";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { intervalOf, windowOf } from "./arrival-window";
import { NIGHT_MS, type PlannedWorkOrder } from "./calendar";
import type { WorkOrderDemands } from "./qualification";

const MAX_APPOINTMENT_MS = 7 * DAY_MS;
const iso = (at: number) => new Date(at).toISOString();

/**
 * Returns every booking from a day before the period to its end, so that the drive from the previous job is known;
 * `technicianId` null: all active technicians. Each technician is one index range.
 */
export function bookedJobs(ctx: Ctx, me: Member, options: { period: Interval; technicianId: string | null }) {
  const { technicianId, period } = options;
  const start = period.start - DAY_MS;
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
 * Returns the jobs that start in a period, and each technician's last job before it unless a night lies between: everything
 * needed to check a day. Grouped by technician, because sorting in the database would read each row once more.
 */
export function jobsOfDay(ctx: Ctx, me: Member, { start, end }: Interval) {
  const from = sql`coalesce(${lastBefore(me, start)}, ${iso(start)})`;
  return bookedRows(ctx, me).where(
    and(heldBetween(me, from, end), gt(appointmentTechnicians.endsAt, iso(start - NIGHT_MS))),
  );
}

/** The start of the row's technician's last job before an instant. */
const lastBefore = ({ orgId }: Member, start: number) =>
  sql`(SELECT max(l.starts_at) FROM appointment_technicians l INDEXED BY appointment_technicians_time
    WHERE l.org_id = ${orgId} AND l.technician_id = ${technicians.id} AND l.blocks_calendar = 1
      AND l.starts_at < ${iso(start)} AND l.starts_at > ${iso(start - NIGHT_MS - MAX_APPOINTMENT_MS)})`;

const heldBetween = ({ orgId }: Member, from: SQL | string, end: number) =>
  and(
    eq(technicians.orgId, orgId),
    ne(technicians.status, "inactive"),
    eq(appointmentTechnicians.orgId, orgId),
    eq(appointmentTechnicians.technicianId, technicians.id),
    isHeld,
    sql`${appointmentTechnicians.startsAt} >= ${from}`,
    lt(appointmentTechnicians.startsAt, iso(end)),
  );

/**
 * Returns the same as `jobsOfDay`, for callers that also need the work orders starting that day: these by start, each once,
 * booked or not; the people booked for them; and jobs that started before the day. A booking starts with its work order.
 */
export async function dayWithBookings(ctx: Ctx, me: Member, { start, end }: Interval) {
  const [workOrders, bookings, before] = await ctx.db.batch([
    jobsStarting(ctx, me, { start, end }),
    ctx.db
      .select({ ...bookingColumns, bookedFor: named(appointments.workOrderId, "booked_for") })
      .from(technicians)
      .crossJoin(appointmentTechnicians)
      .innerJoin(
        appointments,
        and(eq(appointments.orgId, me.orgId), eq(appointments.id, appointmentTechnicians.appointmentId)),
      )
      .where(heldBetween(me, iso(start), end)),
    bookedRows(ctx, me).where(
      and(heldBetween(me, lastBefore(me, start), start), gt(appointmentTechnicians.endsAt, iso(start - NIGHT_MS))),
    ),
  ]);
  const byId = new Map(workOrders.map((workOrder) => [workOrder.workOrderId, workOrder]));
  const booked = bookings.flatMap(({ bookedFor, ...booking }): BookedWorkOrder[] => {
    const workOrder = byId.get(bookedFor);
    return workOrder ? [{ ...workOrder, ...booking }] : [];
  });
  return { workOrders, booked: [...before, ...booked] };
}

export type DayWithBookings = Awaited<ReturnType<typeof dayWithBookings>>;

function jobsStarting(ctx: Ctx, me: Member, { start, end }: Interval) {
  return ctx.db
    .select({
      ...workOrderColumns,
      scheduledStart: named(workOrders.scheduledStart, "job_starts_at"),
      leadId: named(workOrders.technicianId, "job_lead_id"),
    })
    .from(byIndex(workOrders, "work_orders_start"))
    .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .where(
      and(
        eq(workOrders.orgId, me.orgId),
        gte(workOrders.scheduledStart, iso(start)),
        lt(workOrders.scheduledStart, iso(end)),
      ),
    )
    .orderBy(asc(workOrders.scheduledStart), asc(workOrders.id));
}

// Written out because the partial index is used only if its condition appears literally.
const isHeld = sql`${appointmentTechnicians.blocksCalendar} = 1`;

/** A work order's requirements: three lists from its playbook, which is much larger. */
const demandsColumn =
  sql<WorkOrderDemands>`json_array(work_orders.playbook -> '$.skills', work_orders.playbook -> '$.certifications',
  work_orders.playbook -> '$.refrigerantWork')`
    .mapWith((text: string) => demandsFrom(JSON.parse(text)))
    .as("booked_demands");

function demandsFrom([skills, certifications, refrigerantWork]: [
  string[] | null,
  string[] | null,
  boolean | null,
]): WorkOrderDemands {
  return { skills: skills ?? [], certifications: certifications ?? [], refrigerantWork: refrigerantWork ?? false };
}

const bookingColumns = {
  appointmentId: named(appointmentTechnicians.appointmentId, "booked_appointment_id"),
  technicianId: named(technicians.id, "booked_technician_id"),
  role: appointmentTechnicians.role,
  startsAt: named(appointmentTechnicians.startsAt, "booked_from"),
  endsAt: named(appointmentTechnicians.endsAt, "booked_until"),
  overrideReason: appointmentTechnicians.overrideReason,
};

/** A work order's facts, with its customer and site. */
const workOrderColumns = {
  workOrderId: named(workOrders.id, "booked_work_order_id"),
  number: named(workOrders.number, "booked_number"),
  title: named(workOrders.title, "booked_title"),
  status: named(workOrders.status, "booked_status"),
  priority: named(workOrders.priority, "booked_priority"),
  version: named(workOrders.version, "booked_version"),
  arrivalWindowMinutes: named(workOrders.arrivalWindowMinutes, "booked_arrival_window_minutes"),
  windowStart: named(workOrders.windowStart, "booked_window_start"),
  windowEnd: named(workOrders.windowEnd, "booked_window_end"),
  windowNotifiedAt: named(workOrders.windowNotifiedAt, "booked_window_notified_at"),
  windowNotifiedHow: named(workOrders.windowNotifiedHow, "booked_window_notified_how"),
  windowNotifiedBy: named(workOrders.windowNotifiedBy, "booked_window_notified_by"),
  demands: demandsColumn,
  serviceName: sql<string | null>`work_orders.playbook ->> '$.name'`.as("booked_service"),
  completedAt: named(workOrders.completedAt, "booked_completed_at"),
  customerName: named(customers.name, "booked_customer"),
  customerLastName: named(customers.lastName, "booked_last_name"),
  customerPhone: named(customers.phone, "booked_phone"),
  addressId: named(addresses.id, "booked_address_id"),
  street: named(addresses.line1, "booked_street"),
  city: named(addresses.city, "booked_city"),
  state: named(addresses.state, "booked_state"),
  latitude: named(addresses.latitude, "booked_latitude"),
  longitude: named(addresses.longitude, "booked_longitude"),
  timeZone: named(addresses.timeZone, "booked_zone"),
};

function bookedRows(ctx: Ctx, me: Member) {
  return ctx.db
    .select({ ...bookingColumns, ...workOrderColumns })
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

export type BookedWorkOrder = Awaited<ReturnType<typeof bookedJobs>>[number];

/** Combines the rows of one appointment into one job with all its people. */
export function plannedJobs(rows: readonly BookedWorkOrder[], businessZone: string): PlannedWorkOrder[] {
  const crews = new Map<string, BookedWorkOrder[]>();
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

function leadFirst(crew: readonly BookedWorkOrder[]): BookedWorkOrder[] {
  return [...crew.filter((one) => one.role === "lead"), ...crew.filter((one) => one.role === "helper")];
}

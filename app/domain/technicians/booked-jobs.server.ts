import { and, asc, eq, gt, lt, ne, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { technicians } from "#drizzle/schema/technicians";
import { appointments, appointmentTechnicians, workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { type Interval, MINUTE_MS } from "~/domain/shared/intervals";
import { intervalOf, windowOf } from "~/domain/technicians/arrival-window";
import { formatWorkOrderNumber } from "~/domain/work-orders/work-order";
import type { PlannedJob } from "./calendar";
import type { JobDemands } from "./qualification";

const day = 86_400_000;
const MAX_APPOINTMENT_MS = 7 * day;
const iso = (at: number) => new Date(at).toISOString();

/**
 * Every booking from a day before the period to its end, so that the drive from the
 * previous job is known (`before`: another lead in milliseconds; with 0 what is longer than a day may be missing); `technicianId` null: everybody who works here. Each technician is one range of the index.
 */
export function bookedJobs(
  ctx: Ctx,
  me: Member,
  options: { period: Interval; technicianId: string | null; before?: number },
) {
  const { period, technicianId, before = day } = options;
  return bookedRows(ctx, me)
    .where(
      and(
        eq(technicians.orgId, me.orgId),
        technicianId === null ? ne(technicians.status, "inactive") : eq(technicians.id, technicianId),
        eq(appointmentTechnicians.orgId, me.orgId),
        eq(appointmentTechnicians.technicianId, technicians.id),
        heldWithin({ start: period.start - before, end: period.end }, before === 0 ? day : MAX_APPOINTMENT_MS),
      ),
    )
    .orderBy(asc(appointmentTechnicians.startsAt));
}

// Written out, because the partial index is used only if its condition appears literally.
function heldWithin({ start, end }: Interval, longest: number): SQL | undefined {
  return and(
    sql`${appointmentTechnicians.blocksCalendar} = 1`,
    gt(appointmentTechnicians.startsAt, iso(start - longest)),
    lt(appointmentTechnicians.startsAt, iso(end)),
    gt(appointmentTechnicians.endsAt, iso(start)),
  );
}

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

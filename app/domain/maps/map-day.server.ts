import { and, eq, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { technicians } from "#drizzle/schema/technicians";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { pointFrom } from "~/domain/shared/point";
import { addDays } from "~/domain/shared/time/dates";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { MAX_ZIPS, ownZips } from "./coverage.server";
import type { MapDay } from "./schema";
import { latestPlaces } from "./technician-places.server";

const MAX_JOBS = 400;

export type MapOfDay = Awaited<ReturnType<typeof mapOfDay>>;

/**
 * The jobs of a day with their locations, the technicians who share theirs, and the service area: one round trip. Jobs without
 * coordinates are included. Colleagues' locations require permission to read technicians.
 * @throws DomainError forbidden
 */
export async function mapOfDay(ctx: Ctx, query: MapDay) {
  const me = allow(ctx, "work_orders.read");
  const today = todayOf(ctx, me);
  const date = query.date ?? today;
  const [jobs, placed, zips] = await ctx.db.batch([
    jobsOn(ctx, me, date),
    latestPlaces(ctx, me, { onlyOwn: !can(me, "technicians.read") }),
    ownZips(ctx, me, MAX_ZIPS + 1),
  ]);
  return {
    date,
    today,
    before: addDays(date, -1),
    after: addDays(date, 1),
    zone: me.timeZone,
    now: ctx.now.getTime(),
    isPartial: jobs.length > MAX_JOBS,
    jobs: jobs.slice(0, MAX_JOBS).map(({ latitude, longitude, zone, ...workOrder }) => ({
      ...workOrder,
      reference: formatWorkOrderNumber(workOrder.number),
      zone: zone ?? me.timeZone,
      point: pointFrom({ latitude, longitude }),
    })),
    /**
     * Technicians who share their location, for today only; without a point if none was reported within the hour and the shift.
     */
    technicians:
      date === today
        ? placed.map(({ latitude, longitude, ...one }) => ({ ...one, point: pointFrom({ latitude, longitude }) }))
        : [],
    zips: zips
      .slice(0, MAX_ZIPS)
      .map(({ latitude, longitude, ...zip }) => ({ ...zip, point: pointFrom({ latitude, longitude }) })),
    hasMoreZips: zips.length > MAX_ZIPS,
  };
}

/** All jobs that start on the day in the business's time zone, whatever their status. */
function jobsOn(ctx: Ctx, me: Member, date: string) {
  const { start, end } = dayBounds(date, me.timeZone);
  return ctx.db
    .select({
      id: named(workOrders.id, "job_id"),
      number: named(workOrders.number, "job_number"),
      title: named(workOrders.title, "job_title"),
      status: named(workOrders.status, "job_status"),
      scheduledStart: named(workOrders.scheduledStart, "job_start"),
      technicianId: named(workOrders.technicianId, "job_lead"),
      technicianFirstName: namedOrNull(technicians.firstName, "lead_first_name"),
      technicianLastName: namedOrNull(technicians.lastName, "lead_last_name"),
      customerName: named(customers.name, "job_customer"),
      siteId: named(addresses.id, "job_site"),
      line1: named(addresses.line1, "job_street"),
      city: named(addresses.city, "job_city"),
      state: named(addresses.state, "job_state"),
      zone: named(addresses.timeZone, "job_zone"),
      latitude: named(addresses.latitude, "job_latitude"),
      longitude: named(addresses.longitude, "job_longitude"),
    })
    .from(sql`work_orders INDEXED BY work_orders_start`)
    .crossJoin(customers)
    .crossJoin(addresses)
    .leftJoin(technicians, and(eq(technicians.orgId, me.orgId), eq(technicians.id, workOrders.technicianId)))
    .where(
      and(
        sql`work_orders.org_id = ${me.orgId} AND work_orders.scheduled_start >= ${new Date(start).toISOString()}
          AND work_orders.scheduled_start < ${new Date(end).toISOString()} AND work_orders.scheduled_start IS NOT NULL
          AND work_orders.status <> 'unscheduled'`,
        ...[eq(customers.orgId, me.orgId), eq(customers.id, workOrders.customerId)],
        ...[eq(addresses.orgId, me.orgId), eq(addresses.id, workOrders.siteAddressId)],
      ),
    )
    .orderBy(workOrders.scheduledStart)
    .limit(MAX_JOBS + 1);
}

import { and, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { workOrders } from "#drizzle/schema/work-orders";
import { cachedDrives } from "~/domain/scheduling/routing/drive-times.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { addDays, DAY_MS, isScheduleDate, MINUTE_MS, weekAround } from "~/domain/shared/time/dates";
import { dayBounds, startOfDay, todayOf } from "~/domain/shared/time/time-zones";
import { intervalOf, windowOf } from "~/domain/technicians/arrival-window";
import { type BookedWorkOrder, bookedJobs } from "~/domain/technicians/booked-jobs.server";
import { assembleCrew, type CrewMember, crewStatements } from "~/domain/technicians/crew.server";
import type { WorkOrderDemands } from "~/domain/technicians/qualification";
import { teamsOf } from "~/domain/technicians/teams.server";
import { PRIORITIES, priorityRank } from "~/domain/work-order-basics/priority";
import { withLeave } from "./day.server";
import {
  type PromisedArrival,
  type SchedulerTechnician,
  type SchedulerWorkOrder,
  shortName,
  type TrayWorkOrder,
} from "./scheduler";

const MAX_TRAY = 100;

interface SchedulerQuery {
  /** Civil day of the business; today if it is not a valid date. */
  date: string | null;
  view: "day" | "week";
}

export type SchedulerData = Awaited<ReturnType<typeof schedulerScreen>>;

/**
 * Returns a day, or its week, for the whole team, its progress so far, and the unscheduled jobs, in one round trip.
 * @throws DomainError not_found for an invalid calendar day
 */
export async function schedulerScreen(ctx: Ctx, query: SchedulerQuery) {
  const me = allow(ctx, "work_orders.read");
  if (query.date !== null && !isScheduleDate(query.date)) throw notFound("That is not a valid date.");
  const now = ctx.now.getTime();
  const today = todayOf(ctx, me);
  const date = query.date ?? today;
  const dates = query.view === "week" ? weekAround(date) : [date];
  const [first = date, last = date] = [dates[0], dates.at(-1)];
  const period = { start: startOfDay(first, me.timeZone), end: dayBounds(last, me.timeZone).end };
  const crewQuery = { period, technicianId: null };
  const [people, skills, certifications, places, timeOff, holidays, rows, waiting, starts, drives, teams] =
    await ctx.db.batch([
      ...crewStatements(ctx, me, crewQuery),
      bookedJobs(ctx, me, crewQuery),
      waitingJobs(ctx, me),
      startsOf(ctx, me),
      cachedDrives(ctx, me, { start: period.start - DAY_MS, end: period.end }),
      teamsOf(ctx, me),
    ]);
  const crew = assembleCrew([people, skills, certifications, places, timeOff, holidays], me.timeZone).map(withLeave);
  const showsReasons = can(me, "technicians.read");
  return {
    date,
    dates,
    view: query.view,
    today,
    now,
    zone: me.timeZone,
    mayPlan: can(me, "work_orders.write"),
    before: addDays(first, -1),
    after: addDays(last, 1),
    holidays: holidays.map(({ name, from, to }) => ({ name, from, to })),
    technicians: crew.map((one) => ({ ...asSchedulerTechnician(one, showsReasons), team: teamOf(one, teams) })),
    jobs: schedulerJobs(rows, starts),
    /** Recently measured; all others are estimated where needed. */
    drives,
    tray: waiting.slice(0, MAX_TRAY).map(trayWorkOrder),
    trayIsPartial: waiting.length > MAX_TRAY,
  };
}

/** Hides where colleagues live and why they are away from members who may not know. */
function asSchedulerTechnician(technician: CrewMember, showsReasons: boolean): Omit<SchedulerTechnician, "team"> {
  const { id, name, status, skillLevel, skills, certifications, week, timeOff } = technician;
  const away = timeOff.map((one) => ({ ...one, reason: showsReasons ? one.reason : "not at work" }));
  const startsIn = technician.depotCity ?? (showsReasons ? technician.homeCity : null);
  return { id, name, status, skillLevel, skills, certifications, week, timeOff: away, startsIn };
}

function teamOf({ teamId }: CrewMember, teams: readonly { id: string; name: string }[]): SchedulerTechnician["team"] {
  const team = teams.find(({ id }) => id === teamId);
  return team ? { id: team.id, name: team.name } : null;
}

type WaitingWorkOrder = Awaited<ReturnType<typeof waitingJobs>>[number];

type ActualStart = Awaited<ReturnType<typeof startsOf>>[number];

/** Combines the rows of one appointment into one job with all its people, lead first. */
function schedulerJobs(rows: readonly BookedWorkOrder[], starts: readonly ActualStart[]): SchedulerWorkOrder[] {
  const jobs = new Map<string, SchedulerWorkOrder>();
  for (const row of rows) {
    const known = jobs.get(row.appointmentId);
    if (known) {
      known.technicianIds =
        row.role === "lead" ? [row.technicianId, ...known.technicianIds] : [...known.technicianIds, row.technicianId];
      continue;
    }
    const start = Date.parse(row.startsAt);
    const startedAt = starts.find((one) => one.workOrderId === row.workOrderId)?.at;
    jobs.set(row.appointmentId, {
      id: row.workOrderId,
      number: row.number,
      title: row.title,
      status: row.status,
      priority: row.priority,
      customerName: row.customerName,
      shortName: shortName(row.customerName, row.customerLastName),
      city: row.city,
      street: row.street,
      phone: row.customerPhone,
      serviceName: row.serviceName,
      technicianIds: [row.technicianId],
      start,
      minutes: Math.round((Date.parse(row.endsAt) - start) / MINUTE_MS),
      zone: row.timeZone,
      place: { addressId: row.addressId, latitude: row.latitude, longitude: row.longitude },
      window: promisedArrival(row),
      overrideReason: row.overrideReason,
      demands: asksFor(row.demands) ? row.demands : null,
      version: row.version,
      startedAt: startedAt ? Date.parse(startedAt) : null,
      finishedAt: row.completedAt ? Date.parse(row.completedAt) : null,
    });
  }
  return [...jobs.values()];
}

function trayWorkOrder({
  windowStart,
  windowEnd,
  windowNotifiedAt,
  lastName,
  createdAt,
  ...workOrder
}: WaitingWorkOrder): TrayWorkOrder {
  return {
    ...workOrder,
    shortName: shortName(workOrder.customerName, lastName),
    createdAt: Date.parse(createdAt),
    window: promisedArrival({ windowStart, windowEnd, windowNotifiedAt }),
  };
}

function promisedArrival(
  row: Pick<BookedWorkOrder, "windowStart" | "windowEnd" | "windowNotifiedAt">,
): PromisedArrival | null {
  const window = intervalOf(windowOf(row));
  return window && { ...window, isNotified: row.windowNotifiedAt !== null };
}

function asksFor({ skills, certifications, refrigerantWork }: WorkOrderDemands): boolean {
  return skills.length > 0 || certifications.length > 0 || refrigerantWork;
}

/**
 * Returns the latest start of work on jobs in progress: at most one job per technician, whichever day is shown. Null if the
 * history has none; not filtered here, because the database would read each history twice.
 */
export function startsOf(ctx: Ctx, me: Member) {
  // The partial index's condition is written out; otherwise the index is not used. A job's history rows have ascending ids.
  return ctx.db.all<{ workOrderId: string; at: string | null }>(sql`
    SELECT w.id AS workOrderId, (SELECT h.occurred_at FROM work_order_history h
      WHERE h.org_id = ${me.orgId} AND h.work_order_id = w.id AND h.to_status = 'in_progress' ORDER BY h.id DESC LIMIT 1) AS at
    FROM work_orders w INDEXED BY work_orders_under_way
    WHERE w.org_id = ${me.orgId} AND w.status IN ('en_route', 'in_progress') AND w.technician_id IS NOT NULL AND w.status = 'in_progress'`);
}

/**
 * Returns unscheduled work orders: not booked, on hold, or booked without a technician; most urgent first, then oldest. Each
 * status and priority is an ordered index range. The ranges of a priority are merged row by row, and a lower priority is read
 * only when the higher one is exhausted, so that only the rows of the tray are read.
 */
function waitingJobs(ctx: Ctx, me: Member) {
  const byUrgency = PRIORITIES.toReversed().map((priority) => {
    const stretches = [
      sql`status = 'unscheduled'`,
      sql`status = 'on_hold'`,
      sql`status = 'scheduled' AND technician_id IS NULL`,
    ].map(
      (waits) => sql`SELECT ${sql.raw(String(priorityRank(priority)))} AS urgency, * FROM work_orders
        WHERE org_id = ${me.orgId} AND priority = ${priority} AND ${waits}`,
    );
    return sql`SELECT * FROM (${sql.join(stretches, sql` UNION ALL `)} ORDER BY number LIMIT ${MAX_TRAY + 1})`;
  });
  const found = sql`SELECT * FROM (${sql.join(byUrgency, sql` UNION ALL `)}) LIMIT ${MAX_TRAY + 1}`;
  return (
    ctx.db
      .select({
        id: named(workOrders.id, "waiting_id"),
        number: named(workOrders.number, "waiting_number"),
        title: named(workOrders.title, "waiting_title"),
        status: named(workOrders.status, "waiting_status"),
        priority: named(workOrders.priority, "waiting_priority"),
        customerName: named(customers.name, "waiting_customer"),
        lastName: named(customers.lastName, "waiting_last_name"),
        city: addresses.city,
        street: named(addresses.line1, "waiting_street"),
        phone: named(customers.phone, "waiting_phone"),
        serviceName: sql<string | null>`work_orders.playbook ->> '$.name'`.as("waiting_service"),
        createdAt: named(workOrders.createdAt, "waiting_since"),
        minutes: named(workOrders.durationMinutes, "waiting_minutes"),
        start: named(workOrders.scheduledStart, "waiting_start"),
        windowStart: named(workOrders.windowStart, "waiting_window_start"),
        windowEnd: named(workOrders.windowEnd, "waiting_window_end"),
        windowNotifiedAt: named(workOrders.windowNotifiedAt, "waiting_notified_at"),
        holdReason: named(workOrders.holdReason, "waiting_holdreason"),
        zone: addresses.timeZone,
        addressId: named(addresses.id, "waiting_site"),
        latitude: addresses.latitude,
        longitude: addresses.longitude,
        version: named(workOrders.version, "waiting_version"),
      })
      .from(sql`(${found}) AS work_orders`)
      // Fixes the join order: SQLite does not know the row counts and would start with every customer.
      .crossJoin(customers)
      .crossJoin(addresses)
      .where(
        and(
          ...[eq(customers.orgId, me.orgId), eq(customers.id, workOrders.customerId)],
          ...[eq(addresses.orgId, me.orgId), eq(addresses.id, workOrders.siteAddressId)],
        ),
      )
      .orderBy(sql`work_orders.urgency DESC, work_orders.number`)
  );
}

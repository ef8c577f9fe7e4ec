import { sql } from "drizzle-orm";
import { countedZone, readCounted, zoneStillCounted } from "~/domain/business-days/count-again.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import type { DayWithBookings } from "~/domain/technicians/booked-jobs.server";
import type { WorkingHours } from "~/domain/technicians/crew.server";
import { fullName } from "~/domain/technicians/technician";
import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { listWorkOrders } from "~/domain/work-orders/list.server";
import { waitingJobs } from "~/domain/work-orders/tabs.server";

/** Maximum jobs listed; a longer day links to the list. */
const MAX_JOBS = 15;

interface Shared {
  /** Working hours of all technicians. */
  hours: () => Promise<WorkingHours>;
  /** Today's jobs. */
  day: () => Promise<DayWithBookings>;
}

/**
 * A business's day at a glance: how many jobs start today in each status, in the business's time zone, and the first of them by
 * start; how many are late (counted up to `MAX_TAB_COUNT`), unassigned, unscheduled, on hold and ready to be billed. Members who
 * do not plan see only the jobs of their own day. Members who plan also see the bookings, which are then read with the jobs.
 */
export async function workOrdersToday(ctx: Ctx, shared: Shared) {
  const me = allow(ctx, "work_orders.read");
  const date = todayOf(ctx, me);
  const plans = can(me, "work_orders.write");
  const own = plans ? null : me.technicianId;
  const [jobs, { byStatus, waiting, countedBy }] = await Promise.all([
    plans ? jobsOfBusiness(shared) : listedJobs(ctx, { date, own }),
    own === null ? dayOfBusiness(ctx, me, date) : dayOfTechnician(ctx, me, { date, own }),
  ]);
  return {
    date,
    timeZone: me.timeZone,
    own,
    byStatus: WORK_ORDER_STATUSES.flatMap((status) => byStatus.find((each) => each.status === status) ?? []),
    ...jobs,
    waiting,
    /** The zone the daily counts still use while they are recounted in the business's new one; null: its own. */
    countedBy,
  };
}

export type Today = Awaited<ReturnType<typeof workOrdersToday>>;

async function jobsOfBusiness({ hours, day }: Shared) {
  const [{ people }, { workOrders }] = await Promise.all([hours(), day()]);
  return {
    workOrders: workOrders
      .slice(0, MAX_JOBS)
      .map(({ workOrderId, number, title, status, priority, scheduledStart, customerName, city, timeZone, leadId }) => {
        const lead = people.find(({ id }) => id === leadId);
        return {
          ...{ id: workOrderId, number, title, status, priority, scheduledStart, customerName, city, timeZone },
          technicianName: lead ? fullName(lead) : null,
        };
      }),
    hasMore: workOrders.length > MAX_JOBS,
  };
}

async function listedJobs(ctx: Ctx, { date, own }: { date: string; own: string | null }) {
  const mine = own === null ? {} : { technicianId: own };
  const { items, nextCursor } = await listWorkOrders(ctx, { from: date, to: date, limit: MAX_JOBS, ...mine });
  return {
    workOrders: items.map(
      ({ id, number, title, status, priority, scheduledStart, customerName, city, timeZone, ...row }) => ({
        ...{ id, number, title, status, priority, scheduledStart, customerName, city, timeZone },
        technicianName: row.technicianName,
      }),
    ),
    hasMore: nextCursor !== null,
  };
}

interface OfStatus {
  status: WorkOrderStatus;
  count: number;
}

/** Uses sums maintained by triggers, since a large business has many jobs a day. */
async function dayOfBusiness(ctx: Ctx, me: Member, date: string) {
  const rows = await readCounted(
    ctx,
    me,
    () =>
      [
        countedZone(ctx, me),
        ctx.db.all<OfStatus>(sql`SELECT s.status AS status, s.jobs AS count FROM scheduled_sums s
          WHERE s.org_id = ${me.orgId} AND s.starts_on = ${date} AND s.jobs > 0`),
        waitingJobs(ctx, me),
      ] as const,
  );
  const [, byStatus, [waiting]] = rows;
  return { byStatus, waiting: waiting ?? null, countedBy: zoneStillCounted(rows, me) };
}

async function dayOfTechnician(ctx: Ctx, { orgId, timeZone }: Member, { date, own }: { date: string; own: string }) {
  const { start, end } = dayBounds(date, timeZone);
  const byStatus = await ctx.db.all<OfStatus>(sql`
    SELECT w.status AS status, count(*) AS count FROM work_orders w INDEXED BY work_orders_start
    WHERE w.org_id = ${orgId} AND w.scheduled_start >= ${new Date(start).toISOString()}
      AND w.scheduled_start < ${new Date(end).toISOString()} AND w.technician_id = ${own} GROUP BY w.status`);
  return { byStatus, waiting: null, countedBy: null };
}

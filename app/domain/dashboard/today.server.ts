import { sql } from "drizzle-orm";
import { countedZone, readCounted, zoneStillCounted } from "~/domain/business-days/count-again.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { dayBounds, wallTimeOf } from "~/domain/shared/time-zones";
import type { DayWithBookings } from "~/domain/technicians/booked-jobs.server";
import type { WorkingHours } from "~/domain/technicians/crew.server";
import { fullName } from "~/domain/technicians/technician";
import { listWorkOrders } from "~/domain/work-orders/list.server";
import { waitingJobs } from "~/domain/work-orders/tabs.server";
import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "~/domain/work-orders/work-order";

/** Jobs of the day that are listed; a longer day leads to the list. */
const MAX_JOBS = 15;

interface Shared {
  /** Of everybody. */
  hours: () => Promise<WorkingHours>;
  /** Of today. */
  day: () => Promise<DayWithBookings>;
}

/**
 * The day of a business at a glance: how many jobs start today on its wall in each state and the first of them by start; how many
 * should have begun and have not (counted up to `MAX_TAB_COUNT`), how many have no technician, no day, are held up and are ready to
 * be billed. Who does not plan sees the jobs of their own day alone. Whoever plans sees the bookings as well, with which the jobs are
 * read then.
 */
export async function workOrdersToday(ctx: Ctx, shared: Shared) {
  const me = allow(ctx, "work_orders.read");
  const { date } = wallTimeOf(ctx.now.getTime(), me.timeZone);
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
    /** The zone that counts by day still follow while the business's new one is counted; null: its own. */
    countedBy,
  };
}

export type Today = Awaited<ReturnType<typeof workOrdersToday>>;

async function jobsOfBusiness({ hours, day }: Shared) {
  const [{ people }, { workOrders }] = await Promise.all([hours(), day()]);
  return {
    workOrders: workOrders
      .slice(0, MAX_JOBS)
      .map(({ workOrderId, number, title, status, priority, scheduledStart, customerName, city, leadId }) => {
        const lead = people.find(({ id }) => id === leadId);
        return {
          ...{ id: workOrderId, number, title, status, priority, scheduledStart, customerName, city },
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
    workOrders: items.map(({ id, number, title, status, priority, scheduledStart, customerName, city, ...row }) => ({
      ...{ id, number, title, status, priority, scheduledStart, customerName, city },
      technicianName: row.technicianName,
    })),
    hasMore: nextCursor !== null,
  };
}

interface OfStatus {
  status: WorkOrderStatus;
  count: number;
}

/** By sums that triggers keep: a day is as long as the business is large. */
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

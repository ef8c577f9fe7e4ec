import { type SQL, sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { dayBounds, wallTimeOf } from "~/domain/shared/time-zones";
import { listTabs, listWorkOrders } from "./list.server";
import { UNASSIGNED_STATUSES, WORK_ORDER_STATUSES, type WorkOrderStatus } from "./work-order";

/** Jobs of the day that are listed; a longer day leads to the list. */
const MAX_JOBS = 15;

/**
 * The day of a business at a glance: how many jobs start today on its wall in each state and the first of them by start; how many
 * should have begun and have not, how many have no technician (both counted up to `MAX_TAB_COUNT`), no day, are held up and are
 * ready to be billed. Who does not plan sees the jobs of their own day alone.
 */
export async function workOrdersToday(ctx: Ctx) {
  const me = allow(ctx, "work_orders.read");
  const { date } = wallTimeOf(ctx.now.getTime(), me.timeZone);
  const own = can(me, "work_orders.write") ? null : me.technicianId;
  const mine = own === null ? {} : { technicianId: own };
  const [{ items, nextCursor }, tabs, byStatus, unscheduled] = await Promise.all([
    listWorkOrders(ctx, { from: date, to: date, limit: MAX_JOBS, ...mine }),
    own === null ? listTabs(ctx) : null,
    ctx.db.all<{ status: WorkOrderStatus; count: number }>(todayByStatus(me, { date, own })),
    own === null ? counterOf(ctx, me, "work_orders.status=unscheduled") : 0,
  ]);
  return {
    date,
    timeZone: me.timeZone,
    own,
    byStatus: WORK_ORDER_STATUSES.flatMap((status) => byStatus.find((each) => each.status === status) ?? []),
    workOrders: items,
    hasMore: nextCursor !== null,
    waiting: tabs && { ...tabs.counts, unscheduled, unassignedStatuses: UNASSIGNED_STATUSES },
  };
}

export type Today = Awaited<ReturnType<typeof workOrdersToday>>;

function todayByStatus({ orgId, timeZone }: Member, { date, own }: { date: string; own: string | null }): SQL {
  const { start, end } = dayBounds(date, timeZone);
  const [from, until] = [new Date(start).toISOString(), new Date(end).toISOString()];
  const during = sql`w.org_id = ${orgId} AND w.scheduled_start >= ${from} AND w.scheduled_start < ${until}`;
  return own === null
    ? sql`SELECT w.status AS status, count(*) AS count FROM work_orders w INDEXED BY work_orders_start WHERE ${during} GROUP BY w.status`
    : sql`SELECT w.status AS status, count(*) AS count FROM work_orders w INDEXED BY work_orders_start
        WHERE ${during} AND w.technician_id = ${own} GROUP BY w.status`;
}

async function counterOf(ctx: Ctx, { orgId }: Member, name: string): Promise<number> {
  const [row] = await ctx.db.all<{ value: number }>(
    sql`SELECT c.value AS value FROM counters c WHERE c.org_id = ${orgId} AND c.name = ${name}`,
  );
  return row?.value ?? 0;
}

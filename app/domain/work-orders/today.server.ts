import { and, eq, inArray } from "drizzle-orm";
import { counters } from "#drizzle/schema/platform";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time-zones";
import { listTabs, listWorkOrders } from "./list.server";

/** What waits for the office whatever the day. */
const WAITING_STATUSES = ["unscheduled", "on_hold", "completed"] as const;
const MAX_JOBS = 100;

/**
 * The day of a business at a glance: the jobs that start today on its wall, by start, and how many wait for a time, for
 * whatever holds them up, or to be billed; how many should have begun and have not, and how many have no technician (both
 * counted up to `MAX_TAB_COUNT`).
 */
export async function workOrdersToday(ctx: Ctx) {
  const me = allow(ctx, "work_orders.read");
  const { date } = wallTimeOf(ctx.now.getTime(), me.timeZone);
  const names = WAITING_STATUSES.map((status) => `work_orders.status=${status}`);
  const [{ items }, { counts }, counted] = await Promise.all([
    listWorkOrders(ctx, { from: date, to: date, limit: MAX_JOBS }),
    listTabs(ctx),
    ctx.db
      .select({ name: counters.name, value: counters.value })
      .from(counters)
      .where(and(eq(counters.orgId, me.orgId), inArray(counters.name, names))),
  ]);
  const waiting = WAITING_STATUSES.map((status) => ({
    status,
    count: counted.find(({ name }) => name === `work_orders.status=${status}`)?.value ?? 0,
  }));
  const workOrders = items.filter((item) => item.status !== "cancelled");
  const { late, unassigned } = counts;
  return { date, timeZone: me.timeZone, workOrders, waiting, late, unassigned };
}

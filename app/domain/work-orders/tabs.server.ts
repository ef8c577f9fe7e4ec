import { type SQL, sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { MAX_TAB_COUNT } from "./work-order";

/**
 * Returns how many jobs each of the list's tabs has, from counters or counted up to `MAX_TAB_COUNT`, and today's date
 * for the business.
 */
export async function listTabs(ctx: Ctx) {
  const me = allow(ctx, "work_orders.read");
  const { orgId, timeZone } = me;
  const today = todayOf(ctx, { timeZone });
  const { start, end } = dayBounds(today, timeZone);
  const [from, until] = [new Date(start).toISOString(), new Date(end).toISOString()];
  const [counted] = await ctx.db
    .select({
      today: upTo(sql`FROM work_orders w INDEXED BY work_orders_start
        WHERE w.org_id = ${orgId} AND w.scheduled_start >= ${from} AND w.scheduled_start < ${until}`).as("tab_today"),
      ...waitingColumns(ctx, me),
      all: sql<number>`coalesce((SELECT sum(c.value) FROM counters c WHERE c.org_id = ${orgId} AND c.name IN ${WORK_ORDER_STATUSES.map(ofStatus)}), 0)`.as(
        "tab_all",
      ),
    })
    .from(sql`(SELECT 1)`);
  return { today, counts: counted ?? { today: 0, ...NOTHING_WAITS, all: 0 } };
}

const NOTHING_WAITS = { unassigned: 0, late: 0, onHold: 0, toBill: 0 };

/** Returns, as a statement for a batch, how many jobs are unassigned, overdue, on hold, ready to be billed and unscheduled. */
export function waitingJobs(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      ...waitingColumns(ctx, me),
      unscheduled: counterOf(me, ofStatus("unscheduled")).as("tab_unscheduled"),
    })
    .from(sql`(SELECT 1)`);
}

function waitingColumns(ctx: Ctx, me: Member) {
  const { orgId } = me;
  return {
    unassigned: counterOf(me, "work_orders.unassigned").as("tab_unassigned"),
    late: upTo(sql`FROM work_orders w INDEXED BY work_orders_due
      WHERE w.org_id = ${orgId} AND w.status IN ('scheduled', 'dispatched') AND w.scheduled_start < ${ctx.now.toISOString()}`).as(
      "tab_late",
    ),
    onHold: counterOf(me, ofStatus("on_hold")).as("tab_on_hold"),
    toBill: counterOf(me, "work_orders.to_bill").as("tab_to_bill"),
  };
}

const upTo = (rows: SQL) => sql<number>`(SELECT count(*) FROM (SELECT 1 ${rows} LIMIT ${MAX_TAB_COUNT}))`;

const ofStatus = (status: WorkOrderStatus) => `work_orders.status=${status}`;

const counterOf = ({ orgId }: Member, name: string) =>
  sql<number>`coalesce((SELECT c.value FROM counters c WHERE c.org_id = ${orgId} AND c.name = ${name}), 0)`;

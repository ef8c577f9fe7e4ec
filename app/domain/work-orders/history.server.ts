import { and, eq } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { historyOf } from "./detail.server";
import { statusDistribution, statusDurations } from "./durations";
import { isWorkOrder, workOrderNotFound } from "./load.server";
import { formatWorkOrderNumber } from "./work-order";

/** Far more moves than a job makes: a page of its own would be for nobody. */
const most = 500;

/**
 * A work order's way: what happened oldest first (changes of status, time and people), how long it stayed in each state, and each
 * state's share of its life.
 * Instants of stays are epoch milliseconds. @throws DomainError not_found; forbidden
 */
export async function workOrderTimeline(ctx: Ctx, ref: string) {
  const member = allow(ctx, "work_orders.read");
  const [[workOrder], newestFirst] = await ctx.db.batch([
    headOf(ctx, member, ref),
    historyOf(ctx, member, { ref, limit: most }),
  ]);
  if (!workOrder) throw workOrderNotFound();
  const history = newestFirst.toReversed();
  const changes = history.flatMap(({ to, occurredAt, recordedAt }) =>
    to === null ? [] : [{ status: to, occurredAt: Date.parse(occurredAt), recordedAt: Date.parse(recordedAt) }],
  );
  const stays = statusDurations(changes, ctx.now.getTime());
  return {
    ...workOrder,
    reference: formatWorkOrderNumber(workOrder.number),
    history,
    stays,
    distribution: statusDistribution(stays),
  };
}

function headOf(ctx: Ctx, member: Member, ref: string) {
  return ctx.db
    .select({
      id: named(workOrders.id, "work_order_id"),
      number: named(workOrders.number, "work_order_number"),
      title: workOrders.title,
      status: named(workOrders.status, "work_order_status"),
      customerName: named(customers.name, "customer_name"),
      timeZone: named(addresses.timeZone, "site_time_zone"),
    })
    .from(workOrders)
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, member.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .where(isWorkOrder(member, ref));
}

import { and, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/columns";
import { customers } from "#drizzle/schema/customers";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx } from "~/domain/context";
import { allow } from "~/domain/permissions";
import { formatWorkOrderNumber } from "~/domain/work-orders/rules";
import { beyondNumbers, matchText, searchRowid } from "~/domain/work-orders/search.server";

/** The newest eight work orders that a few typed letters may mean, for the command palette. */
export async function findWorkOrders(ctx: Ctx, text: string) {
  const member = allow(ctx, "work_orders.read");
  const base = searchRowid(member, 0);
  const found = await ctx.db
    .select({
      number: named(workOrders.number, "work_order_number"),
      title: workOrders.title,
      status: named(workOrders.status, "work_order_status"),
      customerName: named(customers.name, "customer_name"),
    })
    .from(
      sql`(SELECT rowid - ${base} AS number FROM work_order_search
        WHERE work_order_search MATCH ${matchText(text)} AND rowid > ${base} AND rowid < ${searchRowid(member, beyondNumbers)}
        ORDER BY rowid DESC LIMIT 8) found CROSS JOIN work_orders INDEXED BY work_orders_number
        ON work_orders.org_id = ${member.orgId} AND work_orders.number = found.number`,
    )
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)));
  return found.map((one) => ({ ...one, reference: formatWorkOrderNumber(one.number) }));
}

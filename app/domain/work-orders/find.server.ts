import { and, eq, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { beyondNumbers, matchText, searchRowid } from "./search.server";

const hitsShown = 5;

/** The search over everything: "WO-012 No heat", the customer, and the number of the URL. */
export function findWorkOrders(ctx: Ctx, member: Member, text: string) {
  const base = searchRowid(member, 0);
  return ctx.db
    .select({
      foundId: sql<string>`CAST(${workOrders.number} AS TEXT)`.as("foundId"),
      foundLabel: sql<string>`printf('WO-%03d %s', ${workOrders.number}, ${workOrders.title})`.as("foundLabel"),
      foundDetail: sql<string | null>`${customers.name}`.as("foundDetail"),
    })
    .from(
      sql`(SELECT rowid - ${base} AS number FROM work_order_search
        WHERE work_order_search MATCH ${matchText(text)} AND rowid > ${base} AND rowid < ${searchRowid(member, beyondNumbers)}
        ORDER BY rowid DESC LIMIT ${hitsShown}) found CROSS JOIN work_orders INDEXED BY work_orders_number
        ON work_orders.org_id = ${member.orgId} AND work_orders.number = found.number`,
    )
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)));
}

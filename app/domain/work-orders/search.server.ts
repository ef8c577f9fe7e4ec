import { and, eq, type SQL, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";

/**
 * A rowid of the full-text tables: business and number in one. D1 binds numbers as reals, which FTS5 does not take for a
 * bound, and then it walks every business's matches; hence the cast.
 */
export function searchRowid(member: Member, number: number): SQL {
  return sql`CAST(${member.orgKey * 2 ** 31 + number} AS INTEGER)`;
}

/** Above the highest number a business can have. */
export const beyondNumbers = 2 ** 31;

/**
 * What people type as a full-text query: every word must begin a word of the title, the description or the customer's name;
 * a number is meant whole, so that 12 finds WO-012 and not WO-120. Nothing matches a text without a word.
 */
export function matchText(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return '""';
  return words
    .slice(0, 8)
    .map((word) => (/^\d+$/.test(word) ? `"${word}"` : `"${word.slice(0, 40)}"*`))
    .join(" ");
}

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

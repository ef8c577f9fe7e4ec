import { and, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import type { WorkOrderFilter } from "~/domain/work-orders/list.schema";
import { isAssigned, type ListSource, listSource } from "~/domain/work-orders/list-source.server";
import { mergedByNumber } from "~/domain/work-orders/merged.server";
import { PRIORITIES, priorityRank, type WorkOrderStatus } from "~/domain/work-orders/rules";
import { isOver } from "./board";

/** Cards of a column shown at first, and each time more are asked for. */
export const perColumn = 25;
/** Cards of the whole board where a text or a customer is looked for: the newest that match. */
export const mostMatches = 100;

/** What the board is narrowed to, in the words of the list's URL. */
export type BoardFilter = Pick<WorkOrderFilter, "search" | "customerId" | "technicianId" | "priority">;

/** One column, from a place on. */
export interface ColumnWish {
  status: WorkOrderStatus;
  after: { rank: number; number: number } | null;
  filter: BoardFilter;
  limit: number;
}

/** One card more than a column shows, so that it is known whether there are others. */
export function columnCards(ctx: Ctx, member: Member, wish: ColumnWish) {
  return cards(ctx, member, isOver(wish.status) ? newest(member, wish) : mostUrgent(member, wish));
}

/** Cards of any state that match a text or belong to a customer. */
export function matchingCards(ctx: Ctx, member: Member, { rows, rest }: ListSource) {
  const found = rest ? sql`SELECT * FROM (${rows}) AS work_orders WHERE ${rest}` : rows;
  return cards(ctx, member, sql`SELECT 0 AS rank, * FROM (${found}) AS work_orders LIMIT ${mostMatches + 1}`);
}

export function matchSource(member: Member, { search, customerId, technicianId, priority }: BoardFilter): ListSource {
  return listSource(member, {
    search: search || null,
    customerId: customerId ?? null,
    technicianId: technicianId ?? null,
    priority: priority ?? [],
    status: [],
    from: null,
    until: null,
    after: null,
    backwards: false,
    limit: mostMatches,
  });
}

export type CardRow = Awaited<ReturnType<typeof cards>>[number];

function cards(ctx: Ctx, member: Member, source: SQL) {
  return ctx.db
    .select({
      rank: sql<number>`work_orders.rank`.as("rank"),
      id: named(workOrders.id, "work_order_id"),
      number: named(workOrders.number, "work_order_number"),
      title: named(workOrders.title, "work_order_title"),
      status: named(workOrders.status, "work_order_status"),
      priority: named(workOrders.priority, "work_order_priority"),
      scheduledStart: named(workOrders.scheduledStart, "starts_at"),
      durationMinutes: named(workOrders.durationMinutes, "minutes"),
      technicianId: named(workOrders.technicianId, "lead_id"),
      holdReason: named(workOrders.holdReason, "held_for"),
      cancelReason: named(workOrders.cancelReason, "cancelled_for"),
      version: named(workOrders.version, "work_order_version"),
      customerId: named(customers.id, "the_customer_id"),
      customerName: named(customers.name, "customer_name"),
      city: named(addresses.city, "site_city"),
      timeZone: named(addresses.timeZone, "site_time_zone"),
    })
    .from(sql`(${source}) AS work_orders`)
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, member.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .orderBy(sql`work_orders.rank DESC, work_orders.number DESC`);
}

/** One ordered stretch of the index for each priority, one behind the other, so that no more than the cards are read. */
function mostUrgent(member: Member, { status, after, filter, limit }: ColumnWish): SQL {
  const wanted = PRIORITIES.toReversed().filter((one) => !filter.priority?.length || filter.priority.includes(one));
  const arms = wanted.map((priority) => {
    const rank = priorityRank(priority);
    const shown =
      !after || rank < after.rank ? sql`` : rank > after.rank ? sql`AND 0` : sql`AND number < ${after.number}`;
    const stretch = sql`SELECT ${sql.raw(String(rank))} AS rank, * FROM work_orders
      WHERE org_id = ${member.orgId} AND status = ${status} AND priority = ${priority} ${assigned(filter)} ${shown}`;
    return sql`SELECT * FROM (${stretch} ORDER BY number DESC LIMIT ${limit + 1})`;
  });
  return sql`SELECT * FROM (${sql.join(arms, sql` UNION ALL `)}) LIMIT ${limit + 1}`;
}

function newest(member: Member, { status, after, filter, limit }: ColumnWish): SQL {
  const older = after ? sql`AND number < ${after.number}` : sql``;
  return sql`SELECT 0 AS rank, * FROM (${mergedByNumber([status], filter.priority ?? [])}) AS work_orders
    WHERE org_id = ${member.orgId} ${assigned(filter)} ${older} ORDER BY work_orders.number DESC LIMIT ${limit + 1}`;
}

function assigned({ technicianId = null }: BoardFilter): SQL {
  const condition = isAssigned(technicianId);
  return condition ? sql`AND ${condition}` : sql``;
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { counters } from "#drizzle/schema/platform";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/context";
import { decodeCursor, page } from "~/domain/paging.server";
import { allow } from "~/domain/permissions";
import { nameOf, type TechnicianName, technicianNames } from "~/domain/work-orders/choices.queries.server";
import { mergedByNumber } from "~/domain/work-orders/merged.server";
import { BOARD_COLUMNS, PRIORITIES, priorityRank, type WorkOrderStatus } from "~/domain/work-orders/rules";

/** Cards of a column shown at once. */
const perColumn = 25;

/** What is over is looked up by how new it is; what is open, by how urgent. */
const over: readonly WorkOrderStatus[] = ["completed", "closed", "cancelled"];

export type BoardColumn = Awaited<ReturnType<typeof boardColumns>>[number];
export type BoardCard = BoardColumn["items"][number];

/** The nine columns, each with its first 25 cards, how many there are, and where the next cards begin. */
export async function boardColumns(ctx: Ctx) {
  const member = allow(ctx, "work_orders.read");
  const [first, ...others] = BOARD_COLUMNS.map((status) => cards(ctx, member, { status, after: null }));
  if (!first) return [];
  const [people, counts, ...columns] = await ctx.db.batch([
    technicianNames(ctx, member),
    statusCounts(ctx, member),
    first,
    ...others,
  ]);
  return BOARD_COLUMNS.map((status, index) => {
    const total = counts.find((one) => one.name === counterOf(status))?.value ?? 0;
    return { status, ...columnPage(columns[index] ?? [], people, total) };
  });
}

/** More cards of one column. */
export async function boardColumn(ctx: Ctx, status: WorkOrderStatus, cursor: string | undefined) {
  const member = allow(ctx, "work_orders.read");
  const after = decodeCursor(cursor, 2);
  const place = after ? { rank: Number(after[0]), number: Number(after[1]) } : null;
  const [people, counts, rows] = await ctx.db.batch([
    technicianNames(ctx, member),
    statusCounts(ctx, member),
    cards(ctx, member, { status, after: place }),
  ]);
  const total = counts.find((one) => one.name === counterOf(status))?.value ?? 0;
  return { status, ...columnPage(rows, people, total) };
}

/** How many work orders are in each state, from the counters. */
export async function statusCountsOf(ctx: Ctx) {
  const member = allow(ctx, "work_orders.read");
  const counts = await statusCounts(ctx, member);
  return BOARD_COLUMNS.map((status) => ({
    status,
    count: counts.find((one) => one.name === counterOf(status))?.value ?? 0,
  }));
}

const counterOf = (status: WorkOrderStatus) => `work_orders.status=${status}`;

function statusCounts(ctx: Ctx, member: Member) {
  const names = BOARD_COLUMNS.map(counterOf);
  return ctx.db
    .select({ name: counters.name, value: counters.value })
    .from(counters)
    .where(and(eq(counters.orgId, member.orgId), sql`${counters.name} IN ${names}`));
}

function columnPage(rows: CardRow[], people: readonly TechnicianName[], total: number) {
  const items = rows.map((row) => ({ ...row, technicianName: nameOf(people, row.technicianId) }));
  return { ...page(items, perColumn, total, (row) => [row.rank, row.number]), total };
}

type CardRow = Awaited<ReturnType<typeof cards>>[number];
type Place = { rank: number; number: number };

function cards(ctx: Ctx, member: Member, wish: Wish) {
  const column = over.includes(wish.status) ? newest(member, wish) : mostUrgent(member, wish);
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
      version: named(workOrders.version, "work_order_version"),
      customerName: named(customers.name, "customer_name"),
      city: named(addresses.city, "site_city"),
      timeZone: named(addresses.timeZone, "site_time_zone"),
    })
    .from(sql`(${column}) AS work_orders`)
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, member.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .orderBy(sql`work_orders.rank DESC, work_orders.number DESC`);
}

type Wish = { status: WorkOrderStatus; after: Place | null };

/** One ordered stretch of the index for each priority, one behind the other, so that no more than the cards are read. */
function mostUrgent(member: Member, { status, after }: Wish): SQL {
  const arms = PRIORITIES.toReversed().map((priority) => {
    const rank = priorityRank(priority);
    const shown =
      !after || rank < after.rank ? sql`` : rank > after.rank ? sql`AND 0` : sql`AND number < ${after.number}`;
    const stretch = sql`SELECT ${sql.raw(String(rank))} AS rank, * FROM work_orders
      WHERE org_id = ${member.orgId} AND status = ${status} AND priority = ${priority} ${shown}`;
    return sql`SELECT * FROM (${stretch} ORDER BY number DESC LIMIT ${perColumn + 1})`;
  });
  return sql`SELECT * FROM (${sql.join(arms, sql` UNION ALL `)}) LIMIT ${perColumn + 1}`;
}

function newest(member: Member, { status, after }: Wish): SQL {
  const older = after ? sql`AND number < ${after.number}` : sql``;
  return sql`SELECT 0 AS rank, * FROM (${mergedByNumber([status], [])}) AS work_orders
    WHERE org_id = ${member.orgId} ${older} ORDER BY work_orders.number DESC LIMIT ${perColumn + 1}`;
}

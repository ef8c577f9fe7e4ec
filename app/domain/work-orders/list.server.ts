import { and, eq, inArray, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { counters } from "#drizzle/schema/platform";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { decodeCursor, encodeCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { dayBounds } from "~/domain/shared/time-zones";
import { nameOf, technicianNames } from "./choices.server";
import type { WorkOrderFilter } from "./list.schema";
import { isByStart, type ListSource, type ListWish, listSource } from "./list-source.server";
import { WORK_ORDER_STATUSES } from "./rules";

export type WorkOrderRow = Awaited<ReturnType<typeof listWorkOrders>>["items"][number];

/**
 * A page of work orders, newest first, or by start where days are given. `total` is null where no counter knows it;
 * `previousCursor` leads back, `customerName` is of the one asked for. Rows read do not grow with the table.
 */
export async function listWorkOrders(ctx: Ctx, filter: WorkOrderFilter) {
  const member = allow(ctx, "work_orders.read");
  const wish = wishOf(member, filter);
  const source = listSource(member, wish);
  const [rows, [seen], people, counts, [customer]] = await ctx.db.batch([
    pageRows(ctx, member, { source, limit: wish.limit + 1 }),
    reachedPlace(ctx, source),
    technicianNames(ctx, member),
    countsFor(ctx, member, wish),
    ctx.db
      .select({ name: customers.name })
      .from(customers)
      .where(and(eq(customers.orgId, member.orgId), eq(customers.id, wish.customerId ?? ""))),
  ]);
  const items = rows.map((row) => ({ ...row, technicianName: nameOf(people, row.technicianId) }));
  const total = counterNames(wish) === null ? null : counts.reduce((sum, one) => sum + one.value, 0);
  return { ...paged(items, { wish, source, seen }), total, technicians: people, customerName: customer?.name };
}

function wishOf(member: Member, filter: WorkOrderFilter): ListWish {
  const days = {
    search: filter.search || null,
    from: filter.from ? new Date(dayBounds(filter.from, member.timeZone).start).toISOString() : null,
    until: filter.to ? new Date(dayBounds(filter.to, member.timeZone).end).toISOString() : null,
  };
  const [way, ...after] = decodeCursor(filter.cursor, isByStart(days) ? 3 : 2) ?? [];
  return {
    ...days,
    status: filter.status ?? [],
    priority: filter.priority ?? [],
    technicianId: filter.technicianId ?? null,
    customerId: filter.customerId ?? null,
    after: way === undefined ? null : after,
    backwards: way === "previous",
    limit: filter.limit,
  };
}

function pageRows(ctx: Ctx, member: Member, { source, limit }: { source: ListSource; limit: number }) {
  const { rows, order, rest } = source;
  const page = rest ? sql`SELECT * FROM (${rows}) AS work_orders WHERE ${rest} LIMIT ${limit}` : rows;
  return ctx.db
    .select({
      id: named(workOrders.id, "work_order_id"),
      number: named(workOrders.number, "work_order_number"),
      title: named(workOrders.title, "work_order_title"),
      status: named(workOrders.status, "work_order_status"),
      priority: named(workOrders.priority, "work_order_priority"),
      scheduledStart: named(workOrders.scheduledStart, "starts_at"),
      scheduledEnd: named(workOrders.scheduledEnd, "ends_at"),
      durationMinutes: named(workOrders.durationMinutes, "minutes"),
      technicianId: named(workOrders.technicianId, "lead_id"),
      holdReason: named(workOrders.holdReason, "held_for"),
      version: named(workOrders.version, "work_order_version"),
      createdAt: named(workOrders.createdAt, "work_order_created_at"),
      updatedAt: named(workOrders.updatedAt, "work_order_updated_at"),
      customerId: named(customers.id, "customer_id"),
      customerName: named(customers.name, "customer_name"),
      siteAddressId: named(addresses.id, "site_id"),
      city: named(addresses.city, "site_city"),
      timeZone: named(addresses.timeZone, "site_time_zone"),
    })
    .from(sql`(${page}) AS work_orders`)
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, member.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .orderBy(order);
}

/** How far a page that was found among more rows has looked. */
export function reachedPlace(ctx: Ctx, { reached }: ListSource) {
  return ctx.db
    .select({ place: sql<string | null>`place`.as("place") })
    .from(sql`(${reached ?? sql`SELECT NULL AS place`}) AS reached`);
}

interface Found {
  wish: ListWish;
  source: ListSource;
  seen: { place: string | null } | undefined;
}

function paged<Row extends { number: number; id: string; scheduledStart: string | null }>(rows: Row[], found: Found) {
  const { wish, source, seen } = found;
  const more = rows.length > wish.limit;
  const shown = rows.slice(0, wish.limit);
  const items = wish.backwards ? shown.toReversed() : shown;
  const keyOf = (row: Row | undefined) => row && (source.byStart ? [row.scheduledStart ?? "", row.id] : [row.number]);
  const further = more ? keyOf(shown.at(-1)) : seen?.place ? placeKey(seen.place) : undefined;
  const cameFrom = wish.after ? (keyOf(shown[0]) ?? [...wish.after]) : undefined;
  const cursor = (way: "next" | "previous", key: (string | number)[] | undefined) =>
    key ? encodeCursor([way, ...key]) : null;
  return wish.backwards
    ? { items, nextCursor: cursor("next", cameFrom), previousCursor: cursor("previous", further) }
    : { items, nextCursor: cursor("next", further), previousCursor: cursor("previous", cameFrom) };
}

/** The database's own `json_array` of a place. */
function placeKey(text: string): (string | number)[] {
  const key: unknown = JSON.parse(text);
  return Array.isArray(key) ? key : [];
}

/** Which counters add up to the list's length; null when none do. */
function counterNames(wish: ListWish): string[] | null {
  if (wish.search !== null || isByStart(wish) || wish.priority.length > 0) return null;
  const others = [wish.technicianId, wish.customerId, wish.status.length > 0].filter(Boolean).length;
  if (others > 1 || wish.technicianId === "none") return null;
  if (wish.technicianId) return [`work_orders.technician=${wish.technicianId}`];
  if (wish.customerId) return [`work_orders.customer=${wish.customerId}`];
  const states = wish.status.length > 0 ? wish.status : WORK_ORDER_STATUSES;
  return states.map((status) => `work_orders.status=${status}`);
}

function countsFor(ctx: Ctx, member: Member, wish: ListWish) {
  return ctx.db
    .select({ value: counters.value })
    .from(counters)
    .where(and(eq(counters.orgId, member.orgId), inArray(counters.name, counterNames(wish) ?? [])));
}

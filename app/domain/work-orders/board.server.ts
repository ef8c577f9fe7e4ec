import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { counters } from "#drizzle/schema/platform";
import { appointments, appointmentTechnicians, workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { DAY_MS } from "~/domain/shared/time/dates";
import { PRIORITIES, priorityRank } from "~/domain/work-order-basics/priority";
import { isBooked, isOver, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { inColumnOrder, isShutAtFirst, type Mover } from "./board";
import { assignable, nameOf, type TechnicianName, technicianNames } from "./internal/choices.server";
import { isAssigned, type ListSource, listSource, reachedPlace, unionByStatusAndPriority } from "./list.server";
import { actorRoles, isOffice, isUnsafeWorkOrder } from "./load.server";
import type { WorkOrderFilter } from "./schema";
import { BOARD_COLUMNS } from "./work-order";

export type BoardColumn = Awaited<ReturnType<typeof boardColumns>>[number];

/** Returns the nine columns, each with its first 25 cards, its total and the cursor of the next cards. */
export async function boardColumns(ctx: Ctx) {
  const member = allow(ctx, "work_orders.read");
  const [first, ...others] = BOARD_COLUMNS.map((status) =>
    columnCards(ctx, member, { status, after: null, filter: {}, limit: perColumn }),
  );
  if (!first) return [];
  const [people, counts, ...columns] = await ctx.db.batch([
    technicianNames(ctx, member),
    statusCounts(ctx, member),
    first,
    ...others,
  ]);
  return BOARD_COLUMNS.map((status, index) => ({
    status,
    ...columnPage(ctx, columns[index] ?? [], { status, people, total: totalOf(counts, status) }),
  }));
}

interface ColumnPart {
  /** Omitted: the first cards. */
  cursor?: string;
  filter?: BoardFilter;
  /** Number of pages of 25 cards. */
  pages?: number;
}

/** Returns the cards of one column from a cursor on. */
export async function boardColumn(
  ctx: Ctx,
  status: WorkOrderStatus,
  { cursor, filter = {}, pages = 1 }: ColumnPart = {},
) {
  const member = allow(ctx, "work_orders.read");
  const after = decodeCursor(cursor, isBooked(status) ? ["text", "text"] : ["number", "number"]);
  const [people, counts, rows] = await ctx.db.batch([
    technicianNames(ctx, member),
    statusCounts(ctx, member),
    columnCards(ctx, member, { status, after, filter, limit: pages * perColumn }),
  ]);
  const limit = pages * perColumn;
  return { status, ...columnPage(ctx, rows, { status, people, total: totalOf(counts, status), limit }) };
}

/**
 * Returns everything the board shows, in one round trip. Columns of finished work have no cards until they are opened.
 * A column's `total` is null if no counter covers it; `partial`: more cards match than are shown.
 */
export async function boardScreen(ctx: Ctx, filter: BoardFilter) {
  const member = allow(ctx, "work_orders.read");
  return filter.search || filter.customerId ? matching(ctx, member, filter) : inColumns(ctx, member, filter);
}

async function inColumns(ctx: Ctx, member: Member, filter: BoardFilter) {
  const shown = BOARD_COLUMNS.filter((status) => !isShutAtFirst(status));
  const statements = shown.map((status) => columnCards(ctx, member, { status, after: null, filter, limit: perColumn }));
  const [people, assists, counts, ...rows] = await ctx.db.batch([
    technicianNames(ctx, member),
    assistedBy(ctx, member),
    statusCounts(ctx, member),
    ...statements,
  ]);
  const narrowed = Boolean(filter.technicianId || filter.priority?.length);
  const columns = BOARD_COLUMNS.map((status) => {
    const total = narrowed ? null : totalOf(counts, status);
    const found = rows[shown.indexOf(status)];
    if (!found) return { status, items: [], nextCursor: null, total, shut: true };
    const { items, nextCursor } = columnPage(ctx, found, { status, people, total: 0 });
    return { status, items, nextCursor, total: narrowed && !nextCursor ? items.length : total, shut: false };
  });
  return { columns, partial: false, technicians: assignable(people), mover: moverOf(member, assists) };
}

async function matching(ctx: Ctx, member: Member, filter: BoardFilter) {
  const source = matchSource(member, filter);
  const [people, assists, [seen], rows] = await ctx.db.batch([
    technicianNames(ctx, member),
    assistedBy(ctx, member),
    reachedPlace(ctx, source),
    matchingCards(ctx, member, source),
  ]);
  const cards = rows.slice(0, MAX_MATCHES).map((row) => cardOf(ctx, row, people));
  const columns = BOARD_COLUMNS.map((status) => {
    const items = cards.filter((card) => card.status === status).sort(inColumnOrder(status));
    return { status, items, nextCursor: null, total: items.length, shut: isShutAtFirst(status) };
  });
  const partial = rows.length > MAX_MATCHES || Boolean(seen?.place);
  return { columns, partial, technicians: assignable(people), mover: moverOf(member, assists) };
}

/** Count work orders by status, from the counters. */
export async function statusCountsOf(ctx: Ctx) {
  const member = allow(ctx, "work_orders.read");
  const counts = await statusCounts(ctx, member);
  return BOARD_COLUMNS.map((status) => ({ status, count: totalOf(counts, status) }));
}

const counterOf = (status: WorkOrderStatus) => `work_orders.status=${status}`;

function totalOf(counts: readonly { name: string; value: number }[], status: WorkOrderStatus): number {
  return counts.find((one) => one.name === counterOf(status))?.value ?? 0;
}

function statusCounts(ctx: Ctx, member: Member) {
  const names = BOARD_COLUMNS.map(counterOf);
  return ctx.db
    .select({ name: counters.name, value: counters.value })
    .from(counters)
    .where(and(eq(counters.orgId, member.orgId), sql`${counters.name} IN ${names}`));
}

/** Work orders on which the member is a helper; a card names only its lead. */
function assistedBy(ctx: Ctx, member: Member) {
  const weekAgo = new Date(ctx.now.getTime() - 7 * DAY_MS).toISOString();
  return ctx.db
    .select({ id: named(appointments.workOrderId, "assisted_id") })
    .from(appointmentTechnicians)
    .innerJoin(
      appointments,
      and(eq(appointments.orgId, member.orgId), eq(appointments.id, appointmentTechnicians.appointmentId)),
    )
    .where(
      and(
        eq(appointmentTechnicians.orgId, member.orgId),
        eq(appointmentTechnicians.technicianId, member.technicianId ?? ""),
        eq(appointmentTechnicians.role, "helper"),
        eq(appointmentTechnicians.blocksCalendar, true),
        gt(appointmentTechnicians.startsAt, weekAgo),
      ),
    )
    .limit(100);
}

function moverOf(member: Member, assists: readonly { id: string }[]): Mover {
  return {
    office: isOffice(member),
    manager: actorRoles(member, []).includes("manager"),
    technicianId: member.technicianId,
    assists: assists.map((one) => one.id),
  };
}

interface ColumnFacts {
  status: WorkOrderStatus;
  people: readonly TechnicianName[];
  total: number;
  limit?: number;
}

function columnPage(ctx: Ctx, rows: CardRow[], { status, people, total, limit = perColumn }: ColumnFacts) {
  const items = rows.map((row) => cardOf(ctx, row, people));
  const placeOf = (row: CardRow) => (isBooked(status) ? [row.scheduledStart ?? "", row.id] : [row.rank, row.number]);
  return { ...page(items, limit, total, placeOf), total };
}

function cardOf(ctx: Ctx, row: CardRow, people: readonly TechnicianName[]) {
  const late = isBooked(row.status) && row.scheduledStart !== null && row.scheduledStart < ctx.now.toISOString();
  return { ...row, late, technicianName: nameOf(people, row.technicianId) };
}

/** Cards of a column at first, and per further request. */
const perColumn = 25;
/** Cards of the whole board in a search or for one customer: the newest matches. */
const MAX_MATCHES = 100;

/** Filters of the board, named as in the list's URL. */
type BoardFilter = Pick<WorkOrderFilter, "search" | "customerId" | "technicianId" | "priority">;

/** One column, from a cursor on. */
interface ColumnQuery {
  status: WorkOrderStatus;
  /** Start and id for cards of scheduled jobs, priority and number for all others. */
  after: readonly (string | number)[] | null;
  filter: BoardFilter;
  limit: number;
}

/** Reads one more card than a column shows, to know whether there are more. */
function columnCards(ctx: Ctx, member: Member, query: ColumnQuery) {
  if (isBooked(query.status)) return cards(ctx, member, byStart(member, query), startOrder);
  return cards(ctx, member, isOver(query.status) ? newest(member, query) : byUrgency(member, query));
}

const startOrder = sql`work_orders.scheduled_start, work_orders.id`;
const urgencyOrder = sql`work_orders.rank DESC, work_orders.number DESC`;

/** Cards in any status that match a text or belong to a customer. */
function matchingCards(ctx: Ctx, member: Member, { rows, rest }: ListSource) {
  const found = rest ? sql`SELECT * FROM (${rows}) AS work_orders WHERE ${rest}` : rows;
  return cards(ctx, member, sql`SELECT 0 AS rank, * FROM (${found}) AS work_orders LIMIT ${MAX_MATCHES + 1}`);
}

function matchSource(member: Member, { search, customerId, technicianId, priority }: BoardFilter): ListSource {
  return listSource(member, {
    late: null,
    toBill: false,
    sort: "newest",
    search: search || null,
    customerId: customerId ?? null,
    technicianId: technicianId ?? null,
    priority: priority ?? [],
    status: [],
    from: null,
    until: null,
    after: null,
    backwards: false,
    limit: MAX_MATCHES,
  });
}

type CardRow = Awaited<ReturnType<typeof cards>>[number];

function cards(ctx: Ctx, member: Member, source: SQL, order = urgencyOrder) {
  return ctx.db
    .select({
      rank: sql<number>`work_orders.rank`.as("rank"),
      id: named(workOrders.id, "work_order_id"),
      number: named(workOrders.number, "work_order_number"),
      title: named(workOrders.title, "work_order_title"),
      status: named(workOrders.status, "work_order_status"),
      priority: named(workOrders.priority, "work_order_priority"),
      scheduledStart: named(workOrders.scheduledStart, "starts_at"),
      windowStart: named(workOrders.windowStart, "promised_from"),
      windowEnd: named(workOrders.windowEnd, "promised_until"),
      unsafe: isUnsafeWorkOrder(member),
      durationMinutes: named(workOrders.durationMinutes, "minutes"),
      technicianId: named(workOrders.technicianId, "lead_id"),
      holdReason: named(workOrders.holdReason, "held_for"),
      cancelReason: named(workOrders.cancelReason, "cancelled_for"),
      version: named(workOrders.version, "work_order_version"),
      createdAt: named(workOrders.createdAt, "work_order_created_at"),
      customerId: named(customers.id, "the_customer_id"),
      customerName: named(customers.name, "customer_name"),
      customerPhone: namedOrNull(customers.phone, "customer_phone"),
      line1: named(addresses.line1, "site_line1"),
      city: named(addresses.city, "site_city"),
      timeZone: named(addresses.timeZone, "site_time_zone"),
    })
    .from(sql`(${source}) AS work_orders`)
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, member.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .orderBy(order);
}

/**
 * Scheduled jobs, the soonest first: one range of the index for a technician or for unassigned jobs, else one range per
 * priority, which SQLite merges row by row. The condition of the partial indexes is written out: they are used only if
 * it appears literally.
 */
function byStart(member: Member, { status, after, filter, limit }: ColumnQuery): SQL {
  const { technicianId, priority } = filter;
  const [start, id] = after ?? [];
  const wanted = priority?.length ? PRIORITIES.filter((one) => priority.includes(one)) : PRIORITIES;
  const stretch = (
    index: string,
    condition: SQL,
  ) => sql`SELECT 0 AS rank, * FROM work_orders INDEXED BY ${sql.raw(index)}
    WHERE org_id = ${member.orgId} AND status = ${status} AND status IN ('scheduled', 'dispatched') AND ${condition}`;
  const stretches = technicianId
    ? [stretch("work_orders_booked_by", sql`${isAssigned(technicianId)} AND priority IN ${wanted}`)]
    : wanted.map((one) => stretch("work_orders_booked", sql`priority = ${one}`));
  const beyond = after ? sql`WHERE (scheduled_start, id) > (${String(start)}, ${String(id)})` : sql``;
  return sql`SELECT * FROM (${sql.join(stretches, sql` UNION ALL `)}) AS work_orders ${beyond}
    ORDER BY work_orders.scheduled_start, work_orders.id LIMIT ${limit + 1}`;
}

/** One ordered index range per priority, concatenated, so that only the returned cards are read. */
function byUrgency(member: Member, { status, after, filter, limit }: ColumnQuery): SQL {
  const [fromRank, fromNumber] = after ?? [];
  const wanted = PRIORITIES.toReversed().filter((one) => !filter.priority?.length || filter.priority.includes(one));
  const arms = wanted.map((priority) => {
    const rank = priorityRank(priority);
    const shown =
      !after || rank < Number(fromRank)
        ? sql``
        : rank > Number(fromRank)
          ? sql`AND 0`
          : sql`AND number < ${Number(fromNumber)}`;
    const stretch = sql`SELECT ${sql.raw(String(rank))} AS rank, * FROM work_orders
      WHERE org_id = ${member.orgId} AND status = ${status} AND priority = ${priority} ${assigned(filter)} ${shown}`;
    return sql`SELECT * FROM (${stretch} ORDER BY number DESC LIMIT ${limit + 1})`;
  });
  return sql`SELECT * FROM (${sql.join(arms, sql` UNION ALL `)}) LIMIT ${limit + 1}`;
}

function newest(member: Member, { status, after, filter, limit }: ColumnQuery): SQL {
  const older = after ? sql`AND number < ${Number(after[1])}` : sql``;
  return sql`SELECT 0 AS rank, * FROM (${unionByStatusAndPriority([status], filter.priority ?? [])}) AS work_orders
    WHERE org_id = ${member.orgId} ${assigned(filter)} ${older} ORDER BY work_orders.number DESC LIMIT ${limit + 1}`;
}

function assigned({ technicianId = null }: BoardFilter): SQL {
  const condition = isAssigned(technicianId);
  return condition ? sql`AND ${condition}` : sql``;
}

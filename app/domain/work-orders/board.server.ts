import { and, eq, gt, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { counters } from "#drizzle/schema/platform";
import { appointments, appointmentTechnicians } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { actorRoles, isOffice } from "./access.server";
import { inColumnOrder, isShutAtFirst, type Mover } from "./board";
import {
  type BoardFilter,
  type CardRow,
  columnCards,
  matchingCards,
  matchSource,
  mostMatches,
  perColumn,
} from "./board-cards.server";
import { assignable, nameOf, type TechnicianName, technicianNames } from "./choices.server";
import { reachedPlace } from "./list.server";
import { BOARD_COLUMNS, type WorkOrderStatus } from "./rules";

export type BoardColumn = Awaited<ReturnType<typeof boardColumns>>[number];
export type BoardCard = BoardColumn["items"][number];

/** The nine columns, each with its first 25 cards, how many there are, and where the next cards begin. */
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
    ...columnPage(columns[index] ?? [], people, { total: totalOf(counts, status) }),
  }));
}

export interface ColumnPart {
  /** The first cards where none is given. */
  cursor?: string;
  filter?: BoardFilter;
  /** How many times 25 cards. */
  pages?: number;
}

/** Cards of one column from a place on. */
export async function boardColumn(
  ctx: Ctx,
  status: WorkOrderStatus,
  { cursor, filter = {}, pages = 1 }: ColumnPart = {},
) {
  const member = allow(ctx, "work_orders.read");
  const after = decodeCursor(cursor, 2);
  const place = after ? { rank: Number(after[0]), number: Number(after[1]) } : null;
  const [people, counts, rows] = await ctx.db.batch([
    technicianNames(ctx, member),
    statusCounts(ctx, member),
    columnCards(ctx, member, { status, after: place, filter, limit: pages * perColumn }),
  ]);
  return { status, ...columnPage(rows, people, { total: totalOf(counts, status), limit: pages * perColumn }) };
}

export type Board = Awaited<ReturnType<typeof boardScreen>>;

/**
 * Everything the board screen shows, in one round trip. Columns of what is long over come without cards until they are opened.
 * A column's `total` is null where no counter knows it; `partial`: more match than are shown.
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
    const { items, nextCursor } = columnPage(found, people, { total: 0 });
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
  const cards = rows.slice(0, mostMatches).map((row) => withName(row, people));
  const columns = BOARD_COLUMNS.map((status) => {
    const items = cards.filter((card) => card.status === status).sort(inColumnOrder(status));
    return { status, items, nextCursor: null, total: items.length, shut: isShutAtFirst(status) };
  });
  const partial = rows.length > mostMatches || Boolean(seen?.place);
  return { columns, partial, technicians: assignable(people), mover: moverOf(member, assists) };
}

/** How many work orders are in each state, from the counters. */
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

/** Work orders the member goes to as a helper: a card names its lead alone. */
function assistedBy(ctx: Ctx, member: Member) {
  const weekAgo = new Date(ctx.now.getTime() - 7 * 86_400_000).toISOString();
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

interface Size {
  total: number;
  limit?: number;
}

function columnPage(rows: CardRow[], people: readonly TechnicianName[], { total, limit = perColumn }: Size) {
  const items = rows.map((row) => withName(row, people));
  return { ...page(items, limit, total, (row) => [row.rank, row.number]), total };
}

function withName(row: CardRow, people: readonly TechnicianName[]) {
  return { ...row, technicianName: nameOf(people, row.technicianId) };
}

import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import {
  inventoryItems,
  inventoryLocations,
  stockBalances,
  stockCountLines,
  stockCounts,
  stockValues,
} from "#drizzle/schema/inventory";
import { tenantMembers } from "#drizzle/schema/platform";
import { seesCosts } from "~/domain/inventory/costs";
import { allowCounting } from "~/domain/inventory/internal/allow-counting.server";
import { activeLocations } from "~/domain/inventory/locations/locations.server";
import type { CountFilter, CountLineFilter, NewCount } from "~/domain/inventory/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { differenceOf, differenceValue } from "./count";

export const countNotFound = () => notFound("Count not found");
export const countIsOver = () => new DomainError("conflict", "This count has ended. Start a new one.");

/**
 * Starts a count of a location and its bins. The sheet lists items on hand, and items previously held there that have a minimum
 * or a reorder point.
 * @throws DomainError conflict if the location is already being counted, alone or with its bins; invalid with the field
 */
export async function startCount(ctx: Ctx, input: NewCount): Promise<{ id: string }> {
  const me = await allowCounting(ctx, input);
  return once(ctx, "startCount", input, async (commit) => {
    const id = ctx.newId();
    const { locationId, scope, category, blind, note } = input;
    try {
      return await commit(me, {
        writes: [
          ctx.db.insert(stockCounts).values({
            ...{ orgId: me.orgId, id, locationId, blind, note },
            createdBy: me.userId ?? "system",
            createdAt: ctx.now.toISOString(),
          }),
          ...(scope === "stock" ? [linesOfStock(ctx, me, { id, locationId, category })] : []),
        ],
        audit: [{ action: "stock_count.start", entity: "stock_count", entityId: id, after: input }],
        result: { id },
        refusals: {
          stock_count_overlaps: () =>
            new DomainError(
              "conflict",
              "A bin in this location, or the location it is in, is being counted. Finish that count first.",
            ),
          "FOREIGN KEY": () => invalidField("locationId", "Choose a location"),
        },
      });
    } catch (error) {
      if (failedOn(error, "stock_counts.org_id, stock_counts.location_id"))
        throw await countedAlready(ctx, me, locationId);
      throw error;
    }
  });
}

/**
 * Returns the locations the member may count: all active ones for the office, their own truck for a technician.
 * @throws DomainError forbidden for everyone else
 */
export async function countableLocations(ctx: Ctx) {
  const me = allow(ctx, "inventory.read");
  if (can(me, "inventory.write")) return activeLocations(ctx);
  const own = await ctx.db
    .select({ id: inventoryLocations.id, name: inventoryLocations.name, type: inventoryLocations.type })
    .from(inventoryLocations)
    .where(
      and(
        eq(inventoryLocations.orgId, me.orgId),
        eq(inventoryLocations.technicianId, me.technicianId ?? ""),
        eq(inventoryLocations.active, true),
      ),
    );
  if (own.length === 0)
    throw new DomainError("forbidden", "You have no truck to count. Ask the office to assign you one.");
  return own;
}

function linesOfStock(ctx: Ctx, me: Member, count: { id: string; locationId: string; category: string | null }) {
  const ofCategory = count.category ? sql` AND i.primary_category = ${count.category}` : sql``;
  return ctx.db.run(sql`INSERT INTO stock_count_lines (org_id, id, count_id, position, item_id, location_id)
    SELECT ${me.orgId}, ${ctx.newId().slice(0, 24)} || lower(hex(randomblob(6))), ${count.id},
      row_number() OVER (ORDER BY l.parent_id IS NOT NULL, lower(l.name), lower(i.name), i.id), i.id, l.id
    FROM inventory_locations l
    JOIN stock_balances b ON b.org_id = ${me.orgId} AND b.location_id = l.id
    JOIN inventory_items i ON i.org_id = ${me.orgId} AND i.id = b.item_id
    WHERE l.org_id = ${me.orgId} AND (l.id = ${count.locationId} OR l.parent_id = ${count.locationId})
      AND (b.on_hand_milli > 0 OR (i.active = 1 AND (i.min_stock_milli > 0 OR i.reorder_point_milli > 0)))${ofCategory}`);
}

async function countedAlready(ctx: Ctx, me: Member, locationId: string): Promise<DomainError> {
  const [open] = await ctx.db
    .select({ id: stockCounts.id })
    .from(stockCounts)
    .where(
      and(eq(stockCounts.orgId, me.orgId), eq(stockCounts.locationId, locationId), eq(stockCounts.status, "open")),
    );
  return new DomainError("conflict", "This location is already being counted. Post or cancel that count first.", {
    details: { countId: open?.id },
  });
}

/**
 * Ends a count without moving any stock. Canceling it again changes nothing.
 * @throws DomainError not_found; conflict if it was posted, even partly
 */
export async function cancelCount(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = await allowCounting(ctx, { countId: id });
  return once(ctx, "cancelCount", { id }, async (commit) => {
    const stored = await storedCount(ctx, me, id);
    if (stored.status === "canceled") return { id };
    if (stored.status === "posted") throw new DomainError("conflict", "This count has been posted.");
    return commit(me, {
      writes: [
        ctx.db
          .update(stockCounts)
          .set({ status: "canceled", closedAt: ctx.now.toISOString(), closedBy: me.userId ?? "system" })
          .where(and(isCount(me, id), eq(stockCounts.status, "open"))),
        assertRowChanged(ctx, "stock_count_over"),
      ],
      audit: [{ action: "stock_count.cancel", entity: "stock_count", entityId: id }],
      result: { id },
      refusals: {
        stock_count_over: countIsOver,
        stock_count_partly_posted: () =>
          new DomainError("conflict", "Part of this count has been posted. Post the rest of it."),
      },
    });
  });
}

/** @throws DomainError not_found */
export async function findCount(ctx: Ctx, id: string) {
  const me = allow(ctx, "inventory.read");
  return shownCount(me, await storedCount(ctx, me, id));
}

/** Counts, the latest first, in one round trip. @throws DomainError invalid for a cursor of another list */
export async function listCounts(ctx: Ctx, { status, locationId, limit, ...at }: CountFilter & BackCursor) {
  const me = allow(ctx, "inventory.read");
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [stockCounts.createdAt, stockCounts.id], "desc");
  const rows = await counts(ctx, me)
    .where(
      and(
        eq(stockCounts.orgId, me.orgId),
        status && eq(stockCounts.status, status),
        locationId ? eq(stockCounts.locationId, locationId) : undefined,
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1);
  const shown = rows.map((row) => shownCount(me, row));
  return bidirectionalPage(shown, { limit, total: null, direction }, (row) => [row.createdAt, row.id]);
}

/**
 * Returns a count with a page of its lines in sheet order, the line to count now (`line`, else the first uncounted one) and the
 * bins of its location, in one round trip. A blind sheet shows expected quantities only to the office, in the view of
 * differences, which is empty for everyone else until the count is posted.
 * @throws DomainError not_found
 */
export async function countSheet(
  ctx: Ctx,
  id: string,
  { view, limit, line, ...at }: CountLineFilter & BackCursor & { line?: string },
) {
  const me = allow(ctx, "inventory.read");
  const direction = parseCursor(at, ["number"]);
  const { beyond, order } = keyset(direction, [stockCountLines.position]);
  const [[found], rows, chosen, bins] = await ctx.db.batch([
    counts(ctx, me).where(isCount(me, id)),
    countLines(ctx, me)
      .where(and(isLineOf(me, id), inView[view], beyond))
      .orderBy(...order)
      .limit(limit + 1),
    countLines(ctx, me)
      .where(
        and(isLineOf(me, id), sql`(stock_count_lines.id = ${line ?? ""} or stock_count_lines.counted_milli is null)`),
      )
      .orderBy(sql`stock_count_lines.id = ${line ?? ""} desc`, asc(stockCountLines.position))
      .limit(1),
    ctx.db
      .select({ id: inventoryLocations.id, name: inventoryLocations.name })
      .from(inventoryLocations)
      .where(
        and(
          eq(inventoryLocations.orgId, me.orgId),
          eq(inventoryLocations.active, true),
          sql`${inventoryLocations.parentId} = (select c.location_id from stock_counts c where c.org_id = ${me.orgId} and c.id = ${id})`,
        ),
      )
      .orderBy(asc(inventoryLocations.name)),
  ]);
  if (!found) throw countNotFound();
  const isReview = view === "different" && can(me, "inventory.write");
  const isHidden = found.blind && found.status === "open" && !isReview;
  const shown = (row: CountLineRow) => withDifference(me, row, isHidden);
  const inSheet = view === "different" && isBlindTo(me, found) ? [] : rows;
  const lines = bidirectionalPage(inSheet.map(shown), { limit, total: null, direction }, (row) => [row.position]);
  return { count: shownCount(me, found), lines, current: chosen.map(shown)[0] ?? null, bins };
}

/** @throws DomainError not_found */
export async function findCountLine(ctx: Ctx, countId: string, lineId: string) {
  const me = allow(ctx, "inventory.read");
  const [[found], [row]] = await ctx.db.batch([
    counts(ctx, me).where(isCount(me, countId)),
    countLines(ctx, me).where(and(isLineOf(me, countId), eq(stockCountLines.id, lineId))),
  ]);
  if (!found) throw countNotFound();
  if (!row) throw notFound("Line not found");
  return { count: shownCount(me, found), line: withDifference(me, row, found.blind && found.status === "open") };
}

const inView: Record<CountLineFilter["view"], SQL | undefined> = {
  all: undefined,
  todo: sql`stock_count_lines.counted_milli is null`,
  counted: sql`stock_count_lines.counted_milli is not null`,
  different: sql`stock_count_lines.counted_milli <> stock_count_lines.on_hand_milli`,
};

function isCount(me: Member, id: string) {
  return and(eq(stockCounts.orgId, me.orgId), eq(stockCounts.id, id));
}

function isLineOf(me: Member, countId: string) {
  return and(eq(stockCountLines.orgId, me.orgId), eq(stockCountLines.countId, countId));
}

async function storedCount(ctx: Ctx, me: Member, id: string) {
  const [row] = await counts(ctx, me).where(isCount(me, id));
  if (!row) throw countNotFound();
  return row;
}

function counts(ctx: Ctx, me: Member) {
  const lines = (what: SQL, where: SQL) =>
    sql<number>`(select ${what} from stock_count_lines n indexed by stock_count_lines_sheet
      where n.org_id = ${me.orgId} and n.count_id = stock_counts.id and ${where})`.mapWith(Number);
  return ctx.db
    .select({
      id: named(stockCounts.id, "count_row_id"),
      locationId: named(stockCounts.locationId, "counted_at_id"),
      locationName: inventoryLocations.name,
      truckOf: named(inventoryLocations.technicianId, "truck_of"),
      status: stockCounts.status,
      blind: stockCounts.blind,
      note: stockCounts.note,
      lineCount: lines(sql`count(*)`, sql`true`).as("line_count"),
      countedCount: lines(sql`count(*)`, sql`n.counted_milli is not null`).as("counted_count"),
      differentCount: lines(sql`count(*)`, sql`n.counted_milli <> n.on_hand_milli`).as("different_count"),
      postedCount: lines(sql`count(*)`, sql`n.posted_at is not null`).as("posted_count"),
      // The cost of its movements; none before posting.
      postedValueMinor:
        sql<number>`(select coalesce(sum(m.total_cost_minor), 0) from stock_movements m indexed by stock_movements_posting
        where m.org_id = ${me.orgId} and m.posting_id = stock_counts.id)`
          .mapWith(Number)
          .as("posted_value"),
      createdAt: stockCounts.createdAt,
      createdBy: sql<string | null>`${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName}`.as("started_by"),
      closedAt: stockCounts.closedAt,
    })
    .from(stockCounts)
    .innerJoin(
      inventoryLocations,
      and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, stockCounts.locationId)),
    )
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, stockCounts.createdBy)))
    .$dynamic();
}

type CountRow = Awaited<ReturnType<typeof counts>>[number];
export type Count = ReturnType<typeof shownCount>;

/** Whether the member may not know which lines differ: a counter who knew would count those again. */
function isBlindTo(me: Member, { blind, status }: Pick<CountRow, "blind" | "status">): boolean {
  return blind && status === "open" && !can(me, "inventory.write");
}

/** `differentCount`: null as long as the count is blind to the member. `postedValueMinor`: null if they may not see costs. */
function shownCount(me: Member, row: CountRow) {
  return {
    ...row,
    differentCount: isBlindTo(me, row) ? null : row.differentCount,
    postedValueMinor: seesCosts(me) ? row.postedValueMinor : null,
  };
}

function countLines(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: named(stockCountLines.id, "line_row_id"),
      position: stockCountLines.position,
      itemId: named(stockCountLines.itemId, "line_item_id"),
      sku: inventoryItems.sku,
      name: named(inventoryItems.name, "line_item_name"),
      baseUnit: inventoryItems.baseUnit,
      locationId: named(stockCountLines.locationId, "line_location_id"),
      locationName: named(inventoryLocations.name, "line_location"),
      countedMilli: stockCountLines.countedMilli,
      onHandMilli: named(stockCountLines.onHandMilli, "line_on_hand"),
      countedAt: stockCountLines.countedAt,
      countedBy: sql<string | null>`${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName}`.as(
        "line_counted_by",
      ),
      postedAt: stockCountLines.postedAt,
      version: named(stockCountLines.version, "line_version"),
      expectedMilli: sql<number>`coalesce(${stockBalances.onHandMilli}, 0)`.mapWith(Number).as("line_expected"),
      costedMilli: sql<number>`coalesce(${stockValues.onHandMilli} - ${stockValues.uncostedMilli}, 0)`
        .mapWith(Number)
        .as("line_costed"),
      valueMinor: sql<number>`coalesce(${stockValues.valueMinor}, 0)`.mapWith(Number).as("line_value"),
      unitCostMinor: inventoryItems.unitCostMinor,
    })
    .from(stockCountLines)
    .innerJoin(inventoryItems, and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.id, stockCountLines.itemId)))
    .innerJoin(
      inventoryLocations,
      and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, stockCountLines.locationId)),
    )
    .leftJoin(
      stockBalances,
      and(
        eq(stockBalances.orgId, me.orgId),
        eq(stockBalances.itemId, stockCountLines.itemId),
        eq(stockBalances.locationId, stockCountLines.locationId),
      ),
    )
    .leftJoin(stockValues, and(eq(stockValues.orgId, me.orgId), eq(stockValues.itemId, stockCountLines.itemId)))
    .leftJoin(
      tenantMembers,
      and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, stockCountLines.countedBy)),
    )
    .$dynamic();
}

type CountLineRow = Awaited<ReturnType<typeof countLines>>[number];
export type CountLine = ReturnType<typeof withDifference>;

/** `expectedMilli`: on hand at counting, else now. Null for whatever a blind sheet hides, and the value also without costs. */
function withDifference(
  me: Member,
  { costedMilli, valueMinor, unitCostMinor, expectedMilli, onHandMilli, ...row }: CountLineRow,
  isHidden: boolean,
) {
  const differenceMilli = differenceOf({ countedMilli: row.countedMilli, onHandMilli });
  if (isHidden) return { ...row, expectedMilli: null, differenceMilli: null, differenceMinor: null };
  return {
    ...row,
    expectedMilli: onHandMilli ?? expectedMilli,
    differenceMilli,
    differenceMinor: seesCosts(me)
      ? differenceValue({ differenceMilli, costedMilli, valueMinor, unitCostMinor })
      : null,
  };
}

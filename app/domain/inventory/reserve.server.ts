import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { acrossTenants } from "#drizzle/d1/guard";
import { organizations } from "#drizzle/schema/identity";
import { inventoryItems, inventoryLocations, stockReservations } from "#drizzle/schema/inventory";
import { workOrders } from "#drizzle/schema/work-orders";
import { attempt } from "~/domain/shared/attempt.server";
import { type Ctx, type Member, withinOrganization } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { latestDate, todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, commit, once } from "~/domain/shared/write.server";
import { formatWorkOrderNumber, parseWorkOrderRef } from "~/domain/work-order-basics/number";
import { STATUS_LABELS } from "~/domain/work-order-basics/status";
import { assertReservedIsGood } from "./internal/lots.server";
import { explainShortage } from "./internal/shortage.server";
import { formatAmountOf } from "./quantity";
import type { NewReservation, ReservationFilter, ReservationUse } from "./schema";
import { fulfillOf } from "./work-order-stock.server";

/**
 * Reserves available stock at a location.
 * @throws DomainError conflict if less is available, `{ short }`, and for a job that is completed, closed or canceled; invalid
 *   for a past day; not_found
 */
export async function reserveStock(ctx: Ctx, input: NewReservation): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "reserveStock", input, async (commit) => {
    const id = ctx.newId();
    const { itemId, locationId, workOrderId, quantity, reservedUntil, note } = input;
    if (reservedUntil && reservedUntil < todayOf(ctx, me))
      throw invalidField("reservedUntil", "Choose today or a later day");
    try {
      return await commit(me, {
        writes: [
          ctx.db.insert(stockReservations).values({
            orgId: me.orgId,
            id,
            ...{ itemId, locationId, workOrderId, reservedUntil, note },
            quantityMilli: quantity,
            createdBy: me.userId ?? "system",
            createdAt: ctx.now.toISOString(),
          }),
          ...assertReservedIsGood(ctx, me, { itemId, locationId }),
        ],
        audit: [{ action: "stock.reserve", entity: "stock_reservation", entityId: id, after: input }],
        result: { id },
      });
    } catch (error) {
      if (workOrderId && failedOn(error, "stock_reservation_job_over"))
        throw await workOrderIsOver(ctx, me, workOrderId);
      throw await explainShortage(ctx, me, { lines: [{ itemId, locationId, quantity, mustBeGood: true }], error });
    }
  });
}

/** Explains why the database refused a reservation for a job that is completed, closed or canceled. */
export async function workOrderIsOver(ctx: Ctx, me: Member, workOrderId: string): Promise<DomainError> {
  const [workOrder] = await ctx.db
    .select({ number: workOrders.number, status: workOrders.status })
    .from(workOrders)
    .where(and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, workOrderId)));
  if (!workOrder) return notFound("Work order not found");
  const status = STATUS_LABELS[workOrder.status].toLowerCase();
  return new DomainError(
    "conflict",
    `${formatWorkOrderNumber(workOrder.number)} is ${status}. Nothing can be reserved for it.`,
  );
}

/** Returns the id of a work order by its reference. @throws DomainError invalid with the field */
export async function workOrderNamed(ctx: Ctx, name: string): Promise<string> {
  const me = allow(ctx, "inventory.write");
  const parsed = parseWorkOrderRef(name);
  const unknown = () => invalidField("workOrder", "No work order has this number");
  if (!parsed) throw unknown();
  const isWorkOrder = parsed.by === "id" ? eq(workOrders.id, parsed.id) : eq(workOrders.number, parsed.number);
  const [workOrder] = await ctx.db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(eq(workOrders.orgId, me.orgId), isWorkOrder));
  if (!workOrder) throw unknown();
  return workOrder.id;
}

/**
 * Releases the open part of a reservation. Releasing it again changes nothing.
 * @throws DomainError not_found; conflict if all of it has been used
 */
export async function releaseReservation(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "releaseReservation", { id }, async (commit) => {
    const stored = await storedReservation(ctx, me, id);
    if (stored.status === "released") return { id };
    if (stored.status === "fulfilled") throw usedUp();
    try {
      return await commit(me, {
        writes: [
          ctx.db
            .update(stockReservations)
            .set({
              status: "released",
              closedAt: ctx.now.toISOString(),
              version: sql`${stockReservations.version} + 1`,
            })
            .where(and(isReservation(me, id), eq(stockReservations.status, "open"))),
          assertRowChanged(ctx, "stock_reservation_closed"),
        ],
        audit: [{ action: "stock.release", entity: "stock_reservation", entityId: id }],
        result: { id },
      });
    } catch (error) {
      if (!failedOn(error, "stock_reservation_closed")) throw error;
      // Someone else was faster.
      if ((await storedReservation(ctx, me, id)).status === "fulfilled") throw usedUp();
      return { id };
    }
  });
}

/** Reservations released per batch; the next run continues. */
const MAX_RELEASED = 200;
const MAX_ORGANIZATIONS = 20;

/** Releases reservations whose last day is over in the business's calendar. Returns how many. */
async function releaseExpired(ctx: Ctx): Promise<{ released: number }> {
  const me = allow(ctx, "inventory.write");
  const isExpired = and(
    eq(stockReservations.orgId, me.orgId),
    eq(stockReservations.status, "open"),
    lt(stockReservations.reservedUntil, todayOf(ctx, me)),
  );
  const expired = await ctx.db
    .select({ id: stockReservations.id })
    .from(stockReservations)
    .where(isExpired)
    .limit(MAX_RELEASED);
  if (expired.length === 0) return { released: 0 };
  const ids = JSON.stringify(expired.map(({ id }) => id));
  await commit(ctx, me, {
    writes: [
      ctx.db
        .update(stockReservations)
        .set({ status: "released", closedAt: ctx.now.toISOString(), version: sql`${stockReservations.version} + 1` })
        .where(and(isExpired, sql`${stockReservations.id} in (select value from json_each(${ids}))`)),
    ],
    audit: expired.map(({ id }) => ({ action: "stock.expire", entity: "stock_reservation", entityId: id })),
    result: null,
  });
  return { released: expired.length };
}

/** Releases expired reservations, business by business, each on its own calendar. */
export async function sweepReservations(ctx: Ctx): Promise<void> {
  const latestToday = latestDate(ctx.now);
  const holding = await ctx.db
    .selectDistinct({ orgId: stockReservations.orgId })
    .from(stockReservations)
    .where(
      sql`${stockReservations.status} = 'open' and ${stockReservations.reservedUntil} < ${latestToday} and ${isOnThisShard(sql`${stockReservations.orgId}`)} ${sql.raw(acrossTenants)}`,
    )
    // Random, so that other businesses come first next time.
    .orderBy(sql`random()`)
    .limit(MAX_ORGANIZATIONS);
  if (holding.length === 0) return;
  const businesses = await ctx.db
    .select({ orgId: organizations.id, orgKey: organizations.key, timeZone: organizations.timeZone })
    .from(organizations)
    .where(
      inArray(
        organizations.id,
        holding.map(({ orgId }) => orgId),
      ),
    );
  for (const business of businesses)
    await attempt(ctx, "expired reservations", () => releaseExpired(withinOrganization(ctx, business)));
}

/**
 * Takes reserved stock out of stock: the given quantity, or all that is open.
 * @throws DomainError not_found; conflict if less is open
 */
export async function fulfillReservation(
  ctx: Ctx,
  id: string,
  { quantity, note, takeExpired }: ReservationUse,
): Promise<{ id: string; postingId: string | null }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "fulfillReservation", { id, quantity, note, takeExpired }, async (commit) => {
    const stored = await storedReservation(ctx, me, id);
    const open = stored.quantityMilli - stored.fulfilledMilli;
    if (stored.status === "fulfilled") throw usedUp();
    if (stored.status === "released") throw new DomainError("conflict", "This reservation has been released.");
    const taken = quantity ?? open;
    if (taken > open) throw onlyOpen(open, stored.baseUnit);
    const { writes, postingId } = fulfillOf(ctx, me, {
      ...{ id, workOrderId: stored.workOrderId, quantity: taken, note, takesExpired: takeExpired },
    });
    try {
      return await commit(me, {
        writes: [...writes, assertRowChanged(ctx, "stock_reservation_moved")],
        audit: [
          { action: "stock.fulfill", entity: "stock_reservation", entityId: id, after: { quantityMilli: taken } },
        ],
        result: { id, postingId },
        refusals: { stock_reservation_moved: moved, stock_reservation_fulfilled: moved },
      });
    } catch (error) {
      // Reserved stock is on hand, but the unexpired part may not be enough.
      throw await explainShortage(ctx, me, {
        lines: [{ itemId: stored.itemId, locationId: stored.locationId, quantity: 0 }],
        error,
      });
    }
  });
}

const moved = () => new DomainError("conflict", "This reservation has just changed. Please try again.");

const onlyOpen = (open: number, unit: string) =>
  invalidField("quantity", `Only ${formatAmountOf(open, unit)} of it are still reserved`);

const usedUp = () => new DomainError("conflict", "All of this reservation has been used.");

/** @throws DomainError not_found */
export async function findReservation(ctx: Ctx, id: string) {
  return storedReservation(ctx, allow(ctx, "inventory.read"), id);
}

/** Reservations, the latest first, in one round trip. @throws DomainError invalid for a cursor of another list */
export async function listReservations(
  ctx: Ctx,
  { status, itemId, workOrderId, limit, ...at }: ReservationFilter & BackCursor,
) {
  const me = allow(ctx, "inventory.read");
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [stockReservations.createdAt, stockReservations.id], "desc");
  // For an item or a job, a unary plus makes SQLite read the index of that item or job.
  const isFew = itemId !== undefined || workOrderId !== undefined;
  const rows = await reservations(ctx, me)
    .where(
      and(
        eq(stockReservations.orgId, me.orgId),
        status && (isFew ? sql`+${stockReservations.status} = ${status}` : eq(stockReservations.status, status)),
        itemId ? eq(stockReservations.itemId, itemId) : undefined,
        workOrderId ? eq(stockReservations.workOrderId, workOrderId) : undefined,
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1);
  return bidirectionalPage(rows, { limit, total: null, direction }, (row) => [row.createdAt, row.id]);
}

function isReservation(me: Member, id: string) {
  return and(eq(stockReservations.orgId, me.orgId), eq(stockReservations.id, id));
}

async function storedReservation(ctx: Ctx, me: Member, id: string) {
  const [row] = await reservations(ctx, me).where(isReservation(me, id));
  if (!row) throw notFound("Reservation not found");
  return row;
}

function reservations(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: named(stockReservations.id, "reservation_row_id"),
      itemId: named(stockReservations.itemId, "reserved_item_id"),
      itemSku: inventoryItems.sku,
      itemName: named(inventoryItems.name, "reserved_item_name"),
      baseUnit: inventoryItems.baseUnit,
      locationId: named(stockReservations.locationId, "reserved_at_id"),
      locationName: named(inventoryLocations.name, "reserved_at"),
      workOrderId: named(stockReservations.workOrderId, "reserved_for_id"),
      workOrderNumber: namedOrNull(workOrders.number, "reserved_for"),
      quantityMilli: stockReservations.quantityMilli,
      fulfilledMilli: stockReservations.fulfilledMilli,
      planned: stockReservations.planned,
      status: named(stockReservations.status, "reservation_status"),
      reservedUntil: stockReservations.reservedUntil,
      note: named(stockReservations.note, "reservation_note"),
      createdAt: named(stockReservations.createdAt, "reserved_on"),
      closedAt: stockReservations.closedAt,
      version: named(stockReservations.version, "reservation_version"),
    })
    .from(stockReservations)
    .innerJoin(inventoryItems, and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.id, stockReservations.itemId)))
    .innerJoin(
      inventoryLocations,
      and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, stockReservations.locationId)),
    )
    .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, stockReservations.workOrderId)))
    .$dynamic();
}

export type Reservation = Awaited<ReturnType<typeof reservations>>[number];

import { and, desc, eq, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { inventoryItems, inventoryLocations, stockReservations } from "#drizzle/schema/inventory";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { explainShortage } from "./internal/shortage.server";
import type { NewReservation, ReservationFilter } from "./schema";

/** Reserves what is free at a location. @throws DomainError conflict where less is available, `{ short }`; not_found */
export async function reserveStock(ctx: Ctx, input: NewReservation): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "reserveStock", input, async (commit) => {
    const id = ctx.newId();
    const { itemId, locationId, workOrderId, quantity, reservedUntil, note } = input;
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
        ],
        audit: [{ action: "stock.reserve", entity: "stock_reservation", entityId: id, after: input }],
        result: { id },
      });
    } catch (error) {
      throw await explainShortage(ctx, me, [{ itemId, locationId, quantity }], error);
    }
  });
}

/**
 * Frees what is still reserved. Released twice it stays released.
 * @throws DomainError not_found; conflict where all of it has been used
 */
export async function releaseReservation(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "releaseReservation", { id }, async (commit) => {
    const stored = await storedReservation(ctx, me, id);
    if (stored.status === "released") return { id };
    if (stored.status === "fulfilled") throw usedUp();
    return commit(me, {
      writes: [
        ctx.db
          .update(stockReservations)
          .set({ status: "released", closedAt: ctx.now.toISOString(), version: sql`${stockReservations.version} + 1` })
          .where(and(isReservation(me, id), eq(stockReservations.status, "open"))),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "stock.release", entity: "stock_reservation", entityId: id }],
      result: { id },
    });
  });
}

const usedUp = () => new DomainError("conflict", "All of this reservation has been used.");

/** @throws DomainError not_found */
export async function findReservation(ctx: Ctx, id: string) {
  return storedReservation(ctx, allow(ctx, "inventory.read"), id);
}

/** Reservations, the latest first, in one round trip. @throws DomainError invalid for a cursor of another list */
export async function listReservations(ctx: Ctx, { status, itemId, workOrderId, limit, cursor }: ReservationFilter) {
  const me = allow(ctx, "inventory.read");
  const after = decodeCursor(cursor, 2);
  const rows = await reservations(ctx, me)
    .where(
      and(
        eq(stockReservations.orgId, me.orgId),
        status && eq(stockReservations.status, status),
        itemId ? eq(stockReservations.itemId, itemId) : undefined,
        workOrderId ? eq(stockReservations.workOrderId, workOrderId) : undefined,
        after ? sql`(stock_reservations.created_at, stock_reservations.id) < (${after[0]}, ${after[1]})` : undefined,
      ),
    )
    .orderBy(desc(stockReservations.createdAt), desc(stockReservations.id))
    .limit(limit + 1);
  return page(rows, limit, null, (row) => [row.createdAt, row.id]);
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

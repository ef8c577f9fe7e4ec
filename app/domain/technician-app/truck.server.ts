import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { inventoryItems, inventoryLocations, stockBalances, stockReservations } from "#drizzle/schema/inventory";
import { workOrderParts } from "#drizzle/schema/work-order-parts";
import { expiredIn, freeIn } from "~/domain/inventory/free.server";
import type { Ctx, Member } from "~/domain/shared/context";
import type { TechnicianDay } from "./day";
import { MAX_OF_A_KIND } from "./day-limit.server";

/** Statements for the day's one round trip. */
export function selectUsedParts(ctx: Ctx, me: Member, ids: SQL) {
  return ctx.db
    .select({
      workOrderId: workOrderParts.workOrderId,
      id: named(workOrderParts.id, "used_part_id"),
      description: named(workOrderParts.description, "used_part"),
      itemId: named(workOrderParts.itemId, "used_item_id"),
      quantityMilli: workOrderParts.quantityMilli,
      unit: workOrderParts.unit,
      at: named(workOrderParts.usedAt, "used_part_at"),
    })
    .from(workOrderParts)
    .where(
      and(
        eq(workOrderParts.orgId, me.orgId),
        sql`${workOrderParts.workOrderId} IN ${ids}`,
        isNull(workOrderParts.removedAt),
      ),
    )
    .orderBy(asc(workOrderParts.id))
    .limit(MAX_OF_A_KIND);
}

/** Stock reserved for the jobs anywhere except on their lead's truck. */
export function selectToLoad(ctx: Ctx, me: Member, ids: SQL) {
  return (
    ctx.db
      .select({
        id: named(stockReservations.id, "to_load_id"),
        workOrderId: named(stockReservations.workOrderId, "to_load_for"),
        openMilli: sql<number>`${stockReservations.quantityMilli} - ${stockReservations.fulfilledMilli}`.as(
          "to_load_open",
        ),
        unit: named(inventoryItems.baseUnit, "to_load_unit"),
        name: named(inventoryItems.name, "to_load_item"),
        from: named(inventoryLocations.name, "to_load_from"),
      })
      // Without statistics, the planner would read every reservation.
      .from(sql`stock_reservations INDEXED BY stock_reservations_work_order`)
      .innerJoin(
        inventoryItems,
        and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.id, stockReservations.itemId)),
      )
      .innerJoin(
        inventoryLocations,
        and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, stockReservations.locationId)),
      )
      .where(
        and(
          eq(stockReservations.orgId, me.orgId),
          sql`${stockReservations.workOrderId} IN ${ids}`,
          eq(stockReservations.status, "open"),
          sql`${inventoryLocations.technicianId} IS NOT (SELECT led.technician_id FROM work_orders led
          WHERE led.org_id = ${me.orgId} AND led.id = ${stockReservations.workOrderId})`,
        ),
      )
      .orderBy(asc(stockReservations.id))
      .limit(MAX_OF_A_KIND)
  );
}

/** Available stock on the signed-in technician's own truck; a row without an item if it is empty. */
export function selectTruck(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      truckId: named(inventoryLocations.id, "truck_id"),
      truckName: named(inventoryLocations.name, "truck_name"),
      id: sql<string | null>`${inventoryItems.id}`.as("truck_item_id"),
      sku: sql<string>`${inventoryItems.sku}`.as("truck_sku"),
      name: sql<string>`${inventoryItems.name}`.as("truck_item"),
      barcode: sql<string | null>`${inventoryItems.barcode}`.as("truck_barcode"),
      unit: inventoryItems.baseUnit,
      freeMilli: freeIn(ctx, me, "stock_balances").as("truck_free"),
      expiredMilli: expiredIn(ctx, me, "stock_balances").as("truck_expired"),
    })
    .from(inventoryLocations)
    .leftJoin(
      sql`stock_balances INDEXED BY stock_balances_location`,
      and(
        eq(stockBalances.orgId, me.orgId),
        eq(stockBalances.locationId, inventoryLocations.id),
        sql`${stockBalances.onHandMilli} > 0`,
      ),
    )
    .leftJoin(inventoryItems, and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.id, stockBalances.itemId)))
    .where(
      and(
        eq(inventoryLocations.orgId, me.orgId),
        eq(inventoryLocations.technicianId, me.technicianId ?? ""),
        eq(inventoryLocations.active, true),
      ),
    )
    .orderBy(asc(sql`lower(inventory_items.name)`))
    .limit(MAX_OF_A_KIND);
}

type TruckRow = Awaited<ReturnType<typeof selectTruck>>[number];

export function truckOf(rows: readonly TruckRow[]): NonNullable<TechnicianDay["truck"]> | null {
  const [first] = rows;
  if (!first) return null;
  const items = rows.flatMap(({ truckId: _, truckName: __, id, unit, ...item }) =>
    id === null || unit === null ? [] : [{ ...item, id, unit }],
  );
  return { id: first.truckId, name: first.truckName, items };
}

import { and, asc, eq, sql } from "drizzle-orm";
import { workOrderEquipment } from "#drizzle/schema/equipment";
import { inventoryItems, inventoryLocations } from "#drizzle/schema/inventory";
import { workOrders } from "#drizzle/schema/work-orders";
import { unitChoices } from "~/domain/equipment/work-order-equipment.server";
import { seesCosts } from "~/domain/inventory/costs";
import { expiredIn, freeIn } from "~/domain/inventory/free.server";
import { readCode } from "~/domain/inventory/items/code";
import { listItems } from "~/domain/inventory/items/items.server";
import { normalizeSku } from "~/domain/inventory/items/sku";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import {
  idOfWorkOrder,
  isOffice,
  isOnCrew,
  isWorkOrder,
  readCrew,
  workOrderNotFound,
} from "~/domain/work-orders/load.server";
import { listParts } from "./list.server";
import { groupByEquipment, marginOf, partsTotal } from "./part";

/**
 * Returns the parts of a job for its screen, with cost and margin for members who may see costs.
 * @throws DomainError not_found
 */
export async function partsScreen(ctx: Ctx, ref: string) {
  const me = allow(ctx, "work_orders.read");
  const [parts, { crew }] = await Promise.all([listParts(ctx, ref), readCrew(ctx, me, ref)]);
  const seesMoney = seesCosts(me);
  const shown = parts.map(
    ({ postingId: _, removedAt: __, createdAt: ___, updatedAt: ____, workOrderId: _____, ...part }) => ({
      ...part,
      marginMinor: marginOf(part),
    }),
  );
  return {
    groups: groupByEquipment(shown),
    total: seesMoney ? partsTotal(parts) : null,
    count: parts.length,
    rights: { change: isOffice(me) || isOnCrew(me, crew), seesMoney },
  };
}

/**
 * Returns the choices of a part's form: the locations to take it from, one's own truck or the lead's first, and the job's
 * equipment.
 * @throws DomainError not_found
 */
export async function partFormChoices(ctx: Ctx, ref: string) {
  const me = allow(ctx, "work_orders.read");
  const lead = sql`(SELECT w.technician_id FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${idOfWorkOrder(me, ref)})`;
  const customer = sql`(SELECT c.customer_id FROM work_orders c WHERE c.org_id = ${me.orgId} AND c.id = ${idOfWorkOrder(me, ref)})`;
  const [[found], places, units, own] = await ctx.db.batch([
    ctx.db.select({ id: workOrders.id }).from(workOrders).where(isWorkOrder(me, ref)),
    ctx.db
      .select({
        id: inventoryLocations.id,
        name: inventoryLocations.name,
        type: inventoryLocations.type,
        isAtHand:
          sql<number>`CASE WHEN ${inventoryLocations.technicianId} = ${me.technicianId ?? ""} THEN 2 WHEN ${inventoryLocations.technicianId} = ${lead} THEN 1 ELSE 0 END`.as(
            "at_hand",
          ),
      })
      .from(inventoryLocations)
      .where(and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.active, true)))
      .orderBy(sql`at_hand desc`, asc(sql`lower(inventory_locations.name)`)),
    unitChoices(ctx, me, { customerId: customer, workOrderId: idOfWorkOrder(me, ref) }),
    ctx.db
      .select({ id: workOrderEquipment.equipmentId })
      .from(workOrderEquipment)
      .where(and(eq(workOrderEquipment.orgId, me.orgId), eq(workOrderEquipment.workOrderId, idOfWorkOrder(me, ref))))
      .limit(2),
  ]);
  if (!found) throw workOrderNotFound();
  return {
    places: places.map(({ id, name }) => ({ id, name })),
    truckId: places.find(({ isAtHand }) => isAtHand > 0)?.id ?? null,
    units: units.map(({ id, name }) => ({ id, name })),
    /** Preselected if the job is about exactly one. */
    unitId: own.length === 1 ? (own[0]?.id ?? null) : null,
  };
}

export type PartChoice = Awaited<ReturnType<typeof partChoices>>[number];

const CHOICES = 10;

/**
 * Returns active items matching typed or scanned text, an exact barcode or SKU first, with available and expired quantities by
 * location.
 */
export async function partChoices(ctx: Ctx, search: string) {
  const me = allow(ctx, "inventory.read");
  const filter = { active: true, sortBy: "name" as const, sortOrder: "asc" as const, limit: CHOICES };
  const code = search.trim();
  const [matching, exact] = await Promise.all([
    listItems(ctx, { ...filter, search: code.slice(0, 100) || undefined }),
    ctx.db
      .select({
        id: inventoryItems.id,
        sku: inventoryItems.sku,
        name: inventoryItems.name,
        baseUnit: inventoryItems.baseUnit,
        listPriceMinor: inventoryItems.listPriceMinor,
      })
      .from(inventoryItems)
      .where(
        and(
          eq(inventoryItems.orgId, me.orgId),
          sql`(${inventoryItems.sku} = ${normalizeSku(code)} OR ${inventoryItems.barcode} IN ${readCode(code).barcodes})`,
          // The unary plus keeps SQLite from scanning all active items.
          sql`+${inventoryItems.active} = 1`,
        ),
      ),
  ]);
  // Read apart from the search, whose page may be full before it.
  const others = matching.items.filter(({ id }) => !exact.some((one) => one.id === id));
  const items = [...exact, ...others].slice(0, CHOICES);
  const held = await heldOf(
    ctx,
    me,
    items.map(({ id }) => id),
  );
  const stockOf = (id: string) => {
    const places = held.filter(({ itemId }) => itemId === id);
    return {
      free: Object.fromEntries(places.map((one) => [one.locationId, one.freeMilli])),
      expired: Object.fromEntries(places.map((one) => [one.locationId, one.expiredMilli])),
    };
  };
  return items.map(({ id, sku, name, baseUnit, listPriceMinor }) => ({
    ...{ id, sku, name, unit: baseUnit, unitPriceMinor: listPriceMinor },
    ...stockOf(id),
  }));
}

/** Available and expired quantities of each item in thousandths, by location. */
function heldOf(ctx: Ctx, me: Member, ids: readonly string[]) {
  return ctx.db.all<{ itemId: string; locationId: string; freeMilli: number; expiredMilli: number }>(
    sql`SELECT b.item_id AS itemId, b.location_id AS locationId, ${freeIn(ctx, me, "b")} AS freeMilli, ${expiredIn(ctx, me, "b")} AS expiredMilli
      FROM stock_balances b
      WHERE b.org_id = ${me.orgId} AND b.item_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND b.on_hand_milli > 0`,
  );
}

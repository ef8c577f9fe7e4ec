import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { equipment } from "#drizzle/schema/equipment";
import { inventoryLocations } from "#drizzle/schema/inventory";
import { tenantMembers } from "#drizzle/schema/platform";
import { workOrderParts } from "#drizzle/schema/work-order-parts";
import { workOrders } from "#drizzle/schema/work-orders";
import { seesCosts } from "~/domain/inventory/costs";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { idOfWorkOrder, isWorkOrder, workOrderNotFound } from "~/domain/work-orders/load.server";
import { amountOf, costOf, groupByEquipment, partsTotal } from "./part";

/** Maximum number of parts on a job. */
const MAX_PARTS = 500;

/** A part without its costs for members who may not see them. */
export function shownTo(me: Member, part: Part): Part {
  return seesCosts(me) ? part : { ...part, costMinor: null, unitCostMinor: null };
}

/** Returns the parts used on a job, in order of use, as `shownTo` the member. @throws DomainError not_found */
export async function listParts(ctx: Ctx, ref: string, { equipmentId }: { equipmentId?: string } = {}) {
  const me = allow(ctx, "work_orders.read");
  const [[found], rows] = await ctx.db.batch([
    ctx.db.select({ id: workOrders.id }).from(workOrders).where(isWorkOrder(me, ref)),
    selectParts(ctx, me, {
      workOrderId: idOfWorkOrder(me, ref),
      where: and(
        isNull(workOrderParts.removedAt),
        equipmentId ? eq(workOrderParts.equipmentId, equipmentId) : undefined,
      ),
    }),
  ]);
  if (!found) throw workOrderNotFound();
  return rows.map((row) => shownTo(me, reckoned(row)));
}

/** Returns one part that was not removed, as `shownTo` the member. @throws DomainError not_found */
export async function partDetail(ctx: Ctx, { ref, partId }: { ref: string; partId: string }) {
  const me = allow(ctx, "work_orders.read");
  const isIt = and(isNull(workOrderParts.removedAt), eq(workOrderParts.id, partId));
  const [row] = await selectParts(ctx, me, { workOrderId: idOfWorkOrder(me, ref), where: isIt });
  if (!row) throw notFound("Part not found");
  return shownTo(me, reckoned(row));
}

/** @throws DomainError not_found */
export async function partsByEquipment(ctx: Ctx, ref: string) {
  return groupByEquipment(await listParts(ctx, ref));
}

/**
 * Returns the cost and revenue of a job's parts, with the number of parts for which each is unknown. The cost and that number
 * are null for members who may not see costs.
 * @throws DomainError not_found
 */
export async function partsCost(ctx: Ctx, ref: string) {
  const me = allow(ctx, "work_orders.read");
  const parts = await listParts(ctx, ref);
  const { costMinor, unknownCosts, priceMinor, unknownPrices } = partsTotal(parts);
  return {
    ...(seesCosts(me) ? { costMinor, unknownCosts } : { costMinor: null, unknownCosts: null }),
    ...{ priceMinor, unknownPrices, parts: parts.length },
  };
}

/**
 * What an invoice for the job bills: its billable parts, in order of use, as a statement for a batch, whose rows go through
 * `reckoned`. Unknown prices and costs are null.
 */
export function selectBillableParts(ctx: Ctx, me: Member, workOrderId: SQL | string) {
  return selectParts(ctx, me, {
    workOrderId: sql`${workOrderId}`,
    where: and(isNull(workOrderParts.removedAt), eq(workOrderParts.billable, true)),
  });
}

interface PartsQuery {
  workOrderId: SQL;
  where?: SQL;
}

/** Sums over the ledger's movements for the part. */
const takenOf = (what: SQL) =>
  sql`coalesce((SELECT sum(${what}) FROM stock_movements m INDEXED BY stock_movements_posting
    WHERE m.org_id = ${workOrderParts.orgId} AND m.posting_id = ${workOrderParts.postingId}
      AND m.item_id = ${workOrderParts.itemId} AND m.location_id = ${workOrderParts.locationId} AND m.kind = 'consumption'), 0)`;

export function selectParts(ctx: Ctx, me: Member, { workOrderId, where }: PartsQuery) {
  return ctx.db
    .select({
      id: named(workOrderParts.id, "part_id"),
      workOrderId: named(workOrderParts.workOrderId, "part_of"),
      description: named(workOrderParts.description, "part_description"),
      itemId: named(workOrderParts.itemId, "part_item_id"),
      sku: named(workOrderParts.sku, "part_sku"),
      unit: workOrderParts.unit,
      quantityMilli: workOrderParts.quantityMilli,
      locationId: named(workOrderParts.locationId, "part_location_id"),
      locationName: namedOrNull(inventoryLocations.name, "part_location"),
      postingId: named(workOrderParts.postingId, "part_posting_id"),
      // Set until the item is counted at the location where it was found.
      foundMilli: sql<number>`CASE WHEN ${workOrderParts.foundMilli} > 0 AND (EXISTS (
          SELECT 1 FROM stock_count_lines c INDEXED BY stock_count_lines_counted
          WHERE c.org_id = ${workOrderParts.orgId} AND c.item_id = ${workOrderParts.itemId} AND c.location_id = ${workOrderParts.locationId}
            AND c.counted_at > ${workOrderParts.createdAt} AND c.posted_at IS NOT NULL
        ) OR EXISTS (
          SELECT 1 FROM stock_movements m INDEXED BY stock_movements_item
          WHERE m.org_id = ${workOrderParts.orgId} AND m.item_id = ${workOrderParts.itemId} AND m.location_id = ${workOrderParts.locationId}
            AND m.kind = 'count' AND m.created_at > ${workOrderParts.createdAt}
        )) THEN 0 ELSE ${workOrderParts.foundMilli} END`
        .mapWith(Number)
        .as("part_found"),
      equipmentId: named(workOrderParts.equipmentId, "part_equipment_id"),
      equipmentName: namedOrNull(equipment.name, "part_equipment"),
      unitCostMinor: workOrderParts.unitCostMinor,
      unitPriceMinor: workOrderParts.unitPriceMinor,
      takenCostMinor: takenOf(sql`-m.total_cost_minor`).mapWith(Number).as("taken_cost"),
      takenUncostedMilli: takenOf(sql`m.uncosted_milli`).mapWith(Number).as("taken_uncosted"),
      billable: workOrderParts.billable,
      supplier: workOrderParts.supplier,
      notes: named(workOrderParts.notes, "part_notes"),
      usedAt: workOrderParts.usedAt,
      usedBy: sql<string | null>`${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName}`.as("part_used_by"),
      createdAt: named(workOrderParts.createdAt, "part_created_at"),
      updatedAt: named(workOrderParts.updatedAt, "part_updated_at"),
      removedAt: workOrderParts.removedAt,
      version: named(workOrderParts.version, "part_version"),
    })
    .from(workOrderParts)
    .leftJoin(
      inventoryLocations,
      and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, workOrderParts.locationId)),
    )
    .leftJoin(equipment, and(eq(equipment.orgId, me.orgId), eq(equipment.id, workOrderParts.equipmentId)))
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, workOrderParts.usedBy)))
    .where(and(eq(workOrderParts.orgId, me.orgId), eq(workOrderParts.workOrderId, workOrderId), where))
    .orderBy(asc(workOrderParts.id))
    .limit(MAX_PARTS);
}

export type PartRow = Awaited<ReturnType<typeof selectParts>>[number];
export type Part = ReturnType<typeof reckoned>;

/** Adds the total cost and revenue, and the unit cost; null if unknown. */
export function reckoned({ takenCostMinor, takenUncostedMilli, unitCostMinor, ...row }: PartRow) {
  const { itemId, quantityMilli, unitPriceMinor } = row;
  const costMinor = costOf({ itemId, quantityMilli, unitCostMinor, takenCostMinor, takenUncostedMilli });
  return {
    ...row,
    costMinor,
    unitCostMinor:
      itemId === null || costMinor === null ? unitCostMinor : Math.round((costMinor * 1000) / quantityMilli),
    priceMinor: unitPriceMinor === null ? null : amountOf(quantityMilli, unitPriceMinor),
  };
}

import { and, eq, or, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { equipment } from "#drizzle/schema/equipment";
import { inventoryItems, inventoryLocations } from "#drizzle/schema/inventory";
import { workOrders } from "#drizzle/schema/work-orders";
import { itemOfCode } from "~/domain/inventory/items/item-of-code.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { crewOf, idOfWorkOrder, isWorkOrder, workOrderNotFound } from "~/domain/work-orders/load.server";

interface Named {
  inventoryItemId: string | null;
  inventorySku: string | null;
  /** A barcode, a SKU or text. */
  code: string | null;
  equipmentId: string | null;
}

export const noNames: Named = { inventoryItemId: null, inventorySku: null, code: null, equipmentId: null };

/** Returns the job, its crew and truck, and the records named in the input, in one round trip. @throws DomainError not_found */
export async function readWorkOrder(ctx: Ctx, me: Member, { ref, named }: { ref: string; named: Named }) {
  const [[workOrder], crew, [item], [unit], trucks] = await ctx.db.batch([
    ctx.db
      .select({
        id: workOrders.id,
        number: workOrders.number,
        status: workOrders.status,
        customerId: workOrders.customerId,
        technicianId: workOrders.technicianId,
        createdAt: workOrders.createdAt,
        statusSince: sql<string | null>`(SELECT max(min(h.occurred_at, h.recorded_at)) FROM work_order_history h
          WHERE h.org_id = ${me.orgId} AND h.work_order_id = ${idOfWorkOrder(me, ref)} AND h.to_status IS NOT NULL)`.as(
          "since",
        ),
      })
      .from(workOrders)
      .where(isWorkOrder(me, ref)),
    crewOf(ctx, me, ref),
    selectNamedItem(ctx, me, named),
    ctx.db
      .select({ id: equipment.id, model: sql<string | null>`upper(${equipment.modelNumber})`.as("model") })
      .from(equipment)
      .where(
        and(
          eq(equipment.orgId, me.orgId),
          eq(equipment.id, named.equipmentId ?? ""),
          sql`${equipment.customerId} = (SELECT w.customer_id FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${idOfWorkOrder(me, ref)})`,
        ),
      ),
    ctx.db
      .select({ id: inventoryLocations.id, technicianId: inventoryLocations.technicianId })
      .from(inventoryLocations)
      .where(
        and(
          eq(inventoryLocations.orgId, me.orgId),
          eq(inventoryLocations.active, true),
          or(
            eq(inventoryLocations.technicianId, me.technicianId ?? ""),
            sql`${inventoryLocations.technicianId} = (SELECT w.technician_id FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${idOfWorkOrder(me, ref)})`,
          ),
        ),
      ),
  ]);
  if (!workOrder) throw workOrderNotFound();
  const people = crew.map((one) => one.technicianId);
  const own = trucks.find(({ technicianId }) => technicianId === me.technicianId);
  return {
    ...workOrder,
    crew: people.length > 0 || !workOrder.technicianId ? people : [workOrder.technicianId],
    item: item ?? null,
    unit: unit ?? null,
    /** The member's own, else the lead's. */
    truckId: own?.id ?? trucks[0]?.id ?? null,
  };
}

function selectNamedItem(ctx: Ctx, me: Member, { inventoryItemId, inventorySku, code }: Named) {
  const wanted = inventoryItemId
    ? sql`${inventoryItemId}`
    : inventorySku
      ? sql`(select s.id from inventory_items s where s.org_id = ${me.orgId} and s.sku = ${inventorySku})`
      : itemOfCode(me, code ?? "");
  return ctx.db
    .select({
      id: named(inventoryItems.id, "named_item_id"),
      sku: inventoryItems.sku,
      name: named(inventoryItems.name, "named_item"),
      baseUnit: inventoryItems.baseUnit,
      listPriceMinor: namedOrNull(inventoryItems.listPriceMinor, "list_price"),
    })
    .from(inventoryItems)
    .where(and(eq(inventoryItems.orgId, me.orgId), sql`${inventoryItems.id} = ${wanted}`));
}

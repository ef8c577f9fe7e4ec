import { and, asc, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { inventoryItems, inventoryLocations } from "#drizzle/schema/inventory";
import { purchaseOrderLines, purchaseOrders, suppliers } from "#drizzle/schema/purchasing";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { assertRowChanged, type Write } from "~/domain/shared/write.server";

export const orderNotFound = () => notFound("Purchase order not found");

export const withoutLines = () => new DomainError("conflict", "Add at least one line before ordering.");

/** Messages for what the database refuses. */
export const refusals: ConstraintErrors = {
  purchase_order_frozen: () => new DomainError("conflict", "This order is with the supplier and can't be changed."),
  purchase_order_has_lines: withoutLines,
  purchase_order_line_quantity: () =>
    invalidField("lines", "Rounded up to whole packs, a line is more than a million units"),
  purchase_order_supplier_inactive: () => invalidField("supplierId", "This supplier is inactive. Activate it first."),
  "FOREIGN KEY": () => notFound("The supplier, an item or a location was not found"),
};

export function isOrder(me: Member, id: string) {
  return and(eq(purchaseOrders.orgId, me.orgId), eq(purchaseOrders.id, id));
}

/** An order with its supplier, by id. */
export function orderRow(ctx: Ctx, me: Member, id: string) {
  return ctx.db
    .select({
      id: purchaseOrders.id,
      number: purchaseOrders.number,
      status: purchaseOrders.status,
      expectedOn: purchaseOrders.expectedOn,
      note: purchaseOrders.note,
      orderMethod: purchaseOrders.orderMethod,
      supplierReference: purchaseOrders.supplierReference,
      orderedAt: purchaseOrders.orderedAt,
      orderedBy: purchaseOrders.orderedBy,
      canceledAt: purchaseOrders.canceledAt,
      cancelReason: purchaseOrders.cancelReason,
      sentAt: purchaseOrders.sentAt,
      sentTo: purchaseOrders.sentTo,
      version: purchaseOrders.version,
      createdBy: purchaseOrders.createdBy,
      createdAt: purchaseOrders.createdAt,
      updatedAt: purchaseOrders.updatedAt,
      supplierId: purchaseOrders.supplierId,
      supplierName: named(suppliers.name, "supplier_name"),
      supplierEmail: named(suppliers.email, "supplier_email"),
      supplierPhone: named(suppliers.phone, "supplier_phone"),
      supplierContact: named(suppliers.contactName, "supplier_contact"),
      accountNumber: suppliers.accountNumber,
      terms: suppliers.terms,
      leadTimeDays: suppliers.leadTimeDays,
    })
    .from(purchaseOrders)
    .innerJoin(suppliers, and(eq(suppliers.orgId, me.orgId), eq(suppliers.id, purchaseOrders.supplierId)))
    .where(isOrder(me, id));
}

/** The lines of an order, in order. */
export function lineRows(ctx: Ctx, me: Member, orderId: string) {
  return ctx.db
    .select({
      position: purchaseOrderLines.position,
      itemId: purchaseOrderLines.itemId,
      sku: inventoryItems.sku,
      itemName: named(inventoryItems.name, "item_name"),
      barcode: inventoryItems.barcode,
      baseUnit: inventoryItems.baseUnit,
      shelfLifeDays: inventoryItems.shelfLifeDays,
      locationId: purchaseOrderLines.locationId,
      locationName: named(inventoryLocations.name, "location_name"),
      partNumber: purchaseOrderLines.partNumber,
      unitCostMinor: named(purchaseOrderLines.unitCostMinor, "line_cost"),
      quantityMilli: purchaseOrderLines.quantityMilli,
      receivedMilli: purchaseOrderLines.receivedMilli,
      canceledMilli: purchaseOrderLines.canceledMilli,
      excessMilli: purchaseOrderLines.excessMilli,
      incomingMilli: purchaseOrderLines.incomingMilli,
      packSizeMilli: purchaseOrderLines.packSizeMilli,
      packPriceMinor: purchaseOrderLines.packPriceMinor,
    })
    .from(purchaseOrderLines)
    .innerJoin(
      inventoryItems,
      and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.id, purchaseOrderLines.itemId)),
    )
    .innerJoin(
      inventoryLocations,
      and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, purchaseOrderLines.locationId)),
    )
    .where(and(eq(purchaseOrderLines.orgId, me.orgId), eq(purchaseOrderLines.orderId, orderId)))
    .orderBy(asc(purchaseOrderLines.position));
}

export type OrderLine = Awaited<ReturnType<typeof lineRows>>[number];

/** @throws DomainError not_found */
export async function readOrder(ctx: Ctx, me: Member, id: string) {
  const [[order], lines] = await ctx.db.batch([orderRow(ctx, me, id), lineRows(ctx, me, id)]);
  if (!order) throw orderNotFound();
  return { ...order, lines };
}

export type StoredOrder = Awaited<ReturnType<typeof readOrder>>;

/** The refusal of a write that finds the order changed since it was read. */
export const justChanged = () => new DomainError("conflict", "Someone else just changed this purchase order.");

export function staleOrder(order: StoredOrder): DomainError {
  return staleVersion("purchase order", order);
}

/** Converts a conflict in the database to an error with the current values. */
export async function asStale(
  ctx: Ctx,
  me: Member,
  { id, version, error }: { id: string; version: number; error: unknown },
): Promise<unknown> {
  if (!(error instanceof DomainError) || error.code !== "conflict") return error;
  const order = await readOrder(ctx, me, id);
  return order.version === version ? error : staleOrder(order);
}

export interface NewLine {
  itemId: string;
  locationId: string;
  partNumber: string | null;
  unitCostMinor: number | null;
  quantityMilli: number;
  packSizeMilli: number;
  packPriceMinor: number | null;
}

/** Inserts a draft's lines, in order. */
export function insertLines(
  ctx: Ctx,
  me: Member,
  { orderId, lines }: { orderId: string; lines: readonly NewLine[] },
): Write {
  return ctx.db.run(sql`INSERT INTO purchase_order_lines (
      org_id, order_id, position, item_id, location_id, part_number, unit_cost_minor, quantity_milli, pack_size_milli, pack_price_minor
    )
    SELECT ${me.orgId}, ${orderId}, key + 1, value ->> 'itemId', value ->> 'locationId', value ->> 'partNumber',
      value ->> 'unitCostMinor', value ->> 'quantityMilli', value ->> 'packSizeMilli', value ->> 'packPriceMinor'
    FROM json_each(${JSON.stringify(lines)})`);
}

/** Advances the version of an order that is unchanged since it was read. */
export function changeOrder(
  ctx: Ctx,
  me: Member,
  { order: { id, version, status }, set }: { order: StoredOrder; set: Partial<typeof purchaseOrders.$inferInsert> },
): Write[] {
  return [
    ctx.db
      .update(purchaseOrders)
      .set({ ...set, version: version + 1, updatedAt: ctx.now.toISOString() })
      .where(and(isOrder(me, id), eq(purchaseOrders.version, version), eq(purchaseOrders.status, status))),
    assertRowChanged(ctx, "stale"),
  ];
}

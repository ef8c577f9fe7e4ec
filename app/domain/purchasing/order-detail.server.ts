import { and, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { inventoryLocations, stockMovements } from "#drizzle/schema/inventory";
import { tenantMembers } from "#drizzle/schema/platform";
import { purchaseReceipts } from "#drizzle/schema/purchasing";
import { seesCosts } from "~/domain/inventory/costs";
import { isMailUndelivered } from "~/domain/mail/undelivered.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { lineRows, orderNotFound, orderRow } from "./internal/orders.server";
import { isOpen, isOverdue, orderCost } from "./purchase-order";

/** Received lines listed. */
const MAX_RECEIPTS = 500;

/**
 * Returns an order with its lines, receipts, cost and the actions allowed on it. For members who may not see costs, its total and
 * its lines' prices are null.
 * @throws DomainError not_found
 */
export async function purchaseOrderDetail(ctx: Ctx, id: string) {
  const me = allow(ctx, "inventory.read");
  const lastSent = sql`(SELECT sent.sent_at FROM purchase_orders sent WHERE sent.org_id = ${me.orgId} AND sent.id = ${id})`;
  const [[order], lines, receipts, people, [mail]] = await ctx.db.batch([
    orderRow(ctx, me, id),
    lineRows(ctx, me, id),
    receiptRows(ctx, me, id),
    ctx.db
      .select({ userId: tenantMembers.userId, firstName: tenantMembers.firstName, lastName: tenantMembers.lastName })
      .from(tenantMembers)
      .where(
        and(
          eq(tenantMembers.orgId, me.orgId),
          sql`${tenantMembers.userId} in (select u.created_by from purchase_orders u where u.org_id = ${me.orgId} and u.id = ${id}
            union select u.ordered_by from purchase_orders u where u.org_id = ${me.orgId} and u.id = ${id})`,
        ),
      ),
    ctx.db
      .select({ isUndelivered: isMailUndelivered(sql`${me.orgId}`, sql`${id}`, lastSent).as("undelivered_mail") })
      .from(sql`(SELECT 1)`),
  ]);
  if (!order) throw orderNotFound();
  const nameOf = (userId: string | null) => {
    const person = people.find((one) => one.userId === userId);
    return person ? `${person.firstName} ${person.lastName}` : null;
  };
  const mayWrite = can(me, "inventory.write");
  const sees = seesCosts(me);
  const { totalMinor, unpriced } = orderCost(lines);
  return {
    ...order,
    createdByName: nameOf(order.createdBy),
    orderedByName: nameOf(order.orderedBy),
    isOverdue: isOverdue(order, todayOf(ctx, me)),
    isMailUndelivered: mail?.isUndelivered === true,
    ...{ unpriced, totalMinor: sees ? totalMinor : null },
    lines: sees ? lines : lines.map((line) => ({ ...line, unitCostMinor: null, packPriceMinor: null })),
    receipts: receipts.slice(0, MAX_RECEIPTS),
    hasOlderReceipts: receipts.length > MAX_RECEIPTS,
    can: {
      edit: mayWrite && order.status === "draft",
      receive: mayWrite && isOpen(order.status),
      send: mayWrite && order.status !== "canceled" && lines.length > 0,
      seeCosts: sees,
    },
  };
}

export type PurchaseOrder = Awaited<ReturnType<typeof purchaseOrderDetail>>;

/** Latest first; one more than is listed. */
function receiptRows(ctx: Ctx, me: Member, orderId: string) {
  return (
    ctx.db
      .select({
        movementId: purchaseReceipts.movementId,
        position: purchaseReceipts.position,
        quantityMilli: named(purchaseReceipts.quantityMilli, "received_quantity"),
        locationName: inventoryLocations.name,
        postingId: stockMovements.postingId,
        note: stockMovements.note,
        receivedOn: stockMovements.occurredOn,
        receivedAt: stockMovements.createdAt,
        receivedBy: sql<string | null>`(select m.first_name || ' ' || m.last_name from tenant_members m
        where m.org_id = stock_movements.org_id and m.user_id = stock_movements.created_by)`.as("received_by"),
        isReversed:
          sql<boolean>`exists (select 1 from stock_movements r indexed by stock_movements_reversed_once where r.org_id = stock_movements.org_id and r.reverses_id = stock_movements.id)`
            .mapWith(Boolean)
            .as("is_reversed"),
      })
      .from(purchaseReceipts)
      .innerJoin(
        stockMovements,
        and(eq(stockMovements.orgId, me.orgId), eq(stockMovements.id, purchaseReceipts.movementId)),
      )
      .innerJoin(
        inventoryLocations,
        and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, stockMovements.locationId)),
      )
      .where(and(eq(purchaseReceipts.orgId, me.orgId), eq(purchaseReceipts.orderId, orderId)))
      // The unary plus keeps SQLite from scanning an index in this order.
      .orderBy(sql`+${stockMovements.seq} desc`)
      .limit(MAX_RECEIPTS + 1)
  );
}

import { and, eq, sql } from "drizzle-orm";
import { purchaseOrderLines } from "#drizzle/schema/purchasing";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { asStale, changeOrder, justChanged, readOrder, refusals, staleOrder } from "./internal/orders.server";
import { isOpen } from "./purchase-order";
import type { CancelOrder, PlaceOrder } from "./schema";

/**
 * Marks an order as placed with the supplier: from now on it counts as incoming and cannot be changed.
 * @throws DomainError not_found; conflict if it was already ordered, or with `{ current }` when stale
 */
export async function placePurchaseOrder(ctx: Ctx, id: string, input: PlaceOrder): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "placePurchaseOrder", { id, input }, async (commit) => {
    const order = await readOrder(ctx, me, id);
    if (order.version !== input.version) throw staleOrder(order);
    if (order.status !== "draft") throw new DomainError("conflict", "This order has already been placed.");
    const { method, expectedOn, supplierReference, version } = input;
    const now = ctx.now.toISOString();
    try {
      return await commit(me, {
        writes: changeOrder(ctx, me, {
          order,
          set: {
            ...{ status: "ordered", orderMethod: method, orderedAt: now, orderedBy: me.userId ?? "system" },
            ...{ expectedOn: expectedOn ?? order.expectedOn, supplierReference },
          },
        }),
        audit: [{ action: "purchase_order.place", entity: "purchase_order", entityId: id, after: input }],
        result: { id },
        refusals: { ...refusals, stale: justChanged },
      });
    } catch (error) {
      throw await asStale(ctx, me, { id, version, error });
    }
  });
}

/**
 * Closes what has not arrived: the order becomes canceled, or received if part of it has arrived.
 * @throws DomainError not_found; conflict if nothing is incoming, or with `{ current }` when stale
 */
export async function cancelPurchaseOrder(ctx: Ctx, id: string, input: CancelOrder): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "cancelPurchaseOrder", { id, input }, async (commit) => {
    const order = await readOrder(ctx, me, id);
    const { reason, version } = input;
    if (order.version !== version) throw staleOrder(order);
    if (order.status === "draft") throw new DomainError("conflict", "This is a draft. Delete it instead.");
    if (!isOpen(order.status)) throw new DomainError("conflict", "Nothing on this order is outstanding.");
    try {
      return await commit(me, {
        writes: [
          ...changeOrder(ctx, me, { order, set: { canceledAt: ctx.now.toISOString(), cancelReason: reason } }),
          ctx.db
            .update(purchaseOrderLines)
            .set({ canceledMilli: sql`canceled_milli + incoming_milli`, incomingMilli: 0 })
            .where(
              and(
                eq(purchaseOrderLines.orgId, me.orgId),
                eq(purchaseOrderLines.orderId, id),
                sql`${purchaseOrderLines.incomingMilli} > 0`,
              ),
            ),
        ],
        audit: [{ action: "purchase_order.cancel", entity: "purchase_order", entityId: id, after: input }],
        result: { id },
        refusals: { ...refusals, stale: justChanged },
      });
    } catch (error) {
      throw await asStale(ctx, me, { id, version, error });
    }
  });
}

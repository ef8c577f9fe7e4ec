import { sql } from "drizzle-orm";
import { listStock } from "~/domain/inventory/stock-levels.server";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { NO_PACK, wholePacks } from "./purchase-order";
import { suppliersOfLowItems } from "./supplier-items.server";

/** Maximum number of suggestions ordered at once. */
const MAX_SUGGESTIONS = 100;

/**
 * Returns the items to reorder, each with the preferred supplier, its price and the quantity in whole packs, and the quantity
 * already in drafts, which does not count as incoming.
 */
export async function reorderSuggestions(ctx: Ctx) {
  const me = allow(ctx, "inventory.write");
  const [{ items, nextCursor }, sold, drafted] = await Promise.all([
    listStock(ctx, { view: "reorder", limit: MAX_SUGGESTIONS }),
    suppliersOfLowItems(ctx, { limit: MAX_SUGGESTIONS }),
    ctx.db.all<{
      itemId: string;
      quantityMilli: number;
    }>(sql`SELECT l.item_id AS itemId, sum(l.quantity_milli) AS quantityMilli
      FROM purchase_orders o CROSS JOIN purchase_order_lines l ON l.org_id = o.org_id AND l.order_id = o.id
      WHERE o.org_id = ${me.orgId} AND o.status = 'draft' GROUP BY l.item_id`),
  ]);
  return {
    hasMore: nextCursor !== null,
    suggestions: items.map(
      ({ id, sku, name, baseUnit, availableMilli, expiredMilli, incomingMilli, suggestedMilli }) => {
        const offers = sold
          .filter((one) => one.itemId === id)
          .map(({ supplierId, priceMinor, packSizeMilli, packPriceMinor, preferred: isPreferred }) => ({
            ...{ supplierId, priceMinor, packSizeMilli, packPriceMinor, preferred: isPreferred },
          }));
        const preferred = offers.find((one) => one.preferred);
        const packSizeMilli = preferred?.packSizeMilli ?? NO_PACK;
        return {
          ...{ id, sku, name, baseUnit, availableMilli, expiredMilli, incomingMilli, offers },
          supplierId: preferred?.supplierId ?? null,
          packSizeMilli,
          /** Before rounding up to whole packs. */
          neededMilli: suggestedMilli,
          quantityMilli: suggestedMilli && wholePacks(suggestedMilli, packSizeMilli),
          draftedMilli: drafted.find((one) => one.itemId === id)?.quantityMilli ?? 0,
        };
      },
    ),
  };
}

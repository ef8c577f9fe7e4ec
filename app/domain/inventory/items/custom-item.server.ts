import { and, eq, type SQL, sql } from "drizzle-orm";
import { inventoryItems } from "#drizzle/schema/inventory";
import type { Ctx, Member } from "~/domain/shared/context";
import type { AuditEntry, Write } from "~/domain/shared/write.server";
import { customPartName, customSku, customSkuBesides, fieldSku } from "./sku";

interface CustomPart {
  /** `WO-012`. */
  workOrder: string;
  description: string;
  /** Per unit, in minor units; null: unknown. */
  unitCostMinor: number | null;
  listPriceMinor: number | null;
}

/**
 * Returns statements that add a part bought for one job as an item without stock, for the batch that records the part, and its
 * SKU. If the item cannot be added, the batch continues without it.
 */
export async function customItem(
  ctx: Ctx,
  me: Member,
  part: CustomPart,
): Promise<{ sku: SQL; writes: Write[]; audit: AuditEntry[] }> {
  const id = ctx.newId();
  const sku = await freeSku(ctx, me, part);
  const name = customPartName(part.description);
  const { unitCostMinor, listPriceMinor } = part;
  const now = ctx.now.toISOString();
  const isThere = sql`EXISTS (SELECT 1 FROM inventory_items WHERE org_id = ${me.orgId} AND id = ${id})`;
  const insert = (under: string) =>
    ctx.db.run(sql`INSERT INTO inventory_items
        (org_id, id, sku, name, primary_category, secondary_category, base_unit, unit_cost_minor, list_price_minor, created_at, updated_at)
      SELECT ${me.orgId}, ${id}, ${under}, ${name}, 'PARTS', 'FIELD_CUSTOM', 'EA', ${unitCostMinor}, ${listPriceMinor}, ${now}, ${now}
      WHERE NOT ${isThere} ON CONFLICT DO NOTHING`);
  return {
    sku: sql`(SELECT sku FROM inventory_items WHERE org_id = ${me.orgId} AND id = ${id})`,
    // The SKU may have been taken since the lookup.
    writes: [insert(sku), insert(customSkuBesides(sku, crypto.randomUUID()))],
    audit: [
      {
        ...{ action: "inventory_item.create", entity: "inventory_item", entityId: id },
        after: {
          sku,
          name,
          primaryCategory: "PARTS",
          secondaryCategory: "FIELD_CUSTOM",
          unitCostMinor,
          listPriceMinor,
        },
      },
    ],
  };
}

/** Returns the part's SKU; a variant if it is taken; one that needs no lookup if the lookup fails. */
async function freeSku(ctx: Ctx, me: Member, { workOrder, description }: CustomPart): Promise<string> {
  const at = ctx.now.getTime();
  const sku = customSku({ at, workOrder, description });
  try {
    const [taken] = await ctx.db
      .select({ id: inventoryItems.id })
      .from(inventoryItems)
      .where(and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.sku, sku)));
    return taken ? customSkuBesides(sku, crypto.randomUUID()) : sku;
  } catch {
    return fieldSku(at, crypto.randomUUID());
  }
}

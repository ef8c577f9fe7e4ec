import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { inventoryItems } from "#drizzle/schema/inventory";
import { supplierItems, supplierPrices, suppliers } from "#drizzle/schema/purchasing";
import { seesCosts } from "~/domain/inventory/costs";
import { itemsToReorder } from "~/domain/inventory/stock-levels.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { unitPriceOf } from "./purchase-order";
import type { SupplierItemInput } from "./schema";

/** A supplier and an item it sells. */
interface SupplierItemKey {
  supplierId: string;
  itemId: string;
}

const notSold = () => notFound("This supplier doesn't sell this item");

/**
 * Stores how a supplier sells an item. A price is added with the day from which it is valid, by default today, and replaces one
 * of the same day; earlier ones are kept. A new preferred supplier replaces the previous one.
 * @throws DomainError not_found; conflict for an inactive supplier
 */
export async function saveSupplierItem(ctx: Ctx, key: SupplierItemKey, input: SupplierItemInput): Promise<void> {
  const me = allow(ctx, "inventory.write");
  await once(ctx, "saveSupplierItem", { key, input }, async (commit) =>
    commit(me, {
      writes: writesOf(ctx, me, { ...key, ...input }),
      audit: [
        { action: "supplier_item.save", entity: "supplier", entityId: key.supplierId, after: { ...key, ...input } },
      ],
      result: null,
      refusals: {
        supplier_inactive: () => new DomainError("conflict", "This supplier is inactive. Activate it first."),
        "FOREIGN KEY": () => notFound("The supplier or the item was not found"),
      },
    }),
  );
}

function writesOf(ctx: Ctx, me: Member, input: SupplierItemKey & SupplierItemInput): Write[] {
  const { supplierId, itemId, partNumber, packSize, preferred, price, packPrice, validFrom } = input;
  const now = ctx.now.toISOString();
  const key = { orgId: me.orgId, itemId, supplierId };
  const columns = { partNumber, packSizeMilli: packSize, preferred, updatedAt: now };
  const writes: Write[] = [
    ctx.db
      .insert(supplierItems)
      .values({ ...key, ...columns, createdAt: now })
      .onConflictDoUpdate({
        target: [supplierItems.orgId, supplierItems.itemId, supplierItems.supplierId],
        set: columns,
      }),
  ];
  // At most one is preferred, so the previous one is cleared first.
  if (preferred)
    writes.unshift(
      ctx.db
        .update(supplierItems)
        .set({ preferred: false, updatedAt: now })
        .where(
          and(eq(supplierItems.orgId, me.orgId), eq(supplierItems.itemId, itemId), eq(supplierItems.preferred, true)),
        ),
    );
  const packed =
    packPrice === null
      ? { packPriceMinor: null, packSizeMilli: null }
      : { packPriceMinor: packPrice, packSizeMilli: packSize };
  const priceMinor = packPrice === null ? price : unitPriceOf(packPrice, packSize);
  if (priceMinor !== null)
    writes.push(
      ctx.db
        .insert(supplierPrices)
        .values({
          ...key,
          validFrom: validFrom ?? todayOf(ctx, me),
          ...{ priceMinor, ...packed },
          createdBy: me.userId ?? "system",
          createdAt: now,
        })
        .onConflictDoUpdate({
          target: [supplierPrices.orgId, supplierPrices.itemId, supplierPrices.supplierId, supplierPrices.validFrom],
          set: { priceMinor, ...packed, createdBy: me.userId ?? "system", createdAt: now },
        }),
    );
  return writes;
}

/** Removes an item from a supplier, with its prices. @throws DomainError not_found */
export async function removeSupplierItem(ctx: Ctx, key: SupplierItemKey): Promise<void> {
  const me = allow(ctx, "inventory.write");
  await once(ctx, "removeSupplierItem", key, async (commit) =>
    commit(me, {
      writes: [
        ctx.db
          .delete(supplierPrices)
          .where(
            and(
              eq(supplierPrices.orgId, me.orgId),
              eq(supplierPrices.itemId, key.itemId),
              eq(supplierPrices.supplierId, key.supplierId),
            ),
          ),
        ctx.db
          .delete(supplierItems)
          .where(
            and(
              eq(supplierItems.orgId, me.orgId),
              eq(supplierItems.itemId, key.itemId),
              eq(supplierItems.supplierId, key.supplierId),
            ),
          ),
        assertRowChanged(ctx, "not_sold"),
      ],
      audit: [{ action: "supplier_item.remove", entity: "supplier", entityId: key.supplierId, before: key }],
      result: null,
      refusals: { not_sold: notSold },
    }),
  );
}

/** Returns the suppliers of an item, preferred first, each with its current price and the next one. */
export async function suppliersOfItem(ctx: Ctx, itemId: string) {
  const me = allow(ctx, "inventory.read");
  const rows = await supplierItemRows(ctx, me)
    .where(and(eq(supplierItems.orgId, me.orgId), eq(supplierItems.itemId, itemId)))
    .orderBy(desc(supplierItems.preferred), asc(sql`lower(suppliers.name)`));
  return rows.map((row) => shownTo(me, row));
}

/** A page of a supplier's items. */
const MAX_SOLD = 500;

/** Returns a page of a supplier's items, by SKU. @throws DomainError not_found; invalid for a cursor of another list */
export async function itemsOfSupplier(
  ctx: Ctx,
  supplierId: string,
  { limit = MAX_SOLD, cursor }: { limit?: number; cursor?: string } = {},
) {
  const me = allow(ctx, "inventory.read");
  const after = decodeCursor(cursor, 1)?.[0];
  const [[supplier], rows] = await ctx.db.batch([
    ctx.db
      .select({ id: suppliers.id })
      .from(suppliers)
      .where(and(eq(suppliers.orgId, me.orgId), eq(suppliers.id, supplierId))),
    supplierItemRows(ctx, me)
      .where(
        and(
          eq(supplierItems.orgId, me.orgId),
          eq(supplierItems.supplierId, supplierId),
          after === undefined ? undefined : sql`+${inventoryItems.sku} > ${String(after)}`,
        ),
      )
      // The unary plus keeps SQLite from scanning an index in this order.
      .orderBy(sql`+${inventoryItems.sku}`)
      .limit(limit + 1),
  ]);
  if (!supplier) throw notFound("Supplier not found");
  return page(
    rows.map((row) => shownTo(me, row)),
    limit,
    null,
    ({ sku }) => [sku],
  );
}

/** @throws DomainError not_found */
export async function findSupplierItem(ctx: Ctx, { supplierId, itemId }: SupplierItemKey) {
  const me = allow(ctx, "inventory.read");
  const [row] = await supplierItemRows(ctx, me).where(
    and(eq(supplierItems.orgId, me.orgId), eq(supplierItems.itemId, itemId), eq(supplierItems.supplierId, supplierId)),
  );
  if (!row) throw notSold();
  return shownTo(me, row);
}

/** Returns how suppliers sell these items, unsorted; no row for items a supplier does not sell. */
export async function findSupplierItems(ctx: Ctx, itemIds: readonly string[], supplierId?: string) {
  const me = allow(ctx, "inventory.read");
  const rows = await supplierItemRows(ctx, me).where(
    and(
      eq(supplierItems.orgId, me.orgId),
      sql`${supplierItems.itemId} in (select value from json_each(${JSON.stringify(itemIds)}))`,
      supplierId === undefined ? undefined : eq(supplierItems.supplierId, supplierId),
    ),
  );
  return rows.map((row) => shownTo(me, row));
}

/** Returns the active suppliers of the first `limit` items to reorder, all of each. */
export async function suppliersOfLowItems(ctx: Ctx, { limit }: { limit: number }) {
  const me = allow(ctx, "inventory.read");
  const rows = await supplierItemRows(ctx, me).where(
    and(
      eq(supplierItems.orgId, me.orgId),
      sql`${supplierItems.itemId} in (${itemsToReorder(ctx, me, limit)})`,
      eq(suppliers.active, true),
    ),
  );
  return rows.map((row) => shownTo(me, row));
}

export type SupplierItem = Awaited<ReturnType<typeof supplierItemRows>>[number];

/** Without its prices for members who may not see costs. */
function shownTo(me: Member, row: SupplierItem): SupplierItem {
  if (seesCosts(me)) return row;
  return { ...row, priceMinor: null, packPriceMinor: null, nextPriceMinor: null, nextPackPriceMinor: null };
}

function supplierItemRows(ctx: Ctx, me: Member) {
  const today = todayOf(ctx, me);
  const priced = (what: SQL, which: SQL) =>
    sql`(select ${what} from supplier_prices p where p.org_id = ${me.orgId} and p.item_id = supplier_items.item_id and p.supplier_id = supplier_items.supplier_id and ${which} limit 1)`;
  const holds = sql`p.valid_from <= ${today} order by p.valid_from desc`;
  const comes = sql`p.valid_from > ${today} order by p.valid_from`;
  // A pack price for a different pack size does not apply; only its unit price does.
  const ofPack = sql`iif(p.pack_size_milli = supplier_items.pack_size_milli, p.pack_price_minor, null)`;
  return ctx.db
    .select({
      supplierId: supplierItems.supplierId,
      supplierName: named(suppliers.name, "supplier_name"),
      supplierActive: named(suppliers.active, "supplier_active"),
      leadTimeDays: suppliers.leadTimeDays,
      itemId: supplierItems.itemId,
      sku: inventoryItems.sku,
      itemName: named(inventoryItems.name, "item_name"),
      baseUnit: inventoryItems.baseUnit,
      partNumber: supplierItems.partNumber,
      packSizeMilli: supplierItems.packSizeMilli,
      preferred: supplierItems.preferred,
      /** Per base unit, in minor units; null if no price is valid yet. */
      priceMinor: sql<number | null>`${priced(sql`p.price_minor`, holds)}`.as("price_now"),
      /** Per pack, if the supplier's price is per pack. */
      packPriceMinor: sql<number | null>`${priced(ofPack, holds)}`.as("pack_price_now"),
      priceFrom: sql<string | null>`${priced(sql`p.valid_from`, holds)}`.as("price_from"),
      nextPriceMinor: sql<number | null>`${priced(sql`p.price_minor`, comes)}`.as("next_price"),
      nextPackPriceMinor: sql<number | null>`${priced(ofPack, comes)}`.as("next_pack_price"),
      nextPriceFrom: sql<string | null>`${priced(sql`p.valid_from`, comes)}`.as("next_price_from"),
    })
    .from(supplierItems)
    .innerJoin(suppliers, and(eq(suppliers.orgId, me.orgId), eq(suppliers.id, supplierItems.supplierId)))
    .innerJoin(inventoryItems, and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.id, supplierItems.itemId)))
    .$dynamic();
}

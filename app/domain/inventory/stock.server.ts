import { and, asc, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { inventoryItems, inventoryLocations, stockBalances } from "#drizzle/schema/inventory";
import type { Ctx } from "~/domain/shared/context";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";

/** Where an item lies: each location that holds some of it, the fullest first. An item of nobody's lies nowhere. */
export async function stockByLocation(ctx: Ctx, itemId: string) {
  const me = allow(ctx, "inventory.read");
  const rows = await ctx.db
    .select({
      locationId: named(inventoryLocations.id, "held_at_id"),
      locationName: inventoryLocations.name,
      locationType: inventoryLocations.type,
      onHandMilli: stockBalances.onHandMilli,
      reservedMilli: stockBalances.reservedMilli,
    })
    .from(stockBalances)
    .innerJoin(
      inventoryLocations,
      and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, stockBalances.locationId)),
    )
    .where(
      and(eq(stockBalances.orgId, me.orgId), eq(stockBalances.itemId, itemId), sql`${stockBalances.onHandMilli} > 0`),
    )
    .orderBy(sql`${stockBalances.onHandMilli} desc`, asc(inventoryLocations.name));
  return rows.map((row) => ({ ...row, availableMilli: row.onHandMilli - row.reservedMilli }));
}

interface HeldQuery {
  locationId: string;
  limit: number;
  cursor?: string;
}

/** What lies at a location, in the order in which the items were added, in one round trip. @throws DomainError invalid for a cursor of another list */
export async function stockAtLocation(ctx: Ctx, { locationId, limit, cursor }: HeldQuery) {
  const me = allow(ctx, "inventory.read");
  const after = decodeCursor(cursor, 1);
  const rows = await ctx.db
    .select({
      itemId: named(inventoryItems.id, "held_item_id"),
      sku: inventoryItems.sku,
      name: inventoryItems.name,
      baseUnit: inventoryItems.baseUnit,
      onHandMilli: stockBalances.onHandMilli,
      reservedMilli: stockBalances.reservedMilli,
    })
    .from(stockBalances)
    .innerJoin(inventoryItems, and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.id, stockBalances.itemId)))
    .where(
      and(
        eq(stockBalances.orgId, me.orgId),
        eq(stockBalances.locationId, locationId),
        sql`${stockBalances.onHandMilli} > 0`,
        after ? sql`${stockBalances.itemId} > ${after[0]}` : undefined,
      ),
    )
    .orderBy(asc(stockBalances.itemId))
    .limit(limit + 1);
  return page(
    rows.map((row) => ({ ...row, availableMilli: row.onHandMilli - row.reservedMilli })),
    limit,
    null,
    (row) => [row.itemId],
  );
}

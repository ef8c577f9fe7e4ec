import { and, asc, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { inventoryLocations, stockBalances } from "#drizzle/schema/inventory";
import type { Ctx } from "~/domain/shared/context";
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

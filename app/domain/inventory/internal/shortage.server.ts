import { and, eq, sql } from "drizzle-orm";
import { inventoryItems, inventoryLocations, stockBalances } from "#drizzle/schema/inventory";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { formatAmountOf } from "../quantity";

interface Taken {
  itemId: string;
  locationId: string;
  quantity: number;
}

/** The refusal by the database in words: of what there is too little, and where. */
export async function explainShortage(ctx: Ctx, me: Member, lines: readonly Taken[], error: unknown): Promise<unknown> {
  if (!["stock_on_hand", "stock_reserved", "stock_value_"].some((name) => failedOn(error, name))) return error;
  const pairs = JSON.stringify(lines.map(({ itemId, locationId }) => [itemId, locationId]));
  const rows = await ctx.db
    .select({
      itemId: inventoryItems.id,
      locationId: sql<string>`${inventoryLocations.id}`.as("at"),
      sku: inventoryItems.sku,
      unit: inventoryItems.baseUnit,
      location: sql<string>`${inventoryLocations.name}`.as("place"),
      onHandMilli: sql<number>`coalesce(${stockBalances.onHandMilli}, 0)`.as("on_hand"),
      reservedMilli: sql<number>`coalesce(${stockBalances.reservedMilli}, 0)`.as("reserved"),
    })
    .from(sql`(select distinct value ->> 0 as item_id, value ->> 1 as location_id from json_each(${pairs})) asked`)
    .innerJoin(inventoryItems, and(eq(inventoryItems.orgId, me.orgId), sql`${inventoryItems.id} = asked.item_id`))
    .innerJoin(
      inventoryLocations,
      and(eq(inventoryLocations.orgId, me.orgId), sql`${inventoryLocations.id} = asked.location_id`),
    )
    .leftJoin(
      stockBalances,
      and(
        eq(stockBalances.orgId, me.orgId),
        sql`${stockBalances.itemId} = asked.item_id and ${stockBalances.locationId} = asked.location_id`,
      ),
    );
  const asked = new Set(lines.map(({ itemId, locationId }) => `${itemId} ${locationId}`));
  if (rows.length < asked.size) return notFound("An item or a location was not found");
  const short = rows.filter((row) => {
    const taken = lines.filter((line) => line.itemId === row.itemId && line.locationId === row.locationId);
    return taken.reduce((sum, line) => sum + Math.abs(line.quantity), 0) > row.onHandMilli - row.reservedMilli;
  });
  if (short.length === 0) return new DomainError("conflict", "The stock has just changed. Please try again.");
  return new DomainError("conflict", short.map(shortText).join(" "), {
    details: {
      short: short.map(({ itemId, locationId, onHandMilli, reservedMilli }) => ({
        itemId,
        locationId,
        available: (onHandMilli - reservedMilli) / 1000,
      })),
    },
  });
}

function shortText({
  sku,
  unit,
  location,
  onHandMilli,
  reservedMilli,
}: {
  sku: string;
  unit: string;
  location: string;
  onHandMilli: number;
  reservedMilli: number;
}): string {
  const available = formatAmountOf(onHandMilli - reservedMilli, unit);
  const reserved = reservedMilli > 0 ? `, ${formatAmountOf(reservedMilli, unit)} more are reserved` : "";
  return `Only ${available} of ${sku} available at ${location}${reserved}.`;
}

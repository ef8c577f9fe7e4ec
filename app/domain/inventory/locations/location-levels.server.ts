import { and, eq, sql } from "drizzle-orm";
import { inventoryItems, inventoryLocations, locationLevels, stockBalances } from "#drizzle/schema/inventory";
import type { FromLocation, LocationLevelInput } from "~/domain/inventory/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { locationNotFound } from "./locations.server";

interface LevelKey {
  locationId: string;
  itemId: string;
}

const noLevel = () => notFound("This location has no stock levels for this item");

const isLevel = (me: Member, { locationId, itemId }: LevelKey) =>
  and(eq(locationLevels.orgId, me.orgId), eq(locationLevels.locationId, locationId), eq(locationLevels.itemId, itemId));

/**
 * Sets an item's levels at a location, replacing any previous ones.
 * @throws DomainError not_found; conflict for an inactive item or location; invalid with the field
 */
export async function saveLevel(ctx: Ctx, key: LevelKey, input: LocationLevelInput): Promise<void> {
  const me = allow(ctx, "inventory.write");
  await once(ctx, "saveLevel", { key, input }, async (commit) => {
    const now = ctx.now.toISOString();
    const columns = { minMilli: input.minStockLevel, maxMilli: input.maxStockLevel, updatedAt: now };
    return commit(me, {
      writes: [
        ctx.db
          .insert(locationLevels)
          .values({ orgId: me.orgId, ...key, ...columns, createdAt: now })
          .onConflictDoUpdate({
            target: [locationLevels.orgId, locationLevels.locationId, locationLevels.itemId],
            set: columns,
          }),
      ],
      audit: [
        {
          action: "location_level.save",
          entity: "inventory_location",
          entityId: key.locationId,
          after: { ...key, ...input },
        },
      ],
      result: null,
      refusals: {
        ...levelRefusals,
        location_level_max_over_min: () => invalidField("maxStockLevel", "The maximum is below the minimum"),
        "FOREIGN KEY": () => notFound("The location or the item was not found"),
      },
    });
  });
}

const levelRefusals = {
  level_of_inactive: () => new DomainError("conflict", "The location or the item is inactive. Activate it first."),
};

/** Removes an item's levels at a location. @throws DomainError not_found */
export async function removeLevel(ctx: Ctx, key: LevelKey): Promise<void> {
  const me = allow(ctx, "inventory.write");
  await once(ctx, "removeLevel", key, async (commit) =>
    commit(me, {
      writes: [ctx.db.delete(locationLevels).where(isLevel(me, key)), assertRowChanged(ctx, "no_level")],
      audit: [{ action: "location_level.remove", entity: "inventory_location", entityId: key.locationId, before: key }],
      result: null,
      refusals: { no_level: noLevel },
    }),
  );
}

/**
 * Copies the levels of another location. For items that both have, the other's levels replace these; the rest is unchanged.
 * @throws DomainError not_found; conflict if the other has no levels of active items, or this one is inactive
 */
export async function copyLevels(ctx: Ctx, locationId: string, { fromLocationId }: FromLocation): Promise<void> {
  const me = allow(ctx, "inventory.write");
  if (fromLocationId === locationId) throw invalidField("fromLocationId", "Choose a different location");
  await once(ctx, "copyLevels", { locationId, fromLocationId }, async (commit) => {
    const [to, from] = await twoLocations(ctx, me, { locationId, fromLocationId });
    const now = ctx.now.toISOString();
    return commit(me, {
      writes: [
        ctx.db.run(sql`INSERT INTO location_levels (org_id, location_id, item_id, min_milli, max_milli, created_at, updated_at)
          SELECT l.org_id, ${to.id}, l.item_id, l.min_milli, l.max_milli, ${now}, ${now} FROM location_levels l
          JOIN inventory_items i ON i.org_id = l.org_id AND i.id = l.item_id AND i.active = 1
          WHERE l.org_id = ${me.orgId} AND l.location_id = ${from.id}
          ON CONFLICT (org_id, location_id, item_id)
          DO UPDATE SET min_milli = excluded.min_milli, max_milli = excluded.max_milli, updated_at = excluded.updated_at`),
        assertRowChanged(ctx, "nothing_to_copy"),
      ],
      audit: [
        {
          action: "location_level.copy",
          entity: "inventory_location",
          entityId: to.id,
          after: { fromLocationId: from.id },
        },
      ],
      result: null,
      refusals: {
        ...levelRefusals,
        nothing_to_copy: () => new DomainError("conflict", `${from.name} has no stock levels to copy.`),
      },
    });
  });
}

/** Returns both locations, the changed one first. @throws DomainError not_found */
async function twoLocations(ctx: Ctx, me: Member, ids: { locationId: string; fromLocationId: string }) {
  const rows = await ctx.db
    .select({ id: inventoryLocations.id, name: inventoryLocations.name })
    .from(inventoryLocations)
    .where(
      and(
        eq(inventoryLocations.orgId, me.orgId),
        sql`${inventoryLocations.id} in (${ids.locationId}, ${ids.fromLocationId})`,
      ),
    );
  const to = rows.find(({ id }) => id === ids.locationId);
  const from = rows.find(({ id }) => id === ids.fromLocationId);
  if (!to || !from) throw locationNotFound();
  return [to, from] as const;
}

/** Returns the item and its levels at the location; null if not set. @throws DomainError not_found for the item */
export async function findLevel(ctx: Ctx, { locationId, itemId }: LevelKey) {
  const me = allow(ctx, "inventory.read");
  const [row] = await ctx.db
    .select({
      itemId: inventoryItems.id,
      sku: inventoryItems.sku,
      name: inventoryItems.name,
      baseUnit: inventoryItems.baseUnit,
      minMilli: locationLevels.minMilli,
      maxMilli: locationLevels.maxMilli,
      onHandMilli: stockBalances.onHandMilli,
      reservedMilli: stockBalances.reservedMilli,
    })
    .from(inventoryItems)
    .leftJoin(locationLevels, isLevel(me, { locationId, itemId }))
    .leftJoin(
      stockBalances,
      and(
        eq(stockBalances.orgId, me.orgId),
        eq(stockBalances.itemId, itemId),
        eq(stockBalances.locationId, locationId),
      ),
    )
    .where(and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.id, itemId)));
  if (!row) throw notFound("Item not found");
  return row;
}

import { and, eq, isNull, sql } from "drizzle-orm";
import { designs } from "#drizzle/schema/designs";
import {
  inventoryItems,
  inventoryLocations,
  locationLevels,
  stockBalances,
  stockValues,
} from "#drizzle/schema/inventory";
import { supplierItems, supplierPrices } from "#drizzle/schema/purchasing";
import { isItem, itemNotFound } from "~/domain/inventory/items/items.server";
import { isLocation, locationNotFound } from "~/domain/inventory/locations/locations.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";

const itemInUse = () =>
  new DomainError("conflict", "This item has been used, so its history stays. Set it to inactive instead.");
const itemInDesign = (title: string) =>
  new DomainError(
    "conflict",
    `The design “${title}” uses this item. Choose another item there, or set this one to inactive instead.`,
  );
const locationInUse = () =>
  new DomainError("conflict", "This location has been used, so its history stays. Set it to inactive instead.");

/**
 * Deletes an item entered by mistake, with its supplier prices, levels and picture. Not possible once it is used by a movement,
 * reservation, count, lot, order or job part (by foreign key), an estimate line, a service type, a job that is not closed or a design.
 * @throws DomainError not_found; conflict if it has been used
 */
export async function deleteItem(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "deleteItem", { id }, async (commit) => {
    const [[stored], [design]] = await ctx.db.batch([
      ctx.db.select().from(inventoryItems).where(isItem(me, id)),
      ctx.db
        .select({ title: designs.title })
        .from(designs)
        .where(and(eq(designs.orgId, me.orgId), isNull(designs.deletedAt), isInLayout(id)))
        .limit(1),
    ]);
    if (!stored) throw itemNotFound();
    if (design && can(me, "equipment.read")) throw itemInDesign(design.title);
    const { sku, name, pictureKey } = stored;
    const result = await commit(me, {
      writes: [
        ...[supplierPrices, supplierItems, locationLevels, stockBalances, stockValues].map((table) =>
          ctx.db.delete(table).where(and(eq(table.orgId, me.orgId), eq(table.itemId, id))),
        ),
        ctx.db.delete(inventoryItems).where(and(isItem(me, id), isNowhereNamed(me, id))),
        assertRowChanged(ctx, "in_use"),
      ],
      audit: [{ action: "inventory_item.delete", entity: "inventory_item", entityId: id, before: { sku, name } }],
      result: { id },
      refusals: { in_use: itemInUse, "FOREIGN KEY": itemInUse },
    });
    if (pictureKey) ctx.after(ctx.providers.files.delete(pictureKey));
    return result;
  });
}

/** Listed, so that the index by status leaves out the closed ones. */
const NOT_CLOSED = WORK_ORDER_STATUSES.filter((status) => status !== "closed");

/** Checks the references that have no foreign key. */
function isNowhereNamed(me: Member, id: string) {
  return sql`not exists (select 1 from estimate_lines l where l.org_id = ${me.orgId} and l.item_id = ${id})
    and not exists (
      select 1 from service_types t, json_each(t.parts) p where t.org_id = ${me.orgId} and p.value ->> 'inventoryItemId' = ${id})
    and not exists (
      select 1 from work_orders w, json_each(w.playbook, '$.parts') p
      where w.org_id = ${me.orgId} and w.status in ${NOT_CLOSED} and instr(w.playbook, ${id}) > 0 and p.value ->> 'inventoryItemId' = ${id})
    and not exists (select 1 from designs where designs.org_id = ${me.orgId} and designs.deleted_at is null and ${isInLayout(id)})`;
}

/** Reads every layout of the business, since deleting an item is rare; its id occurs in few of them, so few are parsed. */
function isInLayout(id: string) {
  return sql`instr(designs.layout, ${id}) > 0
    and exists (select 1 from json_each(designs.layout, '$.parts') p where p.value ->> 'itemId' = ${id})`;
}

/**
 * Deletes a location entered by mistake, with its levels.
 * @throws DomainError not_found; conflict if stock was ever moved, counted or ordered there, or if it has bins
 */
export async function deleteLocation(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "deleteLocation", { id }, async (commit) => {
    const [stored] = await ctx.db.select().from(inventoryLocations).where(isLocation(me, id));
    if (!stored) throw locationNotFound();
    const { name, type } = stored;
    return commit(me, {
      writes: [
        ...[locationLevels, stockBalances].map((table) =>
          ctx.db.delete(table).where(and(eq(table.orgId, me.orgId), eq(table.locationId, id))),
        ),
        ctx.db.delete(inventoryLocations).where(isLocation(me, id)),
      ],
      audit: [
        { action: "inventory_location.delete", entity: "inventory_location", entityId: id, before: { name, type } },
      ],
      result: { id },
      refusals: { "FOREIGN KEY": locationInUse },
    });
  });
}

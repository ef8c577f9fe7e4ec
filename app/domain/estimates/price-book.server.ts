import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { containsText } from "#drizzle/d1/contains-text";
import { inventoryItems } from "#drizzle/schema/inventory";
import { serviceTypes } from "#drizzle/schema/service-types";
import type { LineKind } from "~/domain/billing/charges";
import { itemChoices } from "~/domain/inventory/stock.server";
import type { Ctx } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";

const MAX_SHOWN = 8;

/** An entry of the price book, with the defaults of a line. */
export interface PriceBookEntry {
  id: string;
  kind: LineKind;
  name: string;
  unit: string;
  priceMinor: number | null;
  /** The inventory item the job is then planned with. */
  itemId: string | null;
  taxable: boolean;
}

/**
 * Service types and items that match the typed text, with their current prices. Items only for members who may see the inventory.
 */
export async function priceBook(ctx: Ctx, text: string): Promise<PriceBookEntry[]> {
  const me = allow(ctx, "leads.write");
  const types = ctx.db
    .select({ id: serviceTypes.id, name: serviceTypes.name, priceMinor: serviceTypes.priceMinor })
    .from(serviceTypes)
    .where(
      and(
        eq(serviceTypes.orgId, me.orgId),
        eq(serviceTypes.active, true),
        text === "" ? undefined : containsText(serviceTypes.name, text),
      ),
    )
    .orderBy(asc(sql`lower(${serviceTypes.name})`))
    .limit(MAX_SHOWN);
  const [services, items] = await Promise.all([types, can(me, "inventory.read") ? itemChoices(ctx, text) : []]);
  const ids = items.slice(0, MAX_SHOWN).map(({ id }) => id);
  const prices = ids.length
    ? await ctx.db
        .select({ id: inventoryItems.id, priceMinor: inventoryItems.listPriceMinor })
        .from(inventoryItems)
        .where(and(eq(inventoryItems.orgId, me.orgId), inArray(inventoryItems.id, ids)))
    : [];
  const priceOf = new Map(prices.map(({ id, priceMinor }) => [id, priceMinor]));
  return [
    ...services.map(({ id, name, priceMinor }): PriceBookEntry => {
      return { id, kind: "service", name, unit: "EA", priceMinor, itemId: null, taxable: false };
    }),
    ...items.slice(0, MAX_SHOWN).map(({ id, name, baseUnit }): PriceBookEntry => {
      return { id, kind: "part", name, unit: baseUnit, priceMinor: priceOf.get(id) ?? null, itemId: id, taxable: true };
    }),
  ];
}

/** Service types an approved option can become a job of: active ones, and those the estimate already has. */
export async function estimateServiceTypes(ctx: Ctx, estimateId: string): Promise<{ value: string; label: string }[]> {
  const me = allow(ctx, "leads.write");
  const rows = await ctx.db
    .select({ value: serviceTypes.id, label: serviceTypes.name })
    .from(serviceTypes)
    .where(
      and(
        eq(serviceTypes.orgId, me.orgId),
        or(
          eq(serviceTypes.active, true),
          inArray(
            serviceTypes.id,
            sql`(SELECT o.service_type_id FROM estimate_options o WHERE o.org_id = ${me.orgId} AND o.estimate_id = ${estimateId})`,
          ),
        ),
      ),
    )
    .orderBy(asc(sql`lower(${serviceTypes.name})`));
  return rows;
}

import { and, eq } from "drizzle-orm";
import { inventoryLocations, stockCounts } from "#drizzle/schema/inventory";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";

type Counted = { locationId: string } | { countId: string };

/**
 * The office may count everywhere, a technician their own truck. Only the office may post a count.
 * @throws DomainError forbidden; not_found for an unknown count
 */
export async function allowCounting(ctx: Ctx, counted: Counted): Promise<Member> {
  const me = allow(ctx, "inventory.read");
  if (can(me, "inventory.write")) return me;
  const truck = "countId" in counted ? await truckOfCount(ctx, me, counted.countId) : counted.locationId;
  if (me.technicianId !== null && (await isTruckOf(ctx, me, truck))) return me;
  ctx.request.refusals.push("inventory.write");
  throw new DomainError("forbidden", "Only the office and the technician whose truck it is can count here.");
}

async function truckOfCount(ctx: Ctx, me: Member, countId: string): Promise<string> {
  const [count] = await ctx.db
    .select({ locationId: stockCounts.locationId })
    .from(stockCounts)
    .where(and(eq(stockCounts.orgId, me.orgId), eq(stockCounts.id, countId)));
  if (!count) throw notFound("Count not found");
  return count.locationId;
}

async function isTruckOf(ctx: Ctx, me: Member, locationId: string): Promise<boolean> {
  const [truck] = await ctx.db
    .select({ technicianId: inventoryLocations.technicianId })
    .from(inventoryLocations)
    .where(and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, locationId)));
  return truck !== undefined && truck.technicianId === me.technicianId;
}

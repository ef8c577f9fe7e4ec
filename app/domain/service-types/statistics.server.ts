import { and, desc, eq, like, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { counters } from "#drizzle/schema/platform";
import { serviceTasks, serviceTypes } from "#drizzle/schema/service-types";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { activeCounters, countOf } from "./list.server";

/** The catalog in figures: how many are in use, how long and dear they are, and which are booked most. */
export async function serviceTypeStatistics(ctx: Ctx) {
  const me = allow(ctx, "service_types.read");
  const [counts, [means], byCategory, [tasks], mostUsed] = await ctx.db.batch([
    activeCounters(ctx, me),
    ctx.db
      .select({
        minutes: sql<number | null>`avg(duration_minutes)`.as("mean_minutes"),
        priceMinor: sql<number | null>`avg(price_minor)`.as("mean_price"),
      })
      .from(serviceTypes)
      .where(and(eq(serviceTypes.orgId, me.orgId), eq(serviceTypes.active, true))),
    ctx.db
      .select({ category: serviceTypes.category, count: sql<number>`count(*)`.as("in_category") })
      .from(serviceTypes)
      .where(and(eq(serviceTypes.orgId, me.orgId), eq(serviceTypes.active, true)))
      .groupBy(serviceTypes.category),
    ctx.db
      .select({ count: sql<number>`count(*)`.as("tasks") })
      .from(serviceTasks)
      .where(and(eq(serviceTasks.orgId, me.orgId), eq(serviceTasks.active, true))),
    ctx.db
      .select({ id: serviceTypes.id, name: named(serviceTypes.name, "service_type_name"), jobs: counters.value })
      .from(serviceTypes)
      .innerJoin(
        counters,
        and(eq(counters.orgId, me.orgId), eq(counters.name, sql`'service_types.jobs=' || ${serviceTypes.id}`)),
      )
      .where(and(eq(serviceTypes.orgId, me.orgId), like(counters.name, "service_types.jobs=%")))
      .orderBy(desc(counters.value))
      .limit(5),
  ]);
  const [active, inactive] = [countOf(counts, true), countOf(counts, false)];
  return {
    total: active + inactive,
    active,
    inactive,
    activeTasks: tasks?.count ?? 0,
    averageDurationMinutes: means?.minutes == null ? null : Math.round(means.minutes),
    averagePriceMinor: means?.priceMinor == null ? null : Math.round(means.priceMinor),
    byCategory,
    mostUsed: mostUsed.filter((one) => one.jobs > 0),
  };
}

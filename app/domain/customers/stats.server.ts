import { and, eq, gte, lt } from "drizzle-orm";
import { counters } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import type { CustomerStats } from "./schema";
import { statsOf } from "./stats";

/** How many customers there are of each status and type, archived ones apart. */
export async function customerStats(ctx: Ctx): Promise<CustomerStats> {
  return statsOf(await customerCounters(ctx, allow(ctx, "customers.read")));
}

/** Every counter of customers is named `customers.` and more; there are at most seventeen. */
export function customerCounters(ctx: Ctx, me: Member) {
  return ctx.db
    .select({ name: counters.name, value: counters.value })
    .from(counters)
    .where(and(eq(counters.orgId, me.orgId), gte(counters.name, "customers."), lt(counters.name, "customers/")));
}

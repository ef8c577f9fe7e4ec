import { eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { maintenancePlans } from "#drizzle/schema/equipment";
import { organizations } from "#drizzle/schema/people";
import { type Ctx, withinOrganization } from "~/domain/shared/context";
import { bookMaintenance } from "./book-maintenance.server";

const MAX_ORGANIZATIONS = 20;

/** Makes the work orders that maintenance plans are due for, business by business, each on its own calendar. */
export async function sweepMaintenance(ctx: Ctx): Promise<void> {
  const businesses = await ctx.db
    .select({ orgId: organizations.id, orgKey: organizations.key, timeZone: organizations.timeZone })
    .from(organizations)
    .where(
      sql`${organizations.id} in (select ${sql.raw(acrossTenants)} p.org_id from ${maintenancePlans} p where ${eq(sql`p.active`, 1)})`,
    )
    // Others come first the next time.
    .orderBy(sql`random()`)
    .limit(MAX_ORGANIZATIONS);
  for (const business of businesses) {
    await bookMaintenance(withinOrganization(ctx, business));
  }
}

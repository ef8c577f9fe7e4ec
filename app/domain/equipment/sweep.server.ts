import { inArray, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { maintenancePlans } from "#drizzle/schema/equipment";
import { organizations } from "#drizzle/schema/identity";
import { type Ctx, withinOrganization } from "~/domain/shared/context";
import { bookMaintenance } from "./book-maintenance.server";

const MAX_ORGANIZATIONS = 20;

/** Makes the work orders that maintenance plans are due for, business by business, each on its own calendar. */
export async function sweepMaintenance(ctx: Ctx): Promise<void> {
  const planning = await ctx.db
    .selectDistinct({ orgId: maintenancePlans.orgId })
    .from(maintenancePlans)
    .where(sql`${maintenancePlans.active} = 1 ${sql.raw(acrossTenants)}`)
    // Others come first the next time.
    .orderBy(sql`random()`)
    .limit(MAX_ORGANIZATIONS);
  const businesses = await ctx.db
    .select({ orgId: organizations.id, orgKey: organizations.key, timeZone: organizations.timeZone })
    .from(organizations)
    .where(
      inArray(
        organizations.id,
        planning.map(({ orgId }) => orgId),
      ),
    );
  for (const business of businesses) {
    await bookMaintenance(withinOrganization(ctx, business));
  }
}

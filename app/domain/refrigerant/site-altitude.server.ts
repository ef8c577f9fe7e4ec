import { type SQL, sql } from "drizzle-orm";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Member } from "~/domain/shared/context";

/** Of a site, by an earlier reading of a unit there: a job's column. */
export function siteAltitude(me: Member): SQL<number | null> {
  return sql<number | null>`(SELECT r.altitude_feet FROM equipment sited INDEXED BY equipment_address
      CROSS JOIN refrigerant_readings r INDEXED BY refrigerant_readings_unit
      ON r.org_id = sited.org_id AND r.equipment_id = sited.id AND r.removed_at IS NULL
      WHERE sited.org_id = ${me.orgId} AND sited.address_id = ${workOrders.siteAddressId} LIMIT 1)`;
}

import { type SQL, sql } from "drizzle-orm";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Member } from "~/domain/shared/context";

/** A site's altitude from an earlier reading of equipment there, as a column of a job. */
export function siteAltitude(me: Member): SQL<number | null> {
  return sql<number | null>`(SELECT r.altitude_feet FROM equipment sited INDEXED BY equipment_address
      CROSS JOIN refrigerant_readings r INDEXED BY refrigerant_readings_unit
      ON r.org_id = sited.org_id AND r.equipment_id = sited.id AND r.removed_at IS NULL
      WHERE sited.org_id = ${me.orgId} AND sited.address_id = ${workOrders.siteAddressId} LIMIT 1)`;
}

import { type SQL, sql } from "drizzle-orm";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Member } from "~/domain/shared/context";

/** A site's altitude from the latest reading of equipment there, which may correct an earlier one, as a column of a job. */
export function siteAltitude(me: Member): SQL<number | null> {
  return sql<number | null>`(SELECT r.altitude_feet FROM equipment sited INDEXED BY equipment_address
      CROSS JOIN refrigerant_readings r ON r.org_id = sited.org_id AND r.id = (
        SELECT l.id FROM refrigerant_readings l INDEXED BY refrigerant_readings_unit
        WHERE l.org_id = sited.org_id AND l.equipment_id = sited.id AND l.removed_at IS NULL ORDER BY l.taken_at DESC, l.id DESC LIMIT 1)
      WHERE sited.org_id = ${me.orgId} AND sited.address_id = ${workOrders.siteAddressId} ORDER BY r.taken_at DESC LIMIT 1)`;
}

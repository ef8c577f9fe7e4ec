import { type SQL, sql } from "drizzle-orm";

/** The quantity of an item ordered and not received yet, for one location or for all, in thousandths, within any statement. */
export const incomingOf = (orgId: string, itemId: SQL, locationId?: string): SQL =>
  sql`(SELECT coalesce(sum(o.incoming_milli), 0) FROM purchase_order_lines o INDEXED BY purchase_order_lines_incoming
    WHERE o.org_id = ${orgId} AND o.item_id = ${itemId} AND o.incoming_milli > 0${
      locationId === undefined ? sql`` : sql` AND o.location_id = ${locationId}`
    })`;

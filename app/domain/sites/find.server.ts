import { type SQL, sql } from "drizzle-orm";
import { addresses } from "#drizzle/schema/customers";
import type { Member } from "~/domain/shared/context";
import { addDays } from "~/domain/shared/dates";
import { notFound } from "~/domain/shared/errors";
import { can } from "~/domain/shared/permissions";
import { startOfDay, wallTimeOf } from "~/domain/shared/time-zones";
import { ACCESS_DAYS, parseSiteRef } from "./site";

export const siteNotFound = () => notFound("Property not found");

/** The id of the address that a URL or an API path names by number or id, within any statement. @throws DomainError not_found */
export function siteIdOf(me: Member, ref: string): SQL {
  const parsed = parseSiteRef(ref);
  if (!parsed) throw siteNotFound();
  if (parsed.by === "id") return sql`${parsed.id}`;
  return sql`(SELECT named.address_id FROM sites named WHERE named.org_id = ${me.orgId} AND named.number = ${parsed.number})`;
}

export const isSite = (me: Member, ref: string) =>
  sql`sites.org_id = ${me.orgId} AND sites.address_id = ${siteIdOf(me, ref)}`;

/** The address of a site as its screens show it. */
export const placeColumns = {
  label: addresses.label,
  line1: addresses.line1,
  line2: addresses.line2,
  city: addresses.city,
  state: addresses.state,
  postalCode: addresses.postalCode,
};

/** Who plans the work sees how to get into every site; see `worksThere` for who does it. */
export const seesEveryAccess = (me: Member): boolean => can(me, "customers.write");

/** Whether the technician has a job there around the day, or is under way there: each a few rows of an index. */
export function worksThere({ orgId, technicianId, timeZone }: Member, now: Date, addressId: SQL): SQL {
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const [from, until] = [-ACCESS_DAYS, ACCESS_DAYS + 1].map((days) =>
    new Date(startOfDay(addDays(today, days), timeZone)).toISOString(),
  );
  return sql`(EXISTS (SELECT 1 FROM appointment_technicians t INDEXED BY appointment_technicians_time
      CROSS JOIN appointments v CROSS JOIN work_orders w
      WHERE t.org_id = ${orgId} AND t.technician_id = ${technicianId} AND t.blocks_calendar = 1 AND t.starts_at >= ${from} AND t.starts_at < ${until}
        AND v.org_id = ${orgId} AND v.id = t.appointment_id AND w.org_id = ${orgId} AND w.id = v.work_order_id AND w.site_address_id = ${addressId})
    OR EXISTS (SELECT 1 FROM work_orders u INDEXED BY work_orders_under_way WHERE u.org_id = ${orgId} AND u.technician_id = ${technicianId}
      AND u.technician_id IS NOT NULL AND u.status IN ('en_route', 'in_progress') AND u.site_address_id = ${addressId}))`;
}

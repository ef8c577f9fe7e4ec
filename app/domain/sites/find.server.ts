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
  // Names of its own: `addressId` is of the statement around it, whose names would mean those in here instead.
  return sql`(EXISTS (SELECT 1 FROM appointment_technicians there_t INDEXED BY appointment_technicians_time
      CROSS JOIN appointments there_v CROSS JOIN work_orders there_w
      WHERE there_t.org_id = ${orgId} AND there_t.technician_id = ${technicianId} AND there_t.blocks_calendar = 1
        AND there_t.starts_at >= ${from} AND there_t.starts_at < ${until} AND there_v.org_id = ${orgId} AND there_v.id = there_t.appointment_id
        AND there_w.org_id = ${orgId} AND there_w.id = there_v.work_order_id AND there_w.site_address_id = ${addressId})
    OR EXISTS (SELECT 1 FROM work_orders there_u INDEXED BY work_orders_under_way WHERE there_u.org_id = ${orgId}
      AND there_u.technician_id = ${technicianId} AND there_u.technician_id IS NOT NULL AND there_u.status IN ('en_route', 'in_progress')
      AND there_u.site_address_id = ${addressId}))`;
}

import { type SQL, sql } from "drizzle-orm";
import { addresses } from "#drizzle/schema/customers";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { addDays } from "~/domain/shared/time/dates";
import { startOfDay, wallTimeOf } from "~/domain/shared/time/time-zones";
import { ACCESS_DAYS, parseSiteRef } from "./site";

export const siteNotFound = () => notFound("Property not found");

/** The id of the address that a URL or API path names by number or id, for use in any statement. @throws DomainError not_found */
export function siteIdOf(me: Member, ref: string): SQL {
  const parsed = parseSiteRef(ref);
  if (!parsed) throw siteNotFound();
  if (parsed.by === "id") return sql`${parsed.id}`;
  return sql`(SELECT named.address_id FROM sites named WHERE named.org_id = ${me.orgId} AND named.number = ${parsed.number})`;
}

export const isSite = (me: Member, ref: string) =>
  sql`sites.org_id = ${me.orgId} AND sites.address_id = ${siteIdOf(me, ref)}`;

/** The columns of a site's address on its screens. */
export const placeColumns = {
  label: addresses.label,
  line1: addresses.line1,
  line2: addresses.line2,
  city: addresses.city,
  state: addresses.state,
  postalCode: addresses.postalCode,
};

/** Members who plan the work see how to get into every site; see `worksThere` for technicians. */
export const seesEveryAccess = (me: Member): boolean => can(me, "customers.write");

/** For members who may write at some sites; `allowOnSite` checks which, once the site is read. @throws DomainError forbidden */
export function allowTechnicianOrOffice(ctx: Ctx): Member {
  return allow(ctx, "customers.read");
}

/**
 * The office at every site, technicians where they work around that day (`worksThere`). `recordAs` names the permission in the
 * security log.
 * @throws DomainError forbidden
 */
export function allowOnSite(
  ctx: Ctx,
  { isWorker }: { isWorker: boolean },
  { message, recordAs }: { message: string; recordAs?: string },
): void {
  if (seesEveryAccess(allowTechnicianOrOffice(ctx)) || isWorker) return;
  if (recordAs) ctx.request.refusals.push(recordAs);
  throw new DomainError("forbidden", message);
}

/** Whether the technician has a job there around that day, or is at work there: each reads a few rows of an index. */
export function worksThere({ orgId, technicianId, timeZone }: Member, now: Date, addressId: SQL): SQL {
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const [from, until] = [-ACCESS_DAYS, ACCESS_DAYS + 1].map((days) =>
    new Date(startOfDay(addDays(today, days), timeZone)).toISOString(),
  );
  // Uses its own aliases: `addressId` belongs to the outer statement, whose names these must not shadow.
  return sql`(EXISTS (SELECT 1 FROM appointment_technicians there_t INDEXED BY appointment_technicians_time
      CROSS JOIN appointments there_v CROSS JOIN work_orders there_w
      WHERE there_t.org_id = ${orgId} AND there_t.technician_id = ${technicianId} AND there_t.blocks_calendar = 1
        AND there_t.starts_at >= ${from} AND there_t.starts_at < ${until} AND there_v.org_id = ${orgId} AND there_v.id = there_t.appointment_id
        AND there_w.org_id = ${orgId} AND there_w.id = there_v.work_order_id AND there_w.site_address_id = ${addressId})
    OR EXISTS (SELECT 1 FROM work_orders there_u INDEXED BY work_orders_under_way WHERE there_u.org_id = ${orgId}
      AND there_u.technician_id = ${technicianId} AND there_u.technician_id IS NOT NULL AND there_u.status IN ('en_route', 'in_progress')
      AND there_u.site_address_id = ${addressId}))`;
}

import { type SQL, sql } from "drizzle-orm";
import { driveOrigin, type Place, pointOf } from "~/domain/drives/drive-time";
import type { Ctx } from "~/domain/shared/context";
import { driveLookup, measuredSince } from "./drive-times.server";

/** The job's site, or where its technician may come from, with the minutes of a recently measured drive to the site. */
export interface DrivePlace extends Place {
  kind: "site" | "previous" | "home" | "depot";
  minutes: number | null;
}

/**
 * The site of a job, its technician's previous stop of that day, home and depot: `DrivePlace` rows, as one statement for a batch.
 */
export function drivePlaces(ctx: Ctx, orgId: string, workOrderId: string): SQL {
  const point = (table: string) => sql.raw(`printf('%.4f,%.4f', ${table}.latitude, ${table}.longitude)`);
  return sql`
    WITH job AS MATERIALIZED (
      SELECT w.technician_id, w.scheduled_start, a.id AS address_id, a.latitude, a.longitude FROM work_orders w
      JOIN addresses a ON a.org_id = ${orgId} AND a.id = w.site_address_id WHERE w.org_id = ${orgId} AND w.id = ${workOrderId}),
    places AS MATERIALIZED (
      SELECT 'site' AS kind, address_id, latitude, longitude FROM job
      UNION ALL SELECT * FROM (
        SELECT 'previous', p.id, p.latitude, p.longitude FROM job
        CROSS JOIN appointment_technicians c INDEXED BY appointment_technicians_time ON c.org_id = ${orgId} AND c.technician_id = job.technician_id
          AND c.blocks_calendar = 1 AND c.starts_at < job.scheduled_start
          AND c.starts_at > strftime('%Y-%m-%dT%H:%M:%fZ', job.scheduled_start, '-14 hours')
        CROSS JOIN appointments v ON v.org_id = ${orgId} AND v.id = c.appointment_id AND v.state = 'done'
        CROSS JOIN work_orders b ON b.org_id = ${orgId} AND b.id = v.work_order_id
        CROSS JOIN addresses p ON p.org_id = ${orgId} AND p.id = b.site_address_id
        ORDER BY c.starts_at DESC LIMIT 1)
      UNION ALL SELECT h.kind, h.technician_id || ':' || h.kind, h.latitude, h.longitude
        FROM job CROSS JOIN technician_addresses h ON h.org_id = ${orgId} AND h.technician_id = job.technician_id)
    SELECT p.kind, p.address_id AS addressId, p.latitude, p.longitude, (
      SELECT d.minutes FROM job CROSS JOIN drive_times d ON d.from_point = ${point("p")} AND d.to_point = ${point("job")}
      WHERE d.measured_at > ${measuredSince(ctx)}) AS minutes
    FROM places p`;
}

/** Minutes of the drive from the previous stop, or from home or the depot; null if the site or every origin is unknown. */
export async function minutesToWorkOrder(ctx: Ctx, places: readonly DrivePlace[]): Promise<number | null> {
  const placeOf = (kind: DrivePlace["kind"]) => places.find((place) => place.kind === kind) ?? null;
  const [to, previous] = [placeOf("site"), placeOf("previous")];
  if (!to) return null;
  // Another job at the same address needs no coordinates.
  const isThere = previous?.addressId === to.addressId;
  const from = isThere
    ? previous
    : driveOrigin({ workOrder: previous, home: placeOf("home"), depot: placeOf("depot") });
  if (!from) return null;
  const measured = { from: pointOf(from), to: pointOf(to), minutes: from.minutes };
  const known = new Map(measured.minutes === null ? [] : [[`${measured.from} ${measured.to}`, measured.minutes]]);
  const drive = await driveLookup(ctx, [{ from, to }], { known });
  return drive(from, to).minutes;
}

import { DAY_MS, MINUTE_MS, weekday } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

const WEEKEND = new Set([0, 6]);
const SHARING = 3;
const BETWEEN_PLACES_MS = 6 * MINUTE_MS;
const SHOWN_MS = 54 * MINUTE_MS;

/** Technicians who share their location; during working hours each is on the way to one of today's jobs. */
export async function seedMaps(db: D1Database, { orgId, technicianIds, now, timeZone }: SeedBusiness): Promise<void> {
  const sharing = technicianIds.slice(0, SHARING);
  const given = new Date(now.getTime() - 90 * DAY_MS).toISOString();
  await insertRows(
    db,
    "technician_place_consents",
    sharing.map((technician_id) => ({ org_id: orgId, technician_id, given_at: given })),
  );
  const { date, time } = wallTimeOf(now.getTime(), timeZone);
  if (time < "08:00" || time >= "17:00" || WEEKEND.has(weekday(date))) return;
  await db.batch(
    sharing.map((id, index) =>
      db
        .prepare(
          `INSERT INTO technician_places (org_id, technician_id, latitude, longitude, accuracy_m, at, shown_until)
           SELECT w.org_id, w.technician_id, round(a.latitude + ?4, 4), round(a.longitude + ?5, 4), 25, ?3, ?6
           FROM work_orders w JOIN addresses a ON a.org_id = w.org_id AND a.id = w.site_address_id
           WHERE w.org_id = ?1 AND w.technician_id = ?2 AND w.scheduled_start IS NOT NULL AND a.latitude IS NOT NULL
           ORDER BY abs(julianday(w.scheduled_start) - julianday(?3)) LIMIT 1`,
        )
        .bind(
          ...[orgId, id, new Date(now.getTime() - (index + 1) * BETWEEN_PLACES_MS).toISOString()],
          ...[0.011 - index * 0.006, 0.009 + index * 0.004],
          new Date(now.getTime() + SHOWN_MS).toISOString(),
        ),
    ),
  );
}

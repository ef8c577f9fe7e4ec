import { chargeTrend } from "~/domain/refrigerant/drift";
import { reckoned } from "~/domain/refrigerant/reading";
import { saturationPressure } from "~/domain/refrigerant/saturation";
import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";
import { randomizer } from "./random";

interface VisitRow {
  work_order_id: string;
  equipment_id: string;
  service_group_id: string;
  refrigerant: string;
  at: string;
  user_id: string | null;
  technician_id: string | null;
  certificate: string | null;
}

/** Readings for the jobs on equipment with a refrigerant circuit. */
export async function seedReadings(db: D1Database, { orgId, now, officeUserId }: SeedBusiness): Promise<void> {
  const random = randomizer(83);
  const { results } = await db
    .prepare(
      `SELECT w.id AS work_order_id, we.equipment_id, g.id AS service_group_id, g.refrigerant,
         coalesce(w.completed_at, w.scheduled_start, w.created_at) AS at, t.user_id, t.id AS technician_id,
         (SELECT k.name || ' ' || k.number FROM technician_certifications k
          WHERE k.org_id = w.org_id AND k.technician_id = t.id AND k.name LIKE 'EPA 608%' LIMIT 1) AS certificate
       FROM work_orders w
       JOIN work_order_equipment we ON we.org_id = w.org_id AND we.work_order_id = w.id
       JOIN service_groups g ON g.org_id = w.org_id AND g.equipment_id = we.equipment_id
       LEFT JOIN technicians t ON t.org_id = w.org_id AND t.id = w.technician_id
       WHERE w.org_id = ?1 AND w.status IN ('completed', 'in_progress') ORDER BY at, w.id`,
    )
    .bind(orgId)
    .all<VisitRow>();
  const rows = results.flatMap((row, index) => {
    const end = Math.min(Date.parse(row.at), now.getTime());
    const [condensing, superheat, subcooling] = [108 + random.below(8), 9 + random.below(4), 9 + random.below(3)];
    // One circuit in three was low and charged in two steps; the others were fine.
    const short = index % 3 === 0 ? [9, 5, 0] : [0];
    return short.map((degrees, step) => {
      const at = new Date(end - (short.length - 1 - step) * 20 * MINUTE_MS).toISOString();
      const evaporating = 40 - degrees;
      return {
        ...{ org_id: orgId, id: random.id(Date.parse(at)), work_order_id: row.work_order_id },
        ...{ equipment_id: row.equipment_id, service_group_id: row.service_group_id, refrigerant: row.refrigerant },
        ...{ metering: "txv", altitude_feet: 617, target_subcooling_centi_f: 1000 },
        suction_milli_psi: Math.round(psi(row, "dew", evaporating) * 10) * 100,
        suction_centi_f: (evaporating + superheat + degrees * 2) * 100,
        liquid_milli_psi: Math.round(psi(row, "bubble", condensing)) * 1000,
        liquid_centi_f: (condensing - subcooling + degrees) * 100,
        ...{ wet_bulb_centi_f: 6300, dry_bulb_centi_f: 8600, added_milli_lb: step > 0 ? 375 : null },
        ...{ technician_id: step > 0 ? row.technician_id : null, certificate: step > 0 ? row.certificate : null },
        notes:
          short.length > 1 && step === 0 ? "Flare nut at the service valve was loose. Tightened, held pressure." : null,
        ...{ taken_at: at, taken_by: row.user_id ?? officeUserId, created_at: at, updated_at: at },
      };
    });
  });
  await insertRows(db, "refrigerant_readings", rows);
}

/** Equipment that lost a little refrigerant between visits and has not been charged since. */
export async function seedDrift(db: D1Database, { orgId, now, timeZone, officeUserId }: SeedBusiness): Promise<void> {
  const random = randomizer(89);
  const { results } = await db
    .prepare(
      `WITH unit AS (
         SELECT e.org_id, e.id AS equipment_id, e.address_id, g.id AS service_group_id, g.refrigerant
         FROM equipment e JOIN service_groups g ON g.org_id = e.org_id AND g.equipment_id = e.id
         WHERE e.org_id = ?1 AND e.type IN ('air_conditioner', 'heat_pump', 'mini_split')
           AND NOT EXISTS (SELECT 1 FROM refrigerant_readings r WHERE r.org_id = e.org_id AND r.equipment_id = e.id)
         ORDER BY (SELECT count(*) FROM work_orders w WHERE w.org_id = e.org_id AND w.site_address_id = e.address_id AND w.status = 'completed') DESC, e.id
         LIMIT 1)
       SELECT w.id AS work_order_id, u.equipment_id, u.service_group_id, u.refrigerant, w.completed_at AS at, t.user_id
       FROM unit u JOIN work_orders w ON w.org_id = u.org_id AND w.site_address_id = u.address_id AND w.status = 'completed'
       LEFT JOIN technicians t ON t.org_id = w.org_id AND t.id = w.technician_id
       ORDER BY w.completed_at, w.id`,
    )
    .bind(orgId)
    .all<VisitRow>();
  const [first] = results;
  if (!first) return;
  const { equipment_id, service_group_id, refrigerant } = first;
  const visits = [12, 11, 9.5, 8.4].map((subcooling, index) => ({
    workOrder: results[index] ?? first,
    takenAt: new Date(now.getTime() - ((3 - index) * 110 + 3) * DAY_MS).toISOString(),
    reading: {
      ...{ refrigerant, metering: "txv" as const, altitudeFeet: 617, targetSubcoolingCentiF: 1000 },
      suctionMilliPsi: Math.round(psi(first, "dew", 40) * 10) * 100,
      suctionCentiF: 5000 + index * 30,
      liquidMilliPsi: Math.round(psi(first, "bubble", 110)) * 1000,
      liquidCentiF: Math.round((110 - subcooling) * 100),
      ...{ wetBulbCentiF: 6300, dryBulbCentiF: 8600, addedMilliLb: null, recoveredMilliLb: null },
    },
  }));
  const jobs = visits.map(({ workOrder }) => ({ org_id: orgId, work_order_id: workOrder.work_order_id, equipment_id }));
  await db.batch(
    jobs.map((row) =>
      db
        .prepare("INSERT OR IGNORE INTO work_order_equipment (org_id, work_order_id, equipment_id) VALUES (?, ?, ?)")
        .bind(row.org_id, row.work_order_id, row.equipment_id),
    ),
  );
  const rows = visits.map(({ workOrder, takenAt: at, reading }) => ({
    ...{ org_id: orgId, id: random.id(Date.parse(at)), work_order_id: workOrder.work_order_id },
    ...{ equipment_id, service_group_id, refrigerant, metering: reading.metering, altitude_feet: reading.altitudeFeet },
    target_subcooling_centi_f: reading.targetSubcoolingCentiF,
    suction_milli_psi: reading.suctionMilliPsi,
    suction_centi_f: reading.suctionCentiF,
    liquid_milli_psi: reading.liquidMilliPsi,
    liquid_centi_f: reading.liquidCentiF,
    wet_bulb_centi_f: reading.wetBulbCentiF,
    dry_bulb_centi_f: reading.dryBulbCentiF,
    ...{ taken_at: at, taken_by: workOrder.user_id ?? officeUserId, created_at: at, updated_at: at },
  }));
  await insertRows(db, "refrigerant_readings", rows);
  const judged = visits.map(({ takenAt, reading }) => ({
    ...reckoned(reading),
    takenOn: wallTimeOf(Date.parse(takenAt), timeZone).date,
  }));
  const trend = chargeTrend(judged.reverse());
  await db
    .prepare("UPDATE service_groups SET charge_trend = ? WHERE org_id = ? AND id = ?")
    .bind(trend && JSON.stringify(trend), orgId, service_group_id)
    .run();
}

interface DisposedRow extends VisitRow {
  charge_milli_lb: number;
}

/** Retired equipment, and the refrigerant recovered from it before. */
export async function seedDisposals(db: D1Database, { orgId, now, officeUserId }: SeedBusiness): Promise<void> {
  const random = randomizer(97);
  const { results } = await db
    .prepare(
      `SELECT max(w.id) AS work_order_id, we.equipment_id, g.id AS service_group_id, g.refrigerant, g.charge_milli_lb,
         t.user_id, t.id AS technician_id,
         (SELECT k.name || ' ' || k.number FROM technician_certifications k
          WHERE k.org_id = w.org_id AND k.technician_id = t.id AND k.name LIKE 'EPA 608%' LIMIT 1) AS certificate
       FROM work_orders w
       JOIN work_order_equipment we ON we.org_id = w.org_id AND we.work_order_id = w.id
       JOIN service_groups g ON g.org_id = w.org_id AND g.equipment_id = we.equipment_id
       LEFT JOIN technicians t ON t.org_id = w.org_id AND t.id = w.technician_id
       WHERE w.org_id = ?1 AND w.status = 'completed' AND g.charge_milli_lb > 5000 AND g.charge_milli_lb < 50000
         AND g.charge_trend IS NULL
         AND NOT EXISTS (SELECT 1 FROM work_order_equipment o JOIN work_orders j ON j.org_id = o.org_id AND j.id = o.work_order_id
           WHERE o.org_id = w.org_id AND o.equipment_id = we.equipment_id AND j.status NOT IN ('completed', 'closed', 'cancelled'))
       GROUP BY we.equipment_id ORDER BY we.equipment_id LIMIT 3`,
    )
    .bind(orgId)
    .all<DisposedRow>();
  if (results.length === 0) return;
  const rows = results.map((row, index) => {
    const at = new Date(now.getTime() - (2 + 7 * index ** 2) * DAY_MS).toISOString();
    return {
      ...{ org_id: orgId, id: random.id(Date.parse(at)), work_order_id: row.work_order_id },
      ...{ equipment_id: row.equipment_id, service_group_id: row.service_group_id, refrigerant: row.refrigerant },
      ...{ metering: "txv", altitude_feet: 617, is_disposal: 1 },
      cylinder: row.refrigerant.replace(/^R-/, "REC-"),
      recovered_milli_lb: row.charge_milli_lb - 250 * (1 + index),
      ...{ technician_id: row.technician_id, certificate: row.certificate, notes: "Recovered before the replacement." },
      ...{ taken_at: at, taken_by: row.user_id ?? officeUserId, created_at: at, updated_at: at },
    };
  });
  await insertRows(db, "refrigerant_readings", rows);
  await db.batch(
    rows.map(({ equipment_id }) =>
      db.prepare("UPDATE equipment SET status = 'retired' WHERE org_id = ? AND id = ?").bind(orgId, equipment_id),
    ),
  );
}

function psi({ refrigerant }: VisitRow, curve: "bubble" | "dew", temperature: number): number {
  return saturationPressure({ refrigerant, curve, altitudeFeet: 0 }, temperature) ?? 0;
}

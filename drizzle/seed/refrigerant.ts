import { saturationPressure } from "~/domain/refrigerant/saturation";
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

/** Readings of the jobs that were about a unit with a refrigerant circuit. */
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
    // One circuit in three was low and charged in two steps; the others were as they should be.
    const short = index % 3 === 0 ? [9, 5, 0] : [0];
    return short.map((degrees, step) => {
      const at = new Date(end - (short.length - 1 - step) * 20 * 60_000).toISOString();
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

function psi({ refrigerant }: VisitRow, curve: "bubble" | "dew", temperature: number): number {
  return saturationPressure({ refrigerant, curve, altitudeFeet: 0 }, temperature) ?? 0;
}

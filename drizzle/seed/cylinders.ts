import type { CylinderEntryKind, CylinderKind } from "~/domain/refrigerant/cylinders/cylinder";
import { DAY_MS, HOUR_MS } from "~/domain/shared/time/dates";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";
import { randomizer } from "./random";

interface Added {
  id: string;
  added_milli_lb: number;
  taken_at: string;
  technician_id: string | null;
  certificate: string | null;
}

interface SeedCylinder {
  number: string;
  refrigerant: string;
  kind: CylinderKind;
  tare: number;
  capacity: number;
}

interface SeedEntry {
  kind: CylinderEntryKind;
  at: number;
  /** The weight on the scale; unchanged if omitted. */
  gross?: number;
  more?: Record<string, string | number | null>;
}

/** A virgin cylinder used to charge in two readings, one in the shop, one for recovery, and one that was returned. */
export async function seedCylinders(
  db: D1Database,
  { orgId, now, officeUserId, technicianIds }: SeedBusiness,
): Promise<void> {
  const random = randomizer(131);
  const [first = null, second = null] = technicianIds;
  const readings = await db
    .prepare(
      `SELECT id, added_milli_lb, taken_at, technician_id, certificate FROM refrigerant_readings
       WHERE org_id = ?1 AND refrigerant = 'R-410A' AND added_milli_lb < 8000 AND removed_at IS NULL ORDER BY technician_id IS NOT ?2, taken_at, id LIMIT 2`,
    )
    .bind(orgId, first)
    .all<Added>();
  const latest = now.getTime() - 2 * DAY_MS;
  const began = Math.min(latest, ...readings.results.map(({ taken_at }) => Date.parse(taken_at))) - 5 * DAY_MS;
  const r410a = { number: "R410A-11", refrigerant: "R-410A", kind: "virgin", tare: 5200, capacity: 25_000 } as const;
  let gross = r410a.tare + r410a.capacity;
  const charges = readings.results.map(({ id, added_milli_lb, taken_at, technician_id, certificate }): SeedEntry => {
    gross -= added_milli_lb;
    const more = { recorded_milli_lb: added_milli_lb, reading_id: id, certificate, technician_id };
    return { kind: "charged", at: Date.parse(taken_at), gross, more };
  });
  await add(r410a, [
    { kind: "received", at: began, gross: r410a.tare + r410a.capacity },
    { kind: "handed_over", at: began + DAY_MS, more: { to_technician_id: first } },
    ...charges,
    {
      kind: "weighed",
      at: Math.max(latest, ...charges.map(({ at }) => at + HOUR_MS)),
      gross: gross - 250,
      more: { technician_id: first },
    },
  ]);
  await add({ number: "R454B-03", refrigerant: "R-454B", kind: "virgin", tare: 5400, capacity: 20_000 }, [
    { kind: "received", at: began, gross: 25_400 },
  ]);
  await add({ number: "REC-02", refrigerant: "R-22", kind: "recovery", tare: 26_500, capacity: 38_000 }, [
    { kind: "received", at: began, gross: 33_000 },
    { kind: "handed_over", at: began + DAY_MS, more: { to_technician_id: second } },
  ]);
  await add({ number: "R22-09", refrigerant: "R-22", kind: "reclaimed", tare: 5300, capacity: 30_000 }, [
    { kind: "received", at: began, gross: 6100 },
    { kind: "returned", at: latest, more: { note: "Gulf Coast Reclaim, Mobile" } },
  ]);

  async function add({ number, refrigerant, kind, tare, capacity }: SeedCylinder, entries: SeedEntry[]): Promise<void> {
    const created_at = new Date(began).toISOString();
    const id = random.id(began);
    await insertRows(db, "refrigerant_cylinders", [
      {
        ...{ org_id: orgId, id, number, refrigerant, kind, tare_milli_lb: tare, capacity_milli_lb: capacity },
        ...{ gross_milli_lb: tare, created_at, updated_at: created_at },
      },
    ]);
    let before = tare;
    for (const [index, { kind: what, at, gross: after = before, more }] of entries.entries()) {
      const occurred_at = new Date(at).toISOString();
      await insertRows(db, "refrigerant_cylinder_entries", [
        {
          ...{ org_id: orgId, cylinder_id: id, seq: index + 1, id: random.id(at), kind: what, occurred_at },
          ...{
            before_milli_lb: before,
            after_milli_lb: after,
            created_by: officeUserId,
            created_at: occurred_at,
            ...more,
          },
        },
      ]);
      before = after;
    }
  }
}

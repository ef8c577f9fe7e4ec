import { type EpisodeFacts, type LeakEvent, progressOf } from "~/domain/refrigerant/leaks/compliance";
import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";
import { randomizer } from "./random";

interface CircuitRow {
  work_order_id: string;
  equipment_id: string;
  service_group_id: string;
  refrigerant: string;
  charge_milli_lb: number;
  at: string;
}

const added = (milliLb: number, { charge_milli_lb: charge }: CircuitRow) => Math.round((milliLb / charge) * 10_000);

/**
 * Two leaking walk-in coolers: one is repaired and its follow-up test is due within days, the other took more than its charge
 * this year.
 */
export async function seedLeakEpisodes(
  db: D1Database,
  { orgId, now, timeZone, officeUserId, technicianIds }: SeedBusiness,
): Promise<void> {
  const random = randomizer(97);
  const [technician = null] = technicianIds;
  const { results } = await db
    .prepare(
      `SELECT w.id AS work_order_id, e.id AS equipment_id, g.id AS service_group_id, g.refrigerant, g.charge_milli_lb, min(w.completed_at) AS at
       FROM equipment e
       JOIN service_groups g ON g.org_id = e.org_id AND g.equipment_id = e.id
       JOIN work_orders w ON w.org_id = e.org_id AND w.site_address_id = e.address_id AND w.status = 'completed'
       WHERE e.org_id = ?1 AND e.type = 'refrigeration' AND g.charge_milli_lb >= 15000
       GROUP BY e.id ORDER BY at LIMIT 2`,
    )
    .bind(orgId)
    .all<CircuitRow>();
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const [waiting, chronic] = results;
  const byNow = (date: string) => (date < today ? date : today);
  if (waiting) {
    const openedOn = await charge(waiting, 5000);
    await open(waiting, { kind: "leak", year: null, openedOn, milliLb: 5000 }, [
      { kind: "repair_done", happenedOn: openedOn },
      { kind: "initial_passed", happenedOn: openedOn },
    ]);
  }
  if (chronic) {
    const openedOn = await charge(chronic, 24_000);
    const done = (["repair_done", "initial_passed", "follow_up_passed"] as const).map((kind, day) => ({
      kind,
      happenedOn: byNow(addDays(openedOn, day)),
    }));
    await open(chronic, { kind: "leak", year: null, openedOn, milliLb: 24_000 }, done);
    await open(chronic, { kind: "chronic", year: Number(openedOn.slice(0, 4)), openedOn, milliLb: 24_000 }, []);
  }

  async function charge(row: CircuitRow, milliLb: number): Promise<string> {
    const { work_order_id, equipment_id, service_group_id, refrigerant, at } = row;
    await db
      .prepare("INSERT OR IGNORE INTO work_order_equipment (org_id, work_order_id, equipment_id) VALUES (?, ?, ?)")
      .bind(orgId, work_order_id, equipment_id)
      .run();
    await insertRows(db, "refrigerant_readings", [
      {
        ...{ org_id: orgId, id: random.id(Date.parse(at)), work_order_id, equipment_id, service_group_id, refrigerant },
        ...{ metering: "txv", altitude_feet: 617, added_milli_lb: milliLb, cylinder: "R404A-07" },
        ...{ technician_id: technician, certificate: "EPA 608 Universal" },
        notes: "Evaporator coil leaks at a return bend.",
        ...{ taken_at: at, taken_by: officeUserId, created_at: at, updated_at: at },
      },
    ]);
    return wallTimeOf(Date.parse(at), timeZone).date;
  }

  async function open(
    row: CircuitRow,
    { milliLb, ...found }: Pick<EpisodeFacts, "kind" | "year" | "openedOn"> & { milliLb: number },
    events: readonly LeakEvent[],
  ): Promise<void> {
    const facts = { ...found, regime: "part84" as const, thresholdPercent: 20, chargeMilliLb: row.charge_milli_lb };
    const { next, ended } = progressOf(facts, events);
    const at = Date.parse(row.at);
    const id = random.id(at);
    const created = { created_at: row.at, updated_at: row.at };
    await insertRows(db, "leak_episodes", [
      {
        ...{ org_id: orgId, id, equipment_id: row.equipment_id, service_group_id: row.service_group_id },
        ...{ kind: found.kind, year: found.year, opened_on: found.openedOn, regime: facts.regime },
        ...{ threshold_percent: 20, charge_milli_lb: row.charge_milli_lb, rate_centi_percent: added(milliLb, row) },
        ...{ next_step: next?.step ?? null, next_due_on: next?.dueOn ?? null },
        ...{ ended_on: ended?.on ?? null, ending: ended?.ending ?? null, version: 1 + events.length, ...created },
      },
    ]);
    await insertRows(
      db,
      "leak_events",
      events.map(({ kind, happenedOn }, index) => ({
        ...{ org_id: orgId, id: random.id(at + index), episode_id: id, kind, happened_on: happenedOn },
        method: kind === "repair_done" ? "Brazed the return bend" : "Nitrogen at 150 psig, bubble test",
        ...{ recorded_by: officeUserId, recorded_at: row.at },
      })),
    );
  }
}

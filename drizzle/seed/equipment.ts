import type { EquipmentStatus, EquipmentType } from "~/domain/equipment/equipment";
import { addDays, addMonths, DAY_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import type { Place } from "./customers";
import { insertRows } from "./insert";
import type { SeededPlaybook } from "./service-types";

type Row = Record<string, string | number | null>;

interface Model {
  name: string;
  type: EquipmentType;
  manufacturer: string;
  model: string;
  location: string;
  /** Refrigerant and full charge in thousandths of a pound. */
  circuit?: readonly [string, number];
  /** The service type of its yearly maintenance. */
  visit?: string;
}

const models: readonly [Model, ...Model[]] = [
  {
    name: "Gas furnace",
    type: "furnace",
    manufacturer: "Carrier",
    model: "59TP6A080",
    location: "Basement",
    visit: "Furnace tune-up",
  },
  {
    name: "Air conditioner",
    type: "air_conditioner",
    manufacturer: "Lennox",
    model: "EL16XC1-036",
    location: "North side of the house",
    circuit: ["R-410A", 6250],
    visit: "AC tune-up",
  },
  {
    name: "Heat pump",
    type: "heat_pump",
    manufacturer: "Trane",
    model: "5TWR7036A",
    location: "Back yard",
    circuit: ["R-454B", 7500],
    visit: "AC tune-up",
  },
  {
    name: "Hot-water boiler",
    type: "boiler",
    manufacturer: "Weil-McLain",
    model: "ECO-110",
    location: "Basement",
    visit: "Boiler service",
  },
  {
    name: "Mini-split, living room",
    type: "mini_split",
    manufacturer: "Mitsubishi Electric",
    model: "MSZ-FS12NA",
    location: "Living room",
    circuit: ["R-410A", 2560],
    visit: "Mini-split cleaning",
  },
  {
    name: "Water heater",
    type: "water_heater",
    manufacturer: "Bradford White",
    model: "RG250T6N",
    location: "Utility room",
  },
  {
    name: "Gas furnace",
    type: "furnace",
    manufacturer: "Goodman",
    model: "GMVC960803BN",
    location: "Attic",
    visit: "Furnace tune-up",
  },
  {
    name: "Smart thermostat",
    type: "thermostat",
    manufacturer: "Honeywell Home",
    model: "T10 Pro",
    location: "Hallway",
  },
];

const commercial: readonly [Model, ...Model[]] = [
  {
    name: "Rooftop unit 1",
    type: "packaged_unit",
    manufacturer: "York",
    model: "ZF090",
    location: "Roof, east",
    circuit: ["R-410A", 12_800],
    visit: "Rooftop unit maintenance",
  },
  {
    name: "Walk-in cooler",
    type: "refrigeration",
    manufacturer: "Heatcraft",
    model: "LET090",
    location: "Kitchen",
    circuit: ["R-404A", 18_500],
  },
  {
    name: "Rooftop unit 2",
    type: "packaged_unit",
    manufacturer: "Daikin",
    model: "DBC0903",
    location: "Roof, west",
    circuit: ["R-410A", 13_100],
    visit: "Rooftop unit maintenance",
  },
];

const alerts: Partial<Record<EquipmentType, string>> = {
  furnace: "Red-tagged: flue CO above 400 ppm",
  boiler: "Relief valve weeping",
};

const cooling = ["air_conditioner", "heat_pump", "mini_split", "packaged_unit"];
const heating = ["furnace", "boiler", "heat_pump", "packaged_unit"];

/** The type of equipment a job is about, by a word in its title; the first match applies. */
const abouts: readonly (readonly [string, readonly string[]])[] = [
  ["boiler", ["boiler"]],
  ["walk-in", ["refrigeration"]],
  ["rooftop", ["packaged_unit"]],
  ["mini-split", ["mini_split"]],
  ["water heater", ["water_heater"]],
  ["furnace", ["furnace"]],
  ["thermostat", ["thermostat"]],
  ["carbon monoxide", ["furnace", "boiler"]],
  ["heat pump", ["heat_pump"]],
  ["no cool", cooling],
  ["refrigerant", cooling],
  ["condensate", cooling],
  ["AC ", cooling],
  ["heat", heating],
];

/** The types of equipment a job may be about, by its title; null if it is about none. */
export const unitTypesOf = (title: string): readonly string[] | null =>
  abouts.find(([word]) => title.toLowerCase().includes(word.toLowerCase()))?.[1] ?? null;

interface Wanted {
  places: readonly Place[];
  playbooks: ReadonlyMap<string, SeededPlaybook>;
  /** Homes that have been customers for years: their maintenance is spread over the year and their plans over two. */
  isPast?: boolean;
}

/**
 * One to three units per site, of every age and condition, the equipment of past jobs, and yearly plans for half of the units.
 */
export async function seedEquipment(
  db: D1Database,
  seed: SeedBusiness,
  { places, playbooks, isPast = false }: Wanted,
): Promise<void> {
  const { orgId, random, now, timeZone } = seed;
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const rows: Record<"units" | "circuits" | "plans" | "booked", Row[]> = {
    units: [],
    circuits: [],
    plans: [],
    booked: [],
  };
  for (const [index, place] of places.entries()) {
    const kinds = index % 4 === 3 && !isPast ? commercial : models;
    for (let nth = 0; nth <= random.below(3); nth++) {
      const model = kinds[(index + nth * 3) % kinds.length] ?? kinds[0];
      const years = random.below(22);
      const at = now.getTime() - (years * 365 + random.below(300)) * DAY_MS;
      const created = new Date(Math.max(at, now.getTime() - 380 * DAY_MS)).toISOString();
      const id = random.id(Date.parse(created));
      const installed = new Date(at).toISOString().slice(0, 10);
      const next = addDays(today, isPast ? 3 + random.below(360) : random.below(150) - 25);
      const seen = { org_id: orgId, created_at: created };
      rows.units.push({
        ...seen,
        id,
        customer_id: place.customerId,
        address_id: place.addressId,
        name: model.name,
        type: model.type,
        status: statusOf(index, nth),
        manufacturer: model.manufacturer,
        model_number: model.model,
        serial_number: `${model.model.slice(0, 2)}${1000 + random.below(9000)}${random.below(100_000)}`,
        location: model.location,
        // Some nameplates are no longer legible.
        install_date: index % 7 === 5 ? null : installed,
        warranty_expires_on: index % 9 === 4 ? addDays(today, 6 + random.below(20)) : addDays(installed, 3652),
        last_maintenance_on: years > 0 ? addDays(next, -365) : null,
        next_maintenance_on: model.visit ? next : null,
        critical_alerts:
          index % 11 === 6 && nth === 0 ? JSON.stringify([alerts[model.type] ?? "Condensate overflow tripped"]) : "[]",
        updated_at: created,
      });
      if (model.circuit) {
        const [refrigerant, charge] = model.circuit;
        rows.circuits.push({
          ...seen,
          id: random.id(at),
          equipment_id: id,
          name: "Circuit 1",
          refrigerant,
          charge_milli_lb: charge,
          charge_basis: "nameplate",
        });
      }
      if (model.visit && index % 2 === 0) {
        const planId = random.id(at + 1);
        const started = isPast ? pastPlan({ next, today }, random.below(100)) : null;
        for (const due of started?.dues ?? [])
          rows.booked.push({ org_id: orgId, plan_id: planId, due_on: due, work_order_id: null });
        rows.plans.push({
          ...seen,
          id: planId,
          equipment_id: id,
          service_type_id: playbooks.get(model.visit)?.serviceTypeId ?? null,
          title: model.visit,
          starts_on: started?.startsOn ?? (next < today ? addDays(next, 365) : next),
          every: 1,
          unit: "year",
          basis: "due_date",
          lead_days: 30,
          ...{ active: started?.endedOn ? 0 : 1, ended_on: started?.endedOn ?? null },
        });
      }
    }
  }
  await insertRows(db, "equipment", rows.units);
  await insertRows(db, "service_groups", rows.circuits);
  await insertRows(db, "maintenance_plans", rows.plans);
  await insertRows(db, "maintenance_occurrences", rows.booked);
  if (isPast) return;
  await db
    .prepare(
      `INSERT INTO work_order_equipment (org_id, work_order_id, equipment_id)
       SELECT w.org_id, w.id, min(e.id)
       FROM work_orders w JOIN equipment e ON e.org_id = w.org_id AND e.address_id = w.site_address_id
         AND e.type IN (SELECT fits.value FROM json_each((SELECT about.value ->> 1 FROM json_each(?2) about WHERE w.title LIKE '%' || (about.value ->> 0) || '%' LIMIT 1)) fits)
       WHERE w.org_id = ?1 GROUP BY w.org_id, w.id`,
    )
    .bind(orgId, JSON.stringify(abouts))
    .run();
}

/**
 * A yearly plan that is next due on a day, as it began one or two years before: most go on, some were ended after months. `dues`:
 * its days so far.
 */
function pastPlan({ next, today }: { next: string; today: string }, chance: number) {
  const years = 1 + (chance % 2);
  const dues = Array.from({ length: years }, (_, at) => addMonths(next, -12 * (years - at)));
  const startsOn = dues[0] ?? next;
  const endedOn = addDays(startsOn, 40 + chance * 18);
  return { startsOn, dues, endedOn: chance < 26 && endedOn < today ? endedOn : null };
}

function statusOf(index: number, nth: number): EquipmentStatus {
  if (index % 13 === 5) return "needs_repair";
  if (index % 17 === 8 && nth === 0) return "out_of_service";
  return index % 19 === 11 ? "retired" : "active";
}

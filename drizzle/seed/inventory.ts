import type { BaseUnit, ItemCategory } from "~/domain/inventory/items/item";
import type { MovementKind } from "~/domain/inventory/movement";
import { addDays, DAY_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

interface Part {
  sku: string;
  name: string;
  category: ItemCategory;
  unit?: BaseUnit;
  manufacturer?: string;
  barcode?: string;
  /** Cents; null if not known. */
  cost: number | null;
  price: number;
  /** Reorder point and maximum, in whole units. */
  levels: readonly [number, number];
  /** How many were received, and how many went to each truck. */
  received: number;
  perTruck?: number;
  marks?: readonly ("requires_certification" | "hazardous_material" | "restricted_item")[];
}

// biome-ignore format: a table
const parts: readonly Part[] = [
  { sku: "CAP-35-5", name: "Dual run capacitor 35/5 µF 440 V", category: "PARTS", manufacturer: "Titan HD", barcode: "0687152104519", cost: 980, price: 18900, levels: [8, 30], received: 26, perTruck: 3 },
  { sku: "CAP-45-5", name: "Dual run capacitor 45/5 µF 440 V", category: "PARTS", manufacturer: "Titan HD", barcode: "0687152104526", cost: 1120, price: 19500, levels: [10, 40], received: 30, perTruck: 4 },
  { sku: "CONT-2P-30", name: "Contactor 2-pole 30 A, 24 V coil", category: "PARTS", manufacturer: "Honeywell", barcode: "0085267268851", cost: 1465, price: 21500, levels: [6, 20], received: 14, perTruck: 2 },
  { sku: "IGN-HSI-41", name: "Hot surface igniter, nitride, universal", category: "PARTS", manufacturer: "White-Rodgers", barcode: "0786710041112", cost: 2890, price: 24900, levels: [6, 24], received: 18, perTruck: 2 },
  { sku: "FS-90", name: "Flame sensor, universal 90°", category: "PARTS", manufacturer: "White-Rodgers", cost: 815, price: 15900, levels: [6, 20], received: 16, perTruck: 2 },
  { sku: "PSW-MULTI", name: "Pressure switch, adjustable", category: "PARTS", manufacturer: "Tridelta", cost: 3140, price: 22900, levels: [4, 12], received: 7, perTruck: 1 },
  { sku: "MTR-BLW-X13", name: "Blower motor 1/2 HP constant torque", category: "PARTS", manufacturer: "Genteq", cost: 24800, price: 78500, levels: [2, 5], received: 3 },
  { sku: "MTR-COND-14", name: "Condenser fan motor 1/4 HP 1075 RPM", category: "PARTS", manufacturer: "US Motors", cost: 8950, price: 46500, levels: [2, 6], received: 2 },
  { sku: "IND-FURN-GM", name: "Inducer assembly, Goodman GMVC", category: "PARTS", manufacturer: "Goodman", cost: 14200, price: 62000, levels: [1, 3], received: 1 },
  { sku: "TSTAT-T6", name: "Thermostat T6 Pro, programmable", category: "PARTS", manufacturer: "Honeywell Home", barcode: "0085267903936", cost: 6720, price: 24900, levels: [4, 12], received: 9, perTruck: 1 },
  { sku: "TXV-3T-454B", name: "TXV 3 ton, R-454B", category: "PARTS", manufacturer: "Sporlan", cost: 9840, price: 48500, levels: [2, 4], received: 2 },
  { sku: "FD-083S", name: "Filter drier 3/8 in. sweat, bidirectional", category: "PARTS", manufacturer: "Sporlan", cost: 2310, price: 14500, levels: [6, 18], received: 15, perTruck: 2 },
  { sku: "FLT-16-25-1", name: "Filter 16x25x1 MERV 11", category: "MATERIALS", manufacturer: "Filtrete", barcode: "0051111072288", cost: 642, price: 2400, levels: [24, 96], received: 72, perTruck: 6 },
  { sku: "FLT-20-25-4", name: "Media filter 20x25x4 MERV 13", category: "MATERIALS", manufacturer: "Aprilaire", barcode: "0686057213136", cost: 2480, price: 6900, levels: [12, 36], received: 20, perTruck: 2 },
  { sku: "R410A-25", name: "R-410A", category: "REFRIGERANT", unit: "LB", manufacturer: "Chemours", cost: 1240, price: 9500, levels: [50, 200], received: 150, perTruck: 12, marks: ["requires_certification", "hazardous_material", "restricted_item"] },
  { sku: "R454B-20", name: "R-454B", category: "REFRIGERANT", unit: "LB", manufacturer: "Chemours", cost: 2175, price: 12500, levels: [40, 160], received: 80, perTruck: 8, marks: ["requires_certification", "hazardous_material", "restricted_item"] },
  { sku: "CU-38-50", name: "Copper line 3/8 in. ACR", category: "MATERIALS", unit: "FT", manufacturer: "Mueller", cost: 214, price: 650, levels: [100, 400], received: 300, perTruck: 25 },
  { sku: "CU-78-50", name: "Copper line 7/8 in. ACR", category: "MATERIALS", unit: "FT", manufacturer: "Mueller", cost: 596, price: 1450, levels: [50, 200], received: 150 },
  { sku: "PVC-COND-34", name: "Condensate pipe 3/4 in. PVC", category: "MATERIALS", unit: "FT", cost: 68, price: 290, levels: [60, 240], received: 40 },
  { sku: "PUMP-COND-20", name: "Condensate pump 20 ft, 120 V", category: "PARTS", manufacturer: "Little Giant", cost: 4890, price: 26500, levels: [2, 6], received: 4, perTruck: 1 },
  { sku: "NITRO-40", name: "Nitrogen cylinder fill 40 cu ft", category: "CONSUMABLES", cost: 3400, price: 8500, levels: [2, 6], received: 5, marks: ["hazardous_material"] },
  { sku: "SOAP-LEAK", name: "Leak detector solution 1 qt", category: "CONSUMABLES", unit: "QT", manufacturer: "Refrigeration Technologies", cost: 1180, price: 2600, levels: [4, 12], received: 8, perTruck: 1 },
  { sku: "CO-ALARM", name: "CO alarm, low level", category: "SAFETY", manufacturer: "Defender", cost: 9900, price: 21900, levels: [4, 12], received: 6, perTruck: 1 },
  { sku: "BELT-A42", name: "V-belt A42", category: "PARTS", manufacturer: "Gates", cost: null, price: 4900, levels: [2, 8], received: 5 },
];

/** The business's stock: a warehouse, a truck per technician, and the movements that filled them. */
export async function seedInventory(db: D1Database, seed: SeedBusiness): Promise<void> {
  const { orgId, now, random } = seed;
  const created = new Date(now.getTime() - 120 * DAY_MS).toISOString();
  const id = () => random.id(Date.parse(created));
  const dates = { created_at: created, updated_at: created };
  const { results: drivers } = await db
    .prepare("SELECT id, first_name FROM technicians WHERE org_id = ? ORDER BY first_name")
    .bind(orgId)
    .all<{ id: string; first_name: string }>();
  const warehouse = id();
  const trucks = drivers.map((driver, index) => ({
    id: id(),
    driver,
    name: `Truck ${index + 1}, ${driver.first_name}`,
  }));
  const place = { parent_id: null, technician_id: null, capacity_milli: null, ...dates };
  await insertRows(db, "inventory_locations", [
    { org_id: orgId, id: warehouse, name: "Main warehouse", type: "warehouse", ...place, capacity_milli: 2_000_000 },
    ...trucks.map((truck) => ({
      ...{ org_id: orgId, id: truck.id, name: truck.name, type: "truck", ...place },
      technician_id: truck.driver.id,
      capacity_milli: 150_000,
    })),
  ]);
  const items = parts.map((part) => ({ part, id: id() }));
  await insertRows(
    db,
    "inventory_items",
    items.map(({ part, id: itemId }) => ({
      ...{ org_id: orgId, id: itemId, sku: part.sku, name: part.name, primary_category: part.category },
      base_unit: part.unit ?? "EA",
      ...{ manufacturer: part.manufacturer ?? null, barcode: part.barcode ?? null },
      ...{ unit_cost_minor: part.cost, list_price_minor: part.price },
      ...{ min_stock_milli: 0, reorder_point_milli: part.levels[0] * 1000, max_stock_milli: part.levels[1] * 1000 },
      requires_certification: Number(part.marks?.includes("requires_certification") ?? false),
      hazardous_material: Number(part.marks?.includes("hazardous_material") ?? false),
      restricted_item: Number(part.marks?.includes("restricted_item") ?? false),
      ...dates,
    })),
  );
  const today = wallTimeOf(now.getTime(), seed.timeZone).date;
  const rows: Parameters<typeof insertRows>[2] = [];
  const move = (kind: MovementKind, of: (typeof items)[number], at: string, units: number, more: object = {}) => {
    const { cost } = of.part;
    rows.push({
      ...{ org_id: orgId, seq: rows.length + 1, id: id(), posting_id: id(), kind, item_id: of.id, location_id: at },
      quantity_milli: units * 1000,
      total_cost_minor: cost === null ? 0 : units * cost,
      uncosted_milli: cost === null ? Math.abs(units) * 1000 : 0,
      ...{ transfer_id: null, reason: null, created_by: seed.officeUserId, created_at: created },
      occurred_on: addDays(today, -90),
      ...more,
    });
  };
  for (const item of items) {
    move("receipt", item, warehouse, item.part.received);
    const { perTruck } = item.part;
    if (!perTruck) continue;
    // The warehouse keeps the remainder; if there is not enough for every truck, the first ones are filled.
    const filled = trucks.slice(0, Math.floor(item.part.received / perTruck));
    for (const truck of filled) {
      const together = { transfer_id: id(), posting_id: id(), occurred_on: addDays(today, -60) };
      move("transfer", item, warehouse, -perTruck, together);
      move("transfer", item, truck.id, perTruck, together);
    }
  }
  const [first] = items;
  if (first) move("adjustment", first, warehouse, -1, { reason: "damaged", occurred_on: addDays(today, -7) });
  await insertRows(db, "stock_movements", rows);
  // The trucks' target levels are what they were filled with; the first truck's are higher for the first four items.
  await insertRows(
    db,
    "location_levels",
    trucks.flatMap((truck, index) =>
      items.flatMap(({ part: { perTruck }, id: itemId }, at) => {
        if (!perTruck) return [];
        const least = index === 0 && at < 4 ? perTruck + 1 : Math.ceil(perTruck / 2);
        return [
          {
            ...{ org_id: orgId, location_id: truck.id, item_id: itemId, ...dates },
            ...{ min_milli: least * 1000, max_milli: Math.max(least + 1, perTruck) * 1000 },
          },
        ];
      }),
    ),
  );
  await reserveForJobs(db, seed, { items, warehouse, id, created });
}

interface Stocked {
  items: readonly { part: Part; id: string }[];
  warehouse: string;
  id: () => string;
  created: string;
}

/** Reservations for upcoming jobs: one or two parts from the warehouse for each of the next few. */
async function reserveForJobs(db: D1Database, seed: SeedBusiness, { items, warehouse, id, created }: Stocked) {
  const { results: jobs } = await db
    .prepare("SELECT id FROM work_orders WHERE org_id = ? AND status = 'scheduled' ORDER BY number LIMIT 8")
    .bind(seed.orgId)
    .all<{ id: string }>();
  const plenty = items.filter(({ part }) => part.received >= 7);
  const rows = jobs.flatMap((workOrder, at) =>
    [0, 5].slice(0, 1 + (at % 2)).flatMap((step) => {
      const item = plenty[(at * 3 + step) % plenty.length];
      if (!item) return [];
      const reservation = { org_id: seed.orgId, id: id(), item_id: item.id, location_id: warehouse };
      const by = { created_by: seed.officeUserId, created_at: created };
      return [{ ...reservation, work_order_id: workOrder.id, quantity_milli: 1000, planned: 0, ...by }];
    }),
  );
  if (rows.length > 0) await insertRows(db, "stock_reservations", rows);
}

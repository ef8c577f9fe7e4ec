import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";
import { randomizer } from "./random";

interface Lot {
  number: string;
  /** Days from today. */
  received: number;
  expires: number;
  quantity: number;
  /** How much of it was transferred to the first truck. */
  onTruck?: number;
}

interface Perishable {
  sku: string;
  name: string;
  unit: string;
  manufacturer: string;
  shelfLifeDays: number;
  cost: number;
  price: number;
  lots: readonly Lot[];
}

const perishables: readonly Perishable[] = [
  {
    ...{ sku: "SEAL-DUCT-1G", name: "Water-based duct sealant 1 gal", unit: "GAL", manufacturer: "Hardcast" },
    ...{ shelfLifeDays: 730, cost: 2190, price: 4800 },
    lots: [
      { number: "HC-2231", received: -745, expires: -15, quantity: 2 },
      { number: "HC-2417", received: -120, expires: 610, quantity: 6, onTruck: 1 },
    ],
  },
  {
    ...{ sku: "COIL-CLN-1G", name: "Evaporator coil cleaner 1 gal", unit: "GAL", manufacturer: "Nu-Calgon" },
    ...{ shelfLifeDays: 540, cost: 2640, price: 5900 },
    lots: [
      { number: "NC-0518B", received: -521, expires: 19, quantity: 3, onTruck: 1 },
      { number: "NC-1102A", received: -60, expires: 480, quantity: 4 },
    ],
  },
  {
    ...{ sku: "FLUX-BRZ-7", name: "Brazing flux paste 7 oz", unit: "EA", manufacturer: "Harris" },
    ...{ shelfLifeDays: 365, cost: 1150, price: 2400 },
    lots: [{ number: "7714-C", received: -293, expires: 72, quantity: 5, onTruck: 2 }],
  },
];

/** Perishable stock by lot: one lot is expired, one expires soon. */
export async function seedLots(db: D1Database, seed: SeedBusiness): Promise<void> {
  const { orgId, now } = seed;
  const places = await db
    .prepare(
      "SELECT id, type FROM inventory_locations WHERE org_id = ? AND type IN ('warehouse', 'truck') ORDER BY name",
    )
    .bind(orgId)
    .all<{ id: string; type: string }>();
  const placeOf = (type: string) => places.results.find((one) => one.type === type)?.id;
  const [warehouse, truck] = [placeOf("warehouse"), placeOf("truck")];
  if (!warehouse || !truck) return;
  const last = await db
    .prepare("SELECT max(seq) AS seq FROM stock_movements WHERE org_id = ?")
    .bind(orgId)
    .first<number>("seq");
  const created = now.toISOString();
  const today = wallTimeOf(now.getTime(), seed.timeZone).date;
  // A separate random sequence, so that data seeded later does not change.
  const random = randomizer(61);
  const id = () => random.id(now.getTime());
  const items = perishables.map((item) => ({ ...item, id: id() }));
  await insertRows(
    db,
    "inventory_items",
    items.map((item) => ({
      ...{ org_id: orgId, id: item.id, sku: item.sku, name: item.name, primary_category: "CONSUMABLES" },
      ...{ base_unit: item.unit, manufacturer: item.manufacturer, shelf_life_days: item.shelfLifeDays },
      ...{
        unit_cost_minor: item.cost,
        list_price_minor: item.price,
        reorder_point_milli: 2000,
        max_stock_milli: 12_000,
      },
      ...{ created_at: created, updated_at: created },
    })),
  );
  const lots = items.flatMap((item) => item.lots.map((lot) => ({ ...lot, item, id: id() })));
  await insertRows(
    db,
    "stock_lots",
    lots.map((lot) => ({
      ...{ org_id: orgId, id: lot.id, item_id: lot.item.id, number: lot.number },
      ...{ received_on: addDays(today, lot.received), expires_on: addDays(today, lot.expires), created_at: created },
    })),
  );
  const rows: Parameters<typeof insertRows>[2] = [];
  const move = (lot: (typeof lots)[number], kind: string, at: string, units: number, more: object = {}) =>
    rows.push({
      ...{ org_id: orgId, seq: (last ?? 0) + rows.length + 1, id: id(), posting_id: id(), kind, item_id: lot.item.id },
      ...{ location_id: at, quantity_milli: units * 1000, total_cost_minor: units * lot.item.cost, uncosted_milli: 0 },
      ...{ transfer_id: null, lot_id: null, created_by: seed.officeUserId, created_at: created },
      occurred_on: addDays(today, lot.received),
      ...more,
    });
  for (const lot of lots) {
    move(lot, "receipt", warehouse, lot.quantity, { lot_id: lot.id });
    if (!lot.onTruck) continue;
    const together = { transfer_id: id(), posting_id: id(), occurred_on: addDays(today, lot.received + 3) };
    move(lot, "transfer", warehouse, -lot.onTruck, { ...together, lot_id: lot.id });
    move(lot, "transfer", truck, lot.onTruck, together);
  }
  await insertRows(db, "stock_movements", rows);
}

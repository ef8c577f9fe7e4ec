import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";
import { randomizer } from "./random";

interface WorkOrderRow {
  id: string;
  title: string;
  service_type_id: string | null;
  at: string;
  truck_id: string;
  user_id: string | null;
  equipment_id: string | null;
  model: string | null;
}

interface HeldRow {
  item_id: string;
  location_id: string;
  sku: string;
  name: string;
  base_unit: string;
  unit_cost_minor: number | null;
  list_price_minor: number | null;
  on_hand_milli: number;
}

/** Parts used by jobs whose title matches, by SKU and quantity. */
const USES: readonly [RegExp, readonly (readonly [string, number])[]][] = [
  [
    /heat|furnace|ignit/i,
    [
      ["IGN-HSI-41", 1],
      ["FS-90", 1],
      ["FLT-16-25-1", 1],
    ],
  ],
  [
    /cool|air|condens|compress/i,
    [
      ["CAP-45-5", 1],
      ["CONT-2P-30", 1],
    ],
  ],
  [
    /refriger|leak|charge/i,
    [
      ["FD-083S", 1],
      ["R410A-25", 2.5],
      ["SOAP-LEAK", 1],
    ],
  ],
  [/thermostat/i, [["TSTAT-T6", 1]]],
  [/drain|water|condensate/i, [["PUMP-COND-20", 1]]],
  [
    /./,
    [
      ["FLT-16-25-1", 2],
      ["CAP-35-5", 1],
    ],
  ],
];

/** Parts on finished and current jobs, each with the movement that took it from its technician's truck. */
export async function seedWorkOrderParts(
  db: D1Database,
  { orgId, now, timeZone, officeUserId }: SeedBusiness,
): Promise<void> {
  // A separate random sequence, so that data seeded later does not change.
  const random = randomizer(48);
  const { results: jobs } = await db
    .prepare(
      `SELECT w.id, w.title, w.service_type_id, coalesce(w.completed_at, w.scheduled_start) AS at,
         l.id AS truck_id, t.user_id, e.id AS equipment_id, upper(e.model_number) AS model
       FROM work_orders w
       JOIN technicians t ON t.org_id = w.org_id AND t.id = w.technician_id
       JOIN inventory_locations l ON l.org_id = w.org_id AND l.technician_id = w.technician_id
       LEFT JOIN equipment e ON e.org_id = w.org_id AND e.id = (
         SELECT min(we.equipment_id) FROM work_order_equipment we WHERE we.org_id = w.org_id AND we.work_order_id = w.id)
       WHERE w.org_id = ? AND w.status IN ('completed', 'in_progress') AND coalesce(w.completed_at, w.scheduled_start) <= ?
       ORDER BY at DESC LIMIT 16`,
    )
    .bind(orgId, now.toISOString())
    .all<WorkOrderRow>();
  const { results: held } = await db
    .prepare(
      `SELECT b.item_id, b.location_id, i.sku, i.name, i.base_unit, i.unit_cost_minor, i.list_price_minor, b.on_hand_milli
       FROM stock_balances b JOIN inventory_items i ON i.org_id = b.org_id AND i.id = b.item_id WHERE b.org_id = ?`,
    )
    .bind(orgId)
    .all<HeldRow>();
  const last = await db
    .prepare("SELECT max(seq) AS seq FROM stock_movements WHERE org_id = ?")
    .bind(orgId)
    .first<number>("seq");
  const movements: Parameters<typeof insertRows>[2] = [];
  const parts: Parameters<typeof insertRows>[2] = [];
  for (const workOrder of jobs.toReversed()) {
    const at = Date.parse(workOrder.at);
    const common = {
      ...{
        org_id: orgId,
        work_order_id: workOrder.id,
        equipment_id: workOrder.equipment_id,
        service_type_id: workOrder.service_type_id,
      },
      ...{ model: workOrder.model, billable: 1, used_at: workOrder.at, used_by: workOrder.user_id ?? officeUserId },
      ...{ created_at: workOrder.at, updated_at: workOrder.at, notes: null },
    };
    const uses = USES.find(([name]) => name.test(workOrder.title))?.[1] ?? [];
    for (const [sku, units] of uses) {
      const quantity = units * 1000;
      const stock = held.find((one) => one.sku === sku && one.location_id === workOrder.truck_id);
      if (!stock || stock.on_hand_milli < quantity) continue;
      stock.on_hand_milli -= quantity;
      const posting = random.id(at);
      const cost = stock.unit_cost_minor;
      movements.push({
        ...{ org_id: orgId, seq: (last ?? 0) + movements.length + 1, id: random.id(at), posting_id: posting },
        ...{ kind: "consumption", item_id: stock.item_id, location_id: stock.location_id, quantity_milli: -quantity },
        total_cost_minor: cost === null ? 0 : -Math.round(units * cost),
        uncosted_milli: cost === null ? quantity : 0,
        ...{
          work_order_id: workOrder.id,
          occurred_on: wallTimeOf(at, timeZone).date,
          created_by: common.used_by,
          created_at: workOrder.at,
        },
      });
      parts.push({
        ...{
          ...common,
          id: random.id(at),
          description: stock.name,
          item_id: stock.item_id,
          sku,
          unit: stock.base_unit,
        },
        ...{ quantity_milli: quantity, location_id: stock.location_id, posting_id: posting, supplier: null },
        ...{ unit_cost_minor: null, unit_price_minor: stock.list_price_minor },
      });
    }
    if (parts.length % 4 === 1) {
      parts.push({
        ...{
          ...common,
          id: random.id(at),
          description: "Flue elbow 4 in., bought on the way",
          item_id: null,
          sku: null,
          unit: "EA",
        },
        ...{ quantity_milli: 1000, location_id: null, posting_id: null, supplier: "Johnstone Supply" },
        ...{ unit_cost_minor: parts.length % 8 === 1 ? 1875 : null, unit_price_minor: 4200 },
      });
    }
  }
  await insertRows(db, "stock_movements", movements);
  await insertRows(db, "work_order_parts", parts);
}

import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";
import { randomizer } from "./random";

/** SKUs by the names that the starter playbooks use. */
const ITEMS = {
  "Filter 16x25x1": "FLT-16-25-1",
  "Run capacitor 45/5 µF": "CAP-45-5",
  "Contactor 30 A": "CONT-2P-30",
  "Hot surface igniter": "IGN-HSI-41",
  "Flame sensor": "FS-90",
  "Pressure switch": "PSW-MULTI",
  "Filter drier": "FD-083S",
  Thermostat: "TSTAT-T6",
  "Carbon monoxide alarm": "CO-ALARM",
};

/** The parts of an array in a JSON column, each with its item; a part that is not in stock keeps only its name. */
const linked = (parts: string) => `(SELECT json_group_array(json_set(p.value, '$.inventoryItemId',
    (SELECT i.id FROM json_each(?2) n JOIN inventory_items i ON i.org_id = ?1 AND i.sku = n.value WHERE n.key = p.value ->> 'name')))
  FROM json_each(${parts}) p)`;

interface Planned {
  work_order_id: string;
  item_id: string;
  quantity_milli: number;
  truck_id: string | null;
}

interface Free {
  item_id: string;
  location_id: string;
  type: string;
  free_milli: number;
}

/**
 * Links the parts of playbooks, and of the jobs booked with them, to items in stock and reserves for booked jobs what booking
 * them would have reserved: from the technician's truck, then from the warehouse, as much as is available.
 */
export async function seedPlannedParts(db: D1Database, { orgId, now, officeUserId }: SeedBusiness): Promise<void> {
  const items = JSON.stringify(ITEMS);
  await db.batch([
    db
      .prepare(`UPDATE service_types SET parts = ${linked("parts")} WHERE org_id = ?1 AND parts <> '[]'`)
      .bind(orgId, items),
    db
      .prepare(
        `UPDATE work_orders SET playbook = json_set(playbook, '$.parts', json(${linked("playbook, '$.parts'")}))
         WHERE org_id = ?1 AND playbook IS NOT NULL`,
      )
      .bind(orgId, items),
  ]);
  const { results: planned } = await db
    .prepare(
      `SELECT w.id AS work_order_id, p.value ->> 'inventoryItemId' AS item_id, (p.value ->> 'quantity') * 1000 AS quantity_milli,
         l.id AS truck_id
       FROM work_orders w JOIN json_each(w.playbook, '$.parts') p
       LEFT JOIN inventory_locations l ON l.org_id = w.org_id AND l.technician_id = w.technician_id
       WHERE w.org_id = ? AND w.status IN ('scheduled', 'dispatched') AND item_id IS NOT NULL
       ORDER BY w.scheduled_start, w.number, p.key`,
    )
    .bind(orgId)
    .all<Planned>();
  const { results: stock } = await db
    .prepare(
      `SELECT b.item_id, b.location_id, l.type, b.on_hand_milli - b.reserved_milli AS free_milli
       FROM stock_balances b JOIN inventory_locations l ON l.org_id = b.org_id AND l.id = b.location_id WHERE b.org_id = ?`,
    )
    .bind(orgId)
    .all<Free>();
  const { id } = randomizer(61);
  const rows: Parameters<typeof insertRows>[2] = [];
  for (const part of planned) {
    const here = stock.filter(({ item_id }) => item_id === part.item_id);
    let missing = part.quantity_milli;
    for (const place of [
      ...here.filter(({ location_id }) => location_id === part.truck_id),
      ...here.filter(({ type }) => type === "warehouse"),
    ]) {
      const quantity = Math.min(missing, place.free_milli);
      if (quantity <= 0) continue;
      place.free_milli -= quantity;
      missing -= quantity;
      rows.push({
        ...{ org_id: orgId, id: id(now.getTime()), item_id: part.item_id, location_id: place.location_id },
        ...{ work_order_id: part.work_order_id, quantity_milli: quantity, planned: 1 },
        ...{ created_by: officeUserId, created_at: now.toISOString() },
      });
    }
  }
  if (rows.length > 0) await insertRows(db, "stock_reservations", rows);
}

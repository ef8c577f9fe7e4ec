import { addDays, DAY_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

/** By age in days: the supplier's index, number of lines, how it was ordered, and the outcome. */
const orders = [
  { age: 62, supplier: 0, lines: 4, method: "email", outcome: "received", note: null },
  { age: 41, supplier: 1, lines: 2, method: "phone", outcome: "canceled", note: null },
  {
    age: 27,
    supplier: 0,
    lines: 5,
    method: "email",
    outcome: "received",
    note: "Deliver to the back dock before 10 AM.",
  },
  { age: 12, supplier: 1, lines: 3, method: "website", outcome: "partly", note: null },
  { age: 9, supplier: 0, lines: 2, method: "phone", outcome: "ordered", note: "Hold at the counter if short." },
  { age: 1, supplier: 0, lines: 3, method: "email", outcome: "ordered", note: null },
  { age: 0, supplier: 1, lines: 2, method: null, outcome: "draft", note: null },
] as const;

/** Orders in every status, one of them overdue. Receipts are posted to the ledger. */
export async function seedPurchaseOrders(db: D1Database, seed: SeedBusiness): Promise<void> {
  const { orgId, now, random, timeZone, officeUserId } = seed;
  const read = async <T>(sql: string) => (await db.prepare(sql).bind(orgId).all<T>()).results;
  const suppliers = await read<{ id: string; lead: number }>(
    "SELECT id, lead_time_days AS lead FROM suppliers WHERE org_id = ? AND account_number IS NOT NULL ORDER BY lead_time_days",
  );
  const [warehouse] = await read<{ id: string }>(
    "SELECT id FROM inventory_locations WHERE org_id = ? AND type = 'warehouse' AND active = 1 ORDER BY name LIMIT 1",
  );
  const offers = await read<{ supplier: string; item: string; part: string; pack: number; price: number }>(
    `SELECT s.supplier_id AS supplier, s.item_id AS item, s.part_number AS part, s.pack_size_milli AS pack, p.price_minor AS price
     FROM supplier_items s JOIN inventory_items i ON i.org_id = s.org_id AND i.id = s.item_id AND i.active = 1
     JOIN supplier_prices p ON p.org_id = s.org_id AND p.item_id = s.item_id AND p.supplier_id = s.supplier_id AND p.valid_from <= date('now')
     WHERE s.org_id = ? ORDER BY i.number`,
  );
  if (!warehouse) return;
  const today = wallTimeOf(now.getTime(), timeZone).date;
  let number = 0;
  for (const { age, supplier: place, lines: count, method, outcome, note } of orders) {
    const supplier = suppliers[place];
    if (!supplier) continue;
    number += 1;
    const at = new Date(now.getTime() - age * DAY_MS).toISOString();
    const id = random.id(Date.parse(at));
    const own = offers.filter((offer) => offer.supplier === supplier.id);
    const lines = Array.from({ length: count }, (_, k) => own[(number * 5 + k * 3) % own.length])
      .filter((offer) => offer !== undefined)
      .map((offer, k) => ({
        ...{ org_id: orgId, order_id: id, position: k + 1, item_id: offer.item, location_id: warehouse.id },
        ...{ part_number: offer.part, unit_cost_minor: offer.price },
        quantity_milli: Math.ceil((4000 + ((number + k) % 4) * 4000) / offer.pack) * offer.pack,
      }));
    await insertRows(db, "purchase_orders", [
      {
        ...{ org_id: orgId, id, number, supplier_id: supplier.id, note },
        expected_on: outcome === "draft" ? null : addDays(today, supplier.lead - age),
        ...{ created_by: officeUserId, created_at: at, updated_at: at },
      },
    ]);
    await insertRows(db, "purchase_order_lines", lines);
    if (method === null) continue;
    await db
      .prepare(
        "UPDATE purchase_orders SET status = 'ordered', ordered_at = ?, ordered_by = ?, order_method = ?, version = 2 WHERE org_id = ? AND id = ?",
      )
      .bind(at, officeUserId, method, orgId, id)
      .run();
    if (outcome === "canceled") {
      const canceled = new Date(Date.parse(at) + 2 * DAY_MS).toISOString();
      await db.batch([
        db
          .prepare(
            "UPDATE purchase_orders SET canceled_at = ?, cancel_reason = 'Back-ordered until spring', version = 3 WHERE org_id = ? AND id = ?",
          )
          .bind(canceled, orgId, id),
        db
          .prepare(
            "UPDATE purchase_order_lines SET canceled_milli = incoming_milli, incoming_milli = 0 WHERE org_id = ? AND order_id = ?",
          )
          .bind(orgId, id),
      ]);
    }
    // A partly received order has received all but the last line, and half of the second.
    const arrived = outcome === "received" ? lines : outcome === "partly" ? lines.slice(0, -1) : [];
    const received = arrived.map((line, k) => ({
      line,
      movement: random.id(now.getTime()),
      quantity: outcome === "partly" && k === 1 ? Math.floor(line.quantity_milli / 2000) * 1000 : line.quantity_milli,
    }));
    const posting = random.id(now.getTime());
    for (const { line, movement, quantity } of received) {
      await db.batch([
        db
          .prepare(
            `INSERT INTO stock_movements (org_id, seq, id, posting_id, kind, item_id, location_id, quantity_milli, total_cost_minor,
               uncosted_milli, note, occurred_on, created_by, created_at)
             SELECT ?1, 1 + coalesce((SELECT max(seq) FROM stock_movements WHERE org_id = ?1), 0), ?2, ?3, 'receipt', ?4, ?5, ?6, ?7, 0,
               ?8, ?9, ?10, ?11`,
          )
          .bind(
            ...[orgId, movement, posting, line.item_id, line.location_id, quantity],
            Math.round((line.unit_cost_minor * quantity) / 1000),
            ...[
              `Packing slip ${71_200 + number}`,
              addDays(today, supplier.lead - age),
              officeUserId,
              now.toISOString(),
            ],
          ),
        db
          .prepare(
            "UPDATE purchase_order_lines SET received_milli = ?4, incoming_milli = incoming_milli - ?4 WHERE org_id = ?1 AND order_id = ?2 AND position = ?3",
          )
          .bind(orgId, id, line.position, quantity),
        db
          .prepare("INSERT INTO purchase_receipts VALUES (?, ?, ?, ?, ?)")
          .bind(orgId, movement, id, line.position, quantity),
      ]);
    }
  }
  await db
    .prepare("INSERT INTO sequences (org_id, name, value) VALUES (?, 'purchase_orders', ?)")
    .bind(orgId, number)
    .run();
}

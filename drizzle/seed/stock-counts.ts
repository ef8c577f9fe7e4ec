import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";
import { randomizer } from "./random";

interface Held {
  item_id: string;
  on_hand_milli: number;
  unit_cost_minor: number | null;
}

/** A recent count of a truck: two filters were missing. */
export async function seedStockCounts(
  db: D1Database,
  { orgId, now, timeZone, officeUserId }: SeedBusiness,
): Promise<void> {
  const truck = await db
    .prepare("SELECT id FROM inventory_locations WHERE org_id = ? AND type = 'truck' ORDER BY name LIMIT 1")
    .bind(orgId)
    .first<string>("id");
  if (!truck) return;
  const { results: held } = await db
    .prepare(
      `SELECT b.item_id, b.on_hand_milli, i.unit_cost_minor FROM stock_balances b
       JOIN inventory_items i ON i.org_id = b.org_id AND i.id = b.item_id
       WHERE b.org_id = ? AND b.location_id = ? AND b.on_hand_milli > 0 ORDER BY lower(i.name)`,
    )
    .bind(orgId, truck)
    .all<Held>();
  const started = now.getTime() - 6 * DAY_MS;
  const at = (minutes: number) => new Date(started + minutes * MINUTE_MS).toISOString();
  // A separate random sequence, so that data seeded later does not change.
  const { id } = randomizer(57);
  const countId = id(started);
  const short = held.find((one) => one.on_hand_milli >= 4000 && one.unit_cost_minor !== null);
  const missing = (one: Held) => (one === short ? 2000 : 0);
  await insertRows(db, "stock_counts", [
    {
      ...{ org_id: orgId, id: countId, location_id: truck, blind: 0, note: "Monthly truck count" },
      ...{ created_by: officeUserId, created_at: at(0) },
    },
  ]);
  await insertRows(
    db,
    "stock_count_lines",
    held.map((one, index) => ({
      ...{ org_id: orgId, id: id(started), count_id: countId, position: index + 1, item_id: one.item_id },
      location_id: truck,
      counted_milli: one.on_hand_milli - missing(one),
      on_hand_milli: one.on_hand_milli,
      ...{ counted_by: officeUserId, counted_at: at(index + 1), posted_at: at(held.length + 5) },
    })),
  );
  if (short) {
    const seq = await db
      .prepare("SELECT max(seq) AS seq FROM stock_movements WHERE org_id = ?")
      .bind(orgId)
      .first<number>("seq");
    await insertRows(db, "stock_movements", [
      {
        ...{ org_id: orgId, seq: (seq ?? 0) + 1, id: id(started), posting_id: countId, kind: "count" },
        ...{ item_id: short.item_id, location_id: truck, quantity_milli: -2000 },
        ...{ total_cost_minor: -2 * (short.unit_cost_minor ?? 0), uncosted_milli: 0 },
        occurred_on: wallTimeOf(started, timeZone).date,
        ...{ created_by: officeUserId, created_at: at(held.length + 5) },
      },
    ]);
  }
  await db
    .prepare("UPDATE stock_counts SET status = 'posted', closed_by = ?, closed_at = ? WHERE org_id = ? AND id = ?")
    .bind(officeUserId, at(held.length + 5), orgId, countId)
    .run();
}

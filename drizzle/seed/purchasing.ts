import { addDays, DAY_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

// biome-ignore format: a table
const suppliers = [
  { name: "Johnstone Supply", contact_name: "Dana Whitfield", phone: "+14145550161", email: "orders@johnstone.example", account_number: "40-1187", lead_time_days: 2, terms: "Net 30", prefix: "JS" },
  { name: "Gustave A. Larson", contact_name: "Counter", phone: "+12625550134", email: "counter@galarson.example", account_number: "GAL-55203", lead_time_days: 4, terms: "2% 10, Net 30", prefix: "G" },
  { name: "Ferguson HVAC", contact_name: null, phone: "+14145550178", email: null, account_number: null, lead_time_days: 1, terms: "Prepaid", prefix: null },
];

/** Suppliers of the items with a known cost: the first sells all of them, the second every other one. */
export async function seedPurchasing(db: D1Database, seed: SeedBusiness): Promise<void> {
  const { orgId, now, random, timeZone } = seed;
  const created = new Date(now.getTime() - 120 * DAY_MS).toISOString();
  const dates = { created_at: created, updated_at: created };
  const rows = suppliers.map(({ prefix, ...columns }) => ({
    prefix,
    columns: { org_id: orgId, id: random.id(Date.parse(created)), ...columns, ...dates },
  }));
  await insertRows(
    db,
    "suppliers",
    rows.map(({ columns }) => columns),
  );
  const { results: items } = await db
    .prepare(
      "SELECT id, sku, unit_cost_minor AS cost FROM inventory_items WHERE org_id = ? AND unit_cost_minor IS NOT NULL ORDER BY number",
    )
    .bind(orgId)
    .all<{ id: string; sku: string; cost: number }>();
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const sold = rows.slice(0, 2).flatMap(({ columns, prefix }, rank) =>
    items
      .filter((_, at) => at % (rank + 1) === 0)
      .map((item) => ({
        item,
        rank,
        key: { org_id: orgId, item_id: item.id, supplier_id: columns.id },
        part_number: `${prefix}-${item.sku}`,
      })),
  );
  await insertRows(
    db,
    "supplier_items",
    sold.map(({ key, rank, part_number }) => ({ ...key, part_number, preferred: Number(rank === 0), ...dates })),
  );
  await insertRows(
    db,
    "supplier_prices",
    sold.flatMap(({ key, rank, item }, at) => {
      const made = { created_by: seed.officeUserId, created_at: created };
      const price = Math.round(item.cost * (rank === 0 ? 1 : 1.06));
      const first = { ...key, valid_from: addDays(today, -120), price_minor: price, ...made };
      // One in five prices has an announced increase.
      return at % 5 === 0
        ? [first, { ...key, valid_from: addDays(today, 30), price_minor: Math.round(price * 1.04), ...made }]
        : [first];
    }),
  );
}

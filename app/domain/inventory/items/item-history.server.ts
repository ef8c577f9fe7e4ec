import { sql } from "drizzle-orm";
import { inventoryItems } from "#drizzle/schema/inventory";
import { seesCosts } from "~/domain/inventory/costs";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { firstDayOfMonth, lastDayOfMonth, type MonthKey, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { averageCostMinor } from "./item";
import { isItem, itemNotFound } from "./items.server";

const MONTHS = 12;

interface UsedRow {
  month: MonthKey;
  usedMilli: number;
}

interface CostRow {
  /** Index of the month. */
  at: number;
  onHandMilli: number | null;
  uncostedMilli: number | null;
  valueMinor: number | null;
  lastPriceMinor: number | null;
  supplierPriceMinor: number | null;
}

export type ItemMonth = Awaited<ReturnType<typeof itemHistory>>["months"][number];

/**
 * Returns an item's last twelve months, ending with the current one: the quantity used in each (issues and consumption minus
 * returns, by posting date; negative if more was returned), and at each month's end the average unit cost, the last purchase
 * price, and the price of the currently preferred supplier. Quantities in thousandths, costs in minor units, null if unknown or
 * if the member may not see costs. One round trip, which reads only this item's rows.
 * @throws DomainError not_found
 */
export async function itemHistory(ctx: Ctx, itemId: string) {
  const me = allow(ctx, "inventory.read");
  const { orgId } = me;
  const current = monthKey(todayOf(ctx, me));
  const months = Array.from({ length: MONTHS }, (_, at) => shiftMonth(current, at + 1 - MONTHS));
  const ends = months.map((month) => {
    const day = lastDayOfMonth(month);
    return { day, instant: new Date(dayBounds(day, me.timeZone).end - 1).toISOString() };
  });
  const first = firstDayOfMonth(months[0] ?? current);
  const last = lastDayOfMonth(current);
  const [[item], used, costs] = await ctx.db.batch([
    ctx.db.select({ baseUnit: inventoryItems.baseUnit }).from(inventoryItems).where(isItem(me, itemId)),
    ctx.db.all<UsedRow>(sql`SELECT substr(u.occurred_on, 1, 7) AS month, -sum(u.quantity_milli) AS usedMilli
      FROM stock_movements u INDEXED BY stock_movements_used
      WHERE u.org_id = ${orgId} AND u.item_id = ${itemId} AND u.kind IN ('issue', 'consumption', 'return')
        AND u.occurred_on BETWEEN ${first} AND ${last}
      GROUP BY 1`),
    // Finds the business's last movement up to each month's end, then seeks the item's state as of that movement.
    ctx.db.all<CostRow>(sql`WITH ends AS MATERIALIZED (
        SELECT e.key AS at, e.value ->> 'day' AS day, (
          SELECT t.seq FROM stock_movements t INDEXED BY stock_movements_time
          WHERE t.org_id = ${orgId} AND t.created_at <= e.value ->> 'instant' ORDER BY t.created_at DESC, t.seq DESC LIMIT 1
        ) AS seq
        FROM json_each(${JSON.stringify(ends)}) e
      )
      SELECT ends.at, h.item_on_hand_milli AS onHandMilli, h.item_uncosted_milli AS uncostedMilli, h.item_value_minor AS valueMinor,
        (SELECT cast(round(cast(r.total_cost_minor AS REAL) * 1000 / r.quantity_milli) AS INTEGER)
          FROM stock_movements r INDEXED BY stock_movements_received
          WHERE r.org_id = ${orgId} AND r.item_id = ${itemId} AND r.kind = 'receipt' AND r.reverses_id IS NULL AND r.uncosted_milli = 0
            AND r.seq <= ends.seq
            AND NOT EXISTS (SELECT 1 FROM stock_movements b WHERE b.org_id = ${orgId} AND b.reverses_id = r.id)
          ORDER BY r.seq DESC LIMIT 1) AS lastPriceMinor,
        (SELECT p.price_minor FROM supplier_items s INDEXED BY supplier_items_preferred
          CROSS JOIN supplier_prices p ON p.org_id = s.org_id AND p.item_id = s.item_id AND p.supplier_id = s.supplier_id
          WHERE s.org_id = ${orgId} AND s.item_id = ${itemId} AND s.preferred = 1 AND p.valid_from <= ends.day
          ORDER BY p.valid_from DESC LIMIT 1) AS supplierPriceMinor
      FROM ends
      LEFT JOIN stock_movements m ON m.org_id = ${orgId} AND m.seq = (
        SELECT l.seq FROM stock_movements l INDEXED BY stock_movements_item
        WHERE l.org_id = ${orgId} AND l.item_id = ${itemId} AND l.seq <= ends.seq ORDER BY l.seq DESC LIMIT 1
      )
      LEFT JOIN stock_history h ON h.org_id = m.org_id AND h.item_id = m.item_id AND h.location_id = m.location_id AND h.seq = m.seq
      ORDER BY ends.at`),
  ]);
  if (!item) throw itemNotFound();
  const usedIn = new Map(used.map(({ month, usedMilli }) => [month, usedMilli]));
  return {
    baseUnit: item.baseUnit,
    months: months.map((month, at) => ({
      month,
      usedMilli: usedIn.get(month) ?? 0,
      ...costOf(seesCosts(me) ? costs.find((row) => row.at === at) : undefined),
    })),
  };
}

function costOf(row: CostRow | undefined) {
  const { onHandMilli, uncostedMilli, valueMinor } = row ?? {};
  return {
    averageCostMinor: averageCostMinor({
      onHandMilli: onHandMilli ?? 0,
      uncostedMilli: uncostedMilli ?? 0,
      valueMinor: valueMinor ?? 0,
    }),
    lastPriceMinor: row?.lastPriceMinor ?? null,
    supplierPriceMinor: row?.supplierPriceMinor ?? null,
  };
}

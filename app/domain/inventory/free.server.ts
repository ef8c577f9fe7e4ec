import { type SQL, sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { todayOf } from "~/domain/shared/time/time-zones";

/*
 * The available part of what is on hand, as of the business's today: neither reserved nor expired. Stock expires by the
 * calendar, without a write, so expiry is computed within each query from the item's expired lots that are not used up, which
 * an index finds first. Quantities are in thousandths of the base unit.
 */

const expiredLotsOf = (ctx: Ctx, me: Member, itemId: SQL): SQL =>
  sql`y.org_id = ${me.orgId} AND y.item_id = ${itemId} AND y.on_hand_milli > 0 AND coalesce(y.expires_on, '9999-12-31') < ${todayOf(ctx, me)}`;

/** How much of an item is expired, over all locations. */
export const expiredOf = (ctx: Ctx, me: Member, itemId: SQL): SQL<number> =>
  sql`coalesce((SELECT sum(y.on_hand_milli) FROM stock_lots y INDEXED BY stock_lots_held WHERE ${expiredLotsOf(ctx, me, itemId)}), 0)`;

/** How much of an item is expired at a location. */
export const expiredAt = (
  ctx: Ctx,
  me: Member,
  { itemId, locationId }: { itemId: SQL; locationId: SQL },
): SQL<number> =>
  sql`coalesce((SELECT sum(x.on_hand_milli) FROM stock_lots y INDEXED BY stock_lots_held CROSS JOIN stock_lot_balances x
    ON x.org_id = y.org_id AND x.item_id = y.item_id AND x.location_id = ${locationId} AND x.lot_id = y.id
    WHERE ${expiredLotsOf(ctx, me, itemId)}), 0)`;

/** The expired quantity of a `stock_balances` row, given the row's alias in the statement. */
export function expiredIn(ctx: Ctx, me: Member, balance: string): SQL<number> {
  const b = sql.raw(balance);
  const there = expiredAt(ctx, me, { itemId: sql`${b}.item_id`, locationId: sql`${b}.location_id` });
  return sql`iif(${b}.lots_milli = 0, 0, ${there})`;
}

/** The available quantity of a `stock_balances` row, never below 0; null if there is no row. */
export function freeIn(ctx: Ctx, me: Member, balance: string): SQL<number> {
  const b = sql.raw(balance);
  return sql`max(0, ${b}.on_hand_milli - ${b}.reserved_milli - ${expiredIn(ctx, me, balance)})`;
}

/** The items with expired stock, once each. */
export const expiredItems = (ctx: Ctx, me: Member): SQL =>
  sql`SELECT DISTINCT y.item_id FROM stock_lots y INDEXED BY stock_lots_expiring
    WHERE y.org_id = ${me.orgId} AND y.on_hand_milli > 0 AND y.expires_on IS NOT NULL AND y.expires_on < ${todayOf(ctx, me)}`;

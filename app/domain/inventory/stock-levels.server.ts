import { type SQL, sql } from "drizzle-orm";
import { availableMilli, type BaseUnit, stockState, suggestedMilli } from "~/domain/inventory/items/item";
import type { LocationType } from "~/domain/inventory/locations/location";
import { levelState, missingMilli } from "~/domain/inventory/locations/location-level";
import type { Ctx, Member } from "~/domain/shared/context";
import { bidirectionalPage, type PageDirection, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { asciiLowerCase } from "~/domain/shared/text/ascii-case";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { prefixTerm, searchWords, wordlessSearch } from "~/domain/shared/text/search";
import { seesCosts } from "./costs";
import { expiredIn, expiredItems, expiredOf, freeIn } from "./free.server";
import type { StockFilter } from "./schema";

/** Locations of an item named per row; the others are counted. */
const PLACES_SHOWN = 2;
/** Locations of an item per row of the grid of items by location. */
export const GRID_PLACES = 200;
/** A search looks only at the newest matches. */
const MAX_FOUND = 200;

interface Row {
  id: string;
  sku: string;
  name: string;
  baseUnit: BaseUnit;
  active: number;
  minStockMilli: number;
  maxStockMilli: number | null;
  reorderPointMilli: number | null;
  onHandMilli: number;
  reservedMilli: number;
  expiredMilli: number;
  uncostedMilli: number;
  /** At cost; null if unknown, at one location at an earlier instant, or if the member may not see costs. */
  valueMinor: number | null;
  incomingMilli: number;
  /** The location's own minimum, if set; it replaces the item's levels there. */
  locationMinMilli: number | null;
  places: string;
  placeCount: number;
}

interface Place {
  id: string;
  name: string;
  type: LocationType;
  onHandMilli: number;
  reservedMilli: number;
}

/**
 * Returns items with their quantities on hand, reserved, available and incoming and their value, over all locations or at one,
 * now or at an instant, in one round trip. Sorted by name, or in order of creation for one location or a search. Reserved and
 * expired quantities are unknown for earlier instants. Each row names up to `places` locations, those with the most stock first.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listStock(ctx: Ctx, filter: StockFilter, { places } = { places: PLACES_SHOWN }) {
  const me = allow(ctx, "inventory.read");
  const { locationId, limit } = filter;
  const direction = parseCursor(filter, 2);
  const rows = await ctx.db.all<Row>(
    locationId
      ? atLocation(ctx, me, { ...filter, locationId }, direction)
      : overall(ctx, me, { ...filter, places }, direction),
  );
  return bidirectionalPage(
    rows.map((row) => levelOf(me, row)),
    { limit, total: null, direction },
    (row) => [locationId ? "" : asciiLowerCase(row.name), row.id],
  );
}

export type StockLevel = ReturnType<typeof levelOf>;

function levelOf(me: Member, { places, active, ...row }: Row) {
  const named: Place[] = JSON.parse(places);
  const available = availableMilli(row);
  const { locationMinMilli: minMilli, maxStockMilli: maxMilli } = row;
  const level =
    minMilli !== null && maxMilli !== null
      ? {
          suggestedMilli: missingMilli({ availableMilli: available + row.incomingMilli, minMilli, maxMilli }),
          stockState: levelState({ availableMilli: available, minMilli }),
        }
      : { suggestedMilli: suggestedMilli(row), stockState: stockState(row) };
  return {
    ...{ ...row, active: active === 1, availableMilli: available, ...level, places: named },
    valueMinor: seesCosts(me) ? row.valueMinor : null,
  };
}

const itemColumns = sql`i.id, i.sku, i.name, i.base_unit AS baseUnit, i.active`;
const itemLevels = sql`NULL AS locationMinMilli, i.min_stock_milli AS minStockMilli, i.max_stock_milli AS maxStockMilli, i.reorder_point_milli AS reorderPointMilli`;

function overall(ctx: Ctx, me: Member, filter: StockFilter & { places: number }, direction: PageDirection): SQL {
  const { orgId } = me;
  const then = momentOf(orgId, filter.asOf);
  const amounts = then
    ? sql`coalesce(h.item_on_hand_milli, 0) AS onHandMilli, 0 AS reservedMilli, 0 AS expiredMilli, coalesce(h.item_uncosted_milli, 0) AS uncostedMilli,
        coalesce(h.item_value_minor, 0) AS valueMinor, 0 AS incomingMilli`
    : sql`coalesce(v.on_hand_milli, 0) AS onHandMilli, coalesce(v.reserved_milli, 0) AS reservedMilli,
        ${expiredOf(ctx, me, sql`i.id`)} AS expiredMilli, coalesce(v.uncosted_milli, 0) AS uncostedMilli,
        coalesce(v.value_minor, 0) AS valueMinor, ${incomingOf(orgId, sql`i.id`)} AS incomingMilli`;
  const last = (column: string) =>
    sql`(SELECT ${sql.raw(column)} FROM stock_movements m WHERE m.org_id = ${orgId} AND m.item_id = i.id AND m.seq <= ${then} ORDER BY m.seq DESC LIMIT 1)`;
  const joined = then
    ? sql`LEFT JOIN stock_history h ON h.org_id = ${orgId} AND h.item_id = i.id AND h.location_id = ${last("m.location_id")} AND h.seq = ${last("m.seq")}`
    : sql`LEFT JOIN stock_values v ON v.org_id = ${orgId} AND v.item_id = i.id`;
  const held = then
    ? sql`coalesce((SELECT h.on_hand_milli FROM stock_history h WHERE h.org_id = ${orgId} AND h.item_id = b.item_id
        AND h.location_id = b.location_id AND h.seq <= ${then} ORDER BY h.seq DESC LIMIT 1), 0)`
    : sql`b.on_hand_milli`;
  const places = sql`SELECT b.location_id AS id, ${held} AS onHandMilli, ${then ? sql`0` : sql`b.reserved_milli`} AS reservedMilli FROM stock_balances b WHERE b.org_id = ${orgId} AND b.item_id = i.id`;
  const expression = searchExpression(filter);
  const isLowPage = filter.view === "reorder" && !then && expression === null;
  // The unary plus keeps SQLite from scanning an index in this order for rows found by a search or another index.
  const name = expression === null && !isLowPage ? sql`lower(i.name)` : sql`+lower(i.name)`;
  const { to, beyond } = pageOf(direction, sql`(${name}, i.id)`);
  return sql`SELECT ${itemColumns}, ${itemLevels}, ${amounts},
      (SELECT json_group_array(json_object('id', p.id, 'name', l.name, 'type', l.type, 'onHandMilli', p.onHandMilli, 'reservedMilli', p.reservedMilli)) FROM (
        SELECT * FROM (${places}) WHERE onHandMilli > 0 ORDER BY onHandMilli DESC, id LIMIT ${filter.places}
      ) p JOIN inventory_locations l ON l.org_id = ${orgId} AND l.id = p.id) AS places,
      (SELECT count(*) FROM (${places}) WHERE onHandMilli > 0) AS placeCount
    FROM inventory_items i ${joined}
    WHERE i.org_id = ${orgId}
      ${filter.view !== "reorder" ? sql`` : then ? sql`AND i.low = 1` : isLowPage ? sql`AND i.id IN (${lowPage(ctx, me, { direction, limit: filter.limit + 1 })})` : stillLow(ctx, me)}
      ${expression === null ? sql`` : found(me, expression)}
      ${beyond}
    ORDER BY ${name} ${to}, i.id ${to} LIMIT ${filter.limit + 1}`;
}

/** For an active item, stock available and incoming is at or below the reorder level; `v` is its `stock_values` row. */
const stillLow = (ctx: Ctx, me: Member): SQL =>
  sql`AND i.active = 1 AND coalesce(v.on_hand_milli - v.reserved_milli, 0) - ${expiredOf(ctx, me, sql`i.id`)} + ${incomingOf(me.orgId, sql`i.id`)}
    <= coalesce(i.reorder_point_milli, nullif(i.min_stock_milli, 0))`;

/** The ids of the first items to reorder by name, at most twice `limit`, within any statement. */
export const itemsToReorder = (ctx: Ctx, me: Member, limit: number): SQL =>
  lowPage(ctx, me, { direction: { back: false, key: null }, limit });

/** The ids of a page of items to reorder, with at most as many that lie beyond it. */
function lowPage(ctx: Ctx, me: Member, { direction, limit }: { direction: PageDirection; limit: number }): SQL {
  const { to, beyond } = pageOf(direction, sql`(lower(i.name), i.id)`);
  const page = sql`${beyond} ORDER BY lower(i.name) ${to}, i.id ${to} LIMIT ${limit}`;
  const [low, expired] = lowItems(ctx, me, { columns: sql`i.id`, page });
  return sql`SELECT * FROM (${low}) UNION ALL SELECT * FROM (${expired})`;
}

/**
 * Items in the index of low items, and items that are low only because some stock is expired: columns of `i` and `v`, a page of
 * each.
 */
function lowItems(ctx: Ctx, me: Member, { columns, page }: { columns: SQL; page: SQL }): [SQL, SQL] {
  const { orgId } = me;
  const values = sql`LEFT JOIN stock_values v ON v.org_id = ${orgId} AND v.item_id = i.id`;
  return [
    sql`SELECT ${columns} FROM inventory_items i INDEXED BY inventory_items_low ${values}
      WHERE i.org_id = ${orgId} AND i.low = 1 ${stillLow(ctx, me)} ${page}`,
    sql`SELECT ${columns} FROM (${expiredItems(ctx, me)}) y
      CROSS JOIN inventory_items i ON i.org_id = ${orgId} AND i.id = y.item_id AND i.low = 0 ${values}
      WHERE 1 = 1 ${stillLow(ctx, me)} ${page}`,
  ];
}

/** The maximum count of low items. */
const MAX_LOW = 100;

/** Returns how many items are to be reordered, and how many of them are out, each up to `MAX_LOW`. */
export async function countLowStock(ctx: Ctx): Promise<{ low: number; out: number; limit: number }> {
  const me = allow(ctx, "inventory.read");
  const isOut = sql`coalesce(v.on_hand_milli - v.reserved_milli, 0) - ${expiredOf(ctx, me, sql`i.id`)} <= 0 AS is_out`;
  const [counted] = await ctx.db.all<{ low: number; out: number }>(sql`
    SELECT sum(low) AS low, sum("out") AS "out" FROM (${sql.join(
      lowItems(ctx, me, { columns: isOut, page: sql`LIMIT ${MAX_LOW}` }).map(
        (items) => sql`SELECT count(*) AS low, coalesce(sum(is_out), 0) AS "out" FROM (${items})`,
      ),
      sql` UNION ALL `,
    )})`);
  return { low: Math.min(MAX_LOW, counted?.low ?? 0), out: Math.min(MAX_LOW, counted?.out ?? 0), limit: MAX_LOW };
}

function atLocation(ctx: Ctx, me: Member, filter: StockFilter & { locationId: string }, direction: PageDirection): SQL {
  const { orgId } = me;
  const { locationId } = filter;
  const then = momentOf(orgId, filter.asOf);
  const held = then
    ? sql`coalesce((SELECT h.on_hand_milli FROM stock_history h WHERE h.org_id = ${orgId} AND h.item_id = b.item_id
        AND h.location_id = b.location_id AND h.seq <= ${then} ORDER BY h.seq DESC LIMIT 1), 0)`
    : sql`b.on_hand_milli`;
  const expression = searchExpression(filter);
  const { to, beyond } = pageOf(direction, sql`('', b.item_id)`);
  // The location's share of the item's value, at the same average cost for all locations.
  const share = (of: SQL) =>
    sql`coalesce(cast(round(cast(${of} AS REAL) * ${held} / nullif(v.on_hand_milli, 0)) AS INTEGER), 0)`;
  const [uncosted, value] = then ? [sql`0`, sql`NULL`] : [share(sql`v.uncosted_milli`), share(sql`v.value_minor`)];
  // Location levels apply only now: earlier levels are not recorded.
  const toBeThere = then ? sql`` : sql`OR (l.item_id IS NOT NULL AND i.active = 1)`;
  const incomingThere = incomingOf(orgId, sql`b.item_id`, locationId);
  const lowThere = then
    ? sql`AND i.low = 1`
    : sql`AND CASE WHEN l.item_id IS NOT NULL THEN ${freeIn(ctx, me, "b")} + ${incomingThere} < l.min_milli
        ELSE i.active = 1 AND v.on_hand_milli - v.reserved_milli - ${expiredOf(ctx, me, sql`i.id`)} + ${incomingOf(orgId, sql`i.id`)}
          <= coalesce(i.reorder_point_milli, nullif(i.min_stock_milli, 0)) END`;
  const levels = then
    ? itemLevels
    : sql`l.min_milli AS locationMinMilli, coalesce(l.min_milli, i.min_stock_milli) AS minStockMilli,
        CASE WHEN l.item_id IS NULL THEN i.max_stock_milli ELSE l.max_milli END AS maxStockMilli,
        CASE WHEN l.item_id IS NULL THEN i.reorder_point_milli END AS reorderPointMilli`;
  return sql`SELECT ${itemColumns}, ${levels}, ${held} AS onHandMilli, ${then ? sql`0` : sql`b.reserved_milli`} AS reservedMilli,
      ${then ? sql`0` : expiredIn(ctx, me, "b")} AS expiredMilli,
      ${uncosted} AS uncostedMilli, ${value} AS valueMinor,
      ${then ? sql`0` : incomingThere} AS incomingMilli, '[]' AS places, 1 AS placeCount
    FROM stock_balances b
    JOIN inventory_items i ON i.org_id = ${orgId} AND i.id = b.item_id
    LEFT JOIN stock_values v ON v.org_id = ${orgId} AND v.item_id = b.item_id
    LEFT JOIN location_levels l ON l.org_id = ${orgId} AND l.location_id = ${locationId} AND l.item_id = b.item_id
    WHERE b.org_id = ${orgId} AND b.location_id = ${locationId} AND (${held} > 0 ${toBeThere})
      ${filter.view === "reorder" ? lowThere : sql``}
      ${expression === null ? sql`` : found(me, expression)}
      ${beyond}
    ORDER BY b.item_id ${to} LIMIT ${filter.limit + 1}`;
}

/** The last movement up to an instant, within any statement; null for now. */
function momentOf(orgId: string, asOf: string | undefined): SQL | null {
  if (!asOf) return null;
  return sql`(SELECT t.seq FROM stock_movements t WHERE t.org_id = ${orgId} AND t.created_at <= ${new Date(asOf).toISOString()} ORDER BY t.created_at DESC, t.seq DESC LIMIT 1)`;
}

function searchExpression({ search }: StockFilter): string | null {
  const words = searchWords(search ?? "");
  return words.length === 0 ? wordlessSearch(search) : `{item} : (${words.map(prefixTerm).join(" AND ")})`;
}

function found(me: Member, expression: string): SQL {
  const numbers = foundIn(me, { table: "inventory_item_search", expression }, { limit: MAX_FOUND });
  return sql`AND i.id IN (SELECT f.id FROM inventory_items f INDEXED BY inventory_items_number WHERE f.org_id = ${me.orgId} AND f.number IN ${numbers})`;
}

function pageOf({ back, key }: PageDirection, place: SQL) {
  return {
    to: back ? sql`DESC` : sql`ASC`,
    beyond: key ? sql`AND ${place} ${back ? sql`<` : sql`>`} (${key[0]}, ${key[1]})` : sql``,
  };
}

/** The quantity of an item ordered and not received yet, for one location or for all, in thousandths, within any statement. */
const incomingOf = (orgId: string, itemId: SQL, locationId?: string): SQL =>
  sql`(SELECT coalesce(sum(o.incoming_milli), 0) FROM purchase_order_lines o INDEXED BY purchase_order_lines_incoming
    WHERE o.org_id = ${orgId} AND o.item_id = ${itemId} AND o.incoming_milli > 0${
      locationId === undefined ? sql`` : sql` AND o.location_id = ${locationId}`
    })`;

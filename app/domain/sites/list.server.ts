import { and, eq, type SQL, sql } from "drizzle-orm";
import { named, namedEach, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { sites } from "#drizzle/schema/sites";
import type { Ctx, Member } from "~/domain/shared/context";
import { bidirectionalPage, keyset, type PageDirection, parseCursor } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { pointFrom } from "~/domain/shared/point";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { MATCHES_NOTHING, prefixTerm, wordlessSearch, wordsOrPhone } from "~/domain/shared/text/search";
import { startOfDay, todayOf } from "~/domain/shared/time/time-zones";
import { placeColumns } from "./find.server";
import type { SiteFilter } from "./schema";

/** `before` is the first row of the current page, for going back. */
type SiteListFilter = SiteFilter & { before?: string };

export type SiteRow = Awaited<ReturnType<typeof listSites>>["items"][number];

/**
 * A page of service sites across customers in one round trip, by city and street; a search returns the newest first. Rows read do
 * not grow with the table. `total` is not counted.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listSites(ctx: Ctx, filter: SiteListFilter) {
  const me = allow(ctx, "customers.read");
  const expression = searchOf(filter);
  const direction = parseCursor(filter, expression === null ? ["text", "text"] : ["number"]);
  const source =
    expression === null ? byPlace(me, filter, direction) : byText(me, { expression, limit: filter.limit, direction });
  const rows = await siteRows(ctx, me, source, (expression === null ? byPlaceKey : byNumber)(direction).order);
  const page = bidirectionalPage(rows, { limit: filter.limit, total: null, direction }, (row) =>
    expression === null ? [row.placeKey, row.id] : [row.number],
  );
  return {
    ...page,
    items: page.items.map(({ placeKey: _, latitude, longitude, ...row }) => ({
      ...row,
      timeZone: row.timeZone ?? me.timeZone,
      point: pointFrom({ latitude, longitude }),
    })),
    seesJobs: can(me, "work_orders.read"),
    mayWrite: can(me, "customers.write"),
  };
}

/** Null without a search. */
function searchOf({ search = "", occupancy, map }: SiteListFilter): string | null {
  const words = wordsOrPhone(search);
  if (words.length === 0) return wordlessSearch(search);
  const kinds = ["listed", occupancy, map && (map === "on" ? "mapped" : "unmapped")].filter(Boolean).join(" AND ");
  return `kind : (${kinds}) AND {place owner contact} : (${words.map(prefixTerm).join(" AND ")})`;
}

const byPlaceKey = (direction: PageDirection) => keyset(direction, [sql`sites.place_key`, sql`sites.address_id`]);
const byNumber = (direction: PageDirection) => keyset(direction, [sql`sites.number`], "desc");

/** Each filter is a range of an index in the list's order. */
function byPlace(me: Member, { occupancy, map, limit }: SiteListFilter, direction: PageDirection): SQL {
  const index = map
    ? occupancy
      ? "sites_by_map_and_occupancy"
      : "sites_by_map"
    : occupancy
      ? "sites_by_occupancy"
      : "sites_by_place";
  const { beyond, order } = byPlaceKey(direction);
  const conditions = and(
    sql`org_id = ${me.orgId} AND listed = 1`,
    map && sql`on_map = ${map === "on" ? 1 : 0}`,
    occupancy && sql`occupancy = ${occupancy}`,
    beyond,
  );
  return sql`SELECT * FROM sites INDEXED BY ${sql.raw(index)} WHERE ${conditions} ORDER BY ${sql.join(order, sql`, `)} LIMIT ${limit + 1}`;
}

interface Search {
  expression: string;
  limit: number;
  direction: PageDirection;
}

function byText(me: Member, { expression, limit, direction }: Search): SQL {
  const { back, key } = direction;
  const range = { [back ? "after" : "before"]: key ? Number(key[0]) : undefined, limit: limit + 1 };
  return sql`SELECT * FROM sites INDEXED BY sites_number WHERE org_id = ${me.orgId}
    AND number IN ${foundIn(me, { table: "site_search", expression }, range)} ORDER BY ${sql.join(byNumber(direction).order, sql`, `)} LIMIT ${limit + 1}`;
}

function siteRows(ctx: Ctx, me: Member, source: SQL, order: SQL[]) {
  return ctx.db
    .select({
      id: named(sites.addressId, "site_id"),
      number: named(sites.number, "site_number"),
      placeKey: named(sites.placeKey, "site_place"),
      occupancy: named(sites.occupancy, "site_occupancy"),
      ...namedEach(placeColumns),
      latitude: named(addresses.latitude, "site_latitude"),
      longitude: named(addresses.longitude, "site_longitude"),
      timeZone: named(addresses.timeZone, "site_zone"),
      customerNumber: namedOrNull(customers.number, "customer_number"),
      customerName: namedOrNull(customers.name, "customer_name"),
      customerPhone: namedOrNull(customers.phone, "customer_phone"),
      nextVisit: can(me, "work_orders.read") ? nextVisitOf(ctx, me) : sql<string | null>`NULL`.as("next_visit"),
    })
    .from(sql`(${source}) AS sites`)
    .crossJoin(addresses)
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, addresses.customerId)))
    .where(and(eq(addresses.orgId, me.orgId), eq(addresses.id, sql`sites.address_id`)))
    .orderBy(...order);
}

/** The next start from today on, joined to `sites`: one row of an index. */
function nextVisitOf(ctx: Ctx, me: Member) {
  const date = todayOf(ctx, me);
  const from = new Date(startOfDay(date, me.timeZone)).toISOString();
  return sql<string | null>`(SELECT n.scheduled_start FROM work_orders n INDEXED BY work_orders_site_next
      WHERE n.org_id = ${me.orgId} AND n.site_address_id = sites.address_id
        AND n.status IN ('scheduled', 'dispatched', 'en_route', 'in_progress') AND n.scheduled_start >= ${from}
      ORDER BY n.scheduled_start LIMIT 1)`.as("next_visit");
}

const hitsShown = 5;

/** Part of the global search: a site's street and city, its customer, and the id of its address. */
export function findSites(ctx: Ctx, me: Member, text: string) {
  const words = wordsOrPhone(text);
  const expression =
    words.length > 0
      ? `kind : (listed) AND {place owner contact} : (${words.map(prefixTerm).join(" AND ")})`
      : MATCHES_NOTHING;
  const numbers = foundIn(me, { table: "site_search", expression }, { limit: hitsShown });
  return ctx.db
    .select({
      foundId: named(sites.addressId, "foundId"),
      foundLabel: sql<string>`${addresses.line1} || ', ' || ${addresses.city}`.as("foundLabel"),
      foundDetail: sql<string | null>`${customers.name}`.as("foundDetail"),
    })
    .from(
      sql`(SELECT * FROM sites INDEXED BY sites_number WHERE org_id = ${me.orgId} AND number IN ${numbers}) AS sites`,
    )
    .crossJoin(addresses)
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, addresses.customerId)))
    .where(and(eq(addresses.orgId, me.orgId), eq(addresses.id, sql`sites.address_id`)))
    .orderBy(sql`sites.number DESC`);
}

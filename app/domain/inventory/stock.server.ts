import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { inventoryItems, inventoryLocations, stockBalances } from "#drizzle/schema/inventory";
import { technicianAddresses } from "#drizzle/schema/technicians";
import { workOrders } from "#drizzle/schema/work-orders";
import { driveOrigin, estimateDrive, type Place } from "~/domain/drives/drive-time";
import { availableMilli, type BaseUnit } from "~/domain/inventory/items/item";
import { itemOfCode } from "~/domain/inventory/items/item-of-code.server";
import { missingMilli } from "~/domain/inventory/locations/location-level";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { MATCHES_NOTHING, prefixTerm, searchWords } from "~/domain/shared/text/search";
import { formatWorkOrderNumber, parseWorkOrderRef } from "~/domain/work-order-basics/number";
import { UNDER_WAY_STATUSES } from "~/domain/work-order-basics/status";
import { expiredIn } from "./free.server";

/** Returns the locations that hold an item, the most first. Empty for an unknown item. */
export async function stockByLocation(ctx: Ctx, itemId: string) {
  const me = allow(ctx, "inventory.read");
  return (await heldAt(ctx, me, sql`${itemId}`)).map(held);
}

/**
 * The same with the distance from a work order's site, nearest first: a truck is where its technician is working, or at their
 * home or depot. Drives are estimates. One round trip.
 * @throws DomainError not_found for an unknown work order
 */
export async function stockNear(ctx: Ctx, itemId: string, workOrderRef: string) {
  const me = allow(ctx, "inventory.read");
  const parsed = parseWorkOrderRef(workOrderRef);
  if (!parsed) throw notFound("Work order not found");
  // Looked up in a subquery: joined to other tables, the planner would scan the whole business.
  const isWorkOrder =
    parsed.by === "id"
      ? eq(workOrders.id, parsed.id)
      : sql`${workOrders.id} = (select named.id from work_orders named where named.org_id = ${me.orgId} and named.number = ${parsed.number})`;
  const [rows, [site], jobs, bases] = await ctx.db.batch([
    heldAt(ctx, me, sql`${itemId}`),
    ctx.db
      .select({
        number: workOrders.number,
        ...siteOf(),
      })
      .from(workOrders)
      .where(and(eq(workOrders.orgId, me.orgId), isWorkOrder)),
    ...whereabouts(ctx, me, driversOf(me, itemId)),
  ]);
  if (!site) throw notFound("Work order not found");
  const driveTo = driveMinutesTo(site, { jobs, bases });
  return {
    workOrder: formatWorkOrderNumber(site.number),
    places: nearestFirst(rows.map((row) => ({ ...held(row), driveMinutes: driveTo(row.technicianId) }))),
  };
}

/** Sorts locations with an unknown drive last; ties keep their order. */
export function nearestFirst<P extends { driveMinutes: number | null }>(places: readonly P[]): P[] {
  const far = Number.MAX_SAFE_INTEGER;
  return places.toSorted((a, b) => (a.driveMinutes ?? far) - (b.driveMinutes ?? far));
}

interface Drivers {
  jobs: (Place & { technicianId: string })[];
  bases: { technicianId: string; kind: string; latitude: number | null; longitude: number | null }[];
}

/** Minutes a technician drives to a site: from the job in progress, else from home or the depot; null if unknown. */
export function driveMinutesTo(site: Place, { jobs, bases }: Drivers): (technicianId: string | null) => number | null {
  const base = (technicianId: string, kind: string): Place | null => {
    const found = bases.find((one) => one.technicianId === technicianId && one.kind === kind);
    return found
      ? { addressId: `${technicianId}:${kind}`, latitude: found.latitude, longitude: found.longitude }
      : null;
  };
  return (driver) => {
    if (!driver) return null;
    const workOrder = jobs.find(({ technicianId }) => technicianId === driver) ?? null;
    const from = driveOrigin({ workOrder, home: base(driver, "home"), depot: base(driver, "depot") });
    return from && estimateDrive(from, site).minutes;
  };
}

/** Where technicians are, as two statements; `drivers` selects their ids. */
export function whereabouts(ctx: Ctx, me: Member, drivers: SQL) {
  const jobs = ctx.db
    .select({
      technicianId: sql<string>`work_orders.technician_id`.as("driver_id"),
      ...siteOf(),
    })
    // Named because the planner would otherwise scan the business's addresses.
    .from(sql`work_orders indexed by work_orders_under_way`)
    .where(
      and(
        eq(workOrders.orgId, me.orgId),
        // Written out, because the partial index is used only if its condition appears literally.
        sql.raw(
          `work_orders.status IN ('${UNDER_WAY_STATUSES.join("', '")}') AND work_orders.technician_id IS NOT NULL`,
        ),
        sql`${workOrders.technicianId} in ${drivers}`,
      ),
    );
  const bases = ctx.db
    .select({
      technicianId: technicianAddresses.technicianId,
      kind: technicianAddresses.kind,
      latitude: technicianAddresses.latitude,
      longitude: technicianAddresses.longitude,
    })
    .from(technicianAddresses)
    .where(and(eq(technicianAddresses.orgId, me.orgId), sql`${technicianAddresses.technicianId} in ${drivers}`));
  return [jobs, bases] as const;
}

/** The site of a work order, looked up per row. */
export function siteOf() {
  const column = (name: string) =>
    sql.raw(
      `(select a.${name} from addresses a where a.org_id = work_orders.org_id and a.id = work_orders.site_address_id)`,
    );
  return {
    addressId: sql<string>`work_orders.site_address_id`.as("site_id"),
    latitude: sql<number | null>`${column("latitude")}`.as("site_latitude"),
    longitude: sql<number | null>`${column("longitude")}`.as("site_longitude"),
  };
}

/** The technicians whose trucks hold an item. */
const driversOf = ({ orgId }: Member, itemId: string): SQL =>
  sql`(select l.technician_id from stock_balances b join inventory_locations l on l.org_id = b.org_id and l.id = b.location_id
    where b.org_id = ${orgId} and b.item_id = ${itemId} and b.on_hand_milli > 0 and l.technician_id is not null)`;

function heldAt(ctx: Ctx, me: Member, itemId: SQL) {
  return ctx.db
    .select({
      locationId: named(inventoryLocations.id, "held_at_id"),
      locationName: inventoryLocations.name,
      locationType: inventoryLocations.type,
      technicianId: inventoryLocations.technicianId,
      onHandMilli: stockBalances.onHandMilli,
      reservedMilli: stockBalances.reservedMilli,
      expiredMilli: expiredIn(ctx, me, "stock_balances").as("held_expired"),
      reservedFor: sql<string>`(select json_group_array(number) from (
          select distinct w.number from stock_reservations r indexed by stock_reservations_location
          join work_orders w on w.org_id = r.org_id and w.id = r.work_order_id
          where r.org_id = ${me.orgId} and r.location_id = stock_balances.location_id and r.item_id = stock_balances.item_id and r.status = 'open'
          order by w.number limit ${JOBS_NAMED}
        ))`.as("reserved_for"),
    })
    .from(stockBalances)
    .innerJoin(
      inventoryLocations,
      and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, stockBalances.locationId)),
    )
    .where(
      and(
        eq(stockBalances.orgId, me.orgId),
        sql`${stockBalances.itemId} = ${itemId}`,
        sql`${stockBalances.onHandMilli} > 0`,
      ),
    )
    .orderBy(sql`${stockBalances.onHandMilli} desc`, asc(inventoryLocations.name));
}

/** Work orders named along with a reserved quantity. */
const JOBS_NAMED = 5;

type HeldRow = Awaited<ReturnType<typeof heldAt>>[number];

function held({ reservedFor, technicianId: _, ...row }: HeldRow) {
  const numbers: number[] = JSON.parse(reservedFor);
  return {
    ...row,
    availableMilli: availableMilli(row),
    /** The work orders that it is reserved for. */
    reservedFor: numbers.map(formatWorkOrderNumber),
  };
}

/** Number of items a picker lists. */
const CHOICES = 12;

/** Active items matching typed text: a scanned code matches one, words match several; the first by name if nothing is typed. */
export async function itemChoices(ctx: Ctx, text: string) {
  const me = allow(ctx, "inventory.read");
  const columns = ctx.db
    .select({
      id: inventoryItems.id,
      sku: inventoryItems.sku,
      name: inventoryItems.name,
      baseUnit: inventoryItems.baseUnit,
      barcode: inventoryItems.barcode,
    })
    .from(inventoryItems);
  const own = and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.active, true));
  if (text.trim() === "") return columns.where(own).orderBy(asc(sql`lower(inventory_items.name)`)).limit(CHOICES);
  const words = searchWords(text);
  const expression = words.length > 0 ? `{item} : (${words.map(prefixTerm).join(" AND ")})` : MATCHES_NOTHING;
  const numbers = foundIn(me, { table: "inventory_item_search", expression }, { limit: CHOICES });
  return columns
    .where(
      and(
        own,
        sql`inventory_items.id in (select i.id from inventory_items i indexed by inventory_items_number where i.org_id = ${me.orgId} and i.number in ${numbers})`,
      ),
    )
    .orderBy(asc(sql`+lower(inventory_items.name)`));
}

export type ItemChoice = Awaited<ReturnType<typeof itemChoices>>[number];

/** Texts looked up at once. */
const MAX_TEXTS = 20;

/**
 * For each text, up to twenty, returns an active item whose name, SKU or barcode has words beginning with each of its words.
 * One round trip.
 */
export async function itemSuggestions(ctx: Ctx, texts: readonly string[]) {
  const me = allow(ctx, "inventory.read");
  const searches = texts
    .slice(0, MAX_TEXTS)
    .map((text) => ({ text, words: searchWords(text.slice(0, 100)) }))
    .filter(({ words }) => words.length > 0);
  const [first, ...others] = searches.map(({ words }) => {
    const expression = `{item} : (${words.map(prefixTerm).join(" AND ")})`;
    const numbers = foundIn(me, { table: "inventory_item_search", expression }, { limit: CHOICES });
    return ctx.db
      .select({
        id: inventoryItems.id,
        sku: inventoryItems.sku,
        name: inventoryItems.name,
        baseUnit: inventoryItems.baseUnit,
      })
      .from(inventoryItems)
      .where(
        and(
          eq(inventoryItems.orgId, me.orgId),
          eq(inventoryItems.active, true),
          sql`inventory_items.id in (select i.id from inventory_items i indexed by inventory_items_number where i.org_id = ${me.orgId} and i.number in ${numbers})`,
        ),
      )
      .orderBy(asc(sql`length(inventory_items.name)`), asc(inventoryItems.id))
      .limit(1);
  });
  if (!first) return [];
  const found = await ctx.db.batch([first, ...others]);
  return searches.map(({ text }, at) => ({ text, item: found[at]?.[0] ?? null }));
}

export type StockedItem = NonNullable<Awaited<ReturnType<typeof stockOf>>>;

/**
 * Returns one item by its id or scanned code (a barcode, a SKU, one of our labels), with its locations; null if there is none.
 * One round trip.
 */
export async function stockOf(ctx: Ctx, { id, code }: { id?: string; code?: string }) {
  const me = allow(ctx, "inventory.read");
  const itemId = id ? sql`${id}` : itemOfCode(me, code ?? "");
  const [[item], rows] = await ctx.db.batch([
    ctx.db
      .select({
        id: inventoryItems.id,
        sku: inventoryItems.sku,
        name: inventoryItems.name,
        baseUnit: inventoryItems.baseUnit,
        active: inventoryItems.active,
        shelfLifeDays: inventoryItems.shelfLifeDays,
        listPriceMinor: inventoryItems.listPriceMinor,
      })
      .from(inventoryItems)
      .where(and(eq(inventoryItems.orgId, me.orgId), sql`${inventoryItems.id} = ${itemId}`)),
    heldAt(ctx, me, itemId),
  ]);
  return item ? { ...item, places: rows.map(held) } : null;
}

interface HeldQuery extends BackCursor {
  locationId: string;
  limit: number;
  cursor?: string;
}

/**
 * Returns the items held at a location or with levels there, in order of creation, with what is missing, in one round trip.
 * @throws DomainError invalid for a cursor of another list
 */
export async function stockAtLocation(ctx: Ctx, { locationId, limit, ...at }: HeldQuery) {
  const me = allow(ctx, "inventory.read");
  const direction = parseCursor(at, 1);
  const { beyond, order } = keyset(direction, [sql`b.item_id`]);
  // Fixes the join order: the planner would otherwise scan all items of the business.
  const rows = await ctx.db.all<AtLocation>(sql`SELECT i.id AS itemId, i.sku, i.name, i.base_unit AS baseUnit,
      b.on_hand_milli AS onHandMilli, b.reserved_milli AS reservedMilli,
      ${expiredIn(ctx, me, "b")} AS expiredMilli, l.min_milli AS minMilli, l.max_milli AS maxMilli
    FROM stock_balances b INDEXED BY stock_balances_location
    CROSS JOIN inventory_items i ON i.org_id = b.org_id AND i.id = b.item_id
    LEFT JOIN location_levels l ON l.org_id = ${me.orgId} AND l.location_id = ${locationId} AND l.item_id = b.item_id
    WHERE b.org_id = ${me.orgId} AND b.location_id = ${locationId}
      AND (b.on_hand_milli > 0 OR (l.item_id IS NOT NULL AND i.active = 1))
      ${beyond ? sql`AND ${beyond}` : sql``}
    ORDER BY ${sql.join(order, sql`, `)} LIMIT ${limit + 1}`);
  return bidirectionalPage(rows.map(withMissing), { limit, total: null, direction }, (row) => [row.itemId]);
}

interface AtLocation {
  itemId: string;
  sku: string;
  name: string;
  baseUnit: BaseUnit;
  onHandMilli: number;
  reservedMilli: number;
  expiredMilli: number;
  minMilli: number | null;
  maxMilli: number | null;
}

function withMissing(row: AtLocation) {
  const { minMilli, maxMilli } = row;
  const available = availableMilli(row);
  const isLeveled = minMilli !== null && maxMilli !== null;
  return {
    ...row,
    availableMilli: available,
    missingMilli: isLeveled ? missingMilli({ availableMilli: available, minMilli, maxMilli }) : 0,
  };
}

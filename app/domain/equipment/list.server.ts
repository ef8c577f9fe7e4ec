import { and, desc, eq, gt, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { equipment } from "#drizzle/schema/equipment";
import { counters } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { bidirectionalPage, inRange, keyset, type PageDirection, parseCursor } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { asciiLowerCase } from "~/domain/shared/text/ascii-case";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { MATCHES_NOTHING, phrase, prefixTerm, searchWords, wordlessSearch } from "~/domain/shared/text/search";
import { addDays } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { type EquipmentStatus, type EquipmentType, HEALTH_COLORS, MAINTENANCE_LOOK_AHEAD_DAYS } from "./equipment";
import { type Unit, type UnitRow, units, withCondition } from "./find.server";
import type { DueFilter, EquipmentFilter, EquipmentSort } from "./schema";

/** Health is computed for each row, so sorting by it happens in memory; a longer list has to be filtered first. */
const MAX_BY_HEALTH = 2000;

// Unknown values sort last in ascending order.
const sortKeys: Record<Exclude<EquipmentSort, "healthScore">, SQL> = {
  name: sql`lower(equipment.name)`,
  manufacturer: sql`coalesce(lower(equipment.manufacturer), '~')`,
  installDate: sql`coalesce(equipment.install_date, '~')`,
  warrantyExpirationDate: sql`coalesce(equipment.warranty_expires_on, '~')`,
  nextMaintenanceDate: sql`coalesce(equipment.next_maintenance_on, '~')`,
  createdAt: sql`equipment.created_at`,
};

const keyOf: Record<EquipmentSort, (unit: Unit) => string | number> = {
  name: (unit) => asciiLowerCase(unit.equipmentName),
  manufacturer: (unit) => (unit.manufacturer === null ? "~" : asciiLowerCase(unit.manufacturer)),
  installDate: (unit) => unit.installDate ?? "~",
  warrantyExpirationDate: (unit) => unit.warrantyExpirationDate ?? "~",
  nextMaintenanceDate: (unit) => unit.nextMaintenanceDate ?? "~",
  createdAt: (unit) => unit.createdAt,
  healthScore: (unit) => unit.healthScore ?? 101,
};

/** A search looks only at the newest matches, so that its cost does not grow with the business. */
const MAX_FOUND = 200;

/**
 * Returns a page of equipment in one round trip; a search covers the newest 200 matches, and `total` is null if there are more.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listEquipment(ctx: Ctx, filter: EquipmentFilter) {
  const me = allow(ctx, "equipment.read");
  const today = todayOf(ctx, me);
  const direction = parseCursor(filter, [filter.sortBy === "healthScore" ? "number" : "text", "text"]);
  const conditions = wanted(me, filter, today);
  const rights = { write: can(me, "equipment.write") };
  const key = keyOf[filter.sortBy];
  const [rows, [count]] = await ctx.db.batch([
    pageOf(ctx, me, { filter, direction, conditions }),
    countOf(ctx, me, { filter, conditions }),
  ]);
  const { total = 0, matches = 0 } = count ?? {};
  const found = rows.map((row) => withCondition(row, today));
  const read = filter.sortBy === "healthScore" ? byHealth(found, { total, filter, direction }) : found;
  return {
    ...bidirectionalPage(
      read,
      { limit: filter.limit, total: matches < MAX_FOUND ? total : null, direction },
      (unit) => [key(unit), unit.id],
    ),
    rights,
  };
}

type List = { filter: EquipmentFilter; direction: PageDirection; conditions: (SQL | undefined)[] };

function pageOf(ctx: Ctx, me: Member, { filter, direction, conditions }: List) {
  if (filter.sortBy === "healthScore")
    return units(ctx, me)
      .where(and(...conditions))
      .limit(MAX_BY_HEALTH);
  // The unary plus keeps SQLite from scanning an index in this order for the rows a search found.
  const sortKey = filter.search ? sql`+${sortKeys[filter.sortBy]}` : sortKeys[filter.sortBy];
  const { beyond, order } = keyset(direction, [sortKey, sql`equipment.id`], filter.sortOrder);
  return units(ctx, me)
    .where(and(...conditions, beyond))
    .orderBy(...order)
    .limit(filter.limit + 1);
}

/** Totals by status or type come from counters; other filters have to be counted. */
function countOf(ctx: Ctx, me: Member, { filter, conditions }: Omit<List, "direction">) {
  const { search, status, equipmentType, isUnderWarranty, customerId } = filter;
  const expression = unitExpression(search, filter);
  // What a search found before the other filters: there may be more behind the newest.
  const matches =
    expression === null ? sql<number>`0` : sql<number>`(select count(*) from ${newestFound(me, expression)})`;
  if (search || customerId || isUnderWarranty !== undefined)
    return ctx.db
      .select({ total: sql<number>`count(*)`.as("total"), matches: matches.as("matches") })
      .from(equipment)
      .where(and(...conditions));
  return ctx.db
    .select({ total: sql<number>`coalesce(sum(value), 0)`.as("total"), matches: matches.as("matches") })
    .from(counters)
    .where(
      and(
        eq(counters.orgId, me.orgId),
        sql`${counters.name} >= 'equipment.' AND ${counters.name} < 'equipment/'`,
        sql`${counters.name} GLOB ${`equipment.${status ?? "*"}.${equipmentType ?? "*"}`}`,
      ),
    );
}

function byHealth(found: Unit[], { total, filter, direction }: Omit<List, "conditions"> & { total: number }): Unit[] {
  if (total > MAX_BY_HEALTH)
    throw new DomainError("invalid", "There is too much equipment to sort by health. Filter the list first.");
  const up = (filter.sortOrder === "asc") !== direction.back;
  const key = keyOf.healthScore;
  const compare = (a: Unit, b: Unit) => Number(key(a)) - Number(key(b)) || (a.id < b.id ? -1 : 1);
  const sorted = found.sort((a, b) => (up ? compare(a, b) : compare(b, a)));
  if (!direction.key) return sorted.slice(0, filter.limit + 1);
  const [score = 0, id = ""] = direction.key;
  const isBeyond = (unit: Unit) => {
    const ahead = Number(key(unit)) - Number(score) || (unit.id < String(id) ? -1 : unit.id > String(id) ? 1 : 0);
    return up ? ahead > 0 : ahead < 0;
  };
  return sorted.filter(isBeyond).slice(0, filter.limit + 1);
}

const newestFound = (me: Member, expression: string) =>
  foundIn(me, { table: "equipment_search", expression }, { limit: MAX_FOUND });

/** Uses the index on numbers, named because the planner would otherwise scan all equipment of the business. */
function isFound(me: Member, expression: string): SQL {
  const numbers = newestFound(me, expression);
  return sql`equipment.id in (select e.id from equipment e indexed by equipment_number where e.org_id = ${me.orgId} and e.number in ${numbers})`;
}

const hitsShown = 5;

/** Results of the global search: the equipment's name, its customer, and its id for the URL. */
export function findUnits(ctx: Ctx, me: Member, text: string) {
  const expression = unitExpression(text, {}) ?? MATCHES_NOTHING;
  const numbers = foundIn(me, { table: "equipment_search", expression }, { limit: hitsShown });
  return ctx.db
    .select({
      foundId: named(equipment.id, "foundId"),
      foundLabel: named(equipment.name, "foundLabel"),
      foundDetail: sql<string | null>`${customers.name}`.as("foundDetail"),
    })
    .from(sql`equipment indexed by equipment_number`)
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, equipment.customerId)))
    .where(and(eq(equipment.orgId, me.orgId), sql`${equipment.number} in ${numbers}`))
    .orderBy(desc(equipment.number));
}

function wanted(me: Member, filter: EquipmentFilter, today: string): (SQL | undefined)[] {
  const { search, equipmentType, status, isUnderWarranty, customerId } = filter;
  const expression = unitExpression(search, filter);
  return [
    eq(equipment.orgId, me.orgId),
    expression === null ? undefined : isFound(me, expression),
    // The unary plus keeps SQLite from using an index on status or type for the rows a search found.
    equipmentType &&
      (expression === null ? eq(equipment.type, equipmentType) : sql`+equipment.type = ${equipmentType}`),
    status && (expression === null ? eq(equipment.status, status) : sql`+equipment.status = ${status}`),
    customerId ? eq(equipment.customerId, customerId) : undefined,
    isUnderWarranty === undefined
      ? undefined
      : isUnderWarranty
        ? gt(equipment.warrantyExpiresOn, today)
        : or(isNull(equipment.warrantyExpiresOn), lte(equipment.warrantyExpiresOn, today)),
  ];
}

/** The condition for equipment to take care of: neither retired nor an archived customer's. */
const inCare = and(ne(equipment.status, "retired"), sql`${customers.archived} is not 1`);

/**
 * Returns active equipment whose maintenance is due within this many days, the most overdue first, without that of archived
 * customers.
 * @throws DomainError invalid cursor
 */
export async function maintenanceDue(ctx: Ctx, { daysAhead, limit, ...at }: DueFilter) {
  const me = allow(ctx, "equipment.read");
  const today = todayOf(ctx, me);
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [equipment.nextMaintenanceOn, equipment.id]);
  const rows = await units(ctx, me)
    .where(
      and(
        eq(equipment.orgId, me.orgId),
        inCare,
        inRange(direction, equipment.nextMaintenanceOn, { to: addDays(today, daysAhead + 1) }),
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1);
  const due = rows.map((row) => withCondition(row, today));
  const total = !direction.key && due.length <= limit ? due.length : null;
  return bidirectionalPage(due, { limit, total, direction }, (unit) => [unit.nextMaintenanceDate ?? "", unit.id]);
}

/** The maximum count of due maintenance. */
const MAX_DUE = 100;

/** Returns how many `maintenanceDue` lists, and how many of them are overdue, each up to `MAX_DUE`. */
export async function countMaintenanceDue(ctx: Ctx): Promise<{ due: number; overdue: number; limit: number }> {
  const me = allow(ctx, "equipment.read");
  const today = todayOf(ctx, me);
  const [counted] = await ctx.db.all<{ due: number; overdue: number }>(sql`
    SELECT count(*) AS due, coalesce(sum(d.next_maintenance_on < ${today}), 0) AS overdue FROM (
      SELECT e.next_maintenance_on FROM equipment e INDEXED BY equipment_next_maintenance
      WHERE e.org_id = ${me.orgId} AND e.next_maintenance_on <= ${addDays(today, MAINTENANCE_LOOK_AHEAD_DAYS)} AND e.status <> 'retired'
        AND NOT EXISTS (SELECT 1 FROM customers c INDEXED BY customers_archived
          WHERE c.org_id = e.org_id AND c.id = e.customer_id AND c.archived = 1)
      ORDER BY e.next_maintenance_on LIMIT ${MAX_DUE}) d`);
  return { due: counted?.due ?? 0, overdue: counted?.overdue ?? 0, limit: MAX_DUE };
}

/** Health is computed for each row; more would take too long for one page. */
const MAX_FLEET = 5000;

/**
 * Returns the health of all equipment except retired equipment and that of archived customers: counts by color, urgent counts, and the
 * equipment that needs attention, worst first. Covers the 5,000 added last; `isPartial` if there is more.
 */
export async function healthDashboard(ctx: Ctx) {
  const me = allow(ctx, "equipment.read");
  const today = todayOf(ctx, me);
  const rows = await units(ctx, me)
    .where(and(eq(equipment.orgId, me.orgId), inCare))
    .orderBy(desc(equipment.id))
    .limit(MAX_FLEET + 1);
  return { ...dashboardOf(rows.slice(0, MAX_FLEET), today), isPartial: rows.length > MAX_FLEET };
}

function dashboardOf(rows: UnitRow[], today: string) {
  const fleet = rows.map((row) => withCondition(row, today));
  const scores = fleet.flatMap(({ healthScore }) => healthScore ?? []);
  const attention = fleet.filter((unit) => unit.needsAttention.length > 0);
  return {
    total: fleet.length,
    averageHealthScore:
      scores.length > 0 ? Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length) : null,
    byColor: HEALTH_COLORS.map((color) => ({
      color,
      count: fleet.filter((unit) => unit.healthColor === color).length,
    })),
    overdue: fleet.filter((unit) => unit.isMaintenanceOverdue).length,
    warrantyExpiring: fleet.filter((unit) => unit.needsAttention.includes("Warranty expiring")).length,
    criticalAlerts: fleet.filter((unit) => unit.criticalAlerts.length > 0).length,
    needsAttention: attention.length,
    worst: attention
      .sort((a, b) => (a.healthScore ?? 101) - (b.healthScore ?? 101) || (a.id < b.id ? -1 : 1))
      .slice(0, 50),
  };
}

interface UnitFilter {
  equipmentType?: EquipmentType;
  status?: EquipmentStatus;
}

/**
 * The full-text query: each word begins a word of the equipment or its customer, and filters match words of `kind`. Null
 * without a text.
 */
function unitExpression(text: string | undefined, { equipmentType, status }: UnitFilter): string | null {
  const words = searchWords(text ?? "");
  if (words.length === 0) return wordlessSearch(text);
  const sought = `{unit owner} : (${words.map(prefixTerm).join(" AND ")})`;
  const kinds = [status, equipmentType].flatMap((kind) => (kind ? (phrase(kind.replaceAll("_", " ")) ?? []) : []));
  return kinds.length > 0 ? `kind : (${kinds.join(" AND ")}) AND ${sought}` : sought;
}

import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { counters } from "#drizzle/schema/platform";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { decodeCursor, encodeCursor, type KeyKind } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { MATCHES_NOTHING, prefixTerm, wordsOrPhone } from "~/domain/shared/text/search";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { PRIORITIES, type Priority, priorityRank } from "~/domain/work-order-basics/priority";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { nameOf, technicianNames } from "./internal/choices.server";
import { isUnsafeWorkOrder } from "./load.server";
import type { WorkOrderFilter } from "./schema";
import type { LIST_SORTS } from "./work-order";

export type WorkOrderRow = Awaited<ReturnType<typeof listWorkOrders>>["items"][number];

/**
 * Returns a page of work orders, newest first, or by start if days are given. `total` is null if no counter covers it;
 * `previousCursor` is for the page before, `customerName` is the filtered customer's. Rows read do not grow with the
 * table.
 */
export async function listWorkOrders(ctx: Ctx, filter: WorkOrderFilter) {
  const member = allow(ctx, "work_orders.read");
  const query = queryOf(ctx, member, filter);
  const source = listSource(member, query);
  const [rows, [seen], people, counts, [customer]] = await ctx.db.batch([
    pageRows(ctx, member, { source, limit: query.limit + 1 }),
    reachedPlace(ctx, source),
    technicianNames(ctx, member),
    countsFor(ctx, member, query),
    ctx.db
      .select({ name: customers.name })
      .from(customers)
      .where(and(eq(customers.orgId, member.orgId), eq(customers.id, query.customerId ?? ""))),
  ]);
  const items = rows.map((row) => ({ ...row, technicianName: nameOf(people, row.technicianId) }));
  const total = counterNames(query) === null ? null : counts.reduce((sum, one) => sum + one.value, 0);
  return { ...paged(items, { query, source, seen }), total, technicians: people, customerName: customer?.name };
}

/** Sorting by start begins today unless a day is given; past jobs are found by giving days. */
function queryOf(ctx: Ctx, member: Member, filter: WorkOrderFilter): ListQuery {
  const byStart = filter.sort === "start" && !filter.search && !filter.to && !filter.late;
  const fromDay = filter.from ?? (byStart ? todayOf(ctx, member) : null);
  const days = {
    search: filter.search || null,
    from: fromDay ? new Date(dayBounds(fromDay, member.timeZone).start).toISOString() : null,
    until: filter.to ? new Date(dayBounds(filter.to, member.timeZone).end).toISOString() : null,
  };
  const late = filter.late === true && days.search === null ? ctx.now.toISOString() : null;
  const sort = filter.sort ?? "newest";
  const isRanked = isByPriority({ ...days, sort, late, toBill: filter.toBill === true, customerId: filter.customerId });
  const kinds: KeyKind[] =
    late !== null || isByStart(days) ? ["text", "text"] : isRanked ? ["number", "number"] : ["number"];
  const [direction, ...after] = decodeCursor(filter.cursor, ["text", ...kinds]) ?? [];
  return {
    ...days,
    late,
    sort,
    status: filter.status ?? [],
    priority: filter.priority ?? [],
    toBill: filter.toBill === true,
    technicianId: filter.technicianId ?? null,
    customerId: filter.customerId ?? null,
    after: direction === undefined ? null : after,
    backwards: direction === "previous",
    limit: filter.limit,
  };
}

function pageRows(ctx: Ctx, member: Member, { source, limit }: { source: ListSource; limit: number }) {
  const { rows, order, rest } = source;
  const page = rest ? sql`SELECT * FROM (${rows}) AS work_orders WHERE ${rest} LIMIT ${limit}` : rows;
  return ctx.db
    .select({
      id: named(workOrders.id, "work_order_id"),
      number: named(workOrders.number, "work_order_number"),
      title: named(workOrders.title, "work_order_title"),
      status: named(workOrders.status, "work_order_status"),
      priority: named(workOrders.priority, "work_order_priority"),
      scheduledStart: named(workOrders.scheduledStart, "starts_at"),
      scheduledEnd: named(workOrders.scheduledEnd, "ends_at"),
      durationMinutes: named(workOrders.durationMinutes, "minutes"),
      technicianId: named(workOrders.technicianId, "lead_id"),
      windowStart: named(workOrders.windowStart, "promised_from"),
      windowEnd: named(workOrders.windowEnd, "promised_until"),
      holdReason: named(workOrders.holdReason, "held_for"),
      unsafe: isUnsafeWorkOrder(member),
      version: named(workOrders.version, "work_order_version"),
      createdAt: named(workOrders.createdAt, "work_order_created_at"),
      updatedAt: named(workOrders.updatedAt, "work_order_updated_at"),
      customerId: named(customers.id, "customer_id"),
      customerName: named(customers.name, "customer_name"),
      siteAddressId: named(addresses.id, "site_id"),
      line1: named(addresses.line1, "site_line1"),
      city: named(addresses.city, "site_city"),
      timeZone: named(addresses.timeZone, "site_time_zone"),
    })
    .from(sql`(${page}) AS work_orders`)
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, member.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .orderBy(order);
}

/** How far the search for a filtered page has read. */
export function reachedPlace(ctx: Ctx, { reached }: ListSource) {
  return ctx.db
    .select({ place: sql<string | null>`place`.as("place") })
    .from(sql`(${reached ?? sql`SELECT NULL AS place`}) AS reached`);
}

interface Found {
  query: ListQuery;
  source: ListSource;
  seen: { place: string | null } | undefined;
}

function paged<Row extends Placed>(rows: Row[], found: Found) {
  const { query, source, seen } = found;
  const more = rows.length > query.limit;
  const shown = rows.slice(0, query.limit);
  const items = query.backwards ? shown.toReversed() : shown;
  const keyOf = (row: Row | undefined) => row && placeOf(row, source.key);
  const further = more ? keyOf(shown.at(-1)) : seen?.place ? placeKey(seen.place) : undefined;
  const cameFrom = query.after ? (keyOf(shown[0]) ?? [...query.after]) : undefined;
  const cursor = (direction: "next" | "previous", key: (string | number)[] | undefined) =>
    key ? encodeCursor([direction, ...key]) : null;
  return query.backwards
    ? { items, nextCursor: cursor("next", cameFrom), previousCursor: cursor("previous", further) }
    : { items, nextCursor: cursor("next", further), previousCursor: cursor("previous", cameFrom) };
}

type Placed = { number: number; id: string; scheduledStart: string | null; priority: Priority };

function placeOf({ number, id, scheduledStart, priority }: Placed, key: ListSource["key"]): (string | number)[] {
  switch (key) {
    case "number":
      return [number];
    case "start":
      return [scheduledStart ?? "", id];
    case "priority":
      return [priorityRank(priority), number];
  }
}

/** A cursor as SQLite's `json_array` wrote it. */
function placeKey(text: string): (string | number)[] {
  const key: unknown = JSON.parse(text);
  return Array.isArray(key) ? key : [];
}

/** Names of the counters that add up to the list's length; null if none do. */
function counterNames(query: ListQuery): string[] | null {
  if (query.search !== null || query.late !== null || isByStart(query) || query.priority.length > 0) return null;
  if (query.toBill)
    return query.technicianId || query.customerId || query.status.length > 0 ? null : ["work_orders.to_bill"];
  const others = [query.technicianId, query.customerId, query.status.length > 0].filter(Boolean).length;
  if (others > 1 || query.technicianId === "none") return null;
  if (query.technicianId) return [`work_orders.technician=${query.technicianId}`];
  if (query.customerId) return [`work_orders.customer=${query.customerId}`];
  const states = query.status.length > 0 ? query.status : WORK_ORDER_STATUSES;
  return states.map((status) => `work_orders.status=${status}`);
}

function countsFor(ctx: Ctx, member: Member, query: ListQuery) {
  return ctx.db
    .select({ value: counters.value })
    .from(counters)
    .where(and(eq(counters.orgId, member.orgId), inArray(counters.name, counterNames(query) ?? [])));
}

/** The list's filters, with days resolved to instants. */
interface ListQuery {
  search: string | null;
  /** Now, to list only jobs that should have started and have not. */
  late: string | null;
  /** Only jobs that are ready to be billed. */
  toBill: boolean;
  /** Applies only without a search, days or a customer. */
  sort: (typeof LIST_SORTS)[number];
  status: readonly string[];
  priority: readonly string[];
  technicianId: string | null;
  customerId: string | null;
  /** Instants: [from, until). */
  from: string | null;
  until: string | null;
  /** Where the page begins, and whether it is read backwards. */
  after: readonly (string | number)[] | null;
  backwards: boolean;
  limit: number;
}

/** The source of a page's rows and their order, without reading rows that are not needed. */
export interface ListSource {
  /** `SELECT *` of work orders in the list's order. */
  rows: SQL;
  order: SQL;
  /**
   * Filters that no index covers together with this source; null: the rows are the page. Otherwise they are filtered
   * afterwards.
   */
  rest: SQL | null;
  /** The cursor of the last row read, if the row limit was reached. */
  reached: SQL | null;
  /** What its cursors consist of. */
  key: "number" | "start" | "priority";
}

/** Work orders read for one page if no index covers the combined filters; the page may then be short. */
const window = 100;

/** Lists with days are ordered by start, all others by number, newest first. */
function isByStart({ search, from, until }: Pick<ListQuery, "search" | "from" | "until">): boolean {
  return search === null && (from !== null || until !== null);
}

export function listSource(member: Member, query: ListQuery): ListSource {
  if (query.search !== null) return fromText(member, query, matchText(query.search));
  if (query.late !== null) return fromLate(member, { ...query, late: query.late });
  if (isByStart(query)) return fromCalendar(member, query);
  if (query.toBill) return fromToBill(member, query);
  if (query.customerId) return fromCustomer(member, query);
  return isByPriority(query) ? fromPriorities(member, query) : fromStates(member, query);
}

type Sorting = Pick<ListQuery, "search" | "from" | "until" | "late" | "toBill" | "sort"> & {
  customerId?: string | null;
};

function isByPriority({ sort, search, late, toBill, customerId, ...days }: Sorting): boolean {
  return (
    sort === "priority" && search === null && late === null && !toBill && !customerId && !isByStart({ search, ...days })
  );
}

/** Jobs that should have started, the most overdue first. */
function fromLate(member: Member, query: ListQuery & { late: string }): ListSource {
  const { order, beyond } = startKeyset(query);
  const rest = restOf(query, "calendar");
  const found = sql`FROM work_orders INDEXED BY work_orders_due
    WHERE org_id = ${member.orgId} AND status IN ('scheduled', 'dispatched') AND scheduled_start < ${query.late} ${all([
      query.from !== null && sql`scheduled_start >= ${query.from}`,
      query.until !== null && sql`scheduled_start < ${query.until}`,
      beyond,
    ])} ORDER BY ${order}`;
  const rows = sql`SELECT * ${found} LIMIT ${lookedAt(query, rest)}`;
  const reached = rest && sql`SELECT json_array(scheduled_start, id) AS place ${found} LIMIT 1 OFFSET ${window - 1}`;
  return { rows, order, rest, reached, key: "start" };
}

/** By start: the page after or before a cursor. */
function startKeyset(query: ListQuery): { order: SQL; beyond: SQL | false } {
  const [start, id] = query.after ?? [];
  const order = query.backwards
    ? sql`work_orders.scheduled_start DESC, work_orders.id DESC`
    : sql`work_orders.scheduled_start, work_orders.id`;
  const beyond =
    query.after !== null && sql`(scheduled_start, id) ${query.backwards ? sql`<` : sql`>`} (${start}, ${id})`;
  return { order, beyond };
}

/** The most urgent first, then the newest: a range per priority, none longer than the page. */
function fromPriorities(member: Member, query: ListQuery): ListSource {
  const { status, priority, technicianId, after, backwards, limit } = query;
  const [rank, number] = after ?? [];
  const order = sql`${rankOf(sql`work_orders.priority`)} ${direction(query)}, work_orders.number ${direction(query)}`;
  const wanted = PRIORITIES.filter((one) => priority.length === 0 || priority.includes(one));
  const stretches = wanted.flatMap((one) => {
    const own = priorityRank(one);
    const isPast = rank !== undefined && (backwards ? own < Number(rank) : own > Number(rank));
    if (isPast) return [];
    const from = own === rank && (backwards ? sql`number > ${number}` : sql`number < ${number}`);
    return [
      sql`SELECT * FROM (SELECT * FROM (${unionByStatusAndPriority(status, [one])}) AS work_orders
        WHERE org_id = ${member.orgId} ${all([isAssigned(technicianId), from])} ORDER BY number ${direction(query)} LIMIT ${limit + 1})`,
    ];
  });
  // None is left beyond a cursor that other filters were given with.
  const found =
    stretches.length > 0 ? union(stretches) : sql`SELECT * FROM work_orders WHERE org_id = ${member.orgId} AND 0`;
  const rows = sql`SELECT * FROM (${found}) AS work_orders ORDER BY ${order} LIMIT ${limit + 1}`;
  return { rows, order, rest: null, reached: null, key: "priority" };
}

function rankOf(priority: SQL): SQL {
  const ranks = PRIORITIES.map((one) => sql` WHEN ${sql.raw(`'${one}'`)} THEN ${sql.raw(String(priorityRank(one)))}`);
  return sql`CASE ${priority}${sql.join(ranks)} END`;
}

function fromText(member: Member, query: ListQuery, match: string): ListSource {
  const number = typeof query.after?.[0] === "number" ? query.after[0] : null;
  const above = searchRowid(member, query.backwards && number !== null ? number : 0);
  const below = searchRowid(member, !query.backwards && number !== null ? number : beyondNumbers);
  const rest = restOf(query, "text");
  const found = sql`FROM work_order_search
    WHERE work_order_search MATCH ${match} AND rowid > ${above} AND rowid < ${below} ORDER BY rowid ${direction(query)}`;
  const base = searchRowid(member, 0);
  const rows = sql`SELECT work_orders.* FROM (SELECT rowid - ${base} AS number ${found} LIMIT ${lookedAt(query, rest)}) found
    CROSS JOIN work_orders INDEXED BY work_orders_number
    ON work_orders.org_id = ${member.orgId} AND work_orders.number = found.number`;
  const reached = rest && sql`SELECT json_array(rowid - ${base}) AS place ${found} LIMIT 1 OFFSET ${window - 1}`;
  return { rows, order: numberOrder(query), rest, reached, key: "number" };
}

function fromCalendar(member: Member, query: ListQuery): ListSource {
  const { order, beyond } = startKeyset(query);
  const rest = restOf(query, "calendar");
  const found = sql`FROM work_orders WHERE org_id = ${member.orgId} AND scheduled_start IS NOT NULL ${all([
    query.from !== null && sql`scheduled_start >= ${query.from}`,
    query.until !== null && sql`scheduled_start < ${query.until}`,
    beyond,
  ])} ORDER BY ${order}`;
  const rows = sql`SELECT * ${found} LIMIT ${lookedAt(query, rest)}`;
  const reached = rest && sql`SELECT json_array(scheduled_start, id) AS place ${found} LIMIT 1 OFFSET ${window - 1}`;
  return { rows, order, rest, reached, key: "start" };
}

function fromCustomer(member: Member, query: ListQuery): ListSource {
  const order = numberOrder(query);
  const rest = restOf(query, "customer");
  const found = sql`FROM work_orders
    WHERE org_id = ${member.orgId} AND customer_id = ${query.customerId} ${beyond(query)} ORDER BY ${order}`;
  const rows = sql`SELECT * ${found} LIMIT ${lookedAt(query, rest)}`;
  const reached = rest && sql`SELECT json_array(number) AS place ${found} LIMIT 1 OFFSET ${window - 1}`;
  return { rows, order, rest, reached, key: "number" };
}

/** Jobs that are ready to be billed, newest first. */
function fromToBill(member: Member, query: ListQuery): ListSource {
  const order = numberOrder(query);
  const rest = restOf(query, "to_bill");
  const found = sql`FROM work_orders INDEXED BY work_orders_to_bill
    WHERE org_id = ${member.orgId} AND to_bill = 1 ${beyond(query)} ORDER BY ${order}`;
  const rows = sql`SELECT * ${found} LIMIT ${lookedAt(query, rest)}`;
  const reached = rest && sql`SELECT json_array(number) AS place ${found} LIMIT 1 OFFSET ${window - 1}`;
  return { rows, order, rest, reached, key: "number" };
}

function fromStates(member: Member, query: ListQuery): ListSource {
  const { status, priority, technicianId } = query;
  const order = numberOrder(query);
  const any = status.length === 0 && priority.length === 0 && technicianId === null;
  const source = any ? sql`work_orders` : sql`(${unionByStatusAndPriority(status, priority)})`;
  const rows = sql`SELECT * FROM ${source} AS work_orders
    WHERE org_id = ${member.orgId} ${all([isAssigned(technicianId)])} ${beyond(query)} ORDER BY ${order} LIMIT ${query.limit + 1}`;
  return { rows, order, rest: null, reached: null, key: "number" };
}

/** Whether numbers ascend: the list is sorted oldest first or is read backwards. */
const isUpward = ({ sort, search, customerId, backwards }: ListQuery) =>
  backwards !== (sort === "oldest" && search === null && !customerId);

const direction = (query: ListQuery) => (isUpward(query) ? sql`ASC` : sql`DESC`);

const numberOrder = (query: ListQuery) => sql`work_orders.number ${direction(query)}`;

const lookedAt = (query: ListQuery, rest: SQL | null) => (rest ? window : query.limit + 1);

function all(conditions: (SQL | false)[]): SQL {
  return sql.join(conditions.map((one) => (one ? sql` AND ${one}` : sql``)));
}

function beyond(query: ListQuery): SQL {
  const [number] = query.after ?? [];
  if (number === undefined) return sql``;
  return isUpward(query) ? sql`AND number > ${number}` : sql`AND number < ${number}`;
}

export function isAssigned(technicianId: string | null): SQL | false {
  if (technicianId === null) return false;
  return technicianId === "none" ? sql`technician_id IS NULL` : sql`technician_id = ${technicianId}`;
}

function restOf(query: ListQuery, source: "text" | "calendar" | "customer" | "to_bill"): SQL | null {
  const conditions = [
    query.status.length > 0 && sql`status IN ${[...query.status]}`,
    query.priority.length > 0 && sql`priority IN ${[...query.priority]}`,
    query.toBill && source !== "to_bill" && sql`to_bill = 1`,
    isAssigned(query.technicianId),
    query.customerId !== null && source !== "customer" && sql`customer_id = ${query.customerId}`,
    query.from !== null && source === "text" && sql`scheduled_start >= ${query.from}`,
    query.until !== null && source === "text" && sql`scheduled_start < ${query.until}`,
  ].filter((one) => one !== false);
  return conditions.length === 0 ? null : sql.join(conditions, sql` AND `);
}

/**
 * Returns `SELECT *` of the work orders in these statuses and priorities (none given: all); the caller orders by
 * number. One arm per pair, so that each is an ordered index range; SQLite flattens the groups, pushes the outer
 * conditions into them and merges the ranges row by row. D1 allows five arms in a compound select, so they are grouped
 * by five.
 */
export function unionByStatusAndPriority(status: readonly string[], priority: readonly string[]): SQL {
  const states = WORK_ORDER_STATUSES.filter((one) => status.length === 0 || status.includes(one));
  const urgencies = PRIORITIES.filter((one) => priority.length === 0 || priority.includes(one));
  let arms = states.flatMap((one) =>
    urgencies.map((urgency) =>
      sql.raw(`SELECT * FROM work_orders WHERE status = '${one}' AND priority = '${urgency}'`),
    ),
  );
  while (arms.length > 5) {
    const groups = Math.ceil(arms.length / 5);
    arms = Array.from({ length: groups }, (_, i) => sql`SELECT * FROM (${union(arms.slice(i * 5, i * 5 + 5))})`);
  }
  return union(arms);
}

function union(arms: SQL[]): SQL {
  return sql.join(arms, sql` UNION ALL `);
}

/**
 * A rowid of the full-text tables: business and number combined. The cast is required: D1 binds numbers as reals, which
 * FTS5 does not accept as a bound, and it would then scan every business's matches.
 */
function searchRowid(member: Member, number: number): SQL {
  return sql`CAST(${member.orgKey * 2 ** 31 + number} AS INTEGER)`;
}

/** Above the highest number a business can have. */
const beyondNumbers = 2 ** 31;

/**
 * Converts typed text to a full-text query: each word must begin a word of number and summary, customer, phone, street
 * or technician. A short number must match whole, so that 12 finds WO-012 and not WO-120, and by itself does not match
 * house numbers. A text without words matches nothing.
 */
function matchText(text: string): string {
  const words = wordsOrPhone(text);
  if (words.length === 0) return MATCHES_NOTHING;
  const terms = words.map((word) => (/^\d{1,4}$/.test(word) ? `"${word}"` : prefixTerm(word.slice(0, 40)))).join(" ");
  return words.length === 1 && /^\d{1,3}$/.test(words[0] ?? "") ? `title : ${terms}` : terms;
}

const hitsShown = 5;

/** Results of the global search: "WO-012 No heat", the customer, and the number for the URL. */
export function findWorkOrders(ctx: Ctx, member: Member, text: string) {
  const base = searchRowid(member, 0);
  return ctx.db
    .select({
      foundId: sql<string>`CAST(${workOrders.number} AS TEXT)`.as("foundId"),
      foundLabel: sql<string>`printf('WO-%03d %s', ${workOrders.number}, ${workOrders.title})`.as("foundLabel"),
      foundDetail: sql<string | null>`${customers.name}`.as("foundDetail"),
    })
    .from(
      sql`(SELECT rowid - ${base} AS number FROM work_order_search
        WHERE work_order_search MATCH ${matchText(text)} AND rowid > ${base} AND rowid < ${searchRowid(member, beyondNumbers)}
        ORDER BY rowid DESC LIMIT ${hitsShown}) found CROSS JOIN work_orders INDEXED BY work_orders_number
        ON work_orders.org_id = ${member.orgId} AND work_orders.number = found.number`,
    )
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)));
}

import { type SQL, sql } from "drizzle-orm";
import type { Member } from "~/domain/shared/context";
import { mergedByNumber } from "~/domain/work-orders/merged.server";
import { beyondNumbers, matchText, searchRowid } from "~/domain/work-orders/search.server";

/** What the list is asked for, once days have become instants. */
export interface ListWish {
  search: string | null;
  status: readonly string[];
  priority: readonly string[];
  technicianId: string | null;
  customerId: string | null;
  /** Instants: [from, until). */
  from: string | null;
  until: string | null;
  /** Where the page begins, and whether it is read towards the top of the list. */
  after: readonly (string | number)[] | null;
  backwards: boolean;
  limit: number;
}

/** Where a page's rows come from without reading one that is not needed, and in which order. */
export interface ListSource {
  /** `SELECT *` of work orders in the list's order. */
  rows: SQL;
  order: SQL;
  /** Filters no index serves together with this source; null: the rows are the page. Otherwise the page is found among them. */
  rest: SQL | null;
  /** The place of the last of these rows, when there were as many as were looked at. */
  reached: SQL | null;
  byStart: boolean;
}

/** Work orders looked at for one page where filters meet that no index serves together; the page may then be a short one. */
const window = 100;

/** Lists that name days are ordered by start, all others by number, newest first. */
export function isByStart({ search, from, until }: Pick<ListWish, "search" | "from" | "until">): boolean {
  return search === null && (from !== null || until !== null);
}

export function listSource(member: Member, wish: ListWish): ListSource {
  if (wish.search !== null) return fromText(member, wish, matchText(wish.search));
  if (isByStart(wish)) return fromCalendar(member, wish);
  if (wish.customerId) return fromCustomer(member, wish);
  return fromStates(member, wish);
}

function fromText(member: Member, wish: ListWish, match: string): ListSource {
  const number = typeof wish.after?.[0] === "number" ? wish.after[0] : null;
  const above = searchRowid(member, wish.backwards && number !== null ? number : 0);
  const below = searchRowid(member, !wish.backwards && number !== null ? number : beyondNumbers);
  const rest = restOf(wish, "text");
  const found = sql`FROM work_order_search
    WHERE work_order_search MATCH ${match} AND rowid > ${above} AND rowid < ${below} ORDER BY rowid ${direction(wish)}`;
  const base = searchRowid(member, 0);
  const rows = sql`SELECT work_orders.* FROM (SELECT rowid - ${base} AS number ${found} LIMIT ${lookedAt(wish, rest)}) found
    CROSS JOIN work_orders INDEXED BY work_orders_number
    ON work_orders.org_id = ${member.orgId} AND work_orders.number = found.number`;
  const reached = rest && sql`SELECT json_array(rowid - ${base}) AS place ${found} LIMIT 1 OFFSET ${window - 1}`;
  return { rows, order: numberOrder(wish), rest, reached, byStart: false };
}

function fromCalendar(member: Member, wish: ListWish): ListSource {
  const [start, id] = wish.after ?? [];
  const rest = restOf(wish, "calendar");
  const order = wish.backwards
    ? sql`work_orders.scheduled_start DESC, work_orders.id DESC`
    : sql`work_orders.scheduled_start, work_orders.id`;
  const found = sql`FROM work_orders WHERE org_id = ${member.orgId} AND scheduled_start IS NOT NULL ${all([
    wish.from !== null && sql`scheduled_start >= ${wish.from}`,
    wish.until !== null && sql`scheduled_start < ${wish.until}`,
    wish.after !== null && sql`(scheduled_start, id) ${wish.backwards ? sql`<` : sql`>`} (${start}, ${id})`,
  ])} ORDER BY ${order}`;
  const rows = sql`SELECT * ${found} LIMIT ${lookedAt(wish, rest)}`;
  const reached = rest && sql`SELECT json_array(scheduled_start, id) AS place ${found} LIMIT 1 OFFSET ${window - 1}`;
  return { rows, order, rest, reached, byStart: true };
}

function fromCustomer(member: Member, wish: ListWish): ListSource {
  const order = numberOrder(wish);
  const rest = restOf(wish, "customer");
  const found = sql`FROM work_orders
    WHERE org_id = ${member.orgId} AND customer_id = ${wish.customerId} ${beyond(wish)} ORDER BY ${order}`;
  const rows = sql`SELECT * ${found} LIMIT ${lookedAt(wish, rest)}`;
  const reached = rest && sql`SELECT json_array(number) AS place ${found} LIMIT 1 OFFSET ${window - 1}`;
  return { rows, order, rest, reached, byStart: false };
}

function fromStates(member: Member, wish: ListWish): ListSource {
  const { status, priority, technicianId } = wish;
  const order = numberOrder(wish);
  const any = status.length === 0 && priority.length === 0 && technicianId === null;
  const source = any ? sql`work_orders` : sql`(${mergedByNumber(status, priority)})`;
  const rows = sql`SELECT * FROM ${source} AS work_orders
    WHERE org_id = ${member.orgId} ${all([isAssigned(technicianId)])} ${beyond(wish)} ORDER BY ${order} LIMIT ${wish.limit + 1}`;
  return { rows, order, rest: null, reached: null, byStart: false };
}

const direction = (wish: ListWish) => (wish.backwards ? sql`ASC` : sql`DESC`);
const numberOrder = (wish: ListWish) => sql`work_orders.number ${direction(wish)}`;
const lookedAt = (wish: ListWish, rest: SQL | null) => (rest ? window : wish.limit + 1);

function all(conditions: (SQL | false)[]): SQL {
  return sql.join(conditions.map((one) => (one ? sql` AND ${one}` : sql``)));
}

function beyond(wish: ListWish): SQL {
  const [number] = wish.after ?? [];
  if (number === undefined) return sql``;
  return wish.backwards ? sql`AND number > ${number}` : sql`AND number < ${number}`;
}

export function isAssigned(technicianId: string | null): SQL | false {
  if (technicianId === null) return false;
  return technicianId === "none" ? sql`technician_id IS NULL` : sql`technician_id = ${technicianId}`;
}

function restOf(wish: ListWish, source: "text" | "calendar" | "customer"): SQL | null {
  const conditions = [
    wish.status.length > 0 && sql`status IN ${[...wish.status]}`,
    wish.priority.length > 0 && sql`priority IN ${[...wish.priority]}`,
    isAssigned(wish.technicianId),
    wish.customerId !== null && source !== "customer" && sql`customer_id = ${wish.customerId}`,
    wish.from !== null && source === "text" && sql`scheduled_start >= ${wish.from}`,
    wish.until !== null && source === "text" && sql`scheduled_start < ${wish.until}`,
  ].filter((one) => one !== false);
  return conditions.length === 0 ? null : sql.join(conditions, sql` AND `);
}

import { type SQL, sql } from "drizzle-orm";
import type { Member } from "~/domain/context";
import { PRIORITIES, WORK_ORDER_STATUSES } from "~/domain/work-orders/rules";
import { matchText } from "~/domain/work-orders/search.server";

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
}

/** Lists that name days are ordered by start, all others by number, newest first. */
export function isByStart({ search, from, until }: Pick<ListWish, "search" | "from" | "until">): boolean {
  return search === null && (from !== null || until !== null);
}

/** Where a page's rows come from, in the list's order, without reading a row that is not needed. */
export interface ListSource {
  /** `SELECT *` of work orders, ordered, still without a limit. */
  ordered: SQL;
  order: SQL;
  /** Filters that no index serves together with this source; null: it is exact. */
  rest: SQL | null;
  byStart: boolean;
}

export function listSource(member: Member, wish: ListWish): ListSource {
  if (wish.search !== null) return fromText(member, wish, matchText(wish.search));
  if (isByStart(wish)) return fromCalendar(member, wish);
  if (wish.customerId) return fromCustomer(member, wish);
  return fromStates(member, wish);
}

function fromText(member: Member, wish: ListWish, match: string): ListSource {
  const base = member.orgKey * 2 ** 31;
  const number = typeof wish.after?.[0] === "number" ? wish.after[0] : null;
  const above = base + (wish.backwards && number !== null ? number : 0);
  const below = base + (!wish.backwards && number !== null ? number : 2 ** 31);
  const ordered = sql`SELECT work_orders.* FROM (
      SELECT rowid - ${base} AS number FROM work_order_search
      WHERE work_order_search MATCH ${match} AND rowid > ${above} AND rowid < ${below} ORDER BY rowid ${direction(wish)} LIMIT 101
    ) found CROSS JOIN work_orders INDEXED BY work_orders_number
    ON work_orders.org_id = ${member.orgId} AND work_orders.number = found.number`;
  return { ordered, order: numberOrder(wish), rest: restOf(wish, "text"), byStart: false };
}

function fromCalendar(member: Member, wish: ListWish): ListSource {
  const [start, id] = wish.after ?? [];
  const ordered = sql`SELECT * FROM work_orders WHERE org_id = ${member.orgId} AND scheduled_start IS NOT NULL ${all([
    wish.from !== null && sql`scheduled_start >= ${wish.from}`,
    wish.until !== null && sql`scheduled_start < ${wish.until}`,
    wish.after !== null && sql`(scheduled_start, id) ${wish.backwards ? sql`<` : sql`>`} (${start}, ${id})`,
  ])}`;
  const order = wish.backwards
    ? sql`work_orders.scheduled_start DESC, work_orders.id DESC`
    : sql`work_orders.scheduled_start, work_orders.id`;
  return { ordered, order, rest: restOf(wish, "calendar"), byStart: true };
}

function fromCustomer(member: Member, wish: ListWish): ListSource {
  const ordered = sql`SELECT * FROM work_orders WHERE org_id = ${member.orgId} AND customer_id = ${wish.customerId} ${place(wish)}`;
  return { ordered, order: numberOrder(wish), rest: restOf(wish, "customer"), byStart: false };
}

function fromStates(member: Member, wish: ListWish): ListSource {
  const { status, priority, technicianId } = wish;
  const technician =
    technicianId === null
      ? sql``
      : technicianId === "none"
        ? sql`AND technician_id IS NULL`
        : sql`AND technician_id = ${technicianId}`;
  const any = status.length === 0 && priority.length === 0 && technicianId === null;
  const source = any ? sql`work_orders` : sql`(${mergedByNumber(status, priority)})`;
  const ordered = sql`SELECT * FROM ${source} AS work_orders WHERE org_id = ${member.orgId} ${technician} ${place(wish)}`;
  return { ordered, order: numberOrder(wish), rest: null, byStart: false };
}

/**
 * One arm for each state and priority, so that each is an ordered stretch of an index; SQLite flattens the groups and merges
 * the stretches row by row. D1 allows five arms in one compound select, so they are grouped by five, and groups by five again.
 */
export function mergedByNumber(status: readonly string[], priority: readonly string[]): SQL {
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

const union = (arms: SQL[]) => sql.join(arms, sql` UNION ALL `);
const all = (conditions: (SQL | false)[]) => sql.join(conditions.map((one) => (one ? sql`AND ${one} ` : sql``)));
const direction = (wish: ListWish) => (wish.backwards ? sql`ASC` : sql`DESC`);
const numberOrder = (wish: ListWish) => sql`work_orders.number ${direction(wish)}`;

function place(wish: ListWish): SQL {
  const [number] = wish.after ?? [];
  if (number === undefined) return sql``;
  return wish.backwards ? sql`AND number > ${number}` : sql`AND number < ${number}`;
}

function restOf(wish: ListWish, source: "text" | "calendar" | "customer"): SQL | null {
  const technician =
    wish.technicianId === "none" ? sql`technician_id IS NULL` : sql`technician_id = ${wish.technicianId}`;
  const conditions = [
    wish.status.length > 0 && sql`status IN ${[...wish.status]}`,
    wish.priority.length > 0 && sql`priority IN ${[...wish.priority]}`,
    wish.technicianId !== null && technician,
    wish.customerId !== null && source !== "customer" && sql`customer_id = ${wish.customerId}`,
    wish.from !== null && source === "text" && sql`scheduled_start >= ${wish.from}`,
    wish.until !== null && source === "text" && sql`scheduled_start < ${wish.until}`,
  ].filter((one) => one !== false);
  return conditions.length === 0 ? null : sql.join(conditions, sql` AND `);
}

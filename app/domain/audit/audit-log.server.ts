import { type SQL, sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { type BidirectionalPage, bidirectionalPage, parseCursor } from "~/domain/shared/paging.server";
import { allowAdmin } from "~/domain/shared/permissions";
import { addDays, HOUR_SECONDS, MINUTE_MS } from "~/domain/shared/time/dates";
import { dayBounds } from "~/domain/shared/time/time-zones";
import { type AuditLine, changedFields, changedValues, eventsOf } from "./audit-log";
import type { AuditFilter } from "./schema";

/** Rows with the column names used in the queries below. */
interface Row {
  id: string;
  at: string;
  userId: string | null;
  firstName: string | null;
  lastName: string | null;
  action: string;
  entity: string;
  entityId: string | null;
  before: string | null;
  after: string | null;
  detail: string | null;
  count: number;
  device: string | null;
  network: string | null;
}

/**
 * Changes in the business and its members' sign-ins, newest first: account events and changes to users and settings from
 * identity, changes to records from the tenants' side, each read by its key and merged. Admin only.
 */
export async function listAuditLog(ctx: Ctx, filter: AuditFilter): Promise<BidirectionalPage<AuditLine>> {
  const me = allowAdmin(ctx);
  const rows = (await Promise.all(sources(ctx, me, filter))).flat();
  const direction = parseCursor(filter, 1);
  // Ids are ordered by time on both sides.
  rows.sort((a, b) => (a.id < b.id !== direction.back ? 1 : -1));
  const paging = { limit: filter.limit, total: null, direction };
  const cut = bidirectionalPage(rows.slice(0, filter.limit + 1), paging, ({ id }) => [id]);
  return { ...cut, items: cut.items.map(lineOf) };
}

/** The people by whom the log can be filtered: all of them, former ones too. */
export function auditPeople(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  const { orgId } = allowAdmin(ctx);
  return ctx.db.all(sql`
    SELECT user_id AS id, first_name || ' ' || last_name AS name FROM tenant_members WHERE org_id = ${orgId}
    ORDER BY last_name, first_name`);
}

/** The maximum number of lines in an export; a filter by date reaches the rest. */
export const MAX_EXPORTED = 50_000;
const EXPORT_PAGE = 500;

const EXPORTS: Limit = { name: "audit_exports", what: "exports", perPerson: 30, seconds: HOUR_SECONDS };

/** Checked before an export, because an error cannot be returned once it is being sent. @throws DomainError too_many_requests */
export async function allowAuditExport(ctx: Ctx): Promise<Member> {
  const me = allowAdmin(ctx);
  await limitUse(ctx, EXPORTS);
  return me;
}

/** All lines that match a filter, in chunks, newest first; returns whether there are more than an export holds. */
export async function* exportAuditLog(
  ctx: Ctx,
  filter: Omit<AuditFilter, "cursor" | "before" | "limit">,
): AsyncGenerator<AuditLine[], boolean> {
  let cursor: string | undefined;
  for (let exported = 0; exported < MAX_EXPORTED; exported += EXPORT_PAGE) {
    const { items, nextCursor } = await listAuditLog(ctx, { ...filter, cursor, before: undefined, limit: EXPORT_PAGE });
    yield items;
    if (!nextCursor) return false;
    cursor = nextCursor;
  }
  return true;
}

function sources(ctx: Ctx, me: Member, filter: AuditFilter): Promise<Row[]>[] {
  const { topic } = filter;
  const events = topic === undefined || eventsOf(topic).length > 0;
  const changes = topic === undefined || topic === "people" || topic === "settings";
  const records = topic === undefined || topic === "records";
  return [
    ...(events ? [readEvents(ctx, me, filter)] : []),
    ...(changes ? [readChanges(ctx, me, filter)] : []),
    ...(records ? [readRecords(ctx, me, filter)] : []),
  ];
}

function readEvents(ctx: Ctx, me: Member, filter: AuditFilter): Promise<Row[]> {
  const kinds = filter.topic && eventsOf(filter.topic);
  const ofTopic = kinds ? sql`AND e.kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))` : sql``;
  return ctx.db.all<Row>(sql`
    SELECT e.id, e.at, e.user_id AS userId, u.first_name AS firstName, u.last_name AS lastName, e.kind AS action, 'account' AS entity,
      NULL AS entityId, NULL AS before, NULL AS after, e.detail, e.count, e.device, e.network
    FROM security_events e LEFT JOIN users u ON u.id = e.user_id
    WHERE e.org_id = ${me.orgId} ${ofTopic} AND ${within(me, filter, "e")} ORDER BY e.id ${order(filter)} LIMIT ${filter.limit + 1}`);
}

const entitiesOf = { people: ["member", "invitation"], settings: ["organization", "delivery", "api_key"] };

function readChanges(ctx: Ctx, me: Member, filter: AuditFilter): Promise<Row[]> {
  const { topic } = filter;
  const entities = topic === "people" || topic === "settings" ? entitiesOf[topic] : null;
  const ofTopic = entities ? sql`AND a.entity IN (SELECT value FROM json_each(${JSON.stringify(entities)}))` : sql``;
  return ctx.db.all<Row>(sql`
    SELECT a.id, a.at, a.user_id AS userId, u.first_name AS firstName, u.last_name AS lastName, a.action, a.entity, a.entity_id AS entityId,
      a.before, a.after, t.first_name || ' ' || t.last_name AS detail, 1 AS count, NULL AS device, NULL AS network
    FROM identity_audit_log a LEFT JOIN users u ON u.id = a.user_id LEFT JOIN users t ON a.entity = 'member' AND t.id = a.entity_id
    WHERE a.org_id = ${me.orgId} ${ofTopic} AND ${within(me, filter, "a")} ORDER BY a.id ${order(filter)} LIMIT ${filter.limit + 1}`);
}

function readRecords(ctx: Ctx, me: Member, filter: AuditFilter): Promise<Row[]> {
  return ctx.db.all<Row>(sql`
    SELECT a.id, a.at, a.user_id AS userId, m.first_name AS firstName, m.last_name AS lastName, a.action, a.entity, a.entity_id AS entityId,
      a.before, a.after, NULL AS detail, 1 AS count, NULL AS device, NULL AS network
    FROM audit_log a LEFT JOIN tenant_members m ON m.org_id = a.org_id AND m.user_id = a.user_id
    WHERE a.org_id = ${me.orgId} AND ${within(me, filter, "a")} ORDER BY a.id ${order(filter)} LIMIT ${filter.limit + 1}`);
}

const order = ({ before }: AuditFilter) => (before ? sql`ASC` : sql`DESC`);

/** A minute on either side, because an id is created slightly after the instant of its request. */
const ID_SLACK_MS = MINUTE_MS;

/** The filters common to all sources. Dates also become ranges of ids, so that only those rows are read. */
function within(me: Member, { person, from, to, ...paging }: AuditFilter, name: "a" | "e"): SQL {
  const column = (field: string) => sql.raw(`${name}.${field}`);
  const conditions = [sql`1`];
  const { back, key } = parseCursor(paging, 1);
  if (key) conditions.push(back ? sql`${column("id")} > ${key[0]}` : sql`${column("id")} < ${key[0]}`);
  if (person) conditions.push(sql`${column("user_id")} = ${person}`);
  if (from) {
    const { start } = dayBounds(from, me.timeZone);
    conditions.push(sql`${column("id")} >= ${idAt(start - ID_SLACK_MS)}`, sql`${column("at")} >= ${instant(start)}`);
  }
  if (to) {
    const { start: end } = dayBounds(addDays(to, 1), me.timeZone);
    conditions.push(sql`${column("id")} < ${idAt(end + ID_SLACK_MS)}`, sql`${column("at")} < ${instant(end)}`);
  }
  return sql.join(conditions, sql` AND `);
}

const instant = (ms: number) => new Date(ms).toISOString();

/** The smallest time-ordered id of an instant. */
function idAt(ms: number): string {
  const digits = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}`;
}

function lineOf({ userId, firstName, lastName, before, after, detail, ...row }: Row): AuditLine {
  const isRecord = row.action.includes(".");
  const changed = isRecord ? changedFields(before, after) : changedValues(before, after);
  return {
    ...row,
    person: userId === null ? null : { id: userId, name: `${firstName ?? "Former"} ${lastName ?? "user"}` },
    detail: [detail, changed].filter((part) => part !== null).join(": ") || null,
  };
}

import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { leads } from "#drizzle/schema/leads";
import { tenantMembers } from "#drizzle/schema/platform";
import { activeMembers, fullName } from "~/domain/shared/active-members.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { bidirectionalPage, decodeCursor, page, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { MATCHES_NOTHING, prefixTerm, wordsOrPhone } from "~/domain/shared/text/search";
import { LEAD_STAGES, type LeadStage } from "./lead";
import type { LeadFilter } from "./schema";

/** Filters of a list. */
type Narrowing = Pick<LeadFilter, "search" | "stage" | "source" | "owner">;

/**
 * Leads by number, newest first unless the filter sets another order, excluding the trash. `total` is null if no counter has it.
 * Rows read do not grow with the table.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listLeads(ctx: Ctx, filter: LeadFilter) {
  const me = allow(ctx, "leads.read");
  const direction = parseCursor(filter, ["number"]);
  const place = direction.key === null ? undefined : Number(direction.key[0]);
  const ascending = (filter.sort === "oldest") !== direction.back;
  const range = ascending ? { after: place ?? 0 } : { before: place };
  const [rows, counted] = await ctx.db.batch([
    listRows(ctx, me, leadsFrom(me, filter, { ...range, limit: filter.limit + 1 })).orderBy(
      (ascending ? asc : desc)(leads.number),
    ),
    stageCounts(ctx, me),
  ]);
  const stages = filter.stage?.length ? filter.stage : LEAD_STAGES;
  const known = counted.filter(({ stage }) => stages.includes(stage)).reduce((sum, { count }) => sum + count, 0);
  const isCounted = !filter.search && !filter.source && !filter.owner;
  return bidirectionalPage(rows, { limit: filter.limit, total: isCounted ? known : null, direction }, ({ number }) => [
    number,
  ]);
}

export type LeadListItem = Awaited<ReturnType<typeof listLeads>>["items"][number];

interface Stretch {
  before?: number;
  after?: number;
  limit: number;
}

/** Higher than every number. */
const MAX_NUMBER = 2_147_483_647;

/** `select *` of the filtered leads, between two numbers. */
function leadsFrom(me: Member, filter: Narrowing, { before, after, limit }: Stretch): SQL {
  const expression = filterExpression(filter);
  if (expression !== null) {
    return sql`select * from leads indexed by leads_number where org_id = ${me.orgId}
      and number in ${foundIn(me, { table: "lead_search", expression }, { before, after, limit })}`;
  }
  const from = after === undefined ? sql`number < ${before ?? MAX_NUMBER}` : sql`number > ${after}`;
  return sql`select * from leads indexed by leads_live where org_id = ${me.orgId} and deleted_at is null and ${from}
    order by number ${after === undefined ? sql`desc` : sql`asc`} limit ${limit}`;
}

/** Rows of lists and cards, from a `select *` of leads. */
function listRows(ctx: Ctx, me: Member, source: SQL) {
  return ctx.db
    .select({
      id: named(leads.id, "lead_id"),
      number: named(leads.number, "lead_number"),
      name: named(leads.name, "lead_name"),
      companyName: named(leads.companyName, "company_name"),
      phone: named(leads.phone, "lead_phone"),
      city: named(leads.city, "lead_city"),
      state: named(leads.state, "lead_state"),
      need: named(leads.need, "lead_need"),
      source: named(leads.source, "lead_source"),
      stage: named(leads.stage, "lead_stage"),
      stageSince: named(leads.stageSince, "stage_since"),
      lostReason: named(leads.lostReason, "lost_reason"),
      valueMinor: named(leads.valueMinor, "value_minor"),
      ownerId: named(leads.ownerId, "owner_id"),
      ownerFirstName: namedOrNull(tenantMembers.firstName, "owner_first_name"),
      ownerLastName: namedOrNull(tenantMembers.lastName, "owner_last_name"),
      /** The date of its next open to-do. */
      followUpOn: nextFollowUp(me, sql`leads.id`).as("follow_up_on"),
      version: named(leads.version, "lead_version"),
      createdAt: named(leads.createdAt, "created_at"),
    })
    .from(sql`(${source}) as leads`)
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, leads.ownerId)))
    .$dynamic();
}

/** The date of a lead's next open to-do; null if there is none, or it has no date. */
function nextFollowUp({ orgId }: Member, leadId: SQL): SQL<string | null> {
  return sql<
    string | null
  >`(select t.due_on from todos t indexed by todos_lead where t.org_id = ${orgId} and t.lead_id = ${leadId} and t.done_at is null and t.deleted_at is null order by t.due_key limit 1)`;
}

/** The words of `filed` have no hyphens or underscores and start with a letter each (see the migration). */
const filed = (letter: string, value: string) => `"${letter}${value.replaceAll(/[-_]/g, "")}"`;

/** The filters as one full-text expression; null without filters. A search without a letter or digit matches nothing. */
function filterExpression({ search, stage, source, owner }: Narrowing): string | null {
  const words = wordsOrPhone(search ?? "");
  if (words.length === 0 && search?.trim()) return MATCHES_NOTHING;
  const groups = [
    (stage ?? []).map((one) => filed("s", one)),
    source ? [filed("o", source)] : [],
    owner ? [filed("u", owner)] : [],
  ].filter((group) => group.length > 0);
  const parts = [
    ...(words.length > 0 ? [`{name contact need} : (${words.map(prefixTerm).join(" AND ")})`] : []),
    ...groups.map((group) => `{filed} : (${group.join(" OR ")})`),
  ];
  return parts.length > 0 ? parts.join(" AND ") : null;
}

/** Cards per column initially, and per additional request. */
const PER_COLUMN = 20;

/** Number and total value of the leads in each stage. */
function stageCounts(ctx: Ctx, { orgId }: Member) {
  const counter = (prefix: string, stage: LeadStage) =>
    sql`coalesce((select c.value from counters c where c.org_id = ${orgId} and c.name = ${`${prefix}=${stage}`}), 0)`;
  const values = LEAD_STAGES.map(
    (stage) => sql`(${stage}, ${counter("leads.stage", stage)}, ${counter("leads.value", stage)})`,
  );
  return ctx.db.all<{ stage: LeadStage; count: number; valueMinor: number }>(
    sql`select column1 as stage, column2 as count, column3 as valueMinor from (values ${sql.join(values, sql`, `)})`,
  );
}

/** The board's columns in one round trip, each with its newest leads, their number and total value. */
export async function leadBoard(ctx: Ctx, filter: Omit<Narrowing, "stage">) {
  const me = allow(ctx, "leads.read");
  const [counts, ...columns] = await ctx.db.batch([
    stageCounts(ctx, me),
    ...LEAD_STAGES.map((stage) => cards(ctx, me, { stage, filter })),
  ]);
  return LEAD_STAGES.map((stage, at) =>
    columnOf({ stage, filter, rows: columns[at] ?? [], counted: counts.find((row) => row.stage === stage) }),
  );
}

/** Cards of one column after a cursor. @throws DomainError invalid for a cursor of another list */
export async function leadColumn(ctx: Ctx, stage: LeadStage, filter: Omit<Narrowing, "stage"> & { cursor?: string }) {
  const me = allow(ctx, "leads.read");
  const before = decodeCursor(filter.cursor, ["number"])?.[0];
  const rows = await cards(ctx, me, { stage, filter, before: before === undefined ? undefined : Number(before) });
  const { items, nextCursor } = page(rows, PER_COLUMN, null, ({ number }) => [number]);
  return { items, nextCursor };
}

interface ColumnQuery {
  stage: LeadStage;
  filter: Omit<Narrowing, "stage">;
  before?: number;
}

function cards(ctx: Ctx, me: Member, { stage, filter, before }: ColumnQuery) {
  const source =
    filterExpression(filter) === null
      ? sql`select * from leads indexed by leads_board where org_id = ${me.orgId} and stage = ${stage}
          and deleted_at is null and number < ${before ?? MAX_NUMBER} order by number desc limit ${PER_COLUMN + 1}`
      : leadsFrom(me, { ...filter, stage: [stage] }, { before, limit: PER_COLUMN + 1 });
  return listRows(ctx, me, source).orderBy(desc(leads.number));
}

interface ReadColumn extends ColumnQuery {
  rows: LeadListItem[];
  counted: { count: number; valueMinor: number } | undefined;
}

function columnOf({ stage, filter, rows, counted }: ReadColumn) {
  const { items, nextCursor } = page(rows, PER_COLUMN, null, ({ number }) => [number]);
  const isNarrowed = filterExpression(filter) !== null;
  const shownMinor = items.reduce((sum, { valueMinor }) => sum + (valueMinor ?? 0), 0);
  return {
    ...{ stage, items, nextCursor },
    /** Null if counting would read more rows than are shown. */
    total: isNarrowed ? (nextCursor ? null : items.length) : (counted?.count ?? 0),
    valueMinor: isNarrowed ? (nextCursor ? null : shownMinor) : (counted?.valueMinor ?? 0),
  };
}

/** Possible owners of a lead: all current members. */
export async function leadOwners(ctx: Ctx): Promise<{ value: string; label: string }[]> {
  const me = allow(ctx, "leads.read");
  const rows = await activeMembers(ctx, me, "firstName");
  return rows.map((member) => ({ value: member.id, label: fullName(member) }));
}

const hitsShown = 5;

/** Part of the global search: a lead's name, its number, and the number in its URL. */
export function findLeads(ctx: Ctx, me: Member, text: string) {
  const expression = filterExpression({ search: text }) ?? MATCHES_NOTHING;
  return ctx.db
    .select({
      foundId: sql<string>`cast(${leads.number} as text)`.as("foundId"),
      foundLabel: sql<string>`'LEAD-' || ${leads.number} || ' ' || ${leads.name}`.as("foundLabel"),
      foundDetail: sql<string | null>`${leads.need}`.as("foundDetail"),
    })
    .from(leads)
    .where(
      and(
        eq(leads.orgId, me.orgId),
        sql`${leads.number} in ${foundIn(me, { table: "lead_search", expression }, { limit: hitsShown })}`,
      ),
    )
    .orderBy(desc(leads.number));
}

import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { issueStates, issues } from "#drizzle/schema/issues";
import { tenantMembers } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import { bidirectionalPage, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { MATCHES_NOTHING, prefixTerm, searchWords } from "~/domain/shared/text/search";
import type { IssueFilter } from "./schema";

/** The filters of a list. */
export type IssueNarrowing = Omit<IssueFilter, "limit" | "cursor" | "before" | "sort">;

/**
 * Returns issues by number, newest first unless the filter says otherwise, without the trash. `total` is null if no counter
 * covers it. Rows read do not grow with the table.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listIssues(ctx: Ctx, filter: IssueFilter) {
  const me = allow(ctx, "issues.read");
  const direction = parseCursor(filter, ["number"]);
  const place = direction.key === null ? undefined : Number(direction.key[0]);
  const ascending = (filter.sort === "oldest") !== direction.back;
  const range = ascending ? { after: place ?? 0 } : { before: place };
  const [rows, [counted]] = await ctx.db.batch([
    listRows(ctx, me, issuesFrom(me, filter, { ...range, limit: filter.limit + 1 })).orderBy(
      (ascending ? asc : desc)(issues.number),
    ),
    ctx.db.select({ total: countOf(me, filter).as("counted") }).from(sql`(select 1)`),
  ]);
  const total = isCounted(filter) ? (counted?.total ?? 0) : null;
  return bidirectionalPage(rows, { limit: filter.limit, total, direction }, ({ number }) => [number]);
}

export type IssueListItem = Awaited<ReturnType<typeof listIssues>>["items"][number];

interface Stretch {
  before?: number;
  after?: number;
  limit: number;
}

/** `select *` of the filtered issues, between two numbers. */
function issuesFrom(me: Member, filter: IssueNarrowing, { before, after, limit }: Stretch): SQL {
  const expression = filterExpression(filter);
  if (expression !== null) {
    return sql`select * from issues indexed by issues_number where org_id = ${me.orgId}
      and number in ${foundIn(me, { table: "issue_search", expression }, { before, after, limit })}`;
  }
  const from = after === undefined ? sql`number < ${before ?? MAX_NUMBER}` : sql`number > ${after}`;
  return sql`select * from issues indexed by issues_live where org_id = ${me.orgId} and deleted_at is null and ${from}
    order by number ${after === undefined ? sql`desc` : sql`asc`} limit ${limit}`;
}

/** Above every issue number. */
const MAX_NUMBER = 2_147_483_647;

/** Rows of lists and cards, from a `select *` of issues. */
export function listRows(ctx: Ctx, me: Member, source: SQL) {
  return ctx.db
    .select({
      id: named(issues.id, "issue_id"),
      number: named(issues.number, "issue_number"),
      title: named(issues.title, "issue_title"),
      stateId: named(issues.stateId, "state_id"),
      stateName: named(issueStates.name, "state_name"),
      category: named(issueStates.category, "state_category"),
      stateColor: namedOrNull(issueStates.color, "state_color"),
      priority: named(issues.priority, "issue_priority"),
      projectId: named(issues.projectId, "project_id"),
      assigneeId: named(issues.assigneeId, "assignee_id"),
      assigneeFirstName: namedOrNull(tenantMembers.firstName, "assignee_first_name"),
      assigneeLastName: namedOrNull(tenantMembers.lastName, "assignee_last_name"),
      labelIds: named(issues.labelIds, "label_ids"),
      source: named(issues.source, "issue_source"),
      commentCount: named(issues.commentCount, "comment_count"),
      attachmentCount: named(issues.attachmentCount, "attachment_count"),
      version: named(issues.version, "issue_version"),
      createdAt: named(issues.createdAt, "created_at"),
      updatedAt: named(issues.updatedAt, "updated_at"),
      closedAt: named(issues.closedAt, "closed_at"),
    })
    .from(sql`(${source}) as issues`)
    .innerJoin(issueStates, and(eq(issueStates.orgId, me.orgId), eq(issueStates.id, issues.stateId)))
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, issues.assigneeId)))
    .$dynamic();
}

/** The words of `filed` are a letter followed by an id without hyphens (see the migration). */
const filed = (letter: string, id: string) => `"${letter}${id.replaceAll("-", "")}"`;

/** The filters as one full-text expression; null without filters. A search without a letter or digit matches nothing. */
export function filterExpression(filter: IssueNarrowing): string | null {
  const { search, category, state, priority, label, assignee, project, milestone, source } = filter;
  const words = searchWords(search ?? "");
  if (words.length === 0 && search?.trim()) return MATCHES_NOTHING;
  const groups = [
    category ? [filed("c", category)] : [],
    (state ?? []).map((id) => filed("s", id)),
    (priority ?? []).map((one) => filed("p", one)),
    ...(label ?? []).map((id) => [filed("l", id)]),
    assignee ? [filed("u", assignee)] : [],
    project ? [filed("j", project)] : [],
    milestone ? [filed("m", milestone)] : [],
    source ? [filed("o", source)] : [],
  ].filter((group) => group.length > 0);
  const parts = [
    ...(words.length > 0 ? [`{title body} : (${words.map(prefixTerm).join(" AND ")})`] : []),
    ...groups.map((group) => `{filed} : (${group.join(" OR ")})`),
  ];
  return parts.length > 0 ? parts.join(" AND ") : null;
}

/** Counters exist for states only. */
function isCounted({ search, priority, label, assignee, project, milestone, source }: IssueNarrowing): boolean {
  return !search && !priority?.length && !label?.length && !assignee && !project && !milestone && !source;
}

function countOf({ orgId }: Member, { category, state }: IssueNarrowing): SQL<number> {
  const chosen = state?.length ? sql`and s.id in ${[...state]}` : sql``;
  return sql`(select coalesce(sum(c.value), 0) from issue_states s
    join counters c on c.org_id = s.org_id and c.name = 'issues.state=' || s.id
    where s.org_id = ${orgId} and c.org_id = ${orgId} ${category ? sql`and s.category = ${category}` : sql``} ${chosen})`;
}

const hitsShown = 5;

/** Results of the global search: an issue's number and title, and its number for the URL. */
export function findIssues(ctx: Ctx, me: Member, text: string) {
  const expression = filterExpression({ search: text }) ?? MATCHES_NOTHING;
  const numbers = foundIn(me, { table: "issue_search", expression }, { limit: hitsShown });
  return ctx.db
    .select({
      foundId: sql<string>`cast(${issues.number} as text)`.as("foundId"),
      foundLabel: sql<string>`'BUG-' || ${issues.number} || ' ' || ${issues.title}`.as("foundLabel"),
      foundDetail: sql<string | null>`case when ${issues.closedAt} is null then null else 'Closed' end`.as(
        "foundDetail",
      ),
    })
    .from(issues)
    .where(and(eq(issues.orgId, me.orgId), sql`${issues.number} in ${numbers}`, isNull(issues.deletedAt)))
    .orderBy(desc(issues.number));
}

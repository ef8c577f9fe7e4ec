import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { namedOrNull } from "#drizzle/d1/columns";
import { issueStates } from "#drizzle/schema/issues";
import { counters } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { ISSUE_PRIORITIES, MAX_STATES, rankOfPriority } from "./issue";
import { filterExpression, type IssueNarrowing, listRows } from "./list.server";

/** Cards of a column at first, and per further request. */
const PER_COLUMN = 25;

/** States with their number of issues, in board order. */
export function statesOf(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: issueStates.id,
      name: issueStates.name,
      category: issueStates.category,
      closedAs: issueStates.closedAs,
      color: issueStates.color,
      position: issueStates.position,
      version: issueStates.version,
      count: namedOrNull(counters.value, "state_count"),
    })
    .from(issueStates)
    .leftJoin(counters, and(eq(counters.orgId, me.orgId), sql`${counters.name} = 'issues.state=' || ${issueStates.id}`))
    .where(eq(issueStates.orgId, me.orgId))
    .orderBy(asc(issueStates.position), asc(issueStates.id));
}

/** Returns the board's columns in one round trip, each with its most urgent cards, newest first among equals. */
export async function issueBoard(ctx: Ctx, filter: IssueNarrowing) {
  const me = allow(ctx, "issues.read");
  const columns = Array.from({ length: MAX_STATES }, (_, at) =>
    cards(ctx, me, { stateId: stateAt(me, at), filter, after: null }),
  );
  const [states, ...rows] = await ctx.db.batch([statesOf(ctx, me), ...columns]);
  return states
    .slice(0, MAX_STATES)
    .map((state, at) => ({ ...state, ...columnPage(rows[at] ?? [], filter, state.count) }));
}

/** The state of a column by position, since it is unknown before the batch. */
function stateAt({ orgId }: Member, at: number): SQL {
  return sql`(select s.id from issue_states s where s.org_id = ${orgId} order by s.position, s.id limit 1 offset ${at})`;
}

/** Returns the cards of one column from a cursor on. @throws DomainError not_found; invalid for a cursor of another list */
export async function issueColumn(
  ctx: Ctx,
  stateId: string,
  { cursor, ...filter }: IssueNarrowing & { cursor?: string },
) {
  const me = allow(ctx, "issues.read");
  const [states, rows] = await ctx.db.batch([
    statesOf(ctx, me),
    cards(ctx, me, { stateId: sql`${stateId}`, filter, after: decodeCursor(cursor, ["number", "number"]) }),
  ]);
  const state = states.find(({ id }) => id === stateId);
  if (!state) throw notFound("State not found");
  return { ...state, ...columnPage(rows, filter, state.count) };
}

type CardRow = Awaited<ReturnType<typeof cards>>[number];

function columnPage(rows: CardRow[], filter: IssueNarrowing, count: number | null) {
  const narrowed = filterExpression(filter) !== null;
  const placeOf = (row: CardRow) => [rankOfPriority(row.priority), row.number];
  const { items, nextCursor } = page(rows, PER_COLUMN, null, placeOf);
  return { items, nextCursor, total: narrowed ? (nextCursor ? null : items.length) : (count ?? 0) };
}

interface ColumnQuery {
  stateId: SQL;
  filter: IssueNarrowing;
  /** Rank and number of the previous card. */
  after: readonly (string | number)[] | null;
}

function cards(ctx: Ctx, me: Member, query: ColumnQuery) {
  return listRows(ctx, me, cardSource(me, query)).orderBy(sql`issues.rank desc, issues.number desc`);
}

function cardSource(me: Member, { stateId, filter, after }: ColumnQuery): SQL {
  if (filterExpression(filter) === null) {
    const beyond = after ? sql`and (rank, number) < (${Number(after[0])}, ${Number(after[1])})` : sql``;
    return sql`select * from issues indexed by issues_board
      where org_id = ${me.orgId} and state_id = ${stateId} and deleted_at is null ${beyond}
      order by rank desc, number desc limit ${PER_COLUMN + 1}`;
  }
  const stretches = wantedPriorities(filter).flatMap((priority) => {
    const rank = rankOfPriority(priority);
    if (after && rank > Number(after[0])) return [];
    const before = after && rank === Number(after[0]) ? Number(after[1]) : undefined;
    const expression = sql`${filterExpression({ ...filter, priority: [priority] })} || ' AND {filed} : "s' || coalesce(replace(${stateId}, '-', ''), '') || '"'`;
    return [
      sql`select * from ${foundIn(me, { table: "issue_search", expression }, { before, limit: PER_COLUMN + 1 })}`,
    ];
  });
  // Most urgent first: with a limit around all of them, later ranges are not read once the column is full.
  const found =
    stretches.length > 0
      ? sql`select * from (${sql.join(stretches, sql` union all `)}) limit ${PER_COLUMN + 1}`
      : sql`select -1`;
  return sql`select * from issues indexed by issues_number where org_id = ${me.orgId} and number in (${found})
    order by rank desc, number desc limit ${PER_COLUMN + 1}`;
}

function wantedPriorities({ priority }: IssueNarrowing) {
  return priority?.length ? ISSUE_PRIORITIES.filter((one) => priority.includes(one)) : ISSUE_PRIORITIES;
}

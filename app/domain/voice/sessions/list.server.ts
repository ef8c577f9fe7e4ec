import { and, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach, namedOrNull } from "#drizzle/d1/columns";
import { tenantMembers } from "#drizzle/schema/platform";
import { voiceSessions } from "#drizzle/schema/voice";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { isOffice } from "~/domain/work-orders/load.server";
import { endOf } from "./find.server";
import type { SessionFilter } from "./schema";
import { PROBLEMS } from "./session";

/** Letters shown of a transcript. */
const MAX_SHOWN_LENGTH = 200;

/**
 * Voice sessions in which something was sent, newest first: everyone's for the office, their own for others. A transcript is
 * stored with the work orders it became, so it is null for the rest. `to_review` has those left to the office. Rows read do not grow with the table.
 * @throws DomainError forbidden; invalid for a cursor of another list
 */
export async function listSessions(ctx: Ctx, { state, userId, limit, ...at }: SessionFilter & BackCursor) {
  const me = allow(ctx, "work_orders.read");
  const direction = parseCursor(at, 1);
  const { beyond, order } = keyset(direction, [sql`voice_sessions.id`], "desc");
  const seesAll = isOffice(me);
  const person = seesAll ? userId : (me.userId ?? "");
  const s = voiceSessions;
  const isToReview = state === "to_review";
  const index = person === undefined ? (state ? "by_state" : "newest") : `by_person${state ? "_and_state" : ""}`;
  const [rows, people] = await ctx.db.batch([
    sessionRows(ctx, me, isToReview ? "to_review" : index)
      .where(
        and(
          eq(s.orgId, me.orgId),
          // Written out because the partial indexes are used only if their condition appears literally.
          sql`voice_sessions.sent_at IS NOT NULL`,
          person === undefined ? undefined : eq(s.userId, person),
          isToReview
            ? sql`voice_sessions.handed_over_at IS NOT NULL AND voice_sessions.reviewed_at IS NULL`
            : state && eq(s.state, state),
          beyond,
        ),
      )
      .orderBy(...order)
      .limit(limit + 1),
    ctx.db
      .select({
        value: tenantMembers.userId,
        label: sql<string>`trim(${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName})`.as("person_name"),
      })
      .from(tenantMembers)
      .where(and(eq(tenantMembers.orgId, me.orgId), seesAll ? undefined : sql`false`))
      .orderBy(sql`lower(${tenantMembers.lastName})`, tenantMembers.userId),
  ]);
  const cut = bidirectionalPage(rows, { limit, total: null, direction }, ({ id }) => [id]);
  return { ...cut, items: cut.items.map((row) => sessionOf(ctx, me, row)), people, seesAll, timeZone: me.timeZone };
}

/** Returns how many memos are left to the office to review, up to `limit`. @throws DomainError forbidden */
export async function countMemosToReview(ctx: Ctx): Promise<{ toReview: number; limit: number }> {
  const me = allow(ctx, "work_orders.write");
  const [counted] = await ctx.db.all<{ toReview: number }>(sql`
    SELECT count(*) AS toReview FROM (
      SELECT 1 FROM voice_sessions INDEXED BY voice_sessions_to_review
      WHERE org_id = ${me.orgId} AND sent_at IS NOT NULL AND handed_over_at IS NOT NULL AND reviewed_at IS NULL
      LIMIT ${MAX_COUNTED})`);
  return { toReview: counted?.toReview ?? 0, limit: MAX_COUNTED };
}

/** Counts stop there. */
const MAX_COUNTED = 100;

export type ListedSession = ReturnType<typeof sessionOf>;

function sessionRows(ctx: Ctx, { orgId }: Member, index: string) {
  const { id, userId, sessionType, state, spokenAt, expiresAt, actions, problem } = voiceSessions;
  const first = sql`(SELECT v.work_order_id FROM voice_session_work_orders v
    WHERE v.org_id = ${orgId} AND v.session_id = voice_sessions.id ORDER BY v.position LIMIT 1)`;
  return ctx.db
    .select({
      ...namedEach({ id, userId, sessionType, state, spokenAt, expiresAt }),
      ...{ actions: namedOrNull(actions, "saved_actions"), problem: namedOrNull(problem, "last_problem") },
      isToReview: sql<boolean>`voice_sessions.handed_over_at IS NOT NULL AND voice_sessions.reviewed_at IS NULL`
        .mapWith(Boolean)
        .as("is_to_review"),
      workOrderNumber: namedOrNull(workOrders.number, "job_number"),
      by: sql<string | null>`trim(${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName})`.as("spoken_by"),
      transcript: sql<string | null>`(SELECT substr(r.transcript, 1, ${MAX_SHOWN_LENGTH}) FROM work_order_recordings r
        WHERE r.org_id = ${orgId} AND r.id = voice_sessions.id AND r.work_order_id = coalesce(voice_sessions.work_order_id, ${first}))`.as(
        "shown_transcript",
      ),
      made: sql<string | null>`(SELECT group_concat(w.number) FROM voice_session_work_orders v
        JOIN work_orders w ON w.org_id = ${orgId} AND w.id = v.work_order_id
        WHERE v.org_id = ${orgId} AND v.session_id = voice_sessions.id)`.as("made_numbers"),
    })
    .from(byIndex(voiceSessions, `voice_sessions_${index}`))
    .leftJoin(workOrders, and(eq(workOrders.orgId, orgId), eq(workOrders.id, voiceSessions.workOrderId)))
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, orgId), eq(tenantMembers.userId, voiceSessions.userId)))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof sessionRows>>[number];

function sessionOf(ctx: Ctx, me: Member, { expiresAt, made, problem, userId, ...row }: Row) {
  return {
    ...row,
    isMine: userId === me.userId,
    state: endOf(ctx, { state: row.state, expiresAt }),
    /** Numbers of the work orders it became. */
    made:
      made === null
        ? []
        : made
            .split(",")
            .map(Number)
            .sort((a, b) => a - b),
    problem: problem === null ? null : PROBLEMS[problem],
  };
}

import { and, asc, desc, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedEach, namedOrNull } from "#drizzle/d1/columns";
import { equipment } from "#drizzle/schema/equipment";
import { issueActivity, issueFingerprints, issueLabels, issueProjects, issues } from "#drizzle/schema/issues";
import { tenantMembers } from "#drizzle/schema/platform";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { attachmentsOf } from "./attachments.server";
import { commentsOf } from "./comments.server";
import { MAX_LABELS_PER_ISSUE } from "./issue";
import { idOfIssue, issueNotFound, issueRow } from "./load.server";

/** Comments and activity entries shown at a time. */
const MAX_SHOWN = 200;
const MAX_DUPLICATES = 50;

export type IssueDetail = Awaited<ReturnType<typeof issueDetail>>;

/**
 * Returns everything the issue's screen shows, in one round trip; also from the trash, indicated by `deletedAt`. Of many comments
 * the latest, or those before the comment with the id `before`.
 * @throws DomainError not_found
 */
export async function issueDetail(ctx: Ctx, ref: string, { before = null }: { before?: string | null } = {}) {
  const me = allow(ctx, "issues.read");
  const id = idOfIssue(me, ref);
  const own = sql`(select o.label_ids from issues o where o.org_id = ${me.orgId} and o.id = ${id})`;
  const reference = (column: string) =>
    sql`(select o.${sql.raw(column)} from issues o where o.org_id = ${me.orgId} and o.id = ${id})`;
  const [
    [issue],
    labels,
    [seen],
    [project],
    [workOrder],
    [unit],
    [original],
    duplicates,
    comments,
    activity,
    attachments,
  ] = await ctx.db.batch([
    issueRow(ctx, me, ref),
    ctx.db
      .select({ id: issueLabels.id, name: issueLabels.name, color: issueLabels.color })
      .from(issueLabels)
      .where(and(eq(issueLabels.orgId, me.orgId), sql`${issueLabels.id} in (select value from json_each(${own}))`))
      .orderBy(asc(sql`lower(${issueLabels.name})`))
      .limit(MAX_LABELS_PER_ISSUE),
    ctx.db
      .select({ count: issueFingerprints.count, lastAt: issueFingerprints.lastAt })
      .from(issueFingerprints)
      .where(and(eq(issueFingerprints.orgId, me.orgId), sql`${issueFingerprints.issueId} = ${id}`))
      .limit(1),
    ctx.db
      .select({ id: issueProjects.id, name: issueProjects.name })
      .from(issueProjects)
      .where(and(eq(issueProjects.orgId, me.orgId), sql`${issueProjects.id} = ${reference("project_id")}`)),
    ctx.db
      .select({ id: workOrders.id, number: workOrders.number, title: workOrders.title })
      .from(workOrders)
      .where(and(eq(workOrders.orgId, me.orgId), sql`${workOrders.id} = ${reference("work_order_id")}`)),
    ctx.db
      .select({ id: equipment.id, name: equipment.name })
      .from(equipment)
      .where(and(eq(equipment.orgId, me.orgId), sql`${equipment.id} = ${reference("equipment_id")}`)),
    ctx.db
      .select({ id: issues.id, number: issues.number, title: issues.title })
      .from(issues)
      .where(and(eq(issues.orgId, me.orgId), sql`${issues.id} = ${reference("duplicate_of")}`)),
    ctx.db
      .select(namedEach({ id: issues.id, number: issues.number, title: issues.title }))
      .from(byIndex(issues, "issues_duplicate_of"))
      .where(
        and(
          eq(issues.orgId, me.orgId),
          sql`issues.duplicate_of is not null and issues.duplicate_of = ${id}`,
          sql`issues.deleted_at is null`,
        ),
      )
      .limit(MAX_DUPLICATES + 1),
    commentsOf(ctx, me, { ref, limit: MAX_SHOWN + 1, latest: { before } }),
    ctx.db
      .select({
        id: named(issueActivity.id, "activity_id"),
        kind: issueActivity.kind,
        authorName: issueActivity.actorName,
        authorHost: issueActivity.actorHost,
        firstName: namedOrNull(tenantMembers.firstName, "actor_first_name"),
        lastName: namedOrNull(tenantMembers.lastName, "actor_last_name"),
        before: issueActivity.before,
        after: issueActivity.after,
        at: issueActivity.at,
      })
      .from(issueActivity)
      .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, issueActivity.userId)))
      .where(
        and(
          eq(issueActivity.orgId, me.orgId),
          sql`${issueActivity.issueId} = ${id}`,
          before === null
            ? undefined
            : sql`${issueActivity.at} < (select c.created_at from issue_comments c
                where c.org_id = ${me.orgId} and c.issue_id = ${id} and c.id = ${before})`,
        ),
      )
      .orderBy(desc(issueActivity.id))
      .limit(MAX_SHOWN + 1),
    attachmentsOf(ctx, me, ref),
  ]);
  if (!issue) throw issueNotFound();
  const shown = comments.slice(0, MAX_SHOWN).toReversed();
  const earlierThan = comments.length > MAX_SHOWN ? (shown[0]?.id ?? null) : null;
  // What happened before the first comment shown is listed with the earlier comments.
  const since = earlierThan === null ? "" : (shown[0]?.createdAt ?? "");
  const events = activity.slice(0, MAX_SHOWN).filter(({ at }) => at >= since);
  return {
    ...issue,
    labels,
    /** How often a server error occurred. */
    seen: seen ?? null,
    project: project ?? null,
    workOrder: workOrder ?? null,
    equipment: unit ?? null,
    original: original ?? null,
    /** Issues marked as duplicates of this one. */
    duplicates: duplicates.slice(0, MAX_DUPLICATES),
    /** Of which there are more than those listed. */
    isCut: {
      duplicates: duplicates.length > MAX_DUPLICATES,
      activity: activity.length > MAX_SHOWN && events.length === MAX_SHOWN,
    },
    comments: shown,
    /** The first comment shown, if there are earlier ones. */
    earlierThan,
    activity: events.toReversed(),
    attachments,
  };
}

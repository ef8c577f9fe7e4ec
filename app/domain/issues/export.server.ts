import { and, asc, eq, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { issueProjects, issueStates, issues } from "#drizzle/schema/issues";
import { tenantMembers } from "#drizzle/schema/platform";
import { labelsOf } from "~/domain/issues/config/labels.server";
import type { Ctx } from "~/domain/shared/context";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { formatIssueNumber } from "./issue";
import { filterExpression, type IssueNarrowing } from "./list.server";

const PAGE = 500;

const EXPORTS: Limit = {
  name: "issue_exports",
  what: "exports",
  perPerson: 12,
  perBusiness: 30,
  seconds: HOUR_SECONDS,
};

/** Yields the issues matching a filter, oldest first, a query's page at a time. @throws DomainError too_many_requests */
export async function exportIssues(ctx: Ctx, filter: IssueNarrowing) {
  const me = allow(ctx, "issues.manage");
  await limitUse(ctx, EXPORTS);
  const expression = filterExpression(filter);
  const labels = new Map((await labelsOf(ctx, me)).map(({ id, name }) => [id, name]));

  async function* pages() {
    for (let after = 0; ; ) {
      const rows = await ctx.db
        .select({
          number: issues.number,
          title: issues.title,
          body: issues.body,
          state: named(issueStates.name, "state_name"),
          category: issueStates.category,
          priority: issues.priority,
          project: namedOrNull(issueProjects.name, "project_name"),
          firstName: namedOrNull(tenantMembers.firstName, "assignee_first_name"),
          lastName: namedOrNull(tenantMembers.lastName, "assignee_last_name"),
          labelIds: issues.labelIds,
          milestone: issues.milestone,
          source: issues.source,
          commentCount: issues.commentCount,
          createdAt: issues.createdAt,
          updatedAt: issues.updatedAt,
          closedAt: issues.closedAt,
        })
        .from(issues)
        .innerJoin(issueStates, and(eq(issueStates.orgId, me.orgId), eq(issueStates.id, issues.stateId)))
        .leftJoin(issueProjects, and(eq(issueProjects.orgId, me.orgId), eq(issueProjects.id, issues.projectId)))
        .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, issues.assigneeId)))
        .where(
          and(
            eq(issues.orgId, me.orgId),
            sql`issues.deleted_at is null`,
            expression === null
              ? sql`issues.number > ${after}`
              : sql`issues.number in ${foundIn(me, { table: "issue_search", expression }, { after, limit: PAGE })}`,
          ),
        )
        .orderBy(asc(issues.number))
        .limit(PAGE);
      if (rows.length > 0) {
        yield rows.map(({ number, labelIds, firstName, lastName, ...row }) => ({
          reference: formatIssueNumber(number),
          ...row,
          assignee: firstName === null ? null : `${firstName} ${lastName}`,
          labels: labelIds.map((id) => labels.get(id) ?? id),
        }));
      }
      if (rows.length < PAGE) return;
      after = rows.at(-1)?.number ?? 0;
    }
  }
  return pages();
}

export type ExportedIssue =
  Awaited<ReturnType<typeof exportIssues>> extends AsyncGenerator<(infer Row)[]> ? Row : never;

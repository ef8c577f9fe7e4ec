import { and, asc, eq, sql } from "drizzle-orm";
import { issueProjects, issues } from "#drizzle/schema/issues";
import { labelsOf } from "~/domain/issues/config/labels.server";
import { milestonesOf } from "~/domain/issues/config/milestones.server";
import { likeness, similarExpressions } from "~/domain/issues/reports/similar";
import { activeMembers, fullName } from "~/domain/shared/active-members.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { statesOf } from "./board.server";
import { MAX_PROJECTS } from "./issue";

export type IssueChoices = Awaited<ReturnType<typeof issueChoices>>;

/** Returns the values for issues and filters: states, labels, projects and the current members. */
export async function issueChoices(ctx: Ctx) {
  const me = allow(ctx, "issues.read");
  const [[states, labels, projects, milestones], people] = await Promise.all([
    ctx.db.batch([statesOf(ctx, me), labelsOf(ctx, me), projectsOf(ctx, me), milestonesOf(ctx, me)]),
    activeMembers(ctx, me, "firstName"),
  ]);
  return {
    states: states.map(({ id, name, category, color, count }) => ({ id, name, category, color, count: count ?? 0 })),
    labels: labels.map(({ id, name, color }) => ({ id, name, color })),
    projects: projects.filter(({ archived }) => !archived).map(({ id, name }) => ({ id, name })),
    milestones: milestones.map(({ id, name, dueOn, closed }) => ({ id, name, dueOn, closed })),
    people: people.map((member) => ({ id: member.id, name: fullName(member) })),
  };
}

/** Projects by name. */
export function projectsOf(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: issueProjects.id,
      name: issueProjects.name,
      description: issueProjects.description,
      archived: issueProjects.archived,
      version: issueProjects.version,
    })
    .from(issueProjects)
    .where(eq(issueProjects.orgId, me.orgId))
    .orderBy(asc(sql`lower(${issueProjects.name})`))
    .limit(MAX_PROJECTS);
}

const MAX_SIMILAR = 5;

/**
 * Returns possible duplicates of an issue whose title is being typed, most similar first. Reads only a few rows, however many
 * there are.
 */
export async function similarIssues(ctx: Ctx, title: string) {
  const me = allow(ctx, "issues.read");
  const expressions = similarExpressions(title);
  if (expressions.length === 0) return [];
  const found = sql.join(
    expressions.map(
      (expression) => sql`select * from ${foundIn(me, { table: "issue_search", expression }, { limit: 10 })}`,
    ),
    sql` union `,
  );
  const rows = await ctx.db
    .select({ number: issues.number, title: issues.title, closedAt: issues.closedAt })
    .from(issues)
    .where(and(eq(issues.orgId, me.orgId), sql`${issues.number} in (${found})`));
  return rows
    .map((row) => ({ ...row, likeness: likeness(title, row.title) }))
    .sort((a, b) => b.likeness - a.likeness || b.number - a.number)
    .slice(0, MAX_SIMILAR)
    .map(({ number, title: name, closedAt }) => ({ number, title: name, isClosed: closedAt !== null }));
}

import { and, eq, sql } from "drizzle-orm";
import { issueProjects } from "#drizzle/schema/issues";
import { statesOf } from "~/domain/issues/board.server";
import { projectsOf } from "~/domain/issues/choices.server";
import { MAX_PROJECTS } from "~/domain/issues/issue";
import type { ProjectChange, ProjectInput } from "~/domain/issues/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertHolds, assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { labelsOf } from "./labels.server";
import { milestonesOf } from "./milestones.server";
import { nameTaken } from "./name-taken";
import { prioritiesFrom } from "./priorities";
import { prioritiesOf } from "./priorities.server";

/** Returns everything the tracker's settings show, in one round trip. */
export async function trackerSettings(ctx: Ctx) {
  const me = allow(ctx, "issues.manage");
  const [states, labels, projects, milestones, priorities] = await ctx.db.batch([
    statesOf(ctx, me),
    labelsOf(ctx, me),
    projectsOf(ctx, me),
    milestonesOf(ctx, me),
    prioritiesOf(ctx, me),
  ]);
  return {
    states: states.map(({ count, ...state }) => ({ ...state, count: count ?? 0 })),
    labels,
    projects,
    milestones,
    priorities: prioritiesFrom(priorities),
  };
}

const refusals: ConstraintErrors = {
  "index 'issue_projects_name'": nameTaken("project"),
  too_many_projects: () => new DomainError("conflict", `There can be at most ${MAX_PROJECTS} projects.`),
};

/** @throws DomainError conflict with the field for a name in use */
export async function createProject(ctx: Ctx, input: ProjectInput): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "createIssueProject", input, async (commit) => {
    const id = ctx.newId();
    const at = ctx.now.toISOString();
    return commit(me, {
      writes: [
        ctx.db.insert(issueProjects).values({ orgId: me.orgId, id, ...input, createdAt: at, updatedAt: at }),
        assertHolds(
          ctx,
          "too_many_projects",
          sql`(select count(*) from issue_projects where org_id = ${me.orgId}) <= ${MAX_PROJECTS}`,
        ),
      ],
      audit: [{ action: "issue_project.create", entity: "issue_project", entityId: id, after: input }],
      result: { id },
      refusals,
    });
  });
}

/**
 * Renames or archives a project, which keeps its issues.
 * @throws DomainError not_found; conflict when stale or a name is in use
 */
export async function updateProject(ctx: Ctx, id: string, input: ProjectChange): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "updateIssueProject", { id, input }, async (commit) => {
    const stored = await storedProject(ctx, me, id);
    const { version, ...given } = input;
    const { before, after } = differences(stored, given);
    if (stored.version === version && Object.keys(after).length === 0) return { id };
    return commit(me, {
      writes: [
        ctx.db
          .update(issueProjects)
          .set({ ...given, version: version + 1, updatedAt: ctx.now.toISOString() })
          .where(and(eq(issueProjects.orgId, me.orgId), eq(issueProjects.id, id), eq(issueProjects.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "issue_project.update", entity: "issue_project", entityId: id, before, after }],
      result: { id },
      refusals: { ...refusals, stale: () => staleVersion("project", stored) },
    });
  });
}

/** Returns projects by name, including archived ones. */
export async function listProjects(ctx: Ctx) {
  return projectsOf(ctx, allow(ctx, "issues.read"));
}

/** @throws DomainError not_found */
export async function findProject(ctx: Ctx, id: string) {
  return storedProject(ctx, allow(ctx, "issues.manage"), id);
}

async function storedProject(ctx: Ctx, me: Member, id: string) {
  const [row] = await projectsOf(ctx, me)
    .$dynamic()
    .where(and(eq(issueProjects.orgId, me.orgId), eq(issueProjects.id, id)));
  if (!row) throw notFound("Project not found");
  return row;
}

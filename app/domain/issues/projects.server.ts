import { and, eq, sql } from "drizzle-orm";
import { issueProjects, issueStates } from "#drizzle/schema/issues";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintTexts } from "~/domain/shared/database-errors.server";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertHolds, assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { statesOf } from "./board.server";
import { projectsOf } from "./choices.server";
import { MAX_PROJECTS } from "./issue";
import { labelsOf } from "./labels.server";
import type { ProjectChange, ProjectInput, StateChange } from "./schema";

/** Everything the tracker's settings show, in one round trip. */
export async function trackerSettings(ctx: Ctx) {
  const me = allow(ctx, "issues.manage");
  const [states, labels, projects] = await ctx.db.batch([statesOf(ctx, me), labelsOf(ctx, me), projectsOf(ctx, me)]);
  return { states: states.map(({ count, ...state }) => ({ ...state, count: count ?? 0 })), labels, projects };
}

const nameTaken = (what: string) => () =>
  new DomainError("conflict", `Another ${what} has this name.`, {
    fields: { name: [`Another ${what} has this name`] },
  });

const refusals: ConstraintTexts = {
  "index 'issue_projects_name'": nameTaken("project"),
  "index 'issue_states_name'": nameTaken("state"),
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

/** Renames or archives a project, whose issues keep it. @throws DomainError not_found; conflict when stale or a name is in use */
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

/** Gives a state another name. @throws DomainError not_found; conflict when stale or a name is in use */
export async function renameState(ctx: Ctx, id: string, { name, version }: StateChange): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "renameIssueState", { id, name, version }, async (commit) => {
    const stored = await findState(ctx, id);
    return commit(me, {
      writes: [
        ctx.db
          .update(issueStates)
          .set({ name, version: version + 1 })
          .where(and(eq(issueStates.orgId, me.orgId), eq(issueStates.id, id), eq(issueStates.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [
        {
          action: "issue_state.update",
          entity: "issue_state",
          entityId: id,
          before: { name: stored.name },
          after: { name },
        },
      ],
      result: { id },
      refusals: { ...refusals, stale: () => staleVersion("state", stored) },
    });
  });
}

/** @throws DomainError not_found */
export async function findState(ctx: Ctx, id: string) {
  const me = allow(ctx, "issues.manage");
  const [row] = await ctx.db
    .select({ id: issueStates.id, name: issueStates.name, version: issueStates.version })
    .from(issueStates)
    .where(and(eq(issueStates.orgId, me.orgId), eq(issueStates.id, id)));
  if (!row) throw notFound("State not found");
  return row;
}

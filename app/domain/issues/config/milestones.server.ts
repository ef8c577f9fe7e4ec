import { and, asc, eq, sql } from "drizzle-orm";
import { issueMilestones } from "#drizzle/schema/issues";
import { MAX_MILESTONES } from "~/domain/issues/issue";
import type { MilestoneChange, MilestoneInput } from "~/domain/issues/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertHolds, assertRowChanged, differences, once, type Write } from "~/domain/shared/write.server";

const milestoneNotFound = () => notFound("Milestone not found");

/** Maximum number of issues updated in one batch when a milestone is renamed or deleted. */
const MAX_FOLLOWING = 500;

const refusals: ConstraintErrors = {
  "index 'issue_milestones_name'": () =>
    new DomainError("conflict", "Another milestone has this name.", {
      fields: { name: ["Another milestone has this name"] },
    }),
  too_many_milestones: () => new DomainError("conflict", `There can be at most ${MAX_MILESTONES} milestones.`),
  milestone_in_use: () =>
    new DomainError(
      "conflict",
      `More than ${MAX_FOLLOWING} issues have this milestone. Remove it from some of them first.`,
    ),
};

/** Returns milestones with their open and closed issues: by due date, then those without one, completed ones last. */
export async function listMilestones(ctx: Ctx) {
  return milestonesOf(ctx, allow(ctx, "issues.read"));
}

/** The same as a statement for a screen's batch: all of them, since code hosts may bring more than can be added here. */
export function milestonesOf(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: issueMilestones.id,
      name: issueMilestones.name,
      description: issueMilestones.description,
      dueOn: issueMilestones.dueOn,
      closed: issueMilestones.closed,
      openIssues: issueMilestones.openIssues,
      closedIssues: issueMilestones.closedIssues,
      version: issueMilestones.version,
    })
    .from(issueMilestones)
    .where(eq(issueMilestones.orgId, me.orgId))
    .orderBy(
      asc(issueMilestones.closed),
      sql`coalesce(${issueMilestones.dueOn}, '9999')`,
      asc(sql`lower(${issueMilestones.name})`),
    );
}

/** @throws DomainError conflict with the field for a name in use */
export async function createMilestone(ctx: Ctx, input: MilestoneInput): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "createIssueMilestone", input, async (commit) => {
    const id = ctx.newId();
    const at = ctx.now.toISOString();
    return commit(me, {
      writes: [
        ctx.db.insert(issueMilestones).values({ orgId: me.orgId, id, ...input, createdAt: at, updatedAt: at }),
        assertHolds(
          ctx,
          "too_many_milestones",
          sql`(select count(*) from issue_milestones where org_id = ${me.orgId}) <= ${MAX_MILESTONES}`,
        ),
      ],
      audit: [{ action: "issue_milestone.create", entity: "issue_milestone", entityId: id, after: input }],
      result: { id },
      refusals,
    });
  });
}

/**
 * Changes a milestone, including its name on its issues.
 * @throws DomainError not_found; conflict when stale, for a name in use, or if too many issues would have to change
 */
export async function updateMilestone(ctx: Ctx, id: string, input: MilestoneChange): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "updateIssueMilestone", { id, input }, async (commit) => {
    const stored = await storedMilestone(ctx, me, id);
    const { version, ...given } = input;
    if (stored.version !== version) throw staleVersion("milestone", stored);
    const { before, after } = differences(stored, given);
    if (Object.keys(after).length === 0) return { id };
    const { name = stored.name } = given;
    return commit(me, {
      writes: [
        ctx.db
          .update(issueMilestones)
          // Renaming the issues counts them again under the new name.
          .set({
            ...given,
            ...(name !== stored.name && { openIssues: 0, closedIssues: 0 }),
            version: version + 1,
            updatedAt: ctx.now.toISOString(),
          })
          .where(and(isMilestone(me, id), eq(issueMilestones.version, version))),
        assertRowChanged(ctx, "stale"),
        ...(name === stored.name ? [] : renameOn(ctx, me, { from: stored.name, to: name })),
      ],
      audit: [{ action: "issue_milestone.update", entity: "issue_milestone", entityId: id, before, after }],
      result: { id },
      refusals: { ...refusals, stale: () => staleVersion("milestone", stored) },
    });
  });
}

/** Deletes a milestone and removes it from its issues. @throws DomainError not_found; conflict if too many issues have it */
export async function deleteMilestone(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "deleteIssueMilestone", { id }, async (commit) => {
    const { version: _, ...stored } = await storedMilestone(ctx, me, id);
    return commit(me, {
      writes: [
        ...renameOn(ctx, me, { from: stored.name, to: null }),
        ctx.db.delete(issueMilestones).where(isMilestone(me, id)),
        assertRowChanged(ctx, "milestone_gone"),
      ],
      audit: [{ action: "issue_milestone.delete", entity: "issue_milestone", entityId: id, before: stored }],
      result: { id },
      refusals: { ...refusals, milestone_gone: milestoneNotFound },
    });
  });
}

/** Issues in the trash keep the old name. If one is restored, a milestone with that name exists again. */
function renameOn(ctx: Ctx, me: Member, { from, to }: { from: string; to: string | null }): Write[] {
  const having = sql`select i.id from issues i indexed by issues_milestone
    where i.org_id = ${me.orgId} and i.milestone is not null and lower(i.milestone) = lower(${from}) and i.deleted_at is null
    limit ${MAX_FOLLOWING + 1}`;
  return [
    assertHolds(ctx, "milestone_in_use", sql`(select count(*) from (${having})) <= ${MAX_FOLLOWING}`),
    ctx.db.run(sql`
      update issues set milestone = ${to}, version = version + 1, updated_at = ${ctx.now.toISOString()}
      where org_id = ${me.orgId} and id in (${having})`),
  ];
}

/** @throws DomainError not_found */
export async function findMilestone(ctx: Ctx, id: string) {
  return storedMilestone(ctx, allow(ctx, "issues.read"), id);
}

const isMilestone = (me: Member, id: string) => and(eq(issueMilestones.orgId, me.orgId), eq(issueMilestones.id, id));

async function storedMilestone(ctx: Ctx, me: Member, id: string) {
  const [row] = await milestonesOf(ctx, me).$dynamic().where(isMilestone(me, id));
  if (!row) throw milestoneNotFound();
  return row;
}

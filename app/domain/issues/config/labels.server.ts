import { and, asc, eq, sql } from "drizzle-orm";
import { issueLabels } from "#drizzle/schema/issues";
import { MAX_LABELS } from "~/domain/issues/issue";
import type { LabelChange, LabelInput } from "~/domain/issues/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertHolds, assertRowChanged, differences, once } from "~/domain/shared/write.server";

const labelNotFound = () => notFound("Label not found");

const refusals: ConstraintErrors = {
  "index 'issue_labels_name'": () =>
    new DomainError("conflict", "Another label has this name.", { fields: { name: ["Another label has this name"] } }),
  too_many_labels: () => new DomainError("conflict", `There can be at most ${MAX_LABELS} labels. Delete one first.`),
  label_in_use: () =>
    new DomainError("conflict", `More than ${MAX_CHANGED} issues have this label. Remove it from some of them first.`),
};

/** Labels by name. */
export async function listLabels(ctx: Ctx) {
  return labelsOf(ctx, allow(ctx, "issues.read"));
}

/** The same as a statement for a screen's batch: all of them, since code hosts may bring more than can be added here. */
export function labelsOf(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: issueLabels.id,
      name: issueLabels.name,
      color: issueLabels.color,
      description: issueLabels.description,
      version: issueLabels.version,
    })
    .from(issueLabels)
    .where(eq(issueLabels.orgId, me.orgId))
    .orderBy(asc(sql`lower(${issueLabels.name})`));
}

/** @throws DomainError conflict with the field for a name in use */
export async function createLabel(ctx: Ctx, input: LabelInput): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "createIssueLabel", input, async (commit) => {
    const id = ctx.newId();
    const at = ctx.now.toISOString();
    return commit(me, {
      writes: [
        ctx.db.insert(issueLabels).values({ orgId: me.orgId, id, ...input, createdAt: at, updatedAt: at }),
        assertHolds(
          ctx,
          "too_many_labels",
          sql`(select count(*) from issue_labels where org_id = ${me.orgId}) <= ${MAX_LABELS}`,
        ),
      ],
      audit: [{ action: "issue_label.create", entity: "issue_label", entityId: id, after: input }],
      result: { id },
      refusals,
    });
  });
}

/** @throws DomainError not_found; conflict with `{ current }` when stale, with the field for a name in use */
export async function updateLabel(ctx: Ctx, id: string, input: LabelChange): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "updateIssueLabel", { id, input }, async (commit) => {
    const stored = await storedLabel(ctx, me, id);
    const { version, ...given } = input;
    if (stored.version !== version) throw staleVersion("label", stored);
    const { before, after } = differences(stored, given);
    if (Object.keys(after).length === 0) return { id };
    return commit(me, {
      writes: [
        ctx.db
          .update(issueLabels)
          .set({ ...given, version: version + 1, updatedAt: ctx.now.toISOString() })
          .where(and(isLabel(me, id), eq(issueLabels.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "issue_label.update", entity: "issue_label", entityId: id, before, after }],
      result: { id },
      refusals: { ...refusals, stale: () => staleVersion("label", stored) },
    });
  });
}

/** Maximum number of issues that lose a label in one batch when it is deleted. */
const MAX_CHANGED = 500;

/** Deletes a label and removes it from its issues. @throws DomainError not_found; conflict if too many issues have it */
export async function deleteLabel(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "issues.manage");
  return once(ctx, "deleteIssueLabel", { id }, async (commit) => {
    const stored = await storedLabel(ctx, me, id);
    const having = issuesWith(me, id);
    return commit(me, {
      writes: [
        assertHolds(ctx, "label_in_use", sql`(select count(*) from (${having})) <= ${MAX_CHANGED}`),
        // Issues in the trash lose it too, without any other change.
        ctx.db.run(sql`
          update issues set version = version + 1, label_ids = (
            select json_group_array(value) from json_each(issues.label_ids) where value <> ${id})
          where org_id = ${me.orgId} and id in (${having})`),
        ctx.db.delete(issueLabels).where(isLabel(me, id)),
        assertRowChanged(ctx, "label_gone"),
      ],
      audit: [{ action: "issue_label.delete", entity: "issue_label", entityId: id, before: stored }],
      result: { id },
      refusals: { ...refusals, label_gone: labelNotFound },
    });
  });
}

/** @throws DomainError not_found */
export async function findLabel(ctx: Ctx, id: string) {
  return storedLabel(ctx, allow(ctx, "issues.read"), id);
}

/** A label with the number of issues that have it; null if there are more than can be changed at once. @throws DomainError not_found */
export async function labelWithUse(ctx: Ctx, id: string) {
  const me = allow(ctx, "issues.manage");
  const [label, [used]] = await Promise.all([
    storedLabel(ctx, me, id),
    ctx.db.all<{ issues: number }>(sql`select count(*) as issues from (${issuesWith(me, id)})`),
  ]);
  const issues = used?.issues ?? 0;
  return { ...label, issues: issues > MAX_CHANGED ? null : issues };
}

const issuesWith = ({ orgId }: Member, id: string) =>
  sql`select k.issue_id from issue_label_links k indexed by issue_label_links_label
    where k.org_id = ${orgId} and k.label_id = ${id} limit ${MAX_CHANGED + 1}`;

const isLabel = (me: Member, id: string) => and(eq(issueLabels.orgId, me.orgId), eq(issueLabels.id, id));

async function storedLabel(ctx: Ctx, me: Member, id: string) {
  const [row] = await labelsOf(ctx, me).$dynamic().where(isLabel(me, id));
  if (!row) throw labelNotFound();
  return row;
}

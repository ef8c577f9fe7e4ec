import { sql } from "drizzle-orm";
import type { UpdateIssue } from "~/domain/issues/schema";
import { activeMember } from "~/domain/shared/active-member.server";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField } from "~/domain/shared/errors";

type References = Partial<
  Pick<UpdateIssue, "stateId" | "projectId" | "assigneeId" | "labelIds" | "workOrderId" | "equipmentId" | "duplicateOf">
>;

interface Found {
  state: number;
  project: number;
  labels: number;
  workOrder: number;
  equipment: number;
  duplicateOf: number;
}

/**
 * Checks that everything an issue refers to exists in the business; the database enforces the same.
 * @throws DomainError invalid with the field
 */
export async function checkReferences(ctx: Ctx, me: Member, wanted: References): Promise<void> {
  const { orgId } = me;
  const { stateId, projectId, assigneeId, labelIds = [], workOrderId, equipmentId, duplicateOf } = wanted;
  if (![stateId, projectId, assigneeId, labelIds[0], workOrderId, equipmentId, duplicateOf].some(Boolean)) return;
  const [[found], [assignee]] = await Promise.all([
    ctx.db.all<Found>(sql`select
      exists (select 1 from issue_states s where s.org_id = ${orgId} and s.id = ${stateId ?? ""}) as state,
      exists (select 1 from issue_projects p where p.org_id = ${orgId} and p.id = ${projectId ?? ""} and p.archived = 0) as project,
      (select count(*) from issue_labels l where l.org_id = ${orgId} and l.id in (select value from json_each(${JSON.stringify(labelIds)}))) as labels,
      exists (select 1 from work_orders w where w.org_id = ${orgId} and w.id = ${workOrderId ?? ""}) as workOrder,
      exists (select 1 from equipment e where e.org_id = ${orgId} and e.id = ${equipmentId ?? ""}) as equipment,
      exists (select 1 from issues i where i.org_id = ${orgId} and i.id = ${duplicateOf ?? ""} and i.deleted_at is null) as duplicateOf`),
    assigneeId ? activeMember(ctx, me, assigneeId) : [{ userId: null }],
  ]);
  if (!found) return;
  if (stateId && !found.state) throw invalidField("stateId", "Choose a state from the list");
  if (projectId && !found.project) throw invalidField("projectId", "Choose a project from the list");
  if (!assignee) throw invalidField("assigneeId", "Choose a person from the list");
  if (found.labels !== labelIds.length) throw invalidField("labelIds", "Choose labels from the list");
  if (workOrderId && !found.workOrder) throw invalidField("workOrderId", "Choose a work order from the list");
  if (equipmentId && !found.equipment) throw invalidField("equipmentId", "Choose equipment from the list");
  if (duplicateOf && !found.duplicateOf) throw invalidField("duplicateOf", "Choose an issue from the list");
}

export const refusals: ConstraintErrors = {
  issue_in_trash: () => new DomainError("conflict", "This issue is in the trash. Restore it first."),
  issue_duplicates_in_a_ring: () =>
    invalidField("duplicateOf", "That issue is a duplicate of this one. Choose the issue where work continues."),
  issue_not_own_duplicate: () => invalidField("duplicateOf", "An issue can't be a duplicate of itself"),
};

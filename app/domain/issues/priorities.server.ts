import { and, eq, sql } from "drizzle-orm";
import { issuePriorities } from "#drizzle/schema/issues";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintTexts } from "~/domain/shared/database-errors.server";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, differences, once, type Write } from "~/domain/shared/write.server";
import { ISSUE_PRIORITIES, ISSUE_PRIORITY_LABELS, type IssuePriority } from "./issue";
import { nameTaken } from "./name-taken";
import { type PrioritySettings, prioritiesFrom } from "./priorities";
import type { PriorityChange } from "./schema";

const refusals: ConstraintTexts = {
  "index 'issue_priorities_name'": nameTaken("priority"),
  "index 'issue_priorities_label'": () =>
    new DomainError("conflict", "Another priority has this label.", {
      fields: { label: ["Another priority has this label"] },
    }),
};

/** The priorities with their names, colors and code-host labels, the most urgent first. */
export async function listPriorities(ctx: Ctx): Promise<PrioritySettings[]> {
  return prioritiesFrom(await prioritiesOf(ctx, allow(ctx, "issues.read")));
}

/** What the business has changed, as a statement for a batch; see `prioritiesFrom`. */
export function prioritiesOf(ctx: Ctx, me: Pick<Member, "orgId">) {
  return ctx.db
    .select({
      priority: issuePriorities.priority,
      name: issuePriorities.name,
      color: issuePriorities.color,
      label: issuePriorities.label,
      version: issuePriorities.version,
    })
    .from(issuePriorities)
    .where(eq(issuePriorities.orgId, me.orgId));
}

/** @throws DomainError not_found */
export async function findPriority(ctx: Ctx, priority: string): Promise<PrioritySettings> {
  const found = (await listPriorities(ctx)).find((one) => one.priority === priority);
  if (!found) throw notFound("Priority not found");
  return found;
}

/** Linked issues that sync again at once when a label is chosen; others follow with their next change. */
const MAX_SYNCED_AGAIN = 500;

/**
 * Renames or recolors a priority, or changes the label that stands for it on code hosts. Linked issues with the label or the
 * priority are synced again.
 * @throws DomainError not_found; conflict with `{ current }` when stale, with the field for a name or label in use
 */
export async function updatePriority(ctx: Ctx, priority: IssuePriority, input: PriorityChange): Promise<void> {
  const me = allow(ctx, "issues.manage");
  await once(ctx, "updateIssuePriority", { priority, input }, async (commit) => {
    const stored = await findPriority(ctx, priority);
    const { version, ...given } = input;
    if (stored.version !== version) throw staleVersion("priority", stored);
    const { before, after } = differences({ ...stored }, given);
    if (Object.keys(after).length === 0) return null;
    const p = issuePriorities;
    return commit(me, {
      writes: [
        // All of them, so that no other can be given a name that one has by default.
        ctx.db
          .insert(p)
          .values(ISSUE_PRIORITIES.map((one) => ({ orgId: me.orgId, priority: one, name: ISSUE_PRIORITY_LABELS[one] })))
          .onConflictDoNothing({ target: [p.orgId, p.priority] }),
        ctx.db
          .update(p)
          .set({ ...given, version: version + 1 })
          .where(and(eq(p.orgId, me.orgId), eq(p.priority, priority), eq(p.version, version))),
        assertRowChanged(ctx, "stale"),
        ...(typeof after.label === "string" ? [syncAgain(ctx, me, { priority, label: after.label })] : []),
      ],
      audit: [{ action: "issue_priority.update", entity: "issue_priority", entityId: priority, before, after }],
      result: null,
      refusals: { ...refusals, stale: () => staleVersion("priority", stored) },
    });
  });
}

function syncAgain(
  ctx: Ctx,
  { orgId }: Member,
  { priority, label }: { priority: IssuePriority; label: string },
): Write {
  return ctx.db.run(sql`
    UPDATE code_host_issues SET changes = changes + 1, queued_at = NULL
    WHERE org_id = ${orgId} AND status = 'linked' AND issue_id IN (
      SELECT i.id FROM issues i INDEXED BY issues_live
      WHERE i.org_id = ${orgId} AND i.deleted_at IS NULL AND i.closed_at IS NULL
        AND (i.priority = ${priority} AND i.priority <> 'none' OR EXISTS (
          SELECT 1 FROM json_each(i.label_ids) e JOIN issue_labels l ON l.org_id = ${orgId} AND l.id = e.value
          WHERE l.org_id = ${orgId} AND lower(trim(l.name)) = lower(${label})))
      ORDER BY i.number DESC LIMIT ${MAX_SYNCED_AGAIN})`);
}

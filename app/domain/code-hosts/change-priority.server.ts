import { and, eq } from "drizzle-orm";
import { codeHostRepositories } from "#drizzle/schema/code-hosts";
import { issuePriorities } from "#drizzle/schema/issues";
import { nameTaken } from "~/domain/issues/config/name-taken";
import { findPriority } from "~/domain/issues/config/priorities.server";
import { ISSUE_PRIORITIES, ISSUE_PRIORITY_LABELS, type IssuePriority } from "~/domain/issues/issue";
import type { PriorityChange } from "~/domain/issues/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { hostMessage } from "./sync/job";

const refusals: ConstraintErrors = {
  "index 'issue_priorities_name'": nameTaken("priority"),
  "index 'issue_priorities_label'": () =>
    new DomainError("conflict", "Another priority has this label.", {
      fields: { label: ["Another priority has this label"] },
    }),
};

/**
 * Renames or recolors a priority, or changes the label that stands for it on code hosts. Open linked issues with the priority or
 * the label are then synced again, a part at a time.
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
    const repositories = "label" in after ? await linkedRepositories(ctx, me) : [];
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
      ],
      publish: repositories.map((at) =>
        hostMessage({ ...at, orgId: me.orgId, kind: "priority", priority, label: given.label ?? null, after: 0 }),
      ),
      audit: [{ action: "issue_priority.update", entity: "issue_priority", entityId: priority, before, after }],
      result: null,
      refusals: { ...refusals, stale: () => staleVersion("priority", stored) },
    });
  });
}

const MAX_REPOSITORIES = 500;

/** Also repositories that are not synced at present, and those of a disconnected host: their issues are synced once they are. */
function linkedRepositories(ctx: Ctx, { orgId }: Member) {
  const r = codeHostRepositories;
  return ctx.db
    .select({ host: r.host, repositoryId: r.id })
    .from(r)
    .where(eq(r.orgId, orgId))
    .orderBy(r.status, r.host, r.id)
    .limit(MAX_REPOSITORIES);
}

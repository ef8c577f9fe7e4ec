import { type SQL, sql } from "drizzle-orm";
import type { IssuePriority } from "~/domain/issues/issue";
import type { Ctx } from "~/domain/shared/context";
import { commit } from "~/domain/shared/write.server";
import { type HostJob, hostMessage, type RepositoryRef } from "./job";

/** Issues marked per run. */
const MAX_MARKED_AT_ONCE = 200;

interface Assigned {
  userId: string;
  /** Issues up to this number are done. */
  after: number;
}

/**
 * Marks the open issues assigned to a member here but not to their account on the host, so that the next sync of each sends the
 * assignment, which it could not before the account was known. Other assignees of the host's issue stay.
 */
export async function sendAssigned(ctx: Ctx, ref: RepositoryRef, { userId, after }: Assigned): Promise<void> {
  const { orgId, host, repositoryId } = ref;
  const rows = await ctx.db.all<{ number: number }>(sql`
    SELECT l.number FROM code_host_issues l
      JOIN code_host_people p ON p.org_id = ${orgId} AND p.host = ${host} AND p.user_id = ${userId}
      JOIN issues i ON i.org_id = ${orgId} AND i.id = l.issue_id
    WHERE l.org_id = ${orgId} AND l.host = ${host} AND l.repository_id = ${repositoryId} AND l.number > ${after}
      AND l.status = 'linked' AND i.assignee_id = ${userId} AND i.closed_at IS NULL AND i.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM json_each(l.base, '$.assignees') a WHERE a.value = p.login)
    ORDER BY l.number LIMIT ${MAX_MARKED_AT_ONCE}`);
  await mark(ctx, ref, {
    numbers: rows.map(({ number }) => number),
    // As if the assignment had just been made.
    base: sql`json_set(base, '$.assigneeId', NULL)`,
    next: (last) => ({ ...ref, kind: "assign", userId, after: last }),
  });
}

interface Prioritized {
  priority: IssuePriority;
  /** The label that stands for it now; null for none. */
  label: string | null;
  /** Issues up to this number are done. */
  after: number;
}

/**
 * Marks the open issues that have a priority or the label that was chosen for it, so that the next sync of each brings the two
 * together.
 */
export async function sendPriority(
  ctx: Ctx,
  ref: RepositoryRef,
  { priority, label, after }: Prioritized,
): Promise<void> {
  const { orgId, host, repositoryId } = ref;
  const rows = await ctx.db.all<{ number: number }>(sql`
    SELECT l.number FROM code_host_issues l
      JOIN issues i ON i.org_id = ${orgId} AND i.id = l.issue_id
    WHERE l.org_id = ${orgId} AND l.host = ${host} AND l.repository_id = ${repositoryId} AND l.number > ${after}
      AND l.status = 'linked' AND i.closed_at IS NULL AND i.deleted_at IS NULL
      AND (i.priority = ${priority} OR EXISTS (
        SELECT 1 FROM json_each(i.label_ids) e JOIN issue_labels n ON n.org_id = ${orgId} AND n.id = e.value
        WHERE n.org_id = ${orgId} AND lower(trim(n.name)) = lower(trim(${label}))))
    ORDER BY l.number LIMIT ${MAX_MARKED_AT_ONCE}`);
  await mark(ctx, ref, {
    numbers: rows.map(({ number }) => number),
    base: sql`base`,
    next: (last) => ({ ...ref, kind: "priority", priority, label, after: last }),
  });
}

/** Links issues again that were taken for deleted: the next sync of each merges what changed on both sides since. */
export const linkAgain = (ctx: Ctx, { orgId, host, repositoryId }: RepositoryRef, numbers: readonly number[]) =>
  ctx.db.run(sql`
    UPDATE code_host_issues SET status = 'linked', changes = changes + 1, queued_at = NULL
    WHERE org_id = ${orgId} AND host = ${host} AND repository_id = ${repositoryId} AND status = 'deleted' AND issue_id IS NOT NULL
      AND number IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`);

interface Marked {
  numbers: number[];
  base: SQL;
  /** The job for the issues after a number. */
  next: (last: number) => HostJob;
}

/** In one batch with the message for the next part, so that a crash repeats a part and loses none. */
async function mark(ctx: Ctx, ref: RepositoryRef, { numbers, base, next }: Marked) {
  const { orgId, host, repositoryId } = ref;
  const last = numbers.at(-1);
  if (last === undefined) return;
  await commit(ctx, ref, {
    writes: [
      ctx.db.run(sql`
        UPDATE code_host_issues SET base = ${base}, changes = changes + 1, queued_at = NULL
        WHERE org_id = ${orgId} AND host = ${host} AND repository_id = ${repositoryId}
          AND number IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`),
    ],
    publish: numbers.length < MAX_MARKED_AT_ONCE ? [] : [hostMessage(next(last))],
    result: null,
  });
}

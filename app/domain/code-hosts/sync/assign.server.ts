import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { commit } from "~/domain/shared/write.server";
import { hostMessage, type RepositoryRef } from "./job";

/** Issues marked per run. */
const MARKED_AT_ONCE = 200;

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
    ORDER BY l.number LIMIT ${MARKED_AT_ONCE}`);
  const last = rows.at(-1)?.number;
  if (last === undefined) return;
  const numbers = JSON.stringify(rows.map(({ number }) => number));
  await commit(ctx, null, {
    writes: [
      // As if the assignment had just been made.
      ctx.db.run(sql`
        UPDATE code_host_issues SET base = json_set(base, '$.assigneeId', NULL), changes = changes + 1, queued_at = NULL
        WHERE org_id = ${orgId} AND host = ${host} AND repository_id = ${repositoryId}
          AND number IN (SELECT value FROM json_each(${numbers}))`),
    ],
    publish: rows.length < MARKED_AT_ONCE ? [] : [hostMessage({ ...ref, kind: "assign", userId, after: last })],
    result: null,
  });
}

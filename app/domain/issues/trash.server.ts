import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { issues } from "#drizzle/schema/issues";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { issueNotFound, issueRow, readIssue } from "./load.server";
import { activityRow } from "./update.server";

/** Moves an issue to the trash, from which it can be restored. @throws DomainError not_found, also if it is already there */
export async function deleteIssue(ctx: Ctx, ref: string): Promise<{ id: string }> {
  const me = allow(ctx, "issues.write");
  return once(ctx, "deleteIssue", { ref }, async (commit) => {
    const { id, title, version } = await readIssue(ctx, me, ref);
    const at = ctx.now.toISOString();
    return commit(me, {
      writes: [
        ctx.db
          .update(issues)
          .set({ deletedAt: at, deletedBy: me.userId, updatedAt: at, version: sql`${issues.version} + 1` })
          .where(and(eq(issues.orgId, me.orgId), eq(issues.id, id), isNull(issues.deletedAt))),
        assertRowChanged(ctx, "issue_gone"),
        activityRow(ctx, me, { issueId: id, kind: "deleted" }),
      ],
      audit: [{ action: "issue.delete", entity: "issue", entityId: id, before: { title, version } }],
      result: { id },
      refusals: { issue_gone: issueNotFound },
    });
  });
}

/** Restores an issue from the trash unchanged. @throws DomainError not_found; conflict if it is not in the trash */
export async function restoreIssue(ctx: Ctx, ref: string): Promise<{ id: string }> {
  const me = allow(ctx, "issues.write");
  return once(ctx, "restoreIssue", { ref }, async (commit) => {
    const [row] = await issueRow(ctx, me, ref);
    if (!row) throw issueNotFound();
    const { id, title } = row;
    return commit(me, {
      writes: [
        ctx.db
          .update(issues)
          .set({
            deletedAt: null,
            deletedBy: null,
            updatedAt: ctx.now.toISOString(),
            version: sql`${issues.version} + 1`,
          })
          .where(and(eq(issues.orgId, me.orgId), eq(issues.id, id), isNotNull(issues.deletedAt))),
        assertRowChanged(ctx, "issue_not_in_trash"),
        activityRow(ctx, me, { issueId: id, kind: "restored" }),
      ],
      audit: [{ action: "issue.restore", entity: "issue", entityId: id, after: { title } }],
      result: { id },
      refusals: { issue_not_in_trash: () => new DomainError("conflict", "This issue is not in the trash.") },
    });
  });
}

/** Returns the issues in the trash, latest first. @throws DomainError invalid for a cursor of another list */
export async function listTrash(ctx: Ctx, { limit, ...at }: { limit: number; cursor?: string } & BackCursor) {
  const me = allow(ctx, "issues.read");
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [issues.deletedAt, issues.id], "desc");
  const rows = await ctx.db
    .select({
      ...namedEach({ id: issues.id, number: issues.number, title: issues.title }),
      deletedAt: sql<string>`${issues.deletedAt}`.as("deleted_at"),
    })
    .from(byIndex(issues, "issues_trash"))
    .where(and(eq(issues.orgId, me.orgId), sql`issues.deleted_at is not null`, beyond))
    .orderBy(...order)
    .limit(limit + 1);
  return bidirectionalPage(rows, { limit, total: null, direction }, (row) => [row.deletedAt, row.id]);
}

import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { issueComments, issues } from "#drizzle/schema/issues";
import { tenantMembers } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { idOfIssue, issueNotFound, readIssue } from "./load.server";
import type { CommentChange, CommentInput } from "./schema";
import { activityRow } from "./update.server";

/** A comment, as named in the URL. */
interface CommentRef {
  ref: string;
  commentId: string;
}

const commentGone = () => notFound("Comment not found");

/** @throws DomainError not_found */
export async function addComment(ctx: Ctx, ref: string, input: CommentInput): Promise<{ id: string }> {
  const me = allow(ctx, "issues.write");
  return once(ctx, "addIssueComment", { ref, input }, async (commit) => {
    const { id: issueId } = await readIssue(ctx, me, ref);
    const id = ctx.newId();
    const at = ctx.now.toISOString();
    return commit(me, {
      writes: [
        ctx.db.insert(issueComments).values({
          ...{ orgId: me.orgId, issueId, id, userId: me.userId, body: input.body },
          ...{ createdAt: at, updatedAt: at },
        }),
      ],
      audit: [{ action: "issue_comment.create", entity: "issue", entityId: issueId, after: { id } }],
      result: { id },
    });
  });
}

/** Changes one's own comment, or anyone's with issues.manage. @throws DomainError not_found; forbidden; conflict when stale */
export async function changeComment(ctx: Ctx, which: CommentRef, input: CommentChange): Promise<{ id: string }> {
  const me = allow(ctx, "issues.write");
  return once(ctx, "changeIssueComment", { which, input }, async (commit) => {
    const stored = await allowOnComment(ctx, me, which);
    const { issueId, id } = stored;
    return commit(me, {
      writes: [
        ctx.db
          .update(issueComments)
          .set({ body: input.body, version: input.version + 1, updatedAt: ctx.now.toISOString() })
          .where(and(isComment(me, { issueId, id }), eq(issueComments.version, input.version))),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "issue_comment.update", entity: "issue", entityId: issueId, after: { id } }],
      result: { id },
      refusals: { stale: () => staleVersion("comment", stored) },
    });
  });
}

/** Deletes a comment. @throws DomainError as `changeComment` */
export async function deleteComment(ctx: Ctx, which: CommentRef): Promise<{ id: string }> {
  const me = allow(ctx, "issues.write");
  return once(ctx, "deleteIssueComment", which, async (commit) => {
    const { issueId, id, body } = await allowOnComment(ctx, me, which);
    return commit(me, {
      writes: [
        ctx.db.delete(issueComments).where(isComment(me, { issueId, id })),
        assertRowChanged(ctx, "comment_gone"),
        activityRow(ctx, me, { issueId, kind: "comment_deleted" }),
      ],
      audit: [{ action: "issue_comment.delete", entity: "issue", entityId: issueId, before: { id, body } }],
      result: { id },
      refusals: { comment_gone: commentGone },
    });
  });
}

/** The comment, for its author and managers of issues. @throws DomainError not_found; forbidden */
async function allowOnComment(ctx: Ctx, me: Member, { ref, commentId }: CommentRef) {
  const { id: issueId } = await readIssue(ctx, me, ref);
  const [comment] = await ctx.db
    .select()
    .from(issueComments)
    .where(isComment(me, { issueId, id: commentId }));
  if (!comment) throw commentGone();
  if (comment.userId === null || comment.userId !== me.userId) {
    if (!can(me, "issues.manage")) throw new DomainError("forbidden", "Only its author can change this comment.");
  }
  return comment;
}

function isComment(me: Member, { issueId, id }: { issueId: string; id: string }) {
  return and(eq(issueComments.orgId, me.orgId), eq(issueComments.issueId, issueId), eq(issueComments.id, id));
}

interface CommentsQuery {
  ref: string;
  limit: number;
  /** The id after which the page begins. */
  after?: string;
  /** Starts with the latest comment, or with the one before this id. */
  latest?: { before: string | null };
  /** The id of the only comment to return. */
  only?: string;
}

export type Comment = Awaited<ReturnType<typeof commentsOf>>[number];

/** Comments of an issue with their authors, oldest first unless `latest` is given. */
export function commentsOf(ctx: Ctx, me: Member, { ref, limit, after, latest, only }: CommentsQuery) {
  return ctx.db
    .select({
      id: named(issueComments.id, "comment_id"),
      body: issueComments.body,
      userId: named(issueComments.userId, "comment_user_id"),
      authorName: issueComments.authorName,
      authorHost: issueComments.authorHost,
      authorUrl: issueComments.authorUrl,
      firstName: namedOrNull(tenantMembers.firstName, "commenter_first_name"),
      lastName: namedOrNull(tenantMembers.lastName, "commenter_last_name"),
      version: issueComments.version,
      createdAt: issueComments.createdAt,
      updatedAt: issueComments.updatedAt,
    })
    .from(issueComments)
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, issueComments.userId)))
    .where(
      and(
        eq(issueComments.orgId, me.orgId),
        sql`${issueComments.issueId} = ${idOfIssue(me, ref)}`,
        after === undefined ? undefined : gt(issueComments.id, after),
        latest?.before ? lt(issueComments.id, latest.before) : undefined,
        only === undefined ? undefined : eq(issueComments.id, only),
      ),
    )
    .orderBy((latest ? desc : asc)(issueComments.id))
    .limit(limit);
}

/** A page of an issue's comments. @throws DomainError not_found; invalid for a cursor of another list */
export async function listComments(ctx: Ctx, ref: string, { limit, cursor }: { limit: number; cursor?: string }) {
  const me = allow(ctx, "issues.read");
  const after = decodeCursor(cursor, 1)?.[0];
  const [[issue], rows] = await ctx.db.batch([
    ctx.db
      .select({ total: issues.commentCount })
      .from(issues)
      .where(
        and(eq(issues.orgId, me.orgId), sql`${issues.id} = ${idOfIssue(me, ref)}`, sql`issues.deleted_at is null`),
      ),
    commentsOf(ctx, me, { ref, limit: limit + 1, after: after === undefined ? undefined : String(after) }),
  ]);
  if (!issue) throw issueNotFound();
  return page(rows, limit, issue.total, (row) => [row.id]);
}

/** One comment. @throws DomainError not_found */
export async function commentDetail(ctx: Ctx, { ref, commentId }: CommentRef): Promise<Comment> {
  const me = allow(ctx, "issues.read");
  const [comment] = await commentsOf(ctx, me, { ref, limit: 1, only: commentId });
  if (!comment) throw commentGone();
  return comment;
}

import { and, asc, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { codeHostComments, type codeHostIssues } from "#drizzle/schema/code-hosts";
import { issueComments } from "#drizzle/schema/issues";
import { tenantMembers } from "#drizzle/schema/platform";
import type { IssuePriority } from "~/domain/issues/issue";
import { type IssueRow, issueRow } from "~/domain/issues/load.server";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { type Base, type IssueFields, ourAssignees, ourLabels, plainText } from "./merge";
import { vocabularyOf } from "./read.server";
import type { IssueRef, OwnComment } from "./sync-comments.server";

/** Contents of `base`: the host's issue, and ours where it differs. */
export interface StoredBase extends IssueFields {
  ours?: IssueFields;
  /** The member assigned here, and the member the logins stood for. */
  assigneeId?: string | null;
  meant?: string | null;
  /** The priority here, and the label that stood for it on the host. */
  priority?: IssuePriority;
  priorityLabel?: string | null;
}

export function baseOf(stored: StoredBase): Base {
  const { ours, assigneeId: _, meant: __, priority: ___, priorityLabel: ____, ...fields } = stored;
  const theirs = { ...fields, assignees: fields.assignees ?? [] };
  return { ours: ours ?? theirs, theirs };
}

/** The issue as it is here. */
export interface LocalIssue {
  issue: IssueRow;
  comments: OwnComment[];
  links: (typeof codeHostComments.$inferSelect)[];
  vocabulary: Awaited<ReturnType<typeof vocabularyOf>>;
}

interface Linked {
  ref: IssueRef;
  link: Pick<typeof codeHostIssues.$inferSelect, "issueId">;
}

export async function readLocalIssue(ctx: Ctx, { ref, link }: Linked): Promise<LocalIssue | null> {
  const { orgId, host, repositoryId, number } = ref;
  const me = allow(ctx, "issues.read");
  const c = codeHostComments;
  const [[[issue], comments, links], vocabulary] = await Promise.all([
    ctx.db.batch([
      issueRow(ctx, me, link.issueId ?? ""),
      ctx.db
        .select({
          ...{ id: named(issueComments.id, "comment_id"), body: issueComments.body, host: issueComments.authorHost },
          name: sql<string | null>`${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName}`.as("commenter"),
        })
        .from(issueComments)
        .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, orgId), eq(tenantMembers.userId, issueComments.userId)))
        .where(and(eq(issueComments.orgId, orgId), eq(issueComments.issueId, link.issueId ?? "")))
        .orderBy(asc(issueComments.id)),
      ctx.db
        .select()
        .from(c)
        .where(and(eq(c.orgId, orgId), eq(c.host, host), eq(c.repositoryId, repositoryId), eq(c.number, number))),
    ]),
    vocabularyOf(ctx, ref),
  ]);
  if (!issue) return null;
  const own = comments.map(({ id, body, name, host: from }) => ({ id, body, author: name, isFromHost: from !== null }));
  return { issue, comments: own, links, vocabulary };
}

/** Its fields as the host should have them. */
export function oursOf(
  { issue, vocabulary }: LocalIssue,
  { base, stored }: { base: Base; stored: StoredBase },
): IssueFields {
  const before = stored.assigneeId ?? null;
  return {
    ...{ title: issue.title, body: plainText(issue.body), state: vocabulary.categoryOf(issue.stateId) },
    labels: ourLabels(
      {
        ...{ current: issue.priority, before: stored.priority, stoodFor: stored.priorityLabel ?? null },
        own: issue.labelIds.flatMap((id) => vocabulary.keyOf(id) ?? []),
      },
      vocabulary.priorities,
    ),
    assignees: ourAssignees({
      ...{ current: issue.assigneeId, before, logins: base.ours.assignees, loginOf: vocabulary.loginOf },
    }),
    milestone: issue.milestone,
  };
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { issueStates, issues } from "#drizzle/schema/issues";
import { tenantMembers } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import { invalidField, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { parseIssueRef } from "./issue";

export const issueNotFound = () => notFound("Issue not found");

/** Returns the id of the issue that a URL names by id, number or "BUG-12", within any statement. @throws DomainError not_found */
export function idOfIssue(me: Member, ref: string): SQL {
  const parsed = parseIssueRef(ref);
  if (!parsed) throw issueNotFound();
  if (parsed.by === "id") return sql`${parsed.id}`;
  // In a subquery: joined to other tables, the planner would scan the whole business instead of using the index on numbers.
  return sql`(select n.id from issues n indexed by issues_number where n.org_id = ${me.orgId} and n.number = ${parsed.number})`;
}

const authors = alias(tenantMembers, "authors");
const assignees = alias(tenantMembers, "assignees");

/** An issue with the names of its references, also from the trash. */
export function issueRow(ctx: Ctx, me: Member, ref: string) {
  return ctx.db
    .select({
      id: named(issues.id, "issue_id"),
      number: issues.number,
      title: issues.title,
      body: issues.body,
      stateId: issues.stateId,
      stateName: named(issueStates.name, "state_name"),
      category: issueStates.category,
      stateColor: namedOrNull(issueStates.color, "state_color"),
      priority: issues.priority,
      projectId: issues.projectId,
      assigneeId: issues.assigneeId,
      assigneeFirstName: namedOrNull(assignees.firstName, "assignee_first_name"),
      assigneeLastName: namedOrNull(assignees.lastName, "assignee_last_name"),
      labelIds: issues.labelIds,
      milestone: issues.milestone,
      workOrderId: issues.workOrderId,
      equipmentId: issues.equipmentId,
      duplicateOf: issues.duplicateOf,
      source: issues.source,
      createdBy: issues.createdBy,
      authorName: issues.authorName,
      authorHost: issues.authorHost,
      authorUrl: issues.authorUrl,
      firstName: namedOrNull(authors.firstName, "author_first_name"),
      lastName: namedOrNull(authors.lastName, "author_last_name"),
      commentCount: issues.commentCount,
      attachmentCount: issues.attachmentCount,
      version: named(issues.version, "issue_version"),
      createdAt: issues.createdAt,
      updatedAt: issues.updatedAt,
      closedAt: issues.closedAt,
      deletedAt: issues.deletedAt,
    })
    .from(issues)
    .innerJoin(issueStates, and(eq(issueStates.orgId, me.orgId), eq(issueStates.id, issues.stateId)))
    .leftJoin(authors, and(eq(authors.orgId, me.orgId), eq(authors.userId, issues.createdBy)))
    .leftJoin(assignees, and(eq(assignees.orgId, me.orgId), eq(assignees.userId, issues.assigneeId)))
    .where(and(eq(issues.orgId, me.orgId), sql`${issues.id} = ${idOfIssue(me, ref)}`));
}

export type IssueRow = Awaited<ReturnType<typeof issueRow>>[number];

/** Finds the original of a duplicate from typed text. @throws DomainError invalid with the field `original` */
export async function readOriginal(ctx: Ctx, typed: string): Promise<IssueRow> {
  const me = allow(ctx, "issues.read");
  if (!parseIssueRef(typed)) throw invalidField("original", "Enter its number, such as BUG-12");
  const [row] = await issueRow(ctx, me, typed);
  if (!row || row.deletedAt !== null) throw invalidField("original", "No issue has this number");
  return row;
}

/** Returns an issue that is not in the trash. @throws DomainError not_found */
export async function readIssue(ctx: Ctx, me: Member, ref: string): Promise<IssueRow> {
  const [row] = await issueRow(ctx, me, ref);
  if (!row || row.deletedAt !== null) throw issueNotFound();
  return row;
}

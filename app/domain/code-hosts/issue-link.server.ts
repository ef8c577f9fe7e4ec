import { and, asc, eq, sql } from "drizzle-orm";
import { codeHostIssues, codeHostPushes, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { idOfIssue, readIssue } from "~/domain/issues/load.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { MAX_REPOSITORIES } from "./host";
import { hostMessage } from "./sync/job";
import type { RepositoryAt } from "./sync/schema";

/**
 * Returns where an issue is on a code host and its sync state, or where it is about to be created; empty if neither.
 * @throws DomainError not_found for an unknown issue
 */
export async function issueOnHost(ctx: Ctx, ref: string) {
  const me = allow(ctx, "issues.read");
  const { orgId } = me;
  const id = idOfIssue(me, ref);
  const [i, r, p] = [codeHostIssues, codeHostRepositories, codeHostPushes];
  const nameOf = (host: typeof i.host | typeof p.host, repositoryId: typeof i.repositoryId | typeof p.repositoryId) =>
    sql<string>`(SELECT ${r.fullName} FROM ${r} WHERE ${r.orgId} = ${orgId} AND ${r.host} = ${host} AND ${r.id} = ${repositoryId})`;
  const [[link], [push], [any]] = await ctx.db.batch([
    ctx.db
      .select({
        ...{ host: i.host, number: i.number, url: i.url, status: i.status, syncedAt: i.syncedAt },
        repository: nameOf(i.host, i.repositoryId).as("link_repository"),
        isWaiting: sql<boolean>`(${i.changes} <> ${i.syncedChanges})`.mapWith(Boolean).as("is_waiting"),
        logins: sql<string>`coalesce(json_extract(${i.base}, '$.assignees'), '[]')`.as("logins"),
        conflicts:
          sql<string>`(SELECT json_group_array(DISTINCT c.field) FROM code_host_conflicts c WHERE c.org_id = ${orgId} AND c.issue_id = ${i.issueId} AND c.resolved_at IS NULL)`.as(
            "open_conflicts",
          ),
        unknown:
          sql<string>`(SELECT json_group_array(a.value) FROM json_each(${i.base}, '$.assignees') a WHERE NOT EXISTS (
          SELECT 1 FROM code_host_people h WHERE h.org_id = ${orgId} AND h.host = ${i.host} AND h.login = a.value AND h.user_id IS NOT NULL))`.as(
            "unknown_logins",
          ),
      })
      .from(i)
      .where(and(eq(i.orgId, orgId), sql`${i.issueId} = ${id}`)),
    ctx.db
      .select({
        ...{ host: p.host, status: p.status, reason: p.reason },
        repository: nameOf(p.host, p.repositoryId).as("push_repository"),
      })
      .from(p)
      .where(and(eq(p.orgId, orgId), sql`${p.issueId} = ${id}`)),
    ctx.db
      .select({ id: r.id })
      .from(r)
      .where(and(eq(r.orgId, orgId), eq(r.status, "chosen"), sql`${r.creates} <> 'never'`))
      .limit(1),
  ]);
  if (link) {
    const { logins: _, unknown, conflicts: open, ...rest } = link;
    const unmapped: string[] = JSON.parse(unknown);
    const conflicts: string[] = JSON.parse(open);
    return { state: "linked" as const, ...rest, unmapped, conflicts, mayResolve: can(me, "system.admin") };
  }
  if (push && push.status !== "created")
    return { ...push, state: "waiting" as const, isFailed: push.status === "failed" };
  return { state: "here" as const, canCreate: any !== undefined };
}

export type IssueOnHost = Awaited<ReturnType<typeof issueOnHost>>;

/** Returns the repositories that an issue may be created in, that of its project first. @throws DomainError not_found */
export async function pushTargets(ctx: Ctx, ref: string) {
  const me = allow(ctx, "issues.write");
  const r = codeHostRepositories;
  const project = sql`(select x.project_id from issues x where x.org_id = ${me.orgId} and x.id = ${idOfIssue(me, ref)})`;
  const [{ id, number, title }, repositories] = await Promise.all([
    readIssue(ctx, me, ref),
    ctx.db
      .select({ host: r.host, id: r.id, fullName: r.fullName })
      .from(r)
      .where(
        and(
          ...[eq(r.orgId, me.orgId), eq(r.status, "chosen"), eq(r.canWrite, true)],
          sql`${r.creates} <> 'never' AND ${r.direction} <> 'from_host'`,
        ),
      )
      .orderBy(sql`${r.projectId} IS NOT ${project}`, asc(r.host), asc(sql`lower(${r.fullName})`))
      .limit(2 * MAX_REPOSITORIES),
  ]);
  return { issue: { id, number, title }, repositories };
}

/**
 * Creates one of our issues in a repository, and keeps both in sync from then on.
 * @throws DomainError not_found; conflict if it is already on a host, or the repository does not allow creating issues
 */
export async function createOnHost(ctx: Ctx, ref: string, at: RepositoryAt): Promise<{ id: string }> {
  const me = allow(ctx, "issues.write");
  return once(ctx, "createOnHost", { ref, at }, async (commit) => {
    const { issue, repositories } = await pushTargets(ctx, ref);
    const chosen = repositories.find(({ host, id }) => host === at.host && id === at.repositoryId);
    if (!chosen) throw notFound("Issues can't be created in this repository. Choose another.");
    const now = ctx.now.toISOString();
    const p = codeHostPushes;
    return commit(me, {
      writes: [
        ctx.db.run(sql`
          INSERT INTO code_host_pushes (org_id, issue_id, host, repository_id, origin, created_at)
          SELECT ${me.orgId}, ${issue.id}, ${at.host}, ${at.repositoryId}, 'person', ${now}
          WHERE NOT EXISTS (SELECT 1 FROM code_host_issues l WHERE l.org_id = ${me.orgId} AND l.issue_id = ${issue.id})
          ON CONFLICT (org_id, issue_id) DO UPDATE SET host = excluded.host, repository_id = excluded.repository_id, status = 'waiting',
            origin = 'person', reason = NULL, queued_at = NULL WHERE ${p.status} = 'failed'`),
        assertRowChanged(ctx, "on_a_host"),
      ],
      publish: [hostMessage({ orgId: me.orgId, ...at, kind: "push", issueId: issue.id })],
      audit: [
        { action: "issue.create_on_host", entity: "issue", entityId: issue.id, after: { repository: chosen.fullName } },
      ],
      result: { id: issue.id },
      refusals: {
        on_a_host: () =>
          new DomainError("conflict", "This issue is already on a code host or about to be created there."),
      },
    });
  });
}

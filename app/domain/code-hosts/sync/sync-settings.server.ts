import { and, asc, eq, sql } from "drizzle-orm";
import { codeHostIssues, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { issueProjects } from "#drizzle/schema/issues";
import { withHost } from "~/domain/code-hosts/connection.server";
import { HOST_NAMES, type HostIssue, type HostPage, MAX_REPOSITORIES } from "~/domain/code-hosts/host";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { hostMessage } from "./job";
import { labelKeys } from "./merge";
import type { Backfill, RepositoryAt, RepositoryRules } from "./schema";
import { exclusionOf } from "./sync-rules";

const repositoryNotFound = () => notFound("This repository is not selected.");

function repositoriesOf(ctx: Ctx, me: Member) {
  const r = codeHostRepositories;
  return ctx.db
    .select({
      ...{ host: r.host, id: r.id, fullName: r.fullName, url: r.url, canWrite: r.canWrite, canAdmin: r.canAdmin },
      ...{ direction: r.direction, fieldRules: r.fieldRules, labels: r.labels, creates: r.creates },
      ...{ includeConfidential: r.includeConfidential, projectId: r.projectId, version: r.rulesVersion },
      ...{ issueCount: r.issueCount, importedAt: r.importedAt, lastReadAt: r.lastReadAt, problem: r.problem },
      ...{ hookId: r.hookId, hookState: r.hookState, hookDetail: r.hookDetail, hookFailures: r.hookFailures },
      ...{ lastWebhookAt: r.lastWebhookAt, refusedWebhooks: r.refusedWebhooks, lastRefusedAt: r.lastRefusedAt },
      ...{ creationsStoppedAt: r.creationsStoppedAt, checkedAt: r.checkedAt },
    })
    .from(r)
    .where(and(eq(r.orgId, me.orgId), eq(r.status, "chosen")))
    .orderBy(asc(r.host), asc(sql`lower(${r.fullName})`))
    .limit(2 * MAX_REPOSITORIES)
    .$dynamic();
}

/** Returns every chosen repository with its rules and the health of its webhook, and the projects they may belong to. */
export async function syncSettings(ctx: Ctx) {
  const me = allow(ctx, "system.admin");
  const [repositories, projects, [failed]] = await ctx.db.batch([
    repositoriesOf(ctx, me),
    ctx.db
      .select({ id: issueProjects.id, name: issueProjects.name })
      .from(issueProjects)
      .where(and(eq(issueProjects.orgId, me.orgId), eq(issueProjects.archived, false)))
      .orderBy(asc(sql`lower(${issueProjects.name})`)),
    ctx.db
      .select({ count: sql<number>`count(*)`.as("failed") })
      .from(
        sql`(SELECT 1 FROM code_host_log l WHERE l.org_id = ${me.orgId} AND l.outcome = 'failed' AND l.settled_at IS NULL LIMIT 1000)`,
      ),
  ]);
  return { repositories, projects, failed: failed?.count ?? 0 };
}

export type SyncedRepository = Awaited<ReturnType<typeof syncSettings>>["repositories"][number];

/** @throws DomainError not_found */
export async function syncedRepository(ctx: Ctx, { host, repositoryId }: RepositoryAt): Promise<SyncedRepository> {
  const me = allow(ctx, "system.admin");
  const r = codeHostRepositories;
  const [row] = await repositoriesOf(ctx, me).where(
    and(eq(r.orgId, me.orgId), eq(r.host, host), eq(r.id, repositoryId), eq(r.status, "chosen")),
  );
  if (!row) throw repositoryNotFound();
  return row;
}

const refusals: ConstraintErrors = {
  "index 'code_host_repositories_project'": () =>
    invalidField("projectId", "Issues of this project are already created in another repository"),
};

/**
 * Changes which issues of a repository are synced, and in which direction. Applies to later changes only.
 * @throws DomainError not_found; conflict when stale; invalid for a project that belongs to another business or has another
 *   repository
 */
export async function changeRules(ctx: Ctx, at: RepositoryAt, input: RepositoryRules): Promise<SyncedRepository> {
  const me = allow(ctx, "system.admin");
  const r = codeHostRepositories;
  const { version, ...given } = input;
  await once(ctx, "changeSyncRules", { at, input }, async (commit) => {
    const stored = await syncedRepository(ctx, at);
    if (given.projectId !== null) await checkProject(ctx, me, given.projectId);
    const { before, after } = differences(stored, given);
    return commit(me, {
      writes: [
        ctx.db
          .update(r)
          .set({ ...given, rulesVersion: version + 1 })
          .where(
            and(
              ...[eq(r.orgId, me.orgId), eq(r.host, at.host), eq(r.id, at.repositoryId)],
              ...[eq(r.status, "chosen"), eq(r.rulesVersion, version)],
            ),
          ),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [{ action: "code_host.rules", entity: "code_host", entityId: at.host, before, after }],
      result: null,
      refusals: { ...refusals, stale: () => staleVersion("repository", stored) },
    });
  });
  return syncedRepository(ctx, at);
}

async function checkProject(ctx: Ctx, { orgId }: Member, id: string): Promise<void> {
  const [project] = await ctx.db
    .select({ id: issueProjects.id })
    .from(issueProjects)
    .where(and(eq(issueProjects.orgId, orgId), eq(issueProjects.id, id)));
  if (!project) throw invalidField("projectId", "Choose a project from the list");
}

/** Reads a repository now, and checks its webhook. @throws DomainError not_found */
export async function resync(ctx: Ctx, at: RepositoryAt): Promise<void> {
  const me = allow(ctx, "system.admin");
  const ref = { orgId: me.orgId, ...at };
  await once(ctx, "resyncRepository", at, async (commit) => {
    const { hookId, hookState, canAdmin } = await syncedRepository(ctx, at);
    const isMissing = canAdmin && (hookId === null || hookState === "missing");
    const r = codeHostRepositories;
    return commit(me, {
      writes: isMissing
        ? [
            ctx.db
              .update(r)
              .set({ hookId: null })
              .where(and(eq(r.orgId, me.orgId), eq(r.host, at.host), eq(r.id, at.repositoryId))),
          ]
        : [],
      publish: [
        hostMessage({ ...ref, kind: "read" }),
        hostMessage({ ...ref, kind: "check" }),
        ...(isMissing ? [hostMessage({ ...ref, kind: "hook" as const, url: ctx.request.origin })] : []),
      ],
      result: null,
    });
  });
}

/**
 * Allows creating issues in a repository again, after it was stopped for too many within an hour.
 * @throws DomainError not_found
 */
export async function resumeCreations(ctx: Ctx, at: RepositoryAt): Promise<void> {
  const me = allow(ctx, "system.admin");
  await once(ctx, "resumeCreations", at, async (commit) => {
    const { creationsStoppedAt } = await syncedRepository(ctx, at);
    const is = sql`org_id = ${me.orgId} AND host = ${at.host} AND repository_id = ${at.repositoryId}`;
    return commit(me, {
      writes: [
        ctx.db.run(sql`UPDATE code_host_repositories SET creations_stopped_at = NULL
          WHERE org_id = ${me.orgId} AND host = ${at.host} AND id = ${at.repositoryId}`),
        // Earlier creations no longer count toward the limit.
        ctx.db.run(
          sql`UPDATE code_host_pushes SET sent_at = NULL WHERE ${is} AND status = 'created' AND sent_at IS NOT NULL`,
        ),
        ctx.db.run(sql`UPDATE code_host_pushes SET queued_at = NULL WHERE ${is} AND status = 'waiting'`),
        ctx.db.run(sql`UPDATE code_host_log SET settled_at = ${ctx.now.toISOString()}
          WHERE ${is} AND outcome = 'failed' AND settled_at IS NULL AND kind = 'push' AND job IS NULL`),
      ],
      audit: [{ action: "code_host.resume", entity: "code_host", entityId: at.host, before: { creationsStoppedAt } }],
      result: null,
    });
  });
}

const MAX_DRY_PAGES = 20;

/** What a backfill would do under the current rules. */
export interface DryRun {
  count: number;
  /** More may exist: counting stopped at this number. */
  isMore: boolean;
  /** Why other issues are excluded, with their number. */
  left: { reason: string; count: number }[];
}

/** Counts what a backfill would sync. @throws DomainError not_found, conflict, unavailable according to the host's response */
export async function dryRun(ctx: Ctx, at: RepositoryAt, { direction }: Backfill): Promise<DryRun> {
  const me = allow(ctx, "system.admin");
  const repository = await syncedRepository(ctx, at);
  return direction === "to_host" ? countHere(ctx, me, repository) : countThere(ctx, { me, at, repository });
}

/** Our issues that are on no host: those of the repository's project, or all if it has none; filtered by labels. */
function unlinked(me: Member, { projectId, labels }: SyncedRepository) {
  const keys = JSON.stringify(labelKeys(labels));
  return sql`FROM issues i WHERE i.org_id = ${me.orgId} AND i.deleted_at IS NULL AND i.source IN ('person', 'report', 'error')
    AND (${projectId} IS NULL OR i.project_id = ${projectId})
    AND NOT EXISTS (SELECT 1 FROM code_host_issues l WHERE l.org_id = i.org_id AND l.issue_id = i.id)
    AND NOT EXISTS (SELECT 1 FROM code_host_pushes p WHERE p.org_id = i.org_id AND p.issue_id = i.id AND p.status <> 'failed')
    AND (json_array_length(${keys}) = 0 OR EXISTS (SELECT 1 FROM json_each(i.label_ids) e JOIN issue_labels n
      ON n.org_id = i.org_id AND n.id = e.value WHERE n.org_id = ${me.orgId} AND lower(trim(n.name)) IN (SELECT value FROM json_each(${keys}))))`;
}

/** Maximum per run; the rest is left to the next one. */
const MAX_BACKFILL = 5000;

async function countHere(ctx: Ctx, me: Member, repository: SyncedRepository): Promise<DryRun> {
  const [row] = await ctx.db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 ${unlinked(me, repository)} LIMIT ${MAX_BACKFILL + 1})`,
  );
  const count = row?.count ?? 0;
  return { count: Math.min(count, MAX_BACKFILL), isMore: count > MAX_BACKFILL, left: [] };
}

interface There {
  me: Member;
  at: RepositoryAt;
  repository: SyncedRepository;
}

async function countThere(ctx: Ctx, { me, at, repository }: There): Promise<DryRun> {
  const key = { orgId: me.orgId, host: at.host };
  const left = new Map<string, number>();
  let count = 0;
  let page: string | null = null;
  for (let pages = 0; pages < MAX_DRY_PAGES; pages += 1) {
    const from: string | null = page;
    const read: HostPage<HostIssue> = await withHost(ctx, key, (codeHost) =>
      codeHost.issues(repository, { since: null, page: from }),
    );
    const numbers = JSON.stringify(read.items.map(({ number }) => number));
    const known = await ctx.db
      .select({ number: codeHostIssues.number })
      .from(codeHostIssues)
      .where(
        and(
          ...[eq(codeHostIssues.orgId, me.orgId), eq(codeHostIssues.host, at.host)],
          ...[eq(codeHostIssues.repositoryId, at.repositoryId)],
          sql`${codeHostIssues.number} IN (SELECT value FROM json_each(${numbers}))`,
        ),
      );
    const here = new Set(known.map(({ number }) => number));
    for (const issue of read.items) {
      if (here.has(issue.number) || issue.movedToId !== null) continue;
      const reason = exclusionOf(repository, { ...issue, labels: labelKeys(issue.labels) });
      if (reason === null) count += 1;
      else left.set(reason, (left.get(reason) ?? 0) + 1);
    }
    page = read.next;
    if (page === null) break;
  }
  return {
    ...{ count, isMore: page !== null },
    left: [...left].map(([reason, number]) => ({ reason, count: number })),
  };
}

/**
 * Syncs what exists on one side only: `from_host` reads the repository from the beginning, `to_host` creates the issues added
 * here, as fast as the host allows.
 * @throws DomainError not_found; conflict if the rules or the token do not allow it
 */
export async function backfill(ctx: Ctx, at: RepositoryAt, { direction }: Backfill): Promise<{ count: number | null }> {
  const me = allow(ctx, "system.admin");
  const ref = { orgId: me.orgId, ...at };
  return once(ctx, "backfillRepository", { at, direction }, async (commit) => {
    const repository = await syncedRepository(ctx, at);
    const audit = [{ action: "code_host.backfill", entity: "code_host", entityId: at.host, after: { direction } }];
    if (direction === "from_host") {
      const publish = [hostMessage({ ...ref, kind: "read" as const, all: true })];
      return commit(me, { writes: [], publish, audit, result: { count: null } });
    }
    if (!repository.canWrite || repository.creates === "never" || repository.direction === "from_host")
      throw new DomainError(
        "conflict",
        `The rules or the access token don't allow issues to be created in ${repository.fullName} on ${HOST_NAMES[at.host]}.`,
      );
    const { count } = await countHere(ctx, me, repository);
    return commit(me, {
      writes: [
        ctx.db.run(sql`
          INSERT INTO code_host_pushes (org_id, issue_id, host, repository_id, origin, created_at)
          SELECT ${me.orgId}, i.id, ${at.host}, ${at.repositoryId}, 'backfill', ${ctx.now.toISOString()} ${unlinked(me, repository)}
          ORDER BY i.number LIMIT ${MAX_BACKFILL} ON CONFLICT (org_id, issue_id) DO UPDATE SET status = 'waiting', origin = 'backfill', reason = NULL, queued_at = NULL,
            host = excluded.host, repository_id = excluded.repository_id`),
      ],
      audit,
      result: { count },
    });
  });
}

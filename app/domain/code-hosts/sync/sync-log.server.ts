import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { codeHostLog } from "#drizzle/schema/code-hosts";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { type HostJob, hostMessage } from "./job";
import type { LogFilter } from "./schema";

/** Returns the sync log, latest first. @throws DomainError invalid for a cursor of another list */
export async function syncLog(ctx: Ctx, filter: LogFilter & BackCursor) {
  const me = allow(ctx, "system.admin");
  const { host, repository, outcome, kind, limit, ...at } = filter;
  const l = codeHostLog;
  const direction = parseCursor(at, 1);
  const { beyond, order } = keyset(direction, [l.id], "desc");
  const list = (values: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
  const rows = await ctx.db
    .select({
      ...{ id: l.id, host: l.host, repositoryId: l.repositoryId, number: l.number, kind: l.kind },
      ...{ outcome: l.outcome, detail: l.detail, at: l.at, settledAt: l.settledAt },
      canRetry: sql<boolean>`(${l.job} IS NOT NULL AND ${l.settledAt} IS NULL AND ${l.outcome} = 'failed')`
        .mapWith(Boolean)
        .as("can_retry"),
      repository:
        sql<string>`(SELECT r.full_name FROM code_host_repositories r WHERE r.org_id = ${l.orgId} AND r.host = ${l.host} AND r.id = ${l.repositoryId})`.as(
          "repository_name",
        ),
      issueNumber: sql<
        number | null
      >`(SELECT i.number FROM issues i WHERE i.org_id = ${l.orgId} AND i.id = coalesce(${l.issueId},
        (SELECT k.issue_id FROM code_host_issues k WHERE k.org_id = ${l.orgId} AND k.host = ${l.host} AND k.repository_id = ${l.repositoryId} AND k.number = ${l.number})))`.as(
        "issue_number",
      ),
    })
    .from(l)
    .where(
      and(
        eq(l.orgId, me.orgId),
        host ? eq(l.host, host) : undefined,
        repository ? eq(l.repositoryId, repository) : undefined,
        outcome?.length ? sql`${l.outcome} IN ${list(outcome)}` : undefined,
        kind?.length ? sql`${l.kind} IN ${list(kind)}` : undefined,
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1);
  return bidirectionalPage(rows, { limit, total: null, direction }, ({ id }) => [id]);
}

export type SyncLogEntry = Awaited<ReturnType<typeof syncLog>>["items"][number];

const MAX_RETRIES = 200;

/** Retries one failed entry. @throws DomainError not_found for a settled entry or another business's */
export async function retryEntry(ctx: Ctx, id: string): Promise<{ count: number }> {
  const retried = await retry(ctx, id);
  if (retried.count === 0) throw notFound("There is nothing to retry.");
  return retried;
}

/** Retries all failed entries that are not settled. */
export function retryFailed(ctx: Ctx): Promise<{ count: number }> {
  return retry(ctx, null);
}

async function retry(ctx: Ctx, id: string | null): Promise<{ count: number }> {
  const me = allow(ctx, "system.admin");
  const l = codeHostLog;
  return once(ctx, "retrySync", { id }, async (commit) => {
    const rows = await ctx.db
      .select({ id: l.id, job: l.job })
      .from(l)
      .where(
        and(
          ...[eq(l.orgId, me.orgId), eq(l.outcome, "failed"), isNull(l.settledAt), sql`${l.job} IS NOT NULL`],
          id === null ? undefined : eq(l.id, id),
        ),
      )
      .orderBy(desc(l.id))
      .limit(MAX_RETRIES);
    const jobs = rows.map(({ job }): HostJob => JSON.parse(job ?? "null"));
    const pushed = jobs.flatMap((job) => (job.kind === "push" ? job.issueId : []));
    const ids = JSON.stringify(rows.map((row) => row.id));
    return commit(me, {
      writes: [
        ctx.db
          .update(l)
          .set({ settledAt: ctx.now.toISOString() })
          .where(and(eq(l.orgId, me.orgId), sql`${l.id} IN (SELECT value FROM json_each(${ids}))`)),
        ctx.db.run(sql`UPDATE code_host_pushes SET status = 'waiting', reason = NULL, queued_at = NULL
          WHERE org_id = ${me.orgId} AND status = 'failed' AND issue_id IN (SELECT value FROM json_each(${JSON.stringify(pushed)}))`),
      ],
      publish: jobs.map(hostMessage),
      audit: rows.length > 0 ? [{ action: "code_host.retry", entity: "code_host", entityId: id ?? "all" }] : [],
      result: { count: rows.length },
    });
  });
}

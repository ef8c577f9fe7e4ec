import { and, eq, isNull, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { codeHostConnections, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { organizations } from "#drizzle/schema/identity";
import { type Ctx, withinOrganization } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { commit } from "~/domain/shared/write.server";
import { withHost } from "../connection.server";
import { HOST_NAMES, type HostKind } from "../host";
import { HostError, hostErrorMessage } from "../host-error";
import { decryptToken, encryptToken } from "../tokens.server";
import { type HostJob, hostMessage, type RepositoryRef } from "./job";
import { inMs, isRepository, readRepository } from "./read.server";
import { syncIssue } from "./sync-issue.server";

/**
 * Does a piece of the outbox's work with code hosts. `busy`: later, without counting it as a failure. What only an Admin can mend is noted
 * at the repository and goes on by itself once it is mended. @throws HostError
 */
export async function runHostJob(ctx: Ctx, job: HostJob): Promise<"done" | "busy"> {
  const { orgId, host, repositoryId } = job;
  const ref = { orgId, host, repositoryId };
  const [row] = await ctx.db
    .select({ orgKey: organizations.key, timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  if (!row) return "done";
  const within = withinOrganization({ ...ctx, actor: { kind: "system", member: null } }, { orgId, ...row });
  try {
    return await run(within, ref, job);
  } catch (error) {
    // Disconnected meanwhile.
    if (error instanceof DomainError && error.code === "not_found") return "done";
    if (!(error instanceof HostError)) throw error;
    await ctx.db
      .update(codeHostRepositories)
      .set({ problem: hostErrorMessage(HOST_NAMES[host], error) })
      .where(isRepository(ref));
    if (error.kind === "unavailable") throw error;
    // What waits for the host or an Admin is found again by the sweep.
    return "done";
  }
}

async function run(ctx: Ctx, ref: RepositoryRef, job: HostJob): Promise<"done" | "busy"> {
  switch (job.kind) {
    case "read":
      await readRepository(ctx, ref);
      return "done";
    case "issue":
      return syncIssue(ctx, { ...ref, number: job.number }, job.seen);
    case "hook":
      await settleWebhook(ctx, ref, job.url);
      return "done";
  }
}

export const endpointUrl = (origin: string, endpoint: string) => `${origin}/api/webhooks/code-hosts/${endpoint}`;

/** Hosts know a webhook by its address, so that asking twice adds one. */
async function settleWebhook(ctx: Ctx, ref: RepositoryRef, origin: string): Promise<void> {
  const r = codeHostRepositories;
  // Address and secret are noted first: a run that is cut off goes on with them.
  await ctx.db
    .update(r)
    .set({ endpoint: ctx.newToken(), webhookSecret: await encryptToken(ctx, ref, ctx.newToken()) })
    .where(and(isRepository(ref), isNull(r.endpoint)));
  const [row] = await ctx.db.select().from(r).where(isRepository(ref));
  if (!row?.endpoint || !row.webhookSecret) return;
  const key = { id: row.id, fullName: row.fullName };
  const { endpoint, webhookSecret, hookId } = row;
  if (row.status === "chosen" && hookId === null && row.canAdmin) {
    const secret = await decryptToken(ctx, ref, webhookSecret);
    const url = endpointUrl(origin, endpoint);
    const added = await withHost(ctx, ref, (codeHost) => codeHost.addWebhook(key, { url, secret }));
    await ctx.db.update(r).set({ hookId: added }).where(isRepository(ref));
  }
  if (row.status === "removed" && hookId !== null) {
    await withHost(ctx, ref, (codeHost) => codeHost.removeWebhook(key, hookId)).catch((error) => {
      if (!(error instanceof HostError) || error.kind !== "not_found") throw error;
    });
    await ctx.db.update(r).set({ hookId: null }).where(isRepository(ref));
  }
}

const MAX_READS = 50;
const MAX_ISSUES = 100;
/** What a sweep has queued is left to the queue for so long. */
const QUEUED_MS = 5 * 60_000;

/** Queues readings that are due and issues that differ, as far as their hosts may be asked. */
export async function sweepHosts(ctx: Ctx): Promise<number> {
  const now = ctx.now.toISOString();
  const later = inMs(ctx, QUEUED_MS);
  const across = sql.raw(acrossTenants);
  const c = codeHostConnections;
  const isOpen = (
    row: string,
  ) => sql`EXISTS (SELECT 1 FROM ${c} c WHERE c.org_id = ${sql.raw(row)}.org_id AND c.host = ${sql.raw(row)}.host
    AND c.status = 'connected' AND coalesce(c.paused_until, '') <= ${now})`;
  const due = await ctx.db.all<{ orgId: string; host: HostKind; repositoryId: string }>(sql`
    UPDATE ${across} code_host_repositories SET next_read_at = ${later} WHERE (org_id, host, id) IN (
      SELECT r.org_id, r.host, r.id FROM code_host_repositories r INDEXED BY code_host_repositories_due
      WHERE r.status = 'chosen' AND r.next_read_at <= ${now} AND ${isOpen("r")} ORDER BY r.next_read_at LIMIT ${MAX_READS})
    RETURNING org_id AS orgId, host, id AS repositoryId`);
  const behind = await ctx.db.all<{ orgId: string; host: HostKind; repositoryId: string; number: number }>(sql`
    UPDATE ${across} code_host_issues SET queued_at = ${later} WHERE (org_id, host, repository_id, number) IN (
      SELECT i.org_id, i.host, i.repository_id, i.number FROM code_host_issues i INDEXED BY code_host_issues_behind
      WHERE i.changes <> i.synced_changes AND (i.queued_at IS NULL OR i.queued_at <= ${now}) AND i.issue_id IS NOT NULL
        AND i.status IN ('linked', 'confidential') AND ${isOpen("i")} ORDER BY i.queued_at LIMIT ${MAX_ISSUES})
    RETURNING org_id AS orgId, host, repository_id AS repositoryId, number`);
  const messages = [
    ...due.map((ref) => hostMessage({ kind: "read", ...ref })),
    ...behind.map((ref) => hostMessage({ kind: "issue", ...ref })),
  ];
  if (messages.length > 0) await commit(ctx, null, { writes: [], publish: messages, result: null });
  return messages.length;
}

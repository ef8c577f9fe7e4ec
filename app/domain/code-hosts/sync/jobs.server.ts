import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { codeHostConnections, codeHostIssues, codeHostPushes, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { organizations } from "#drizzle/schema/identity";
import { withHost } from "~/domain/code-hosts/connection.server";
import { HOST_NAMES, type HostKind } from "~/domain/code-hosts/host";
import { HostError, hostErrorMessage } from "~/domain/code-hosts/host-error";
import { decryptToken, encryptToken, isConnection } from "~/domain/code-hosts/tokens.server";
import { type Ctx, withinOrganization } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { commit } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import { checkRepository, verifyIssues } from "./check.server";
import { type HostJob, hostMessage, type RepositoryRef } from "./job";
import { logEntry, logFailure, settleFailure } from "./log.server";
import { sendAssigned, sendPriority } from "./mark.server";
import { type Pace, paced } from "./pace";
import { pushIssue } from "./push.server";
import { inMs, isIssueOf, isRepository, readRepository } from "./read.server";
import { syncIssue } from "./sync-issue.server";

/**
 * Runs a code host job from the outbox. `busy`: retry later, without counting it as a failure. A problem that only an Admin can
 * fix is recorded on the repository, and syncing resumes once it is fixed.
 * @throws HostError
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
  if (job.kind === "assign" || job.kind === "priority") {
    // Calls no host, so that it needs no token.
    await (job.kind === "assign" ? sendAssigned(within, ref, job) : sendPriority(within, ref, job));
    return "done";
  }
  const lease = await takeToken(within, ref);
  if (lease === null || lease === "busy") return lease ?? "done";
  try {
    const outcome = await run(lease.ctx, ref, job);
    if (outcome === "done") await Promise.all([settleFailure(ctx, job), clearProblem(ctx, ref)]);
    return outcome === "busy" ? "busy" : "done";
  } catch (error) {
    // Disconnected in the meantime.
    if (error instanceof DomainError && error.code === "not_found") return "done";
    if (!(error instanceof HostError)) throw error;
    return await noteFailure(within, job, error);
  } finally {
    await lease.release();
  }
}

/** A job succeeded, so an earlier problem is over. */
async function clearProblem(ctx: Ctx, ref: RepositoryRef): Promise<void> {
  await ctx.db
    .update(codeHostRepositories)
    .set({ problem: null })
    .where(and(isRepository(ref), isNotNull(codeHostRepositories.problem)));
}

/** How often a change is tried that an Admin has to allow first. */
const BLOCKED_MS = HOUR_MS;

/**
 * Jobs waiting for the host or an Admin are found again by the sweep. A change that the host refuses is not: it is sent again with
 * the issue's next change, or by a retry.
 * @throws HostError if the outbox should retry
 */
async function noteFailure(ctx: Ctx, job: HostJob, error: HostError): Promise<"done"> {
  const message = hostErrorMessage(HOST_NAMES[job.host], error);
  const waitMs = waitMsOf(error);
  if (waitMs !== null) await putOff(ctx, job, waitMs);
  // What is refused is about one issue.
  if (error.kind !== "paced" && error.kind !== "refused")
    await ctx.db.update(codeHostRepositories).set({ problem: message }).where(isRepository(job));
  if (error.kind !== "paced") await logFailure(ctx, job, message);
  // The repository was renamed: checks it at once to store the new name.
  if (error.kind === "moved" && job.kind !== "check")
    await commit(ctx, job, { writes: [], publish: [hostMessage({ ...refOf(job), kind: "check" })], result: null });
  const isWaiting = error.kind === "unavailable" || (job.kind === "hook" && error.kind === "rate_limited");
  if (isWaiting) throw error;
  return "done";
}

const refOf = ({ orgId, host, repositoryId }: RepositoryRef): RepositoryRef => ({ orgId, host, repositoryId });

/** When to try again what failed; null if something else decides. */
function waitMsOf({ kind, retryAfterMs }: HostError): number | null {
  switch (kind) {
    case "rate_limited":
    case "paced":
      return retryAfterMs ?? 0;
    case "forbidden":
    case "not_found":
    case "gone":
      return BLOCKED_MS;
    case "revoked":
    case "moved":
    case "refused":
    case "unavailable":
      return null;
  }
}

/**
 * The sweep returns to it once the time is over, even if only a webhook reported a change: a known issue is synced, and a new one
 * is found by the next read.
 */
async function putOff(ctx: Ctx, job: HostJob, waitMs: number): Promise<void> {
  const queuedAt = inMs(ctx, waitMs);
  const i = codeHostIssues;
  if (job.kind === "issue")
    await ctx.db.batch([
      ctx.db
        .update(i)
        .set({ changes: sql`${i.changes} + 1`, queuedAt })
        .where(
          and(
            isIssueOf(job),
            eq(i.number, job.number),
            isNotNull(i.issueId),
            inArray(i.status, ["linked", "confidential"]),
          ),
        ),
      ctx.db
        .update(codeHostRepositories)
        .set({ nextReadAt: queuedAt })
        .where(and(isRepository(job), gt(codeHostRepositories.nextReadAt, queuedAt))),
    ]);
  if (job.kind === "push")
    await ctx.db
      .update(codeHostPushes)
      .set({ queuedAt })
      .where(and(eq(codeHostPushes.orgId, job.orgId), eq(codeHostPushes.issueId, job.issueId)));
}

/** A job that calls the host. */
type CallingJob = Exclude<HostJob, { kind: "assign" | "priority" }>;

/** Long enough for any single job. */
const TOKEN_LEASE_MS = 2 * MINUTE_MS;

interface TokenLease {
  /** Limits changes to what the host allows. */
  ctx: Ctx;
  release: () => Promise<void>;
}

/** Reserves a token for one job at a time, as hosts require. Null if there is no connection. */
async function takeToken(ctx: Ctx, key: RepositoryRef): Promise<TokenLease | "busy" | null> {
  const c = codeHostConnections;
  const lease = ctx.newId();
  const [taken] = await ctx.db
    .update(c)
    .set({ lease, leaseUntil: inMs(ctx, TOKEN_LEASE_MS) })
    .where(
      and(
        isConnection(key),
        ne(c.status, "disconnected"),
        or(isNull(c.lease), lt(c.leaseUntil, ctx.now.toISOString())),
      ),
    )
    .returning({ writes: c.writes });
  if (!taken) {
    const [row] = await ctx.db.select({ status: c.status }).from(c).where(isConnection(key));
    return row && row.status !== "disconnected" ? "busy" : null;
  }
  const began = Date.now();
  const pace: Pace = { writes: JSON.parse(taken.writes), now: () => ctx.now.getTime() + (Date.now() - began) };
  const { codeHosts } = ctx.providers;
  return {
    ctx: {
      ...ctx,
      providers: {
        ...ctx.providers,
        codeHosts: { ...codeHosts, open: (access) => paced(codeHosts.open(access), pace) },
      },
    },
    release: async () => {
      await ctx.db
        .update(c)
        .set({ lease: null, leaseUntil: null, writes: JSON.stringify(pace.writes) })
        .where(and(isConnection(key), eq(c.lease, lease)));
    },
  };
}

async function run(ctx: Ctx, ref: RepositoryRef, job: CallingJob): Promise<"done" | "busy" | "ignored"> {
  switch (job.kind) {
    case "read":
      await readRepository(ctx, ref, job.all);
      return "done";
    case "issue":
      return syncIssue(ctx, { ...ref, number: job.number }, job.seen);
    case "push":
      return pushIssue(ctx, ref, job.issueId);
    case "hook":
      await settleWebhook(ctx, ref, job.url);
      return "done";
    case "check":
      await (job.verify ? verifyIssues(ctx, ref, job.verify) : checkRepository(ctx, ref));
      return "done";
  }
}

const endpointUrl = (origin: string, endpoint: string) => `${origin}${paths.apiHostWebhook(endpoint)}`;

/** Hosts identify a webhook by its URL, so that adding it twice results in one. */
async function settleWebhook(ctx: Ctx, ref: RepositoryRef, origin: string): Promise<void> {
  const r = codeHostRepositories;
  // URL and secret are stored first, so that an interrupted run continues with them.
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
    await ctx.db
      .update(r)
      .set({ hookId: added, hookState: "active", hookDetail: null, hookFailures: 0 })
      .where(isRepository(ref));
    await logEntry(ctx, ref, { kind: "hook", outcome: "done", detail: "Webhook added." });
  }
  if (row.status === "removed" && hookId !== null) {
    await withHost(ctx, ref, (codeHost) => codeHost.removeWebhook(key, hookId)).catch((error) => {
      if (!(error instanceof HostError) || error.kind !== "not_found") throw error;
    });
    await ctx.db.update(r).set({ hookId: null, hookState: null }).where(isRepository(ref));
  }
}

const MAX_READS = 50;
const MAX_ISSUES = 100;
/** How long rows queued by a sweep are left to the queue. */
const QUEUED_MS = 5 * MINUTE_MS;

const MAX_CHECKS = 20;
const MAX_PUSHES = 50;

/** Queues reads and checks that are due, issues that differ and issues to be created, for hosts that may be called. */
export async function sweepHosts(ctx: Ctx): Promise<number> {
  const now = ctx.now.toISOString();
  const later = inMs(ctx, QUEUED_MS);
  const across = sql.raw(acrossTenants);
  const c = codeHostConnections;
  const isOpen = (
    row: string,
  ) => sql`${isOnThisShard(sql`${sql.raw(row)}.org_id`)} AND EXISTS (SELECT 1 FROM ${c} c WHERE c.org_id = ${sql.raw(row)}.org_id AND c.host = ${sql.raw(row)}.host
    AND c.status = 'connected' AND coalesce(c.paused_until, '') <= ${now})`;
  const due = await ctx.db.all<{ orgId: string; host: HostKind; repositoryId: string }>(sql`
    UPDATE ${across} code_host_repositories SET next_read_at = ${later} WHERE (org_id, host, id) IN (
      SELECT r.org_id, r.host, r.id FROM code_host_repositories r INDEXED BY code_host_repositories_due
      WHERE r.status = 'chosen' AND r.next_read_at <= ${now} AND ${isOpen("r")} ORDER BY r.next_read_at LIMIT ${MAX_READS})
    RETURNING org_id AS orgId, host, id AS repositoryId`);
  const unsynced = await ctx.db.all<{ orgId: string; host: HostKind; repositoryId: string; number: number }>(sql`
    UPDATE ${across} code_host_issues SET queued_at = ${later} WHERE (org_id, host, repository_id, number) IN (
      SELECT i.org_id, i.host, i.repository_id, i.number FROM code_host_issues i INDEXED BY code_host_issues_behind
      WHERE i.changes <> i.synced_changes AND (i.queued_at IS NULL OR i.queued_at <= ${now}) AND i.issue_id IS NOT NULL
        AND i.status IN ('linked', 'confidential') AND ${isOpen("i")} AND EXISTS (SELECT 1 FROM code_host_repositories r
          WHERE r.org_id = i.org_id AND r.host = i.host AND r.id = i.repository_id AND r.status = 'chosen') ORDER BY i.queued_at LIMIT ${MAX_ISSUES})
    RETURNING org_id AS orgId, host, repository_id AS repositoryId, number`);
  const checks = await ctx.db.all<{ orgId: string; host: HostKind; repositoryId: string }>(sql`
    UPDATE ${across} code_host_repositories SET next_check_at = ${later} WHERE (org_id, host, id) IN (
      SELECT r.org_id, r.host, r.id FROM code_host_repositories r INDEXED BY code_host_repositories_check
      WHERE r.status = 'chosen' AND r.next_check_at <= ${now} AND ${isOpen("r")} ORDER BY r.next_check_at LIMIT ${MAX_CHECKS})
    RETURNING org_id AS orgId, host, id AS repositoryId`);
  const pushes = await ctx.db.all<{ orgId: string; host: HostKind; repositoryId: string; issueId: string }>(sql`
    UPDATE ${across} code_host_pushes SET queued_at = ${later} WHERE (org_id, issue_id) IN (
      SELECT p.org_id, p.issue_id FROM code_host_pushes p INDEXED BY code_host_pushes_open
      WHERE p.status IN ('waiting', 'sending') AND (p.queued_at IS NULL OR p.queued_at <= ${now}) AND ${isOpen("p")}
        AND (p.origin = 'backfill' OR NOT EXISTS (SELECT 1 FROM code_host_repositories r
          WHERE r.org_id = p.org_id AND r.host = p.host AND r.id = p.repository_id AND r.creations_stopped_at IS NOT NULL))
      ORDER BY p.queued_at LIMIT ${MAX_PUSHES})
    RETURNING org_id AS orgId, host, repository_id AS repositoryId, issue_id AS issueId`);
  const messages = [
    ...checks.map((ref) => hostMessage({ kind: "check", ...ref })),
    ...pushes.map((ref) => hostMessage({ kind: "push", ...ref })),
    ...due.map((ref) => hostMessage({ kind: "read", ...ref })),
    ...unsynced.map((ref) => hostMessage({ kind: "issue", ...ref })),
  ];
  if (messages.length > 0) await commit(ctx, null, { writes: [], publish: messages, result: null });
  return messages.length;
}

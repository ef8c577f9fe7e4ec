import { and, eq, sql } from "drizzle-orm";
import { codeHostIssues, codeHostPushes, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { issueLabels, issues } from "#drizzle/schema/issues";
import { tenantMembers } from "#drizzle/schema/platform";
import { withHost } from "~/domain/code-hosts/connection.server";
import { HOST_NAMES, type HostIssue } from "~/domain/code-hosts/host";
import { HostError, hostErrorMessage } from "~/domain/code-hosts/host-error";
import type { CodeHost } from "~/domain/code-hosts/provider";
import { type PriorityLabels, prioritiesFrom, priorityLabels } from "~/domain/issues/config/priorities";
import { prioritiesOf } from "~/domain/issues/config/priorities.server";
import type { IssuePriority } from "~/domain/issues/issue";
import type { Ctx } from "~/domain/shared/context";
import { HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { commit } from "~/domain/shared/write.server";
import type { RepositoryRef } from "./job";
import { logEntry } from "./log.server";
import { fieldsOf, labelKeys, ourLabels, receivedText, sentText } from "./merge";
import { inMs, isRepository, linkInserts, type RepositoryRow } from "./read.server";
import { sentAsFarAs } from "./refusals";
import { syncIssue } from "./sync-issue.server";
import { exclusionOf, MAX_CREATIONS_AN_HOUR } from "./sync-rules";

/** Hosts round to seconds, and their clocks differ. */
const OVERLAP_MS = MINUTE_MS;

type Push = typeof codeHostPushes.$inferSelect;

const isPush = ({ orgId }: RepositoryRef, issueId: string) =>
  and(eq(codeHostPushes.orgId, orgId), eq(codeHostPushes.issueId, issueId));

/**
 * Creates an issue added here on the host. Its row and key are stored before the host is called; after an interrupted run, the
 * key is searched first.
 * @throws HostError
 */
export async function pushIssue(ctx: Ctx, ref: RepositoryRef, issueId: string): Promise<"done" | "busy"> {
  const { orgId } = ref;
  const i = issues;
  const [[push], [repository], [issue], labels, [link], settings] = await ctx.db.batch([
    ctx.db.select().from(codeHostPushes).where(isPush(ref, issueId)),
    ctx.db.select().from(codeHostRepositories).where(isRepository(ref)),
    ctx.db
      .select({
        ...{ title: i.title, body: i.body, milestone: i.milestone, assigneeId: i.assigneeId, deletedAt: i.deletedAt },
        priority: i.priority,
        author: sql<string | null>`${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName}`.as("author"),
        login: sql<
          string | null
        >`(SELECT p.login FROM code_host_people p WHERE p.org_id = ${orgId} AND p.host = ${ref.host}
          AND p.user_id = ${i.assigneeId})`.as("assignee_login"),
      })
      .from(i)
      .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, orgId), eq(tenantMembers.userId, i.createdBy)))
      .where(and(eq(i.orgId, orgId), eq(i.id, issueId))),
    ctx.db
      .select({ name: issueLabels.name })
      .from(issueLabels)
      .where(
        and(
          eq(issueLabels.orgId, orgId),
          sql`${issueLabels.id} IN (SELECT value FROM json_each((SELECT x.label_ids FROM issues x WHERE x.org_id = ${orgId} AND x.id = ${issueId})))`,
        ),
      ),
    ctx.db
      .select({ number: codeHostIssues.number })
      .from(codeHostIssues)
      .where(and(eq(codeHostIssues.orgId, orgId), eq(codeHostIssues.issueId, issueId))),
    prioritiesOf(ctx, { orgId }),
  ]);
  if (!push || push.status === "created" || !issue || push.repositoryId !== ref.repositoryId) return "done";
  const names = sentLabels(
    issue.priority,
    labels.map(({ name }) => name),
    priorityLabels(prioritiesFrom(settings)),
  );
  const reason = link ? "It is already on a code host." : reasonAgainst(repository, issue, names);
  if (reason !== null) return giveUp(ctx, ref, { push, reason });
  if (!repository) return "done";
  const draft = {
    ...{ title: issue.title, labels: names, milestone: issue.milestone },
    body: sentText({ key: push.key, body: issue.body, author: issue.author }),
    assignees: issue.login === null ? [] : [issue.login],
  };
  const made = await withHost(ctx, ref, async (codeHost) => {
    const found = push.sentAt === null ? null : await findByKey(codeHost, repository, push);
    if (found) return found;
    const { assigneeId, priority } = issue;
    const sent = { ...fieldsOf({ ...draft, state: "open" }), meant: assigneeId, assigneeId, priority };
    const isStarted = await begin(ctx, ref, { push, sent: JSON.stringify(sent) });
    if (!isStarted) return null;
    const unassigned = draft.assignees.length > 0 ? { ...draft, assignees: [] } : null;
    const call = async () => {
      const { value, refusal } = await sentAsFarAs({ whole: draft, unassigned }, (part) =>
        codeHost.createIssue(keyOf(repository), part),
      );
      if (refusal) throw refusal;
      return value;
    };
    return create(ctx, ref, { push, call });
  });
  if (!made) return "done";
  const [sent] = await ctx.db.select({ sent: codeHostPushes.sent }).from(codeHostPushes).where(isPush(ref, issueId));
  await commit(ctx, ref, {
    writes: [
      ...(await linkInserts(ctx, ref, [{ issue: made, issueId, base: sent?.sent ?? null }])),
      logEntry(ctx, ref, {
        ...{ kind: "push", outcome: "done", number: made.number, issueId },
        detail: `Created on ${HOST_NAMES[ref.host]} as ${repository.fullName}#${made.number}.`,
      }),
    ],
    result: null,
  });
  return (await syncIssue(ctx, { ...ref, number: made.number })) === "busy" ? "busy" : "done";
}

/** The names of the labels, and of the one that stands for the priority. */
function sentLabels(current: IssuePriority, names: readonly string[], labels: PriorityLabels): string[] {
  const keys = ourLabels({ current, before: undefined, own: labelKeys(names), stoodFor: null }, labels);
  return keys.map((key) => labels.nameOf(key) ?? names.find((name) => name.trim().toLowerCase() === key) ?? key);
}

const keyOf = ({ id, fullName }: RepositoryRow) => ({ id, fullName });

function reasonAgainst(
  repository: RepositoryRow | undefined,
  issue: { deletedAt: string | null },
  labels: readonly string[],
): string | null {
  if (repository?.status !== "chosen") return "The repository is no longer chosen.";
  if (issue.deletedAt !== null) return "The issue is in the trash here.";
  if (repository.creates === "never" || repository.direction === "from_host")
    return "The rules for this repository don't allow creating issues there.";
  if (!repository.canWrite) return "The access token is read-only in this repository.";
  return exclusionOf(repository, { labels: labelKeys(labels), isConfidential: false });
}

/** The issue is not created for now; it is considered again when its labels or project change. */
async function giveUp(ctx: Ctx, ref: RepositoryRef, { push, reason }: { push: Push; reason: string }): Promise<"done"> {
  const { issueId } = push;
  await commit(ctx, ref, {
    writes: [
      ctx.db.delete(codeHostPushes).where(isPush(ref, issueId)),
      logEntry(ctx, ref, { kind: "push", outcome: "ignored", issueId, detail: `Not created there: ${reason}` }),
    ],
    result: null,
  });
  return "done";
}

/** Finds the issue if an earlier run created it. */
async function findByKey(codeHost: CodeHost, repository: RepositoryRow, push: Push): Promise<HostIssue | null> {
  const since = new Date(Date.parse(push.sentAt ?? push.createdAt) - OVERLAP_MS).toISOString();
  for (let page: string | null = null, first = true; first || page !== null; first = false) {
    const read = await codeHost.issues(keyOf(repository), { since, page });
    const found = read.items.find(({ body }) => receivedText(body).key === push.key);
    if (found) return found;
    page = read.next;
  }
  return null;
}

/**
 * Marks the issue as being sent, unless too many were created in the repository within an hour: creation then stops until an
 * Admin resumes it. Issues of a backfill do not count.
 */
async function begin(ctx: Ctx, ref: RepositoryRef, { push, sent }: { push: Push; sent: string }): Promise<boolean> {
  const { orgId, host, repositoryId } = ref;
  const now = ctx.now.toISOString();
  const hourAgo = inMs(ctx, -HOUR_MS);
  const isCounted = push.origin !== "backfill";
  const stopped = sql`SELECT 1 FROM code_host_repositories r WHERE r.org_id = ${orgId} AND r.host = ${host} AND r.id = ${repositoryId} AND r.creations_stopped_at IS NOT NULL`;
  const created = sql`SELECT count(*) FROM code_host_pushes o WHERE o.org_id = ${orgId} AND o.host = ${host} AND o.repository_id = ${repositoryId}
    AND o.sent_at > ${hourAgo} AND o.origin <> 'backfill' AND o.issue_id <> ${push.issueId}`;
  const started = await ctx.db
    .update(codeHostPushes)
    .set({ status: "sending", sentAt: now, sent })
    .where(
      and(
        isPush(ref, push.issueId),
        isCounted ? sql`NOT EXISTS (${stopped}) AND (${created}) < ${MAX_CREATIONS_AN_HOUR}` : undefined,
      ),
    )
    .returning({ issueId: codeHostPushes.issueId });
  if (started.length > 0) return true;
  const stopsNow = await ctx.db
    .update(codeHostRepositories)
    .set({ creationsStoppedAt: now })
    .where(and(isRepository(ref), sql`creations_stopped_at IS NULL`))
    .returning({ id: codeHostRepositories.id });
  if (stopsNow.length > 0) {
    const detail = `Stopped: ${MAX_CREATIONS_AN_HOUR} issues were created there within an hour, which looks like a loop. Nothing more is created until an Admin resumes it.`;
    await logEntry(ctx, ref, { kind: "push", outcome: "failed", detail });
  }
  return false;
}

interface Creation {
  push: Push;
  call: () => Promise<HostIssue>;
}

/** Creates the issue. A permanent refusal is recorded; an issue that was certainly not created is left waiting. */
async function create(ctx: Ctx, ref: RepositoryRef, { push, call }: Creation): Promise<HostIssue | null> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof HostError) || error.kind === "unavailable") throw error;
    const reason = hostErrorMessage(HOST_NAMES[ref.host], error);
    const isFinal = ["forbidden", "not_found", "gone", "refused"].includes(error.kind);
    await ctx.db
      .update(codeHostPushes)
      .set({ status: isFinal ? "failed" : "waiting", reason, sentAt: null })
      .where(isPush(ref, push.issueId));
    throw error;
  }
}

import { and, eq, isNull, sql } from "drizzle-orm";
import { codeHostLog } from "#drizzle/schema/code-hosts";
import type { LogKind, LogOutcome } from "~/domain/code-hosts/log";
import type { Ctx } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";
import type { HostJob, RepositoryRef } from "./job";

const MAX_DETAIL = 1000;

interface LogEntry {
  kind: LogKind;
  outcome: LogOutcome;
  /** A sentence or two. */
  detail: string;
  number?: number | null;
  issueId?: string | null;
  /** The job to run on a retry. */
  job?: HostJob;
}

/** The statement that logs a result. */
export function logEntry(ctx: Ctx, { orgId, host, repositoryId }: RepositoryRef, entry: LogEntry): Write {
  const { kind, outcome, detail, number = null, issueId = null, job } = entry;
  return ctx.db.insert(codeHostLog).values({
    ...{ orgId, id: ctx.newId(), host, repositoryId, number, issueId, kind, outcome },
    ...{ detail: detail.slice(0, MAX_DETAIL), job: job ? JSON.stringify(job) : null, at: ctx.now.toISOString() },
  });
}

/** The log's kind for a job. */
const logKindOf = ({ kind }: Pick<HostJob, "kind">): LogKind =>
  kind === "assign" || kind === "priority" ? "issue" : kind;

const numberOf = (job: HostJob) => (job.kind === "issue" ? job.number : null);
const issueIdOf = (job: HostJob) => (job.kind === "push" ? job.issueId : null);

const isOpen = (job: HostJob) =>
  and(
    eq(codeHostLog.orgId, job.orgId),
    eq(codeHostLog.host, job.host),
    eq(codeHostLog.repositoryId, job.repositoryId),
    eq(codeHostLog.outcome, "failed"),
    isNull(codeHostLog.settledAt),
    eq(codeHostLog.kind, logKindOf(job)),
    sql`${codeHostLog.number} IS ${numberOf(job)}`,
    sql`${codeHostLog.issueId} IS ${issueIdOf(job)}`,
  );

/** Logs a job's failure: one entry, however often it is retried until it succeeds. */
export async function logFailure(ctx: Ctx, job: HostJob, detail: string): Promise<void> {
  const at = ctx.now.toISOString();
  const renewed = await ctx.db
    .update(codeHostLog)
    .set({ detail: detail.slice(0, MAX_DETAIL), at })
    .where(isOpen(job))
    .returning({ id: codeHostLog.id });
  if (renewed.length > 0) return;
  await logEntry(ctx, job, {
    ...{ kind: logKindOf(job), outcome: "failed", detail, number: numberOf(job), issueId: issueIdOf(job) },
    // A retry reads both sides, whatever a webhook reported.
    job: job.kind === "issue" ? { ...job, seen: undefined } : job,
  });
}

/** Settles the earlier failures of a job. */
export async function settleFailure(ctx: Ctx, job: HostJob): Promise<void> {
  await ctx.db.update(codeHostLog).set({ settledAt: ctx.now.toISOString() }).where(isOpen(job));
}

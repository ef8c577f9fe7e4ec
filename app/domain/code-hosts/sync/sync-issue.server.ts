import { and, eq, lt, or, sql } from "drizzle-orm";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { codeHostComments, codeHostIssues, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { issues } from "#drizzle/schema/issues";
import { withHost } from "~/domain/code-hosts/connection.server";
import {
  HOST_NAMES,
  type HostIssue,
  type IssueChange,
  type LinkStatus,
  type RepositoryKey,
} from "~/domain/code-hosts/host";
import { HostError, orNull } from "~/domain/code-hosts/host-error";
import type { CodeHost } from "~/domain/code-hosts/provider";
import { activityRow, changeIssue } from "~/domain/issues/update.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { keysOf } from "~/domain/shared/objects";
import { allow } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, commit, type Write } from "~/domain/shared/write.server";
import type { Seen } from "./job";
import { baseOf, type LocalIssue, oursOf, readLocalIssue, type StoredBase } from "./local-issue.server";
import { logEntry } from "./log.server";
import { linkAgain } from "./mark.server";
import {
  arrivedIn,
  assigneeFrom,
  type Conflict,
  canonical,
  changeFor,
  type IssueFields,
  merge,
  mergedPriority,
  plainText,
  resentText,
  withOnePriority,
} from "./merge";
import { fieldsBetween, outcomeRows } from "./outcome.server";
import { inMs, isIssueOf, isRepository, type RepositoryRow, storable, takeInOne } from "./read.server";
import { sentAsFarAs } from "./refusals";
import { type IssueRef, syncComments } from "./sync-comments.server";
import { exclusionOf, type FieldRule, ruleOf, type SyncedField } from "./sync-rules";

type Link = typeof codeHostIssues.$inferSelect;

const isIssue = (ref: IssueRef) => and(isIssueOf(ref), eq(codeHostIssues.number, ref.number));

type SyncOutcome = "done" | "busy" | "ignored";

/** One run at a time: two would both send what is missing on the host. */
const LEASE_MS = 2 * MINUTE_MS;

/**
 * Syncs an issue on both sides. Each run starts from the current state of both, so that webhooks may arrive late, twice or not
 * at all. What is sent is first stored as `sending`, so an interrupted run's changes are recognized by the next one; the new base
 * is recorded after sending. `busy`: another run is in progress, or the issue was changed in the meantime. `ignored`: nothing had
 * to be done, so that an earlier failure is not over.
 * @throws HostError; `refused` once everything else is synced
 */
export async function syncIssue(ctx: Ctx, ref: IssueRef, seen: Seen = {}): Promise<SyncOutcome> {
  const [[repository], [link]] = await ctx.db.batch([
    ctx.db.select().from(codeHostRepositories).where(isRepository(ref)),
    ctx.db.select().from(codeHostIssues).where(isIssue(ref)),
  ]);
  if (repository?.status !== "chosen") return "done";
  if (!link) return takeInNew(ctx, ref, repository, seen);
  if (await isBack(ctx, ref, { repository, link })) return syncIssue(ctx, ref, seen);
  if (link.status === "deleted" || link.status === "transferred" || link.issueId === null)
    return ignore(ctx, ref, seen, endedText(ref, link));
  if (await isKnown(ctx, ref, link, seen)) return ignore(ctx, ref, seen, "Both sides already match.");
  const lease = ctx.newId();
  const taken = await ctx.db
    .update(codeHostIssues)
    .set({ lease, leaseUntil: inMs(ctx, LEASE_MS) })
    .where(and(isIssue(ref), or(sql`lease IS NULL`, lt(codeHostIssues.leaseUntil, ctx.now.toISOString()))))
    .returning({ changes: codeHostIssues.changes, sending: codeHostIssues.sending });
  const [at] = taken;
  if (!at) return "busy";
  try {
    const key = { id: repository.id, fullName: repository.fullName };
    return await withHost(ctx, ref, (codeHost) =>
      syncLinked(ctx, { codeHost, key, ref, repository, link: { ...link, ...at }, lease, seen }),
    );
  } finally {
    await ctx.db
      .update(codeHostIssues)
      .set({ lease: null, leaseUntil: null })
      .where(and(isIssue(ref), eq(codeHostIssues.lease, lease)));
  }
}

/** Links an issue again that was taken for deleted, if the host has it. */
async function isBack(ctx: Ctx, ref: IssueRef, { repository, link }: Pick<Run, "repository" | "link">) {
  if (link.status !== "deleted" || link.issueId === null) return false;
  const key = { id: repository.id, fullName: repository.fullName };
  const theirs = await withHost(ctx, ref, (codeHost) => orNull(codeHost.issue(key, ref.number)));
  if (theirs?.id !== link.hostIssueId) return false;
  await linkAgain(ctx, ref, [ref.number]);
  return true;
}

/** Logs a webhook that required no action. */
async function ignore(ctx: Ctx, ref: IssueRef, { event }: Seen, detail: string): Promise<"ignored"> {
  if (event === undefined) return "ignored";
  await logEntry(ctx, ref, {
    ...{ kind: "webhook", outcome: "ignored", number: ref.number, detail: `${event}: ${detail}` },
  });
  return "ignored";
}

function endedText({ host }: IssueRef, { status, issueId }: Link): string {
  if (status === "deleted") return `The issue was deleted on ${HOST_NAMES[host]}.`;
  if (status === "transferred" || issueId !== null) return "The issue was moved to another repository.";
  return "The issue was permanently deleted here.";
}

/** Webhooks often report changes that were sent from here. */
async function isKnown(ctx: Ctx, ref: IssueRef, link: Link, { issue, comment }: Seen): Promise<boolean> {
  if (link.changes !== link.syncedChanges || link.status !== "linked") return false;
  if (issue !== undefined) return issue === link.baseHash;
  if (comment === undefined) return false;
  const c = codeHostComments;
  const [known] = await ctx.db
    .select({ baseHash: c.baseHash })
    .from(c)
    .where(
      and(
        ...[eq(c.orgId, ref.orgId), eq(c.host, ref.host), eq(c.repositoryId, ref.repositoryId)],
        ...[eq(c.number, ref.number), eq(c.id, comment.id)],
      ),
    );
  return known?.baseHash === comment.hash;
}

async function takeInNew(ctx: Ctx, ref: IssueRef, row: RepositoryRow, seen: Seen): Promise<SyncOutcome> {
  const key = { id: row.id, fullName: row.fullName };
  const issue = await withHost(ctx, ref, (codeHost) => orNull(codeHost.issue(key, ref.number)));
  if (!issue || issue.number !== ref.number) return ignore(ctx, ref, seen, "The issue is no longer in the repository.");
  await takeInOne(ctx, ref, { row, issue });
  const [link] = await ctx.db
    .select({ changes: codeHostIssues.changes, synced: codeHostIssues.syncedChanges })
    .from(codeHostIssues)
    .where(isIssue(ref));
  // Syncs its comments in another run.
  return link && link.changes !== link.synced ? syncIssue(ctx, ref) : "done";
}

interface Run {
  codeHost: CodeHost;
  key: RepositoryKey;
  ref: IssueRef;
  repository: RepositoryRow;
  link: Link;
  lease: string;
  seen: Seen;
}

/** Without permission to change issues, nothing is sent. */
function ruleFor(repository: RepositoryRow, field: SyncedField): FieldRule {
  const rule = ruleOf(repository, field);
  if (repository.canWrite || rule === "off") return rule;
  return rule === "to_host" ? "off" : "from_host";
}

async function syncLinked(ctx: Ctx, run: Run): Promise<"done" | "busy"> {
  const { codeHost, key, ref, repository, link } = run;
  const theirs = await orNull(codeHost.issue(key, ref.number));
  if (!theirs) await expectIssues(codeHost, key);
  const status = statusOf(repository, link, theirs);
  if (status === "transferred" && theirs) return endTransferred(ctx, run, theirs);
  if (status !== "linked" || !theirs) return end(ctx, run, status);
  const here = await readLocalIssue(ctx, run);
  if (!here) return finish(ctx, run, []);
  // An issue in the trash is not synced until it is restored.
  if (here.issue.deletedAt !== null) return finishIgnored(ctx, run, "The issue is in the trash here.");
  const { vocabulary, issue } = here;
  // Registers missing labels, which are added in the batch that uses them.
  vocabulary.labelIds(theirs.labels);
  const there = storable(theirs, vocabulary);
  const stored: StoredBase = JSON.parse(link.base);
  const base = arrivedIn(baseOf(stored), link.sending === null ? null : JSON.parse(link.sending), there);
  const ours = oursOf(here, { base, stored });
  const labels = [...there.labels, ...ours.labels];
  const excluded = exclusionOf(repository, { labels, isConfidential: theirs.isConfidential });
  if (excluded !== null) return finishIgnored(ctx, run, excluded);

  const sides = { base, ours, theirs: there };
  const { priorities } = vocabulary;
  const merged = withOnePriority(
    merge(sides, (field) => ruleFor(repository, field)),
    sides,
    { labels: priorities, rule: ruleFor(repository, "labels") },
  );
  const change = changeFor(there, merged.there, vocabulary.nameOf);
  const sent = change ? await send(ctx, run, { change, merged: merged.there, theirs, vocabulary }) : null;
  const { after, unsent, refusal } = sent ?? { after: theirs, unsent: [], refusal: null };
  const comments = await syncComments(ctx, {
    ...{ codeHost, key, ref, issueId: issue.id, rule: ruleFor(repository, "comments") },
    ...{ comments: here.comments, links: here.links },
  });
  const agreed = storable(after, vocabulary);
  const { assigneeId, meant } = assigneeFrom({
    ...{ current: issue.assigneeId, before: stored.assigneeId ?? null, meant: stored.meant ?? null },
    ...{ logins: merged.here.assignees, userOf: vocabulary.userOf },
  });
  const me = allow(ctx, "issues.write");
  const { title, body, milestone, state } = merged.here;
  const priority = mergedPriority(issue.priority, { ours, here: merged.here }, priorities);
  const given = {
    ...{ title, milestone, assigneeId, priority },
    labelIds: labelIdsOf(issue.labelIds, merged.here.labels, vocabulary),
    stateId: vocabulary.categoryOf(issue.stateId) === state ? issue.stateId : vocabulary.stateIn(state),
    // Differences in line endings alone are ignored.
    body: plainText(issue.body) === body ? issue.body : body,
  };
  const by = { name: key.fullName, host: ref.host, url: theirs.url };
  // What was refused is sent again with the next change.
  const settled = { ...merged.here, ...Object.fromEntries(unsent.map((field) => [field, base.ours[field]])) };
  const isEqual = canonical(settled) === canonical(agreed);
  const next: StoredBase = {
    ...{ ...agreed, ...(isEqual ? {} : { ours: settled }), assigneeId, meant },
    ...{ priority, priorityLabel: priorities.mostUrgent(merged.here.labels) },
  };
  const conflicts = [...merged.conflicts, ...comments.conflicts];
  const outcome = await finish(ctx, run, [
    ...vocabulary.newLabels(),
    ...vocabulary.newPeople(agreed.assignees),
    ...changeIssue(ctx, me, { stored: issue, given, by }),
    ...comments.writes,
    ...conflictRows(ctx, run, conflicts),
    ...outcomeRows(ctx, run, {
      sent: fieldsBetween(there, merged.there).filter((field) => !unsent.includes(field)),
      ...{ received: fieldsBetween(ours, merged.here), comments, conflicts },
      missing: merged.there.assignees.filter((login) => change?.assignees && !agreed.assignees.includes(login)),
      isUnmapped:
        issue.assigneeId !== null &&
        issue.assigneeId !== (stored.assigneeId ?? null) &&
        vocabulary.loginOf(issue.assigneeId) === null,
    }),
    ctx.db
      .update(codeHostIssues)
      .set({
        ...{ base: JSON.stringify(next), baseHash: await sha256(canonical(agreed)), status: "linked", url: after.url },
        ...{ sending: null, hostUpdatedAt: comments.sent > 0 ? theirs.updatedAt : after.updatedAt },
      })
      .where(isIssue(ref)),
  ]);
  const refused = refusal ?? comments.refusal;
  if (outcome === "done" && refused) throw refused;
  return outcome;
}

interface Change {
  change: IssueChange;
  merged: IssueFields;
  theirs: HostIssue;
  vocabulary: LocalIssue["vocabulary"];
}

interface Sent {
  after: HostIssue;
  /** Fields that the host refused, other than assignees, which may differ. */
  unsent: (keyof IssueFields)[];
  refusal: HostError | null;
}

/** Stores what is sent before sending it, so the next run recognizes it by its content if this one is interrupted. */
async function send(ctx: Ctx, run: Run, { change, merged, theirs, vocabulary }: Change): Promise<Sent> {
  const { codeHost, key, ref, lease } = run;
  const sending = Object.fromEntries(keysOf(change).map((field) => [field, merged[field]]));
  await ctx.db
    .update(codeHostIssues)
    .set({ sending: JSON.stringify(sending) })
    .where(and(isIssue(ref), eq(codeHostIssues.lease, lease)));
  const unknown = theirs.labels.filter((name) => !vocabulary.isKnown(name.trim().toLowerCase()));
  const { assignees, ...fields } = change;
  const unassigned: IssueChange = {
    ...fields,
    ...(fields.body === undefined ? {} : { body: resentText(theirs.body, fields.body) }),
    ...(fields.labels ? { labels: [...fields.labels.map((name) => spelled(name, theirs.labels)), ...unknown] } : {}),
  };
  const spelledAssignees = assignees?.map((login) => spelled(login, theirs.assignees));
  const whole = assignees ? { ...unassigned, assignees: spelledAssignees } : unassigned;
  const isMore = assignees !== undefined && Object.keys(fields).length > 0;
  const { value, refusal } = await sentAsFarAs({ whole, unassigned: isMore ? unassigned : null }, (part) =>
    codeHost.changeIssue(key, ref.number, part),
  );
  if (value) return { after: value, unsent: [], refusal: null };
  const unsent = keysOf(fields);
  return { after: theirs, unsent, refusal: unsent.length > 0 ? refusal : null };
}

const spelled = (name: string, names: readonly string[]) =>
  names.find((one) => one.trim().toLowerCase() === name.trim().toLowerCase()) ?? name;

/** Labels that remain, in their order, then the added ones. */
function labelIdsOf(
  before: readonly string[],
  keys: readonly string[],
  vocabulary: LocalIssue["vocabulary"],
): string[] {
  const isPlain = (key: string) => keys.includes(key) && vocabulary.priorities.priorityOf(key) === null;
  const remaining = before.filter((id) => isPlain(vocabulary.keyOf(id) ?? ""));
  const known = remaining.map((id) => vocabulary.keyOf(id));
  const added = keys.filter((key) => !known.includes(key)).map(vocabulary.nameOf);
  return [...remaining, ...vocabulary.labelIds(added)];
}

/** An issue counts as deleted only while its repository can be seen and has issues. @throws HostError */
async function expectIssues(codeHost: CodeHost, key: RepositoryKey): Promise<void> {
  const { id, hasIssues } = await codeHost.repository(key);
  if (id !== key.id) throw new HostError("not_found");
  if (!hasIssues) throw new HostError("gone");
}

function statusOf({ includeConfidential }: RepositoryRow, link: Link, theirs: HostIssue | null): LinkStatus {
  if (!theirs) return "deleted";
  if (theirs.id !== link.hostIssueId || theirs.movedToId !== null) return "transferred";
  return theirs.isConfidential && !includeConfidential ? "confidential" : "linked";
}

/** The host's issue is gone or confidential: ours stays unchanged. */
function end(ctx: Ctx, run: Run, status: LinkStatus): Promise<"done" | "busy"> {
  const { ref, link } = run;
  const host = HOST_NAMES[ref.host];
  const detail =
    status === "deleted"
      ? `Deleted on ${host}, or no longer visible to the access token. The issue stays here and is not created again; it syncs again if it comes back.`
      : `Confidential on ${host} now: nothing more is synced. The issue here stays as it was.`;
  return finish(ctx, run, [
    ctx.db.update(codeHostIssues).set({ status }).where(isIssue(ref)),
    ...(link.status === status
      ? []
      : [logEntry(ctx, ref, { kind: "issue", outcome: "done", number: ref.number, issueId: link.issueId, detail })]),
  ]);
}

/**
 * The issue was moved to another repository. If that one is synced too, our issue continues there, in whichever order the two
 * were reported.
 */
async function endTransferred(ctx: Ctx, run: Run, theirs: HostIssue): Promise<"done" | "busy"> {
  const { ref, link } = run;
  const movedToId = theirs.movedToId ?? theirs.id;
  const i = codeHostIssues;
  const [other] = await ctx.db
    .select()
    .from(i)
    .where(and(eq(i.orgId, ref.orgId), eq(i.host, ref.host), eq(i.hostIssueId, movedToId)));
  const writes: Write[] = [ctx.db.update(i).set({ status: "transferred", movedToId }).where(isIssue(ref))];
  const about = { kind: "issue" as const, outcome: "done" as const, number: ref.number, issueId: link.issueId };
  if (other?.status === "linked" && other.issueId !== null && link.issueId !== null) {
    const me = allow(ctx, "issues.write");
    const of = { ...ref, repositoryId: other.repositoryId, number: other.number };
    const now = ctx.now.toISOString();
    const isTwin = and(eq(issues.orgId, ref.orgId), eq(issues.id, other.issueId));
    writes.push(
      ...[ref, of].map(({ repositoryId, number }) =>
        ctx.db
          .delete(codeHostComments)
          .where(
            and(
              ...[eq(codeHostComments.orgId, ref.orgId), eq(codeHostComments.host, ref.host)],
              ...[eq(codeHostComments.repositoryId, repositoryId), eq(codeHostComments.number, number)],
            ),
          ),
      ),
      ctx.db.update(i).set({ issueId: null }).where(isIssue(ref)),
      ctx.db
        .update(i)
        .set({ issueId: link.issueId, base: link.base, changes: sql`${i.changes} + 1`, queuedAt: null })
        .where(isIssue(of)),
      // The copy that was added before it was known to be the same issue.
      ctx.db.update(issues).set({ duplicateOf: link.issueId }).where(isTwin),
      ctx.db
        .update(issues)
        .set({ deletedAt: now, updatedAt: now, version: sql`${issues.version} + 1` })
        .where(isTwin),
      activityRow(ctx, me, { issueId: other.issueId, kind: "deleted" }),
      logEntry(ctx, ref, {
        ...about,
        detail: `Moved to another repository, where it is #${other.number}. It continues there.`,
      }),
    );
  } else {
    const detail = `Moved to another repository on ${HOST_NAMES[ref.host]}. Choose that repository to continue syncing it.`;
    writes.push(logEntry(ctx, ref, { ...about, detail }));
  }
  return finish(ctx, run, writes);
}

function finishIgnored(ctx: Ctx, run: Run, reason: string): Promise<"done" | "busy"> {
  const { ref, link, seen } = run;
  const detail = seen.event === undefined ? reason : `${seen.event}: ${reason}`;
  const about = { number: ref.number, issueId: link.issueId };
  const kind = seen.event === undefined ? "issue" : "webhook";
  return finish(ctx, run, [logEntry(ctx, ref, { ...about, kind, outcome: "ignored", detail })]);
}

/** Writes the result, unless the issue was changed since the run began: then it runs again. */
async function finish(ctx: Ctx, { ref, link, lease }: Run, writes: Write[]): Promise<"done" | "busy"> {
  const i = codeHostIssues;
  try {
    await commit(ctx, ref, {
      writes: [
        ctx.db
          .update(i)
          .set({ syncedAt: ctx.now.toISOString() })
          .where(and(isIssue(ref), eq(i.changes, link.changes), eq(i.lease, lease))),
        assertRowChanged(ctx, "changed_meanwhile"),
        ...writes,
        // Changes made by the statements above count as synced.
        ctx.db
          .update(i)
          .set({ syncedChanges: sql`${i.changes}` })
          .where(isIssue(ref)),
      ],
      result: null,
      refusals: { changed_meanwhile: meanwhile, stale: meanwhile },
    });
    return "done";
  } catch (error) {
    if (error instanceof DomainError && error.extras.details?.reason === MEANWHILE) return "busy";
    throw error;
  }
}

const MEANWHILE = "changed_meanwhile";
const meanwhile = () =>
  new DomainError("conflict", "This was changed at the same time.", { details: { reason: MEANWHILE } });

function conflictRows(ctx: Ctx, { ref, link }: Run, conflicts: readonly Conflict[]): Write[] {
  const rows = conflicts.map((conflict) => JSON.stringify({ id: ctx.newId(), ...conflict }));
  return [...jsonChunks(rows)].map((chunk) =>
    ctx.db.run(sql`
      INSERT INTO code_host_conflicts (org_id, id, host, issue_id, field, ours, theirs, winner, at)
      SELECT ${ref.orgId}, value ->> 'id', ${ref.host}, ${link.issueId ?? ""}, value ->> 'field', value ->> 'ours',
        value ->> 'theirs', value ->> 'winner', ${ctx.now.toISOString()} FROM json_each(${chunk})`),
  );
}

import { and, asc, eq, lt, or, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { codeHostComments, codeHostConflicts, codeHostIssues, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { issueComments } from "#drizzle/schema/issues";
import { tenantMembers } from "#drizzle/schema/platform";
import { type IssueRow, issueRow } from "~/domain/issues/load.server";
import { changeIssue } from "~/domain/issues/update.server";
import type { CodeHost } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/tokens.server";
import { assertRowChanged, commit, type Write } from "~/domain/shared/write.server";
import { withHost } from "../connection.server";
import { HOST_NAMES, type HostComment, type HostIssue, type LinkStatus, type RepositoryKey } from "../host";
import { HostError } from "../host-error";
import type { RepositoryRef, Seen } from "./job";
import {
  type Conflict,
  canonical,
  changeFor,
  type IssueFields,
  merge,
  plainText,
  receivedComment,
  sentComment,
} from "./merge";
import { inMs, isIssueOf, isRepository, storable, takeInOne, vocabularyOf } from "./read.server";

export interface IssueRef extends RepositoryRef {
  number: number;
}

type Link = typeof codeHostIssues.$inferSelect;

const isIssue = (ref: IssueRef) => and(isIssueOf(ref), eq(codeHostIssues.number, ref.number));

/** One run at a time: two would both send what is missing there. */
const LEASE_MS = 2 * 60_000;

/**
 * Brings an issue to the same on both sides. Each run begins from how both are now, so that webhooks may come late, twice or not at
 * all; what is sent is sent before it is noted, and known again when a run is cut off in between.
 * `busy`: another run is at it, or somebody changed it meanwhile. @throws HostError
 */
export async function syncIssue(ctx: Ctx, ref: IssueRef, seen: Seen = {}): Promise<"done" | "busy"> {
  const [[repository], [link]] = await ctx.db.batch([
    ctx.db.select().from(codeHostRepositories).where(isRepository(ref)),
    ctx.db.select().from(codeHostIssues).where(isIssue(ref)),
  ]);
  if (repository?.status !== "chosen") return "done";
  const key: RepositoryKey = { id: repository.id, fullName: repository.fullName };
  if (!link) return takeInNew(ctx, ref, key);
  if (link.status === "deleted" || link.status === "transferred" || link.issueId === null) return "done";
  if (await isKnown(ctx, ref, link, seen)) return "done";
  const lease = ctx.newId();
  const taken = await ctx.db
    .update(codeHostIssues)
    .set({ lease, leaseUntil: inMs(ctx, LEASE_MS) })
    .where(and(isIssue(ref), or(sql`lease IS NULL`, lt(codeHostIssues.leaseUntil, ctx.now.toISOString()))))
    .returning({ changes: codeHostIssues.changes });
  const [at] = taken;
  if (!at) return "busy";
  try {
    return await withHost(ctx, ref, (codeHost) =>
      syncLinked(ctx, { codeHost, key, ref, link: { ...link, changes: at.changes }, lease }),
    );
  } finally {
    await ctx.db
      .update(codeHostIssues)
      .set({ lease: null, leaseUntil: null })
      .where(and(isIssue(ref), eq(codeHostIssues.lease, lease)));
  }
}

/** What a webhook tells is often what was sent from here. */
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

async function takeInNew(ctx: Ctx, ref: IssueRef, key: RepositoryKey): Promise<"done" | "busy"> {
  const issue = await withHost(ctx, ref, (codeHost) => orNull(codeHost.issue(key, ref.number)));
  // Elsewhere by now: there it is taken in, if that repository is chosen.
  if (!issue || issue.number !== ref.number || issue.movedToId !== null) return "done";
  await takeInOne(ctx, ref, issue);
  // Its comments come with the next run.
  return issue.comments > 0 ? syncIssue(ctx, ref) : "done";
}

/** Null for what is deleted or no longer shown. */
async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HostError && (error.kind === "gone" || error.kind === "not_found")) return null;
    throw error;
  }
}

interface Run {
  codeHost: CodeHost;
  key: RepositoryKey;
  ref: IssueRef;
  link: Link;
  lease: string;
}

async function syncLinked(ctx: Ctx, run: Run): Promise<"done" | "busy"> {
  const { codeHost, key, ref, link } = run;
  const theirs = await orNull(codeHost.issue(key, ref.number));
  const status = statusOf(link, theirs);
  if (status !== "linked" || !theirs) return end(ctx, run, status);
  const here = await readHere(ctx, run);
  // In the trash it stays as it is; taken out again, it is synced.
  if (!here || here.issue.deletedAt !== null) return finish(ctx, run, []);
  const before: IssueFields = JSON.parse(link.base);
  const { vocabulary, issue } = here;
  // What is missing here is added in the batch that links it.
  vocabulary.labelIds(theirs.labels);
  const there = storable(theirs, vocabulary);
  const { result, conflicts } = merge(before, oursOf(here), there);
  const change = changeFor(there, result, vocabulary.nameOf);
  const unknown = theirs.labels.filter((name) => !vocabulary.isKnown(name.trim().toLowerCase()));
  const sent = change && {
    ...change,
    ...(change.labels ? { labels: [...change.labels.map((name) => spelled(name, theirs.labels)), ...unknown] } : {}),
  };
  const after = sent ? await codeHost.changeIssue(key, ref.number, sent) : theirs;
  const comments = await syncComments(ctx, run, { here });
  const agreed = storable(after, vocabulary);
  const me = allow(ctx, "issues.write");
  const given = {
    ...{ title: result.title, body: result.body, milestone: result.milestone },
    labelIds: labelIdsOf(issue.labelIds, result.labels, vocabulary),
    stateId: vocabulary.categoryOf(issue.stateId) === result.state ? issue.stateId : vocabulary.stateIn(result.state),
    // A body that differs in line ends alone is left as it is.
    ...(plainText(issue.body) === result.body ? { body: issue.body } : {}),
  };
  const by = { name: key.fullName, host: ref.host, url: theirs.url };
  return finish(ctx, run, [
    ...vocabulary.newLabels(),
    ...changeIssue(ctx, me, { stored: issue, given, by }),
    ...comments.writes,
    ...[...conflicts, ...comments.conflicts].map((one) => conflictRow(ctx, run, one)),
    ctx.db
      .update(codeHostIssues)
      .set({
        ...{
          base: JSON.stringify(agreed),
          baseHash: await sha256(canonical(agreed)),
          status: "linked",
          url: after.url,
        },
        hostUpdatedAt: comments.hasSent ? theirs.updatedAt : after.updatedAt,
      })
      .where(isIssue(ref)),
  ]);
}

const spelled = (name: string, names: readonly string[]) =>
  names.find((one) => one.trim().toLowerCase() === name.trim().toLowerCase()) ?? name;

/** Those that stay in their order, then the others. */
function labelIdsOf(before: readonly string[], keys: readonly string[], vocabulary: Here["vocabulary"]): string[] {
  const kept = before.filter((id) => keys.includes(vocabulary.keyOf(id) ?? ""));
  const known = kept.map((id) => vocabulary.keyOf(id));
  const added = keys.filter((key) => !known.includes(key)).map(vocabulary.nameOf);
  return [...kept, ...vocabulary.labelIds(added)];
}

function statusOf(link: Link, theirs: HostIssue | null): LinkStatus {
  if (!theirs) return "deleted";
  if (theirs.id !== link.hostIssueId || theirs.movedToId !== null) return "transferred";
  return theirs.isConfidential ? "confidential" : "linked";
}

/** There it is no longer what it was: the one here stays as it is. */
function end(ctx: Ctx, run: Run, status: LinkStatus): Promise<"done" | "busy"> {
  return finish(ctx, run, [ctx.db.update(codeHostIssues).set({ status }).where(isIssue(run.ref))]);
}

/** Writes what came of it, unless anybody has changed the issue since the run began: then it is run again. */
async function finish(ctx: Ctx, { ref, link, lease }: Run, writes: Write[]): Promise<"done" | "busy"> {
  const i = codeHostIssues;
  try {
    await commit(ctx, null, {
      writes: [
        ctx.db
          .update(i)
          .set({ syncedAt: ctx.now.toISOString() })
          .where(and(isIssue(ref), eq(i.changes, link.changes), eq(i.lease, lease))),
        assertRowChanged(ctx, "changed_meanwhile"),
        ...writes,
        // What the statements before have changed is synced as well.
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
const meanwhile = () => new DomainError("conflict", "This was changed meanwhile.", { details: { reason: MEANWHILE } });

interface Here {
  issue: IssueRow;
  comments: OwnComment[];
  links: (typeof codeHostComments.$inferSelect)[];
  vocabulary: Awaited<ReturnType<typeof vocabularyOf>>;
}

interface OwnComment {
  id: string;
  body: string;
  author: string | null;
  /** Written there: not sent again. */
  isTheirs: boolean;
}

async function readHere(ctx: Ctx, { ref, link }: Run): Promise<Here | null> {
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
  const own = comments.map(({ id, body, name, host: from }) => ({ id, body, author: name, isTheirs: from !== null }));
  return { issue, comments: own, links, vocabulary };
}

function oursOf({ issue, vocabulary }: Here): IssueFields {
  return {
    ...{ title: issue.title, body: plainText(issue.body), state: vocabulary.categoryOf(issue.stateId) },
    ...{ labels: issue.labelIds.flatMap((id) => vocabulary.keyOf(id) ?? []).sort(), milestone: issue.milestone },
  };
}

const conflictRow = (ctx: Ctx, { ref, link }: Run, { field, ours, theirs }: Conflict): Write =>
  ctx.db.insert(codeHostConflicts).values({
    ...{ orgId: ref.orgId, id: ctx.newId(), host: ref.host, issueId: link.issueId ?? "", field, ours, theirs },
    at: ctx.now.toISOString(),
  });

interface CommentPlan {
  writes: Write[];
  conflicts: Conflict[];
  hasSent: boolean;
}

/** Comments of both sides, each written, changed or taken away where the other lacks it. */
async function syncComments(ctx: Ctx, run: Run, { here }: { here: Here }): Promise<CommentPlan> {
  const { codeHost, key, ref, link } = run;
  const theirs = await allComments(codeHost, key, ref.number);
  const plan: CommentPlan = { writes: [], conflicts: [], hasSent: false };
  const own = new Map(here.comments.map((one) => [one.id, one]));
  const linked = new Map(here.links.map((one) => [one.id, one]));
  const linkedOwn = new Set(here.links.map(({ commentId }) => commentId));
  for (const comment of theirs) {
    const { ownId, body } = receivedComment(comment.body);
    const known = linked.get(comment.id);
    if (known) {
      linked.delete(comment.id);
      await syncComment(ctx, run, { plan, known, ours: own.get(known.commentId), theirs: { comment, body } });
    } else if (ownId !== null && own.has(ownId) && !linkedOwn.has(ownId)) {
      // Sent by a run that was cut off before it could note it.
      linkedOwn.add(ownId);
      plan.writes.push(commentLink(ctx, ref, { id: comment.id, commentId: ownId, hash: await sha256(body) }));
    } else if (body !== "") {
      const id = ctx.newId();
      plan.writes.push(
        ...commentInsert(ctx, run, { id, comment, body }),
        commentLink(ctx, ref, { id: comment.id, commentId: id, hash: await sha256(body) }),
      );
    }
  }
  for (const gone of linked.values()) {
    // Deleted there: here too, unless it was changed here since, which would be lost.
    const ours = own.get(gone.commentId);
    plan.writes.push(linkRemoval(ctx, ref, gone.id));
    if (ours && (await sha256(plainText(ours.body))) === gone.baseHash)
      plan.writes.push(commentRemoval(ctx, run, ours.id));
    else if (ours) linkedOwn.delete(ours.id);
  }
  for (const ours of here.comments) {
    if (linkedOwn.has(ours.id) || ours.isTheirs) continue;
    const made = await codeHost.addComment(key, link.number, sentComment(ours));
    plan.hasSent = true;
    plan.writes.push(
      commentLink(ctx, ref, { id: made.id, commentId: ours.id, hash: await sha256(plainText(ours.body)) }),
    );
  }
  return plan;
}

async function allComments(codeHost: CodeHost, key: RepositoryKey, number: number): Promise<HostComment[]> {
  const all: HostComment[] = [];
  for (let page: string | null = null, first = true; first || page !== null; first = false) {
    const read = await codeHost.comments(key, number, page);
    all.push(...read.items.filter(({ isInternal }) => !isInternal));
    page = read.next;
  }
  return all;
}

interface Pair {
  plan: CommentPlan;
  known: typeof codeHostComments.$inferSelect;
  ours: OwnComment | undefined;
  theirs: { comment: HostComment; body: string };
}

async function syncComment(ctx: Ctx, run: Run, { plan, known, ours, theirs }: Pair): Promise<void> {
  const { codeHost, key, ref } = run;
  const { comment, body } = theirs;
  const theirHash = await sha256(body);
  if (!ours) {
    plan.writes.push(linkRemoval(ctx, ref, comment.id));
    if (theirHash === known.baseHash) {
      // Deleted here.
      await orNull(codeHost.removeComment(key, { number: ref.number, id: comment.id }));
      plan.hasSent = true;
      return;
    }
    const id = ctx.newId();
    plan.writes.push(
      ...commentInsert(ctx, run, { id, comment, body }),
      commentLink(ctx, ref, { id: comment.id, commentId: id, hash: theirHash }),
    );
    return;
  }
  const mine = plainText(ours.body);
  if (mine === body) {
    if (theirHash !== known.baseHash) plan.writes.push(linkUpdate(ctx, ref, { id: comment.id, hash: theirHash }));
    return;
  }
  const [isOursChanged, isTheirsChanged] = [(await sha256(mine)) !== known.baseHash, theirHash !== known.baseHash];
  if (isOursChanged && !isTheirsChanged) {
    const text = receivedComment(comment.body).ownId === null ? mine : sentComment(ours);
    await codeHost.changeComment(key, { number: ref.number, id: comment.id }, text);
    plan.hasSent = true;
    plan.writes.push(linkUpdate(ctx, ref, { id: comment.id, hash: await sha256(mine) }));
    return;
  }
  if (isOursChanged) plan.conflicts.push({ field: "comment", ours: mine, theirs: body });
  plan.writes.push(
    ctx.db
      .update(issueComments)
      .set({ body: body || "(empty)", version: sql`${issueComments.version} + 1`, updatedAt: ctx.now.toISOString() })
      .where(isComment(run, ours.id)),
    linkUpdate(ctx, ref, { id: comment.id, hash: theirHash }),
  );
}

const isComment = ({ ref, link }: Run, id: string) =>
  and(eq(issueComments.orgId, ref.orgId), eq(issueComments.issueId, link.issueId ?? ""), eq(issueComments.id, id));

const commentRemoval = (ctx: Ctx, run: Run, id: string): Write =>
  ctx.db.delete(issueComments).where(isComment(run, id));

function commentInsert(
  ctx: Ctx,
  { ref, link }: Run,
  { id, comment, body }: { id: string; comment: HostComment; body: string },
): Write[] {
  const { author, createdAt, updatedAt } = comment;
  return [
    ctx.db.insert(issueComments).values({
      ...{ orgId: ref.orgId, issueId: link.issueId ?? "", id, body: body.slice(0, 1_048_576) },
      ...{ authorName: author?.login.slice(0, 255) ?? HOST_NAMES[ref.host], authorHost: ref.host },
      ...{ authorUrl: author?.url ?? null, createdAt, updatedAt },
    }),
  ];
}

const isLink = (ref: IssueRef, id: string) =>
  and(
    eq(codeHostComments.orgId, ref.orgId),
    eq(codeHostComments.host, ref.host),
    eq(codeHostComments.repositoryId, ref.repositoryId),
    eq(codeHostComments.number, ref.number),
    eq(codeHostComments.id, id),
  );

interface CommentLink {
  id: string;
  commentId: string;
  hash: string;
}

const commentLink = (ctx: Ctx, { orgId, host, repositoryId, number }: IssueRef, { id, commentId, hash }: CommentLink) =>
  ctx.db.insert(codeHostComments).values({ orgId, host, repositoryId, number, id, commentId, baseHash: hash });

const linkRemoval = (ctx: Ctx, ref: IssueRef, id: string): Write =>
  ctx.db.delete(codeHostComments).where(isLink(ref, id));

const linkUpdate = (ctx: Ctx, ref: IssueRef, { id, hash }: { id: string; hash: string }): Write =>
  ctx.db.update(codeHostComments).set({ baseHash: hash }).where(isLink(ref, id));

import { and, eq, sql } from "drizzle-orm";
import { codeHostComments } from "#drizzle/schema/code-hosts";
import { issueComments } from "#drizzle/schema/issues";
import type { CodeHost } from "~/domain/code-hosts/provider";
import type { Ctx } from "~/domain/shared/context";
import { sha256 } from "~/domain/shared/tokens.server";
import type { Write } from "~/domain/shared/write.server";
import type { HostComment, RepositoryKey } from "../host";
import { orNull } from "../host-error";
import { type FieldRule, mayReceive, maySend } from "../sync-rules";
import type { RepositoryRef } from "./job";
import { type Conflict, plainText, receivedText, resentText, sentText } from "./merge";
import { authorOf } from "./read.server";

export interface IssueRef extends RepositoryRef {
  number: number;
}

export interface OwnComment {
  id: string;
  body: string;
  author: string | null;
  /** Written on the host, so not sent again. */
  isTheirs: boolean;
}

interface CommentRun {
  codeHost: CodeHost;
  key: RepositoryKey;
  ref: IssueRef;
  issueId: string;
  rule: FieldRule;
  comments: readonly OwnComment[];
  links: readonly (typeof codeHostComments.$inferSelect)[];
}

export interface CommentPlan {
  writes: Write[];
  conflicts: Conflict[];
  /** Number of comments added, changed or deleted on the host, and here. */
  sent: number;
  received: number;
}

/** Syncs the comments of both sides: adds, changes or deletes each where the other side differs. */
export async function syncComments(ctx: Ctx, run: CommentRun): Promise<CommentPlan> {
  const { codeHost, key, ref, rule } = run;
  const theirs = await allComments(codeHost, key, ref.number);
  const plan: CommentPlan = { writes: [], conflicts: [], sent: 0, received: 0 };
  const own = new Map(run.comments.map((one) => [one.id, one]));
  const linked = new Map(run.links.map((one) => [one.id, one]));
  const linkedOwn = new Set(run.links.map(({ commentId }) => commentId));
  for (const comment of theirs) {
    const { key: ownId, body } = receivedText(comment.body);
    const known = linked.get(comment.id);
    const same = known ? undefined : sameAs(run.comments, { ownId, body, linkedOwn });
    if (known) {
      linked.delete(comment.id);
      await syncComment(ctx, run, { plan, known, ours: own.get(known.commentId), theirs: { comment, body } });
    } else if (same) {
      linkedOwn.add(same.id);
      plan.writes.push(commentLink(ctx, ref, { id: comment.id, commentId: same.id, hash: await sha256(body) }));
    } else if (body !== "" && mayReceive(rule)) {
      const id = ctx.newId();
      plan.received += 1;
      plan.writes.push(
        commentInsert(ctx, run, { id, comment, body }),
        commentLink(ctx, ref, { id: comment.id, commentId: id, hash: await sha256(body) }),
      );
    }
  }
  for (const gone of linked.values()) {
    if (!mayReceive(rule)) continue;
    // Deleted on the host: deletes ours too, unless it was changed since, which would be lost.
    const ours = own.get(gone.commentId);
    plan.writes.push(linkRemoval(ctx, ref, gone.id));
    if (ours && (await sha256(plainText(ours.body))) === gone.baseHash) {
      plan.received += 1;
      plan.writes.push(ctx.db.delete(issueComments).where(isComment(run, ours.id)));
    } else if (ours) linkedOwn.delete(ours.id);
  }
  for (const ours of run.comments) {
    if (linkedOwn.has(ours.id) || ours.isTheirs || !maySend(rule)) continue;
    const made = await codeHost.addComment(key, ref.number, sentText({ key: ours.id, ...ours }));
    plan.sent += 1;
    plan.writes.push(
      commentLink(ctx, ref, { id: made.id, commentId: ours.id, hash: await sha256(plainText(ours.body)) }),
    );
  }
  return plan;
}

interface Sought {
  ownId: string | null;
  body: string;
  linkedOwn: ReadonlySet<string>;
}

/**
 * Finds our comment by the key in the text, sent by an interrupted run; or by the same text, for an issue moved from another
 * repository.
 */
function sameAs(comments: readonly OwnComment[], { ownId, body, linkedOwn }: Sought): OwnComment | undefined {
  const free = comments.filter(({ id }) => !linkedOwn.has(id));
  return free.find(({ id }) => id === ownId) ?? free.find((one) => one.isTheirs && plainText(one.body) === body);
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

async function syncComment(ctx: Ctx, run: CommentRun, { plan, known, ours, theirs }: Pair): Promise<void> {
  const { codeHost, key, ref, rule } = run;
  const { comment, body } = theirs;
  const theirHash = await sha256(body);
  const isTheirsChanged = theirHash !== known.baseHash;
  if (!ours) {
    if (!isTheirsChanged && maySend(rule)) {
      // Deleted here.
      await orNull(codeHost.removeComment(key, { number: ref.number, id: comment.id }));
      plan.sent += 1;
      plan.writes.push(linkRemoval(ctx, ref, comment.id));
    } else if (isTheirsChanged && mayReceive(rule)) {
      const id = ctx.newId();
      plan.received += 1;
      plan.writes.push(
        linkRemoval(ctx, ref, comment.id),
        commentInsert(ctx, run, { id, comment, body }),
        commentLink(ctx, ref, { id: comment.id, commentId: id, hash: theirHash }),
      );
    }
    return;
  }
  const mine = plainText(ours.body);
  if (mine === body) {
    if (isTheirsChanged) plan.writes.push(linkUpdate(ctx, ref, { id: comment.id, hash: theirHash }));
    return;
  }
  const isOursChanged = (await sha256(mine)) !== known.baseHash;
  const winner = isTheirsChanged && mayReceive(rule) ? "theirs" : isOursChanged && maySend(rule) ? "ours" : null;
  if (winner !== null && isOursChanged && isTheirsChanged)
    plan.conflicts.push({ field: "comment", ours: mine, theirs: body, winner });
  if (winner === "ours") {
    const at = { number: ref.number, id: comment.id };
    await codeHost.changeComment(key, at, resentText(comment.body, mine));
    plan.sent += 1;
    plan.writes.push(linkUpdate(ctx, ref, { id: comment.id, hash: await sha256(mine) }));
  }
  if (winner === "theirs") {
    plan.received += 1;
    plan.writes.push(
      ctx.db
        .update(issueComments)
        .set({ body: body || "(empty)", version: sql`${issueComments.version} + 1`, updatedAt: ctx.now.toISOString() })
        .where(isComment(run, ours.id)),
      linkUpdate(ctx, ref, { id: comment.id, hash: theirHash }),
    );
  }
}

const isComment = ({ ref, issueId }: CommentRun, id: string) =>
  and(eq(issueComments.orgId, ref.orgId), eq(issueComments.issueId, issueId), eq(issueComments.id, id));

function commentInsert(
  ctx: Ctx,
  { ref, issueId }: CommentRun,
  { id, comment, body }: { id: string; comment: HostComment; body: string },
): Write {
  const { author, createdAt, updatedAt } = comment;
  return ctx.db.insert(issueComments).values({
    ...{ orgId: ref.orgId, issueId, id, body: body.slice(0, 1_048_576) },
    ...{ authorName: authorOf(comment, author), authorHost: ref.host },
    ...{ authorUrl: author?.url ?? null, createdAt, updatedAt },
  });
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

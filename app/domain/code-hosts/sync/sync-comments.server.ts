import { type SQL, sql } from "drizzle-orm";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import type { codeHostComments } from "#drizzle/schema/code-hosts";
import type { HostComment, RepositoryKey } from "~/domain/code-hosts/host";
import { type HostError, orNull } from "~/domain/code-hosts/host-error";
import type { CodeHost } from "~/domain/code-hosts/provider";
import type { Ctx } from "~/domain/shared/context";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import type { Write } from "~/domain/shared/write.server";
import type { RepositoryRef } from "./job";
import { type Conflict, plainText, receivedText, resentText, sentText } from "./merge";
import { authorOf } from "./read.server";
import { unlessRefused } from "./refusals";
import { type FieldRule, mayReceive, maySend } from "./sync-rules";

export interface IssueRef extends RepositoryRef {
  number: number;
}

export interface OwnComment {
  id: string;
  body: string;
  author: string | null;
  /** Written on the host, so not sent again. */
  isFromHost: boolean;
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

const MAX_BODY = 1_048_576;

/** What a run writes here; a link is a pair of comments, with the hash of the text they agree on. */
interface Changes {
  added: { id: string; comment: HostComment; body: string }[];
  changed: { id: string; body: string }[];
  deleted: string[];
  linked: { id: string; commentId: string; hash: string }[];
  rehashed: { id: string; hash: string }[];
  unlinked: string[];
}

export interface CommentPlan {
  writes: Write[];
  conflicts: Conflict[];
  /** Number of comments added, changed or deleted on the host, and here. */
  sent: number;
  received: number;
  /** The last comment that the host refused; each is sent again with the next change. */
  refusal: HostError | null;
}

type Plan = Changes & Omit<CommentPlan, "writes">;

/** Syncs the comments of both sides: adds, changes or deletes each where the other side differs. */
export async function syncComments(ctx: Ctx, run: CommentRun): Promise<CommentPlan> {
  const { codeHost, key, ref, rule } = run;
  const theirs = await allComments(codeHost, key, ref.number);
  const plan: Plan = {
    ...{ added: [], changed: [], deleted: [], linked: [], rehashed: [], unlinked: [] },
    ...{ conflicts: [], sent: 0, received: 0, refusal: null },
  };
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
      plan.linked.push({ id: comment.id, commentId: same.id, hash: await sha256(body) });
    } else if (body !== "" && mayReceive(rule)) {
      const id = ctx.newId();
      plan.received += 1;
      plan.added.push({ id, comment, body });
      plan.linked.push({ id: comment.id, commentId: id, hash: await sha256(body) });
    }
  }
  for (const gone of linked.values()) {
    if (!mayReceive(rule)) continue;
    // Deleted on the host: deletes ours too, unless it was changed since, which would be lost.
    const ours = own.get(gone.commentId);
    plan.unlinked.push(gone.id);
    if (ours && (await sha256(plainText(ours.body))) === gone.baseHash) {
      plan.received += 1;
      plan.deleted.push(ours.id);
    } else if (ours) linkedOwn.delete(ours.id);
  }
  for (const ours of run.comments) {
    if (linkedOwn.has(ours.id) || ours.isFromHost || !maySend(rule)) continue;
    const text = sentText({ key: ours.id, ...ours });
    const { value: made, refusal } = await unlessRefused(() => codeHost.addComment(key, ref.number, text));
    plan.refusal = refusal ?? plan.refusal;
    if (!made) continue;
    plan.sent += 1;
    plan.linked.push({ id: made.id, commentId: ours.id, hash: await sha256(plainText(ours.body)) });
  }
  const { conflicts, sent, received, refusal } = plan;
  return { writes: writesOf(ctx, run, plan), conflicts, sent, received, refusal };
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
  return free.find(({ id }) => id === ownId) ?? free.find((one) => one.isFromHost && plainText(one.body) === body);
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
  plan: Plan;
  known: typeof codeHostComments.$inferSelect;
  ours: OwnComment | undefined;
  theirs: { comment: HostComment; body: string };
}

async function syncComment(ctx: Ctx, run: CommentRun, { plan, known, ours, theirs }: Pair): Promise<void> {
  const { codeHost, key, ref, rule } = run;
  const { comment, body } = theirs;
  const theirHash = await sha256(body);
  const isHostChanged = theirHash !== known.baseHash;
  if (!ours) {
    if (!isHostChanged && maySend(rule)) {
      // Deleted here.
      await orNull(codeHost.removeComment(key, { number: ref.number, id: comment.id }));
      plan.sent += 1;
      plan.unlinked.push(comment.id);
    } else if (isHostChanged && mayReceive(rule)) {
      const id = ctx.newId();
      plan.received += 1;
      plan.unlinked.push(comment.id);
      plan.added.push({ id, comment, body });
      plan.linked.push({ id: comment.id, commentId: id, hash: theirHash });
    }
    return;
  }
  const ownBody = plainText(ours.body);
  if (ownBody === body) {
    if (isHostChanged) plan.rehashed.push({ id: comment.id, hash: theirHash });
    return;
  }
  const isOursChanged = (await sha256(ownBody)) !== known.baseHash;
  const winner = isHostChanged && mayReceive(rule) ? "theirs" : isOursChanged && maySend(rule) ? "ours" : null;
  if (winner !== null && isOursChanged && isHostChanged)
    plan.conflicts.push({ field: "comment", ours: ownBody, theirs: body, winner });
  if (winner === "ours") {
    const at = { number: ref.number, id: comment.id };
    const text = resentText(comment.body, ownBody);
    const { value: changed, refusal } = await unlessRefused(() => codeHost.changeComment(key, at, text));
    plan.refusal = refusal ?? plan.refusal;
    if (!changed) return;
    plan.sent += 1;
    plan.rehashed.push({ id: comment.id, hash: await sha256(ownBody) });
  }
  if (winner === "theirs") {
    plan.received += 1;
    plan.changed.push({ id: ours.id, body: body.slice(0, MAX_BODY) || "(empty)" });
    plan.rehashed.push({ id: comment.id, hash: theirHash });
  }
}

/** A few statements for any number of comments, because D1 allows 1,000 per request. */
function writesOf(ctx: Ctx, { ref, issueId }: CommentRun, plan: Changes): Write[] {
  const { orgId, host, repositoryId, number } = ref;
  const each = (values: readonly unknown[], statement: (chunk: string) => SQL): Write[] =>
    [...jsonChunks(values.map((value) => JSON.stringify(value)))].map((chunk) => ctx.db.run(statement(chunk)));
  const ofIssue = sql`org_id = ${orgId} AND issue_id = ${issueId}`;
  const links = sql`org_id = ${orgId} AND host = ${host} AND repository_id = ${repositoryId} AND number = ${number}`;
  const added = plan.added.map(({ id, comment, body }) => ({
    ...{ id, body: body.slice(0, MAX_BODY), name: authorOf(comment, comment.author), url: comment.author?.url ?? null },
    ...{ createdAt: comment.createdAt, updatedAt: comment.updatedAt },
  }));
  return [
    // First, because a comment that was deleted here may be added and linked again.
    ...each(
      plan.unlinked,
      (chunk) => sql`DELETE FROM code_host_comments WHERE ${links} AND id IN (SELECT value FROM json_each(${chunk}))`,
    ),
    ...each(
      plan.deleted,
      (chunk) => sql`DELETE FROM issue_comments WHERE ${ofIssue} AND id IN (SELECT value FROM json_each(${chunk}))`,
    ),
    ...each(
      plan.changed,
      (chunk) => sql`
        UPDATE issue_comments SET body = c.value ->> 'body', version = version + 1, updated_at = ${ctx.now.toISOString()}
        FROM json_each(${chunk}) c WHERE ${ofIssue} AND issue_comments.id = c.value ->> 'id'`,
    ),
    ...each(
      added,
      (chunk) => sql`
        INSERT INTO issue_comments (org_id, issue_id, id, body, author_name, author_host, author_url, created_at, updated_at)
        SELECT ${orgId}, ${issueId}, value ->> 'id', value ->> 'body', value ->> 'name', ${host}, value ->> 'url',
          value ->> 'createdAt', value ->> 'updatedAt' FROM json_each(${chunk})`,
    ),
    ...each(
      plan.linked,
      (chunk) => sql`
        INSERT INTO code_host_comments (org_id, host, repository_id, number, id, comment_id, base_hash)
        SELECT ${orgId}, ${host}, ${repositoryId}, ${number}, value ->> 'id', value ->> 'commentId', value ->> 'hash'
        FROM json_each(${chunk})`,
    ),
    ...each(
      plan.rehashed,
      (chunk) => sql`
        UPDATE code_host_comments SET base_hash = c.value ->> 'hash'
        FROM json_each(${chunk}) c WHERE ${links} AND code_host_comments.id = c.value ->> 'id'`,
    ),
  ];
}

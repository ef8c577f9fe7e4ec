import { and, eq, sql } from "drizzle-orm";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { codeHostIssues, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { issueLabels, issueStates } from "#drizzle/schema/issues";
import type { Ctx } from "~/domain/shared/context";
import { sha256 } from "~/domain/shared/tokens.server";
import { assertRowChanged, commit, type Write } from "~/domain/shared/write.server";
import { withHost } from "../connection.server";
import type { HostIssue } from "../host";
import { hostMessage, type RepositoryRef } from "./job";
import { canonical, fieldsOf, type IssueFields } from "./merge";

export const isRepository = ({ orgId, host, repositoryId }: RepositoryRef) =>
  and(
    eq(codeHostRepositories.orgId, orgId),
    eq(codeHostRepositories.host, host),
    eq(codeHostRepositories.id, repositoryId),
  );

/** Hosts round to seconds, and their clocks differ: so much is asked for twice. */
const OVERLAP_MS = 60_000;
/** What is missed by webhooks is found so often. */
export const READ_EVERY_MS = 15 * 60_000;
/** Pages in one run, so that a run ends in time. */
const MAX_PAGES = 10;

export type RepositoryRow = typeof codeHostRepositories.$inferSelect;

/**
 * Reads issues by their last change and takes them in page by page: new ones are added, known ones that differ are marked to be
 * synced. Each page is one batch with the place of the next, so that a crash repeats a page and takes in nothing twice.
 * @throws HostError
 */
export async function readRepository(ctx: Ctx, ref: RepositoryRef): Promise<void> {
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const [row] = await ctx.db.select().from(codeHostRepositories).where(isRepository(ref));
    if (row?.status !== "chosen") return;
    if (await takePage(ctx, ref, row)) return;
  }
  await commit(ctx, null, { writes: [], publish: [hostMessage({ kind: "read", ...ref })], result: null });
}

/** True once there is no further page. */
async function takePage(ctx: Ctx, ref: RepositoryRef, row: RepositoryRow): Promise<boolean> {
  const since =
    row.nextPage === null && row.readUntil !== null
      ? new Date(Date.parse(row.readUntil) - OVERLAP_MS).toISOString()
      : row.readingSince;
  const { items, next } = await withHost(ctx, ref, (codeHost) =>
    codeHost.issues({ id: row.id, fullName: row.fullName }, { since, page: row.nextPage }),
  );
  const now = ctx.now.toISOString();
  const last = items
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
  const readUntil = last && last > (row.readUntil ?? "") ? last : row.readUntil;
  const isDone = next === null;
  const progress = ctx.db
    .update(codeHostRepositories)
    .set({
      ...{ nextPage: next, readingSince: isDone ? null : since, readUntil, reads: row.reads + 1, lastReadAt: now },
      problem: null,
      ...(isDone ? { importedAt: row.importedAt ?? now, nextReadAt: inMs(ctx, READ_EVERY_MS) } : {}),
    })
    .where(
      and(isRepository(ref), eq(codeHostRepositories.reads, row.reads), eq(codeHostRepositories.status, "chosen")),
    );
  await commit(ctx, null, {
    // Another run that has taken the same page meanwhile undoes this one.
    writes: [progress, assertRowChanged(ctx, "page_taken"), ...(await takeIn(ctx, ref, items))],
    result: null,
  });
  return isDone;
}

export const inMs = (ctx: Ctx, milliseconds: number) => new Date(ctx.now.getTime() + milliseconds).toISOString();

/** Labels and states of the business, as issues of a host need them. */
export async function vocabularyOf(ctx: Ctx, { orgId }: RepositoryRef) {
  const [labels, states] = await ctx.db.batch([
    ctx.db.select({ id: issueLabels.id, name: issueLabels.name }).from(issueLabels).where(eq(issueLabels.orgId, orgId)),
    ctx.db
      .select({ id: issueStates.id, category: issueStates.category })
      .from(issueStates)
      .where(eq(issueStates.orgId, orgId))
      .orderBy(issueStates.position, issueStates.id),
  ]);
  const byKey = new Map(labels.map((label) => [label.name.trim().toLowerCase(), label]));
  const added: { id: string; name: string }[] = [];
  return {
    /** The statements that add what `labelIds` found to be missing; they go ahead of those that use it. */
    newLabels: (): Write[] => (added.length === 0 ? [] : [labelInsert(ctx, orgId, added)]),
    labelIds: (names: readonly string[]): string[] => {
      const found = names.flatMap((name) => {
        const key = name.trim().toLowerCase();
        const known = byKey.get(key);
        if (known || key === "" || name.length > MAX_LABEL_LENGTH) return known ? [known.id] : [];
        const label = { id: ctx.newId(), name: name.trim() };
        byKey.set(key, label);
        added.push(label);
        return [label.id];
      });
      return [...new Set(found)];
    },
    isKnown: (key: string) => byKey.has(key),
    nameOf: (key: string) => byKey.get(key)?.name ?? key,
    keyOf: (id: string) =>
      [...labels, ...added]
        .find((label) => label.id === id)
        ?.name.trim()
        .toLowerCase(),
    stateIn: (category: "open" | "closed") => states.find((state) => state.category === category)?.id ?? "",
    categoryOf: (stateId: string) => states.find(({ id }) => id === stateId)?.category ?? "open",
  };
}

const MAX_LABEL_LENGTH = 100;
const LABEL_COLOR = "#8b949e";

function labelInsert(ctx: Ctx, orgId: string, labels: readonly { id: string; name: string }[]): Write {
  const now = ctx.now.toISOString();
  return ctx.db.run(sql`
    INSERT INTO issue_labels (org_id, id, name, color, created_at, updated_at)
    SELECT ${orgId}, value ->> 'id', value ->> 'name', ${LABEL_COLOR}, ${now}, ${now} FROM json_each(${JSON.stringify(labels)})`);
}

/** The statements that take a page in. */
async function takeIn(ctx: Ctx, ref: RepositoryRef, items: readonly HostIssue[]): Promise<Write[]> {
  // Pages may name an issue twice: the later one is the newer.
  const issues = [...new Map(items.map((one) => [one.number, one])).values()].sort((a, b) => a.number - b.number);
  const numbers = JSON.stringify(issues.map(({ number }) => number));
  const i = codeHostIssues;
  const [known, vocabulary] = await Promise.all([
    ctx.db
      .select({ number: i.number, status: i.status, baseHash: i.baseHash, hostUpdatedAt: i.hostUpdatedAt })
      .from(i)
      .where(and(isIssueOf(ref), sql`${i.number} IN (SELECT value FROM json_each(${numbers}))`)),
    vocabularyOf(ctx, ref),
  ]);
  const byNumber = new Map(known.map((one) => [one.number, one]));
  const isNew = (one: HostIssue) => !byNumber.has(one.number) && !one.isConfidential && one.movedToId === null;
  const changed: number[] = [];
  for (const one of issues) {
    const row = byNumber.get(one.number);
    if (!row || row.status === "deleted" || row.status === "transferred") continue;
    const hash = await sha256(canonical(fieldsOf(one)));
    if (hash !== row.baseHash || one.updatedAt !== row.hostUpdatedAt || one.isConfidential) changed.push(one.number);
  }
  const added = issues.filter(isNew);
  const r = codeHostRepositories;
  return [
    ...(await issueInserts(ctx, ref, { issues: added, vocabulary })),
    ...(added.length === 0
      ? []
      : [
          ctx.db
            .update(r)
            .set({ issueCount: sql`${r.issueCount} + ${added.length}` })
            .where(isRepository(ref)),
        ]),
    ...(changed.length === 0 ? [] : [markChanged(ctx, ref, changed)]),
  ];
}

export const isIssueOf = ({ orgId, host, repositoryId }: RepositoryRef) =>
  and(eq(codeHostIssues.orgId, orgId), eq(codeHostIssues.host, host), eq(codeHostIssues.repositoryId, repositoryId));

function markChanged(ctx: Ctx, ref: RepositoryRef, numbers: readonly number[]): Write {
  const i = codeHostIssues;
  return ctx.db
    .update(i)
    .set({ changes: sql`${i.changes} + 1`, queuedAt: null })
    .where(
      and(
        isIssueOf(ref),
        sql`${i.number} IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`,
        sql`${i.issueId} IS NOT NULL`,
      ),
    );
}

type Vocabulary = Awaited<ReturnType<typeof vocabularyOf>>;

const MAX_BODY = 1_048_576;

/** As it is stored here: only labels that can be. */
export function storable(issue: HostIssue, { isKnown }: Pick<Vocabulary, "isKnown">): IssueFields {
  const fields = fieldsOf(issue);
  return {
    ...fields,
    title: fields.title.slice(0, 256) || "Untitled",
    body: fields.body.slice(0, MAX_BODY),
    labels: fields.labels.filter(isKnown),
    milestone: fields.milestone?.slice(0, 255) ?? null,
  };
}

/** The statements that add issues with their links to the host's; comments follow with the first sync of each. */
async function issueInserts(
  ctx: Ctx,
  { orgId, host, repositoryId }: RepositoryRef,
  { issues, vocabulary }: { issues: readonly HostIssue[]; vocabulary: Vocabulary },
): Promise<Write[]> {
  if (issues.length === 0) return [];
  const now = ctx.now.toISOString();
  const rows = await Promise.all(
    issues.map(async (one, at) => {
      const labelIds = vocabulary.labelIds(one.labels);
      const fields = storable(one, vocabulary);
      return JSON.stringify({
        ...{
          place: at + 1,
          id: ctx.newId(),
          activityId: ctx.newId(),
          number: one.number,
          hostIssueId: one.id,
          url: one.url,
        },
        ...{
          title: fields.title,
          body: fields.body,
          stateId: vocabulary.stateIn(fields.state),
          milestone: fields.milestone,
        },
        ...{ labelIds, author: one.author?.login.slice(0, 255) ?? "ghost", authorUrl: one.author?.url ?? null },
        ...{ createdAt: one.createdAt, updatedAt: one.updatedAt, base: { ...fields, body: "" } },
        ...{ baseHash: await sha256(canonical(fields)), changes: one.comments > 0 ? 1 : 0 },
      });
    }),
  );
  const next = sql`(SELECT value FROM sequences WHERE org_id = ${orgId} AND name = 'issues')`;
  return [
    ...vocabulary.newLabels(),
    ctx.db.run(sql`INSERT INTO sequences (org_id, name, value) VALUES (${orgId}, 'issues', ${issues.length})
      ON CONFLICT (org_id, name) DO UPDATE SET value = value + ${issues.length}`),
    ...[...jsonChunks(rows)].flatMap((chunk) => [
      ctx.db.run(sql`
        INSERT INTO issues (org_id, id, number, title, body, state_id, label_ids, milestone, source, author_name, author_host, author_url, created_at, updated_at)
        SELECT ${orgId}, value ->> 'id', ${next} - ${issues.length} + (value ->> 'place'), value ->> 'title', value ->> 'body',
          value ->> 'stateId', value -> 'labelIds', value ->> 'milestone', ${host}, value ->> 'author', ${host},
          value ->> 'authorUrl', value ->> 'createdAt', value ->> 'updatedAt' FROM json_each(${chunk})`),
      ctx.db.run(sql`
        INSERT INTO issue_activity (org_id, issue_id, id, kind, actor_name, actor_host, at)
        SELECT ${orgId}, value ->> 'id', value ->> 'activityId', 'created', value ->> 'author', ${host}, value ->> 'createdAt'
        FROM json_each(${chunk})`),
      ctx.db.run(sql`
        INSERT INTO code_host_issues (org_id, host, repository_id, number, host_issue_id, issue_id, url, status, base, base_hash, host_updated_at, changes, synced_at)
        SELECT ${orgId}, ${host}, ${repositoryId}, value ->> 'number', value ->> 'hostIssueId', value ->> 'id', value ->> 'url', 'linked',
          json_set(value -> 'base', '$.body', value ->> 'body'), value ->> 'baseHash', value ->> 'updatedAt', value ->> 'changes', ${now}
        FROM json_each(${chunk})`),
    ]),
  ];
}

/** Takes in one issue that a webhook has told of before any reading. */
export async function takeInOne(ctx: Ctx, ref: RepositoryRef, issue: HostIssue): Promise<void> {
  await commit(ctx, null, { writes: await takeIn(ctx, ref, [issue]), result: null });
}

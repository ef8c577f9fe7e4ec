import { and, eq, ne, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { codeHostIssues, codeHostPeople, codeHostPushes, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { issueLabels, issueStates } from "#drizzle/schema/issues";
import { withHost } from "~/domain/code-hosts/connection.server";
import type { HostIssue, HostPerson } from "~/domain/code-hosts/host";
import { prioritiesFrom, priorityFrom, priorityLabels } from "~/domain/issues/config/priorities";
import { prioritiesOf } from "~/domain/issues/config/priorities.server";
import type { Ctx } from "~/domain/shared/context";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, commit, type Write } from "~/domain/shared/write.server";
import { hostMessage, type RepositoryRef } from "./job";
import { logEntry } from "./log.server";
import { linkAgain } from "./mark.server";
import { assigneeFrom, canonical, fieldsOf, type IssueFields, labelKeys, receivedText } from "./merge";
import { exclusionOf } from "./sync-rules";

export const isRepository = ({ orgId, host, repositoryId }: RepositoryRef) =>
  and(
    eq(codeHostRepositories.orgId, orgId),
    eq(codeHostRepositories.host, host),
    eq(codeHostRepositories.id, repositoryId),
  );

/** Hosts round to seconds, and their clocks differ, so this period is read twice. */
const OVERLAP_MS = MINUTE_MS;
/** How often changes are read while webhooks fail or there are none; otherwise less often. */
export const READ_EVERY_MS = 15 * MINUTE_MS;
const READ_EVERY_WITH_WEBHOOK_MS = 6 * HOUR_MS;
/** Pages per run, so that a run ends in time. */
const MAX_PAGES = 10;

export type RepositoryRow = typeof codeHostRepositories.$inferSelect;

/**
 * Reads issues by last change, page by page: new ones are added, known ones that differ are marked for syncing. Each page is
 * one batch with the cursor of the next, so that a crash repeats a page without adding anything twice. `all`: from the
 * beginning.
 * @throws HostError
 */
export async function readRepository(ctx: Ctx, ref: RepositoryRef, all = false): Promise<void> {
  if (all)
    await ctx.db
      .update(codeHostRepositories)
      .set({ nextPage: null, readingSince: null, readUntil: null, reads: sql`${codeHostRepositories.reads} + 1` })
      .where(isRepository(ref));
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const [row] = await ctx.db.select().from(codeHostRepositories).where(isRepository(ref));
    if (row?.status !== "chosen") return;
    if (await takePage(ctx, ref, row)) return;
  }
  await commit(ctx, ref, { writes: [], publish: [hostMessage({ kind: "read", ...ref })], result: null });
}

/** Interval between reads: working webhooks need only an occasional check. */
const readEveryMs = ({ hookId, hookState }: RepositoryRow) =>
  hookId !== null && hookState === "active" ? READ_EVERY_WITH_WEBHOOK_MS : READ_EVERY_MS;

/** Returns true after the last page. */
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
      ...(isDone ? { importedAt: row.importedAt ?? now, nextReadAt: inMs(ctx, readEveryMs(row)) } : {}),
    })
    .where(
      and(isRepository(ref), eq(codeHostRepositories.reads, row.reads), eq(codeHostRepositories.status, "chosen")),
    );
  await commit(ctx, ref, {
    // Rolls back if another run has processed the same page in the meantime.
    writes: [progress, assertRowChanged(ctx, "page_taken"), ...(await takeIn(ctx, { ref, row, items, kind: "read" }))],
    result: null,
  });
  return isDone;
}

export const inMs = (ctx: Ctx, milliseconds: number) => new Date(ctx.now.getTime() + milliseconds).toISOString();

/** The business's labels, states and members, as needed for a host's issues. */
export async function vocabularyOf(ctx: Ctx, { orgId, host }: RepositoryRef) {
  const [labels, states, people, settings] = await ctx.db.batch([
    ctx.db.select({ id: issueLabels.id, name: issueLabels.name }).from(issueLabels).where(eq(issueLabels.orgId, orgId)),
    ctx.db
      .select({ id: issueStates.id, category: issueStates.category })
      .from(issueStates)
      .where(eq(issueStates.orgId, orgId))
      .orderBy(issueStates.position, issueStates.id),
    ctx.db
      .select({ login: codeHostPeople.login, userId: codeHostPeople.userId })
      .from(codeHostPeople)
      .where(and(eq(codeHostPeople.orgId, orgId), eq(codeHostPeople.host, host))),
    prioritiesOf(ctx, { orgId }),
  ]);
  const priorities = priorityLabels(prioritiesFrom(settings));
  const userIds = new Map(people.map(({ login, userId }) => [login, userId]));
  const logins = new Map(people.flatMap(({ login, userId }) => (userId === null ? [] : [[userId, login]])));
  const byKey = new Map(labels.map((label) => [label.name.trim().toLowerCase(), label]));
  const added: { id: string; name: string }[] = [];
  return {
    /** Statements that add the labels `labelIds` found missing; they must precede the statements that use them. */
    newLabels: (): Write[] => (added.length === 0 ? [] : [labelInsert(ctx, orgId, added)]),
    labelIds: (names: readonly string[]): string[] => {
      const found = names.flatMap((name) => {
        const key = name.trim().toLowerCase();
        if (priorities.priorityOf(key) !== null) return [];
        const known = byKey.get(key);
        if (known || key === "" || name.length > MAX_LABEL_LENGTH) return known ? [known.id] : [];
        const label = { id: ctx.newId(), name: name.trim() };
        byKey.set(key, label);
        added.push(label);
        return [label.id];
      });
      return [...new Set(found)];
    },
    userOf: (login: string) => userIds.get(login) ?? null,
    loginOf: (userId: string) => logins.get(userId) ?? null,
    /** Statements that store new logins, so that they can be mapped to members. */
    newPeople: (seen: readonly string[]): Write[] => peopleInsert(ctx, { orgId, host }, seen, userIds),
    /** Labels that stand for a priority are no labels of an issue here. */
    priorities,
    isKnown: (key: string) => byKey.has(key) || priorities.priorityOf(key) !== null,
    nameOf: (key: string) => priorities.nameOf(key) ?? byKey.get(key)?.name ?? key,
    keyOf: (id: string) =>
      [...labels, ...added]
        .find((label) => label.id === id)
        ?.name.trim()
        .toLowerCase(),
    stateIn: (category: "open" | "closed") => states.find((state) => state.category === category)?.id ?? "",
    categoryOf: (stateId: string) => states.find(({ id }) => id === stateId)?.category ?? "open",
  };
}

/** Maximum number of accounts stored per host. */
const MAX_PEOPLE = 2000;

function peopleInsert(
  ctx: Ctx,
  { orgId, host }: Pick<RepositoryRef, "orgId" | "host">,
  seen: readonly string[],
  known: ReadonlyMap<string, unknown>,
): Write[] {
  const added = [...new Set(seen)].filter((login) => !known.has(login) && login.length <= 255);
  if (added.length === 0 || known.size >= MAX_PEOPLE) return [];
  return [
    ctx.db.run(sql`INSERT INTO code_host_people (org_id, host, login, created_at)
      SELECT ${orgId}, ${host}, value, ${ctx.now.toISOString()} FROM json_each(${JSON.stringify(added)}) WHERE true ON CONFLICT DO NOTHING`),
  ];
}

const MAX_LABEL_LENGTH = 100;
const LABEL_COLOR = "#8b949e";

function labelInsert(ctx: Ctx, orgId: string, labels: readonly { id: string; name: string }[]): Write {
  const now = ctx.now.toISOString();
  return ctx.db.run(sql`
    INSERT INTO issue_labels (org_id, id, name, color, created_at, updated_at)
    SELECT ${orgId}, value ->> 'id', value ->> 'name', ${LABEL_COLOR}, ${now}, ${now} FROM json_each(${JSON.stringify(labels)})`);
}

interface Taken {
  ref: RepositoryRef;
  row: RepositoryRow;
  items: readonly HostIssue[];
  kind: "read" | "issue";
}

/** Returns the statements that add and update issues. */
async function takeIn(ctx: Ctx, { ref, row: repository, items, kind }: Taken): Promise<Write[]> {
  // Pages may contain an issue twice: the later one is newer.
  const issues = [...new Map(items.map((one) => [one.number, one])).values()].sort((a, b) => a.number - b.number);
  const [{ known, pushes, moves }, vocabulary] = await Promise.all([
    knownAmong(ctx, ref, issues),
    vocabularyOf(ctx, ref),
  ]);
  const byNumber = new Map(known.map((one) => [one.number, one]));
  const changed: number[] = [];
  const back: number[] = [];
  for (const one of issues) {
    const row = byNumber.get(one.number);
    if (row?.status === "deleted" && row.hostIssueId === one.id) back.push(one.number);
    if (!row || row.status === "deleted" || row.status === "transferred") continue;
    const hash = await sha256(canonical(fieldsOf(one)));
    const isHidden = one.isConfidential && !repository.includeConfidential;
    if (hash !== row.baseHash || one.updatedAt !== row.hostUpdatedAt || isHidden !== (row.status === "confidential"))
      changed.push(one.number);
  }
  const added: HostIssue[] = [];
  const links: FoundAgain[] = [];
  const left = new Map<string, number[]>();
  for (const one of issues) {
    if (byNumber.has(one.number)) continue;
    const key = receivedText(one.body).key;
    const match = pushes.find((push) => push.key === key) ?? moves.find(({ movedToId }) => movedToId === one.id);
    if (match) {
      links.push({ issue: one, issueId: match.issueId, base: match.base });
      continue;
    }
    const reason = reasonToLeave(repository, one);
    if (reason === null) added.push(one);
    // Issues read again because of the overlap were logged before.
    else if (kind === "issue" || one.updatedAt > (repository.readUntil ?? ""))
      left.set(reason, [...(left.get(reason) ?? []), one.number]);
  }
  const r = codeHostRepositories;
  return [
    ...(await issueInserts(ctx, ref, { repository, issues: added, vocabulary })),
    ...(added.length === 0
      ? []
      : [
          ctx.db
            .update(r)
            .set({ issueCount: sql`${r.issueCount} + ${added.length}` })
            .where(isRepository(ref)),
        ]),
    ...(await linkInserts(ctx, ref, links)),
    ...vocabulary.newPeople(issues.flatMap(({ assignees }) => labelKeys(assignees))),
    ...(changed.length === 0 ? [] : [markChanged(ctx, ref, changed)]),
    ...(back.length === 0 ? [] : [linkAgain(ctx, ref, back)]),
    ...[...left].map(([reason, numbers]) => logEntry(ctx, ref, leftEntry(kind, reason, numbers))),
    ...(added.length + links.length === 0 ? [] : [logEntry(ctx, ref, takenEntry(kind, added, links))]),
  ];
}

/** Finds which of these are known here: by number, by a key in the text, or as the new location of another. */
async function knownAmong(ctx: Ctx, ref: RepositoryRef, issues: readonly HostIssue[]) {
  const i = codeHostIssues;
  const p = codeHostPushes;
  const numbers = JSON.stringify(issues.map(({ number }) => number));
  const ids = JSON.stringify(issues.map(({ id }) => id));
  const keys = JSON.stringify(issues.flatMap(({ body }) => receivedText(body).key ?? []));
  const [known, pushes, moves] = await ctx.db.batch([
    ctx.db
      .select({
        ...{ number: i.number, status: i.status, hostIssueId: i.hostIssueId },
        ...{ baseHash: i.baseHash, hostUpdatedAt: i.hostUpdatedAt },
      })
      .from(i)
      .where(and(isIssueOf(ref), sql`${i.number} IN (SELECT value FROM json_each(${numbers}))`)),
    ctx.db
      .select({ key: p.key, issueId: p.issueId, base: p.sent })
      .from(p)
      .where(
        and(
          ...[eq(p.orgId, ref.orgId), eq(p.host, ref.host), eq(p.repositoryId, ref.repositoryId)],
          ...[ne(p.status, "created"), sql`${p.key} IN (SELECT value FROM json_each(${keys}))`],
        ),
      ),
    ctx.db
      .select({
        movedToId: i.movedToId,
        issueId: sql<string>`${i.issueId}`.as("moved_issue"),
        base: named(i.base, "moved_base"),
      })
      .from(i)
      .where(
        and(
          ...[eq(i.orgId, ref.orgId), eq(i.host, ref.host), sql`${i.issueId} IS NOT NULL`],
          sql`${i.movedToId} IN (SELECT value FROM json_each(${ids}))`,
        ),
      ),
  ]);
  return { known, pushes, moves };
}

function reasonToLeave(repository: RepositoryRow, issue: HostIssue): string | null {
  if (issue.movedToId !== null) return "It was moved to another repository.";
  if (repository.direction === "to_host") return "The rules for this repository only send issues there.";
  return exclusionOf(repository, { labels: labelKeys(issue.labels), isConfidential: issue.isConfidential });
}

const MAX_NAMED = 20;

function namesOf(numbers: readonly number[]): string {
  const named = numbers.slice(0, MAX_NAMED).map((number) => `#${number}`);
  const more = numbers.length - named.length;
  return more > 0 ? `${named.join(", ")} and ${more.toLocaleString("en-US")} more` : named.join(", ");
}

function leftEntry(kind: Taken["kind"], reason: string, numbers: readonly number[]) {
  const [first = null] = numbers;
  const detail = numbers.length === 1 ? reason : `${namesOf(numbers)}: ${reason}`;
  return { kind, outcome: "ignored" as const, number: numbers.length === 1 ? first : null, detail };
}

function takenEntry(kind: Taken["kind"], added: readonly HostIssue[], links: readonly FoundAgain[]) {
  const texts = [
    added.length > 0 ? `Added here: ${namesOf(added.map(({ number }) => number))}.` : "",
    links.length > 0 ? `Matched with existing issues: ${namesOf(links.map(({ issue }) => issue.number))}.` : "",
  ];
  const only = added.length + links.length === 1 ? (added[0] ?? links[0]?.issue) : undefined;
  return {
    ...{ kind, outcome: "done" as const, number: only?.number ?? null },
    detail: texts.filter(Boolean).join(" "),
  };
}

/** A host's issue that corresponds to one of ours. `base`: both sides as of the last sync. */
interface FoundAgain {
  issue: HostIssue;
  issueId: string;
  base: string | null;
}

/**
 * Returns the statements that link a host's issues to ours: issues created from here, and issues moved there. A link of another
 * repository to the same issue is removed.
 */
export async function linkInserts(
  ctx: Ctx,
  { orgId, host, repositoryId }: RepositoryRef,
  links: readonly FoundAgain[],
): Promise<Write[]> {
  if (links.length === 0) return [];
  const now = ctx.now.toISOString();
  const rows = await Promise.all(
    links.map(async ({ issue, issueId, base }) => {
      const fields = fieldsOf(issue);
      return {
        ...{ number: issue.number, hostIssueId: issue.id, issueId, url: issue.url, updatedAt: issue.updatedAt },
        base: base === null ? { ...fields, meant: null, assigneeId: null } : JSON.parse(base),
        baseHash: await sha256(canonical(fields)),
      };
    }),
  );
  const json = JSON.stringify(rows);
  const among = sql`issue_id IN (SELECT value ->> 'issueId' FROM json_each(${json}))`;
  const others = sql`org_id = ${orgId} AND host = ${host} AND ${among}`;
  return [
    // Comments are matched again by their text.
    ctx.db.run(sql`DELETE FROM code_host_comments WHERE org_id = ${orgId} AND host = ${host} AND (repository_id, number) IN (
      SELECT repository_id, number FROM code_host_issues WHERE ${others})`),
    ctx.db.run(
      sql`UPDATE code_host_issues SET issue_id = NULL, status = 'transferred', synced_changes = changes WHERE ${others}`,
    ),
    ctx.db.run(sql`
      INSERT INTO code_host_issues (org_id, host, repository_id, number, host_issue_id, issue_id, url, status, base, base_hash, host_updated_at, changes, synced_at)
      SELECT ${orgId}, ${host}, ${repositoryId}, value ->> 'number', value ->> 'hostIssueId', value ->> 'issueId', value ->> 'url', 'linked',
        value -> 'base', value ->> 'baseHash', value ->> 'updatedAt', 1, ${now}
      FROM json_each(${json}) WHERE EXISTS (SELECT 1 FROM issues x WHERE x.org_id = ${orgId} AND x.id = value ->> 'issueId')
      ON CONFLICT DO NOTHING`),
    ctx.db.run(sql`UPDATE code_host_pushes SET status = 'created', reason = NULL
      WHERE org_id = ${orgId} AND issue_id IN (SELECT value ->> 'issueId' FROM json_each(${json}))`),
    ctx.db.run(sql`UPDATE code_host_repositories SET issue_count = issue_count + ${links.length}
      WHERE org_id = ${orgId} AND host = ${host} AND id = ${repositoryId}`),
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

/** The issue as it can be stored here, without labels that cannot. */
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

/** Returns the statements that add issues with their links to the host's; comments follow with the first sync of each. */
async function issueInserts(
  ctx: Ctx,
  { orgId, host, repositoryId }: RepositoryRef,
  {
    repository,
    issues,
    vocabulary,
  }: { repository: RepositoryRow; issues: readonly HostIssue[]; vocabulary: Vocabulary },
): Promise<Write[]> {
  if (issues.length === 0) return [];
  const now = ctx.now.toISOString();
  const rows = await Promise.all(
    issues.map(async (one, at) => {
      const labelIds = vocabulary.labelIds(one.labels);
      const fields = storable(one, vocabulary);
      const logins = fields.assignees;
      const priority = priorityFrom(fields.labels, vocabulary.priorities);
      // The first sync leaves one label that stands for a priority.
      const isAmbiguous = fields.labels.filter((key) => vocabulary.priorities.priorityOf(key) !== null).length > 1;
      const { assigneeId } = assigneeFrom({ ...nobody, logins, userOf: vocabulary.userOf });
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
        ...{ labelIds, priority, author: authorOf(one, one.author), authorUrl: one.author?.url ?? null, assigneeId },
        ...{ createdAt: one.createdAt, updatedAt: one.updatedAt, projectId: repository.projectId },
        base: { ...fields, body: "", meant: assigneeId, assigneeId, priority },
        ...{ baseHash: await sha256(canonical(fields)), changes: one.comments > 0 || isAmbiguous ? 1 : 0 },
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
        INSERT INTO issues (org_id, id, number, title, body, state_id, priority, project_id, assignee_id, label_ids, milestone, source, author_name, author_host, author_url, created_at, updated_at)
        SELECT ${orgId}, value ->> 'id', ${next} - ${issues.length} + (value ->> 'place'), value ->> 'title', value ->> 'body',
          value ->> 'stateId', value ->> 'priority', value ->> 'projectId', value ->> 'assigneeId', value -> 'labelIds', value ->> 'milestone', ${host}, value ->> 'author', ${host},
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

const nobody = { current: null, before: null, meant: null };

/** The author; for an issue sent by another installation of this product, the author named in its text. */
export const authorOf = ({ body }: { body: string }, author: HostPerson | null): string =>
  (receivedText(body).author ?? author?.login ?? "ghost").slice(0, 255);

/** Adds one issue that a webhook reported before any read. */
export async function takeInOne(
  ctx: Ctx,
  ref: RepositoryRef,
  { row, issue }: { row: RepositoryRow; issue: HostIssue },
): Promise<void> {
  await commit(ctx, ref, { writes: await takeIn(ctx, { ref, row, items: [issue], kind: "issue" }), result: null });
}

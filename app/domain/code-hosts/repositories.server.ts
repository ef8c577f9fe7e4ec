import { and, asc, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { codeHostIssues, codeHostRepositories } from "#drizzle/schema/code-hosts";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { once, type Write } from "~/domain/shared/write.server";
import { hostRepositories, readConnection } from "./connection.server";
import { type HostKind, type HostRepository, MAX_REPOSITORIES } from "./host";
import type { RepositoryChoice, RepositoryList } from "./schema";
import { hostMessage } from "./sync/job";
import type { ConnectionKey } from "./tokens.server";

/** Returns the repositories chosen on a host, by name. */
export async function chosenRepositories(ctx: Ctx, host: HostKind) {
  const me = allow(ctx, "system.admin");
  const r = codeHostRepositories;
  return ctx.db
    .select({
      ...{ id: r.id, fullName: r.fullName, url: r.url, isPrivate: r.isPrivate },
      ...{ canWrite: r.canWrite, canAdmin: r.canAdmin, chosenAt: r.chosenAt, hookId: r.hookId },
      ...{ importedAt: r.importedAt, lastReadAt: r.lastReadAt, lastWebhookAt: r.lastWebhookAt, problem: r.problem },
      issueCount: r.issueCount,
    })
    .from(r)
    .where(and(eq(r.orgId, me.orgId), eq(r.host, host), eq(r.status, "chosen")))
    .orderBy(asc(sql`lower(${r.fullName})`), asc(r.id))
    .limit(MAX_REPOSITORIES);
}

export type ChosenRepository = Awaited<ReturnType<typeof chosenRepositories>>[number];

/**
 * Returns a page of the repositories the token can access, each with whether it is chosen.
 * @throws DomainError as `hostRepositories`
 */
export async function repositoriesToChoose(ctx: Ctx, host: HostKind, list: RepositoryList) {
  const [{ items, next }, chosen] = await Promise.all([
    hostRepositories(ctx, host, list),
    chosenRepositories(ctx, host),
  ]);
  const ids = new Set(chosen.map(({ id }) => id));
  return { items: items.map((one) => ({ ...one, isChosen: ids.has(one.id) })), nextCursor: next };
}

/** Whether the repository's issues can be synced at all. */
const canBeChosen = ({ hasIssues, isArchived }: HostRepository) => hasIssues && !isArchived;

/**
 * Chooses repositories from one page of the list, which is read from the host again: names and permissions come from the host,
 * not from the form.
 * @throws DomainError not_found for a repository that is not on that page; conflict for one without issues, and for too many
 */
export async function chooseRepositories(
  ctx: Ctx,
  host: HostKind,
  input: RepositoryChoice,
): Promise<{ chosen: number }> {
  const me = allow(ctx, "system.admin");
  const { repositoryIds, ...list } = input;
  return once(ctx, "chooseRepositories", { host, ...input }, async (commit) => {
    const [{ items }, before] = await Promise.all([hostRepositories(ctx, host, list), chosenRepositories(ctx, host)]);
    const known = new Set(before.map(({ id }) => id));
    const wanted = new Set(repositoryIds);
    if ([...wanted].some((id) => !items.some((one) => one.id === id)))
      throw notFound("A repository in this list is no longer available. Reload the list.");
    const chosen = items.filter(({ id }) => wanted.has(id));
    const unfit = chosen.find((one) => !canBeChosen(one));
    if (unfit) throw new DomainError("conflict", `${unfit.fullName} is archived or has its issues turned off.`);
    const key = { orgId: me.orgId, host };
    return commit(me, {
      writes: [
        removal(
          ctx,
          key,
          items.filter(({ id }) => !wanted.has(id)).map(({ id }) => id),
        ),
        ...(chosen.length > 0 ? otherServers(ctx, key) : []),
        ...chosen.map((one) => choice(ctx, { ...key, by: me.userId ?? "system" }, one)),
      ],
      publish: items
        .filter(({ id }) => wanted.has(id) !== known.has(id))
        .flatMap(({ id }) => {
          const ref = { ...key, repositoryId: id };
          const url = ctx.request.origin;
          return wanted.has(id)
            ? [hostMessage({ ...ref, kind: "read" }), hostMessage({ ...ref, kind: "hook", url })]
            : [hostMessage({ ...ref, kind: "hook", url })];
        }),
      audit: [
        {
          ...{ action: "code_host.choose", entity: "code_host", entityId: host },
          after: { repositories: chosen.map(({ fullName }) => fullName) },
        },
      ],
      result: { chosen: chosen.length },
      refusals: {
        code_host_repositories_full: () =>
          new DomainError("conflict", `At most ${MAX_REPOSITORIES} repositories can be chosen.`),
      },
    });
  });
}

function removal(ctx: Ctx, { orgId, host }: ConnectionKey, ids: string[]): Write {
  const r = codeHostRepositories;
  const among = sql`${r.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return ctx.db
    .update(r)
    .set({ status: "removed" })
    .where(and(eq(r.orgId, orgId), eq(r.host, host), eq(r.status, "chosen"), among));
}

/** Tables of what belongs to a repository; a table before the one it refers to. */
const OF_REPOSITORIES = [
  ...["code_host_comments", "code_host_issues", "code_host_pushes", "code_host_deliveries", "code_host_log"],
];

const serverOf = ({ orgId, host }: ConnectionKey) =>
  sql<string>`(SELECT n.base_url FROM code_host_connections n WHERE n.org_id = ${orgId} AND n.host = ${host})`;

/**
 * Forgets what is linked to another server, once a repository of this one is chosen: the same ids would be of something else. The
 * issues here stay.
 */
function otherServers(ctx: Ctx, key: ConnectionKey): Write[] {
  const own = sql`org_id = ${key.orgId} AND host = ${key.host}`;
  const ids = sql`(SELECT r.id FROM code_host_repositories r
    WHERE r.org_id = ${key.orgId} AND r.host = ${key.host} AND r.base_url <> ${serverOf(key)})`;
  return [
    ...OF_REPOSITORIES.map((table) =>
      ctx.db.run(sql`DELETE FROM ${sql.identifier(table)} WHERE ${own} AND repository_id IN ${ids}`),
    ),
    ctx.db.run(sql`DELETE FROM code_host_repositories WHERE ${own} AND id IN ${ids}`),
  ];
}

function choice(ctx: Ctx, { by, ...key }: ConnectionKey & { by: string }, repository: HostRepository): Write {
  const { id, fullName, url, isPrivate, canWrite, canAdmin } = repository;
  const facts = { fullName: fullName.slice(0, 500), url, isPrivate, canWrite, canAdmin, baseUrl: serverOf(key) };
  const r = codeHostRepositories;
  const now = ctx.now.toISOString();
  return ctx.db
    .insert(r)
    .values({ ...key, id, ...facts, status: "chosen", chosenAt: now, chosenBy: by, nextReadAt: now, nextCheckAt: now })
    .onConflictDoUpdate({
      target: [r.orgId, r.host, r.id],
      set: {
        ...facts,
        ...{ status: "chosen", nextReadAt: now, nextCheckAt: now },
        chosenAt: sql`CASE code_host_repositories.status WHEN 'chosen' THEN code_host_repositories.chosen_at ELSE ${now} END`,
        chosenBy: sql`CASE code_host_repositories.status WHEN 'chosen' THEN code_host_repositories.chosen_by ELSE ${by} END`,
      },
    });
}

/** Issues sent per click; the rest follows automatically. */
const SENT_AT_ONCE = 100;

/** Reads all chosen repositories and sends local changes now instead of at their next scheduled time. */
export async function syncNow(ctx: Ctx, host: HostKind): Promise<{ repositories: number }> {
  const me = allow(ctx, "system.admin");
  await limitUse(ctx, SYNCS);
  await readConnection(ctx, host);
  const key = { orgId: me.orgId, host };
  const i = codeHostIssues;
  const [chosen, unsynced] = await Promise.all([
    chosenRepositories(ctx, host),
    ctx.db
      .select(namedEach({ repositoryId: i.repositoryId, number: i.number }))
      .from(byIndex(i, "code_host_issues_behind"))
      .where(
        and(
          ...[eq(i.orgId, me.orgId), eq(i.host, host), sql`${i.changes} <> ${i.syncedChanges}`],
          sql`${i.issueId} IS NOT NULL AND ${i.status} IN ('linked', 'confidential')`,
        ),
      )
      .limit(SENT_AT_ONCE),
  ]);
  const isChosen = new Set(chosen.map(({ id }) => id));
  return once(ctx, "syncCodeHost", { host }, (commit) =>
    commit(me, {
      writes: [],
      publish: [
        ...chosen.map(({ id }) => hostMessage({ ...key, repositoryId: id, kind: "read" })),
        ...unsynced
          .filter(({ repositoryId }) => isChosen.has(repositoryId))
          .map((one) => hostMessage({ ...key, ...one, kind: "issue" })),
      ],
      result: { repositories: chosen.length },
    }),
  );
}

/** Limited because each calls the host, which has hourly limits of its own. */
const SYNCS: Limit = { name: "code_host_syncs", what: "syncs", perPerson: 30, perBusiness: 60, seconds: HOUR_SECONDS };

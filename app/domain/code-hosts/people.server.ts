import { and, asc, eq, sql } from "drizzle-orm";
import { namedOrNull } from "#drizzle/d1/columns";
import { codeHostPeople, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { tenantMembers } from "#drizzle/schema/platform";
import type { Ctx } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { HOST_NAMES, MAX_REPOSITORIES } from "./host";
import { hostMessage } from "./sync/job";
import type { PeopleFilter, PersonAt, PersonMapping } from "./sync/schema";

/**
 * Returns the hosts' accounts that issues are assigned to, each with its member; unmapped accounts come first.
 * @throws DomainError invalid for a cursor of another list
 */
export async function hostPeople(ctx: Ctx, { limit, ...at }: PeopleFilter & BackCursor) {
  const me = allow(ctx, "system.admin");
  const p = codeHostPeople;
  const direction = parseCursor(at, 3);
  const isMapped = sql<number>`(${p.userId} IS NOT NULL)`;
  const { beyond, order } = keyset(direction, [isMapped, p.host, p.login]);
  const rows = await ctx.db
    .select({
      ...{ host: p.host, login: p.login, userId: namedOrNull(p.userId, "mapped_user") },
      isMapped: isMapped.as("is_mapped"),
      name: sql<string | null>`trim(${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName})`.as("member_name"),
    })
    .from(p)
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, p.userId)))
    .where(and(eq(p.orgId, me.orgId), beyond))
    .orderBy(...order)
    .limit(limit + 1);
  const cut = bidirectionalPage(rows, { limit, total: null, direction }, (row) => [row.isMapped, row.host, row.login]);
  return { ...cut, items: cut.items.map(({ isMapped: _, ...person }) => person) };
}

/** The members that an account can be mapped to, by name: all of them. */
export function hostMembers(ctx: Ctx) {
  const me = allow(ctx, "system.admin");
  return ctx.db
    .select({
      userId: tenantMembers.userId,
      name: sql<string>`trim(${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName})`.as("member_name"),
    })
    .from(tenantMembers)
    .where(and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.kind, "person")))
    .orderBy(asc(tenantMembers.firstName), asc(tenantMembers.lastName), asc(tenantMembers.userId));
}

/**
 * Maps a host's account to a member, and syncs the issues assigned to it again. Open issues assigned to the member here are
 * assigned to the account on the host. A member has one account per host: a previous one becomes unmapped.
 * @throws DomainError invalid for someone who is not in the business
 */
export async function mapPerson(ctx: Ctx, { host, login }: PersonAt, { userId }: PersonMapping): Promise<void> {
  const me = allow(ctx, "system.admin");
  const p = codeHostPeople;
  await once(ctx, "mapHostPerson", { host, login, userId }, async (commit) => {
    if (userId !== null) {
      const [member] = await ctx.db
        .select({ userId: tenantMembers.userId })
        .from(tenantMembers)
        .where(
          and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, userId), eq(tenantMembers.kind, "person")),
        );
      if (!member) throw invalidField("userId", "Choose a person from the list");
    }
    const now = ctx.now.toISOString();
    const r = codeHostRepositories;
    const repositories =
      userId === null
        ? []
        : await ctx.db
            .select({ repositoryId: r.id })
            .from(r)
            .where(and(eq(r.orgId, me.orgId), eq(r.host, host), eq(r.status, "chosen")))
            .limit(MAX_REPOSITORIES);
    return commit(me, {
      writes: [
        ctx.db
          .update(p)
          .set({ userId: null, version: sql`${p.version} + 1` })
          .where(
            and(eq(p.orgId, me.orgId), eq(p.host, host), sql`${p.userId} IS ${userId}`, sql`${p.userId} IS NOT NULL`),
          ),
        ctx.db
          .insert(p)
          .values({ orgId: me.orgId, host, login, userId, createdAt: now })
          .onConflictDoUpdate({ target: [p.orgId, p.host, p.login], set: { userId, version: sql`${p.version} + 1` } }),
        // Issues assigned to this account on the host.
        ctx.db.run(sql`
          UPDATE code_host_issues SET changes = changes + 1, queued_at = NULL
          WHERE org_id = ${me.orgId} AND host = ${host} AND status = 'linked' AND issue_id IS NOT NULL
            AND EXISTS (SELECT 1 FROM json_each(base, '$.assignees') WHERE value = ${login})`),
      ],
      publish: repositories.flatMap(({ repositoryId }) =>
        userId === null ? [] : [hostMessage({ kind: "assign", orgId: me.orgId, host, repositoryId, userId, after: 0 })],
      ),
      audit: [
        {
          ...{ action: "code_host.map_person", entity: "code_host", entityId: host },
          after: { login, host: HOST_NAMES[host], userId },
        },
      ],
      result: null,
    });
  });
}

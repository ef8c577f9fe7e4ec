import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { containsText } from "#drizzle/d1/contains-text";
import { invitations, members, users } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allowAdmin } from "~/domain/shared/permissions";
import { undeliveredMail } from "./invitations.server";
import { invitationState } from "./member";
import type { MembersFilter } from "./schema";

const sortKey = sql<string>`lower(${users.lastName} || ' ' || ${users.firstName})`;
/** A person's activity after leaving must not be visible to the business. */
const lastSeen = sql<string | null>`(SELECT max(last_seen_at) FROM sessions
  WHERE sessions.user_id = ${users.id} AND ${members.status} = 'active')`;

const hasSecondStep = sql<boolean>`(${members.status} = 'active' AND EXISTS (
  SELECT 1 FROM second_steps WHERE second_steps.user_id = ${users.id} AND second_steps.confirmed_at IS NOT NULL))`;

const memberColumns = {
  userId: members.userId,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  roles: members.roles,
  permissions: members.permissions,
  status: named(members.status, "member_status"),
  version: named(members.version, "member_version"),
  joinedAt: named(members.createdAt, "joined_at"),
  lastSeenAt: lastSeen.as("last_seen_at"),
  hasSecondStep: hasSecondStep.mapWith(Boolean).as("has_second_step"),
};

/** Pending invitations listed: the latest. */
const MAX_INVITATIONS = 100;

/** The members of a business by last name, and its pending invitations. Admin only. */
export async function listMembers(ctx: Ctx, filter: MembersFilter) {
  const me = allowAdmin(ctx);
  const matching = and(eq(members.orgId, me.orgId), ...matches(filter));
  const direction = parseCursor(filter, 2);
  const { beyond, order } = keyset(direction, [sortKey, members.userId]);
  const [rows, [counted], open] = await ctx.db.batch([
    ctx.db
      .select({ ...memberColumns, sortKey: sortKey.as("sort_key") })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(and(matching, beyond))
      .orderBy(...order)
      .limit(filter.limit + 1),
    ctx.db
      .select({ total: count().as("total") })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(matching),
    openInvitations(ctx, me.orgId),
  ]);
  const paging = { limit: filter.limit, total: counted?.total ?? 0, direction };
  const cut = bidirectionalPage(rows, paging, (row) => [row.sortKey, row.userId]);
  const items = cut.items.map(({ sortKey: _, ...member }) => ({ ...member, self: member.userId === me.userId }));
  const now = ctx.now.toISOString();
  const latest = open.slice(0, MAX_INVITATIONS).reverse();
  const pending = latest.map((each) => ({ ...each, state: invitationState(each.expiresAt, now) }));
  return { ...cut, items, invitations: pending, hasEarlierInvitations: open.length > MAX_INVITATIONS };
}

/** One member of the caller's business. @throws DomainError not_found for anyone else */
export async function findMember(ctx: Ctx, userId: string) {
  const me = allowAdmin(ctx);
  const [member] = await memberById(ctx, me.orgId, userId);
  if (!member) throw notFound("Member not found");
  return { ...member, self: member.userId === me.userId };
}

export type MemberView = Awaited<ReturnType<typeof findMember>>;

function memberById(ctx: Ctx, orgId: string, userId: string) {
  return ctx.db
    .select(memberColumns)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.orgId, orgId), eq(members.userId, userId)));
}

function matches({ q, role, status }: MembersFilter): (SQL | undefined)[] {
  const name = sql`(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.email})`;
  return [
    q ? containsText(name, q) : undefined,
    role ? sql`${members.roles} LIKE ${`%"${role}"%`}` : undefined,
    status ? eq(members.status, status) : undefined,
  ];
}

function openInvitations(ctx: Ctx, orgId: string) {
  return ctx.db
    .select({
      id: invitations.id,
      email: invitations.email,
      firstName: invitations.firstName,
      lastName: invitations.lastName,
      roles: invitations.roles,
      sentAt: invitations.sentAt,
      expiresAt: invitations.expiresAt,
      undelivered: undeliveredMail.as("undelivered"),
    })
    .from(invitations)
    .where(and(eq(invitations.orgId, orgId), eq(invitations.status, "pending")))
    .orderBy(desc(invitations.createdAt))
    .limit(MAX_INVITATIONS + 1);
}

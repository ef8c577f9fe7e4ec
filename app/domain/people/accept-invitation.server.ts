import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { acrossTenants } from "#drizzle/d1/guard";
import { invitations, members, organizations, users } from "#drizzle/schema/identity";
import type { Browser, SignedIn } from "~/domain/auth/account.server";
import { rateLimit } from "~/domain/auth/limits.server";
import { newPasswordHash } from "~/domain/auth/password/new-password.server";
import type { AcceptInvitation } from "~/domain/auth/schema";
import { closeLiveConnections, newSession } from "~/domain/auth/session.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson, defaultPermissions, type Rights } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { assertRowChanged, commitIdentity, type Write } from "~/domain/shared/write.server";
import { copyMessage, copyNow, type TenantCopy } from "./copy-to-tenants.server";
import { alreadyMemberText } from "./member";

/**
 * An invitation's details, shown before it is accepted. A person with the link can read the mailbox of its address and may learn
 * whether that address has an account.
 * @throws DomainError invalid for an invalid link
 */
export async function validateInvitation(ctx: Ctx, token: string) {
  await rateLimit(ctx, "invitation");
  const { email, firstName, lastName, roles, orgName, accountId } = await findInvitation(ctx, token);
  return { email, firstName, lastName, roles, organization: { name: orgName }, hasAccount: accountId !== null };
}

/**
 * Makes the invited person a user and member with the roles' default permissions, also a technician if that is one of the roles,
 * and signs the person in.
 * @throws DomainError invalid for an invalid link, conflict if the address has an account by now
 */
export async function acceptInvitation(ctx: Ctx, input: AcceptInvitation, browser: Browser): Promise<SignedIn> {
  await rateLimit(ctx, "invitation");
  const invitation = await findInvitation(ctx, input.token);
  const passwordHash = await newPasswordHash(ctx, input.password, [invitation.email]);
  const userId = ctx.newId();
  const createdAt = ctx.now.toISOString();
  const { orgId, email, roles, shard } = invitation;
  const { firstName, lastName } = input;
  const session = await newSession(ctx, { userId, replaces: browser.replaces, event: "sign_in" });
  const permissions = defaultPermissions(roles);
  const joined: Member = {
    orgId,
    orgKey: 0,
    orgName: invitation.orgName,
    timeZone: invitation.timeZone,
    userId,
    name: `${firstName} ${lastName}`,
    roles,
    permissions,
    isPro: false,
    technicianId: null,
  };
  const copy: TenantCopy = { kind: "member", orgId, userId };
  const signedIn = await commitIdentity(ctx, joined, {
    writes: [
      ...acceptance(ctx, invitation),
      ctx.db
        .insert(users)
        .values({ id: userId, email, firstName, lastName, passwordHash, status: "active", shard, createdAt }),
      ctx.db
        .insert(members)
        .values({ orgId, userId, roles, permissions, status: "active", createdAt, copyPending: true }),
      ...session.writes,
    ],
    audit: [{ action: "joined", entity: "member", entityId: userId, after: { email, roles, permissions } }],
    publish: [copyMessage(copy)],
    result: {
      sessionId: session.sessionId,
      credentials: session.credentials,
      device: browser.device ?? ctx.newToken(),
      rights: { roles, permissions },
    },
    refusals: {
      link_used: invalidLink,
      "users.email": () => new DomainError("conflict", "An account with this email already exists. Please sign in."),
    },
  });
  await Promise.all([copyNow(ctx, copy), closeLiveConnections(ctx, session.ended)]);
  return signedIn;
}

/**
 * Makes the signed-in person, invited under their own address, a member with the roles' default permissions. Their household and
 * password do not change. A person who left the business earlier gets the same membership back.
 * @throws DomainError unauthenticated, invalid for an invalid link, conflict for another person's invitation and for a member of
 * a business
 */
export async function joinBusiness(ctx: Ctx, token: string): Promise<{ orgName: string; rights: Rights }> {
  const { userId, email, firstName, lastName, member } = allowPerson(ctx);
  await rateLimit(ctx, "invitation");
  const invitation = await findInvitation(ctx, token);
  const { orgId, orgName, timeZone, roles } = invitation;
  if (invitation.accountId !== userId) {
    throw new DomainError(
      "conflict",
      `This invitation is for ${invitation.email}. Sign in with that account to accept it.`,
    );
  }
  if (member) throw alreadyMember(member.orgName);
  const permissions = defaultPermissions(roles);
  const at = { orgId, orgKey: 0, orgName, timeZone };
  const joined: Member = {
    ...at,
    userId,
    name: `${firstName} ${lastName}`,
    roles,
    permissions,
    isPro: false,
    technicianId: null,
  };
  const copy: TenantCopy = { kind: "member", orgId, userId };
  const given = { roles, permissions, status: "active", copyPending: true } as const;
  const result = await commitIdentity(ctx, joined, {
    writes: [
      ...acceptance(ctx, invitation),
      // Checks that the person still matches the invitation.
      ctx.db
        .update(users)
        .set({ version: sql`${users.version} + 1` })
        .where(and(eq(users.id, userId), eq(users.email, invitation.email), eq(users.status, "active"))),
      assertRowChanged(ctx, "link_used"),
      ctx.db
        .insert(members)
        .values({ orgId, userId, ...given, createdAt: ctx.now.toISOString() })
        .onConflictDoUpdate({
          target: [members.orgId, members.userId],
          set: { ...given, leftAt: null, version: sql`${members.version} + 1` },
          setWhere: isNotNull(members.leftAt),
        }),
      assertRowChanged(ctx, "turned_off"),
    ],
    audit: [{ action: "joined", entity: "member", entityId: userId, after: { email, roles, permissions } }],
    publish: [copyMessage(copy)],
    result: { orgName, rights: { roles, permissions } },
    refusals: {
      link_used: invalidLink,
      "members.user_id": () => alreadyMember(null),
      turned_off: () =>
        new DomainError("conflict", `Your access to ${orgName} is turned off. An Admin there can restore it.`),
    },
  });
  await copyNow(ctx, copy);
  return result;
}

function alreadyMember(orgName: string | null): DomainError {
  return new DomainError("conflict", alreadyMemberText(orgName));
}

/** Marks the link as used, once. */
function acceptance(ctx: Ctx, { orgId, id, live }: Awaited<ReturnType<typeof findInvitation>>): Write[] {
  return [
    ctx.db
      .update(invitations)
      .set({ status: "accepted" })
      .where(and(eq(invitations.orgId, orgId), eq(invitations.id, id), live)),
    assertRowChanged(ctx, "link_used"),
  ];
}

async function findInvitation(ctx: Ctx, token: string) {
  const live = and(
    eq(invitations.tokenHash, await sha256(token)),
    eq(invitations.status, "pending"),
    gt(invitations.expiresAt, ctx.now.toISOString()),
  );
  const [found] = await ctx.db
    .select({
      orgId: invitations.orgId,
      id: named(invitations.id, "invitation_id"),
      email: named(invitations.email, "invited_email"),
      firstName: invitations.firstName,
      lastName: invitations.lastName,
      roles: invitations.roles,
      orgName: organizations.name,
      timeZone: organizations.timeZone,
      shard: organizations.shard,
      accountId: namedOrNull(users.id, "account_id"),
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.orgId))
    .leftJoin(users, eq(users.email, invitations.email))
    // A guest has no business yet: the link's secret identifies it.
    .where(sql`${live} ${sql.raw(acrossTenants)}`);
  if (!found) throw invalidLink();
  return { ...found, live };
}

function invalidLink(): DomainError {
  return new DomainError(
    "invalid",
    "This invitation was already used, was canceled or has expired. Ask for a new one.",
    {
      fields: { token: ["This invitation is no longer valid"] },
    },
  );
}

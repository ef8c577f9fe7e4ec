import { and, eq, gt, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { acrossTenants } from "#drizzle/d1/guard";
import { invitations, members, organizations, users } from "#drizzle/schema/identity";
import { rateLimit } from "~/domain/auth/limits.server";
import { passwordProblem } from "~/domain/auth/password";
import { hashPassword } from "~/domain/auth/passwords.server";
import type { AcceptInvitation } from "~/domain/auth/schema";
import { closeLiveConnections, newSession } from "~/domain/auth/session.server";
import type { Browser, SignedIn } from "~/domain/auth/sign-in.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { defaultPermissions } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/tokens.server";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import { copyMessage, copyNow, type TenantCopy } from "./copy-to-tenants.server";

/** An invitation's details, shown before it is accepted. @throws DomainError invalid for a dead link */
export async function validateInvitation(ctx: Ctx, token: string) {
  await rateLimit(ctx, "invitation");
  const { email, firstName, lastName, roles, orgName } = await findInvitation(ctx, token);
  return { email, firstName, lastName, roles, organization: { name: orgName } };
}

/**
 * Makes the invited person a user and member with the roles' default permissions, a technician as well where that is
 * one of the roles, and signs the person in.
 * @throws DomainError invalid for a dead link, conflict when the address has an account by now
 */
export async function acceptInvitation(ctx: Ctx, input: AcceptInvitation, browser: Browser): Promise<SignedIn> {
  await rateLimit(ctx, "invitation");
  const invitation = await findInvitation(ctx, input.token);
  const problem = passwordProblem(input.password, [invitation.email]);
  if (problem) throw new DomainError("invalid", problem, { fields: { password: [problem] } });
  const passwordHash = await hashPassword(input.password);
  const userId = ctx.newId();
  const createdAt = ctx.now.toISOString();
  const { orgId, id, email, roles } = invitation;
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
    technicianId: null,
  };
  const copy: TenantCopy = { kind: "member", orgId, userId };
  const signedIn = await commitIdentity(ctx, joined, {
    writes: [
      ctx.db
        .update(invitations)
        .set({ status: "accepted" })
        .where(and(eq(invitations.orgId, orgId), eq(invitations.id, id), invitation.live)),
      assertRowChanged(ctx, "link_used"),
      ctx.db
        .insert(users)
        .values({ id: userId, email, firstName, lastName, passwordHash, status: "active", createdAt }),
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
      link_used: deadLink,
      "users.email": () => new DomainError("conflict", "An account with this email already exists. Please sign in."),
    },
  });
  await Promise.all([copyNow(ctx, copy), closeLiveConnections(ctx, session.ended)]);
  return signedIn;
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
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.orgId))
    // A guest has no business yet: the secret of the link finds it.
    .where(sql`${live} ${sql.raw(acrossTenants)}`);
  if (!found) throw deadLink();
  return { ...found, live };
}

function deadLink(): DomainError {
  return new DomainError(
    "invalid",
    "This invitation was already used, was canceled or has expired. Ask for a new one.",
    {
      fields: { token: ["This invitation is no longer valid"] },
    },
  );
}

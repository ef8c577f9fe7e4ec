import { and, eq, sql } from "drizzle-orm";
import { members } from "#drizzle/schema/identity";
import { requireRecentAuthentication } from "~/domain/auth/reauthentication.server";
import { closeLiveConnections, endSessions, openSessions } from "~/domain/auth/session.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowAdmin, allowPerson, defaultPermissions } from "~/domain/shared/permissions";
import {
  type AuditEntry,
  assertRowChanged,
  commitIdentity,
  onceInIdentity,
  type Write,
} from "~/domain/shared/write.server";
import { copyMessage, copyNow, type TenantCopy } from "./copy-to-tenants.server";
import { findMember, type MemberView } from "./list-members.server";
import { ADMIN_HAS_ALL, type MemberStatus, OWN_ACCESS, permissionsAfter, samePermissions } from "./member";
import type { ChangePermissions, ChangeRoles, ChosenMember } from "./schema";

const refusals = {
  last_admin: () =>
    new DomainError("conflict", "A business needs at least one Admin. Make someone else an Admin first."),
  member_left: () => new DomainError("conflict", "This user left the business. Invite them again to bring them back."),
  "members.user_id": () =>
    new DomainError(
      "conflict",
      "This access cannot be turned on again here. Invite the user with their email address.",
    ),
  not_a_member: () => new DomainError("conflict", "This user's access is already turned off."),
  stale: () => new DomainError("conflict", "Someone else just changed this user. Check the changes and try again."),
};

/**
 * Sets a member's roles. Default permissions follow the roles; a custom list is kept.
 * @throws DomainError conflict; forbidden without recent proof of identity
 */
export async function changeRoles(ctx: Ctx, input: ChangeRoles): Promise<{ userId: string }> {
  allowAdmin(ctx);
  await requireRecentAuthentication(ctx);
  return setRoles(ctx, input);
}

async function setRoles(ctx: Ctx, input: ChangeRoles): Promise<{ userId: string }> {
  const me = allowAdmin(ctx);
  const copy: TenantCopy = { kind: "member", orgId: me.orgId, userId: input.userId };
  const joins = input.roles.includes("Technician");
  const result = await onceInIdentity(ctx, "changeRoles", input, async (commit) => {
    const before = await findMember(ctx, input.userId);
    const permissions = permissionsAfter(before, input.roles);
    return commit(me, {
      writes: updateMember(ctx, me, input, { roles: input.roles, permissions: permissions && [...permissions] }),
      audit: [changed("roles_changed", before, { roles: input.roles, permissions })],
      publish: joins ? [copyMessage(copy)] : [],
      result: { userId: input.userId },
      refusals,
    });
  });
  await renewLiveConnections(ctx, input.userId);
  if (joins) await copyNow(ctx, copy);
  return result;
}

/** Makes the calling Admin a technician as well, so that an owner can be assigned jobs. Repeating it changes nothing. */
export async function becomeTechnician(ctx: Ctx): Promise<{ userId: string }> {
  allowAdmin(ctx);
  const { userId } = allowPerson(ctx);
  const { roles, version } = await findMember(ctx, userId);
  if (roles.includes("Technician")) return { userId };
  return setRoles(ctx, { userId, version, roles: [...roles, "Technician"] });
}

/**
 * Sets a member's permission list. An Admin has none.
 * @throws DomainError conflict; forbidden without recent proof of identity
 */
export async function changePermissions(ctx: Ctx, input: ChangePermissions): Promise<{ userId: string }> {
  const me = allowAdmin(ctx);
  await requireRecentAuthentication(ctx);
  const result = await onceInIdentity(ctx, "changePermissions", input, async (commit) => {
    const before = await findMember(ctx, input.userId);
    if (before.roles.includes("Admin")) {
      throw new DomainError("conflict", ADMIN_HAS_ALL);
    }
    const permissions = input.defaults ? defaultPermissions(before.roles) : input.permissions;
    const audit = samePermissions(before.permissions, permissions)
      ? []
      : [changed("permissions_changed", before, { permissions })];
    return commit(me, {
      writes: updateMember(ctx, me, input, { permissions }),
      audit,
      result: { userId: input.userId },
      refusals,
    });
  });
  await renewLiveConnections(ctx, input.userId);
  return result;
}

/** Sockets were opened with the previous permissions: they are closed, and can be reopened by anyone who still has access. */
async function renewLiveConnections(ctx: Ctx, userId: string): Promise<void> {
  await closeLiveConnections(ctx, await openSessions(ctx, userId), "renew");
}

/**
 * Disables a member's access to the business: every session ends and live connections close immediately. The person's own
 * household is kept.
 */
export async function disableMember(ctx: Ctx, input: ChosenMember): Promise<{ userId: string }> {
  const me = allowAdmin(ctx);
  if (input.userId === me.userId) throw new DomainError("conflict", OWN_ACCESS);
  const open = await openSessions(ctx, input.userId);
  const result = await setStatus(ctx, input, "disabled", [endSessions(ctx, input.userId)]);
  await closeLiveConnections(ctx, open);
  return result;
}

/** Signs a member out everywhere: ends all their sessions and live connections. */
export async function endMemberSessions(ctx: Ctx, userId: string): Promise<{ ended: number }> {
  const me = allowAdmin(ctx);
  const member = await findMember(ctx, userId);
  if (member.status !== "active") throw refusals.not_a_member();
  const open = await openSessions(ctx, member.userId);
  await commitIdentity(ctx, me, {
    writes: [endSessions(ctx, member.userId)],
    audit: [{ action: "sessions_ended", entity: "member", entityId: member.userId }],
    result: undefined,
  });
  await closeLiveConnections(ctx, open);
  return { ended: open.length };
}

export function enableMember(ctx: Ctx, input: ChosenMember): Promise<{ userId: string }> {
  return setStatus(ctx, input, "active", []);
}

async function setStatus(
  ctx: Ctx,
  input: ChosenMember,
  status: MemberStatus,
  also: Write[],
): Promise<{ userId: string }> {
  const me = allowAdmin(ctx);
  const copy: TenantCopy = { kind: "member", orgId: me.orgId, userId: input.userId };
  const result = await onceInIdentity(ctx, `setStatus:${status}`, input, async (commit) => {
    const before = await findMember(ctx, input.userId);
    // A person who may work elsewhere by now has sessions that this business must not end.
    if (status === "disabled" && before.status !== "active") throw refusals.not_a_member();
    return commit(me, {
      writes: [...updateMember(ctx, me, input, { status }), ...also],
      audit: [changed(status === "active" ? "enabled" : "disabled", before, { status })],
      publish: [copyMessage(copy)],
      result: { userId: input.userId },
      refusals,
    });
  });
  await copyNow(ctx, copy);
  return result;
}

function updateMember(
  ctx: Ctx,
  me: Member,
  { userId, version }: ChosenMember,
  values: Partial<typeof members.$inferInsert>,
): Write[] {
  const which = and(eq(members.orgId, me.orgId), eq(members.userId, userId), eq(members.version, version));
  return [
    ctx.db
      .update(members)
      .set({ ...values, version: sql`${members.version} + 1` })
      .where(which),
    assertRowChanged(ctx, "stale"),
  ];
}

function changed(action: string, { userId, roles, permissions, status }: MemberView, after: object): AuditEntry {
  return { action, entity: "member", entityId: userId, before: { roles, permissions, status }, after };
}

import { and, eq, like } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { invitations, users } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow, allowMember, can } from "~/domain/shared/permissions";
import { undeliveredMail } from "./invitations.server";
import { invitationState } from "./member";

type Paging = { limit: number; cursor?: string; before?: string };

export type PendingInvitation = Awaited<ReturnType<typeof pendingInvitations>>["items"][number];

/** Technicians who have not responded yet, longest waiting first. `total` is known if one page holds them all. */
export async function pendingInvitations(ctx: Ctx, { limit, ...at }: Paging) {
  const me = allow(ctx, "technicians.read");
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [invitations.createdAt, invitations.id]);
  const rows = await ctx.db
    .select({
      id: named(invitations.id, "invitation_id"),
      email: named(invitations.email, "invited_email"),
      firstName: named(invitations.firstName, "invited_first_name"),
      lastName: named(invitations.lastName, "invited_last_name"),
      roles: invitations.roles,
      sentAt: invitations.sentAt,
      expiresAt: invitations.expiresAt,
      createdAt: named(invitations.createdAt, "invited_at"),
      undelivered: undeliveredMail.as("undelivered"),
      byFirstName: namedOrNull(users.firstName, "inviter_first_name"),
      byLastName: namedOrNull(users.lastName, "inviter_last_name"),
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(
      and(
        eq(invitations.orgId, me.orgId),
        eq(invitations.status, "pending"),
        like(invitations.roles, '%"Technician"%'),
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1);
  const now = ctx.now.toISOString();
  const total = !direction.key && rows.length <= limit ? rows.length : null;
  const cut = bidirectionalPage(rows, { limit, total, direction }, (row) => [row.createdAt, row.id]);
  const items = cut.items.map(({ byFirstName, byLastName, roles, createdAt, ...invitation }) => ({
    ...invitation,
    status: "pending" as const,
    state: invitationState(invitation.expiresAt, now),
    invitedBy: byFirstName === null ? null : `${byFirstName} ${byLastName}`,
    createdAt,
    /** Only an Admin may grant or revoke roles other than technician. */
    mayChange: can(me, "technicians.manage") && (me.roles.includes("Admin") || roles.every((r) => r === "Technician")),
  }));
  return { ...cut, items };
}

/** Email -> id of pending technician invitations; empty without permission to see them. */
export async function pendingInvitationIds(ctx: Ctx): Promise<Map<string, string>> {
  const me = allowMember(ctx);
  if (!can(me, "technicians.read")) return new Map();
  const rows = await ctx.db
    .select({ email: invitations.email, id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.orgId, me.orgId), eq(invitations.status, "pending")))
    .limit(1000);
  return new Map(rows.map(({ email, id }) => [email, id]));
}

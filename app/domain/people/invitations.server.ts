import { and, eq, isNotNull, sql } from "drizzle-orm";
import { invitations, members, users } from "#drizzle/schema/identity";
import { technicians } from "#drizzle/schema/technicians";
import { mailLimitRefusal, mailsWithinHour } from "~/domain/auth/limits.server";
import { invitationMail } from "~/domain/auth/mails.server";
import { requireRecentAuthentication } from "~/domain/auth/reauthentication.server";
import { accountMail } from "~/domain/mail/message";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound, withErrorMessage } from "~/domain/shared/errors";
import type { IdentityMessage } from "~/domain/shared/outbox.server";
import { allow, allowAdmin, allowMember, can, type Role } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { DAY_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, onceInIdentity } from "~/domain/shared/write.server";
import type { TechnicianInvitation } from "~/domain/technicians/schema";
import type { ExpectedTechnician } from "~/domain/technicians/technician";
import { copyMessage, copyNow, type TenantCopy } from "./copy-to-tenants.server";
import { INVITATION_DAYS } from "./member";
import type { InviteMember } from "./schema";

const taken = () =>
  new DomainError("conflict", "A user with this email already exists or has a pending invitation", {
    fields: { email: ["A user with this email already exists or has a pending invitation"] },
  });

/**
 * Invites a person to the business by email, for 7 days. Anyone who manages technicians may invite technicians; other roles
 * require an Admin. `technician` is set up while the invitation is pending. Response and email are the same whether or not the
 * address has an account with another business or a household.
 * @throws DomainError conflict if the address is a member's or is already invited; forbidden for an Admin without recent proof of
 * identity
 */
export async function inviteMember(
  ctx: Ctx,
  input: InviteMember,
  technician: ExpectedTechnician | null = null,
): Promise<{ id: string }> {
  const me = allowInviting(ctx, input.roles);
  if (input.roles.includes("Admin")) await requireRecentAuthentication(ctx);
  const invited = await onceInIdentity(ctx, "inviteMember", { ...input, technician }, async (commit) => {
    const { email } = input;
    const [[known], joined] = await Promise.all([
      // Within this business only: whether an address has an account elsewhere must not be disclosed.
      ctx.db
        .select({ userId: members.userId, leftAt: members.leftAt })
        .from(members)
        .innerJoin(users, eq(users.id, members.userId))
        .where(and(eq(members.orgId, me.orgId), eq(users.email, email))),
      technician ? technicianWithAccount(ctx, me, email) : [],
    ]);
    const cameBack = known && known.leftAt !== null ? known.userId : null;
    if (known && !cameBack) throw taken();
    if (joined.some(({ userId }) => userId !== cameBack)) throw taken();
    const id = ctx.newId();
    const invitation = await newInvitationMail(ctx, me, { to: input.email, invitationId: id });
    const row = { orgId: me.orgId, id, ...input, technician, ...invitation.columns, status: "pending" } as const;
    return commit(me, {
      writes: [
        ...mailsWithinHour(ctx, "invite", input.email),
        ctx.db.insert(invitations).values({ ...row, invitedBy: me.userId ?? "", createdAt: ctx.now.toISOString() }),
      ],
      audit: [
        { action: "invited", entity: "invitation", entityId: id, after: { email: input.email, roles: input.roles } },
      ],
      publish: [invitation.message, ...(technician ? [copyMessage(copyOf(me, id))] : [])],
      result: { id },
      refusals: { ...mailLimitRefusal, "invitations.org_id, invitations.email": taken },
    });
  });
  if (technician) await copyNow(ctx, copyOf(me, invited.id));
  return invited;
}

function technicianWithAccount(ctx: Ctx, { orgId }: Member, email: string) {
  return ctx.db
    .select({ userId: technicians.userId })
    .from(technicians)
    .where(and(eq(technicians.orgId, orgId), eq(technicians.email, email), isNotNull(technicians.userId)));
}

function copyOf({ orgId }: Member, invitationId: string): TenantCopy {
  return { kind: "invitation", orgId, invitationId };
}

/** Resends a pending invitation with a new link for another 7 days; the old link stops working. */
export async function resendInvitation(ctx: Ctx, id: string): Promise<{ id: string }> {
  const { me, email, status, roles } = await findInvitation(ctx, id);
  const refused = () => new DomainError("invalid", "Invitation cannot be resent");
  return onceInIdentity(ctx, "resendInvitation", { id }, async (commit) => {
    if (status !== "pending") throw refused();
    const invitation = await newInvitationMail(ctx, me, { to: email, invitationId: id });
    return commit(me, {
      writes: [
        ctx.db.update(invitations).set(invitation.columns).where(stillPending(me, id)),
        assertRowChanged(ctx, "not_pending"),
        ...mailsWithinHour(ctx, "invite", email),
      ],
      audit: [{ action: "resent", entity: "invitation", entityId: id, after: { email, roles } }],
      publish: [invitation.message],
      result: { id },
      refusals: { ...mailLimitRefusal, not_pending: refused },
    });
  });
}

/** Cancels a pending invitation: its link stops working. */
export async function cancelInvitation(ctx: Ctx, id: string): Promise<{ id: string }> {
  const { me, email, status, roles } = await findInvitation(ctx, id);
  const refused = () => new DomainError("invalid", "Invitation cannot be cancelled");
  const expected = roles.includes("Technician");
  const canceled = await onceInIdentity(ctx, "cancelInvitation", { id }, async (commit) => {
    if (status !== "pending") throw refused();
    return commit(me, {
      writes: [
        ctx.db.update(invitations).set({ status: "cancelled" }).where(stillPending(me, id)),
        assertRowChanged(ctx, "not_pending"),
      ],
      audit: [{ action: "cancelled", entity: "invitation", entityId: id, before: { email } }],
      publish: expected ? [copyMessage(copyOf(me, id))] : [],
      result: { id },
      refusals: { not_pending: refused },
    });
  });
  if (expected) await copyNow(ctx, copyOf(me, id));
  return canceled;
}

function allowInviting(ctx: Ctx, roles: readonly Role[]): Member {
  const me = allowMember(ctx);
  const technician = roles.every((role) => role === "Technician");
  return technician && can(me, "technicians.manage") ? me : allowAdmin(ctx);
}

async function findInvitation(ctx: Ctx, id: string) {
  const { orgId } = allowMember(ctx);
  const [found] = await ctx.db
    .select({ email: invitations.email, status: invitations.status, roles: invitations.roles })
    .from(invitations)
    .where(and(eq(invitations.orgId, orgId), eq(invitations.id, id)));
  if (!found) throw notFound("Invitation not found");
  return { ...found, me: allowInviting(ctx, found.roles) };
}

function stillPending(me: Member, id: string) {
  return and(eq(invitations.orgId, me.orgId), eq(invitations.id, id), eq(invitations.status, "pending"));
}

/** Whether an invitation's latest email could not be delivered, as a column of its query. */
export const undeliveredMail = sql`coalesce((SELECT o.failed_at IS NOT NULL FROM identity_outbox o
  WHERE o.org_id = invitations.org_id AND o.invitation_id = invitations.id ORDER BY o.id DESC LIMIT 1), 0)`.mapWith(
  Boolean,
);

async function newInvitationMail(ctx: Ctx, me: Member, { to, invitationId }: { to: string; invitationId: string }) {
  const token = ctx.newToken();
  const sentAt = ctx.now.toISOString();
  const expiresAt = new Date(ctx.now.getTime() + INVITATION_DAYS * DAY_MS).toISOString();
  const mail = invitationMail(ctx, { to, token, orgName: me.orgName, by: me.name });
  const message: IdentityMessage = accountMail(mail, { orgId: me.orgId, invitationId });
  return { columns: { tokenHash: await sha256(token), sentAt, expiresAt }, message };
}

/**
 * Invites a technician by email. If a name is given, the technician exists from now on, pending setup, and can be assigned jobs;
 * otherwise the technician is created on acceptance.
 * @throws DomainError conflict if the address is a member's or is already invited
 */
export async function inviteTechnician(ctx: Ctx, input: TechnicianInvitation): Promise<{ id: string }> {
  allow(ctx, "technicians.manage");
  const { email, firstName, lastName, hourlyRate, ...facts } = input;
  const named = firstName !== "" && lastName !== "";
  const technician = named ? { firstName, lastName, hourlyRateMinor: hourlyRate, ...facts } : null;
  return withErrorMessage("Unable to send invitation", () =>
    inviteMember(ctx, { email, firstName, lastName, roles: ["Technician"] }, technician),
  );
}

/** @throws DomainError not_found; invalid if it is not pending any more */
export async function resendTechnicianInvitation(ctx: Ctx, id: string): Promise<{ id: string }> {
  allow(ctx, "technicians.manage");
  return withErrorMessage("Unable to resend invitation", () => resendInvitation(ctx, id));
}

/**
 * Resends a technician's pending invitation.
 * @throws DomainError not_found; conflict if none is pending
 */
export async function resendToTechnician(ctx: Ctx, technicianId: string): Promise<{ firstName: string }> {
  const { orgId } = allow(ctx, "technicians.manage");
  const [technician] = await ctx.db
    .select({ email: technicians.email, firstName: technicians.firstName })
    .from(technicians)
    .where(and(eq(technicians.orgId, orgId), eq(technicians.id, technicianId)));
  if (!technician) throw notFound("Technician not found");
  const { email, firstName } = technician;
  const [pending] = await ctx.db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.orgId, orgId), eq(invitations.email, email), eq(invitations.status, "pending")));
  if (!pending) throw new DomainError("conflict", `${firstName} has no pending invitation.`);
  await resendTechnicianInvitation(ctx, pending.id);
  return { firstName };
}

/** @throws DomainError not_found; invalid if it is not pending any more */
export async function cancelTechnicianInvitation(ctx: Ctx, id: string): Promise<{ id: string }> {
  allow(ctx, "technicians.manage");
  return withErrorMessage("Unable to cancel invitation", () => cancelInvitation(ctx, id));
}

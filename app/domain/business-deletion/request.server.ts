import { and, eq, isNull } from "drizzle-orm";
import { businessDeletions, members, users } from "#drizzle/schema/identity";
import type { Browser } from "~/domain/auth/account.server";
import { businessDeletionRequestedMail, deletionCanceledMail } from "~/domain/auth/mails.server";
import { confirmPassword } from "~/domain/auth/password/confirm-password.server";
import type { DeleteBusiness } from "~/domain/auth/schema";
import { accountMail } from "~/domain/mail/message";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { IdentityMessage } from "~/domain/shared/outbox.server";
import { allowAdmin } from "~/domain/shared/permissions";
import { DAY_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import { BUSINESS_GRACE_DAYS } from "./business-deletion";

/**
 * Schedules the deletion of the business with all its data, and emails every member. Until it is due, the business keeps working,
 * and any Admin can cancel.
 * @throws DomainError invalid, too_many_requests, conflict if it is already scheduled
 */
export async function requestBusinessDeletion(
  ctx: Ctx,
  input: DeleteBusiness,
  browser: Browser,
): Promise<{ dueAt: string }> {
  const me = allowAdmin(ctx);
  const { orgId, orgName, timeZone: zone } = me;
  if (input.confirm !== orgName.trim()) {
    const text = `Type ${orgName} to confirm`;
    throw new DomainError("invalid", text, { fields: { confirm: [text] } });
  }
  await confirmPassword(ctx, input.currentPassword, browser);
  const dueAt = new Date(ctx.now.getTime() + BUSINESS_GRACE_DAYS * DAY_MS).toISOString();
  const recipients = await activeMembers(ctx, orgId);
  const requestedAt = ctx.now.toISOString();
  return commitIdentity(ctx, me, {
    writes: [ctx.db.insert(businessDeletions).values({ orgId, requestedBy: me.userId ?? "", requestedAt, dueAt })],
    audit: [{ action: "deletion_requested", entity: "organization", entityId: orgId, after: { dueAt } }],
    publish: recipients.map(({ email, isAdmin }) =>
      mailTo(me, businessDeletionRequestedMail(ctx, email, { orgName, by: me.name, dueAt, zone, isAdmin })),
    ),
    result: { dueAt },
    refusals: {
      "business_deletions.org_id": () => new DomainError("conflict", "The business is already scheduled for deletion."),
    },
  });
}

/**
 * Cancels the deletion of the business, and emails every member.
 * @throws DomainError conflict if nothing is scheduled, or it has begun
 */
export async function cancelBusinessDeletion(ctx: Ctx): Promise<void> {
  const me = allowAdmin(ctx);
  const { orgId, orgName } = me;
  const recipients = await activeMembers(ctx, orgId);
  await commitIdentity(ctx, me, {
    writes: [
      ctx.db
        .delete(businessDeletions)
        .where(and(eq(businessDeletions.orgId, orgId), isNull(businessDeletions.startedAt))),
      assertRowChanged(ctx, "not_scheduled"),
    ],
    audit: [{ action: "deletion_canceled", entity: "organization", entityId: orgId }],
    publish: recipients.map(({ email }) => mailTo(me, deletionCanceledMail(email, { orgName, by: me.name }))),
    result: undefined,
    refusals: { not_scheduled: () => new DomainError("conflict", "No deletion of the business is scheduled.") },
  });
}

/** The recipients of the email. */
async function activeMembers(ctx: Ctx, orgId: string): Promise<{ email: string; isAdmin: boolean }[]> {
  const rows = await ctx.db
    .select({ email: users.email, roles: members.roles })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.orgId, orgId), eq(members.status, "active")))
    .limit(300);
  return rows.map(({ email, roles }) => ({ email, isAdmin: roles.includes("Admin") }));
}

function mailTo({ orgId }: Member, mail: { to: string; subject: string; text: string }): IdentityMessage {
  return accountMail(mail, { orgId });
}

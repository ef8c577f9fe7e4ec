import { and, eq, isNull } from "drizzle-orm";
import { accountDeletions } from "#drizzle/schema/identity";
import type { Browser } from "~/domain/auth/account.server";
import { deletionRequestedMail } from "~/domain/auth/mails.server";
import { confirmPassword } from "~/domain/auth/password/confirm-password.server";
import type { DeleteAccount } from "~/domain/auth/schema";
import { accountMail } from "~/domain/mail/message";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { DAY_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import { GRACE_DAYS } from "./account-deletion";

const memberText = "You are a member of a business. Leave the business first. It keeps the records of your work.";

/**
 * Schedules the deletion of the caller's account and household, and confirms it by email.
 * @throws DomainError invalid, too_many_requests, conflict for a member of a business and if it is already scheduled
 */
export async function requestDeletion(ctx: Ctx, input: DeleteAccount, browser: Browser): Promise<{ dueAt: string }> {
  const { userId, email, member, timeZone } = allowPerson(ctx);
  if (member) throw new DomainError("conflict", memberText);
  await confirmPassword(ctx, input.currentPassword, browser);
  const dueAt = new Date(ctx.now.getTime() + GRACE_DAYS * DAY_MS).toISOString();
  return commitIdentity(ctx, null, {
    writes: [ctx.db.insert(accountDeletions).values({ userId, requestedAt: ctx.now.toISOString(), dueAt })],
    publish: [accountMail(deletionRequestedMail(ctx, email, { dueAt, zone: timeZone ?? "UTC" }), { userId })],
    result: { dueAt },
    refusals: {
      deletion_of_member: () => new DomainError("conflict", memberText),
      "account_deletions.user_id": () => new DomainError("conflict", "Your account is already scheduled for deletion."),
    },
  });
}

/** Cancels the deletion of the account. @throws DomainError conflict if nothing is scheduled, or it has begun */
export async function cancelDeletion(ctx: Ctx): Promise<void> {
  const { userId } = allowPerson(ctx);
  await commitIdentity(ctx, null, {
    writes: [
      ctx.db
        .delete(accountDeletions)
        .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.startedAt))),
      assertRowChanged(ctx, "not_scheduled"),
    ],
    result: undefined,
    refusals: { not_scheduled: () => new DomainError("conflict", "No deletion of your account is scheduled.") },
  });
}

/** When the caller's account is due for deletion; null if it is not. */
export async function ownDeletion(ctx: Ctx): Promise<{ dueAt: string } | null> {
  const { userId } = allowPerson(ctx);
  const [row] = await ctx.db
    .select({ dueAt: accountDeletions.dueAt })
    .from(accountDeletions)
    .where(eq(accountDeletions.userId, userId));
  return row ?? null;
}

import { and, eq } from "drizzle-orm";
import { users } from "#drizzle/schema/identity";
import type { Browser, SignedIn } from "~/domain/auth/account.server";
import { passwordChangedMail } from "~/domain/auth/mails.server";
import type { ChangePassword } from "~/domain/auth/schema";
import { distrustDevices } from "~/domain/auth/second-step/sign-in-step.server";
import { closeLiveConnections, endSessions, newSession, openSessions, ownSession } from "~/domain/auth/session.server";
import { accountMail } from "~/domain/mail/message";
import type { Ctx } from "~/domain/shared/context";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import { confirmPassword, wrongPassword } from "./confirm-password.server";
import { newPasswordHash } from "./new-password.server";
import { revokeLinks } from "./reset.server";

/**
 * Sets a new password for a person who knows the old one. Every session ends, including the current one, whose browser gets a new
 * session; emailed reset links stop working.
 * @throws DomainError invalid, too_many_requests
 */
export async function changePassword(ctx: Ctx, input: ChangePassword, browser: Browser): Promise<SignedIn> {
  const { userId, email, firstName, lastName, member } = allowPerson(ctx);
  const device = browser.device ?? ctx.newToken();
  const previous = await confirmPassword(ctx, input.currentPassword, { ...browser, device });
  const passwordHash = await newPasswordHash(ctx, input.password, [email, firstName, lastName]);
  const [open, session] = await Promise.all([
    openSessions(ctx, userId),
    newSession(ctx, { userId, replaces: ownSession(ctx), event: "password_changed" }),
  ]);
  const signedIn = await commitIdentity(ctx, member, {
    writes: [
      // Not over a password that was set in the meantime.
      ctx.db
        .update(users)
        .set({ passwordHash })
        .where(and(eq(users.id, userId), eq(users.passwordHash, previous))),
      assertRowChanged(ctx, "password_moved"),
      revokeLinks(ctx, userId),
      // First, since they keep this browser's notifications, which end with their session.
      ...session.writes,
      endSessions(ctx, userId, { except: session.sessionId }),
      distrustDevices(ctx, userId),
    ],
    publish: [accountMail(passwordChangedMail(ctx, email), { userId })],
    result: { sessionId: session.sessionId, credentials: session.credentials, device, rights: member },
    refusals: { password_moved: wrongPassword },
  });
  await closeLiveConnections(ctx, open);
  return signedIn;
}

import { eq } from "drizzle-orm";
import { users } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { commitIdentity } from "~/domain/shared/write.server";
import { passwordChangedMail } from "./mails.server";
import { passwordProblem } from "./password";
import { checkPassword, hashPassword } from "./passwords.server";
import type { ChangePassword } from "./schema";
import { recordAfterResponse } from "./security-events.server";
import { closeLiveConnections, endSessions, newSession, openSessions } from "./session.server";
import { type Browser, beginAttempt, type SignedIn } from "./sign-in.server";

/**
 * A new password for one who knows the old one. Every session ends, the asking one too: its browser gets a fresh one.
 * @throws DomainError invalid, too_many_requests
 */
export async function changePassword(ctx: Ctx, input: ChangePassword, browser: Browser): Promise<SignedIn> {
  const { userId, email, firstName, lastName, member } = allowPerson(ctx);
  const attempt = await beginAttempt(ctx, email, browser.device);
  const [user] = await ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const { ok } = await checkPassword(input.currentPassword, user?.passwordHash ?? null);
  if (!ok) {
    recordAfterResponse(ctx, { userId, kind: attempt.failure, detail: "Current password" });
    throw refused("currentPassword", "This is not your current password");
  }
  const problem = passwordProblem(input.password, [email, firstName, lastName]);
  if (problem) throw refused("password", problem);
  const device = browser.device ?? ctx.newToken();
  const [passwordHash, open, session] = await Promise.all([
    hashPassword(input.password),
    openSessions(ctx, userId),
    newSession(ctx, { userId, event: "password_changed" }),
    attempt.succeeded(device),
  ]);
  const signedIn = await commitIdentity(ctx, member, {
    writes: [
      ctx.db.update(users).set({ passwordHash }).where(eq(users.id, userId)),
      endSessions(ctx, userId),
      ...session.writes,
    ],
    publish: [{ topic: "mail", mail: passwordChangedMail(ctx, email), about: { userId } }],
    result: { sessionId: session.sessionId, credentials: session.credentials, device, rights: member },
  });
  await closeLiveConnections(ctx, open);
  return signedIn;
}

function refused(field: string, text: string): DomainError {
  return new DomainError("invalid", text, { fields: { [field]: [text] } });
}

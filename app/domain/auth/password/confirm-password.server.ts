import { eq } from "drizzle-orm";
import { users } from "#drizzle/schema/identity";
import type { Browser } from "~/domain/auth/account.server";
import { recordAfterResponse } from "~/domain/auth/security-events.server";
import { beginAttempt } from "~/domain/auth/sign-in.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { checkPassword } from "./passwords.server";

/**
 * Checks a signed-in person's password again, before an action that a hijacked session must not be able to take. Wrong ones count
 * as failed sign-ins. Returns the stored hash that it matched.
 * @throws DomainError invalid, too_many_requests
 */
export async function confirmPassword(ctx: Ctx, typed: string, { device }: Browser): Promise<string> {
  const { userId, email } = allowPerson(ctx);
  const attempt = await beginAttempt(ctx, email, device);
  const [user] = await ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const passwordHash = user?.passwordHash ?? null;
  const { ok } = await checkPassword(typed, passwordHash);
  if (ok && passwordHash !== null) {
    await attempt.succeeded(device);
    return passwordHash;
  }
  recordAfterResponse(ctx, { userId, kind: attempt.failure, detail: "Current password" });
  throw wrongPassword();
}

export function wrongPassword(): DomainError {
  const text = "This is not your current password";
  return new DomainError("invalid", text, { fields: { currentPassword: [text] } });
}

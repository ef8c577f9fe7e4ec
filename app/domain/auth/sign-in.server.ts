import { and, eq } from "drizzle-orm";
import { users } from "#drizzle/schema/identity";
import { checkPassword, hashPassword } from "~/domain/auth/password/passwords.server";
import { accountMail } from "~/domain/mail/message";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { commitIdentity, type Write } from "~/domain/shared/write.server";
import { type Browser, findAccount, openSession, refuseWithoutAccess, type SignedIn } from "./account.server";
import { rateLimit, tooMany } from "./limits.server";
import { failedSignInsMail } from "./mails.server";
import type { Login } from "./schema";
import { challenge } from "./second-step/challenge.server";
import type { SecurityEventKind } from "./security-event";
import { recordAfterResponse } from "./security-events.server";

/** Either a session was opened, or the password was correct and a code is required as well. */
export type SignInAnswer = { session: SignedIn; challenge: null } | { session: null; challenge: string };

/**
 * Opens a session for an email and its password, or returns the challenge of an account with two-step verification. An unknown
 * email takes equally long and gives the same response.
 * @throws DomainError unauthenticated, forbidden (not activated, access disabled), too_many_requests
 */
export async function signIn(ctx: Ctx, input: Login, browser: Browser): Promise<SignInAnswer> {
  await rateLimit(ctx, "sign-in");
  const attempt = await beginAttempt(ctx, input.email, browser.device);
  const { user, signup } = await findAccount(ctx, eq(users.email, input.email), {
    device: browser.device,
    signingUp: input.email,
  });
  // Anyone can sign up with an address: the password they chose must not open its account.
  const passwordHash = user ? user.passwordHash : (signup?.passwordHash ?? null);
  const { ok, rehash } = await checkPassword(input.password, passwordHash);
  if (!ok) {
    if (user) recordAfterResponse(ctx, { userId: user.userId, kind: attempt.failure });
    throw new DomainError("unauthenticated", "Incorrect email or password.");
  }
  if (!user)
    throw new DomainError("forbidden", "Please activate your account first. The link is in the email we sent you.");
  const household = input.household ?? false;
  refuseWithoutAccess(user, household);
  if (user.asksForCode && passwordHash) {
    // The browser becomes known only after the correct code.
    await attempt.succeeded(null);
    return { session: null, challenge: await challenge(ctx, { userId: user.userId, passwordHash, household }) };
  }
  const device = browser.device ?? ctx.newToken();
  await attempt.succeeded(device);
  const writes: Write[] = [];
  if (rehash) {
    const newHash = await hashPassword(input.password);
    writes.push(ctx.db.update(users).set({ passwordHash: newHash }).where(eq(users.id, user.userId)));
  }
  return { session: await openSession(ctx, { user, browser, device, household, writes }), challenge: null };
}

/** Counts a password about to be checked toward the account's lockout. @throws DomainError too_many_requests */
export async function beginAttempt(ctx: Ctx, email: string, device: string | null) {
  const account = await sha256(email);
  const hashed = (value: string | null) => (value ? sha256(value) : null);
  const { wait, isSuspicious, locks } = await ctx.providers.lockout.begin(account, await hashed(device));
  if (wait > 0) throw tooMany(wait);
  // After the response, so that its duration does not reveal whether there is an account.
  if (isSuspicious) ctx.after(warnOwner(ctx, email));
  const failure: SecurityEventKind = locks ? "locked_out" : "sign_in_failed";
  return {
    /** The event recorded for a wrong password. */
    failure,
    succeeded: async (known: string | null) => ctx.providers.lockout.succeeded(account, await hashed(known)),
  };
}

async function warnOwner(ctx: Ctx, email: string): Promise<void> {
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.status, "active")));
  if (!user) return;
  await commitIdentity(ctx, null, {
    writes: [],
    publish: [accountMail(failedSignInsMail(ctx, email), { userId: user.id })],
    result: undefined,
  });
}

import { and, eq, gt, isNull } from "drizzle-orm";
import { users, userTokens } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import { type Browser, findAccount, openSession, refuseWithoutAccess } from "./account.server";
import { rateLimit } from "./limits.server";
import { challenge } from "./second-step/challenge.server";
import type { SignInAnswer } from "./sign-in.server";

const codeSeconds = 60;

/**
 * For sign-in with another provider (OAuth), which ends at /auth/callback: a public address of the product, like its API route.
 * No provider is offered yet, so only tests issue codes. Issues a code that signs a user in once, within a minute, in the browser
 * that started the sign-in: `flow` is the secret in that browser's cookie, so that a link cannot sign a victim in to the
 * attacker's account.
 */
export async function issueCallbackCode(ctx: Ctx, userId: string, flow: string): Promise<string> {
  const code = ctx.newToken();
  await ctx.db.insert(userTokens).values({
    tokenHash: await bound(code, flow),
    kind: "callback",
    userId,
    expiresAt: new Date(ctx.now.getTime() + codeSeconds * 1000).toISOString(),
    usedAt: null,
  });
  return code;
}

/**
 * Exchanges a code for a session, or for the challenge of an account with two-step verification, as a password is.
 * @throws DomainError unauthenticated for one that is used, expired, from another browser or unknown; forbidden as `signIn`
 */
export async function exchangeCallbackCode(
  ctx: Ctx,
  code: string,
  browser: Browser & { flow: string | null },
): Promise<SignInAnswer> {
  await rateLimit(ctx, "callback");
  const live = and(
    eq(userTokens.tokenHash, await bound(code, browser.flow ?? "")),
    eq(userTokens.kind, "callback"),
    isNull(userTokens.usedAt),
    gt(userTokens.expiresAt, ctx.now.toISOString()),
  );
  const [found] = await ctx.db.select({ userId: userTokens.userId }).from(userTokens).where(live);
  if (!found || !browser.flow) throw invalidCode();
  const { user } = await findAccount(ctx, eq(users.id, found.userId), { device: browser.device });
  if (!user) throw invalidCode();
  refuseWithoutAccess(user, false);
  const spent = {
    writes: [
      ctx.db.update(userTokens).set({ usedAt: ctx.now.toISOString() }).where(live),
      assertRowChanged(ctx, "code_used"),
    ],
    refusals: { code_used: invalidCode },
  };
  const { userId, passwordHash, asksForCode } = user;
  if (asksForCode) {
    // A challenge is bound to the password, so an account without one cannot answer it.
    if (passwordHash === null) throw invalidCode();
    const result = await challenge(ctx, { userId, passwordHash, household: false });
    return { session: null, challenge: await commitIdentity(ctx, null, { ...spent, result }) };
  }
  const device = browser.device ?? ctx.newToken();
  return { session: await openSession(ctx, { user, browser, device, household: false, ...spent }), challenge: null };
}

function bound(code: string, flow: string): Promise<string> {
  return sha256(`${code}.${flow}`);
}

function invalidCode(): DomainError {
  return new DomainError("unauthenticated", "This sign-in link was already used or has expired. Please sign in again.");
}

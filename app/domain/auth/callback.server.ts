import { and, eq, gt, isNull } from "drizzle-orm";
import { members, users, userTokens } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256 } from "~/domain/shared/tokens.server";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import type { Browser, SignedIn } from "./account.server";
import { rateLimit } from "./limits.server";
import { closeLiveConnections, newSession } from "./session.server";

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
 * Exchanges a code for a session.
 * @throws DomainError unauthenticated for one that is used, expired, from another browser or unknown
 */
export async function exchangeCallbackCode(
  ctx: Ctx,
  code: string,
  browser: Browser & { flow: string | null },
): Promise<SignedIn> {
  await rateLimit(ctx, "callback");
  const live = and(
    eq(userTokens.tokenHash, await bound(code, browser.flow ?? "")),
    eq(userTokens.kind, "callback"),
    isNull(userTokens.usedAt),
    gt(userTokens.expiresAt, ctx.now.toISOString()),
  );
  const [found] = await ctx.db
    .select({ userId: userTokens.userId, roles: members.roles, permissions: members.permissions })
    .from(userTokens)
    .innerJoin(users, and(eq(users.id, userTokens.userId), eq(users.status, "active")))
    .leftJoin(members, and(eq(members.userId, users.id), eq(members.status, "active")))
    .where(live);
  if (!found || !browser.flow) throw deadCode();
  const session = await newSession(ctx, { userId: found.userId, replaces: browser.replaces, event: "sign_in" });
  const signedIn = await commitIdentity(ctx, null, {
    writes: [
      ctx.db.update(userTokens).set({ usedAt: ctx.now.toISOString() }).where(live),
      assertRowChanged(ctx, "code_used"),
      ...session.writes,
    ],
    result: {
      sessionId: session.sessionId,
      credentials: session.credentials,
      device: browser.device ?? ctx.newToken(),
      rights: found.roles && { roles: found.roles, permissions: found.permissions },
    },
    refusals: { code_used: deadCode },
  });
  await closeLiveConnections(ctx, session.ended);
  return signedIn;
}

function bound(code: string, flow: string): Promise<string> {
  return sha256(`${code}.${flow}`);
}

function deadCode(): DomainError {
  return new DomainError("unauthenticated", "This sign-in link was already used or has expired. Please sign in again.");
}

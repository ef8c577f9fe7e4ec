import { eq } from "drizzle-orm";
import { namedOrNull } from "#drizzle/d1/columns";
import { members, refreshTokens, sessions } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { securityEvent } from "./security-events.server";
import { closeLiveConnections, endSessions } from "./session.server";

/**
 * Ends the caller's session, found by any credential it still has: a browser with an expired access token is signed out by its
 * refresh token. Does nothing if there is no session.
 */
export async function signOut(ctx: Ctx, refreshToken: string | null): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === "person") {
    await leave(ctx, actor.person.userId, actor.sessionId);
    await closeLiveConnections(ctx, [{ sessionId: actor.sessionId, orgId: actor.person.member?.orgId ?? null }]);
    return;
  }
  if (!refreshToken) return;
  const tokenHash = await sha256(refreshToken);
  const [found] = await ctx.db
    .select({
      sessionId: refreshTokens.sessionId,
      userId: sessions.userId,
      orgId: namedOrNull(members.orgId, "member_org_id"),
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .leftJoin(members, eq(members.userId, sessions.userId))
    .where(eq(refreshTokens.tokenHash, tokenHash));
  if (!found) return;
  await leave(ctx, found.userId, found.sessionId);
  await closeLiveConnections(ctx, [found]);
}

async function leave(ctx: Ctx, userId: string, sessionId: string): Promise<void> {
  await ctx.db.batch([endSessions(ctx, userId, { only: sessionId }), securityEvent(ctx, { userId, kind: "sign_out" })]);
}

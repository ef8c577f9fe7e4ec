import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { refreshTokens, sessions, users } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { DAY_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import { rateLimit } from "./limits.server";
import { securityEvent } from "./security-events.server";
import { closeLiveConnections, endSessions, idleSince, openSessions } from "./session.server";

/** Two tabs may send the same token at once; after this it counts as stolen. */
const graceMilliseconds = 10_000;
const forgetAfter = 2 * DAY_MS;

interface Refreshed {
  sessionId: string;
  /** The next token; null for the second of two tabs, whose browser already has it from the first. */
  refreshToken: string | null;
}

/**
 * Exchanges a refresh token, which works once. If it is used again after the grace period, its session ends. A token from the
 * former cookie is accepted only for the requesting session.
 * @throws DomainError unauthenticated
 */
export async function refresh(
  ctx: Ctx,
  { token, isFormer }: { token: string | null; isFormer: boolean },
): Promise<Refreshed> {
  await rateLimit(ctx, "refresh");
  if (!token) throw ended();
  const tokenHash = await sha256(token);
  const [found] = await ctx.db
    .select({
      sessionId: named(sessions.id, "session_id"),
      userId: sessions.userId,
      expiresAt: named(sessions.expiresAt, "session_expires_at"),
      usedAt: refreshTokens.usedAt,
    })
    .from(refreshTokens)
    .innerJoin(sessions, and(eq(sessions.id, refreshTokens.sessionId), gt(sessions.lastSeenAt, idleSince(ctx))))
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.status, "active")))
    .where(and(eq(refreshTokens.tokenHash, tokenHash), gt(refreshTokens.expiresAt, ctx.now.toISOString())));
  if (!found || (isFormer && found.sessionId !== sessionOf(ctx))) throw ended();
  if (found.usedAt) return answerReuse(ctx, found.sessionId, found.userId, found.usedAt);
  const next = ctx.newToken();
  const now = ctx.now.toISOString();
  const old = new Date(ctx.now.getTime() - forgetAfter).toISOString();
  try {
    return await commitIdentity(ctx, null, {
      writes: [
        ctx.db
          .update(refreshTokens)
          .set({ usedAt: now })
          .where(and(eq(refreshTokens.tokenHash, tokenHash), isNull(refreshTokens.usedAt))),
        assertRowChanged(ctx, "refresh_used"),
        ctx.db.insert(refreshTokens).values({
          tokenHash: await sha256(next),
          sessionId: found.sessionId,
          expiresAt: found.expiresAt,
          usedAt: null,
        }),
        ctx.db
          .delete(refreshTokens)
          .where(and(eq(refreshTokens.sessionId, found.sessionId), lt(refreshTokens.usedAt, old))),
        ctx.db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, found.sessionId)),
      ],
      result: { sessionId: found.sessionId, refreshToken: next },
      refusals: { refresh_used: () => new DomainError("conflict", "used by another tab at this moment") },
    });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "conflict") throw error;
    return { sessionId: found.sessionId, refreshToken: null };
  }
}

function sessionOf({ actor }: Ctx): string | null {
  return actor.kind === "person" ? actor.sessionId : null;
}

async function answerReuse(ctx: Ctx, sessionId: string, userId: string, usedAt: string): Promise<Refreshed> {
  if (ctx.now.getTime() - Date.parse(usedAt) <= graceMilliseconds) return { sessionId, refreshToken: null };
  const open = await openSessions(ctx, userId, { only: sessionId });
  const detail = "A refresh token was used twice";
  await ctx.db.batch([
    endSessions(ctx, userId, { only: sessionId }),
    securityEvent(ctx, { userId, kind: "session_ended", detail }),
  ]);
  await closeLiveConnections(ctx, open);
  throw ended();
}

function ended(): DomainError {
  return new DomainError("unauthenticated", "Your session has ended. Please sign in again.");
}

import { and, eq, gt } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { eventTokens, members, organizations, sessions, users } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { isLive, lacksSecondStep, ownSession } from "./session.server";

/** Seconds for which a ticket for a live connection is valid. */
const eventTokenSeconds = 60;

/** Issues a single-use ticket that opens the live connection of the caller's business. */
export async function issueEventToken(
  ctx: Ctx,
): Promise<{ event_token: string; expires_in: number; token_type: "event" }> {
  allow(ctx, "work_orders.read");
  const token = ctx.newToken();
  await ctx.db.insert(eventTokens).values({
    tokenHash: await sha256(token),
    sessionId: ownSession(ctx),
    expiresAt: new Date(ctx.now.getTime() + eventTokenSeconds * 1000).toISOString(),
  });
  return { event_token: token, expires_in: eventTokenSeconds, token_type: "event" };
}

/**
 * Redeems a ticket and returns its business and session. Rejected if the person has lost access or the session has ended since.
 * @throws DomainError unauthenticated
 */
export async function consumeEventToken(ctx: Ctx, token: string): Promise<{ orgId: string; sessionId: string }> {
  const tokenHash = await sha256(token);
  const [found, used] = await ctx.db.batch([
    ctx.db
      .select({
        orgId: members.orgId,
        sessionId: named(sessions.id, "session_id"),
        roles: members.roles,
        permissions: members.permissions,
        lacksSecondStep: lacksSecondStep.as("lacks_second_step"),
      })
      .from(eventTokens)
      .innerJoin(sessions, and(eq(sessions.id, eventTokens.sessionId), isLive(ctx)))
      .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.status, "active")))
      .innerJoin(members, and(eq(members.userId, sessions.userId), eq(members.status, "active")))
      .innerJoin(organizations, eq(organizations.id, members.orgId))
      .where(and(eq(eventTokens.tokenHash, tokenHash), gt(eventTokens.expiresAt, ctx.now.toISOString()))),
    ctx.db.delete(eventTokens).where(eq(eventTokens.tokenHash, tokenHash)).returning({ hash: eventTokens.tokenHash }),
  ]);
  const [ticket] = found;
  const isHeldBack = ticket?.lacksSecondStep && ticket.roles.includes("Admin");
  if (!ticket || isHeldBack || used.length === 0 || !can(ticket, "work_orders.read"))
    throw new DomainError("unauthenticated", "This live connection ticket is used or expired.");
  return { orgId: ticket.orgId, sessionId: ticket.sessionId };
}

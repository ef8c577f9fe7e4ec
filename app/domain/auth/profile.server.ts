import { and, desc, eq, gt } from "drizzle-orm";
import { sessions } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allowPerson, roles } from "~/domain/shared/permissions";
import { deviceName } from "./device";
import { requireRecentAuthentication } from "./reauthentication.server";
import { securityEvent } from "./security-events.server";
import { closeLiveConnections, endSessions, idleSince, openSessions, ownSession } from "./session.server";

/** The signed-in user in API form; needs no query, because the session includes it. */
export function ownProfile(ctx: Ctx) {
  const { userId, email, firstName, lastName, timeZone, gaugeUnits, member } = allowPerson(ctx);
  const held = roles.filter((role) => member?.roles.includes(role));
  const role = held[0] ?? null;
  return {
    id: userId,
    firstName,
    lastName,
    email,
    roles: held,
    legacyRole: role,
    role,
    permissions: member?.permissions ? [...member.permissions] : null,
    /** The time zone of the household; null if unknown. */
    timeZone,
    gaugeUnits,
    organization: member && { id: member.orgId, name: member.orgName, timeZone: member.timeZone },
    technicianId: member?.technicianId ?? null,
  };
}

/** The open sessions of the caller's account, most recently used first. */
export async function ownSessions(ctx: Ctx) {
  const { userId } = allowPerson(ctx);
  const current = ownSession(ctx);
  const rows = await ctx.db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      network: sessions.network,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, ctx.now.toISOString()),
        gt(sessions.lastSeenAt, idleSince(ctx)),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt))
    .limit(50);
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    device: deviceName(userAgent),
    current: row.id === current,
  }));
}

/**
 * Ends one of the caller's sessions.
 * @throws DomainError not_found for another person's and for one that has ended; forbidden without recent proof of identity
 */
export async function endOwnSession(ctx: Ctx, sessionId: string): Promise<void> {
  const { userId } = allowPerson(ctx);
  await requireRecentAuthentication(ctx);
  const open = await openSessions(ctx, userId, { only: sessionId });
  if (open.length === 0) throw notFound("Session not found");
  await ctx.db.batch([
    endSessions(ctx, userId, { only: sessionId }),
    securityEvent(ctx, { userId, kind: "session_ended", detail: "Ended from another session" }),
  ]);
  await closeLiveConnections(ctx, open);
}

/** Signs out everywhere else. @throws DomainError forbidden without recent proof of identity */
export async function endOtherSessions(ctx: Ctx): Promise<number> {
  const { userId } = allowPerson(ctx);
  await requireRecentAuthentication(ctx);
  const others = { except: ownSession(ctx) };
  const open = await openSessions(ctx, userId, others);
  await ctx.db.batch([
    endSessions(ctx, userId, others),
    securityEvent(ctx, { userId, kind: "session_ended", detail: "All other sessions" }),
  ]);
  await closeLiveConnections(ctx, open);
  return open.length;
}

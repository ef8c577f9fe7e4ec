import { and, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { members, organizations, refreshTokens, sessions, users } from "#drizzle/schema/identity";
import { subscriptions } from "#drizzle/schema/plans";
import { attempt } from "~/domain/shared/attempt.server";
import type { Actor, Ctx, Person, Subscription } from "~/domain/shared/context";
import { DomainError, SIGN_IN_FIRST } from "~/domain/shared/errors";
import { networkOf } from "~/domain/shared/network/network";
import { sha256, sign, verify } from "~/domain/shared/secrets/tokens.server";
import { HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import type { Write } from "~/domain/shared/write.server";
import { sessionSeconds } from "./cookies";
import type { SecurityEventKind } from "./security-event";
import { securityEvent } from "./security-events.server";

export interface Credentials {
  sessionToken: string;
  refreshToken: string;
}

/** Seconds for which an API access token is valid. */
export const accessTokenSeconds = 15 * 60;

/** How long a session may be idle: a technician's phone may be unused during a long job, so everyone gets a working day. */
const IDLE_TIMEOUT_MS = 12 * HOUR_MS;
const TOUCH_INTERVAL_MS = 5 * MINUTE_MS;

/** Sessions per person; one more ends the one that has been idle the longest. */
const MAX_SESSIONS = 20;

/** Identifies the actor in one statement: the bearer token takes precedence over the cookie. A guest if neither is valid. */
export async function findActor(
  ctx: Ctx,
  given: { sessionToken: string | null; accessToken: string | null },
): Promise<Actor> {
  const sessionId = given.accessToken ? await sessionOfAccessToken(ctx, given.accessToken) : null;
  if (given.accessToken && !sessionId) return { kind: "guest" };
  if (sessionId) return loadActor(ctx, eq(sessions.id, sessionId));
  if (!given.sessionToken) return { kind: "guest" };
  return loadActor(ctx, eq(sessions.tokenHash, await sha256(given.sessionToken)));
}

/** A signed token that names the session; void as soon as the session ends. */
export async function accessToken(ctx: Ctx, sessionId: string): Promise<string> {
  const expires = Math.floor(ctx.now.getTime() / 1000) + accessTokenSeconds;
  return sign({ use: "access", sid: sessionId, exp: expires }, ctx.providers.secrets.signing);
}

async function sessionOfAccessToken(ctx: Ctx, token: string): Promise<string | null> {
  const claim = await verify(token, ctx.providers.secrets.signing);
  if (typeof claim !== "object" || claim === null) return null;
  if (!("use" in claim) || claim.use !== "access" || !("sid" in claim) || !("exp" in claim)) return null;
  if (typeof claim.sid !== "string" || typeof claim.exp !== "number") return null;
  return claim.exp * 1000 > ctx.now.getTime() ? claim.sid : null;
}

/** In a business that requires it of its Admins. For queries that join `members` and `organizations`. */
export const lacksSecondStep = sql<boolean>`(${organizations.requiresSecondStep} = 1 AND NOT EXISTS (
  SELECT 1 FROM second_steps WHERE second_steps.user_id = ${members.userId} AND second_steps.confirmed_at IS NOT NULL))`.mapWith(
  Boolean,
);

/** Not bound: SQLite would compile the statement of every request anew (record 028). */
const IS_ACTIVE = sql`'active'`;

async function loadActor(ctx: Ctx, which: ReturnType<typeof eq>): Promise<Actor> {
  const now = ctx.now.getTime();
  const nothingIsSold = ctx.providers.plans === null;
  const [row] = await ctx.db
    .select({
      sessionId: named(sessions.id, "session_id"),
      lastSeenAt: sessions.lastSeenAt,
      userId: named(users.id, "person_id"),
      email: named(users.email, "person_email"),
      firstName: named(users.firstName, "person_first_name"),
      lastName: named(users.lastName, "person_last_name"),
      ownTimeZone: namedOrNull(users.timeZone, "person_time_zone"),
      projectsFromToday: users.projectsFromToday,
      pressureUnit: users.pressureUnit,
      temperatureUnit: users.temperatureUnit,
      weightUnit: users.weightUnit,
      roles: members.roles,
      permissions: members.permissions,
      orgId: namedOrNull(organizations.id, "organization_id"),
      orgKey: organizations.key,
      orgName: organizations.name,
      timeZone: organizations.timeZone,
      householdShard: named(users.shard, "household_shard"),
      businessShard: namedOrNull(organizations.shard, "business_shard"),
      technicianId: members.technicianId,
      copyPending: members.copyPending,
      lacksSecondStep: lacksSecondStep.as("lacks_second_step"),
      household: subscriptionOf("household", users.id).as("household_subscription"),
      business: subscriptionOf("business", organizations.id).as("business_subscription"),
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.status, IS_ACTIVE)))
    .leftJoin(members, and(eq(members.userId, users.id), eq(members.status, IS_ACTIVE)))
    .leftJoin(organizations, eq(organizations.id, members.orgId))
    .where(and(which, isLive(ctx)));
  if (!row) return { kind: "guest" };
  ctx.shards.learn({ userId: row.userId }, row.householdShard);
  if (row.orgId !== null && row.businessShard !== null) ctx.shards.learn({ orgId: row.orgId }, row.businessShard);
  const isOn = (plan: Subscription | null) => nothingIsSold || (plan !== null && Date.parse(plan.proUntil) > now);
  if (now - Date.parse(row.lastSeenAt) > TOUCH_INTERVAL_MS) ctx.after(touch(ctx, row.sessionId));
  const person: Person = {
    userId: row.userId,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    timeZone: row.ownTimeZone,
    projectsFromToday: row.projectsFromToday,
    isPro: isOn(row.household),
    subscription: row.orgId === null ? row.household : row.business,
    gaugeUnits: { pressure: row.pressureUnit, temperature: row.temperatureUnit, weight: row.weightUnit },
    member: null,
    secondStepFor: null,
  };
  if (row.lacksSecondStep && row.roles?.includes("Admin")) person.secondStepFor = row.orgName;
  else if (row.orgId !== null && row.orgKey !== null && row.orgName !== null && row.timeZone !== null && row.roles) {
    person.member = {
      orgId: row.orgId,
      orgKey: row.orgKey,
      orgName: row.orgName,
      timeZone: row.timeZone,
      userId: row.userId,
      name: `${row.firstName} ${row.lastName}`,
      roles: row.roles,
      permissions: row.permissions,
      isPro: isOn(row.business),
      technicianId: row.technicianId,
    };
  }
  return { kind: "person", person, sessionId: row.sessionId, copyPending: row.copyPending ?? false };
}

/** An owner's subscription, read along with the session. */
function subscriptionOf(kind: "business" | "household", ownerId: SQLiteColumn): SQL<Subscription | null> {
  return sql`(SELECT json_array(s.status, s.cancel_at_period_end, s.pro_until) FROM ${subscriptions} s
    WHERE s.owner_kind = ${kind} AND s.owner_id = ${ownerId} AND s.status <> 'canceled')`.mapWith((text: string) => {
    const [status, cancels, proUntil]: [Subscription["status"], number, string] = JSON.parse(text);
    return { status, cancelAtPeriodEnd: cancels === 1, proUntil };
  });
}

/** Whether a plan is active right now, as last reported by the payment processor. */
export function hasPro(ctx: Ctx, kind: "business" | "household", ownerId: SQLiteColumn): SQL<boolean> {
  return sql`EXISTS (SELECT 1 FROM ${subscriptions} s WHERE s.owner_kind = ${kind} AND s.owner_id = ${ownerId}
    AND s.status <> 'canceled' AND s.pro_until > ${ctx.now.toISOString()})`.mapWith(Boolean);
}

async function touch(ctx: Ctx, sessionId: string): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ lastSeenAt: ctx.now.toISOString(), network: networkOf(ctx.request.ip) })
    .where(eq(sessions.id, sessionId));
}

interface OpenedSession {
  writes: Write[];
  credentials: Credentials;
  sessionId: string;
  /** Sessions that the writes end, whose live connections must be closed afterward. */
  ended: LiveSession[];
}

/**
 * The writes that open a session for a user, and the secrets for its browser. They end the replaced session and those beyond the
 * maximum per person, longest idle first, and record the event.
 */
export async function newSession(
  ctx: Ctx,
  { userId, replaces = null, event }: { userId: string; replaces?: string | null; event: SecurityEventKind },
): Promise<OpenedSession> {
  const displaced = sql`(sessions.id = ${replaces} OR sessions.id IN (
    SELECT s.id FROM sessions s WHERE s.user_id = ${userId} ORDER BY s.last_seen_at DESC, s.id DESC LIMIT -1 OFFSET ${MAX_SESSIONS - 1}))`;
  const sessionId = ctx.newId();
  const credentials = { sessionToken: ctx.newToken(), refreshToken: ctx.newToken() };
  const expiresAt = new Date(ctx.now.getTime() + sessionSeconds * 1000).toISOString();
  const [tokenHash, refreshHash, ended] = await Promise.all([
    sha256(credentials.sessionToken),
    sha256(credentials.refreshToken),
    liveSessions(ctx, displaced),
  ]);
  const writes: Write[] = [
    // A new sign-in in the same browser keeps its notifications.
    ctx.db.run(
      sql`UPDATE push_devices SET session_id = ${sessionId} WHERE user_id = ${userId} AND session_id = ${replaces}`,
    ),
    ctx.db.delete(sessions).where(displaced),
    ctx.db.insert(sessions).values({
      id: sessionId,
      tokenHash,
      userId,
      createdAt: ctx.now.toISOString(),
      lastSeenAt: ctx.now.toISOString(),
      expiresAt,
      userAgent: ctx.request.userAgent,
      network: networkOf(ctx.request.ip),
    }),
    ctx.db.insert(refreshTokens).values({ tokenHash: refreshHash, sessionId, expiresAt, usedAt: null }),
    securityEvent(ctx, { userId, kind: event }),
  ];
  return { writes, credentials, sessionId, ended };
}

interface SessionFilter {
  only?: string;
  except?: string;
}

/** Ends a user's sessions: all of them, one, or all but one. Every credential bound to a session is deleted with its row. */
export function endSessions(ctx: Ctx, userId: string, which: SessionFilter = {}) {
  return ctx.db.delete(sessions).where(chosen(userId, which));
}

/** A session with the business whose live channel it may have joined. */
export interface LiveSession {
  sessionId: string;
  orgId: string | null;
}

/** The sessions that `endSessions` would end, for closing their live connections afterward. */
export function openSessions(ctx: Ctx, userId: string, which: SessionFilter = {}): Promise<LiveSession[]> {
  return liveSessions(ctx, chosen(userId, which));
}

function liveSessions(ctx: Ctx, which: SQL | undefined): Promise<LiveSession[]> {
  return ctx.db
    .select({ sessionId: named(sessions.id, "session_id"), orgId: namedOrNull(members.orgId, "member_org_id") })
    .from(sessions)
    .leftJoin(members, eq(members.userId, sessions.userId))
    .where(which);
}

/**
 * Closes the live connections of sessions that ended or whose permissions changed (`renew`): the latter may reconnect with a new
 * ticket. If a channel cannot be reached, which is logged, the change still stands.
 */
export async function closeLiveConnections(
  ctx: Ctx,
  live: LiveSession[],
  why: "sessionEnded" | "renew" = "sessionEnded",
): Promise<void> {
  const orgIds = [...new Set(live.flatMap(({ orgId }) => (orgId === null ? [] : [orgId])))];
  await Promise.all(
    orgIds.map((orgId) => {
      const ids = live.filter((each) => each.orgId === orgId).map(({ sessionId }) => sessionId);
      return attempt(ctx, "live connections", () => ctx.providers.outbox.closeLiveConnections(orgId, ids, why));
    }),
  );
}

function chosen(userId: string, { only, except }: SessionFilter) {
  return and(
    eq(sessions.userId, userId),
    only ? eq(sessions.id, only) : undefined,
    except ? ne(sessions.id, except) : undefined,
  );
}

/** The condition for a session that has neither expired nor been idle for too long. */
export function isLive(ctx: Ctx) {
  return and(gt(sessions.expiresAt, ctx.now.toISOString()), gt(sessions.lastSeenAt, idleSince(ctx)));
}

/** Sessions last used before this instant have timed out. */
export function idleSince(ctx: Ctx): string {
  return new Date(ctx.now.getTime() - IDLE_TIMEOUT_MS).toISOString();
}

/** The session behind this request. @throws DomainError unauthenticated */
export function ownSession(ctx: Ctx): string {
  if (ctx.actor.kind === "person") return ctx.actor.sessionId;
  throw new DomainError("unauthenticated", SIGN_IN_FIRST);
}

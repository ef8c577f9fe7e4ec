import { desc, eq, type SQL, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { members, organizations, signups, users } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { IdentityMessage } from "~/domain/shared/outbox.server";
import type { Rights } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { assertHolds, commitIdentity, type Write } from "~/domain/shared/write.server";
import { type Credentials, closeLiveConnections, newSession } from "./session.server";

/** The cookies a browser sends along when signing in. */
export interface Browser {
  /** Its known-device cookie: such a browser is not locked out by other people's guesses. */
  device: string | null;
  /** The session that this sign-in replaces. */
  replaces?: string | null;
}

export interface SignedIn {
  sessionId: string;
  credentials: Credentials;
  device: string;
  /** The person's permissions in a business; null for a household only. */
  rights: Rights | null;
}

/**
 * Finds the person with an email or id, with their relevant business and whether this browser is asked for a code. By email, also
 * the latest sign-up that has not been activated.
 */
export async function findAccount(
  ctx: Ctx,
  which: SQL,
  { device, signingUp = null }: { device: string | null; signingUp?: string | null },
) {
  const deviceHash = device ? await sha256(device) : "";
  const [[user], [signup]] = await ctx.db.batch([
    ctx.db
      .select({
        userId: named(users.id, "person_id"),
        email: named(users.email, "person_email"),
        passwordHash: users.passwordHash,
        status: named(users.status, "person_status"),
        memberStatus: namedOrNull(members.status, "member_status"),
        leftAt: members.leftAt,
        roles: members.roles,
        permissions: members.permissions,
        orgName: namedOrNull(organizations.name, "org_name"),
        asksForCode: asksForCode(ctx, sql`${users.id}`, deviceHash).mapWith(Boolean).as("asks_for_code"),
      })
      .from(users)
      .leftJoin(members, eq(members.userId, users.id))
      .leftJoin(organizations, eq(organizations.id, members.orgId))
      .where(which)
      // Of several businesses the relevant one: where the person works, else where access was disabled.
      .orderBy(sql`${members.status} IS 'active' DESC, ${members.leftAt} IS NULL DESC, ${members.createdAt} DESC`)
      .limit(1),
    ctx.db
      .select({ passwordHash: signups.passwordHash })
      .from(signups)
      .where(eq(signups.email, signingUp ?? ""))
      .orderBy(desc(signups.createdAt))
      .limit(1),
  ]);
  return { user, signup };
}

/** Whether a browser has to answer the person's second step. */
const asksForCode = (ctx: Ctx, userId: SQL, deviceHash: string) => sql<number>`EXISTS (SELECT 1 FROM second_steps s
  WHERE s.user_id = ${userId} AND s.confirmed_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM trusted_devices t
    WHERE t.user_id = s.user_id AND t.device_hash = ${deviceHash} AND t.expires_at > ${ctx.now.toISOString()}))`;

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>["user"]>;

function rightsOf({ memberStatus, roles, permissions }: Account): Rights | null {
  return memberStatus === "active" && roles ? { roles, permissions } : null;
}

export function refuseWithoutAccess(user: Account, household: boolean): void {
  if (user.status === "disabled") throw new DomainError("forbidden", "This account is disabled.");
  // A person who has left a business has only a household.
  if (user.memberStatus !== "disabled" || user.leftAt !== null || household) return;
  throw new DomainError("forbidden", `Your access to ${user.orgName} is turned off. An Admin there can restore it.`, {
    details: { householdOnly: true },
  });
}

interface Opening {
  user: Account;
  browser: Browser;
  /** The cookie that identifies this browser from now on. */
  device: string;
  /** Whether the person asked to sign in to their household only. */
  household: boolean;
  writes: Write[];
  publish?: IdentityMessage[];
  refusals?: Record<string, () => DomainError>;
}

/**
 * Opens the session of a person who has authenticated.
 * @throws DomainError forbidden; unauthenticated if the password or the second step has changed since the account was read; the
 * errors in `refusals`
 */
export async function openSession(ctx: Ctx, opening: Opening): Promise<SignedIn> {
  const { user, browser, device, household, writes, publish, refusals } = opening;
  refuseWithoutAccess(user, household);
  const session = await newSession(ctx, { userId: user.userId, replaces: browser.replaces, event: "sign_in" });
  // A session opened while these are changed would outlive the change, which ends all others.
  const deviceHash = browser.device ? await sha256(browser.device) : "";
  const asksNow = asksForCode(ctx, sql`${user.userId}`, deviceHash);
  const isCurrent = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${user.userId} AND u.password_hash IS ${user.passwordHash})`;
  const signedIn = await commitIdentity(ctx, null, {
    publish,
    writes: [
      assertHolds(ctx, "sign_in_moved", isCurrent),
      ...(user.asksForCode ? [] : [assertHolds(ctx, "sign_in_moved", sql`NOT ${asksNow}`)]),
      ...writes,
      ...session.writes,
    ],
    refusals: { ...refusals, sign_in_moved: signInMoved },
    result: { sessionId: session.sessionId, credentials: session.credentials, device, rights: rightsOf(user) },
  });
  await closeLiveConnections(ctx, session.ended);
  return signedIn;
}

const signInMoved = () =>
  new DomainError("unauthenticated", "The password or two-step verification was just changed. Please sign in again.");

import { and, desc, eq, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { members, organizations, signups, users } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { Rights } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/tokens.server";
import { commitIdentity, type Write } from "~/domain/shared/write.server";
import { rateLimit, tooMany } from "./limits.server";
import { failedSignInsMail } from "./mails.server";
import { checkPassword, hashPassword } from "./passwords.server";
import type { Login } from "./schema";
import type { SecurityEventKind } from "./security-event";
import { recordAfterResponse } from "./security-events.server";
import { type Credentials, closeLiveConnections, newSession } from "./session.server";

/** What the browser that signs in brings along. */
export interface Browser {
  /** Its known-device cookie: it is not locked out by other people's guesses. */
  device: string | null;
  /** The session that this sign-in takes the place of. */
  replaces?: string | null;
}

export interface SignedIn {
  sessionId: string;
  credentials: Credentials;
  device: string;
  /** What the person may do in a business; null for a household alone. */
  rights: Rights | null;
}

/**
 * Opens a session for an email and its password. Takes as long and answers the same for an unknown email.
 * @throws DomainError unauthenticated, forbidden (not activated, access turned off), too_many_requests
 */
export async function signIn(ctx: Ctx, input: Login, browser: Browser): Promise<SignedIn> {
  await rateLimit(ctx, "sign-in");
  const attempt = await beginAttempt(ctx, input.email, browser.device);
  const { user, signup } = await findAccount(ctx, input.email);
  const { ok, rehash } = await checkPassword(input.password, user?.passwordHash ?? signup?.passwordHash ?? null);
  if (!ok) {
    if (user) recordAfterResponse(ctx, { userId: user.userId, kind: attempt.failure });
    throw new DomainError("unauthenticated", "Incorrect email or password.");
  }
  if (!user)
    throw new DomainError("forbidden", "Please activate your account first. The link is in the email we sent you.");
  refuseWithoutAccess(user, input.household ?? false);
  const device = browser.device ?? ctx.newToken();
  await attempt.succeeded(device);
  const writes: Write[] = [];
  if (rehash) {
    const passwordHash = await hashPassword(input.password);
    writes.push(ctx.db.update(users).set({ passwordHash }).where(eq(users.id, user.userId)));
  }
  const session = await newSession(ctx, { userId: user.userId, replaces: browser.replaces, event: "sign_in" });
  const signedIn = await commitIdentity(ctx, null, {
    writes: [...writes, ...session.writes],
    result: {
      sessionId: session.sessionId,
      credentials: session.credentials,
      device,
      rights: rightsOf(user),
    },
  });
  await closeLiveConnections(ctx, session.ended);
  return signedIn;
}

/** Counts a password about to be checked against the account's lockout. @throws DomainError too_many_requests */
export async function beginAttempt(ctx: Ctx, email: string, device: string | null) {
  const account = await sha256(email);
  const hashed = (value: string | null) => (value ? sha256(value) : null);
  const { wait, isSuspicious, locks } = await ctx.providers.lockout.begin(account, await hashed(device));
  if (wait > 0) throw tooMany(wait);
  // After the answer, so that its duration does not tell whether there is an account.
  if (isSuspicious) ctx.after(warnOwner(ctx, email));
  const failure: SecurityEventKind = locks ? "locked_out" : "sign_in_failed";
  return {
    /** What a wrong password is then written down as. */
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
    publish: [{ topic: "mail", mail: failedSignInsMail(ctx, email), about: { userId: user.id } }],
    result: undefined,
  });
}

async function findAccount(ctx: Ctx, email: string) {
  const [[user], [signup]] = await ctx.db.batch([
    ctx.db
      .select({
        userId: named(users.id, "person_id"),
        passwordHash: users.passwordHash,
        status: named(users.status, "person_status"),
        memberStatus: namedOrNull(members.status, "member_status"),
        leftAt: members.leftAt,
        roles: members.roles,
        permissions: members.permissions,
        orgName: namedOrNull(organizations.name, "org_name"),
      })
      .from(users)
      .leftJoin(members, eq(members.userId, users.id))
      .leftJoin(organizations, eq(organizations.id, members.orgId))
      .where(eq(users.email, email))
      // Of several businesses the one that counts: where the person works, else where access was turned off.
      .orderBy(sql`${members.status} IS 'active' DESC, ${members.leftAt} IS NULL DESC, ${members.createdAt} DESC`)
      .limit(1),
    ctx.db
      .select({ passwordHash: signups.passwordHash })
      .from(signups)
      .where(eq(signups.email, email))
      .orderBy(desc(signups.createdAt))
      .limit(1),
  ]);
  return { user, signup };
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>["user"]>;

function rightsOf({ memberStatus, roles, permissions }: Account): Rights | null {
  return memberStatus === "active" && roles ? { roles, permissions } : null;
}

function refuseWithoutAccess(user: Account, household: boolean): void {
  if (user.status === "disabled") throw new DomainError("forbidden", "This account is disabled.");
  // Whoever left has a household alone.
  if (user.memberStatus !== "disabled" || user.leftAt !== null || household) return;
  throw new DomainError("forbidden", `Your access to ${user.orgName} is turned off. An Admin there can restore it.`, {
    details: { householdOnly: true },
  });
}

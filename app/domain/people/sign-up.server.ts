import { and, eq, gt } from "drizzle-orm";
import { members, organizations, signups, users } from "#drizzle/schema/identity";
import { databaseSizes } from "#drizzle/schema/operations";
import type { Browser, SignedIn } from "~/domain/auth/account.server";
import { commitWithinMailLimit, rateLimit } from "~/domain/auth/limits.server";
import { activationMail, knownAddressMail } from "~/domain/auth/mails.server";
import { newPasswordHash } from "~/domain/auth/password/new-password.server";
import type { Signup } from "~/domain/auth/schema";
import { closeLiveConnections, newSession } from "~/domain/auth/session.server";
import { accountMail } from "~/domain/mail/message";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256, sign, verify } from "~/domain/shared/secrets/tokens.server";
import { openShards } from "~/domain/shared/shards.server";
import { HOUR_MS } from "~/domain/shared/time/dates";
import { type AuditEntry, assertRowChanged, commitIdentity, type Write } from "~/domain/shared/write.server";
import { chooseShard } from "./choose-shard";
import { copyMessage, copyNow, type TenantCopy } from "./copy-to-tenants.server";

/** Hours for which a sign-up's link works. */
export const ACTIVATION_HOURS = 24;

/** For a business whose browser did not report its time zone; can be changed in /settings. */
const DEFAULT_BUSINESS_ZONE = "America/New_York";

/**
 * Stores a sign-up until its link is followed. An address that has an account gets a notice instead. The response is the same:
 * the proof by which the link recognizes the browser that signed up.
 */
export async function signUp(ctx: Ctx, input: Signup): Promise<{ proof: string }> {
  await rateLimit(ctx, "sign-up");
  const { email } = input;
  const token = ctx.newToken();
  const [passwordHash, known] = await Promise.all([
    newPasswordHash(ctx, input.password, [email, input.firstName, input.lastName]),
    ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email)),
  ]);
  const proof = await browserProof(ctx, { token, passwordHash });
  if (known.length > 0) {
    const publish = [accountMail(knownAddressMail(ctx, email))];
    await commitWithinMailLimit(ctx, { kind: "signup", email, writes: [], publish });
    return { proof };
  }
  const waiting = ctx.db.insert(signups).values({
    tokenHash: await sha256(token),
    email,
    firstName: input.firstName,
    lastName: input.lastName,
    passwordHash,
    organizationName: input.organizationName ?? null,
    timeZone: input.timeZone ?? DEFAULT_BUSINESS_ZONE,
    browserTimeZone: input.timeZone ?? null,
    createdAt: ctx.now.toISOString(),
    expiresAt: new Date(ctx.now.getTime() + ACTIVATION_HOURS * HOUR_MS).toISOString(),
  });
  const publish = [accountMail(activationMail(ctx, email, token))];
  await commitWithinMailLimit(ctx, { kind: "signup", email, writes: [waiting], publish });
  return { proof };
}

/**
 * Resends the link of a sign-up in this browser; earlier links still work. The response does not reveal whether this browser
 * signed up, whether the address has an account, or whether the limit of three emails an hour was reached.
 */
export async function sendActivationAgain(ctx: Ctx, proof: string | null): Promise<void> {
  await rateLimit(ctx, "sign-up");
  const claim = await provenSignup(ctx, proof);
  if (!claim) return;
  const [signup] = await ctx.db
    .select()
    .from(signups)
    .where(and(eq(signups.tokenHash, claim.link), gt(signups.expiresAt, ctx.now.toISOString())));
  if (!signup) return;
  const { email } = signup;
  const token = ctx.newToken();
  const again = {
    tokenHash: await sha256(token),
    createdAt: ctx.now.toISOString(),
    expiresAt: new Date(ctx.now.getTime() + ACTIVATION_HOURS * HOUR_MS).toISOString(),
  };
  const publish = [accountMail(activationMail(ctx, email, token))];
  const waiting = ctx.db.insert(signups).values({ ...signup, ...again });
  await commitWithinMailLimit(ctx, { kind: "signup", email, writes: [waiting], publish });
}

interface ProvenSignup {
  /** Hash of the first link's token. */
  link: string;
  /**
   * Hash of the stored password hash: links of the same sign-up share it; those of another person's sign-up with the same address
   * do not.
   */
  password: string;
}

/** The proof for the browser that signed up: signed, and revealing neither secret. */
async function browserProof(
  ctx: Ctx,
  { token, passwordHash }: { token: string; passwordHash: string },
): Promise<string> {
  const [link, password] = await Promise.all([sha256(token), sha256(passwordHash)]);
  return sign({ use: "signup", link, password }, ctx.providers.secrets.signing);
}

async function provenSignup(ctx: Ctx, proof: string | null): Promise<ProvenSignup | null> {
  const claim = proof === null ? null : await verify(proof, ctx.providers.secrets.signing);
  if (typeof claim !== "object" || claim === null || !("use" in claim) || claim.use !== "signup") return null;
  if (!("link" in claim) || !("password" in claim)) return null;
  const { link, password } = claim;
  return typeof link === "string" && typeof password === "string" ? { link, password } : null;
}

/** The browser that follows the link, with its proof if it is the one that signed up. */
interface ActivatingBrowser extends Browser {
  proof: string | null;
}

/**
 * Creates the user of a sign-up, and the business with this user as its Admin if one was named. In the browser where the password
 * was chosen, the person is signed in; in any other, the reader of the email may be someone whose address a stranger entered.
 * @throws DomainError invalid for a link that is used, expired or unknown
 */
export async function activate(
  ctx: Ctx,
  token: string,
  browser: ActivatingBrowser | null = null,
): Promise<{ email: string; session: SignedIn | null }> {
  await rateLimit(ctx, "activate");
  const tokenHash = await sha256(token);
  const [[signup], shard] = await Promise.all([
    ctx.db
      .select()
      .from(signups)
      .where(and(eq(signups.tokenHash, tokenHash), gt(signups.expiresAt, ctx.now.toISOString()))),
    newHome(ctx),
  ]);
  if (!signup) throw invalidLink();
  const userId = ctx.newId();
  const createdAt = ctx.now.toISOString();
  const { email, firstName, lastName, passwordHash, browserTimeZone: timeZone } = signup;
  const business = signup.organizationName
    ? newBusiness(ctx, userId, signup.organizationName, { ...signup, shard })
    : null;
  const proven = await provenSignup(ctx, browser?.proof ?? null);
  const isOwnBrowser = proven !== null && proven.password === (await sha256(passwordHash));
  const session = isOwnBrowser
    ? await newSession(ctx, { userId, replaces: browser?.replaces, event: "sign_in" })
    : null;
  const result = await commitIdentity(ctx, business?.admin ?? null, {
    writes: [
      ctx.db.delete(signups).where(eq(signups.tokenHash, tokenHash)),
      assertRowChanged(ctx, "link_used"),
      // Other pending sign-ups with this address are deleted.
      ctx.db.delete(signups).where(eq(signups.email, email)),
      ctx.db
        .insert(users)
        .values({ id: userId, email, firstName, lastName, passwordHash, status: "active", timeZone, shard, createdAt }),
      ...(business?.writes ?? []),
      ...(session?.writes ?? []),
    ],
    audit: business?.audit ?? [],
    publish: business ? [copyMessage(business.copy)] : [],
    result: {
      email,
      session: session && {
        sessionId: session.sessionId,
        credentials: session.credentials,
        device: browser?.device ?? ctx.newToken(),
        rights: business && { roles: business.admin.roles, permissions: business.admin.permissions },
      },
    },
    refusals: { link_used: invalidLink, "users.email": invalidLink },
  });
  await closeLiveConnections(ctx, session?.ended ?? []);
  if (business) await copyNow(ctx, business.copy);
  return result;
}

/** The shard for a new sign-up. @throws DomainError unavailable if all are closed */
async function newHome(ctx: Ctx): Promise<string> {
  const open = openShards(ctx);
  if (open.length === 0 && ctx.shards.names.length > 0)
    throw new DomainError(
      "unavailable",
      "No new accounts can be set up during maintenance. Try again in a few minutes.",
      { retryAfter: 30 },
    );
  const sizes = await ctx.db.select({ name: databaseSizes.name, bytes: databaseSizes.bytes }).from(databaseSizes);
  const bytes = new Map(sizes.map((size) => [size.name, size.bytes]));
  const shards = open.map((name) => ({
    ...{ name, region: ctx.shards.regions.get(name) ?? null },
    bytes: bytes.get(`TENANTS_${name}`) ?? 0,
  }));
  return chooseShard(shards, ctx.request.continent);
}

interface Founder {
  firstName: string;
  lastName: string;
  timeZone: string;
  shard: string;
}

function newBusiness(ctx: Ctx, userId: string, name: string, founder: Founder) {
  const orgId = ctx.newId();
  const createdAt = ctx.now.toISOString();
  const admin: Member = {
    orgId,
    orgKey: 0,
    orgName: name,
    timeZone: founder.timeZone,
    userId,
    name: `${founder.firstName} ${founder.lastName}`,
    roles: ["Admin"],
    permissions: null,
    isPro: false,
    technicianId: null,
  };
  const { timeZone, shard } = founder;
  const writes: Write[] = [
    ctx.db.insert(organizations).values({ id: orgId, name, timeZone, shard, createdAt }),
    ctx.db
      .insert(members)
      .values({ orgId, userId, roles: ["Admin"], permissions: null, status: "active", createdAt, copyPending: true }),
  ];
  const audit: AuditEntry[] = [
    { action: "founded", entity: "organization", entityId: orgId, after: { name, timeZone: founder.timeZone } },
  ];
  const copy: TenantCopy = { kind: "member", orgId, userId };
  return { admin, writes, audit, copy };
}

function invalidLink(): DomainError {
  return new DomainError("invalid", "This link was already used or is no longer valid. Please sign up again.", {
    fields: { token: ["This link is no longer valid"] },
  });
}

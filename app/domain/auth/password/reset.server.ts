import { and, eq, isNull } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { users, userTokens } from "#drizzle/schema/identity";
import { commitWithinMailLimit, rateLimit } from "~/domain/auth/limits.server";
import { expiredLink, LINK_MINUTES, type LinkState } from "~/domain/auth/mailed-link";
import { passwordChangedMail, resetMail } from "~/domain/auth/mails.server";
import type { Reset } from "~/domain/auth/schema";
import { distrustDevices } from "~/domain/auth/second-step/sign-in-step.server";
import { securityEvent } from "~/domain/auth/security-events.server";
import { closeLiveConnections, endSessions, openSessions } from "~/domain/auth/session.server";
import { accountMail } from "~/domain/mail/message";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, commitIdentity, type Write } from "~/domain/shared/write.server";
import { newPasswordHash } from "./new-password.server";

/** Emails a password reset link to an address that has an account; the response is the same without an account. */
export async function requestReset(ctx: Ctx, email: string): Promise<void> {
  await rateLimit(ctx, "request-reset");
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.status, "active")));
  // After the response, so that its duration does not reveal whether there is an account.
  if (user) ctx.after(mailReset(ctx, email, user.id));
}

async function mailReset(ctx: Ctx, email: string, userId: string): Promise<void> {
  await commitWithinMailLimit(ctx, { kind: "reset", email, ...(await newLink(ctx, email, userId)) });
}

/**
 * Emails a new link in place of an expired one, once. A person with the old link can read the mailbox: no address needs to be
 * entered, and the limit on emails requested by others does not apply.
 * @throws DomainError invalid for a link that was used, or that is too old
 */
export async function renewReset(ctx: Ctx, token: string): Promise<void> {
  await rateLimit(ctx, "request-reset");
  const link = await findLink(ctx, token);
  if (!link || stateOf(ctx, link) !== "expired") throw invalidLink();
  const { writes, publish } = await newLink(ctx, link.email, link.id);
  await commitIdentity(ctx, null, {
    writes: [
      ctx.db.update(userTokens).set({ usedAt: ctx.now.toISOString() }).where(link.unused),
      assertRowChanged(ctx, "link_used"),
      ...writes,
    ],
    publish,
    result: undefined,
    refusals: { link_used: invalidLink },
  });
}

async function newLink(ctx: Ctx, email: string, userId: string) {
  const token = ctx.newToken();
  const insertToken = ctx.db.insert(userTokens).values({
    tokenHash: await sha256(token),
    kind: "reset",
    userId,
    expiresAt: new Date(ctx.now.getTime() + LINK_MINUTES * MINUTE_MS).toISOString(),
    usedAt: null,
  });
  return {
    writes: [insertToken],
    publish: [accountMail(resetMail(ctx, email, token), { userId })],
  };
}

/** Whether an emailed link can still set a password, so that its page can tell before a password is entered. */
export async function resetLinkState(ctx: Ctx, token: string): Promise<LinkState> {
  await rateLimit(ctx, "reset");
  const link = await findLink(ctx, token);
  return link ? stateOf(ctx, link) : "dead";
}

const stateOf = ({ now }: Ctx, { expiresAt }: { expiresAt: string }): LinkState =>
  expiresAt > now.toISOString() ? "live" : "expired";

/** An unused link with its owner; expired links are deleted a week later. */
async function findLink(ctx: Ctx, token: string) {
  const unused = and(
    eq(userTokens.tokenHash, await sha256(token)),
    eq(userTokens.kind, "reset"),
    isNull(userTokens.usedAt),
  );
  const [found] = await ctx.db
    .select({
      id: named(users.id, "person_id"),
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      expiresAt: userTokens.expiresAt,
    })
    .from(userTokens)
    .innerJoin(users, and(eq(users.id, userTokens.userId), eq(users.status, "active")))
    .where(unused);
  return found && { ...found, unused };
}

/** Sets a new password with an emailed link and ends every session. @throws DomainError invalid for an invalid or expired link */
export async function resetPassword(ctx: Ctx, input: Reset): Promise<{ email: string }> {
  await rateLimit(ctx, "reset");
  const user = await findLink(ctx, input.token);
  if (!user) throw invalidLink();
  if (stateOf(ctx, user) === "expired") throw expiredLink();
  const passwordHash = await newPasswordHash(ctx, input.password, [user.email, user.firstName, user.lastName]);
  const open = await openSessions(ctx, user.id);
  const usedAt = ctx.now.toISOString();
  await commitIdentity(ctx, null, {
    writes: [
      ctx.db.update(userTokens).set({ usedAt }).where(user.unused),
      assertRowChanged(ctx, "link_used"),
      revokeLinks(ctx, user.id),
      ctx.db.update(users).set({ passwordHash }).where(eq(users.id, user.id)),
      endSessions(ctx, user.id),
      distrustDevices(ctx, user.id),
      securityEvent(ctx, { userId: user.id, kind: "password_reset" }),
    ],
    publish: [accountMail(passwordChangedMail(ctx, user.email), { userId: user.id })],
    result: undefined,
    refusals: { link_used: invalidLink },
  });
  await Promise.all([closeLiveConnections(ctx, open), ctx.providers.lockout.lift(await sha256(user.email))]);
  return { email: user.email };
}

/** Voids a person's emailed links: none works after the password has changed. */
export function revokeLinks(ctx: Ctx, userId: string): Write {
  return ctx.db
    .update(userTokens)
    .set({ usedAt: ctx.now.toISOString() })
    .where(and(eq(userTokens.userId, userId), isNull(userTokens.usedAt)));
}

function invalidLink(): DomainError {
  return new DomainError("invalid", "This link was already used or is no longer valid. Please request a new one.", {
    fields: { token: ["This link is no longer valid"] },
  });
}

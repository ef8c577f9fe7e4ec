import { and, eq, gt, isNull } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { users, userTokens } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256 } from "~/domain/shared/tokens.server";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import { commitWithinMailLimit, rateLimit } from "./limits.server";
import { passwordChangedMail, resetMail } from "./mails.server";
import { newPasswordHash } from "./new-password.server";
import type { Reset } from "./schema";
import { distrustDevices } from "./second-step/sign-in-step.server";
import { securityEvent } from "./security-events.server";
import { closeLiveConnections, endSessions, openSessions } from "./session.server";

const resetMinutes = 60;

/** Mails a link for a new password to an address that has an account; the response is the same without an account. */
export async function requestReset(ctx: Ctx, email: string): Promise<void> {
  await rateLimit(ctx, "request-reset");
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.status, "active")));
  // After the answer, so that its duration does not tell whether there is an account.
  if (user) ctx.after(mailReset(ctx, email, user.id));
}

async function mailReset(ctx: Ctx, email: string, userId: string): Promise<void> {
  const token = ctx.newToken();
  const insertToken = ctx.db.insert(userTokens).values({
    tokenHash: await sha256(token),
    kind: "reset",
    userId,
    expiresAt: new Date(ctx.now.getTime() + resetMinutes * 60_000).toISOString(),
    usedAt: null,
  });
  const publish = [{ topic: "mail", mail: resetMail(ctx, email, token), about: { userId } } as const];
  await commitWithinMailLimit(ctx, { kind: "reset", email, writes: [insertToken], publish });
}

/** Whether the link of a mail still sets a password, for its page to say so before anybody chooses one. */
export async function isResetLinkLive(ctx: Ctx, token: string): Promise<boolean> {
  await rateLimit(ctx, "reset");
  const [user] = await ctx.db
    .select({ id: named(users.id, "person_id") })
    .from(userTokens)
    .innerJoin(users, and(eq(users.id, userTokens.userId), eq(users.status, "active")))
    .where(await liveLink(ctx, token));
  return user !== undefined;
}

async function liveLink(ctx: Ctx, token: string) {
  return and(
    eq(userTokens.tokenHash, await sha256(token)),
    eq(userTokens.kind, "reset"),
    isNull(userTokens.usedAt),
    gt(userTokens.expiresAt, ctx.now.toISOString()),
  );
}

/** Sets a new password by the link of a mail and ends every session. @throws DomainError invalid for a dead link */
export async function resetPassword(ctx: Ctx, input: Reset): Promise<{ email: string }> {
  await rateLimit(ctx, "reset");
  const live = await liveLink(ctx, input.token);
  const [user] = await ctx.db
    .select({
      id: named(users.id, "person_id"),
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(userTokens)
    .innerJoin(users, and(eq(users.id, userTokens.userId), eq(users.status, "active")))
    .where(live);
  if (!user) throw deadLink();
  const passwordHash = await newPasswordHash(ctx, input.password, [user.email, user.firstName, user.lastName]);
  const open = await openSessions(ctx, user.id);
  const usedAt = ctx.now.toISOString();
  await commitIdentity(ctx, null, {
    writes: [
      ctx.db.update(userTokens).set({ usedAt }).where(live),
      assertRowChanged(ctx, "link_used"),
      // Other links of the same kind die with this one.
      ctx.db
        .update(userTokens)
        .set({ usedAt })
        .where(and(eq(userTokens.userId, user.id), isNull(userTokens.usedAt))),
      ctx.db.update(users).set({ passwordHash }).where(eq(users.id, user.id)),
      endSessions(ctx, user.id),
      distrustDevices(ctx, user.id),
      securityEvent(ctx, { userId: user.id, kind: "password_reset" }),
    ],
    publish: [{ topic: "mail", mail: passwordChangedMail(ctx, user.email), about: { userId: user.id } }],
    result: undefined,
    refusals: { link_used: deadLink },
  });
  await Promise.all([closeLiveConnections(ctx, open), ctx.providers.lockout.lift(await sha256(user.email))]);
  return { email: user.email };
}

function deadLink(): DomainError {
  return new DomainError("invalid", "This link was already used or is no longer valid. Please request a new one.", {
    fields: { token: ["This link is no longer valid"] },
  });
}

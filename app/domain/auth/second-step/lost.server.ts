import { and, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { secondSteps, users } from "#drizzle/schema/identity";
import { commitWithinMailLimit, rateLimit } from "~/domain/auth/limits.server";
import { expiredLink, LINK_MINUTES, type LinkState } from "~/domain/auth/mailed-link";
import { lostSecondStepMail, secondStepOffMail, secondStepRemovalMail } from "~/domain/auth/mails.server";
import { securityEvent } from "~/domain/auth/security-events.server";
import { accountMail } from "~/domain/mail/message";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { personZone } from "~/domain/shared/person-zone.server";
import { sha256, sign, verify } from "~/domain/shared/secrets/tokens.server";
import { DAY_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, commitIdentity, type Write } from "~/domain/shared/write.server";
import { invalidChallenge, readChallenge } from "./challenge.server";

/** Days the owner has to object. */
export const REMOVAL_DAYS = 3;
/** Days in which an expired link can be renewed: an old email must not grant access. */
const RENEWABLE_DAYS = 7;

/**
 * Emails a link to a person who entered the correct password but has neither the app nor a recovery code. Does not turn anything
 * off yet.
 * @throws DomainError unauthenticated for an expired or invalid challenge
 */
export async function requestRemoval(ctx: Ctx, token: string): Promise<void> {
  await rateLimit(ctx, "second-step");
  const claim = await readChallenge(ctx, token);
  if (!claim) throw invalidChallenge();
  const owner = await ownerOf(ctx, claim.userId);
  if (owner) await mailLink(ctx, owner);
}

/** Emails a new link in place of an expired one. @throws DomainError invalid for any other link */
export async function renewRemovalLink(ctx: Ctx, token: string): Promise<void> {
  await rateLimit(ctx, "second-step");
  const link = await linked(ctx, token);
  if (link?.state !== "expired") throw invalidLink();
  await mailLink(ctx, link.owner);
}

async function mailLink(ctx: Ctx, owner: Owner): Promise<void> {
  const { userId, email } = owner;
  const exp = Math.floor(ctx.now.getTime() / 1000) + LINK_MINUTES * 60;
  const link = await sign(
    { use: "second-step-off", uid: userId, secret: await markOf(owner), exp },
    ctx.providers.secrets.signing,
  );
  await commitWithinMailLimit(ctx, {
    ...{ kind: "reset", email, writes: [] },
    publish: [accountMail(lostSecondStepMail(ctx, email, link), { userId })],
  });
}

/** Whether an emailed link still works, for its page. */
export async function removalLinkState(ctx: Ctx, token: string): Promise<LinkState> {
  await rateLimit(ctx, "second-step");
  return (await linked(ctx, token))?.state ?? "dead";
}

/**
 * Schedules turning off the second step in three days, from an emailed link. A repeated request keeps the first date.
 * @throws DomainError invalid for an invalid link
 */
export async function scheduleRemoval(ctx: Ctx, token: string): Promise<{ dueAt: string; zone: string }> {
  await rateLimit(ctx, "second-step");
  const link = await linked(ctx, token);
  if (!link) throw invalidLink();
  if (link.state === "expired") throw expiredLink();
  const { owner } = link;
  const zone = owner.timeZone ?? "UTC";
  if (owner.removalDueAt) return { dueAt: owner.removalDueAt, zone };
  const { userId, email, secret } = owner;
  const dueAt = new Date(ctx.now.getTime() + REMOVAL_DAYS * DAY_MS).toISOString();
  await commitIdentity(ctx, null, {
    writes: [
      ctx.db
        .update(secondSteps)
        .set({ removalDueAt: dueAt })
        .where(and(eq(secondSteps.userId, userId), eq(secondSteps.secret, secret), isNull(secondSteps.removalDueAt))),
      assertRowChanged(ctx, "second_step_moved"),
      securityEvent(ctx, { userId, kind: "second_step_removal" }),
    ],
    publish: [accountMail(secondStepRemovalMail(ctx, email, { dueAt, zone }), { userId })],
    result: undefined,
    refusals: { second_step_moved: invalidLink },
  });
  return { dueAt, zone };
}

/** Cancels a scheduled removal, because the person has the code after all. */
export function keepSecondStep(ctx: Ctx, userId: string): Write {
  return ctx.db.update(secondSteps).set({ removalDueAt: null }).where(eq(secondSteps.userId, userId));
}

/** Keeps the caller's own second step on, from an open session. */
export async function keepOwnSecondStep(ctx: Ctx): Promise<void> {
  const { userId, member } = allowPerson(ctx);
  await commitIdentity(ctx, member, { writes: [keepSecondStep(ctx, userId)], result: undefined });
}

const BATCH = 50;

/** Turns off second steps whose removal was requested three days ago without an objection. */
export async function sweepSecondSteps(ctx: Ctx): Promise<void> {
  const now = ctx.now.toISOString();
  const due = await ctx.db
    .select({ userId: secondSteps.userId, email: users.email })
    .from(secondSteps)
    .innerJoin(users, eq(users.id, secondSteps.userId))
    .where(lte(secondSteps.removalDueAt, now))
    .limit(BATCH);
  for (const { userId, email } of due) {
    await commitIdentity(ctx, null, {
      writes: [
        ctx.db.delete(secondSteps).where(and(eq(secondSteps.userId, userId), lte(secondSteps.removalDueAt, now))),
        assertRowChanged(ctx, "second_step_unchanged"),
        securityEvent(ctx, { userId, kind: "second_step_off" }),
      ],
      publish: [accountMail(secondStepOffMail(ctx, email), { userId })],
      result: undefined,
      // Canceled in the meantime: nothing to do.
      refusals: { second_step_unchanged: () => new DomainError("conflict", "Two-step verification stays on.") },
    }).catch((error) => {
      if (!(error instanceof DomainError)) throw error;
    });
  }
}

async function linked(ctx: Ctx, token: string) {
  const claim = await verify(token, ctx.providers.secrets.signing);
  if (typeof claim !== "object" || claim === null) return null;
  if (!("use" in claim) || claim.use !== "second-step-off") return null;
  if (!("exp" in claim) || typeof claim.exp !== "number") return null;
  const lateMs = ctx.now.getTime() - claim.exp * 1000;
  if (lateMs > RENEWABLE_DAYS * DAY_MS) return null;
  if (!("uid" in claim) || typeof claim.uid !== "string" || !("secret" in claim)) return null;
  const owner = await ownerOf(ctx, claim.uid);
  if (!owner || claim.secret !== (await markOf(owner))) return null;
  const state: LinkState = lateMs < 0 ? "live" : "expired";
  return { owner, state };
}

/**
 * A link is bound to the secret it was issued for, or to the time of the first passkey: turning the second step off and on again
 * voids it.
 */
const markOf = async ({ secret, since }: { secret: string; since: string | null }) =>
  (await sha256(secret || `${since}`)).slice(0, 16);

type Owner = NonNullable<Awaited<ReturnType<typeof ownerOf>>>;

async function ownerOf(ctx: Ctx, userId: string) {
  const [owner] = await ctx.db
    .select({
      userId: secondSteps.userId,
      secret: secondSteps.secret,
      since: secondSteps.confirmedAt,
      removalDueAt: secondSteps.removalDueAt,
      email: users.email,
      timeZone: personZone,
    })
    .from(secondSteps)
    .innerJoin(users, and(eq(users.id, secondSteps.userId), eq(users.status, "active")))
    .where(and(eq(secondSteps.userId, userId), isNotNull(secondSteps.confirmedAt)));
  return owner ?? null;
}

const invalidLink = () => {
  const text = "This link is no longer valid. Sign in with your password to get a new one.";
  return new DomainError("invalid", text, { fields: { token: [text] } });
};

import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { recoveryCodes, secondSteps, users } from "#drizzle/schema/identity";
import { tooMany } from "~/domain/auth/limits.server";
import { failedCodesMail } from "~/domain/auth/mails.server";
import { recordAfterResponse } from "~/domain/auth/security-events.server";
import { accountMail } from "~/domain/mail/message";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { assertRowChanged, commitIdentity, type Write } from "~/domain/shared/write.server";
import { readCode } from "./recovery-code";
import { secretOf } from "./secret.server";
import { type CodeTime, stepAt, timeOf } from "./totp";

export interface Accepted {
  /** Goes first in the batch: undoes it if another request has used the code in the meantime. */
  writes: Write[];
  refusals: Record<string, () => DomainError>;
  isRecovery: boolean;
  /** Resets the wrong-code count, after the batch is written. */
  succeeded: () => Promise<void>;
}

/**
 * Checks a code of a person with two-step verification: the app's six digits, valid once and only within their 30 seconds, or a
 * recovery code. Wrong codes are counted separately from wrong passwords, with the same waits. The code of an adjacent time step
 * is rejected too, but not counted: only a person with the app can send it, just too early or too late. This gives nobody more
 * guesses: it takes back only itself, three times a minute, and all a guesser could learn is the next step's code, at the same
 * one-in-a-million odds.
 * @throws DomainError invalid, too_many_requests
 */
export async function acceptCode(
  ctx: Ctx,
  userId: string,
  { typed, device }: { typed: string; device: string | null },
): Promise<Accepted> {
  const account = await sha256(`second step ${userId}`);
  const deviceHash = device ? await sha256(device) : null;
  const { wait, isSuspicious, locks, closedUntil } = await ctx.providers.lockout.begin(account, deviceHash);
  if (wait > 0) throw tooMany(wait);
  const { kind, code } = readCode(typed);
  const accepted = kind === "totp" ? await totp(ctx, userId, code) : await recovery(ctx, userId, code);
  if (accepted === "before" || accepted === "next") {
    recordAfterResponse(ctx, {
      userId,
      kind: "second_step_failed",
      detail: "A code that was no longer or not yet valid",
    });
    await ctx.providers.lockout.takeBack(account, deviceHash, closedUntil);
    throw untimelyCode(accepted);
  }
  if (!accepted) {
    if (isSuspicious) ctx.after(warnOwner(ctx, userId));
    recordAfterResponse(ctx, { userId, kind: locks ? "locked_out" : "second_step_failed" });
    throw wrongCode();
  }
  return {
    ...accepted,
    isRecovery: kind === "recovery",
    succeeded: () => ctx.providers.lockout.succeeded(account, deviceHash),
  };
}

async function totp(ctx: Ctx, userId: string, code: string) {
  const [stored] = await ctx.db.select().from(secondSteps).where(eq(secondSteps.userId, userId));
  if (!stored?.confirmedAt || !stored.takesCodes) return null;
  const time = await timeOf(await secretOf(ctx, stored), code, ctx.now.getTime());
  if (time !== "now") return time;
  const step = stepAt(ctx.now.getTime());
  return {
    writes: [
      ctx.db
        .update(secondSteps)
        .set({ lastStep: step })
        .where(and(eq(secondSteps.userId, userId), lt(secondSteps.lastStep, step))),
      assertRowChanged(ctx, "second_step_code_used"),
    ],
    refusals: { second_step_code_used: () => wrongCode("This code was used already. Wait for the next one.") },
  };
}

async function recovery(ctx: Ctx, userId: string, code: string) {
  const live = and(
    eq(recoveryCodes.userId, userId),
    eq(recoveryCodes.codeHash, await recoveryHash(userId, code)),
    isNull(recoveryCodes.usedAt),
  );
  const [found] = await ctx.db.select({ userId: recoveryCodes.userId }).from(recoveryCodes).where(live);
  if (!found) return null;
  return {
    writes: [
      ctx.db.update(recoveryCodes).set({ usedAt: ctx.now.toISOString() }).where(live),
      assertRowChanged(ctx, "second_step_code_used"),
    ],
    refusals: { second_step_code_used: () => wrongCode("This recovery code was used already.") },
  };
}

export function recoveryHash(userId: string, code: string): Promise<string> {
  return sha256(`${userId} ${code.replaceAll("-", "")}`);
}

export function wrongCode(
  text = "This code is wrong or has expired. Enter the one that your app shows now.",
): DomainError {
  return new DomainError("invalid", text, { fields: { code: [text] } });
}

/** The error for a code whose 30 seconds are over, or have not begun. */
export function untimelyCode(time: Exclude<CodeTime, "now">): DomainError {
  return time === "before"
    ? wrongCode("That code has just changed. Enter the one your app shows now.")
    : wrongCode("That code is not valid yet: your device’s clock is ahead. Wait a few seconds and enter it again.");
}

/** The number of recovery codes left, as a column of a query about their owner. */
export function codesLeft(userId: string) {
  return sql<number>`(SELECT count(*) FROM recovery_codes r WHERE r.user_id = ${userId} AND r.used_at IS NULL)`
    .mapWith(Number)
    .as("codes_left");
}

async function warnOwner(ctx: Ctx, userId: string): Promise<void> {
  const [user] = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, "active")));
  if (!user) return;
  await commitIdentity(ctx, null, {
    writes: [],
    publish: [accountMail(failedCodesMail(ctx, user.email), { userId })],
    result: undefined,
  });
}

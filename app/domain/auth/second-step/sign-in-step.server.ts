import { and, eq, sql } from "drizzle-orm";
import { trustedDevices, users } from "#drizzle/schema/identity";
import { type Browser, findAccount, openSession, type SignedIn } from "~/domain/auth/account.server";
import { rateLimit } from "~/domain/auth/limits.server";
import { recoveryCodeUsedMail } from "~/domain/auth/mails.server";
import type { SecondStep } from "~/domain/auth/schema";
import { securityEvent } from "~/domain/auth/security-events.server";
import { accountMail } from "~/domain/mail/message";
import type { Ctx } from "~/domain/shared/context";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { DAY_MS } from "~/domain/shared/time/dates";
import type { Write } from "~/domain/shared/write.server";
import { assertRowChanged } from "~/domain/shared/write.server";
import { acceptCode } from "./accept-code.server";
import { invalidChallenge, readChallenge } from "./challenge.server";
import { keepSecondStep } from "./lost.server";

export const TRUSTED_DAYS = 30;

/** Whether a challenge is still valid, for its page. */
export async function isChallengeLive(ctx: Ctx, token: string): Promise<boolean> {
  return (await readChallenge(ctx, token)) !== null;
}

/** The ways to answer a challenge, for its page; null if it is no longer valid. */
export async function secondStepMethods(
  ctx: Ctx,
  token: string,
): Promise<{ codes: boolean; passkeys: boolean } | null> {
  const claim = await readChallenge(ctx, token);
  if (!claim) return null;
  const [row] = await ctx.db.all<{ codes: number; passkeys: number }>(sql`
    SELECT s.takes_codes AS codes, EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = s.user_id) AS passkeys
    FROM second_steps s WHERE s.user_id = ${claim.userId} AND s.confirmed_at IS NOT NULL`);
  return { codes: row?.codes === 1, passkeys: row?.passkeys === 1 };
}

/**
 * Opens the session of a person with the correct password and code.
 * @throws DomainError unauthenticated for an expired or invalid challenge; invalid for a wrong code; forbidden, too_many_requests
 * as `signIn`
 */
export async function takeSecondStep(ctx: Ctx, input: SecondStep, browser: Browser): Promise<SignedIn> {
  await rateLimit(ctx, "second-step");
  const claim = await readChallenge(ctx, input.challenge);
  if (!claim) throw invalidChallenge();
  const { user } = await findAccount(ctx, eq(users.id, claim.userId), { device: null });
  const password = user?.passwordHash ? (await sha256(user.passwordHash)).slice(0, 16) : null;
  if (!user || password !== claim.password) throw invalidChallenge();
  const device = browser.device ?? ctx.newToken();
  const accepted = await acceptCode(ctx, user.userId, { typed: input.code, device: browser.device });
  const { userId, email } = user;
  const signedIn = await openSession(ctx, {
    ...{ user, browser, device, household: claim.household },
    writes: [
      ...accepted.writes,
      keepSecondStep(ctx, userId),
      ...(input.trust ? [trust(ctx, userId, await sha256(device)), assertRowChanged(ctx, "second_step_off")] : []),
      ...(accepted.isRecovery ? [securityEvent(ctx, { userId, kind: "recovery_code_used" })] : []),
    ],
    publish: accepted.isRecovery ? [accountMail(recoveryCodeUsedMail(ctx, email), { userId })] : [],
    refusals: { ...accepted.refusals, second_step_off: invalidChallenge },
  });
  await Promise.all([accepted.succeeded(), ctx.providers.lockout.succeeded(await sha256(email), await sha256(device))]);
  return signedIn;
}

/** Skips the code in this browser for a month. */
function trust(ctx: Ctx, userId: string, deviceHash: string): Write {
  const expiresAt = new Date(ctx.now.getTime() + TRUSTED_DAYS * DAY_MS).toISOString();
  return ctx.db.run(sql`INSERT INTO trusted_devices (user_id, device_hash, expires_at)
    SELECT user_id, ${deviceHash}, ${expiresAt} FROM second_steps WHERE user_id = ${userId} AND confirmed_at IS NOT NULL
    ON CONFLICT (user_id, device_hash) DO UPDATE SET expires_at = excluded.expires_at`);
}

/** Requires codes again in every browser, after a password change. */
export function distrustDevices(ctx: Ctx, userId: string): Write {
  return ctx.db.delete(trustedDevices).where(and(eq(trustedDevices.userId, userId)));
}

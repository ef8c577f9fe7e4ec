import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { recoveryCodes, secondSteps } from "#drizzle/schema/identity";
import type { Browser } from "~/domain/auth/account.server";
import { codesOffMail, secondStepOffMail, secondStepOnMail } from "~/domain/auth/mails.server";
import { confirmPassword } from "~/domain/auth/password/confirm-password.server";
import { securityEvent } from "~/domain/auth/security-events.server";
import { closeLiveConnections, endSessions, openSessions, ownSession } from "~/domain/auth/session.server";
import { accountMail } from "~/domain/mail/message";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertHolds, assertRowChanged, commitIdentity, type Write } from "~/domain/shared/write.server";
import { codesLeft, recoveryHash, untimelyCode, wrongCode } from "./accept-code.server";
import { acceptSecondStep } from "./accept-second-step.server";
import { newRecoveryCodes } from "./recovery-code";
import type { SecondStepChange } from "./schema";
import { encryptedSecret, secretOf } from "./secret.server";
import { newTotpSecret, stepAt, timeOf, totpUri } from "./totp";

/**
 * Whether the caller has two-step verification, since when, whether an app's codes are accepted, when it will be turned off if
 * that was requested, and how many recovery codes are left.
 */
export async function ownSecondStep(ctx: Ctx) {
  const { userId } = allowPerson(ctx);
  const [row] = await ctx.db
    .select({
      since: secondSteps.confirmedAt,
      takesCodes: secondSteps.takesCodes,
      removalDueAt: secondSteps.removalDueAt,
      recoveryCodesLeft: codesLeft(userId),
    })
    .from(secondSteps)
    .where(and(eq(secondSteps.userId, userId), isNotNull(secondSteps.confirmedAt)));
  return row ?? { since: null, takesCodes: false, removalDueAt: null, recoveryCodesLeft: 0 };
}

/**
 * Creates a secret for an authenticator app, replacing an unconfirmed one. It is shown only once. With passkeys it takes a recovery
 * code or a passkey as well: whoever knows only the password could otherwise add an app of their own.
 * @throws DomainError invalid for a wrong password or code; conflict if an app is set up already
 */
export async function beginSecondStep(
  ctx: Ctx,
  input: SecondStepChange,
  browser: Browser,
): Promise<{ secret: string; uri: string }> {
  const { userId, email, member } = allowPerson(ctx);
  await confirmPassword(ctx, input.currentPassword, browser);
  const { since, takesCodes } = await ownSecondStep(ctx);
  // Before the code, which would be used up for nothing.
  if (takesCodes) throw isOnAlready();
  const accepted = since === null ? null : await acceptSecondStep(ctx, input, browser.device);
  const secret = newTotpSecret();
  const row = { secret: await encryptedSecret(ctx, userId, secret), createdAt: ctx.now.toISOString() };
  await commitIdentity(ctx, member, {
    writes: [
      ...(accepted?.writes ?? [assertHolds(ctx, "second_step_moved", sql`NOT ${isSecondStepOn(userId)}`)]),
      ctx.db
        .insert(secondSteps)
        .values({ userId, ...row })
        .onConflictDoUpdate({
          target: secondSteps.userId,
          set: { ...row, lastStep: 0 },
          setWhere: hasNoApp,
        }),
      assertRowChanged(ctx, "second_step_on"),
    ],
    result: undefined,
    refusals: { ...accepted?.refusals, second_step_on: isOnAlready, second_step_moved: justChanged },
  });
  await accepted?.succeeded();
  return { secret, uri: totpUri(secret, email) };
}

/**
 * Turns two-step verification on with a code from the app, and returns the recovery codes, which are stored only as hashes. Every
 * other session ends, and a scheduled removal is canceled.
 * @throws DomainError invalid for a wrong code; conflict if it is on, or was never started
 */
export async function turnOnSecondStep(ctx: Ctx, typed: string): Promise<{ recoveryCodes: string[] }> {
  const { userId, email, member } = allowPerson(ctx);
  const [stored] = await ctx.db.select().from(secondSteps).where(eq(secondSteps.userId, userId));
  if (!stored?.secret) throw new DomainError("conflict", "Start again: enter your password first.");
  if (stored.confirmedAt && stored.takesCodes) throw isOnAlready();
  const time = await timeOf(await secretOf(ctx, stored), typed.replace(/\s/g, ""), ctx.now.getTime());
  if (time === null) throw wrongCode();
  if (time !== "now") throw untimelyCode(time);
  const step = stepAt(ctx.now.getTime());
  const own = ownSession(ctx);
  const [codes, others] = await Promise.all([freshCodes(ctx, userId), openSessions(ctx, userId, { except: own })]);
  await commitIdentity(ctx, member, {
    writes: [
      ctx.db
        .update(secondSteps)
        .set({
          ...{ confirmedAt: stored.confirmedAt ?? ctx.now.toISOString(), takesCodes: true, lastStep: step },
          // Whoever sets up an app has not lost the second step.
          removalDueAt: null,
        })
        .where(and(eq(secondSteps.userId, userId), eq(secondSteps.secret, stored.secret), hasNoApp)),
      assertRowChanged(ctx, "second_step_on"),
      ...codes.writes,
      endSessions(ctx, userId, { except: own }),
      securityEvent(ctx, { userId, kind: "second_step_on" }),
    ],
    publish: [accountMail(secondStepOnMail(ctx, email), { userId })],
    result: undefined,
    refusals: { second_step_on: isOnAlready },
  });
  await closeLiveConnections(ctx, others);
  return { recoveryCodes: codes.codes };
}

/** Creates new recovery codes; the previous ones stop working. @throws DomainError invalid for a wrong password or code */
export async function renewRecoveryCodes(
  ctx: Ctx,
  input: SecondStepChange,
  browser: Browser,
): Promise<{ recoveryCodes: string[] }> {
  const { userId, member } = allowPerson(ctx);
  await confirmPassword(ctx, input.currentPassword, browser);
  const accepted = await acceptSecondStep(ctx, input, browser.device);
  const codes = await freshCodes(ctx, userId);
  await commitIdentity(ctx, member, {
    writes: [...accepted.writes, ...codes.writes, securityEvent(ctx, { userId, kind: "recovery_codes_made" })],
    result: undefined,
    refusals: accepted.refusals,
  });
  await accepted.succeeded();
  return { recoveryCodes: codes.codes };
}

/**
 * Turns off the app's codes; without a passkey the password alone signs in again. Returns whether passkeys keep it on.
 * @throws DomainError invalid for a wrong password or code; conflict for an Admin whose business requires a second step
 */
export async function turnOffSecondStep(
  ctx: Ctx,
  input: SecondStepChange,
  browser: Browser,
): Promise<{ staysOn: boolean }> {
  const { userId, email, member } = allowPerson(ctx);
  await confirmPassword(ctx, input.currentPassword, browser);
  const accepted = await acceptSecondStep(ctx, input, browser.device);
  const hasPasskeys = sql`EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = ${userId})`;
  const isFree = sql`(${hasPasskeys} OR NOT EXISTS (
    SELECT 1 FROM organizations o WHERE o.id = ${member?.orgId ?? ""} AND o.requires_second_step = 1))`;
  const staysOn = (await ctx.db.all(sql`SELECT 1 FROM passkeys p WHERE p.user_id = ${userId} LIMIT 1`)).length > 0;
  await commitIdentity(ctx, member, {
    writes: [
      ...accepted.writes,
      ...(member?.roles.includes("Admin") ? [assertHolds(ctx, "second_step_required", isFree)] : []),
      ctx.db
        .update(secondSteps)
        .set({ takesCodes: false, secret: "" })
        .where(and(eq(secondSteps.userId, userId), hasPasskeys)),
      ctx.db.delete(secondSteps).where(and(eq(secondSteps.userId, userId), sql`NOT ${hasPasskeys}`)),
      securityEvent(ctx, { userId, kind: "second_step_off", detail: staysOn ? "Authenticator app" : null }),
    ],
    publish: [accountMail(staysOn ? codesOffMail(ctx, email) : secondStepOffMail(ctx, email), { userId })],
    result: undefined,
    refusals: { ...accepted.refusals, second_step_required: isRequired },
  });
  await accepted.succeeded();
  return { staysOn };
}

/** New recovery codes that replace the previous ones. */
export async function freshCodes(ctx: Ctx, userId: string): Promise<{ codes: string[]; writes: Write[] }> {
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map((code) => recoveryHash(userId, code)));
  return {
    codes,
    writes: [
      ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
      ctx.db.run(sql`INSERT INTO recovery_codes (user_id, code_hash)
        SELECT ${userId}, value FROM json_each(${JSON.stringify(hashes)})`),
    ],
  };
}

/** No app yet, or one whose first code is still missing. */
const hasNoApp = or(isNull(secondSteps.confirmedAt), eq(secondSteps.takesCodes, false));

export const isSecondStepOn = (userId: string) =>
  sql`EXISTS (SELECT 1 FROM second_steps s WHERE s.user_id = ${userId} AND s.confirmed_at IS NOT NULL)`;

export const justChanged = () =>
  new DomainError("conflict", "Two-step verification was just changed. Please try again.");

export const isRequired = () =>
  new DomainError("conflict", "Your business requires two-step verification for Admins, so it can't be turned off.");

const isOnAlready = () => new DomainError("conflict", "Two-step verification is already on.");

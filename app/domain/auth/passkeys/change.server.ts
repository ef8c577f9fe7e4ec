import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, asc, eq, sql } from "drizzle-orm";
import { passkeys, secondSteps } from "#drizzle/schema/identity";
import type { Browser } from "~/domain/auth/account.server";
import { passkeyAddedMail, passkeyRemovedMail } from "~/domain/auth/mails.server";
import { confirmPassword } from "~/domain/auth/password/confirm-password.server";
import { acceptSecondStep } from "~/domain/auth/second-step/accept-second-step.server";
import {
  freshCodes,
  isRequired,
  isSecondStepOn,
  justChanged,
  ownSecondStep,
} from "~/domain/auth/second-step/change.server";
import type { SecondStepChange } from "~/domain/auth/second-step/schema";
import { securityEvent } from "~/domain/auth/security-events.server";
import { closeLiveConnections, endSessions, openSessions, ownSession } from "~/domain/auth/session.server";
import { accountMail } from "~/domain/mail/message";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { base64url } from "~/domain/shared/secrets/tokens.server";
import { assertHolds, assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import { CEREMONY_SECONDS, newCeremony, openCeremony, relyingParty } from "./ceremony.server";
import { MAX_PASSKEYS, type PasskeyCreation, SIGNATURE_ALGORITHMS } from "./passkey";
import type { NewPasskey, PasskeyAttestation, PasskeyStart } from "./schema";

/** The caller's passkeys, oldest first. */
export function ownPasskeys(ctx: Ctx) {
  const { userId } = allowPerson(ctx);
  return ctx.db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      isSynced: passkeys.isSynced,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id));
}

/** @throws DomainError not_found */
export async function findPasskeyName(ctx: Ctx, id: string): Promise<string> {
  const found = (await ownPasskeys(ctx)).find((each) => each.id === id);
  if (!found) throw passkeyNotFound();
  return found.name;
}

/**
 * Returns the options for creating a passkey, after checking the password and, with two-step verification on, a code or a passkey:
 * whoever knows only the password could otherwise add a second step of their own.
 * @throws DomainError invalid for a wrong password or code, or a name already in use; conflict beyond the maximum per person
 */
export async function beginPasskey(
  ctx: Ctx,
  { name, ...input }: PasskeyStart,
  browser: Browser,
): Promise<{ options: PasskeyCreation; token: string }> {
  const { userId, email, firstName, lastName, member } = allowPerson(ctx);
  await confirmPassword(ctx, input.currentPassword, browser);
  const [own, { since }] = await Promise.all([
    ctx.db.select({ id: passkeys.credentialId, name: passkeys.name }).from(passkeys).where(eq(passkeys.userId, userId)),
    ownSecondStep(ctx),
  ]);
  if (own.length >= MAX_PASSKEYS) throw tooManyPasskeys();
  // Checked before a code is used up and the authenticator creates a passkey that would then be rejected.
  if (own.some((each) => each.name.toLowerCase() === name?.toLowerCase())) throw nameTaken();
  if (since !== null) {
    const accepted = await acceptSecondStep(ctx, input, browser.device);
    await commitIdentity(ctx, member, {
      writes: accepted.writes,
      result: undefined,
      refusals: accepted.refusals,
    });
    await accepted.succeeded();
  }
  const purpose = since === null ? "register" : "register-another";
  const { challenge, token } = await newCeremony(ctx, { purpose, userId, from: ownSession(ctx) });
  const options: PasskeyCreation = {
    challenge,
    rp: { id: relyingParty(ctx).id, name: "Plenum" },
    user: {
      id: base64url(new TextEncoder().encode(userId)),
      ...{ name: email, displayName: `${firstName} ${lastName}` },
    },
    pubKeyCredParams: SIGNATURE_ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CEREMONY_SECONDS * 1000,
    attestation: "none",
    excludeCredentials: own.map(({ id }) => ({ id, type: "public-key" })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  };
  return { options, token };
}

/**
 * Stores a passkey that a browser created. A person's first second step ends every other session and returns recovery codes,
 * which are stored only as hashes; null if there are some already.
 * @throws DomainError invalid for an invalid response, or a name already in use; conflict
 */
export async function addPasskey(
  ctx: Ctx,
  { token, name, response }: NewPasskey,
): Promise<{ id: string; recoveryCodes: string[] | null }> {
  const { userId, email, member } = allowPerson(ctx);
  const own = ownSession(ctx);
  const isFirst = (await ownSecondStep(ctx)).since === null;
  const ceremony = await openCeremony(ctx, token, { purpose: isFirst ? "register" : "register-another", from: own });
  const made = await verifiedPasskey(ctx, ceremony.challenge, response);
  const codes = isFirst ? await freshCodes(ctx, userId) : null;
  const others = isFirst ? await openSessions(ctx, userId, { except: own }) : [];
  const id = ctx.newId();
  const now = ctx.now.toISOString();
  const isOn = isSecondStepOn(userId);
  await commitIdentity(ctx, member, {
    writes: [
      ceremony.spend,
      assertHolds(ctx, "second_step_moved", isFirst ? sql`NOT ${isOn}` : isOn),
      // An app's secret that was created with the password only is no longer accepted.
      ctx.db
        .insert(secondSteps)
        .values({ userId, secret: "", takesCodes: false, confirmedAt: now, createdAt: now })
        .onConflictDoUpdate({
          target: secondSteps.userId,
          set: { ...(isFirst ? { secret: "", takesCodes: false, confirmedAt: now } : {}), removalDueAt: null },
        }),
      ctx.db.insert(passkeys).values({ userId, id, name, ...made, createdAt: now }),
      ...(codes ? [...codes.writes, endSessions(ctx, userId, { except: own })] : []),
      ...(isFirst ? [securityEvent(ctx, { userId, kind: "second_step_on" })] : []),
      securityEvent(ctx, { userId, kind: "passkey_added", detail: name }),
    ],
    publish: [accountMail(passkeyAddedMail(ctx, email, { name, isFirst }), { userId })],
    result: undefined,
    refusals: {
      ...ceremony.refusals,
      "passkeys.name": nameTaken,
      "passkeys.credential_id": () => new DomainError("conflict", "This passkey is already in use."),
      too_many_passkeys: tooManyPasskeys,
      second_step_moved: justChanged,
    },
  });
  await closeLiveConnections(ctx, others);
  return { id, recoveryCodes: codes?.codes ?? null };
}

/** @throws DomainError not_found, invalid for a name already in use */
export async function renamePasskey(ctx: Ctx, id: string, name: string): Promise<void> {
  const { userId, member } = allowPerson(ctx);
  await commitIdentity(ctx, member, {
    writes: [
      ctx.db
        .update(passkeys)
        .set({ name })
        .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id))),
      assertRowChanged(ctx, "passkey_gone"),
    ],
    result: undefined,
    refusals: { passkey_gone: passkeyNotFound, "passkeys.name": nameTaken },
  });
}

/** Whether two-step verification goes off with this passkey: no other one is left, and no app. */
export async function isLastSecondStep(ctx: Ctx, id: string): Promise<boolean> {
  const { userId } = allowPerson(ctx);
  const [left] = await ctx.db.all<{ last: number }>(sql`SELECT ${isLastOf(userId, id)} AS last`);
  return left?.last === 1;
}

const isLastOf = (
  userId: string,
  id: string,
) => sql`(NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = ${userId} AND p.id <> ${id})
  AND EXISTS (SELECT 1 FROM second_steps s WHERE s.user_id = ${userId} AND s.takes_codes = 0))`;

/**
 * Removes a passkey. Without another one, or an app, the password alone signs in again, so that takes a code or a passkey as well,
 * like turning off an app.
 * @throws DomainError invalid for a wrong password or code; not_found; conflict for an Admin whose business requires a second step
 */
export async function removePasskey(
  ctx: Ctx,
  id: string,
  { browser, ...input }: SecondStepChange & { browser: Browser },
): Promise<void> {
  const { userId, email, member } = allowPerson(ctx);
  const name = await findPasskeyName(ctx, id);
  await confirmPassword(ctx, input.currentPassword, browser);
  const isLast = await isLastSecondStep(ctx, id);
  const isFree = sql`NOT EXISTS (SELECT 1 FROM organizations o WHERE o.id = ${member?.orgId ?? ""} AND o.requires_second_step = 1)`;
  const isAdmin = member?.roles.includes("Admin") ?? false;
  // Before the code, which would be used up for nothing.
  if (isLast && isAdmin && (await ctx.db.all(sql`SELECT 1 WHERE ${isFree}`)).length === 0) throw isRequired();
  const accepted = isLast ? await acceptSecondStep(ctx, input, browser.device) : null;
  await commitIdentity(ctx, member, {
    writes: [
      ...(accepted?.writes ?? [assertHolds(ctx, "second_step_moved", sql`NOT ${isLastOf(userId, id)}`)]),
      ctx.db.delete(passkeys).where(and(eq(passkeys.userId, userId), eq(passkeys.id, id))),
      assertRowChanged(ctx, "passkey_gone"),
      ctx.db.run(sql`DELETE FROM second_steps WHERE user_id = ${userId} AND takes_codes = 0
        AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = second_steps.user_id)`),
      ...(isAdmin
        ? [
            assertHolds(
              ctx,
              "second_step_required",
              sql`(EXISTS (SELECT 1 FROM second_steps s WHERE s.user_id = ${userId}) OR ${isFree})`,
            ),
          ]
        : []),
      securityEvent(ctx, { userId, kind: "passkey_removed", detail: name }),
      ...(isLast ? [securityEvent(ctx, { userId, kind: "second_step_off" })] : []),
    ],
    publish: [accountMail(passkeyRemovedMail(ctx, email, { name, isLast }), { userId })],
    result: undefined,
    refusals: {
      ...accepted?.refusals,
      passkey_gone: passkeyNotFound,
      second_step_required: isRequired,
      second_step_moved: justChanged,
    },
  });
  await accepted?.succeeded();
}

/** The data to store of a valid new passkey. @throws DomainError invalid */
async function verifiedPasskey(ctx: Ctx, challenge: string, response: PasskeyAttestation) {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { id, origin } = relyingParty(ctx);
  // Transports reported by a browser are only hints; those unknown to the library are dropped.
  const { transports = [], ...rest } = response.response;
  const answered: RegistrationResponseJSON = { ...response, response: rest };
  const info = await verifyRegistrationResponse({
    response: answered,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...SIGNATURE_ALGORITHMS],
  })
    .then(({ verified, registrationInfo }) => (verified ? registrationInfo : undefined))
    // The library throws for anything that does not match the expectations.
    .catch(() => undefined);
  if (!info) throw new DomainError("invalid", "This passkey could not be added. Please try again.");
  return {
    credentialId: info.credential.id,
    publicKey: base64url(info.credential.publicKey),
    signCount: info.credential.counter,
    isSynced: info.credentialBackedUp,
    transports,
  };
}

const passkeyNotFound = () => notFound("Passkey not found");
const nameTaken = () => invalidField("name", "You already have a passkey with this name. Choose another");
const tooManyPasskeys = () =>
  new DomainError("conflict", `You can have at most ${MAX_PASSKEYS} passkeys. Delete one that you no longer use.`);

import type { Mail } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { formatDateTime, formatDay } from "~/domain/shared/time/date-format";
import { paths } from "~/paths";
import { LINK_MINUTES } from "./mailed-link";

/** Emails about accounts. Each explains why it was sent and what to do if it was unexpected. */

const sign = "\n\nPlenum";

/** When something is carried out, and the time zone to name it in. */
interface Due {
  dueAt: string;
  zone: string;
}

const momentOf = ({ dueAt, zone }: Due) => formatDateTime(Date.parse(dueAt), { zone, year: true, tag: true });

export function activationMail(ctx: Ctx, to: string, token: string): Mail {
  return {
    to,
    subject: "Activate your Plenum account",
    text: `You (or someone using this address) signed up for Plenum. Confirm the address to activate the account:

${ctx.request.origin}${paths.activate(token)}

The link works once and expires in 24 hours. If this wasn't you, ignore this email. Nothing happens without the link.${sign}`,
  };
}

export function knownAddressMail(ctx: Ctx, to: string): Mail {
  return {
    to,
    subject: "You already have a Plenum account",
    text: `You (or someone using this address) tried to sign up for Plenum, but the address already has an account. Sign in here:

${ctx.request.origin}${paths.login()}

If you forgot your password, choose a new one at ${ctx.request.origin}${paths.requestReset()}

If this wasn't you, no action is needed. Nothing has changed.${sign}`,
  };
}

export function resetMail(ctx: Ctx, to: string, token: string): Mail {
  return {
    to,
    subject: "Choose a new Plenum password",
    text: `You (or someone using this address) requested a new password. Choose it here:

${ctx.request.origin}${paths.reset(token)}

The link works once and expires in ${LINK_MINUTES} minutes. If this wasn't you, ignore this email. Your password has not changed.${sign}`,
  };
}

export function passwordChangedMail(ctx: Ctx, to: string): Mail {
  return {
    to,
    subject: "Your Plenum password was changed",
    text: `The password of your account was just changed, and every other session was signed out.

If this wasn't you, choose a new password right away: ${ctx.request.origin}${paths.requestReset()}${sign}`,
  };
}

export function failedSignInsMail(ctx: Ctx, to: string): Mail {
  return {
    to,
    subject: "Several failed sign-ins to your Plenum account",
    text: `Someone entered a wrong password for your account several times in a row. No one got in, and each new attempt has to wait longer.

If it was you and you forgot the password, choose a new one: ${ctx.request.origin}${paths.requestReset()}

If it was not you, your account is safe as long as your password is long and used nowhere else. The browsers you signed in with before are not locked out.${sign}`,
  };
}

export function secondStepOnMail(ctx: Ctx, to: string): Mail {
  return {
    to,
    subject: "Two-step verification is on",
    text: `Signing in to your Plenum account now requires your password and a code from your authenticator app. Every other session was signed out. Keep your recovery codes where you can find them without your phone.

If this wasn't you, choose a new password right away: ${ctx.request.origin}${paths.requestReset()}${sign}`,
  };
}

export function secondStepOffMail(ctx: Ctx, to: string): Mail {
  return {
    to,
    subject: "Two-step verification is off",
    text: `Signing in to your Plenum account requires only your password again.

If this wasn't you, choose a new password right away: ${ctx.request.origin}${paths.requestReset()}${sign}`,
  };
}

/** `isFirst`: from now on the password alone is not enough. */
export function passkeyAddedMail(ctx: Ctx, to: string, { name, isFirst }: { name: string; isFirst: boolean }): Mail {
  const more = isFirst
    ? " Your password alone is no longer enough to sign in, and every other session was signed out. Keep your recovery codes where you can find them without your devices."
    : "";
  return {
    to,
    subject: "A passkey was added to your Plenum account",
    text: `The passkey "${name}" can now sign in to your Plenum account.${more}

See your passkeys, or delete one: ${ctx.request.origin}${paths.profile()}

If this wasn't you, delete it and choose a new password right away: ${ctx.request.origin}${paths.requestReset()}${sign}`,
  };
}

/** `isLast`: the password alone is enough again. */
export function passkeyRemovedMail(ctx: Ctx, to: string, { name, isLast }: { name: string; isLast: boolean }): Mail {
  return {
    to,
    subject: "A passkey was deleted from your Plenum account",
    text: `The passkey "${name}" no longer signs in to your Plenum account.${isLast ? " It was the last one, so signing in requires only your password again." : ""}

If this wasn't you, choose a new password right away: ${ctx.request.origin}${paths.requestReset()}${sign}`,
  };
}

export function passkeyCopiedMail(ctx: Ctx, to: string, name: string): Mail {
  return {
    to,
    subject: "A passkey for your Plenum account may have been copied",
    text: `The passkey "${name}" was refused because its counter went backward, which can mean that someone copied it. No one got in with it.

Delete it and add a new one: ${ctx.request.origin}${paths.profile()}${sign}`,
  };
}

export function codesOffMail(ctx: Ctx, to: string): Mail {
  return {
    to,
    subject: "Your authenticator app is off",
    text: `Codes from your authenticator app no longer sign in to your Plenum account. Your passkeys and recovery codes still do.

If this wasn't you, choose a new password right away: ${ctx.request.origin}${paths.requestReset()}${sign}`,
  };
}

export function lostSecondStepMail(ctx: Ctx, to: string, token: string): Mail {
  return {
    to,
    subject: "Turn off two-step verification",
    text: `You (or someone who knows your password) can't get a verification code. If you lost your phone and your recovery codes, turn off two-step verification here:

${ctx.request.origin}${paths.confirmTurnOff(token)}

The link expires in ${LINK_MINUTES} minutes. Two-step verification is turned off three days after you use it.

If this wasn't you, choose a new password right away: ${ctx.request.origin}${paths.requestReset()}${sign}`,
  };
}

export function secondStepRemovalMail(ctx: Ctx, to: string, due: Due): Mail {
  return {
    to,
    subject: "Two-step verification will be turned off",
    text: `Two-step verification for your Plenum account will be turned off on ${momentOf(due)}. After that, your password alone is enough to sign in.

To keep it on, sign in with a code. If this wasn't you, choose a new password right away: ${ctx.request.origin}${paths.requestReset()}${sign}`,
  };
}

export function recoveryCodeUsedMail(ctx: Ctx, to: string): Mail {
  return {
    to,
    subject: "A recovery code signed in to your Plenum account",
    text: `One of your recovery codes was just used to sign in. It can't be used again.

See how many are left, or get new ones: ${ctx.request.origin}${paths.profile()}

If this wasn't you, choose a new password right away: ${ctx.request.origin}${paths.requestReset()}${sign}`,
  };
}

export function failedCodesMail(ctx: Ctx, to: string): Mail {
  return {
    to,
    subject: "Several wrong codes for your Plenum account",
    text: `Someone who knows your password entered a wrong verification code several times in a row. No one got in, and each new attempt has to wait longer.

If it was not you, choose a new password right away: ${ctx.request.origin}${paths.requestReset()}${sign}`,
  };
}

export function deletionRequestedMail(ctx: Ctx, to: string, due: Due): Mail {
  return {
    to,
    subject: "Your Plenum account will be deleted",
    text: `Your account and everything in it will be deleted on ${momentOf(due)}: your plan, accounts, transactions, imports and bank connections. This cannot be undone afterward.

Changed your mind, or wasn't this you? Sign in before then and choose "Keep my account": ${ctx.request.origin}${paths.profile()}${sign}`,
  };
}

export function accountDeletedMail(to: string): Mail {
  return {
    to,
    subject: "Your Plenum account is deleted",
    text: `Your account, everything in it and its bank connections have been deleted. Backups are cleared within 30 days.${sign}`,
  };
}

/** To the person who requested the file. */
export function exportReadyMail(
  to: string,
  { of, expiresAt, origin, zone }: { of: "business" | "household"; expiresAt: string; origin: string; zone: string },
): Mail {
  const page = of === "business" ? paths.businessExport() : paths.householdExport();
  return {
    to,
    subject: "Your Plenum export is ready",
    text: `You can download the export of your ${of} until ${formatDay(expiresAt, zone, true)}:

${origin}${page}

You need your password to download it. If you didn't request it, choose a new password right away: ${origin}${paths.requestReset()}${sign}`,
  };
}

interface DeletedBusiness extends Due {
  orgName: string;
  by: string;
  isAdmin: boolean;
}

export function businessDeletionRequestedMail(
  ctx: Ctx,
  to: string,
  { orgName, by, isAdmin, ...due }: DeletedBusiness,
): Mail {
  const admins = `As an Admin you can keep the business until then, and export everything first: ${ctx.request.origin}${paths.settings()}`;
  const others = "If you didn't expect this, ask an Admin of the business. Admins can keep it until then.";
  return {
    to,
    subject: `${orgName} will be deleted from Plenum`,
    text: `${by} scheduled the deletion of ${orgName} for ${momentOf(due)}: customers, work orders, photos, stock and every other record of the business. This cannot be undone afterward. Your own account and household stay.

${isAdmin ? admins : others}${sign}`,
  };
}

export function deletionCanceledMail(to: string, { orgName, by }: Pick<DeletedBusiness, "orgName" | "by">): Mail {
  return {
    to,
    subject: `${orgName} will not be deleted`,
    text: `${by} canceled the deletion of ${orgName}. Nothing changes.${sign}`,
  };
}

export function businessDeletedMail(to: string, orgName: string): Mail {
  return {
    to,
    subject: `${orgName} is deleted from Plenum`,
    text: `${orgName} is closed, and all of its records are being deleted. Your own account and household stay. Backups are cleared within 30 days.${sign}`,
  };
}

interface InvitationDetails {
  to: string;
  token: string;
  orgName: string;
  by: string;
}

export function invitationMail(ctx: Ctx, { to, token, orgName, by }: InvitationDetails): Mail {
  return {
    to,
    subject: `${by} invited you to ${orgName} on Plenum`,
    text: `${by} invited you to work with ${orgName} on Plenum. Accept here:

${ctx.request.origin}${paths.acceptInvitation(token)}

The link works once and expires in 7 days. If you don't know ${orgName}, ignore this email.${sign}`,
  };
}

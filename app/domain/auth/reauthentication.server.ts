import { eq } from "drizzle-orm";
import { sessions } from "#drizzle/schema/identity";
import { confirmPassword } from "~/domain/auth/password/confirm-password.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { commitIdentity, type Write } from "~/domain/shared/write.server";
import type { Browser } from "./account.server";
import type { ReauthenticationState } from "./passkeys/passkey";
import { acceptSecondStep, askForOwnPasskey } from "./second-step/accept-second-step.server";
import type { Proof } from "./second-step/schema";
import { ownSession } from "./session.server";

/** How long a sign-in or a repeated verification counts as proof of identity. */
export const RECENT_AUTHENTICATION_MINUTES = 10;

/** Whether a form has to verify the person's identity again, and how. */
export async function reauthenticationState(ctx: Ctx): Promise<ReauthenticationState> {
  const { email } = allowPerson(ctx);
  const [isRecent, prompt] = await Promise.all([isRecentlyAuthenticated(ctx), askForOwnPasskey(ctx)]);
  return { isRecent, email, prompt };
}

/**
 * Requires recent proof of identity, before an action that a hijacked session must not be able to take. API keys have no person
 * to ask.
 * @throws DomainError forbidden with `reauthenticationRequired`
 */
export async function requireRecentAuthentication(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== "person" || (await isRecentlyAuthenticated(ctx))) return;
  const text = "Confirm with your password that it’s you";
  throw new DomainError("forbidden", text, {
    fields: { currentPassword: [text] },
    details: { reauthenticationRequired: true },
  });
}

async function isRecentlyAuthenticated(ctx: Ctx): Promise<boolean> {
  const [session] = await ctx.db
    .select({ createdAt: sessions.createdAt, reauthenticatedAt: sessions.reauthenticatedAt })
    .from(sessions)
    .where(eq(sessions.id, ownSession(ctx)));
  const since = new Date(ctx.now.getTime() - RECENT_AUTHENTICATION_MINUTES * MINUTE_MS).toISOString();
  return session !== undefined && (session.reauthenticatedAt ?? session.createdAt) > since;
}

/**
 * Verifies the identity of the person behind a session again: by password, a code of the second step, or a passkey. Does nothing
 * if all fields are empty.
 * @throws DomainError invalid, too_many_requests
 */
export async function reauthenticate(ctx: Ctx, { currentPassword, ...second }: Proof, browser: Browser): Promise<void> {
  const { member } = allowPerson(ctx);
  if (currentPassword) {
    await confirmPassword(ctx, currentPassword, browser);
    await commitIdentity(ctx, member, { writes: [proven(ctx)], result: undefined });
    return;
  }
  if (!second.code && !second.passkey) return;
  const accepted = await acceptSecondStep(ctx, second, browser.device);
  await commitIdentity(ctx, member, {
    writes: [...accepted.writes, proven(ctx)],
    result: undefined,
    refusals: accepted.refusals,
  });
  await accepted.succeeded();
}

function proven(ctx: Ctx): Write {
  return ctx.db
    .update(sessions)
    .set({ reauthenticatedAt: ctx.now.toISOString() })
    .where(eq(sessions.id, ownSession(ctx)));
}

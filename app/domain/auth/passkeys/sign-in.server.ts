import { eq } from "drizzle-orm";
import { passkeys, users } from "#drizzle/schema/identity";
import { type Browser, findAccount, openSession, type SignedIn } from "~/domain/auth/account.server";
import { rateLimit } from "~/domain/auth/limits.server";
import { invalidChallenge, readChallenge } from "~/domain/auth/second-step/challenge.server";
import { keepSecondStep } from "~/domain/auth/second-step/lost.server";
import type { Ctx } from "~/domain/shared/context";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { acceptPasskey, requestOptions } from "./accept-passkey.server";
import { newCeremony, openCeremony } from "./ceremony.server";
import type { PasskeyPrompt } from "./passkey";
import type { PasskeySignIn } from "./schema";

/**
 * Returns the options for requesting a passkey, from anyone who has one, or after a correct password only from that person.
 * @throws DomainError unauthenticated for an expired or invalid challenge; too_many_requests
 */
export async function askForSignIn(
  ctx: Ctx,
  { challenge: passwordChallenge }: { challenge?: string },
  from: string,
): Promise<PasskeyPrompt> {
  await rateLimit(ctx, "passkey-ask");
  const claim = passwordChallenge ? await readChallenge(ctx, passwordChallenge) : null;
  if (passwordChallenge && !claim) throw invalidChallenge();
  const { challenge, token } = await newCeremony(ctx, {
    ...{ purpose: "sign-in", from, userId: claim?.userId ?? null, household: claim?.household },
  });
  const own = claim
    ? await ctx.db
        .select({ credentialId: passkeys.credentialId })
        .from(passkeys)
        .where(eq(passkeys.userId, claim.userId))
    : [];
  return { options: requestOptions(ctx, challenge, own), token };
}

/**
 * Opens the session of a person verified by a passkey, which replaces both password and code.
 * @throws DomainError invalid; forbidden, too_many_requests as `signIn`
 */
export async function signInWithPasskey(
  ctx: Ctx,
  input: PasskeySignIn,
  { browser, from }: { browser: Browser; from: string },
): Promise<SignedIn> {
  await rateLimit(ctx, "passkey");
  const ceremony = await openCeremony(ctx, input.token, { purpose: "sign-in", from });
  const accepted = await acceptPasskey(ctx, ceremony, input.response);
  const { user } = await findAccount(ctx, eq(users.id, accepted.userId), { device: null });
  if (!user) throw invalidChallenge();
  const device = browser.device ?? ctx.newToken();
  const signedIn = await openSession(ctx, {
    ...{ user, browser, device, household: input.household ?? ceremony.household },
    writes: [...accepted.writes, keepSecondStep(ctx, user.userId)],
    refusals: accepted.refusals,
  });
  await ctx.providers.lockout.succeeded(await sha256(user.email), await sha256(device));
  return signedIn;
}

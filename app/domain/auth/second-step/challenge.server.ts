import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256, sign, verify } from "~/domain/shared/secrets/tokens.server";

/** How long after the password a code is accepted. */
export const CHALLENGE_SECONDS = 10 * 60;

interface Challenged {
  userId: string;
  /** The hash of the correct password: once the password changes, the challenge is void. */
  passwordHash: string;
  household: boolean;
}

/** Issues the challenge that a browser sends back with a code after a correct password. */
export async function challenge(ctx: Ctx, { userId, passwordHash, household }: Challenged): Promise<string> {
  const exp = Math.floor(ctx.now.getTime() / 1000) + CHALLENGE_SECONDS;
  const password = (await sha256(passwordHash)).slice(0, 16);
  return sign({ use: "second-step", uid: userId, password, household, exp }, ctx.providers.secrets.signing);
}

/** Null for anything we did not issue, and for an expired challenge. */
export async function readChallenge(ctx: Ctx, token: string) {
  const claim = await verify(token, ctx.providers.secrets.signing);
  if (typeof claim !== "object" || claim === null) return null;
  if (!("use" in claim) || claim.use !== "second-step" || !("exp" in claim) || typeof claim.exp !== "number")
    return null;
  if (!("uid" in claim) || typeof claim.uid !== "string" || !("password" in claim)) return null;
  if (claim.exp * 1000 <= ctx.now.getTime()) return null;
  return { userId: claim.uid, password: claim.password, household: "household" in claim && claim.household === true };
}

export const invalidChallenge = () =>
  new DomainError("unauthenticated", "This took too long. Please sign in again with your password.");

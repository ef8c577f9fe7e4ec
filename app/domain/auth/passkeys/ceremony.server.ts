import { spentChallenges } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256, sign, verify } from "~/domain/shared/secrets/tokens.server";
import type { Write } from "~/domain/shared/write.server";

/** The time a person has to respond with a passkey. */
export const CEREMONY_SECONDS = 5 * 60;

/** A passkey besides another second step has its own: its challenge was created only after a proof by that step. */
type Purpose = "register" | "register-another" | "sign-in" | "confirm";

interface Ceremony {
  purpose: Purpose;
  /** The person whose passkey is requested; null for anyone with a passkey. */
  userId: string | null;
  /** What the response is bound to: a browser's cookie, or a session. */
  from: string;
  /** Whether the person asked to sign in to their household only. */
  household?: boolean;
}

/**
 * Creates a challenge for an authenticator, and a signed token with its purpose. Nothing is stored until it is answered, so that
 * visitors create no rows.
 */
export async function newCeremony(ctx: Ctx, { purpose, userId, from, household = false }: Ceremony) {
  const challenge = ctx.newToken();
  const exp = Math.floor(ctx.now.getTime() / 1000) + CEREMONY_SECONDS;
  const claim = { use: `passkey ${purpose}`, challenge, uid: userId, from: await markOf(from), household, exp };
  return { challenge, token: await sign(claim, ctx.providers.secrets.signing) };
}

export interface OpenCeremony {
  challenge: string;
  userId: string | null;
  household: boolean;
  /** Goes first in the batch of the response: if there are two responses, the second one undoes its own batch. */
  spend: Write;
  refusals: Record<string, () => DomainError>;
}

/**
 * Verifies a token from `newCeremony`.
 * @throws DomainError invalid for any other, for another purpose or browser, or after too long
 */
export async function openCeremony(
  ctx: Ctx,
  token: string,
  { purpose, from }: Pick<Ceremony, "purpose" | "from">,
): Promise<OpenCeremony> {
  const claim = await verify(token, ctx.providers.secrets.signing);
  if (typeof claim !== "object" || claim === null) throw invalidCeremony();
  if (!("use" in claim) || claim.use !== `passkey ${purpose}`) throw invalidCeremony();
  if (!("exp" in claim) || typeof claim.exp !== "number" || claim.exp * 1000 <= ctx.now.getTime())
    throw invalidCeremony();
  if (!("from" in claim) || claim.from !== (await markOf(from))) throw invalidCeremony();
  if (!("challenge" in claim) || typeof claim.challenge !== "string") throw invalidCeremony();
  return {
    challenge: claim.challenge,
    userId: "uid" in claim && typeof claim.uid === "string" ? claim.uid : null,
    household: "household" in claim && claim.household === true,
    spend: ctx.db
      .insert(spentChallenges)
      .values({ hash: await sha256(claim.challenge), expiresAt: new Date(claim.exp * 1000).toISOString() }),
    refusals: { "spent_challenges.hash": invalidCeremony },
  };
}

const markOf = async (from: string) => (await sha256(`passkey ${from}`)).slice(0, 32);

const invalidCeremony = () => new DomainError("invalid", "This took too long or was already used. Please try again.");

/** The domain that passkeys belong to, and the origin that browsers report when using one. */
export function relyingParty(ctx: Ctx): { id: string; origin: string } {
  const { origin } = ctx.request;
  return { id: new URL(origin).hostname, origin };
}

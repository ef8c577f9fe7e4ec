import { eq } from "drizzle-orm";
import { passkeys } from "#drizzle/schema/identity";
import { acceptPasskey, requestOptions } from "~/domain/auth/passkeys/accept-passkey.server";
import { newCeremony, openCeremony } from "~/domain/auth/passkeys/ceremony.server";
import type { PasskeyPrompt } from "~/domain/auth/passkeys/passkey";
import type { UsedPasskey } from "~/domain/auth/passkeys/schema";
import { ownSession } from "~/domain/auth/session.server";
import type { Ctx } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { type Accepted, acceptCode } from "./accept-code.server";

/** A challenge for the caller's own passkeys, within an open session; null without passkeys. */
export async function askForOwnPasskey(ctx: Ctx): Promise<PasskeyPrompt | null> {
  const { userId } = allowPerson(ctx);
  const own = await ctx.db
    .select({ credentialId: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  if (own.length === 0) return null;
  const { challenge, token } = await newCeremony(ctx, { purpose: "confirm", userId, from: ownSession(ctx) });
  return { options: requestOptions(ctx, challenge, own), token };
}

/**
 * Checks a code, or a response from one of the caller's own passkeys in this session.
 * @throws DomainError invalid, too_many_requests
 */
export async function acceptSecondStep(
  ctx: Ctx,
  { code, passkey }: { code?: string; passkey?: UsedPasskey },
  device: string | null,
): Promise<Accepted> {
  const { userId } = allowPerson(ctx);
  if (passkey) {
    const ceremony = await openCeremony(ctx, passkey.token, { purpose: "confirm", from: ownSession(ctx) });
    return { ...(await acceptPasskey(ctx, ceremony, passkey.response)), isRecovery: false, succeeded: async () => {} };
  }
  if (code) return acceptCode(ctx, userId, { typed: code, device });
  throw invalidField("code", "Enter a code, or use a passkey");
}

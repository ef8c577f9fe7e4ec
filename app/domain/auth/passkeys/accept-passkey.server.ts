import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { passkeys } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { fromBase64url } from "~/domain/shared/tokens.server";
import { assertRowChanged, commitIdentity, type Write } from "~/domain/shared/write.server";
import { passkeyCopiedMail } from "../mails.server";
import { recordAfterResponse } from "../security-events.server";
import { CEREMONY_SECONDS, type OpenCeremony, relyingParty } from "./ceremony.server";
import type { PasskeyRequest } from "./passkey";
import type { PasskeyAssertion } from "./schema";

/** What a browser asks its authenticators for. The library is not loaded for these five fields: every opened sign-in page asks. */
export function requestOptions(
  ctx: Ctx,
  challenge: string,
  allowed: readonly { credentialId: string }[] = [],
): PasskeyRequest {
  return {
    challenge,
    rpId: relyingParty(ctx).id,
    allowCredentials: allowed.map(({ credentialId }) => ({ id: credentialId, type: "public-key" })),
    userVerification: "required",
    timeout: CEREMONY_SECONDS * 1000,
  };
}

interface AcceptedPasskey {
  userId: string;
  /** The first of a batch: they undo it where the answer, or a later one, was taken by another request meanwhile. */
  writes: Write[];
  refusals: Record<string, () => DomainError>;
}

/**
 * Checks what an authenticator signed: our challenge, for our origin and domain, by a passkey that is known, of the person who was
 * asked, who was recognized by PIN, finger or face.
 * @throws DomainError invalid
 */
export async function acceptPasskey(
  ctx: Ctx,
  ceremony: OpenCeremony,
  response: PasskeyAssertion,
): Promise<AcceptedPasskey> {
  const passkey = await findPasskey(ctx, response.id);
  if (!passkey || (ceremony.userId !== null && passkey.userId !== ceremony.userId)) throw refused();
  const { userId, id, name, email } = passkey;
  const { userHandle } = response.response;
  const count =
    userHandle === undefined || textOf(userHandle) === userId
      ? await verifiedCount(ctx, ceremony.challenge, passkey, response)
      : null;
  if (count === null) {
    recordAfterResponse(ctx, { userId, kind: "passkey_failed", detail: name });
    throw refused();
  }
  if (count <= passkey.signCount && (count > 0 || passkey.signCount > 0)) {
    recordAfterResponse(ctx, { userId, kind: "passkey_copied", detail: name });
    ctx.after(
      commitIdentity(ctx, null, {
        writes: [],
        publish: [{ topic: "mail", mail: passkeyCopiedMail(ctx, email, name), about: { userId } }],
        result: undefined,
      }),
    );
    throw refused();
  }
  return {
    userId,
    writes: [
      ceremony.spend,
      ctx.db
        .update(passkeys)
        .set({ signCount: count, lastUsedAt: ctx.now.toISOString() })
        .where(
          and(
            eq(passkeys.userId, userId),
            eq(passkeys.id, id),
            sql`(${passkeys.signCount} < ${count} OR (${passkeys.signCount} = 0 AND ${count} = 0))`,
          ),
        ),
      assertRowChanged(ctx, "passkey_moved"),
    ],
    refusals: { ...ceremony.refusals, passkey_moved: refused },
  };
}

interface StoredPasskey {
  userId: string;
  id: string;
  name: string;
  publicKey: string;
  signCount: number;
  email: string;
}

/** By what the authenticator calls it, before it is known whose it is. */
async function findPasskey(ctx: Ctx, credentialId: string): Promise<StoredPasskey | null> {
  const [row] = await ctx.db.all<StoredPasskey>(sql`
    SELECT ${sql.raw(acrossTenants)} p.user_id AS userId, p.id, p.name, p.public_key AS publicKey, p.sign_count AS signCount, u.email
    FROM passkeys p JOIN users u ON u.id = p.user_id AND u.status = 'active' WHERE p.credential_id = ${credentialId}`);
  return row ?? null;
}

/** How often the passkey was used, as it says itself; null for what it did not sign as asked. */
async function verifiedCount(
  ctx: Ctx,
  challenge: string,
  { publicKey, ...passkey }: StoredPasskey,
  response: PasskeyAssertion,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { id, origin } = relyingParty(ctx);
  const answered: AuthenticationResponseJSON = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answered,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      // The count is compared by the caller, who tells a copy from a wrong signature.
      credential: { id: passkey.id, publicKey: fromBase64url(publicKey) ?? new Uint8Array(), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for everything that is not as asked.
    return null;
  }
}

function textOf(base64url: string): string | null {
  const bytes = fromBase64url(base64url);
  return bytes && new TextDecoder().decode(bytes);
}

const refused = () =>
  new DomainError("invalid", "This passkey could not be used. Try again, or sign in with your password.");

import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { passkeys } from "#drizzle/schema/identity";
import { passkeyCopiedMail } from "~/domain/auth/mails.server";
import { recordAfterResponse } from "~/domain/auth/security-events.server";
import { accountMail } from "~/domain/mail/message";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { fromBase64url } from "~/domain/shared/secrets/tokens.server";
import { assertRowChanged, commitIdentity, type Write } from "~/domain/shared/write.server";
import { CEREMONY_SECONDS, type OpenCeremony, relyingParty } from "./ceremony.server";
import type { PasskeyRequest } from "./passkey";
import type { PasskeyAssertion } from "./schema";

/** The options for a browser's authenticators. Built without the library, because every sign-in page needs these five fields. */
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
  /** Goes first in the batch: undoes it if another request has used this response, or a later one, in the meantime. */
  writes: Write[];
  refusals: Record<string, () => DomainError>;
}

/**
 * Verifies an authenticator's response: our challenge, for our origin and domain, by a known passkey of the requested person, who
 * was verified by PIN, fingerprint or face.
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
        publish: [accountMail(passkeyCopiedMail(ctx, email, name), { userId })],
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

/** Finds a passkey by its credential id, before its owner is known. */
async function findPasskey(ctx: Ctx, credentialId: string): Promise<StoredPasskey | null> {
  const [row] = await ctx.db.all<StoredPasskey>(sql`
    SELECT ${sql.raw(acrossTenants)} p.user_id AS userId, p.id, p.name, p.public_key AS publicKey, p.sign_count AS signCount, u.email
    FROM passkeys p JOIN users u ON u.id = p.user_id AND u.status = 'active' WHERE p.credential_id = ${credentialId}`);
  return row ?? null;
}

/** The signature counter reported by the passkey; null if the signature is invalid. */
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
      // The caller compares the counter, to distinguish a cloned passkey from a wrong signature.
      credential: { id: passkey.id, publicKey: fromBase64url(publicKey) ?? new Uint8Array(), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for anything that does not match the expectations.
    return null;
  }
}

function textOf(base64url: string): string | null {
  const bytes = fromBase64url(base64url);
  return bytes && new TextDecoder().decode(bytes);
}

const refused = () =>
  new DomainError("invalid", "This passkey could not be used. Try again, or sign in with your password.");

import { z } from "zod";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { decryptSecret, encryptSecret } from "~/domain/shared/secrets/encryption.server";
import { HOUR_MS } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { type ConnectionView, connectWith, hostRefusal } from "./connection.server";
import { HOST_NAMES, type HostKind } from "./host";
import { HostError } from "./host-error";
import type { AuthorizationAnswer } from "./schema";

const TTL_MS = HOUR_MS;

/** The state returned by the host: who started the authorization, where and when, and the PKCE verifier. */
const State = z.object({
  ...{ orgId: z.string(), userId: z.string(), host: z.string(), expiresAt: z.number(), verifier: z.string() },
});

const BOUND_TO = "code-host authorization";

const callbackUrl = (ctx: Ctx, host: HostKind) => `${ctx.request.origin}${paths.hostCallback(host)}`;

/** Returns the host's authorization page; null if no OAuth app is configured for it. */
export async function authorizationUrl(ctx: Ctx, host: HostKind): Promise<string | null> {
  const me = allow(ctx, "system.admin");
  const oauth = ctx.providers.codeHosts.oauth(host, ctx.request.origin);
  if (!oauth || me.userId === null) return null;
  const verifier = ctx.newToken();
  const expiresAt = ctx.now.getTime() + TTL_MS;
  const state = { orgId: me.orgId, userId: me.userId, host, expiresAt, verifier };
  return oauth.authorizeUrl({
    ...{ redirectUri: callbackUrl(ctx, host), challenge: await challengeOf(verifier) },
    state: await encryptSecret(ctx, BOUND_TO, JSON.stringify(state)),
  });
}

/**
 * Connects with the authorization code from the host. Only the member who started the authorization can finish it.
 * @throws DomainError conflict for a code that has expired, belongs to someone else or was already used; as `connectHost`
 */
export async function finishAuthorization(
  ctx: Ctx,
  host: HostKind,
  { code, state }: AuthorizationAnswer,
): Promise<ConnectionView> {
  const me = allow(ctx, "system.admin");
  const oauth = ctx.providers.codeHosts.oauth(host, ctx.request.origin);
  const started = await readState(ctx, state);
  const isMine = started?.orgId === me.orgId && started.userId === me.userId && started.host === host;
  if (!oauth || !started || !isMine || started.expiresAt < ctx.now.getTime()) throw tooOld(host);
  const { verifier } = started;
  try {
    return await connectWith(ctx, host, {
      ...{ baseUrl: oauth.baseUrl, kind: "oauth", proof: code },
      tokens: () => oauth.exchange({ code, verifier, redirectUri: callbackUrl(ctx, host) }),
    });
  } catch (error) {
    if (error instanceof HostError && ["refused", "revoked", "forbidden"].includes(error.kind)) throw tooOld(host);
    throw error instanceof HostError ? hostRefusal(host, error) : error;
  }
}

const tooOld = (host: HostKind) =>
  new DomainError(
    "conflict",
    `This sign-in on ${HOST_NAMES[host]} has ended or wasn't started by you. Please start again.`,
  );

async function readState(ctx: Ctx, state: string): Promise<z.output<typeof State> | null> {
  const text = await decryptSecret(ctx, BOUND_TO, state).catch(() => null);
  if (text === null) return null;
  return State.safeParse(JSON.parse(text)).data ?? null;
}

/** PKCE (RFC 7636), method S256. */
async function challengeOf(verifier: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

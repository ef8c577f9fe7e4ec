import type { HostKind } from "~/domain/code-hosts/host";
import { SIMULATED_TOKEN_SECONDS, simulatedOauthToken } from "~/domain/code-hosts/simulated";
import type { HostAnswer } from "./answer";
import type { HostWorld } from "./repository";

interface Yes {
  host: HostKind;
  login: string;
  redirectUri: string;
  challenge: string | null;
}

/** Stores an authorization; returns its code or refresh token. */
export async function grant({ store, clock }: HostWorld, { host, ...yes }: Yes): Promise<string> {
  const id = crypto.randomUUID();
  await store.add("grant", host, { id, at: clock().toISOString(), state: { ...yes, isUsed: false } });
  return id;
}

/** The token endpoint of both hosts: GitHub rejects with status 200, GitLab with 400. */
export async function tokenAnswer(world: HostWorld, host: HostKind, form: URLSearchParams): Promise<HostAnswer> {
  const refused = (error: string): HostAnswer => ({ status: host === "github" ? 200 : 400, body: { error } });
  const isRenewal = form.get("grant_type") === "refresh_token";
  const id = form.get(isRenewal ? "refresh_token" : "code") ?? "";
  const taken = await world.store.change("grant", host, id, (one) => {
    const wasUsed = one.isUsed;
    one.isUsed = true;
    return { at: world.clock().toISOString(), result: { ...one, wasUsed } };
  });
  if (!taken || taken.wasUsed) return refused(host === "github" ? "bad_verification_code" : "invalid_grant");
  const { login, redirectUri, challenge } = taken;
  if (!isRenewal && form.get("redirect_uri") !== redirectUri) return refused("redirect_uri_mismatch");
  if (challenge !== null && challenge !== (await challengeOf(form.get("code_verifier") ?? "")))
    return refused("invalid_grant");
  const endsAt = Math.floor(world.clock().getTime() / 1000) + SIMULATED_TOKEN_SECONDS;
  const token = { access_token: simulatedOauthToken(host, login, endsAt), token_type: "bearer" };
  if (host === "github") return { status: 200, body: { ...token, scope: "repo" } };
  const refresh = await grant(world, { host, login, redirectUri, challenge: null });
  return { status: 200, body: { ...token, scope: "api", expires_in: SIMULATED_TOKEN_SECONDS, refresh_token: refresh } };
}

async function challengeOf(verifier: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

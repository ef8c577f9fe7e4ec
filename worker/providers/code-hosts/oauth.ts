import { z } from "zod";
import { type HttpClientOptions, httpClient } from "#worker/providers/http-client";
import type { HostKind } from "~/domain/code-hosts/host";
import { HostError } from "~/domain/code-hosts/host-error";
import type { HostOAuth, HostTokens } from "~/domain/code-hosts/provider";
import { hostCalls } from "./calls";

/** Scopes of the OAuth app: read and change issues, and add webhooks. */
const SCOPES: Record<HostKind, string> = { github: "repo", gitlab: "api" };
const PATHS: Record<HostKind, { authorize: string; token: string }> = {
  github: { authorize: "/login/oauth/authorize", token: "/login/oauth/access_token" },
  gitlab: { authorize: "/oauth/authorize", token: "/oauth/token" },
};

/** GitHub answers 200 with an `error` for an invalid or used code. */
const Tokens = z.object({
  access_token: z.string().min(1).max(2000),
  refresh_token: z.string().min(1).max(2000).nullish(),
  expires_in: z.number().nullish(),
  scope: z.string().nullish(),
});
const Answer = z.union([Tokens, z.object({ error: z.string() })]);

interface OAuthApp {
  clientId: string;
  clientSecret: string;
  /** The base URL stored with connections that use it; the client's URL is that of its pages. */
  baseUrl: string;
}

/** The OAuth authorization code flow (RFC 6749) with PKCE, as both hosts implement it. */
export function oauthOver(
  host: HostKind,
  client: Omit<HttpClientOptions, "headers">,
  { clientId, clientSecret, baseUrl }: OAuthApp,
): HostOAuth {
  const { read } = hostCalls(httpClient(client));
  const { authorize, token } = PATHS[host];

  async function ask(form: Record<string, string>): Promise<HostTokens> {
    const app = { client_id: clientId, client_secret: clientSecret };
    const answer = await read(Answer, { method: "POST", path: token, form: { ...app, ...form } });
    if (!("access_token" in answer)) throw new HostError("refused", { detail: answer.error.slice(0, 100) });
    const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = answer;
    const now = client.deps?.now?.() ?? Date.now();
    return {
      ...{ accessToken, refreshToken: refreshToken ?? null },
      expiresAt: seconds ? new Date(now + seconds * 1000).toISOString() : null,
      scopes: scope ? scope.split(/[\s,]+/).filter(Boolean) : null,
    };
  }

  return {
    baseUrl,
    authorizeUrl: ({ state, challenge, redirectUri }) => {
      const url = new URL(`${client.baseUrl}${authorize}`);
      const query = {
        ...{ client_id: clientId, redirect_uri: redirectUri, response_type: "code", scope: SCOPES[host], state },
        ...{ code_challenge: challenge, code_challenge_method: "S256" },
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    exchange: ({ code, verifier, redirectUri }) =>
      ask({ grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier }),
    refresh: (refreshToken) => ask({ grant_type: "refresh_token", refresh_token: refreshToken }),
  };
}

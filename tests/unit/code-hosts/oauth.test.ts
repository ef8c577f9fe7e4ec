import { expect, test } from "vitest";
import { oauthOver } from "#worker/providers/code-hosts/oauth";
import type { HostKind } from "~/domain/code-hosts/host";
import { HostError } from "~/domain/code-hosts/host-error";

const app = { clientId: "Iv1.app", clientSecret: "app-secret", baseUrl: "https://code.example" };
const redirectUri = "https://plenum.example/integrations/github/callback";

/** The app at a host with a single response, and the requests sent to it. */
function appAt(host: HostKind, status: number, body: object) {
  const sent: { url: string; form: Record<string, string>; accept: string | null }[] = [];
  const fetch = async (url: URL, init: RequestInit) => {
    const form = Object.fromEntries(new URLSearchParams(String(init.body)));
    sent.push({ url: url.href, form, accept: new Headers(init.headers).get("accept") });
    return Response.json(body, { status });
  };
  const client = { service: host, baseUrl: "https://pages.example", timeoutMs: 1000 };
  const now = () => Date.parse("2026-11-20T12:00:00Z");
  return { oauth: oauthOver(host, { ...client, deps: { fetch, now } }, app), sent };
}

test("the authorization URL has the client, the scope and the redirect URL", () => {
  const { oauth } = appAt("gitlab", 200, {});
  const url = new URL(oauth.authorizeUrl({ state: "a state", challenge: "hash", redirectUri }));
  expect(`${url.origin}${url.pathname}`).toBe("https://pages.example/oauth/authorize");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ client_id: "Iv1.app", redirect_uri: redirectUri, response_type: "code", scope: "api", state: "a state" },
    ...{ code_challenge: "hash", code_challenge_method: "S256" },
  });
});

test("GitHub's tokens do not expire, and its scopes are comma-separated", async () => {
  const { oauth, sent } = appAt("github", 200, {
    access_token: "gho_16C7e42F",
    scope: "repo,gist",
    token_type: "bearer",
  });
  expect(await oauth.exchange({ code: "c0de", verifier: "v", redirectUri })).toEqual({
    ...{ accessToken: "gho_16C7e42F", refreshToken: null, expiresAt: null, scopes: ["repo", "gist"] },
  });
  // Without this header GitHub responds with a form.
  expect(sent).toMatchObject([
    { url: "https://pages.example/login/oauth/access_token", accept: "application/json", form: { code: "c0de" } },
  ]);
});

test("GitLab's tokens expire in two hours and are refreshed with a refresh token", async () => {
  const { oauth, sent } = appAt("gitlab", 200, {
    ...{ access_token: "de6780bc", token_type: "bearer", expires_in: 7200, refresh_token: "8257e65c" },
    created_at: 1_607_635_748,
  });
  expect(await oauth.refresh("old")).toEqual({
    ...{ accessToken: "de6780bc", refreshToken: "8257e65c", expiresAt: "2026-11-20T14:00:00.000Z", scopes: null },
  });
  expect(sent).toMatchObject([
    {
      url: "https://pages.example/oauth/token",
      form: { grant_type: "refresh_token", refresh_token: "old", client_id: "Iv1.app", client_secret: "app-secret" },
    },
  ]);
});

test.each([
  ["github", 200, { error: "bad_verification_code", error_description: "The code passed is incorrect or expired." }],
  ["gitlab", 400, { error: "invalid_grant", error_description: "The grant is invalid, expired or revoked." }],
] as const)("a code unknown to %s is rejected", async (host, status, body) => {
  const { oauth } = appAt(host, status, body);
  const exchange = oauth.exchange({ code: "used", verifier: "v", redirectUri });
  await expect(exchange).rejects.toThrow(HostError);
  await expect(exchange).rejects.toMatchObject({ kind: "refused" });
});

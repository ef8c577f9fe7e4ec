import { expect, test } from "vitest";
import { systemCtxOf } from "#tests/support/tenant-moves";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { HOST_KINDS, type HostKind } from "~/domain/code-hosts/host";
import { decryptSecret, encryptSecret } from "~/domain/shared/secrets/encryption.server";

const worker = await testWorker();

interface Profile {
  status: string;
  login: string;
  tokenKind: string;
  scopes: string[] | null;
  tokenExpiresAt: string | null;
}

/** The URL that 'Sign in with …' leads to. */
async function authorizeUrl(admin: Visitor, host: HostKind): Promise<URL> {
  const { text } = await admin.get(`/integrations/${host}`);
  const href = /href="([^"]*oauth\/authorize[^"]*)"/.exec(text)?.[1] ?? "";
  return new URL(href.replaceAll("&amp;", "&"), worker.url);
}

/** Authorizes on the host's page; returns its redirect parameters. */
async function allowAt(url: URL, login: string): Promise<{ code: string; state: string }> {
  const form = new URLSearchParams([...url.searchParams, ["login", login]]);
  const answer = await worker.visitor().send("POST", url.pathname, {
    ...{ body: form.toString(), headers: { "content-type": "application/x-www-form-urlencoded" } },
  });
  expect(answer.status).toBe(303);
  const back = new URL(answer.location ?? "", worker.url).searchParams;
  return { code: back.get("code") ?? "", state: back.get("state") ?? "" };
}

/** The redirect target, posted as a browser does with the URL's parameters. */
const callback = (host: HostKind, answer: Record<string, string>) =>
  `/integrations/${host}/callback?${new URLSearchParams(answer)}`;

const profile = async (admin: Visitor, host: HostKind) => (await admin.get<Profile>(`/api/${host}/profile`)).json;

let accounts = 0;
const account = () => {
  accounts += 1;
  return `oauth-${accounts}-${Date.now().toString(36)}`;
};

test.each(HOST_KINDS)(
  "%s: a business connects by signing in there, and only the button on the return page connects",
  async (host) => {
    const { admin, orgId } = await worker.business();
    const login = account();
    const url = await authorizeUrl(admin, host);
    expect(url.searchParams.get("scope")).toBe(host === "github" ? "repo" : "api");
    const answer = await allowAt(url, login);
    const page = await admin.get(callback(host, answer));
    expect(page.text).toContain("Finish connecting");
    expect((await admin.get(`/api/${host}/profile`)).status).toBe(404);
    const done = await admin.submit(callback(host, answer), answer);
    expect([done.status, done.location]).toEqual([302, `/integrations/${host}`]);
    expect(await profile(admin, host)).toMatchObject({ status: "connected", login, tokenKind: "oauth" });
    expect((await profile(admin, host)).scopes).toEqual([host === "github" ? "repo" : "api"]);
    const row = await worker.db
      .prepare("SELECT access_token, refresh_token FROM code_host_connections WHERE org_id = ?")
      .bind(orgId)
      .first<{ access_token: string; refresh_token: string | null }>();
    expect(row?.access_token).toMatch(/^v1\./);
    if (host === "gitlab") expect(row?.refresh_token).toMatch(/^v1\./);
    // The same response does not connect a second time.
    await admin.delete(`/api/${host}/token`);
    expect((await admin.submit(callback(host, answer), answer)).status).toBe(409);
  },
);

test("a response with another user's or an invented state or code connects nothing, and a denial returns to the page", async () => {
  const { admin, orgId } = await worker.business();
  const colleague = await worker.member(orgId, "Admin");
  const foreign = await worker.business("Other Air");
  const answer = await allowAt(await authorizeUrl(foreign.admin, "github"), account());
  for (const by of [admin, colleague]) expect((await by.submit(callback("github", answer), answer)).status).toBe(409);
  const own = await allowAt(await authorizeUrl(admin, "github"), account());
  for (const each of [
    { ...own, state: "made-up" },
    { ...own, code: "made-up" },
    { ...own, state: answer.state },
  ])
    expect((await admin.submit(callback("github", each), each)).status).toBe(409);
  expect((await admin.submit(callback("gitlab", own), own)).status).toBe(409);
  const no = await admin.get("/integrations/github/callback?error=access_denied&state=x");
  expect([no.status, no.location]).toEqual([302, "/integrations/github"]);
  expect((await admin.get("/api/github/profile")).status).toBe(404);
});

test.each(HOST_KINDS)("%s: a sign-in that takes more than an hour has to start again", async (host) => {
  const { admin } = await worker.business();
  const started = Date.now();
  const answer = await allowAt(await authorizeUrl(admin, host), account());
  const ctx = systemCtxOf(worker);
  const purpose = "code-host authorization";
  const state = JSON.parse(await decryptSecret(ctx, purpose, answer.state));
  expect(state.expiresAt - started).toBeGreaterThanOrEqual(3_600_000);
  expect(state.expiresAt - Date.now()).toBeLessThanOrEqual(3_600_000);
  const endingAt = async (expiresAt: number) => ({
    ...answer,
    state: await encryptSecret(ctx, purpose, JSON.stringify({ ...state, expiresAt })),
  });
  const late = await endingAt(Date.now() - 1);
  const refused = await admin.submit(callback(host, late), late);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("has ended or wasn&#x27;t started by you. Please start again.");
  expect((await admin.get(`/api/${host}/profile`)).status).toBe(404);
  const justInTime = await endingAt(Date.now() + 60_000);
  expect((await admin.submit(callback(host, justInTime), justInTime)).status).toBe(302);
  expect((await profile(admin, host)).status).toBe("connected");
});

test("a GitLab token about to expire is refreshed once, even by two requests at the same time", async () => {
  const { admin, orgId } = await worker.business();
  const login = account();
  await admin.submit("/integrations/gitlab/callback", await allowAt(await authorizeUrl(admin, "gitlab"), login));
  const stored = async () =>
    worker.db
      .prepare(
        "SELECT access_token, refresh_token, token_expires_at, status FROM code_host_connections WHERE org_id = ?",
      )
      .bind(orgId)
      .first<{ access_token: string; refresh_token: string; token_expires_at: string; status: string }>();
  const before = await stored();
  await worker.db
    .prepare("UPDATE code_host_connections SET token_expires_at = ? WHERE org_id = ?")
    .bind(new Date(Date.now() + 60_000).toISOString(), orgId)
    .run();
  const answers = await Promise.all([1, 2].map(() => admin.get("/api/gitlab/repos")));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const after = await stored();
  expect(after?.refresh_token).not.toBe(before?.refresh_token);
  expect(Date.parse(after?.token_expires_at ?? "") - Date.now()).toBeGreaterThan(3_600_000);
  expect([after?.status, (await admin.get("/api/gitlab/repos")).status]).toEqual(["connected", 200]);
  // A connection whose token expired while another run refreshes it waits, and is not considered revoked.
  await worker.db
    .prepare("UPDATE code_host_connections SET token_expires_at = '2020-01-01', renewing_until = ? WHERE org_id = ?")
    .bind(new Date(Date.now() + 20_000).toISOString(), orgId)
    .run();
  expect((await admin.get("/api/gitlab/repos")).status).toBe(503);
  expect((await stored())?.status).toBe("connected");
  // Once the host no longer refreshes it, the connection shows so.
  await worker.db
    .prepare("UPDATE code_host_connections SET renewing_until = '2020-01-01' WHERE org_id = ?")
    .bind(orgId)
    .run();
  await worker.db.prepare("DELETE FROM simulated_code_hosts WHERE kind = 'grant'").run();
  expect((await admin.get("/api/gitlab/repos")).status).toBe(409);
  expect((await stored())?.status).toBe("revoked");
  const { text } = await admin.get("/integrations/gitlab");
  for (const words of ["Sign-in ended", "no longer accepts the sign-in", "Sign in to GitLab again"])
    expect(text).toContain(words);
  await admin.submit("/integrations/gitlab/callback", await allowAt(await authorizeUrl(admin, "gitlab"), login));
  expect((await profile(admin, "gitlab")).status).toBe("connected");
});

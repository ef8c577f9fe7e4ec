import { expect, test } from "vitest";
import { exportOf } from "#tests/support/exports";
import { pageText } from "#tests/support/page-text";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { HOST_KINDS, type HostKind } from "~/domain/code-hosts/host";
import { simulatedTokens } from "~/domain/code-hosts/simulated";

const worker = await testWorker();

interface Profile {
  login: string;
  status: string;
  scopes: string[] | null;
  baseUrl: string;
  connectedBy: string;
  tokenExpiresAt: string | null;
}
interface Repositories {
  items: { id: string; fullName: string; canAdmin: boolean }[];
  nextCursor: string | null;
}
interface Refusal {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
}

let accounts = 0;
/** An account of the simulated host used by no other test. */
function account(host: HostKind) {
  accounts += 1;
  const login = `shop-${accounts}-${Date.now().toString(36)}`;
  const [full = "", ...others] = simulatedTokens(host, login).map(({ token }) => token);
  return { login, token: full, others };
}
const connect = (by: Visitor, host: HostKind, token: string, more: object = {}) =>
  by.post<Profile & Refusal>(`/api/${host}/token`, { token, ...more });
const profile = (by: Visitor, host: HostKind) => by.get<Profile & Refusal>(`/api/${host}/profile`);
const repos = (by: Visitor, host: HostKind, query = "") => by.get<Repositories & Refusal>(`/api/${host}/repos${query}`);
const happens = (command: object) => worker.visitor().post<object>("/dev/code-host/command", command);
const stored = async (orgId: string, host: HostKind) =>
  worker.db
    .prepare("SELECT * FROM code_host_connections WHERE org_id = ? AND host = ?")
    .bind(orgId, host)
    .first<{ access_token: string | null; status: string; version: number }>();

test.each(HOST_KINDS)("%s is connected, viewed and disconnected", async (host) => {
  const { admin, orgId } = await worker.business();
  const { login, token } = account(host);
  expect((await profile(admin, host)).status).toBe(404);
  const connected = await connect(admin, host, token);
  expect(connected.status).toBe(201);
  expect(connected.json).toMatchObject({ login, status: "connected", connectedBy: "Test Person" });
  expect(connected.json.baseUrl).toBe(`${worker.url.origin}/dev/code-host/${host}`);
  expect((await profile(admin, host)).json).toEqual(connected.json);
  const { items, nextCursor } = (await repos(admin, host)).json;
  expect(items.map(({ fullName }) => fullName)).toEqual(
    ["dispatch-board", "old-price-book", "website"].map((name) => `${login}/${name}`),
  );
  expect(nextCursor).toBeNull();
  const sealed = (await stored(orgId, host))?.access_token ?? "";
  expect(sealed).toMatch(/^v1\./);
  expect(sealed).not.toContain(token);
  expect((await admin.delete(`/api/${host}/token`)).status).toBe(204);
  expect(await stored(orgId, host)).toMatchObject({ access_token: null, status: "disconnected" });
  for (const answer of [await profile(admin, host), await repos(admin, host), await admin.delete(`/api/${host}/token`)])
    expect(answer.status).toBe(404);
  expect((await connect(admin, host, token)).status).toBe(201);
});

test("the end of a token is the business's day of GitHub's time, and GitLab's own date", async () => {
  const { admin, orgId } = await worker.business();
  for (const host of HOST_KINDS) expect((await connect(admin, host, account(host).token)).status).toBe(201);
  await worker.db
    .prepare("UPDATE code_host_connections SET token_expires_at = '2098-01-01T00:00:00.000Z' WHERE org_id = ?")
    .bind(orgId)
    .run();
  const text = async (host: HostKind) => pageText((await admin.get(`/integrations/${host}`)).text);
  expect(await text("github")).toContain("Token expires Dec 31, 2097");
  expect(await text("gitlab")).toContain("Token expires Jan 1, 2098");
});

test.each(HOST_KINDS)("%s: repositories are paged", async (host) => {
  const { admin } = await worker.business();
  const { token } = account(host);
  await connect(admin, host, token);
  const first = (await repos(admin, host, "?limit=2")).json;
  const second = (await repos(admin, host, `?limit=2&cursor=${first.nextCursor}`)).json;
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
  for (const query of ["?cursor=/user/emails", "?cursor=0", "?cursor=99999", "?limit=0", "?limit=101"])
    expect((await repos(admin, host, query)).status).toBe(400);
});

test.each(HOST_KINDS)(
  "%s: an invalid token or one the host does not accept is rejected with a field error",
  async (host) => {
    const { admin, orgId } = await worker.business();
    for (const token of ["", "  ", "short", "with a space in it", "line\nbreak-token", "x".repeat(600), null, 7, {}]) {
      const { status, json } = await connect(admin, host, token as string);
      expect([status, Object.keys(json.fields ?? {})]).toEqual([400, ["token"]]);
    }
    const unknown = await connect(admin, host, "ghp_nobody_has_this_one");
    expect([unknown.status, unknown.json.fields?.token?.[0]]).toEqual([
      400,
      `${host === "github" ? "GitHub" : "GitLab"} does not accept this access token.`,
    ]);
    const readOnly = account(host).others.at(-1) ?? "";
    const lacking = await connect(admin, host, readOnly);
    expect(lacking.status).toBe(400);
    expect(lacking.json.fields?.token?.[0]).toContain(host === "github" ? "scope repo" : "scope api");
    expect(await stored(orgId, host)).toBeNull();
  },
);

test("a fine-grained token, whose scopes GitHub does not report, is accepted", async () => {
  const { admin } = await worker.business();
  const [fineGrained = ""] = account("github").others;
  expect((await connect(admin, "github", fineGrained)).json).toMatchObject({ scopes: null, status: "connected" });
});

test("a self-hosted GitLab is reached at its own address", async () => {
  const { admin } = await worker.business();
  const { token } = account("gitlab");
  for (const baseUrl of [
    "ftp://gitlab.example.com",
    "https://a:b@gitlab.example.com",
    "not an address",
    "https://x?y",
  ]) {
    const { status, json } = await connect(admin, "gitlab", token, { baseUrl });
    expect([baseUrl, status, json.fields?.baseUrl?.length]).toEqual([baseUrl, 400, 1]);
  }
  const nobody = await connect(admin, "gitlab", token, { baseUrl: "http://127.0.0.1:9" });
  expect([nobody.status, nobody.json.fields?.baseUrl]).toEqual([400, [expect.stringContaining("Nothing responds")]]);
  const ours = `${worker.url.origin}/dev/code-host/gitlab`;
  expect((await connect(admin, "gitlab", token, { baseUrl: ours })).json.baseUrl).toBe(ours);
});

test.each(HOST_KINDS)(
  "%s: when two Admins connect two accounts at once, one succeeds and the other gets a conflict",
  async (host) => {
    const { orgId, admin } = await worker.business();
    const other = await worker.member(orgId, "Admin");
    const [one, two] = [account(host), account(host)];
    const answers = await Promise.all([connect(admin, host, one.token), connect(other, host, two.token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const winner = answers.find(({ status }) => status === 201)?.json.login;
    expect((await profile(admin, host)).json.login).toBe(winner);
    expect(answers.find(({ status }) => status === 409)?.json.message).toContain("Another");
    await Promise.all([admin, other].map((by) => connect(by, host, winner === one.login ? one.token : two.token)));
    const rows = await worker.db
      .prepare("SELECT count(*) AS count FROM code_host_connections WHERE org_id = ?")
      .bind(orgId)
      .first<{ count: number }>();
    expect(rows?.count).toBe(1);
  },
);

test("a new token from the same account replaces the previous one", async () => {
  const { admin, orgId } = await worker.business();
  const { token, others, login } = account("github");
  await connect(admin, "github", token);
  const before = await stored(orgId, "github");
  expect((await connect(admin, "github", others[0] ?? "")).json).toMatchObject({ login, scopes: null });
  const after = await stored(orgId, "github");
  expect(after?.version).toBe(2);
  expect(after?.access_token).not.toBe(before?.access_token);
});

test("requests with the same idempotency key connect once", async () => {
  const { admin, orgId } = await worker.business();
  const { token } = account("github");
  const key = { "idempotency-key": `connect-${orgId}` };
  const twice = await Promise.all([1, 2].map(() => admin.post<Refusal>("/api/github/token", { token }, key)));
  expect(twice.map(({ status }) => status)).toEqual([201, 201]);
  expect((await stored(orgId, "github"))?.version).toBe(1);
  expect((await admin.post<Refusal>("/api/github/token", { token: `${token}x` }, key)).status).toBe(422);
});

test.each(HOST_KINDS)("%s: a token revoked at the host is detected, and a new one reconnects", async (host) => {
  const { admin, orgId } = await worker.business();
  const { token, login } = account(host);
  await connect(admin, host, token);
  await happens({ op: "revoke", host, login, token });
  const refused = await repos(admin, host);
  expect([refused.status, refused.json.code]).toEqual([409, "conflict"]);
  expect(refused.json.message).toContain("no longer accepts the access token");
  expect((await profile(admin, host)).json.status).toBe("revoked");
  expect((await stored(orgId, host))?.access_token).toMatch(/^v1\./);
  expect((await repos(admin, host)).status).toBe(409);
  if (host === "gitlab") return;
  const another = simulatedTokens(host, login)[1]?.token ?? "";
  expect((await connect(admin, host, another)).json.status).toBe("connected");
  expect((await repos(admin, host)).status).toBe(200);
});

test.each(HOST_KINDS)("%s: host errors are shown with the time to wait, and the connection stays", async (host) => {
  const { admin, orgId } = await worker.business();
  const { token, login } = account(host);
  await connect(admin, host, token);
  const fail = (fault: string, more: object = {}) =>
    happens({ op: "fail", host, login, faults: [{ fault, times: 3, ...more }] });
  await fail("rate_limit", { seconds: 1700 });
  const limited = await repos(admin, host);
  expect([limited.status, Number(limited.headers.get("retry-after")) > 1600]).toEqual([503, true]);
  expect(limited.json.message).toContain("29 minutes");
  await happens({ op: "recover", host, login });
  // Until the pause is over no requests are sent, whatever the host would answer.
  expect((await repos(admin, host)).status).toBe(503);
  await worker.db
    .prepare("UPDATE code_host_connections SET paused_until = '2020-01-01' WHERE org_id = ?")
    .bind(orgId)
    .run();
  for (const fault of ["server_error", "garbage"]) {
    await fail(fault);
    expect([fault, (await repos(admin, host)).status]).toEqual([fault, 503]);
    await happens({ op: "recover", host, login });
  }
  expect((await repos(admin, host)).status).toBe(200);
  expect((await profile(admin, host)).json.status).toBe("connected");
});

test("only system administrators can see or change a connection, and other businesses cannot", async () => {
  const { admin, manager, technician, orgId } = await worker.business();
  const foreign = await worker.business("Other Air");
  const withRight = await worker.member(orgId, "Manager", ["system.admin"]);
  for (const host of HOST_KINDS) {
    const { token } = account(host);
    await connect(admin, host, token);
    expect((await profile(withRight, host)).status).toBe(200);
    for (const by of [manager, technician, await worker.household()]) {
      expect((await connect(by, host, token)).status).toBe(403);
      for (const path of ["profile", "repos"]) expect((await by.get(`/api/${host}/${path}`)).status).toBe(403);
      expect((await by.delete(`/api/${host}/token`)).status).toBe(403);
    }
    for (const path of ["profile", "repos"]) expect((await foreign.admin.get(`/api/${host}/${path}`)).status).toBe(404);
    expect((await foreign.admin.delete(`/api/${host}/token`)).status).toBe(404);
    expect((await profile(admin, host)).status).toBe(200);
    // The same account serves two businesses, each with its own token.
    expect((await connect(foreign.admin, host, token)).status).toBe(201);
    await foreign.admin.delete(`/api/${host}/token`);
    expect((await repos(admin, host)).status).toBe(200);
  }
});

test("the token appears in no response, audit entry, export or idempotency record", async () => {
  const { admin, orgId } = await worker.business();
  const { token } = account("github");
  const key = { "idempotency-key": `secret-${orgId}` };
  const connected = (await admin.post("/api/github/token", { token }, key)).text;
  const { names, records } = await exportOf(worker, admin, "business");
  const answers = [
    connected,
    (await profile(admin, "github")).text,
    (await repos(admin, "github")).text,
    `${names.join(" ")} ${records}`,
    (await admin.get("/api/audit-log")).text,
  ];
  expect(answers[3]).toContain("code_host_connections");
  const rows = await worker.db.batch([
    worker.db.prepare("SELECT * FROM audit_log WHERE org_id = ?").bind(orgId),
    worker.db.prepare("SELECT * FROM idempotency_keys WHERE key = ?").bind(key["idempotency-key"]),
    worker.db.prepare("SELECT * FROM outbox WHERE org_id = ?").bind(orgId),
    worker.db.prepare("SELECT * FROM code_host_connections WHERE org_id = ?").bind(orgId),
  ]);
  expect(rows[0]?.results.length).toBeGreaterThan(0);
  for (const text of [...answers, JSON.stringify(rows.map(({ results }) => results))])
    expect(text).not.toContain(token);
});

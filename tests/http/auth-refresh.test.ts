import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { activated } from "#tests/support/people";
import { systemCtxOf } from "#tests/support/tenant-moves";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { refresh } from "~/domain/auth/refresh.server";
import { findActor } from "~/domain/auth/session.server";

const worker = await testWorker();

interface Access {
  access_token: string;
  token_type: string;
  expires_in: number;
}

async function signedIn(): Promise<Visitor> {
  const { email, password, ip } = await activated(worker, "Marsh Air");
  const visitor = worker.visitor();
  await visitor.post("/api/auth/login", { email, password }, ip);
  return visitor;
}

/** A copy of a browser with its current refresh token. */
function copyOf(visitor: Visitor): Visitor {
  const copy = worker.visitor();
  copy.cookies.set("refresh", visitor.cookies.get("refresh") ?? "");
  return copy;
}

async function usedAgo(visitor: Visitor, milliseconds: number): Promise<void> {
  const hash = createHash("sha256")
    .update(visitor.cookies.get("refresh") ?? "")
    .digest("hex");
  const usedAt = new Date(Date.now() - milliseconds).toISOString();
  await worker.db.prepare("UPDATE refresh_tokens SET used_at = ? WHERE token_hash = ?").bind(usedAt, hash).run();
}

const profileWith = (token: string) =>
  worker.visitor().get("/api/auth/profile", { headers: { authorization: `Bearer ${token}` } });

test("a refresh token is exchanged for an access token and a new refresh token", async () => {
  const visitor = await signedIn();
  const before = visitor.cookies.get("refresh");
  const answer = await visitor.post<Access>("/api/auth/refresh");
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({ token_type: "Bearer", expires_in: 900 });
  expect(visitor.cookies.get("refresh")).not.toBe(before);
  expect((await profileWith(answer.json.access_token)).status).toBe(200);
  expect((await visitor.post("/api/auth/refresh")).status).toBe(200);
});

test("the refresh cookie is sent only to our host and never from another site", async () => {
  const { email, password, ip } = await activated(worker);
  const answer = await worker.visitor().post("/api/auth/login", { email, password }, ip);
  const cookies = answer.headers.getSetCookie().filter((line) => !line.includes("Max-Age=0"));
  expect(cookies.find((line) => line.startsWith("refresh="))).toMatch(/Path=\/;.*SameSite=Strict; HttpOnly$/);
  expect(cookies.find((line) => line.startsWith("session="))).toMatch(/Path=\/;.*SameSite=Lax; HttpOnly$/);
  expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^refresh=; Path=\/api\/auth; Max-Age=0/));
});

test("a refresh token can only be used to refresh", async () => {
  const visitor = await signedIn();
  const token = visitor.cookies.get("refresh") ?? "";
  expect((await profileWith(token)).status).toBe(401);
  for (const name of ["session", "device", "flow", "second-step", "plenum_actor"]) {
    const other = worker.visitor();
    other.cookies.set("refresh", token);
    other.cookies.set(name, token);
    expect((await other.get("/api/auth/profile")).status, name).toBe(401);
    expect((await other.get("/profile")).location, name).toMatch(/^\/login/);
  }
  const reversed = worker.visitor();
  reversed.cookies.set("refresh", visitor.cookies.get("session") ?? "");
  expect((await reversed.post("/api/auth/refresh")).status).toBe(401);
  expect((await visitor.post("/api/auth/refresh")).status).toBe(200);
});

test.each([
  ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
  ["another host of the domain", { "sec-fetch-site": "same-site", origin: "https://sub.example.com" }],
  ["a page without an Origin", { origin: "null" }],
])("%s cannot refresh, and the token stays unused", async (_, headers) => {
  const visitor = await signedIn();
  const token = visitor.cookies.get("refresh");
  expect((await visitor.post("/api/auth/refresh", {}, headers)).status).toBe(403);
  expect(visitor.cookies.get("refresh")).toBe(token);
  const hash = createHash("sha256")
    .update(token ?? "")
    .digest("hex");
  const used = await worker.db.prepare("SELECT used_at FROM refresh_tokens WHERE token_hash = ?").bind(hash).first();
  expect(used).toEqual({ used_at: null });
});

test("a token from the former cookie works only in its own session's browser", async () => {
  const [own, other] = [await signedIn(), await signedIn()];
  const asking = async (visitor: Visitor | null) => {
    const ctx = systemCtxOf(worker);
    const sessionToken = visitor?.cookies.get("session") ?? null;
    const actor = await findActor(ctx, { sessionToken, accessToken: null });
    return refresh({ ...ctx, actor }, { token: own.cookies.get("refresh") ?? "", isFormer: true });
  };
  await expect(asking(null)).rejects.toThrow("session has ended");
  await expect(asking(other)).rejects.toThrow("session has ended");
  expect((await asking(own)).refreshToken).toMatch(/^[\w-]{43}$/);
});

test("a second tab within ten seconds gets an access token without ending the session", async () => {
  const visitor = await signedIn();
  const tab = copyOf(visitor);
  expect((await visitor.post("/api/auth/refresh")).status).toBe(200);
  const second = await tab.post<Access>("/api/auth/refresh");
  expect(second.status).toBe(200);
  expect(second.headers.getSetCookie().filter((line) => line.startsWith("refresh="))).toEqual([]);
  expect((await profileWith(second.json.access_token)).status).toBe(200);
  expect((await visitor.post("/api/auth/refresh")).status).toBe(200);
});

test("many tabs refreshing at once all get an access token, and only one gets a new refresh token", async () => {
  const visitor = await signedIn();
  const tabs = Array.from({ length: 8 }, () => copyOf(visitor));
  const answers = await Promise.all([visitor, ...tabs].map((tab) => tab.post<Access>("/api/auth/refresh")));
  expect(answers.map((answer) => answer.status)).toEqual(Array(9).fill(200));
  const given = answers.filter((answer) => answer.headers.getSetCookie().some((line) => line.startsWith("refresh=")));
  expect(given).toHaveLength(1);
});

test("a refresh token reused after ten seconds ends its session", async () => {
  const visitor = await signedIn();
  const thief = copyOf(visitor);
  const access = await visitor.post<Access>("/api/auth/refresh");
  await usedAgo(thief, 10_500);
  expect((await thief.post("/api/auth/refresh")).status).toBe(401);
  expect((await visitor.post("/api/auth/refresh")).status).toBe(401);
  expect((await profileWith(access.json.access_token)).status).toBe(401);
  expect((await visitor.get("/profile")).location).toContain("/login");
});

test("any earlier refresh token of a session ends that session when reused, and no other one", async () => {
  const { email, password, ip } = await activated(worker, "Marsh Air");
  const [visitor, elsewhere] = [worker.visitor(), worker.visitor()];
  for (const browser of [visitor, elsewhere]) await browser.post("/api/auth/login", { email, password }, ip);
  const thief = copyOf(visitor);
  for (let i = 0; i < 3; i++) expect((await visitor.post("/api/auth/refresh")).status).toBe(200);
  const newest = copyOf(visitor);
  await usedAgo(thief, 3_600_000);
  expect((await thief.post("/api/auth/refresh")).status).toBe(401);
  for (const browser of [newest, visitor]) expect((await browser.post("/api/auth/refresh")).status).toBe(401);
  expect((await visitor.get("/profile")).location).toContain("/login");
  expect((await elsewhere.post("/api/auth/refresh")).status).toBe(200);
  expect((await elsewhere.get("/profile")).text).toContain("Session ended");
});

test.each([
  ["no cookie", () => worker.visitor()],
  [
    "a made-up token",
    () => {
      const visitor = worker.visitor();
      visitor.cookies.set("refresh", "made-up");
      return visitor;
    },
  ],
])("%s is rejected and the cookies are cleared", async (_, make) => {
  const answer = await make().post("/api/auth/refresh");
  expect(answer.status).toBe(401);
  expect(answer.headers.getSetCookie().filter((line) => line.includes("Max-Age=0")).length).toBe(4);
});

test("a session unused for twelve hours cannot be refreshed", async () => {
  const visitor = await signedIn();
  const seen = new Date(Date.now() - 12.1 * 3_600_000).toISOString();
  await worker.db.prepare("UPDATE sessions SET last_seen_at = ?").bind(seen).run();
  expect((await visitor.post("/api/auth/refresh")).status).toBe(401);
});

test("an access token expires after fifteen minutes, and a forged one is rejected", async () => {
  const visitor = await signedIn();
  const { access_token: token } = (await visitor.post<Access>("/api/auth/refresh")).json;
  const [body = "", signature = ""] = token.split(".");
  const claim = JSON.parse(Buffer.from(body, "base64url").toString());
  expect(claim.exp - Date.now() / 1000).toBeLessThanOrEqual(900);
  const changed = Buffer.from(JSON.stringify({ ...claim, exp: claim.exp + 9000 })).toString("base64url");
  for (const forged of [`${changed}.${signature}`, `${body}.`, `${body}.AAAA`, body, `${token}x`, "..", "", "null"]) {
    expect((await profileWith(forged)).status).toBe(401);
  }
});

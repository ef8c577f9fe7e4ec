import { expect, test } from "vitest";
import { expectClosed, listen } from "#tests/support/live";
import { activated } from "#tests/support/people";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

interface Session {
  id: string;
  device: string;
  network: string;
  current: boolean;
}

async function sessionsOf(who: { get: ReturnType<typeof worker.visitor>["get"] }) {
  return (await who.get<{ items: Session[] }>("/api/auth/sessions")).json.items;
}

async function orgOf(email: string): Promise<string> {
  const sql = "SELECT org_id FROM members WHERE user_id = (SELECT id FROM users WHERE email = ?)";
  return (await worker.db.prepare(sql).bind(email).first<string>("org_id")) ?? "";
}

const chrome = { "user-agent": "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36" };

test("each session is listed with its device and network and can be ended on its own", async () => {
  const { email, password, ip } = await activated(worker, "Harbor Heating");
  const [here, there] = [worker.visitor(), worker.visitor()];
  await here.post("/api/auth/login", { email, password }, ip);
  await there.post("/api/auth/login", { email, password }, { ...ip, ...chrome });
  const line = await listen(worker, there);
  const [other] = (await sessionsOf(here)).filter(({ current }) => !current);
  expect(other).toMatchObject({ device: "Chrome on Windows", network: expect.stringMatching(/^10\.0\.\d+\.x$/) });
  expect((await here.delete(`/api/auth/sessions/${other?.id}`)).status).toBe(204);
  await expectClosed(worker, line, { orgId: await orgOf(email), code: 4401 });
  expect((await there.get("/api/auth/profile")).status).toBe(401);
  expect((await here.get("/api/auth/profile")).status).toBe(200);
  expect((await here.delete(`/api/auth/sessions/${other?.id}`)).status).toBe(404);
});

test("a person cannot end another person's session", async () => {
  const [one, other] = [await worker.household(), await worker.household()];
  const [session] = await sessionsOf(other);
  expect((await one.delete(`/api/auth/sessions/${session?.id}`)).status).toBe(404);
  expect((await one.get(`/profile/sessions/${session?.id}/end`)).status).toBe(404);
  expect((await one.submit(`/profile/sessions/${session?.id}/end`, {})).status).toBe(404);
  expect((await other.get("/api/auth/profile")).status).toBe(200);
});

test("a person has at most 20 sessions: one more ends the least recently used one and its live connection", async () => {
  const { email, password, ip } = await activated(worker, "Harbor Heating");
  const oldest = worker.visitor();
  await oldest.post("/api/auth/login", { email, password }, ip);
  const line = await listen(worker, oldest);
  const userId = await worker.db.prepare("SELECT id FROM users WHERE email = ?").bind(email).first<string>("id");
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const now = new Date(Date.now() + 1000).toISOString();
  const rows = Array.from({ length: 19 }, () =>
    worker.db
      .prepare(
        "INSERT INTO sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at, user_agent) VALUES (?1, ?1, ?2, ?3, ?3, ?4, '')",
      )
      .bind(crypto.randomUUID(), userId, now, later),
  );
  await worker.db.batch(rows);
  const next = worker.visitor();
  expect((await next.post("/api/auth/login", { email, password }, ip)).status).toBe(200);
  expect(await sessionsOf(next)).toHaveLength(20);
  expect((await oldest.get("/api/auth/profile")).status).toBe(401);
  await expectClosed(worker, line, { orgId: await orgOf(email), code: 4401 });
});

test("signing in over the API replaces the browser's session, while a program's token stays valid", async () => {
  const { email, password, ip } = await activated(worker, "Harbor Heating");
  const browser = worker.visitor();
  const login = (headers = {}) =>
    browser.post<{ access_token: string }>("/api/auth/login", { email, password }, { ...ip, ...headers });
  const first = await login();
  const line = await listen(worker, browser);
  const second = await login();
  expect(await sessionsOf(browser)).toHaveLength(1);
  await expectClosed(worker, line, { orgId: await orgOf(email), code: 4401 });
  const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  expect((await worker.visitor().get("/api/auth/profile", by(first.json.access_token))).status).toBe(401);
  await login(by(second.json.access_token).headers);
  expect((await worker.visitor().get("/api/auth/profile", by(second.json.access_token))).status).toBe(200);
});

test("the profile shows the account's activity, a household's too", async () => {
  const { email, password, ip } = await activated(worker);
  await worker.visitor().post("/api/auth/login", { email, password: "not-the-password" }, ip);
  const visitor = worker.visitor();
  await visitor.submit("/login", { email, password }, { ...ip, ...chrome });
  await expect.poll(async () => (await visitor.get("/profile")).text).toContain("Wrong password");
  const { text } = await visitor.get("/profile");
  expect(text).toContain("Signed in");
  expect(text).toContain("Chrome on Windows");
});

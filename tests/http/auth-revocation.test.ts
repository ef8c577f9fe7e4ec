import { expect, test } from "vitest";
import { householdCtx } from "#tests/support/household-ctx";
import { errorsLoggedDuring } from "#tests/support/logged-errors";
import { linkToken } from "#tests/support/mailbox";
import { activated, goodPassword, signedIn, stranger } from "#tests/support/people";
import { openSocket } from "#tests/support/socket";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { changePassword } from "~/domain/auth/password/change-password.server";
import { closeLiveConnections as endLive } from "~/domain/auth/session.server";
import { signIn } from "~/domain/auth/sign-in.server";
import type { Ctx } from "~/domain/shared/context";

const worker = await testWorker();

/** A user with an open page, an access token and a live connection, and what is left of them. */
async function everywhere() {
  const { email, password, ip } = await activated(worker, "Marsh Air");
  const visitor = worker.visitor();
  const login = await visitor.post<{ access_token: string }>("/api/auth/login", { email, password }, ip);
  const bearer = { authorization: `Bearer ${login.json.access_token}` };
  const socket = await live(visitor);
  return { email, ip, visitor, bearer, socket };
}

async function live(visitor: Visitor) {
  const { json } = await visitor.post<{ event_token: string }>("/api/auth/event-token");
  const socket = await openSocket(new URL(`/api/events?token=${json.event_token}`, worker.url), {
    origin: worker.url.origin,
  });
  expect(socket.status).toBe(101);
  return socket;
}

async function expectEnded({ visitor, bearer, socket }: Omit<Awaited<ReturnType<typeof everywhere>>, "email" | "ip">) {
  expect(await socket.closed).toBe(4401);
  expect((await worker.visitor().get("/api/auth/profile", { headers: bearer })).status).toBe(401);
  expect((await visitor.get("/profile")).location).toMatch(/^\/login/);
  expect((await visitor.post("/api/auth/refresh")).status).toBe(401);
}

test("signing out over the API ends the session, token and live connection", async () => {
  const person = await everywhere();
  const cookies = new Map(person.visitor.cookies);
  expect((await person.visitor.post("/api/auth/sign-out")).status).toBe(204);
  expect(person.visitor.cookies.has("session")).toBe(false);
  for (const [name, value] of cookies) person.visitor.cookies.set(name, value);
  await expectEnded(person);
});

test("signing out on a page ends the session, token and live connection", async () => {
  const person = await everywhere();
  const cookies = new Map(person.visitor.cookies);
  expect((await person.visitor.submit("/auth/sign-out", {})).location).toBe("/login");
  for (const [name, value] of cookies) person.visitor.cookies.set(name, value);
  await expectEnded(person);
});

test("signing out works with only the refresh cookie", async () => {
  const person = await everywhere();
  const rest = worker.visitor();
  rest.cookies.set("refresh", person.visitor.cookies.get("refresh") ?? "");
  expect((await rest.post("/api/auth/sign-out")).status).toBe(204);
  expect((await person.visitor.get("/profile")).location).toMatch(/^\/login/);
});

test("resetting the password by email ends every session", async () => {
  const person = await everywhere();
  await worker.visitor().post("/api/auth/request-reset", { email: person.email }, person.ip);
  const token = await linkToken(worker, person.email, "/auth/reset");
  const answer = await worker.visitor().post("/api/auth/reset", { token, password: "an-entirely-new-one" }, person.ip);
  expect(answer.status).toBe(200);
  await expectEnded(person);
});

test("changing the password ends every session and starts a new one in this browser", async () => {
  const person = await everywhere();
  const other = worker.visitor();
  await other.post("/api/auth/login", { email: person.email, password: goodPassword }, person.ip);
  const form = { intent: "password", currentPassword: goodPassword, password: "an-entirely-new-one" };
  expect((await other.submit("/profile", form, person.ip)).status).toBe(200);
  expect((await other.get("/profile")).status).toBe(200);
  await expectEnded(person);
  const old = { email: person.email, password: goodPassword };
  expect((await worker.visitor().post("/api/auth/login", old, stranger().ip)).status).toBe(401);
});

test("signing out everywhere else keeps this browser signed in", async () => {
  const person = await everywhere();
  const here = worker.visitor();
  await here.post("/api/auth/login", { email: person.email, password: goodPassword }, person.ip);
  expect((await here.submit("/profile/sessions/others/end", {})).status).toBe(302);
  await expectEnded(person);
  expect((await here.get("/profile")).status).toBe(200);
});

test("turning off a member's access ends their sessions at once, and their household stays accessible", async () => {
  const { orgId, admin } = await worker.business();
  const { email, password, ip } = await activated(worker);
  const userId = await userIdOf(email);
  await worker.db
    .prepare(
      "INSERT INTO members (org_id, user_id, roles, permissions, status, created_at) VALUES (?, ?, ?, ?, 'active', ?)",
    )
    .bind(orgId, userId, '["Technician"]', '["work_orders.read"]', new Date().toISOString())
    .run();
  const visitor = worker.visitor();
  const login = await visitor.post<{ access_token: string }>("/api/auth/login", { email, password }, ip);
  const socket = await live(visitor);
  const off = { intent: "disable", userId, version: "1" };
  expect((await admin.submit(`/system/user-managment/${off.userId}`, off)).status).toBe(302);
  await expectEnded({ visitor, socket, bearer: { authorization: `Bearer ${login.json.access_token}` } });

  const again = await worker
    .visitor()
    .post<{ message: string; householdOnly: boolean }>("/api/auth/login", { email, password }, ip);
  expect(again.status).toBe(403);
  expect(again.json).toMatchObject({ householdOnly: true });
  expect(again.json.message).toContain("turned off");

  const home = worker.visitor();
  expect((await home.post("/api/auth/login", { email, password, household: true }, ip)).status).toBe(200);
  expect((await home.get<object>("/api/auth/profile")).json).toMatchObject({ roles: [], organization: null });
});

async function userIdOf(email: string): Promise<string> {
  const row = await worker.db.prepare("SELECT id FROM users WHERE email = ?").bind(email).first<{ id: string }>();
  return row?.id ?? "";
}

test("a live connection ticket works once, for a minute, and only while its session lasts", async () => {
  const { admin } = await worker.business();
  const ticket = async () => (await admin.post<{ event_token: string }>("/api/auth/event-token")).json.event_token;
  const open = async (token: string) => {
    const socket = await openSocket(new URL(`/api/events?token=${token}`, worker.url), { origin: worker.url.origin });
    socket.end();
    return socket.status;
  };
  const once = await ticket();
  expect([await open(once), await open(once)]).toEqual([101, 401]);

  const stale = await ticket();
  await worker.db
    .prepare("UPDATE event_tokens SET expires_at = ?")
    .bind(new Date(Date.now() - 1).toISOString())
    .run();
  expect(await open(stale)).toBe(401);

  const orphan = await ticket();
  await admin.post("/api/auth/sign-out");
  expect(await open(orphan)).toBe(401);
});

const NEW_HASH = "$scrypt$ln=1,r=1,p=1$c2FsdHNhbHQ$bmV3";

const REPLACED = `UPDATE users SET password_hash = '${NEW_HASH}' WHERE id = ?`;
const PROTECTED =
  "INSERT INTO second_steps (user_id, secret, takes_codes, confirmed_at, created_at) VALUES (?, '', 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')";

/** A person, with a context in which something is changed right after their password was found correct. */
async function changedMeanwhile(change: string) {
  const { email, owner } = await signedIn(worker);
  const ctx = householdCtx(worker.db, owner.userId);
  const succeeded = async () => {
    await worker.db.prepare(change).bind(owner.userId).run();
  };
  const replaced: Ctx = {
    ...ctx,
    providers: { ...ctx.providers, lockout: { ...ctx.providers.lockout, succeeded } },
  };
  const sessions = async () =>
    worker.db.prepare("SELECT count(*) AS n FROM sessions WHERE user_id = ?").bind(owner.userId).first("n");
  const stored = () =>
    worker.db.prepare("SELECT password_hash FROM users WHERE id = ?").bind(owner.userId).first("password_hash");
  return { email, ctx: replaced, sessions, stored };
}

test("a sign-in with a password that is replaced meanwhile opens no session and does not bring the old one back", async () => {
  const { email, ctx, sessions, stored } = await changedMeanwhile(REPLACED);
  const before = await sessions();
  const attempt = signIn(ctx, { email, password: goodPassword }, { device: null });
  await expect(attempt).rejects.toMatchObject({ code: "unauthenticated" });
  expect([await sessions(), await stored()]).toEqual([before, NEW_HASH]);
});

test("a sign-in that began before two-step verification was turned on opens no session without the second step", async () => {
  const { email, ctx, sessions } = await changedMeanwhile(PROTECTED);
  const before = await sessions();
  const attempt = signIn(ctx, { email, password: goodPassword }, { device: null });
  await expect(attempt).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await sessions()).toBe(before);
});

test("of two changes of a password at the same time, the later one does not undo the first", async () => {
  const { ctx, sessions, stored } = await changedMeanwhile(REPLACED);
  const before = await sessions();
  const input = { currentPassword: goodPassword, password: "an-entirely-new-one" };
  await expect(changePassword(ctx, input, { device: null })).rejects.toMatchObject({
    extras: { fields: { currentPassword: ["This is not your current password"] } },
  });
  expect([await sessions(), await stored()]).toEqual([before, NEW_HASH]);
});

test("a reset link sent before the password was changed stops working", async () => {
  const { email, ip, owner } = await signedIn(worker);
  await worker.visitor().post("/api/auth/request-reset", { email }, ip);
  const token = await linkToken(worker, email, "/auth/reset");
  const form = { intent: "password", currentPassword: goodPassword, password: "an-entirely-new-one" };
  expect((await owner.submit("/profile", form, ip)).status).toBe(200);
  const late = await worker.visitor().post("/api/auth/reset", { token, password: "yet-another-new-one" }, ip);
  expect(late.status).toBe(400);
});

test("a live channel that cannot be reached is logged", async () => {
  const { owner } = await signedIn(worker);
  const ctx = householdCtx(worker.db, owner.userId);
  const closeLiveConnections = async () => {
    throw new Error("the channel is away");
  };
  const unreachable: Ctx = {
    ...ctx,
    providers: { ...ctx.providers, outbox: { ...ctx.providers.outbox, closeLiveConnections } },
  };
  const close = () => endLive(unreachable, [{ sessionId: "1", orgId: "2" }]);
  expect(await errorsLoggedDuring(close)).toEqual(["the channel is away"]);
});

import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { forged as forge } from "#tests/support/forged";
import { householdCtx } from "#tests/support/household-ctx";
import { persistentCtx } from "#tests/support/lockout";
import { linkToken, mailsTo } from "#tests/support/mailbox";
import { activated, goodPassword, signedIn, stranger } from "#tests/support/people";
import { codeOf } from "#tests/support/totp";
import type { Visitor } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";
import { issueCallbackCode } from "~/domain/auth/callback.server";
import { acceptCode } from "~/domain/auth/second-step/accept-code.server";
import { stepAt, totpCode } from "~/domain/auth/second-step/totp";
import { sign } from "~/domain/shared/secrets/tokens.server";
import { formatDateTime } from "~/domain/shared/time/date-format";

const worker = await ownWorker();

interface Reply {
  message: string;
  access_token: string;
  challenge: string;
  secret: string;
  recoveryCodes: string[];
  since: string | null;
  removalDueAt: string | null;
  recoveryCodesLeft: number;
  dueAt: string;
}

const password = goodPassword;
const TEST_SIGNING_SECRET = "s".repeat(40);
const signIn = (by: Visitor, email: string, ip: Record<string, string>) =>
  by.post<Reply>("/api/auth/login", { email, password }, ip);

/** A user with two-step verification, in a signed-in browser. Tests may reuse the app's codes. */
async function protectedPerson() {
  const { email, ip, owner } = await signedIn(worker);
  const { json } = await owner.post<Reply>("/api/auth/second-step", { currentPassword: password });
  const confirmed = await owner.post<Reply>("/api/auth/second-step/confirm", { code: await codeOf(json.secret) });
  expect(confirmed.status, confirmed.text).toBe(200);
  await forgetUsedCodes();
  return { email, ip, owner, secret: json.secret, recoveryCodes: confirmed.json.recoveryCodes };
}

const forgetUsedCodes = () => worker.db.prepare("UPDATE second_steps SET last_step = 0").run();

/** Whether a browser is signed in. */
const isIn = async (by: Visitor) => (await by.get("/api/auth/profile")).status === 200;

async function challenged(email: string, ip: Record<string, string>) {
  const visitor = worker.visitor();
  const answer = await signIn(visitor, email, ip);
  expect(answer.status).toBe(202);
  expect(visitor.cookies.has("session")).toBe(false);
  return { visitor, challenge: answer.json.challenge };
}

test("turning two-step verification on takes the password and a code, ends other sessions and notifies the owner", async () => {
  const { email, ip } = await activated(worker);
  const [owner, other] = [worker.visitor(), worker.visitor()];
  await signIn(owner, email, ip);
  await signIn(other, email, ip);
  const wrong = await owner.post<Reply>("/api/auth/second-step", { currentPassword: "not-the-password" });
  expect([wrong.status, wrong.json.message]).toEqual([400, "This is not your current password"]);
  const setup = await owner.post<Reply>("/api/auth/second-step", { currentPassword: password });
  // Starting the setup does not turn it on.
  expect((await signIn(worker.visitor(), email, ip)).status).toBe(200);
  expect((await owner.post("/api/auth/second-step/confirm", { code: "000000" })).status).toBe(400);
  expect((await owner.get<Reply>("/api/auth/second-step")).json.since).toBeNull();
  const { json } = await owner.post<Reply>("/api/auth/second-step/confirm", { code: await codeOf(setup.json.secret) });
  expect(json.recoveryCodes).toHaveLength(10);
  expect((await owner.get<Reply>("/api/auth/second-step")).json.recoveryCodesLeft).toBe(10);
  expect(await isIn(owner)).toBe(true);
  expect(await isIn(other)).toBe(false);
  await expect
    .poll(async () => (await mailsTo(worker, email)).map(({ subject }) => subject))
    .toContain("Two-step verification is on");
  expect((await owner.post("/api/auth/second-step", { currentPassword: password })).status).toBe(409);
});

test("the secret and the recovery codes are not stored in plain text", async () => {
  const { secret, recoveryCodes } = await protectedPerson();
  const dump = JSON.stringify(
    await Promise.all(
      ["second_steps", "recovery_codes", "security_events", "identity_outbox", "identity_audit_log"].map((table) =>
        worker.db.prepare(`SELECT * FROM ${table}`).all(),
      ),
    ),
  );
  expect(dump).not.toContain(secret);
  for (const code of recoveryCodes) {
    expect(dump).not.toContain(code);
    expect(dump).not.toContain(code.replaceAll("-", ""));
  }
});

test("sign-in also takes a code, and no code works twice", async () => {
  const { email, ip, secret } = await protectedPerson();
  const { visitor, challenge } = await challenged(email, ip);
  const code = await codeOf(secret);
  for (const bad of ["000000", "12345", "ABCD-EFGH-JKLM-NPQR"])
    expect((await visitor.post("/api/auth/login/code", { challenge, code: bad }, ip)).status).toBe(400);
  const answers = await Promise.all(
    [1, 2, 3].map(() => worker.visitor().post<Reply>("/api/auth/login/code", { challenge, code }, ip)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(answers.find(({ status }) => status === 400)?.json.message).toMatch(/used already|wrong/);
  const next = await challenged(email, ip);
  const again = await next.visitor.post("/api/auth/login/code", { challenge: next.challenge, code }, ip);
  expect(again.status).toBe(400);
});

test("a sign-in through another provider takes the second step too, with its code spent", async () => {
  const { owner, ip, secret } = await protectedPerson();
  const { userId } = owner;
  const code = () => issueCallbackCode({ ...householdCtx(worker.db, userId), now: new Date() }, userId, "this-browser");
  const returning = () => {
    const visitor = worker.visitor();
    visitor.cookies.set("flow", "this-browser");
    return visitor;
  };
  const [visitor, first] = [returning(), await code()];
  const answer = await visitor.get<Reply>(`/api/auth/callback?code=${first}`, { headers: ip });
  expect([answer.status, answer.json.access_token]).toEqual([202, undefined]);
  expect([visitor.cookies.has("session"), await isIn(visitor)]).toEqual([false, false]);
  expect((await visitor.get(`/api/auth/callback?code=${first}`, { headers: ip })).status).toBe(401);
  const { challenge } = answer.json;
  expect((await visitor.post("/api/auth/login/code", { challenge, code: "000000" }, ip)).status).toBe(400);
  const step = { challenge, code: await codeOf(secret), trust: true };
  expect((await visitor.post("/api/auth/login/code", step, ip)).status).toBe(200);
  expect(await isIn(visitor)).toBe(true);

  const page = returning();
  const sent = await page.get(`/auth/callback?code=${await code()}&from=/profile`, { headers: ip });
  expect([sent.status, sent.location]).toEqual([302, "/login/code?from=%2Fprofile"]);
  expect(await isIn(page)).toBe(false);
  expect((await page.get("/login/code?from=/profile", { headers: ip })).status).toBe(200);

  // In a browser that is trusted, and for a person without two-step verification, the code is enough.
  expect((await visitor.get(`/api/auth/callback?code=${await code()}`, { headers: ip })).status).toBe(200);
});

test("a sign-in through another provider does not skip the second step of an account without a password", async () => {
  const { owner, ip } = await protectedPerson();
  const { userId } = owner;
  await worker.db.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(userId).run();
  const code = await issueCallbackCode({ ...householdCtx(worker.db, userId), now: new Date() }, userId, "this-browser");
  const visitor = worker.visitor();
  visitor.cookies.set("flow", "this-browser");
  expect((await visitor.get(`/api/auth/callback?code=${code}`, { headers: ip })).status).toBe(401);
  expect(await isIn(visitor)).toBe(false);
});

test("a forged challenge is refused, and a password change invalidates a challenge", async () => {
  const { email, ip, secret, owner } = await protectedPerson();
  const { challenge, visitor } = await challenged(email, ip);
  const code = await codeOf(secret);
  for (const forged of [`${challenge}x`, forge(challenge), "a.b", "x"])
    expect((await visitor.post("/api/auth/login/code", { challenge: forged, code }, ip)).status).toBe(401);
  const changed = new FormData();
  for (const [name, value] of Object.entries({
    intent: "password",
    currentPassword: password,
    password: `${password}-2`,
  }))
    changed.set(name, value);
  expect((await owner.post("/profile", changed)).status).toBe(200);
  expect((await visitor.post("/api/auth/login/code", { challenge, code }, ip)).status).toBe(401);
});

test("a trusted browser skips the code until the trust expires or the password changes", async () => {
  const { email, ip, secret, owner } = await protectedPerson();
  const { visitor, challenge } = await challenged(email, ip);
  const code = await codeOf(secret);
  expect((await visitor.post("/api/auth/login/code", { challenge, code, trust: true }, ip)).status).toBe(200);
  await visitor.post("/api/auth/sign-out");
  expect((await signIn(visitor, email, ip)).status).toBe(200);
  expect((await signIn(worker.visitor(), email, ip)).status).toBe(202);
  await worker.db.prepare("UPDATE trusted_devices SET expires_at = '2020-01-01T00:00:00.000Z'").run();
  expect((await signIn(visitor, email, ip)).status).toBe(202);
  await worker.db.prepare("UPDATE trusted_devices SET expires_at = '2099-01-01T00:00:00.000Z'").run();
  expect((await signIn(visitor, email, ip)).status).toBe(200);
  await owner.post("/api/auth/request-reset", { email }, ip);
  const token = await linkToken(worker, email, "/auth/reset");
  await worker.visitor().post("/api/auth/reset", { token, password }, ip);
  expect((await signIn(visitor, email, ip)).status).toBe(202);
});

test("a challenge is answered within ten minutes, and not later", async () => {
  const { email, ip, secret } = await protectedPerson();
  const { visitor, challenge } = await challenged(email, ip);
  const claim = JSON.parse(Buffer.from(challenge.split(".")[0] ?? "", "base64url").toString());
  const seconds = claim.exp - Date.now() / 1000;
  expect([seconds > 570, seconds <= 600]).toEqual([true, true]);
  const endingAt = (exp: number) => sign({ ...claim, exp }, TEST_SIGNING_SECRET);
  const now = Math.floor(Date.now() / 1000);
  const answer = async (by: Visitor, exp: number) =>
    by.post<Reply>("/api/auth/login/code", { challenge: await endingAt(exp), code: await codeOf(secret) }, ip);
  const late = await answer(visitor, now);
  expect([late.status, late.json.message]).toEqual([
    401,
    "This took too long. Please sign in again with your password.",
  ]);
  expect(await isIn(visitor)).toBe(false);
  expect((await answer(visitor, now + 60)).status).toBe(200);
  expect(await isIn(visitor)).toBe(true);
});

test("a trusted browser skips the code for thirty days, and not longer", async () => {
  const { email, ip, secret } = await protectedPerson();
  const { visitor, challenge } = await challenged(email, ip);
  const answer = { challenge, code: await codeOf(secret), trust: true };
  expect((await visitor.post("/api/auth/login/code", answer, ip)).status).toBe(200);
  const device = createHash("sha256")
    .update(visitor.cookies.get("device") ?? "")
    .digest("hex");
  const trusted = worker.db.prepare("SELECT expires_at FROM trusted_devices WHERE device_hash = ?").bind(device);
  const lives = Date.parse((await trusted.first<string>("expires_at")) ?? "") - Date.now();
  expect([lives > 30 * 86_400_000 - 60_000, lives <= 30 * 86_400_000]).toEqual([true, true]);
  const endsIn = (milliseconds: number) =>
    worker.db
      .prepare("UPDATE trusted_devices SET expires_at = ? WHERE device_hash = ?")
      .bind(new Date(Date.now() + milliseconds).toISOString(), device)
      .run();
  await endsIn(60_000);
  expect((await signIn(visitor, email, ip)).status).toBe(200);
  await endsIn(-1);
  expect((await signIn(visitor, email, ip)).status).toBe(202);
});

test("a recovery code signs in once and notifies the owner, and new codes replace the old", async () => {
  const { email, ip, secret, recoveryCodes } = await protectedPerson();
  const [first = "", second = ""] = recoveryCodes;
  const { visitor, challenge } = await challenged(email, ip);
  const typed = first.toLowerCase().replaceAll("-", " ");
  expect((await visitor.post("/api/auth/login/code", { challenge, code: typed }, ip)).status).toBe(200);
  expect((await visitor.post("/api/auth/login/code", { challenge, code: first }, ip)).status).toBe(400);
  expect((await visitor.get<Reply>("/api/auth/second-step")).json.recoveryCodesLeft).toBe(9);
  await expect
    .poll(async () => (await mailsTo(worker, email)).map(({ subject }) => subject))
    .toContain("A recovery code signed in to your Plenum account");
  const renewed = await visitor.post<Reply>("/api/auth/second-step/recovery-codes", {
    currentPassword: password,
    code: await codeOf(secret),
  });
  expect(renewed.json.recoveryCodes).toHaveLength(10);
  const later = await challenged(email, ip);
  const dead = await later.visitor.post("/api/auth/login/code", { challenge: later.challenge, code: second }, ip);
  expect(dead.status).toBe(400);
});

test("wrong codes are limited like wrong passwords, in any browser, and appear in the account's activity", async () => {
  const { email, ip } = await protectedPerson();
  const { challenge } = await challenged(email, ip);
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 12) {
    const from = stranger().ip;
    statuses.push((await worker.visitor().post("/api/auth/login/code", { challenge, code: "000000" }, from)).status);
  }
  expect(statuses.slice(0, 6)).toEqual([400, 400, 400, 400, 400, 400]);
  expect(statuses.at(-1)).toBe(429);
  const events = await worker.db
    .prepare(
      "SELECT e.kind FROM security_events e JOIN users u ON u.id = e.user_id WHERE u.email = ? AND e.kind IN ('second_step_failed', 'locked_out')",
    )
    .bind(email)
    .all<{ kind: string }>();
  expect(new Set(events.results.map(({ kind }) => kind))).toEqual(new Set(["second_step_failed", "locked_out"]));
});

test("a series of wrong codes sends the owner one email", async () => {
  const { email } = await protectedPerson();
  const userId = await worker.db.prepare("SELECT id FROM users WHERE email = ?").bind(email).first<string>("id");
  const { ctx, afterwards } = persistentCtx(worker.db);
  const mails = async () => {
    await worker.sweep();
    return (await mailsTo(worker, email)).filter(({ subject }) => subject.startsWith("Several wrong codes"));
  };
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const codes = new Set<unknown>();
  // Some of them must wait, and retry afterward.
  for (let times = 0; times < 40; times += 1)
    await acceptCode(ctx, userId ?? "", { typed: "000000", device: null }).catch(({ code }) => codes.add(code));
  expect(codes).toEqual(new Set(["invalid", "too_many_requests"]));
  await Promise.all(afterwards);
  log.mockRestore();
  await expect.poll(mails).toHaveLength(1);
});

test("a code is valid for its own 30 seconds; adjacent codes get their own message and lock no one out", async () => {
  const { email, ip, secret } = await protectedPerson();
  const { challenge } = await challenged(email, ip);
  const send = async (code: string) =>
    worker.visitor().post<Reply>("/api/auth/login/code", { challenge, code }, stranger().ip);
  for (let times = 0; times < 5; times += 1) expect((await send("000000")).status).toBe(400);
  await codeOf(secret);
  const step = stepAt(Date.now());
  const before = await send(await totpCode(secret, step - 1));
  expect([before.status, before.json.message]).toEqual([
    400,
    "That code has just changed. Enter the one your app shows now.",
  ]);
  const next = await send(await totpCode(secret, step + 1));
  expect([next.status, next.json.message]).toEqual([400, expect.stringContaining("not valid yet")]);
  expect((await send(await totpCode(secret, step - 2))).json.message).toContain("wrong or has expired");
  // The sixth failure: the next attempt must wait, even with the right code.
  expect((await send(await totpCode(secret, step))).status).toBe(429);
  const events = await worker.db
    .prepare(
      "SELECT e.detail FROM security_events e JOIN users u ON u.id = e.user_id WHERE u.email = ? AND e.detail IS NOT NULL",
    )
    .bind(email)
    .all();
  expect(events.results).toContainEqual({ detail: "A code that was no longer or not yet valid" });
});

test("only a few codes from other time steps go uncounted, and none of them signs in", async () => {
  const { email, ip, secret } = await protectedPerson();
  const { challenge } = await challenged(email, ip);
  const send = async (code: string) =>
    (await worker.visitor().post<Reply>("/api/auth/login/code", { challenge, code }, stranger().ip)).status;
  await codeOf(secret);
  const step = stepAt(Date.now());
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 20) statuses.push(await send(await totpCode(secret, step - 1)));
  // Three are taken back, six count, and the seventh must wait.
  expect(statuses).toEqual([...Array(9).fill(400), 429]);
});

test("a code from another time step does not turn on two-step verification", async () => {
  const { email, ip } = await activated(worker);
  const owner = worker.visitor();
  await signIn(owner, email, ip);
  const { secret } = (await owner.post<Reply>("/api/auth/second-step", { currentPassword: password })).json;
  const confirm = (code: string) => owner.post<Reply>("/api/auth/second-step/confirm", { code });
  await codeOf(secret);
  const step = stepAt(Date.now());
  expect((await confirm(await totpCode(secret, step - 1))).json.message).toContain("just changed");
  expect((await confirm(await totpCode(secret, step + 1))).json.message).toContain("not valid yet");
  expect((await owner.get<Reply>("/api/auth/second-step")).json.since).toBeNull();
  expect((await confirm(await totpCode(secret, step))).status).toBe(200);
});

test("turning off two-step verification takes the password and a code", async () => {
  const { email, ip, owner, secret } = await protectedPerson();
  const off = (body: object) => owner.post("/api/auth/second-step/turn-off", body);
  const code = await codeOf(secret);
  expect((await off({ currentPassword: "not-the-password", code })).status).toBe(400);
  expect((await off({ currentPassword: password, code: "000000" })).status).toBe(400);
  expect((await signIn(worker.visitor(), email, ip)).status).toBe(202);
  expect((await off({ currentPassword: password, code })).status).toBe(204);
  expect((await signIn(worker.visitor(), email, ip)).status).toBe(200);
  const left = await worker.db
    .prepare("SELECT count(*) AS n FROM recovery_codes r WHERE r.user_id NOT IN (SELECT user_id FROM second_steps)")
    .first<number>("n");
  expect(left).toBe(0);
});

test("adding a passkey beside an app takes the password and a code", async () => {
  const { owner, secret, recoveryCodes } = await protectedPerson();
  const start = (proof: object = {}) =>
    owner.post<Reply>("/api/auth/passkeys/options", { currentPassword: password, ...proof });
  const refused = await start();
  expect([refused.status, refused.json.message]).toEqual([400, "Enter a code, or use a passkey"]);
  const page = await owner.get("/profile/passkeys/new");
  expect(page.text).toContain("From your authenticator app, or a recovery code.");
  const code = await codeOf(secret);
  expect((await start({ currentPassword: "not-the-password", code })).status).toBe(400);
  expect((await start({ code: "000000" })).status).toBe(400);
  expect((await start({ code })).status).toBe(200);
  expect((await start({ code })).status).toBe(400);
  expect((await start({ code: recoveryCodes[0] })).status).toBe(200);
});

test("a person without their phone and recovery codes gets a link by email, and a code or the owner can stop the removal for three days", async () => {
  const { email, ip, owner, secret } = await protectedPerson();
  const { visitor, challenge } = await challenged(email, ip);
  expect((await visitor.post("/api/auth/login/code/lost", { challenge: "forged" }, ip)).status).toBe(401);
  expect((await visitor.post("/api/auth/login/code/lost", { challenge }, ip)).status).toBe(202);
  const token = await linkToken(worker, email, "/login/turn-off");
  expect((await owner.get<Reply>("/api/auth/second-step")).json.removalDueAt).toBeNull();
  expect((await visitor.get(`/login/turn-off?token=${token}`)).text).toContain("Turn off in 3 days");

  await worker.db.prepare("UPDATE users SET time_zone = 'Pacific/Honolulu' WHERE email = ?").bind(email).run();
  const remove = () => worker.visitor().post<Reply>("/api/auth/second-step/remove", { token }, ip);
  const requested = await remove();
  expect(requested.status, requested.text).toBe(200);
  expect((await remove()).json.dueAt).toBe(requested.json.dueAt);
  const due = formatDateTime(Date.parse(requested.json.dueAt), { zone: "Pacific/Honolulu", year: true, tag: true });
  const mailed = async () => (await mailsTo(worker, email)).map(({ text }) => text).join();
  await expect.poll(mailed).toContain(`will be turned off on ${due}.`);
  expect((await worker.visitor().post("/api/auth/second-step/remove", { token: `${token}x` }, ip)).status).toBe(400);
  const dayAhead = (days: number) => new Date(Date.parse(requested.json.dueAt) + days * 86_400_000);
  await worker.sweep(sweepAt(dayAhead(-1)));
  expect((await signIn(worker.visitor(), email, ip)).status).toBe(202);

  // They sign in with a code: it stays on.
  const code = await codeOf(secret);
  expect((await visitor.post("/api/auth/login/code", { challenge, code }, ip)).status).toBe(200);
  expect((await owner.get<Reply>("/api/auth/second-step")).json.removalDueAt).toBeNull();
  await remove();
  expect((await owner.post("/api/auth/second-step/keep")).status).toBe(204);
  expect((await owner.get<Reply>("/api/auth/second-step")).json.removalDueAt).toBeNull();

  await remove();
  await worker.db
    .prepare("UPDATE second_steps SET removal_due_at = '2020-01-01T00:00:00.000Z' WHERE removal_due_at IS NOT NULL")
    .run();
  await worker.sweep(sweepAt(new Date()));
  expect((await signIn(worker.visitor(), email, ip)).status).toBe(200);
  expect((await remove()).status).toBe(400);
});

test("setting up an app again cancels a scheduled removal", async () => {
  const { owner, recoveryCodes } = await protectedPerson();
  // As for a person with passkeys only, who asked for the removal.
  const passkeysOnly = "UPDATE second_steps SET takes_codes = 0, secret = '', removal_due_at = ? WHERE user_id = ?";
  await worker.db.prepare(passkeysOnly).bind("2099-01-01T00:00:00.000Z", owner.userId).run();
  const withCode = { currentPassword: password, code: recoveryCodes[0] };
  const { json } = await owner.post<Reply>("/api/auth/second-step", withCode);
  const confirmed = await owner.post<Reply>("/api/auth/second-step/confirm", { code: await codeOf(json.secret) });
  expect(confirmed.status, confirmed.text).toBe(200);
  expect((await owner.get<Reply>("/api/auth/second-step")).json.removalDueAt).toBeNull();
});

test("the removal link expires after ten minutes, and an expired one can be renewed with one click", async () => {
  const { email, ip, owner } = await protectedPerson();
  const { visitor, challenge } = await challenged(email, ip);
  expect((await visitor.post("/api/auth/login/code/lost", { challenge }, ip)).status).toBe(202);
  const token = await linkToken(worker, email, "/login/turn-off");
  expect((await mailsTo(worker, email))[0]?.text).toContain("expires in 10 minutes");
  const claim = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
  const lives = claim.exp - Date.now() / 1000;
  expect([lives > 9 * 60, lives <= 10 * 60]).toEqual([true, true]);

  const lateBy = (seconds: number) =>
    sign({ ...claim, exp: Math.floor(Date.now() / 1000) - seconds }, TEST_SIGNING_SECRET);
  const late = await lateBy(1);
  const refused = await worker.visitor().post<Reply>("/api/auth/second-step/remove", { token: late }, ip);
  expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining("has expired")]);
  expect((await owner.get<Reply>("/api/auth/second-step")).json.removalDueAt).toBeNull();
  const guest = worker.visitor();
  expect((await guest.get(`/login/turn-off?token=${late}`)).text).toContain("Email me a new link");
  const pressed = await guest.submit("/login/turn-off", { intent: "renew", token: late }, ip);
  expect([pressed.status, pressed.text.includes("We sent you a new link")]).toEqual([200, true]);
  const fresh = await linkToken(worker, email, "/login/turn-off", 2);
  const done = await guest.submit("/login/turn-off", { intent: "remove", token: fresh }, ip);
  expect(done.text).toContain("will be turned off");
  // A link from last week has no effect.
  const old = await lateBy(8 * 24 * 60 * 60);
  expect((await guest.get(`/login/turn-off?token=${old}`)).text).not.toContain("Email me a new link");
  expect((await guest.submit("/login/turn-off", { intent: "renew", token: old }, ip)).status).toBe(400);
});

/** The sweep checks it at ten past each hour. */
function sweepAt(day: Date): Date {
  const at = new Date(day);
  at.setUTCMinutes(10, 0, 0);
  return at;
}

test("the pages ask for the code after the password, then open the requested page", async () => {
  const { email, ip, secret } = await protectedPerson();
  const visitor = worker.visitor();
  const form = (fields: Record<string, string>) => {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.set(name, value);
    return made;
  };
  expect((await visitor.get("/login/code")).headers.get("location")).toBe("/login");
  const first = await visitor.post("/login", form({ email, password, from: "/profile" }), ip);
  expect([first.status, first.headers.get("location")]).toEqual([302, "/login/code?from=%2Fprofile"]);
  expect((await visitor.get("/profile")).headers.get("location")).toContain("/login");
  expect((await visitor.get("/login/code?from=%2Fprofile")).text).toContain("six digits");
  const wrong = await visitor.post("/login/code?from=%2Fprofile", form({ code: "000000" }), ip);
  expect([wrong.status, wrong.text.includes("This code is wrong")]).toEqual([400, true]);
  const right = await visitor.post(
    "/login/code?from=%2Fprofile",
    form({ code: await codeOf(secret), trust: "true" }),
    ip,
  );
  expect([right.status, right.headers.get("location")]).toEqual([302, "/profile"]);
  expect((await visitor.get("/profile")).text).toContain("10 recovery codes left");
  expect(visitor.cookies.get("second-step") ?? "").toBe("");
});

test("an Admin sees which members have two-step verification on, but not former members", async () => {
  const { admin, manager, orgId } = await worker.business();
  const shown = async () => (await admin.get("/system/user-managment")).text.split(">Two-step<").length - 1;
  const step = "INSERT INTO second_steps (user_id, secret, confirmed_at, created_at) VALUES (?, 'x', ?, ?)";
  await worker.db.prepare(step).bind(manager.userId, null, "2026-01-01T00:00:00.000Z").run();
  expect(await shown()).toBe(0);
  await worker.db.prepare("UPDATE second_steps SET confirmed_at = created_at").run();
  expect(await shown()).toBe(1);
  const leave = "UPDATE members SET status = 'disabled' WHERE org_id = ? AND user_id = ?";
  await worker.db.prepare(leave).bind(orgId, manager.userId).run();
  expect(await shown()).toBe(0);
});

import { expect, test } from "vitest";
import { create, type Passkey, use } from "#tests/support/authenticator";
import { linkToken, mailsTo } from "#tests/support/mailbox";
import { pageText } from "#tests/support/page-text";
import {
  addPasskey,
  beginPasskey,
  ownerWithPasskey,
  type PasskeyConditions,
  type PasskeyReply,
} from "#tests/support/passkeys";
import { goodPassword as password, signedIn } from "#tests/support/people";
import { codeOf } from "#tests/support/totp";
import type { Visitor } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";

const worker = await ownWorker();
const origin = worker.url.origin;

/** In the evening of the day before in the Midwest. */
const EVENING = "2026-11-21T02:00:00.000Z";

async function ask(by: Visitor, challenge?: string): Promise<PasskeyReply> {
  const { status, text, json } = await by.post<PasskeyReply>("/api/auth/login/passkey/options", { challenge });
  expect(status, text).toBe(200);
  return json;
}

async function enter(by: Visitor, passkey: Passkey, conditions: PasskeyConditions = {}) {
  const { options, token } = await ask(by);
  const response = await use(passkey, options, { origin, ...conditions });
  return by.post<PasskeyReply>("/api/auth/login/passkey", { token, response });
}

const isIn = async (by: Visitor) => (await by.get("/api/auth/profile")).status === 200;
const subjectsTo = async (email: string) => (await mailsTo(worker, email)).map(({ subject }) => subject);
const events = async (email: string) => {
  const { results } = await worker.db
    .prepare("SELECT e.kind FROM security_events e JOIN users u ON u.id = e.user_id WHERE u.email = ?")
    .bind(email)
    .all<{ kind: string }>();
  return results.map(({ kind }) => kind);
};

test("adding a passkey takes the password and notifies the owner, and the first one ends other sessions", async () => {
  const { email, ip, owner } = await signedIn(worker);
  const other = worker.visitor();
  await other.post("/api/auth/login", { email, password }, ip);
  const wrong = await owner.post<PasskeyReply>("/api/auth/passkeys/options", { currentPassword: "not-the-password" });
  expect([wrong.status, wrong.json.message]).toEqual([400, "This is not your current password"]);
  const { answer } = await addPasskey(worker, owner);
  expect(answer.status, answer.text).toBe(201);
  expect(answer.json.recoveryCodes).toHaveLength(10);
  expect([await isIn(owner), await isIn(other)]).toEqual([true, false]);
  const state = (await owner.get<PasskeyReply>("/api/auth/second-step")).json;
  expect([state.since !== null, state.takesCodes, state.recoveryCodesLeft]).toEqual([true, false, 10]);
  const second = await addPasskey(worker, owner, { name: "Security key", code: answer.json.recoveryCodes?.[0] });
  expect([second.answer.status, second.answer.json.recoveryCodes]).toEqual([201, null]);
  const { items } = (await owner.get<PasskeyReply>("/api/auth/passkeys")).json;
  expect(items.map(({ name, lastUsedAt }) => [name, lastUsedAt])).toEqual([
    ["Phone", null],
    ["Security key", null],
  ]);
  await expect.poll(() => subjectsTo(email)).toContain("A passkey was added to your Plenum account");
  expect(await events(email)).toEqual(expect.arrayContaining(["second_step_on", "passkey_added"]));
});

test("a passkey alone signs in and records when it was last used", async () => {
  const { passkey, owner } = await ownerWithPasskey(worker);
  const guest = worker.visitor();
  const { options } = await ask(guest);
  expect([options.rpId, options.allowCredentials]).toEqual([worker.url.hostname, []]);
  const answer = await enter(guest, passkey);
  expect(answer.status, answer.text).toBe(200);
  expect(await isIn(guest)).toBe(true);
  expect((await owner.get<PasskeyReply>("/api/auth/passkeys")).json.items[0]?.lastUsedAt).not.toBeNull();
});

test("a passkey is the second step after the password, for its owner only", async () => {
  const { email, ip, passkey } = await ownerWithPasskey(worker);
  const stranger = await ownerWithPasskey(worker);
  const guest = worker.visitor();
  const login = await guest.post<PasskeyReply>("/api/auth/login", { email, password }, ip);
  expect(login.status).toBe(202);
  const prompt = await ask(guest, login.json.challenge);
  expect(prompt.options.allowCredentials.map(({ id }) => id)).toEqual([passkey.id]);
  const foreign = await use(stranger.passkey, prompt.options, { origin });
  expect((await guest.post("/api/auth/login/passkey", { token: prompt.token, response: foreign })).status).toBe(400);
  // No app is set up, so no six-digit code is right.
  const code = await guest.post("/api/auth/login/code", { challenge: login.json.challenge, code: "123456" }, ip);
  expect(code.status).toBe(400);
  expect(await isIn(guest)).toBe(false);
  const response = await use(passkey, prompt.options, { origin });
  expect((await guest.post("/api/auth/login/passkey", { token: prompt.token, response })).status).toBe(200);
  expect(await isIn(guest)).toBe(true);
  expect((await guest.post("/api/auth/login/passkey/options", { challenge: "x.y" })).status).toBe(401);
});

test("a recovery code signs in a person who lost the passkey", async () => {
  const { email, ip, recoveryCodes } = await ownerWithPasskey(worker);
  const guest = worker.visitor();
  const { challenge } = (await guest.post<PasskeyReply>("/api/auth/login", { email, password }, ip)).json;
  const answer = await guest.post("/api/auth/login/code", { challenge, code: recoveryCodes[0] }, ip);
  expect(answer.status, answer.text).toBe(200);
});

const attacks: [string, PasskeyConditions][] = [
  ["from another site", { origin: "https://plenum.example.evil" }],
  ["for another domain", { rpId: "evil.example" }],
  ["without user verification", { isVerified: false }],
];
for (const [how, conditions] of attacks) {
  test(`a response ${how} is refused and logged`, async () => {
    const { email, passkey } = await ownerWithPasskey(worker);
    const guest = worker.visitor();
    const answer = await enter(guest, passkey, conditions);
    expect([answer.status, answer.json.message]).toEqual([
      400,
      "This passkey could not be used. Try again, or sign in with your password.",
    ]);
    expect(await isIn(guest)).toBe(false);
    await expect.poll(() => events(email)).toContain("passkey_failed");
  });

  test(`a passkey ${how} is not saved`, async () => {
    const { owner } = await signedIn(worker);
    const { answer } = await addPasskey(worker, owner, conditions);
    expect([answer.status, answer.json.message]).toEqual([400, "This passkey could not be added. Please try again."]);
    expect((await owner.get<PasskeyReply>("/api/auth/passkeys")).json.items).toEqual([]);
  });
}

test("a response works once, even if it is sent several times at once", async () => {
  const { passkey } = await ownerWithPasskey(worker);
  const guest = worker.visitor();
  const { options, token } = await ask(guest);
  const response = await use(passkey, options, { origin });
  const answers = await Promise.all([1, 2, 3].map(() => guest.post("/api/auth/login/passkey", { token, response })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  // Also with an authenticator that does not count.
  const { passkey: uncounted } = await ownerWithPasskey(worker);
  const next = await ask(guest);
  const zero = await use(uncounted, next.options, { origin, count: 0 });
  expect((await guest.post("/api/auth/login/passkey", { token: next.token, response: zero })).status).toBe(200);
  expect((await guest.post("/api/auth/login/passkey", { token: next.token, response: zero })).status).toBe(400);
});

test("a response is accepted only from the browser that requested it, for that purpose, within five minutes", async () => {
  const { passkey, owner, recoveryCodes } = await ownerWithPasskey(worker);
  const guest = worker.visitor();
  const { options, token } = await ask(guest);
  const response = await use(passkey, options, { origin });
  const elsewhere = worker.visitor();
  await ask(elsewhere);
  expect((await elsewhere.post("/api/auth/login/passkey", { token, response })).status).toBe(400);
  expect((await worker.visitor().post("/api/auth/login/passkey", { token, response })).status).toBe(400);
  const made = await beginPasskey(owner, recoveryCodes[0]);
  const forRegistration = await use(passkey, made.options, { origin });
  const swapped = await owner.post("/api/auth/login/passkey", { token: made.token, response: forRegistration });
  expect(swapped.status).toBe(400);
  for (const forged of [`${token}x`, "a.b", token.replace(/\.(.)/, (_, first) => `.${first === "A" ? "B" : "A"}`)])
    expect((await guest.post("/api/auth/login/passkey", { token: forged, response })).status).toBe(400);
  const [body = ""] = token.split(".");
  const claim: { exp: number } = JSON.parse(Buffer.from(body, "base64url").toString());
  expect(claim.exp - Date.now() / 1000).toBeLessThanOrEqual(300);
  expect((await guest.post("/api/auth/login/passkey", { token, response })).status).toBe(200);
});

test("an expired challenge is refused", async () => {
  const { passkey } = await ownerWithPasskey(worker);
  const guest = worker.visitor();
  const { options, token } = await ask(guest);
  const response = await use(passkey, options, { origin });
  const { challenge, ...rest } = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
  const { sign } = await import("~/domain/shared/secrets/tokens.server");
  const signed = (exp: number) => sign({ ...rest, challenge, exp }, "s".repeat(40));
  const now = Math.floor(Date.now() / 1000);
  const old = await guest.post<PasskeyReply>("/api/auth/login/passkey", { token: await signed(now - 1), response });
  expect([old.status, old.json.message]).toEqual([400, "This took too long or was already used. Please try again."]);
  expect((await guest.post("/api/auth/login/passkey", { token: await signed(now + 60), response })).status).toBe(200);
});

test("a counter that goes back or stays the same is refused, and the owner is notified", async () => {
  const { email, passkey } = await ownerWithPasskey(worker);
  const guest = worker.visitor();
  expect((await enter(guest, passkey, { count: 7 })).status).toBe(200);
  for (const count of [7, 3, 0]) expect((await enter(guest, passkey, { count })).status).toBe(400);
  await expect.poll(() => events(email)).toContain("passkey_copied");
  await expect.poll(() => subjectsTo(email)).toContain("A passkey for your Plenum account may have been copied");
  expect((await enter(guest, passkey, { count: 8 })).status).toBe(200);
});

test("a signature by another key, another person's handle and an unknown credential are refused", async () => {
  const [mine, theirs] = [await ownerWithPasskey(worker), await ownerWithPasskey(worker)];
  const guest = worker.visitor();
  const forged = { ...mine.passkey, keys: theirs.passkey.keys };
  expect((await enter(guest, forged)).status).toBe(400);
  expect((await enter(guest, { ...mine.passkey, userHandle: theirs.passkey.userHandle })).status).toBe(400);
  expect((await enter(guest, { ...mine.passkey, id: "dW5rbm93bg" })).status).toBe(400);
  expect(await isIn(guest)).toBe(false);
});

test("a credential belongs to one account, a registration to one session", async () => {
  const [first, second] = [await signedIn(worker), await signedIn(worker)];
  const prompt = await beginPasskey(first.owner);
  const { response } = await create(prompt.options, { origin });
  const stolen = await second.owner.post("/api/auth/passkeys", { token: prompt.token, name: "Mine", response });
  expect(stolen.status).toBe(400);
  const input = { token: prompt.token, name: "Phone", response };
  const added = await first.owner.post<PasskeyReply>("/api/auth/passkeys", input);
  expect(added.status).toBe(201);
  expect((await first.owner.post("/api/auth/passkeys", { ...input, name: "Again" })).status).toBe(400);
  const { answer } = await addPasskey(worker, first.owner, { name: "PHONE", code: added.json.recoveryCodes?.[0] });
  expect([answer.status, answer.json.message]).toEqual([
    400,
    "You already have a passkey with this name. Choose another",
  ]);
});

test("only their owner can rename and delete passkeys, and deleting takes the password", async () => {
  const { owner, id, email, recoveryCodes } = await ownerWithPasskey(worker);
  const stranger = await ownerWithPasskey(worker);
  expect((await owner.patch(`/api/auth/passkeys/${id}`, { name: "Work phone" })).status).toBe(204);
  expect((await owner.get<PasskeyReply>("/api/auth/passkeys")).json.items[0]?.name).toBe("Work phone");
  expect((await stranger.owner.patch(`/api/auth/passkeys/${id}`, { name: "Mine" })).status).toBe(404);
  const path = `/api/auth/passkeys/${id}/remove`;
  expect((await stranger.owner.post(path, { currentPassword: password })).status).toBe(404);
  expect((await owner.post(path, { currentPassword: "not-the-password" })).status).toBe(400);
  expect((await addPasskey(worker, owner, { name: "Security key", code: recoveryCodes[0] })).answer.status).toBe(201);
  const [, other] = (await owner.get<PasskeyReply>("/api/auth/passkeys")).json.items;
  expect((await owner.post(path, { currentPassword: password })).status).toBe(204);
  expect((await owner.get<PasskeyReply>("/api/auth/passkeys")).json.items).toMatchObject([{ id: other?.id }]);
  await expect.poll(() => subjectsTo(email)).toContain("A passkey was deleted from your Plenum account");
});

test("an authenticator app can be turned on and off independently of passkeys", async () => {
  const { email, ip, owner, passkey, recoveryCodes } = await ownerWithPasskey(worker);
  const withCode = { currentPassword: password, code: recoveryCodes[0] };
  const { secret } = (await owner.post<PasskeyReply>("/api/auth/second-step", withCode)).json;
  // Starting the setup does not turn it on.
  expect((await owner.get<PasskeyReply>("/api/auth/second-step")).json.takesCodes).toBe(false);
  expect((await owner.post("/api/auth/second-step/confirm", { code: await codeOf(secret) })).status).toBe(200);
  await worker.db.prepare("UPDATE second_steps SET last_step = 0").run();
  const guest = worker.visitor();
  const { challenge } = (await guest.post<PasskeyReply>("/api/auth/login", { email, password }, ip)).json;
  expect((await guest.post("/api/auth/login/code", { challenge, code: await codeOf(secret) }, ip)).status).toBe(200);
  await worker.db.prepare("UPDATE second_steps SET last_step = 0").run();
  const off = { currentPassword: password, code: await codeOf(secret) };
  expect((await guest.post("/api/auth/second-step/turn-off", off)).status).toBe(204);
  const state = (await guest.get<PasskeyReply>("/api/auth/second-step")).json;
  expect([state.since !== null, state.takesCodes]).toEqual([true, false]);
  await expect.poll(() => subjectsTo(email)).toContain("Your authenticator app is off");
  expect((await enter(worker.visitor(), passkey)).status).toBe(200);
});

test("turning off the app says that the passkeys stay", async () => {
  const { owner, recoveryCodes } = await ownerWithPasskey(worker);
  const withCode = { currentPassword: password, code: recoveryCodes[0] };
  const { secret } = (await owner.post<PasskeyReply>("/api/auth/second-step", withCode)).json;
  expect((await owner.post("/api/auth/second-step/confirm", { code: await codeOf(secret) })).status).toBe(200);
  await worker.db.prepare("UPDATE second_steps SET last_step = 0").run();
  const off = { currentPassword: password, code: await codeOf(secret) };
  expect((await owner.submit("/profile/two-step/off", off)).status).toBe(302);
  expect((await owner.get("/profile")).text).toContain("Your authenticator app is off. Your passkeys still work.");
});

test("a passkey satisfies a business's second-step rule for Admins, and the last one cannot be deleted", async () => {
  const { owner, id, recoveryCodes } = await ownerWithPasskey(worker, "Harbor Heating");
  const rule = "/api/auth/second-step/rule";
  expect((await owner.put(rule, { required: true, currentPassword: password })).status).toBe(204);
  expect((await owner.get("/api/customers")).status).toBe(200);
  const removed = await owner.post<PasskeyReply>(`/api/auth/passkeys/${id}/remove`, { currentPassword: password });
  expect([removed.status, removed.json.message]).toEqual([
    409,
    "Your business requires two-step verification for Admins, so it can't be turned off.",
  ]);
  expect((await addPasskey(worker, owner, { name: "Security key", code: recoveryCodes[0] })).answer.status).toBe(201);
  expect((await owner.post(`/api/auth/passkeys/${id}/remove`, { currentPassword: password })).status).toBe(204);
});

test("a person who lost every passkey and code gets in three days later, unless a passkey signs in first", async () => {
  const { email, ip, passkey, owner } = await ownerWithPasskey(worker);
  const lose = async () => {
    const guest = worker.visitor();
    const { challenge } = (await guest.post<PasskeyReply>("/api/auth/login", { email, password }, ip)).json;
    expect((await guest.post("/api/auth/login/code/lost", { challenge }, ip)).status).toBe(202);
    const token = await linkToken(worker, email, "/login/turn-off");
    expect((await guest.post("/api/auth/second-step/remove", { token }, ip)).status).toBe(200);
  };
  const threeDaysLater = async () => {
    await worker.db
      .prepare("UPDATE second_steps SET removal_due_at = '2020-01-01T00:00:00.000Z' WHERE removal_due_at IS NOT NULL")
      .run();
    // The sweep checks it at ten past each hour.
    const at = new Date();
    at.setUTCMinutes(10, 0, 0);
    await worker.sweep(at);
  };
  await lose();
  expect((await enter(worker.visitor(), passkey)).status).toBe(200);
  await threeDaysLater();
  expect((await worker.visitor().post("/api/auth/login", { email, password }, ip)).status).toBe(202);
  await lose();
  await threeDaysLater();
  expect((await worker.visitor().post("/api/auth/login", { email, password }, ip)).status).toBe(200);
  expect((await owner.get<PasskeyReply>("/api/auth/passkeys")).json.items).toEqual([]);
});

test("an account has at most 20 passkeys", async () => {
  const { owner, email } = await ownerWithPasskey(worker);
  const row = await worker.db.prepare("SELECT id FROM users WHERE email = ?").bind(email).first<{ id: string }>();
  const insert = worker.db.prepare(
    "INSERT INTO passkeys (user_id, id, credential_id, public_key, sign_count, transports, name, is_synced, created_at) VALUES (?1, ?2, ?2 || ?1, 'x', 0, '[]', ?2, 0, '2026-01-01T00:00:00.000Z')",
  );
  await worker.db.batch(Array.from({ length: 19 }, (_, at) => insert.bind(row?.id ?? "", `key ${at}`)));
  const refused = await owner.post<PasskeyReply>("/api/auth/passkeys/options", { currentPassword: password });
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "You can have at most 20 passkeys. Delete one that you no longer use.",
  ]);
  await expect(insert.bind(row?.id ?? "", "one more").run()).rejects.toThrow("too_many_passkeys");
});

test("the sign-in page accepts a passkey response and redirects to the requested page", async () => {
  const { passkey } = await ownerWithPasskey(worker);
  const guest = worker.visitor();
  const { options, token } = await ask(guest);
  const response = JSON.stringify(await use(passkey, options, { origin }));
  expect((await guest.submit("/login/passkey", { token, response: "no JSON", from: "" })).location).toBeNull();
  expect(await isIn(guest)).toBe(false);
  const answer = await guest.submit("/login/passkey", { token, response, from: "/profile" });
  expect([answer.status, answer.location]).toEqual([302, "/profile"]);
  expect(guest.cookies.has("passkey")).toBe(false);
  expect((await guest.get("/profile")).text).toContain("Phone");
});

test("the page after the password offers the passkey and a recovery code", async () => {
  const { email, ip } = await ownerWithPasskey(worker);
  const guest = worker.visitor();
  const login = await guest.submit("/login", { email, password }, ip);
  expect(login.location).toBe("/login/code");
  const page = await guest.get("/login/code");
  expect(page.text).toContain("Use your passkey");
  expect((await guest.get("/login/code?with=recovery")).text).toContain("Recovery code");
});

test("a session started with a passkey ends like any other", async () => {
  const { passkey, owner } = await ownerWithPasskey(worker);
  const guest = worker.visitor();
  await enter(guest, passkey);
  expect(await isIn(guest)).toBe(true);
  const form = { intent: "password", currentPassword: password, password: `${password}-2` };
  expect((await owner.submit("/profile", form)).status).toBe(200);
  expect(await isIn(guest)).toBe(false);
});

test("deleting an account deletes its passkeys", async () => {
  const { owner, passkey } = await ownerWithPasskey(worker);
  const deletion = { currentPassword: password, confirm: "DELETE" };
  expect((await owner.post("/api/auth/deletion", deletion)).status).toBe(202);
  const left = async () => {
    await worker.db.prepare("UPDATE account_deletions SET due_at = '2001-01-01'").run();
    await worker.sweep();
    return worker.db.prepare("SELECT count(*) AS n FROM passkeys WHERE credential_id = ?").bind(passkey.id).first("n");
  };
  await expect.poll(left).toBe(0);
  expect((await enter(worker.visitor(), passkey)).status).toBe(400);
});

test("My account names the days of a passkey and of two-step verification in the person's time zone", async () => {
  const { owner, email } = await ownerWithPasskey(worker);
  const run = (sql: string, ...values: string[]) =>
    worker.db
      .prepare(sql)
      .bind(...values)
      .run();
  await run("UPDATE users SET time_zone = 'America/Chicago' WHERE email = ?", email);
  await run(
    "UPDATE passkeys SET created_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)",
    EVENING,
    email,
  );
  await run(
    "UPDATE second_steps SET confirmed_at = ?1, removal_due_at = ?1 WHERE user_id = (SELECT id FROM users WHERE email = ?2)",
    EVENING,
    email,
  );
  const text = pageText((await owner.get("/profile")).text);
  expect(text).toContain("Added Nov 20, 2026");
  expect(text).toContain("With passkeys, since Nov 20, 2026");
  expect(text).toContain("It will be turned off on Nov 20, 2026.");
});

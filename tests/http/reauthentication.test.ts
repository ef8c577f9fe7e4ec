import { expect, test } from "vitest";
import { create, use } from "#tests/support/authenticator";
import { activated, goodPassword as password } from "#tests/support/people";
import { codeOf } from "#tests/support/totp";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { origin } = worker.url;

/** An Admin who signed in a while ago, and a coworker. */
async function office() {
  const person = await activated(worker, "Harbor Heating");
  const admin = worker.visitor();
  await admin.post("/api/auth/login", { email: person.email, password }, person.ip);
  const row = await worker.db
    .prepare(
      "SELECT m.org_id AS orgId, m.user_id AS userId FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = ?",
    )
    .bind(person.email)
    .first<{ orgId: string; userId: string }>();
  const { orgId = "", userId = "" } = row ?? {};
  const coworker = await worker.member(orgId, "Technician");
  await rest(userId);
  return { admin, orgId, userId, coworker: coworker.userId };
}

/** Eleven minutes pass without activity. */
async function rest(userId: string) {
  const before = new Date(Date.now() - 11 * 60_000).toISOString();
  await worker.db
    .prepare(
      "UPDATE sessions SET created_at = ?1, reauthenticated_at = CASE WHEN reauthenticated_at IS NULL THEN NULL ELSE ?1 END WHERE user_id = ?2",
    )
    .bind(before, userId)
    .run();
}

const rolesOf = (userId: string) =>
  worker.db.prepare("SELECT roles FROM members WHERE user_id = ?").bind(userId).first<string>("roles");

async function makeAdmin(admin: Visitor, userId: string, proof: Record<string, string> = {}) {
  const version = await worker.db
    .prepare("SELECT version FROM members WHERE user_id = ?")
    .bind(userId)
    .first("version");
  const form = { intent: "roles", version: String(version), roles: "Admin", ...proof };
  return admin.submit(`/system/user-managment/${userId}`, form);
}

test("an old session cannot change roles until the password is entered again", async () => {
  const { admin, coworker } = await office();
  expect((await admin.get(`/system/user-managment/${coworker}`)).text).toContain("You signed in a while ago.");
  const refused = await makeAdmin(admin, coworker);
  expect([refused.status, refused.text.includes("Confirm with your password that it’s you")]).toEqual([403, true]);
  expect((await makeAdmin(admin, coworker, { currentPassword: "not-the-password" })).status).toBe(400);
  expect(await rolesOf(coworker)).toBe('["Technician"]');
  expect((await makeAdmin(admin, coworker, { currentPassword: password })).status).toBe(302);
  expect(await rolesOf(coworker)).toBe('["Admin"]');
  // It is not asked again for a while.
  expect((await admin.get(`/system/user-managment/${coworker}`)).text).not.toContain("You signed in a while ago.");
});

test("an old session cannot change permissions or invite an Admin, but can invite others", async () => {
  const { admin, coworker } = await office();
  const permissions = { intent: "permissions", version: "1", permissions: "customers.write" };
  expect((await admin.submit(`/system/user-managment/${coworker}`, permissions)).status).toBe(403);
  const invite = (email: string, roles: string, proof = {}) =>
    admin.submit("/system/user-managment/invite", { email, firstName: "", lastName: "", roles, ...proof });
  expect((await invite("one@harbor.example", "Admin")).status).toBe(403);
  expect((await invite("two@harbor.example", "Technician")).status).toBe(302);
  expect((await invite("one@harbor.example", "Admin", { currentPassword: password })).status).toBe(302);
  expect((await admin.submit(`/system/user-managment/${coworker}`, permissions)).status).toBe(302);
});

test("connecting and disconnecting the card payment account needs a recent confirmation, in the API and on the page", async () => {
  const { admin } = await office();
  const path = "/api/billing/card-account";
  const keys = { secretKey: "sk_test_abcdefgh4242", webhookSecret: "whsec_abcdefgh" };
  const refused = await admin.put<{ reauthenticationRequired: boolean }>(path, keys);
  expect([refused.status, refused.json.reauthenticationRequired]).toEqual([403, true]);
  expect((await admin.delete(path)).status).toBe(403);
  expect((await admin.submit("/settings/billing/card-account", { intent: "connect", ...keys })).status).toBe(403);
  expect((await admin.post("/api/auth/proof", {})).status).toBe(400);
  expect((await admin.post("/api/auth/proof", { currentPassword: "not-the-password" })).status).toBe(400);
  expect((await admin.delete(path)).status).toBe(403);
  expect((await admin.post("/api/auth/proof", { currentPassword: password })).status).toBe(204);
  // Nothing is connected, which is reported only after the confirmation.
  expect((await admin.delete(path)).status).toBe(404);
});

test("ending one or all other sessions needs a recent confirmation", async () => {
  const person = await activated(worker, "Harbor Heating");
  const signedIn = async () => {
    const visitor = worker.visitor();
    await visitor.post("/api/auth/login", { email: person.email, password }, person.ip);
    return visitor;
  };
  const [here, second, third] = [await signedIn(), await signedIn(), await signedIn()];
  const userId = await worker.db.prepare("SELECT id FROM users WHERE email = ?").bind(person.email).first<string>("id");
  await rest(userId ?? "");
  const { items } = (await second.get<{ items: { id: string; current: boolean }[] }>("/api/auth/sessions")).json;
  const own = items.find(({ current }) => current)?.id;
  expect(
    (await here.delete<{ reauthenticationRequired: boolean }>(`/api/auth/sessions/${own}`)).json
      .reauthenticationRequired,
  ).toBe(true);
  const page = `/profile/sessions/${own}/end`;
  expect((await here.get(page)).text).toContain("You signed in a while ago.");
  expect((await here.submit(page, {})).status).toBe(403);
  expect((await here.submit("/profile/sessions/others/end", {})).status).toBe(403);
  expect((await here.submit(page, { currentPassword: "not-the-password" })).status).toBe(400);
  expect((await second.get("/api/auth/profile")).status).toBe(200);
  expect((await here.submit(page, { currentPassword: password })).status).toBe(302);
  expect([(await second.get("/api/auth/profile")).status, (await third.get("/api/auth/profile")).status]).toEqual([
    401, 200,
  ]);
  expect((await here.submit("/profile/sessions/others/end", {})).status).toBe(302);
  expect([(await third.get("/api/auth/profile")).status, (await here.get("/api/auth/profile")).status]).toEqual([
    401, 200,
  ]);
});

test("a code from the authenticator app counts as confirmation, once", async () => {
  const { admin, userId } = await office();
  const { secret } = (await admin.post<{ secret: string }>("/api/auth/second-step", { currentPassword: password }))
    .json;
  const code = () => codeOf(secret);
  await admin.post("/api/auth/second-step/confirm", { code: await code() });
  await worker.db.prepare("UPDATE second_steps SET last_step = 0 WHERE user_id = ?").bind(userId).run();
  await rest(userId);
  expect((await admin.post("/api/auth/proof", { code: "000000" })).status).toBe(400);
  const right = await code();
  expect((await admin.post("/api/auth/proof", { code: right })).status).toBe(204);
  expect((await admin.delete("/api/billing/card-account")).status).toBe(404);
  expect((await admin.post("/api/auth/proof", { code: right })).status).toBe(400);
});

interface Prompt {
  options: Parameters<typeof create>[0];
  token: string;
}

test("a passkey counts as confirmation in the session that requested it", async () => {
  const { admin, userId } = await office();
  expect((await admin.post("/api/auth/proof/options")).status).toBe(409);
  const made = (await admin.post<Prompt>("/api/auth/passkeys/options", { currentPassword: password })).json;
  const { passkey, response } = await create(made.options, { origin });
  await admin.post("/api/auth/passkeys", { token: made.token, name: "Phone", response });
  await rest(userId);
  const prompt = (await admin.post<Prompt>("/api/auth/proof/options")).json;
  const answer = { token: prompt.token, response: await use(passkey, prompt.options, { origin }) };
  const other = await office();
  expect((await other.admin.post("/api/auth/proof", { passkey: answer })).status).toBe(400);
  expect((await admin.post("/api/auth/proof", { passkey: answer })).status).toBe(204);
  expect((await admin.delete("/api/billing/card-account")).status).toBe(404);
  expect((await admin.post("/api/auth/proof", { passkey: answer })).status).toBe(400);
});

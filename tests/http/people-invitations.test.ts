import { expect, test } from "vitest";
import { newAccount } from "#tests/support/accounts";
import { hourAhead } from "#tests/support/clock";
import { linkToken, mailsTo } from "#tests/support/mailbox";
import { descriptionOf } from "#tests/support/page-text";
import { activated, goodPassword, stranger } from "#tests/support/people";
import { setUpTechnician, type TechnicianJson } from "#tests/support/technicians";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { hashPassword } from "~/domain/auth/password/passwords.server";

const worker = await testWorker();
const users = "/system/user-managment";

function invite(who: Visitor, email: string, roles: string[] = ["Technician"], more: Record<string, string> = {}) {
  return who.submit(`${users}/invite`, { email, roles, ...more });
}

async function invitationOf(email: string) {
  const row = await worker.db
    .prepare("SELECT id, org_id, status FROM invitations WHERE email = ?")
    .bind(email)
    .first<{ id: string; org_id: string; status: string }>();
  if (!row) throw new Error("no invitation");
  return row;
}

function accept(token: string, ip: Record<string, string>, visitor = worker.visitor()) {
  const person = { token, firstName: "Luis", lastName: "Ortega", password: goodPassword };
  return visitor.post<{ access_token: string }>("/api/auth/accept-invitation", person, ip);
}

test("an invited technician sets a name and password, is signed in and is added to the technicians", async () => {
  const { orgId, admin } = await worker.business("North Wind");
  const { email, ip } = stranger();
  expect((await invite(admin, email)).status).toBe(302);
  const token = await linkToken(worker, email, "/auth/accept-invitation");

  const shown = await worker.visitor().post<object>("/api/auth/validate-invitation", { token }, ip);
  expect(shown.json).toMatchObject({ email, roles: ["Technician"], organization: { name: "North Wind" } });
  const page = await worker.visitor().get(`/auth/accept-invitation?token=${token}`, { headers: ip });
  expect(page.text).toContain("Join North Wind");

  const visitor = worker.visitor();
  expect((await accept(token, ip, visitor)).status).toBe(200);
  expect((await visitor.get<object>("/api/auth/profile")).json).toMatchObject({
    firstName: "Luis",
    roles: ["Technician"],
    permissions: ["work_orders.read", "customers.read", "equipment.read", "inventory.read"],
    organization: { id: orgId },
    technicianId: expect.any(String),
  });
  expect((await visitor.get("/workorders")).status).toBe(200);
  expect(await invitationOf(email)).toMatchObject({ status: "accepted" });
  expect((await accept(token, ip)).status).toBe(400);
});

test("a technician set up before the invitation keeps the same row", async () => {
  const { orgId, admin } = await worker.business();
  const { email, ip } = stranger();
  await worker.db
    .prepare(
      "INSERT INTO technicians (org_id, id, first_name, last_name, email, status, created_at) VALUES (?, 'set-up', 'L', 'O', ?, 'pending_setup', ?)",
    )
    .bind(orgId, email, new Date().toISOString())
    .run();
  await invite(admin, email);
  const visitor = worker.visitor();
  await accept(await linkToken(worker, email, "/auth/accept-invitation"), ip, visitor);
  expect((await visitor.get<object>("/api/auth/profile")).json).toMatchObject({ technicianId: "set-up" });
  const row = await worker.db.prepare("SELECT status FROM technicians WHERE id = 'set-up'").first();
  expect(row).toEqual({ status: "active" });
});

test.each([
  [["Admin"], null, 0],
  [["Manager"], 27, 0],
  [["Manager", "Technician"], 27, 1],
])("an accepted invitation as %j sets the default permissions", async (roles, permissions, technicians) => {
  const { admin } = await worker.business();
  const { email, ip } = stranger();
  await invite(admin, email, roles);
  const visitor = worker.visitor();
  await accept(await linkToken(worker, email, "/auth/accept-invitation"), ip, visitor);
  const { json } = await visitor.get<{ roles: string[]; permissions: string[] | null }>("/api/auth/profile");
  expect(json.roles).toEqual(roles);
  expect(json.permissions?.length ?? null).toBe(permissions);
  const joined = await worker.db.prepare("SELECT count(*) AS n FROM technicians WHERE email = ?").bind(email).first();
  expect(joined).toEqual({ n: technicians });
});

test("inviting a member's address or one with a pending invitation is refused", async () => {
  const { admin, technician } = await worker.business();
  const text = "A user with this email already exists or has a pending invitation";
  const known = await invite(admin, `${technician.userId}@example.com`);
  expect([known.status, known.text.includes(text)]).toEqual([409, true]);
  const fresh = stranger().email;
  await invite(admin, fresh);
  const again = await invite(admin, fresh.toUpperCase());
  expect([again.status, again.text.includes(text)]).toEqual([409, true]);
});

test("an error in the invitation form is shown next to its field, and the input stays", async () => {
  const { admin, technician } = await worker.business();
  const known = `${technician.userId}@example.com`;
  for (const [email, roles, status, field, words] of [
    ["nobody", ["Manager"], 400, "email", "Please enter a valid email address"],
    ["", ["Manager"], 400, "email", "Please enter a valid email address"],
    [known, ["Manager"], 409, "email", "A user with this email already exists or has a pending invitation"],
  ] as const) {
    const answer = await invite(admin, email, [...roles]);
    expect(answer.status).toBe(status);
    expect(descriptionOf(answer.text, field)).toContain(words);
    if (email) expect(answer.text).toContain(`value="${email}"`);
  }
});

/** A signed-in household, and the token of an invitation to a business sent to its address. */
async function invitedHousehold(roles = ["Technician"]) {
  const business = await worker.business("North Wind");
  const { email, password, ip } = await activated(worker);
  const visitor = worker.visitor();
  await visitor.post("/api/auth/login", { email, password }, ip);
  expect((await invite(business.admin, email, roles)).status).toBe(302);
  return {
    ...business,
    email,
    password,
    ip,
    visitor,
    token: await linkToken(worker, email, "/auth/accept-invitation"),
  };
}

const join = (visitor: Visitor, token: string) =>
  visitor.post<{ message?: string; roles?: string[] }>("/api/auth/join-organization", { token });

test("inviting does not reveal whether the address has an account: same response, same email", async () => {
  const { admin } = await worker.business("North Wind");
  const fresh = stranger();
  const { email } = await activated(worker);
  const answers = await Promise.all([invite(admin, fresh.email), invite(admin, email)]);
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [302, ""],
    [302, ""],
  ]);
  const [one, other] = await Promise.all(
    [fresh.email, email].map(async (to) => {
      const token = await linkToken(worker, to, "/auth/accept-invitation");
      const [mail] = await mailsTo(worker, to);
      return `${mail?.subject}\n${mail?.text}`.replaceAll(token, "TOKEN");
    }),
  );
  expect(one).toBe(other);
});

test("a person with an account signs in and joins, keeping their password and household", async () => {
  const { admin, email, password, ip, visitor, token } = await invitedHousehold();
  const account = await newAccount(visitor);
  const guest = worker.visitor();
  const shown = await guest.post<object>("/api/auth/validate-invitation", { token }, ip);
  expect(shown.json).toMatchObject({ hasAccount: true });
  const page = await guest.get(`/auth/accept-invitation?token=${token}`, { headers: ip });
  expect(page.text).toContain("You already have a Plenum account");
  expect(page.text).not.toContain("Choose a password");
  // The link alone does not replace the account's password.
  expect((await accept(token, ip, guest)).status).toBe(409);
  expect((await join(guest, token)).status).toBe(401);
  const back = `/auth/accept-invitation?token=${token}`;
  const signedIn = await guest.submit("/login", { email, password, from: back }, ip);
  expect(signedIn.location).toBe(back);

  const joined = await visitor.submit("/auth/accept-invitation", { intent: "join", token });
  expect([joined.status, joined.location]).toEqual([302, "/technician/jobs/today"]);
  expect((await visitor.get<object>("/api/auth/profile")).json).toMatchObject({
    ...{ email, firstName: "Ada", roles: ["Technician"], organization: { name: "North Wind" } },
    technicianId: expect.any(String),
  });
  expect((await visitor.get<object[]>("/api/bank-accounts")).json).toMatchObject([{ id: account.id }]);
  expect((await admin.get<object[]>("/api/bank-accounts")).json).toEqual([]);
  expect((await admin.get("/api/audit-log?topic=people")).text).toContain('"joined"');
  expect((await worker.visitor().post("/api/auth/login", { email, password }, ip)).status).toBe(200);
  expect((await join(visitor, token)).status).toBe(400);
});

test("an invitation can be accepted only by the account it is for, once, and until it expires", async () => {
  const { email, visitor, token } = await invitedHousehold();
  const other = await activated(worker);
  const stray = worker.visitor();
  await stray.post("/api/auth/login", { email: other.email, password: other.password }, other.ip);
  const wrong = await join(stray, token);
  expect([wrong.status, wrong.json.message?.includes(email)]).toEqual([409, true]);
  const page = await stray.get(`/auth/accept-invitation?token=${token}`);
  expect([page.text.includes(`signed in as`), page.text.includes(other.email)]).toEqual([true, true]);
  const switched = await stray.submit(
    `/auth/sign-out?from=${encodeURIComponent(`/auth/accept-invitation?token=${token}`)}`,
    {},
  );
  expect(switched.location).toContain("/login?from=%2Fauth%2Faccept-invitation");

  const both = await Promise.all([join(visitor, token), join(visitor, token)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);

  const late = await invitedHousehold();
  await worker.db
    .prepare("UPDATE invitations SET expires_at = ? WHERE email = ?")
    .bind(new Date(Date.now() - 1).toISOString(), late.email)
    .run();
  expect((await join(late.visitor, late.token)).status).toBe(400);
});

test("a member has to leave their business before joining another, and the database allows only one", async () => {
  const [one, other] = [await worker.business("North Wind"), await worker.business("South Wind")];
  const email = `${one.manager.userId}@example.com`;
  expect((await invite(other.admin, email)).status).toBe(302);
  const token = await linkToken(worker, email, "/auth/accept-invitation");
  const refused = await join(one.manager, token);
  expect([refused.status, refused.json.message?.includes("Leave North Wind first")]).toEqual([409, true]);
  expect((await one.manager.get(`/auth/accept-invitation?token=${token}`)).text).toContain(
    "only one business at a time",
  );
  await expect(
    worker.db
      .prepare(
        "INSERT INTO members (org_id, user_id, roles, status, created_at) VALUES (?, ?, '[\"Manager\"]', 'active', ?)",
      )
      .bind(other.orgId, one.manager.userId, new Date().toISOString())
      .run(),
  ).rejects.toThrow("members.user_id");
  expect(await invitationOf(email)).toMatchObject({ status: "pending" });
});

test("a former member can join another business, and the old one cannot turn access back on or end their sessions", async () => {
  const [former, next] = [await worker.business("North Wind"), await worker.business("South Wind")];
  const person = former.manager;
  const member = `${users}/${person.userId}`;
  expect((await former.admin.submit(member, { intent: "disable", version: "1" })).status).toBe(302);
  const { userId } = await signedInAgain(person);
  const email = `${userId}@example.com`;
  expect((await invite(next.admin, email, ["Manager"])).status).toBe(302);
  expect((await join(person, await linkToken(worker, email, "/auth/accept-invitation"))).status).toBe(200);
  expect((await person.get<object>("/api/auth/profile")).json).toMatchObject({ organization: { id: next.orgId } });
  for (const intent of ["enable", "disable", "sessions"]) {
    expect((await former.admin.submit(member, { intent, version: "2" })).status).toBe(409);
  }
  expect((await person.get<object>("/api/auth/profile")).json).toMatchObject({ organization: { id: next.orgId } });
  expect((await former.admin.get("/api/audit-log?topic=people")).text).not.toContain(next.orgId);
});

test("a former member who is invited again gets the same membership back", async () => {
  const { admin, technician, technicianId } = await worker.business();
  const { userId } = technician;
  await worker.db
    .prepare("UPDATE members SET status = 'disabled', left_at = '2026-01-01' WHERE user_id = ?")
    .bind(userId)
    .run();
  const email = `${userId}@example.com`;
  expect((await invite(admin, email)).status).toBe(302);
  expect((await join(technician, await linkToken(worker, email, "/auth/accept-invitation"))).status).toBe(200);
  const profile = await technician.get<object>("/api/auth/profile");
  expect(profile.json).toMatchObject({ roles: ["Technician"], technicianId });
});

test.each([
  ["set up before", true],
  ["new", false],
])(
  "a technician who left joins another business as a technician, %s, and has the old record when back",
  async (_, isSetUp) => {
    const [former, next] = [await worker.business("North Wind"), await worker.business("South Wind")];
    const { technician: person, technicianId } = former;
    const email = `${person.userId}@example.com`;
    const leave = ({ orgId }: { orgId: string }) =>
      worker.db
        .prepare("UPDATE members SET status = 'disabled', left_at = '2026-01-01' WHERE org_id = ? AND user_id = ?")
        .bind(orgId, person.userId)
        .run();
    const joined = async (admin: Visitor, among: number) => {
      expect((await invite(admin, email)).status).toBe(302);
      const token = await linkToken(worker, email, "/auth/accept-invitation", among);
      expect((await join(person, token)).status).toBe(200);
      return (await person.get<{ technicianId: string | null }>("/api/auth/profile")).json;
    };
    await leave(former);
    if (isSetUp) await setUpTechnician(next.admin, { email });
    const profile = await joined(next.admin, 1);
    expect(profile).toMatchObject({ organization: { id: next.orgId }, technicianId: expect.any(String) });
    expect(profile.technicianId).not.toBe(technicianId);
    const { json } = await next.admin.get<TechnicianJson>(`/api/technicians/${profile.technicianId}`);
    expect(json).toMatchObject({ email, status: "active", hasAccount: true });
    await leave(next);
    expect(await joined(former.admin, 2)).toMatchObject({ organization: { id: former.orgId }, technicianId });
  },
);

/** Turning off access ends every session: the person signs in to their household again. */
async function signedInAgain(visitor: Visitor): Promise<Visitor> {
  const hash = await hashPassword(goodPassword);
  await worker.db.prepare("UPDATE users SET password_hash = ? WHERE id = ?").bind(hash, visitor.userId).run();
  const email = `${visitor.userId}@example.com`;
  await visitor.post("/api/auth/login", { email, password: goodPassword, household: true }, stranger().ip);
  return visitor;
}

test("two businesses can invite one address; once one invitation is accepted, the other is refused", async () => {
  const [one, other] = [await worker.business("One"), await worker.business("Other")];
  const { email, ip } = stranger();
  await invite(one.admin, email);
  const first = await linkToken(worker, email, "/auth/accept-invitation");
  expect((await invite(other.admin, email)).status).toBe(302);
  const second = await expect
    .poll(async () => (await mailsTo(worker, email)).length)
    .toBe(2)
    .then(() => linkToken(worker, email, "/auth/accept-invitation"));
  expect((await accept(first, ip)).status).toBe(200);
  expect((await accept(second, ip)).status).toBe(409);
});

test("a double click invites once", async () => {
  const { admin } = await worker.business();
  const { email } = stranger();
  const key = { idempotencyKey: "the-same-form-twice" };
  const answers = await Promise.all([
    invite(admin, email, ["Technician"], key),
    invite(admin, email, ["Technician"], key),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([302, 302]);
  await linkToken(worker, email, "/auth/accept-invitation");
  expect(await mailsTo(worker, email)).toHaveLength(1);
});

test("resending an invitation creates a new link and invalidates the old one", async () => {
  const { admin } = await worker.business();
  const { email, ip } = stranger();
  await invite(admin, email);
  const old = await linkToken(worker, email, "/auth/accept-invitation");
  const { id } = await invitationOf(email);
  expect((await admin.submit(users, { intent: "resend", id })).status).toBe(302);
  await expect.poll(async () => (await mailsTo(worker, email)).length).toBe(2);
  expect((await accept(old, ip)).status).toBe(400);
  expect((await accept(await linkToken(worker, email, "/auth/accept-invitation"), ip)).status).toBe(200);
  const late = await admin.submit(users, { intent: "resend", id });
  expect([late.status, late.text.includes("Invitation cannot be resent")]).toEqual([400, true]);
});

test("sending an invitation a fourth time within an hour is refused", async () => {
  await hourAhead();
  const { admin } = await worker.business();
  const { email } = stranger();
  await invite(admin, email);
  const { id } = await invitationOf(email);
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await admin.submit(users, { intent: "resend", id })).status);
  expect(statuses).toEqual([302, 302, 429]);
});

test("a canceled or expired invitation cannot be accepted", async () => {
  const { admin } = await worker.business();
  const [gone, late] = [stranger(), stranger()];
  await invite(admin, gone.email);
  await invite(admin, late.email);
  const { id } = await invitationOf(gone.email);
  expect((await admin.submit(users, { intent: "cancel", id })).status).toBe(302);
  expect((await accept(await linkToken(worker, gone.email, "/auth/accept-invitation"), gone.ip)).status).toBe(400);
  const again = await admin.submit(users, { intent: "cancel", id });
  expect([again.status, again.text.includes("Invitation cannot be cancelled")]).toEqual([400, true]);

  const token = await linkToken(worker, late.email, "/auth/accept-invitation");
  await worker.db
    .prepare("UPDATE invitations SET expires_at = ? WHERE email = ?")
    .bind(new Date(Date.now() - 1).toISOString(), late.email)
    .run();
  expect((await accept(token, late.ip)).status).toBe(400);
  expect((await admin.get(users)).text).toContain("Expired");
});

test("another business's invitation returns 404 like an unknown one", async () => {
  const [one, other] = [await worker.business("One"), await worker.business("Other")];
  const { email } = stranger();
  await invite(one.admin, email);
  const { id } = await invitationOf(email);
  for (const intent of ["resend", "cancel"]) {
    for (const each of [id, crypto.randomUUID()]) {
      const answer = await other.admin.submit(users, { intent, id: each });
      expect([answer.status, answer.text.includes("Invitation not found")]).toEqual([404, true]);
    }
  }
  expect(await invitationOf(email)).toMatchObject({ status: "pending" });
});

test("technicians.manage allows inviting and canceling technicians, but no higher role", async () => {
  const { manager, technician, admin } = await worker.business();
  const { email } = stranger();
  expect((await invite(manager, email)).status).toBe(302);
  const own = await invitationOf(email);
  expect((await manager.submit(users, { intent: "cancel", id: own.id })).status).toBe(302);
  for (const roles of [["Admin"], ["Manager"], ["Technician", "Manager"]]) {
    expect((await invite(manager, stranger().email, roles)).status).toBe(403);
  }
  expect((await invite(technician, stranger().email)).status).toBe(403);
  const boss = stranger().email;
  await invite(admin, boss, ["Admin"]);
  const { id } = await invitationOf(boss);
  for (const intent of ["resend", "cancel"]) {
    expect((await manager.submit(users, { intent, id })).status).toBe(403);
  }
});

test.each([
  ["nobody", ["Technician"]],
  ["a@b", ["Technician"]],
  ["ok@example.com", []],
  ["ok@example.com", ["Owner"]],
])("an invitation of %s as %j is refused", async (email, roles) => {
  const { admin } = await worker.business();
  expect((await invite(admin, email, roles)).status).toBe(400);
});

test("of more than a hundred pending invitations the latest are listed, and the screen says that there are earlier ones", async () => {
  const { admin, orgId } = await worker.business();
  await worker.db
    .prepare(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 101)
      INSERT INTO invitations (org_id, id, email, first_name, last_name, roles, token_hash, status, invited_by, created_at, sent_at, expires_at)
      SELECT ?1, 'i' || n, 'guest' || n || '@example.com', '', '', '["Technician"]', 'many' || ?1 || n, 'pending', ?2,
        printf('2026-01-01T00:%02d:%02d.000Z', n / 60, n % 60), '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z' FROM n`,
    )
    .bind(orgId, admin.userId)
    .run();
  const { text } = await admin.get(users);
  expect([text.includes("guest101@example.com"), text.includes(">guest1@example.com<")]).toEqual([true, false]);
  expect(text).toContain("These are the latest.");
});

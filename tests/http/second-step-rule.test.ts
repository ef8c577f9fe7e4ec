import { expect, test } from "vitest";
import { eventToken, listen, openLine } from "#tests/support/live";
import { attributes } from "#tests/support/page-text";
import { goodPassword, signedIn } from "#tests/support/people";
import { codeOf } from "#tests/support/totp";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const path = "/api/auth/second-step/rule";
const currentPassword = goodPassword;

interface Reply {
  message: string;
  required: boolean;
  adminsWithout: number;
}

const require = (by: Visitor, required: boolean) => by.put<Reply>(path, { required, currentPassword });

/** Turns on a user's own two-step verification. Tests may reuse the app's codes. */
async function turnOn(by: Visitor): Promise<string> {
  const { json } = await by.post<{ secret: string }>("/api/auth/second-step", { currentPassword });
  const confirmed = await by.post("/api/auth/second-step/confirm", { code: await codeOf(json.secret) });
  expect(confirmed.status, confirmed.text).toBe(200);
  await worker.db.prepare("UPDATE second_steps SET last_step = 0").run();
  return json.secret;
}

/** A business's Admin, and a second one, who also has a household. */
async function twoAdmins() {
  const [{ owner }, { owner: partner }] = [await signedIn(worker, "Harbor Heating"), await signedIn(worker)];
  const orgId = await worker.db
    .prepare("SELECT org_id FROM members WHERE user_id = ?")
    .bind(owner.userId)
    .first<string>("org_id");
  await worker.db
    .prepare(
      `INSERT INTO members (org_id, user_id, roles, permissions, status, created_at, copy_pending)
       VALUES (?, ?, '["Admin"]', NULL, 'active', ?, 1)`,
    )
    .bind(orgId, partner.userId, new Date().toISOString())
    .run();
  expect((await partner.get("/api/customers")).status).toBe(200);
  return { owner, partner, orgId: orgId ?? "" };
}

test("an Admin who requires two-step verification must have it on and enter the password", async () => {
  const { owner } = await twoAdmins();
  const early = await require(owner, true);
  expect([early.status, early.json.message]).toEqual([
    409,
    "Turn on two-step verification for yourself first, in your profile.",
  ]);
  await turnOn(owner);
  const wrong = await owner.put(path, { required: true, currentPassword: "not-the-password" });
  expect(wrong.status).toBe(400);
  expect((await owner.get<Reply>(path)).json).toEqual({ required: false, adminsWithout: 1 });
  expect((await require(owner, true)).status).toBe(204);
  expect((await owner.get<Reply>(path)).json).toEqual({ required: true, adminsWithout: 1 });
  const log = await owner.get<{ items: { action: string }[] }>("/api/audit-log?limit=5&topic=settings");
  expect(log.json.items[0]?.action).toBe("second_step_required");
});

test("an Admin without two-step verification has no access to the business, only to their household, until they turn it on", async () => {
  const { owner, partner } = await twoAdmins();
  await turnOn(owner);
  const line = await listen(worker, partner);
  const token = await eventToken(partner);
  await require(owner, true);

  const refused = await partner.get<Reply>("/api/customers");
  expect([refused.status, refused.json.message]).toEqual([
    403,
    "Harbor Heating requires two-step verification for Admins. Turn it on in your profile first.",
  ]);
  expect((await partner.post("/api/auth/event-token")).status).toBe(403);
  expect((await openLine(worker, { token })).status).toBe(401);
  await expect.poll(() => line.closedWith()).not.toBeNull();
  for (const page of ["/workorders", "/dashboard", "/settings", "/system/user-managment"]) {
    const answer = await partner.get(page);
    expect([page, answer.status, answer.location]).toEqual([page, 302, "/profile/two-step"]);
  }
  expect((await partner.get("/")).location).toBe("/profile/two-step");
  const dialog = await partner.get("/profile/two-step");
  expect(dialog.status).toBe(200);
  expect(dialog.text).toContain("Harbor Heating");
  expect((await partner.get("/api/expenses")).status).toBe(200);

  await turnOn(partner);
  expect((await partner.get("/api/customers")).status).toBe(200);
  expect((await partner.get("/workorders")).status).toBe(200);
});

test("after requiring it, the list of users stays on its page", async () => {
  const { owner } = await twoAdmins();
  await turnOn(owner);
  const list = "/system/user-managment?status=active";
  const [dialog = ""] = attributes((await owner.get(list)).text, "href").filter((href) => href.includes("/two-step"));
  expect(dialog).toBe("/system/user-managment/two-step?status=active");
  const saved = await owner.submit(dialog, { required: "true", currentPassword });
  expect([saved.status, saved.location]).toEqual([302, list]);
});

test("members who are not Admins can work without it", async () => {
  const { owner, orgId } = await twoAdmins();
  const manager = await worker.member(orgId, "Manager");
  await turnOn(owner);
  await require(owner, true);
  expect((await manager.get("/api/customers")).status).toBe(200);
  expect((await manager.get(path)).status).toBe(403);
  expect((await require(manager, false)).status).toBe(403);
});

test("an Admin cannot turn off two-step verification while it is required", async () => {
  const { owner } = await twoAdmins();
  const secret = await turnOn(owner);
  await require(owner, true);
  const change = async () => ({ currentPassword, code: await codeOf(secret) });
  const refused = await owner.post<Reply>("/api/auth/second-step/turn-off", await change());
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "Your business requires two-step verification for Admins, so it can't be turned off.",
  ]);
  expect((await require(owner, false)).status).toBe(204);
  expect((await owner.post("/api/auth/second-step/turn-off", await change())).status).toBe(204);
});

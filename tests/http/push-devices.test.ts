import { expect, test } from "vitest";
import { mailsTo } from "#tests/support/mailbox";
import { nextYear } from "#tests/support/next-year";
import { activated } from "#tests/support/people";
import { pushBrowser, vapidClaims } from "#tests/support/push";
import type { Visitor } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";

// The cron trigger runs here, which must not affect other files' to-dos.
const worker = await ownWorker();
const { admin, manager, technician, orgId } = await worker.business();

interface Devices {
  items: { id: string; name: string; lastSentAt: string | null; isThis: boolean }[];
  publicKey: string | null;
}

let addresses = 0;
const newAddress = (end = "") => {
  addresses += 1;
  return `https://push.example.com/send/${addresses}${end}`;
};
const devicesOf = async (who: Visitor) => (await who.get<Devices>("/api/push-devices")).json;
async function turnOn(who: Visitor, endpoint = newAddress()) {
  const browser = pushBrowser();
  const added = await who.post<{ id: string }>("/api/push-devices", {
    ...{ endpoint, expirationTime: null, keys: browser.keys },
  });
  expect(added.status, added.text).toBe(201);
  return { ...browser, endpoint, id: added.json.id };
}
async function sentTo(endpoint: string) {
  const { results } = await worker.db
    .prepare("SELECT headers, body FROM push_outbox WHERE endpoint = ? ORDER BY sent_at")
    .bind(endpoint)
    .all<{ headers: string; body: string }>();
  return results.map(({ headers, body }) => ({
    headers: new Headers(JSON.parse(headers)),
    body: Buffer.from(body, "base64url"),
  }));
}
async function due(who: Visitor, ...titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const made = await who.post<{ id: string }>("/api/todos", {
      ...{ title, dueOn: nextYear("2027-03-08"), dueAt: "15:00", reminderMinutes: 60, notes: "The gate code is 4711" },
    });
    expect(made.status, made.text).toBe(201);
    ids.push(made.json.id);
  }
  await worker.db
    .prepare("UPDATE todos SET remind_at = ? WHERE org_id = ? AND remind_at IS NOT NULL")
    .bind(new Date(Date.now() - 1000).toISOString(), orgId)
    .run();
  return ids;
}

test("a reminder is sent once to each of the person's devices, encrypted and with only the title", async () => {
  const [phone, laptop] = [await turnOn(manager), await turnOn(manager)];
  const stranger = await turnOn(technician);
  const [id] = await due(manager, "Call Ortega");
  await worker.sweep();
  await worker.sweep();
  for (const device of [phone, laptop]) {
    await expect.poll(async () => (await sentTo(device.endpoint)).length).toBe(1);
    const [sent] = await sentTo(device.endpoint);
    expect(device.readMessage(sent?.body ?? Buffer.alloc(0))).toEqual({
      ...{ title: "Reminder", body: "Call Ortega", path: `/todos/${id}/edit`, tag: `todo-${id}` },
    });
    const { claims, key } = vapidClaims(sent?.headers.get("authorization") ?? "");
    expect([claims.aud, key]).toEqual(["https://push.example.com", (await devicesOf(manager)).publicKey]);
  }
  await due(manager, "One", "Two", "Three", "Four");
  await worker.sweep();
  await expect.poll(async () => (await sentTo(phone.endpoint)).length).toBe(2);
  const [, several] = await sentTo(phone.endpoint);
  const { title, body, path } = phone.readMessage(several?.body ?? Buffer.alloc(0));
  expect([title, path]).toEqual(["4 to-dos are due", "/todos"]);
  expect(body.split("\n").at(-1)).toBe("and 1 more");
  expect(body).not.toContain("4711");
  expect(await sentTo(stranger.endpoint)).toEqual([]);
  expect((await devicesOf(manager)).items.every(({ lastSentAt }) => lastSentAt !== null)).toBe(true);
  const email = await worker.db
    .prepare("SELECT email FROM users WHERE id = ?")
    .bind(manager.userId)
    .first<string>("email");
  await expect.poll(async () => (await mailsTo(worker, email ?? "")).length).toBe(2);
});

test("endpoints and keys are not stored in plain text", async () => {
  const { endpoint, keys } = await turnOn(technician);
  const { results } = await worker.db.prepare("SELECT * FROM push_devices").all();
  const stored = JSON.stringify(results);
  for (const secret of [endpoint, keys.auth, keys.p256dh]) expect(stored).not.toContain(secret);
  expect(JSON.stringify(await devicesOf(technician))).not.toContain("push.example.com");
});

test("a device unknown to its push service is removed, and one whose service is busy is retried", async () => {
  const who = await worker.member(orgId, "Manager");
  const gone = await turnOn(who, newAddress("/gone"));
  const busy = await turnOn(who, newAddress("/busy"));
  await due(who, "Order filters");
  await worker.sweep();
  await expect.poll(async () => (await devicesOf(who)).items.map(({ id }) => id)).toEqual([busy.id]);
  const waiting = () =>
    worker.db
      .prepare(
        "SELECT last_error FROM identity_outbox WHERE topic = 'push' AND delivered_at IS NULL AND user_id = ? AND payload LIKE ?",
      )
      .bind(who.userId, `%${busy.id}%`)
      .first<string>("last_error");
  await expect.poll(waiting).toBe("push: refused (429)");
  expect(await sentTo(gone.endpoint)).toEqual([]);
});

test("signing out, or being signed out from elsewhere, removes the devices of that session", async () => {
  const { email, password, ip } = await activated(worker, "Push Air");
  const signIn = async () => {
    const visitor = worker.visitor();
    expect((await visitor.post("/api/auth/login", { email, password }, ip)).status).toBe(200);
    return visitor;
  };
  const [here, there] = [await signIn(), await signIn()];
  await turnOn(here);
  const other = await turnOn(there);
  expect((await devicesOf(here)).items.map(({ isThis }) => isThis)).toEqual([true, false]);
  await here.submit("/auth/sign-out", {});
  expect((await devicesOf(there)).items.map(({ id }) => id)).toEqual([other.id]);
  const third = await signIn();
  await third.submit("/profile/sessions/others/end", {});
  expect((await devicesOf(third)).items).toEqual([]);
});

test("signing in again in the same browser keeps its notifications on", async () => {
  const { email, password, ip } = await activated(worker, "Again Air");
  const visitor = worker.visitor();
  await visitor.post("/api/auth/login", { email, password }, ip);
  const { id } = await turnOn(visitor);
  expect((await visitor.post("/api/auth/login", { email, password }, ip)).status).toBe(200);
  expect((await devicesOf(visitor)).items.map((device) => [device.id, device.isThis])).toEqual([[id, true]]);
});

test("a new password keeps the notifications of its browser on, and ends those of the others", async () => {
  const { email, password, ip } = await activated(worker, "Password Air");
  const [here, there] = [worker.visitor(), worker.visitor()];
  for (const visitor of [here, there]) await visitor.post("/api/auth/login", { email, password }, ip);
  const { id } = await turnOn(here);
  await turnOn(there);
  const form = { intent: "password", currentPassword: password, password: "correct-horse-battery-9" };
  expect((await here.submit("/profile", form, ip)).status).toBe(200);
  expect((await devicesOf(here)).items.map((device) => [device.id, device.isThis])).toEqual([[id, true]]);
  expect((await there.get("/api/push-devices")).status).toBe(401);
});

test("a browser is one device, and the next person who uses it takes it over", async () => {
  const endpoint = newAddress();
  const first = await turnOn(admin, endpoint);
  const second = await turnOn(technician, endpoint);
  expect((await devicesOf(admin)).items.map(({ id }) => id)).not.toContain(first.id);
  expect((await devicesOf(technician)).items.map(({ id }) => id)).toContain(second.id);
});

test("another person's device is not found, and a person's own can be removed once", async () => {
  const { id } = await turnOn(technician);
  expect((await admin.delete(`/api/push-devices/${id}`)).status).toBe(404);
  expect((await technician.delete(`/api/push-devices/${id}`)).status).toBe(204);
  expect((await technician.delete(`/api/push-devices/${id}`)).status).toBe(404);
  expect((await worker.visitor().get("/api/push-devices")).status).toBe(401);
});

test.each([
  ["http://push.example.com/x", "endpoint"],
  ["https://169.254.169.254/x", "endpoint"],
  ["https://localhost/x", "endpoint"],
  [`https://push.example.com/${"x".repeat(1000)}`, "endpoint"],
])("%s is refused", async (endpoint, field) => {
  const refused = await technician.post<{ fields: object }>("/api/push-devices", {
    endpoint,
    keys: pushBrowser().keys,
  });
  expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]]);
});

test("keys of the wrong length and more than 20 devices are refused", async () => {
  const endpoint = newAddress();
  const short = { p256dh: "BAAA", auth: "AAAA" };
  const refused = await technician.post<{ fields: object }>("/api/push-devices", { endpoint, keys: short });
  expect([refused.status, Object.keys(refused.json.fields).sort()]).toEqual([400, ["keys.auth", "keys.p256dh"]]);
  const who = await worker.member(orgId, "Manager");
  for (let device = 0; device < 20; device += 1) await turnOn(who);
  const last = await who.post("/api/push-devices", { endpoint, keys: pushBrowser().keys });
  expect([last.status, last.text]).toEqual([409, expect.stringContaining("20 devices")]);
});

test("the account page lists devices with notifications, and a removed device disappears", async () => {
  const who = await worker.member(orgId, "Manager");
  const { id } = await turnOn(who);
  const shown = await who.get("/profile");
  expect(shown.text).toContain("Devices with notifications");
  await who.submit("/profile", { intent: "push", id });
  expect((await who.get("/profile")).text).not.toContain("Devices with notifications");
});

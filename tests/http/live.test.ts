import { expect, test } from "vitest";
import {
  announce,
  eventToken,
  expectClosed,
  heardUpTo,
  listen,
  openLine,
  publish,
  publishOneByOne,
} from "#tests/support/live";
import { activated } from "#tests/support/people";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

/** workerd evicts an object after ten seconds without work: this channel stays idle while the other tests run. */
async function leftAlone() {
  const { orgId, admin } = await worker.business();
  const line = await openLine(worker, { token: await eventToken(admin) });
  await publish(worker, orgId, ["before"]);
  return { orgId, line, asleepAt: Date.now() + 12_000 };
}
const alone = await leftAlone();

test("a change reaches every open screen of the business", async () => {
  const { orgId, admin, manager, technician } = await worker.business();
  const lines = await Promise.all([admin, manager, technician].map((person) => listen(worker, person)));
  expect(lines[0]?.frames).toEqual([{ type: "ready", seq: 0, quiet: null }]);
  await publish(worker, orgId, ["a"]);
  for (const line of lines) await expect.poll(line.heard).toEqual(["a"]);
});

test("another business does not receive a change", async () => {
  const north = await worker.business("North");
  const south = await worker.business("South");
  const [inside, outside] = await Promise.all([listen(worker, north.admin), listen(worker, south.admin)]);
  await publish(worker, north.orgId, ["a", "b"]);
  await expect.poll(inside.heard).toEqual(["a", "b"]);
  await publish(worker, south.orgId, ["c"]);
  await expect.poll(outside.heard).toEqual(["c"]);
  expect(inside.heard()).toEqual(["a", "b"]);
});

test("a ticket opens one connection", async () => {
  const { admin } = await worker.business();
  const token = await eventToken(admin);
  expect((await openLine(worker, { token })).status).toBe(101);
  expect((await openLine(worker, { token })).status).toBe(401);
});

test("when a ticket is used several times at once, only one connection opens", async () => {
  const { admin } = await worker.business();
  const token = await eventToken(admin);
  const lines = await Promise.all([1, 2, 3, 4].map(() => openLine(worker, { token })));
  expect(lines.map((line) => line.status).sort()).toEqual([101, 401, 401, 401]);
});

test("an expired ticket is rejected", async () => {
  const { admin } = await worker.business();
  const token = await eventToken(admin);
  const past = new Date(Date.now() - 1000).toISOString();
  await worker.db.prepare("UPDATE event_tokens SET expires_at = ?").bind(past).run();
  expect((await openLine(worker, { token })).status).toBe(401);
});

test.each([
  ["an empty ticket", ""],
  ["a made-up ticket", "made-up"],
  ["a ticket of 5,000 characters", "x".repeat(5000)],
])("a connection with %s is rejected", async (_what, token) => {
  expect((await openLine(worker, { token })).status).toBe(401);
});

test("a ticket becomes invalid with its session", async () => {
  const { admin } = await worker.business();
  const token = await eventToken(admin);
  await admin.post("/api/auth/sign-out");
  expect((await openLine(worker, { token })).status).toBe(401);
});

test.each(["https://evil.example", "null", "http://localhost.evil.example", null])(
  "a page from %s cannot connect and does not use up the ticket",
  async (origin) => {
    const { admin } = await worker.business();
    const token = await eventToken(admin);
    expect((await openLine(worker, { token, origin })).status).toBe(403);
    expect((await openLine(worker, { token })).status).toBe(101);
  },
);

test("tickets require permission to read work orders", async () => {
  const { orgId } = await worker.business();
  const blind = await worker.member(orgId, "Technician", ["customers.read"]);
  expect((await blind.post("/api/auth/event-token")).status).toBe(403);
  expect((await (await worker.household()).post("/api/auth/event-token")).status).toBe(403);
  expect((await worker.visitor().post("/api/auth/event-token")).status).toBe(401);
});

test("a plain GET explains that the endpoint is a WebSocket", async () => {
  const { admin } = await worker.business();
  const answer = await admin.get<{ message: string }>("/api/events?token=x");
  expect(answer.status).toBe(400);
  expect(answer.json.message).toContain("WebSocket");
});

test("signing out closes only that session's connections, at once", async () => {
  const { orgId, admin, manager } = await worker.business();
  const [ending, staying] = await Promise.all([listen(worker, admin), listen(worker, manager)]);
  await admin.post("/api/auth/sign-out");
  await publish(worker, orgId, ["a"]);
  await expect.poll(staying.heard).toEqual(["a"]);
  await expect.poll(() => ending.frames.at(-1)).toEqual({ type: "bye", seq: 0, code: 4401 });
  expect(ending.heard()).toEqual([]);
});

test("signing out with only the refresh cookie also closes the session's connections", async () => {
  const { email, password, ip } = await activated(worker, "Harbor Heating");
  const browser = worker.visitor();
  await browser.submit("/login", { email, password }, ip);
  const line = await listen(worker, browser);
  browser.cookies.delete("session");
  expect((await browser.post("/api/auth/sign-out", {}, ip)).status).toBe(204);
  await expect.poll(() => line.frames.at(-1)).toEqual({ type: "bye", seq: 0, code: 4401 });
});

test("removing a permission closes the connection at once and invalidates older tickets", async () => {
  const { orgId, admin, technician } = await worker.business();
  const line = await listen(worker, technician);
  const token = await eventToken(technician);
  const form = { intent: "permissions", userId: technician.userId, version: "1", permissions: ["customers.read"] };
  const changed = await admin.submit(`/system/user-managment/${technician.userId}`, form);
  expect(changed.status).toBe(302);
  await expectClosed(worker, line, { orgId, code: 4408 });
  expect((await openLine(worker, { token })).status).toBe(401);
});

test("an event reaches screens through the outbox once, even when delivered twice", async () => {
  const { orgId, admin } = await worker.business();
  const line = await listen(worker, admin);
  await announce(worker, orgId, ["a", "a", "b"]);
  await expect.poll(() => line.heard().toSorted()).toEqual(["a", "b"]);
  await publish(worker, orgId, ["a", "b", "c"]);
  await expect.poll(() => line.heard().at(-1)).toBe("c");
  expect(line.heard()).toHaveLength(3);
});

test("a change delivered twice is sent once", async () => {
  const { orgId, admin } = await worker.business();
  const line = await listen(worker, admin);
  await publish(worker, orgId, ["a", "a", "b", "a"]);
  await publish(worker, orgId, ["b", "c"]);
  await expect.poll(line.heard).toHaveLength(3);
  expect(line.heard().toSorted()).toEqual(["a", "b", "c"]);
  expect(line.frames.map((frame) => frame.seq)).toEqual([0, 1, 2, 3]);
});

test("a reconnecting screen receives missed changes in order before new ones", async () => {
  const { orgId, admin, manager } = await worker.business();
  const witness = await listen(worker, manager);
  const first = await listen(worker, admin);
  await publish(worker, orgId, ["a", "b"]);
  await expect.poll(first.heard).toHaveLength(2);
  first.close();
  await publish(worker, orgId, ids("missed", 40));
  await expect.poll(witness.heard).toHaveLength(42);
  const second = await listen(worker, admin, heardUpTo(first));
  expect([...first.heard(), ...second.heard()]).toEqual(witness.heard());
  await publish(worker, orgId, ["new"]);
  await expect.poll(() => second.heard().at(-1)).toBe("new");
});

test("a screen that missed more than 500 changes reloads", async () => {
  const { orgId, admin, manager } = await worker.business();
  const witness = await listen(worker, manager);
  await publish(worker, orgId, ids("e", 502));
  await expect.poll(witness.heard).toHaveLength(502);
  expect((await listen(worker, admin, 1)).frames).toEqual([{ type: "reload", seq: 502 }]);
  expect((await listen(worker, admin, 2)).heard()).toHaveLength(500);
});

test("a screen with an unknown sequence number reloads", async () => {
  const { admin } = await worker.business();
  expect((await listen(worker, admin, 77)).frames).toEqual([{ type: "reload", seq: 0 }]);
});

test("two hundred screens receive fifty changes in the same order, without loss or repetition", async () => {
  const { orgId, admin, manager, technician } = await worker.business();
  const people = [admin, manager, technician];
  const lines = await Promise.all(Array.from({ length: 200 }, (_, i) => listen(worker, people[i % 3] ?? admin)));
  await publish(worker, orgId, ids("e", 50));
  await expect.poll(() => lines.filter((line) => line.heard().length >= 50).length).toBe(lines.length);
  const order = lines[0]?.heard();
  expect(order?.toSorted()).toEqual(ids("e", 50).toSorted());
  for (const line of lines) expect(line.heard()).toEqual(order);
  for (const line of lines) line.close();
});

test("screens that reconnect during many changes miss nothing", async () => {
  const { orgId, admin, manager } = await worker.business();
  const witness = await listen(worker, manager);
  const pouring = publishOneByOne(worker, orgId, ids("e", 60));
  const heard: string[] = [];
  let upTo = 0;
  while (heard.length < 60) {
    const line = await listen(worker, admin, upTo);
    heard.push(...line.heard());
    upTo = heardUpTo(line);
    line.close();
  }
  await pouring;
  await expect.poll(witness.heard).toHaveLength(60);
  expect(heard).toEqual(witness.heard());
});

test("a ping gets a pong, and any other message closes the connection", async () => {
  const { admin } = await worker.business();
  const line = await listen(worker, admin);
  line.send("ping");
  await expect.poll(() => line.messages.at(-1)).toBe("pong");
  expect(line.closedWith()).toBeNull();
  line.send("hello");
  await expect.poll(line.closedWith).toBe(4400);
});

test("closing the connection completes the close handshake", async () => {
  const { admin } = await worker.business();
  const line = await listen(worker, admin);
  line.close();
  await expect.poll(line.closedWith).not.toBeNull();
  expect(line.closedWith()).not.toBe(1006);
});

test("a channel that hibernated still knows its connections", async () => {
  const { orgId, line, asleepAt } = alone;
  await expect.poll(() => Date.now() > asleepAt).toBe(true);
  await publish(worker, orgId, ["before", "after"]);
  await expect.poll(line.heard).toEqual(["before", "after"]);
});

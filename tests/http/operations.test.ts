import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { identityOutbox } from "#drizzle/schema/identity";
import { outbox } from "#drizzle/schema/platform";
import { operatorOf, secondsAgo } from "#tests/support/operations";
import { goodPassword } from "#tests/support/people";
import type { Visitor } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";
import { systemCtx } from "#worker/context";
import { watchRequests } from "#worker/watch";
import { hashPassword } from "~/domain/auth/password/passwords.server";
import type { CheckState } from "~/domain/operations/checks";
import type { Attention, Figures } from "~/domain/operations/figures";
import { deliver, sweepOutbox } from "~/domain/outbox/deliver.server";
import { TOPICS } from "~/domain/outbox/topics";

const operatorEmail = `operator-${randomUUID()}@example.com`;
// Every statement counts as slow, so that some are recorded.
const worker = await ownWorker({
  OPERATIONS_STAFF: `${operatorEmail.toUpperCase()}, second-${operatorEmail}`,
  SLOW_STATEMENT_MS: "0",
});
const { admin, manager, technician, orgId } = await worker.business();
const household = await worker.household();
const guest = worker.visitor();
const { operator, run, setSecondStep, read, addRow, clearOutboxes } = await operatorOf(worker, operatorEmail);

interface Refused {
  code: string;
  message: string;
}

const hourAgo = (hours: number) => `${new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 13)}:00:00.000Z`;

const outboxes = { outbox, identity_outbox: identityOutbox };

describe("access", () => {
  const nobodies: [string, Visitor][] = [
    ["an Admin of a business", admin],
    ["a Manager", manager],
    ["a technician", technician],
    ["a household", household],
  ];

  test.each(nobodies)("%s gets 404", async (_who, visitor) => {
    for (const path of ["/system/operations", "/system/operations/retry/mail", "/api/operations"]) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
    }
    expect((await visitor.post<Refused>("/api/operations/retries", { topic: "mail" })).status).toBe(404);
    expect((await visitor.submit("/system/operations/retry/mail", { topic: "mail" })).status).toBe(404);
    expect((await visitor.get("/profile")).text).not.toContain("/system/operations");
  });

  test("a guest has to sign in", async () => {
    const page = await guest.get("/system/operations");
    expect([page.status, page.location]).toEqual([302, expect.stringContaining("/login")]);
    expect((await guest.get("/api/operations")).status).toBe(401);
  });

  test("an API key has no access, not even one from an operator's own business", async () => {
    const own = await worker.business();
    await run(
      "UPDATE users SET email = ?, password_hash = ? WHERE id = ?",
      `second-${operatorEmail}`,
      await hashPassword(goodPassword),
      own.admin.userId,
    );
    const made = await own.admin.post<{ key: string }>("/api/api-keys", {
      ...{ name: "Everything", permissions: ["customers.write"], expires: "1_year", currentPassword: goodPassword },
    });
    const headers = { authorization: `Bearer ${made.json.key}` };
    expect((await guest.get("/api/customers", { headers })).status).toBe(200);
    expect((await guest.get("/api/operations", { headers })).status).toBe(403);
  });

  test("an operator without two-step verification is sent to set it up and can neither read nor retry", async () => {
    await setSecondStep(false);
    const failed = await addRow(orgId, { topic: "mail", side: "identity_outbox", failedAt: secondsAgo(60) });
    const page = await operator.get("/system/operations");
    expect([page.status, page.location]).toEqual([302, "/profile/two-step"]);
    const refused = await operator.get<Refused>("/api/operations");
    expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining("two-step verification")]);
    expect((await operator.post<Refused>("/api/operations/retries", { topic: "mail" })).status).toBe(403);
    const row = await worker.db.prepare("SELECT failed_at FROM identity_outbox WHERE id = ?").bind(failed).first();
    expect(row?.failed_at).not.toBeNull();
    await clearOutboxes();
    await setSecondStep(true);
  });

  test("an operator can open the page and has it in the menu", async () => {
    const page = await operator.get("/system/operations");
    expect(page.status).toBe(200);
    expect(page.text).toContain("Failed deliveries");
    expect((await operator.get("/profile")).text).toContain('href="/system/operations"');
  });
});

test("pending deliveries are counted by topic, with the overdue ones and the oldest", async () => {
  await clearOutboxes();
  const oldest = secondsAgo(3 * 3600);
  await addRow(orgId, { topic: "bank", createdAt: oldest, dueAt: secondsAgo(600), attempts: 3 });
  await addRow(orgId, { topic: "bank" });
  await addRow(orgId, { topic: "mail", side: "identity_outbox" });
  const { queues, isMoreWaiting, attention } = await read();
  expect(queues.find(({ topic }) => topic === "bank")).toEqual({
    ...{ topic: "bank", waiting: 2, retrying: 1, overdue: 1, oldestAt: oldest },
  });
  expect(queues.find(({ topic }) => topic === "mail")).toMatchObject({ waiting: 1, retrying: 0, overdue: 0 });
  expect(isMoreWaiting).toBe(false);
  expect(attention).toContainEqual({ section: "queues", message: "Bank sync: 1 overdue" });
  await clearOutboxes();
});

test("a delivery that is queued again but consumed by nothing stays overdue until it is attempted", async () => {
  await clearOutboxes();
  const id = await addRow(orgId, { topic: "mail", side: "identity_outbox", dueAt: secondsAgo(600) });
  await run("UPDATE identity_outbox SET payload = 'no mail' WHERE id = ?", id);
  const queue = { send: async () => {}, sendBatch: async () => {} };
  const env = {
    ...{ DIRECTORY: worker.db, [`TENANTS_${worker.db.shard}`]: worker.db, ENVIRONMENT: "test" },
    ...{ OUTBOX: queue, BANK: queue, CODE_HOSTS: queue, EXPORTS: queue },
    ...{ SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) },
  };
  const ctx = await systemCtx(env as never, () => {});
  const mails = async () => (await read()).queues.find(({ topic }) => topic === "mail");
  expect(await sweepOutbox(ctx, "identity")).toBe(1);
  expect(await mails()).toMatchObject({ waiting: 1, retrying: 0, overdue: 1 });
  await deliver(ctx, { side: "identity", id });
  expect(await mails()).toMatchObject({ waiting: 1, retrying: 1, overdue: 0 });
  await clearOutboxes();
});

test.each(["outbox", "identity_outbox"] as const)(
  "every topic of %s is counted, shown by its label and can be retried",
  async (side) => {
    await clearOutboxes();
    const topics = Object.entries(TOPICS).filter(([, topic]) => (topic.side === "tenants") === (side === "outbox"));
    expect(topics.map(([name]) => name).sort()).toEqual([...outboxes[side].topic.enumValues].sort());
    for (const [topic] of topics) {
      await addRow(orgId, { topic, side, createdAt: secondsAgo(3 * 3600) });
      await addRow(orgId, { topic, side, failedAt: secondsAgo(60) });
    }
    const { queues, deadLetters } = await read();
    const page = await operator.get("/system/operations");
    expect(page.status, page.text.slice(0, 500)).toBe(200);
    for (const [topic, { label }] of topics) {
      expect(queues).toContainEqual(expect.objectContaining({ topic, waiting: 1 }));
      expect(deadLetters).toContainEqual(expect.objectContaining({ topic, count: 1 }));
      expect(page.text).toContain(label);
      expect((await operator.get(`/system/operations/retry/${topic}`)).text).toContain(`of “${label}”?`);
    }
    await clearOutboxes();
  },
);

test("webhook deliveries are counted as pending, and as overdue if nothing is processing their endpoint", async () => {
  const since = secondsAgo(3 * 3600);
  const hook = (id: string, nextDeliveryAt: string, leaseUntil: string | null) =>
    run(
      `INSERT INTO webhook_endpoints (org_id, id, url, status, secret, next_delivery_at, lease, lease_until, created_by, created_at, updated_at)
       VALUES (?1, ?2, 'https://example.com/' || ?2, 'enabled', 'x', ?3, ?4, ?4, 'u', ?3, ?3)`,
      ...[orgId, id, nextDeliveryAt, leaseUntil],
    );
  // Queued by the sweep, without anything consuming the queue.
  await hook("left", secondsAgo(-240), null);
  await hook("worked-on", secondsAgo(600), secondsAgo(-60));
  for (const [endpoint, id, attempts, next] of [
    ["left", "a", 0, since],
    ["left", "b", 2, since],
    ["left", "d", 1, secondsAgo(-3600)],
    ["worked-on", "c", 1, since],
  ] as const)
    await run(
      `INSERT INTO webhook_deliveries (org_id, endpoint_id, id, event, record_id, changes, occurred_at, status, attempts, next_attempt_at)
       VALUES (?1, ?2, ?3, 'customer.created', 'r', '{}', ?4, 'pending', ?5, ?6)`,
      ...[orgId, endpoint, id, since, attempts, next],
    );
  const { queues, attention } = await read();
  expect(queues.find(({ topic }) => topic === "webhook")).toEqual({
    ...{ topic: "webhook", waiting: 4, retrying: 3, overdue: 2, oldestAt: since },
  });
  expect(attention).toContainEqual({ section: "queues", message: "Webhook: 2 overdue" });
  expect((await operator.get("/system/operations")).text).toContain("Webhook");
  await run("UPDATE webhook_endpoints SET lease_until = ? WHERE org_id = ?", secondsAgo(-60), orgId);
  // A failing endpoint of a business does not concern operators, however old the failure is.
  expect((await read()).attention.filter(({ message }) => message.startsWith("Webhook"))).toEqual([]);
  await run("DELETE FROM webhook_endpoints WHERE org_id = ?", orgId);
  await run("DELETE FROM webhook_deliveries WHERE org_id = ?", orgId);
});

test("permanently failed deliveries are grouped by topic and error, without personal data", async () => {
  await clearOutboxes();
  const latest = secondsAgo(5);
  for (const [error, failedAt] of [
    ["550 ada@example.com is unknown", secondsAgo(60)],
    ["550 grace@example.org is unknown", latest],
  ] as const)
    await addRow(orgId, { topic: "mail", side: "identity_outbox", error, failedAt });
  await addRow(orgId, { topic: "business_mail", error: null, failedAt: secondsAgo(60) });
  const answer = await operator.get<Figures & { attention: Attention[] }>("/api/operations");
  expect(answer.json.deadLetters).toEqual([
    { topic: "mail", error: "550 [email] is unknown", count: 2, latestAt: latest },
    expect.objectContaining({ topic: "business_mail", error: "unknown error", count: 1 }),
  ]);
  expect(answer.json.attention).toContainEqual({
    section: "dead-letters",
    message: "3 deliveries failed permanently",
  });
  for (const text of [answer.text, (await operator.get("/system/operations")).text]) {
    expect(text).not.toMatch(/ada@|grace@/);
    expect(text).not.toContain(orgId);
  }
  await clearOutboxes();
});

test("requests and server errors are totaled by the hour and over 30 days", async () => {
  await run("DELETE FROM request_hours");
  const add = (hour: string, requests: number, serverErrors: number) =>
    run("INSERT INTO request_hours VALUES (?, ?, ?, 0, 7, 3)", hour, requests, serverErrors);
  await add(hourAgo(2), 1000, 1);
  await add(hourAgo(48), 9000, 7);
  await add(hourAgo(24 * 31), 5000, 5000);
  const { hours, budget } = await read();
  expect(hours.find(({ hour }) => hour === hourAgo(2))).toEqual({
    ...{ hour: hourAgo(2), requests: 1000, serverErrors: 1, shed: 0, rowsRead: 7, rowsWritten: 3 },
  });
  // May include this test's own requests.
  expect(budget.requests).toBeGreaterThanOrEqual(10_000);
  expect(budget.requests).toBeLessThan(10_100);
  expect(budget).toMatchObject({ days: 30, targetPercent: 99.9, serverErrors: 8, allowed: 10, leftPercent: 20 });
  await run("DELETE FROM request_hours");
});

test("an isolate's first request records database sizes and slow statements, without parameters", async () => {
  const marked = randomUUID();
  expect((await manager.get(`/api/customers?q=${marked}`)).status).toBe(200);
  await expect
    .poll(async () => (await read()).databases)
    .toMatchObject([{ name: "DIRECTORY", limitBytes: 10_000_000_000 }, { name: "TENANTS_1" }, { name: "TENANTS_2" }]);
  const answer = await operator.get<Figures>("/api/operations");
  expect(answer.json.databases[0]?.bytes).toBeGreaterThan(100_000);
  expect(answer.json.slowStatements.map(({ statement }) => statement).join("\n")).toMatch(/ from /i);
  expect(answer.text).not.toContain(marked);
  expect(answer.text).not.toContain(manager.userId);
});

test("an isolate counts its requests and writes the counts once a minute, or sooner after a server error", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const start = Date.parse("2031-05-06T07:00:00.000Z");
  const env = {
    ...{ DIRECTORY: worker.databases.directory, TENANTS_2: worker.databases.shards.get("2") },
    ...{ ENVIRONMENT: "test", SLOW_STATEMENT_MS: "0" },
    ...{ SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) },
  };
  const writes: Promise<unknown>[] = [];
  const execution = { waitUntil: (write: Promise<unknown>) => void writes.push(write) };
  let status = 200;
  const handle = watchRequests(async (_request, { TENANTS_2 }) => {
    const session = TENANTS_2.withSession();
    await session.prepare("SELECT name FROM sqlite_schema WHERE name = ?").bind("parameter").all();
    await session.batch([session.prepare("SELECT 1 AS one"), session.prepare("SELECT 2 AS two")]);
    return new Response(null, { status });
  });
  const answerAt = async (seconds: number, path = "/dashboard") => {
    vi.setSystemTime(start + seconds * 1000);
    await handle(new Request(new URL(path, worker.url)), env as never, execution as never);
    await Promise.all(writes);
  };
  const counted = async () =>
    worker.db
      .prepare("SELECT requests, server_errors, shed FROM request_hours WHERE hour = '2031-05-06T07:00:00.000Z'")
      .first();
  try {
    await answerAt(0);
    expect(await counted()).toEqual({ requests: 1, server_errors: 0, shed: 0 });
    for (const path of ["/dashboard", "/workorders", "/api/ready", "/api/health"]) await answerAt(59, path);
    expect(writes).toHaveLength(1);
    await answerAt(60);
    expect(await counted()).toEqual({ requests: 4, server_errors: 0, shed: 0 });
    status = 503;
    await answerAt(69);
    expect(writes).toHaveLength(2);
    status = 500;
    await answerAt(70);
    expect(await counted()).toEqual({ requests: 6, server_errors: 2, shed: 1 });
    const texts = await worker.db
      .prepare("SELECT statement, runs FROM slow_statements WHERE last_at > '2031' AND statement LIKE 'SELECT%'")
      .all<{ statement: string; runs: number }>();
    expect(texts.results).toEqual(
      expect.arrayContaining([
        { statement: "SELECT name FROM sqlite_schema WHERE name = ?", runs: 8 },
        { statement: "SELECT 1 AS one", runs: 8 },
      ]),
    );
  } finally {
    vi.useRealTimers();
    await run("DELETE FROM slow_statements WHERE last_at > '2031'");
    await run("DELETE FROM request_hours WHERE hour > '2031'");
  }
});

test("the cron job checks everything that requests depend on, and its queue message comes back", async () => {
  await run("DELETE FROM check_results");
  await run("DELETE FROM request_hours");
  const unchecked = await read();
  expect(unchecked.checks.map(({ state }) => state)).toEqual(["never", "never", "never", "never"]);
  expect(unchecked.attention.filter(({ section }) => section === "checks")).toEqual([]);
  expect((await operator.get("/system/operations")).text).toContain("Not checked yet");
  const now = new Date();
  // A minute that ends in 1 or 6.
  await worker.sweep(new Date(Math.floor(now.getTime() / 300_000) * 300_000 + 60_000));
  const states = async () => (await read()).checks.map(({ name, state, error }) => [name, state, error]);
  await expect.poll(states).toEqual([
    ["database", "ok", null],
    ["queue", "ok", null],
    ["files", "ok", null],
    ["durable_object", "ok", null],
  ]);
  const { checks, attention } = await read();
  for (const { ms, passed, of } of checks) expect([typeof ms, passed, of]).toEqual(["number", 1, 1]);
  expect(attention.filter(({ section }) => section === "checks")).toEqual([]);
  expect(await worker.files("checks/")).toEqual([]);
});

test("a check that failed, is late or lost its queue message is described in plain words", async () => {
  await run("DELETE FROM check_results");
  const add = (name: string, at: string, result: string, error: string | null = null) =>
    run("INSERT INTO check_results (name, at, result, ms, error) VALUES (?, ?, ?, NULL, ?)", name, at, result, error);
  await add("files", secondsAgo(10), "failed", "no response within 10 seconds");
  await add("database", secondsAgo(3600), "ok");
  await add("queue", secondsAgo(300), "pending");
  const { checks, attention } = await read();
  const stateOf = (name: CheckState["name"]) => checks.find((check) => check.name === name)?.state;
  expect([stateOf("files"), stateOf("database"), stateOf("queue")]).toEqual(["failed", "late", "failed"]);
  expect(attention.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      "Files: failed (no response within 10 seconds)",
      "Database: no result for 15 minutes",
      "Queue: failed (did not come back within two minutes)",
      "Durable Object: never checked",
    ]),
  );
  const page = await operator.get("/system/operations");
  expect(page.text).toContain("Needs attention");
});

test.each(["1", "2"])("a migration missing only on shard %s counts as not applied", async (shard) => {
  const tenants = worker.on(shard);
  const last = await tenants
    .prepare("DELETE FROM d1_migrations WHERE name = (SELECT max(name) FROM d1_migrations) RETURNING *")
    .first<{ id: number; name: string; applied_at: string }>();
  try {
    const { migrations, attention } = await read();
    expect(migrations).toMatchObject({ isCurrent: false, expected: last?.name });
    expect(attention.map(({ message }) => message)).toContain(`The migration ${last?.name} is not applied`);
  } finally {
    await tenants
      .prepare("INSERT INTO d1_migrations (id, name, applied_at) VALUES (?, ?, ?)")
      .bind(last?.id, last?.name, last?.applied_at)
      .run();
  }
});

test("migrations and the key's id are shown, but never a key", async () => {
  const answer = await operator.get<Figures>("/api/operations");
  const { migrations, keys } = answer.json;
  expect(migrations).toMatchObject({ applied: migrations.expected, isCurrent: true });
  expect(keys).toEqual({ inUse: expect.stringMatching(/^[0-9a-f]{8}$/), previous: null });
  expect(answer.text).not.toContain("e".repeat(44));
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { hourAhead, zoneAt } from "#tests/support/clock";
import { operatorOf, secondsAgo } from "#tests/support/operations";
import { ownWorker } from "#tests/support/worker";

const operatorEmail = `operator-${randomUUID()}@example.com`;
const worker = await ownWorker({ OPERATIONS_STAFF: operatorEmail });
const { orgId } = await worker.business();
const { operator, run, read, addRow, clearOutboxes } = await operatorOf(worker, operatorEmail);

test("a retry asks for confirmation, resends the failed deliveries and is logged; a repeated request has no effect", async () => {
  await clearOutboxes();
  await run("DELETE FROM operator_actions");
  const id = await addRow(orgId, { topic: "mail", side: "identity_outbox", attempts: 8, failedAt: secondsAgo(60) });
  const other = await addRow(orgId, { topic: "bank", attempts: 8, failedAt: secondsAgo(60) });
  const dialog = await operator.get("/system/operations/retry/mail");
  expect(dialog.text).toContain("Retry 1 delivery of “Account email”?");
  const key = { "idempotency-key": randomUUID() };
  for (const _ of [1, 2]) {
    const answer = await operator.post<{ retried: number }>("/api/operations/retries", { topic: "mail" }, key);
    expect([answer.status, answer.json]).toEqual([200, { topic: "mail", retried: 1 }]);
  }
  const delivered = async () =>
    (await worker.db.prepare("SELECT delivered_at FROM identity_outbox WHERE id = ?").bind(id).first())?.delivered_at;
  await expect.poll(delivered).toEqual(expect.any(String));
  const left = await worker.db.prepare("SELECT failed_at FROM outbox WHERE id = ?").bind(other).first();
  expect(left?.failed_at).not.toBeNull();
  expect((await read()).actions).toEqual([
    { at: expect.any(String), operator: operatorEmail, action: "retry", topic: "mail" },
  ]);
  const submitted = await operator.submit("/system/operations/retry/mail", { topic: "nothing" });
  expect(submitted.status).toBe(400);
  expect((await operator.get("/system/operations/retry/nothing")).status).toBe(404);
  await clearOutboxes();
});

test("a retry puts failed exports and messages back to work", async () => {
  await clearOutboxes();
  const now = new Date().toISOString();
  const [threadId, messageId, exportId] = [randomUUID(), randomUUID(), randomUUID()];
  await worker.db.batch(
    [
      `INSERT INTO threads (org_id, id, kind, created_by, created_at) VALUES (?1, ?2, 'group', 'nobody', ?5)`,
      `INSERT INTO messages (org_id, thread_id, id, seq, number, author_kind, body, mentions, created_at, channel, sent_to, delivery, delivery_error)
       VALUES (?1, ?2, ?3, 1, 1, 'system', 'Hello', '[]', ?5, 'text', '+14145550100', 'failed', 'No answer')`,
      `INSERT INTO business_exports (org_id, id, status, requested_by, created_at, problem) VALUES (?1, ?4, 'failed', 'nobody', ?5, 'Stopped')`,
      `INSERT INTO outbox (id, org_id, topic, payload, created_at, due_at, failed_at)
       VALUES (?3, ?1, 'business_mail', json_object('message', json_object('orgId', ?1, 'messageId', ?3)), ?5, ?5, ?5)`,
      `INSERT INTO outbox (id, org_id, topic, payload, created_at, due_at, failed_at)
       VALUES (?4, ?1, 'export', json_object('of', 'business', 'owner', ?1, 'id', ?4, 'origin', 'https://example.com'), ?5, ?5, ?5)`,
    ].map((statement) => worker.db.prepare(statement).bind(orgId, threadId, messageId, exportId, now)),
  );
  for (const topic of ["business_mail", "export"]) {
    const { json } = await operator.post<{ retried: number }>("/api/operations/retries", { topic });
    expect([topic, json.retried]).toEqual([topic, 1]);
  }
  const one = (sql: string, id: string) => worker.db.prepare(sql).bind(id).first("state");
  await expect.poll(() => one("SELECT status AS state FROM business_exports WHERE id = ?", exportId)).toBe("ready");
  await expect.poll(() => one("SELECT delivery AS state FROM messages WHERE id = ?", messageId)).not.toBe("failed");
  await clearOutboxes();
});

test("a text that is retried in the customer's quiet hours waits until they end", async () => {
  await clearOutboxes();
  await hourAhead();
  const [threadId, messageId, yesterday] = [randomUUID(), randomUUID(), secondsAgo(86_400)];
  await run("UPDATE organizations SET time_zone = ? WHERE id = ?", zoneAt(12), orgId);
  await worker.db.batch(
    [
      `INSERT INTO message_settings (org_id, quiet_from, quiet_to, updated_at) VALUES (?1, '11:00', '15:00', ?4)`,
      `INSERT INTO threads (org_id, id, kind, created_by, created_at) VALUES (?1, ?2, 'group', 'nobody', ?4)`,
      `INSERT INTO messages (org_id, thread_id, id, seq, number, author_kind, body, mentions, created_at, channel, sent_to, delivery, delivery_error)
       VALUES (?1, ?2, ?3, 1, 2, 'system', 'Hello', '[]', ?4, 'text', '+14145550100', 'failed', 'No answer')`,
      `INSERT INTO outbox (id, org_id, topic, payload, created_at, due_at, failed_at)
       VALUES (?3, ?1, 'business_mail', json_object('message', json_object('orgId', ?1, 'messageId', ?3)), ?4, ?4, ?4)`,
    ].map((statement) => worker.db.prepare(statement).bind(orgId, threadId, messageId, yesterday)),
  );
  const { json } = await operator.post<{ retried: number }>("/api/operations/retries", { topic: "business_mail" });
  expect(json.retried).toBe(1);
  const message = () =>
    worker.db.prepare("SELECT delivery, send_at FROM messages WHERE id = ?").bind(messageId).first();
  await expect.poll(message).toEqual({ delivery: "queued", send_at: expect.any(String) });
  expect(Date.parse(String((await message())?.send_at))).toBeGreaterThan(Date.now() + 3_600_000);
  await clearOutboxes();
});

test("a shard that fails is named, and the others are shown and retried", async () => {
  await clearOutboxes();
  await addRow(orgId, { topic: "code_host", createdAt: secondsAgo(3 * 3600) });
  await addRow(orgId, { topic: "code_host", failedAt: secondsAgo(60) });
  const older = worker.databases.shards.get("1");
  const view = "SELECT sql FROM sqlite_schema WHERE name = 'absent_tenants'";
  const text = (await older?.prepare(view).first<string>("sql")) ?? "";
  await older?.prepare("DROP VIEW absent_tenants").run();
  try {
    const { failingShards, queues, attention, migrations } = await read();
    expect([failingShards, migrations.isCurrent]).toEqual([["1"], true]);
    expect(queues).toContainEqual(expect.objectContaining({ topic: "code_host", waiting: 1 }));
    const message = "Shard 1 can't be read and is not counted here";
    expect(attention).toContainEqual({ section: "database", message });
    const page = await operator.get("/system/operations");
    expect([page.status, page.text.includes("Shard 1 can&#x27;t be read")]).toEqual([200, true]);
    expect((await operator.get("/system/operations/retry/code_host")).text).toContain("Retry 1 delivery");
    const retried = await operator.post<{ retried: number }>("/api/operations/retries", { topic: "code_host" });
    expect([retried.status, retried.json.retried]).toEqual([200, 1]);
  } finally {
    await older?.prepare(text).run();
    await clearOutboxes();
  }
  expect((await read()).failingShards).toEqual([]);
});

test("a retry resends at most 100 deliveries, those that failed first", async () => {
  await clearOutboxes();
  await run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 130)
     INSERT INTO outbox (id, org_id, topic, payload, created_at, due_at, failed_at)
     SELECT 'many-' || i, ?1, 'code_host', '{}', ?2, ?2, printf('2026-01-01T00:00:00.%03dZ', i) FROM n`,
    ...[orgId, secondsAgo(60)],
  );
  expect((await operator.get("/system/operations/retry/code_host")).text).toContain("Retry 100 deliveries");
  const { json } = await operator.post<{ retried: number }>("/api/operations/retries", { topic: "code_host" });
  expect(json.retried).toBe(100);
  const first = await worker.db
    .prepare("SELECT id FROM outbox WHERE failed_at < '2026-02-01' ORDER BY failed_at")
    .first<{ id: string }>();
  expect(first?.id).toBe("many-101");
  await clearOutboxes();
});

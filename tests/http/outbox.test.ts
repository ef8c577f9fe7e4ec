import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { errorsLoggedDuring } from "#tests/support/logged-errors";
import { activated, stranger } from "#tests/support/people";
import { testWorker } from "#tests/support/worker";
import { consumeQueue } from "#worker/queues/outbox";
import type { OutboxRow } from "~/domain/providers";

const worker = await testWorker();
const resent: unknown[] = [];
const queue = { send: async (body: unknown) => void resent.push(body), sendBatch: async () => {} };
/** A shard whose database cannot be reached. */
const OUT_OF_REACH = "99";
const unreachable = new Proxy(worker.db, {
  get: (target, property) => {
    if (property === "prepare") throw new Error("D1_ERROR: Network connection lost.");
    return property === "withSession" ? () => unreachable : Reflect.get(target, property);
  },
});
const env = {
  DIRECTORY: worker.db,
  [`TENANTS_${worker.db.shard}`]: worker.db,
  [`TENANTS_${OUT_OF_REACH}`]: unreachable,
  OUTBOX: queue,
  BANK: queue,
  CODE_HOSTS: queue,
  EXPORTS: queue,
  ENVIRONMENT: "test",
  SIGNING_SECRET: "s".repeat(40),
  ENCRYPTION_KEY: "e".repeat(44),
};
const execution = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };

type Verdict = { acked: boolean; delaySeconds: number | null };

/** Passes the ids to the consumer like the platform; returns its verdict on each message. */
async function consume(name: string, ids: string[], side: "identity" | "tenants" = "identity"): Promise<Verdict[]> {
  return consumeRows(
    name,
    ids.map((id) => (side === "identity" ? { side, id } : { side, shard: worker.db.shard, id })),
  );
}

async function consumeRows(name: string, rows: OutboxRow[], attempts = 1): Promise<Verdict[]> {
  const verdicts = rows.map((): Verdict => ({ acked: false, delaySeconds: null }));
  const messages = rows.map((body, index) => ({
    body,
    id: body.id,
    timestamp: new Date(),
    attempts,
    ack: () => Object.assign(verdicts[index] ?? {}, { acked: true }),
    retry: (options?: { delaySeconds?: number }) => Object.assign(verdicts[index] ?? {}, options),
  }));
  const batch = { queue: name, messages, ackAll: () => {}, retryAll: () => {}, metadata: { metrics: {} } };
  await consumeQueue(batch as never, env as never, execution as never);
  return verdicts;
}

async function addRow(id: string, payload: string): Promise<void> {
  const now = new Date().toISOString();
  const statement = worker.db.prepare(
    "INSERT INTO identity_outbox (id, topic, payload, created_at, due_at) VALUES (?1, 'mail', ?2, ?3, ?3)",
  );
  await statement.bind(id, payload, now).run();
}

const rowOf = (id: string) =>
  worker.db
    .prepare("SELECT attempts, delivered_at, failed_at FROM identity_outbox WHERE id = ?")
    .bind(id)
    .first<{ attempts: number; delivered_at: string | null; failed_at: string | null }>();

const mail = JSON.stringify({ to: "ada@example.com", subject: "Hello", text: "Hello" });

test("a failed message is retried with growing delays and blocks no other", async () => {
  await addRow("broken", "no mail");
  await addRow("sound", mail);
  const [broken, sound] = await consume("plenum-outbox", ["broken", "sound"]);
  expect(broken).toEqual({ acked: false, delaySeconds: 60 });
  expect(sound).toEqual({ acked: true, delaySeconds: null });
  expect((await rowOf("sound"))?.delivered_at).not.toBeNull();
  const [again] = await consume("plenum-outbox", ["broken"]);
  expect(again).toEqual({ acked: false, delaySeconds: 120 });
  expect(await rowOf("broken")).toMatchObject({ attempts: 2, delivered_at: null, failed_at: null });
});

test.each(["plenum-outbox", "plenum-outbox-dead"])(
  "a database that cannot be reached delays only its own rows in %s, longer each time",
  async (name) => {
    const rows: OutboxRow[] = [
      { side: "tenants", shard: OUT_OF_REACH, id: "elsewhere" },
      { side: "identity", id: `after-${name}` },
    ];
    await addRow(`after-${name}`, mail);
    const logged = await errorsLoggedDuring(async () => {
      expect(await consumeRows(name, rows, 1)).toEqual([
        { acked: false, delaySeconds: 60 },
        { acked: true, delaySeconds: null },
      ]);
      expect(await consumeRows(name, rows.slice(0, 1), 4)).toEqual([{ acked: false, delaySeconds: 480 }]);
    });
    expect(logged.filter((message) => message.includes("Network connection lost"))).toHaveLength(2);
  },
);

test("rows waiting for a bank do not block the rows behind them", async () => {
  const { userId } = await worker.household();
  const { orgId } = await worker.business();
  const add = worker.db.prepare(
    "INSERT INTO outbox (id, org_id, user_id, topic, payload, created_at, due_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
  );
  const long = new Date(Date.now() - 86_400_000).toISOString();
  const bank = Array.from({ length: 250 }, (_, i) => add.bind(`${orgId}-bank-${i}`, null, userId, "bank", "{}", long));
  const mailed = JSON.stringify({
    mail: { to: `${orgId}@example.com`, subject: "Invoice", text: "Hello" },
    about: null,
  });
  await worker.db.batch([...bank, add.bind(orgId, orgId, null, "business_mail", mailed, new Date().toISOString())]);
  await worker.sweep();
  const delivered = worker.db.prepare("SELECT delivered_at FROM outbox WHERE id = ?").bind(orgId);
  await expect.poll(() => delivered.first("delivered_at")).not.toBeNull();
  await worker.db.prepare("DELETE FROM outbox WHERE user_id = ?").bind(userId).run();
});

test("a permanently failed row is marked failed, and a delivered row stays delivered", async () => {
  await addRow("given-up", "no mail");
  await addRow("late", mail);
  await consume("plenum-outbox", ["late"]);
  const dead = () => consume("plenum-outbox-dead", ["given-up", "late"]);
  expect(await errorsLoggedDuring(dead)).toEqual(["not delivered"]);
  expect((await rowOf("given-up"))?.failed_at).not.toBeNull();
  expect((await rowOf("late"))?.failed_at).toBeNull();
});

/** Passes the newest mail to someone to the dead-letter queue's consumer. */
async function giveUp(to: string): Promise<string> {
  const newest = worker.db
    .prepare("SELECT id FROM identity_outbox WHERE instr(payload, ?) > 0 ORDER BY id DESC LIMIT 1")
    .bind(to);
  const id = (await newest.first<string>("id")) ?? "";
  await worker.db
    .prepare(
      "UPDATE identity_outbox SET delivered_at = NULL, failed_at = ?2, last_error = 'mailbox unknown' WHERE id = ?1",
    )
    .bind(id, new Date().toISOString())
    .run();
  return id;
}

test("an undelivered invitation is marked in the lists until it is sent again", async () => {
  const { admin } = await worker.business();
  const other = await worker.business("Other Air");
  const { email } = stranger();
  expect((await admin.post("/api/technicians/invite", { email })).status).toBe(201);
  const [users, technicians] = ["/system/user-managment", "/technicians/invitations"];
  expect((await admin.get(users)).text).not.toContain("Not delivered");
  const id = await giveUp(email);
  for (const path of [users, technicians]) expect((await admin.get(path)).text, path).toContain("Not delivered");
  expect((await admin.get("/system/deliveries")).text).toContain("mailbox unknown");
  expect((await other.admin.get("/system/deliveries")).text).toContain("Everything was delivered");
  expect((await other.admin.submit("/system/deliveries", { intent: "retry", id })).status).toBe(404);
  const pending = await admin.get<{ items: { id: string }[] }>("/api/technicians/invitations/pending");
  await admin.post(`/api/technicians/invitations/${pending.json.items[0]?.id}/resend`);
  for (const path of [users, technicians]) expect((await admin.get(path)).text, path).not.toContain("Not delivered");
});

test("an undelivered account email is listed in the profile, where it can be retried, and not in another business's list", async () => {
  const { email, password, ip } = await activated(worker);
  const household = worker.visitor();
  await household.submit("/login", { email, password }, ip);
  const form = { intent: "password", currentPassword: password, password: "another-quiet-morning-9" };
  expect((await household.submit("/profile", form, ip)).status).toBe(200);
  const id = await giveUp(email);
  expect((await household.get("/profile")).text).toContain("mailbox unknown");
  const { admin } = await worker.business();
  expect((await admin.get("/system/deliveries")).text).not.toContain("mailbox unknown");
  expect((await household.submit("/profile", { intent: "retry", id })).status).toBe(302);
  await expect.poll(async () => (await rowOf(id))?.delivered_at).not.toBeNull();
});

test("a failed notification is not called an email in the profile", async () => {
  const household = await worker.household();
  const now = new Date().toISOString();
  await worker.db
    .prepare(
      `INSERT INTO identity_outbox (id, user_id, topic, payload, created_at, due_at, failed_at, last_error)
       VALUES (?1, ?2, 'push', '{}', ?3, ?3, ?3, 'no push service')`,
    )
    .bind(randomUUID(), household.userId, now)
    .run();
  expect((await household.get("/profile")).text).toContain("Push notification");
});

test("failed emails to a member's account are no longer the business's once the member has left", async () => {
  const { admin, manager, orgId } = await worker.business();
  const id = randomUUID();
  const now = new Date().toISOString();
  await worker.db
    .prepare(
      `INSERT INTO identity_outbox (id, user_id, topic, payload, created_at, due_at, failed_at, last_error)
       VALUES (?1, ?2, 'mail', ?3, ?4, ?4, ?4, 'mailbox unknown')`,
    )
    .bind(id, manager.userId, mail, now)
    .run();
  expect((await admin.get("/system/deliveries")).text).toContain("mailbox unknown");
  await worker.db
    .prepare("UPDATE members SET status = 'disabled', left_at = ?3 WHERE org_id = ?1 AND user_id = ?2")
    .bind(orgId, manager.userId, now)
    .run();
  expect((await admin.get("/system/deliveries")).text).not.toContain("mailbox unknown");
  expect((await admin.submit("/system/deliveries", { intent: "retry", id })).status).toBe(404);
  expect((await manager.get("/profile")).text).toContain("mailbox unknown");
});

test("a business's email carries its name and reply-to address, and a failure is shown to that business", async () => {
  const { admin, orgId } = await worker.business();
  const other = await worker.business("Other Air");
  const add = (id: string, payload: object) =>
    worker.db
      .prepare(
        "INSERT INTO outbox (id, org_id, topic, payload, created_at, due_at) VALUES (?1, ?2, 'business_mail', ?3, ?4, ?4)",
      )
      .bind(id, orgId, JSON.stringify(payload), new Date().toISOString())
      .run();
  const mailed = {
    to: `${orgId}@example.com`,
    subject: "Invoice",
    text: "Hello",
    fromName: "Air",
    replyTo: "a@b.example",
  };
  await add(`${orgId}-1`, { mail: mailed, about: null });
  await consume("plenum-outbox", [`${orgId}-1`], "tenants");
  const { json } = await admin.get<{ items: object[] }>("/dev/mailbox.json");
  const { fromName, replyTo, to } = mailed;
  expect(json.items).toContainEqual(expect.objectContaining({ to, fromName, replyTo, attachments: [] }));

  const attachments = [{ fileName: "a.pdf", contentType: "application/pdf", key: `invoices/${orgId}/gone` }];
  await add(`${orgId}-2`, { mail: { ...mailed, attachments }, about: null });
  await consume("plenum-outbox-dead", [`${orgId}-2`], "tenants");
  expect((await admin.get("/system/deliveries")).text).toContain("Email to a customer or supplier");
  expect((await other.admin.get("/system/deliveries")).text).toContain("Everything was delivered");
});

/** An export that failed after its last delivery. */
async function failedExport(orgId: string, requestedBy: string, status = "failed") {
  const id = randomUUID();
  const now = new Date().toISOString();
  const job = JSON.stringify({ of: "business", owner: orgId, id, origin: worker.url.origin });
  await worker.db.batch([
    worker.db
      .prepare(
        `INSERT INTO business_exports (org_id, id, status, requested_by, created_at, finished_at, expires_at, problem)
         VALUES (?1, ?2, ?3, ?4, ?5, ?5, '2100-01-01T00:00:00.000Z', 'The export stopped after several tries.')`,
      )
      .bind(orgId, id, status, requestedBy, now),
    worker.db
      .prepare(
        `INSERT INTO outbox (id, org_id, topic, payload, created_at, due_at, attempts, failed_at)
         VALUES (?1, ?2, 'export', ?3, ?4, ?4, 8, ?4)`,
      )
      .bind(id, orgId, job, now),
  ]);
  const state = () => worker.db.prepare("SELECT status FROM business_exports WHERE id = ?").bind(id).first("status");
  return { id, state };
}

test("retrying an export's failed delivery finishes the export", async () => {
  const { admin, orgId } = await worker.business();
  const { id, state } = await failedExport(orgId, admin.userId);
  expect((await admin.submit("/system/deliveries", { intent: "retry", id })).status).toBe(302);
  await expect.poll(state, { timeout: 60_000 }).toBe("ready");
});

test("an export that has expired, or is followed by another one, cannot be retried", async () => {
  const { admin, orgId } = await worker.business();
  const over = await failedExport(orgId, admin.userId, "expired");
  const refused = await admin.submit("/system/deliveries", { intent: "retry", id: over.id });
  expect([refused.status, refused.text.includes("start a new export")]).toEqual([409, true]);
  const first = await failedExport(orgId, admin.userId);
  const now = new Date().toISOString();
  await worker.db
    .prepare(
      "INSERT INTO business_exports (org_id, id, status, requested_by, created_at) VALUES (?, ?, 'queued', ?, ?)",
    )
    .bind(orgId, randomUUID(), admin.userId, now)
    .run();
  expect((await admin.submit("/system/deliveries", { intent: "retry", id: first.id })).status).toBe(409);
  expect(await first.state()).toBe("failed");
  expect((await admin.get("/system/deliveries")).text).toContain("Data export");
});

test("of more than a hundred failed deliveries the last ones are listed, and the screen says that there are earlier ones", async () => {
  const { admin, orgId } = await worker.business();
  await worker.db
    .prepare(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 101)
      INSERT INTO identity_outbox (id, org_id, topic, payload, created_at, due_at, failed_at, last_error)
      SELECT 'failed ' || ?1 || n, ?1, 'mail', '{}', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z',
        printf('2026-01-01T00:%02d:%02d.000Z', n / 60, n % 60), 'mailbox ' || n || ' unknown' FROM n`,
    )
    .bind(orgId)
    .run();
  const { text } = await admin.get("/system/deliveries");
  expect([text.includes("mailbox 101 unknown"), text.includes("mailbox 1 unknown")]).toEqual([true, false]);
  expect(text).toContain("Earlier ones are listed once these are retried.");
});

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ask } from "#tests/support/chat";
import { activated } from "#tests/support/people";
import { systemCtxOf } from "#tests/support/tenant-moves";
import { Visitor } from "#tests/support/visitor";
import { startWorker, type TestWorker } from "#tests/support/worker";
import type { Attention, Figures } from "~/domain/operations/figures";
import { findOnShards } from "~/domain/shared/shards.server";

const CLOSED = "2";
const folder = mkdtempSync(join(inject("databases"), "closed-"));
const operatorEmail = `operator-${randomUUID()}@example.com`;
let worker: TestWorker;
let operator: Visitor;
const feeds = { open: "", closed: "" };
const orgs = { open: "", closed: "" };
/** Works for the business on the open shard, and has the household on the closed one. */
let member: Visitor;
let conversationId = "";

/** The same browser, at the Worker that runs now. */
const now = (visitor: Visitor) => {
  const moved = new Visitor(worker.url, visitor.userId);
  for (const [name, value] of visitor.cookies) moved.cookies.set(name, value);
  return moved;
};

beforeAll(async () => {
  worker = await startWorker({}, folder);
  for (const [name, shard] of [
    ["open", "1"],
    ["closed", CLOSED],
  ] as const) {
    const { admin, orgId } = await worker.business(name, shard);
    const made = await admin.post("/api/calendar-feeds", { kind: "maintenance" });
    expect(made.status, made.text).toBe(201);
    const { items } = (await admin.get<{ items: { address: string }[] }>("/api/calendar-feeds")).json;
    feeds[name] = new URL(items[0]?.address ?? "").pathname;
    orgs[name] = orgId;
  }
  member = await worker.household(CLOSED);
  await worker.db
    .prepare(
      "INSERT INTO members (org_id, user_id, roles, status, created_at) VALUES (?, ?, '[\"Admin\"]', 'active', ?)",
    )
    .bind(orgs.open, member.userId, new Date().toISOString())
    .run();
  ({ conversationId } = await ask(member, "find customer Ortega"));
  operator = await worker.household();
  await worker.db.batch([
    worker.db.prepare("UPDATE users SET email = ? WHERE id = ?").bind(operatorEmail, operator.userId),
    worker.db
      .prepare(
        "INSERT INTO second_steps (user_id, secret, takes_codes, confirmed_at, created_at) VALUES (?1, '', 0, ?2, ?2)",
      )
      .bind(operator.userId, new Date().toISOString()),
  ]);
  await worker.stop();
  worker = await startWorker({ CLOSED_SHARDS: CLOSED, OPERATIONS_STAFF: operatorEmail }, folder);
  operator = now(operator);
  member = now(member);
});

afterAll(async () => {
  await worker.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a link of a business on an open shard opens while another shard is closed", async () => {
  const feed = await worker.visitor().get(feeds.open);
  expect([feed.status, feed.text.slice(0, 15)]).toEqual([200, "BEGIN:VCALENDAR"]);
});

test("a link of a business on the closed shard gets 503 with the time to try again", async () => {
  const feed = await worker.visitor().get(feeds.closed);
  expect([feed.status, feed.headers.get("retry-after")]).toEqual([503, "30"]);
});

test("the operators' page shows the open shards and says which one is closed", async () => {
  const page = await operator.get("/system/operations");
  expect(page.status).toBe(200);
  const message = "Shard 2 is closed for maintenance and not counted here";
  expect(page.text).toContain(message);
  const { json } = await operator.get<Figures & { attention: Attention[] }>("/api/operations");
  expect(json.closedShards).toEqual([CLOSED]);
  expect(json.migrations.isCurrent).toBe(true);
  expect(json.attention).toContainEqual({ section: "database", message });
});

test("failed deliveries on open shards can be retried while another shard is closed", async () => {
  await worker
    .on("1")
    .prepare(
      `INSERT INTO outbox (id, org_id, topic, payload, created_at, due_at, failed_at)
       VALUES ('left', ?, 'code_host', '{}', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    )
    .bind(orgs.open)
    .run();
  expect((await operator.get("/system/operations/retry/code_host")).text).toContain("Retry 1 delivery");
  const { json } = await operator.post<{ retried: number }>("/api/operations/retries", { topic: "code_host" });
  expect(json.retried).toBe(1);
});

test("the checks pass and the public sees coverage while a shard is closed", async () => {
  // A minute that ends in 1 or 6.
  await worker.sweep(new Date(Math.floor(Date.now() / 300_000) * 300_000 + 60_000));
  const { json } = await operator.get<Figures>("/api/operations");
  expect(json.checks.find(({ name }) => name === "database")).toMatchObject({ state: "ok" });
  expect((await worker.visitor().get("/api/coverage")).status).toBe(200);
});

test("a conversation about a business on an open shard opens while the shard of the household is closed", async () => {
  expect((await member.get(`/api/chat/conversations/${conversationId}`)).status).toBe(200);
  const unknown = await member.get(`/api/chat/conversations/${randomUUID()}`);
  expect([unknown.status, unknown.headers.get("retry-after")]).toEqual([503, "30"]);
});

test.each([
  ["a household", undefined],
  ["a business", "New Air"],
])("%s that signs up is placed on an open shard", async (_who, organizationName) => {
  const { email } = await activated(worker, organizationName);
  const user = await worker.db.prepare("SELECT id, shard FROM users WHERE email = ?").bind(email).first();
  expect(user?.shard).toBe("1");
  const business = worker.db
    .prepare("SELECT o.shard FROM members m JOIN organizations o ON o.id = m.org_id WHERE m.user_id = ?")
    .bind(user?.id);
  expect(await business.first("shard")).toBe(organizationName ? "1" : null);
});

test("nobody can sign up while all shards are closed, and the link stays valid", async () => {
  const closed = await startWorker({ CLOSED_SHARDS: "1,2" });
  try {
    await expect(activated(closed)).rejects.toThrow(
      /503 .*No new accounts can be set up during maintenance\. Try again in a few minutes\./,
    );
    expect(await closed.db.prepare("SELECT count(*) AS n FROM signups").first("n")).toBe(1);
  } finally {
    await closed.stop();
  }
});

test("a shard that fails does not hide what another one finds, and is reported if none finds it", async () => {
  const shards = new Map(worker.databases.shards);
  const broken = () => {
    throw new Error("network connection lost");
  };
  // Guarantee: a session is all that is taken from it.
  shards.set("1", { withSession: () => ({ prepare: broken, batch: broken, getBookmark: () => null }) } as never);
  const ctx = systemCtxOf({ ...worker, databases: { ...worker.databases, shards } });
  const find = (orgId: string) =>
    findOnShards(ctx, ({ db }) =>
      db.all<{ orgId: string }>(sql`SELECT id AS orgId FROM tenant_organizations WHERE id = ${orgId}`),
    );
  expect(await find(orgs.closed)).toEqual({ orgId: orgs.closed });
  expect(ctx.shards.shardOf(orgs.closed)).toBe(CLOSED);
  await expect(find(orgs.open)).rejects.toThrow();
});

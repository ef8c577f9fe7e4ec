import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { demoPassword, seedDemo } from "#drizzle/seed/demo";
import { nextYear } from "#tests/support/next-year";
import {
  moveRow,
  NO_TRACES,
  PowerCut,
  requestMove,
  rowsOn,
  runUntilMoved,
  systemCtxOf,
  type Tenant,
  tracesOn,
} from "#tests/support/tenant-moves";
import type { Answer, Visitor } from "#tests/support/visitor";
import { addCustomer, seedWorkOrders } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";
import { runMove } from "~/domain/operations/tenant-moves/run.server";
import type { MoveView } from "~/domain/operations/tenant-moves/tenant-move";
import { deliver } from "~/domain/outbox/deliver.server";
import type { OutboxRow } from "~/domain/providers";
import { BUSY } from "~/domain/shared/errors";
import { findOnShards } from "~/domain/shared/shards.server";

const operatorEmail = `operator-${randomUUID()}@example.com`;
const worker = await ownWorker({ OPERATIONS_STAFF: operatorEmail });
const operator = await worker.household();
const { directory } = worker.databases;

beforeAll(async () => {
  const now = new Date().toISOString();
  await directory.prepare("UPDATE users SET email = ? WHERE id = ?").bind(operatorEmail, operator.userId).run();
  await directory
    .prepare(
      "INSERT INTO second_steps (user_id, secret, takes_codes, confirmed_at, created_at) VALUES (?1, '', 0, ?2, ?2)",
    )
    .bind(operator.userId, now)
    .run();
  await seedDemo(worker.db, new Date());
});

const MOVES = "/api/operations/moves";

const on = (shard: string) => {
  const db = worker.databases.shards.get(shard);
  if (!db) throw new Error(`no shard ${shard}`);
  return db;
};

const signIn = async (email: string): Promise<Visitor> => {
  const visitor = worker.visitor();
  const answer = await visitor.post("/api/auth/login", { email, password: demoPassword });
  expect(answer.status, answer.text).toBe(200);
  return visitor;
};

const ended = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const { json } = await operator.get<MoveView>(`/api/operations/moves/${id}`);
      expect(json, JSON.stringify(json)).toMatchObject({ status });
      return json;
    },
    { timeout: 120_000, interval: 200 },
  );

interface Refused {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
}

test("only operators with a recent confirmation can move a tenant, which must exist, to another existing shard", async () => {
  const { admin, orgId } = await worker.business();
  const input = { kind: "business", tenantId: orgId, toShard: "1" };
  const move = await requestMove(worker, { kind: "household", id: randomUUID() }, ["2", "1"]);
  for (const path of [
    "/system/operations/moves/new",
    `/system/operations/moves/${move}/cancel`,
    `/api/operations/moves/${move}`,
  ])
    expect((await admin.get(path)).status, path).toBe(404);
  expect((await admin.post(MOVES, input)).status).toBe(404);
  expect((await admin.post(`/api/operations/moves/${move}/cancel`)).status).toBe(404);
  expect((await worker.visitor().post(MOVES, input)).status).toBe(401);
  const refusals: [object, number, object][] = [
    [{ ...input, tenantId: randomUUID() }, 400, { fields: { tenantId: ["There is no business with this id."] } }],
    [{ ...input, kind: "household" }, 400, { fields: { tenantId: ["There is no household with this id."] } }],
    [{ ...input, toShard: "9" }, 400, { fields: { toShard: ["Shard not found"] } }],
    [{ ...input, toShard: "2" }, 400, { fields: { toShard: ["The business is already on this shard."] } }],
    [{ ...input, tenantId: "x" }, 400, { fields: { tenantId: [expect.stringContaining("Enter the id")] } }],
  ];
  for (const [body, status, answer] of refusals) {
    const refused = await operator.post<Refused>(MOVES, body);
    expect(refused.status, refused.text).toBe(status);
    expect(refused.json).toMatchObject(answer);
  }
  await directory
    .prepare("UPDATE sessions SET created_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?")
    .bind(operator.userId)
    .run();
  expect((await operator.post<Refused>(MOVES, input)).status).toBe(403);
  await directory
    .prepare("UPDATE sessions SET created_at = ? WHERE user_id = ?")
    .bind(new Date().toISOString(), operator.userId)
    .run();
  await directory.prepare("DELETE FROM tenant_moves WHERE id = ?").bind(move).run();
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

/** The answer of the Worker once it has capacity: with two busy writers, a busy machine's refuses some requests, as apps know. */
async function whenAdmitted<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503 || !answer.text.includes(BUSY)) return answer;
    await pause();
  }
}

/** Writes until it is stopped; requests refused because of the move are retried, as apps do. */
function writer(visitor: Visitor, name: string) {
  const state = { on: true, acknowledged: [] as string[], moving: 0 };
  const done = (async () => {
    for (let n = 0; state.on; n += 1) {
      const key = { "idempotency-key": randomUUID() };
      const body = { customerType: "residential", firstName: name, lastName: `Number ${n}` };
      for (;;) {
        const answer = await whenAdmitted(() => visitor.post<{ id: string } & Refused>("/api/customers", body, key));
        if (answer.status === 503) {
          expect(answer.json.message).toBe("Your data is moving to another location. Try again in a few seconds.");
          expect(answer.headers.get("retry-after")).toBe("5");
          state.moving += 1;
          await pause();
          continue;
        }
        expect(answer.status, answer.text).toBe(201);
        state.acknowledged.push(answer.json.id);
        break;
      }
    }
  })();
  return { state, done };
}

test("a business moves while its people work: nothing is lost or duplicated, and every screen works", async () => {
  const admin = await signIn("admin@example.com");
  const manager = await signIn("manager@example.com");
  const id =
    (await directory.prepare("SELECT id FROM organizations WHERE name LIKE 'Lakeside%'").first<string>("id")) ?? "";
  const tenant: Tenant = { kind: "business", id };
  const before = await rowsOn(worker, "2", tenant);
  expect(Object.keys(before).length).toBeGreaterThan(85);
  const { json: form } = await admin.get<{ url: string }>("/api/lead-form");
  const covered = async (shard: string) =>
    (await on(shard).prepare("SELECT kind, code, sites FROM coverage WHERE sites > 0 ORDER BY kind, code").all())
      .results;
  const places = await covered("2");
  const writers = [writer(admin, "Wanda"), writer(manager, "Walt")];
  onTestFinished(() => {
    for (const { state } of writers) state.on = false;
  });
  const start = () => operator.post<{ id: string } & Refused>(MOVES, { kind: "business", tenantId: id, toShard: "1" });
  const started = await whenAdmitted(start);
  expect(started.status, started.text).toBe(202);
  expect((await whenAdmitted(() => operator.get("/system/operations"))).text).toContain("Cancel move");
  expect((await whenAdmitted(start)).status).toBe(409);
  const moved = await ended(started.json.id, "switched");
  // Both keep writing there, until there is enough to compare.
  const counts = () => writers.map(({ state }) => state.acknowledged.length);
  const then = counts();
  await expect
    .poll(() => counts().every((count, n) => count > Math.max(10, (then[n] ?? 0) + 2)), { timeout: 60_000 })
    .toBe(true);
  for (const { state } of writers) state.on = false;
  await Promise.all(writers.map(({ done }) => done));
  const acknowledged = writers.flatMap(({ state }) => state.acknowledged);
  expect(moved.rowsVerified).toBeGreaterThanOrEqual(Object.values(before).flat().length);
  expect(moved.rowsCaughtUp).toBeGreaterThan(0);
  expect(await directory.prepare("SELECT shard FROM organizations WHERE id = ?").bind(id).first("shard")).toBe("1");
  const { results: written } = await on("1")
    .prepare("SELECT id FROM customers WHERE org_id = ? AND first_name IN ('Wanda', 'Walt')")
    .bind(id)
    .all<{ id: string }>();
  expect(written.map((row) => row.id).sort()).toEqual(acknowledged.sort());
  // Numbers and counts continue where they were.
  const count = await on("1")
    .prepare(
      "SELECT (SELECT sum(value) FROM counters WHERE org_id = ?1 AND name LIKE 'customers.%') AS counted, (SELECT count(*) FROM customers WHERE org_id = ?1) AS there, (SELECT count(DISTINCT number) FROM customers WHERE org_id = ?1) AS numbers",
    )
    .bind(id)
    .first<{ counted: number; there: number; numbers: number }>();
  expect([count?.counted, count?.numbers]).toEqual([count?.there, count?.there]);
  // A table nobody wrote to is identical to the byte.
  const after = await rowsOn(worker, "1", tenant);
  for (const table of [
    "work_orders",
    "invoices",
    "invoice_lines",
    "stock_movements",
    "equipment",
    "job_facts",
    "plans",
  ])
    expect(after[table], table).toEqual(before[table]);
  for (const path of [
    ...[
      "/dashboard",
      "/customers",
      "/workorders",
      "/workorders/board",
      "/inventory/items",
      "/invoices-v2",
      "/equipment",
    ],
    ...["/leads", "/messages", "/settings/audit", "/system/deliveries", "/bugscout/issues"],
  ])
    expect((await admin.get(path)).status, path).toBe(200);
  const found = await admin.get<{ items: { name: string }[] }>("/api/customers?search=Wanda");
  expect(found.json.items.map(({ name }) => name.split(" ")[0])).toContain("Wanda");
  expect(found.json.items.map(({ name }) => name).filter((name) => !name.startsWith("Wanda"))).toEqual([]);
  const old = String(before.customers?.map((row) => (row as { name: string }).name)[0]);
  expect((await admin.get(`/api/customers?search=${encodeURIComponent(old)}`)).text).toContain(old);
  if (form.url) expect((await worker.visitor().get(new URL(form.url).pathname)).status).not.toBe(500);
  expect([await covered("1"), await covered("2")]).toEqual([places, []]);
  expect((await operator.get("/system/operations")).text).toContain("rows compared");

  // The old copy accepts no writes and is never read.
  const late = on("2").prepare("UPDATE customers SET notes = 'late' WHERE org_id = ?").bind(id).run();
  await expect(late).rejects.toThrow("tenant_moving");
  const home = await findOnShards(systemCtxOf(worker), ({ db }) =>
    db.all<{ orgId: string }>(sql`SELECT id AS orgId FROM tenant_organizations WHERE id = ${id}`),
  );
  expect(home).toEqual({ orgId: id });
  for (const hour of [0, 1])
    await worker.sweep(new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + hour * 600_000));
  expect(await on("2").prepare("SELECT count(*) AS n FROM work_orders WHERE org_id = ?").bind(id).first("n")).toBe(
    before.work_orders?.length,
  );

  // A week later it is deleted, and the tenant may move back.
  await directory
    .prepare("UPDATE tenant_moves SET clean_after = ?, updated_at = ? WHERE id = ?")
    .bind("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z", started.json.id)
    .run();
  await worker.sweep();
  await ended(started.json.id, "cleaned");
  const { idempotency_keys: _, ...left } = await rowsOn(worker, "2", tenant);
  expect(left).toEqual({});
  expect(await tracesOn(worker, "2", started.json.id)).toEqual(NO_TRACES);
  expect((await admin.get("/customers")).text).toContain(old);
}, 300_000);

/** A business with a few rows, used through the domain directly. */
async function smallBusiness() {
  const { orgId, admin } = await worker.business();
  const site = await addCustomer(worker, orgId, "Ada Marsh");
  await seedWorkOrders(worker, orgId, site, [
    {
      id: randomUUID(),
      number: 1,
      title: "One",
      status: "closed",
      priority: "normal",
      technicianId: null,
      start: null,
    },
  ]);
  return { tenant: { kind: "business", id: orgId } as const, admin };
}

/** Runs until a move has reached a state. */
async function runUntil(moveId: string, done: (row: Record<string, unknown>) => boolean, beforeCall?: () => void) {
  for (let n = 0; n < 60; n += 1) {
    const row = await moveRow(worker, moveId);
    if (row && done(row)) return;
    await runMove(systemCtxOf(worker, { beforeCall }), { moveId });
  }
  throw new Error("the move did not come so far");
}

test("a canceled move leaves the tenant where it was, writable and without a copy", async () => {
  const { tenant, admin } = await smallBusiness();
  const before = await rowsOn(worker, "2", tenant);
  const id = await requestMove(worker, tenant, ["2", "1"]);
  await runUntil(id, (row) => Number(row.rows_copied) > 0);
  const canceled = await operator.post(`/api/operations/moves/${id}/cancel`);
  expect(canceled.status, canceled.text).toBe(200);
  await ended(id, "canceled");
  expect(await rowsOn(worker, "2", tenant)).toEqual(before);
  expect(await rowsOn(worker, "1", tenant)).toEqual({});
  expect(await tracesOn(worker, "2", id)).toEqual(NO_TRACES);
  const added = await admin.post("/api/todos", { title: "Late" });
  expect(added.status, added.text).toBe(201);
  expect((await operator.post<Refused>(`/api/operations/moves/${id}/cancel`)).status).toBe(409);
});

test("rows that swap a unique value during a move are copied, and a deleted one is not", async () => {
  const { tenant } = await smallBusiness();
  const [a, b, gone] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [id, name] of [
    [a, "First"],
    [b, "Second"],
    [gone, "Third"],
  ])
    await on("2")
      .prepare(
        "INSERT INTO issue_labels (org_id, id, name, color, created_at, updated_at) VALUES (?, ?, ?, '#aaaaaa', '2026-11-01', '2026-11-01')",
      )
      .bind(tenant.id, id, name)
      .run();
  const id = await requestMove(worker, tenant, ["2", "1"]);
  await runUntil(id, ({ status }) => status === "verifying");
  await on("2").batch(
    [
      ["Between", a],
      ["First", b],
      ["Second", a],
    ].map(([name, label]) =>
      on("2").prepare("UPDATE issue_labels SET name = ? WHERE org_id = ? AND id = ?").bind(name, tenant.id, label),
    ),
  );
  await on("2").prepare("DELETE FROM issue_labels WHERE org_id = ? AND id = ?").bind(tenant.id, gone).run();
  await runUntilMoved(worker, id);
  const { results } = await on("1")
    .prepare("SELECT id, name FROM issue_labels WHERE org_id = ? ORDER BY name")
    .bind(tenant.id)
    .all();
  expect(results).toEqual([
    { id: b, name: "First" },
    { id: a, name: "Second" },
  ]);
});

test("a row missed by the triggers is found by the comparison and copied again", async () => {
  const { tenant } = await smallBusiness();
  const id = await requestMove(worker, tenant, ["2", "1"]);
  const phase = () =>
    on("1")
      .prepare("SELECT progress ->> '$.phase' AS phase FROM moving_tenants WHERE move_id = ?")
      .bind(id)
      .first("phase");
  // Aborted a little later each time, until everything is copied and nothing is compared.
  for (let last = 10; (await phase()) !== "verify"; last += 1) {
    let calls = 0;
    const cut = () => {
      calls += 1;
      if (calls > last) throw new PowerCut();
    };
    await runMove(systemCtxOf(worker, { beforeCall: cut }), { moveId: id }).catch(() => {});
    await directory.prepare("UPDATE tenant_moves SET run_until = NULL WHERE id = ?").bind(id).run();
    expect(last).toBeLessThan(300);
  }
  await on("1").prepare("DELETE FROM work_orders WHERE org_id = ?").bind(tenant.id).run();
  await runUntilMoved(worker, id);
  expect((await moveRow(worker, id))?.status).toBe("switched");
  expect((await rowsOn(worker, "1", tenant)).work_orders).toHaveLength(1);
});

test("a message sent to a business's former shard is delivered once, from its current shard", async () => {
  const { tenant } = await smallBusiness();
  const mail = { to: "ada@example.com", subject: "Hello", text: "Hello", fromName: "Air", replyTo: "a@b.example" };
  const outboxId = randomUUID();
  const later = nextYear("2027-11-22T15:00:00.000Z");
  await on("2")
    .prepare(
      "INSERT INTO outbox (id, org_id, topic, payload, created_at, due_at) VALUES (?, ?, 'business_mail', ?, ?, ?)",
    )
    .bind(outboxId, tenant.id, JSON.stringify({ mail, about: null }), later, later)
    .run();
  const sent: string[] = [];
  const notified: OutboxRow[] = [];
  const ctx = () => {
    const system = systemCtxOf(worker);
    const mailer = { send: async (_: unknown, id: string) => void sent.push(id) };
    const notify = async (rows: readonly { row: OutboxRow }[]) => void notified.push(...rows.map(({ row }) => row));
    return { ...system, providers: { ...system.providers, mailer, outbox: { ...system.providers.outbox, notify } } };
  };
  const id = await requestMove(worker, tenant, ["2", "1"]);
  await runUntil(id, ({ status }) => status === "verifying");
  await on("2").prepare("UPDATE moving_tenants SET frozen = 1 WHERE tenant_id = ?").bind(tenant.id).run();
  const at = { side: "tenants", shard: "2", id: outboxId } as const;
  expect(await deliver(ctx(), at)).toMatchObject({ outcome: "busy" });
  await runUntilMoved(worker, id);
  expect(await deliver(ctx(), at)).toEqual({ outcome: "delivered" });
  expect([sent, notified]).toEqual([[], [{ ...at, shard: "1" }]]);
  for (const row of notified) expect(await deliver(ctx(), row)).toEqual({ outcome: "delivered" });
  expect(await deliver(ctx(), at)).toEqual({ outcome: "delivered" });
  for (const row of notified) await deliver(ctx(), row);
  expect(sent).toEqual([outboxId]);
});

test("of two concurrent runs one works, and later writes of a superseded run are refused", async () => {
  const { tenant } = await smallBusiness();
  const before = await rowsOn(worker, "2", tenant);
  const id = await requestMove(worker, tenant, ["2", "1"]);
  const both = await Promise.all([0, 1].map(() => runMove(systemCtxOf(worker), { moveId: id })));
  expect(both).toContain("busy");
  let calls = 0;
  let other: Promise<unknown> | null = null;
  const slow = systemCtxOf(worker, {
    beforeCall: () => {
      calls += 1;
      if (calls !== 12) return;
      other = (async () => {
        await directory.prepare("UPDATE tenant_moves SET run_until = NULL WHERE id = ?").bind(id).run();
        await runUntilMoved(worker, id);
      })();
    },
  });
  await runMove(slow, { moveId: id }).catch((error: Error) => expect(error.message).toMatch(/move_lost|tenant_moving/));
  await other;
  await runUntilMoved(worker, id);
  expect((await moveRow(worker, id))?.status).toBe("switched");
  expect(await rowsOn(worker, "1", tenant)).toEqual(before);
});

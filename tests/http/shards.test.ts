import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { linkToken } from "#tests/support/mailbox";
import { goodPassword, stranger } from "#tests/support/people";
import type { Visitor } from "#tests/support/visitor";
import { ownWorker, type TestWorker } from "#tests/support/worker";

const worker: TestWorker = await ownWorker();
const older = await worker.business("Older Air", "1");
const newer = await worker.business("Newer Air", "2");

const newCustomer = (by: Visitor, firstName: string, headers = {}) =>
  by.post<{ id: string }>("/api/customers", { customerType: "residential", firstName, lastName: "Marsh" }, headers);

const countOn = (shard: string, table: string, where = "1 = 1") =>
  worker.on(shard).prepare(`SELECT count(*) AS count FROM ${table} WHERE ${where}`).first<number>("count");

test("a business writes to its own shard, and each reads only its own records", async () => {
  expect((await newCustomer(older.admin, "Olive")).status).toBe(201);
  expect((await newCustomer(newer.admin, "Nora")).status).toBe(201);
  expect([await countOn("1", "customers"), await countOn("2", "customers")]).toEqual([1, 1]);
  for (const [{ admin }, name] of [
    [older, "Olive Marsh"],
    [newer, "Nora Marsh"],
  ] as const) {
    const { json } = await admin.get<{ items: { name: string }[] }>("/api/customers");
    expect(json.items.map((customer) => customer.name)).toEqual([name]);
  }
});

test("a record on another shard is not found", async () => {
  const { json } = await newCustomer(older.admin, "Otto");
  expect((await newer.admin.get(`/api/customers/${json.id}`)).status).toBe(404);
  expect((await older.admin.get(`/api/customers/${json.id}`)).status).toBe(200);
});

test("a household and its owner's business can be on different shards: writes and retries work on both", async () => {
  const person = await worker.household("1");
  const userId = person.userId ?? "";
  const at = new Date().toISOString();
  await worker.db.batch([
    worker.db
      .prepare(
        "INSERT INTO members (org_id, user_id, roles, status, created_at) VALUES (?, ?, '[\"Admin\"]', 'active', ?)",
      )
      .bind(newer.orgId, userId, at),
    worker.db
      .prepare(
        "INSERT INTO tenant_members (org_id, user_id, first_name, last_name, revision) VALUES (?, ?, 'Test', 'Person', 2)",
      )
      .bind(newer.orgId, userId),
  ]);
  const keys = { ofIncome: randomUUID(), ofCustomer: randomUUID() };
  const income = { name: "Pay", category: "salary", amount: 2000, date: "2026-11-01", frequency: "monthly" };
  const answers = [];
  for (let n = 0; n < 2; n += 1) {
    const [paid, added] = [
      await person.post<{ id: string }>("/api/income", income, { "idempotency-key": keys.ofIncome }),
      await newCustomer(person, "Nils", { "idempotency-key": keys.ofCustomer }),
    ];
    expect([paid.status, added.status], paid.text + added.text).toEqual([201, 201]);
    answers.push([paid.json.id, added.json.id]);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(await countOn("1", "income", `user_id = '${userId}'`)).toBe(1);
  expect(await countOn("2", "income", `user_id = '${userId}'`)).toBe(0);
  expect(await countOn("2", "customers", "first_name = 'Nils'")).toBe(1);
  for (const about of ["household", "business"]) {
    const answer = await person.post<never>("/api/chat/questions", { text: "unpaid invoices", about });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("done")]);
    const { json } = await person.get<{ items: object[] }>(`/api/chat/conversations?about=${about}`);
    expect(json.items, about).toHaveLength(1);
  }
  expect((await person.get("/finances")).status).toBe(200);
  expect((await person.get("/customers")).text).toContain("Nils Marsh");
});

test("a person who accepts an invitation is placed on the business's shard", async () => {
  const { email, ip } = stranger();
  const invited = await older.admin.submit("/system/user-managment/invite", { email, roles: ["Technician"] });
  expect(invited.status, invited.text).toBe(302);
  const token = await linkToken(worker, email, "/auth/accept-invitation");
  const guest = worker.visitor();
  const accepted = await guest.post(
    "/api/auth/accept-invitation",
    { token, firstName: "Ivy", lastName: "Marsh", password: goodPassword },
    ip,
  );
  expect(accepted.status, accepted.text).toBeLessThan(300);
  const user = worker.db.prepare("SELECT shard FROM users WHERE email = ?").bind(email);
  expect(await user.first("shard")).toBe("1");
  expect(await countOn("1", "technicians", "first_name = 'Ivy'")).toBe(1);
  expect(await countOn("2", "technicians", "first_name = 'Ivy'")).toBe(0);
});

test.each([
  ["a guest", () => worker.visitor()],
  ["a member of a business on another shard", () => newer.admin],
])("a secret URL is found on whichever shard it belongs to, for %s", async (_who, visitor) => {
  const { json: form } = await older.admin.get<{ version: number }>("/api/lead-form");
  const saved = await older.admin.put<{ url: string }>("/api/lead-form", {
    ...{ heading: "Request an estimate", thanks: "Thank you.", enabled: true, version: form.version },
  });
  expect(saved.status, saved.text).toBe(200);
  const page = await visitor().get(new URL(saved.json.url).pathname);
  expect([page.status, page.text.includes("Older Air")]).toEqual([200, true]);
});

test("a sweep covers every shard", async () => {
  const ids = ["1", "2"].map((shard) => ({
    shard,
    id: randomUUID(),
    orgId: shard === "1" ? older.orgId : newer.orgId,
  }));
  const past = "2026-01-01T00:00:00.000Z";
  for (const { shard, id, orgId } of ids) {
    const mail = { to: `${id}@example.com`, subject: "Hello", text: "Hello", fromName: "Air", replyTo: "a@b.example" };
    await worker
      .on(shard)
      .prepare(
        "INSERT INTO outbox (id, org_id, topic, payload, created_at, due_at) VALUES (?, ?, 'business_mail', ?, ?, ?)",
      )
      .bind(id, orgId, JSON.stringify({ mail, about: null }), past, past)
      .run();
  }
  await worker.sweep();
  for (const { shard, id } of ids) {
    const row = worker.on(shard).prepare("SELECT delivered_at FROM outbox WHERE id = ?").bind(id);
    await expect.poll(async () => row.first("delivered_at")).not.toBeNull();
  }
});

test("coverage is counted over all shards", async () => {
  for (const shard of ["1", "2"]) {
    await worker
      .on(shard)
      .prepare(
        "INSERT INTO coverage (kind, code, parent, name, sites) VALUES ('state', 'TX', '', 'TX', 7), ('county', '48453', 'TX', 'Travis', 7), ('zip', '78701', '48453', '78701', 7)",
      )
      .run();
  }
  interface Coverage {
    state: string;
    county: string;
    states: object[];
    counties: object[];
    zips: object[];
  }
  const { json } = await worker.visitor().get<Coverage>("/api/coverage");
  expect(json).toMatchObject({ state: "TX", county: "48453" });
  expect(json.states).toEqual([expect.objectContaining({ code: "TX", sites: 14 })]);
  expect(json.counties).toEqual([expect.objectContaining({ code: "48453", sites: 14 })]);
  expect(json.zips).toEqual([expect.objectContaining({ code: "78701", sites: 14 })]);
});

test("the public sees the coverage of the other shards while one fails, and is told that it is not complete", async () => {
  interface Coverage {
    states: { code: string; sites: number | null }[];
    isComplete: boolean;
  }
  const read = async () => (await worker.visitor().get<Coverage>("/api/coverage?state=TX")).json;
  await worker
    .on("2")
    .prepare("INSERT INTO coverage (kind, code, parent, name, sites) VALUES ('state', 'ME', '', 'ME', 9)")
    .run();
  const whole = await read();
  expect(whole.isComplete).toBe(true);
  await worker.on("2").prepare("ALTER TABLE coverage RENAME TO coverage_away").run();
  try {
    const part = await read();
    expect(part.isComplete).toBe(false);
    const others = whole.states.map(({ code }) => code).filter((code) => code !== "ME");
    expect(part.states.map(({ code }) => code)).toEqual(others);
    const page = await worker.visitor().get("/map?zip=04101");
    expect([page.status, page.text.includes("so these numbers are too low")]).toEqual([200, true]);
    expect(page.text).toContain("04101 can&#x27;t be checked right now.");
  } finally {
    await worker.on("2").prepare("ALTER TABLE coverage_away RENAME TO coverage").run();
  }
  expect(await read()).toEqual(whole);
});

test("a write's cookie keeps the bookmark of a database that was not queried", async () => {
  newer.admin.cookies.set("plenum_bookmark", "1:00000001-00000002-00000003-abc");
  expect((await newCustomer(newer.admin, "Nan")).status).toBe(201);
  expect(decodeURIComponent(newer.admin.cookies.get("plenum_bookmark") ?? "")).toMatch(
    /^1:00000001-00000002-00000003-abc\.directory:[\w-]+\.2:[\w-]+$/,
  );
});

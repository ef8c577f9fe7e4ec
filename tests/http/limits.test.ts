import { expect, test } from "vitest";
import { newAccount, type Refusal } from "#tests/support/accounts";
import { hourAhead } from "#tests/support/clock";
import { stageCsv } from "#tests/support/csv-upload";
import { jpegOf } from "#tests/support/pictures";
import { rawRequest } from "#tests/support/raw";
import type { Visitor } from "#tests/support/visitor";
import { addWorkOrder, office } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";
import { STAGED_IMPORT_QUOTA } from "~/domain/finance/imports/stage.server";
import { PHOTO_QUOTA_BYTES } from "~/domain/shared/limits";

const worker = await ownWorker();

/** As if it had already been done `count` times this hour. */
async function did(owner: string, name: string, count: number): Promise<void> {
  await hourAhead();
  const hour = Math.floor(Date.now() / 3_600_000) * 3600;
  await worker.db
    .prepare("INSERT INTO usage_counts (owner, name, window_start, count) VALUES (?, ?, ?, ?)")
    .bind(owner, name, hour, count)
    .run();
}

const csv = { content: "Date,Description,Amount\n2026-11-03,Groceries,-20.00\n" };

async function stage(person: Visitor, accountId: string) {
  return stageCsv(person, accountId, csv);
}

test("imports beyond the hourly limit are rejected until the hour ends, only for that household", async () => {
  const [person, other] = [await worker.household(), await worker.household()];
  const [account, others] = [await newAccount(person), await newAccount(other)];
  await did(`user:${person.userId}`, "imports", 99);
  expect((await stage(person, account.id)).status).toBe(201);
  const refused = await stage(person, account.id);
  expect(refused.status).toBe(429);
  expect(refused.text).toMatch(/Too many imports in a short time\. Please try again in \d+ (seconds|minutes)\./);
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(3600);
  expect((await stage(other, others.id)).status).toBe(201);
});

test("the previous hour's count does not matter", async () => {
  const person = await worker.household();
  const account = await newAccount(person);
  await did(`user:${person.userId}`, "imports", 500);
  await worker.db.prepare("UPDATE usage_counts SET window_start = window_start - 3600").run();
  expect((await stage(person, account.id)).status).toBe(201);
});

test("a household can have a limited number of files waiting for review", async () => {
  const person = await worker.household();
  const account = await newAccount(person);
  for (let i = 0; i < STAGED_IMPORT_QUOTA; i++) expect((await stage(person, account.id)).status).toBe(201);
  const refused = await stage(person, account.id);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("20 files are waiting to be reviewed. Confirm or discard one of them first.");
});

test.each(["create-link-token", "exchange-token"])("connecting banks is rate limited at %s", async (path) => {
  const person = await worker.household();
  await did(`user:${person.userId}`, "bank_links", 60);
  const body = { publicToken: simulatedPublicToken("ins_sim_harbor", [0]), accountIds: [] };
  const answer = await person.post<Refusal>(`/api/plaid/${path}`, body);
  expect([answer.status, answer.json.code]).toEqual([429, "too_many_requests"]);
});

test("a business's limit counts all its members", async () => {
  const { orgId, admin, manager, technicianId } = await worker.business();
  await did(`org:${orgId}`, "reassignments", 599);
  const ask = (who: Visitor) => who.get(`/workorders/scheduler/2026-11-20/reassign/${technicianId}`);
  expect((await ask(admin)).status).toBe(200);
  expect((await ask(manager)).status).toBe(429);
});

test("what a person is refused counts neither toward the business's limit nor toward their own", async () => {
  const { orgId, admin, manager, technicianId } = await worker.business();
  await did(`user:${admin.userId}`, "reassignments", 300);
  await did(`org:${orgId}`, "reassignments", 599);
  const ask = (who: Visitor) => who.get(`/workorders/scheduler/2026-11-20/reassign/${technicianId}`);
  expect([(await ask(admin)).status, (await ask(admin)).status, (await ask(manager)).status]).toEqual([429, 429, 200]);
  const stored = worker.db.prepare("SELECT count FROM usage_counts WHERE owner = ?").bind(`user:${admin.userId}`);
  expect(await stored.first<number>("count")).toBe(300);
});

test("audit exports are limited", async () => {
  const { admin } = await worker.business();
  await did(`user:${admin.userId}`, "audit_exports", 30);
  expect((await admin.get("/resources/audit-log")).status).toBe(429);
});

test("photos count toward the business's quota, shown to an Admin, and are rejected with a message beyond it", async () => {
  const { orgId, admin, manager, site } = await office(worker);
  const workOrder = await addWorkOrder(manager, site);
  const send = () => {
    const form = new FormData();
    form.append("photo", new Blob([jpegOf(4, 3, { scan: [1, 2, 3] })], { type: "image/jpeg" }), "photo.jpg");
    return manager.send<Refusal>("POST", `/api/work-orders/${workOrder.id}/photos`, { body: form });
  };
  expect((await send()).status).toBe(201);
  const used = worker.db.prepare("SELECT value FROM counters WHERE org_id = ? AND name = 'photo_bytes'").bind(orgId);
  const stored = worker.db.prepare("SELECT sum(bytes) AS bytes FROM work_order_photos WHERE org_id = ?").bind(orgId);
  expect(await used.first<number>("value")).toBe(await stored.first<number>("bytes"));
  await worker.db
    .prepare("UPDATE counters SET value = ? WHERE org_id = ? AND name = 'photo_bytes'")
    .bind(PHOTO_QUOTA_BYTES, orgId)
    .run();
  const refused = await send();
  expect(refused.status).toBe(413);
  expect(refused.json.message).toBe(
    "Your business has used its 20 GB for photos and recordings. Ask an Admin to contact support.",
  );
  expect((await admin.get("/settings/usage")).text).toContain("20 GB");
  expect((await manager.get("/settings/usage")).status).toBe(403);
});

test("requests beyond capacity get a 503 with Retry-After, and health checks still succeed", async () => {
  const small = await ownWorker({ MAX_DATABASE_CALLS: "1" });
  const { admin } = await small.business();
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const ask = (path: string) => rawRequest(new URL(path, small.url), { method: "GET", headers: { cookie } });
  const both = await Promise.all([
    Promise.all(Array.from({ length: 80 }, () => ask("/api/work-orders"))),
    Promise.all(Array.from({ length: 10 }, () => ask("/api/health"))),
  ]);
  const [answers, probes] = both;
  const shed = answers.filter(({ status }) => status === 503);
  expect(shed.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 200).length + shed.length).toBe(80);
  for (const { headers } of shed) expect(headers["retry-after"]).toBe("5");
  expect(probes.map(({ status }) => status)).toEqual(probes.map(() => 200));
  expect((await admin.get("/api/work-orders")).status).toBe(200);
});

test("an overloaded isolate rejects excess requests, but not sign-ins", async () => {
  const small = await ownWorker({ MAX_WAITING_REQUESTS: "3" });
  const { admin } = await small.business();
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const ask = () => rawRequest(new URL("/workorders", small.url), { method: "GET", headers: { cookie } });
  const wrong = { email: "nobody@example.com", password: "not the password" };
  const [answers, signIns] = await Promise.all([
    Promise.all(Array.from({ length: 60 }, ask)),
    Promise.all([1, 2].map(() => small.visitor().post("/api/auth/login", wrong))),
  ]);
  const shed = answers.filter(({ status }) => status === 503);
  expect(shed.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 200).length).toBe(60 - shed.length);
  expect(shed.length).toBeLessThan(60);
  for (const { headers } of shed) expect(headers["retry-after"]).toBe("5");
  expect(signIns.map(({ status }) => status)).toEqual([401, 401]);
});

test("a rate-limited form sends Retry-After like the API, with and without JavaScript", async () => {
  const { admin } = await worker.business();
  await did(`user:${admin.userId}`, "integration-tests", 1000);
  const form = await admin.submit("/settings/integrations", { intent: "test", system: "storage" });
  expect(form.status).toBe(429);
  const wait = Number(form.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(3600);
  const script = await admin.send("POST", "/settings/integrations.data", {
    body: new URLSearchParams({ intent: "test", system: "storage" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(script.status).toBe(429);
  expect(Number(script.headers.get("retry-after"))).toBeGreaterThan(0);
  const page = await admin.get("/settings/integrations");
  expect([page.status, page.headers.get("retry-after")]).toEqual([200, null]);
});

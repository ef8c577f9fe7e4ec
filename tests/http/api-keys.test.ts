import { expect, test } from "vitest";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { hashPassword } from "~/domain/auth/password/passwords.server";

const worker = await testWorker();
const password = "quiet-duct-4-cold-morning";
const { admin, manager, technician } = await withPassword();
const other = await withPassword();

/** A business whose Admin has a password, which creating a key requires. */
async function withPassword() {
  const business = await worker.business();
  await worker.db
    .prepare("UPDATE users SET password_hash = ? WHERE id = ?")
    .bind(await hashPassword(password), business.admin.userId)
    .run();
  return business;
}

interface Key {
  id: string;
  name: string;
  tokenEnd: string;
  permissions: string[];
  hasEnded: boolean;
  lastUsedAt: string | null;
}

const input = (name: string, change: object = {}) => ({
  ...{ name, permissions: ["customers.write", "work_orders.read"], expires: "1_year", currentPassword: password },
  ...change,
});

async function make(by: Visitor, body: object): Promise<{ id: string; key: string }> {
  const made = await by.post<{ id: string; key: string }>("/api/api-keys", body);
  if (made.status !== 201) throw new Error(made.text);
  return made.json;
}

/** An API client's request: no cookies, only the key. */
function call<T = { items: { id: string }[]; message: string; id: string }>(
  key: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  return worker.visitor().send<T>(method, path, {
    headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

const customer = (displayName: string) => ({ customerType: "residential", firstName: displayName, lastName: "Ortega" });
const list = async (by: Visitor) => (await by.get<{ items: Key[] }>("/api/api-keys")).json.items;

test("a key is shown once and is stored neither in the list nor in the database", async () => {
  const { id, key } = await make(admin, input("Website"));
  expect(key).toMatch(/^plenum_[\w-]{43}$/);
  const answer = await admin.get<{ items: Key[] }>("/api/api-keys");
  const listed = answer.json.items.find((each) => each.id === id);
  expect(listed).toMatchObject({ name: "Website", tokenEnd: key.slice(-4), lastUsedAt: null, hasEnded: false });
  expect(answer.text).not.toContain(key);
  for (const table of ["api_keys", "identity_audit_log", "identity_idempotency_keys", "identity_outbox"]) {
    const { results } = await worker.db.prepare(`SELECT * FROM ${table}`).all();
    expect(JSON.stringify(results)).not.toContain(key.slice("plenum_".length));
  }
});

test("a key can do only what it was granted in its own business, under its own name", async () => {
  const { id, key } = await make(admin, input("Call center"));
  const made = await call(key, "POST", "/api/customers", customer("Maria"));
  expect(made.status, made.text).toBe(201);
  expect((await call(key, "GET", `/api/customers/${made.json.id}`)).status).toBe(200);
  expect((await call(key, "GET", "/api/work-orders")).status).toBe(200);
  const refused = await call(key, "GET", "/api/equipment");
  expect([refused.status, refused.json.message]).toEqual([403, "You do not have permission to do this."]);

  const foreign = await other.admin.post<{ id: string }>("/api/customers", customer("Foreign"));
  expect((await call(key, "GET", `/api/customers/${foreign.json.id}`)).status).toBe(404);

  const log = await admin.get<{ items: { person: { id: string; name: string } | null; action: string }[] }>(
    `/api/audit-log?limit=100&person=${id}`,
  );
  expect(log.json.items.map(({ person, action }) => [person?.name, action])).toEqual([
    ["Call center (API key)", "customer.create"],
  ]);
  await expect.poll(async () => (await list(admin)).find((each) => each.id === id)?.lastUsedAt).not.toBeNull();
});

test("a note written with a key shows the key as its author", async () => {
  const { admin: owner, orgId } = await withPassword();
  const { key } = await make(owner, input("Notes", { permissions: ["work_orders.write", "customers.read"] }));
  const { id } = await addWorkOrder(owner, await addCustomer(worker, orgId));
  const note = await call(key, "POST", `/api/work-orders/${id}/notes`, { body: "Gate code changed" });
  expect(note.status, note.text).toBe(201);
  expect((await owner.get(`/api/work-orders/${id}/notes`)).text).toContain("Notes (API key)");
});

test("a key cannot use personal data, Admin functions or screens", async () => {
  const { key } = await make(admin, input("Nosy"));
  for (const path of ["/api/auth/profile", "/api/expenses", "/api/todos", "/api/audit-log", "/api/api-keys"]) {
    const answer = await call(key, "GET", path);
    expect([path, answer.status]).toEqual([path, 403]);
    expect(answer.json.message).toBe("An API key cannot do this. Only signed-in users can.");
  }
  const another = await call(key, "POST", "/api/api-keys", input("Copy"));
  expect(another.status).toBe(403);
  const page = await worker.visitor().send("GET", "/customers", { headers: { authorization: `Bearer ${key}` } });
  expect(page.status).toBe(302);
  expect(page.headers.get("location")).toContain("/login");
});

test("an invalid key is rejected even with a valid session", async () => {
  for (const key of ["plenum_", `plenum_${"a".repeat(43)}`, "plenum_%00", "plenum_ü"]) {
    const answer = await admin.send("GET", "/api/customers", {
      headers: { authorization: `Bearer ${encodeURI(key)}` },
    });
    expect([key, answer.status]).toEqual([key, 401]);
  }
});

test("a deleted or expired key is rejected, and another business cannot delete it", async () => {
  const { id, key } = await make(admin, input("Short", { expires: "30_days" }));
  expect((await other.admin.delete(`/api/api-keys/${id}`)).status).toBe(404);
  expect((await call(key, "GET", "/api/customers")).status).toBe(200);
  await worker.db.prepare("UPDATE api_keys SET expires_at = ? WHERE id = ?").bind(new Date().toISOString(), id).run();
  expect((await call(key, "GET", "/api/customers")).status).toBe(401);
  expect((await list(admin)).find((each) => each.id === id)?.hasEnded).toBe(true);

  const { id: secondId, key: second } = await make(admin, input("Deleted"));
  expect((await call(second, "GET", "/api/customers")).status).toBe(200);
  expect((await admin.delete(`/api/api-keys/${secondId}`)).status).toBe(204);
  expect((await call(second, "GET", "/api/customers")).status).toBe(401);
  expect((await admin.delete(`/api/api-keys/${secondId}`)).status).toBe(404);
  await make(admin, input("Deleted"));
});

test("creating a key takes an Admin, the password, a unique name and permissions allowed for keys", async () => {
  expect((await manager.post("/api/api-keys", input("By a manager"))).status).toBe(403);
  expect((await technician.get("/api/api-keys")).status).toBe(403);
  const wrong = await admin.post<{ fields: object }>(
    "/api/api-keys",
    input("Wrong", { currentPassword: "not-it-2026" }),
  );
  expect([wrong.status, wrong.json.fields]).toEqual([400, { currentPassword: ["This is not your current password"] }]);

  await make(admin, input("Twice"));
  const twice = await admin.post<{ fields: Record<string, string[]> }>("/api/api-keys", input("TWICE"));
  expect([twice.status, Object.keys(twice.json.fields)]).toEqual([400, ["name"]]);

  for (const change of [
    { permissions: [] },
    { permissions: ["system.admin"] },
    { permissions: ["customers.own"] },
    { expires: "tomorrow" },
    { name: "" },
    { name: "a".repeat(61) },
  ]) {
    const refused = await admin.post("/api/api-keys", input("Bad", change));
    expect([change, refused.status]).toEqual([change, 400]);
  }
  expect((await list(admin)).map(({ name }) => name)).not.toContain("Bad");
});

test("a business can have at most 50 keys", async () => {
  const { orgId: fullId, admin: owner } = await withPassword();
  const at = new Date().toISOString();
  await worker.db.batch(
    Array.from({ length: 50 }, (_, i) =>
      worker.db
        .prepare(
          `INSERT INTO api_keys (org_id, id, name, token_hash, token_end, permissions, created_by, created_at)
           VALUES (?1, ?2, ?2, ?3, 'abcd', '["customers.read"]', 'nobody', ?4)`,
        )
        .bind(fullId, `key-${i}`, `${fullId}-${i}`, at),
    ),
  );
  const refused = await owner.post<{ message: string }>("/api/api-keys", input("One more"));
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "A business can have at most 50 keys. Delete one that is no longer used.",
  ]);
});

test("a retry with the same Idempotency-Key has one effect, and each API key has its own", async () => {
  const { key } = await make(admin, input("Retry"));
  const { key: second } = await make(admin, input("Retry 2"));
  const headers = { "idempotency-key": "order-4711" };
  const first = await call(key, "POST", "/api/customers", customer("Retry"), headers);
  const again = await call(key, "POST", "/api/customers", customer("Retry"), headers);
  const others = await call(second, "POST", "/api/customers", customer("Retry"), headers);
  expect([first.status, again.status, others.status]).toEqual([201, 201, 201]);
  expect(again.json.id).toBe(first.json.id);
  expect(others.json.id).not.toBe(first.json.id);
});

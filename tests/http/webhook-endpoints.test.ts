import { expect, test } from "vitest";
import { newAddress, newCustomer } from "#tests/support/customers";
import { mailsTo } from "#tests/support/mailbox";
import { nextYear } from "#tests/support/next-year";
import { pageText, threePagesAndBack } from "#tests/support/page-text";
import type { Visitor } from "#tests/support/visitor";
import {
  addEndpoint,
  businessWithPassword,
  isSignedWith,
  password,
  type Receiver,
  webhookReceiver,
} from "#tests/support/webhooks";
import { addWorkOrder, moveTo } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";
import { webhookEventDescriptions } from "~/domain/webhooks/event";

// Endpoints here receive every event, so other files' businesses must not share the database.
const worker = await ownWorker();
const receiver = await webhookReceiver();
const { admin, manager, technician } = await businessWithPassword(worker);
const other = await businessWithPassword(worker);

interface Endpoint {
  id: string;
  url: string;
  events: string[];
  enabled: boolean;
  disabledBy: string | null;
  failingSince: string | null;
  previousSignsUntil: string | null;
  version: number;
}

interface Delivery {
  id: string;
  event: string;
  recordId: string;
  status: string;
  attempts: number;
  responseStatus: number | null;
  nextAttemptAt: string | null;
}

interface Detail extends Delivery {
  body: string | null;
  history: { durationMs: number; responseStatus: number | null; responseBody: string | null; problem: string | null }[];
}

const endpointOf = async (by: Visitor, id: string) => (await by.get<Endpoint>(`/api/webhook-endpoints/${id}`)).json;
const deliveriesOf = async (by: Visitor, id: string, query = "") =>
  (await by.get<{ items: Delivery[]; nextCursor: string | null }>(`/api/webhook-endpoints/${id}/deliveries${query}`))
    .json;
const detailOf = async (by: Visitor, id: string, deliveryId: string) =>
  (await by.get<Detail>(`/api/webhook-endpoints/${id}/deliveries/${deliveryId}`)).json;
const at = (from: Receiver, path: string) => from.received.filter((each) => each.path === path);
const endOf = (id: string) => admin.delete(`/api/webhook-endpoints/${id}`);

test("a secret is shown once, and neither later responses nor the database contain it", async () => {
  const { id, secret } = await addEndpoint(admin, `${receiver.url}/secret`);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const answers = [await admin.get("/api/webhook-endpoints"), await admin.get(`/api/webhook-endpoints/${id}`)];
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    expect(text).not.toContain(secret.slice("whsec_".length));
  }
  for (const table of ["webhook_endpoints", "audit_log", "idempotency_keys", "outbox"]) {
    const { results } = await worker.db.prepare(`SELECT * FROM ${table}`).all();
    expect(JSON.stringify(results)).not.toContain(secret.slice("whsec_".length));
  }
  expect((await endOf(id)).status).toBe(204);
});

test("a change is sent to each subscribed endpoint, signed and with the record as the API returns it", async () => {
  const { id, secret } = await addEndpoint(admin, `${receiver.url}/all`);
  const quiet = await addEndpoint(admin, `${receiver.url}/quiet`, { events: ["invoice.paid"] });
  const second = await addEndpoint(admin, `${receiver.url}/second`, { events: ["customer.created"] });
  const foreign = await addEndpoint(other.admin, `${receiver.url}/foreign`);
  const customer = await newCustomer(admin);
  await expect.poll(() => at(receiver, "/all").length).toBe(1);
  await expect.poll(() => at(receiver, "/second").length).toBe(1);
  const [received] = at(receiver, "/all");
  if (!received) throw new Error("nothing was received");
  expect(received.headers).toMatchObject({ "content-type": "application/json", "user-agent": "Plenum-Webhooks/1" });
  expect(Math.abs(Number(received.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(60);
  expect(isSignedWith(secret, received)).toBe(true);
  expect(isSignedWith(second.secret, received)).toBe(false);
  expect(received.message).toMatchObject({
    type: "customer.created",
    data: { id: customer.id, object: "customer", changes: {} },
  });
  expect(received.message.data.record).toEqual((await admin.get(`/api/customers/${customer.id}`)).json);
  // The same event has the same id at every endpoint.
  expect(at(receiver, "/second")[0]?.headers["webhook-id"]).toBe(received.headers["webhook-id"]);
  await expect.poll(async () => (await deliveriesOf(admin, id)).items[0]?.status).toBe("delivered");
  const [delivery] = (await deliveriesOf(admin, id)).items;
  expect(delivery).toMatchObject({
    event: "customer.created",
    recordId: customer.id,
    attempts: 1,
    responseStatus: 200,
  });
  const detail = await detailOf(admin, id, delivery?.id ?? "");
  expect(detail.body).toBe(received.body);
  expect(detail.history).toMatchObject([{ responseStatus: 200, responseBody: "ok", problem: null }]);
  expect(at(receiver, "/quiet")).toEqual([]);
  expect(at(receiver, "/foreign")).toEqual([]);
  for (const each of [id, quiet.id, second.id]) await endOf(each);
  await other.admin.delete(`/api/webhook-endpoints/${foreign.id}`);
});

test("a work order sends events from its creation on, each with its change", async () => {
  const customer = await newCustomer(admin);
  const { id: siteAddressId } = await newAddress(admin, customer.id);
  const { id } = await addEndpoint(admin, `${receiver.url}/jobs`);
  const workOrder = await addWorkOrder(admin, { customerId: customer.id, siteAddressId });
  // Events that are due together are sent at the same time, and arrive in any order.
  const jobs = () =>
    at(receiver, "/jobs")
      .map(({ message }) => message)
      .sort((a, b) => (a.type < b.type ? -1 : 1));
  const canceled = await moveTo(admin, workOrder.id, {
    ...{ status: "cancelled", cancelReason: "customer", reason: "Moved away", version: workOrder.version },
  });
  expect(canceled.status, canceled.text).toBe(200);
  await expect
    .poll(() => jobs().map(({ type, data }) => [type, data.changes]))
    .toEqual([
      ["work_order.created", { status: "unscheduled" }],
      ["work_order.status_changed", { status: "cancelled", previousStatus: "unscheduled" }],
    ]);
  const last = jobs().at(-1)?.data.record;
  // Fields that depend on the reader, such as the next statuses, are those of an API key.
  const { key } = (
    await admin.post<{ key: string }>("/api/api-keys", {
      ...{ name: "Reader", permissions: ["work_orders.manage"], expires: "never", currentPassword: password },
    })
  ).json;
  const headers = { authorization: `Bearer ${key}` };
  expect(last).toEqual((await worker.visitor().get(`/api/work-orders/${workOrder.id}`, { headers })).json);
  await endOf(id);
});

test("a scheduled work order sends its changes of start, end and technician, and none when it is taken off", async () => {
  const customer = await newCustomer(admin);
  const { id: siteAddressId } = await newAddress(admin, customer.id);
  const { id: endpointId } = await addEndpoint(admin, `${receiver.url}/planned`, { events: ["work_order.scheduled"] });
  const workOrder = await addWorkOrder(admin, { customerId: customer.id, siteAddressId });
  const set = (sql: string) => worker.db.prepare(`UPDATE work_orders SET ${sql} WHERE id = ?`).bind(workOrder.id).run();
  const events = async () =>
    (
      await worker.db
        .prepare("SELECT changes FROM webhook_deliveries WHERE endpoint_id = ? ORDER BY id")
        .bind(endpointId)
        .all<{ changes: string }>()
    ).results.map(({ changes }) => JSON.parse(changes).scheduledStart);
  const [nine, ten, eleven] = ["T09", "T10", "T11"].map((hour) => nextYear(`2027-03-02${hour}:00:00.000Z`));
  await set(`status = 'scheduled', scheduled_start = '${nine}', scheduled_end = '${ten}'`);
  await set(`scheduled_end = '${eleven}'`);
  expect(await events()).toEqual([nine, nine]);
  await set("status = 'unscheduled', scheduled_start = NULL, scheduled_end = NULL");
  expect(await events()).toEqual([nine, nine]);
  expect(webhookEventDescriptions["work_order.scheduled"]).toContain("The start, the end or the lead technician");
  await endOf(endpointId);
});

test("a failed delivery is retried automatically, and can be resent manually with the same id and body", async () => {
  const { id, secret } = await addEndpoint(admin, `${receiver.url}/flaky`, { events: ["customer.created"] });
  receiver.answer({ status: 503, body: "x".repeat(3000) }, "/flaky");
  await newCustomer(admin);
  await expect.poll(async () => (await deliveriesOf(admin, id)).items[0]?.attempts).toBe(1);
  const [pending] = (await deliveriesOf(admin, id)).items;
  expect(pending).toMatchObject({ status: "pending", responseStatus: 503, nextAttemptAt: expect.any(String) });
  expect((await detailOf(admin, id, pending?.id ?? "")).history[0]).toMatchObject({
    ...{ responseStatus: 503, problem: "refused", responseBody: "x".repeat(1024) },
  });
  expect((await endpointOf(admin, id)).failingSince).not.toBeNull();
  receiver.answer({ status: 204 }, "/flaky");
  // Five seconds later.
  await expect.poll(async () => (await deliveriesOf(admin, id)).items[0]?.status).toBe("delivered");
  expect((await endpointOf(admin, id)).failingSince).toBeNull();
  const again = await admin.post(`/api/webhook-endpoints/${id}/deliveries/${pending?.id}/send-again`);
  expect(again.status, again.text).toBe(202);
  await expect.poll(() => at(receiver, "/flaky").length).toBe(3);
  const [first, , third] = at(receiver, "/flaky");
  expect(third?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(third?.body).toBe(first?.body);
  for (const each of at(receiver, "/flaky")) expect(isSignedWith(secret, each)).toBe(true);
  await expect.poll(async () => (await detailOf(admin, id, pending?.id ?? "")).history.length).toBe(3);
  await endOf(id);
});

test("a redirect is a failure and is not followed", async () => {
  const { id } = await addEndpoint(admin, `${receiver.url}/moved`, { events: ["customer.created"] });
  receiver.answer({ status: 302, headers: { location: `${receiver.url}/elsewhere` } }, "/moved");
  await newCustomer(admin);
  await expect.poll(async () => (await deliveriesOf(admin, id)).items[0]?.attempts).toBe(1);
  const [delivery] = (await deliveriesOf(admin, id)).items;
  expect((await detailOf(admin, id, delivery?.id ?? "")).history[0]).toMatchObject({
    responseStatus: 302,
    problem: "redirect",
  });
  expect(at(receiver, "/elsewhere")).toEqual([]);
  await endOf(id);
});

test("a slow endpoint does not delay others", async () => {
  const slow = await addEndpoint(admin, `${receiver.url}/slow`, { events: ["customer.created"] });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  receiver.answer({ status: 200, after: new Promise((resolve) => setTimeout(resolve, 3_200)) }, "/slow");
  await newCustomer(admin);
  await expect.poll(async () => (await deliveriesOf(admin, slow.id)).items[0]?.status).toBe("delivered");
  // Known as slow from now on: it does not respond until the other one was sent.
  receiver.answer({ status: 200, after: held }, "/slow");
  await newCustomer(admin);
  await expect.poll(() => at(receiver, "/slow").length).toBe(2);
  const quick = await addEndpoint(admin, `${receiver.url}/quick`, { events: ["customer.created"] });
  await newCustomer(admin);
  await expect.poll(() => at(receiver, "/quick").length).toBe(1);
  answer();
  for (const { id } of [slow, quick]) await endOf(id);
});

test("after a rotation both secrets sign", async () => {
  const { id, secret } = await addEndpoint(admin, `${receiver.url}/rotated`, { events: ["customer.created"] });
  expect(
    (await admin.post(`/api/webhook-endpoints/${id}/rotate-secret`, { currentPassword: "wrong-2026" })).status,
  ).toBe(400);
  const rotated = await admin.post<{ secret: string; previousSignsUntil: string }>(
    `/api/webhook-endpoints/${id}/rotate-secret`,
    { currentPassword: password },
  );
  expect(rotated.status, rotated.text).toBe(200);
  expect(Date.parse(rotated.json.previousSignsUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  await newCustomer(admin);
  await expect.poll(() => at(receiver, "/rotated").length).toBe(1);
  const [received] = at(receiver, "/rotated");
  if (!received) throw new Error("nothing was received");
  expect(String(received.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  expect([isSignedWith(secret, received), isSignedWith(rotated.json.secret, received)]).toEqual([true, true]);
  expect((await endpointOf(admin, id)).previousSignsUntil).toBe(rotated.json.previousSignsUntil);
  await endOf(id);
});

test("a repeated rotation is refused for 24 hours; one that is asked for keeps the secret used before", async () => {
  const { id, secret } = await addEndpoint(admin, `${receiver.url}/twice`, { events: ["customer.created"] });
  const key = { "idempotency-key": "rotate-it-once" };
  const rotate = (input: object = {}) =>
    admin.post<{ secret: string; message: string }>(
      `/api/webhook-endpoints/${id}/rotate-secret`,
      { currentPassword: password, ...input },
      key,
    );
  const first = await rotate();
  expect(first.status, first.text).toBe(200);
  const repeated = await Promise.all([rotate(), rotate()]);
  expect(repeated.map(({ status }) => status)).toEqual([409, 409]);
  const signers = async (secrets: string[], count: number) => {
    await newCustomer(admin);
    await expect.poll(() => at(receiver, "/twice").length).toBe(count);
    const received = at(receiver, "/twice").at(-1);
    return secrets.map((each) => received !== undefined && isSignedWith(each, received));
  };
  expect(await signers([secret, first.json.secret], 1)).toEqual([true, true]);
  const page = await admin.get(`/settings/webhooks/${id}/rotate-secret`);
  expect(page.text).toContain("Rotate the signing secret again?");
  const again = await rotate({ again: true });
  expect(again.status, again.text).toBe(200);
  expect(await signers([secret, first.json.secret, again.json.secret], 2)).toEqual([true, false, true]);
  const form = { currentPassword: password };
  expect((await admin.submit(`/settings/webhooks/${id}/rotate-secret`, form)).status).toBe(409);
  expect((await admin.submit(`/settings/webhooks/${id}/rotate-secret`, { ...form, again: "true" })).status).toBe(200);
  await endOf(id);
});

test("turning off an endpoint that someone else changed shows why it is refused", async () => {
  const { id } = await addEndpoint(admin, `${receiver.url}/stale`, { events: ["customer.created"] });
  const stale = await admin.submit(`/settings/webhooks/${id}`, { intent: "turn", version: "9", enabled: "false" });
  expect([stale.status, pageText(stale.text)]).toEqual([409, expect.stringContaining("Someone else just changed")]);
  await endOf(id);
});

test("410 Gone turns an endpoint off and notifies Admins, and turning it on again resumes deliveries", async () => {
  const { admin: owner, orgId: ownId } = await businessWithPassword(worker);
  const { id } = await addEndpoint(owner, `${receiver.url}/gone`, { events: ["customer.created"] });
  receiver.answer({ status: 410 }, "/gone");
  await newCustomer(owner);
  await expect.poll(async () => (await endpointOf(owner, id)).enabled).toBe(false);
  const off = await endpointOf(owner, id);
  expect(off.disabledBy).toBe("gone");
  const { email } = (await owner.get<{ email: string }>("/api/auth/profile")).json;
  await expect
    .poll(async () => (await mailsTo(worker, email)).map(({ subject }) => subject))
    .toEqual([`Webhooks to ${new URL(receiver.url).host} were turned off`]);
  // Nothing is stored for it while it is disabled.
  await newCustomer(owner);
  expect((await deliveriesOf(owner, id)).items).toMatchObject([{ status: "failed", responseStatus: 410 }]);
  const [{ id: deliveryId } = { id: "" }] = (await deliveriesOf(owner, id)).items;
  expect((await owner.post(`/api/webhook-endpoints/${id}/deliveries/${deliveryId}/send-again`)).status).toBe(409);
  expect((await owner.post(`/api/webhook-endpoints/${id}/test`)).status).toBe(409);
  receiver.answer({ status: 200 }, "/gone");
  const on = await owner.patch<Endpoint>(`/api/webhook-endpoints/${id}`, { enabled: true, version: off.version });
  expect([on.status, on.json.enabled, on.json.disabledBy]).toEqual([200, true, null]);
  await newCustomer(owner);
  await expect
    .poll(async () => (await deliveriesOf(owner, id)).items.map(({ status }) => status))
    .toEqual(["delivered", "failed"]);
  const rows = worker.db.prepare(
    "SELECT action FROM audit_log WHERE org_id = ? AND entity = 'webhook_endpoint' ORDER BY id",
  );
  const { results } = await rows.bind(ownId).all<{ action: string }>();
  expect(results.map(({ action }) => action)).toEqual(
    ["create", "turn_off", "update"].map((verb) => `webhook_endpoint.${verb}`),
  );
});

test("a second endpoint with the same URL is refused, and a retried test is sent once", async () => {
  const { id } = await addEndpoint(admin, `${receiver.url}/once`, { events: ["lead.won"] });
  const again = { url: `${receiver.url}/once`, events: ["lead.lost"], currentPassword: password };
  const refused = await admin.post<{ fields: object }>("/api/webhook-endpoints", again);
  expect([refused.status, refused.json.fields]).toEqual([
    400,
    { url: ["An endpoint with this address already exists"] },
  ]);
  const headers = { "idempotency-key": "test-of-4711" };
  const sent = [
    await admin.send<{ id: string }>("POST", `/api/webhook-endpoints/${id}/test`, { headers }),
    await admin.send<{ id: string }>("POST", `/api/webhook-endpoints/${id}/test`, { headers }),
  ];
  expect(sent.map(({ status }) => status)).toEqual([202, 202]);
  expect(sent[1]?.json.id).toBe(sent[0]?.json.id);
  expect((await deliveriesOf(admin, id)).items).toHaveLength(1);
  await endOf(id);
});

test("a test event is sent and logged", async () => {
  const { id, secret } = await addEndpoint(admin, `${receiver.url}/tested`, { events: ["invoice.paid"] });
  const sent = await admin.post<{ id: string }>(`/api/webhook-endpoints/${id}/test`);
  expect(sent.status, sent.text).toBe(202);
  await expect.poll(() => at(receiver, "/tested").length).toBe(1);
  const [received] = at(receiver, "/tested");
  if (!received) throw new Error("nothing was received");
  expect(received.headers["webhook-id"]).toBe(sent.json.id);
  expect(isSignedWith(secret, received)).toBe(true);
  expect(received.message).toMatchObject({
    type: "webhook.test",
    data: { id, object: "webhook_endpoint", record: null },
  });
  await expect.poll(async () => (await detailOf(admin, id, sent.json.id)).status).toBe("delivered");
  await endOf(id);
});

test("the log is paged and can be filtered by delivery status", async () => {
  const { id } = await addEndpoint(admin, `${receiver.url}/paged`, { events: ["invoice.paid"] });
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1)
    ids.push((await admin.post<{ id: string }>(`/api/webhook-endpoints/${id}/test`)).json.id);
  await expect.poll(async () => (await deliveriesOf(admin, id, "?status=delivered")).items.length).toBe(5);
  const first = await deliveriesOf(admin, id, "?limit=3");
  const second = await deliveriesOf(admin, id, `?limit=3&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map((each) => each.id)).toEqual(ids.toReversed());
  expect(second.nextCursor).toBeNull();
  expect((await deliveriesOf(admin, id, "?status=failed")).items).toEqual([]);
  const { pages, back } = await threePagesAndBack(admin, `/settings/webhooks/${id}`);
  const shown = [...pages, back].map((page) => ids.filter((each) => page.includes(`/deliveries/${each}`)));
  expect(shown).toEqual([[ids[4]], [ids[3]], [ids[2]], [ids[3]]]);
  // The page stays behind a delivery's dialog.
  expect(pages[1]).toMatch(new RegExp(`/deliveries/${ids[3]}\\?[^"]*cursor=`));
  expect((await admin.get(`/api/webhook-endpoints/${id}/deliveries?cursor=nonsense`)).status).toBe(400);
  await endOf(id);
});

test("only an Admin can add an endpoint, with the password, a valid URL and existing events", async () => {
  const input = { url: `${receiver.url}/x`, events: ["customer.created"], currentPassword: password };
  expect((await manager.post("/api/webhook-endpoints", input)).status).toBe(403);
  expect((await technician.get("/api/webhook-endpoints")).status).toBe(403);
  expect((await worker.visitor().get("/api/webhook-endpoints")).status).toBe(401);
  const key = await admin.post<{ key: string }>("/api/api-keys", {
    ...{ name: "Program", permissions: ["customers.read"], expires: "never", currentPassword: password },
  });
  const asKey = await worker
    .visitor()
    .get("/api/webhook-endpoints", { headers: { authorization: `Bearer ${key.json.key}` } });
  expect(asKey.status).toBe(403);
  for (const [field, change] of [
    ["currentPassword", { currentPassword: "not-it-2026" }],
    ["url", { url: "not an address" }],
    ["url", { url: worker.url.href }],
    ["url", { url: `https://example.com/${"a".repeat(500)}` }],
    ["events", { events: [] }],
    ["events.0", { events: ["customer.deleted"] }],
    ["description", { description: "a".repeat(201) }],
  ] as const) {
    const refused = await admin.post<{ fields: object }>("/api/webhook-endpoints", { ...input, ...change });
    expect([change, refused.status, Object.keys(refused.json.fields)]).toEqual([change, 400, [field]]);
  }
});

test("a change keeps omitted fields, requires the password for a new URL and refuses a stale version", async () => {
  const { id } = await addEndpoint(admin, `${receiver.url}/changed`, {
    description: "Reports",
    events: ["lead.created"],
  });
  const path = `/api/webhook-endpoints/${id}`;
  const renamed = await admin.patch<Endpoint>(path, { version: 1, description: "Dashboards" });
  expect(renamed.json).toMatchObject({
    description: "Dashboards",
    events: ["lead.created"],
    enabled: true,
    version: 2,
  });
  const moved = { version: 2, url: `${receiver.url}/other` };
  expect((await admin.patch(path, moved)).status).toBe(400);
  expect((await admin.patch(path, { ...moved, currentPassword: "not-it-2026" })).status).toBe(400);
  const done = await admin.patch<Endpoint>(path, {
    ...moved,
    currentPassword: password,
    events: ["lead.won", "lead.lost"],
  });
  expect(done.json).toMatchObject({
    url: moved.url,
    description: "Dashboards",
    events: ["lead.won", "lead.lost"],
    version: 3,
  });
  expect((await admin.patch(path, { version: 2, enabled: false })).status).toBe(409);
  await endOf(id);
});

test("another business can access neither an endpoint nor its log", async () => {
  const { id } = await addEndpoint(admin, `${receiver.url}/mine`, { events: ["lead.created"] });
  const { json: sent } = await admin.post<{ id: string }>(`/api/webhook-endpoints/${id}/test`);
  const path = `/api/webhook-endpoints/${id}`;
  const answers = [
    await other.admin.get(path),
    await other.admin.patch(path, { version: 1, enabled: false }),
    await other.admin.get(`${path}/deliveries`),
    await other.admin.get(`${path}/deliveries/${sent.id}`),
    await other.admin.post(`${path}/deliveries/${sent.id}/send-again`),
    await other.admin.post(`${path}/test`),
    await other.admin.post(`${path}/rotate-secret`, { currentPassword: password }),
    await other.admin.delete(path),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect((await other.admin.get<{ items: Endpoint[] }>("/api/webhook-endpoints")).json.items).toEqual([]);
  await endOf(id);
});

test("a business can have at most 20 endpoints", async () => {
  const { admin: owner, orgId: fullId } = await businessWithPassword(worker);
  const insert = worker.db.prepare(
    `INSERT INTO webhook_endpoints (org_id, id, url, status, secret, created_by, created_at, updated_at)
     VALUES (?1, ?2, 'http://127.0.0.1:9/' || ?2, 'enabled', 'v1.a.b.c', 'nobody', ?3, ?3)`,
  );
  const now = new Date().toISOString();
  await worker.db.batch(Array.from({ length: 20 }, (_, i) => insert.bind(fullId, `endpoint-${i}`, now)));
  const refused = await owner.post<{ message: string }>("/api/webhook-endpoints", {
    ...{ url: `${receiver.url}/x`, events: ["lead.created"], currentPassword: password },
  });
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "A business can have at most 20 endpoints. Delete one that is no longer used.",
  ]);
});

test("an endpoint's log exports as CSV with the screen's filter, only to an Admin of the business", async () => {
  const { id } = await addEndpoint(admin, `${receiver.url}/log-file`);
  await admin.post(`/api/webhook-endpoints/${id}/test`, {});
  await expect.poll(async () => (await deliveriesOf(admin, id)).items[0]?.status).toBe("delivered");
  const path = `/api/webhook-endpoints/${id}/deliveries/export`;
  const file = await admin.get(path);
  const [header, row, rest] = file.text.split("\r\n");
  expect(header).toBe("ID,Event,Record ID,Status,Time,Attempts,Last response,Next attempt");
  expect(row).toMatch(/^evt_[^,]+,[^,]+,[^,]+,Delivered,\d{4}-\d\d-\d\d \d\d:\d\d,1,200,$/);
  expect(rest ?? "").toBe("");
  expect((await admin.get(`${path}?status=failed`)).text.trim()).toBe(header);
  expect((await admin.get(`${path}?status=lost`)).status).toBe(400);
  expect((await admin.get(`/settings/webhooks/${id}?status=failed`)).text).toContain(`href="${path}?status=failed"`);
  expect((await other.admin.get(path)).status).toBe(404);
  expect((await manager.get(path)).status).toBe(403);
  await endOf(id);
});

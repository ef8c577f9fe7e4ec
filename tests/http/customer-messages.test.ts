import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { zoneAt } from "#tests/support/clock";
import { forged } from "#tests/support/forged";
import { householdCtx } from "#tests/support/household-ctx";
import { mailsTo } from "#tests/support/mailbox";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, addTechnician, addWorkOrder, start } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { twilio, twilioSignature } from "#worker/providers/texts";
import { deliverMessage } from "~/domain/messages/customer.server";

const worker = await testWorker();
const { admin, manager, technician, technicianId, orgId, orgKey } = await worker.business();
const other = await worker.business();
const ownNumber = `+1555010${String(orgKey).padStart(4, "0")}`;

interface MessageJson {
  id: string;
  body: string;
  authorKind: string;
  channel: string;
  hasPhoto: boolean;
  delivery: string | null;
  deliveryError: string | null;
  sendAt: string | null;
}
interface Detail {
  thread: { id: string; kind: string; title: string; closedAt: string | null };
  messages: MessageJson[];
}
interface Refused {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
}

let numbers = 0;
const newNumber = () => `+1414555${String(2000 + numbers++).padStart(4, "0")}`;

async function workOrderWith(phone: string | null, email: string | null = null) {
  const site = await addCustomer(worker, orgId, "Ana Ortega");
  await worker.db
    .prepare("UPDATE customers SET phone = ?3, email = ?4 WHERE org_id = ?1 AND id = ?2")
    .bind(orgId, site.customerId, phone, email)
    .run();
  const workOrder = await addWorkOrder(manager, site);
  const { id } = (await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/customer-thread`, {})).json;
  return { workOrder, threadId: id };
}

const write = (by: Visitor, threadId: string, fields: object) =>
  by.post<{ id: string } & Refused>(`/api/threads/${threadId}/customer-messages`, {
    channel: "text",
    now: true,
    ...fields,
  });
const detail = async (threadId: string, by = manager) => (await by.get<Detail>(`/api/threads/${threadId}`)).json;
const textsTo = async (number: string) =>
  (
    await worker
      .visitor()
      .get<{ items: { to: string; from: string; body: string; mediaUrl: string | null }[] }>("/dev/texts.json")
  ).json.items.filter(({ to }) => to === number);

async function arrives(
  fields: Record<string, string>,
  { path = "/api/webhooks/texts", secret = "embedded-texts" } = {},
) {
  const form = new URLSearchParams(fields);
  const url = `${worker.url.origin}${path}`;
  const signature = await twilioSignature({ url, form }, secret);
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
    body: form.toString(),
  });
}
const text = (from: string, body: string, sid = `SM${randomUUID()}`) =>
  arrives({ From: from, To: ownNumber, Body: body, MessageSid: sid, NumMedia: "0" });

test("a text is sent from the business's number, and the reply arrives in the same conversation", async () => {
  const phone = newNumber();
  const { threadId } = await workOrderWith(phone);
  expect((await write(manager, threadId, { body: "We come at nine." })).status).toBe(201);
  await expect.poll(async () => (await detail(threadId)).messages.at(-1)?.delivery).toBe("delivered");
  expect(await textsTo(phone)).toEqual([expect.objectContaining({ from: ownNumber, body: "We come at nine." })]);
  expect((await text(phone, "Fine, thanks")).status).toBe(200);
  const messages = (await detail(threadId)).messages;
  expect(messages.map(({ authorKind, body }) => [authorKind, body])).toEqual([
    ["member", "We come at nine."],
    ["customer", "Fine, thanks"],
  ]);
});

test("texts go to a customer's corrected number, and replies from either number stay in the conversation", async () => {
  const [wrong, right] = [newNumber(), newNumber()];
  const { workOrder, threadId } = await workOrderWith(wrong);
  await write(manager, threadId, { body: "We come at nine." });
  const { version } = (await manager.get<{ version: number }>(`/api/customers/${workOrder.customerId}`)).json;
  const corrected = await manager.patch(`/api/customers/${workOrder.customerId}`, { version, phone: right });
  expect(corrected.status).toBe(200);
  expect((await write(manager, threadId, { body: "We come at ten." })).status).toBe(201);
  await expect.poll(async () => (await textsTo(right)).map(({ body }) => body)).toEqual(["We come at ten."]);
  expect((await textsTo(wrong)).map(({ body }) => body)).toEqual(["We come at nine."]);
  await text(wrong, "Wrong number");
  await text(right, "Ten is fine");
  expect((await detail(threadId)).messages.map(({ body }) => body)).toEqual([
    "We come at nine.",
    "We come at ten.",
    "Wrong number",
    "Ten is fine",
  ]);
});

test("a customer's removed number gets no more texts, and emails go to a corrected address", async () => {
  const [phone, wrong, right] = [newNumber(), `${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  const { workOrder, threadId } = await workOrderWith(phone, wrong);
  await write(manager, threadId, { body: "We come at nine." });
  await write(manager, threadId, { channel: "mail", body: "We come at nine." });
  const { version } = (await manager.get<{ version: number }>(`/api/customers/${workOrder.customerId}`)).json;
  const changed = await manager.patch(`/api/customers/${workOrder.customerId}`, { version, phone: null, email: right });
  expect(changed.status).toBe(200);
  const refused = await write(manager, threadId, { body: "We come at ten." });
  expect([refused.status, refused.json.fields?.channel?.[0]]).toEqual([400, "No cell phone number on file"]);
  expect((await write(manager, threadId, { channel: "mail", body: "We come at ten." })).status).toBe(201);
  await expect.poll(async () => (await mailsTo(worker, right)).length).toBe(1);
  expect((await mailsTo(worker, wrong)).length).toBe(1);
});

test("a reply goes to the conversation in which its number was last written to", async () => {
  const [phone, corrected] = [newNumber(), newNumber()];
  const { workOrder, threadId: first } = await workOrderWith(phone);
  await write(manager, first, { body: "About the furnace" });
  const { siteAddressId } = (await manager.get<{ siteAddressId: string }>(`/api/work-orders/${workOrder.id}`)).json;
  const again = await addWorkOrder(manager, { customerId: workOrder.customerId, siteAddressId });
  const { id: second } = (await manager.post<{ id: string }>(`/api/work-orders/${again.id}/customer-thread`, {})).json;
  await write(manager, second, { body: "About the boiler" });
  const { version } = (await manager.get<{ version: number }>(`/api/customers/${workOrder.customerId}`)).json;
  await manager.patch(`/api/customers/${workOrder.customerId}`, { version, phone: corrected });
  await write(manager, second, { body: "The boiler again" });
  await text(phone, "From the old phone");
  expect((await detail(second)).messages.at(-1)?.body).toBe("From the old phone");
});

test("a photo is sent as a picture message with a private link, or by email", async () => {
  const [phone, email] = [newNumber(), `${randomUUID()}@example.com`];
  const { threadId } = await workOrderWith(phone, email);
  const send = (fields: Record<string, string>, bytes = jpegOf(8, 6), type = "image/jpeg") => {
    const form = new FormData();
    form.set("photo", new Blob([bytes], { type }), "photo.jpg");
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return manager.send<{ id: string } & Refused>("POST", `/api/threads/${threadId}/photos`, { body: form });
  };
  expect((await send({ body: "For whom?" })).json.fields).toHaveProperty("channel");
  expect((await send({ channel: "page" })).status).toBe(400);
  expect((await send({ channel: "text", body: "Your new igniter", now: "on" })).status).toBe(201);
  await expect.poll(async () => (await textsTo(phone)).length).toBe(1);
  const [sent] = await textsTo(phone);
  expect(sent?.body).toBe("Your new igniter");
  const path = new URL(sent?.mediaUrl ?? "", worker.url).pathname;
  const picture = await worker.visitor().get(path);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(picture.headers.get("x-robots-tag")).toContain("noindex");
  expect((await worker.visitor().get(forged(path))).status).toBe(404);
  expect((await worker.visitor().get("/s/picture/abc")).status).toBe(404);
  await worker.db.prepare("UPDATE customers SET phone = NULL WHERE org_id = ? AND phone = ?").bind(orgId, phone).run();
  expect((await send({ channel: "mail", now: "on" })).status).toBe(201);
  await expect.poll(async () => (await mailsTo(worker, email)).length).toBe(1);
  const shown = (await detail(threadId)).messages;
  expect(shown.map(({ channel, hasPhoto }) => [channel, hasPhoto])).toEqual([
    ["text", true],
    ["mail", true],
  ]);
});

test("a conversation can be assigned, and shows up in the assignee's Assigned list", async () => {
  const { threadId, workOrder } = await workOrderWith(newNumber());
  await write(manager, threadId, { body: "Hello" });
  const assign = (by: Visitor, assigneeId: string | null) =>
    by.put<Refused>(`/api/threads/${threadId}/assignee`, { assigneeId });
  const idOf = async (by: Visitor) => (await by.get<{ id: string }>("/api/auth/profile")).json.id;
  const listed = async (by: Visitor) =>
    (await by.get<{ items: { id: string }[] }>("/api/threads?list=assigned")).json.items.map(({ id }) => id);
  const stranger = await idOf(other.manager);
  expect((await assign(manager, stranger)).json.fields).toHaveProperty("assigneeId");
  // Neither on the crew yet, nor in the office.
  expect((await assign(manager, await idOf(technician))).json.fields).toHaveProperty("assigneeId");
  expect((await assign(other.manager, null)).status).toBe(404);
  expect((await assign(manager, await idOf(admin))).status).toBe(200);
  expect(await listed(admin)).toContain(threadId);
  expect(await listed(manager)).not.toContain(threadId);
  const { version } = (await manager.get<{ version: number }>(`/api/work-orders/${workOrder.id}`)).json;
  await manager.send("PUT", `/api/work-orders/${workOrder.id}/schedule`, {
    // On a separate day, since other jobs are on the same technician's calendar.
    body: { version, technicianId, start: new Date(Date.parse(start) + 86_400_000).toISOString() },
  });
  expect((await assign(technician, await idOf(technician))).status).toBe(403);
  expect((await assign(manager, await idOf(technician))).status).toBe(200);
  expect([await listed(technician), await listed(admin)].map((ids) => ids.includes(threadId))).toEqual([true, false]);
  expect((await assign(manager, null)).status).toBe(200);
  expect(await listed(technician)).not.toContain(threadId);
});

test("a duplicate text is stored once, and one without a valid signature is rejected", async () => {
  const phone = newNumber();
  const { threadId } = await workOrderWith(phone);
  await write(manager, threadId, { body: "Hello" });
  const sid = `SM${randomUUID()}`;
  await Promise.all([text(phone, "Twice", sid), text(phone, "Twice", sid), text(phone, "Twice", sid)]);
  expect((await detail(threadId)).messages.filter(({ body }) => body === "Twice")).toHaveLength(1);
  const forged = await arrives({ From: phone, To: ownNumber, Body: "Forged", MessageSid: "SM1" }, { secret: "guess" });
  expect(forged.status).toBe(403);
  expect((await detail(threadId)).messages.map(({ body }) => body)).not.toContain("Forged");
});

test("STOP blocks texts until the customer sends START, and the office cannot override it", async () => {
  const phone = newNumber();
  const { threadId } = await workOrderWith(phone);
  await write(manager, threadId, { body: "Hello" });
  await text(phone, "STOP");
  const refused = await write(manager, threadId, { body: "One more" });
  expect([refused.status, refused.json.fields?.channel?.[0]]).toEqual([400, "The customer has opted out of texts"]);
  const allow = await manager.send("PUT", `/api/threads/${threadId}/consent`, {
    body: { channel: "text", allowed: true },
  });
  expect(allow.status).toBe(409);
  await text(phone, "start");
  expect((await write(manager, threadId, { body: "Welcome back" })).status).toBe(201);
});

test("texts from an unknown number become one office conversation, even when they arrive at once", async () => {
  const phone = newNumber();
  await Promise.all([text(phone, "Do you fix boilers?"), text(phone, "It leaks")]);
  const { results } = await worker.db
    .prepare("SELECT id FROM threads WHERE org_id = ? AND contact_phone = ?")
    .bind(orgId, phone)
    .all<{ id: string }>();
  expect(results).toHaveLength(1);
  const id = results[0]?.id ?? "";
  expect((await detail(id)).messages).toHaveLength(2);
  expect((await technician.get(`/api/threads/${id}`)).status).toBe(404);
  expect((await other.admin.get(`/api/threads/${id}`)).status).toBe(404);
});

test("a customer's first text arrives in that customer's conversation", async () => {
  const phone = newNumber();
  await workOrderWith(phone);
  await text(phone, "When do you come?");
  const { items } = (
    await manager.get<{ items: { title: string; unread: number }[] }>("/api/threads?list=customers&limit=100")
  ).json;
  expect(items[0]).toMatchObject({ title: "Ana Ortega", unread: 1 });
});

test("a text to a landline fails with a reason, and one to an unreachable provider is retried", async () => {
  const landline = await workOrderWith("+14145550199");
  await write(manager, landline.threadId, { body: "Hello" });
  await expect.poll(async () => (await detail(landline.threadId)).messages.at(-1)?.delivery).toBe("failed");
  expect((await detail(landline.threadId)).messages.at(-1)?.deliveryError).toContain("landline");
  const down = await workOrderWith("+14145550198");
  await write(manager, down.threadId, { body: "Are you there?" });
  const row = () =>
    worker.db
      .prepare(
        "SELECT attempts, last_error AS lastError FROM outbox WHERE org_id = ? AND json_extract(payload, '$.message.messageId') IS NOT NULL AND delivered_at IS NULL",
      )
      .bind(orgId)
      .first<{ attempts: number; lastError: string }>();
  await expect.poll(async () => (await row())?.attempts).toBe(1);
  expect((await detail(down.threadId)).messages.at(-1)).toMatchObject({ body: "Are you there?", delivery: "queued" });
});

test("retrying a message's failed delivery sends it, unless it has been sent since", async () => {
  const { threadId } = await workOrderWith(newNumber());
  await write(manager, threadId, { body: "On my way" });
  const last = async () => (await detail(threadId)).messages.at(-1);
  await expect.poll(async () => (await last())?.delivery).not.toBe("queued");
  const messageId = (await last())?.id ?? "";
  const row = await worker.db
    .prepare("SELECT id FROM outbox WHERE org_id = ? AND json_extract(payload, '$.message.messageId') = ?")
    .bind(orgId, messageId)
    .first<{ id: string }>();
  const givenUp = (delivery: string) =>
    worker.db.batch([
      worker.db
        .prepare("UPDATE outbox SET delivered_at = NULL, failed_at = ?2, attempts = 8 WHERE id = ?1")
        .bind(row?.id, new Date().toISOString()),
      worker.db
        .prepare(
          "UPDATE messages SET delivery = ?3, provider_id = NULL, delivery_error = 'No answer' WHERE org_id = ?1 AND id = ?2",
        )
        .bind(orgId, messageId, delivery),
    ]);
  await givenUp("failed");
  const retry = () => admin.submit("/system/deliveries", { intent: "retry", id: row?.id ?? "" });
  expect((await retry()).status).toBe(302);
  await expect.poll(async () => (await last())?.delivery).toMatch(/^(sent|delivered)$/);
  expect((await last())?.deliveryError).toBeNull();
  await givenUp("delivered");
  const refused = await retry();
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("This can no longer be retried.");
});

test("a late delivery report does not change the status back", async () => {
  const phone = newNumber();
  const { threadId } = await workOrderWith(phone);
  await write(manager, threadId, { body: "Hello" });
  await expect.poll(async () => (await detail(threadId)).messages.at(-1)?.delivery).toBe("delivered");
  const [row] = (
    await worker.db
      .prepare("SELECT provider_id AS sid FROM messages WHERE org_id = ? AND thread_id = ?")
      .bind(orgId, threadId)
      .all<{ sid: string }>()
  ).results;
  const report = await arrives(
    { MessageSid: row?.sid ?? "", MessageStatus: "sent" },
    { path: "/api/webhooks/texts/status" },
  );
  expect(report.status).toBe(204);
  expect((await detail(threadId)).messages.at(-1)?.delivery).toBe("delivered");
});

const zone = worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?");
/** Quiet hours at all times except the last minute, in a zone where it is noon. */
async function quietAllDay() {
  await zone.bind(zoneAt(12), orgId).run();
  const { version, templates } = (await admin.get<{ version: number; templates: object }>("/api/message-settings"))
    .json;
  const quiet = { version, quietFrom: "00:00", quietTo: "23:59", templates };
  expect((await admin.send("PUT", "/api/message-settings", { body: quiet })).status).toBe(200);
}

test("a text written during quiet hours is sent once after they end", async () => {
  const phone = newNumber();
  const { threadId } = await workOrderWith(phone);
  await quietAllDay();
  await write(manager, threadId, { body: "Good morning", now: false });
  const held = (await detail(threadId)).messages.at(-1);
  expect(held?.delivery).toBe("held");
  expect(await textsTo(phone)).toEqual([]);
  expect(Date.parse(held?.sendAt ?? "")).toBeGreaterThan(Date.now());
  await worker.db
    .prepare("UPDATE messages SET send_at = ?3 WHERE org_id = ?1 AND thread_id = ?2")
    .bind(orgId, threadId, new Date(Date.now() - 1000).toISOString())
    .run();
  await worker.sweep();
  await worker.sweep();
  await expect.poll(async () => (await detail(threadId)).messages.at(-1)?.delivery).toBe("delivered");
  expect(await textsTo(phone)).toHaveLength(1);
  await zone.bind("America/Chicago", orgId).run();
});

/** Makes what is held or waits for a retry due, and delivers it. */
async function deliverNow() {
  const before = new Date(Date.now() - 1000).toISOString();
  await worker.db.batch([
    worker.db.prepare("UPDATE messages SET send_at = ?2 WHERE org_id = ?1 AND delivery = 'held'").bind(orgId, before),
    worker.db
      .prepare("UPDATE outbox SET due_at = ?2 WHERE org_id = ?1 AND delivered_at IS NULL AND failed_at IS NULL")
      .bind(orgId, before),
  ]);
  await worker.sweep();
  await worker.sweep();
}
const optOut = (threadId: string, channel: "text" | "mail") =>
  manager.send("PUT", `/api/threads/${threadId}/consent`, { body: { channel, allowed: false } });
test("a held message is not sent once the customer has opted out, to the office or by texting STOP", async () => {
  const [phone, stopped, email] = [newNumber(), newNumber(), `${randomUUID()}@example.com`];
  const [byOffice, byStop, byMail] = [
    await workOrderWith(phone),
    await workOrderWith(stopped),
    await workOrderWith(null, email),
  ];
  await quietAllDay();
  for (const { threadId } of [byOffice, byStop])
    expect((await write(manager, threadId, { body: "Good morning", now: false })).status).toBe(201);
  const mail = { body: "Good morning", channel: "mail", now: false };
  expect((await write(manager, byMail.threadId, mail)).status).toBe(201);
  expect((await optOut(byOffice.threadId, "text")).status).toBe(200);
  expect((await optOut(byMail.threadId, "mail")).status).toBe(200);
  await text(stopped, "STOP");
  await deliverNow();
  const ends = async (threadId: string) =>
    (await detail(threadId)).messages
      .filter(({ authorKind }) => authorKind === "member")
      .map(({ delivery, deliveryError }) => [delivery, deliveryError]);
  for (const [{ threadId }, reason] of [
    [byOffice, "The customer has opted out of texts"],
    [byStop, "The customer has opted out of texts"],
    [byMail, "The customer has opted out of emails"],
  ] as const)
    await expect.poll(() => ends(threadId)).toEqual([["failed", reason]]);
  expect([await textsTo(phone), await textsTo(stopped), await mailsTo(worker, email)]).toEqual([[], [], []]);
  await zone.bind("America/Chicago", orgId).run();
});

test("a text whose retry comes after the customer opted out is not sent", async () => {
  const { threadId } = await workOrderWith("+14145560198");
  await write(manager, threadId, { body: "Are you there?" });
  const attempts = () =>
    worker.db
      .prepare(
        "SELECT o.attempts FROM outbox o JOIN messages m ON m.org_id = o.org_id AND m.id = o.payload ->> '$.message.messageId' WHERE m.org_id = ? AND m.thread_id = ?",
      )
      .bind(orgId, threadId)
      .first<number>("attempts");
  await expect.poll(attempts).toBe(1);
  expect((await optOut(threadId, "text")).status).toBe(200);
  await deliverNow();
  await expect
    .poll(async () => (await detail(threadId)).messages.at(-1))
    .toMatchObject({ delivery: "failed", deliveryError: "The customer has opted out of texts" });
});

test("a retried text is not taken for the same words of another message", async () => {
  const { threadId } = await workOrderWith("+14145570198");
  const body = "On my way";
  const rowOf = (id: string) =>
    worker.db
      .prepare("SELECT delivery, provider_id AS providerId FROM messages WHERE org_id = ? AND id = ?")
      .bind(orgId, id)
      .first<{ delivery: string; providerId: string | null }>();
  const morning = (await write(manager, threadId, { body })).json.id;
  await worker.db
    .prepare("UPDATE messages SET delivery = 'delivered', provider_id = 'SMmorning' WHERE org_id = ? AND id = ?")
    .bind(orgId, morning)
    .run();
  const afternoon = (await write(manager, threadId, { body })).json.id;
  const now = new Date();
  const atTwilio = [
    { sid: "SMmorning", status: "delivered", body, to: "+14145570198", date_created: now.toUTCString() },
  ];
  const texts = twilio({
    ...{ accountSid: "AC1", authToken: "secret", numbers: new Map([[orgId, ownNumber]]) },
    deps: {
      fetch: async (_, { method }) =>
        method === "POST"
          ? Response.json({ sid: "SMafternoon", status: "queued" }, { status: 201 })
          : Response.json({ messages: atTwilio }),
    },
  });
  const ctx = householdCtx(worker.db, "");
  const system = {
    ...{ ...ctx, now, actor: { kind: "system", member: null } as const },
    providers: { ...ctx.providers, texts },
  };
  const retry = { outboxId: randomUUID(), tries: 1, queuedAt: now.toISOString() };
  await deliverMessage(system, { orgId, messageId: afternoon }, retry);
  expect(await rowOf(afternoon)).toEqual({ delivery: "queued", providerId: "SMafternoon" });
  expect(await rowOf(morning)).toEqual({ delivery: "delivered", providerId: "SMmorning" });
});

test("each business edits its own templates, which are validated and filled in with known values", async () => {
  const phone = newNumber();
  const { threadId } = await workOrderWith(phone);
  const before = (
    await admin.get<{ version: number; templates: Record<string, string>; quietFrom: string; quietTo: string }>(
      "/api/message-settings",
    )
  ).json;
  const save = (templates: object) =>
    admin.send<Refused>("PUT", "/api/message-settings", {
      body: {
        version: before.version,
        quietFrom: "21:00",
        quietTo: "08:00",
        templates: { ...before.templates, ...templates },
      },
    });
  expect((await save({ done: "Bye {nobody}" })).json.fields).toHaveProperty(["templates.done"]);
  expect((await save({ done: "All done, {customer}: {link}" })).status).toBe(200);
  expect((await save({ done: "Again" })).status).toBe(409);
  expect((await manager.get("/api/message-settings")).status).toBe(403);
  const { items } = (
    await manager.post<{ items: { key: string; text: string; missing: string[] }[] }>(
      `/api/threads/${threadId}/templates`,
      {},
    )
  ).json;
  expect(items.find(({ key }) => key === "done")?.text).toMatch(/^All done, Ana: http.*\/s\/visit\/[\w-]{43}$/);
  expect(items.find(({ key }) => key === "arrival_window")?.missing).toEqual(["window"]);
});

test("an unread customer message sends one email after fifteen minutes, and none once it is read", async () => {
  const { manager, orgId, orgKey } = await worker.business();
  const from = newNumber();
  const number = `+1555010${String(orgKey).padStart(4, "0")}`;
  await arrives({ From: from, To: number, Body: "Anybody there?", MessageSid: `SM${randomUUID()}`, NumMedia: "0" });
  const emails = (
    await worker.db
      .prepare("SELECT u.email, m.roles FROM members m JOIN users u ON u.id = m.user_id WHERE m.org_id = ?")
      .bind(orgId)
      .all<{ email: string; roles: string }>()
  ).results;
  const ofRole = (role: string) => emails.find(({ roles }) => roles.includes(role))?.email ?? "";
  const mailsTo = async (email: string) =>
    (await worker.visitor().get<{ items: { to: string; subject: string }[] }>("/dev/mailbox.json")).json.items.filter(
      ({ to }) => to === email,
    );
  const [thread] = (await manager.get<{ items: { id: string }[] }>("/api/threads?list=unread")).json.items;
  await manager.send("PUT", `/api/threads/${thread?.id}/read`, { body: { seq: 1 } });
  await worker.sweep();
  expect(await mailsTo(ofRole("Admin"))).toEqual([]);
  await worker.db
    .prepare("UPDATE thread_members SET notify_at = ?2 WHERE org_id = ?1 AND notify_at IS NOT NULL")
    .bind(orgId, new Date(Date.now() - 1000).toISOString())
    .run();
  await worker.sweep();
  await worker.sweep();
  await expect.poll(async () => (await mailsTo(ofRole("Admin"))).length).toBe(1);
  expect(await mailsTo(ofRole("Manager"))).toEqual([]);
  expect(await mailsTo(ofRole("Technician"))).toEqual([]);
});

test("a technician can message only the customers of their own jobs", async () => {
  const { workOrder, threadId } = await workOrderWith(newNumber());
  expect((await write(technician, threadId, { body: "Hi" })).status).toBe(404);
  const { version } = (await manager.get<{ version: number }>(`/api/work-orders/${workOrder.id}`)).json;
  await manager.send("PUT", `/api/work-orders/${workOrder.id}/schedule`, { body: { version, technicianId, start } });
  expect((await write(technician, threadId, { body: "On my way" })).status).toBe(201);
  expect((await technician.post(`/api/work-orders/${workOrder.id}/customer-thread`, {})).status).toBe(201);
  const stranger = await addTechnician(worker, orgId);
  expect(stranger).not.toBe(technicianId);
  expect((await write(other.admin, threadId, { body: "Hi" })).status).toBe(404);
});

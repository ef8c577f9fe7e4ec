import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { customerTexts, type Refused } from "#tests/support/customer-texts";
import { forged } from "#tests/support/forged";
import { mailsTo } from "#tests/support/mailbox";
import { pageText } from "#tests/support/page-text";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, addTechnician, addWorkOrder, start } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { admin, manager, technician, technicianId, orgId } = business;
const other = await worker.business();
const { ownNumber, newNumber, workOrderWith, write, detail, textsTo, arrives, text } = customerTexts(worker, business);

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
  // Recorded by the office as well, it is still the customer's.
  expect(
    (await manager.send("PUT", `/api/threads/${threadId}/consent`, { body: { channel: "text", allowed: false } }))
      .status,
  ).toBe(200);
  const again = await manager.send<Refused>("PUT", `/api/threads/${threadId}/consent`, {
    body: { channel: "text", allowed: true },
  });
  expect([again.status, again.json.message]).toEqual([
    409,
    "The customer texted STOP. Only they can turn texts on again, by texting START.",
  ]);
  expect((await write(manager, threadId, { body: "One more" })).status).toBe(400);
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

/** The messages of a new customer without a job. */
async function customerTab({ phone = null, email = null }: { phone?: string | null; email?: string | null }) {
  const { customerId } = await addCustomer(worker, orgId, "Ada Byron");
  await worker.db
    .prepare("UPDATE customers SET phone = ?3, email = ?4 WHERE org_id = ?1 AND id = ?2")
    .bind(orgId, customerId, phone, email)
    .run();
  const path = `/customers/${customerId}/messages`;
  return { path, customerId, shown: async () => pageText((await manager.get(path)).text) };
}

test("the first message to a customer needs no job", async () => {
  const phone = newNumber();
  const { path, shown } = await customerTab({ phone });
  expect(await shown()).toContain("Write first message");
  expect(await shown()).toContain("Email: No email address on file.");
  const opened = await manager.submit(path, {});
  expect([opened.status, opened.location]).toEqual([302, expect.stringMatching(/^\/messages\/[0-9a-f-]{36}$/)]);
  expect((await manager.submit(path, {})).location, "opened once").toBe(opened.location);
  const threadId = opened.location?.split("/").at(-1) ?? "";
  const onPage = await write(manager, threadId, { channel: "page", body: "We received your request." });
  expect([onPage.status, onPage.json.fields?.channel]).toEqual([400, ["There is no visit page without a job"]]);
  expect((await write(manager, threadId, { body: "We received your request." })).status).toBe(201);
  await expect.poll(async () => (await textsTo(phone)).map(({ body }) => body)).toEqual(["We received your request."]);
  await text(phone, "Thanks");
  expect((await detail(threadId)).messages.map(({ body }) => body)).toEqual(["We received your request.", "Thanks"]);
  expect(await shown()).not.toContain("Write first message");
  expect(await shown()).toContain("Not about a job");
});

test("two presses at once open one conversation with a customer", async () => {
  const { path, customerId } = await customerTab({ email: `${randomUUID()}@example.com` });
  const [one, two] = await Promise.all([manager.submit(path, {}), manager.submit(path, {})]);
  expect(one.location).toBe(two.location);
  const { results } = await worker.db
    .prepare("SELECT id FROM threads WHERE org_id = ?1 AND customer_id = ?2")
    .bind(orgId, customerId)
    .all();
  expect(results).toHaveLength(1);
});

test.each([
  ["has neither a phone number nor an email", false, "Text: No cell phone number on file."],
  ["texted STOP and has no email", true, "Text: The customer has opted out of texts."],
])("a customer who %s gets no first message, and the tab says why", async (_, stopped, reason) => {
  const phone = newNumber();
  // Before anyone knew whose number it is.
  if (stopped) await text(phone, "STOP");
  const { path, shown } = await customerTab(stopped ? { phone } : {});
  const page = await shown();
  expect(page).not.toContain("Write first message");
  for (const words of [reason, "Email: No email address on file.", "Edit contact details"])
    expect(page).toContain(words);
  const refused = await manager.submit(path, {});
  expect(refused.status).toBe(409);
});

test("only the office of the business opens a conversation with a customer", async () => {
  const { path } = await customerTab({ phone: newNumber() });
  expect(pageText((await technician.get(path)).text)).not.toContain("Write first message");
  expect((await technician.submit(path, {})).status).toBe(403);
  expect((await other.manager.submit(path, {})).status).toBe(404);
});

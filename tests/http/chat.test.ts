import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ask, eventsOf } from "#tests/support/chat";
import { exportOf } from "#tests/support/exports";
import { forged } from "#tests/support/forged";
import { setUpTechnician } from "#tests/support/technicians";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { ChatMessage } from "~/domain/chat/message";
import { encodeCursor } from "~/domain/shared/paging.server";
import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const { admin, manager, technician, orgId } = await worker.business();
const other = await worker.business();

interface Refused {
  code: string;
  message: string;
}

interface ConversationJson {
  id: string;
  title: string;
  about: string;
  messages: ChatMessage[];
  earlierCursor: string | null;
}

const conversationOf = async (id: string, query = "") =>
  (await manager.get<ConversationJson>(`/api/chat/conversations/${id}${query}`)).json;
const count = async (table: string, where = "1 = 1") =>
  (
    await worker.db
      .prepare(`SELECT count(*) AS count FROM ${table} WHERE org_id = ? AND ${where}`)
      .bind(orgId)
      .first<{ count: number }>()
  )?.count ?? 0;
const site = await addCustomer(worker, orgId, "Ramona Ortega");

test("a plain question finds rows that link to their records", async () => {
  const { answer, events } = await ask(manager, "find customer Ortega");
  expect(events.map(({ type }) => type)).toEqual(["saved", "done"]);
  expect(answer).toMatchObject({ author: "assistant", model: null, notices: [], text: "1 customer." });
  expect(answer.findings).toMatchObject([
    { rows: [{ kind: "customer", key: site.customerId, label: "Ramona Ortega" }], list: { of: "customers" } },
  ]);
});

test("jobs of a day are found by the business's own calendar day", async () => {
  const zone = await worker.db
    .prepare("SELECT time_zone AS zone FROM organizations WHERE id = ?")
    .bind(orgId)
    .first<{ zone: string }>();
  const today = wallTimeOf(Date.now(), zone?.zone ?? "UTC").date;
  const start = `${addDays(today, 3)}T18:00:00.000Z`;
  const workOrder = await addWorkOrder(manager, site, {
    title: "Furnace makes noise",
    scheduledStart: start,
    durationMinutes: 60,
  });
  const [, month, day] = addDays(today, 3).split("-").map(Number);
  const { answer } = await ask(manager, `jobs on ${month}/${day}`);
  expect(answer.text).toBe("1 job.");
  expect(answer.findings[0]?.rows).toMatchObject([{ kind: "work_order", key: workOrder.reference }]);
  expect(answer.findings[0]?.rows[0]?.detail).toContain("Ramona Ortega");
  const none = await ask(manager, "jobs yesterday");
  expect(none.answer.text).toBe("No job found.");
  const one = await ask(manager, workOrder.reference.toLowerCase());
  expect(one.answer.text).toBe(`${workOrder.reference} is scheduled.`);
});

test("a customer's name that fits several is refused with their names, and an exact one is not", async () => {
  const ours = await worker.business();
  const [ortega, flint] = [
    await addCustomer(worker, ours.orgId, "Ramona Ortega"),
    await addCustomer(worker, ours.orgId, "Ned Flint"),
  ];
  await ours.manager.post(`/api/customers/${flint.customerId}/addresses`, {
    ...{ type: "service", line1: "9 Ortega St", city: "Milwaukee", state: "WI", postalCode: "53211" },
  });
  const unpaid = async (name: string) => (await ask(ours.manager, `unpaid invoices of ${name}`)).answer;
  const jobs = async (name: string) => (await ask(ours.manager, `jobs for ${name}`)).answer;
  expect((await unpaid("Ortega")).findings[0]).toMatchObject({
    title: "Unpaid invoices of Ramona Ortega",
    list: { query: { customerId: ortega.customerId } },
  });
  await addCustomer(worker, ours.orgId, "Luis Ortega");
  for (const answer of [await unpaid("Ortega"), await jobs("Ortega")]) {
    expect(answer.findings).toEqual([]);
    expect(answer.text).toContain("Several customers match “Ortega”: Luis Ortega, Ramona Ortega. Enter the full name.");
  }
  await addCustomer(worker, ours.orgId, "Ramona Ortega Lopez");
  expect((await unpaid("Ramona Ortega")).findings[0]).toMatchObject({ title: "Unpaid invoices of Ramona Ortega" });
});

test("another business's rows are never found, by name or reference", async () => {
  expect((await ask(other.admin, "find customer Ortega")).answer.text).toBe("No customer matches.");
  const { answer } = await ask(other.admin, "WO-001");
  expect(answer).toMatchObject({ findings: [], text: "Jobs: Work order not found" });
});

test("a user without permission gets a message and no rows", async () => {
  const { answer } = await ask(technician, "unpaid invoices");
  expect(answer).toMatchObject({
    text: "Unpaid invoices: you do not have permission to see this.",
    findings: [],
    proposal: null,
  });
});

test("help articles are found, and a question that is not understood says so", async () => {
  const { answer } = await ask(technician, "How do I invite a technician?");
  expect(answer.findings[0]?.rows[0]).toMatchObject({ kind: "article" });
  const nonsense = await ask(manager, "zzqx wobble frumious bander snatch");
  expect(nonsense.answer).toMatchObject({ findings: [], text: expect.stringContaining("I can't answer that.") });
});

test("a household asks about its own money in its own conversation", async () => {
  const household = await worker.household();
  const { answer } = await ask(household, "how much cash in three months?");
  expect(answer.findings[0]).toMatchObject({ rows: [{ kind: "month" }], figures: expect.any(Array) });
  expect(answer.findings[0]?.figures.map(({ label }) => label)).toContain("Projected");
  const refused = await household.post<Refused>("/api/chat/questions", { text: "jobs", about: "business" });
  expect([refused.status, refused.json.code]).toEqual([403, "forbidden"]);
  const own = await ask(manager, { text: "cash in three months", about: "household" });
  expect(own.answer.findings).toHaveLength(1);
  const mixed = await ask(manager, "cash in three months");
  expect(mixed.answer).toMatchObject({ findings: [], text: expect.stringContaining("about your household") });
});

test("a conversation is listed, paged from its newest message and deleted with its messages", async () => {
  const { conversationId } = await ask(manager, "late jobs");
  for (const text of ["jobs tomorrow", "jobs today", "my to-dos"]) await ask(manager, { text, conversationId });
  const newest = await conversationOf(conversationId, "?limit=3");
  expect(newest.title).toBe("late jobs");
  expect(newest.messages.map(({ author }) => author)).toEqual(["assistant", "person", "assistant"]);
  const before = await conversationOf(conversationId, `?limit=100&cursor=${newest.earlierCursor}`);
  expect(before.messages).toHaveLength(5);
  expect(before.messages[0]?.text).toBe("late jobs");
  const list = (await manager.get<{ items: { id: string }[] }>("/api/chat/conversations")).json.items;
  expect(list[0]?.id).toBe(conversationId);
  for (const stranger of [admin, other.admin]) {
    expect((await stranger.get(`/api/chat/conversations/${conversationId}`)).status).toBe(404);
    expect((await stranger.send("DELETE", `/api/chat/conversations/${conversationId}`, {})).status).toBe(404);
    expect((await stranger.post("/api/chat/questions", { text: "jobs", conversationId })).status).toBe(404);
  }
  expect((await manager.send("DELETE", `/api/chat/conversations/${conversationId}`, {})).status).toBe(204);
  expect((await manager.get(`/api/chat/conversations/${conversationId}`)).status).toBe(404);
  const left = await worker.db
    .prepare("SELECT count(*) AS count FROM chat_messages WHERE conversation_id = ?")
    .bind(conversationId)
    .first<{ count: number }>();
  expect(left?.count).toBe(0);
});

test("a question sent twice with one key is stored and answered once", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const first = await ask(manager, "late jobs", headers);
  const again = await ask(manager, "late jobs", headers);
  expect([again.conversationId, again.answer.id]).toEqual([first.conversationId, first.answer.id]);
  const retried = await manager.post<never>("/api/chat/questions/retry", {
    conversationId: first.conversationId,
    questionId: first.question.id,
  });
  expect(eventsOf(retried.text).at(-1)).toMatchObject({ type: "done", answer: { id: first.answer.id } });
});

test("an unanswered question can be retried, only by its author", async () => {
  const { conversationId, question, answer } = await ask(manager, "late jobs");
  await worker.db.prepare("DELETE FROM chat_messages WHERE id = ?").bind(answer.id).run();
  const which = { conversationId, questionId: question.id };
  expect((await admin.post("/api/chat/questions/retry", which)).status).toBe(404);
  const retried = eventsOf((await manager.post<never>("/api/chat/questions/retry", which)).text);
  expect(retried.map(({ type }) => type)).toEqual(["saved", "done"]);
  expect((await conversationOf(conversationId)).messages).toHaveLength(2);
});

test("a to-do is added only after confirmation, and only once", async () => {
  const before = await count("todos");
  const { answer } = await ask(manager, "remind me to call Ortega tomorrow 9");
  expect(await count("todos")).toBe(before);
  const { proposal } = answer;
  expect(proposal).toMatchObject({ tool: "add_todo", state: "open", confirm: "Add to-do" });
  expect(proposal?.preview[0]).toEqual({ label: "To-do", value: "Call Ortega" });
  const yes = await Promise.all(
    [1, 2, 3].map(() => manager.post<ChatMessage>("/api/chat/proposals/confirm", { token: proposal?.token })),
  );
  const later = await manager.post<ChatMessage>("/api/chat/proposals/confirm", { token: proposal?.token });
  expect([...yes, later].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(later.json.proposal).toMatchObject({ state: "done", token: null, result: { row: { kind: "todo" } } });
  expect(await count("todos")).toBe(before + 1);
  expect(
    await count("audit_log", `action = 'todo.create' AND entity_id = '${later.json.proposal?.result?.row?.key}'`),
  ).toBe(1);
  expect(await count("audit_log", `action = 'chat.confirm' AND entity_id = '${answer.id}'`)).toBe(1);
  const decline = await manager.post<Refused>("/api/chat/proposals/decline", { token: proposal?.token });
  expect([decline.status, decline.json.message]).toEqual([409, "This was already saved."]);
});

test("a proposal whose request broke off after the change keeps its result when it is approved again", async () => {
  const { answer } = await ask(manager, "remind me to order a compressor");
  const token = { token: answer.proposal?.token };
  const first = await manager.post<ChatMessage>("/api/chat/proposals/confirm", token);
  await worker.db.prepare("UPDATE chat_messages SET proposal_result = NULL WHERE id = ?").bind(answer.id).run();
  const before = await count("todos");
  const again = await manager.post<ChatMessage>("/api/chat/proposals/confirm", token);
  expect(again.json.proposal?.result).toEqual(first.json.proposal?.result);
  expect(await count("todos")).toBe(before);
});

test("a proposal that is approved and declined at the same time ends as one of the two", async () => {
  for (const one of [1, 2, 3, 4]) {
    const { answer, conversationId } = await ask(manager, `remind me to order filters for van ${one}`);
    const token = { token: answer.proposal?.token };
    const before = await count("todos");
    const [yes, no] = await Promise.all([
      manager.post<Refused>("/api/chat/proposals/confirm", token),
      manager.post<Refused>("/api/chat/proposals/decline", token),
    ]);
    const added = (await count("todos")) - before;
    const { messages } = await conversationOf(conversationId);
    expect({ one, statuses: [yes.status, no.status], state: messages.at(-1)?.proposal?.state }).toEqual(
      added === 1 ? { one, statuses: [200, 409], state: "done" } : { one, statuses: [409, 200], state: "declined" },
    );
  }
});

test("a proposal is valid only for its user, as it was shown, and until it expires", async () => {
  const before = await count("todos");
  const { answer } = await ask(manager, "remind me to wash the van");
  const token = answer.proposal?.token ?? "";
  const confirm = (by: typeof manager, sent: string) =>
    by.post<Refused>("/api/chat/proposals/confirm", { token: sent });
  for (const stranger of [admin, other.manager]) expect((await confirm(stranger, token)).status).toBe(404);
  expect((await confirm(manager, forged(token))).status).toBe(404);
  await worker.db
    .prepare("UPDATE chat_messages SET proposal = replace(proposal, 'Wash the van', 'Sell the van') WHERE id = ?")
    .bind(answer.id)
    .run();
  expect((await confirm(manager, token)).status).toBe(404);
  const old = await ask(manager, "remind me to wash the van");
  await worker.db
    .prepare(
      "UPDATE chat_messages SET proposal = json_set(proposal, '$.expiresAt', '2020-01-01T00:00:00.000Z') WHERE id = ?",
    )
    .bind(old.answer.id)
    .run();
  const shown = await conversationOf(old.conversationId);
  expect(shown.messages.at(-1)?.proposal).toMatchObject({ state: "expired", token: null });
  const no = await ask(manager, "remind me to wash the van");
  const declined = { token: no.answer.proposal?.token };
  expect((await manager.post<ChatMessage>("/api/chat/proposals/decline", declined)).json.proposal?.state).toBe(
    "declined",
  );
  expect((await confirm(manager, declined.token ?? "")).status).toBe(409);
  expect(await count("todos")).toBe(before);
});

test("notes and status changes are proposed with a preview, and invalid ones are rejected", async () => {
  const workOrder = await addWorkOrder(manager, site, { title: "No heat" });
  const note = await ask(manager, `add a note to ${workOrder.reference}: Dog in the yard`);
  expect(note.answer.proposal?.preview[0]).toEqual({ label: "Note", value: "Dog in the yard" });
  const noted = await manager.post<ChatMessage>("/api/chat/proposals/confirm", { token: note.answer.proposal?.token });
  expect(noted.json.proposal?.result?.text).toBe("The note is on the job.");
  expect(await count("work_order_notes", "body = 'Dog in the yard'")).toBe(1);

  const done = await ask(manager, `mark ${workOrder.reference} completed`);
  expect(done.answer).toMatchObject({ proposal: null, text: expect.stringContaining("can't become completed") });
  const bare = await ask(manager, `cancel ${workOrder.reference}`);
  expect(bare.answer).toMatchObject({ proposal: null, text: expect.stringContaining("Say why the job is canceled") });
  const cancel = await ask(manager, `cancel ${workOrder.reference}, the customer called`);
  expect(cancel.answer.proposal).toMatchObject({ tool: "change_job_status", about: { key: workOrder.reference } });
  // Someone else changed it first, so what was shown is outdated.
  const change = { title: "No heat at all", version: workOrder.version };
  expect((await manager.patch(`/api/work-orders/${workOrder.id}`, change)).status).toBe(200);
  const late = await manager.post<Refused>("/api/chat/proposals/confirm", { token: cancel.answer.proposal?.token });
  expect([late.status, late.json.code]).toEqual([409, "conflict"]);
  const again = await ask(manager, `cancel ${workOrder.reference}, the customer called`);
  const written = await manager.post<ChatMessage>("/api/chat/proposals/confirm", {
    token: again.answer.proposal?.token,
  });
  expect(written.json.proposal?.result?.text).toBe(`${workOrder.reference} is now canceled.`);
  expect(await count("work_orders", `id = '${workOrder.id}' AND status = 'cancelled'`)).toBe(1);
});

test("a user who lost the permission since the proposal cannot confirm it", async () => {
  const workOrder = await addWorkOrder(manager, site, { title: "Filter" });
  const helper = await worker.member(orgId, "Manager", ["work_orders.read", "work_orders.write"]);
  const { answer } = await ask(helper, `add a note to ${workOrder.reference}: Second floor`);
  await worker.db
    .prepare(
      "UPDATE members SET permissions = '[\"work_orders.read\"]', roles = '[\"Technician\"]' WHERE org_id = ? AND user_id = ?",
    )
    .bind(orgId, helper.userId)
    .run();
  const yes = await helper.post<Refused>("/api/chat/proposals/confirm", { token: answer.proposal?.token });
  expect([yes.status, yes.json.code]).toEqual([403, "forbidden"]);
  expect(await count("work_order_notes", "body = 'Second floor'")).toBe(0);
});

test("a former member cannot open a business conversation, and the household export has none", async () => {
  const leaver = await worker.member(orgId, "Manager", ["customers.read"]);
  const { conversationId } = await ask(leaver, "find customer Ortega");
  await ask(leaver, { text: "cash in three months", about: "household" });
  const file = (await exportOf(worker, leaver, "household")).records;
  expect(file).not.toContain("Ramona Ortega");
  expect(file).toContain("cash in three months");
  await worker.db
    .prepare("UPDATE members SET status = 'disabled' WHERE org_id = ? AND user_id = ?")
    .bind(orgId, leaver.userId)
    .run();
  expect((await leaver.get(`/api/chat/conversations/${conversationId}`)).status).not.toBe(200);
});

test.each([
  ["an empty question", { text: "  " }],
  ["a question that is too long", { text: "x".repeat(2001) }],
  ["no question", {}],
  ["an unknown subject", { text: "jobs", about: "neighbors" }],
])("%s is rejected with a field error", async (_, body) => {
  const refused = await manager.post<Refused & { fields: object }>("/api/chat/questions", body);
  expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [expect.any(String)]]);
});

test("a technician named in full is found although another's name contains it", async () => {
  await setUpTechnician(manager, { firstName: "Ana", lastName: "Ruiz" });
  await setUpTechnician(manager, { firstName: "Ana", lastName: "Ruiz-Lopez" });
  const { answer } = await ask(manager, "Ana Ruiz's jobs tomorrow");
  expect(answer.findings).toMatchObject([{ title: expect.stringContaining("of Ana Ruiz ") }]);
  expect((await ask(manager, "Ana's jobs tomorrow")).answer.text).toContain("Several technicians match “Ana”");
});

test("the list beside a conversation about the household stays that of the household", async () => {
  const { manager } = await worker.business();
  const { conversationId } = await ask(manager, { text: "cash in three months", about: "household" });
  const page = (await manager.get(`/chat/${conversationId}?about=household`)).text;
  expect(page).toContain(`href="/chat/${conversationId}/delete?about=household"`);
  const sent = await manager.submit("/chat?index", { text: "cash in a month", about: "household" });
  expect(sent.location).toMatch(/^\/chat\/[\w-]+\?about=household$/);
});

test("a conversation opened by its address alone has the list beside it that it is in", async () => {
  const { manager } = await worker.business();
  const { conversationId } = await ask(manager, { text: "cash in three months", about: "household" });
  const bare = await manager.get(`/chat/${conversationId}`);
  expect(bare).toMatchObject({ status: 302, location: `/chat/${conversationId}?about=household` });
  const ours = await ask(manager, "jobs tomorrow");
  expect((await manager.get(`/chat/${ours.conversationId}`)).status).toBe(200);
  const mismatched = await manager.get(`/chat/${ours.conversationId}?about=household`);
  expect(mismatched).toMatchObject({ status: 302, location: `/chat/${ours.conversationId}` });
  const household = await worker.household();
  const own = await ask(household, "cash in three months");
  expect((await household.get(`/chat/${own.conversationId}`)).status).toBe(200);
});

test("a conversation opened from a later page of the list leaves that page beside it", async () => {
  const { manager } = await worker.business();
  const { conversationId } = await ask(manager, "jobs tomorrow");
  const cursor = `cursor=${encodeURIComponent(encodeCursor(["9999", "z"]))}`;
  expect((await manager.get(`/chat?${cursor}`)).text).toContain(`href="/chat/${conversationId}?${cursor}"`);
  const beyond = (await manager.get(`/chat?cursor=${encodeURIComponent(encodeCursor(["1", "a"]))}`)).text;
  expect(beyond).toContain("No more conversations.");
  expect(beyond).toContain('href="/chat">Newest');
});

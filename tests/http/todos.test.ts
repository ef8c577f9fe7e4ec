import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listen } from "#tests/support/live";
import { mailsTo } from "#tests/support/mailbox";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const { admin, manager, technician, orgId } = await worker.business();
const other = await worker.business();

interface TodoJson {
  id: string;
  title: string;
  dueOn: string | null;
  dueAt: string | null;
  repeat: { every: number; unit: string; from: string } | null;
  reminderMinutes: number | null;
  assignee: { id: string; name: string } | null;
  subject: { kind: string; id: string; label: string | null } | null;
  doneAt: string | null;
  doneBy: string | null;
  version: number;
}

interface TodoList {
  items: TodoJson[];
  nextCursor: string | null;
}

interface Refused {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
}

const zone =
  (
    await worker.db
      .prepare("SELECT time_zone AS zone FROM organizations WHERE id = ?")
      .bind(orgId)
      .first<{ zone: string }>()
  )?.zone ?? "";
const today = wallTimeOf(Date.now(), zone).date;

async function add(by: Visitor, fields: object = {}): Promise<TodoJson> {
  const answer = await by.post<TodoJson>("/api/todos", { title: "Call back", ...fields });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

const listOf = async (by: Visitor, list: string, query = "") =>
  (await by.get<TodoList>(`/api/todos?list=${list}${query}`)).json;
const titles = async (by: Visitor, list: string) =>
  (await listOf(by, list, "&limit=100")).items.map(({ title }) => title);
const idOf = async (by: Visitor) => (await by.get<{ id: string }>("/api/auth/profile")).json.id;
const [managerId, technicianId] = [await idOf(manager), await idOf(technician)];

test("quick-add text becomes the user's own to-do with its day, time and repetition", async () => {
  const made = await manager.post<TodoJson>("/api/todos/quick", { text: "call Ortega tomorrow 9" });
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({ title: "Call Ortega", dueOn: addDays(today, 1), dueAt: "09:00", repeat: null });
  expect(made.json.assignee?.id).toBe(managerId);
  const again = await manager.post<TodoJson>("/api/todos/quick", { text: "water filter every 3 months" });
  expect(again.json.repeat).toEqual({ every: 3, unit: "month", from: "due" });
});

test("the typed line sent twice by the screen's form adds one to-do", async () => {
  const { manager } = await worker.business();
  const page = (await manager.get("/todos")).text;
  const idempotencyKey =
    /value="quick"\/><input type="hidden" name="idempotencyKey" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const line = { intent: "quick", text: "call Jensen", idempotencyKey };
  const answers = await Promise.all([1, 2].map(() => manager.submit("/todos", line)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await titles(manager, "mine")).toEqual(["Call Jensen"]);
});

test("a typed line changed after it was saved is refused with what to do, and saved with the next key", async () => {
  const { manager } = await worker.business();
  const send = (text: string, idempotencyKey: string) =>
    manager.submit("/todos", { intent: "quick", text, idempotencyKey });
  const key = randomUUID();
  expect((await send("call Jensen", key)).status).toBe(200);
  const changed = await send("call Jensen again", key);
  expect([changed.status, changed.text]).toEqual([
    422,
    expect.stringContaining("already saved; only the answer was lost"),
  ]);
  expect((await send("call Jensen again", randomUUID())).status).toBe(200);
  expect(await titles(manager, "mine")).toEqual(expect.arrayContaining(["Call Jensen", "Call Jensen again"]));
});

test.each<[string, object, string]>([
  ["no title", { title: " " }, "title"],
  ["a title over 200 characters", { title: "x".repeat(201) }, "title"],
  ["notes over 4,000 characters", { notes: "x".repeat(4001) }, "notes"],
  ["an impossible date", { dueOn: "2026-02-30" }, "dueOn"],
  ["a time without a day", { dueAt: "09:00" }, "dueOn"],
  ["an impossible time", { dueOn: "2026-12-01", dueAt: "24:00" }, "dueAt"],
  ["a repetition without a day", { repeatUnit: "week" }, "dueOn"],
  ["a repetition every 0 weeks", { dueOn: "2026-12-01", repeatUnit: "week", repeatEvery: 0 }, "repeatEvery"],
  ["an unknown assignee", { assigneeId: randomUUID() }, "assigneeId"],
  ["an unknown customer", { customerId: randomUUID() }, "customerId"],
  ["two records", { customerId: randomUUID(), invoiceId: randomUUID() }, "invoiceId"],
])("a to-do with %s is refused with an error on its field", async (_, fields, field) => {
  const answer = await manager.post<Refused>("/api/todos", { title: "Refused", ...fields });
  expect([answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([400, [field]]);
});

test("lists are sorted by day and time, with undated to-dos last", async () => {
  const { manager } = await worker.business();
  await add(manager, { title: "no day", assigneeId: await idOf(manager) });
  const mine = { assigneeId: await idOf(manager) };
  await add(manager, { title: "today, any time", dueOn: today, ...mine });
  await add(manager, { title: "today at nine", dueOn: today, dueAt: "09:00", ...mine });
  await add(manager, { title: "yesterday", dueOn: addDays(today, -1), ...mine });
  expect(await titles(manager, "mine")).toEqual(["yesterday", "today at nine", "today, any time", "no day"]);
  const first = await listOf(manager, "mine", "&limit=2");
  const second = await listOf(manager, "mine", `&limit=2&cursor=${encodeURIComponent(first.nextCursor ?? "")}`);
  expect([...first.items, ...second.items].map(({ title }) => title)).toHaveLength(4);
  expect(second.nextCursor).toBeNull();
  expect((await manager.get("/api/todos/due")).json).toEqual({ overdue: 1, today: 2 });
});

test("a technician sees their own to-dos, unassigned ones and those they created; the office sees all", async () => {
  const own = await add(manager, { title: "for the technician", assigneeId: technicianId });
  const office = await add(manager, { title: "for the office", assigneeId: managerId });
  const free = await add(manager, { title: "for whoever" });
  const written = await add(technician, { title: "written by the technician", assigneeId: managerId });
  expect(await titles(technician, "mine")).toEqual(["for the technician"]);
  expect(await titles(technician, "unassigned")).toContain("for whoever");
  for (const { id } of [own, free, written]) expect((await technician.get(`/api/todos/${id}`)).status).toBe(200);
  for (const path of ["", "/complete", "/reopen"]) {
    const send = path
      ? technician.post(`/api/todos/${office.id}${path}`, {})
      : technician.get(`/api/todos/${office.id}`);
    expect((await send).status, path).toBe(404);
  }
  expect((await technician.send("DELETE", `/api/todos/${office.id}`, {})).status).toBe(404);
  expect((await technician.get("/api/todos?list=team")).status).toBe(403);
  expect(await titles(admin, "team")).toEqual(
    expect.arrayContaining(["for the technician", "for the office", "for whoever"]),
  );
});

test("a technician who hands a to-do to somebody else gets it back once more as changed, and then no longer sees it", async () => {
  const { id, version } = await add(manager, { title: "hand this over" });
  const change = { title: "hand this over", assigneeId: managerId, version };
  const given = await technician.put<TodoJson>(`/api/todos/${id}`, change);
  expect([given.status, given.json.assignee?.id]).toEqual([200, managerId]);
  expect((await technician.get(`/api/todos/${id}`)).status).toBe(404);
  expect((await technician.put(`/api/todos/${id}`, { ...change, version: given.json.version })).status).toBe(404);
  const done = await add(manager, { title: "done, then given away" });
  expect((await technician.post(`/api/todos/${done.id}/complete`)).status).toBe(200);
  const { version: now } = (await manager.get<TodoJson>(`/api/todos/${done.id}`)).json;
  const away = { title: done.title, assigneeId: managerId, version: now };
  expect((await manager.put(`/api/todos/${done.id}`, away)).status).toBe(200);
  const reopened = await technician.post<TodoJson>(`/api/todos/${done.id}/reopen`);
  expect([reopened.status, reopened.json.doneAt]).toEqual([200, null]);
});

test("another business can neither find nor change a to-do", async () => {
  const { id, version } = await add(manager);
  expect((await other.admin.get(`/api/todos/${id}`)).status).toBe(404);
  expect(
    (
      await other.admin.send("PUT", `/api/todos/${id}`, {
        body: JSON.stringify({ title: "Mine", version }),
        headers: { "content-type": "application/json" },
      })
    ).status,
  ).toBe(404);
  expect((await other.admin.post(`/api/todos/${id}/complete`, {})).status).toBe(404);
  expect(await titles(other.admin, "team")).toEqual([]);
  expect((await manager.get<TodoJson>(`/api/todos/${id}`)).json.doneAt).toBeNull();
});

test("completing a repeating to-do creates one next occurrence, however many complete it at once", async () => {
  const weekly = await add(manager, { title: "weekly", dueOn: today, repeatUnit: "week", assigneeId: managerId });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => manager.post<{ nextDueOn: string | null }>(`/api/todos/${weekly.id}/complete`, {})),
  );
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const open = (await listOf(manager, "mine", "&limit=100")).items.filter(({ title }) => title === "weekly");
  expect(open.map(({ dueOn }) => dueOn)).toEqual([addDays(today, 7)]);
  expect((await manager.get<TodoJson>(`/api/todos/${weekly.id}`)).json.doneBy).not.toBeNull();
});

test("reopening a repeating to-do removes its next occurrence and is refused once that one was changed", async () => {
  const daily = await add(manager, { title: "daily", dueOn: today, repeatUnit: "day", assigneeId: managerId });
  const open = async () => (await listOf(manager, "mine", "&limit=100")).items.filter(({ title }) => title === "daily");
  await manager.post(`/api/todos/${daily.id}/complete`, {});
  expect((await manager.post(`/api/todos/${daily.id}/reopen`, {})).status).toBe(200);
  expect((await open()).map(({ id }) => id)).toEqual([daily.id]);
  await manager.post(`/api/todos/${daily.id}/complete`, {});
  const [next] = await open();
  const changed = {
    title: "daily",
    notes: "bring a ladder",
    dueOn: next?.dueOn,
    repeatUnit: "day",
    version: next?.version,
  };
  const saved = await manager.send<TodoJson>("PUT", `/api/todos/${next?.id}`, {
    body: JSON.stringify(changed),
    headers: { "content-type": "application/json" },
  });
  expect(saved.status).toBe(200);
  expect((await manager.post<Refused>(`/api/todos/${daily.id}/reopen`, {})).status).toBe(409);
  expect((await manager.get<TodoJson>(`/api/todos/${daily.id}`)).json.doneAt).not.toBeNull();
});

/** A daily to-do that was completed and, after its next occurrence was deleted, reopened. */
async function reopenedAfterDeletion(title: string) {
  const first = await add(manager, { title, dueOn: today, repeatUnit: "day", assigneeId: managerId });
  const complete = () => manager.post<{ nextDueOn: string | null }>(`/api/todos/${first.id}/complete`, {});
  const open = async () => (await listOf(manager, "mine", "&limit=100")).items.filter((todo) => todo.title === title);
  await complete();
  const [next] = await open();
  expect((await manager.delete(`/api/todos/${next?.id}`)).status).toBe(204);
  expect((await manager.post(`/api/todos/${first.id}/reopen`, {})).status).toBe(200);
  return { complete, open, restore: () => manager.post<Refused>(`/api/todos/${next?.id}/restore`, {}), next };
}

test("a to-do reopened after its next occurrence was deleted gets a new one, which the deleted one cannot join", async () => {
  const { complete, open, restore, next } = await reopenedAfterDeletion("sweep the shop");
  const again = await complete();
  expect([again.status, again.json.nextDueOn]).toEqual([200, addDays(today, 1)]);
  const [fresh, ...others] = await open();
  expect([fresh?.dueOn, others]).toEqual([addDays(today, 1), []]);
  const refused = await restore();
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "Another to-do of this series has taken its place. Delete that one first, then restore this one.",
  ]);
  expect((await manager.delete(`/api/todos/${fresh?.id}`)).status).toBe(204);
  expect((await restore()).status).toBe(200);
  expect((await open()).map(({ id }) => id)).toEqual([next?.id]);
});

test("a to-do whose next occurrence was deleted and restored is completed without another one", async () => {
  const { complete, open, restore, next } = await reopenedAfterDeletion("empty the vans");
  expect((await restore()).status).toBe(200);
  const again = await complete();
  expect([again.status, again.json.nextDueOn]).toEqual([200, addDays(today, 1)]);
  expect((await open()).map(({ id }) => id)).toEqual([next?.id]);
});

test("a stale version is a conflict, and a deleted to-do is restored unchanged", async () => {
  const { id, version } = await add(manager, { title: "first", dueOn: today });
  const save = (fields: object) =>
    manager.send<Refused>("PUT", `/api/todos/${id}`, {
      body: JSON.stringify(fields),
      headers: { "content-type": "application/json" },
    });
  expect((await save({ title: "second", dueOn: today, version })).status).toBe(200);
  expect((await save({ title: "third", dueOn: today, version })).status).toBe(409);
  expect((await manager.send("DELETE", `/api/todos/${id}`, {})).status).toBe(204);
  expect((await manager.get(`/api/todos/${id}`)).status).toBe(404);
  const back = await manager.post<TodoJson>(`/api/todos/${id}/restore`, {});
  expect([back.status, back.json.title, back.json.dueOn]).toEqual([200, "second", today]);
  expect((await manager.post(`/api/todos/${id}/restore`, {})).status).toBe(404);
});

test("the same key creates one to-do", async () => {
  const key = { "Idempotency-Key": randomUUID() };
  const [a, b] = await Promise.all([
    manager.post<TodoJson>("/api/todos", { title: "Once" }, key),
    manager.post<TodoJson>("/api/todos", { title: "Once" }, key),
  ]);
  expect([a.status, b.status, a.json.id]).toEqual([201, 201, b.json.id]);
});

test("a record's name is shown only to those who may open it, and deleting the record leaves the to-do", async () => {
  const customer = await manager.post<{ id: string }>("/api/customers", { firstName: "Ana", lastName: "Ortega" });
  expect(customer.status).toBe(201);
  const { subject } = await add(manager, { customerId: customer.json.id, assigneeId: technicianId });
  expect(subject).toEqual({ kind: "customer", id: customer.json.id, label: "Ana Ortega" });
  const bare = await worker.member(orgId, "Technician", []);
  expect(
    (await bare.post<Refused>("/api/todos", { title: "About", customerId: customer.json.id })).json.fields,
  ).toHaveProperty("customerId");
  const given = await add(manager, { customerId: customer.json.id, assigneeId: await idOf(bare) });
  expect((await bare.get<TodoJson>(`/api/todos/${given.id}`)).json.subject?.label).toBeNull();
  const workOrder = await addWorkOrder(manager, await addCustomer(worker, orgId));
  const about = await add(manager, { workOrderId: workOrder.id });
  expect(about.subject).toMatchObject({ kind: "workOrder", id: workOrder.id });
  expect((await admin.send("DELETE", `/api/work-orders/${workOrder.id}`, {})).status).toBe(204);
  expect((await manager.get<TodoJson>(`/api/todos/${about.id}`)).json.subject).toBeNull();
});

test("a to-do can be about a property or an estimate, but not both, and not one the user may not open", async () => {
  const site = await addCustomer(worker, orgId, "Sam Hill");
  const about = await add(manager, { siteAddressId: site.siteAddressId });
  expect(about.subject).toEqual({ kind: "site", id: site.siteAddressId, label: "12 Oak Street, Austin" });
  const offer = await manager.post<{ id: string }>("/api/estimates", { customerId: site.customerId });
  const priced = await add(manager, { estimateId: offer.json.id });
  expect(priced.subject).toEqual({ kind: "estimate", id: offer.json.id, label: "Estimate" });
  const refused = [
    await manager.post<Refused>("/api/todos", {
      title: "Both",
      siteAddressId: site.siteAddressId,
      estimateId: offer.json.id,
    }),
    await other.manager.post<Refused>("/api/todos", { title: "Theirs", siteAddressId: site.siteAddressId }),
    await technician.post<Refused>("/api/todos", { title: "Not to be opened", estimateId: offer.json.id }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect((await manager.send("DELETE", `/api/estimates/${offer.json.id}`, {})).status).toBe(204);
  expect((await manager.get<TodoJson>(`/api/todos/${priced.id}`)).json.subject).toBeNull();
});

test("the assignee, or else the creator, gets one reminder email, and completed to-dos send none", async () => {
  const own = await worker.business();
  const day = addDays(today, 2);
  const fields = { dueOn: day, dueAt: "15:00", reminderMinutes: 60, assigneeId: await idOf(own.technician) };
  const [call, filter, done, nobodys] = [
    await add(own.manager, { ...fields, title: "Call Ortega" }),
    await add(own.manager, { ...fields, title: "Order filters" }),
    await add(own.manager, { ...fields, title: "Done already" }),
    await add(own.manager, { ...fields, title: "Whoever gets to it", assigneeId: null }),
  ];
  expect([call.reminderMinutes, nobodys.reminderMinutes]).toEqual([60, 60]);
  await own.manager.post(`/api/todos/${done.id}/complete`);
  const waiting = () =>
    worker.db
      .prepare(
        "SELECT title, remind_at FROM todos WHERE org_id = ? AND remind_at IS NOT NULL AND done_at IS NULL ORDER BY title",
      )
      .bind(own.orgId)
      .all<{ title: string; remind_at: string }>();
  const before = (await waiting()).results;
  expect(before.map(({ title }) => title)).toEqual(["Call Ortega", "Order filters", "Whoever gets to it"]);
  await worker.sweep();
  expect((await waiting()).results).toEqual(before);
  await worker.db
    .prepare("UPDATE todos SET remind_at = ? WHERE org_id = ? AND remind_at IS NOT NULL")
    .bind(new Date(Date.now() - 1000).toISOString(), own.orgId)
    .run();
  await worker.sweep();
  await worker.sweep();
  const emails = (
    await worker.db
      .prepare("SELECT u.email, m.roles FROM members m JOIN users u ON u.id = m.user_id WHERE m.org_id = ?")
      .bind(own.orgId)
      .all<{ email: string; roles: string }>()
  ).results;
  const mailsOf = async (role: string) =>
    mailsTo(worker, emails.find(({ roles }) => roles.includes(role))?.email ?? "");
  await expect.poll(async () => (await mailsOf("Technician")).length).toBe(1);
  const [mail] = await mailsOf("Technician");
  expect(mail?.subject).toBe("2 to-dos are due");
  for (const words of ["Call Ortega", "Order filters", "3:00 PM", "/todos"]) expect(mail?.text).toContain(words);
  expect(mail?.text).not.toContain("Done already");
  await expect
    .poll(async () => (await mailsOf("Manager")).map(({ subject }) => subject))
    .toEqual(["Reminder: Whoever gets to it"]);
  expect((await waiting()).results).toEqual([]);
  const { version } = (await own.manager.get<TodoJson>(`/api/todos/${filter.id}`)).json;
  const later = { title: "Order filters", ...fields, dueOn: addDays(day, 1), version };
  expect((await own.manager.put(`/api/todos/${filter.id}`, later)).status).toBe(200);
  expect((await waiting()).results.map(({ title }) => title)).toEqual(["Order filters"]);
});

test("a restored to-do sends no reminder that passed while it was deleted", async () => {
  const own = await worker.business();
  const fields = { dueOn: addDays(today, 2), dueAt: "15:00", reminderMinutes: 60 };
  const todos = [
    await add(own.manager, { ...fields, title: "Long past" }),
    await add(own.manager, { ...fields, title: "Still ahead" }),
  ];
  for (const { id } of todos) expect((await own.manager.delete(`/api/todos/${id}`)).status).toBeLessThan(300);
  await worker.db
    .prepare("UPDATE todos SET due_on = ?, remind_at = '2026-01-01T00:00:00.000Z' WHERE org_id = ? AND id = ?")
    .bind(addDays(today, -2), own.orgId, todos[0]?.id)
    .run();
  for (const { id } of todos) expect((await own.manager.post(`/api/todos/${id}/restore`)).status).toBeLessThan(300);
  const waiting = await worker.db
    .prepare("SELECT title FROM todos WHERE org_id = ? AND remind_at IS NOT NULL")
    .bind(own.orgId)
    .all();
  expect(waiting.results).toEqual([{ title: "Still ahead" }]);
});

test("a reminder needs a day and must be one of the offered ones", async () => {
  const refused = [
    await manager.post<Refused>("/api/todos", { title: "Someday", reminderMinutes: 60 }),
    await manager.post<Refused>("/api/todos", { title: "Odd", dueOn: today, reminderMinutes: 7 }),
  ];
  expect(refused.map(({ json }) => Object.keys(json.fields ?? {}))).toEqual([["dueOn"], ["reminderMinutes"]]);
});

test("the sidebar counts unread, overdue and due today, and screens are notified of a change by id only", async () => {
  const own = await worker.business();
  const mine = { assigneeId: await idOf(own.manager) };
  await add(own.manager, { ...mine, dueOn: addDays(today, -3) });
  await add(own.manager, { ...mine, dueOn: today });
  await add(own.manager, { ...mine, dueOn: addDays(today, 1) });
  await add(own.manager, { dueOn: today });
  const line = await listen(worker, own.admin);
  const { id } = await add(own.manager, { ...mine, dueOn: today, title: "Secret words" });
  await expect.poll(() => line.messages.join("")).toContain(id);
  expect(line.messages.join("")).not.toContain("Secret");
  line.close();
  const counts = await own.manager.get("/resources/sidebar-counts");
  expect(counts.json).toEqual({ unread: 0, overdue: 1, today: 2 });
  expect(databaseCosts(counts).rounds).toBeLessThanOrEqual(2);
  expect((await worker.visitor().get("/resources/sidebar-counts")).status).not.toBe(200);
});

test("lists read no more rows with 20,000 to-dos than with 200", async () => {
  const [few, many] = [await worker.business(), await worker.business()];
  const fill = async ({ orgId, manager }: typeof few, count: number) => {
    const userId = await idOf(manager);
    for (let from = 0; from < count; from += 1000) {
      const rows = Array.from({ length: Math.min(1000, count - from) }, (_, at) => {
        const n = from + at;
        // Unassigned ones come last, so that the first page of the team's list has the same names to read at any size.
        const due = addDays(today, n % 2 === 0 ? (n % 300) - 100 : 400);
        return { id: randomUUID(), due, mine: (n + 1) % 2, done: n % 3 === 0 ? new Date().toISOString() : null };
      });
      await worker.db
        .prepare(
          `INSERT INTO todos (org_id, id, series_id, title, due_on, assignee_id, created_by, created_at, updated_at, done_at, done_by)
           SELECT ?1, value->>'id', value->>'id', 'Some of many', value->>'due', iif(value->>'mine', ?2, NULL), ?2, ?4, ?4, value->>'done', iif(value->>'done' IS NULL, NULL, ?2)
           FROM json_each(?3)`,
        )
        .bind(orgId, userId, JSON.stringify(rows), new Date().toISOString())
        .run();
    }
  };
  await fill(few, 200);
  await fill(many, 20_000);
  const paths = ["todos?list=mine", "todos?list=unassigned", "todos?list=team", "todos?list=done"];
  const read = (by: Visitor) =>
    Promise.all(paths.map(async (path) => databaseCosts(await by.get<TodoList>(`/api/${path}`)).read));
  const [atFew, atMany] = [await read(few.manager), await read(many.manager)];
  for (const [at, path] of paths.entries()) expect(atMany[at], path).toBeLessThanOrEqual((atFew[at] ?? 0) * 1.1);
  expect(databaseCosts(await many.manager.get("/api/todos/due")).read).toBeLessThanOrEqual(210);
});

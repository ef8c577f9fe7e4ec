import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listen } from "#tests/support/live";
import { jpegOf } from "#tests/support/pictures";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, addTechnician, addWorkOrder, start } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { encodeCursor } from "~/domain/shared/paging.server";

const worker = await testWorker();
const { admin, manager, technician, technicianId, orgId } = await worker.business();
const other = await worker.business();

interface ThreadJson {
  id: string;
  kind: string;
  title: string;
  unread: number;
  isMentioned: boolean;
  closedAt: string | null;
}
interface MessageJson {
  id: string;
  seq: number;
  body: string;
  hasPhoto: boolean;
  writtenAt: string | null;
  by: { id: string } | null;
}
interface Detail {
  thread: ThreadJson;
  messages: MessageJson[];
  hasOlder: boolean;
  readers: { id: string; readSeq: number }[];
  people: { id: string; name: string }[];
}
interface Refused {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
}

const idOf = async (by: Visitor) => (await by.get<{ id: string }>("/api/auth/profile")).json.id;
const [adminId, managerId, technicianUserId] = [await idOf(admin), await idOf(manager), await idOf(technician)];
const names: [string, string, string][] = [
  [adminId, "Priya", "Nair"],
  [managerId, "Maria", "Keller"],
  [technicianUserId, "Luis", "Ortega"],
];
for (const [id, first, last] of names) {
  await worker.db.batch([
    worker.db.prepare("UPDATE users SET first_name = ?2, last_name = ?3 WHERE id = ?1").bind(id, first, last),
    worker.db
      .prepare("UPDATE tenant_members SET first_name = ?2, last_name = ?3 WHERE user_id = ?1")
      .bind(id, first, last),
  ]);
}

async function open(by: Visitor, people: string[], title?: string): Promise<string> {
  const answer = await by.post<{ id: string }>("/api/threads", { people, title });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.id;
}
async function say(by: Visitor, threadId: string, body: string, key?: string): Promise<{ id: string; seq: number }> {
  const headers: Record<string, string> = key ? { "Idempotency-Key": key } : {};
  const answer = await by.post<{ id: string; seq: number }>(`/api/threads/${threadId}/messages`, { body }, headers);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}
const detail = async (by: Visitor, id: string) => (await by.get<Detail>(`/api/threads/${id}`)).json;
const listOf = async (by: Visitor, list: string) =>
  (await by.get<{ items: ThreadJson[] }>(`/api/threads?list=${list}&limit=100`)).json.items;
const unreadOf = async (by: Visitor) => (await by.get<{ unread: number }>("/api/threads/unread")).json.unread;

async function workOrderOf(by: Visitor = manager) {
  const site = await addCustomer(worker, orgId);
  return addWorkOrder(by, site);
}

async function assign(id: string, to: string, day: number) {
  const { version } = (await manager.get<{ version: number }>(`/api/work-orders/${id}`)).json;
  const at = new Date(Date.parse(start) + day * 86_400_000).toISOString();
  const answer = await manager.send("PUT", `/api/work-orders/${id}/schedule`, {
    body: { version, technicianId: to, start: at, overrideReason: "Agreed" },
  });
  if (answer.status !== 200) throw new Error(answer.text);
}

/** A technician who signs in. */
async function technicianMember() {
  const visitor = await worker.member(orgId, "Technician");
  const id = await addTechnician(worker, orgId);
  await worker.db.batch([
    worker.db.prepare("UPDATE technicians SET user_id = ? WHERE org_id = ? AND id = ?").bind(visitor.userId, orgId, id),
    worker.db.prepare("UPDATE members SET technician_id = ? WHERE user_id = ?").bind(id, visitor.userId),
  ]);
  return { visitor, technicianId: id };
}

test("two people share one conversation no matter who opens it, and each has their own unread count", async () => {
  const id = await open(manager, [technicianUserId]);
  expect(await open(technician, [managerId])).toBe(id);
  await say(manager, id, "Is van 2 back?");
  await say(manager, id, "And the ladder?");
  expect((await listOf(technician, "unread")).map((each) => [each.id, each.unread])).toEqual([[id, 2]]);
  expect(await unreadOf(technician)).toBe(1);
  expect(await unreadOf(manager)).toBe(0);
  const read = await technician.send("PUT", `/api/threads/${id}/read`, { body: { seq: 2 } });
  expect(read.status).toBe(200);
  expect(await unreadOf(technician)).toBe(0);
  // The read position never moves back or past the end.
  expect((await technician.send("PUT", `/api/threads/${id}/read`, { body: { seq: 1 } })).json).toEqual({ readSeq: 2 });
  expect((await technician.send("PUT", `/api/threads/${id}/read`, { body: { seq: 99 } })).json).toEqual({ readSeq: 2 });
  expect((await detail(manager, id)).readers).toEqual([expect.objectContaining({ id: technicianUserId, readSeq: 2 })]);
});

test("opening an existing conversation again with the same key returns the same conversation", async () => {
  const [known, key] = [await open(manager, [adminId]), randomUUID()];
  for (const attempt of [1, 2]) {
    const answer = await admin.post("/api/threads", { people: [managerId] }, { "Idempotency-Key": key });
    expect([attempt, answer.status, answer.json]).toEqual([attempt, 201, { id: known }]);
  }
  const form = { people: managerId, title: "", idempotencyKey: randomUUID() };
  for (const attempt of [1, 2]) {
    const answer = await admin.submit("/messages/new", form);
    expect([attempt, answer.headers.get("location")]).toEqual([attempt, `/messages/${known}`]);
  }
});

test("people who open their conversation at the same moment share one, also when each sends the request again", async () => {
  const { admin, manager, technician } = other;
  const people = [admin, manager, technician];
  const ids = await Promise.all(people.map(idOf));
  const attempts = people.flatMap((by, at) =>
    ids.flatMap((id, to) => (to === at ? [] : [{ by, id, pair: [at, to].sort().join(), key: randomUUID() }])),
  );
  const openAll = () =>
    Promise.all(
      attempts.map(async ({ by, id, pair, key }) => {
        const answer = await by.post<{ id: string }>("/api/threads", { people: [id] }, { "Idempotency-Key": key });
        expect(answer.status, answer.text).toBe(201);
        expect((await by.get(`/api/threads/${answer.json.id}`)).status).toBe(200);
        return `${pair} ${answer.json.id}`;
      }),
    );
  const first = await openAll();
  expect(new Set(first).size).toBe(3);
  expect(await openAll()).toEqual(first);
});

test("unread conversations come first, then the latest", async () => {
  const { admin, manager, technician } = await worker.business();
  const [managerId, technicianId] = [await idOf(manager), await idOf(technician)];
  const [old, fresh] = [await open(admin, [managerId]), await open(admin, [technicianId])];
  await say(manager, old, "First");
  await say(admin, fresh, "Second");
  expect((await listOf(admin, "mine")).map(({ id }) => id)).toEqual([old, fresh]);
  await admin.send("PUT", `/api/threads/${old}/read`, { body: { seq: 1 } });
  expect((await listOf(admin, "mine")).map(({ id }) => id)).toEqual([fresh, old]);
});

test("a closed conversation leaves the lists, and a new message reopens it", async () => {
  const id = await open(manager, [adminId]);
  await say(manager, id, "Done with this");
  expect((await manager.post(`/api/threads/${id}/close`, {})).status).toBe(204);
  expect((await listOf(manager, "mine")).map((each) => each.id)).not.toContain(id);
  expect((await listOf(admin, "unread")).map((each) => each.id)).not.toContain(id);
  expect((await listOf(manager, "closed")).map((each) => each.id)).toContain(id);
  await say(admin, id, "One more thing");
  expect((await listOf(manager, "unread")).map((each) => each.id)).toContain(id);
  expect((await detail(manager, id)).thread.closedAt).toBeNull();
});

test("a conversation closed before it was read is not counted as unread, and nobody is emailed about it", async () => {
  const { admin, manager, orgId } = await worker.business();
  await worker.db
    .prepare("UPDATE users SET first_name = 'Ada' WHERE id = ?")
    .bind(await idOf(admin))
    .run();
  const id = await open(manager, [await idOf(admin)]);
  await say(manager, id, "@Ada Person please look");
  const notices = () =>
    worker.db
      .prepare("SELECT count(*) AS n FROM thread_members WHERE org_id = ? AND notify_at IS NOT NULL")
      .bind(orgId)
      .first("n");
  expect([await unreadOf(admin), await notices()]).toEqual([1, 1]);
  expect((await manager.post(`/api/threads/${id}/close`, {})).status).toBe(204);
  expect(await listOf(admin, "unread")).toEqual([]);
  expect([await unreadOf(admin), await notices()]).toEqual([0, 0]);
  await say(manager, id, "One more thing");
  expect(await unreadOf(admin)).toBe(1);
});

test("a conversation opened from a later page of the list or of the search leads back to that page", async () => {
  const { admin, manager } = await worker.business();
  const id = await open(manager, [await idOf(admin)]);
  await say(manager, id, "Is the lift free?");
  const listed = `cursor=${encodeURIComponent(encodeCursor([2, "9999", "z"]))}`;
  expect((await manager.get(`/messages?${listed}`)).text).toContain(`/messages/${id}?${listed}`);
  expect((await manager.get(`/messages/${id}?${listed}`)).text).toContain(`href="/messages?${listed}"`);
  const found = `cursor=${encodeURIComponent(encodeCursor([900_000]))}`;
  const search = (await manager.get(`/messages?q=lift&${found}`)).text.replaceAll("&amp;", "&");
  expect(search).toContain(`/messages/${id}?q=lift&at=1&${found}`);
  expect(search).toContain('href="/messages?q=lift">Newest');
  for (const [query, key, text, first] of [
    ["", [0, "1", "a"], "No more conversations.", "/messages?list=mine"],
    ["q=lift&", [1], "No more messages with “lift”.", "/messages?q=lift"],
  ] as const) {
    const beyond = (await manager.get(`/messages?${query}cursor=${encodeURIComponent(encodeCursor([...key]))}`)).text;
    expect(beyond).toContain(text);
    expect(beyond).toContain(`href="${first}">Newest`);
  }
});

test("a job's conversation is visible only to the office and the crew, and a direct one only to its participants", async () => {
  const workOrder = await workOrderOf();
  await assign(workOrder.id, technicianId, 1);
  const opened = await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/thread`, {});
  const id = opened.json.id;
  expect((await technician.post<{ id: string }>(`/api/work-orders/${workOrder.id}/thread`, {})).json.id).toBe(id);
  await say(manager, id, "Gate code 4417");
  expect((await listOf(technician, "jobs")).map((each) => each.id)).toContain(id);
  expect((await listOf(admin, "jobs")).map((each) => each.id)).toContain(id);
  const away = await worker.member(orgId, "Technician");
  for (const path of ["", "/messages"]) expect((await away.get(`/api/threads/${id}${path}`)).status).toBe(404);
  expect((await away.post(`/api/threads/${id}/messages`, { body: "Hello" })).status).toBe(404);
  expect((await away.send("PUT", `/api/threads/${id}/read`, { body: { seq: 1 } })).status).toBe(404);
  expect((await away.post(`/api/work-orders/${workOrder.id}/thread`, {})).status).toBe(403);
  const direct = await open(manager, [adminId]);
  expect((await technician.get(`/api/threads/${direct}`)).status).toBe(404);
  expect((await other.admin.get(`/api/threads/${id}`)).status).toBe(404);
  expect((await other.admin.post(`/api/threads/${id}/close`, {})).status).toBe(404);
  const bare = await worker.member(orgId, "Technician", []);
  expect((await bare.get("/api/threads")).status).toBe(403);
});

test("reassigning a job gives its whole conversation to the new technician and takes it from the previous one", async () => {
  const next = await technicianMember();
  const workOrder = await workOrderOf();
  await assign(workOrder.id, technicianId, 2);
  const { id } = (await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/thread`, {})).json;
  await say(manager, id, "Bring the long ladder");
  const before = await unreadOf(technician);
  expect((await next.visitor.get(`/api/threads/${id}`)).status).toBe(404);
  await assign(workOrder.id, next.technicianId, 3);
  expect((await technician.get(`/api/threads/${id}`)).status).toBe(404);
  for (const list of ["mine", "jobs"])
    expect((await listOf(technician, list)).map((each) => each.id)).not.toContain(id);
  expect(await unreadOf(technician)).toBe(before - 1);
  expect((await technician.post(`/api/threads/${id}/messages`, { body: "Still here" })).status).toBe(404);
  expect((await listOf(next.visitor, "jobs")).map((each) => each.id)).toContain(id);
  expect((await detail(next.visitor, id)).messages.map(({ body }) => body)).toEqual(["Bring the long ladder"]);
  await say(next.visitor, id, "I have it");
  expect((await detail(manager, id)).messages.map(({ body }) => body)).toContain("I have it");
});

test("assigning a technician without a booking lists the job's conversation for them at once, until they are removed", async () => {
  const next = await technicianMember();
  const workOrder = await workOrderOf();
  const { id } = (await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/thread`, {})).json;
  await say(manager, id, "Bring the long ladder");
  const put = async (technician: string | null) => {
    const { version } = (await manager.get<{ version: number }>(`/api/work-orders/${workOrder.id}`)).json;
    const answer = await manager.patch(`/api/work-orders/${workOrder.id}`, { version, technicianId: technician });
    expect(answer.status, answer.text).toBe(200);
  };
  const listed = async () => (await listOf(next.visitor, "jobs")).map((each) => each.id);
  expect(await listed()).toEqual([]);
  await put(next.technicianId);
  expect(await listed()).toEqual([id]);
  expect(await unreadOf(next.visitor)).toBe(0);
  await say(manager, id, "And the short one");
  expect(await unreadOf(next.visitor)).toBe(1);
  await put(null);
  expect(await listed()).toEqual([]);
  expect(await unreadOf(next.visitor)).toBe(0);
  expect((await next.visitor.get(`/api/threads/${id}`)).status).toBe(404);
  expect((await next.visitor.post(`/api/threads/${id}/messages`, { body: "Still here" })).status).toBe(404);
});

test("only participants can be mentioned in a message or find it by search", async () => {
  const id = await open(manager, [technicianUserId, adminId], "Install crew");
  await say(manager, id, "@Luis Ortega the zirconium fitting is in. Not for @Nobody Else.");
  const [mine] = (await listOf(technician, "mine")).filter((each) => each.id === id);
  expect(mine?.isMentioned).toBe(true);
  expect((await listOf(admin, "mine")).find((each) => each.id === id)?.isMentioned).toBe(false);
  const found = async (by: Visitor) =>
    (await by.get<{ items: { thread: { id: string } }[] }>("/api/messages?q=zircon")).json.items.map(
      (each) => each.thread.id,
    );
  expect(await found(technician)).toEqual([id]);
  expect(await found(await worker.member(orgId, "Manager"))).toEqual([]);
  expect(await found(other.admin)).toEqual([]);
});

test("a search finds a technician's message below many that others wrote to each other", async () => {
  const workOrder = await workOrderOf();
  await assign(workOrder.id, technicianId, 40);
  const { id } = (await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/thread`, {})).json;
  await say(manager, id, "The okapi valve is in the van");
  const theirs = await open(admin, [managerId], "Office");
  await worker.db
    .prepare(
      `INSERT INTO messages (org_id, thread_id, seq, id, number, author_kind, author_id, channel, body, created_at)
       SELECT ?1, ?2, value, lower(hex(randomblob(16))), 500000 + value, 'member', ?3, 'app', 'okapi ' || value, ?4
       FROM (WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 350) SELECT value FROM n)`,
    )
    .bind(orgId, theirs, adminId, new Date().toISOString())
    .run();
  const found = await technician.get<{ items: { body: string }[]; nextCursor: string | null }>("/api/messages?q=okapi");
  expect(found.json).toMatchObject({ items: [{ body: "The okapi valve is in the van" }], nextCursor: null });
  const global = await technician.get<{ items: { kind: string; title: string }[] }>("/api/search?q=okapi");
  expect(global.text).toContain("The okapi valve is in the van");
});

test("a message sent several times with one key is posted once", async () => {
  const id = await open(manager, [technicianUserId]);
  const key = randomUUID();
  const sent = await Promise.all([1, 2, 3].map(() => say(manager, id, "Only once", key)));
  expect(new Set(sent.map((each) => each.id)).size).toBe(1);
  const stored = (await detail(manager, id)).messages.filter(({ body }) => body === "Only once");
  expect(stored).toHaveLength(1);
  expect(
    (await manager.post<Refused>(`/api/threads/${id}/messages`, { body: "Other" }, { "Idempotency-Key": key })).status,
  ).toBe(422);
});

test("messages sent at the same moment get consecutive sequence numbers", async () => {
  const id = await open(manager, [technicianUserId, adminId], "Rush");
  await Promise.all(Array.from({ length: 12 }, (_, at) => say(at % 2 ? manager : technician, id, `Message ${at}`)));
  expect((await detail(manager, id)).messages.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 12 }, (_, at) => at + 1),
  );
});

test.each<[string, object, string]>([
  ["without text", { body: "  " }, "body"],
  ["over 4,000 characters", { body: "x".repeat(4001) }, "body"],
])("a message %s is refused with an error on its field", async (_, body, field) => {
  const id = await open(manager, [technicianUserId]);
  const answer = await manager.post<Refused>(`/api/threads/${id}/messages`, body);
  expect([answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([400, [field]]);
});

test("a conversation with oneself, with no one or with someone from another business is refused", async () => {
  const refused = async (people: string[]) => (await manager.post<Refused>("/api/threads", { people })).json.fields;
  expect(await refused([managerId])).toHaveProperty("people");
  expect(await refused([])).toHaveProperty("people");
  expect(await refused([await idOf(other.admin)])).toHaveProperty("people");
});

test("a photo is stored without its location, and one over 8 MB, HEIC or not an image is refused", async () => {
  const id = await open(manager, [technicianUserId]);
  const send = (bytes: Uint8Array<ArrayBuffer>, type = "image/jpeg") => {
    const form = new FormData();
    form.set("photo", new Blob([bytes], { type }), "photo.jpg");
    form.set("body", "The plate");
    return manager.send<MessageJson & Refused>("POST", `/api/threads/${id}/photos`, { body: form });
  };
  const sent = await send(jpegOf(40, 30, { extras: true }));
  expect(sent.status).toBe(201);
  const photo = await technician.get(`/api/threads/${id}/photos/${sent.json.id}`);
  expect(photo.status).toBe(200);
  expect(photo.text).not.toContain("41.8781");
  expect((await other.admin.get(`/api/threads/${id}/photos/${sent.json.id}`)).status).toBe(404);
  expect((await send(new Uint8Array(9_000_000))).status).toBe(413);
  const heic = new Uint8Array(Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"));
  expect((await send(heic, "image/heic")).json.fields?.photo?.[0]).toContain("HEIC");
  expect((await send(new Uint8Array([1, 2, 3]))).json.fields?.photo?.[0]).toContain("JPEG");
  expect((await detail(manager, id)).messages.filter(({ hasPhoto }) => hasPhoto)).toHaveLength(1);
});

test("a message written offline keeps the time it was written", async () => {
  const id = await open(manager, [technicianUserId]);
  const writtenAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
  await technician.post(`/api/threads/${id}/messages`, { body: "From the basement", writtenAt });
  expect((await detail(manager, id)).messages.at(-1)?.writtenAt).toBe(writtenAt);
});

test("an open screen is notified of a new message without its text or author", async () => {
  const id = await open(manager, [technicianUserId]);
  const line = await listen(worker, admin);
  await say(manager, id, "Secret words");
  await expect.poll(() => line.messages.join("")).toContain(id);
  expect(line.messages.join("")).not.toContain("Secret");
  expect(line.messages.join("")).not.toContain(managerId);
  line.close();
});

test("10,000 messages are paged, and a page reads no more rows than with 100", async () => {
  const [short, long] = [
    await open(manager, [technicianUserId, adminId], "Short"),
    await open(manager, [technicianUserId, adminId], "Long"),
  ];
  const fill = async (threadId: string, count: number, from: number) => {
    for (let done = 0; done < count; done += 500)
      await worker.db
        .prepare(
          `INSERT INTO messages (org_id, thread_id, seq, id, number, author_kind, author_id, channel, body, created_at)
           SELECT ?1, ?2, value, lower(hex(randomblob(16))), ?5 + value, 'member', ?3, 'app', 'Line ' || value, ?4
           FROM (WITH RECURSIVE n (value) AS (SELECT ?6 + 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?7) SELECT value FROM n)`,
        )
        .bind(orgId, threadId, technicianUserId, new Date().toISOString(), from, done, Math.min(count, done + 500))
        .run();
  };
  await fill(short, 100, 1_000_000);
  await fill(long, 10_000, 2_000_000);
  const costs = async (id: string) => databaseCosts(await manager.get(`/api/threads/${id}`)).read;
  expect(await costs(long)).toBeLessThanOrEqual((await costs(short)) * 1.1);
  const pages = [];
  for (let before: number | undefined; ; ) {
    const query: string = before === undefined ? "" : `&before=${before}`;
    const page = await manager.get<{ items: MessageJson[]; hasOlder: boolean }>(
      `/api/threads/${long}/messages?limit=100${query}`,
    );
    pages.unshift(...page.json.items.map(({ seq }) => seq));
    before = page.json.items[0]?.seq;
    if (!page.json.hasOlder || pages.length >= 1000) break;
  }
  expect(pages).toEqual(Array.from({ length: 1000 }, (_, at) => 9001 + at));
});

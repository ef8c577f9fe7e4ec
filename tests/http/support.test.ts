import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { hourAhead } from "#tests/support/clock";
import { forged } from "#tests/support/forged";
import { mailsTo } from "#tests/support/mailbox";
import { openedEarlier } from "#tests/support/opened-form";
import type { Answer, Visitor } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";

const staffEmail = `staff-${randomUUID()}@example.com`;
const worker = await ownWorker({ SUPPORT_STAFF: `${staffEmail}, second-${staffEmail}` });
const { manager, admin } = await worker.business();
const household = await worker.household();
const guest = worker.visitor();

interface Refused {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
}

interface Found {
  id: string;
  state: string;
  context: Record<string, string | null> | null;
  messages: { author: string; body: string }[];
}

interface List {
  items: { id: string; subject: string; senderEmail: string }[];
  nextCursor: string | null;
}

/** A form that was opened just long enough ago. */
const startedBy = async (by: Visitor) => openedEarlier(await formOf(by), 2000);
const formOf = async (by: Visitor) => (await by.get<{ started: string }>("/api/support/form")).json.started;
let started = "";
let early = "";
let late: string[] = [];
let staff: Visitor;
beforeAll(async () => {
  const person = await worker.household();
  const { id } = (await person.get<{ id: string }>("/api/auth/profile")).json;
  await worker.db.prepare("UPDATE users SET email = ? WHERE id = ?").bind(staffEmail, id).run();
  staff = person;
  started = await startedBy(guest);
  early = await startedBy(guest);
  late = await Promise.all([1, 2, 3].map(() => startedBy(guest)));
});

test("a message sent too fast, without a form token or with a forged one is refused", async () => {
  // However late it arrives.
  const fresh = await openedEarlier(await formOf(guest), -60_000);
  const body = { body: "Hello", email: "visitor@example.com" };
  for (const [sent, words] of [
    [fresh, "very fast"],
    ["", "open for too long"],
    [forged(early), "open for too long"],
  ] as const) {
    const refused = await guest.post<Refused>("/api/support/messages", { ...body, started: sent });
    expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining(words)]);
  }
});

test("a visitor's message is stored once, emailed to support and visible to no one else", async () => {
  const message = {
    body: "Do you work offline?\nWe have no signal.",
    email: "visitor@example.com",
    page: "/",
    started,
  };
  const nameless = await guest.post<Refused>("/api/support/messages", { ...message, email: "" });
  expect([nameless.status, Object.keys(nameless.json.fields ?? {})]).toEqual([400, ["email"]]);
  const sent = await Promise.all([1, 2].map(() => guest.post<{ id: string }>("/api/support/messages", message)));
  expect(sent.map(({ status }) => status)).toEqual([201, 201]);
  expect(new Set(sent.map(({ json }) => json.id)).size).toBe(1);
  const id = sent[0]?.json.id ?? "";
  const found = (await staff.get<Found>(`/api/support/messages/${id}`)).json;
  expect(found).toMatchObject({
    state: "open",
    context: { page: "/", business: null },
    messages: [{ author: "sender" }],
  });
  for (const other of [admin, manager, household])
    expect((await other.get(`/api/support/messages/${id}`)).status).toBe(404);
  const file = "/api/support/messages/export";
  expect((await staff.get(file)).text).toContain("Do you work offline?");
  expect((await manager.get(file)).text.trim()).toBe("Subject,From,Email,State,Sent,Last message");
  expect((await guest.get(file)).status).toBe(401);
  expect((await staff.get(`${file}?state=lost`)).status).toBe(400);
  const subjects = async () => (await mailsTo(worker, staffEmail)).map(({ subject }) => subject);
  await expect.poll(subjects).toEqual(["Support: Do you work offline?"]);
});

test("a form that was gone back to and sent with another message says so instead of dropping it", async () => {
  const writer = await worker.household();
  const message = { body: "The map is empty", started: await startedBy(writer) };
  expect((await writer.post("/api/support/messages", message)).status).toBe(201);
  expect((await writer.post("/api/support/messages", message)).status).toBe(201);
  const other = await writer.post<Refused>("/api/support/messages", { ...message, body: "So is the board" });
  expect([other.status, other.json.message]).toEqual([409, expect.stringContaining("This form was sent already.")]);
  const { items } = (await writer.get<List>("/api/support/messages")).json;
  expect(items.map(({ subject }) => subject)).toEqual(["The map is empty"]);
});

test("a message with the hidden field filled in gets a normal response and is not stored", async () => {
  const message = {
    body: "Buy cheap filters",
    email: "robot@example.com",
    started: early,
    website: "https://spam.example",
  };
  expect((await guest.post("/api/support/messages", message)).status).toBe(201);
  const list = (await staff.get<List>("/api/support/messages?limit=100")).json.items;
  expect(list.map(({ subject }) => subject)).not.toContain("Buy cheap filters");
});

test("a signed-in user's message carries their identity and context, the answer is emailed, and they can reply", async () => {
  const form = await startedBy(manager);
  const forged = { name: "Somebody Else", email: "else@example.com" };
  const sent = await manager.post<{ id: string }>("/api/support/messages", {
    ...{
      body: "The board is empty",
      page: "/workorders/board",
      question: "where are my jobs",
      started: form,
      ...forged,
    },
  });
  const at = `/api/support/messages/${sent.json.id}`;
  const [listed] = (await manager.get<List>("/api/support/messages")).json.items;
  const { email } = (await manager.get<{ email: string }>("/api/auth/profile")).json;
  expect(listed).toMatchObject({ id: sent.json.id, senderEmail: email });
  expect((await manager.get<Found>(at)).json.context).toBeNull();
  expect((await staff.get<Found>(at)).json.context).toMatchObject({
    ...{ page: "/workorders/board", question: "where are my jobs", roles: "Manager" },
  });
  const key = { "idempotency-key": randomUUID() };
  for (const _ of [1, 2])
    expect((await staff.post(`${at}/replies`, { body: "Clear the filter." }, key)).status).toBe(201);
  const answered = (await manager.get<Found>(at)).json;
  expect([answered.state, answered.messages.map(({ author }) => author)]).toEqual(["answered", ["sender", "support"]]);
  const answers = async () => (await mailsTo(worker, email)).filter(({ text }) => text.includes("Clear the filter."));
  await expect.poll(async () => (await answers()).length).toBe(1);
  expect((await manager.post(`${at}/replies`, { body: "That was it." })).status).toBe(201);
  expect((await staff.get<Found>(at)).json.state).toBe("open");
  expect((await staff.send("PUT", `${at}/state`, { body: { state: "closed" } })).status).toBe(200);
  expect((await manager.get<Found>(at)).json.state).toBe("closed");
  for (const other of [household, admin]) {
    expect((await other.post(`${at}/replies`, { body: "Mine" })).status).toBe(404);
    expect((await other.send("PUT", `${at}/state`, { body: { state: "open" } })).status).toBe(404);
  }
});

test("once an account is deleted, its messages are without a name and cannot be answered, only closed", async () => {
  const person = await worker.household();
  const body = { body: "My plan is gone", page: null, started: await startedBy(person) };
  const sent = await person.post<{ id: string }>("/api/support/messages", body);
  const at = `/api/support/messages/${sent.json.id}`;
  expect((await staff.get(at)).text).toContain("Test Person");
  await worker.db
    .prepare("INSERT INTO account_deletions VALUES (?, '2001-01-01', '2001-01-01', NULL)")
    .bind(person.userId)
    .run();
  await expect
    .poll(async () => {
      await worker.db
        .prepare("UPDATE account_deletions SET due_at = '2001-01-01' WHERE user_id = ?")
        .bind(person.userId)
        .run();
      await worker.sweep();
      return (await staff.get(at)).text;
    })
    .toContain("deleted.invalid");
  const left = await staff.get(at);
  expect(left.text).toContain("My plan is gone");
  expect(left.text).not.toContain("Test Person");
  const refused = await staff.post<Refused>(`${at}/replies`, { body: "We look into it." });
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("account was deleted")]);
  expect((await staff.get<Found>(at)).json.messages).toHaveLength(1);
  expect((await staff.send("PUT", `${at}/state`, { body: { state: "closed" } })).status).toBe(200);
});

test("the eleventh message in a row by one person is refused, with the time to try again", async () => {
  await hourAhead();
  const forms = await Promise.all(Array.from({ length: 11 }, () => startedBy(household)));
  const answers: Answer<unknown>[] = [];
  for (const form of forms)
    answers.push(await household.post("/api/support/messages", { body: "Again", started: form }));
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429]);
  expect(answers.map(({ headers }) => headers.has("retry-after"))).toEqual([...Array(10).fill(false), true]);
  const wait = Number(answers[10]?.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(3600);
  const first = (await household.get<List>("/api/support/messages?limit=4")).json;
  const second = (await household.get<List>(`/api/support/messages?limit=100&cursor=${first.nextCursor}`)).json;
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([4, 6, null]);
});

test("after 60 visitor messages in an hour, the next one is refused until the hour ends, and members can still write", async () => {
  const send = (token: string) =>
    worker.visitor().post<Refused>("/api/support/messages", {
      ...{ body: "Is anyone there?", email: "visitor@example.com", started: token },
    });
  const [first = "", second = "", third = ""] = late;
  await hourAhead();
  /** So many messages were sent in the current hour. */
  const used = async (count: number) => {
    const statement =
      "UPDATE usage_counts SET count = ?, window_start = unixepoch() / 3600 * 3600 WHERE owner = 'visitors'";
    for (const shard of worker.databases.shards.values()) await shard.prepare(statement).bind(count).run();
  };
  expect((await send(first)).status).toBe(201);
  await used(59);
  expect((await send(second)).status).toBe(201);
  await used(60);
  const refused = await send(third);
  expect([refused.status, refused.json.message]).toEqual([429, "Too many messages were sent. Please try again later."]);
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(3600);
  const body = { body: "We can still write.", started: await startedBy(manager) };
  const own = await manager.post<{ id: string }>("/api/support/messages", body);
  expect(own.status, own.text).toBe(201);
  expect((await manager.get(`/api/support/messages/${own.json.id}`)).status).toBe(200);
});

test("a signed-in user's message is accepted however fast it was written", async () => {
  const writer = await worker.household();
  const message = { body: "Pasted in", started: await openedEarlier(await formOf(writer), -60_000) };
  expect((await writer.post("/api/support/messages", message)).status).toBe(201);
});

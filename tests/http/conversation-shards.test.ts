import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ask } from "#tests/support/chat";
import { exportOf, givePassword } from "#tests/support/exports";
import { requestMove, runUntilMoved, type Tenant } from "#tests/support/tenant-moves";
import type { Visitor } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";
import type { ChatMessage } from "~/domain/chat/message";

// People here have their household on shard 1 and work for a business on shard 2, unless a test says otherwise.
const worker = await ownWorker();
const { orgId } = await worker.business("Newer Air", "2");

/** Adds a person who already has a household to a business. */
async function join(person: Visitor, business = orgId): Promise<void> {
  await worker.db.batch([
    worker.db
      .prepare(
        "INSERT INTO members (org_id, user_id, roles, permissions, status, created_at) VALUES (?, ?, '[\"Manager\"]', '[\"customers.read\"]', 'active', ?)",
      )
      .bind(business, person.userId, new Date().toISOString()),
    worker.db
      .prepare(
        "INSERT INTO tenant_members (org_id, user_id, first_name, last_name, revision) VALUES (?, ?, 'Test', 'Person', 2)",
      )
      .bind(business, person.userId),
  ]);
}

async function leave(person: Visitor): Promise<void> {
  const currentPassword = await givePassword(worker, person);
  const left = await person.post("/api/auth/leave-organization", { currentPassword, confirm: "LEAVE" });
  expect(left.status, left.text).toBe(204);
}

async function worksElsewhere(): Promise<Visitor> {
  const person = await worker.household("1");
  await join(person);
  return person;
}

const aboutHousehold = { text: "cash in three months", about: "household" } as const;
const aboutBusiness = { text: "find customer Ortega", about: "business" } as const;

const read = (by: Visitor, id: string) => by.get<{ messages: ChatMessage[] }>(`/api/chat/conversations/${id}`);
const listed = async (by: Visitor, about: string) =>
  (await by.get<{ items: { id: string }[] }>(`/api/chat/conversations?about=${about}`)).json.items.map(({ id }) => id);

/** How many rows a person's conversations have on each shard. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const shard of ["1", "2"])
    for (const table of ["chat_conversations", "chat_messages"]) {
      const counted = worker.on(shard).prepare(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`).bind(userId);
      counts[`${shard} ${table}`] = (await counted.first<number>("n")) ?? 0;
    }
  return counts;
}

const rows = (household: [number, number], business: [number, number]) => ({
  ...{ "1 chat_conversations": household[0], "1 chat_messages": household[1] },
  ...{ "2 chat_conversations": business[0], "2 chat_messages": business[1] },
});

test("a conversation about the household stays with it when its owner joins and leaves a business on another shard", async () => {
  const person = await worker.household("1");
  const household = await ask(person, aboutHousehold);
  await join(person);
  const { conversationId } = household;
  expect((await read(person, conversationId)).json.messages).toHaveLength(2);
  expect(await listed(person, "household")).toEqual([conversationId]);
  await ask(person, { text: "cash in six months", conversationId });
  const business = await ask(person, aboutBusiness);
  expect(await listed(person, "business")).toEqual([business.conversationId]);
  expect(await rowsOf(person.userId)).toEqual(rows([1, 4], [1, 2]));
  await leave(person);
  expect(await listed(person, "household")).toEqual([conversationId]);
  expect((await read(person, conversationId)).json.messages).toHaveLength(4);
  expect((await read(person, business.conversationId)).status).toBe(404);
});

test("a question repeated with its key after joining a business is not asked again", async () => {
  const person = await worker.household("1");
  const headers = { "idempotency-key": randomUUID() };
  const first = await ask(person, "cash in three months", headers);
  await join(person);
  const again = await ask(person, "cash in three months", headers);
  expect([again.conversationId, again.answer.id]).toEqual([first.conversationId, first.answer.id]);
  expect(await rowsOf(person.userId)).toEqual(rows([1, 2], [0, 0]));
});

test("an unanswered question is retried on the shard of its conversation", async () => {
  const person = await worksElsewhere();
  for (const { shard, question } of [
    { shard: "1", question: aboutHousehold },
    { shard: "2", question: aboutBusiness },
  ]) {
    const { conversationId, question: stored, answer } = await ask(person, question);
    await worker.on(shard).prepare("DELETE FROM chat_messages WHERE id = ?").bind(answer.id).run();
    const which = { conversationId, questionId: stored.id };
    const retried = await person.post<never>("/api/chat/questions/retry", which);
    expect([retried.status, retried.text]).toEqual([200, expect.stringContaining("done")]);
    expect((await read(person, conversationId)).json.messages).toHaveLength(2);
  }
  expect(await rowsOf(person.userId)).toEqual(rows([1, 2], [1, 2]));
});

test("a proposal is confirmed or declined by a person whose household is on another shard", async () => {
  const person = await worksElsewhere();
  const [first, second] = [
    await ask(person, "remind me to wash the van"),
    await ask(person, "remind me to sell the van"),
  ];
  const post = (step: string, { answer }: typeof first) =>
    person.post<ChatMessage>(`/api/chat/proposals/${step}`, { token: answer.proposal?.token });
  expect((await post("confirm", first)).json.proposal?.state).toBe("done");
  expect((await post("decline", second)).json.proposal?.state).toBe("declined");
  const added = worker.on("2").prepare("SELECT title FROM todos WHERE org_id = ?").bind(orgId);
  expect((await added.all()).results).toEqual([{ title: "Wash the van" }]);
});

test("conversations are deleted one by one, by subject, and not by other people", async () => {
  const person = await worksElsewhere();
  const strangers = [await worksElsewhere(), await worker.household("1"), await worker.household("2")];
  const ids = {
    household: (await ask(person, aboutHousehold)).conversationId,
    business: (await ask(person, aboutBusiness)).conversationId,
  };
  for (const stranger of strangers)
    for (const conversationId of [...Object.values(ids), randomUUID()]) {
      const answers = [
        await read(stranger, conversationId),
        await stranger.delete(`/api/chat/conversations/${conversationId}`),
        await stranger.post("/api/chat/questions", { text: "cash in three months", conversationId }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
  expect((await person.delete(`/api/chat/conversations/${ids.household}`)).status).toBe(204);
  expect(await rowsOf(person.userId)).toEqual(rows([0, 0], [1, 2]));
  await ask(person, aboutHousehold);
  expect((await person.delete("/api/chat/conversations?about=household")).text).toBe('{"deleted":1}');
  expect((await person.delete(`/api/chat/conversations/${ids.business}`)).status).toBe(204);
  expect(await rowsOf(person.userId)).toEqual(rows([0, 0], [0, 0]));
});

test("the household's export contains its conversations, and none about a business", async () => {
  const person = await worksElsewhere();
  await ask(person, aboutHousehold);
  await ask(person, aboutBusiness);
  const { records } = await exportOf(worker, person, "household");
  expect(records).toContain("cash in three months");
  expect(records).not.toContain("find customer Ortega");
});

/** Ends the grace period and runs the sweep as often as needed. */
async function deleteAccount(person: Visitor): Promise<void> {
  const currentPassword = await givePassword(worker, person);
  const answer = await person.post("/api/auth/deletion", { currentPassword, confirm: "DELETE" });
  expect(answer.status, answer.text).toBe(202);
  const deletion = (statement: string) => worker.db.prepare(statement).bind(person.userId);
  await expect
    .poll(async () => {
      await deletion("UPDATE account_deletions SET due_at = '2001-01-01' WHERE user_id = ?").run();
      await worker.sweep();
      return deletion("SELECT 1 FROM account_deletions WHERE user_id = ?").first();
    })
    .toBeNull();
}

const insertConversation = (shard: string, userId: string, title = "Cash") => {
  const id = randomUUID();
  const at = new Date().toISOString();
  const db = worker.on(shard);
  return db.batch([
    db.prepare("INSERT INTO chat_conversations VALUES (?1, ?2, NULL, ?3, ?4, ?4)").bind(userId, id, title, at),
    ...["Cash in May?", "Cash in June?"].map((text) =>
      db
        .prepare(
          "INSERT INTO chat_messages (user_id, conversation_id, id, author, text, created_at) VALUES (?, ?, ?, 'person', ?, ?)",
        )
        .bind(userId, id, randomUUID(), text, at),
    ),
  ]);
};

test("deleting an account deletes the conversations on every shard, and nobody else's", async () => {
  const [person, other] = [await worksElsewhere(), await worksElsewhere()];
  for (const one of [person, other]) {
    await ask(one, aboutHousehold);
    await ask(one, aboutBusiness);
    await insertConversation("2", one.userId);
  }
  await leave(person);
  await deleteAccount(person);
  expect(await rowsOf(person.userId)).toEqual(rows([0, 0], [0, 0]));
  expect(await rowsOf(other.userId)).toEqual(rows([1, 2], [2, 4]));
});

async function move(tenant: Tenant, shards: [string, string]): Promise<void> {
  const id = await requestMove(worker, tenant, shards);
  await runUntilMoved(worker, id);
  const { status } = (await worker.databases.directory
    .prepare("SELECT status FROM tenant_moves WHERE id = ?")
    .bind(id)
    .first<{ status: string }>()) ?? { status: "" };
  expect(status).toBe("switched");
}

const homes = async (userId: string, shard: string) =>
  (
    await worker
      .on(shard)
      .prepare("SELECT business_id FROM chat_conversations WHERE user_id = ? ORDER BY business_id IS NULL")
      .bind(userId)
      .all<{ business_id: string | null }>()
  ).results.map((row) => (row.business_id === null ? "household" : "business"));

test("a business's move takes along the conversations about it, and a household's move its own", async () => {
  const { admin, orgId: moving } = await worker.business("Moving Air", "2");
  const household = (await ask(admin, aboutHousehold)).conversationId;
  const business = (await ask(admin, aboutBusiness)).conversationId;
  await move({ kind: "business", id: moving }, ["2", "1"]);
  expect(await homes(admin.userId, "1")).toEqual(["business"]);
  expect((await read(admin, household)).json.messages).toHaveLength(2);
  expect((await read(admin, business)).json.messages).toHaveLength(2);
  await ask(admin, { text: "cash in six months", conversationId: household });
  // The copy left on the former shard, which is still the household's, is not opened.
  expect((await admin.delete(`/api/chat/conversations/${business}`)).status).toBe(204);
  expect((await read(admin, business)).status).toBe(404);
  expect(await listed(admin, "business")).toEqual([]);
  await move({ kind: "household", id: admin.userId }, ["2", "1"]);
  expect(await homes(admin.userId, "1")).toEqual(["household"]);
  expect((await read(admin, household)).json.messages).toHaveLength(4);
  expect(await listed(admin, "household")).toEqual([household]);
});

test("an account is deleted although a copy of its conversations is left where its business was", async () => {
  const { manager, orgId: moving } = await worker.business("Leaving Air", "2");
  await ask(manager, aboutBusiness);
  await move({ kind: "business", id: moving }, ["2", "1"]);
  await leave(manager);
  await deleteAccount(manager);
  expect(await homes(manager.userId, "1")).toEqual([]);
});

/** An instant at which conversations are moved to the households' shards. */
function minute35(): Date {
  const at = new Date();
  at.setUTCMinutes(35);
  return at;
}

test("conversations stored with a business by an earlier release are moved to the household's shard", async () => {
  const [person, former, atHome] = [await worksElsewhere(), await worksElsewhere(), await worker.household("2")];
  for (const { userId } of [person, former, atHome]) await insertConversation("2", userId);
  await leave(former);
  await insertConversation("2", randomUUID(), "Of a deleted account");
  await worker.sweep(minute35());
  expect(await rowsOf(person.userId)).toEqual(rows([1, 2], [0, 0]));
  expect(await rowsOf(former.userId)).toEqual(rows([1, 2], [0, 0]));
  expect(await rowsOf(atHome.userId)).toEqual(rows([0, 0], [1, 2]));
  expect((await read(person, (await listed(person, "household"))[0] ?? "")).json.messages).toHaveLength(2);
  const orphans = worker.on("2").prepare("SELECT 1 FROM chat_conversations WHERE title = 'Of a deleted account'");
  expect(await orphans.first()).toBeNull();
});

test("a conversation that was copied and changed before it was deleted is copied again", async () => {
  const person = await worksElsewhere();
  await insertConversation("2", person.userId);
  await worker.sweep(minute35());
  const { results } = await worker
    .on("1")
    .prepare("SELECT * FROM chat_conversations WHERE user_id = ?")
    .bind(person.userId)
    .all<{ id: string; title: string; created_at: string; updated_at: string }>();
  const [moved] = results;
  await worker
    .on("2")
    .batch([
      worker
        .on("2")
        .prepare("INSERT INTO chat_conversations VALUES (?, ?, NULL, ?, ?, ?)")
        .bind(person.userId, moved?.id, moved?.title, moved?.created_at, moved?.updated_at),
      worker
        .on("2")
        .prepare(
          "INSERT INTO chat_messages (user_id, conversation_id, id, author, text, created_at) VALUES (?, ?, ?, 'person', 'Late', ?)",
        )
        .bind(person.userId, moved?.id, randomUUID(), moved?.updated_at),
    ]);
  await worker.sweep(minute35());
  expect(await rowsOf(person.userId)).toEqual(rows([1, 3], [0, 0]));
});

test("a household that moves to where an earlier release stored its conversations keeps them", async () => {
  const person = await worksElsewhere();
  await ask(person, aboutHousehold);
  await insertConversation("2", person.userId);
  await move({ kind: "household", id: person.userId }, ["1", "2"]);
  expect(await listed(person, "household")).toHaveLength(2);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { zoneAt } from "#tests/support/clock";
import { customerTexts } from "#tests/support/customer-texts";
import { householdCtx, TEST_SHARD } from "#tests/support/household-ctx";
import { mailsTo } from "#tests/support/mailbox";
import { testWorker } from "#tests/support/worker";
import { twilio } from "#worker/providers/texts";
import { deliverMessage } from "~/domain/messages/customer.server";
import { deliver, markFailed } from "~/domain/outbox/deliver.server";

const worker = await testWorker();
const business = await worker.business();
const { admin, manager, orgId } = business;
const { ownNumber, newNumber, workOrderWith, write, detail, textsTo, arrives, text } = customerTexts(worker, business);

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
async function quietBetween(quietFrom: string, quietTo: string) {
  const { version, templates } = (await admin.get<{ version: number; templates: object }>("/api/message-settings"))
    .json;
  const quiet = { version, quietFrom, quietTo, templates };
  expect((await admin.send("PUT", "/api/message-settings", { body: quiet })).status).toBe(200);
}
/** Quiet hours at all times except the last minute, in a zone where it is noon. */
async function quietAllDay() {
  await zone.bind(zoneAt(12), orgId).run();
  await quietBetween("00:00", "23:59");
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
  await quietBetween("13:00", "23:59");
  await worker.sweep();
  await worker.sweep();
  await expect.poll(async () => (await detail(threadId)).messages.at(-1)?.delivery).toBe("delivered");
  expect(await textsTo(phone)).toHaveLength(1);
  await zone.bind("America/Chicago", orgId).run();
});

test("a held text that is released only in later quiet hours waits until they end", async () => {
  const phone = newNumber();
  const { threadId } = await workOrderWith(phone);
  await quietAllDay();
  const { id } = (await write(manager, threadId, { body: "Good morning", now: false })).json;
  // Its quiet hours are over, but automatic messages were off until the next ones.
  await worker.db
    .prepare("UPDATE messages SET send_at = ?3 WHERE org_id = ?1 AND id = ?2")
    .bind(orgId, id, new Date(Date.now() - 1000).toISOString())
    .run();
  await worker.sweep();
  const last = async () => (await detail(threadId)).messages.at(-1);
  await expect.poll(async () => Date.parse((await last())?.sendAt ?? "")).toBeGreaterThan(Date.now());
  expect([(await last())?.delivery, await textsTo(phone)]).toEqual(["held", []]);
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

test("a text whose retry comes in quiet hours waits until they end, unless it was sent right away in them", async () => {
  await zone.bind(zoneAt(12), orgId).run();
  const { threadId } = await workOrderWith("+14145580198");
  const { id: messageId } = (await write(manager, threadId, { body: "Are you there?" })).json;
  const outboxRow = () =>
    worker.db
      .prepare(
        "SELECT id, attempts, due_at AS dueAt, delivered_at AS deliveredAt FROM outbox WHERE org_id = ? AND payload ->> '$.message.messageId' = ?",
      )
      .bind(orgId, messageId)
      .first<{ id: string; attempts: number; dueAt: string; deliveredAt: string | null }>();
  await expect.poll(async () => (await outboxRow())?.attempts).toBe(1);
  const id = (await outboxRow())?.id ?? "";
  const retryAfter = (hours: number) => {
    const ctx = householdCtx(worker.db, "");
    const now = new Date(Date.now() + hours * 3_600_000);
    const actor = { kind: "system", member: null } as const;
    const send = async () => {
      throw new Error("unreachable");
    };
    const texts = { ...ctx.providers.texts, numberOf: () => ownNumber, send };
    return deliver(
      { ...ctx, now, actor, providers: { ...ctx.providers, texts } },
      { side: "tenants", shard: TEST_SHARD, id },
    );
  };
  await quietBetween("16:00", "19:00");
  expect(await retryAfter(5)).toEqual({ outcome: "waiting" });
  const waiting = await outboxRow();
  expect(waiting).toMatchObject({ attempts: 1, deliveredAt: null });
  const shown = (await detail(threadId)).messages.at(-1);
  expect([shown?.delivery, shown?.sendAt]).toEqual(["held", waiting?.dueAt]);
  const hours = (Date.parse(waiting?.dueAt ?? "") - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(5);
  expect(hours).toBeLessThan(8);
  expect(await retryAfter(8)).toMatchObject({ outcome: "retry" });
  expect(await outboxRow()).toMatchObject({ attempts: 2 });

  // Written in quiet hours to be sent right away.
  await worker.db
    .prepare("UPDATE messages SET send_at = NULL WHERE org_id = ? AND id = ?")
    .bind(orgId, messageId)
    .run();
  await quietBetween("11:00", "19:00");
  expect(await retryAfter(5)).toMatchObject({ outcome: "retry" });
  await zone.bind("America/Chicago", orgId).run();
});

test("a failed text that is retried by hand in quiet hours waits until they end, and is looked for at the text host", async () => {
  await zone.bind(zoneAt(12), orgId).run();
  const { threadId } = await workOrderWith("+14145590198");
  const { id: messageId } = (await write(manager, threadId, { body: "Are you there?" })).json;
  const row = worker.db
    .prepare("SELECT id, attempts FROM outbox WHERE org_id = ? AND payload ->> '$.message.messageId' = ?")
    .bind(orgId, messageId);
  await expect.poll(() => row.first("attempts")).toBe(1);
  const id = (await row.first<string>("id")) ?? "";
  const base = householdCtx(worker.db, "");
  const sent: boolean[] = [];
  const attemptAt = (now: Date) =>
    deliver(
      {
        ...{ ...base, now, actor: { kind: "system", member: null } },
        providers: {
          ...base.providers,
          texts: {
            ...base.providers.texts,
            numberOf: () => ownNumber,
            send: async (_text, { retryOf }) => {
              sent.push(retryOf !== null);
              return { kind: "taken", id: `SM${randomUUID()}`, state: "sent" };
            },
          },
        },
      },
      { side: "tenants", shard: TEST_SHARD, id },
    );
  await markFailed({ ...base, actor: { kind: "system", member: null } }, { side: "tenants", shard: TEST_SHARD, id });
  expect((await detail(threadId)).messages.at(-1)?.delivery).toBe("failed");
  await quietAllDay();
  // Sent right away in yesterday's quiet hours, which says nothing about today's.
  await worker.db
    .prepare("UPDATE outbox SET created_at = ?2 WHERE id = ?1")
    .bind(id, new Date(Date.now() - 86_400_000).toISOString())
    .run();
  expect((await admin.submit("/system/deliveries", { intent: "retry", id })).status).toBe(302);
  await expect.poll(async () => (await detail(threadId)).messages.at(-1)?.delivery).toBe("held");
  expect(await row.first("attempts")).toBe(0);
  const { sendAt } = (await detail(threadId)).messages.at(-1) ?? {};
  expect(await attemptAt(new Date(Date.parse(sendAt ?? "") - 60_000))).toEqual({ outcome: "waiting" });
  expect(sent).toEqual([]);
  expect(await attemptAt(new Date(Date.parse(sendAt ?? "") + 1000))).toEqual({ outcome: "delivered" });
  expect(sent).toEqual([true]);
  await zone.bind("America/Chicago", orgId).run();
});

test("a text whose attempt was cut off is looked for at the text host before it is sent again", async () => {
  const { threadId } = await workOrderWith("+14145580198");
  const { id: messageId } = (await write(manager, threadId, { body: "Almost there" })).json;
  const row = worker.db
    .prepare("SELECT id, attempts FROM outbox WHERE org_id = ? AND payload ->> '$.message.messageId' = ?")
    .bind(orgId, messageId);
  await expect.poll(() => row.first("attempts")).toBe(1);
  const id = (await row.first<string>("id")) ?? "";
  // As if the attempt had never ended.
  await worker.db.prepare("UPDATE outbox SET attempts = 0, last_error = NULL WHERE id = ?").bind(id).run();
  const base = householdCtx(worker.db, "");
  const sent: boolean[] = [];
  const send: typeof base.providers.texts.send = async (_text, { retryOf }) => {
    sent.push(retryOf !== null);
    return { kind: "taken", id: `SM${randomUUID()}`, state: "sent" };
  };
  const texts = { ...base.providers.texts, numberOf: () => ownNumber, send };
  const system = { kind: "system", member: null } as const;
  const ctx = { ...base, actor: system, providers: { ...base.providers, texts } };
  const at = { side: "tenants", shard: TEST_SHARD, id } as const;
  expect(await deliver(ctx, at, { isRedelivered: true })).toEqual({ outcome: "delivered" });
  expect(sent).toEqual([true]);
});

test("a delivery report that comes before the text has its id is not lost", async () => {
  const { threadId } = await workOrderWith("+14145510198");
  const { id } = (await write(manager, threadId, { body: "On my way" })).json;
  const sid = `SM${randomUUID()}`;
  const report = await arrives({ MessageSid: sid, MessageStatus: "delivered" }, { path: "/api/webhooks/texts/status" });
  expect(report.status).toBe(204);
  await worker.db.prepare("UPDATE messages SET provider_id = ? WHERE org_id = ? AND id = ?").bind(sid, orgId, id).run();
  await expect.poll(async () => (await detail(threadId)).messages.at(-1)?.delivery).toBe("delivered");
});

test("the office can lift an opt-out from emails on the conversation", async () => {
  const { threadId } = await workOrderWith(null, `${randomUUID()}@example.com`);
  expect((await optOut(threadId, "mail")).status).toBe(200);
  const page = await manager.get(`/messages/${threadId}`);
  expect(page.text).toContain("Allow emails again");
  await manager.submit(`/messages/${threadId}`, { intent: "consent", channel: "mail", allowed: "true" });
  expect((await write(manager, threadId, { body: "Hello", channel: "mail" })).status).toBe(201);
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
  const retry = { outboxId: randomUUID(), isRetry: true, queuedAt: now.toISOString() };
  await deliverMessage(system, { orgId, messageId: afternoon }, retry);
  expect(await rowOf(afternoon)).toEqual({ delivery: "queued", providerId: "SMafternoon" });
  expect(await rowOf(morning)).toEqual({ delivery: "delivered", providerId: "SMmorning" });
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { jpegOf } from "#tests/support/pictures";
import { dayOf, photo, workOrderToday } from "#tests/support/technician-app";
import type { Visitor } from "#tests/support/visitor";
import { addTechnician, office, readWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { AUTHOR_HEADER } from "~/domain/auth/author";

const worker = await testWorker();

test("a form from the outbox takes effect once per key, and a refusal returns the current state", async () => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9);
  const send = (fields: Record<string, string>, key: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return firm.technician.post<{ message?: string; from?: string }>(
      `/resources/technician-mutations/${made.id}`,
      form,
      {
        "Idempotency-Key": key,
      },
    );
  };
  const key = randomUUID();
  const note = { intent: "addNote", body: "Filter was black" };
  expect([(await send(note, key)).status, (await send(note, key)).status]).toEqual([200, 200]);
  expect((await readWorkOrder(firm.manager, made.number)).notes).toHaveLength(1);
  const refused = await send({ intent: "changeStatus", from: "dispatched", to: "completed" }, randomUUID());
  expect([refused.status, refused.json.from]).toEqual([409, "dispatched"]);
  expect(refused.json.message).toContain("cannot go from Dispatched to Completed");
  expect((await send({ intent: "addNote", body: " " }, randomUUID())).json.message).toContain("Write a note");
  expect((await send({ intent: "nothing" }, randomUUID())).status).toBe(400);
  const ended = await worker.visitor().submit(`/resources/technician-mutations/${made.id}`, note);
  expect(ended.status).toBe(401);
});

const kinds: [string, (taskId: string) => Record<string, string | Blob>][] = [
  ["status", () => ({ intent: "changeStatus", from: "dispatched", to: "en_route" })],
  ["task", (taskId) => ({ intent: "tickTask", taskId, done: "on" })],
  ["result", (taskId) => ({ intent: "recordResult", taskId, version: "1", kind: "check", answer: "pass" })],
  ["note", () => ({ intent: "addNote", body: "Filter was black" })],
  ["part", () => ({ intent: "addPart", part: "Filter 16x25", quantity: "1" })],
  ["signature", () => ({ intent: "sign", signerName: "Ada Byron", strokes: "" })],
  ["message", () => ({ intent: "sendMessage", body: "Running late" })],
  ["photo", () => ({ intent: "addPhoto", photo: new Blob([jpegOf(40, 30)], { type: "image/jpeg" }) })],
];

test.each(kinds)("a change of someone who signed out is not stored in another person's name: %s", async (_, fields) => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9, { tasks: ["Check filter"] });
  const before = await readWorkOrder(firm.manager, made.number);
  const key = randomUUID();
  const send = (by: Visitor) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields(made.tasks[0]?.id ?? ""))) form.set(name, value);
    const headers = { "Idempotency-Key": key, [AUTHOR_HEADER]: firm.technician.userId };
    return by.post<{ reason?: string; message?: string }>(`/resources/technician-mutations/${made.id}`, form, headers);
  };
  const other = await send(firm.manager);
  expect([other.status, other.json.reason]).toEqual([401, "other_person"]);
  expect(other.json.message).toContain("Someone else is signed in on this device.");
  const after = await readWorkOrder(firm.manager, made.number);
  expect(after).toEqual(before);
  const own = await send(firm.technician);
  expect(own.status, own.text).toBe(200);
});

test("a memo of someone who signed out opens no session for another person", async () => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9);
  const memo = { sessionType: "job_commands", workOrderId: made.id, idempotencyKey: randomUUID() };
  const headers = { [AUTHOR_HEADER]: firm.technician.userId };
  const refused = await firm.manager.post<{ reason?: string }>("/api/voice/sessions", memo, headers);
  expect([refused.status, refused.json.reason]).toEqual([401, "other_person"]);
  expect((await firm.technician.post("/api/voice/sessions", memo, headers)).status).toBeLessThan(300);
});

test("tasks, signatures and photos have endpoints that take effect once per key", async () => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9, { tasks: ["Check filter"] });
  const at = `/api/work-orders/${made.id}`;
  const key = { "Idempotency-Key": randomUUID() };
  const signed = { signerName: "Ada Byron", strokes: "M1 1L2 2" };
  const [one, again] = [
    await firm.technician.post<{ id: string }>(`${at}/signatures`, signed, key),
    await firm.technician.post<{ id: string }>(`${at}/signatures`, signed, key),
  ];
  expect([one.status, again.json.id]).toEqual([201, one.json.id]);
  const tick = await firm.technician.put(`${at}/tasks/${made.tasks[0]?.id}/done`, { done: true });
  expect(tick.status).toBe(200);
  const photoKey = { "Idempotency-Key": randomUUID() };
  const taken = { takenAt: "2026-11-20T15:00:00Z" };
  const saved = await firm.technician.post<{ id: string }>(`${at}/photos`, photo(taken), photoKey);
  const twice = await firm.technician.post<{ id: string }>(`${at}/photos`, photo(taken), photoKey);
  expect([saved.status, twice.json.id]).toEqual([201, saved.json.id]);
  const [shown] = (await dayOf(firm.technician)).workOrders;
  expect(shown).toMatchObject({ signedBy: "Ada Byron", tasks: [{ doneAt: expect.any(String) }] });
  expect(shown?.photos.map((one) => one.id)).toEqual([saved.json.id]);
  const file = await firm.manager.get(`${at}/photos/${saved.json.id}`);
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(file.headers.get("cache-control")).toContain("private");
});

test("notes, results and signatures of a device that was offline have its time, corrected like a status", async () => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9, { tasks: ["Check filter", "Check the flue"] });
  const yesterday = new Date(Date.now() - 26 * 3_600_000).toISOString();
  await worker.db.prepare("UPDATE work_orders SET created_at = ? WHERE id = ?").bind(yesterday, made.id).run();
  const at = `/api/work-orders/${made.id}`;
  const hour = 3_600_000;
  const occurredAt = new Date(Date.now() - 5 * hour).toISOString();
  const [first, second] = made.tasks;
  await firm.technician.post(`${at}/notes`, { body: "Sooty", occurredAt });
  await firm.technician.put(`${at}/tasks/${first?.id}/done`, { done: true, occurredAt });
  const failed = { kind: "check", answer: "fail", remark: "Cracked", occurredAt };
  await firm.technician.post(`${at}/tasks/${second?.id}/result`, failed);
  // This clock is two hours ahead.
  const signed = { signerName: "Ada Byron", occurredAt, clockOffsetMs: 2 * hour };
  expect((await firm.technician.post(`${at}/signatures`, signed)).status).toBe(201);
  // A time in the future counts as just now.
  await firm.technician.post(`${at}/notes`, { body: "Ahead", occurredAt: "2099-01-01T00:00:00Z" });
  const { notes, tasks } = await readWorkOrder(firm.manager, made.number);
  expect(notes.find(({ body }) => body === "Sooty")?.createdAt).toBe(occurredAt);
  expect(Date.parse(notes.find(({ body }) => body === "Ahead")?.createdAt ?? "")).toBeGreaterThan(Date.now() - hour);
  expect(tasks.map(({ doneAt }) => doneAt)).toEqual([occurredAt, occurredAt]);
  const row = await worker.db
    .prepare(
      "SELECT signed_at, (SELECT result FROM work_order_tasks WHERE id = ?2) AS result FROM work_order_signatures WHERE work_order_id = ?1",
    )
    .bind(made.id, second?.id ?? "")
    .first<{ signed_at: string; result: string }>();
  expect(row?.signed_at).toBe(new Date(Date.parse(occurredAt) - 2 * hour).toISOString());
  expect(JSON.parse(row?.result ?? "")).toEqual({ kind: "check", answer: "fail", remark: "Cracked" });
});

test("what a technician taken off a job recorded on it before still arrives, and nothing from later", async () => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9);
  const yesterday = new Date(Date.now() - 26 * 3_600_000).toISOString();
  await worker.db.prepare("UPDATE work_orders SET created_at = ? WHERE id = ?").bind(yesterday, made.id).run();
  const at = `/api/work-orders/${made.id}`;
  const before = new Date(Date.now() - 3_600_000).toISOString();
  const { version } = await readWorkOrder(firm.manager, made.number);
  const crew = {
    technicianId: await addTechnician(worker, firm.orgId),
    version: String(version),
    overrideReason: "On call",
  };
  expect((await firm.manager.submit(`/workorders/${made.number}/assign`, crew)).status).toBe(302);
  const everything = (when: object) => [
    firm.technician.post(`${at}/notes`, { body: "Sooty", occurredAt: before, ...when }),
    firm.technician.post(`${at}/signatures`, { signerName: "Ada Byron", occurredAt: before, ...when }),
    firm.technician.send("POST", `/resources/technician-mutations/${made.id}`, {
      body: photo({ intent: "addPhoto", takenAt: before, ...when }),
      headers: { "Idempotency-Key": randomUUID() },
    }),
    firm.technician.submit(`/resources/technician-mutations/${made.id}`, {
      ...{ intent: "addPart", part: "Igniter", quantity: "1", usedAt: before, ...when },
    }),
  ];
  const statuses = async (answers: Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map((one) => one.status);
  expect(await statuses(everything({}))).toEqual([201, 201, 200, 200]);
  const now = new Date().toISOString();
  expect(await statuses(everything({ occurredAt: now, takenAt: now, usedAt: now }))).toEqual([403, 403, 403, 403]);
  const { notes } = await readWorkOrder(firm.manager, made.number);
  expect(notes.map(({ body, createdAt }) => [body, createdAt])).toEqual([["Sooty", before]]);
  // Neither someone who was never on it, nor any other change.
  const stranger = await worker.member(firm.orgId, "Technician");
  expect((await stranger.post(`${at}/notes`, { body: "Sooty", occurredAt: before })).status).toBe(403);
  expect((await firm.technician.patch(`${at}/status`, { status: "en_route", occurredAt: before })).status).toBe(403);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation, post } from "#tests/support/inventory";
import { jpegOf } from "#tests/support/pictures";
import { addServiceType } from "#tests/support/service-types";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import {
  addTechnician,
  addWorkOrder,
  moveTo,
  type Office,
  office,
  type Refusal,
  readWorkOrder,
} from "#tests/support/work-orders";
import { testSite } from "#tests/support/worker";
import { AUTHOR_HEADER } from "~/domain/auth/author";
import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { TechnicianDay } from "~/domain/technician-app/day";

const worker = await testSite();

const zone = "America/Chicago";
const today = wallTimeOf(Date.now(), zone).date;
/** Today at that hour in the business's time zone. */
const todayAt = (hour: number) => ({ startDate: today, startTime: `${String(hour).padStart(2, "0")}:00` });

async function workOrder(firm: Office, hour: number, fields: Record<string, unknown> = {}) {
  const made = await addWorkOrder(firm.manager, firm.site, {
    technicianId: firm.technicianId,
    ...todayAt(hour),
    // Today may be a day off, and the hour may have passed.
    overrideReason: "On call",
    ...fields,
  });
  await moveTo(firm.manager, made.id, { status: "dispatched" });
  return made;
}

const dayOf = async (who: Visitor) => (await who.get<TechnicianDay>("/resources/technician-day")).json;
const jpeg = (...bytes: number[]) => new Blob([jpegOf(4, 3, { scan: bytes })], { type: "image/jpeg" });

function photo(fields: Record<string, string> = {}, file = jpeg()): FormData {
  const form = new FormData();
  form.set("photo", file, "photo.jpg");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("the day lists the technician's own jobs of today in order, with details, in two round trips", async () => {
  const firm = await office(worker);
  const second = await workOrder(firm, 14, { tasks: ["Check filter"] });
  const first = await workOrder(firm, 9);
  await addWorkOrder(firm.manager, firm.site, { ...todayAt(11), overrideReason: "On call" });
  await firm.manager.post(`/api/work-orders/${second.id}/notes`, { body: "Dog in the yard" });
  const answer = await firm.technician.get<TechnicianDay>("/resources/technician-day");
  expect(answer.json.workOrders.map((one) => one.reference)).toEqual([first.reference, second.reference]);
  expect(answer.json.workOrders[1]).toMatchObject({
    ...{ status: "dispatched", mine: true, roles: ["technician"], address: "12 Oak Street, Austin, TX 78701" },
    tasks: [{ title: "Check filter", kind: "check" }],
    notes: [{ body: "Dog in the yard", author: "Test Person" }],
    history: [{ status: "unscheduled" }, { status: "scheduled" }, { status: "dispatched" }],
  });
  expect(databaseCosts(answer).calls).toBeLessThanOrEqual(2);
});

test("work of the day before stays in the day: on hold for less than a day, or in progress, also for its helper", async () => {
  const firm = await office(worker);
  const helper = await worker.member(firm.orgId, "Technician");
  const helperIds = [await addTechnician(worker, firm.orgId)];
  await worker.db.batch([
    worker.db.prepare("UPDATE technicians SET user_id = ? WHERE id = ?").bind(helper.userId, helperIds[0]),
    worker.db.prepare("UPDATE members SET technician_id = ? WHERE user_id = ?").bind(helperIds[0], helper.userId),
  ]);
  const [held, running] = [await workOrder(firm, 9), await workOrder(firm, 14, { helperIds })];
  for (const { id } of [held, running]) {
    await moveTo(firm.manager, id, { status: "en_route" });
    await moveTo(firm.manager, id, { status: "in_progress" });
    if (id === held.id) await moveTo(firm.manager, id, { status: "on_hold", holdReason: "parts" });
  }
  const earlier = "strftime('%Y-%m-%dT%H:%M:%fZ', ";
  await worker.db.batch([
    worker.db
      .prepare(`UPDATE work_orders SET scheduled_start = ${earlier}scheduled_start, '-2 days') WHERE org_id = ?`)
      .bind(firm.orgId),
    worker.db
      .prepare(
        `UPDATE appointment_technicians SET starts_at = ${earlier}starts_at, '-2 days'), ends_at = ${earlier}ends_at, '-2 days')
         WHERE org_id = ?`,
      )
      .bind(firm.orgId),
  ]);
  const numbers = async (who: Visitor) =>
    (await dayOf(who)).workOrders.filter(({ mine }) => mine).map(({ number }) => number);
  expect(await numbers(firm.technician)).toEqual([held.number, running.number]);
  expect(await numbers(helper)).toEqual([running.number]);
  // Once it has been on hold for longer, the office plans it anew.
  await worker.db
    .prepare("DELETE FROM work_order_history WHERE org_id = ? AND work_order_id = ? AND to_status = 'on_hold'")
    .bind(firm.orgId, held.id)
    .run();
  expect(await numbers(firm.technician)).toEqual([running.number]);
});

test("a job of the late evening that was not begun stays in the day after midnight", async () => {
  const firm = await office(worker);
  const [late, missed] = [await workOrder(firm, 9), await workOrder(firm, 14)];
  // Where it is shortly after midnight now.
  const hour = new Date().getUTCHours();
  const midnight = hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const start = ({ id }: { id: string }, at: string) => [
    worker.db
      .prepare(
        "UPDATE work_orders SET scheduled_start = ?1, scheduled_end = strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '+30 minutes') WHERE id = ?2",
      )
      .bind(at, id),
    worker.db
      .prepare(
        `UPDATE appointment_technicians SET starts_at = ?1, ends_at = strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '+30 minutes')
         WHERE appointment_id = (SELECT id FROM appointments WHERE work_order_id = ?2)`,
      )
      .bind(at, id),
  ];
  await worker.db.batch([
    worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(midnight, firm.orgId),
    ...start(late, hoursAgo(1)),
    ...start(missed, hoursAgo(13)),
  ]);
  const { workOrders } = await dayOf(firm.technician);
  expect(workOrders.map(({ number, mine, roles }) => [number, mine, roles])).toEqual([
    [late.number, true, ["technician"]],
  ]);
});

test("the day reads the same number of rows whatever is in the warehouse or reserved for others", async () => {
  const firm = await office(worker);
  const truck = await addLocation(firm.manager, { type: "truck", technicianId: firm.technicianId });
  const [held, ...others] = await Promise.all(Array.from({ length: 25 }, () => addItem(firm.manager)));
  if (!held) throw new Error("an item");
  await post(firm.manager, "receipt", [{ itemId: held.id, locationId: truck, quantity: 2 }]);
  await workOrder(firm, 9);
  const read = async () => {
    const answer = await firm.technician.get<TechnicianDay>("/resources/technician-day");
    expect(answer.json.truck?.items).toMatchObject([{ id: held.id, freeMilli: 2000 }]);
    return databaseCosts(answer).read;
  };
  const warehouse = await addLocation(firm.manager);
  const later = await addWorkOrder(firm.manager, firm.site, {});
  const stock = async (items: typeof others) => {
    const lines = items.map(({ id: itemId }) => ({ itemId, locationId: warehouse, quantity: 5 }));
    await post(firm.manager, "receipt", lines);
    for (const { itemId } of lines) {
      const reservation = { itemId, locationId: warehouse, quantity: 1, workOrderId: later.id };
      expect((await firm.manager.post("/api/inventory/reservations", reservation)).status).toBe(201);
    }
  };
  // Reading up to another technician's rows takes one row more than reading to the end.
  await stock(others.slice(0, 1));
  const before = await read();
  await stock(others.slice(1));
  expect(await read()).toBe(before);
});

test("the URL of another technician's job redirects to the current job, else the next one, else the list", async () => {
  const firm = await office(worker);
  const strangers = await addWorkOrder(firm.manager, firm.site, {});
  const goTo = async () => (await firm.technician.get(`/technician/jobs/${strangers.reference}`)).location;
  expect(await goTo()).toBe("/technician/jobs/today");
  const none = await firm.technician.get("/technician/jobs/today");
  expect(none.text).toContain("No jobs today");
  const early = await workOrder(firm, 9);
  const late = await workOrder(firm, 14);
  expect(await goTo()).toBe(`/technician/jobs/${early.number}`);
  await moveTo(firm.technician, late.id, { status: "en_route" });
  expect(await goTo()).toBe(`/technician/jobs/${late.number}`);
});

test("once all jobs of the day are done, the list says so", async () => {
  const firm = await office(worker);
  const only = await workOrder(firm, 9);
  const list = async () => (await firm.technician.get("/technician/jobs/today")).text;
  const note = "All done for today.";
  for (const status of ["en_route", "in_progress"] as const) await moveTo(firm.technician, only.id, { status });
  expect(await list()).not.toContain(note);
  await moveTo(firm.technician, only.id, { status: "completed" });
  expect(await list()).toContain(note);
});

test("the office sees any job as its technician does, and another business's job is not found", async () => {
  const firm = await office(worker);
  const mine = await workOrder(firm, 9, { title: "No heat upstairs" });
  const page = await firm.manager.get(`/technician/jobs/${mine.reference}`);
  expect(page.text).toContain("No heat upstairs");
  expect(page.text.match(/<h1/g)).toHaveLength(1);
  const other = await worker.business();
  const statusOf = async (ref: string) => (await other.manager.get(`/technician/jobs/${ref}`)).status;
  expect([await statusOf(mine.id), await statusOf(randomUUID()), await statusOf("nonsense")]).toEqual([404, 404, 404]);
});

test("every change works as a form without JavaScript", async () => {
  const firm = await office(worker);
  const made = await workOrder(firm, 9, { tasks: ["Check filter"], signatureRequired: true });
  const path = `/technician/jobs/${made.number}`;
  const send = async (fields: Record<string, string>) => {
    const answer = await firm.technician.submit(path, { idempotencyKey: randomUUID(), ...fields });
    expect([answer.status, answer.location]).toEqual([302, path]);
  };
  const taskId = made.tasks[0]?.id ?? "";
  await send({ intent: "changeStatus", from: "dispatched", to: "en_route" });
  await send({ intent: "changeStatus", from: "en_route", to: "in_progress" });
  await send({ intent: "tickTask", taskId, done: "on" });
  await send({ intent: "addNote", body: "Filter was black" });
  await send({ intent: "addPart", part: "Filter 16x25", quantity: "1" });
  await send({ intent: "sign", signerName: "Ada Byron", strokes: "" });
  await send({ intent: "changeStatus", from: "in_progress", to: "completed" });
  const after = await readWorkOrder(firm.manager, made.number);
  expect(after.status).toBe("completed");
  expect(after.notes.map((note) => note.body)).toEqual(["Filter was black"]);
  const [saved] = (await dayOf(firm.technician)).workOrders;
  expect(saved).toMatchObject({
    ...{ status: "completed", signedBy: "Ada Byron" },
    usedParts: [{ description: "Filter 16x25", amount: "1 EA" }],
  });
});

test("a form from the outbox takes effect once per key, and a refusal returns the current state", async () => {
  const firm = await office(worker);
  const made = await workOrder(firm, 9);
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
  const made = await workOrder(firm, 9, { tasks: ["Check filter"] });
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
  const made = await workOrder(firm, 9);
  const memo = { sessionType: "job_commands", workOrderId: made.id, idempotencyKey: randomUUID() };
  const headers = { [AUTHOR_HEADER]: firm.technician.userId };
  const refused = await firm.manager.post<{ reason?: string }>("/api/voice/sessions", memo, headers);
  expect([refused.status, refused.json.reason]).toEqual([401, "other_person"]);
  expect((await firm.technician.post("/api/voice/sessions", memo, headers)).status).toBeLessThan(300);
});

test("a refused form shows the reason on the screen", async () => {
  const firm = await office(worker);
  const made = await workOrder(firm, 9);
  const answer = await firm.technician.submit(`/technician/jobs/${made.number}`, {
    ...{ intent: "changeStatus", from: "dispatched", to: "completed", idempotencyKey: randomUUID() },
  });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain("cannot go from Dispatched to Completed");
});

test("tasks, signatures and photos have endpoints that take effect once per key", async () => {
  const firm = await office(worker);
  const made = await workOrder(firm, 9, { tasks: ["Check filter"] });
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
  const made = await workOrder(firm, 9, { tasks: ["Check filter", "Check the flue"] });
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
  const made = await workOrder(firm, 9);
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

test("the office sees each photo with its author, time and task, on the job and in its history", async () => {
  const firm = await office(worker);
  const made = await workOrder(firm, 9, { tasks: ["Show the flue"] });
  const at = `/api/work-orders/${made.id}/photos`;
  const taskId = made.tasks[0]?.id ?? "";
  const takenAt = new Date(Date.now() - 3_600_000).toISOString();
  const first = await firm.technician.post<{ id: string }>(at, photo({ taskId, takenAt }));
  const second = await firm.technician.post<{ id: string }>(at, photo({ takenAt: "2099-01-01T00:00:00Z" }, jpeg(9)));
  type Photo = { id: string; taskTitle: string | null; by: string; takenAt: string; recordedAt: string };
  type List = { items: Photo[]; nextCursor: string | null; total: null };
  const { items } = (await firm.manager.get<List>(at)).json;
  expect(items.map(({ id }) => id)).toEqual([second.json.id, first.json.id]);
  expect(items[1]).toMatchObject({ taskTitle: "Show the flue", by: "Test Person", takenAt });
  expect(items[0]?.takenAt).toBe(items[0]?.recordedAt);
  const [page] = [(await firm.manager.get<List>(`${at}?limit=1`)).json];
  expect((await firm.manager.get<List>(`${at}?limit=1&cursor=${page?.nextCursor}`)).json.items[0]?.id).toBe(
    items[1]?.id,
  );
  for (const address of [`/workorders/${made.number}`, `/workorders/${made.number}/timeline`]) {
    const { text } = await firm.manager.get(address);
    for (const { id } of items) expect(text).toContain(`/api/work-orders/${made.id}/photos/${id}`);
  }
  const other = await worker.business();
  expect((await other.manager.get(at)).status).toBe(404);
});

test("a key reused with another picture of the same size is refused, and no file is left behind", async () => {
  const firm = await office(worker);
  const made = await workOrder(firm, 9);
  const at = `/api/work-orders/${made.id}/photos`;
  const key = { "Idempotency-Key": randomUUID() };
  const send = (file: Blob) => firm.technician.post<{ id: string; code: string }>(at, photo({}, file), key);
  const { id } = (await send(jpeg(1))).json;
  expect((await send(jpeg(2))).json.code).toBe("key_reused");
  // Concurrently under one key: one row, one file.
  const together = { "Idempotency-Key": randomUUID() };
  const both = await Promise.all(
    [1, 2, 3].map(() => firm.technician.post<{ id: string }>(at, photo({}, jpeg(3)), together)),
  );
  const stored = new Set(both.map((answer) => answer.json.id));
  expect(stored.size).toBe(1);
  const files = await worker.files(`photos/${firm.orgId}/${made.id}/`);
  expect(files.map((file) => file.split("/").at(-1)).sort()).toEqual([id, ...stored].sort());
});

test("a photo is stored without its location or trailing data, and one over 50 megapixels is refused", async () => {
  const firm = await office(worker);
  const made = await workOrder(firm, 9);
  const at = `/api/work-orders/${made.id}/photos`;
  const send = (bytes: Uint8Array<ArrayBuffer>) =>
    firm.technician.post<{ id: string; message: string }>(at, photo({}, new Blob([bytes])));
  const { id } = (await send(jpegOf(4, 3, { extras: true }))).json;
  const answer = await firm.manager.get(`${at}/${id}`);
  expect(answer.text).not.toMatch(/41\.8781|hidden/);
  expect((await send(jpegOf(60_000, 60_000))).json.message).toBe("The picture has more than 50 megapixels");
  expect((await send(jpegOf(4, 3).slice(0, -2))).status).toBe(400);
});

test("a photo is recognized by its first bytes, limited in size, and visible to its business only", async () => {
  const firm = await office(worker);
  const made = await workOrder(firm, 9);
  const at = `/api/work-orders/${made.id}/photos`;
  const send = (file: Blob, by = firm.technician) => by.post<{ id: string; message: string }>(at, photo({}, file));
  expect((await send(new Blob(["<svg/>"], { type: "image/jpeg" }))).json.message).toContain("JPEG, PNG or WebP");
  expect((await send(new Blob([new Uint8Array(8_000_001)]))).status).toBe(413);
  const colleague = await worker.member(firm.orgId, "Technician");
  expect((await send(jpeg(), colleague)).status).toBe(403);
  const { id } = (await send(jpeg())).json;
  const other = await worker.business();
  expect((await other.manager.get(`${at}/${id}`)).status).toBe(404);
  expect((await worker.visitor().get(`${at}/${id}`)).status).toBe(401);
  await expect(worker.db.prepare("DELETE FROM work_order_photos WHERE id = ?").bind(id).run()).rejects.toThrow(
    "evidence_append_only",
  );
});

test("the day includes the property's equipment, earlier visits, parts, the arrival window and tomorrow's jobs", async () => {
  const firm = await office(worker);
  const unit = { equipmentName: "Gas furnace", equipmentType: "furnace", manufacturer: "Carrier", serialNumber: "S-1" };
  const placed = { ...unit, customerId: firm.site.customerId, addressId: firm.site.siteAddressId };
  const { id: unitId } = (await firm.manager.post<{ id: string }>("/api/equipment", placed)).json;
  const type = await addServiceType(firm.manager, { parts: [{ name: "Igniter", quantity: 1 }] });
  const before = await workOrder(firm, 8, { title: "Igniter replaced" });
  for (const status of ["in_progress", "completed"]) await moveTo(firm.technician, before.id, { status });
  await workOrder(firm, 10, { serviceTypeId: type.id, equipmentIds: [unitId], arrivalWindowMinutes: 120 });
  await addWorkOrder(firm.manager, firm.site, {
    ...{ title: "First of tomorrow", technicianId: firm.technicianId, overrideReason: "On call" },
    ...{ startDate: addDays(today, 1), startTime: "08:00" },
  });
  const day = await dayOf(firm.technician);
  expect(day.workOrders.find(({ id }) => id !== before.id)).toMatchObject({
    units: [{ name: "Gas furnace", manufacturer: "Carrier", serialNumber: "S-1", isLinked: true, refrigerants: [] }],
    visits: [{ title: "Igniter replaced" }],
    parts: [{ name: "Igniter", quantity: 1 }],
    windowStart: expect.any(String),
  });
  expect(day.tomorrow.map(({ title }) => title)).toEqual(["First of tomorrow"]);
});

test("carbon monoxide above its limit is reported to the office at once; a task that does not apply needs a reason", async () => {
  const firm = await office(worker);
  const type = await addServiceType(firm.manager, {
    tasks: [{ title: "Flush the trap" }, { title: "Flue CO, air-free", kind: "measurement", unit: "ppm", max: 100 }],
  });
  const made = await workOrder(firm, 9, { serviceTypeId: type.id });
  const [trap, co] = (await readWorkOrder(firm.manager, made.number)).tasks;
  const at = (task: { id: string } | undefined) => `/api/work-orders/${made.id}/tasks/${task?.id}/result`;
  await firm.technician.post(at(co), { kind: "measurement", value: 450 });
  const [note] = (await readWorkOrder(firm.manager, made.number)).notes;
  expect(note?.body).toBe("UNSAFE. Flue CO, air-free: 450 ppm is above 100 ppm. Shut down and tag the equipment.");
  expect((await firm.manager.get(`/workorders/${made.number}`)).text).toContain("Unsafe reading");
  const left = (remark?: string) =>
    firm.technician.post<Refusal>(at(trap), { kind: "check", answer: "not_applicable", remark });
  expect((await left()).json.fields).toEqual({ remark: ["Enter why it does not apply"] });
  expect((await left("Not a condensing furnace")).status).toBe(200);
  expect((await firm.manager.get(`/workorders/${made.number}`)).text).toContain("Not a condensing furnace");
});

test("who may no longer see the jobs is refused by the server itself, so that the device removes them", async () => {
  const firm = await office(worker);
  const left = await worker.member(firm.orgId, "Technician", ["customers.read"]);
  for (const path of ["/resources/technician-day", "/technician/jobs/today"]) {
    const { status, headers } = await left.get(path);
    expect([path, status, headers.has("x-request-id")]).toEqual([path, 403, true]);
  }
});

test("the app's icon opens each user's start page, and signing out clears the browser's cache", async () => {
  const firm = await office(worker);
  expect((await firm.technician.get("/start")).location).toBe("/technician/jobs/today");
  expect((await firm.manager.get("/start")).location).toBe("/dashboard");
  expect((await worker.visitor().get("/start")).location).toBe("/login");
  const manifest = await worker.visitor().get("/manifest.webmanifest");
  expect(JSON.parse(manifest.text)).toMatchObject({ start_url: "/start" });
  const left = await firm.technician.submit("/auth/sign-out", {});
  expect(left.headers.get("clear-site-data")).toBe('"cache"');
});

test("the service worker is served with no-cache, and the offline page and the icons are served", async () => {
  const script = await worker.visitor().get("/sw.js");
  expect([script.status, script.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  const page = await worker.visitor().get("/offline");
  expect(page.status).toBe(200);
  expect(page.text).toContain("<h1>No connection</h1>");
  const manifest = await worker.visitor().get<{ icons: { src: string }[] }>("/manifest.webmanifest");
  const icons = JSON.parse(manifest.text).icons.map((icon: { src: string }) => icon.src);
  for (const icon of icons) expect((await worker.visitor().get(icon)).status).toBe(200);
});

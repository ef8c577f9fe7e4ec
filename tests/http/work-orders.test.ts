import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { jpegOf } from "#tests/support/pictures";
import {
  addCustomer,
  addTechnician,
  addWorkOrder,
  moveTo,
  office,
  type Refusal,
  type WorkOrderJson,
} from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("a new work order starts unscheduled, numbered from 1, an hour long", async () => {
  const { manager, site } = await office(worker);
  const first = await addWorkOrder(manager, site);
  const second = await addWorkOrder(manager, { customerId: site.customerId, siteAddressId: site.siteAddressId });
  expect(first).toMatchObject({ reference: "WO-001", status: "unscheduled", durationMinutes: 60, priority: "normal" });
  expect(second.number).toBe(2);
});

test("a work order is found by id, by number and as WO-001", async () => {
  const { manager, site } = await office(worker);
  const made = await addWorkOrder(manager, site);
  for (const ref of [made.id, "1", "WO-001", "wo-1"]) {
    const found = await manager.get<WorkOrderJson>(`/api/work-orders/${ref}`);
    expect(found.json.id).toBe(made.id);
  }
});

test("a work order with a start and a technician is scheduled at once, with both steps in its history", async () => {
  const { manager, site, technicianId } = await office(worker);
  const made = await addWorkOrder(manager, site, {
    technicianId,
    scheduledStart: nextYear("2027-11-22T15:00:00Z"),
    durationMinutes: 90,
  });
  expect(made).toMatchObject({ status: "scheduled", scheduledEnd: nextYear("2027-11-22T16:30:00.000Z"), version: 2 });
  const history = await manager.get<{ items: { to: string }[] }>("/api/work-orders/1/status-history");
  expect(history.json.items.map((change) => change.to)).toEqual(["unscheduled", "scheduled"]);
});

test("without an address the customer's service address is used; another customer's address is refused", async () => {
  const { manager, site, orgId } = await office(worker);
  const other = await addCustomer(worker, orgId, "Someone Else");
  const made = await manager.post<WorkOrderJson>("/api/work-orders", { title: "Tune-up", customerId: site.customerId });
  expect(made.status).toBe(201);
  const wrong = await manager.post<Refusal>("/api/work-orders", {
    title: "Tune-up",
    customerId: site.customerId,
    siteAddressId: other.siteAddressId,
  });
  expect(wrong.status).toBe(400);
  expect(wrong.json.fields?.siteAddressId).toEqual(["Choose an address of this customer"]);
});

test("a request repeated in a row or at once creates one work order", async () => {
  const { manager, site, orgId } = await office(worker);
  const key = { "idempotency-key": randomUUID() };
  const body = { title: "No cooling", ...site };
  const both = await Promise.all([1, 2, 3].map(() => manager.post<WorkOrderJson>("/api/work-orders", body, key)));
  const again = await manager.post<WorkOrderJson>("/api/work-orders", body, key);
  expect(new Set([...both, again].map((one) => one.json.id)).size).toBe(1);
  const row = await worker.db.prepare("SELECT count(*) AS n FROM work_orders WHERE org_id = ?").bind(orgId).first("n");
  expect(row).toBe(1);
  const other = await manager.post<Refusal>("/api/work-orders", { ...body, title: "Another" }, key);
  expect(other.status).toBe(422);
});

test("a change on a stale version is refused with the current work order", async () => {
  const { manager, admin, site } = await office(worker);
  await addWorkOrder(manager, site);
  const saved = await admin.patch<WorkOrderJson>("/api/work-orders/1", { version: 1, title: "No heat upstairs" });
  expect(saved.json).toMatchObject({ version: 2, title: "No heat upstairs" });
  const late = await manager.patch<Refusal>("/api/work-orders/1", { version: 1, priority: "high" });
  expect(late.status).toBe(409);
  expect(late.json.current).toMatchObject({ version: 2, title: "No heat upstairs" });
});

test("omitted fields stay, and null clears", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site, { description: "Thermostat is blank", arrivalWindowMinutes: 120 });
  const changed = await manager.patch<WorkOrderJson & { arrivalWindowMinutes: number | null }>("/api/work-orders/1", {
    version: 1,
    arrivalWindowMinutes: null,
  });
  expect(changed.json).toMatchObject({ description: "Thermostat is blank", arrivalWindowMinutes: null });
});

test("a new time or technician moves the appointment and frees the old slot", async () => {
  const { manager, site, technicianId, orgId } = await office(worker);
  const mia = await addTechnician(worker, orgId);
  const start = nextYear("2027-11-22T15:00:00Z");
  await addWorkOrder(manager, site, { technicianId, scheduledStart: start });
  const moved = await manager.patch<WorkOrderJson>("/api/work-orders/1", {
    version: 2,
    scheduledStart: nextYear("2027-11-22T15:15:00Z"),
    technicianId: mia,
    helperIds: [technicianId],
  });
  expect(moved.json).toMatchObject({
    status: "scheduled",
    technicianId: mia,
    scheduledEnd: nextYear("2027-11-22T16:15:00.000Z"),
  });
  expect(moved.json.helpers.map((one) => one.id)).toEqual([technicianId]);
  const held = await worker.db
    .prepare(
      "SELECT technician_id, role, starts_at FROM appointment_technicians WHERE org_id = ? AND blocks_calendar = 1 ORDER BY role DESC",
    )
    .bind(orgId)
    .all();
  expect(held.results).toEqual([
    { technician_id: mia, role: "lead", starts_at: nextYear("2027-11-22T15:15:00.000Z") },
    { technician_id: technicianId, role: "helper", starts_at: nextYear("2027-11-22T15:15:00.000Z") },
  ]);
});

test("a helper is not double-booked either, unless an override reason is given", async () => {
  const { manager, site, technicianId, orgId } = await office(worker);
  const mia = await addTechnician(worker, orgId);
  const start = nextYear("2027-11-22T15:00:00Z");
  await addWorkOrder(manager, site, { technicianId, scheduledStart: start });
  const second = { title: "Duct", ...site, technicianId: mia, helperIds: [technicianId], scheduledStart: start };
  const refused = await manager.post<Refusal>("/api/work-orders", second);
  expect(refused.status).toBe(409);
  expect(refused.json.message).toBe("Luis Ortega is at Ada Byron (WO-001) 9:00 to 10:00 AM.");
  const meant = await manager.post<WorkOrderJson>("/api/work-orders", { ...second, overrideReason: "Same building" });
  expect(meant.status).toBe(201);
});

test("jobs can be back to back", async () => {
  const { manager, site, technicianId } = await office(worker);
  await addWorkOrder(manager, site, { technicianId, scheduledStart: nextYear("2027-11-22T15:00:00Z") });
  const next = await addWorkOrder(manager, site, { technicianId, scheduledStart: nextYear("2027-11-22T16:00:00Z") });
  expect(next.status).toBe("scheduled");
});

test("removing the start unschedules and adding one schedules, each with a history row", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  const booked = await manager.patch<WorkOrderJson>("/api/work-orders/1", {
    version: 1,
    startDate: nextYear("2027-11-22"),
    startTime: "09:00",
  });
  expect(booked.json).toMatchObject({ status: "scheduled", scheduledStart: nextYear("2027-11-22T15:00:00.000Z") });
  const cleared = await manager.patch<WorkOrderJson>("/api/work-orders/1", { version: 2, scheduledStart: null });
  expect(cleared.json).toMatchObject({ status: "unscheduled", scheduledStart: null });
  const history = await manager.get<{ total: number }>("/api/work-orders/1/status-history");
  expect(history.json.total).toBe(3);
});

test("removing the start of a dispatched job is refused like any other illegal transition", async () => {
  const { manager, site, technicianId } = await office(worker);
  const { id } = await addWorkOrder(manager, site, { technicianId, scheduledStart: nextYear("2027-11-22T15:00:00Z") });
  const sent = await moveTo(manager, id, { status: "dispatched" });
  const cleared = await manager.patch(`/api/work-orders/${id}`, { version: sent.json.version, scheduledStart: null });
  expect(cleared).toMatchObject({
    status: 409,
    json: { from: "dispatched", to: "unscheduled", allowed: ["scheduled", "en_route", "in_progress", "cancelled"] },
  });
});

test("a work order without recorded work can be deleted; any other must be canceled instead", async () => {
  const { manager, site, technicianId, orgId } = await office(worker);
  await addWorkOrder(manager, site, {
    technicianId,
    scheduledStart: nextYear("2027-11-22T15:00:00Z"),
    tasks: ["Check filter"],
  });
  expect((await manager.delete("/api/work-orders/1")).status).toBe(204);
  expect((await manager.get("/api/work-orders/1")).status).toBe(404);
  const left = await worker.db
    .prepare("SELECT count(*) AS n FROM appointments WHERE org_id = ?")
    .bind(orgId)
    .first("n");
  expect(left).toBe(0);
  const second = await addWorkOrder(manager, site);
  expect(second.number).toBe(2);
  await manager.post("/api/work-orders/2/notes", { body: "Called" });
  const refusal = await manager.delete<Refusal>("/api/work-orders/2");
  expect(refusal.status).toBe(409);
  expect(refusal.json).toMatchObject({
    message: "Cancel this work order instead. It has notes.",
    reasons: ["It has notes."],
  });
});

test("a work order with photos, an estimate or a callback is not deleted, and the reason says so", async () => {
  const { manager, site, technicianId, orgId } = await office(worker);
  const refusal = async (id: string) => (await manager.delete<Refusal>(`/api/work-orders/${id}`)).json;
  const pictured = await addWorkOrder(manager, site);
  const form = new FormData();
  form.set("photo", new Blob([jpegOf(8, 6)], { type: "image/jpeg" }), "photo.jpg");
  expect((await manager.send("POST", `/api/work-orders/${pictured.id}/photos`, { body: form })).status).toBe(201);
  expect(await refusal(pictured.id)).toMatchObject({
    code: "conflict",
    message: "Cancel this work order instead. It has photos.",
    reasons: ["It has photos."],
  });
  const offered = await addWorkOrder(manager, site);
  const { id } = (await manager.post<{ id: string }>("/api/estimates", { workOrderId: offered.id })).json;
  expect(await refusal(offered.id)).toMatchObject({ code: "conflict", reasons: ["It has an estimate."] });
  expect((await manager.delete(`/api/estimates/${id}`)).status).toBe(204);
  expect((await manager.delete(`/api/work-orders/${offered.id}`)).status).toBe(204);
  const original = await addWorkOrder(manager, site, {
    technicianId,
    scheduledStart: nextYear("2027-11-22T15:00:00Z"),
  });
  const callback = await addWorkOrder(manager, site);
  await worker.db
    .prepare("UPDATE work_orders SET callback_of = ?3 WHERE org_id = ?1 AND id = ?2")
    .bind(orgId, callback.id, original.id)
    .run();
  expect(await refusal(original.id)).toMatchObject({ code: "conflict", reasons: ["It has a callback."] });
});

test("a work order that someone drove to or recorded a result on is not deleted, even when it is unscheduled again", async () => {
  const { manager, technician, site, technicianId } = await office(worker);
  const refusal = async (id: string) => (await manager.delete<Refusal>(`/api/work-orders/${id}`)).json;
  const booked = { technicianId, scheduledStart: nextYear("2027-11-22T15:00:00Z") };
  const driven = await addWorkOrder(manager, site, booked);
  expect((await moveTo(technician, driven.id, { status: "en_route" })).status).toBe(200);
  expect((await moveTo(technician, driven.id, { status: "on_hold", holdReason: "parts" })).status).toBe(200);
  expect((await moveTo(manager, driven.id, { status: "unscheduled" })).status).toBe(200);
  expect(await refusal(driven.id)).toMatchObject({ code: "conflict", reasons: ["Work has started on it."] });

  const checked = await addWorkOrder(manager, site, { tasks: ["Check filter"] });
  const [task] = checked.tasks;
  const done = await manager.post(`/api/work-orders/${checked.id}/tasks/${task?.id}/result`, {
    kind: "check",
    answer: "pass",
  });
  expect(done.status).toBeLessThan(300);
  expect(await refusal(checked.id)).toMatchObject({ code: "conflict", reasons: ["Work has started on it."] });
});

test("counters follow creation and deletion", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  await addWorkOrder(manager, site);
  await manager.delete("/api/work-orders/2");
  const { json } = await manager.get<{ items: { status: string; count: number }[] }>("/api/work-orders/status-counts");
  expect(json.items.find((one) => one.status === "unscheduled")?.count).toBe(1);
});

const badBodies: [string, unknown, string][] = [
  ["malformed JSON", '{"title":', ""],
  ["no title", { title: "" }, "title"],
  ["a title over 200 characters", { title: "x".repeat(201) }, "title"],
  ["a description over 4000 characters", { description: "x".repeat(4001) }, "description"],
  ["an unknown priority", { priority: "urgent" }, "priority"],
  ["a number as the title", { title: 12 }, "title"],
  ["a duration of 0", { durationMinutes: 0 }, "durationMinutes"],
  ["a duration in words", { durationMinutes: "an hour" }, "durationMinutes"],
  ["a start that is not a date", { scheduledStart: "tomorrow" }, "scheduledStart"],
  ["a day without a time", { startDate: nextYear("2027-11-22") }, "startTime"],
  ["a time that the clock change skips", { startDate: nextYear("2027-03-14"), startTime: "02:30" }, "startTime"],
  ["an unknown technician", { technicianId: randomUUID() }, "technicianId"],
  ["an unknown customer", { customerId: randomUUID() }, "customerId"],
  ["an invalid customer id", { customerId: "1 OR 1=1" }, "customerId"],
];

test.each(badBodies)("creating with %s is refused with an error on its field", async (_, body, field) => {
  const { manager, site } = await office(worker);
  const whole = typeof body === "string" ? body : { title: "No heat", ...site, ...Object(body) };
  const answer = await manager.post<Refusal>("/api/work-orders", whole, { "content-type": "application/json" });
  expect(answer.status).toBe(400);
  if (field) expect(Object.keys(answer.json.fields ?? {})).toEqual([field]);
});

test.each([
  "status=done",
  "priority=urgent",
  "technicianId=7",
  "customerId=x",
  "limit=1000",
  "cursor=zzz",
  "from=monday",
])("a list filtered by %s is refused", async (query) => {
  const { manager } = await worker.business();
  expect((await manager.get(`/api/work-orders?${query}`)).status).toBe(400);
});

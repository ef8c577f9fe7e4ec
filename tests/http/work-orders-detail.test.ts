import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { addServiceType } from "#tests/support/service-types";
import {
  addTechnician,
  addWorkOrder,
  moveTo,
  office,
  type Refusal,
  readWorkOrder,
  type WorkOrderJson,
} from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

// Every form works as plain HTML, as a browser sends it without scripts.
const worker = await testWorker();

test("status changes are forms, and required input has a dialog", async () => {
  const { manager, site, technicianId } = await office(worker);
  await addWorkOrder(manager, site);
  const dialog = await manager.get("/workorders/1/schedule");
  expect(dialog.text).toMatch(/<dialog[^>]* open/);
  expect(dialog.text).toContain("Luis Ortega");
  const when = { startDate: nextYear("2027-11-22"), startTime: "09:00", durationMinutes: "60", technicianId };
  const booked = await manager.submit("/workorders/1/schedule", when);
  expect(booked.location).toBe("/workorders/1");
  expect((await manager.get("/workorders/1")).text).toContain("Dispatch to Luis");
  await manager.submit("/workorders/1", { intent: "move", to: "dispatched" });
  const incomplete = await manager.submit("/workorders/1", { intent: "move", to: "cancelled" });
  expect(incomplete.status).toBe(409);
  expect(incomplete.text).toContain("Choose why the job is canceled.");
  const answer = await manager.submit("/workorders/1", { intent: "move", to: "cancelled", cancelReason: "customer" });
  expect(answer.status).toBe(302);
  expect((await readWorkOrder(manager)).status).toBe("cancelled");
});

test("a job is completed on screen by checking tasks, signing and confirming", async () => {
  const { manager, technician, site, technicianId } = await office(worker);
  const made = await addWorkOrder(manager, site, {
    technicianId,
    scheduledStart: nextYear("2027-11-19T15:00:00Z"),
    tasks: ["Check filter"],
    signatureRequired: true,
  });
  await moveTo(technician, 1, { status: "in_progress" });
  const sheet = await technician.get("/workorders/1/complete");
  expect(sheet.text).toContain("Finish 1 task: Check filter. Get the customer&#x27;s signature.");
  const early = await technician.submit("/workorders/1/complete", {});
  expect(early.status).toBe(409);
  const task = made.tasks[0]?.id ?? "";
  expect(
    (await technician.submit("/workorders/1/tasks", { intent: "tickTask", taskId: task, done: "on" })).status,
  ).toBe(200);
  const signed = await technician.submit("/workorders/1/signature", {
    signerName: "Ada Byron",
    strokes: "M1 2L3 4",
  });
  expect(signed.text).toContain("Signed by");
  expect((await technician.submit("/workorders/1/complete", {})).location).toBe("/workorders/1");
  const late = await technician.submit("/workorders/1/tasks", { intent: "tickTask", taskId: task });
  expect(late.status).toBe(409);
  expect(late.text).toContain("This work order is finished.");
});

test("an invalid signature drawing is refused", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  const form = { signerName: "Ada", strokes: '"/><script>' };
  expect((await manager.submit("/workorders/1/signature", form)).status).toBe(400);
});

test("the office adds, orders and removes tasks; the assigned technician only checks them off", async () => {
  const { manager, technician, site, technicianId } = await office(worker);
  await addWorkOrder(manager, site, {
    technicianId,
    scheduledStart: nextYear("2027-11-19T15:00:00Z"),
    tasks: ["One", "Two"],
  });
  await manager.submit("/workorders/1/tasks", { intent: "addTask", title: "Three", required: "on" });
  const titles = async () => (await readWorkOrder(manager)).tasks.map((task) => task.title);
  const id = async (title: string) =>
    (await readWorkOrder(manager)).tasks.find((task) => task.title === title)?.id ?? "";
  await manager.submit("/workorders/1/tasks", { intent: "moveTask", taskId: await id("Three"), direction: "up" });
  expect(await titles()).toEqual(["One", "Three", "Two"]);
  await manager.submit("/workorders/1/tasks", { intent: "removeTask", taskId: await id("One") });
  expect(await titles()).toEqual(["Three", "Two"]);
  expect((await technician.submit("/workorders/1/tasks", { intent: "addTask", title: "Mine" })).status).toBe(403);
  const ticked = await technician.submit("/workorders/1/tasks", {
    intent: "tickTask",
    taskId: await id("Two"),
    done: "on",
  });
  expect(ticked.status).toBe(200);
  expect((await manager.submit("/workorders/1/tasks", { intent: "removeTask", taskId: randomUUID() })).status).toBe(
    404,
  );
});

test("a check made on an outdated screen does not hide a failure, and one made in its place removes it", async () => {
  const { manager, technician, site, technicianId } = await office(worker);
  const { id: serviceTypeId } = await addServiceType(manager, { tasks: [{ title: "Flush the trap" }] });
  const made = await addWorkOrder(manager, site, {
    ...{ serviceTypeId, technicianId, scheduledStart: nextYear("2027-11-19T15:00:00Z") },
  });
  const taskId = made.tasks[0]?.id ?? "";
  const tick = (fields: Record<string, string>) =>
    manager.submit("/workorders/1/tasks", { intent: "tickTask", taskId, done: "on", ...fields });
  const recorded = async () => {
    const [task] = (
      await manager.get<{ tasks: { outcome: string | null; result: object | null }[] }>(`/api/work-orders/${made.id}`)
    ).json.tasks;
    return [task?.outcome, task?.result];
  };
  const result = { kind: "check", answer: "fail", remark: "Rusted" };
  await technician.post(`/api/work-orders/${made.id}/tasks/${taskId}/result`, result);
  expect((await tick({})).status).toBe(200);
  expect(await recorded()).toEqual(["fail", result]);
  const outdated = await tick({ version: "1" });
  expect([outdated.status, outdated.text.includes("marked it as failed: Rusted")]).toEqual([409, true]);
  expect((await manager.get("/workorders/1")).text).toContain('name="version" value="2"');
  expect((await tick({ version: "2" })).status).toBe(200);
  expect(await recorded()).toEqual(["pass", null]);
  expect((await tick({ taskId: randomUUID() })).status).toBe(404);
});

test("a long checklist is shown whole, and does not grow past 200 tasks", async () => {
  const { manager, orgId, site } = await office(worker);
  const { id } = await addWorkOrder(manager, site, { tasks: ["Task 1"] });
  const add = (title: string) => manager.submit("/workorders/1/tasks", { intent: "addTask", title });
  const ids = Array.from({ length: 198 }, () => randomUUID());
  await worker.db
    .prepare(
      "INSERT INTO work_order_tasks (org_id, work_order_id, id, position, title) SELECT ?1, ?2, value, key + 2, 'Task ' || (key + 2) FROM json_each(?3)",
    )
    .bind(orgId, id, JSON.stringify(ids))
    .run();
  expect((await add("The last one")).status).toBe(200);
  const full = await add("One more");
  expect([full.status, full.text.includes("A work order can have at most 200 tasks.")]).toEqual([409, true]);
  const titles = async () => (await readWorkOrder(manager)).tasks.map((task) => task.title);
  expect([(await titles()).length, (await titles()).at(-1)]).toEqual([200, "The last one"]);
  await manager.submit("/workorders/1/tasks", { intent: "moveTask", taskId: ids.at(-1) ?? "", direction: "down" });
  expect((await titles()).slice(-3)).toEqual(["Task 198", "The last one", "Task 199"]);
});

test("notes are written, made visible to the customer and deleted on screen", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  const page = await manager.submit("/workorders/1/notes", { intent: "note", body: "Dog in the yard" });
  expect(page.text).toContain("Dog in the yard");
  const noteId = (await readWorkOrder(manager)).notes[0]?.id ?? "";
  const shown = { intent: "changeNote", noteId, version: "1", body: "Dog in the yard", customerVisible: "on" };
  expect((await manager.submit("/workorders/1/notes", shown)).text).toContain("Visible to customer");
  await manager.submit("/workorders/1/notes", { intent: "deleteNote", noteId });
  expect((await readWorkOrder(manager)).notes).toEqual([]);
});

test("crews are assigned and work orders deleted in dialogs", async () => {
  const { manager, site, technicianId } = await office(worker);
  await addWorkOrder(manager, site);
  const crew = { technicianId, version: "1" };
  expect((await manager.submit("/workorders/1/assign", crew)).location).toBe("/workorders/1");
  expect((await readWorkOrder(manager)).technicianId).toBe(technicianId);
  expect((await manager.get("/workorders/1/delete")).text).toContain("Delete WO-001?");
  expect((await manager.submit("/workorders/1/delete", {})).location).toBe("/workorders");
  expect((await manager.get("/workorders/1")).status).toBe(404);
});

test("a helper cannot be lost by adding one to a job without a time", async () => {
  const { manager, orgId, site, technicianId } = await office(worker);
  const helperIds = [await addTechnician(worker, orgId)];
  const made = await manager.post<Refusal>("/api/work-orders", { title: "No heat", ...site, technicianId, helperIds });
  expect([made.status, made.json.fields]).toEqual([400, { helperIds: ["Schedule the job to add helpers"] }]);
  await addWorkOrder(manager, site, { technicianId, helperIds: [technicianId] });
  const changed = await manager.patch<Refusal>("/api/work-orders/1", { version: 1, helperIds });
  expect([changed.status, changed.json.fields]).toEqual([400, { helperIds: ["Schedule the job to add helpers"] }]);
  expect((await manager.get("/workorders/1/assign")).text).not.toContain('name="helperIds"');
  const scheduledStart = nextYear("2027-11-19T15:00:00Z");
  const booked = await manager.patch<WorkOrderJson>("/api/work-orders/1", { version: 1, helperIds, scheduledStart });
  expect(booked.json.helpers.map(({ id }) => id)).toEqual(helperIds);
  expect((await manager.get("/workorders/1/assign")).text).toContain('name="helperIds"');
});

test("assigning without scheduling is in the history, with who was assigned and by whom", async () => {
  const { manager, site, technicianId } = await office(worker);
  await addWorkOrder(manager, site);
  await manager.submit("/workorders/1/assign", { technicianId, version: "1" });
  const { text } = await manager.get("/workorders/1/timeline");
  const words = text.slice(text.indexOf("<main")).replace(/<[^>]+>/g, "");
  expect(words).toMatch(/Assigned by Test Person.*Not scheduled, Luis Ortega/s);
  expect(words).not.toContain("Reassigned");
});

test("the timeline shows each change and the time in each status", async () => {
  const { manager, site, technicianId } = await office(worker);
  await addWorkOrder(manager, site, { technicianId, scheduledStart: nextYear("2027-11-19T15:00:00Z") });
  const page = await manager.get("/workorders/1/timeline");
  for (const text of ["WO-001 timeline", "Created", "Scheduled", "Time in each status"])
    expect(page.text).toContain(text);
});

test.each([
  ["move=scheduled", "schedule"],
  ["move=on_hold", "hold"],
  ["move=cancelled", "cancel"],
  ["move=completed", "complete"],
  ["move=closed", "close"],
  ["assign=1", "assign"],
  ["delete=1", "delete"],
])("an old dialog link ?%s redirects to /%s", async (query, dialog) => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  expect((await manager.get(`/workorders/1?${query}`)).location).toBe(`/workorders/1/${dialog}`);
});

test("a dialog keeps the query of the screen behind it", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  const sent = await manager.submit("/workorders/1/cancel?notes=all", { cancelReason: "duplicate" });
  expect(sent.location).toBe("/workorders/1?notes=all");
  const again = await manager.submit("/workorders/1/reopen", { to: "unscheduled", reason: "Called back" });
  expect(again.location).toBe("/workorders/1");
  expect((await readWorkOrder(manager)).status).toBe("unscheduled");
});

test("a dialog names the missing input", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  for (const [dialog, message] of [
    ["schedule", "Choose when the job starts."],
    ["cancel", "Choose why the job is canceled."],
    ["hold", "Choose why the job is on hold."],
  ]) {
    const refused = await manager.submit(`/workorders/1/${dialog}`, {});
    expect([dialog, refused.status]).toEqual([dialog, 400]);
    expect(refused.text).toContain(message);
  }
});

test("an unknown form intent is refused", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  expect((await manager.submit("/workorders/1", { intent: "explode" })).status).toBe(400);
});

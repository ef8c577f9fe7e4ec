import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addWorkOrder, moveTo, office, readWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

// Every form works as plain HTML: what a browser sends without a script.
const worker = await testWorker();

test("the next step and the other moves are forms; what a move needs is asked for in a dialog", async () => {
  const { manager, site, technicianId } = await office(worker);
  await addWorkOrder(manager, site);
  const dialog = await manager.get("/workorders/1?move=scheduled");
  expect(dialog.text).toMatch(/<dialog[^>]* open/);
  expect(dialog.text).toContain("Luis Ortega");
  const when = { startDate: "2026-11-23", startTime: "09:00", durationMinutes: "60", technicianId };
  const booked = await manager.submit("/workorders/1?move=scheduled", { intent: "schedule", to: "scheduled", ...when });
  expect(booked.location).toBe("/workorders/1");
  expect((await manager.get("/workorders/1")).text).toContain("Dispatch to Luis");
  await manager.submit("/workorders/1", { intent: "move", to: "dispatched" });
  const unsaid = await manager.submit("/workorders/1", { intent: "move", to: "cancelled" });
  expect(unsaid.status).toBe(409);
  expect(unsaid.text).toContain("Say why the job is cancelled.");
  const said = await manager.submit("/workorders/1", { intent: "move", to: "cancelled", cancelReason: "customer" });
  expect(said.status).toBe(302);
  expect((await readWorkOrder(manager)).status).toBe("cancelled");
});

test("completing on screen: tick, sign, complete", async () => {
  const { manager, technician, site, technicianId } = await office(worker);
  const made = await addWorkOrder(manager, site, {
    technicianId,
    scheduledStart: "2026-11-20T15:00:00Z",
    tasks: ["Check filter"],
    signatureRequired: true,
  });
  await moveTo(technician, 1, { status: "in_progress" });
  const sheet = await technician.get("/workorders/1?move=completed");
  expect(sheet.text).toContain("Finish 1 task: Check filter. Get the customer&#x27;s signature.");
  const early = await technician.submit("/workorders/1", { intent: "move", to: "completed" });
  expect(early.status).toBe(409);
  const task = made.tasks[0]?.id ?? "";
  expect((await technician.submit("/workorders/1", { intent: "tickTask", taskId: task, done: "on" })).status).toBe(200);
  const signed = await technician.submit("/workorders/1", {
    intent: "sign",
    signerName: "Ada Byron",
    strokes: "M1 2L3 4",
  });
  expect(signed.text).toContain("Signed by");
  expect((await technician.submit("/workorders/1", { intent: "move", to: "completed" })).location).toBe(
    "/workorders/1",
  );
  const late = await technician.submit("/workorders/1", { intent: "tickTask", taskId: task });
  expect(late.status).toBe(409);
  expect(late.text).toContain("This work order is finished.");
});

test("strokes that are no strokes are refused", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  const form = { intent: "sign", signerName: "Ada", strokes: '"/><script>' };
  expect((await manager.submit("/workorders/1", form)).status).toBe(400);
});

test("the office adds, orders and removes tasks, a technician on the job only ticks them", async () => {
  const { manager, technician, site, technicianId } = await office(worker);
  await addWorkOrder(manager, site, { technicianId, scheduledStart: "2026-11-20T15:00:00Z", tasks: ["One", "Two"] });
  await manager.submit("/workorders/1", { intent: "addTask", title: "Three", required: "on" });
  const titles = async () => (await readWorkOrder(manager)).tasks.map((task) => task.title);
  const id = async (title: string) =>
    (await readWorkOrder(manager)).tasks.find((task) => task.title === title)?.id ?? "";
  await manager.submit("/workorders/1", { intent: "moveTask", taskId: await id("Three"), direction: "up" });
  expect(await titles()).toEqual(["One", "Three", "Two"]);
  await manager.submit("/workorders/1", { intent: "removeTask", taskId: await id("One") });
  expect(await titles()).toEqual(["Three", "Two"]);
  expect((await technician.submit("/workorders/1", { intent: "addTask", title: "Mine" })).status).toBe(403);
  const ticked = await technician.submit("/workorders/1", { intent: "tickTask", taskId: await id("Two"), done: "on" });
  expect(ticked.status).toBe(200);
  expect((await manager.submit("/workorders/1", { intent: "removeTask", taskId: randomUUID() })).status).toBe(404);
});

test("notes are written, shown to the customer and deleted on screen", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  const page = await manager.submit("/workorders/1", { intent: "note", body: "Dog in the yard" });
  expect(page.text).toContain("Dog in the yard");
  const noteId = (await readWorkOrder(manager)).notes[0]?.id ?? "";
  const shown = { intent: "changeNote", noteId, version: "1", body: "Dog in the yard", customerVisible: "on" };
  expect((await manager.submit("/workorders/1", shown)).text).toContain("Customer sees it");
  await manager.submit("/workorders/1", { intent: "deleteNote", noteId });
  expect((await readWorkOrder(manager)).notes).toEqual([]);
});

test("crews are assigned and work orders deleted in dialogs", async () => {
  const { manager, site, technicianId } = await office(worker);
  await addWorkOrder(manager, site);
  const crew = { intent: "assign", technicianId, version: "1" };
  expect((await manager.submit("/workorders/1?assign=1", crew)).location).toBe("/workorders/1");
  expect((await readWorkOrder(manager)).technicianId).toBe(technicianId);
  expect((await manager.get("/workorders/1?delete=1")).text).toContain("Delete WO-001?");
  expect((await manager.submit("/workorders/1?delete=1", { intent: "delete" })).location).toBe("/workorders");
  expect((await manager.get("/workorders/1")).status).toBe(404);
});

test("the timeline tells what happened and where the time went", async () => {
  const { manager, site, technicianId } = await office(worker);
  await addWorkOrder(manager, site, { technicianId, scheduledStart: "2026-11-20T15:00:00Z" });
  const page = await manager.get("/workorders/1/timeline");
  for (const text of ["Timeline of WO-001", "Created", "Scheduled", "Where the time went"])
    expect(page.text).toContain(text);
});

test("a form that no screen knows is refused", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  expect((await manager.submit("/workorders/1", { intent: "explode" })).status).toBe(400);
});

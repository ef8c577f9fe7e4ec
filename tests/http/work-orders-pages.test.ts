import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { databaseCosts } from "#tests/support/visitor";
import { addCustomer, addWorkOrder, moveTo, type WorkOrderJson } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

// Every form works as plain HTML: what a browser sends without a script.
const worker = await testWorker();

async function office() {
  const business = await worker.business();
  return { ...business, site: await addCustomer(worker, business.orgId) };
}

const typed = { title: "No heat upstairs", description: "Blinks twice", priority: "high", durationMinutes: "90" };

async function found(by: { get: <T>(path: string) => Promise<{ json: T }> }, number = 1): Promise<WorkOrderJson> {
  return (await by.get<WorkOrderJson>(`/api/work-orders/${number}`)).json;
}

test("the list shows its work orders and keeps its filters in the address", async () => {
  const { manager, site } = await office();
  await addWorkOrder(manager, site, { title: "Blower noisy", priority: "emergency" });
  await addWorkOrder(manager, site, { title: "Filter" });
  const list = await manager.get("/workorders?priority=emergency&search=blower");
  expect(list.status).toBe(200);
  expect(list.text).toContain("Blower noisy");
  expect(list.text).not.toContain(">Filter<");
  expect(list.text.match(/<h1/g)).toHaveLength(1);
});

test("a list without rows says what a work order is for, or that nothing matches", async () => {
  const { manager } = await office();
  expect((await manager.get("/workorders")).text).toContain("No work orders yet");
  expect((await manager.get("/workorders?status=closed")).text).toContain("No work order matches");
});

test("an address with an unknown filter is an error page that says so", async () => {
  const { manager } = await office();
  const answer = await manager.get("/workorders?status=done");
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("Unknown status");
});

test("a form creates, books and shows the work order", async () => {
  const { manager, site, technicianId } = await office();
  const page = await manager.get(`/workorders/create?customerId=${site.customerId}`);
  expect(page.text).toContain("12 Oak Street");
  const sent = await manager.submit("/workorders/create", {
    ...typed,
    ...site,
    startDate: "2026-11-23",
    startTime: "09:00",
    technicianId,
    signatureRequired: "on",
    idempotencyKey: randomUUID(),
  });
  expect([sent.status, sent.location]).toEqual([302, "/workorders/1"]);
  const shown = await manager.get("/workorders/1");
  expect(shown.text).toContain("No heat upstairs");
  expect(shown.text).toMatch(/Mon.23.Nov, 09:00/);
  expect(await found(manager)).toMatchObject({ status: "scheduled", scheduledStart: "2026-11-23T15:00:00.000Z" });
});

test("a form sent twice makes one work order", async () => {
  const { manager, site, orgId } = await office();
  const form = { ...typed, ...site, idempotencyKey: randomUUID() };
  const sent = await Promise.all([1, 2].map(() => manager.submit("/workorders/create", form)));
  expect(sent.map((answer) => answer.location)).toEqual(["/workorders/1", "/workorders/1"]);
  expect(await worker.db.prepare("SELECT count(*) AS n FROM work_orders WHERE org_id = ?").bind(orgId).first("n")).toBe(
    1,
  );
});

test("a refused form comes back with its reasons and with all that was typed", async () => {
  const { manager, site } = await office();
  const path = `/workorders/create?customerId=${site.customerId}`;
  const sent = await manager.submit(path, { ...typed, ...site, title: "", startDate: "2026-11-23" });
  expect(sent.status).toBe(400);
  expect(sent.text).toContain("Say what is to be done");
  expect(sent.text).toContain("Blinks twice");
  const gap = await manager.submit(path, { ...typed, ...site, startDate: "2027-03-14", startTime: "02:30" });
  expect(gap.status).toBe(400);
  expect(gap.text).toContain("02:30 does not exist on 2027-03-14");
});

test("a technician who is booked is named, and a reason books all the same", async () => {
  const { manager, site, technicianId } = await office();
  const when = { startDate: "2026-11-23", startTime: "09:00", technicianId };
  await manager.submit("/workorders/create", { ...typed, ...site, ...when });
  const sent = await manager.submit("/workorders/create", { ...typed, ...site, ...when });
  expect(sent.status).toBe(409);
  expect(sent.text).toContain("Luis Ortega is on WO-001 from 09:00 to 10:30.");
  expect(sent.text).toContain("Reason to book all the same");
  const meant = await manager.submit("/workorders/create", {
    ...typed,
    ...site,
    ...when,
    overrideReason: "Same house",
  });
  expect(meant.location).toBe("/workorders/2");
});

test("customers are found by a search form and chosen by a link", async () => {
  const { manager, site } = await office();
  const page = await manager.get("/workorders/create?find=byron");
  expect(page.text).toContain(`customerId=${site.customerId}`);
  expect(page.text).toContain("Ada Byron");
});

test("an edit on a stale version shows both versions and saves over theirs when asked again", async () => {
  const { manager, admin, site } = await office();
  await addWorkOrder(manager, site, { title: "No heat" });
  await admin.patch("/api/work-orders/1", { version: 1, title: "No heat, baby in the house", priority: "emergency" });
  const mine = { ...typed, ...site, title: "No heat in the attic", version: "1" };
  const late = await manager.submit("/workorders/1/edit", mine);
  expect(late.status).toBe(409);
  for (const text of ["No heat, baby in the house", "No heat in the attic", "Emergency", "Blinks twice"]) {
    expect(late.text).toContain(text);
  }
  const again = await manager.submit("/workorders/1/edit", { ...mine, version: "2" });
  expect(again.location).toBe("/workorders/1");
  expect(await found(manager)).toMatchObject({ title: "No heat in the attic", priority: "high" });
});

test("saving the edit form unchanged keeps start, crew and duration as they were", async () => {
  const { manager, site, technicianId } = await office();
  const made = await addWorkOrder(manager, site, { technicianId, scheduledStart: "2026-11-01T06:30:30Z" });
  const sent = await manager.submit("/workorders/1/edit", {
    ...site,
    title: made.title,
    priority: made.priority,
    durationMinutes: "60",
    technicianId,
    startDate: "2026-11-01",
    startTime: "01:30",
    version: String(made.version),
  });
  expect(sent.location).toBe("/workorders/1");
  expect(await found(manager)).toMatchObject({ scheduledStart: "2026-11-01T06:30:30.000Z", status: "scheduled" });
});

test("the next step and the other moves are forms; what a move needs is asked for in a dialog", async () => {
  const { manager, site, technicianId } = await office();
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
  expect((await found(manager)).status).toBe("cancelled");
});

test("completing on screen: tick, sign, complete", async () => {
  const { manager, technician, site, technicianId } = await office();
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
  const { manager, site } = await office();
  await addWorkOrder(manager, site);
  const form = { intent: "sign", signerName: "Ada", strokes: '"/><script>' };
  expect((await manager.submit("/workorders/1", form)).status).toBe(400);
});

test("the office adds, orders and removes tasks, a technician on the job only ticks them", async () => {
  const { manager, technician, site, technicianId } = await office();
  await addWorkOrder(manager, site, { technicianId, scheduledStart: "2026-11-20T15:00:00Z", tasks: ["One", "Two"] });
  await manager.submit("/workorders/1", { intent: "addTask", title: "Three", required: "on" });
  const titles = async () => (await found(manager)).tasks.map((task) => task.title);
  const id = async (title: string) => (await found(manager)).tasks.find((task) => task.title === title)?.id ?? "";
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
  const { manager, site } = await office();
  await addWorkOrder(manager, site);
  const page = await manager.submit("/workorders/1", { intent: "note", body: "Dog in the yard" });
  expect(page.text).toContain("Dog in the yard");
  const noteId = (await found(manager)).notes[0]?.id ?? "";
  const shown = { intent: "changeNote", noteId, version: "1", body: "Dog in the yard", customerVisible: "on" };
  expect((await manager.submit("/workorders/1", shown)).text).toContain("Customer sees it");
  await manager.submit("/workorders/1", { intent: "deleteNote", noteId });
  expect((await found(manager)).notes).toEqual([]);
});

test("crews are assigned and work orders deleted in dialogs", async () => {
  const { manager, site, technicianId } = await office();
  await addWorkOrder(manager, site);
  const crew = { intent: "assign", technicianId, version: "1" };
  expect((await manager.submit("/workorders/1?assign=1", crew)).location).toBe("/workorders/1");
  expect((await found(manager)).technicianId).toBe(technicianId);
  expect((await manager.get("/workorders/1?delete=1")).text).toContain("Delete WO-001?");
  expect((await manager.submit("/workorders/1?delete=1", { intent: "delete" })).location).toBe("/workorders");
  expect((await manager.get("/workorders/1")).status).toBe(404);
});

test("the timeline tells what happened and where the time went", async () => {
  const { manager, site, technicianId } = await office();
  await addWorkOrder(manager, site, { technicianId, scheduledStart: "2026-11-20T15:00:00Z" });
  const page = await manager.get("/workorders/1/timeline");
  for (const text of ["Timeline of WO-001", "Created", "Scheduled", "Where the time went"])
    expect(page.text).toContain(text);
});

test("a form whose session ended meanwhile is answered with 401, so that the screen keeps it and signs in again", async () => {
  const { orgId, site } = await office();
  const visitor = await worker.member(orgId, "Manager");
  await worker.db.prepare("DELETE FROM sessions WHERE user_id = ?").bind(visitor.userId).run();
  // As the screen's own script sends it.
  const sent = await visitor.submit("/workorders/create.data", { ...typed, ...site });
  expect(sent.status).toBe(401);
  expect(sent.text).toContain("sessionEnded");
  expect(sent.text).toContain("Blinks twice");
});

test("a technician sees work orders, but no way to create, edit or delete them", async () => {
  const { manager, technician, site } = await office();
  await addWorkOrder(manager, site);
  const list = await technician.get("/workorders");
  expect(list.status).toBe(200);
  expect(list.text).not.toContain("New work order");
  expect((await technician.get("/workorders/create")).status).toBe(403);
  expect((await technician.get("/workorders/1/edit")).status).toBe(403);
  expect((await technician.submit("/workorders/create", { ...typed, ...site })).status).toBe(403);
  expect((await technician.submit("/workorders/1", { intent: "delete" })).status).toBe(403);
  expect((await technician.submit("/workorders/1", { intent: "note", body: "Hello" })).status).toBe(403);
});

test.each(["/workorders/1", "/workorders/1/edit", "/workorders/1/timeline", "/workorders/abc", "/workorders/0"])(
  "%s of another business is not found",
  async (path) => {
    const { manager, site } = await office();
    await addWorkOrder(manager, site);
    const { manager: stranger } = await worker.business();
    expect((await stranger.get(path)).status).toBe(404);
  },
);

test("a form that no screen knows is refused", async () => {
  const { manager, site } = await office();
  await addWorkOrder(manager, site);
  expect((await manager.submit("/workorders/1", { intent: "explode" })).status).toBe(400);
});

const screens = [
  "/workorders",
  "/workorders/create",
  "/workorders/create?find=ada",
  "/workorders/1",
  "/workorders/1?move=scheduled",
  "/workorders/1/edit",
  "/workorders/1/timeline",
];

test("every screen is read in two round trips, the session included", async () => {
  const { manager, site } = await office();
  await addWorkOrder(manager, site);
  for (const path of [...screens, `/workorders/create?customerId=${site.customerId}`]) {
    const { calls, read } = databaseCosts(await manager.get(path));
    expect([path, calls]).toEqual([path, 2]);
    expect(read, path).toBeLessThanOrEqual(60);
  }
});

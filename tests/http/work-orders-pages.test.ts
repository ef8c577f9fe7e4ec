import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { dayName, nextYear } from "#tests/support/next-year";
import { databaseCosts } from "#tests/support/visitor";
import { addTechnician, addWorkOrder, office, readWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

// Every form works as plain HTML, as a browser sends it without scripts.
const worker = await testWorker();

const typed = { title: "No heat upstairs", description: "Blinks twice", priority: "high", durationMinutes: "90" };

test("the list shows the work orders that match the filters in its URL", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site, { title: "Blower noisy", priority: "emergency" });
  await addWorkOrder(manager, site, { title: "Filter" });
  const list = await manager.get("/workorders?priority=emergency&search=blower");
  expect(list.status).toBe(200);
  expect(list.text).toContain("Blower noisy");
  expect(list.text).not.toContain(">Filter<");
  expect(list.text.match(/<h1/g)).toHaveLength(1);
});

test("an empty list says that there are no work orders yet, or that none match", async () => {
  const { manager } = await office(worker);
  expect((await manager.get("/workorders")).text).toContain("No work orders yet");
  expect((await manager.get("/workorders?status=closed")).text).toContain("No work orders match");
});

test("unknown filters in the URL are ignored, and the screen says so", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site, { title: "Blower noisy", priority: "emergency" });
  const answer = await manager.get("/workorders?status=done&priority=emergency&from=yesterday");
  expect(answer.status).toBe(200);
  expect(answer.text).toContain("Ignored in the address: status=done, from=yesterday.");
  expect(answer.text).toContain("Blower noisy");
  expect((await manager.get("/workorders/board?priority=asap")).status).toBe(200);
  expect((await manager.get("/api/work-orders?status=done")).status).toBe(400);
});

test("an end date before the start date shows an error instead of an empty list", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  expect((await manager.get("/workorders?from=2026-12-01&to=2026-11-01")).text).toContain("To is before From");
});

test("a form creates, books and shows the work order", async () => {
  const { manager, site, technicianId } = await office(worker);
  const page = await manager.get(`/workorders/create?customerId=${site.customerId}`);
  expect(page.text).toContain("12 Oak Street");
  const sent = await manager.submit("/workorders/create", {
    ...typed,
    ...site,
    startDate: nextYear("2027-11-22"),
    startTime: "09:00",
    technicianId,
    signatureRequired: "on",
    idempotencyKey: randomUUID(),
  });
  expect([sent.status, sent.location]).toEqual([302, "/workorders/1"]);
  const shown = await manager.get("/workorders/1");
  expect(shown.text).toContain("No heat upstairs");
  expect(shown.text).toMatch(new RegExp(`Mon, ${dayName(nextYear("2027-11-22"))}, 9:00 AM`.replaceAll(" ", "\\s")));
  expect(await readWorkOrder(manager)).toMatchObject({
    status: "scheduled",
    scheduledStart: nextYear("2027-11-22T15:00:00.000Z"),
  });
});

test("a form sent twice creates one work order", async () => {
  const { manager, site, orgId } = await office(worker);
  const form = { ...typed, ...site, idempotencyKey: randomUUID() };
  const sent = await Promise.all([1, 2].map(() => manager.submit("/workorders/create", form)));
  expect(sent.map((answer) => answer.location)).toEqual(["/workorders/1", "/workorders/1"]);
  expect(await worker.db.prepare("SELECT count(*) AS n FROM work_orders WHERE org_id = ?").bind(orgId).first("n")).toBe(
    1,
  );
});

test("a refused form shows its reasons and keeps the user's input", async () => {
  const { manager, site } = await office(worker);
  const path = `/workorders/create?customerId=${site.customerId}`;
  const sent = await manager.submit(path, { ...typed, ...site, title: "", startDate: nextYear("2027-11-22") });
  expect(sent.status).toBe(400);
  expect(sent.text).toContain("Enter a job summary");
  expect(sent.text).toContain("Blinks twice");
  const gap = await manager.submit(path, { ...typed, ...site, startDate: nextYear("2027-03-14"), startTime: "02:30" });
  expect(gap.status).toBe(400);
  expect(gap.text).toContain(`2:30 AM does not exist on ${dayName(nextYear("2027-03-14"))}`);
});

test("a double booking names the technician, and an override reason books it", async () => {
  const { manager, site, technicianId } = await office(worker);
  const when = { startDate: nextYear("2027-11-22"), startTime: "09:00", technicianId };
  await manager.submit("/workorders/create", { ...typed, ...site, ...when });
  const sent = await manager.submit("/workorders/create", { ...typed, ...site, ...when });
  expect(sent.status).toBe(409);
  expect(sent.text).toContain("Luis Ortega is at Ada Byron (WO-001) 9:00 to 10:30 AM.");
  expect(sent.text).toContain("Override reason");
  const meant = await manager.submit("/workorders/create", {
    ...typed,
    ...site,
    ...when,
    overrideReason: "Same house",
  });
  expect(meant.location).toBe("/workorders/2");
});

test("customers are found by a search form and chosen by a link", async () => {
  const { manager, site } = await office(worker);
  const page = await manager.get("/workorders/create?find=byron");
  expect(page.text).toContain(`customerId=${site.customerId}`);
  expect(page.text).toContain("Ada Byron");
});

test("an edit of a stale version shows both versions, and saving again replaces the current one", async () => {
  const { manager, admin, site } = await office(worker);
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
  expect(await readWorkOrder(manager)).toMatchObject({ title: "No heat in the attic", priority: "high" });
});

test("saving the edit form unchanged keeps the exact start, the crew and the duration", async () => {
  const { manager, orgId, site, technicianId } = await office(worker);
  const helper = await addTechnician(worker, orgId);
  const made = await addWorkOrder(manager, site, {
    technicianId,
    helperIds: [helper],
    durationMinutes: 75,
    scheduledStart: nextYear("2027-11-07T06:30:30Z"),
    overrideReason: "On call",
  });
  const sent = await manager.submit("/workorders/1/edit", {
    ...site,
    title: made.title,
    priority: made.priority,
    durationMinutes: "75",
    technicianId,
    helperIds: helper,
    startDate: nextYear("2027-11-07"),
    startTime: "01:30",
    version: String(made.version),
  });
  expect(sent.location).toBe("/workorders/1");
  expect(await readWorkOrder(manager)).toMatchObject({
    scheduledStart: nextYear("2027-11-07T06:30:30.000Z"),
    scheduledEnd: nextYear("2027-11-07T07:45:30.000Z"),
    technicianId,
    helpers: [{ id: helper }],
    status: "scheduled",
  });
});

test("a form sent after the session ended returns 401 with its data, so the screen can keep it", async () => {
  const { orgId, site } = await office(worker);
  const visitor = await worker.member(orgId, "Manager");
  await worker.db.prepare("DELETE FROM sessions WHERE user_id = ?").bind(visitor.userId).run();
  // As sent by the screen's own script.
  const sent = await visitor.submit("/workorders/create.data", { ...typed, ...site });
  expect(sent.status).toBe(401);
  expect(sent.text).toContain("sessionEnded");
  expect(sent.text).toContain("Blinks twice");
});

test("a technician can see work orders, but not create, edit or delete them", async () => {
  const { manager, technician, site } = await office(worker);
  await addWorkOrder(manager, site);
  const list = await technician.get("/workorders");
  expect(list.status).toBe(200);
  expect(list.text).not.toContain("New work order");
  expect((await technician.get("/workorders/create")).status).toBe(403);
  expect((await technician.get("/workorders/1/edit")).status).toBe(403);
  expect((await technician.submit("/workorders/create", { ...typed, ...site })).status).toBe(403);
  expect((await technician.submit("/workorders/1/delete", {})).status).toBe(403);
  expect((await technician.submit("/workorders/1/notes", { intent: "note", body: "Hello" })).status).toBe(403);
});

test.each(["/workorders/1", "/workorders/1/edit", "/workorders/1/timeline", "/workorders/abc", "/workorders/0"])(
  "%s of another business is not found",
  async (path) => {
    const { manager, site } = await office(worker);
    await addWorkOrder(manager, site);
    const { manager: stranger } = await worker.business();
    expect((await stranger.get(path)).status).toBe(404);
  },
);

const screens = [
  "/workorders",
  "/workorders/create",
  "/workorders/create?find=ada",
  "/workorders/1",
  "/workorders/1/schedule",
  "/workorders/1/assign",
  "/workorders/1/cancel",
  "/workorders/1/delete",
  "/workorders/1/edit",
  "/workorders/1/timeline",
];

test("every screen's data is read in the same round trip as the session", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  // A browser's first page reads the session before everything else.
  await manager.get("/workorders");
  for (const path of [...screens, `/workorders/create?customerId=${site.customerId}`]) {
    const { rounds, read } = databaseCosts(await manager.get(path));
    expect([path, rounds]).toEqual([path, 1]);
    expect(read, path).toBeLessThanOrEqual(60);
  }
});

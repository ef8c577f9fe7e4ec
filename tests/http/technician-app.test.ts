import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addServiceType } from "#tests/support/service-types";
import { dayOf, workOrderToday } from "#tests/support/technician-app";
import { addWorkOrder, moveTo, office, type Refusal, readWorkOrder } from "#tests/support/work-orders";
import { testSite } from "#tests/support/worker";
import type { TechnicianDay } from "~/domain/technician-app/day";

const worker = await testSite();

test("the URL of another technician's job redirects to the current job, else the next one, else the list", async () => {
  const firm = await office(worker);
  const strangers = await addWorkOrder(firm.manager, firm.site, {});
  const goTo = async () => (await firm.technician.get(`/technician/jobs/${strangers.reference}`)).location;
  expect(await goTo()).toBe("/technician/jobs/today");
  const none = await firm.technician.get("/technician/jobs/today");
  expect(none.text).toContain("No jobs today");
  const early = await workOrderToday(firm, 9);
  const late = await workOrderToday(firm, 14);
  expect(await goTo()).toBe(`/technician/jobs/${early.number}`);
  await moveTo(firm.technician, late.id, { status: "en_route" });
  expect(await goTo()).toBe(`/technician/jobs/${late.number}`);
});

test("once all jobs of the day are done, the list says so", async () => {
  const firm = await office(worker);
  const only = await workOrderToday(firm, 9);
  const list = async () => (await firm.technician.get("/technician/jobs/today")).text;
  const note = "All done for today.";
  for (const status of ["en_route", "in_progress"] as const) await moveTo(firm.technician, only.id, { status });
  expect(await list()).not.toContain(note);
  await moveTo(firm.technician, only.id, { status: "completed" });
  expect(await list()).toContain(note);
});

test("the office sees any job as its technician does, and another business's job is not found", async () => {
  const firm = await office(worker);
  const mine = await workOrderToday(firm, 9, { title: "No heat upstairs" });
  const page = await firm.manager.get(`/technician/jobs/${mine.reference}`);
  expect(page.text).toContain("No heat upstairs");
  expect(page.text.match(/<h1/g)).toHaveLength(1);
  const other = await worker.business();
  const statusOf = async (ref: string) => (await other.manager.get(`/technician/jobs/${ref}`)).status;
  expect([await statusOf(mine.id), await statusOf(randomUUID()), await statusOf("nonsense")]).toEqual([404, 404, 404]);
});

test("the day includes the job that is open in the app, if it is the business's", async () => {
  const firm = await office(worker);
  const strangers = await workOrderToday(firm, 9);
  const other = await worker.business();
  const jobsOf = async (who: typeof firm.manager, query: string) => {
    const { workOrders } = (await who.get<TechnicianDay>(`/resources/technician-day${query}`)).json;
    return workOrders.map(({ id, mine }) => ({ id, mine }));
  };
  expect(await jobsOf(firm.manager, "")).toEqual([]);
  expect(await jobsOf(firm.manager, `?job=${strangers.number}`)).toEqual([{ id: strangers.id, mine: false }]);
  expect(await jobsOf(other.manager, `?job=${strangers.id}`)).toEqual([]);
});

test("every change works as a form without JavaScript", async () => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9, { tasks: ["Check filter"], signatureRequired: true });
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

test("a refused form shows the reason on the screen", async () => {
  const firm = await office(worker);
  const made = await workOrderToday(firm, 9);
  const answer = await firm.technician.submit(`/technician/jobs/${made.number}`, {
    ...{ intent: "changeStatus", from: "dispatched", to: "completed", idempotencyKey: randomUUID() },
  });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain("cannot go from Dispatched to Completed");
});

test("carbon monoxide above its limit is reported to the office at once; a task that does not apply needs a reason", async () => {
  const firm = await office(worker);
  const type = await addServiceType(firm.manager, {
    tasks: [{ title: "Flush the trap" }, { title: "Flue CO, air-free", kind: "measurement", unit: "ppm", max: 100 }],
  });
  const made = await workOrderToday(firm, 9, { serviceTypeId: type.id });
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

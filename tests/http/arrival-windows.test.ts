import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { at, place } from "#tests/support/scheduler";
import { addCustomer, addTechnician, addWorkOrder, type Refusal, type WorkOrderJson } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { Conflict } from "~/domain/scheduling/conflicts";

// A promised arrival window is stored separately: no way of moving a job changes it silently. Days in Chicago.
const worker = await testWorker();

interface Promised extends WorkOrderJson {
  arrivalWindow: { start: string; end: string; notified: { at: string; how: string } | null } | null;
  arrivalWindowMinutes: number | null;
}

const nine = at("2027-03-08 09:00");
const one = at("2027-03-08 13:00");
const promise = { start: at("2027-03-08 08:00"), end: at("2027-03-08 10:00") };
const words = "Promised 8:00 to 10:00 AM to Ana Alvarez.";

async function aPromise() {
  const business = await worker.business();
  const site = await addCustomer(worker, business.orgId, "Ana Alvarez");
  const { manager, technicianId } = business;
  const workOrder = await addWorkOrder(manager, site, {
    ...{ technicianId, scheduledStart: nine, arrivalWindow: promise, customerNotified: "phone" },
  });
  const read = async () => (await manager.get<Promised>(`/api/work-orders/${workOrder.id}`)).json;
  return { ...business, site, workOrder, read };
}

test("an arrival window is saved with the customer's notification, and a start within it does not change it", async () => {
  const { manager, workOrder, read } = await aPromise();
  expect((await read()).arrivalWindow).toMatchObject({ ...promise, notified: { how: "phone" } });
  const moved = await place(manager, workOrder, { start: at("2027-03-08 09:45") });
  expect(moved.status).toBe(200);
  expect((await read()).arrivalWindow).toMatchObject({ ...promise, notified: { how: "phone" } });
});

test("booking with a window length in minutes sets the arrival window", async () => {
  const { manager, site, technicianId } = await aPromise();
  const start = at("2027-03-09 09:00");
  const workOrder = await addWorkOrder(manager, site, {
    technicianId,
    scheduledStart: start,
    arrivalWindowMinutes: 60,
  });
  const { json } = await manager.get<Promised>(`/api/work-orders/${workOrder.id}`);
  expect(json.arrivalWindow).toEqual({ start, end: at("2027-03-09 10:00"), notified: null });
});

test("a job booked again in the dialog keeps the window its customer was told", async () => {
  const { manager, workOrder, read } = await aPromise();
  await manager.patch(`/api/work-orders/${workOrder.id}/status`, { status: "unscheduled" });
  const page = `/workorders/${workOrder.number}/schedule`;
  const { text } = await manager.get(page);
  const valueIn = (name: string) => new RegExp(`<input(?=[^>]* name="${name}")[^>]* value="([^"]*)"`).exec(text)?.[1];
  const [windowFrom = "", windowTo = ""] = [valueIn("windowFrom"), valueIn("windowTo")];
  expect([windowFrom, windowTo]).toEqual(["08:00", "10:00"]);
  const when = { startDate: nextYear("2027-03-08"), startTime: "09:30", durationMinutes: "60" };
  expect((await manager.submit(page, { ...when, windowFrom, windowTo })).location).toBe(
    `/workorders/${workOrder.number}`,
  );
  expect((await read()).arrivalWindow).toMatchObject({ ...promise, notified: { how: "phone" } });
});

test("a window length for the next booking survives an edit, and the dialog that books the job applies it", async () => {
  const { manager, site } = await aPromise();
  const { id, number, version } = await addWorkOrder(manager, site, { arrivalWindowMinutes: 60 });
  const read = async () => (await manager.get<Promised>(`/api/work-orders/${id}`)).json;
  const blank = { windowFrom: "", windowTo: "", durationMinutes: "60" };
  const form = { ...site, ...blank, title: "No heat upstairs", description: "", priority: "normal", startDate: "" };
  const edited = await manager.submit(`/workorders/${number}/edit`, { ...form, startTime: "", version: `${version}` });
  expect([edited.location, (await read()).arrivalWindowMinutes]).toEqual([`/workorders/${number}`, 60]);
  const when = { startDate: nextYear("2027-03-09"), startTime: "09:00" };
  await manager.submit(`/workorders/${number}/schedule`, { ...blank, ...when });
  expect((await read()).arrivalWindow).toEqual({
    ...{ start: at("2027-03-09 09:00"), end: at("2027-03-09 10:00"), notified: null },
  });
});

test("a form leaves a window past midnight as it was", async () => {
  const { manager, site } = await aPromise();
  const arrivalWindow = { start: at("2027-03-09 22:00"), end: at("2027-03-10 01:00") };
  const { id, number, version } = await addWorkOrder(manager, site, {
    ...{ scheduledStart: at("2027-03-09 22:30"), arrivalWindow, customerNotified: "text" },
  });
  const sent = await manager.submit(`/workorders/${number}/edit`, {
    ...{ ...site, title: "No heat upstairs", description: "", priority: "normal", durationMinutes: "60" },
    ...{ startDate: nextYear("2027-03-09"), startTime: "22:30", windowFrom: "22:00", windowTo: "01:00" },
    version: String(version),
  });
  expect(sent.location, sent.text).toBe(`/workorders/${number}`);
  const { json } = await manager.get<Promised>(`/api/work-orders/${id}`);
  expect(json.arrivalWindow).toMatchObject({ ...arrivalWindow, notified: { how: "text" } });
});

type Answered = { status: number; json?: Refusal; text: string };
type Business = Awaited<ReturnType<typeof aPromise>>;

/** Every way to give a booked job another start. */
const moves: [string, (business: Business, fields: Record<string, string>) => Promise<Answered>][] = [
  ["PUT schedule", ({ manager, workOrder }, fields) => place(manager, workOrder, { start: one, ...fields })],
  [
    "PATCH",
    ({ manager, workOrder }, fields) =>
      manager.patch(`/api/work-orders/${workOrder.id}`, { version: workOrder.version, scheduledStart: one, ...fields }),
  ],
  [
    "the edit form",
    ({ manager, site, workOrder, technicianId }, fields) =>
      manager.submit(`/workorders/${workOrder.number}/edit`, {
        ...{
          title: workOrder.title,
          description: "",
          priority: "normal",
          ...site,
          technicianId,
          durationMinutes: "60",
        },
        ...{ startDate: nextYear("2027-03-08"), startTime: "13:00", windowFrom: "08:00", windowTo: "10:00" },
        ...{ version: String(workOrder.version), ...fields },
      }),
  ],
  [
    "booking it again from the tray",
    async ({ manager, workOrder }, fields) => {
      const { json } = await manager.patch<Promised>(`/api/work-orders/${workOrder.id}/status`, {
        status: "unscheduled",
      });
      return manager.patch(`/api/work-orders/${workOrder.id}/status`, {
        ...{ status: "scheduled", version: json.version, scheduledStart: one, ...fields },
      });
    },
  ],
];

test.each(moves)(
  "%s: moving a job out of its window asks first, then moves the window with the job",
  async (_, move) => {
    const business = await aPromise();
    const answer = await move(business, {});
    expect(answer.json?.message ?? answer.text).toContain(words);
    expect((await business.read()).arrivalWindow).toMatchObject(promise);
    const workOrder = { ...business.workOrder, version: (await business.read()).version };
    const confirmed = await move(
      { ...business, workOrder },
      { overrideReason: "Customer asked", customerNotified: "text" },
    );
    expect(confirmed.status, confirmed.text).toBeLessThan(400);
    const after = await business.read();
    expect(after.scheduledStart).toBe(one);
    expect(after.arrivalWindow).toMatchObject({ start: one, end: at("2027-03-08 15:00"), notified: { how: "text" } });
  },
);

test("moving a job without notifying the customer clears the notification, and it can be set again", async () => {
  const { manager, workOrder, read } = await aPromise();
  await place(manager, workOrder, { start: one, overrideReason: "Van broke down" });
  const { version, arrivalWindow } = await read();
  expect(arrivalWindow?.notified).toBeNull();
  await manager.patch(`/api/work-orders/${workOrder.id}`, { version, customerNotified: "phone" });
  expect((await read()).arrivalWindow?.notified?.how).toBe("phone");
});

test("a start outside the arrival window is a conflict, and only starts within it are offered", async () => {
  const { manager, orgId, workOrder } = await aPromise();
  await addTechnician(worker, orgId);
  const { json } = await place(manager, workOrder, { start: one });
  expect(json.conflicts).toMatchObject([
    { kind: "arrival_window", severity: "override", technicianId: null } satisfies Partial<Conflict>,
  ]);
  const [from, to] = [Date.parse(promise.start), Date.parse(promise.end)];
  expect(json.resolutions.length).toBeGreaterThan(0);
  for (const { start } of json.resolutions) expect(start >= from && start <= to).toBe(true);
});

test("a job cannot be displaced out of its arrival window", async () => {
  const { manager, site, workOrder, technicianId } = await aPromise();
  const urgent = await addWorkOrder(manager, site);
  const displaces = { workOrderId: workOrder.id, version: workOrder.version, start: one };
  const refused = await place(manager, urgent, { technicianId, start: nine, displaces });
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining(words)]);
});

test("suggested openings lie in the arrival window while one is open, and say when none is", async () => {
  const { manager, site, workOrder, technicianId } = await aPromise();
  const slots = () =>
    manager.get<{ keepsPromise: boolean; items: { start: number }[] }>(
      nextYear(`/api/work-orders/${workOrder.id}/suggested-slots?from=2027-03-08&days=1`),
    );
  await manager.patch(`/api/work-orders/${workOrder.id}/status`, { status: "unscheduled" });
  const free = await slots();
  expect(free.json.keepsPromise).toBe(true);
  for (const { start } of free.json.items) expect(start).toBeLessThanOrEqual(Date.parse(promise.end));
  await addWorkOrder(manager, site, { technicianId, scheduledStart: promise.start, durationMinutes: 180 });
  const full = await slots();
  expect([full.json.keepsPromise, full.json.items.length > 0]).toEqual([false, true]);
});

test("a window that ends before it begins or does not include the job's start is rejected", async () => {
  const { manager, site } = await aPromise();
  const tried = (arrivalWindow: { start: string; end: string }) =>
    manager.post<Refusal>("/api/work-orders", { title: "No heat", ...site, scheduledStart: one, arrivalWindow });
  const outside = await tried(promise);
  expect([outside.status, Object.keys(outside.json.fields ?? {})]).toEqual([400, ["arrivalWindow"]]);
  expect((await tried({ start: promise.end, end: promise.start })).status).toBe(400);
});

test("the database rejects a scheduled start outside the arrival window", async () => {
  const { orgId, workOrder } = await aPromise();
  const moved = worker.db
    .prepare("UPDATE work_orders SET scheduled_start = ?3, scheduled_end = ?4 WHERE org_id = ?1 AND id = ?2")
    .bind(orgId, workOrder.id, one, at("2027-03-08 14:00"))
    .run();
  await expect(moved).rejects.toThrow("work_order_promise");
});

test("scheduling years ahead shows a warning", async () => {
  const { manager, site, technicianId } = await aPromise();
  const workOrder = await addWorkOrder(manager, site);
  const { status, json } = await place(manager, workOrder, { technicianId, start: at("2091-01-08 09:00") });
  expect([status, json.warnings.map(({ kind }) => kind)]).toEqual([200, ["far_ahead"]]);
  expect(json.warnings[0]?.message).toContain("2091");
});

test("scheduling in the past asks for confirmation, with or without a technician", async () => {
  const [start, kind] = ["2020-01-06 09:00", "past"];
  const { manager, site, technicianId } = await aPromise();
  const workOrder = await addWorkOrder(manager, site);
  const answer = await place(manager, workOrder, { technicianId, start: at(start) });
  expect(answer.status).toBe(409);
  expect(answer.json.conflicts.map((one) => one.kind)).toContain(kind);
  const year = start.slice(0, 4);
  expect(answer.json.message).toContain(year);
  const unassigned = await manager.post<Refusal>("/api/work-orders", {
    ...{ title: "No heat", ...site, scheduledStart: at(start) },
  });
  expect(unassigned.status).toBe(409);
  const meant = await place(manager, workOrder, { technicianId, start: at(start), overrideReason: "Already done" });
  expect(meant.status).toBe(200);
});

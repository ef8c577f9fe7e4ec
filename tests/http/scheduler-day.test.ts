import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { at, place } from "#tests/support/scheduler";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, addTechnician, addWorkOrder, type WorkOrderJson } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { ScheduleLoad } from "~/domain/scheduling/load.server";
import { partsByTechnician } from "~/domain/scheduling/scheduler";
import type { SchedulerData } from "~/domain/scheduling/scheduler.server";
import type { SuggestedSlots } from "~/domain/work-orders/schedule/schedule.server";

const worker = await testWorker();

async function aBusiness() {
  const business = await worker.business();
  const site = await addCustomer(worker, business.orgId);
  const add = (fields: Record<string, unknown> = {}) => addWorkOrder(business.manager, site, fields);
  const day = (date: string, view = "day") =>
    business.manager.get<SchedulerData>(nextYear(`/api/scheduling/days/${date}?view=${view}`));
  return { ...business, site, add, day, luis: business.technicianId };
}

/** A work order with the requirements of its service type. */
async function withPlaybook(by: Visitor, workOrder: WorkOrderJson, serviceTypeId: string): Promise<WorkOrderJson> {
  await by.post(`/api/work-orders/${workOrder.id}/playbook`, { serviceTypeId });
  return (await by.get<WorkOrderJson>(`/api/work-orders/${workOrder.id}`)).json;
}

test("a job from 22:00 to 02:00 is on the board of both days", async () => {
  const { manager, add, day, luis } = await aBusiness();
  const workOrder = await add({ durationMinutes: 240 });
  await place(manager, workOrder, { technicianId: luis, start: at("2027-03-08 22:00"), overrideReason: "Night work" });
  const parts = async (date: string) => {
    const { json } = await day(date);
    return partsByTechnician(json.jobs, date, json.zone)
      .get(luis)
      ?.map(({ from, to }) => [from, to]);
  };
  expect(await parts(nextYear("2027-03-08"))).toEqual([[1320, 1440]]);
  expect(await parts(nextYear("2027-03-09"))).toEqual([[0, 120]]);
  expect(await parts(nextYear("2027-03-10"))).toBeUndefined();
});

test("08:00 stays 08:00 across a daylight saving change, with the offset of the target day", async () => {
  const { manager, add, luis } = await aBusiness();
  const workOrder = await add();
  const before = await place(manager, workOrder, {
    technicianId: luis,
    startDate: nextYear("2027-03-12"),
    startTime: "08:00",
  });
  const after = await place(manager, before.json, { startDate: nextYear("2027-03-15"), startTime: "08:00" });
  expect([before.json.scheduledStart, after.json.scheduledStart]).toEqual([
    nextYear("2027-03-12T14:00:00.000Z"),
    nextYear("2027-03-15T13:00:00.000Z"),
  ]);
});

test("every technician has a lane, even without a shift, and a drop shows in the next read", async () => {
  const { manager, orgId, add, day, luis } = await aBusiness();
  await addTechnician(worker, orgId, "Noah");
  const workOrder = await add();
  const sunday = await day("2027-03-14");
  expect(sunday.json.technicians.map(({ name }) => name)).toEqual(["Noah Chen", "Luis Ortega"]);
  expect(sunday.json.tray.map(({ id }) => id)).toEqual([workOrder.id]);
  await place(manager, workOrder, { technicianId: luis, start: at("2027-03-14 10:00"), overrideReason: "Emergency" });
  const then = await day("2027-03-14");
  expect(then.json.tray).toEqual([]);
  expect(then.json.jobs).toMatchObject([
    { id: workOrder.id, technicianIds: [luis], minutes: 60, overrideReason: "Emergency" },
  ]);
  expect(then.headers.get("cache-control")).toMatch(/no-store|private/);
});

test("refrigerant work requires a certification valid on that date, and no override applies", async () => {
  const { manager, add, luis } = await aBusiness();
  const made = await manager.post<{ id: string }>("/api/service-types", {
    name: "Leak repair",
    durationMinutes: 60,
    refrigerantWork: true,
    skills: ["Refrigerant"],
  });
  const workOrder = await withPlaybook(manager, await add(), made.json.id);
  const slot = { technicianId: luis, start: at("2027-03-08 10:00"), overrideReason: "Nobody else" };
  const refused = await place(manager, workOrder, slot);
  expect(refused).toMatchObject({ status: 409, json: { overridable: false } });
  expect(refused.json.message).toBe(
    "Luis Ortega has no EPA 608 certification. Luis Ortega isn't trained on Refrigerant.",
  );
});

test("for other work a missing skill is a warning", async () => {
  const { manager, add, luis } = await aBusiness();
  const made = await manager.post<{ id: string }>("/api/service-types", {
    name: "Boiler check",
    durationMinutes: 60,
    skills: ["Boilers"],
  });
  const workOrder = await withPlaybook(manager, await add(), made.json.id);
  const placed = await place(manager, workOrder, { technicianId: luis, start: at("2027-03-08 10:00") });
  expect(placed.json.warnings.map(({ message }) => message)).toEqual(["Luis Ortega isn't trained on Boilers."]);
});

test("suggested slots are ordered by added drive time, with a reason and without conflicts", async () => {
  const { manager, add, luis } = await aBusiness();
  const busy = await add({ durationMinutes: 120 });
  await place(manager, busy, { technicianId: luis, start: at("2027-03-08 08:00") });
  const workOrder = await add();
  const { json } = await manager.get<SuggestedSlots>(
    nextYear(`/api/work-orders/${workOrder.id}/suggested-slots?from=2027-03-08&days=2`),
  );
  const minutes = json.items.map(({ addedMinutes }) => addedMinutes ?? Number.POSITIVE_INFINITY);
  expect(minutes).toEqual([...minutes].sort((a, b) => a - b));
  expect(json.items[0]?.reason).toBe("Luis O., after Ada Byron, no extra drive");
  const [slot] = json.items;
  const placed = await place(manager, workOrder, {
    technicianId: slot?.technicianId,
    start: new Date(slot?.start ?? 0).toISOString(),
  });
  expect(placed.status).toBe(200);
});

test("suggested slots of a job on hold suit the helper who stays on it", async () => {
  const { manager, orgId, add, luis } = await aBusiness();
  const mia = await addTechnician(worker, orgId);
  const busy = await add({ durationMinutes: 120 });
  await place(manager, busy, { technicianId: mia, start: at("2027-03-08 08:00") });
  const workOrder = await add({ technicianId: luis, helperIds: [mia], scheduledStart: at("2027-03-05 09:00") });
  for (const change of [{ status: "in_progress" }, { status: "on_hold", holdReason: "parts" }])
    await manager.patch(`/api/work-orders/${workOrder.id}/status`, change);
  const { json } = await manager.get<SuggestedSlots>(
    nextYear(`/api/work-orders/${workOrder.id}/suggested-slots?from=2027-03-08&days=1`),
  );
  expect(json.helperIds).toEqual([mia]);
  expect(json.items.length).toBeGreaterThan(0);
  for (const { technicianId, start, reason } of json.items) {
    expect([technicianId, reason.startsWith("Luis O. and Mia C., ")]).toEqual([luis, true]);
    expect(start).toBeGreaterThanOrEqual(Date.parse(at("2027-03-08 10:00")));
  }
  const [slot] = json.items;
  const now = (await manager.get<WorkOrderJson>(`/api/work-orders/${workOrder.id}`)).json;
  const placed = await place(manager, now, {
    ...{ technicianId: luis, helperIds: json.helperIds, start: new Date(slot?.start ?? 0).toISOString() },
  });
  expect([placed.status, placed.json.technicianIds]).toEqual([200, [luis, mia]]);
});

test("the day and week screens take at most two round trips, including the session's", async () => {
  const { manager, add, luis } = await aBusiness();
  const workOrder = await add();
  await place(manager, workOrder, { technicianId: luis, start: at("2027-03-08 10:00") });
  for (const path of [
    "/workorders/scheduler",
    nextYear("/workorders/scheduler/2027-03-08"),
    nextYear("/workorders/scheduler/2027-03-08?view=week"),
  ]) {
    const page = await manager.get(path);
    expect(page.status).toBe(200);
    expect(databaseCosts(page).calls).toBeLessThanOrEqual(2);
    expect(page.text).not.toContain("style=");
  }
  expect((await manager.get("/workorders/scheduler/2027-02-30")).status).toBe(404);
  expect((await manager.get(nextYear("/workorders/scheduler/2027-03-08"))).text).toContain(workOrder.reference);
});

test("a job or a technician's day opens over the scheduler in at most two round trips, including the day itself", async () => {
  const { manager, technician, add, luis } = await aBusiness();
  const workOrder = await add();
  await place(manager, workOrder, { technicianId: luis, start: at("2027-03-08 10:00") });
  const panel = nextYear(`/workorders/scheduler/2027-03-08/jobs/${workOrder.number}`);
  // A browser's first page reads the session before everything else.
  await manager.get("/workorders/scheduler");
  for (const path of [
    panel,
    `/workorders/scheduler/jobs/${workOrder.number}`,
    nextYear(`/workorders/scheduler/2027-03-08/reassign/${luis}`),
  ]) {
    const page = await manager.get(path);
    // What would be moved depends on the day, which is read first.
    const rounds = path.includes("/reassign/") ? 2 : 1;
    expect([path, page.status, databaseCosts(page).rounds]).toEqual([path, 200, rounds]);
    expect(page.text).toContain("<dialog");
  }
  expect((await manager.get(panel)).text).toContain("Suggested openings");
  const seen = await technician.get(panel);
  expect(seen.status).toBe(200);
  expect(seen.text).not.toContain("Suggested openings");
  const elsewhere = await manager.get(nextYear("/workorders/scheduler/2027-03-08/jobs/99999"));
  expect(elsewhere.status).toBe(404);
  expect(elsewhere.text).toContain(workOrder.reference);
});

test("an old link with the job in its query redirects to the job's URL", async () => {
  const { manager } = await aBusiness();
  const { location } = await manager.get(nextYear("/workorders/scheduler/2027-03-08?view=week&job=12"));
  expect(location).toBe(nextYear("/workorders/scheduler/2027-03-08/jobs/12?view=week"));
  expect((await manager.get("/workorders/scheduler?job=12")).location).toBe("/workorders/scheduler/jobs/12");
});

test("the panel's form schedules and unschedules without JavaScript", async () => {
  const { manager, add, luis } = await aBusiness();
  const workOrder = await add();
  const panel = nextYear(`/workorders/scheduler/2027-03-08/jobs/${workOrder.number}`);
  const read = async () => (await manager.get<WorkOrderJson>(`/api/work-orders/${workOrder.id}`)).json;
  const fields = { technicianId: luis, startDate: nextYear("2027-03-08"), startTime: "10:00", durationMinutes: "90" };
  const done = await manager.submit(panel, { intent: "schedule", version: String(workOrder.version), ...fields });
  expect(done.location).toBe(nextYear("/workorders/scheduler/2027-03-08"));
  const scheduled = await read();
  expect(scheduled).toMatchObject({ scheduledStart: at("2027-03-08 10:00"), durationMinutes: 90, technicianId: luis });
  await manager.submit(panel, { intent: "unschedule", version: String(scheduled.version) });
  expect(await read()).toMatchObject({ status: "unscheduled" });
});

test("a technician sees the day without colleagues' homes or reasons for absence", async () => {
  const { technician, manager, orgId } = await aBusiness();
  const mia = await addTechnician(worker, orgId);
  await manager.post(`/api/technicians/${mia}/time-off`, { from: nextYear("2027-03-08"), reason: "sick" });
  const { text, json } = await technician.get<SchedulerData>(nextYear("/api/scheduling/days/2027-03-08"));
  expect(json.mayPlan).toBe(false);
  expect(text).not.toContain("Sick");
  expect(text).not.toContain('"home"');
});

test("a day starts in the depot's city, or else the home's, which not everyone may see", async () => {
  const { technician, orgId, day, luis } = await aBusiness();
  const mia = await addTechnician(worker, orgId);
  const live = (id: string, kind: "home" | "depot", city: string) =>
    worker.db
      .prepare(
        "INSERT INTO technician_addresses (org_id, technician_id, kind, line1, city, state, postal_code) VALUES (?, ?, ?, '1 Elm St', ?, 'WI', '53202')",
      )
      .bind(orgId, id, kind, city)
      .run();
  await live(mia, "home", "Wauwatosa");
  await live(luis, "home", "Wauwatosa");
  await live(luis, "depot", "Racine");
  const startsOf = ({ technicians }: SchedulerData) =>
    Object.fromEntries(technicians.map(({ id, startsIn }) => [id, startsIn]));
  expect(startsOf((await day("2027-03-08")).json)).toEqual({ [mia]: "Wauwatosa", [luis]: "Racine" });
  const seen = await technician.get<SchedulerData>(nextYear("/api/scheduling/days/2027-03-08"));
  expect(startsOf(seen.json)).toEqual({ [mia]: null, [luis]: "Racine" });
});

test("a day's load counts its jobs, booked minutes and everyone's shifts", async () => {
  const { manager, add, luis, orgId, technician } = await aBusiness();
  const helper = await addTechnician(worker, orgId, "Noah");
  const load = (by: Visitor, query: string) => by.get<ScheduleLoad>(nextYear(`/api/scheduling/load?${query}`));
  const crew = { technicianId: luis, helperIds: [helper], overrideReason: "Agreed" };
  await place(manager, await add({ durationMinutes: 90 }), { ...crew, start: at("2027-03-08 10:00") });
  await place(manager, await add(), { technicianId: luis, start: at("2027-03-08 23:30"), overrideReason: "Late" });
  const { json } = await load(manager, "from=2027-03-07&to=2027-03-09");
  expect(json.days.map(({ date, jobs, bookedMinutes }) => [date, jobs, bookedMinutes])).toEqual([
    [nextYear("2027-03-07"), 0, 0],
    [nextYear("2027-03-08"), 2, 240],
    [nextYear("2027-03-09"), 0, 0],
  ]);
  expect(json.days[0]?.shiftMinutes).toBe(0);
  expect(json.days[1]?.shiftMinutes).toBeGreaterThan(0);
  expect((await load(technician, "from=2027-03-08&to=2027-03-08")).status).toBe(200);
  expect((await load(manager, "from=2027-03-08&to=2027-03-07")).status).toBe(400);
  expect((await load(manager, "from=2027-01-01&to=2027-03-08")).status).toBe(400);
  expect((await load(manager, "from=2027-02-30&to=2027-03-08")).status).toBe(400);
  const { manager: stranger } = await worker.business();
  expect((await load(stranger, "from=2027-03-08&to=2027-03-08")).json.days[0]).toMatchObject({ jobs: 0 });
});

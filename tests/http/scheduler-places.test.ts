import { expect, test } from "vitest";
import { dayName, nextYear } from "#tests/support/next-year";
import { at, moveSite, place } from "#tests/support/scheduler";
import { addCustomer, addTechnician, addWorkOrder, moveTo, readWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

// What the database and the rules decide together when a job is scheduled; days in Chicago.
const worker = await testWorker();

async function aDay() {
  const business = await worker.business();
  const site = await addCustomer(worker, business.orgId);
  const add = (fields: Record<string, unknown> = {}) => addWorkOrder(business.manager, site, fields);
  return { ...business, site, add, luis: business.technicianId };
}

test("when two dispatchers drop on one slot at once, one wins and the other gets a conflict with the job that has it", async () => {
  const { manager, admin, add, luis } = await aDay();
  const [one, other] = [await add(), await add()];
  const slot = { technicianId: luis, start: at("2027-03-08 10:00") };
  const answers = await Promise.all([place(manager, one, slot), place(admin, other, slot)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers[0]?.status === 200 ? one : other;
  const lost = answers.find(({ status }) => status === 409)?.json;
  expect(lost?.message).toBe(`Luis Ortega is at Ada Byron (${won.reference}) 10:00 to 11:00 AM.`);
  expect(lost?.conflicts).toMatchObject([{ kind: "double_booking", otherWorkOrderId: won.id }]);
  const [monday, tuesday] = [nextYear("2027-03-08"), nextYear("2027-03-09")].map(dayName);
  expect(lost?.resolutions.map(({ message }) => message)).toEqual([
    `Mon, ${monday}, 11:00 AM, Luis O., after Ada Byron, no extra drive`,
    `Move Ada Byron (${won.reference}) to Mon, ${monday}, 11:00 AM, Luis O., after Ada Byron, no extra drive`,
    `Tue, ${tuesday}, 8:00 AM, Luis O., first stop, drive time unknown`,
  ]);
});

test("the database refuses a double booking", async () => {
  const { orgId, manager, add, luis } = await aDay();
  const [one, other] = [await add(), await add()];
  await place(manager, one, { technicianId: luis, start: at("2027-03-08 10:00") });
  await place(manager, other, { technicianId: luis, start: at("2027-03-08 11:00") });
  const pull = (minutes: number) =>
    worker.db
      .prepare(
        `UPDATE appointment_technicians SET starts_at = strftime('%Y-%m-%dT%H:%M:%fZ', starts_at, '-' || ?3 || ' minutes')
         WHERE org_id = ?1 AND appointment_id = (SELECT id FROM appointments WHERE org_id = ?1 AND work_order_id = ?2)`,
      )
      .bind(orgId, other.id, minutes)
      .run();
  await expect(pull(1)).rejects.toThrow("technician_booked");
});

test("back-to-back jobs at one address are fine; half an hour's drive apart they need an override reason, which is stored", async () => {
  const { orgId, manager, add, luis } = await aDay();
  const far = await addCustomer(worker, orgId, "Cora Far");
  await moveSite(worker, (await add()).id, {});
  const [first, second] = [await add(), await add()];
  await moveSite(worker, far.siteAddressId, { latitude: 30.4, longitude: -97.74 });
  const away = await addWorkOrder(manager, far);
  await worker.db
    .prepare("UPDATE addresses SET latitude = 30.2672, longitude = -97.7431 WHERE org_id = ? AND id <> ?")
    .bind(orgId, far.siteAddressId)
    .run();
  expect((await place(manager, first, { technicianId: luis, start: at("2027-03-08 09:00") })).status).toBe(200);
  expect((await place(manager, second, { technicianId: luis, start: at("2027-03-08 10:00") })).status).toBe(200);
  const slot = { technicianId: luis, start: at("2027-03-08 11:00") };
  const refused = await place(manager, away, slot);
  expect(refused.status).toBe(409);
  expect(refused.json.message).toBe(`The drive from ${second.reference} takes 29 min; no time is available.`);
  expect(refused.json.overridable).toBe(true);
  const forced = await place(manager, away, { ...slot, overrideReason: "The van is around the corner" });
  expect(forced.status).toBe(200);
  const stored = await worker.db
    .prepare(
      "SELECT override_reason, override_of FROM appointment_technicians t JOIN appointments v ON v.id = t.appointment_id WHERE v.work_order_id = ?",
    )
    .bind(away.id)
    .first();
  expect(stored).toEqual({ override_reason: "The van is around the corner", override_of: "[]" });
});

test("an override covers the conflicts that were shown, not a job booked since then", async () => {
  const { manager, add, luis } = await aDay();
  const [one, other, third] = [await add(), await add(), await add()];
  const slot = { technicianId: luis, start: at("2027-03-08 10:00") };
  await place(manager, one, slot);
  const both = await place(manager, other, { ...slot, overrideReason: "Two units on one roof" });
  expect(both.status).toBe(200);
  const stored = await worker.db
    .prepare(
      "SELECT override_of FROM appointment_technicians t JOIN appointments v ON v.id = t.appointment_id WHERE v.work_order_id = ?",
    )
    .bind(other.id)
    .first<{ override_of: string }>();
  expect(JSON.parse(stored?.override_of ?? "[]")).toEqual([one.id]);
  expect((await place(manager, third, slot)).json.conflicts).toHaveLength(2);
});

test("a job moved by 15 minutes or made longer does not conflict with itself", async () => {
  const { manager, add, luis } = await aDay();
  const workOrder = await add();
  const booked = await place(manager, workOrder, { technicianId: luis, start: at("2027-03-08 10:00") });
  const moved = await place(manager, booked.json, { start: at("2027-03-08 10:15") });
  expect(moved).toMatchObject({ status: 200, json: { scheduledEnd: at("2027-03-08 11:15"), version: 3 } });
  const longer = await place(manager, moved.json, { durationMinutes: 90 });
  expect(longer).toMatchObject({
    status: 200,
    json: { scheduledStart: at("2027-03-08 10:15"), scheduledEnd: at("2027-03-08 11:45") },
  });
});

test("moving a job keeps its crew and duration", async () => {
  const { orgId, manager, add, luis } = await aDay();
  const mia = await addTechnician(worker, orgId);
  const workOrder = await add({ durationMinutes: 75 });
  const slot = { technicianId: luis, helperIds: [mia], start: at("2027-03-08 10:00") };
  const booked = await place(manager, workOrder, slot);
  const moved = await place(manager, booked.json, { start: at("2027-03-09 13:00") });
  expect(moved).toMatchObject({
    status: 200,
    json: { technicianIds: [luis, mia], scheduledEnd: at("2027-03-09 14:15") },
  });
  expect(await readWorkOrder(manager, workOrder.id)).toMatchObject({
    ...{ technicianId: luis, helpers: [{ id: mia }], durationMinutes: 75 },
    ...{ scheduledStart: at("2027-03-09 13:00"), scheduledEnd: at("2027-03-09 14:15") },
  });
});

test("a helper booked elsewhere is a conflict too", async () => {
  const { orgId, manager, add, luis } = await aDay();
  const mia = await addTechnician(worker, orgId);
  const [one, other] = [await add(), await add()];
  const start = at("2027-03-08 10:00");
  await place(manager, one, { technicianId: luis, helperIds: [mia], start });
  const refused = await place(manager, other, { technicianId: mia, start });
  expect(refused).toMatchObject({
    status: 409,
    json: { message: `Mia Chen is at Ada Byron (${one.reference}) 10:00 to 11:00 AM.` },
  });
});

test.each([
  ["cancelled", { cancelReason: "customer" }],
  ["unscheduled", {}],
] as const)("a job that is %s frees its slot", async (status, why) => {
  const { manager, add, luis } = await aDay();
  const [one, other] = [await add(), await add()];
  const slot = { technicianId: luis, start: at("2027-03-08 10:00") };
  await place(manager, one, slot);
  expect((await moveTo(manager, one.id, { status, ...why })).status).toBe(200);
  expect((await place(manager, other, slot)).status).toBe(200);
});

test("time off, a holiday or a missing shift during a job is a conflict even if the job's start is free", async () => {
  const { manager, add, luis } = await aDay();
  await manager.post(`/api/technicians/${luis}/time-off`, {
    from: nextYear("2027-03-09"),
    fromTime: "11:00",
    toTime: "12:00",
    reason: "training",
  });
  await manager.post("/api/technicians/holidays", { name: "Founders Day", from: nextYear("2027-03-10") });
  const workOrder = await add({ durationMinutes: 120 });
  const tried = async (start: string) =>
    (await place(manager, workOrder, { technicianId: luis, start: at(start) })).json.message;
  expect(await tried("2027-03-09 10:00")).toBe("Luis Ortega is away: Training.");
  expect(await tried("2027-03-10 10:00")).toBe("It is Founders Day.");
  expect(await tried("2027-03-13 10:00")).toBe("Luis Ortega isn't working then.");
  expect(await tried("2027-03-11 16:00")).toBe("Runs 60 min outside Luis Ortega's shift.");
});

test("times are in the property's zone, and a skipped or repeated time returns a notice", async () => {
  const { manager, add, luis, site } = await aDay();
  await moveSite(worker, site.siteAddressId, { zone: "America/New_York" });
  const workOrder = await add();
  const put = (startDate: string, startTime: string, fields = {}) =>
    place(manager, workOrder, { technicianId: luis, startDate, startTime, overrideReason: "At night", ...fields });
  const gap = await put(nextYear("2027-03-14"), "02:30");
  expect(gap.json).toMatchObject({
    scheduledStart: nextYear("2027-03-14T07:00:00.000Z"),
    notice: `2:30 AM does not exist on ${dayName(nextYear("2027-03-14"))}: clocks go forward. 3:00 AM is used.`,
  });
  workOrder.version = gap.json.version;
  const first = await put(nextYear("2027-11-07"), "01:30");
  expect(first.json).toMatchObject({
    scheduledStart: nextYear("2027-11-07T05:30:00.000Z"),
    notice: expect.stringContaining("occurs twice"),
  });
  workOrder.version = first.json.version;
  const second = await put(nextYear("2027-11-07"), "01:30", { occurrence: "second" });
  expect(second.json).toMatchObject({ scheduledStart: nextYear("2027-11-07T06:30:00.000Z"), notice: null });
});

test("an empty duration is refused, and an omitted one stays unchanged", async () => {
  const { manager, add, luis } = await aDay();
  const workOrder = await add({ durationMinutes: 75 });
  const slot = { technicianId: luis, start: at("2027-03-08 10:00") };
  for (const durationMinutes of [0, null, ""]) {
    expect((await place(manager, workOrder, { ...slot, durationMinutes })).status).toBe(400);
  }
  expect((await place(manager, workOrder, slot)).json.scheduledEnd).toBe(at("2027-03-08 11:15"));
});

test("scheduling a stale version is a conflict that returns the current work order", async () => {
  const { manager, admin, add, luis } = await aDay();
  const workOrder = await add();
  await place(manager, workOrder, { technicianId: luis, start: at("2027-03-08 10:00") });
  const late = await place(admin, workOrder, { technicianId: luis, start: at("2027-03-08 14:00") });
  expect(late).toMatchObject({ status: 409, json: { current: { version: 2 } } });
});

test("a job in progress can be extended but not moved, and a completed one keeps its time", async () => {
  const { manager, technician, add, luis } = await aDay();
  const workOrder = await add();
  const booked = await place(manager, workOrder, { technicianId: luis, start: at("2027-03-08 10:00") });
  await moveTo(technician, workOrder.id, { status: "in_progress" });
  const running = { id: workOrder.id, version: booked.json.version + 1 };
  expect((await place(manager, running, { start: at("2027-03-08 12:00") })).status).toBe(409);
  const longer = await place(manager, running, { durationMinutes: 120 });
  expect(longer).toMatchObject({ status: 200, json: { status: "in_progress" } });
  await moveTo(technician, workOrder.id, { status: "completed" });
  const done = { id: workOrder.id, version: longer.json.version + 1 };
  expect((await place(manager, done, { durationMinutes: 60 })).json.message).toContain(
    "time and technicians of a work order can't be changed",
  );
});

test("the same drop sent twice has one effect", async () => {
  const { manager, add, luis } = await aDay();
  const workOrder = await add();
  const body = { technicianId: luis, start: at("2027-03-08 10:00"), version: workOrder.version };
  const send = () =>
    manager.put(`/api/work-orders/${workOrder.id}/schedule`, body, { "idempotency-key": `drop-${workOrder.id}` });
  const [one, two] = [await send(), await send()];
  expect(two.text).toBe(one.text);
});

test("only the office can schedule, and only in its own business", async () => {
  const { technician, add, luis } = await aDay();
  const other = await worker.business("Elsewhere");
  const workOrder = await add();
  const slot = { technicianId: luis, start: at("2027-03-08 10:00") };
  expect((await place(technician, workOrder, slot)).status).toBe(403);
  expect((await place(other.manager, workOrder, slot)).status).toBe(404);
  const mine = await addWorkOrder(other.manager, await addCustomer(worker, other.orgId));
  expect((await place(other.manager, mine, slot)).status).toBe(400);
});

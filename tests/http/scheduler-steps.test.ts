import { expect, test } from "vitest";
import { at, place } from "#tests/support/scheduler";
import { addCustomer, addWorkOrder, moveTo, readWorkOrder, type WorkOrderJson } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

// Related steps are applied together, in Chicago.
const worker = await testWorker();

async function twoJobs() {
  const business = await worker.business();
  const { manager, technicianId: luis } = business;
  const site = await addCustomer(worker, business.orgId);
  const [there, workOrder] = [await addWorkOrder(manager, site), await addWorkOrder(manager, site)];
  await place(manager, there, { technicianId: luis, start: at("2027-03-08 10:00") });
  const read = (one: WorkOrderJson) => readWorkOrder(manager, one.id);
  const displacing = (start: string, fields = {}) => ({
    technicianId: luis,
    start: at("2027-03-08 10:00"),
    displaces: { workOrderId: there.id, version: there.version + 1, start: at(start), ...fields },
  });
  return { ...business, luis, there, workOrder, read, displacing };
}

test("a job is booked and the conflicting one moved in one step", async () => {
  const { manager, there, workOrder, read, displacing } = await twoJobs();
  expect(await place(manager, workOrder, displacing("2027-03-08 11:00"))).toMatchObject({ status: 200 });
  expect(await read(there)).toMatchObject({ scheduledStart: at("2027-03-08 11:00"), version: there.version + 2 });
  expect(await read(workOrder)).toMatchObject({ status: "scheduled", scheduledStart: at("2027-03-08 10:00") });
});

test("two jobs of one technician swap times", async () => {
  const { manager, luis, there, workOrder, read, displacing } = await twoJobs();
  await place(manager, workOrder, { technicianId: luis, start: at("2027-03-08 14:00") });
  const answer = await place(manager, { ...workOrder, version: workOrder.version + 1 }, displacing("2027-03-08 14:00"));
  expect(answer.status).toBe(200);
  expect(await read(there)).toMatchObject({ scheduledStart: at("2027-03-08 14:00") });
  expect(await read(workOrder)).toMatchObject({ scheduledStart: at("2027-03-08 10:00") });
});

test.each([
  [
    "the other job was changed in the meantime",
    "2027-03-08 11:00",
    { version: 1 },
    /had to move to make room, was just changed/,
  ],
  ["the other job does not fit there either", "2027-03-08 03:00", {}, /can no longer be moved to make room/],
])("neither job moves when %s", async (_, start, fields, message) => {
  const { manager, there, workOrder, read, displacing } = await twoJobs();
  const { status, json } = await place(manager, workOrder, displacing(start, fields));
  expect(status).toBe(409);
  expect(json.message).toMatch(message);
  expect(await read(there)).toMatchObject({ scheduledStart: at("2027-03-08 10:00"), version: there.version + 1 });
  expect(await read(workOrder)).toMatchObject({ status: "unscheduled", version: workOrder.version });
});

test("a dispatched job is unscheduled in one step, with two entries in its history", async () => {
  const { manager, there, read } = await twoJobs();
  await moveTo(manager, there.id, { status: "dispatched" });
  const { version } = await read(there);
  expect(await manager.delete(`/api/work-orders/${there.id}/schedule?version=${version}`)).toMatchObject({
    status: 200,
    json: { id: there.id, version: version + 2 },
  });
  expect(await read(there)).toMatchObject({ status: "unscheduled", scheduledStart: null, version: version + 2 });
  const history = await manager.get<{ items: { to: string }[] }>(`/api/work-orders/${there.id}/status-history`);
  expect(history.json.items.map(({ to }) => to)).toEqual([
    "unscheduled",
    "scheduled",
    "dispatched",
    "scheduled",
    "unscheduled",
  ]);
});

test("a job en route cannot be unscheduled, and the error says so", async () => {
  const { manager, there, read } = await twoJobs();
  await moveTo(manager, there.id, { status: "dispatched" });
  await moveTo(manager, there.id, { status: "en_route" });
  const answer = await manager.delete<{ message: string }>(`/api/work-orders/${there.id}/schedule`);
  expect(answer.status).toBe(409);
  expect(answer.json.message).toBe(
    `${there.reference} is En route. Only scheduled and dispatched jobs can be unscheduled.`,
  );
  expect(await read(there)).toMatchObject({ status: "en_route" });
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addServiceType, changeServiceType, type Refused, type ServiceTypeJson } from "#tests/support/service-types";
import { databaseCosts } from "#tests/support/visitor";
import { addCustomer, addWorkOrder, moveTo } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { manager: office } = business;
const site = await addCustomer(worker, business.orgId);

interface WorkOrder {
  id: string;
  number: number;
  durationMinutes: number;
  signatureRequired: boolean;
  serviceTypeId: string | null;
  playbookVersion: number | null;
  status: string;
  tasks: {
    id: string;
    title: string;
    kind: string;
    min: number | null;
    doneAt: string | null;
    outcome: string | null;
    followUpId: string | null;
  }[];
}

const playbook = [
  { title: "Look at the flue" },
  { title: "Temperature rise", kind: "measurement", unit: "°F", min: 35, max: 65 },
  { title: "Customer signs", kind: "signature" },
];
const workOrderOf = async (id: string) => (await office.get<WorkOrder>(`/api/work-orders/${id}`)).json;
const book = async (serviceType: ServiceTypeJson, fields: Record<string, unknown> = {}) =>
  workOrderOf((await addWorkOrder(office, site, { serviceTypeId: serviceType.id, ...fields })).id);

test("a job copies duration, signature and checklist from its service type and keeps them when that changes", async () => {
  const type = await addServiceType(office, { durationMinutes: 75, tasks: playbook });
  const workOrder = await book(type, { tasks: ["Bring the ladder"] });
  expect(workOrder).toMatchObject({
    durationMinutes: 75,
    signatureRequired: true,
    serviceTypeId: type.id,
    playbookVersion: 1,
  });
  expect(workOrder.tasks.map((task) => task.title)).toEqual([
    "Look at the flue",
    "Temperature rise",
    "Customer signs",
    "Bring the ladder",
  ]);
  const renamed = await changeServiceType(office, type, { durationMinutes: 200 });
  await office.patch(`/api/service-tasks/${type.tasks[1]?.id}`, { version: 1, min: 10, title: "Rise" });
  await office.delete(`/api/service-tasks/${type.tasks[0]?.id}/hard`);
  await office.delete(`/api/service-types/${renamed.json.id}`);
  const later = await workOrderOf(workOrder.id);
  expect(later.durationMinutes).toBe(75);
  expect(later.tasks).toEqual(workOrder.tasks);
});

test("an explicit duration is not replaced, archived tasks are not copied, and the service type counts its jobs", async () => {
  const type = await addServiceType(office, { durationMinutes: 75, tasks: playbook });
  await office.delete(`/api/service-tasks/${type.tasks[0]?.id}`);
  const workOrder = await book(type, { durationMinutes: 30 });
  expect(workOrder.durationMinutes).toBe(30);
  expect(workOrder.tasks.map((task) => task.title)).toEqual(["Temperature rise", "Customer signs"]);
  expect((await office.get<ServiceTypeJson>(`/api/service-types/${type.id}`)).json.jobs).toBe(1);
});

test("an archived, unknown or another business's service type cannot be booked", async () => {
  const aside = await addServiceType(office, { active: false });
  const theirs = await addServiceType((await worker.business()).manager);
  const unknown = "Choose a service type from the list";
  const cases = [
    [aside.id, `${aside.name} is archived`],
    [theirs.id, unknown],
    [randomUUID(), unknown],
  ];
  for (const [serviceTypeId, text] of cases) {
    const answer = await office.post<Refused>("/api/work-orders", { title: "No heat", ...site, serviceTypeId });
    expect([answer.status, answer.json.fields?.serviceTypeId]).toEqual([400, [text]]);
  }
});

test("a measurement out of range fails, counts as done and allows one follow-up", async () => {
  const workOrder = await book(await addServiceType(office, { tasks: playbook }));
  const [, rise] = workOrder.tasks;
  const put = (value: unknown) =>
    office.post<{ verdict: { outcome: string; message: string }; followUp: { title: string } | null }>(
      `/api/work-orders/${workOrder.id}/tasks/${rise?.id}/result`,
      { kind: "measurement", value },
    );
  expect((await put("hot")).status).toBe(400);
  expect((await put(50)).json).toMatchObject({ verdict: { outcome: "pass" }, followUp: null });
  const failed = await put(80);
  expect(failed.json).toMatchObject({
    verdict: { outcome: "fail", message: "Temperature rise: 80 °F is above 65 °F." },
    followUp: { title: "Follow up: Temperature rise" },
  });
  expect((await workOrderOf(workOrder.id)).tasks[1]).toMatchObject({
    outcome: "fail",
    doneAt: expect.any(String),
    followUpId: null,
  });
  const page = await office.get(`/workorders/${workOrder.number}`);
  expect(page.text).toContain("Open a follow-up");
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
  const followUpOf = { workOrderId: workOrder.id, taskId: rise?.id };
  const draft = { title: "Follow up: Temperature rise", ...site, followUpOf };
  const opened = await office.post<WorkOrder>("/api/work-orders", draft);
  expect(opened.status).toBe(201);
  expect((await workOrderOf(workOrder.id)).tasks[1]?.followUpId).toBe(opened.json.id);
  const again = await office.post<Refused>("/api/work-orders", draft);
  expect([again.status, again.json.message]).toEqual([409, "This task already has a follow-up, or it did not fail."]);
});

test("a result of the wrong kind, by a technician not on the job or by another business is refused", async () => {
  const workOrder = await book(await addServiceType(office, { tasks: playbook }));
  const path = `/api/work-orders/${workOrder.id}/tasks/${workOrder.tasks[0]?.id}/result`;
  const body = { kind: "check", answer: "fail", remark: "Rusted through" };
  expect((await office.post(path, { kind: "note", text: "Hm" })).status).toBe(400);
  expect((await business.technician.post(path, body)).status).toBe(403);
  expect((await (await worker.business()).manager.post(path, body)).status).toBe(404);
  expect((await office.post(path, body)).json).toMatchObject({
    verdict: { outcome: "fail", message: "Rusted through" },
  });
});

test("a signature completes the task that requires it, and clearing a task deletes its result", async () => {
  const workOrder = await book(await addServiceType(office, { tasks: playbook }));
  const page = `/workorders/${workOrder.number}`;
  expect((await office.submit(`${page}/signature`, { signerName: "Ada Byron" })).status).toBe(200);
  expect((await workOrderOf(workOrder.id)).tasks[2]).toMatchObject({ outcome: "pass", doneAt: expect.any(String) });
  const [check] = workOrder.tasks;
  const send = (fields: Record<string, string>) =>
    office.submit(`${page}/tasks`, { taskId: check?.id ?? "", ...fields });
  await send({ intent: "taskResult", kind: "check", answer: "fail", remark: "Rusted" });
  expect((await workOrderOf(workOrder.id)).tasks[0]?.outcome).toBe("fail");
  await send({ intent: "tickTask" });
  expect((await workOrderOf(workOrder.id)).tasks[0]).toMatchObject({ outcome: null, doneAt: null });
});

test("a job booked without a service type can get a playbook later, once, unless it is canceled", async () => {
  const type = await addServiceType(office, { tasks: playbook });
  const workOrder = await addWorkOrder(office, site, { tasks: ["Look first"] });
  const give = (id: string) => office.post<Refused>(`/api/work-orders/${id}/playbook`, { serviceTypeId: type.id });
  expect((await give(workOrder.id)).status).toBe(200);
  expect((await workOrderOf(workOrder.id)).tasks.map((task) => task.title)[0]).toBe("Look first");
  expect((await workOrderOf(workOrder.id)).tasks).toHaveLength(4);
  expect((await give(workOrder.id)).status).toBe(409);
  const gone = await addWorkOrder(office, site);
  await moveTo(office, gone.id, { status: "cancelled", cancelReason: "customer" });
  expect((await give(gone.id)).status).toBe(409);
});

test("the form of a new work order offers service types and is prefilled from the URL", async () => {
  const type = await addServiceType(office, { name: "Boiler service", durationMinutes: 135 });
  const page = await office.get(
    `/workorders/create?customerId=${site.customerId}&serviceTypeId=${type.id}&title=Follow+up`,
  );
  expect(page.text).toContain("Boiler service");
  expect(page.text).toContain('value="135"');
  expect(page.text).toContain('value="Follow up"');
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
});

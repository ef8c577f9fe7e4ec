import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addEquipment, dayFromNow, type EquipmentJson, type EquipmentRefused } from "#tests/support/equipment";
import { pageText } from "#tests/support/page-text";
import { addServiceType } from "#tests/support/service-types";
import { addCustomer, moveTo, type WorkOrderJson } from "#tests/support/work-orders";
import { type Business, testWorker } from "#tests/support/worker";
import { formatDate } from "~/domain/shared/date-format";
import { addMonths } from "~/domain/shared/dates";

const worker = await testWorker();

interface Jobs {
  items: (WorkOrderJson & { serviceTypeId: string | null })[];
}

async function planned(business: Business, plan: Record<string, unknown> = {}) {
  const site = await addCustomer(worker, business.orgId);
  const unit = await addEquipment(business.manager, { ...site, equipmentName: "Basement furnace" });
  const answer = await business.manager.post<{ id: string }>(`/api/equipment/${unit.id}/maintenance-plans`, {
    title: "Tune-up",
    startsOn: dayFromNow(5),
    every: 6,
    unit: "month",
    ...plan,
  });
  expect(answer.status).toBe(201);
  return { unit, planId: answer.json.id };
}

const jobsOf = async ({ manager }: Business) => (await manager.get<Jobs>("/api/work-orders?limit=100")).json.items;
const book = async ({ manager }: Business) =>
  (await manager.post<{ made: number }>("/api/maintenance-plans/book")).json;

test("a plan creates one work order per due date, with its playbook, and shows the next due date", async () => {
  const business = await worker.business();
  const type = await addServiceType(business.manager, { durationMinutes: 75, tasks: [{ title: "Look" }] });
  const { unit } = await planned(business, { serviceTypeId: type.id });
  expect(await book(business)).toEqual({ made: 1 });
  expect(await book(business)).toEqual({ made: 0 });
  const [job, ...others] = await jobsOf(business);
  expect(others).toEqual([]);
  expect(job).toMatchObject({ title: "Tune-up: Basement furnace", status: "unscheduled", durationMinutes: 75 });
  const now = (await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`)).json;
  expect(now).toMatchObject({
    nextMaintenanceDate: dayFromNow(5),
    plans: [{ title: "Tune-up", nextDue: dayFromNow(5) }],
  });
});

test("ten runs at the same time create one work order", async () => {
  const business = await worker.business();
  await planned(business);
  const runs = await Promise.all(Array.from({ length: 10 }, () => book(business)));
  expect(runs.reduce((sum, { made }) => sum + made, 0)).toBe(1);
  expect(await jobsOf(business)).toHaveLength(1);
});

test("a canceled work order is not created again", async () => {
  const business = await worker.business();
  await planned(business);
  await book(business);
  const [job] = await jobsOf(business);
  await moveTo(business.manager, job?.id ?? "", { status: "cancelled", cancelReason: "customer" });
  expect(await book(business)).toEqual({ made: 0 });
});

test("a deleted job is not created again, and the plan's next visit is the one after it", async () => {
  const business = await worker.business();
  const { unit, planId } = await planned(business);
  await book(business);
  const [job] = await jobsOf(business);
  expect((await business.manager.delete(`/api/work-orders/${job?.id}`)).status).toBe(204);
  expect(await book(business)).toEqual({ made: 0 });
  expect(await jobsOf(business)).toEqual([]);
  const next = addMonths(dayFromNow(5), 6);
  const now = (await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`)).json;
  expect(now).toMatchObject({ nextMaintenanceDate: next, plans: [{ id: planId, nextDue: next }] });
  const page = pageText((await business.manager.get(`/equipment/${unit.id}`)).text);
  expect(page).toContain(`Next ${formatDate(next, true)}`);
});

test("the sweep creates work orders that are due on each business's own calendar", async () => {
  const business = await worker.business();
  const { unit } = await planned(business, { startsOn: dayFromNow(0) });
  await worker.sweep(new Date("2026-11-20T10:30:00Z"));
  expect(await jobsOf(business)).toHaveLength(1);
  expect((await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`)).json.nextMaintenanceDate).toBe(
    dayFromNow(0),
  );
});

test("no work order is created too far ahead, for retired equipment or after a plan ends", async () => {
  const business = await worker.business();
  await planned(business, { startsOn: dayFromNow(20), leadDays: 10 });
  const retired = await planned(business);
  await business.manager.patch(`/api/equipment/${retired.unit.id}`, { version: 1, status: "retired" });
  const ended = await planned(business);
  expect((await business.manager.delete(`/api/maintenance-plans/${ended.planId}`)).status).toBe(204);
  expect(await book(business)).toEqual({ made: 0 });
});

test("an invalid plan is rejected, and so is a user without permission", async () => {
  const business = await worker.business();
  const { unit, planId } = await planned(business);
  const path = `/api/equipment/${unit.id}/maintenance-plans`;
  const plan = { title: "Visit", startsOn: "2026-12-01", every: 1, unit: "year" };
  const send = (fields: Record<string, unknown>) =>
    business.manager.post<EquipmentRefused>(path, { ...plan, ...fields });
  expect((await send({ every: 0 })).json.fields?.every).toEqual(["Must be between 1 and 120"]);
  expect((await send({ endsOn: "2026-11-01" })).json.fields?.endsOn).toEqual(["The end is before the start"]);
  expect((await send({ serviceTypeId: randomUUID() })).status).toBe(404);
  expect((await business.technician.post(path, plan)).status).toBe(403);
  expect((await business.technician.post("/api/maintenance-plans/book")).status).toBe(403);
  const other = await worker.business();
  expect((await other.manager.delete(`/api/maintenance-plans/${planId}`)).status).toBe(404);
});

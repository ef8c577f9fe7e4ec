import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { zoneOfAnotherDay } from "#tests/support/clock";
import { dayFromNow, type EquipmentJson, type EquipmentRefused } from "#tests/support/equipment";
import { book, jobsOf, planned } from "#tests/support/maintenance-plans";
import { pageText } from "#tests/support/page-text";
import { addServiceType } from "#tests/support/service-types";
import { databaseCosts } from "#tests/support/visitor";
import { moveTo, start } from "#tests/support/work-orders";
import { type Business, testWorker } from "#tests/support/worker";
import { formatDate } from "~/domain/shared/time/date-format";
import { addMonths } from "~/domain/shared/time/dates";

const worker = await testWorker();

test("a plan creates one work order per due date, with its playbook, and shows the next due date", async () => {
  const business = await worker.business();
  const type = await addServiceType(business.manager, { durationMinutes: 75, tasks: [{ title: "Look" }] });
  const { unit } = await planned(worker, business, { serviceTypeId: type.id });
  expect(await book(business)).toEqual({ made: 1 });
  expect(await book(business)).toEqual({ made: 0 });
  const [workOrder, ...others] = await jobsOf(business);
  expect(others).toEqual([]);
  expect(workOrder).toMatchObject({ title: "Tune-up: Basement furnace", status: "unscheduled", durationMinutes: 75 });
  const now = (await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`)).json;
  expect(now).toMatchObject({
    nextMaintenanceDate: dayFromNow(5),
    plans: [{ title: "Tune-up", nextDue: dayFromNow(5) }],
  });
});

test("a run for one piece of equipment reads no more rows with many other plans, nor any run with plans that ended", async () => {
  const business = await worker.business();
  const { unit } = await planned(worker, business);
  const others = await planned(worker, business, { title: "Filters" });
  await book(business);
  const many = async (planId: string) => {
    await worker.db
      .prepare(
        `INSERT INTO maintenance_occurrences (org_id, plan_id, due_on)
         SELECT ?1, ?2, date('2000-01-01', '+' || key || ' days') FROM json_each(?3)`,
      )
      .bind(business.orgId, planId, JSON.stringify(Array.from({ length: 2000 }, () => 0)))
      .run();
  };
  const ofUnit = async () => {
    const plan = { title: "Coils", startsOn: dayFromNow(300), every: 1, unit: "year" };
    return databaseCosts(await business.manager.post(`/api/equipment/${unit.id}/maintenance-plans`, plan)).read;
  };
  const ofAll = async () => databaseCosts(await business.manager.post("/api/maintenance-plans/book")).read;
  const [before, all] = [await ofUnit(), await ofAll()];
  await many(others.planId);
  expect(await ofUnit()).toBeLessThan(before + 100);
  await worker.db
    .prepare("UPDATE maintenance_plans SET active = 0 WHERE org_id = ? AND id = ?")
    .bind(business.orgId, others.planId)
    .run();
  expect(await ofAll()).toBeLessThan(all + 100);
});

test("ten runs at the same time create one work order", async () => {
  const business = await worker.business();
  await planned(worker, business);
  const runs = await Promise.all(Array.from({ length: 10 }, () => book(business)));
  expect(runs.reduce((sum, { made }) => sum + made, 0)).toBe(1);
  expect(await jobsOf(business)).toHaveLength(1);
});

test("a canceled work order is not created again", async () => {
  const business = await worker.business();
  await planned(worker, business);
  await book(business);
  const [workOrder] = await jobsOf(business);
  await moveTo(business.manager, workOrder?.id ?? "", { status: "cancelled", cancelReason: "customer" });
  expect(await book(business)).toEqual({ made: 0 });
});

test("a deleted job is not created again, and the plan's next visit is the one after it", async () => {
  const business = await worker.business();
  const { unit, planId } = await planned(worker, business);
  await book(business);
  const [workOrder] = await jobsOf(business);
  expect((await business.manager.delete(`/api/work-orders/${workOrder?.id}`)).status).toBe(204);
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
  const { unit } = await planned(worker, business, { startsOn: dayFromNow(0) });
  await worker.sweep(new Date("2026-11-20T10:30:00Z"));
  expect(await jobsOf(business)).toHaveLength(1);
  expect((await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`)).json.nextMaintenanceDate).toBe(
    dayFromNow(0),
  );
});

test("plans of archived customers and equipment without a customer do not hold up the others", async () => {
  const business = await worker.business();
  const weekly = { startsOn: dayFromNow(1), every: 1, unit: "week", leadDays: 100 };
  const archived = await planned(worker, business, weekly);
  const ownerless = await planned(worker, business, weekly);
  await worker.db.batch([
    worker.db
      .prepare("UPDATE customers SET archived = 1 WHERE org_id = ? AND id = ?")
      .bind(business.orgId, archived.unit.customerId),
    worker.db
      .prepare("UPDATE equipment SET customer_id = NULL, address_id = NULL WHERE org_id = ? AND id = ?")
      .bind(business.orgId, ownerless.unit.id),
  ]);
  await planned(worker, business, { title: "Filter change", startsOn: dayFromNow(9) });
  await planned(worker, business, { title: "Belt check", startsOn: dayFromNow(8) });
  expect(await book(business)).toEqual({ made: 2 });
  // Numbered in the order in which they are due.
  expect((await jobsOf(business)).toSorted((a, b) => a.number - b.number).map(({ title }) => title)).toEqual([
    "Belt check: Basement furnace",
    "Filter change: Basement furnace",
  ]);
});

/** Adds plans of weekly visits, the first due tomorrow, to one piece of equipment. */
async function addPlans({ orgId }: Business, unitId: string, count: number): Promise<void> {
  await worker.db
    .prepare(
      `INSERT INTO maintenance_plans (org_id, id, equipment_id, title, starts_on, every, unit, basis, lead_days, created_at)
       SELECT ?1, value, ?2, 'Inspection', ?3, 1, 'week', 'due_date', 20, ?4 FROM json_each(?5)`,
    )
    .bind(
      ...[orgId, unitId, dayFromNow(1), new Date().toISOString()],
      JSON.stringify(
        // Before any plan's id made by the product.
        Array.from({ length: count }, () => `00000000-${randomUUID()}`),
      ),
    )
    .run();
}

test("plans whose work orders cannot be created say why, and do not hold up the others", async () => {
  const business = await worker.business();
  const blocked = await planned(worker, business);
  await book(business);
  await addPlans(business, blocked.unit.id, 45);
  const inspections = async () =>
    (await business.manager.get<EquipmentJson>(`/api/equipment/${blocked.unit.id}`)).json.plans.filter(
      ({ title }) => title === "Inspection",
    );
  await worker.db.batch([
    worker.db
      .prepare("UPDATE equipment SET address_id = NULL WHERE org_id = ? AND id = ?")
      .bind(business.orgId, blocked.unit.id),
    worker.db
      .prepare("UPDATE addresses SET type = 'billing' WHERE org_id = ? AND customer_id = ?")
      .bind(business.orgId, blocked.unit.customerId),
  ]);
  await planned(worker, business, { title: "Filter change", startsOn: dayFromNow(9) });
  await book(business);
  await book(business);
  expect((await jobsOf(business)).map(({ title }) => title)).toContain("Filter change: Basement furnace");
  await book(business);
  const problem = "Ada Byron has no service address yet. Add one first.";
  expect((await inspections()).map(({ bookingProblem }) => bookingProblem)).toEqual(Array(45).fill(problem));
  expect(pageText((await business.manager.get(`/equipment/${blocked.unit.id}`)).text)).toContain(problem);

  await worker.db
    .prepare("UPDATE addresses SET type = 'service' WHERE org_id = ? AND customer_id = ?")
    .bind(business.orgId, blocked.unit.customerId)
    .run();
  expect(await book(business)).toEqual({ made: 20 });
  expect((await inspections()).filter(({ bookingProblem }) => bookingProblem === null).length).toBeGreaterThan(0);
});

test("the sweep looks at each business in turn, and not again within the hour", async () => {
  const business = await worker.business();
  await planned(worker, business, { startsOn: dayFromNow(0) });
  const at = new Date("2026-11-20T10:35:00Z");
  const dueAt = (instant: string, orgId = business.orgId) =>
    worker.db.prepare("UPDATE tenant_organizations SET maintenance_check_at = ?2 WHERE id = ?1").bind(orgId, instant);
  // Businesses whose rows are still here although they are gone, all due before this one.
  const gone = Array.from({ length: 40 }, (_, index) => ({ id: randomUUID(), key: 900_000 + index }));
  await worker.db.batch([
    ...gone.flatMap(({ id, key }) => [
      worker.db.prepare("INSERT INTO tenant_organizations (id, key) VALUES (?, ?)").bind(id, key),
      worker.db
        .prepare(
          `INSERT INTO equipment (org_id, id, name, type, created_at, updated_at)
           VALUES (?1, ?1, 'Furnace', 'furnace', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
        )
        .bind(id),
      worker.db
        .prepare(
          `INSERT INTO maintenance_plans (org_id, id, equipment_id, title, starts_on, every, unit, basis, created_at)
           VALUES (?1, ?1, ?1, 'Tune-up', '2026-01-01', 1, 'year', 'due_date', '2026-01-01T00:00:00.000Z')`,
        )
        .bind(id),
      dueAt("2001-01-01T00:00:00.000Z", id),
    ]),
    dueAt("2002-01-01T00:00:00.000Z"),
  ]);
  // The first two runs also look at businesses of other tests, which have waited longer.
  for (let run = 0; run < 6; run += 1) await worker.sweep(at);
  expect(await jobsOf(business)).toHaveLength(1);
  await planned(worker, business, { startsOn: dayFromNow(0) });
  await worker.sweep(at);
  expect(await jobsOf(business)).toHaveLength(1);
  await dueAt("2002-01-01T00:00:00.000Z").run();
  await worker.sweep(at);
  expect(await jobsOf(business)).toHaveLength(2);
  const ids = JSON.stringify(gone.map(({ id }) => id));
  await worker.db
    .prepare("UPDATE maintenance_plans SET active = 0 WHERE org_id IN (SELECT value FROM json_each(?))")
    .bind(ids)
    .run();
});

test("the last maintenance is the day of the completion in the business's zone, whoever completes the job", async () => {
  const zone = zoneOfAnotherDay();
  const here = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date());
  for (const by of ["manager", "technician"] as const) {
    const business = await worker.business();
    await worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(zone, business.orgId).run();
    const { unit } = await planned(worker, business, { startsOn: here });
    expect(await book(business)).toEqual({ made: 1 });
    const [workOrder] = await jobsOf(business);
    const booking = { scheduledStart: start, technicianId: business.technicianId, overrideReason: "Agreed" };
    for (const fields of [{ status: "scheduled", ...booking }, { status: "dispatched" }])
      expect((await moveTo(business.manager, workOrder?.id ?? "", fields)).status).toBe(200);
    expect((await moveTo(business.technician, workOrder?.id ?? "", { status: "in_progress" })).status).toBe(200);
    expect((await moveTo(business[by], workOrder?.id ?? "", { status: "completed" })).status).toBe(200);
    const now = (await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`)).json;
    expect(now.lastMaintenanceDate).toBe(here);
  }
});

/** Creates the work order that is due and takes it as far as completed. */
async function completePlanned(business: Business): Promise<string> {
  await book(business);
  const workOrder = (await jobsOf(business)).find(({ status }) => status === "unscheduled");
  const booking = { scheduledStart: start, technicianId: business.technicianId, overrideReason: "Agreed" };
  for (const fields of [{ status: "scheduled", ...booking }, { status: "dispatched" }])
    expect((await moveTo(business.manager, workOrder?.id ?? "", fields)).status).toBe(200);
  for (const status of ["in_progress", "completed"])
    expect((await moveTo(business.technician, workOrder?.id ?? "", { status })).status).toBe(200);
  return workOrder?.id ?? "";
}

test("a form opened before a maintenance was recorded, or its next date changed, gets a conflict", async () => {
  const business = await worker.business();
  const { unit } = await planned(worker, business, { startsOn: dayFromNow(0) });
  const read = async () => (await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`)).json;
  const save = (form: EquipmentJson) =>
    business.manager.patch<EquipmentRefused>(`/api/equipment/${unit.id}`, {
      version: form.version,
      lastMaintenanceDate: form.lastMaintenanceDate,
      nextMaintenanceDate: form.nextMaintenanceDate,
      notes: "Filter 16x25",
    });
  const before = await read();
  await completePlanned(business);
  const after = await read();
  expect(after.lastMaintenanceDate).toBe(dayFromNow(0));
  expect((await save(before)).status).toBe(409);
  await book(business);
  expect((await save(after)).status).toBe(409);
  expect(await read()).toMatchObject({
    lastMaintenanceDate: dayFromNow(0),
    nextMaintenanceDate: addMonths(dayFromNow(0), 6),
  });
  expect((await save(await read())).status).toBe(200);
});

test("a job reopened after it was completed by mistake takes its maintenance back", async () => {
  const business = await worker.business();
  const { unit } = await planned(worker, business, { startsOn: dayFromNow(0) });
  const datesOf = async () => {
    const { json } = await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`);
    return [json.lastMaintenanceDate, json.nextMaintenanceDate];
  };
  const { version } = (await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`)).json;
  const typed = { version, lastMaintenanceDate: "2024-03-05" };
  expect((await business.manager.patch(`/api/equipment/${unit.id}`, typed)).status).toBe(200);
  const id = await completePlanned(business);
  expect(await datesOf()).toEqual([dayFromNow(0), null]);
  const reopen = () => moveTo(business.manager, id, { status: "in_progress", reason: "Completed by mistake" });
  expect((await reopen()).status).toBe(200);
  expect(await datesOf()).toEqual(["2024-03-05", dayFromNow(0)]);
  expect((await moveTo(business.technician, id, { status: "completed" })).status).toBe(200);
  expect(await datesOf()).toEqual([dayFromNow(0), null]);
});

test("a reopened job leaves the maintenance of another job of the day, and one entered by hand since", async () => {
  const business = await worker.business();
  const { unit } = await planned(worker, business, { startsOn: dayFromNow(0) });
  const lastOf = async () =>
    (await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`)).json.lastMaintenanceDate;
  const reopen = async (id: string) =>
    expect((await moveTo(business.manager, id, { status: "in_progress", reason: "Wrong job" })).status).toBe(200);
  const first = await completePlanned(business);
  const other = { title: "Filters", startsOn: dayFromNow(0), every: 1, unit: "year" };
  await business.manager.post(`/api/equipment/${unit.id}/maintenance-plans`, other);
  const second = await completePlanned(business);
  await reopen(first);
  expect(await lastOf()).toBe(dayFromNow(0));
  expect((await moveTo(business.manager, first, { status: "on_hold", holdReason: "parts" })).status).toBe(200);
  await reopen(second);
  expect(await lastOf()).toBeNull();
  expect((await moveTo(business.technician, second, { status: "completed" })).status).toBe(200);
  const { version } = (await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`)).json;
  const typed = { version, lastMaintenanceDate: "2024-03-05" };
  expect((await business.manager.patch(`/api/equipment/${unit.id}`, typed)).status).toBe(200);
  await reopen(second);
  expect(await lastOf()).toBe("2024-03-05");
});

test("no work order is created too far ahead, for retired equipment or after a plan ends", async () => {
  const business = await worker.business();
  await planned(worker, business, { startsOn: dayFromNow(20), leadDays: 10 });
  const retired = await planned(worker, business);
  await business.manager.patch(`/api/equipment/${retired.unit.id}`, { version: 1, status: "retired" });
  const ended = await planned(worker, business);
  expect((await business.manager.delete(`/api/maintenance-plans/${ended.planId}`)).status).toBe(204);
  expect(await book(business)).toEqual({ made: 0 });
});
test("an invalid plan is rejected, and so is a user without permission", async () => {
  const business = await worker.business();
  const { unit, planId } = await planned(worker, business);
  const path = `/api/equipment/${unit.id}/maintenance-plans`;
  const plan = { title: "Visit", startsOn: dayFromNow(5), every: 1, unit: "year" };
  const send = (fields: Record<string, unknown>) =>
    business.manager.post<EquipmentRefused>(path, { ...plan, ...fields });
  expect((await send({ every: 0 })).json.fields?.every).toEqual(["Must be between 1 and 120"]);
  expect((await send({ endsOn: dayFromNow(4) })).json.fields?.endsOn).toEqual(["The end is before the start"]);
  expect((await send({ serviceTypeId: randomUUID() })).status).toBe(404);
  expect((await business.technician.post(path, plan)).status).toBe(403);
  expect((await business.technician.post("/api/maintenance-plans/book")).status).toBe(403);
  const other = await worker.business();
  expect((await other.manager.delete(`/api/maintenance-plans/${planId}`)).status).toBe(404);
});

import { expect, test } from "vitest";
import { addEquipment, dayFromNow, type EquipmentJson } from "#tests/support/equipment";
import { book, jobsOf, planned } from "#tests/support/maintenance-plans";
import { pageText, threePagesAndBack } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { addCustomer, moveTo } from "#tests/support/work-orders";
import { type Business, testWorker } from "#tests/support/worker";
import { addMonths } from "~/domain/shared/time/dates";

const worker = await testWorker();

const end = ({ manager }: Business, planId: string) => manager.delete(`/api/maintenance-plans/${planId}`);
const dueOf = async ({ manager }: Business, unitId: string) =>
  (await manager.get<EquipmentJson>(`/api/equipment/${unitId}`)).json.nextMaintenanceDate;

test("when a plan ends, its due date gives way to that of the next plan, and to none after the last", async () => {
  const business = await worker.business();
  const { unit, planId } = await planned(worker, business);
  const path = `/api/equipment/${unit.id}/maintenance-plans`;
  const later = { title: "Coil cleaning", startsOn: dayFromNow(50), every: 1, unit: "year" };
  const other = await business.manager.post<{ id: string }>(path, later);
  await book(business);
  expect(await dueOf(business, unit.id)).toBe(dayFromNow(5));
  expect((await end(business, planId)).status).toBe(204);
  expect(await dueOf(business, unit.id)).toBe(dayFromNow(50));
  expect((await end(business, other.json.id)).status).toBe(204);
  expect(await dueOf(business, unit.id)).toBeNull();
  const due = await business.manager.get<{ total: number }>("/api/equipment/maintenance-due?daysAhead=90");
  expect(due.json.total).toBe(0);
  // Ending it again changes nothing.
  expect((await end(business, planId)).status).toBe(204);
});

test("a due date left over from an earlier visit of the plan ends with it too", async () => {
  const business = await worker.business();
  const { unit, planId } = await planned(worker, business);
  await book(business);
  const [workOrder] = await jobsOf(business);
  await moveTo(business.manager, workOrder?.id ?? "", { status: "cancelled", cancelReason: "customer" });
  expect(await dueOf(business, unit.id)).toBe(dayFromNow(5));
  await end(business, planId);
  expect(await dueOf(business, unit.id)).toBeNull();
});

test("a plan past its last day leaves no due date behind, and one entered by hand stays", async () => {
  const business = await worker.business();
  const { unit } = await planned(worker, business, { endsOn: dayFromNow(60) });
  const typed = await planned(worker, business, { title: "Filters", endsOn: dayFromNow(60) });
  await book(business);
  for (const { id } of await jobsOf(business))
    await moveTo(business.manager, id, { status: "cancelled", cancelReason: "customer" });
  expect(await dueOf(business, unit.id)).toBe(dayFromNow(5));
  const { version } = (await business.manager.get<EquipmentJson>(`/api/equipment/${typed.unit.id}`)).json;
  const change = { version, nextMaintenanceDate: dayFromNow(12) };
  expect((await business.manager.patch(`/api/equipment/${typed.unit.id}`, change)).status).toBe(200);
  expect(await book(business)).toEqual({ made: 0 });
  expect(await dueOf(business, unit.id)).toBeNull();
  expect(await dueOf(business, typed.unit.id)).toBe(dayFromNow(12));
});

test("equipment of an archived customer is due nowhere and keeps its date until the customer is back", async () => {
  const business = await worker.business();
  const { manager } = business;
  const { unit } = await planned(worker, business, { startsOn: dayFromNow(-3) });
  await planned(worker, business, { startsOn: dayFromNow(1) });
  const feed = await manager.post<{ id: string }>("/api/calendar-feeds", { kind: "maintenance" });
  const { items: feeds } = (await manager.get<{ items: { id: string; address: string }[] }>("/api/calendar-feeds"))
    .json;
  const { pathname } = new URL(feeds.find(({ id }) => id === feed.json.id)?.address ?? "");
  const linesOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const due = async () => {
    const [list, file, dashboard, health, calendar] = [
      await manager.get<{ total: number }>("/api/equipment/maintenance-due"),
      await manager.get("/api/equipment/maintenance-due/export"),
      await manager.get<{ maintenance: object }>("/api/dashboard"),
      await manager.get<{ total: number; overdue: number }>("/api/equipment/health-dashboard"),
      await worker.visitor().get(pathname),
    ];
    return {
      ...{ list: list.json.total, file: linesOf(file.text, /Basement furnace/g) },
      ...{ dashboard: dashboard.json.maintenance, health: [health.json.total, health.json.overdue] },
      calendar: linesOf(calendar.text, /SUMMARY:Maintenance due/g),
      read: databaseCosts(dashboard).read,
    };
  };
  await book(business);
  for (const { id } of await jobsOf(business))
    expect((await moveTo(manager, id, { status: "cancelled", cancelReason: "customer" })).status).toBe(200);
  const { read, ...shown } = await due();
  expect(shown).toMatchObject({ list: 2, file: 2, dashboard: { due: 2, overdue: 1 }, health: [2, 1], calendar: 2 });

  const customer = `/api/customers/${unit.customerId}`;
  expect((await manager.delete(customer)).status).toBe(204);
  const left = await due();
  expect(left).toMatchObject({ list: 1, file: 1, dashboard: { due: 1, overdue: 0 }, health: [1, 0], calendar: 1 });
  expect(left.read).toBeLessThanOrEqual(read + 1);
  await book(business);
  expect(await dueOf(business, unit.id)).toBe(dayFromNow(-3));

  const { version } = (await manager.get<{ version: number }>(customer)).json;
  expect((await manager.patch(customer, { version, archived: false })).status).toBe(200);
  expect(await due()).toMatchObject({ list: 1, dashboard: { due: 1, overdue: 1 } });
  await book(business);
  expect(await dueOf(business, unit.id)).toBe(addMonths(dayFromNow(-3), 6));
});

test("a due date entered by hand outlasts the plan", async () => {
  const business = await worker.business();
  const { unit, planId } = await planned(worker, business);
  await book(business);
  const { version } = (await business.manager.get<EquipmentJson>(`/api/equipment/${unit.id}`)).json;
  const typed = { version, nextMaintenanceDate: dayFromNow(12) };
  expect((await business.manager.patch(`/api/equipment/${unit.id}`, typed)).status).toBe(200);
  await end(business, planId);
  expect(await dueOf(business, unit.id)).toBe(dayFromNow(12));
});

test("the equipment's form shows the next maintenance read-only while a plan sets it", async () => {
  const business = await worker.business();
  const { unit, planId } = await planned(worker, business, { endsOn: dayFromNow(60) });
  const fieldOf = async () =>
    (await business.manager.get(`/equipment/${unit.id}/edit`)).text.match(
      /<input[^>]*name="nextMaintenanceDate"[^>]*>/,
    )?.[0];
  expect(await fieldOf()).toContain(' readonly=""');
  expect(pageText((await business.manager.get(`/equipment/${unit.id}/edit`)).text)).toContain(
    "Set by the maintenance plan.",
  );
  await end(business, planId);
  expect(await fieldOf()).not.toContain(' readonly=""');
  const over = await planned(worker, business, { endsOn: dayFromNow(60) });
  await book(business);
  for (const { id, status } of await jobsOf(business))
    if (status === "unscheduled") await moveTo(business.manager, id, { status: "cancelled", cancelReason: "customer" });
  expect((await business.manager.get(`/equipment/${over.unit.id}/edit`)).text).not.toContain(
    "Set by the maintenance plan.",
  );
});

test("the equipment's form creates the work order a new plan is already due for, as far as the member may", async () => {
  const business = await worker.business();
  const reader = await worker.member(business.orgId, "Manager", ["equipment.write"]);
  const site = await addCustomer(worker, business.orgId);
  const unit = await addEquipment(business.manager, { ...site, equipmentName: "Attic unit" });
  const plan = {
    title: "Tune-up",
    startsOn: dayFromNow(5),
    every: "1",
    unit: "year",
    basis: "due_date",
    leadDays: "30",
  };
  const path = `/equipment/${unit.id}/plans/new`;
  expect((await reader.submit(path, { ...plan, title: "Filters" })).status).toBe(302);
  expect(await jobsOf(business)).toEqual([]);
  expect((await business.manager.submit(path, plan)).status).toBe(302);
  expect((await jobsOf(business)).map(({ title }) => title).sort()).toEqual([
    "Filters: Attic unit",
    "Tune-up: Attic unit",
  ]);
});

test("the equipment due pages forward and back one page at a time and keeps the days ahead", async () => {
  const { manager, orgId } = await worker.business();
  const customer = await addCustomer(worker, orgId, "Ada Byron");
  for (const [equipmentName, days] of [
    ["Alder", 41],
    ["Birch", 42],
    ["Cedar", 43],
  ] as const)
    await addEquipment(manager, { ...customer, equipmentName, nextMaintenanceDate: dayFromNow(days) });
  const { pages, back } = await threePagesAndBack(manager, "/equipment/due?daysAhead=60");
  const shown = [...pages, back].map((page) => /<tbody.*?(Alder|Birch|Cedar)/s.exec(page)?.[1]);
  expect(shown).toEqual(["Alder", "Birch", "Cedar", "Birch"]);
});

import { expect, test } from "vitest";
import { addItem, addLocation, post } from "#tests/support/inventory";
import { addServiceType } from "#tests/support/service-types";
import { dayOf, today, todayAt, workOrderToday } from "#tests/support/technician-app";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addTechnician, addWorkOrder, moveTo, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";
import type { TechnicianDay } from "~/domain/technician-app/day";

const worker = await testWorker();

test("the day lists the technician's own jobs of today in order, with details, in two round trips", async () => {
  const firm = await office(worker);
  const second = await workOrderToday(firm, 14, { tasks: ["Check filter"] });
  const first = await workOrderToday(firm, 9);
  await addWorkOrder(firm.manager, firm.site, { ...todayAt(11), overrideReason: "On call" });
  await firm.manager.post(`/api/work-orders/${second.id}/notes`, { body: "Dog in the yard" });
  const answer = await firm.technician.get<TechnicianDay>("/resources/technician-day");
  expect(answer.json.workOrders.map((one) => one.reference)).toEqual([first.reference, second.reference]);
  expect(answer.json.workOrders[1]).toMatchObject({
    ...{ status: "dispatched", mine: true, roles: ["technician"], address: "12 Oak Street, Austin, TX 78701" },
    tasks: [{ title: "Check filter", kind: "check" }],
    notes: [{ body: "Dog in the yard", author: "Test Person" }],
    history: [{ status: "unscheduled" }, { status: "scheduled" }, { status: "dispatched" }],
  });
  expect(databaseCosts(answer).calls).toBeLessThanOrEqual(2);
});

test("a day the device has just loaded is not read again", async () => {
  const firm = await office(worker);
  await workOrderToday(firm, 9);
  const again = (at: number) =>
    firm.technician.get<Partial<TechnicianDay>>(`/resources/technician-day?loaded=${new Date(at).toISOString()}`);
  const { asOf } = await dayOf(firm.technician);
  const { json, ...answer } = await again(Date.parse(asOf));
  expect(json).toEqual({ userId: firm.technician.userId, asOf: expect.any(String) });
  expect(Date.parse(json.asOf ?? "")).toBeGreaterThanOrEqual(Date.parse(asOf));
  expect(databaseCosts({ json, ...answer }).read).toBeLessThan(20);
  for (const at of [Date.now() - 60_000, Date.now() + 60_000]) {
    const { workOrders } = (await again(at)).json;
    expect(workOrders).toHaveLength(1);
  }
});

test("no task and no photo is missing in the day of a long job", async () => {
  const firm = await office(worker);
  const job = await workOrderToday(firm, 9);
  const numbers = "WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 520)";
  const time = "2026-01-01T00:00:00.000Z";
  await worker.db.batch([
    worker.db
      .prepare(`INSERT INTO work_order_tasks (org_id, work_order_id, id, position, title)
        ${numbers} SELECT ?, ?, 't' || at, at, 'Check' FROM n`)
      .bind(firm.orgId, job.id),
    worker.db
      .prepare(`INSERT INTO work_order_photos (org_id, work_order_id, id, file_key, content_type, bytes, taken_at, recorded_at)
        ${numbers} SELECT ?, ?, 'p' || at, 'photos/' || at, 'image/jpeg', 1, ?, ? FROM n`)
      .bind(firm.orgId, job.id, time, time),
  ]);
  const [shown] = (await dayOf(firm.technician)).workOrders;
  expect([shown?.tasks.length, shown?.photos.length]).toEqual([520, 520]);
});

test("work of the day before stays in the day: on hold for less than a day, or in progress, also for its helper", async () => {
  const firm = await office(worker);
  const helper = await worker.member(firm.orgId, "Technician");
  const helperIds = [await addTechnician(worker, firm.orgId)];
  await worker.db.batch([
    worker.db.prepare("UPDATE technicians SET user_id = ? WHERE id = ?").bind(helper.userId, helperIds[0]),
    worker.db.prepare("UPDATE members SET technician_id = ? WHERE user_id = ?").bind(helperIds[0], helper.userId),
  ]);
  const [held, running] = [await workOrderToday(firm, 9), await workOrderToday(firm, 14, { helperIds })];
  for (const { id } of [held, running]) {
    await moveTo(firm.manager, id, { status: "en_route" });
    await moveTo(firm.manager, id, { status: "in_progress" });
    if (id === held.id) await moveTo(firm.manager, id, { status: "on_hold", holdReason: "parts" });
  }
  const earlier = "strftime('%Y-%m-%dT%H:%M:%fZ', ";
  await worker.db.batch([
    worker.db
      .prepare(`UPDATE work_orders SET scheduled_start = ${earlier}scheduled_start, '-2 days') WHERE org_id = ?`)
      .bind(firm.orgId),
    worker.db
      .prepare(
        `UPDATE appointment_technicians SET starts_at = ${earlier}starts_at, '-2 days'), ends_at = ${earlier}ends_at, '-2 days')
         WHERE org_id = ?`,
      )
      .bind(firm.orgId),
  ]);
  const numbers = async (who: Visitor) =>
    (await dayOf(who)).workOrders.filter(({ mine }) => mine).map(({ number }) => number);
  expect(await numbers(firm.technician)).toEqual([held.number, running.number]);
  expect(await numbers(helper)).toEqual([running.number]);
  // Once it has been on hold for longer, the office plans it anew.
  await worker.db
    .prepare("DELETE FROM work_order_history WHERE org_id = ? AND work_order_id = ? AND to_status = 'on_hold'")
    .bind(firm.orgId, held.id)
    .run();
  expect(await numbers(firm.technician)).toEqual([running.number]);
});

test("a job of the late evening that was not begun stays in the day after midnight", async () => {
  const firm = await office(worker);
  const [late, missed] = [await workOrderToday(firm, 9), await workOrderToday(firm, 14)];
  // Where it is shortly after midnight now.
  const hour = new Date().getUTCHours();
  const midnight = hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const start = ({ id }: { id: string }, at: string) => [
    worker.db
      .prepare(
        "UPDATE work_orders SET scheduled_start = ?1, scheduled_end = strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '+30 minutes') WHERE id = ?2",
      )
      .bind(at, id),
    worker.db
      .prepare(
        `UPDATE appointment_technicians SET starts_at = ?1, ends_at = strftime('%Y-%m-%dT%H:%M:%fZ', ?1, '+30 minutes')
         WHERE appointment_id = (SELECT id FROM appointments WHERE work_order_id = ?2)`,
      )
      .bind(at, id),
  ];
  await worker.db.batch([
    worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(midnight, firm.orgId),
    // Out of the way first: depending on the hour, one's new time is the other's old one.
    ...start(late, hoursAgo(-48)),
    ...start(missed, hoursAgo(13)),
    ...start(late, hoursAgo(1)),
  ]);
  const { workOrders } = await dayOf(firm.technician);
  expect(workOrders.map(({ number, mine, roles }) => [number, mine, roles])).toEqual([
    [late.number, true, ["technician"]],
  ]);
});

test("the day reads the same number of rows whatever is in the warehouse or reserved for others", async () => {
  const firm = await office(worker);
  const truck = await addLocation(firm.manager, { type: "truck", technicianId: firm.technicianId });
  const [held, ...others] = await Promise.all(Array.from({ length: 25 }, () => addItem(firm.manager)));
  if (!held) throw new Error("an item");
  await post(firm.manager, "receipt", [{ itemId: held.id, locationId: truck, quantity: 2 }]);
  await workOrderToday(firm, 9);
  const read = async () => {
    const answer = await firm.technician.get<TechnicianDay>("/resources/technician-day");
    expect(answer.json.truck?.items).toMatchObject([{ id: held.id, freeMilli: 2000 }]);
    return databaseCosts(answer).read;
  };
  const warehouse = await addLocation(firm.manager);
  const later = await addWorkOrder(firm.manager, firm.site, {});
  const stock = async (items: typeof others) => {
    const lines = items.map(({ id: itemId }) => ({ itemId, locationId: warehouse, quantity: 5 }));
    await post(firm.manager, "receipt", lines);
    for (const { itemId } of lines) {
      const reservation = { itemId, locationId: warehouse, quantity: 1, workOrderId: later.id };
      expect((await firm.manager.post("/api/inventory/reservations", reservation)).status).toBe(201);
    }
  };
  // Reading up to another technician's rows takes one row more than reading to the end.
  await stock(others.slice(0, 1));
  const before = await read();
  await stock(others.slice(1));
  expect(await read()).toBe(before);
});

test("the day includes the property's equipment, earlier visits, parts, the arrival window and tomorrow's jobs", async () => {
  const firm = await office(worker);
  const unit = { equipmentName: "Gas furnace", equipmentType: "furnace", manufacturer: "Carrier", serialNumber: "S-1" };
  const placed = { ...unit, customerId: firm.site.customerId, addressId: firm.site.siteAddressId };
  const { id: unitId } = (await firm.manager.post<{ id: string }>("/api/equipment", placed)).json;
  const type = await addServiceType(firm.manager, { parts: [{ name: "Igniter", quantity: 1 }] });
  const before = await workOrderToday(firm, 8, { title: "Igniter replaced" });
  for (const status of ["in_progress", "completed"]) await moveTo(firm.technician, before.id, { status });
  await workOrderToday(firm, 10, { serviceTypeId: type.id, equipmentIds: [unitId], arrivalWindowMinutes: 120 });
  await addWorkOrder(firm.manager, firm.site, {
    ...{ title: "First of tomorrow", technicianId: firm.technicianId, overrideReason: "On call" },
    ...{ startDate: addDays(today, 1), startTime: "08:00" },
  });
  const day = await dayOf(firm.technician);
  expect(day.workOrders.find(({ id }) => id !== before.id)).toMatchObject({
    units: [{ name: "Gas furnace", manufacturer: "Carrier", serialNumber: "S-1", isLinked: true, refrigerants: [] }],
    visits: [{ title: "Igniter replaced" }],
    parts: [{ name: "Igniter", quantity: 1 }],
    windowStart: expect.any(String),
  });
  expect(day.tomorrow.map(({ title }) => title)).toEqual(["First of tomorrow"]);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import { type Cut, mutation, outboxOn, type Stored } from "#tests/support/outbox";
import { addServiceType } from "#tests/support/service-types";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addWorkOrder, moveTo, type Office, office, readWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { TechnicianDay } from "~/domain/technician-app/day";
import { countsOf, refusalOfMutation } from "~/routes/technician-app/outbox";

const worker = await testWorker();

const today = wallTimeOf(Date.now(), "America/Chicago").date;

interface Listed {
  items: { suctionPsig: number; addedLb: number | null; refrigerant: string; takenBy: string; takenAt: string }[];
}

/** A job of the technician today, on equipment with a circuit. */
async function workOrderOnUnit(firm: Office, fields: Record<string, unknown> = {}) {
  const unit = await addEquipment(firm.manager, {
    ...{ equipmentType: "air_conditioner", customerId: firm.site.customerId, addressId: firm.site.siteAddressId },
  });
  const group = { name: "Circuit 1", refrigerant: "R-410A", chargeLb: 8, chargeBasis: "nameplate" };
  const { id: circuit } = (await firm.manager.post<{ id: string }>(`/api/equipment/${unit.id}/service-groups`, group))
    .json;
  const workOrder = await addWorkOrder(firm.manager, firm.site, {
    ...{ technicianId: firm.technicianId, startDate: today, startTime: "09:00", overrideReason: "On call" },
    equipmentIds: [unit.id],
    ...fields,
  });
  await moveTo(firm.manager, workOrder.id, { status: "dispatched" });
  return { unit, circuit, workOrder, at: `/api/work-orders/${workOrder.id}/equipment/${unit.id}/refrigerant-readings` };
}

const reading = (serviceGroupId: string, fields: Record<string, string> = {}) => ({
  ...{ intent: "recordReading", serviceGroupId, refrigerant: "R-410A", isConfirmed: "", metering: "txv" },
  ...{ pressureUnit: "kpa", temperatureUnit: "c", weightUnit: "oz", altitudeFeet: "600", targetSubcoolingF: "" },
  ...{ suctionPsig: "813.6", suctionTempF: "11.1", liquidPsig: "", liquidTempF: "", cylinder: "", notes: "" },
  ...fields,
});

const dayOf = async (who: Visitor) => await who.get<TechnicianDay>("/resources/technician-day");

test("readings taken offline arrive once each, whatever responses the network loses", async () => {
  const firm = await office(worker);
  const { circuit, workOrder, at } = await workOrderOnUnit(firm);
  const stored: Stored = new Map();
  // The first response is lost twice, and the second request fails to arrive once.
  const cuts: Cut[] = ["after", "after", null, "before", null];
  const outbox = outboxOn(stored, firm.technician, () => cuts.shift() ?? null);
  await outbox.put(mutation(workOrder, reading(circuit, { addedLb: "2" })));
  await outbox.put(mutation(workOrder, reading(circuit, { suctionPsig: "820" })));
  for (let round = 0; round < 8; round += 1) await outbox.flush({ retry: true });
  expect(countsOf([...stored.values()])).toEqual({ unsynced: 0, toReview: 0, synced: 2 });
  const { items } = (await firm.manager.get<Listed>(at)).json;
  expect(items.map(({ suctionPsig, addedLb }) => [suctionPsig, addedLb])).toEqual([
    [118.931, null],
    [118.003, 0.125],
  ]);
});

test("the day includes circuits with their last settings and the job's readings, still in two round trips", async () => {
  const firm = await office(worker);
  const { circuit, workOrder, unit } = await workOrderOnUnit(firm);
  const [before] = (await dayOf(firm.technician)).json.workOrders;
  const blank = { id: circuit, name: "Circuit 1", refrigerant: "R-410A", last: null };
  expect(before).toMatchObject({ units: [{ id: unit.id, circuits: [blank] }], readings: [], siteAltitudeFeet: null });
  const outbox = outboxOn(new Map(), firm.technician);
  await outbox.put(mutation(workOrder, reading(circuit, { metering: "fixed", targetSubcoolingF: "5" })));
  await outbox.flush();
  const answer = await dayOf(firm.technician);
  const last = { metering: "fixed", altitudeFeet: 600, targetSubcoolingF: 9 };
  expect(answer.json.workOrders[0]).toMatchObject({
    units: [{ circuits: [{ ...blank, last }] }],
    readings: [{ serviceGroupId: circuit, suctionPsig: 118.003, metering: "fixed", liquidPsig: null }],
    siteAltitudeFeet: 600,
  });
  expect(answer.json.gaugeUnits).toEqual({ pressure: "psig", temperature: "f", weight: "lb" });
  expect(databaseCosts(answer).calls).toBeLessThanOrEqual(2);
  expect((await firm.technician.get(`/technician/jobs/${workOrder.number}`)).text).toContain("Add readings");
});

test("readings of other jobs add no rows to what the day reads", async () => {
  const firm = await office(worker);
  const { circuit, workOrder } = await workOrderOnUnit(firm);
  const outbox = outboxOn(new Map(), firm.technician);
  await outbox.put(mutation(workOrder, reading(circuit)));
  await outbox.flush();
  // On a job that is not today's, and in another business, whose rows follow.
  const others = [await workOrderElsewhere(firm), await workOrderElsewhere(await office(worker))];
  for (const read of others) await read(1);
  const few = databaseCosts(await dayOf(firm.technician)).read;
  for (const read of others) await read(200);
  expect(databaseCosts(await dayOf(firm.technician)).read).toBe(few);

  async function workOrderElsewhere({ manager, orgId, site }: Office) {
    const unit = await addEquipment(manager, { customerId: site.customerId, equipmentType: "air_conditioner" });
    const group = { name: "Circuit 1", refrigerant: "R-410A" };
    const made = (await manager.post<{ id: string }>(`/api/equipment/${unit.id}/service-groups`, group)).json;
    const other = await addWorkOrder(manager, site, { equipmentIds: [unit.id] });
    const insert = worker.db.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?5)
         INSERT INTO refrigerant_readings (org_id, id, work_order_id, equipment_id, service_group_id, refrigerant, metering,
           suction_milli_psi, taken_at, taken_by, created_at, updated_at)
         SELECT ?1, ?2 || '-' || ?5 || '-' || i, ?2, ?3, ?4, 'R-410A', 'txv', 118000, '2026-01-01T12:00:00.000Z', 'x', '2026-01-01T12:00:00.000Z',
           '2026-01-01T12:00:00.000Z' FROM n`,
    );
    return (count: number) => insert.bind(orgId, other.id, unit.id, made.id, count).run();
  }
});

test("a reading for a circuit that now holds another refrigerant, or for a canceled job, is stored for review", async () => {
  const firm = await office(worker);
  const { circuit, workOrder, at } = await workOrderOnUnit(firm);
  const stored: Stored = new Map();
  const outbox = outboxOn(stored, firm.technician);
  await outbox.put(mutation(workOrder, reading(circuit, { refrigerant: "R-22" })));
  await outbox.flush();
  const [changed] = [...stored.values()];
  expect(changed && refusalOfMutation(changed)?.message).toBe(
    "Circuit 1 now holds R-410A, but these readings are for R-22.",
  );
  await moveTo(firm.manager, workOrder.id, { status: "cancelled", cancelReason: "customer" });
  await outbox.put(mutation(workOrder, reading(circuit)));
  await outbox.flush();
  expect(countsOf([...stored.values()])).toEqual({ unsynced: 0, toReview: 2, synced: 0 });
  expect((await firm.manager.get<Listed>(at)).json.items).toEqual([]);
});

test("a doubtful reading is refused until confirmed, in the form's units; an impossible one always is", async () => {
  const firm = await office(worker);
  const { circuit, workOrder, at } = await workOrderOnUnit(firm);
  const stored: Stored = new Map();
  const outbox = outboxOn(stored, firm.technician);
  const send = async (fields: Record<string, string>) => {
    stored.clear();
    await outbox.reload();
    await outbox.put(mutation(workOrder, reading(circuit, fields)));
    await outbox.flush();
    const [sent] = [...stored.values()];
    return sent && refusalOfMutation(sent)?.message;
  };
  expect(await send({ suctionTempF: "43" })).toContain("Superheat of 38.");
  expect(await send({ isConfirmed: "true", suctionPsig: "6800" })).toContain("no saturation temperature");
  expect(await send({ suctionTempF: "43", isConfirmed: "true" })).toBeUndefined();
  expect((await firm.manager.get<Listed>(at)).json.items).toHaveLength(1);
});

test("a reading sent from the job's form is recorded, and one by a technician not on the job is refused", async () => {
  const firm = await office(worker);
  const { circuit, workOrder, at } = await workOrderOnUnit(firm);
  const path = `/technician/jobs/${workOrder.number}`;
  const sent = await firm.technician.submit(path, { ...reading(circuit), idempotencyKey: randomUUID() });
  expect([sent.status, sent.location]).toEqual([302, path]);
  const other = await worker.member(firm.orgId, "Technician");
  expect((await other.submit(path, { ...reading(circuit), idempotencyKey: randomUUID() })).status).toBe(403);
  const stranger = (await worker.business()).manager;
  expect((await stranger.submit(`/technician/jobs/${workOrder.id}`, reading(circuit))).status).toBe(404);
  expect((await firm.manager.get<Listed>(at)).json.items).toHaveLength(1);
});

/** A job with two reading tasks, of which only the first is required, on its technician's screen. */
async function workOrderWithReadingTasks(firm: Office) {
  const tasks = [
    { title: "Pressures as found", kind: "reading" },
    { title: "Charge after the repair", kind: "reading", required: false },
  ];
  const type = await addServiceType(firm.manager, { tasks });
  const made = await workOrderOnUnit(firm, { serviceTypeId: type.id });
  const path = `/technician/jobs/${made.workOrder.number}`;
  const send = (fields: Record<string, string>) =>
    firm.technician.submit(path, { ...fields, idempotencyKey: randomUUID() });
  const done = async () =>
    (await readWorkOrder(firm.manager, made.workOrder.number)).tasks.map(({ doneAt }) => doneAt !== null);
  const step = async (from: string, to: string) => (await send({ intent: "changeStatus", from, to })).status;
  return { ...made, path, send, done, step };
}

test("a recorded reading completes the job's reading task, so the technician can complete the job", async () => {
  const firm = await office(worker);
  const { circuit, send, done, step } = await workOrderWithReadingTasks(firm);
  expect(await step("dispatched", "en_route")).toBe(302);
  expect(await step("en_route", "in_progress")).toBe(302);
  expect(await step("in_progress", "completed")).toBe(409);
  expect((await send(reading(circuit))).status).toBe(302);
  expect(await done()).toEqual([true, false]);
  expect(await step("in_progress", "completed")).toBe(302);
  // A reading taken after the job is recorded, and the checklist of a finished job stays as it is.
  expect((await send(reading(circuit, { suctionPsig: "820" }))).status).toBe(302);
  expect(await done()).toEqual([true, false]);
});

test("removing a reading opens the task it completed while the job is open", async () => {
  const firm = await office(worker);
  const { circuit, send, done, at } = await workOrderWithReadingTasks(firm);
  await send(reading(circuit));
  await send(reading(circuit, { suctionPsig: "820" }));
  expect(await done()).toEqual([true, true]);
  const { items } = (await firm.manager.get<{ items: { id: string; suctionPsig: number }[] }>(at)).json;
  const first = items.find(({ suctionPsig }) => suctionPsig < 118.5);
  expect((await firm.technician.delete(`/api/refrigerant-readings/${first?.id}`)).status).toBe(204);
  expect(await done()).toEqual([false, true]);
});

test("a reading task that does not apply is left out with a reason, as a check is", async () => {
  const firm = await office(worker);
  const { workOrder, path, send, done } = await workOrderWithReadingTasks(firm);
  const [first] = (await readWorkOrder(firm.manager, workOrder.number)).tasks;
  expect((await firm.technician.get(path)).text).toContain("Why it does not apply: Pressures as found");
  const leave = (answer: string, remark: string) =>
    send({ intent: "recordResult", taskId: first?.id ?? "", kind: "check", answer, remark });
  expect((await leave("not_applicable", "")).text).toContain("Enter why it does not apply");
  expect((await leave("fail", "Low")).status).toBe(400);
  expect((await leave("not_applicable", "Split is in range")).status).toBe(302);
  expect(await done()).toEqual([true, false]);
  expect((await firm.technician.get(path)).text).toContain("Split is in range");
});

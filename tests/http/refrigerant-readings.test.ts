import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import { heldCalls } from "#tests/support/held-calls";
import { householdCtx } from "#tests/support/household-ctx";
import { pageText } from "#tests/support/page-text";
import { inRange, type ReadingJson, type Readings, readingsOf } from "#tests/support/refrigerant-readings";
import { addCustomer, addWorkOrder, moveTo, type Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { recordReading } from "~/domain/refrigerant/record.server";
import { NewReading } from "~/domain/refrigerant/schema";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";

const worker = await testWorker();
const { business, office, technician, technicianId, orgId, site, addCircuit, unitOnWorkOrder, record } =
  await readingsOf(worker);

interface Leaks {
  items: { serviceGroupId: string; regime: string; state: string | null }[];
}

test("a technician's reading returns superheat, subcooling and a verdict on the charge", async () => {
  const { unit, circuit, at } = await unitOnWorkOrder();
  const made = await record(at, { ...inRange, addedLb: 0.125, cylinder: "C-17" });
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({
    ...{ equipmentId: unit.id, serviceGroupId: circuit, refrigerant: "R-410A", suctionPsig: 118, addedLb: 0.125 },
    ...{
      superheat: { level: "right" },
      subcooling: { level: "right" },
      verdict: "in_range",
      takenBy: expect.any(String),
    },
  });
  expect(made.json.superheat?.value).toBeCloseTo(12.2, 1);
  expect(made.json.subcooling?.value).toBeCloseTo(9.6, 1);
  expect((await office.get<ReadingJson>(`${at}/latest`)).json.id).toBe(made.json.id);
  expect((await office.get<Readings>(at)).json.items).toHaveLength(1);
});

test("a retry records once", async () => {
  const { at } = await unitOnWorkOrder();
  const key = { "idempotency-key": randomUUID() };
  const [first, again] = [await record(at, inRange, technician, key), await record(at, inRange, technician, key)];
  expect(again.json.id).toBe(first.json.id);
  expect((await office.get<Readings>(at)).json.items).toHaveLength(1);
});

test.each<[string, object, string, string]>([
  ["no values", {}, "suctionPsig", "Enter at least one reading"],
  ["a pressure outside the table", { suctionPsig: 900 }, "suctionPsig", "no saturation temperature"],
  ["swapped gauges", { suctionPsig: 340, liquidPsig: 118 }, "liquidPsig", "above suction pressure"],
  ["text instead of a number", { suctionPsig: "low" }, "suctionPsig", "between -14.7 and 1,000 psig"],
  ["a charge below zero", { addedLb: -1 }, "addedLb", "between 0.001 and 100,000 lb"],
])("an impossible reading is refused even if confirmed: %s", async (_name, measured, field, text) => {
  const { at } = await unitOnWorkOrder();
  const answer = await record(at, { metering: "txv", isConfirmed: true, ...measured });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.json)).toContain(text);
  expect(JSON.stringify(answer.json)).toContain(field);
  expect((await office.get<Readings>(at)).json.items).toEqual([]);
});

test("a doubtful reading is refused until it is confirmed", async () => {
  const { at } = await unitOnWorkOrder();
  const doubtful = { ...inRange, suctionTempF: 110 };
  const answer = await record(at, doubtful);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.json)).toContain("Superheat of 70.2 °F");
  expect((await record(at, { ...doubtful, isConfirmed: true })).status).toBe(201);
});

test("a liquid line colder than the air, as with a condenser cooled by water, is recorded once confirmed", async () => {
  const { at } = await unitOnWorkOrder();
  const cooledByWater = { metering: "txv", liquidPsig: 270, liquidTempF: 78, outdoorDryBulbF: 95 };
  const unconfirmed = await record(at, cooledByWater);
  expect([unconfirmed.status, JSON.stringify(unconfirmed.json)]).toEqual([
    400,
    expect.stringContaining("colder than the outdoor"),
  ]);
  expect((await record(at, { ...cooledByWater, isConfirmed: true })).status).toBe(201);
});

test("a reading is never stored for a refrigerant that its circuit lost while it was recorded", async () => {
  const outcomes = new Set<string>();
  for (let moment = 1, hasCome = true; hasCome; moment += 1) {
    hasCome = false;
    const { unit, circuit, workOrder, at } = await unitOnWorkOrder();
    const held = heldCalls(worker.db, async (call) => {
      if (call !== moment) return;
      hasCome = true;
      const path = `/api/equipment/${unit.id}/service-groups/${circuit}`;
      await office.patch(path, { refrigerant: "R-32", version: 1 });
    });
    const ctx = managerCtx(held);
    const input = NewReading.parse({ ...inRange, takenAt: new Date().toISOString() });
    const outcome = await recordReading(ctx, { ref: workOrder.id, equipmentId: unit.id }, input).then(
      () => "recorded",
      (error: unknown) => (error instanceof DomainError ? error.message : String(error)),
    );
    if (!hasCome) break;
    const { items } = (
      await office.get<{ items: { refrigerant: string }[] }>(`/api/equipment/${unit.id}/service-groups`)
    ).json;
    const readings = (await office.get<Readings>(at)).json.items;
    expect(readings.every(({ refrigerant }) => refrigerant === items[0]?.refrigerant)).toBe(true);
    expect(readings).toHaveLength(outcome === "recorded" ? 1 : 0);
    outcomes.add(outcome);
  }
  expect([...outcomes].sort()).toEqual([
    "Circuit 1 now holds another refrigerant, but these readings are for R-410A.",
    "recorded",
  ]);
});

/** The manager, on a database of the test's own. */
function managerCtx(db: D1Database): Ctx {
  const userId = office.userId ?? "";
  const ctx = householdCtx(db, userId, { key: randomUUID() });
  if (ctx.actor.kind !== "person") throw new Error("a person acts");
  const member = {
    ...{ orgId, orgKey: business.orgKey, orgName: "North Wind", timeZone: "America/Chicago", userId },
    ...{ name: "Test Person", roles: ["Admin" as const], permissions: null, isPro: false, technicianId: null },
  };
  return { ...ctx, now: new Date(), actor: { ...ctx.actor, person: { ...ctx.actor.person, member } } };
}

test("a reading on equipment with several circuits must name one, unless its URL does", async () => {
  const { unit, circuit, workOrder, at } = await unitOnWorkOrder();
  const second = await addCircuit(unit.id, "Circuit 2");
  expect((await record(at, inRange)).status).toBe(400);
  expect((await record(at, { ...inRange, serviceGroupId: second })).json.serviceGroupId).toBe(second);
  const ofCircuit = (id: string) => `/api/work-orders/${workOrder.id}/service-groups/${id}/refrigerant-readings`;
  expect((await record(ofCircuit(circuit), inRange)).status).toBe(201);
  const listed = await office.get<Readings>(ofCircuit(circuit));
  expect(listed.json.items.map(({ serviceGroupId }) => serviceGroupId)).toEqual([circuit]);
});

test("readings are refused for a canceled job and for equipment that is not on the job", async () => {
  const { workOrder, at } = await unitOnWorkOrder();
  const elsewhere = await addEquipment(office, { ...site });
  const foreign = await addCircuit(elsewhere.id);
  const ofUnit = `/api/work-orders/${workOrder.id}/equipment/${elsewhere.id}/refrigerant-readings`;
  expect((await record(ofUnit, inRange)).status).toBe(409);
  // A circuit of other equipment is rejected.
  expect((await record(at, { ...inRange, serviceGroupId: foreign })).status).toBe(400);
  await moveTo(office, workOrder.id, { status: "cancelled", cancelReason: "customer" });
  expect((await record(at, inRange)).status).toBe(409);
});

test("only the office and the job's crew can record readings, and another business sees none", async () => {
  const { unit, at } = await unitOnWorkOrder();
  const other = await worker.member(orgId, "Technician");
  expect((await record(at, inRange, other)).status).toBe(403);
  const made = await record(at, inRange);
  const stranger = (await worker.business()).manager;
  const path = `/api/refrigerant-readings/${made.json.id}`;
  expect((await stranger.get(at)).status).toBe(404);
  expect((await stranger.put(path, { version: 1, notes: "x" })).status).toBe(404);
  expect((await stranger.delete(path)).status).toBe(404);
  expect((await stranger.get(`/api/equipment/${unit.id}/refrigerant-readings/history`)).status).toBe(404);
  expect((await record(at, inRange, stranger)).status).toBe(404);
});

test("a change keeps omitted fields, is validated as a whole and refuses a stale version", async () => {
  const { at } = await unitOnWorkOrder();
  const { json: made } = await record(at, inRange);
  const path = `/api/refrigerant-readings/${made.id}`;
  const changed = await technician.put<ReadingJson>(path, { version: 1, liquidTempF: 99 });
  expect(changed.json).toMatchObject({ suctionPsig: 118, verdict: "undercharged", version: 2 });
  expect((await technician.put(path, { version: 1, liquidTempF: 95 })).status).toBe(409);
  expect((await technician.put(path, { version: 2, outdoorDryBulbF: 104 })).status).toBe(400);
  expect((await office.put<ReadingJson>(path, { version: 2, liquidTempF: null, liquidPsig: null })).json.verdict).toBe(
    "unclear",
  );
});

test("once the job is closed, only the office changes or deletes its readings", async () => {
  const { workOrder, at } = await unitOnWorkOrder();
  const { json: made } = await record(at, { ...inRange, addedLb: 2 });
  await moveTo(office, workOrder.id, { status: "cancelled", cancelReason: "customer" });
  const path = `/api/refrigerant-readings/${made.id}`;
  const change = await technician.put<Refusal>(path, { version: 1, addedLb: 1 });
  expect([change.status, change.json.message]).toEqual([403, "Only the office can change a reading of a closed job."]);
  expect((await technician.delete(path)).status).toBe(403);
  expect((await office.put<ReadingJson>(path, { version: 1, addedLb: 1 })).json).toMatchObject({
    addedLb: 1,
    version: 2,
  });
  expect((await office.delete(`${path}?reason=Typed%20twice`)).status).toBe(204);
});

const metric = { pressure: "kpa", temperature: "c", weight: "oz" };

test("a user of kPa, °C and oz enters and sees those units; storage and the API keep psig, °F and lb", async () => {
  const { unit, workOrder, at } = await unitOnWorkOrder();
  const metricTechnician = await worker.member(orgId, "Manager");
  const made = await metricTechnician.put("/api/auth/profile/gauge-units", metric);
  expect([made.status, made.json]).toEqual([200, metric]);
  expect((await metricTechnician.get<object>("/api/auth/profile")).json).toMatchObject({ gaugeUnits: metric });
  const form = { pressureUnit: "kpa", temperatureUnit: "c", weightUnit: "oz", metering: "txv", altitudeFeet: "0" };
  const path = `/workorders/${workOrder.id}/equipment/${unit.id}/readings/new`;
  expect((await metricTechnician.get(path)).text).toContain("kPa");
  const figures = { suctionPsig: "813.6", suctionTempF: "11.1", liquidPsig: "2344.2", liquidTempF: "35" };
  const refused = await metricTechnician.submit(path, { ...form, ...figures, suctionTempF: "43" });
  expect([refused.status, refused.text.includes("Superheat of 38.6 °C")]).toEqual([400, true]);
  const key = { idempotencyKey: randomUUID() };
  const typed = { ...form, ...figures, ...key, addedLb: "2", notes: "" };
  for (let sent = 0; sent < 2; sent += 1) expect((await metricTechnician.submit(path, typed)).status).toBe(302);
  const { items } = (await office.get<Readings>(at)).json;
  expect(items).toMatchObject([{ suctionPsig: 118.003, suctionTempF: 51.98, liquidTempF: 95, addedLb: 0.125 }]);
  const shown = (await metricTechnician.get(`/equipment/${unit.id}/readings`)).text;
  expect([shown.includes("6.7 °C"), shown.includes("2 oz"), shown.includes("12.1 °F")]).toEqual([true, true, false]);
  expect((await office.get(`/equipment/${unit.id}/readings`)).text).toContain("12.1 °F");
});

test("the altitude entered for one system is prefilled for the next one at the property", async () => {
  const denver = await addCustomer(worker, orgId);
  const [first, second] = [
    await addEquipment(office, { ...denver, equipmentType: "air_conditioner" }),
    await addEquipment(office, { ...denver, equipmentType: "heat_pump" }),
  ];
  for (const { id } of [first, second]) await addCircuit(id);
  const workOrder = await addWorkOrder(office, denver, { technicianId, equipmentIds: [first.id, second.id] });
  const formOf = async (id: string) =>
    (await office.get(`/workorders/${workOrder.id}/equipment/${id}/readings/new`)).text;
  expect(await formOf(second.id)).not.toContain('value="5280"');
  // A later reading corrects it.
  for (const altitudeFeet of [5280, 5430]) {
    await record(`/api/work-orders/${workOrder.id}/equipment/${first.id}/refrigerant-readings`, {
      ...{ metering: "txv", altitudeFeet, suctionPsig: 118, suctionTempF: 60 },
    });
    expect(await formOf(second.id)).toContain(`value="${altitudeFeet}"`);
  }
});

test.each([-10, 10])("a device clock that is %i years off does not date a reading", async (years) => {
  const { at } = await unitOnWorkOrder();
  const takenAt = new Date(Date.now() + years * 365.25 * 24 * 3600_000).toISOString();
  const { status, json } = await record(at, { ...inRange, takenAt });
  expect(status).toBe(201);
  expect(Math.abs(Date.parse(json.takenAt) - Date.now())).toBeLessThan(60_000);
});

test("without a known charge, added refrigerant is recorded and the leak rate is unknown rather than zero", async () => {
  const unit = await addEquipment(office, { ...site, equipmentType: "chiller" });
  const group = { name: "A", refrigerant: "R-410A", chargeLb: null, chargeBasis: null };
  const made = await office.post<{ id: string }>(`/api/equipment/${unit.id}/service-groups`, group);
  expect(made.status).toBe(201);
  const workOrder = await addWorkOrder(office, site, { technicianId, equipmentIds: [unit.id] });
  const at = `/api/work-orders/${workOrder.id}/equipment/${unit.id}/refrigerant-readings`;
  expect((await record(at, { metering: "txv", addedLb: 3 })).json).toMatchObject({ addedLb: 3 });
  const { items } = (await office.get<Leaks>(`/api/equipment/${unit.id}/leak-rates`)).json;
  expect(items).toMatchObject([{ serviceGroupId: made.json.id, regime: "unknown", state: null, rates: null }]);
});

test("added refrigerant yields a leak rate by both methods, compared with the circuit's threshold", async () => {
  const unit = await addEquipment(office, { ...site, equipmentType: "chiller" });
  const group = { name: "A", refrigerant: "R-410A", chargeLb: 20, chargeBasis: "nameplate" };
  const { id } = (await office.post<{ id: string }>(`/api/equipment/${unit.id}/service-groups`, group)).json;
  const rates = async (by = office) => (await by.get<Leaks>(`/api/equipment/${unit.id}/leak-rates`)).json.items;
  const rule = { serviceGroupId: id, regime: "part84", thresholdPercent: 10, citation: "40 CFR 84.106" };
  expect(await rates()).toMatchObject([{ ...rule, rates: null, state: null }]);
  for (const addedLb of [1, 1.01]) {
    const workOrder = await addWorkOrder(office, site, { technicianId, equipmentIds: [unit.id] });
    await record(`/api/work-orders/${workOrder.id}/equipment/${unit.id}/refrigerant-readings`, {
      metering: "txv",
      addedLb,
    });
  }
  // Both on one day: one addition of 2.01 lb.
  const year = { percent: expect.closeTo(10.05, 2), addedLb: 2.01, days: 365 };
  expect(await rates()).toMatchObject([{ ...rule, state: "over", rates: { annualizing: year, rolling: year } }]);
  expect((await (await worker.business()).manager.get(`/api/equipment/${unit.id}/leak-rates`)).status).toBe(404);
});

test("the reading form lists the cylinders of the unit's refrigerants, and says when there are more", async () => {
  const { unit, workOrder } = await unitOnWorkOrder();
  const form = async () =>
    pageText((await office.get(`/workorders/${workOrder.id}/equipment/${unit.id}/readings/new`)).text);
  const insert = worker.db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
     INSERT INTO refrigerant_cylinders (org_id, id, number, refrigerant, kind, tare_milli_lb, capacity_milli_lb, gross_milli_lb,
       created_at, updated_at)
     SELECT ?1, ?4 || i, printf('%s-%03d', ?4, i), ?4, 'virgin', 5000, 25000, 5000, '2026-01-01T12:00:00.000Z', '2026-01-01T12:00:00.000Z' FROM n`,
  );
  await insert.bind(orgId, 1, 200, "R-22").run();
  await insert.bind(orgId, 1, 200, "R-410A").run();
  const all = await form();
  expect([all.includes("R-410A-200"), all.includes("R-22-001"), all.includes("Lists the first")]).toEqual([
    true,
    false,
    false,
  ]);
  await insert.bind(orgId, 201, 201, "R-410A").run();
  expect(await form()).toContain("Lists the first 200 by number. Enter any other one’s number.");
});

import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager: office, technician, technicianId, orgId } = await worker.business();
const site = await addCustomer(worker, orgId);

/** R-410A condenses at 104.6 °F at 340 psig: the subcooling is how much colder the liquid line is. */
const reading = { metering: "txv", targetSubcoolingF: 10, suctionPsig: 118, suctionTempF: 52, liquidPsig: 340 };

async function unitOnWorkOrder() {
  const unit = await addEquipment(office, { ...site, equipmentType: "air_conditioner", installDate: "2026-01-01" });
  await office.post(`/api/equipment/${unit.id}/service-groups`, {
    ...{ name: "Circuit 1", refrigerant: "R-410A", chargeLb: 8, chargeBasis: "nameplate" },
  });
  const workOrder = await addWorkOrder(office, site, { technicianId, equipmentIds: [unit.id] });
  const at = `/api/work-orders/${workOrder.id}/equipment/${unit.id}/refrigerant-readings`;
  /** Records it now and backdates it afterward. */
  const record = async (liquidTempF: number, daysAgo = 0) => {
    const { status, json } = await technician.post<{ id: string }>(at, { ...reading, liquidTempF });
    expect(status).toBe(201);
    const takenAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const update = worker.db.prepare("UPDATE refrigerant_readings SET taken_at = ? WHERE org_id = ? AND id = ?");
    await update.bind(takenAt, orgId, json.id).run();
    return json.id;
  };
  const charge = async () => {
    const { json } = await office.get<{ healthFactors: { factor: string; points: number; reason: string }[] }>(
      `/api/equipment/${unit.id}`,
    );
    return json.healthFactors.find(({ factor }) => factor === "charge") ?? null;
  };
  return { unit, record, charge };
}

test("falling subcooling over several visits shows a warning before the charge is low and lowers the health score", async () => {
  const { unit, record, charge } = await unitOnWorkOrder();
  await record(93, 300);
  await record(95, 150);
  expect(await charge()).toBeNull();
  const last = await record(97);
  expect(await charge()).toEqual({
    ...{ factor: "charge", points: -15 },
    reason: expect.stringMatching(/^Subcooling is falling: out of range in about (a month|2 months) at this rate$/),
  });
  const page = await office.get(`/equipment/${unit.id}/readings`);
  expect(page.text).toContain("Subcooling is falling: 4.0 °F lower than on");
  expect(page.text).toContain("A slow leak looks like this.");
  expect((await office.get(`/equipment/${unit.id}`)).text).toContain("Subcooling is falling");

  expect((await technician.delete(`/api/refrigerant-readings/${last}`)).status).toBe(204);
  expect(await charge()).toBeNull();
});

test("a charge out of range lowers the health score more, until a reading is in range", async () => {
  const { record, charge } = await unitOnWorkOrder();
  await record(99, 10);
  expect(await charge()).toEqual({ factor: "charge", points: -20, reason: "Low on refrigerant at the last reading" });
  await record(95);
  expect(await charge()).toBeNull();
});

test("the equipment list scores a system by its worst circuit", async () => {
  const { unit, record } = await unitOnWorkOrder();
  await record(99);
  const { json } = await office.get<{
    items: { id: string; healthScore: number; chargeTrends: { state: string }[] }[];
  }>("/api/equipment?limit=50");
  const found = json.items.find(({ id }) => id === unit.id);
  expect(found?.chargeTrends).toMatchObject([{ state: "out", figure: "subcooling" }]);
  expect(found?.healthScore).toBeLessThanOrEqual(80);
});

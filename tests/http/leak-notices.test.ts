import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { certify } from "#tests/support/certificate";
import { addEquipment, dayFromNow } from "#tests/support/equipment";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";

// The sweep covers every business, so this uses its own Worker.
const worker = await ownWorker();
const sweep = () => worker.sweep(new Date(Date.UTC(2026, 0, 1, 0, 50)));

async function shop(email: string | null) {
  const business = await worker.business();
  const { manager, orgId } = business;
  await worker.db.prepare("UPDATE organizations SET email = ? WHERE id = ?").bind(email, orgId).run();
  const site = await addCustomer(worker, orgId);
  const circuit = async () => {
    const unit = await addEquipment(manager, { ...site, equipmentName: "Walk-in", equipmentType: "refrigeration" });
    const group = { name: "A", refrigerant: "R-410A", chargeLb: 20, chargeBasis: "nameplate" };
    const made = await manager.post<{ id: string }>(`/api/equipment/${unit.id}/service-groups`, group);
    return { unitId: unit.id, circuitId: made.json.id };
  };
  /** An episode whose repair is due in `days`. */
  const episode = async (days: number, step = "repair") => {
    const { unitId, circuitId } = await circuit();
    await worker.db
      .prepare(
        `INSERT INTO leak_episodes (org_id, id, equipment_id, service_group_id, kind, opened_on, regime, threshold_percent, charge_milli_lb,
           rate_centi_percent, next_step, next_due_on, created_at, updated_at)
         VALUES (?1, ?2, ?2, ?3, 'leak', ?4, 'part84', 20, 20000, 2500, ?7, ?5, ?6, ?6)`,
      )
      .bind(orgId, unitId, circuitId, dayFromNow(days - 30), dayFromNow(days), new Date().toISOString(), step)
      .run();
    return unitId;
  };
  const sent = async () => {
    const { results } = await worker.db
      .prepare("SELECT payload FROM outbox WHERE org_id = ? AND topic = 'business_mail' ORDER BY id")
      .bind(orgId)
      .all<{ payload: string }>();
    return results.map(({ payload }): { subject: string; text: string } => JSON.parse(payload).mail);
  };
  const mails = async () => (await sent()).map(({ subject }) => subject.split(":")[0]);
  return { ...business, site, circuit, episode, sent, mails };
}

test("the office gets one notice when a deadline is near and one when it is due, even with sweeps at once", async () => {
  const [withEmail, silent] = [await shop("office@example.com"), await shop(null)];
  const near = await withEmail.episode(3);
  await withEmail.episode(20);
  await silent.episode(3);
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect([await withEmail.mails(), await silent.mails()]).toEqual([["Repair the leak"], []]);
  await worker.db.prepare("UPDATE leak_episodes SET next_due_on = ? WHERE id = ?").bind(dayFromNow(-1), near).run();
  await Promise.all([sweep(), sweep()]);
  expect(await withEmail.mails()).toHaveLength(2);
  const { results } = await worker.db
    .prepare("SELECT stage FROM leak_notices WHERE episode_id = ? ORDER BY stage")
    .bind(near)
    .all<{ stage: string }>();
  expect(results.map(({ stage }) => stage)).toEqual(["due", "soon"]);
  await expect(worker.db.prepare("DELETE FROM leak_notices").run()).rejects.toThrow(/append_only/);
});

test("equipment of another type is judged again by its circuits' additions", async () => {
  const { manager, orgId, site, technicianId, technician } = await shop(null);
  await certify(worker, { orgId, technicianId });
  const unit = await addEquipment(manager, { ...site, equipmentType: "other" });
  const group = { name: "A", refrigerant: "R-410A", chargeLb: 20, chargeBasis: "nameplate" };
  await manager.post(`/api/equipment/${unit.id}/service-groups`, group);
  const workOrder = await addWorkOrder(manager, site, { technicianId, equipmentIds: [unit.id] });
  const at = `/api/work-orders/${workOrder.id}/equipment/${unit.id}/refrigerant-readings`;
  expect((await technician.post(at, { metering: "txv", addedLb: 5 })).status).toBe(201);
  // Added longer ago than what the sweep checks again anyway.
  await worker.db.prepare("UPDATE refrigerant_readings SET updated_at = ?").bind("2026-01-02T00:00:00.000Z").run();
  const path = `/api/equipment/${unit.id}`;
  expect((await manager.patch(path, { equipmentType: "refrigeration", version: 1 })).status).toBe(200);
  const episodes = async () => (await manager.get<{ items: unknown[] }>(`${path}/leak-episodes`)).json.items;
  expect(await episodes()).toEqual([]);
  await sweep();
  expect(await episodes()).toMatchObject([{ kind: "leak", ratePercent: 25 }]);
  const { results } = await worker.db
    .prepare("SELECT leak_check_at FROM service_groups WHERE equipment_id = ?")
    .bind(unit.id)
    .all();
  expect(results).toEqual([{ leak_check_at: null }]);
});

test("a notice marks deadlines taken from summaries of the rules", async () => {
  const { sent, episode } = await shop("office@example.com");
  await episode(3, "follow_up");
  await episode(3, "repair");
  await sweep();
  const counsel = (await sent()).map(({ subject, text }) => [
    subject.split(":")[0],
    text.includes("check with counsel"),
  ]);
  expect(counsel.toSorted()).toEqual([
    ["Follow-up verification", true],
    ["Repair the leak", false],
  ]);
});

test("a notice is sent by its alarm without waiting for the sweep", async () => {
  const { manager, episode, mails } = await shop("office@example.com");
  const id = await episode(-2);
  const event = { kind: "repair_done", happenedOn: dayFromNow(-20), version: 1 };
  expect((await manager.post(`/api/leak-episodes/${id}/events`, event)).status).toBe(201);
  await expect.poll(mails).toEqual(["Initial verification"]);
});

test("the sweep recovers a missed check of a circuit", async () => {
  const { manager, site, circuit, orgId } = await shop(null);
  const { unitId, circuitId } = await circuit();
  const workOrder = await addWorkOrder(manager, site, { equipmentIds: [unitId] });
  await worker.db
    .prepare(
      `INSERT INTO refrigerant_readings (org_id, id, work_order_id, equipment_id, service_group_id, refrigerant, metering, added_milli_lb,
         taken_at, taken_by, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, 'R-410A', 'txv', 5000, ?6, 'test', ?6, ?6)`,
    )
    .bind(orgId, randomUUID(), workOrder.id, unitId, circuitId, new Date().toISOString())
    .run();
  const episodes = async () =>
    (await manager.get<{ items: { kind: string }[] }>(`/api/equipment/${unitId}/leak-episodes`)).json.items;
  expect(await episodes()).toEqual([]);
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect((await episodes()).map(({ kind }) => kind)).toEqual(["leak"]);
});

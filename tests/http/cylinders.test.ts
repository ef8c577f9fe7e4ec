import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { certify } from "#tests/support/certificate";
import { addEquipment, dayFromNow } from "#tests/support/equipment";
import { mutation, outboxOn } from "#tests/support/outbox";
import { pageText, threePagesAndBack } from "#tests/support/page-text";
import { addWorkOrder, moveTo, type Office, office, type Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { TechnicianDay } from "~/domain/technician-app/day";

const worker = await testWorker();
const firm = await office(worker);
const { manager, technician, technicianId, orgId } = firm;
const today = wallTimeOf(Date.now(), "America/Chicago").date;
await certify(worker, firm);

interface CylinderJson {
  id: string;
  number: string;
  status: string;
  grossLb: number;
  netLb: number;
  holderId: string | null;
  needsWeighing: boolean;
  version: number;
}
interface EntryJson {
  id: string;
  kind: string;
  beforeLb: number;
  afterLb: number;
  recordedLb: number | null;
  issue: string | null;
  certificate: string | null;
  reversesId: string | null;
  reversedById: string | null;
}
type Answer = CylinderJson & Refusal;

/** 5 lb tare, 25 lb maximum, 20 lb of refrigerant in it. */
async function addCylinder(given: object = {}, by = manager): Promise<CylinderJson> {
  const made = await by.post<Answer>("/api/refrigerant-cylinders", {
    ...{ number: `C-${randomUUID().slice(0, 8)}`, refrigerant: "R-410A", kind: "virgin" },
    ...{ tareLb: 5, capacityLb: 25, grossLb: 25, ...given },
  });
  expect(made.status).toBe(201);
  return made.json;
}

const read = async (id: string) => (await manager.get<CylinderJson>(`/api/refrigerant-cylinders/${id}`)).json;
const ledger = async (id: string) =>
  (await manager.get<{ items: EntryJson[] }>(`/api/refrigerant-cylinders/${id}/entries`)).json.items;
const post = (id: string, body: object, headers = {}) =>
  manager.post<Answer>(`/api/refrigerant-cylinders/${id}/entries`, body, headers);

/** An R-410A circuit on a job of the technician. */
async function circuitOnWorkOrder(of: Office = firm) {
  const unit = await addEquipment(of.manager, {
    ...{ equipmentType: "air_conditioner", customerId: of.site.customerId, addressId: of.site.siteAddressId },
  });
  const group = { name: "Circuit 1", refrigerant: "R-410A", chargeLb: 8, chargeBasis: "nameplate" };
  const at = `/api/equipment/${unit.id}/service-groups`;
  const { id: circuit } = (await of.manager.post<{ id: string }>(at, group)).json;
  const workOrder = await addWorkOrder(of.manager, of.site, {
    ...{ technicianId: of.technicianId, startDate: today, startTime: "09:00", overrideReason: "On call" },
    equipmentIds: [unit.id],
  });
  return {
    circuit,
    workOrder,
    unitId: unit.id,
    at: `/api/work-orders/${workOrder.id}/equipment/${unit.id}/refrigerant-readings`,
  };
}

const use = (at: string, body: object, { by = technician, headers = {} } = {}) =>
  by.post<{ id: string; cylinder: string | null; version: number } & Refusal>(
    at,
    { metering: "txv", ...body },
    headers,
  );

test("refrigerant added in a reading is taken from its cylinder once, with the technician's certification", async () => {
  const { id, number } = await addCylinder({ holderId: technicianId });
  const { at } = await circuitOnWorkOrder();
  const headers = { "Idempotency-Key": randomUUID() };
  const made = await use(at, { addedLb: 1.125, cylinderId: id }, { headers });
  expect(made.json).toMatchObject({ cylinder: number });
  expect((await use(at, { addedLb: 1.125, cylinderId: id }, { headers })).json.id).toBe(made.json.id);
  expect(await read(id)).toMatchObject({ grossLb: 23.875, netLb: 18.875, holderId: technicianId, status: "in_use" });
  expect(await ledger(id)).toMatchObject([
    {
      ...{ kind: "charged", beforeLb: 25, afterLb: 23.875, recordedLb: 1.125, issue: null },
      certificate: `EPA 608 Universal U-77, until ${dayFromNow(400)}`,
    },
    { kind: "handed_over" },
    { kind: "received", beforeLb: 5, afterLb: 25 },
  ]);
});

test("adding more than the cylinder holds is rejected and writes nothing, even with two readings at once", async () => {
  const { id, number } = await addCylinder({ grossLb: 7 });
  const { at } = await circuitOnWorkOrder();
  const refused = await use(at, { addedLb: 2.001, cylinderId: id });
  expect(refused.status).toBe(400);
  expect(refused.json.fields?.addedLb).toEqual([
    `Cylinder ${number} holds 2 lb. Check the weight, or weigh the cylinder.`,
  ]);
  expect((await manager.get<{ items: unknown[] }>(at)).json.items).toEqual([]);
  const two = await Promise.all([1, 2].map(() => use(at, { addedLb: 1.5, cylinderId: id })));
  expect(two.map(({ status }) => status).sort()).toEqual([201, 400]);
  expect((await use(at, { addedLb: 0.5, cylinderId: id })).status).toBe(201);
  expect(await read(id)).toMatchObject({ netLb: 0, status: "empty" });
});

test("refrigerants cannot be mixed, and recovery needs a recovery cylinder with room", async () => {
  const other = await addCylinder({ refrigerant: "R-22", kind: "recovery" });
  const virgin = await addCylinder({ grossLb: 10 });
  const recovery = await addCylinder({ kind: "recovery", grossLb: 29 });
  const { at } = await circuitOnWorkOrder();
  const mixed = await use(at, { recoveredLb: 1, cylinderId: other.id });
  expect(mixed.json.fields?.cylinderId?.[0]).toContain("They must not be mixed");
  const reused = await use(at, { recoveredLb: 1, cylinderId: virgin.id });
  expect(reused.json.fields?.cylinderId?.[0]).toContain("recovery cylinder");
  const full = await use(at, { recoveredLb: 1.001, cylinderId: recovery.id });
  expect(full.json.fields?.recoveredLb?.[0]).toContain("room for 1 lb");
  expect((await use(at, { recoveredLb: 1, cylinderId: recovery.id })).status).toBe(201);
  expect(await read(recovery.id)).toMatchObject({ netLb: 25 });
});

test("deleting a reading returns its refrigerant to the cylinder, and its weights cannot be edited", async () => {
  const { id } = await addCylinder();
  const { at } = await circuitOnWorkOrder();
  const { json: made } = await use(at, { addedLb: 2, cylinderId: id });
  const changed = await technician.put<Refusal>(`/api/refrigerant-readings/${made.id}`, {
    version: made.version,
    addedLb: 3,
  });
  expect([changed.status, changed.json.message]).toEqual([409, expect.stringContaining("ledger of a cylinder")]);
  expect((await technician.delete(`/api/refrigerant-readings/${made.id}?reason=Typed%20twice`)).status).toBeLessThan(
    300,
  );
  expect(await read(id)).toMatchObject({ netLb: 20, needsWeighing: false });
  const [back, charged] = await ledger(id);
  expect(back).toMatchObject({ kind: "charged", beforeLb: 23, afterLb: 25, reversesId: charged?.id });
});

test("adding or recovering refrigerant requires a certification valid on that day", async () => {
  const uncertified = await office(worker);
  const cylinder = await addCylinder({}, uncertified.manager);
  const { at } = await circuitOnWorkOrder(uncertified);
  const none = await use(at, { addedLb: 1, cylinderId: cylinder.id }, { by: uncertified.manager });
  expect(none.json.fields?.addedLb?.[0]).toContain("has no EPA 608 certification");
  const bottled = await use(at, { recoveredLb: 1, cylinder: "REC-1" }, { by: uncertified.technician });
  expect([bottled.status, bottled.json.fields?.recoveredLb?.[0]]).toEqual([
    400,
    expect.stringContaining("Refrigerant cannot be added or recovered without it."),
  ]);
  const { json: measured } = await use(at, { suctionPsig: 118 }, { by: uncertified.technician });
  const change = { version: measured.version, addedLb: 1 };
  const later = await uncertified.technician.put<Refusal>(`/api/refrigerant-readings/${measured.id}`, change);
  expect(later.json.fields?.addedLb?.[0]).toContain("has no EPA 608 certification");
  await certify(worker, uncertified, dayFromNow(-2));
  const expired = await use(at, { addedLb: 1, cylinderId: cylinder.id }, { by: uncertified.technician });
  expect(expired.json.fields?.addedLb?.[0]).toContain("certification expired");
  await certify(worker, uncertified, dayFromNow(2));
  const certificate = `EPA 608 Universal U-77, until ${dayFromNow(2)}`;
  const made = await use(at, { addedLb: 1, cylinderId: cylinder.id }, { by: uncertified.technician });
  expect(made.json).toMatchObject({ technicianId: uncertified.technicianId, certificate });
  const typed = await use(at, { addedLb: 1, cylinder: "From the supplier" }, { by: uncertified.manager });
  expect(typed.json).toMatchObject({ technicianId: uncertified.technicianId, certificate });
});

test("field readings are never lost: one that exceeds the cylinder empties it and marks it for weighing", async () => {
  const uncertified = await office(worker);
  const { id } = await addCylinder({ grossLb: 6 }, uncertified.manager);
  const { circuit, workOrder, unitId, at } = await circuitOnWorkOrder(uncertified);
  await moveTo(uncertified.manager, workOrder.id, { status: "dispatched" });
  const outbox = outboxOn(new Map(), uncertified.technician);
  await outbox.put(
    mutation(workOrder, {
      ...{ intent: "recordReading", serviceGroupId: circuit, refrigerant: "R-410A", isConfirmed: "", metering: "txv" },
      ...{ pressureUnit: "psig", temperatureUnit: "f", weightUnit: "lb", altitudeFeet: "600", targetSubcoolingF: "" },
      ...{ addedLb: "1.5", cylinder: "", cylinderId: id, notes: "" },
    }),
  );
  await outbox.flush({ retry: true });
  expect((await uncertified.manager.get<{ items: object[] }>(at)).json.items).toMatchObject([
    { addedLb: 1.5, technicianId: uncertified.technicianId, certificate: null },
  ]);
  const page = await uncertified.manager.get(`/equipment/${unitId}/readings`);
  expect(page.text).toContain("No valid EPA 608 certification");
  const cylinder = async () => (await uncertified.manager.get<CylinderJson>(`/api/refrigerant-cylinders/${id}`)).json;
  expect(await cylinder()).toMatchObject({ netLb: 0, needsWeighing: true });
  const toWeigh = await uncertified.manager.get<{ items: object[] }>("/api/refrigerant-cylinders?list=to_weigh");
  expect(toWeigh.json.items).toMatchObject([{ id }]);
  await uncertified.manager.post(`/api/refrigerant-cylinders/${id}/entries`, { kind: "weighed", grossLb: 5.25 });
  expect(await cylinder()).toMatchObject({ netLb: 0.25, needsWeighing: false });
  const { items } = (await uncertified.manager.get<{ items: object[] }>("/api/refrigerant-cylinders/variance")).json;
  // The scale shows 0.25 lb; the ledger would be at 1 - 1.5 = -0.5 lb: 0.5 lb beyond the cylinder, and 0.25 lb found by the shop.
  expect(items).toMatchObject([
    { technicianId: uncertified.technicianId, chargedLb: 1.5, varianceLb: 0.5, issues: 1, uncertified: 1 },
    { technicianId: null, weighings: 1, varianceLb: 0.25 },
  ]);
});

test("a technician's app has only the cylinders that technician holds", async () => {
  const mine = await addCylinder({ holderId: technicianId });
  await addCylinder();
  const gone = await addCylinder({ holderId: technicianId });
  await post(gone.id, { kind: "returned", note: "Gulf Reclaim" });
  const { cylinders } = (await technician.get<TechnicianDay>("/resources/technician-day")).json;
  const { id, number } = mine;
  expect(cylinders).toContainEqual({ id, number, refrigerant: "R-410A", kind: "virgin" });
  expect(cylinders?.map((one) => one.id)).not.toContain(gone.id);
  const other = await office(worker);
  expect((await other.technician.get<TechnicianDay>("/resources/technician-day")).json.cylinders).toEqual([]);
});

test("a cylinder is weighed, returned and received again, and a weighing can be reversed once by a new entry", async () => {
  const { id } = await addCylinder();
  expect((await post(id, { kind: "weighed", grossLb: 24 })).json).toMatchObject({ netLb: 19 });
  const [weighing] = await ledger(id);
  const at = `/api/refrigerant-cylinders/${id}/entries/${weighing?.id}/reverse`;
  expect((await manager.post<Answer>(at, { reason: "Wrong scale" })).json).toMatchObject({ netLb: 20 });
  expect((await manager.post(at, { reason: "Wrong scale" })).status).toBe(409);
  expect((await post(id, { kind: "weighed", grossLb: 4.9 })).json.fields?.grossLb).toEqual([
    "The empty cylinder weighs 5 lb already",
  ]);
  expect((await post(id, { kind: "weighed", grossLb: 30.1 })).status).toBe(400);
  expect((await post(id, { kind: "received", grossLb: 30 })).status).toBe(409);
  expect((await post(id, { kind: "returned", note: "Gulf Reclaim" })).json).toMatchObject({ status: "returned" });
  expect((await post(id, { kind: "weighed", grossLb: 24 })).status).toBe(409);
  const { at: readings } = await circuitOnWorkOrder();
  expect((await use(readings, { addedLb: 1, cylinderId: id })).status).toBe(400);
  expect((await post(id, { kind: "received", grossLb: 30 })).json).toMatchObject({ status: "in_use", netLb: 25 });
});

test("a returned cylinder is no longer with its technician, unless the return is reversed", async () => {
  const { id } = await addCylinder({ holderId: technicianId });
  expect((await post(id, { kind: "returned", note: "Gulf Reclaim" })).json).toMatchObject({
    status: "returned",
    holderId: null,
  });
  const [entry] = await ledger(id);
  const back = await manager.post<Answer>(`/api/refrigerant-cylinders/${id}/entries/${entry?.id}/reverse`, {
    reason: "Wrong cylinder",
  });
  expect(back.json).toMatchObject({ status: "in_use", holderId: technicianId });
  await post(id, { kind: "returned", note: "Gulf Reclaim" });
  expect((await post(id, { kind: "received", grossLb: 30 })).json).toMatchObject({ status: "in_use", holderId: null });
  expect((await post(id, { kind: "weighed", grossLb: 29 })).json).toMatchObject({ netLb: 24 });
  const [weighing] = (
    await manager.get<{ items: { technicianId: string | null }[] }>(`/api/refrigerant-cylinders/${id}/entries`)
  ).json.items;
  expect(weighing?.technicianId).toBeNull();
});

test("a return is not reversed once the cylinder was received again", async () => {
  const { id } = await addCylinder();
  await post(id, { kind: "returned", note: "Gulf Reclaim" });
  const [returned] = await ledger(id);
  await post(id, { kind: "received", grossLb: 30 });
  await post(id, { kind: "returned", note: "Delta Reclaim" });
  const reverse = (entryId = "") =>
    manager.post<Answer>(`/api/refrigerant-cylinders/${id}/entries/${entryId}/reverse`, { reason: "Wrong cylinder" });
  const refused = await reverse(returned?.id);
  expect([refused.status, refused.json.message]).toEqual([409, "This cylinder was received again since."]);
  expect(await read(id)).toMatchObject({ status: "returned" });
  expect((await manager.get(`/equipment/cylinders/${id}`)).text).not.toContain("With the shop");
  expect(pageText((await manager.get("/equipment/cylinders?list=returned")).text)).not.toContain("Shop");
  const [latest] = await ledger(id);
  expect((await reverse(latest?.id)).json).toMatchObject({ status: "in_use" });
});

test("a use that is reported or taken back after the scale was read marks the cylinder for weighing", async () => {
  const { id } = await addCylinder();
  const { at, workOrder } = await circuitOnWorkOrder();
  const { json: made } = await use(at, { addedLb: 2, cylinderId: id });
  await post(id, { kind: "weighed", grossLb: 24.8 });
  expect((await technician.delete(`/api/refrigerant-readings/${made.id}?reason=Typed%20twice`)).status).toBe(204);
  expect(await read(id)).toMatchObject({ grossLb: 26.8, needsWeighing: true });
  await post(id, { kind: "weighed", grossLb: 24.8 });
  expect((await use(at, { addedLb: 0.2, cylinderId: id })).status).toBe(201);
  expect(await read(id)).toMatchObject({ needsWeighing: false });
  const early = new Date(Date.now() - 3_600_000).toISOString();
  await worker.db.prepare("UPDATE work_orders SET created_at = ? WHERE id = ?").bind(early, workOrder.id).run();
  expect((await use(at, { addedLb: 0.3, cylinderId: id, takenAt: early })).status).toBe(201);
  expect(await read(id)).toMatchObject({ grossLb: 24.3, needsWeighing: true });
  await post(id, { kind: "weighed", grossLb: 24.6 });
  await post(id, { kind: "returned", note: "Gulf Reclaim" });
  const { items } = (await manager.get<{ items: { id: string }[] }>(at)).json;
  for (const reading of items)
    expect((await technician.delete(`/api/refrigerant-readings/${reading.id}?reason=Typed%20twice`)).status).toBe(204);
  expect(items).toHaveLength(2);
  expect(await read(id)).toMatchObject({ status: "returned", needsWeighing: false });
});

test("numbers are unique, the refrigerant can change only while empty, and a stale change gets a conflict", async () => {
  const { id, number, version } = await addCylinder({ grossLb: null });
  const twin = { number: number.toLowerCase(), refrigerant: "R-32", kind: "virgin", tareLb: 5, capacityLb: 25 };
  expect((await manager.post<Refusal>("/api/refrigerant-cylinders", twin)).status).toBe(409);
  const change = (body: object) => manager.patch<Answer>(`/api/refrigerant-cylinders/${id}`, body);
  expect((await change({ version, refrigerant: "R-32" })).json).toMatchObject({ version: version + 1 });
  expect((await change({ version, refrigerant: "R-22" })).status).toBe(409);
  await post(id, { kind: "weighed", grossLb: 8 });
  expect((await change({ version: version + 1, refrigerant: "R-22" })).json.fields?.refrigerant).toBeDefined();
  expect((await change({ version: version + 1, tareLb: 9 })).json.fields?.tareLb).toBeDefined();
});

test("another business's cylinder is not found by ID or in a reading, and technicians have read-only access", async () => {
  const { id } = await addCylinder();
  const stranger = await office(worker);
  const at = `/api/refrigerant-cylinders/${id}`;
  const entry = { kind: "weighed", grossLb: 20 };
  const answers = await Promise.all([
    stranger.manager.get(at),
    stranger.manager.get(`${at}/entries`),
    stranger.manager.post(`${at}/entries`, entry),
    stranger.manager.patch(at, { version: 1, number: "X" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  await certify(worker, stranger);
  const { at: readings } = await circuitOnWorkOrder(stranger);
  expect((await use(readings, { addedLb: 1, cylinderId: id }, { by: stranger.technician })).status).toBe(404);
  expect((await technician.post(`${at}/entries`, entry)).status).toBe(403);
  expect(await read(id)).toMatchObject({ netLb: 20 });
});

test("the database protects the ledger: no entry or weight can be changed directly", async () => {
  const { id } = await addCylinder();
  const run = (statement: string) => worker.db.prepare(statement).bind(orgId, id).run();
  const statements = {
    "UPDATE refrigerant_cylinder_entries SET after_milli_lb = 6000 WHERE org_id = ? AND cylinder_id = ?": "append_only",
    "UPDATE refrigerant_cylinder_entries SET refrigerant = 'R-22' WHERE org_id = ? AND cylinder_id = ?": "append_only",
    "UPDATE refrigerant_cylinder_entries SET tare_milli_lb = NULL WHERE org_id = ? AND cylinder_id = ?": "append_only",
    "DELETE FROM refrigerant_cylinder_entries WHERE org_id = ? AND cylinder_id = ?": "append_only",
    "DELETE FROM refrigerant_cylinders WHERE org_id = ? AND id = ?": "cylinder_kept",
    "UPDATE refrigerant_cylinders SET gross_milli_lb = 6000 WHERE org_id = ? AND id = ?": "cylinder_weight_by_ledger",
    [`INSERT INTO refrigerant_cylinder_entries (org_id, cylinder_id, seq, id, kind, before_milli_lb, after_milli_lb, refrigerant, tare_milli_lb,
      occurred_at, created_by, created_at) SELECT org_id, id, 9, 'another', 'weighed', gross_milli_lb, gross_milli_lb, 'R-22', tare_milli_lb,
      created_at, 'x', created_at FROM refrigerant_cylinders WHERE org_id = ? AND id = ?`]: "cylinder_entry_contents",
  };
  for (const [statement, reason] of Object.entries(statements)) await expect(run(statement)).rejects.toThrow(reason);
});

test("cylinders and a cylinder's entries page back one page at a time", async () => {
  const { manager: owner } = await office(worker);
  for (const number of ["C-3", "C-1", "C-2"]) await addCylinder({ number }, owner);
  const list = await threePagesAndBack(owner, "/equipment/cylinders");
  const numbers = [...list.pages, list.back].map((page) => /C-\d/.exec(page)?.[0]);
  expect(numbers).toEqual(["C-1", "C-2", "C-3", "C-2"]);

  const { id } = await addCylinder({ number: "C-4" }, owner);
  for (const grossLb of [24, 23, 22])
    await owner.post(`/api/refrigerant-cylinders/${id}/entries`, { kind: "weighed", grossLb });
  const entries = await threePagesAndBack(owner, `/equipment/cylinders/${id}`);
  const weights = [...entries.pages, entries.back].map(
    (page) => pageText(page.split("<tbody")[1] ?? "").match(/\d+ lb/g)?.[1],
  );
  expect(weights).toEqual(["22 lb", "23 lb", "24 lb", "23 lb"]);
});

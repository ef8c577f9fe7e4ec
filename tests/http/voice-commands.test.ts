import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import { pageText } from "#tests/support/page-text";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, addTechnician, addWorkOrder, start } from "#tests/support/work-orders";
import { type Business, testWorker } from "#tests/support/worker";

const worker = await testWorker();

interface Session {
  id: string;
  state: string;
  result: { workOrderId: string; actions: number } | null;
  reason?: string;
}
interface Command {
  index: number;
  kind: string;
  effects: string[];
  note?: { value: string };
  status?: { value: { to: string; holdReason: string | null } };
  measurement?: { value: { measured: string; value: number } };
  part?: { value: { quantity: number; words: string; itemId: string | null } };
}
interface Preview {
  version: number;
  written: number[];
  commands: Command[];
  circuits: { equipmentId: string; serviceGroupId: string; label: string; metering: string | null }[];
}
interface Applied {
  workOrderId: string;
  actions: number;
  message: string;
  reason?: string;
  command?: number;
  fields?: Record<string, string[]>;
}
interface WorkOrder {
  status: string;
  notes: { body: string }[];
}

const at = (id: string, rest = "") => `/api/voice/sessions/${id}${rest}`;

/** A job of the technician on equipment with a circuit. */
async function workOrderOf({ manager, orgId, technicianId }: Business) {
  const site = await addCustomer(worker, orgId);
  const { id: equipmentId } = await addEquipment(manager, {
    ...{ equipmentName: "Attic unit", equipmentType: "air_conditioner", customerId: site.customerId },
  });
  await manager.post(`/api/equipment/${equipmentId}/service-groups`, {
    ...{ name: "Circuit 1", refrigerant: "R-410A", chargeLb: 8, chargeBasis: "nameplate" },
  });
  const workOrder = await addWorkOrder(manager, site, {
    technicianId,
    scheduledStart: start,
    equipmentIds: [equipmentId],
  });
  return { ...workOrder, siteAddressId: site.siteAddressId };
}

async function dictate(by: Visitor, workOrderId: string, text: string): Promise<string> {
  const { json } = await by.post<Session>("/api/voice/sessions", { sessionType: "job_commands", workOrderId });
  const body = new FormData();
  body.set("text", text);
  const answer = await by.send<Session>("POST", at(json.id, "/process"), { body });
  expect([answer.status, answer.json.state]).toEqual([200, "needs_review"]);
  return json.id;
}

const preview = async (by: Visitor, id: string) => (await by.get<Preview>(at(id, "/preview-actions"))).json;
const apply = (by: Visitor, id: string, commands: unknown[], rest: Record<string, unknown> = {}) =>
  by.post<Applied>(at(id, "/apply"), { version: 1, commands, ...rest });

/** The commands as the screen that showed them sends them. */
function asShown({ index, kind, note, status, measurement, part }: Command): Record<string, unknown> {
  if (note) return { index, kind, note: note.value };
  if (status) return { index, kind, ...status.value };
  if (measurement) return { index, kind, ...measurement.value };
  return { index, kind, quantity: part?.value.quantity, part: part?.value.words, itemId: part?.value.itemId };
}

test("a note, a reading, a part and the status are each saved once", async () => {
  const business = await worker.business();
  const { technician, manager } = business;
  const workOrder = await workOrderOf(business);
  const words =
    "I'm on site. Suction is 118, head pressure 340, amps 6.2. Used one contactor. Note that the filter is dirty.";
  const id = await dictate(technician, workOrder.id, words);
  const { commands, circuits } = await preview(technician, id);
  expect(commands.map(({ kind }) => kind)).toEqual(["status", "measured", "measured", "measured", "used", "note"]);
  expect(commands.flatMap(({ effects }) => effects)).toContain("Reading: Suction pressure 118 psig");
  expect(circuits).toMatchObject([{ label: "Attic unit, Circuit 1", metering: null }]);
  const shown = commands.map(asShown);
  const refused = await apply(technician, id, shown);
  expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, ["reading.metering"]]);
  const reading = { metering: "txv", isConfirmed: true };
  const answers = await Promise.all(Array.from({ length: 4 }, () => apply(technician, id, shown, { reading })));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(201));
  expect(answers.map(({ json }) => json)).toEqual(Array(4).fill({ workOrderId: workOrder.id, actions: 6 }));
  const now = (await manager.get<WorkOrder>(`/api/work-orders/${workOrder.id}`)).json;
  expect(now.status).toBe("in_progress");
  expect(now.notes.map(({ body }) => body).sort()).toEqual(["Current 6.2 A", "the filter is dirty"]);
  const count = (table: string) =>
    worker.db
      .prepare(`SELECT count(*) AS n FROM ${table} WHERE org_id = ? AND work_order_id = ?`)
      .bind(business.orgId, workOrder.id)
      .first<number>("n");
  expect([await count("refrigerant_readings"), await count("work_order_parts")]).toEqual([1, 1]);
  expect((await technician.get<Session>(at(id))).json).toMatchObject({
    state: "confirmed",
    result: { workOrderId: workOrder.id, actions: 6 },
  });
  const recordings = (await manager.get<{ items: unknown[] }>(`/api/work-orders/${workOrder.id}/recordings`)).json
    .items;
  expect(recordings).toMatchObject([{ transcript: words, hasAudio: false }]);
  // Typed words have no timestamp.
  expect(recordings).toMatchObject([
    { heard: expect.arrayContaining([{ field: "Current", words: "amps 6.2", atMs: null }]) },
  ]);
});

test("spoken gauge values use the altitude and target of the circuit's last reading, else the site's altitude", async () => {
  const business = await worker.business();
  const { technician, manager } = business;
  const workOrder = await workOrderOf(business);
  interface Stored {
    suctionPsig: number;
    altitudeFeet: number;
    targetSubcoolingF: number | null;
  }
  const speak = async (text: string) => {
    const id = await dictate(technician, workOrder.id, text);
    const { commands, circuits } = await preview(technician, id);
    const saved = await apply(technician, id, commands.map(asShown), {
      reading: { metering: "txv", isConfirmed: true },
    });
    expect(saved.status).toBe(201);
    const path = `/api/work-orders/${workOrder.id}/service-groups/${circuits[0]?.serviceGroupId}/refrigerant-readings`;
    const { items } = (await manager.get<{ items: Stored[] }>(path)).json;
    return items.map(({ suctionPsig, altitudeFeet, targetSubcoolingF }) => [
      suctionPsig,
      altitudeFeet,
      targetSubcoolingF,
    ]);
  };
  // Another unit at the site was read at its altitude.
  const other = await addEquipment(manager, {
    ...{ equipmentName: "Garage unit", equipmentType: "air_conditioner", customerId: workOrder.customerId },
    addressId: workOrder.siteAddressId,
  });
  await manager.post(`/api/equipment/${other.id}/service-groups`, {
    ...{ name: "Circuit 1", refrigerant: "R-410A", chargeLb: 8, chargeBasis: "nameplate" },
  });
  const site = { customerId: workOrder.customerId, siteAddressId: workOrder.siteAddressId };
  const before = await addWorkOrder(manager, site, { equipmentIds: [other.id] });
  const read = { metering: "txv", suctionPsig: 110, altitudeFeet: 5280 };
  const stored = await manager.post(`/api/work-orders/${before.id}/equipment/${other.id}/refrigerant-readings`, read);
  expect(stored.status).toBe(201);
  expect(await speak("Suction is 118, head pressure 340.")).toEqual([[118, 5280, null]]);
  const [unit] = (await manager.get<{ equipment: { id: string }[] }>(`/api/work-orders/${workOrder.id}`)).json
    .equipment;
  const exact = { ...read, suctionPsig: 119, altitudeFeet: 5300, targetSubcoolingF: 9 };
  await manager.post(`/api/work-orders/${workOrder.id}/equipment/${unit?.id}/refrigerant-readings`, exact);
  expect(await speak("Suction is 117, head pressure 338.")).toContainEqual([117, 5300, 9]);
});

test.each([
  ["the same shard as the business", "2"],
  ["another shard", "1"],
])(
  "a refused command is identified; the others stay and are not saved again, for a household on %s",
  async (_, shard) => {
    const business = await worker.business();
    const { technician, manager } = business;
    await worker.db.prepare("UPDATE users SET shard = ? WHERE id = ?").bind(shard, technician.userId).run();
    const workOrder = await workOrderOf(business);
    const id = await dictate(technician, workOrder.id, "Note that the gate is locked. Put the job on hold.");
    const note = { index: 0, kind: "note", note: "The gate is locked" };
    const refused = await apply(technician, id, [note, { index: 1, kind: "status", to: "on_hold" }]);
    expect([refused.status, refused.json.command]).toEqual([409, 1]);
    expect((await preview(technician, id)).written).toEqual([0]);
    // What was written stays: it cannot be sent or discarded again, nor changed from here.
    const again = new FormData();
    again.set("text", "Note that the gate is open.");
    const anew = await technician.send<Session>("POST", at(id, "/process"), { body: again });
    expect([anew.status, anew.json.reason]).toEqual([409, "partly_written"]);
    expect((await technician.send("DELETE", at(id), {})).status).toBe(409);
    const changed = { ...note, note: "The gate is locked, call first" };
    const left = await apply(technician, id, [changed, { index: 1, isLeftOut: true }]);
    expect(left.json).toEqual({ workOrderId: workOrder.id, actions: 1 });
    expect((await manager.get<WorkOrder>(`/api/work-orders/${workOrder.id}`)).json.notes).toHaveLength(1);
  },
);

test("a partly saved memo whose time is over ends as confirmed by its alarm, with its recording on the job", async () => {
  const business = await worker.business();
  const { technician, manager, orgId } = business;
  const workOrder = await workOrderOf(business);
  const id = randomUUID();
  const now = Date.now();
  await worker.db
    .prepare(
      `INSERT INTO voice_sessions (org_id, id, user_id, session_type, work_order_id, spoken_at, created_at, expires_at)
       VALUES (?1, ?2, ?3, 'job_commands', ?4, ?5, ?5, ?6)`,
    )
    .bind(orgId, id, technician.userId, workOrder.id, ...[now, now + 15_000].map((ms) => new Date(ms).toISOString()))
    .run();
  const body = new FormData();
  body.set("text", "Note that the gate is locked. Put the job on hold.");
  expect((await technician.send("POST", at(id, "/process"), { body })).status).toBe(200);
  const note = { index: 0, kind: "note", note: "The gate is locked" };
  expect((await apply(technician, id, [note, { index: 1, kind: "status", to: "on_hold" }])).status).toBe(409);
  await expect
    .poll(() => worker.db.prepare("SELECT state, actions FROM voice_sessions WHERE id = ?").bind(id).first(), {
      timeout: 45_000,
    })
    .toEqual({ state: "confirmed", actions: 1 });
  const { items } = (await manager.get<{ items: unknown[] }>(`/api/work-orders/${workOrder.id}/recordings`)).json;
  expect(items).toMatchObject([{ transcript: expect.stringContaining("the gate is locked") }]);
});

test("the status is saved after the other commands, wherever it was spoken", async () => {
  const business = await worker.business();
  const { technician, orgId } = business;
  const workOrder = await workOrderOf(business);
  const id = await dictate(technician, workOrder.id, "I'm on site. Used two filters. Note that the gate is locked.");
  const { commands } = await preview(technician, id);
  expect(commands.map(({ kind }) => kind)).toEqual(["status", "used", "note"]);
  expect((await apply(technician, id, commands.map(asShown))).status).toBe(201);
  const { results } = await worker.db
    .prepare("SELECT action FROM audit_log WHERE org_id = ? AND user_id = ? ORDER BY id")
    .bind(orgId, technician.userId)
    .all<{ action: string }>();
  expect(results).toHaveLength(4);
  expect(results[3]?.action).toBe("work_order.change_status");
});

test("only people on the job can give commands, and each command needs a decision", async () => {
  const business = await worker.business();
  const workOrder = await workOrderOf(business);
  const other = await worker.member(business.orgId, "Technician");
  const { admin: stranger, technician: strange } = await worker.business();
  const open = (by: Visitor) =>
    by.post("/api/voice/sessions", { sessionType: "job_commands", workOrderId: workOrder.id });
  expect([(await open(other)).status, (await open(stranger)).status, (await open(strange)).status]).toEqual([
    403, 404, 404,
  ]);
  const id = await dictate(business.technician, workOrder.id, "Note that the gate is locked. Used two filters.");
  expect((await apply(stranger, id, [{ index: 0, kind: "note", note: "Mine" }])).status).toBe(404);
  expect((await apply(business.technician, id, [{ index: 0, kind: "note", note: "The gate" }])).status).toBe(400);
  expect((await apply(business.technician, id, [{ index: 0, kind: "shout" }])).status).toBe(400);
  const made = { version: 1, drafts: [{ index: 0, title: "No heat", customerId: workOrder.customerId }] };
  expect((await business.admin.post(at(id, "/create-work-order"), made)).status).toBe(404);
});

interface Recording {
  id: string;
  transcript: string;
  isToReview: boolean;
}

/** Gives a job to another technician. */
async function reassign({ manager, orgId }: Business, workOrderId: string): Promise<void> {
  const at = `/api/work-orders/${workOrderId}`;
  const { version } = (await manager.get<{ version: number }>(at)).json;
  const technicianId = await addTechnician(worker, orgId, "Noah");
  expect((await manager.patch(at, { version, technicianId })).status).toBe(200);
}

test("a memo of a technician who was taken off the job changes nothing on it and is the office's to review", async () => {
  const business = await worker.business();
  const { technician, manager, orgId } = business;
  const workOrder = await workOrderOf(business);
  const words = "Note that the gate is locked. Put the job on hold because of parts.";
  const id = await dictate(technician, workOrder.id, words);
  const commands = (await preview(technician, id)).commands.map(asShown);
  await reassign(business, workOrder.id);
  for (const _ of [1, 2]) {
    const refused = await apply(technician, id, commands);
    expect([refused.status, refused.json.message]).toEqual([
      403,
      "You are no longer on this job. It was not changed; the office reviews what you said.",
    ]);
  }
  const { json: after } = await manager.get<WorkOrder>(`/api/work-orders/${workOrder.id}`);
  expect([after.status, after.notes]).toEqual(["scheduled", []]);
  const { json: own } = await technician.get<Session & { isForOffice: boolean }>(at(id));
  expect([own.state, own.isForOffice]).toEqual(["confirmed", true]);

  const other = await worker.member(orgId, "Technician");
  const path = `/api/work-orders/${workOrder.id}/recordings`;
  const recordings = async (by: Visitor) => (await by.get<{ items: Recording[] }>(path)).json.items;
  const toReview = async () =>
    (await manager.get<{ items: { id: string }[] }>("/api/voice/history?state=to_review")).json.items;
  const left = expect.objectContaining({ id, transcript: words, isToReview: true });
  expect([await recordings(manager), await recordings(technician), await recordings(other)]).toEqual([
    [left],
    [left],
    [],
  ]);
  expect(await toReview()).toEqual([expect.objectContaining({ id, isToReview: true, actions: 0 })]);
  expect((await manager.get("/workorders/voice?state=to_review")).text).toContain("For the office to review");
  const page = await manager.get(`/workorders/${workOrder.number}`);
  expect(page.text).toContain("was no longer on this job, so nothing was saved from these words.");

  const dashboard = async (by: Visitor) =>
    (await by.get<{ memos: { toReview: number } | null }>("/api/dashboard")).json.memos;
  expect([await dashboard(manager), await dashboard(technician)]).toEqual([{ toReview: 1 }, null]);
  const figure = "Memos to review1Spoken by technicians no longer on the job";
  expect(pageText((await manager.get("/dashboard")).text)).toContain(figure);

  expect((await technician.post(`${path}/${id}/review`, {})).status).toBe(403);
  expect((await manager.post(`${path}/${randomUUID()}/review`, {})).status).toBe(404);
  expect((await (await worker.business()).manager.post(`${path}/${id}/review`, {})).status).toBe(404);
  const reviewed = await manager.submit(`/workorders/${workOrder.number}/recordings`, { recordingId: id });
  expect(reviewed.status).toBe(200);
  expect((await manager.post<{ id: string }>(`${path}/${id}/review`, {})).json).toEqual({ id });
  expect([await toReview(), await dashboard(manager)]).toEqual([[], { toReview: 0 }]);
  expect(pageText((await manager.get("/dashboard")).text)).not.toContain("Memos to review");
  expect(await recordings(other)).toEqual([expect.objectContaining({ id, isToReview: false })]);
});

test("a memo spoken offline reaches the office although its speaker was taken off the job in the meantime", async () => {
  const business = await worker.business();
  const { technician, manager } = business;
  const workOrder = await workOrderOf(business);
  await reassign(business, workOrder.id);
  const opened = { sessionType: "job_commands", workOrderId: workOrder.id };
  const { status, json } = await technician.post<Session>("/api/voice/sessions", opened);
  expect(status).toBe(201);
  const body = new FormData();
  body.set("text", "Note that the gate is locked.");
  const answer = await technician.send<Session & { isForOffice: boolean }>("POST", at(json.id, "/process"), { body });
  expect([answer.status, answer.json.state, answer.json.isForOffice]).toEqual([200, "confirmed", true]);
  const { items } = (await manager.get<{ items: Recording[] }>(`/api/work-orders/${workOrder.id}/recordings`)).json;
  expect(items).toEqual([expect.objectContaining({ transcript: "Note that the gate is locked.", isToReview: true })]);
  expect((await manager.get<WorkOrder>(`/api/work-orders/${workOrder.id}`)).json.notes).toEqual([]);
});

test("corrections on a job are stored until it is saved", async () => {
  const business = await worker.business();
  const { technician } = business;
  const { id: workOrderId } = await workOrderOf(business);
  const id = await dictate(technician, workOrderId, "Note that the filter is dirty. Used one contactor.");
  const put = (index: number, fields: object) => technician.patch(at(id, "/commands"), { version: 1, index, fields });
  expect((await put(0, { text: "The filter is very dirty" })).status).toBe(200);
  expect((await put(1, { isLeftOut: true, quantity: "2" })).status).toBe(200);
  const circuit = { serviceGroupId: "01930000-0000-7000-8000-000000000000", metering: "txv" };
  expect((await put(1, circuit)).status).toBe(200);
  expect((await put(1, { metering: "capillary" })).status).toBe(400);
  expect((await put(2, { text: "There is none" })).status).toBe(404);
  expect((await technician.post(at(id, "/drafts"), { version: 1 })).status).toBe(404);
  const { json } = await technician.get<{ edits: object }>(at(id, "/preview-actions"));
  expect(json.edits).toMatchObject({
    places: [
      { index: 0, fields: { text: "The filter is very dirty" } },
      { index: 1, fields: { isLeftOut: true, quantity: "2", ...circuit } },
    ],
  });
});

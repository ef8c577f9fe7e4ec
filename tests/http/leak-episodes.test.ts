import { expect, test } from "vitest";
import { certify } from "#tests/support/certificate";
import { addEquipment, dayFromNow } from "#tests/support/equipment";
import { addCustomer, addWorkOrder, type Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { manager: office, technician, technicianId, orgId } = business;
const site = await addCustomer(worker, orgId);
await certify(worker, business);

interface EpisodeJson {
  id: string;
  kind: string;
  openedOn: string;
  ratePercent: number;
  nextStep: string | null;
  nextDueOn: string | null;
  ending: string | null;
  voidReason: string | null;
  version: number;
  clocks: { step: string; dueOn: string; state: string; citation: string }[];
  allowed: string[];
  events: { id: string; kind: string; voidReason: string | null }[];
}
interface Episodes {
  items: EpisodeJson[];
  nextCursor: string | null;
}
type Answer = EpisodeJson & Refusal;

const today = dayFromNow(0);

/** Equipment with one circuit of 20 lb of R-410A. */
async function circuit({
  equipmentType = "refrigeration",
  chargeLb = 20,
  installDate,
}: {
  equipmentType?: string;
  chargeLb?: number | null;
  installDate?: string;
} = {}) {
  const unit = await addEquipment(office, { ...site, equipmentType, installDate });
  const charge = chargeLb === null ? {} : { chargeLb, chargeBasis: "nameplate" };
  const group = { name: "A", refrigerant: "R-410A", ...charge };
  const { id: circuitId } = (await office.post<{ id: string }>(`/api/equipment/${unit.id}/service-groups`, group)).json;
  /** Returns a function that records weights on one job. */
  const visit = async () => {
    const workOrder = await addWorkOrder(office, site, { technicianId, equipmentIds: [unit.id] });
    const at = `/api/work-orders/${workOrder.id}/equipment/${unit.id}/refrigerant-readings`;
    return async (weights: Record<string, number>) => {
      const made = await technician.post<{ id: string; version: number }>(at, { metering: "txv", ...weights });
      expect(made.status).toBe(201);
      return made.json;
    };
  };
  const add = async (addedLb: number, also: Record<string, number> = {}) => (await visit())({ addedLb, ...also });
  const episodes = async () => (await office.get<Episodes>(`/api/equipment/${unit.id}/leak-episodes`)).json.items;
  const path = `/api/equipment/${unit.id}/service-groups/${circuitId}`;
  return { unit, visit, add, episodes, path };
}

async function leaking() {
  const { unit, add, episodes } = await circuit();
  await add(4.01);
  const [episode] = await episodes();
  if (!episode) throw new Error("no episode opened");
  return { unit, add, episodes, episode, at: `/api/leak-episodes/${episode.id}` };
}

const record = (at: string, kind: string, version: number, by = office, happenedOn = today) =>
  by.post<Answer>(`${at}/events`, { kind, happenedOn, version });

test("an episode opens once above the threshold, and not at it", async () => {
  const { add, episodes } = await circuit();
  await add(4);
  expect(await episodes()).toEqual([]);
  await Promise.all([add(0.01), add(0.02)]);
  const found = await episodes();
  expect(found).toMatchObject([
    {
      kind: "leak",
      openedOn: today,
      thresholdPercent: 20,
      chargeLb: 20,
      nextStep: "repair",
      nextDueOn: dayFromNow(30),
    },
  ]);
  expect(found[0]?.clocks.map(({ step, dueOn, state }) => [step, dueOn, state])).toEqual([
    ["repair", dayFromNow(30), "open"],
    ["initial_verification", dayFromNow(30), "open"],
  ]);
  await add(1);
  expect(await episodes()).toHaveLength(1);
});

test("editing an addition can also open an episode, and an exempt circuit never gets one", async () => {
  const { add, episodes } = await circuit();
  const reading = await add(1);
  expect(await episodes()).toEqual([]);
  await technician.put(`/api/refrigerant-readings/${reading.id}`, { version: reading.version, addedLb: 6 });
  expect(await episodes()).toHaveLength(1);
  const home = await circuit({ equipmentType: "air_conditioner", chargeLb: 60 });
  await home.add(60);
  const small = await circuit({ chargeLb: 14.9 });
  await small.add(20);
  expect([await home.episodes(), await small.episodes()]).toEqual([[], []]);
});

test("refrigerant that was recovered on the job and put back is no leak, nor is the first charge", async () => {
  const serviced = await circuit();
  await serviced.add(20, { recoveredLb: 20 });
  const installed = await circuit({ installDate: today });
  await installed.add(20);
  expect([await serviced.episodes(), await installed.episodes()]).toEqual([[], []]);
  const rates = await office.get<{ items: { rates: unknown; state: unknown }[] }>(
    `/api/equipment/${serviced.unit.id}/leak-rates`,
  );
  expect(rates.json.items).toMatchObject([{ state: null }]);
  await serviced.add(20, { recoveredLb: 14 });
  expect(await serviced.episodes()).toMatchObject([{ kind: "leak", ratePercent: 30 }]);
});

test("less refrigerant recovered on the job, by a change or a deletion, can open an episode", async () => {
  const changed = await circuit();
  const reading = await changed.add(5, { recoveredLb: 3 });
  const deleted = await circuit();
  const record = await deleted.visit();
  const { id } = await record({ recoveredLb: 3 });
  await record({ addedLb: 5 });
  expect([await changed.episodes(), await deleted.episodes()]).toEqual([[], []]);
  await technician.put(`/api/refrigerant-readings/${reading.id}`, { version: reading.version, recoveredLb: 1 / 2 });
  expect(await changed.episodes()).toMatchObject([{ kind: "leak", ratePercent: 22.5 }]);
  expect((await technician.delete(`/api/refrigerant-readings/${id}?reason=Typed%20twice`)).status).toBe(204);
  expect(await deleted.episodes()).toMatchObject([{ kind: "leak", ratePercent: 25 }]);
});

test("an addition that turns out to be over the threshold opens an episode even if a later one is not", async () => {
  const { add, episodes } = await circuit({ chargeLb: 100 });
  const takenAgo = async (days: number, id: string) => {
    const takenAt = new Date(Date.now() - days * 86_400_000).toISOString();
    await worker.db.prepare("UPDATE refrigerant_readings SET taken_at = ? WHERE id = ?").bind(takenAt, id).run();
  };
  await takenAgo(60, (await add(1)).id);
  const late = await add(2);
  expect(await episodes()).toEqual([]);
  // 2 of 100 lb in 20 days are 36.5% a year; 0.1 lb 40 days later are not.
  await takenAgo(40, late.id);
  await add(0.1);
  expect(await episodes()).toMatchObject([{ kind: "leak", openedOn: dayFromNow(-40), ratePercent: 36.5 }]);
  await add(0.1);
  expect(await episodes()).toHaveLength(1);
});

test("a full charge that is entered later, or corrected, is judged at once", async () => {
  const { add, episodes, path } = await circuit({ chargeLb: null });
  await add(5);
  expect(await episodes()).toEqual([]);
  const set = (fields: Record<string, unknown>, by = office) => by.patch<Refusal>(path, fields);
  const charge = (chargeLb: number, version: number) => ({ chargeLb, chargeBasis: "nameplate", version });
  expect((await set(charge(40, 1))).status).toBe(200);
  expect(await episodes()).toEqual([]);
  expect((await set(charge(20, 1))).status).toBe(409);
  expect((await set(charge(20, 2))).status).toBe(200);
  expect(await episodes()).toMatchObject([{ kind: "leak", chargeLb: 20, openedOn: today }]);
  const refrigerant = await set({ refrigerant: "R-404A", version: 3 });
  expect([refrigerant.status, refrigerant.json.fields]).toEqual([
    400,
    { refrigerant: ["Readings were recorded for R-410A. Add another circuit instead"] },
  ]);
  expect((await set({ chargeLb: 30, version: 3 })).status).toBe(400);
  const stranger = (await worker.business()).manager;
  expect([(await set(charge(20, 3), technician)).status, (await set(charge(20, 3), stranger)).status]).toEqual([
    403, 404,
  ]);
});

test("a circuit's name and, before its first reading, its refrigerant can be corrected", async () => {
  const { path, unit } = await circuit({ chargeLb: 20 });
  const fixed = { name: "Medium temperature", refrigerant: "R-448A", chargeLb: null, chargeBasis: null };
  expect((await office.patch(path, { ...fixed, version: 1 })).status).toBe(200);
  const { items } = (await office.get<{ items: object[] }>(`/api/equipment/${unit.id}/service-groups`)).json;
  expect(items).toMatchObject([{ ...fixed, version: 2 }]);
  await office.post(`/api/equipment/${unit.id}/service-groups`, { name: "B", refrigerant: "R-32" });
  const taken = await office.patch<Refusal>(path, { name: "b", version: 2 });
  expect([taken.status, taken.json.message]).toEqual([409, "This equipment already has a circuit with that name"]);
});

test("the repair and both verifications end an episode, and an inspection becomes due", async () => {
  const { at, unit, add, episodes } = await leaking();
  expect((await record(at, "repair_done", 1)).json).toMatchObject({ nextStep: "initial_verification", version: 2 });
  const tested = await record(at, "initial_passed", 2);
  expect(tested.json).toMatchObject({ nextStep: "follow_up", nextDueOn: dayFromNow(10) });
  const verified = await record(at, "follow_up_passed", 3);
  expect(verified.json).toMatchObject({ ending: "verified", nextStep: "inspection" });
  expect(verified.json.allowed).toEqual(["inspection_clean", "inspection_leak"]);
  // A top-off on the same day is part of the repair.
  await add(1);
  expect(await episodes()).toHaveLength(1);
  const rates = await office.get<{ items: { state: string }[] }>(`/api/equipment/${unit.id}/leak-rates`);
  expect(rates.json.items).toMatchObject([{ state: "repaired" }]);
});

test("when several users record the same step at once, one succeeds and the others get a conflict", async () => {
  const { at, episodes } = await leaking();
  const answers = await Promise.all(["", "", ""].map(() => record(at, "repair_done", 1)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect((await episodes())[0]?.events).toHaveLength(1);
  const later = await record(at, "repair_done", 2);
  expect([later.status, later.json.allowed]).toEqual([
    409,
    ["initial_passed", "initial_failed", "plan_made", "retired", "mothballed"],
  ]);
});

test("impossible dates are rejected with field errors", async () => {
  const { at } = await leaking();
  for (const day of [dayFromNow(1), dayFromNow(-1), "2026-02-30"]) {
    const refused = await record(at, "repair_done", 1, office, day);
    expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, ["happenedOn"]]);
  }
});

test("only the latest event can be voided, with a reason, and it stays listed", async () => {
  const { at } = await leaking();
  await record(at, "repair_done", 1);
  const { json } = await record(at, "retired", 2);
  expect(json).toMatchObject({ ending: "retired", nextStep: null });
  const [repair, retired] = json.events;
  const undo = (id = "", reason = "Wrong circuit", version = 3) =>
    office.post<Answer>(`${at}/events/${id}/void`, { reason, version });
  expect((await undo(repair?.id)).status).toBe(409);
  expect((await undo(retired?.id, " ")).status).toBe(400);
  expect((await undo(retired?.id, "Wrong circuit", 2)).status).toBe(409);
  const open = await undo(retired?.id);
  expect(open.json).toMatchObject({ ending: null, nextStep: "initial_verification", version: 4 });
  expect(open.json.events.map(({ kind, voidReason }) => [kind, voidReason])).toEqual([
    ["repair_done", null],
    ["retired", "Wrong circuit"],
  ]);
});

test("a voided episode stays closed, even when its circuit is checked again", async () => {
  const { at, unit, episodes, episode } = await leaking();
  const undo = (by = office) => by.post<Answer>(`${at}/void`, { reason: "Typed 4 lb for 4 oz", version: 1 });
  expect((await undo(technician)).status).toBe(403);
  expect((await undo()).json).toMatchObject({ ending: "voided", voidReason: "Typed 4 lb for 4 oz", clocks: [] });
  expect([(await undo()).status, (await record(at, "repair_done", 2)).status]).toEqual([409, 409]);
  const { results } = await worker.db
    .prepare("SELECT id, version FROM refrigerant_readings WHERE equipment_id = ?")
    .bind(unit.id)
    .all<{ id: string; version: number }>();
  await technician.put(`/api/refrigerant-readings/${results[0]?.id}`, { version: 1, addedLb: 4.02 });
  expect((await episodes()).map(({ id }) => id)).toEqual([episode.id]);
});

test("adding 125 percent of the charge in a calendar year makes a chronic leaker, reported by March 1", async () => {
  const { add, episodes } = await circuit();
  await add(24);
  const year = Number(today.slice(0, 4));
  expect((await episodes()).map(({ kind }) => kind)).toEqual(["leak"]);
  await add(1);
  const chronic = (await episodes()).find(({ kind }) => kind === "chronic");
  expect(chronic).toMatchObject({ year, ratePercent: 125, nextStep: "report", nextDueOn: `${year + 1}-03-01` });
  const at = `/api/leak-episodes/${chronic?.id}`;
  expect((await record(at, "repair_done", 1)).status).toBe(409);
  expect((await record(at, "report_sent", 1)).json).toMatchObject({ ending: "reported", nextStep: null });
});

test("deadlines are sorted by date, filtered by state and step, and paged", async () => {
  const shop = await worker.business();
  const place = await addCustomer(worker, shop.orgId);
  const insert = async (dueOn: string | null, step: string | null) => {
    const unit = await addEquipment(shop.manager, { ...place, equipmentType: "refrigeration" });
    const group = { name: "A", refrigerant: "R-410A", chargeLb: 20, chargeBasis: "nameplate" };
    const made = await shop.manager.post<{ id: string }>(`/api/equipment/${unit.id}/service-groups`, group);
    await worker.db
      .prepare(
        `INSERT INTO leak_episodes (org_id, id, equipment_id, service_group_id, kind, opened_on, regime, threshold_percent, charge_milli_lb,
           rate_centi_percent, next_step, next_due_on, created_at, updated_at)
         VALUES (?1, ?2, ?2, ?3, 'leak', ?6, 'part84', 20, 20000, 2500, ?4, ?5, ?6, ?6)`,
      )
      .bind(shop.orgId, unit.id, made.json.id, step, dueOn, "2026-06-01T00:00:00.000Z")
      .run();
    return unit.id;
  };
  const later = await insert(dayFromNow(20), "repair");
  const overdue = await insert(dayFromNow(-1), "follow_up");
  const soon = await insert(dayFromNow(7), "repair");
  await insert(null, null);
  const listed = async (query: string, by = shop.manager) => {
    const { json } = await by.get<Episodes>(`/api/leak-episodes?${query}`);
    return { ids: json.items.map(({ id }) => id), cursor: json.nextCursor };
  };
  expect((await listed("")).ids).toEqual([overdue, soon, later]);
  expect((await listed("state=overdue")).ids).toEqual([overdue]);
  expect((await listed("state=soon")).ids).toEqual([soon]);
  expect((await listed("state=later")).ids).toEqual([later]);
  expect((await listed("step=repair")).ids).toEqual([soon, later]);
  const first = await listed("limit=2");
  expect((await listed(`limit=2&cursor=${first.cursor}`)).ids).toEqual([later]);
  expect((await listed("", business.manager)).ids).not.toContain(overdue);
});

test("technicians can only read episodes, other businesses see none, and the database rejects changes to the history", async () => {
  const { at, unit, episode } = await leaking();
  expect([(await technician.get(at)).status, (await record(at, "repair_done", 1, technician)).status]).toEqual([
    200, 403,
  ]);
  const stranger = (await worker.business()).manager;
  expect((await stranger.get(at)).status).toBe(404);
  expect((await stranger.get(`/api/equipment/${unit.id}/leak-episodes`)).status).toBe(404);
  expect((await record(at, "repair_done", 1, stranger)).status).toBe(404);
  expect((await stranger.post(`${at}/void`, { reason: "x", version: 1 })).status).toBe(404);
  await record(at, "repair_done", 1);
  for (const forged of [
    "DELETE FROM leak_events WHERE episode_id = ?",
    "UPDATE leak_events SET happened_on = '2020-01-01' WHERE episode_id = ?",
    "DELETE FROM leak_episodes WHERE id = ?",
    "UPDATE leak_episodes SET opened_on = '2020-01-01' WHERE id = ?",
  ]) {
    await expect(worker.db.prepare(forged).bind(episode.id).run()).rejects.toThrow(/stays/);
  }
});

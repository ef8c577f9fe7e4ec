import Papa from "papaparse";
import { expect, test } from "vitest";
import { certify } from "#tests/support/certificate";
import { addEquipment, dayFromNow } from "#tests/support/equipment";
import { mutation, outboxOn } from "#tests/support/outbox";
import { addWorkOrder, moveTo, office, type Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const firm = await office(worker);
await certify(worker, firm);
const { manager, technician, technicianId, site } = firm;
const today = wallTimeOf(Date.now(), "America/Chicago").date;
const certificate = `EPA 608 Universal U-77, until ${dayFromNow(400)}`;
const log = "/api/leak-compliance/disposals";

interface Log {
  month: string;
  items: object[];
  totals: object[];
  transfers: object[];
}
type Made = { id: string; version: number } & Refusal;

/** Equipment with an R-410A circuit, on a job of the technician. */
async function unitOnWorkOrder(chargeLb: number | null) {
  const unit = await addEquipment(manager, {
    ...{ equipmentName: `Unit of ${chargeLb} lb`, equipmentType: "refrigeration" },
    ...{ customerId: site.customerId, addressId: site.siteAddressId },
  });
  const charge = chargeLb === null ? {} : { chargeLb, chargeBasis: "nameplate" };
  const group = { name: "Circuit 1", refrigerant: "R-410A", ...charge };
  const path = `/api/equipment/${unit.id}/service-groups`;
  const { id: circuit } = (await manager.post<{ id: string }>(path, group)).json;
  const workOrder = await addWorkOrder(manager, site, {
    ...{ technicianId, startDate: today, startTime: "09:00", overrideReason: "On call", equipmentIds: [unit.id] },
  });
  return { unit, circuit, workOrder, at: `/api/work-orders/${workOrder.id}/equipment/${unit.id}/refrigerant-readings` };
}

const recover = (at: string, body: object) => technician.post<Made>(at, { metering: "txv", isDisposal: true, ...body });

test("the monthly log lists disposals from systems of 5 to 50 lb, totals by refrigerant and transfers", async () => {
  const cylinder = { number: "REC-1", refrigerant: "R-410A", kind: "recovery", tareLb: 25, capacityLb: 40 };
  const { id: cylinderId } = (await manager.post<Made>("/api/refrigerant-cylinders", { ...cylinder, grossLb: 26 }))
    .json;
  const [small, large, unknown] = [await unitOnWorkOrder(8), await unitOnWorkOrder(50), await unitOnWorkOrder(null)];
  expect((await recover(small.at, { recoveredLb: 6.5, cylinderId })).status).toBe(201);
  await recover(large.at, { recoveredLb: 40, cylinder: "REC-9" });
  await recover(unknown.at, { recoveredLb: 2, cylinder: "REC-9" });
  await recover(small.at, { recoveredLb: 1, isDisposal: false });
  await manager.post(`/api/refrigerant-cylinders/${cylinderId}/entries`, {
    kind: "returned",
    note: "Gulf Coast Reclaim",
  });
  const { json } = await manager.get<Log>(log);
  const disposal = {
    ...{ readingId: expect.any(String), date: today, customerName: "Ada Byron", circuitName: "Circuit 1" },
    ...{
      location: "12 Oak Street, Austin, TX 78701",
      refrigerant: "R-410A",
      technician: expect.any(String),
      certificate,
    },
  };
  expect(json).toEqual({
    month: today.slice(0, 7),
    items: [
      {
        ...{ ...disposal, equipmentId: small.unit.id, equipmentName: "Unit of 8 lb", chargeLb: 8, recoveredLb: 6.5 },
        cylinder: "REC-1",
      },
      {
        ...{
          ...disposal,
          equipmentId: unknown.unit.id,
          equipmentName: "Unit of null lb",
          chargeLb: null,
          recoveredLb: 2,
        },
        cylinder: "REC-9",
      },
    ],
    totals: [{ refrigerant: "R-410A", appliances: 2, recoveredLb: 8.5 }],
    transfers: [{ date: today, cylinder: "REC-1", refrigerant: "R-410A", lb: 7.5, to: "Gulf Coast Reclaim" }],
  });
  const file = (await manager.get("/resources/disposal-log")).text;
  const { data } = Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true });
  const shown = data.map((line) => [line.Record, line["Recovered lb"], line.Cylinder, line["Transferred to"]]);
  expect(shown).toEqual([
    ["Disposal", "6.500", "REC-1", ""],
    ["Disposal", "2.000", "REC-9", ""],
    ["Month's total", "8.500", "", ""],
    ["Transfer", "", "REC-1", "Gulf Coast Reclaim"],
  ]);
  const page = (await manager.get("/equipment/disposals")).text;
  for (const words of ["Unit of 8 lb", "6.5 lb", "Not recorded", "Gulf Coast Reclaim"]) expect(page).toContain(words);
  expect((await manager.get<Log>(`${log}?month=2026-01`)).json).toMatchObject({ items: [], transfers: [] });
});

test("only the office sees the log, and a disposal needs a weight", async () => {
  const { at } = await unitOnWorkOrder(10);
  const none = await recover(at, { suctionPsig: 118 });
  expect([none.status, none.json.fields]).toEqual([400, { recoveredLb: ["Enter what was recovered"] }]);
  const { json: made } = await recover(at, { recoveredLb: 3, suctionPsig: 118 });
  const cleared = await technician.put<Refusal>(`/api/refrigerant-readings/${made.id}`, {
    version: 1,
    recoveredLb: null,
  });
  expect([cleared.status, cleared.json.fields?.recoveredLb?.[0]]).toEqual([
    400,
    expect.stringContaining("for disposal"),
  ]);
  const month = await manager.get(`${log}?month=2026-13`);
  expect(month.status).toBe(400);
  for (const path of [log, "/equipment/disposals", "/resources/disposal-log"]) {
    expect((await technician.get(path)).status).toBe(403);
  }
  const stranger = await office(worker);
  expect((await stranger.manager.get<Log>(log)).json).toMatchObject({ items: [], totals: [], transfers: [] });
});

test("a disposal recorded offline in the app is logged once it syncs", async () => {
  const { circuit, workOrder, unit, at } = await unitOnWorkOrder(12);
  await moveTo(manager, workOrder.id, { status: "dispatched" });
  const outbox = outboxOn(new Map(), technician);
  await outbox.put(
    mutation(workOrder, {
      ...{ intent: "recordReading", serviceGroupId: circuit, refrigerant: "R-410A", isConfirmed: "", metering: "txv" },
      ...{ pressureUnit: "psig", temperatureUnit: "f", weightUnit: "lb", altitudeFeet: "0", targetSubcoolingF: "" },
      ...{ recoveredLb: "11.25", cylinder: "REC-3", isDisposal: "true", notes: "" },
    }),
  );
  await outbox.flush({ retry: true });
  expect((await manager.get<Log>(at)).json.items).toMatchObject([{ recoveredLb: 11.25, isDisposal: true }]);
  const { items } = (await manager.get<Log>(log)).json;
  expect(items).toContainEqual(expect.objectContaining({ equipmentId: unit.id, recoveredLb: 11.25 }));
});

/** A recovery cylinder that was returned with 20 lb of R-22 and received again empty. */
async function reused(number: string) {
  const { manager: by, orgId } = await office(worker);
  const cylinder = { number, refrigerant: "R-22", kind: "recovery", tareLb: 25, capacityLb: 40, grossLb: 45 };
  const { id } = (await by.post<Made>("/api/refrigerant-cylinders", cylinder)).json;
  const at = `/api/refrigerant-cylinders/${id}`;
  expect((await by.post(`${at}/entries`, { kind: "returned", note: "Gulf Coast Reclaim" })).status).toBe(201);
  expect((await by.post(`${at}/entries`, { kind: "received", grossLb: 25 })).status).toBe(201);
  const change = async (fields: object) => {
    const { version } = (await by.get<Made>(at)).json;
    expect((await by.patch<Made>(at, { version, ...fields })).status).toBe(200);
  };
  const records = async () => {
    const year = new URLSearchParams({ startDate: `${today.slice(0, 4)}-01-01`, endDate: today });
    const packet = (await by.get(`/api/leak-compliance/audit-packet/csv?${year}`)).text;
    const { data } = Papa.parse<Record<string, string>>(packet, { header: true, skipEmptyLines: true });
    const [returned] = data.filter(({ Record }) => Record === "Cylinder returned");
    return [(await by.get<Log>(log)).json.transfers, [returned?.Refrigerant, returned?.What]];
  };
  return { by, id, orgId, at, change, records };
}

const returnedR22 = (number: string) => [
  [{ date: today, cylinder: number, refrigerant: "R-22", lb: 20, to: "Gulf Coast Reclaim" }],
  ["R-22", "20.000 lb in the cylinder"],
];

test("past transfers keep their refrigerant and weight when the cylinder takes another refrigerant or tare", async () => {
  const { by, at, change, records } = await reused("REC-20");
  expect(await records()).toEqual(returnedR22("REC-20"));
  await change({ refrigerant: "R-410A" });
  await change({ tareLb: 24 });
  expect(await records()).toEqual(returnedR22("REC-20"));
  expect((await by.post(`${at}/entries`, { kind: "returned", note: "Delta Reclaim" })).status).toBe(201);
  const [transfers] = await records();
  expect(transfers).toEqual([
    ...[{ date: today, cylinder: "REC-20", refrigerant: "R-22", lb: 20, to: "Gulf Coast Reclaim" }],
    ...[{ date: today, cylinder: "REC-20", refrigerant: "R-410A", lb: 1, to: "Delta Reclaim" }],
  ]);
});

test("transfers restored from a backup older than the stored refrigerant keep what the cylinder held at its next change", async () => {
  const { id, orgId, change, records } = await reused("REC-21");
  const guard = await worker.db
    .prepare("SELECT sql FROM sqlite_master WHERE name = 'refrigerant_cylinder_entries_filled_once'")
    .first<string>("sql");
  await worker.db.batch([
    worker.db.prepare("DROP TRIGGER refrigerant_cylinder_entries_filled_once"),
    worker.db
      .prepare(
        "UPDATE refrigerant_cylinder_entries SET refrigerant = NULL, tare_milli_lb = NULL WHERE org_id = ? AND cylinder_id = ?",
      )
      .bind(orgId, id),
    worker.db.prepare(String(guard)),
  ]);
  expect(await records()).toEqual(returnedR22("REC-21"));
  await change({ refrigerant: "R-32", tareLb: 24 });
  expect(await records()).toEqual(returnedR22("REC-21"));
});

test("a month with more than 500 transfers is refused instead of cut off", async () => {
  const { manager: by, orgId } = await worker.business();
  const returnAll = async (count: number) => {
    const at = new Date().toISOString();
    const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)";
    const entries = (seq: number, kind: string) =>
      worker.db
        .prepare(
          `${numbers} INSERT INTO refrigerant_cylinder_entries (org_id, cylinder_id, seq, id, kind, before_milli_lb, after_milli_lb, occurred_at,
             created_by, created_at) SELECT ?1, ?2 || '-' || i, ${seq}, '${kind}-' || ?2 || '-' || i, '${kind}', 5000, 5000, ?3, 'x', ?3 FROM n`,
        )
        .bind(orgId, count, at);
    await worker.db.batch([
      worker.db
        .prepare(
          `${numbers} INSERT INTO refrigerant_cylinders (org_id, id, number, refrigerant, kind, tare_milli_lb, capacity_milli_lb, gross_milli_lb,
             created_at, updated_at) SELECT ?1, ?2 || '-' || i, ?2 || '-' || i, 'R-410A', 'recovery', 5000, 20000, 5000, ?3, ?3 FROM n`,
        )
        .bind(orgId, count, at),
      entries(1, "received"),
      entries(2, "returned"),
    ]);
  };
  await returnAll(500);
  expect((await by.get<Log>(log)).json.transfers).toHaveLength(500);
  await returnAll(1);
  const refused = await by.get<Refusal>(log);
  expect([refused.status, refused.json.message]).toEqual([409, "This month has more than 500 transfers."]);
});

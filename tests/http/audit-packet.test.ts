import { randomUUID } from "node:crypto";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { certify } from "#tests/support/certificate";
import { addEquipment, dayFromNow } from "#tests/support/equipment";
import { textOfPdf } from "#tests/support/pdf-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addWorkOrder, type Office, office, type Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const today = wallTimeOf(Date.now(), "America/Chicago").date;
const certificate = `EPA 608 Universal U-77, until ${dayFromNow(400)}`;
const year = { startDate: `${today.slice(0, 4)}-01-01`, endDate: today };

const at = (type: "csv" | "pdf", query: Record<string, string>) =>
  `/api/leak-compliance/audit-packet/${type}?${new URLSearchParams(query)}`;

/** Lines without empty cells. */
async function linesOf(by: Visitor, query: Record<string, string>) {
  const { data } = Papa.parse<Record<string, string>>((await by.get(at("csv", query))).text, {
    ...{ header: true, skipEmptyLines: true },
  });
  return data.map((line) => Object.fromEntries(Object.entries(line).filter(([, value]) => value !== "")));
}

async function pdfOf(by: Visitor, query: Record<string, string>) {
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(new URL(at("pdf", query), worker.url), { headers: { cookie } });
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  return (await textOfPdf(await answer.arrayBuffer())).flat().join(" ").replaceAll(/\s+/g, " ");
}

/** A walk-in cooler with a 20 lb charge, not yet on a job. */
async function cooler({ manager, site }: Office, name = "Walk-in cooler") {
  const unit = await addEquipment(manager, {
    ...{ equipmentName: name, equipmentType: "refrigeration", serialNumber: "SN-4711" },
    ...{ customerId: site.customerId, addressId: site.siteAddressId },
  });
  const group = { name: "Circuit A", refrigerant: "R-410A", chargeLb: 20, chargeBasis: "nameplate" };
  const { id: circuit } = (await manager.post<{ id: string }>(`/api/equipment/${unit.id}/service-groups`, group)).json;
  return { unit, circuit };
}

async function add({ manager, site, technicianId, technician }: Office, unitId: string, reading: object) {
  const workOrder = await addWorkOrder(manager, site, { technicianId, equipmentIds: [unitId] });
  const path = `/api/work-orders/${workOrder.id}/equipment/${unitId}/refrigerant-readings`;
  expect((await technician.post(path, { metering: "txv", ...reading })).status).toBe(201);
  return workOrder;
}

async function addCylinder({ manager }: Office) {
  const cylinder = { refrigerant: "R-410A", kind: "reclaimed", tareLb: 5, capacityLb: 25, grossLb: 25 };
  const made = await manager.post<{ id: string }>("/api/refrigerant-cylinders", { number: "R410A-7", ...cylinder });
  return made.json.id;
}

/** A cooler that took 5 of its 20 lb and was repaired. */
async function leaking() {
  const firm = await office(worker);
  await certify(worker, firm);
  const { unit, circuit } = await cooler(firm);
  const cylinderId = await addCylinder(firm);
  const workOrder = await add(firm, unit.id, { addedLb: 5, cylinderId, notes: "Flare nut was loose" });
  const path = `/api/equipment/${unit.id}/leak-episodes`;
  const [episode] = (await firm.manager.get<{ items: { id: string; version: number }[] }>(path)).json.items;
  const repair = { kind: "repair_done", happenedOn: today, method: "New flare, =450 psig nitrogen", notes: "" };
  const event = { ...repair, version: episode?.version };
  expect((await firm.manager.post(`/api/leak-episodes/${episode?.id}/events`, event)).status).toBe(201);
  return { firm, unit, circuit, cylinderId, workOrder };
}

const known = await leaking();

test("the CSV lists everything an inspector needs, row by row", async () => {
  const { firm, unit, workOrder } = known;
  const lines = await linesOf(firm.manager, { equipmentId: unit.id, ...year });
  const place = "12 Oak Street, Austin, TX 78701";
  const facts = {
    ...{ Owner: "Ada Byron", "Owner address": place, "Property address": place, Equipment: "Walk-in cooler" },
    ...{ "Equipment type": "Refrigeration", "Serial number": "SN-4711", Circuit: "Circuit A", Refrigerant: "R-410A" },
    ...{ "Full charge lb": "20.000", "Charge determined by": "Nameplate", Rule: "40 CFR 84.106", "Threshold %": "20" },
  };
  const recordedBy = expect.any(String);
  const due = dayFromNow(30);
  expect(lines).toEqual([
    {
      ...{ ...facts, Record: "Circuit" },
      What: "40 CFR 84 applies. R-410A is an HFC or a blend with a GWP above 53, and the full charge is 15 lb or more.",
    },
    {
      ...{ ...facts, Record: "Addition", Date: today, "Work order": workOrder.reference, "Added lb": "5.000" },
      ...{ Technician: expect.any(String), "EPA 608 certification": certificate, "Recorded by": recordedBy },
      ...{ Cylinder: "R410A-7", "Cylinder kind": "Reclaimed", "Cylinder before lb": "25.000" },
      ...{ "Cylinder after lb": "20.000", "Annualizing leak rate %": "25.00", "Annualizing added lb": "5.000" },
      ...{ "Annualizing days": "365", "Rolling leak rate %": "25.00", "Rolling added lb": "5.000" },
      Notes: "Flare nut was loose",
    },
    {
      ...{ ...facts, Record: "Leak episode", Date: today, State: "Open" },
      What: "Leak rate over the threshold: 25.00% of 20.000 lb",
    },
    { ...facts, Record: "Deadline", Date: today, What: "Repair the leak", Due: due, Done: today, State: "Done" },
    { ...facts, Record: "Deadline", Date: today, What: "Initial verification", Due: due, State: "Open" },
    {
      ...{ ...facts, Record: "Event", Date: today, What: "Repair done", "Recorded by": recordedBy },
      Method: "New flare, =450 psig nitrogen",
    },
  ]);
});

test("the PDF has the same content, for a circuit and for a customer", async () => {
  const { firm, circuit } = known;
  const pages = await Promise.all([
    pdfOf(firm.manager, { circuitId: circuit, ...year }),
    pdfOf(firm.manager, { customerId: firm.site.customerId, ...year }),
  ]);
  for (const page of pages) {
    for (const words of [
      ...[
        "Refrigerant records",
        "Walk-in cooler",
        "Ada Byron",
        "12 Oak Street",
        "20.000 lb, nameplate",
        "Serial SN-4711",
      ],
      ...["Added 5.000 lb", certificate, "R410A-7", "25.000 lb before, 20.000 lb after"],
      ...["Annualizing 25.00%: 5.000 lb of 20.000 lb, 365 days", "Rolling 25.00%", "Repair the leak"],
      ...["Initial verification", "New flare, =450 psig nitrogen", "40 CFR 84.106"],
    ])
      expect(page).toContain(words);
  }
});

test("a packet for the whole business has the period's activity, missing certifications and returned cylinders", async () => {
  const { firm, circuit, cylinderId } = await leaking();
  await worker.db
    .prepare("UPDATE refrigerant_readings SET certificate = NULL WHERE service_group_id = ?")
    .bind(circuit)
    .run();
  await cooler(firm, "Quiet cooler");
  const entry = { kind: "returned", note: "Gulf Coast Reclaim" };
  await firm.manager.post(`/api/refrigerant-cylinders/${cylinderId}/entries`, entry);
  const lines = await linesOf(firm.manager, year);
  expect(lines.filter(({ Record }) => Record === "Circuit").map(({ Equipment }) => Equipment)).toEqual([
    "Walk-in cooler",
  ]);
  expect(lines.find(({ Record }) => Record === "Addition")).toMatchObject({
    "EPA 608 certification": "No valid EPA 608 certification",
  });
  expect(lines.at(-1)).toMatchObject({ Record: "Cylinder returned", Cylinder: "R410A-7", Notes: "Gulf Coast Reclaim" });
  expect(await pdfOf(firm.manager, year)).toContain("Gulf Coast Reclaim");
  const before = { startDate: "2026-01-01", endDate: "2026-01-02" };
  expect(await linesOf(firm.manager, before)).toEqual([]);
  expect(await pdfOf(firm.manager, before)).toContain("No refrigerant was added or recovered in the period.");
});

test("a deleted addition is listed with who deleted it, when and why, and counts in no total", async () => {
  const firm = await office(worker);
  await certify(worker, firm);
  const { unit, circuit } = await cooler(firm);
  await cooler(firm, "Quiet cooler");
  await add(firm, unit.id, { addedLb: 2, cylinder: "C-1" });
  const history = `/api/equipment/${unit.id}/refrigerant-readings/history`;
  const [made] = (await firm.manager.get<{ items: { id: string }[] }>(history)).json.items;
  expect((await firm.manager.delete(`/api/refrigerant-readings/${made?.id}?reason=Wrong%20cooler`)).status).toBe(204);
  const subjects: Record<string, string>[] = [
    {},
    { circuitId: circuit },
    { equipmentId: unit.id },
    { customerId: firm.site.customerId },
  ];
  for (const subject of subjects) {
    const lines = await linesOf(firm.manager, { ...subject, ...year });
    expect(lines.filter(({ Record }) => Record !== "Circuit")).toMatchObject([
      { Record: "Deleted reading", Date: today, What: "Added 2.000 lb", "EPA 608 certification": certificate },
    ]);
    expect(lines.find(({ Record }) => Record === "Deleted reading")?.Voided).toMatch(
      new RegExp(`^Deleted on ${today} by .+: Wrong cooler$`),
    );
    expect(lines.some((line) => "Added lb" in line)).toBe(false);
  }
  const pdf = await pdfOf(firm.manager, year);
  expect(pdf).toContain("Wrong cooler");
  expect(pdf).toContain("No refrigerant was added or recovered in the period.");
  const page = (await firm.manager.get(`/equipment/audit-packet?equipmentId=${unit.id}`)).text;
  for (const words of ["0 additions", "<del>", "Added 2 lb", "Wrong cooler"]) expect(page).toContain(words);
  const before = { startDate: "2026-01-01", endDate: "2026-01-02" };
  expect(await linesOf(firm.manager, before)).toEqual([]);
});

test("a packet with more than a thousand leak episodes is refused before its file is asked for", async () => {
  const { firm, unit, circuit } = await leaking();
  await worker.db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO leak_episodes (org_id, id, equipment_id, service_group_id, kind, opened_on, regime, threshold_percent,
         charge_milli_lb, rate_centi_percent, ended_on, ending, created_at, updated_at)
       SELECT ?1, ?3 || '-' || i, ?2, ?3, 'leak', ?4, 'part84', 20, 20000, 2500, ?4, 'retired', ?4, ?4 FROM n`,
    )
    .bind(firm.orgId, unit.id, circuit, today)
    .run();
  const page = (await firm.manager.get("/equipment/audit-packet")).text;
  expect(page).toContain("There are more than 1,000 leak episodes in this period.");
  expect(page).not.toContain("/resources/audit-packet");
});

test("a customer's packet is made however many cylinders the business returned", async () => {
  const firm = await office(worker);
  await certify(worker, firm);
  const { unit } = await cooler(firm);
  await add(firm, unit.id, { addedLb: 5 });
  const now = new Date().toISOString();
  const thousand = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)";
  await worker.db
    .prepare(
      `${thousand} INSERT INTO refrigerant_cylinders
         (org_id, id, number, refrigerant, kind, tare_milli_lb, capacity_milli_lb, gross_milli_lb, created_at, updated_at)
       SELECT ?1, ?1 || '-' || i, 'EMPTY-' || i, 'R-410A', 'reclaimed', 5000, 25000, 5000, ?2, ?2 FROM n`,
    )
    .bind(firm.orgId, now)
    .run();
  await worker.db
    .prepare(
      `${thousand} INSERT INTO refrigerant_cylinder_entries
         (org_id, cylinder_id, seq, id, kind, before_milli_lb, after_milli_lb, occurred_at, created_by, created_at)
       SELECT ?1, ?1 || '-' || i, 1, ?1 || '-' || i, 'returned', 5000, 5000, ?2, 'test', ?2 FROM n`,
    )
    .bind(firm.orgId, now)
    .run();
  expect((await firm.manager.get(at("csv", year))).status).toBe(400);
  expect((await firm.manager.get(at("csv", { ...year, customerId: firm.site.customerId }))).status).toBe(200);
});

test("another business's circuit, equipment and customer are not found, and technicians and guests have no access", async () => {
  const { firm, unit, circuit } = known;
  const stranger = await office(worker);
  const other = await cooler(firm, "Another");
  const subjects: Record<string, string>[] = [
    ...[{ circuitId: circuit }, { equipmentId: unit.id }, { customerId: firm.site.customerId }, { customerId: "%" }],
  ];
  for (const subject of subjects) {
    for (const type of ["csv", "pdf"] as const) {
      expect((await stranger.manager.get(at(type, { ...subject, ...year }))).status).toBe(404);
    }
    expect((await stranger.manager.get(`/equipment/audit-packet?${new URLSearchParams(subject)}`)).status).toBe(404);
  }
  expect((await firm.manager.get(at("csv", { circuitId: circuit, equipmentId: other.unit.id, ...year }))).status).toBe(
    404,
  );
  expect(await linesOf(stranger.manager, year)).toEqual([]);
  const file = `/resources/audit-packet/csv?${new URLSearchParams(year)}`;
  for (const path of [at("csv", year), at("pdf", year), "/equipment/audit-packet", file]) {
    expect((await firm.technician.get(path)).status).toBe(403);
  }
  expect((await worker.visitor().get(at("csv", year))).status).toBe(401);
});

test("a period that is reversed, too long or invalid is rejected, with a message on the page", async () => {
  const { manager } = await office(worker);
  const refused = async (query: Record<string, string>) => {
    const { status, json } = await manager.get<Refusal>(at("csv", query));
    return [status, json.fields];
  };
  const backwards = { startDate: "2026-05-02", endDate: "2026-05-01" };
  const order = "Choose a last day that is not before the first";
  expect(await refused(backwards)).toEqual([400, { endDate: [order] }]);
  const long = { startDate: "2021-05-02", endDate: "2026-05-02" };
  expect(await refused(long)).toEqual([400, { endDate: ["Choose 5 years at most"] }]);
  expect((await refused({ startDate: "2026-02-30", endDate: "2026-03-01" }))[0]).toBe(400);
  expect((await refused({}))[0]).toBe(400);
  const page = (await manager.get(`/equipment/audit-packet?${new URLSearchParams(backwards)}`)).text;
  expect([page.includes(order), page.includes("/resources/audit-packet")]).toEqual([true, false]);
  expect((await manager.get(`/resources/audit-packet/pdf?${new URLSearchParams(backwards)}`)).status).toBe(400);
});

test("the page previews the packet's contents and offers the files", async () => {
  const { firm, unit } = known;
  const page = (await firm.manager.get(`/equipment/audit-packet?equipmentId=${unit.id}`)).text;
  for (const words of ["Walk-in cooler", "1 addition (5 lb)", "0 recoveries", "1 leak episode"]) {
    expect(page).toContain(words);
  }
  const query = new URLSearchParams({ equipmentId: unit.id, ...year });
  const file = await firm.manager.get(`/resources/audit-packet/csv?${query}`);
  expect(file.headers.get("content-disposition")).toContain(`refrigerant-records-${year.startDate}-to-${today}.csv`);
  expect(file.text).toBe((await firm.manager.get(at("csv", { equipmentId: unit.id, ...year }))).text);
  for (const path of [
    "/equipment/leaks",
    `/equipment/${unit.id}/readings`,
    `/customers/${firm.site.customerId}/equipment`,
  ]) {
    expect((await firm.manager.get(path)).text).toContain("/equipment/audit-packet");
  }
});

test("a packet holds at most ten thousand additions, and other businesses' readings cost no extra row reads", async () => {
  const { firm, unit, circuit, workOrder } = await leaking();
  const days = { startDate: dayFromNow(-300), endDate: today };
  const page = `/equipment/audit-packet?${new URLSearchParams(days)}`;
  const read = async () => databaseCosts(await firm.manager.get(page)).read;
  const few = await read();
  await readings(known, 500);
  expect(await read()).toBe(few);
  await readings({ firm, unit, circuit, workOrder }, 9999);
  const subjects: Record<string, string>[] = [{}, { customerId: firm.site.customerId }];
  for (const subject of subjects) {
    const lines = await linesOf(firm.manager, { ...subject, ...days });
    expect(lines.filter(({ Record }) => Record === "Addition")).toHaveLength(10_000);
  }
  const long = await firm.manager.get<Refusal>(at("pdf", days));
  expect([long.status, long.json.message]).toEqual([400, expect.stringContaining("A PDF holds 5,000")]);
  const offered = (await firm.manager.get(page)).text;
  expect([offered.includes("audit-packet/csv"), offered.includes("audit-packet/pdf")]).toEqual([true, false]);
  await readings({ firm, unit, circuit, workOrder }, 1);
  const refused = await firm.manager.get<Refusal>(at("pdf", days));
  expect([refused.status, refused.json.fields?.endDate?.[0]]).toEqual([
    400,
    expect.stringContaining("more than 10,000 additions and recoveries"),
  ]);
  expect((await firm.manager.get(page)).text).toContain("more than 10,000 additions");
});

type Leaking = Pick<Awaited<ReturnType<typeof leaking>>, "firm" | "unit" | "circuit" | "workOrder">;

/** Additions of one ounce, minutes apart. */
async function readings({ firm, unit, circuit, workOrder }: Leaking, count: number) {
  await worker.db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?6)
       INSERT INTO refrigerant_readings (org_id, id, work_order_id, equipment_id, service_group_id, refrigerant, metering, added_milli_lb,
         taken_at, taken_by, created_at, updated_at)
       SELECT ?1, ?2 || '-' || i, ?3, ?4, ?5, 'R-410A', 'txv', 63,
         strftime('%Y-%m-%dT%H:%M:%fZ', ?7, (i * 10) || ' minutes'), 'x', '2026-02-01T12:00:00.000Z', '2026-02-01T12:00:00.000Z' FROM n`,
    )
    .bind(firm.orgId, randomUUID(), workOrder.id, unit.id, circuit, count, dayFromNow(-250))
    .run();
}

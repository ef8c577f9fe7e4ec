import { expect, test } from "vitest";
import { addLead, type EstimateJson, made } from "#tests/support/estimates";
import { addItem, post } from "#tests/support/inventory";
import { nextYear } from "#tests/support/next-year";
import { pageText } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, technician, technicianId, orgId } = await worker.business();
const other = await worker.business();

interface RecordJson {
  key: string;
  kind: string;
  id: string;
  label: string;
}
interface GraphJson {
  records: RecordJson[];
  edges: { from: string; to: string; relation: string }[];
  more: { key: string; relation: string; shown: number; total: number; atLeast: boolean }[];
  missing: number;
}
interface PathJson {
  to: RecordJson;
  records: RecordJson[];
  steps: unknown[];
  looked: number;
}

const site = await addCustomer(worker, orgId, "Rosa Ortega");
const neighbor = await addCustomer(worker, orgId, "Ned Flint");
const start = (hour: number) => nextYear(`2027-11-22T${hour}:00:00Z`);
const workOrder = await addWorkOrder(admin, site, { technicianId, scheduledStart: start(15), title: "No cooling" });
const far = await addWorkOrder(admin, neighbor, { technicianId, scheduledStart: start(20), title: "Fan noise" });
const unit = (
  await admin.post<{ id: string }>("/api/equipment", {
    ...{ equipmentName: "Roof unit", equipmentType: "furnace", customerId: site.customerId, modelNumber: "RTU-5" },
  })
).json;
const truck = (
  await admin.post<{ id: string }>("/api/inventory/locations", { name: "Graph van", type: "truck", technicianId })
).json;
const capacitor = await addItem(admin, { name: "Capacitor 45/5" });
const received = await post(admin, "receipt", [
  { itemId: capacitor.id, locationId: truck.id, quantity: 5, unitCost: 8 },
]);
if (received.status !== 201) throw new Error(received.text);
for (const { id, equipmentId } of [
  { id: workOrder.id, equipmentId: unit.id },
  { id: far.id, equipmentId: undefined },
]) {
  const used = await admin.post(`/api/work-orders/${id}/parts/with-inventory`, {
    ...{ inventorySku: capacitor.sku, quantity: 1, locationId: truck.id },
    ...(equipmentId ? { equipmentId } : {}),
  });
  if (used.status !== 201) throw new Error(used.text);
}

const graphOf = async (query: string, by = admin) => (await by.get<GraphJson>(`/api/knowledge-graph?${query}`)).json;
const labels = (records: readonly RecordJson[], kind: string) =>
  records.filter((record) => record.kind === kind).map(({ label }) => label);

test("a customer links to its property, equipment and work orders, and an expanded job to its part and technician", async () => {
  const first = await graphOf(`from=customer:${site.customerId}`);
  expect(labels(first.records, "job")).toEqual([`${workOrder.reference} No cooling`]);
  expect([labels(first.records, "site"), labels(first.records, "equipment")]).toEqual([
    ["12 Oak Street"],
    ["Roof unit"],
  ]);
  expect(labels(first.records, "part")).toEqual([]);
  const second = await graphOf(`from=customer:${site.customerId}&open=job:${workOrder.id}`);
  expect(labels(second.records, "part")).toEqual(["Capacitor 45/5"]);
  expect(labels(second.records, "technician")).toHaveLength(1);
  expect(second.edges.filter(({ relation }) => relation === "customer-jobs")).toHaveLength(1);
});

test("a part links to every work order and equipment it was used on, under any name", async () => {
  const graph = await graphOf(`from=part:${capacitor.id}`);
  expect(labels(graph.records, "job").sort()).toEqual(
    [`${workOrder.reference} No cooling`, `${far.reference} Fan noise`].sort(),
  );
  expect(labels(graph.records, "equipment")).toEqual(["Roof unit"]);
  const uses = await admin.get<{ models: { model: string | null; times: number }[]; uses: number }>(
    `/api/knowledge-graph/parts/${capacitor.id}/uses`,
  );
  expect(uses.json.uses).toBe(2);
  expect(uses.json.models.map(({ model }) => model).sort()).toEqual(["RTU-5", null]);
});

test("a lead links to its estimates, and a property to its contacts and estimates", async () => {
  const lead = (
    await admin.post<{ id: string; number: number }>("/api/leads", {
      name: "Lena Berg",
      phone: "(414) 555-0177",
      need: "New furnace",
    })
  ).json;
  const forLead = (await admin.post<{ id: string }>("/api/estimates", { leadId: lead.id })).json;
  const forCustomer = (
    await admin.post<{ id: string }>("/api/estimates", {
      customerId: site.customerId,
      siteAddressId: site.siteAddressId,
    })
  ).json;
  const landlord = await admin.post<{ id: string }>(`/api/sites/${site.siteAddressId}/people`, {
    ...{ role: "landlord", name: "Lou Grant", phone: "(414) 555-0178" },
  });
  expect([landlord.status, landlord.text.slice(0, 200)]).toEqual([201, landlord.text.slice(0, 200)]);
  const fromLead = await graphOf(`from=lead:${lead.id}`);
  expect(fromLead.records.map(({ key }) => key)).toContain(`estimate:${forLead.id}`);
  expect(fromLead.edges).toContainEqual(expect.objectContaining({ relation: "estimate-lead" }));
  const fromSite = await graphOf(`from=site:${site.siteAddressId}`);
  expect(labels(fromSite.records, "contact")).toEqual(["Lou Grant"]);
  expect(fromSite.records.map(({ key }) => key)).toContain(`estimate:${forCustomer.id}`);
  const back = await graphOf(`from=contact:${fromSite.records.find(({ kind }) => kind === "contact")?.id}`);
  expect(labels(back.records, "site")).toEqual(["12 Oak Street"]);
  const path = await admin.get<PathJson>(
    `/api/knowledge-graph/way?from=estimate:${forCustomer.id}&to=job:${workOrder.id}&hide=customer`,
  );
  expect(path.json.records.map(({ kind }) => kind)).toEqual(["estimate", "site", "job"]);
  // A lead in the trash is not in the graph.
  expect((await admin.send("DELETE", `/api/leads/${lead.id}`, {})).status).toBeLessThan(300);
  expect((await admin.get(`/api/knowledge-graph?from=lead:${lead.id}`)).status).toBe(404);
  const orphan = await graphOf(`from=estimate:${forLead.id}`);
  expect(labels(orphan.records, "lead")).toEqual([]);
});

test("hidden kinds and work orders outside the dates are left out", async () => {
  const query = `from=part:${capacitor.id}`;
  expect(labels((await graphOf(`${query}&hide=job`)).records, "job")).toEqual([]);
  expect(labels((await graphOf(nextYear(`${query}&since=2027-11-01&until=2027-11-22`))).records, "job")).toHaveLength(
    2,
  );
  expect(labels((await graphOf(nextYear(`${query}&since=2027-11-23`))).records, "job")).toEqual([]);
  expect(labels((await graphOf(nextYear(`${query}&until=2027-11-21`))).records, "job")).toEqual([]);
});

test("dates are days in the business's zone", async () => {
  const { orgId: theirs, admin: by } = await worker.business();
  const owner = await addCustomer(worker, theirs, "Vera Lund");
  const add = (hour: string) => addWorkOrder(by, owner, { scheduledStart: nextYear(`2027-11-${hour}:00:00Z`) });
  // In Chicago 11 PM on the 21st, and 11 PM on the 22nd.
  const [first, second] = [await add("22T05"), await add("23T05")];
  const jobs = async (query: string) => {
    const { records } = (
      await by.get<GraphJson>(nextYear(`/api/knowledge-graph?from=customer:${owner.customerId}&${query}`))
    ).json;
    return records.filter(({ kind }) => kind === "job").map(({ id }) => id);
  };
  expect(await jobs("since=2027-11-22")).toEqual([second.id]);
  expect(await jobs("until=2027-11-21")).toEqual([first.id]);
  expect(await jobs("since=2027-11-22&until=2027-11-22")).toEqual([second.id]);
  const lead = await addLead(by, { name: "Vera Lund", customerId: owner.customerId });
  const { id } = await made<EstimateJson>(by, "/estimates", { leadId: lead.id });
  const estimates = async (query: string) =>
    (await by.get<GraphJson>(`/api/knowledge-graph?from=lead:${lead.id}&${query}`)).json.records
      .filter(({ kind }) => kind === "estimate")
      .map((one) => one.id);
  const createdAt = "2026-03-02T04:30:00.000Z";
  await worker.db.prepare("UPDATE estimates SET created_at = ?2 WHERE org_id = ?1").bind(theirs, createdAt).run();
  expect(await estimates("until=2026-03-01")).toEqual([id]);
  expect(await estimates("since=2026-03-02")).toEqual([]);
  const page = pageText((await by.get(`/knowledge-graph?from=lead:${lead.id}`)).text);
  expect(page).toContain("Mar 1, 2026");
  expect(page).not.toContain("Mar 2, 2026");
});

test("the shortest path goes through the part both jobs used, in at most five round trips", async () => {
  const ends = `from=customer:${site.customerId}&to=customer:${neighbor.customerId}`;
  const answer = await admin.get<PathJson>(`/api/knowledge-graph/way?${ends}&hide=technician`);
  expect(answer.json.records.map(({ kind }) => kind)).toEqual(["customer", "equipment", "part", "job", "customer"]);
  expect(answer.json.records[0]?.label).toBe("Rosa Ortega");
  expect(answer.json.steps).toHaveLength(4);
  expect(databaseCosts(answer).rounds).toBeLessThanOrEqual(5);
  const none = await admin.get<PathJson>(`/api/knowledge-graph/way?${ends}&hide=technician&hide=part`);
  expect([none.status, none.json.records, none.json.to.label]).toEqual([200, [], "Ned Flint"]);
});

test("records beyond a step are counted, shown step by step and listed by keyset without gaps", async () => {
  const busy = await addCustomer(worker, orgId, "Mall Plaza");
  const made: string[] = [];
  for (let n = 0; n < 15; n += 1) made.push((await addWorkOrder(admin, busy, { title: `Call ${n}` })).id);
  const from = `from=customer:${busy.customerId}`;
  const first = await graphOf(from);
  expect(labels(first.records, "job")).toHaveLength(12);
  expect(first.more).toEqual([
    expect.objectContaining({ relation: "customer-jobs", shown: 12, total: 15, atLeast: false }),
  ]);
  const all = await graphOf(`${from}&open=customer:${busy.customerId}.2`);
  expect([labels(all.records, "job").length, all.more]).toEqual([15, []]);
  const listed: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: { items: RecordJson[]; nextCursor: string | null } = (
      await admin.get<{ items: RecordJson[]; nextCursor: string | null }>(
        `/api/knowledge-graph/records/customer/${busy.customerId}/neighbors?relation=customer-jobs&limit=4&cursor=${cursor}`,
      )
    ).json;
    listed.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(listed).toEqual(made.reverse());
});

test("a technician's many visits to one work order hide no other, and each is listed once", async () => {
  const shop = await worker.business();
  const place = await addCustomer(worker, shop.orgId, "Repeat Foods");
  const jobs: string[] = [];
  for (const title of ["Ice machine", "Walk-in", "Reach-in", "Fryer"])
    jobs.push((await addWorkOrder(shop.admin, place, { title })).id);
  // Of 360 visits, the last 240 alternate between two of them: more than are read at a time.
  const visits = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 359),
    v AS (SELECT printf('0199f000-0000-7000-8000-%012d', i) AS id, ?2 ->> (CASE WHEN i < 120 THEN i / 60 ELSE 2 + i % 2 END) AS job,
      strftime('%Y-%m-%dT%H:%M:%S.000Z', '2025-01-01', '+' || i || ' hours') AS starts,
      strftime('%Y-%m-%dT%H:%M:%S.000Z', '2025-01-01', '+' || i || ' hours', '+30 minutes') AS ends FROM n)`;
  const insert = (into: string, from: string, last: string) =>
    worker.db
      .prepare(`INSERT INTO ${into} ${visits} SELECT ${from} FROM v`)
      .bind(shop.orgId, JSON.stringify(jobs), last)
      .run();
  await insert(
    "appointments (org_id, id, work_order_id, starts_at, ends_at, state, created_at)",
    "?1, id, job, starts, ends, 'done', ?3",
    new Date().toISOString(),
  );
  await insert(
    "appointment_technicians (org_id, appointment_id, technician_id, role, starts_at, ends_at)",
    "?1, id, ?3, 'lead', starts, ends",
    shop.technicianId,
  );
  for (const limit of [1, 2, 3, 100]) {
    const listed: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { items: RecordJson[]; nextCursor: string | null } = (
        await shop.admin.get<{ items: RecordJson[]; nextCursor: string | null }>(
          `/api/knowledge-graph/records/technician/${shop.technicianId}/neighbors?relation=technician-jobs&limit=${limit}&cursor=${cursor}`,
        )
      ).json;
      listed.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(listed).toEqual(jobs.toReversed());
  }
  const from = `from=technician:${shop.technicianId}`;
  expect((await graphOf(from, shop.admin)).more).toEqual([
    expect.objectContaining({ relation: "technician-jobs", shown: 2, total: 2, atLeast: true }),
  ]);
  expect((await shop.admin.get(`/knowledge-graph?${from}`)).text).toContain("possibly more work orders");
});

test("a member sees only the kinds they may read, and an inaccessible start is rejected", async () => {
  const graph = await graphOf(`from=job:${workOrder.id}`, technician);
  expect(new Set(graph.records.map(({ kind }) => kind))).toEqual(
    new Set(["job", "customer", "site", "part", "equipment"]),
  );
  expect((await technician.get(`/api/knowledge-graph?from=technician:${technicianId}`)).status).toBe(403);
  const hidden = await graphOf(`from=job:${workOrder.id}&open=technician:${technicianId}`, technician);
  expect(hidden.missing).toBe(0);
  expect(labels(hidden.records, "technician")).toEqual([]);
});

test("another business's records return 404 like unknown ones, and expanding them shows nothing", async () => {
  const random = "0192f000-0000-7000-8000-000000000000";
  for (const id of [workOrder.id, random]) {
    expect((await other.admin.get(`/api/knowledge-graph?from=job:${id}`)).status).toBe(404);
    const path = `/api/knowledge-graph/way?from=job:${id}&to=customer:${site.customerId}`;
    expect((await other.admin.get(path)).status).toBe(404);
    const list = `/api/knowledge-graph/records/job/${id}/neighbors?relation=job-customer`;
    expect((await other.admin.get(list)).status).toBe(404);
    expect((await other.admin.get(`/knowledge-graph?from=job:${id}`)).status).toBe(404);
  }
  const own = await addCustomer(worker, other.orgId);
  const graph = await graphOf(`from=customer:${own.customerId}&open=job:${workOrder.id}`, other.admin);
  expect([labels(graph.records, "job"), graph.missing]).toEqual([[], 1]);
});

test("invalid input is rejected with a reason", async () => {
  const path = await admin.get<{ fields: Record<string, string[]> }>("/api/knowledge-graph/way?from=vendor:1&to=job:2");
  expect([path.status, path.json.fields.from]).toEqual([400, ["Choose a record"]]);
  const list = `/api/knowledge-graph/records/customer/${site.customerId}/neighbors`;
  expect((await admin.get(`${list}?relation=nothing`)).status).toBe(400);
  expect((await admin.get(`${list}?relation=job-customer`)).status).toBe(404);
  expect((await admin.get(`${list}?relation=customer-jobs&cursor=x`)).status).toBe(400);
});

test("a link with a job number opens the record, and the page describes the connections", async () => {
  const { json } = await admin.get<{ items: RecordJson[] }>("/api/knowledge-graph/search?q=Ortega");
  expect(json.items.map(({ key }) => key)).toContain(`customer:${site.customerId}`);
  const page = await admin.get(`/knowledge-graph?from=job:${workOrder.number}`);
  expect([302, 200]).toContain(page.status);
  const shown = await admin.get(`/knowledge-graph?from=job:${workOrder.id}`);
  expect(shown.text).toContain("Capacitor 45/5");
  expect(shown.text).toContain("part used on this work order");
});

test("only parts that are on a work order are offered to start from", async () => {
  const offered = async () => pageText((await admin.get("/knowledge-graph")).text).includes("Contactor 30A");
  const contactor = await addItem(admin, { name: "Contactor 30A" });
  await post(admin, "receipt", [{ itemId: contactor.id, locationId: truck.id, quantity: 2, unitCost: 9 }]);
  const parts = `/api/work-orders/${workOrder.id}/parts`;
  const use = { inventorySku: contactor.sku, quantity: 1, locationId: truck.id };
  const used = await admin.post<{ id: string }>(`${parts}/with-inventory`, use);
  expect([used.status, await offered()]).toEqual([201, true]);
  expect((await admin.delete(`${parts}/${used.json.id}`)).status).toBe(204);
  expect(await offered()).toBe(false);
});

test("a graph query costs no more with a thousand more work orders of another customer", async () => {
  const query = `/api/knowledge-graph?from=customer:${site.customerId}&open=job:${workOrder.id}`;
  const before = databaseCosts(await admin.get(query)).read;
  const crowd = await addCustomer(worker, orgId, "Crowd Control");
  await worker.db
    .prepare(
      `INSERT INTO work_orders (org_id, id, number, title, status, priority, customer_id, site_address_id, duration_minutes, created_at, updated_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       SELECT ?1, printf('0199f000-0000-7000-8000-%012d', i), 100000 + i, 'Filter', 'unscheduled', 'normal', ?2, ?3, 60, ?4, ?4 FROM n`,
    )
    .bind(orgId, crowd.customerId, crowd.siteAddressId, new Date().toISOString())
    .run();
  expect(databaseCosts(await admin.get(query)).read).toBeLessThanOrEqual(before * 1.1);
  const hub = await admin.get<GraphJson>(`/api/knowledge-graph?from=customer:${crowd.customerId}`);
  expect(hub.json.more).toMatchObject([{ total: 100, atLeast: true }]);
  expect(databaseCosts(hub).read).toBeLessThan(700);
});

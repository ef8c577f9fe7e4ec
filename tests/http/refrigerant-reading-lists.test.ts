import { expect, test } from "vitest";
import { pageText, threePagesAndBack } from "#tests/support/page-text";
import { inRange, type Readings, readingsOf } from "#tests/support/refrigerant-readings";
import { databaseCosts } from "#tests/support/visitor";
import { addWorkOrder, moveTo, type Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { office, technician, technicianId, orgId, site, unitOnWorkOrder, record } = await readingsOf(worker);

test("a deleted reading is in no list but the unit's record, and its row stays", async () => {
  const { unit, at } = await unitOnWorkOrder();
  const { json: made } = await record(at, { ...inRange, addedLb: 2 });
  expect((await technician.delete(`/api/refrigerant-readings/${made.id}?reason=Typed%20twice`)).status).toBe(204);
  expect((await office.get<Readings>(at)).json.items).toEqual([]);
  const history = await office.get<Readings>(`/api/equipment/${unit.id}/refrigerant-readings/history`);
  expect(history.json.items.map(({ id, deletionReason }) => [id, deletionReason])).toEqual([[made.id, "Typed twice"]]);
  const row = await worker.db
    .prepare("SELECT added_milli_lb FROM refrigerant_readings WHERE id = ?1")
    .bind(made.id)
    .first();
  expect(row).toEqual({ added_milli_lb: 2000 });
});

test("a reading with refrigerant added or recovered is deleted only with a reason, and stays in the unit's record", async () => {
  const { unit, at } = await unitOnWorkOrder();
  const { json: measured } = await record(at, { ...inRange, notes: "Only measured" });
  const { json: weighed } = await record(at, { ...inRange, addedLb: 2 });
  const path = `/api/refrigerant-readings/${weighed.id}`;
  const without = await technician.delete<Refusal>(path);
  expect([without.status, without.json.fields]).toEqual([
    400,
    { reason: ["Enter a reason: refrigerant was added or recovered, so the reading stays on record"] },
  ]);
  const erased = await office.put<Refusal>(path, { version: 1, addedLb: null });
  expect([erased.status, Object.keys(erased.json.fields ?? {})]).toEqual([400, ["addedLb"]]);
  expect((await technician.delete(`/api/refrigerant-readings/${measured.id}`)).status).toBe(204);

  const dialog = `/equipment/${unit.id}/readings/${weighed.id}/delete`;
  const screen = (await office.get(`/equipment/${unit.id}/readings`)).text;
  expect([screen.includes(dialog), screen.includes("Only measured")]).toEqual([true, false]);
  expect((await technician.get(`/equipment/${unit.id}/readings`)).text).not.toContain(dialog);
  expect((await office.get(dialog)).text).toContain("It stays on record with your reason");
  expect((await office.submit(dialog, { reason: " " })).text).toContain("Enter a reason");
  expect((await office.submit(dialog, { reason: "Typed on the wrong unit" })).status).toBe(302);
  const afterwards = (await office.get(`/equipment/${unit.id}/readings`)).text;
  expect(pageText(afterwards)).toMatch(/Added 2 lb ?Deleted .* by Test Person: Typed on the wrong unit/);
  expect([afterwards.includes("<del"), afterwards.includes(dialog)]).toEqual([true, false]);
  expect((await office.get(dialog)).status).toBe(404);
  const onRecord = `/api/equipment/${unit.id}/refrigerant-readings`;
  const { items } = (await office.get<Readings>(`${onRecord}/history`)).json;
  expect(items).toMatchObject([{ id: weighed.id, addedLb: 2, deletionReason: "Typed on the wrong unit" }]);
  expect(items[0]?.deletedAt).not.toBeNull();
  expect((await office.get(`${onRecord}/history/export`)).text).toMatch(/,2,,No,.*Test Person,Typed on the wrong unit/);
  const stranger = (await worker.business()).manager;
  expect((await stranger.get(`/equipment/${unit.id}/readings`)).status).toBe(404);
});

test("deleted readings page among the others, each in its place", async () => {
  const { unit, at } = await unitOnWorkOrder();
  const notes = ["first", "second", "third", "fourth"];
  const made: string[] = [];
  for (const note of notes)
    made.push((await record(at, { ...inRange, addedLb: 0.1, notes: `The ${note} visit` })).json.id);
  for (const id of [made[1], made[3]]) await office.delete(`/api/refrigerant-readings/${id}?reason=Typed%20twice`);
  const seen: string[] = [];
  for (let next = "limit=1"; next !== "" && seen.length < 9; ) {
    const page: string = (await office.get(`/equipment/${unit.id}/readings?${next}`)).text;
    seen.push(...notes.filter((note) => page.includes(`The ${note} visit`)));
    const [, cursor] = page.match(/readings\?(cursor=[^"&]+)"/) ?? [];
    next = cursor ? `${cursor}&limit=1` : "";
  }
  expect(seen).toEqual(notes.toReversed());
});

test("equipment history spans its jobs, filters by the business's days and is paged", async () => {
  const { unit, workOrder, at } = await unitOnWorkOrder();
  await record(at, inRange);
  await moveTo(office, workOrder.id, { status: "cancelled", cancelReason: "customer" });
  const next = await addWorkOrder(office, site, { technicianId, equipmentIds: [unit.id] });
  const { json: latest } = await record(
    `/api/work-orders/${next.id}/equipment/${unit.id}/refrigerant-readings`,
    inRange,
  );
  const history = `/api/equipment/${unit.id}/refrigerant-readings/history`;
  const first = await office.get<Readings>(`${history}?limit=1`);
  expect(first.json.items.map(({ id }) => id)).toEqual([latest.id]);
  const second = await office.get<Readings>(`${history}?limit=1&cursor=${first.json.nextCursor}`);
  expect(second.json.items).toHaveLength(1);
  expect([second.json.items[0]?.id === latest.id, second.json.nextCursor]).toEqual([false, null]);
  expect((await office.get<Readings>(`${history}?endDate=2020-01-01`)).json.items).toEqual([]);
  expect((await office.get<Readings>(`${history}?startDate=2020-01-01`)).json.items).toHaveLength(2);
  expect((await office.get(`${history}?startDate=2020-02-30`)).status).toBe(400);
});

test("equipment readings can be filtered by date, and the next page keeps the filter", async () => {
  const { unit, at } = await unitOnWorkOrder();
  for (const notes of ["Cloudy sight glass", "Clear sight glass"]) await record(at, { ...inRange, notes });
  const page = async (query: string) => (await office.get(`/equipment/${unit.id}/readings?${query}`)).text;
  const before = await page("endDate=2020-01-01");
  expect([before.includes("No readings on those dates"), before.includes("Jan 1, 2020")]).toEqual([true, true]);
  const since = await page("startDate=2020-01-01&limit=1");
  expect(since).toMatch(/readings\?startDate=2020-01-01&(amp;)?cursor=/);
  expect([since.includes("Clear sight"), since.includes("Cloudy sight")]).toEqual([true, false]);
});

test("a page of a circuit's 10,000 readings reads as many rows as one of 60, however far along", async () => {
  const { unit, circuit, workOrder } = await unitOnWorkOrder();
  const later = await unitOnWorkOrder();
  await record(later.at, inRange);
  const insert = worker.db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?5)
     INSERT INTO refrigerant_readings (org_id, id, work_order_id, equipment_id, service_group_id, refrigerant, metering,
       suction_milli_psi, taken_at, taken_by, created_at, updated_at)
     SELECT ?1, ?2 || '-' || ?5 || '-' || i, ?2, ?3, ?4, 'R-410A', 'txv', 118000,
       strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01T12:00:00', '+' || i || ' minutes'),
       (SELECT taken_by FROM refrigerant_readings WHERE org_id = ?1 LIMIT 1), '2026-01-01T12:00:00.000Z',
       '2026-01-01T12:00:00.000Z' FROM n`,
  );
  const readings = (of: typeof later, count: number) =>
    insert.bind(orgId, of.workOrder.id, of.unit.id, of.circuit, count).run();
  const history = `/api/equipment/${unit.id}/refrigerant-readings/history`;
  const fourthPage = async (query: string) => {
    let page = await office.get<Readings>(`${history}?${query}`);
    for (let turned = 0; turned < 3; turned += 1) {
      page = await office.get<Readings>(`${history}?${query}&cursor=${page.json.nextCursor}`);
    }
    expect(page.json.items).toHaveLength(12);
    return databaseCosts(page).read;
  };
  const queries = ["", "startDate=2026-01-01&endDate=2026-01-01"];
  await readings({ ...later, unit, circuit, workOrder }, 60);
  await readings(later, 60);
  const few = await Promise.all(queries.map(fourthPage));
  // Twelve readings with their job, circuit and technician, one more to detect the next page, a look for deleted ones, and the
  // reader.
  for (const read of few) expect(read).toBeLessThanOrEqual(61);
  await readings({ ...later, unit, circuit, workOrder }, 10_000);
  await readings(later, 200);
  expect(await Promise.all(queries.map(fourthPage))).toEqual(few);
});

test("a job's readings of a circuit cost the same however many readings other jobs have of it", async () => {
  const { unit, circuit, workOrder, at } = await unitOnWorkOrder();
  await record(at, inRange);
  const other = await addWorkOrder(office, site, { technicianId, equipmentIds: [unit.id] });
  const onOther = (count: number) =>
    worker.db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?5)
         INSERT INTO refrigerant_readings (org_id, id, work_order_id, equipment_id, service_group_id, refrigerant, metering,
           suction_milli_psi, taken_at, taken_by, created_at, updated_at)
         SELECT ?1, ?2 || '-' || ?5 || '-' || i, ?2, ?3, ?4, 'R-410A', 'txv', 118000, '2026-01-01T12:00:00.000Z', 'nobody',
           '2026-01-01T12:00:00.000Z', '2026-01-01T12:00:00.000Z' FROM n`,
      )
      .bind(orgId, other.id, unit.id, circuit, count)
      .run();
  const lists = [at, `/api/work-orders/${workOrder.id}/service-groups/${circuit}/refrigerant-readings`];
  const costs = () =>
    Promise.all(
      lists.map(async (path) => {
        const answer = await office.get<Readings>(path);
        expect([path, answer.json.items.length]).toEqual([path, 1]);
        return databaseCosts(answer).read;
      }),
    );
  await onOther(5);
  const few = await costs();
  await onOther(2000);
  expect(await costs()).toEqual(few);
});

test("a job's readings are paged, so that none is missing from its tab", async () => {
  const { unit, circuit, workOrder } = await unitOnWorkOrder();
  await worker.db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 51)
       INSERT INTO refrigerant_readings (org_id, id, work_order_id, equipment_id, service_group_id, refrigerant, metering,
         suction_milli_psi, notes, taken_at, taken_by, created_at, updated_at)
       SELECT ?1, ?2 || '-' || i, ?2, ?3, ?4, 'R-410A', 'txv', 118000, 'Visit ' || i || '.', printf('2026-01-01T12:%02d:00.000Z', i), 'x',
         '2026-01-01T12:00:00.000Z', '2026-01-01T12:00:00.000Z' FROM n`,
    )
    .bind(orgId, workOrder.id, unit.id, circuit)
    .run();
  const { text } = await office.get(`/workorders/${workOrder.number}/readings`);
  expect([text.includes("Visit 51."), text.includes("Visit 2."), text.includes("Visit 1.")]).toEqual([
    true,
    true,
    false,
  ]);
  const [, next = ""] = text.match(/readings\?(cursor=[^"&]+)"/) ?? [];
  expect((await office.get(`/workorders/${workOrder.number}/readings?${next}`)).text).toContain("Visit 1.");
});

test("a unit's readings page back one page at a time, within their days", async () => {
  const { unit, at } = await unitOnWorkOrder();
  const superheats: (string | undefined)[] = [];
  for (const suctionPsig of [111, 115, 119])
    superheats.unshift((await record(at, { ...inRange, suctionPsig })).json.superheat?.value.toFixed(1));
  const { pages, back } = await threePagesAndBack(office, `/equipment/${unit.id}/readings?startDate=2020-01-01`);
  const shown = [...pages, back].map((page) => superheats.filter((value) => pageText(page).includes(`${value} °F`)));
  expect(shown).toEqual([superheats[0], superheats[1], superheats[2], superheats[1]].map((value) => [value]));
});

import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { at, moveSite, place } from "#tests/support/scheduler";
import { addCustomer, addTechnician, addWorkOrder, type Refusal, type WorkOrderJson } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { ReassignmentProposal } from "~/domain/work-orders/schedule/reassign-day.server";

const worker = await testWorker();
const date = nextYear("2027-03-09");

/** Luis has three jobs that day; Mia and Ben are available. */
async function aDayToReassign() {
  const business = await worker.business();
  const { orgId, manager, technicianId: luis } = business;
  const site = await addCustomer(worker, orgId);
  await moveSite(worker, site.siteAddressId, { latitude: 41.88, longitude: -87.63 });
  const [mia, ben] = [await addTechnician(worker, orgId, "Mia"), await addTechnician(worker, orgId, "Ben")];
  const book = async (technicianId: string, time: string, fields: Record<string, unknown> = {}) => {
    const workOrder = await addWorkOrder(manager, site, fields);
    const placed = await place(manager, workOrder, { technicianId, start: at(`${date} ${time}`) });
    if (placed.status !== 200) throw new Error(placed.text);
    return { ...workOrder, ...placed.json };
  };
  const jobs = [await book(luis, "09:00"), await book(luis, "11:00"), await book(luis, "14:00")];
  await book(mia, "09:00");
  const propose = () =>
    manager.get<ReassignmentProposal>(`/api/scheduling/reassignment-proposal?technicianId=${luis}&date=${date}`);
  const apply = (proposal: ReassignmentProposal & { leaveOut?: string[] }) =>
    manager.post<{ id: string; jobs: number } & Refusal>("/api/scheduling/reassignments", proposal);
  return { ...business, luis, mia, ben, site, jobs, book, propose, apply };
}

const rows = (ids: string[]) =>
  worker.db
    .prepare(
      `SELECT w.id, w.technician_id, w.scheduled_start, w.status, t.technician_id AS booked, t.starts_at, t.role
       FROM work_orders w JOIN appointments v ON v.work_order_id = w.id AND v.state = 'booked' JOIN appointment_technicians t ON t.appointment_id = v.id
       WHERE w.id IN (SELECT value FROM json_each(?)) ORDER BY w.number`,
    )
    .bind(JSON.stringify(ids))
    .all<{ id: string; technician_id: string; booked: string; scheduled_start: string; starts_at: string }>();

test("a day's reassignment is proposed as changes, applied in one step and undone in one step", async () => {
  const { luis, jobs, propose, apply, manager } = await aDayToReassign();
  const ids = jobs.map(({ id }) => id);
  const before = (await rows(ids)).results;
  const { json: proposal } = await propose();
  expect(proposal.changes.map(({ workOrderId }) => workOrderId).sort()).toEqual([...ids].sort());
  expect(proposal.leftOver).toEqual([]);
  expect((await rows(ids)).results).toEqual(before);

  const done = await apply(proposal);
  expect(done).toMatchObject({ status: 201, json: { jobs: 3 } });
  const after = (await rows(ids)).results;
  expect(after.map(({ booked, starts_at }) => [booked, starts_at])).toEqual(
    after.map(({ id }) => {
      const change = proposal.changes.find(({ workOrderId }) => workOrderId === id);
      return [change?.to.technicianIds[0], new Date(change?.to.start ?? 0).toISOString()];
    }),
  );
  expect(
    after.every(
      (row) => row.booked !== luis && row.booked === row.technician_id && row.starts_at === row.scheduled_start,
    ),
  ).toBe(true);

  const undone = await manager.post(`/api/scheduling/reassignments/${done.json.id}/undo`);
  expect(undone.status).toBe(200);
  expect((await rows(ids)).results).toEqual(before);
  expect((await manager.post(`/api/scheduling/reassignments/${done.json.id}/undo`)).status).toBe(200);
});

test("the times of a job in another zone are those of its site", async () => {
  const { site, luis, manager, propose } = await aDayToReassign();
  await moveSite(worker, site.siteAddressId, { latitude: 41.88, longitude: -87.63, zone: "America/Denver" });
  const { json } = await propose();
  expect(json.changes.map(({ zone }) => zone)).toEqual(json.changes.map(() => "America/Denver"));
  const page = await manager.get(`/workorders/scheduler/${date}/reassign/${luis}`);
  expect(page.text).toMatch(/\d:\d\d [AP]M MST/);
});

test("a day that changed after the proposal is not reassigned, not even in part", async () => {
  const { jobs, propose, apply, manager, ben } = await aDayToReassign();
  const ids = jobs.map(({ id }) => id);
  const { json: proposal } = await propose();
  const [first] = jobs;
  await place(
    manager,
    { id: first?.id ?? "", version: first?.version ?? 0 },
    { technicianId: ben, start: at(`${date} 16:00`) },
  );
  const before = (await rows(ids)).results;
  const refused = await apply(proposal);
  expect(refused).toMatchObject({
    status: 409,
    json: { message: "The day has changed since this plan was made. Please review it again." },
  });
  expect((await rows(ids)).results).toEqual(before);
});

test("a reassignment cannot be undone once one of its jobs has changed", async () => {
  const { jobs, propose, apply, manager } = await aDayToReassign();
  const ids = jobs.map(({ id }) => id);
  const done = await apply((await propose()).json);
  const [workOrder] = jobs;
  const now = (await manager.get<WorkOrderJson>(`/api/work-orders/${workOrder?.id}`)).json;
  await place(manager, now, { durationMinutes: 45 });
  const before = (await rows(ids)).results;
  expect((await manager.post(`/api/scheduling/reassignments/${done.json.id}/undo`)).status).toBe(409);
  expect((await rows(ids)).results).toEqual(before);
});

test("a reassignment is not undone onto a technician who has left, or may no longer do the work", async () => {
  const { orgId, luis, jobs, propose, apply, manager } = await aDayToReassign();
  const ids = jobs.map(({ id }) => id);
  const done = await apply((await propose()).json);
  const after = (await rows(ids)).results;
  const undo = () => manager.post<Refusal>(`/api/scheduling/reassignments/${done.json.id}/undo`);
  const become = (status: string) =>
    worker.db.prepare("UPDATE technicians SET status = ? WHERE org_id = ? AND id = ?").bind(status, orgId, luis).run();

  await become("inactive");
  const left = await undo();
  expect([left.status, left.json.message]).toEqual([409, expect.stringContaining("no longer works here")]);
  await become("active");
  await worker.db
    .prepare(
      "UPDATE work_orders SET playbook = json_set(coalesce(playbook, '{}'), '$.refrigerantWork', json('true')) WHERE org_id = ? AND id = ?",
    )
    .bind(orgId, ids[0])
    .run();
  await worker.db.prepare("DELETE FROM technician_certifications WHERE org_id = ?").bind(orgId).run();
  const uncertified = await undo();
  expect([uncertified.status, uncertified.json.message]).toEqual([409, expect.stringContaining("EPA 608")]);
  expect((await rows(ids)).results).toEqual(after);
});

test("the database books no one who has left", async () => {
  const { orgId, jobs, ben } = await aDayToReassign();
  await worker.db.prepare("UPDATE technicians SET status = 'inactive' WHERE id = ?").bind(ben).run();
  const book = worker.db
    .prepare(
      `INSERT INTO appointment_technicians (org_id, appointment_id, technician_id, role, starts_at, ends_at)
       SELECT org_id, id, ?, 'helper', starts_at, ends_at FROM appointments WHERE org_id = ? AND work_order_id = ? AND state = 'booked'`,
    )
    .bind(ben, orgId, jobs[0]?.id);
  await expect(book.run()).rejects.toThrow("technician_inactive");
});

test("the same reassignment sent twice is applied once, and only in the user's business", async () => {
  const { luis, propose, manager } = await aDayToReassign();
  const { json: proposal } = await propose();
  const send = () =>
    manager.post<{ id: string }>("/api/scheduling/reassignments", proposal, { "idempotency-key": `reassign-${luis}` });
  const [one, two] = [await send(), await send()];
  expect(two.json.id).toBe(one.json.id);
  const other = await worker.business("Elsewhere");
  expect(
    (await other.manager.get(`/api/scheduling/reassignment-proposal?technicianId=${luis}&date=${date}`)).status,
  ).toBe(404);
  expect((await other.manager.post("/api/scheduling/reassignments", proposal)).status).toBe(404);
  expect((await other.manager.post(`/api/scheduling/reassignments/${one.json.id}/undo`)).status).toBe(404);
  expect(
    (await other.technician.get(`/api/scheduling/reassignment-proposal?technicianId=${luis}&date=${date}`)).status,
  ).toBe(403);
});

test("a job en route goes back to dispatched when it is reassigned", async () => {
  const { orgId, jobs, propose, apply, luis } = await aDayToReassign();
  const [workOrder] = jobs;
  await worker.db
    .prepare("UPDATE work_orders SET status = 'en_route' WHERE org_id = ? AND id = ?")
    .bind(orgId, workOrder?.id ?? "")
    .run();
  const done = await apply((await propose()).json);
  expect(done.status).toBe(201);
  const [row] = (await rows([workOrder?.id ?? ""])).results;
  expect(row).toMatchObject({ status: "dispatched" });
  expect(row?.booked).not.toBe(luis);
});

test("each change includes the customer and the arrival window, and any change can be left out", async () => {
  const { luis, jobs, propose, apply } = await aDayToReassign();
  const { json: proposal } = await propose();
  expect(proposal).toMatchObject({ movesOthers: false });
  for (const change of proposal.changes)
    expect(change).toMatchObject({ isOwn: true, customerName: "Ada Byron", title: "No heat", window: null });
  const [leftOut] = jobs;
  const done = await apply({ ...proposal, leaveOut: [leftOut?.id ?? ""] });
  expect(done).toMatchObject({ status: 201, json: { jobs: 2 } });
  const { results } = await rows(jobs.map(({ id }) => id));
  expect(results.filter(({ booked }) => booked === luis).map(({ id }) => id)).toEqual([leftOut?.id]);
});

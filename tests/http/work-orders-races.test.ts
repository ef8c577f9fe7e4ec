import { expect, test } from "vitest";
import { addWorkOrder, dispatched, moveTo, office, start, type WorkOrderJson } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

// What happens at the same moment: each change is made once and wholly, and whoever was slower is told.
const worker = await testWorker();

test("a move on a stale version is refused, without a version it is the state that counts", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  await manager.patch("/api/work-orders/1", { version: 1, title: "Renamed" });
  const late = await moveTo(manager, 1, { status: "cancelled", cancelReason: "duplicate", version: 1 });
  expect(late.status).toBe(409);
  expect(late.json.current).toMatchObject({ version: 2, title: "Renamed" });
  expect((await moveTo(manager, 1, { status: "cancelled", cancelReason: "duplicate" })).status).toBe(200);
});

test("of two different status changes at the same time one wins and the other is a conflict", async () => {
  const business = await office(worker);
  const { id } = await dispatched(business);
  const answers = await Promise.all([
    moveTo(business.technician, id, { status: "en_route" }),
    moveTo(business.manager, id, { status: "cancelled", cancelReason: "customer" }),
    moveTo(business.manager, id, { status: "scheduled" }),
  ]);
  const rows = await worker.db
    .prepare("SELECT count(*) AS n FROM work_order_history WHERE org_id = ?")
    .bind(business.orgId)
    .first("n");
  const won = answers.filter((answer) => answer.status === 200).length;
  // Moves that follow each other are legal too: what counts is that every success left its row and its state.
  expect(rows).toBe(3 + won);
  for (const answer of answers.filter((one) => one.status !== 200)) expect(answer.status).toBe(409);
  const { json } = await business.manager.get<WorkOrderJson>(`/api/work-orders/${id}`);
  expect(json.version).toBe(3 + won);
});

test("the same move from two devices at once is made once", async () => {
  const business = await office(worker);
  const { id } = await dispatched(business);
  const answers = await Promise.all([1, 2, 3, 4].map(() => moveTo(business.technician, id, { status: "en_route" })));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  const history = await business.manager.get<{ total: number }>(`/api/work-orders/${id}/status-history`);
  expect(history.json.total).toBe(4);
});

test("of 32 bookings of one technician's hour one is made, 31 name the job that has it", async () => {
  const { manager, site, technicianId } = await office(worker);
  const made = await Promise.all(Array.from({ length: 32 }, () => addWorkOrder(manager, site)));
  const answers = await Promise.all(
    made.map(({ id }) => moveTo(manager, id, { status: "scheduled", technicianId, scheduledStart: start })),
  );
  const winner = answers.find((answer) => answer.status === 200);
  const losers = answers.filter((answer) => answer.status === 409);
  expect(losers).toHaveLength(31);
  for (const { json } of losers) {
    expect(json.message).toBe(`Luis Ortega is at Ada Byron (${winner?.json.reference}) 9:00 to 10:00 AM.`);
    expect(json.missing).toMatchObject([{ need: "technician_free_and_skilled" }]);
  }
});

test("of two overrides for one hour at the same moment the slower is told which job it is", async () => {
  const { manager, site, technicianId } = await office(worker);
  const made = await Promise.all(Array.from({ length: 8 }, () => addWorkOrder(manager, site)));
  const booking = { status: "scheduled", technicianId, scheduledStart: start, overrideReason: "Two units on one roof" };
  const answers = await Promise.all(made.map(({ id }) => moveTo(manager, id, booking)));
  const losers = answers.filter((answer) => answer.status === 409);
  for (const { json } of losers) expect(json.message).toMatch(/^Luis Ortega is at Ada Byron \(WO-\d{3}\)/);
});

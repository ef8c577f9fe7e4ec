import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import type { Visitor } from "#tests/support/visitor";
import {
  addCustomer,
  addTechnician,
  addWorkOrder,
  dispatched,
  givenForMove,
  moveTo,
  type Office,
  office,
  type Refusal,
  type SeedRow,
  seedWorkOrders,
  start,
} from "#tests/support/work-orders";
import { type Business, testWorker } from "#tests/support/worker";
import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { type ActorRole, allowedTransitions } from "~/domain/work-orders/transitions";

const worker = await testWorker();

const hoursFrom = (hours: number) =>
  new Date(Date.parse(nextYear("2027-11-08T06:00:00Z")) + hours * 3_600_000).toISOString();

/** One work order for each pair of statuses, led by its own technician, with the business's technician helping. */
async function pairs(business: Business) {
  const all = WORK_ORDER_STATUSES.flatMap((from) => WORK_ORDER_STATUSES.map((to) => ({ from, to })));
  const site = await addCustomer(worker, business.orgId);
  const leads = all.map(() => randomUUID());
  await worker.db
    .prepare(
      `INSERT INTO technicians (org_id, id, first_name, last_name, email, status, created_at)
       SELECT ?1, value, 'Lead', 'Tech', value, 'active', ?2 FROM json_each(?3)`,
    )
    .bind(business.orgId, new Date().toISOString(), JSON.stringify(leads))
    .run();
  const rows = all.map(
    ({ from }, index): SeedRow => ({
      id: randomUUID(),
      number: index + 1,
      title: `Job ${index}`,
      status: from,
      priority: "normal",
      technicianId: leads[index] ?? null,
      start: from === "unscheduled" ? null : hoursFrom(index * 2),
    }),
  );
  await seedWorkOrders(worker, business.orgId, site, rows);
  await worker.db
    .prepare(
      `INSERT INTO appointment_technicians (org_id, appointment_id, technician_id, role, starts_at, ends_at, blocks_calendar)
       SELECT org_id, id, ?2, 'helper', starts_at, ends_at, 0 FROM appointments WHERE org_id = ?1`,
    )
    .bind(business.orgId, business.technicianId)
    .run();
  return all.map((pair, index) => ({ ...pair, number: index + 1, at: hoursFrom(index * 2 + 500) }));
}

const who: [string, ActorRole[], (business: Business) => Visitor | Promise<Visitor>][] = [
  ["a manager", ["manager", "office"], (business) => business.manager],
  ["the office", ["office"], (business) => worker.member(business.orgId, "Technician", ["work_orders.write"])],
  ["the technician on the job", ["technician"], (business) => business.technician],
];

test.each(who)("%s can make the transitions in the table and no others", async (_, kinds, by) => {
  const business = await worker.business();
  const visitor = await by(business);
  for (const { from, to, number, at } of await pairs(business)) {
    const answer = await moveTo(visitor, number, { ...givenForMove(business, at), status: to });
    const crewed = !(kinds[0] === "technician" && from === "unscheduled");
    const allowed = crewed ? allowedTransitions(from, kinds) : [];
    const label = `${from} to ${to}: ${answer.text}`;
    if (from === to && crewed) expect(answer.status, label).toBe(200);
    else if (allowed.includes(to)) {
      // A job on hold can only be completed if the customer was absent.
      if (from === "on_hold" && to === "completed")
        expect(answer.json.missing?.[0]?.need).toBe("held_for_absent_customer");
      else expect([answer.status, answer.json.status], label).toEqual([200, to]);
    } else {
      expect(answer.status, label).toBeOneOf([403, 409]);
      if (answer.status === 409) expect(answer.json, label).toMatchObject({ from, to, allowed, code: "conflict" });
    }
  }
});

test("an illegal transition is a conflict that lists the allowed ones", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  const answer = await moveTo(manager, 1, { status: "completed" });
  expect(answer.status).toBe(409);
  expect(answer.json).toMatchObject({
    message: "A work order cannot go from Unscheduled to Completed.",
    from: "unscheduled",
    to: "completed",
    allowed: ["scheduled", "cancelled"],
  });
});

test("setting the current status again returns 200 and records nothing", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  const answer = await moveTo(manager, 1, { status: "unscheduled" });
  expect([answer.status, answer.json.version]).toEqual([200, 1]);
  const history = await manager.get<{ total: number }>("/api/work-orders/1/status-history");
  expect(history.json.total).toBe(1);
});

test("technicians can change the status only of jobs assigned to them", async () => {
  const business = await office(worker);
  const mia = await addTechnician(worker, business.orgId);
  const own = await dispatched(business);
  const other = await addWorkOrder(business.manager, business.site, { technicianId: mia, scheduledStart: start });
  expect((await moveTo(business.technician, other.id, { status: "en_route" })).status).toBe(403);
  expect((await moveTo(business.technician, own.id, { status: "en_route" })).status).toBe(200);
});

test("scheduling, putting on hold and canceling return which input is missing", async () => {
  const { manager, technician, site, technicianId } = await office(worker);
  await addWorkOrder(manager, site);
  const booking = await moveTo(manager, 1, { status: "scheduled" });
  expect(booking.json.missing).toMatchObject([{ need: "schedule", message: "Choose when the job starts." }]);
  const canceling = await moveTo(manager, 1, { status: "cancelled" });
  expect(canceling.json.missing).toMatchObject([{ need: "cancel_reason" }]);
  await moveTo(manager, 1, { status: "scheduled", technicianId, scheduledStart: start });
  await moveTo(technician, 1, { status: "in_progress" });
  const holding = await moveTo(manager, 1, { status: "on_hold" });
  expect([holding.status, holding.json.missing]).toMatchObject([409, [{ need: "hold_reason" }]]);
});

test("a job on hold frees its time and blocks it again when work resumes", async () => {
  const business = await office(worker);
  const { technician, orgId } = business;
  const { id } = await dispatched(business);
  const held = () =>
    worker.db
      .prepare("SELECT sum(blocks_calendar) AS n FROM appointment_technicians WHERE org_id = ?")
      .bind(orgId)
      .first("n");
  await moveTo(technician, id, { status: "in_progress" });
  const onHold = await moveTo(technician, id, { status: "on_hold", holdReason: "parts", reason: "Blower motor" });
  expect(onHold.json.holdReason).toBe("parts");
  expect(await held()).toBe(0);
  const resumed = await moveTo(technician, id, { status: "in_progress" });
  expect(resumed.json.holdReason).toBeNull();
  expect(await held()).toBe(1);
  const history = await technician.get<{ items: { to: string; reason: string | null }[] }>(
    `/api/work-orders/${id}/status-history`,
  );
  expect(history.json.items.find((one) => one.to === "on_hold")?.reason).toBe("Waiting for parts: Blower motor");
});

test("completing requires the required tasks and the signature, and lists which are missing", async () => {
  const business = await office(worker);
  const { id } = await dispatched(business, { tasks: ["Measure superheat"], signatureRequired: true });
  await moveTo(business.technician, id, { status: "in_progress" });
  const refused = await moveTo(business.technician, id, { status: "completed" });
  expect(refused.status).toBe(409);
  expect(refused.json.missing).toMatchObject([
    { need: "can_complete", gaps: [{ item: "tasks", names: ["Measure superheat"] }, { item: "signature" }] },
  ]);
  const now = new Date().toISOString();
  await worker.db.batch([
    worker.db.prepare("UPDATE work_order_tasks SET done_at = ? WHERE org_id = ?").bind(now, business.orgId),
    worker.db
      .prepare(
        "INSERT INTO work_order_signatures (org_id, work_order_id, id, signer_name, signed_at) VALUES (?, ?, 's', 'Ada', ?)",
      )
      .bind(business.orgId, id, now),
  ]);
  const done = await moveTo(business.technician, id, { status: "completed" });
  expect(done.json).toMatchObject({ status: "completed", technicianId: business.technicianId });
  expect(done.json.completedAt).not.toBeNull();
});

test("reopening keeps the technician, completed tasks and the signature, and closing is final", async () => {
  const business = await office(worker);
  const { id } = await dispatched(business, { tasks: ["Check filter"], signatureRequired: true });
  await moveTo(business.technician, id, { status: "in_progress" });
  await worker.db.prepare("UPDATE work_order_tasks SET done_at = 'x' WHERE org_id = ?").bind(business.orgId).run();
  const signature = { signerName: "Ada Byron", strokes: "M0 0L10 10" };
  expect((await business.technician.post(`/api/work-orders/${id}/signatures`, signature)).status).toBe(201);
  await moveTo(business.technician, id, { status: "completed" });
  const reopened = await moveTo(business.manager, id, { status: "in_progress", reason: "Noise came back" });
  expect(reopened.json).toMatchObject({
    status: "in_progress",
    completedAt: null,
    technicianId: business.technicianId,
  });
  expect(reopened.json.tasks[0]?.doneAt).not.toBeNull();
  expect((await business.manager.get("/workorders/1")).text).toContain('aria-label="Signature of Ada Byron"');
  expect((await moveTo(business.technician, id, { status: "completed" })).status).toBe(200);
  expect((await moveTo(business.manager, id, { status: "closed", noCharge: true })).json.status).toBe("closed");
  const final = await moveTo(business.manager, id, { status: "in_progress", reason: "Again" });
  expect(final.json).toMatchObject({ message: "A closed work order can't be changed.", allowed: [] });
  const edit = await business.manager.patch<Refusal>(`/api/work-orders/${id}`, { version: 9, title: "x" });
  expect(edit.status).toBe(409);
});

test("a technician en route to one job cannot start another", async () => {
  const business = await office(worker);
  const first = await dispatched(business);
  const second = await dispatched(business, { scheduledStart: nextYear("2027-11-22T18:00:00Z") });
  await moveTo(business.technician, first.id, { status: "en_route" });
  const refused = await moveTo(business.technician, second.id, { status: "en_route" });
  expect(refused.status).toBe(409);
  expect(refused.json.message).toBe("The technician is on WO-001.");
  const started = await moveTo(business.technician, second.id, { status: "in_progress" });
  expect(started.json.message).toBe("The technician is on WO-001.");
});

test("canceling frees the slot for another job, and reopening starts unscheduled", async () => {
  const business = await office(worker);
  const { manager, site, technicianId } = business;
  const { id } = await dispatched(business);
  const second = await addWorkOrder(manager, site);
  const slot = { status: "scheduled", technicianId, scheduledStart: start };
  expect((await moveTo(manager, second.id, slot)).status).toBe(409);
  expect((await moveTo(manager, id, { status: "cancelled", cancelReason: "customer" })).json.cancelReason).toBe(
    "customer",
  );
  expect((await moveTo(manager, second.id, slot)).status).toBe(200);
  const again = await moveTo(manager, id, { status: "unscheduled", reason: "Called back" });
  expect(again.json).toMatchObject({ status: "unscheduled", scheduledStart: null, cancelReason: null });
});

type Change = { to: string; occurredAt: string; recordedAt: string; deviceAt: string | null };

async function historyOf({ manager }: Office, id: string): Promise<Change[]> {
  return (await manager.get<{ items: Change[] }>(`/api/work-orders/${id}/status-history`)).json.items;
}

/** A dispatched job whose whole history is that many hours old. */
async function dispatchedEarlier(business: Office, hours: number) {
  const made = await dispatched(business);
  const rows = await worker.db
    .prepare("SELECT * FROM work_order_history WHERE org_id = ? AND work_order_id = ? ORDER BY id")
    .bind(business.orgId, made.id)
    .all<Record<string, string | null>>();
  await worker.db.prepare("DELETE FROM work_order_history WHERE work_order_id = ?").bind(made.id).run();
  for (const row of rows.results) {
    const at = new Date(Date.parse(row.recorded_at ?? "") - hours * 3_600_000).toISOString();
    const values = { ...row, occurred_at: at, recorded_at: at };
    const names = Object.keys(values);
    await worker.db
      .prepare(`INSERT INTO work_order_history (${names.join()}) VALUES (${names.map(() => "?").join()})`)
      .bind(...Object.values(values))
      .run();
  }
  return made;
}

test("a change made offline keeps the device's time", async () => {
  const business = await office(worker);
  const { id } = await dispatchedEarlier(business, 3);
  const occurredAt = new Date(Date.now() - 3_600_000).toISOString();
  await moveTo(business.technician, id, { status: "en_route", occurredAt });
  const change = (await historyOf(business, id)).find((one) => one.to === "en_route");
  expect(change).toMatchObject({ occurredAt, deviceAt: null });
  expect(change?.recordedAt).not.toBe(occurredAt);
});

test.each([
  ["26 hours ahead", () => new Date(Date.now() + 26 * 3_600_000)],
  ["in 2099", () => new Date("2099-01-01T00:00:00Z")],
  ["in 1970", () => new Date("1970-01-01T00:00:00Z")],
])("a device clock %s adds no hours, and the history shows it", async (_, clock) => {
  const business = await office(worker);
  const { id } = await dispatchedEarlier(business, 3);
  const occurredAt = clock().toISOString();
  const before = Date.now();
  for (const status of ["en_route", "in_progress", "completed"]) {
    expect((await moveTo(business.technician, id, { status, occurredAt })).status).toBe(200);
  }
  const changes = (await historyOf(business, id)).slice(-3);
  for (const change of changes) {
    expect(change.deviceAt).toBe(occurredAt);
    expect(Date.parse(change.occurredAt)).toBeGreaterThanOrEqual(before - 5000);
    expect(change.occurredAt <= change.recordedAt).toBe(true);
  }
  type Stay = { status: WorkOrderStatus; seconds: number; skewed: boolean };
  const stays = await business.manager.get<{ items: Stay[] }>(`/api/work-orders/${id}/status-history/durations`);
  for (const { status, seconds, skewed } of stays.json.items.slice(-3)) {
    expect(seconds, status).toBeLessThan(60);
    expect(skewed).toBe(true);
  }
  const completedAt = (await business.manager.get<{ completedAt: string }>(`/api/work-orders/${id}`)).json.completedAt;
  expect(Math.abs(Date.parse(completedAt) - Date.now())).toBeLessThan(60_000);
});

test("a clock offset measured by the device is subtracted from its times", async () => {
  const business = await office(worker);
  const { id } = await dispatchedEarlier(business, 3);
  const clockOffsetMs = -40 * 365 * 86_400_000;
  const really = Date.now() - 3_600_000;
  const occurredAt = new Date(really + clockOffsetMs).toISOString();
  await moveTo(business.technician, id, { status: "en_route", occurredAt, clockOffsetMs });
  const change = (await historyOf(business, id)).find((one) => one.to === "en_route");
  expect(change).toMatchObject({ occurredAt: new Date(really).toISOString(), deviceAt: occurredAt });
  expect((await business.manager.get(`/workorders/${id}/timeline`)).text).toContain("office time is used");
});

test("the database rejects a history entry ahead of the office's clock or before the previous status", async () => {
  const business = await office(worker);
  const { id } = await dispatched(business);
  const insert = (occurredAt: string) =>
    worker.db
      .prepare(
        "INSERT INTO work_order_history (org_id, work_order_id, id, from_status, to_status, occurred_at, recorded_at) VALUES (?, ?, 'x', 'dispatched', 'en_route', ?, ?)",
      )
      .bind(business.orgId, id, occurredAt, new Date().toISOString())
      .run();
  await expect(insert("2099-01-01T00:00:00.000Z")).rejects.toThrow("history_ahead");
  await expect(insert("1970-01-01T00:00:00.000Z")).rejects.toThrow("history_out_of_order");
  await expect(insert("yesterday")).rejects.toThrow("history_ahead");
});

test("durations and distribution show the time in each status", async () => {
  const business = await office(worker);
  const { id } = await dispatchedEarlier(business, 3);
  await moveTo(business.technician, id, {
    status: "en_route",
    occurredAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  type Stay = { status: WorkOrderStatus; seconds: number; skewed: boolean };
  const stays = await business.manager.get<{ items: Stay[] }>(`/api/work-orders/${id}/status-history/durations`);
  expect(stays.json.items.map((stay) => stay.status)).toEqual(["unscheduled", "scheduled", "dispatched", "en_route"]);
  expect(stays.json.items.find((stay) => stay.status === "dispatched")).toMatchObject({ skewed: true });
  const shares = await business.manager.get<{ items: { percent: number }[] }>(
    `/api/work-orders/${id}/status-distribution`,
  );
  expect(shares.json.items.reduce((sum, share) => sum + share.percent, 0)).toBeCloseTo(100, 0);
});

test.each([
  ["an unknown status", { status: "done" }],
  ["no status", {}],
  ["an unknown hold reason", { status: "on_hold", holdReason: "lunch" }],
  ["an invalid time", { status: "scheduled", occurredAt: "yesterday" }],
  ["a reason over 500 characters", { status: "cancelled", cancelReason: "customer", reason: "x".repeat(501) }],
])("a status change with %s is refused with 400", async (_, body) => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  expect((await moveTo(manager, 1, body)).status).toBe(400);
});

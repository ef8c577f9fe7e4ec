import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { heldCalls } from "#tests/support/held-calls";
import { householdCtx } from "#tests/support/household-ctx";
import { addWorkOrder, dispatched, moveTo, office, start, type WorkOrderJson } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { DomainError } from "~/domain/shared/errors";
import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import { ChangeStatus } from "~/domain/work-orders/schema";

// Concurrent changes: each is applied once and completely, and the slower one is rejected.
const worker = await testWorker();

test("a status change on a stale version is refused; without a version only the status counts", async () => {
  const { manager, site } = await office(worker);
  await addWorkOrder(manager, site);
  await manager.patch("/api/work-orders/1", { version: 1, title: "Renamed" });
  const late = await moveTo(manager, 1, { status: "cancelled", cancelReason: "duplicate", version: 1 });
  expect(late.status).toBe(409);
  expect(late.json.current).toMatchObject({ version: 2, title: "Renamed" });
  expect((await moveTo(manager, 1, { status: "cancelled", cancelReason: "duplicate" })).status).toBe(200);
});

test("different status changes at the same time either succeed in turn or get a conflict", async () => {
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
  // Consecutive moves are valid too: what counts is that every success left its row and its status.
  expect(rows).toBe(3 + won);
  for (const answer of answers.filter((one) => one.status !== 200)) expect(answer.status).toBe(409);
  const { json } = await business.manager.get<WorkOrderJson>(`/api/work-orders/${id}`);
  expect(json.version).toBe(3 + won);
});

test("the same status change from several devices at once is made once", async () => {
  const business = await office(worker);
  const { id } = await dispatched(business);
  const answers = await Promise.all([1, 2, 3, 4].map(() => moveTo(business.technician, id, { status: "en_route" })));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect(answers.filter(({ json }) => json.changed)).toHaveLength(1);
  const history = await business.manager.get<{ total: number }>(`/api/work-orders/${id}/status-history`);
  expect(history.json.total).toBe(4);
});

test("of 32 bookings for the same hour of one technician, one succeeds and 31 name the job that has it", async () => {
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

/** The jobs each overlapping booking may overlap, by its own job. */
async function overridesAt(orgId: string, startsAt: string): Promise<Map<string, string[]>> {
  const { results } = await worker.db
    .prepare(
      `SELECT a.work_order_id AS id, t.override_of AS overrideOf FROM appointment_technicians t
       JOIN appointments a ON a.org_id = t.org_id AND a.id = t.appointment_id
       WHERE t.org_id = ? AND t.blocks_calendar = 1 AND strftime('%s', t.starts_at) = strftime('%s', ?)`,
    )
    .bind(orgId, startsAt)
    .all<{ id: string; overrideOf: string | null }>();
  return new Map(results.map(({ id, overrideOf }) => [id, JSON.parse(overrideOf ?? "[]")]));
}

const reason = "Two units on one roof";

test("of any two simultaneous overrides in one hour, one lists the other, and a refused one names the conflicting job", async () => {
  const { manager, site, technicianId, orgId } = await office(worker);
  const made = await Promise.all(Array.from({ length: 8 }, () => addWorkOrder(manager, site)));
  const booking = { status: "scheduled", technicianId, scheduledStart: start, overrideReason: reason };
  const answers = await Promise.all(made.map(({ id }) => moveTo(manager, id, booking)));
  const overrides = await overridesAt(orgId, start);
  const won = made.filter((_, index) => answers[index]?.status === 200);
  expect([...overrides.keys()].sort()).toEqual(won.map(({ id }) => id).sort());
  const knows = (a: { id: string }, b: { id: string }) => overrides.get(a.id)?.includes(b.id) === true;
  const strangers = won.flatMap((a) => won.filter((b) => a.id < b.id && knows(a, b) === knows(b, a)));
  expect(strangers).toEqual([]);
  for (const { json } of answers.filter((answer) => answer.status !== 200)) {
    const [, named] = /^Luis Ortega is at Ada Byron \((WO-\d{3})\)/.exec(json.message) ?? [];
    expect(won.map(({ reference }) => reference)).toContain(named);
  }
});

test("a job booked at any moment of an override is either listed by it or makes it fail", async () => {
  const business = await office(worker);
  const { manager, site, technicianId, orgId, orgKey } = business;
  const outcomes = new Set<string>();
  for (let at = 1, hasCome = true; hasCome; at += 1) {
    hasCome = false;
    const [mine, rival] = [await addWorkOrder(manager, site), await addWorkOrder(manager, site)];
    // A week later each time, when nothing else is booked.
    const scheduledStart = new Date(Date.parse(start) + at * 7 * 86_400_000).toISOString();
    const slot = { technicianId, scheduledStart };
    const held = heldCalls(worker.db, async (call) => {
      if (call !== at) return;
      hasCome = true;
      expect((await moveTo(manager, rival.id, { status: "scheduled", ...slot })).status).toBe(200);
    });
    const ctx = householdCtx(held, manager.userId ?? "", { key: randomUUID() });
    if (ctx.actor.kind !== "person") throw new Error("a person acts");
    const member = {
      ...{ orgId, orgKey, orgName: "North Wind", timeZone: "America/Chicago", userId: manager.userId ?? "" },
      ...{ name: "Test Person", roles: ["Admin" as const], permissions: null, isPro: false, technicianId: null },
    };
    const acting = { ...ctx, now: new Date(), actor: { ...ctx.actor, person: { ...ctx.actor.person, member } } };
    const input = ChangeStatus.parse({ to: "scheduled", ...slot, overrideReason: reason });
    const outcome = await changeWorkOrderStatus(acting, mine.id, input).then(
      () => "booked",
      (error: unknown) => (error instanceof DomainError ? error.message : String(error)),
    );
    if (!hasCome) break;
    const overrides = await overridesAt(orgId, scheduledStart);
    if (outcome === "booked") expect(overrides.get(mine.id)).toEqual([rival.id]);
    else expect(outcome).toBe(`Luis Ortega is at Ada Byron (${rival.reference}) 9:00 to 10:00 AM.`);
    expect(overrides.has(mine.id)).toBe(outcome === "booked");
    outcomes.add(outcome === "booked" ? "named" : "refused");
  }
  expect([...outcomes].sort()).toEqual(["named", "refused"]);
});

import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { at, place } from "#tests/support/scheduler";
import type { Visitor } from "#tests/support/visitor";
import {
  addTechnician,
  addWorkOrder,
  dispatched,
  moveTo,
  type Office,
  office,
  type Refusal,
  readWorkOrder,
  start,
  type WorkOrderJson,
} from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

// One rule for each thing, whatever endpoint is used: who may be booked, which status follows which, what the history shows.
const worker = await testWorker();

const noCertificate = "Luis Ortega has no EPA 608 certification.";

async function refrigerantWork() {
  const business = await office(worker);
  const { json } = await business.manager.post<{ id: string }>("/api/service-types", {
    name: "Refrigerant recharge",
    durationMinutes: 60,
    refrigerantWork: true,
  });
  return { ...business, serviceTypeId: json.id, luis: business.technicianId };
}

type Booked = Awaited<ReturnType<typeof refrigerantWork>>;
type Tried = { status: number; message?: string; json?: Refusal & { overridable?: boolean }; text: string };

const made = ({ manager, site, serviceTypeId }: Booked, fields: Record<string, unknown> = {}) =>
  addWorkOrder(manager, site, { serviceTypeId, ...fields });

const wall = { startDate: nextYear("2027-11-22"), startTime: "09:00" };
const form = (by: Visitor, url: string, fields: Record<string, string>) =>
  by.submit(url, {
    description: "",
    arrivalWindowMinutes: "",
    durationMinutes: "60",
    overrideReason: "Hurry",
    ...fields,
  });

/** Every way to book a technician, with an override reason wherever one is possible. */
const bookings: [string, (business: Booked) => Promise<Tried>][] = [
  [
    "POST /work-orders",
    ({ manager, site, serviceTypeId, luis }) =>
      manager.post("/api/work-orders", {
        ...{ title: "Recharge", ...site, serviceTypeId, technicianId: luis, scheduledStart: start },
        overrideReason: "Hurry",
      }),
  ],
  [
    "the new work order form",
    ({ manager, site, serviceTypeId, luis }) =>
      form(manager, "/workorders/create", { title: "Recharge", ...site, serviceTypeId, technicianId: luis, ...wall }),
  ],
  [
    "the edit form",
    async (business) => {
      const { number, version } = await made(business);
      const { manager, site, luis } = business;
      const fields = { title: "Recharge", priority: "normal", ...site, technicianId: luis, ...wall };
      return form(manager, `/workorders/${number}/edit`, { ...fields, version: String(version) });
    },
  ],
  [
    "the schedule dialog",
    async (business) => {
      const { number } = await made(business);
      const fields = { technicianId: business.luis, ...wall };
      return form(business.manager, `/workorders/${number}/schedule`, fields);
    },
  ],
  [
    "the assign dialog",
    async (business) => {
      const { number, version } = await made(business, { scheduledStart: start });
      const fields = { technicianId: business.luis, version: String(version) };
      return form(business.manager, `/workorders/${number}/assign`, fields);
    },
  ],
  [
    "the assign dialog, as a helper",
    async (business) => {
      const { number, version } = await made(business, { scheduledStart: start });
      const fields = { technicianId: "", helperIds: business.luis, version: String(version) };
      return form(business.manager, `/workorders/${number}/assign`, fields);
    },
  ],
  [
    "PATCH /work-orders/{id}",
    async (business) => {
      const { id, version } = await made(business, { scheduledStart: start });
      const fields = { version, technicianId: business.luis, overrideReason: "Hurry" };
      return business.manager.patch(`/api/work-orders/${id}`, fields);
    },
  ],
  [
    "PATCH /work-orders/{id}/status",
    async (business) => {
      const { id } = await made(business);
      const fields = { technicianId: business.luis, scheduledStart: start, overrideReason: "Hurry" };
      return moveTo(business.manager, id, { status: "scheduled", ...fields });
    },
  ],
  [
    "the scheduler",
    async (business) => {
      const workOrder = await made(business);
      return place(business.manager, workOrder, { technicianId: business.luis, start, overrideReason: "Hurry" });
    },
  ],
];

test.each(bookings)("refrigerant work cannot be assigned to a technician without EPA 608 by %s", async (_, book) => {
  const business = await refrigerantWork();
  const answer = await book(business);
  expect(answer.text).toContain(noCertificate);
  expect(answer.status).toBe(409);
  const booked = await worker.db
    .prepare("SELECT count(*) AS n FROM appointment_technicians WHERE org_id = ?")
    .bind(business.orgId)
    .first("n");
  expect(booked).toBe(0);
});

test("a booked job becomes refrigerant work only if its technicians have EPA 608", async () => {
  const business = await refrigerantWork();
  const { manager, orgId, site, serviceTypeId, luis } = business;
  const { id } = await addWorkOrder(manager, site, { technicianId: luis, scheduledStart: start });
  const give = () => manager.post<Refusal>(`/api/work-orders/${id}/playbook`, { serviceTypeId });
  const refused = await give();
  expect(refused.text).toContain(noCertificate);
  expect(refused.status).toBe(409);
  await certify(orgId, luis);
  expect((await give()).status).toBe(200);
});

test("a day with refrigerant work is reassigned only to certified technicians", async () => {
  const business = await refrigerantWork();
  const { manager, orgId, luis } = business;
  const certified = await addTechnician(worker, orgId, "Mia");
  await certify(orgId, certified);
  await certify(orgId, luis);
  const workOrder = await made(business, { technicianId: luis, scheduledStart: at("2027-03-08 10:00") });
  await worker.db.prepare("DELETE FROM technician_certifications WHERE technician_id = ?").bind(certified).run();
  const { json } = await manager.get<{ changes: unknown[]; leftOver: { workOrderId: string }[] }>(
    nextYear(`/api/scheduling/reassignment-proposal?technicianId=${luis}&date=2027-03-08`),
  );
  expect(json.changes).toEqual([]);
  expect(json.leftOver).toMatchObject([{ workOrderId: workOrder.id }]);
});

function certify(orgId: string, technicianId: string) {
  return worker.db
    .prepare(
      "INSERT INTO technician_certifications (org_id, technician_id, id, name, name_key) VALUES (?1, ?2, ?2, 'EPA 608 Universal', 'epa 608 universal')",
    )
    .bind(orgId, technicianId)
    .run();
}

interface Row {
  from: string | null;
  to: string | null;
}

/** The history rows and the audit entries' names, oldest first. */
async function traces(orgId: string, id: string) {
  const history = await worker.db
    .prepare(
      "SELECT from_status AS 'from', to_status AS 'to', booking FROM work_order_history WHERE org_id = ? AND work_order_id = ? ORDER BY id",
    )
    .bind(orgId, id)
    .all<Row & { booking: string | null }>();
  const audit = await worker.db
    .prepare(
      "SELECT action FROM audit_log WHERE org_id = ? AND entity_id = ? AND action LIKE 'work_order.%' ORDER BY id",
    )
    .bind(orgId, id)
    .all<{ action: string }>();
  return {
    steps: history.results.map(({ from, to }) => [from, to]),
    bookings: history.results.map(({ booking }) => (booking ? JSON.parse(booking) : null)),
    audit: audit.results.map(({ action }) => action),
  };
}

const changed = "work_order.change_status";
const day = at("2027-03-08 10:00");

/** Every way to change a status, and the resulting transitions. */
const changes: [string, (business: Office) => Promise<WorkOrderJson>, [string | null, string][]][] = [
  [
    "creating with a start",
    ({ manager, site, technicianId }) => addWorkOrder(manager, site, { technicianId, scheduledStart: start }),
    [["unscheduled", "scheduled"]],
  ],
  [
    "PATCH with a start",
    async ({ manager, site }) => {
      const workOrder = await addWorkOrder(manager, site);
      await manager.patch(`/api/work-orders/${workOrder.id}`, { version: 1, scheduledStart: start });
      return workOrder;
    },
    [["unscheduled", "scheduled"]],
  ],
  [
    "PATCH that removes the start",
    async ({ manager, site }) => {
      const workOrder = await addWorkOrder(manager, site, { scheduledStart: start });
      await manager.patch(`/api/work-orders/${workOrder.id}`, { version: workOrder.version, scheduledStart: null });
      return workOrder;
    },
    [
      ["unscheduled", "scheduled"],
      ["scheduled", "unscheduled"],
    ],
  ],
  [
    "the edit form",
    async ({ manager, site }) => {
      const workOrder = await addWorkOrder(manager, site);
      const fields = { title: "No heat", priority: "normal", ...site, technicianId: "", ...wall, version: "1" };
      await form(manager, `/workorders/${workOrder.number}/edit`, fields);
      return workOrder;
    },
    [["unscheduled", "scheduled"]],
  ],
  [
    "the board",
    async ({ manager, site, technicianId }) => {
      const workOrder = await addWorkOrder(manager, site, { technicianId, scheduledStart: start });
      await manager.patch(`/api/work-orders/${workOrder.id}/status`, { status: "dispatched" });
      return workOrder;
    },
    [
      ["unscheduled", "scheduled"],
      ["scheduled", "dispatched"],
    ],
  ],
  [
    "the scheduler",
    async ({ manager, site, technicianId }) => {
      const workOrder = await addWorkOrder(manager, site);
      await place(manager, workOrder, { technicianId, start: day });
      return workOrder;
    },
    [["unscheduled", "scheduled"]],
  ],
  [
    "the scheduler's tray, for a dispatched job",
    async (business) => {
      const workOrder = await dispatched(business);
      await business.manager.delete(`/api/work-orders/${workOrder.id}/schedule`);
      return workOrder;
    },
    [
      ["unscheduled", "scheduled"],
      ["scheduled", "dispatched"],
      ["dispatched", "scheduled"],
      ["scheduled", "unscheduled"],
    ],
  ],
  [
    "the technician's app",
    async (business) => {
      const workOrder = await dispatched(business);
      await business.technician.submit(`/technician/jobs/WO-001`, { intent: "changeStatus", to: "en_route" });
      return workOrder;
    },
    [
      ["unscheduled", "scheduled"],
      ["scheduled", "dispatched"],
      ["dispatched", "en_route"],
    ],
  ],
  [
    "reassigning the day of a technician en route",
    async (business) => {
      const { manager, technician, orgId, technicianId } = business;
      await addTechnician(worker, orgId);
      const workOrder = await dispatched(business, { scheduledStart: day });
      await moveTo(technician, workOrder.id, { status: "en_route" });
      const out = await manager.get(
        nextYear(`/api/scheduling/reassignment-proposal?technicianId=${technicianId}&date=2027-03-08`),
      );
      const done = await manager.post("/api/scheduling/reassignments", out.json);
      expect(done.status, done.text).toBe(201);
      return workOrder;
    },
    [
      ["unscheduled", "scheduled"],
      ["scheduled", "dispatched"],
      ["dispatched", "en_route"],
      ["en_route", "dispatched"],
    ],
  ],
];

test.each(changes)("%s records one history row and one audit entry for each change", async (_, make, steps) => {
  const business = await office(worker);
  const { id } = await make(business);
  const left = await traces(business.orgId, id);
  expect(left.steps).toEqual([[null, "unscheduled"], ...steps]);
  expect(left.audit.filter((action) => action === changed)).toHaveLength(steps.length);
  const { version, status } = await readWorkOrder(business.manager, id);
  expect(status).toBe(steps.at(-1)?.[1]);
  expect(version).toBe(1 + steps.length);
});

test("rescheduling and reassigning are in the history with the previous values", async () => {
  const { orgId, manager, site, technicianId } = await office(worker);
  const mia = await addTechnician(worker, orgId);
  const workOrder = await addWorkOrder(manager, site, { technicianId, scheduledStart: day });
  const later = at("2027-03-08 13:00");
  const moved = await place(manager, workOrder, { start: later });
  await manager.patch(`/api/work-orders/${workOrder.id}`, { version: moved.json.version, technicianId: mia });
  const { steps, bookings, audit } = await traces(orgId, workOrder.id);
  expect(steps.slice(2)).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(bookings.slice(2)).toMatchObject([
    { before: { start: day, technicianIds: [technicianId] }, after: { start: later, technicianIds: [technicianId] } },
    { before: { start: later, technicianIds: [technicianId] }, after: { start: later, technicianIds: [mia] } },
  ]);
  expect(audit.filter((action) => action === "work_order.schedule")).toHaveLength(2);
  const history = await manager.get<{ items: Row[] }>(`/api/work-orders/${workOrder.id}/status-history`);
  expect(history.json.items.map(({ to }) => to)).toEqual(["unscheduled", "scheduled"]);
  const timeline = await manager.get(`/workorders/${workOrder.number}/timeline`);
  expect(timeline.text).toContain("Rescheduled");
  expect(timeline.text).toContain("Reassigned");
  expect(timeline.text).toContain("Mia Chen");
});

const illegal: [string, (business: Office, workOrder: WorkOrderJson) => Promise<Tried>, Record<string, unknown>][] = [
  [
    "the status endpoint",
    ({ manager }, { id }) => moveTo(manager, id, { status: "dispatched" }),
    { from: "cancelled", to: "dispatched", allowed: ["unscheduled"] },
  ],
  [
    "PATCH with a start",
    async ({ manager }, { id }) => {
      const { version } = await readWorkOrder(manager, id);
      return manager.patch(`/api/work-orders/${id}`, { version, scheduledStart: start });
    },
    { from: "cancelled", to: "scheduled", allowed: ["unscheduled"] },
  ],
  [
    "the scheduler",
    async ({ manager, technicianId }, { id }) =>
      place(manager, await readWorkOrder(manager, id), { technicianId, start: day }),
    { from: "cancelled", to: "scheduled", allowed: ["unscheduled"] },
  ],
  [
    "the scheduler's tray",
    ({ manager }, { id }) => manager.delete(`/api/work-orders/${id}/schedule`),
    { from: "cancelled", to: "unscheduled", allowed: ["unscheduled"] },
  ],
];

test.each(illegal)(
  "an illegal transition is a conflict that lists the allowed ones, by %s",
  async (_, tried, expected) => {
    const business = await office(worker);
    const workOrder = await addWorkOrder(business.manager, business.site);
    await moveTo(business.manager, workOrder.id, { status: "cancelled", cancelReason: "customer" });
    const answer = await tried(business, workOrder);
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject(expected);
  },
);

test("closing without an invoice requires no charge or a reason, which is stored", async () => {
  const business = await office(worker);
  const { manager, technician } = business;
  const completed = async (startAt: string) => {
    const workOrder = await dispatched(business, { scheduledStart: startAt });
    await moveTo(technician, workOrder.id, { status: "in_progress" });
    await moveTo(technician, workOrder.id, { status: "completed" });
    return workOrder;
  };
  const [free, billed] = [await completed(start), await completed(nextYear("2027-11-22T18:00:00Z"))];
  const refused = await moveTo(manager, free.id, { status: "closed" });
  expect(refused.status).toBe(409);
  expect(refused.json).toMatchObject({ from: "completed", to: "closed", missing: [{ need: "settlement" }] });
  expect(refused.json.message).toBe("There is no invoice: mark it as no charge or enter a reason.");
  const closed = await moveTo(manager, free.id, { status: "closed", noCharge: true });
  expect(closed.json).toMatchObject({ status: "closed", noCharge: true });
  await manager.submit(`/workorders/${billed.number}/close`, { reason: "Billed with WO-001" });
  const page = await manager.get(`/workorders/${billed.number}`);
  expect(page.text).toContain("Closed without an invoice");
  expect(page.text).toContain("Billed with WO-001");
  const document = await manager.get<{ paths: Record<string, unknown> }>("/api/openapi.json");
  expect(JSON.stringify(document.json.paths["/api/work-orders/{id}/status"])).toContain("noCharge");
});

test("the close dialog of a completed work order asks for a reason to close without an invoice", async () => {
  const business = await office(worker);
  const { manager, technician } = business;
  const { id, number } = await dispatched(business);
  await moveTo(technician, id, { status: "in_progress" });
  await moveTo(technician, id, { status: "completed" });
  const dialog = await manager.get(`/workorders/${number}/close`);
  expect(dialog.text).toContain("Reason to close without an invoice");
});

test("a job under way keeps its start, whichever way it is changed, and can be made longer", async () => {
  const firm = await office(worker);
  const { manager, technician } = firm;
  const { id } = await dispatched(firm);
  await moveTo(technician, id, { status: "in_progress" });
  const change = async (fields: object) => {
    const { version } = await readWorkOrder(manager, id);
    return manager.patch<WorkOrderJson & Refusal>(`/api/work-orders/${id}`, { version, ...fields });
  };
  const later = new Date(Date.parse(start) + 3_600_000).toISOString();
  const refused = await change({ scheduledStart: later });
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "This job is In progress. Only its duration can change.",
  ]);
  const longer = await change({ durationMinutes: 150, overrideReason: "Took longer" });
  expect([longer.status, longer.json.durationMinutes]).toEqual([200, 150]);
  expect((await readWorkOrder(manager, id)).scheduledStart).toBe(new Date(start).toISOString());
});

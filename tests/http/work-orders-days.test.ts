import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { pageText } from "#tests/support/page-text";
import { place } from "#tests/support/scheduler";
import type { Visitor } from "#tests/support/visitor";
import { addWorkOrder, moveTo, office, readWorkOrder, type Site, type WorkOrderJson } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

// Days off, and days of another year.
const worker = await testWorker();
const firm = await office(worker);
const { manager, site, technicianId } = firm;

const outside = ["0001-01-01", "1999-12-31", "2101-01-01", "9999-12-31"];
const override = { overrideReason: "Customer asked" };
const local = (day: string) => ({ startDate: day, startTime: "09:00" });
const instant = (day: string) => `${day}T15:00:00Z`;

type Move = (by: Visitor, workOrder: WorkOrderJson, given: { day: string; site: Site }) => Promise<{ status: number }>;

/** Every way to give a job a day. */
const moves: [string, Move][] = [
  [
    "a new job over the API",
    (by, { title }, { day, site }) =>
      by.post("/api/work-orders", { title, ...site, scheduledStart: instant(day), ...override }),
  ],
  [
    "a new job in site time",
    (by, { title }, { day, site }) => by.post("/api/work-orders", { title, ...site, ...local(day), ...override }),
  ],
  [
    "a change over the API",
    (by, { id, version }, { day }) =>
      by.patch(`/api/work-orders/${id}`, { version, scheduledStart: instant(day), ...override }),
  ],
  [
    "a booking over the API",
    (by, { id }, { day }) => moveTo(by, id, { status: "scheduled", scheduledStart: instant(day), ...override }),
  ],
  ["a drop", (by, workOrder, { day }) => place(by, workOrder, { start: instant(day), technicianId, ...override })],
  [
    "the new work order form",
    (by, { title }, { day, site }) =>
      by.submit("/workorders/create", {
        ...{ title, ...site, ...local(day), priority: "normal", durationMinutes: "60", ...override },
        idempotencyKey: randomUUID(),
      }),
  ],
  [
    "the edit form",
    (by, { number, title, version }, { day, site }) =>
      by.submit(`/workorders/${number}/edit`, {
        ...{ title, ...site, ...local(day), priority: "normal", durationMinutes: "60", ...override },
        ...{ version: String(version), idempotencyKey: randomUUID() },
      }),
  ],
  [
    "the schedule dialog",
    (by, { number }, { day }) =>
      by.submit(`/workorders/${number}/schedule`, {
        ...{ ...local(day), durationMinutes: "60", technicianId, ...override, idempotencyKey: randomUUID() },
      }),
  ],
  [
    "the board's schedule dialog",
    (by, { number }, { day }) =>
      by.submit(`/workorders/board/${number}/schedule`, {
        ...{ ...local(day), durationMinutes: "60", technicianId, ...override, idempotencyKey: randomUUID() },
      }),
  ],
  [
    "the scheduler's panel",
    (by, { number, version }, { day }) =>
      by.submit(nextYear(`/workorders/scheduler/2027-03-08/jobs/${number}`), {
        ...{ ...local(day), durationMinutes: "60", technicianId, ...override, version: String(version) },
        intent: "schedule",
      }),
  ],
];

test.each(moves)(
  "%s refuses days outside 2000 to 2100, even with an override reason, and accepts one within",
  async (_, give) => {
    const workOrder = await addWorkOrder(manager, site);
    for (const day of outside) {
      expect((await give(manager, workOrder, { day, site })).status, day).toBe(400);
      expect(await readWorkOrder(manager, workOrder.id)).toMatchObject({ status: "unscheduled", scheduledStart: null });
    }
    expect((await give(manager, workOrder, { day: "2091-06-05", site })).status).toBeLessThan(400);
  },
);

test("a date in another year shows its year on every screen of its job", async () => {
  const own = await office(worker);
  const number = (
    await addWorkOrder(own.manager, own.site, {
      ...{ title: "Boiler swap", technicianId: own.technicianId, ...override },
      ...{ scheduledStart: "2091-06-05T15:00:00Z", arrivalWindowMinutes: 120 },
    })
  ).number;
  const customer = await own.manager.get<{ number: number }>(`/api/customers/${own.site.customerId}`);
  const screens: [Visitor, string][] = [
    [own.manager, `/workorders/${number}`],
    [own.manager, `/workorders/${number}/timeline`],
    [own.manager, "/workorders"],
    [own.manager, "/workorders/board"],
    [own.manager, `/workorders/create?customerId=${own.site.customerId}`],
    [own.manager, `/customers/${customer.json.number}`],
  ];
  for (const [by, screen] of screens) {
    const text = pageText((await by.get(screen)).text);
    expect(text, screen).toContain("Jun 5, 2091");
    expect(text.match(/Jun 5(?!, 2091)/g), screen).toBeNull();
  }
});

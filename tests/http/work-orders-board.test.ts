import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { databaseCosts } from "#tests/support/visitor";
import { addCustomer, addTechnician, addWorkOrder, seedWorkOrders } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { SchedulerData } from "~/domain/scheduling/scheduler.server";
import { PRIORITIES, type Priority } from "~/domain/work-order-basics/priority";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";

const worker = await testWorker();

/** Number `n` has status n modulo 9 and priority n modulo 4; every fifth is Mia's, except those under way. */
async function filled(count: number) {
  const business = await worker.business();
  const site = await addCustomer(worker, business.orgId, "Grace Hopper");
  const mia = await addTechnician(worker, business.orgId);
  const rows = Array.from({ length: count }, (_, i) => ({
    id: randomUUID(),
    number: i + 1,
    title: i % 2 === 0 ? `Furnace ${i + 1}` : `Boiler ${i + 1}`,
    status: WORK_ORDER_STATUSES[i % 9] ?? "scheduled",
    priority: PRIORITIES[i % 4] ?? "normal",
    technicianId: i % 5 === 0 && ![3, 4].includes(i % 9) ? mia : null,
    start: new Date(Date.UTC(2026, 0, 1) + i * 7_200_000).toISOString(),
  }));
  await seedWorkOrders(worker, business.orgId, site, rows);
  return { ...business, site, mia, rows };
}

const small = await filled(600);

/** The numbers on a page's cards, in order. */
function numbersOn(html: string): number[] {
  return [...html.matchAll(/<li [^>]*id="card-[\s\S]*?href="\/workorders\/board\/(\d+)[?"]/g)].map((match) =>
    Number(match[1]),
  );
}

async function shown(query = ""): Promise<number[]> {
  const answer = await small.manager.get(`/workorders/board${query}`);
  expect(answer.status).toBe(200);
  return numbersOn(answer.text);
}

const rowsOf = (numbers: number[]) => numbers.map((number) => small.rows[number - 1]);

test("seven columns show 25 cards each, and the closed and canceled ones start collapsed", async () => {
  const rows = rowsOf(await shown());
  expect(rows).toHaveLength(7 * 25);
  expect(new Set(rows.map((row) => row?.status)).size).toBe(7);
  expect(rows.some((row) => row?.status === "closed" || row?.status === "cancelled")).toBe(false);
});

test.each<[string, () => string, (row: (typeof small.rows)[number] | undefined) => boolean]>([
  ["a technician", () => `?technicianId=${small.mia}`, (row) => row?.technicianId === small.mia],
  ["nobody", () => "?technicianId=none", (row) => row?.technicianId === null],
  ["a priority", () => "?priority=emergency", (row) => row?.priority === "emergency"],
  ["two priorities", () => "?priority=high,low", (row) => row?.priority === "high" || row?.priority === "low"],
  [
    "both",
    () => `?technicianId=${small.mia}&priority=high`,
    (row) => row?.technicianId === small.mia && row.priority === "high",
  ],
  ["text", () => "?search=boil", (row) => row?.title.startsWith("Boiler") === true],
  [
    "text and a priority",
    () => "?search=furnace&priority=normal",
    (row) => row?.title.startsWith("Furnace") === true && row.priority === "normal",
  ],
])("the board filtered by %s shows only matching cards", async (_, query, fits) => {
  const rows = rowsOf(await shown(query()));
  expect(rows.length).toBe(rows.filter(fits).length);
  expect(rows.length > 0 || query().includes("furnace")).toBe(true);
});

test("a number finds its card, and a customer filter shows only the newest matches", async () => {
  expect(await shown("?search=WO-014")).toEqual([14]);
  const ofCustomer = await small.manager.get(`/workorders/board?customerId=${small.site.customerId}`);
  expect(ofCustomer.text).toContain("Only the newest matches are shown.");
  expect(ofCustomer.text).toContain("Grace Hopper");
});

test("another business's work orders do not match", async () => {
  const other = await worker.business("Elsewhere");
  const html = (await other.manager.get("/workorders/board?search=furnace")).text;
  expect(numbersOn(html)).toEqual([]);
});

test.each(["priority=urgent", "technicianId=x", "customerId=1"])(
  "%s is ignored, and the board says so",
  async (query) => {
    const answer = await small.manager.get(`/workorders/board?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`Ignored in the address: ${query}.`);
  },
);

test("a member without permission and a household cannot see it, and a guest has to sign in", async () => {
  const blind = await worker.member(small.orgId, "Technician", ["customers.read"]);
  expect((await blind.get("/workorders/board")).status).toBe(403);
  expect((await (await worker.household()).get("/workorders/board")).status).toBe(403);
  const guest = await worker.visitor().get("/workorders/board?priority=high");
  expect(guest.location).toBe("/login?from=%2Fworkorders%2Fboard%3Fpriority%3Dhigh");
});

async function scheduled() {
  const business = await worker.business();
  const site = await addCustomer(worker, business.orgId);
  const start = new Date(Date.now() + 86_400_000).toISOString();
  const fields = { scheduledStart: start, technicianId: business.technicianId, overrideReason: "On call" };
  return { ...business, workOrder: await addWorkOrder(business.manager, site, fields) };
}

test("a drop moves the card once, however often it is sent", async () => {
  const { manager, workOrder } = await scheduled();
  const key = { "Idempotency-Key": randomUUID() };
  const drop = { status: "dispatched", version: workOrder.version };
  const send = () => manager.patch(`/api/work-orders/${workOrder.id}/status`, drop, key);
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  const { results } = await worker.db
    .prepare("SELECT to_status FROM work_order_history WHERE work_order_id = ? ORDER BY id")
    .bind(workOrder.id)
    .all();
  expect(results.map((row) => row.to_status)).toEqual(["unscheduled", "scheduled", "dispatched"]);
});

test.each<[string, Record<string, unknown>, number]>([
  ["a transition that is not allowed", { status: "closed" }, 409],
  ["a card changed by another user", { status: "dispatched", version: 9 }, 409],
  ["an unknown status", { status: "lost" }, 400],
])("%s is refused and changes nothing", async (_, fields, status) => {
  const { manager, workOrder } = await scheduled();
  const drop = { version: workOrder.version, ...fields };
  const answer = await manager.patch(`/api/work-orders/${workOrder.id}/status`, drop);
  expect(answer.status).toBe(status);
  expect((await manager.get<typeof workOrder>(`/api/work-orders/${workOrder.id}`)).json.status).toBe("scheduled");
});

test("another business, an unassigned technician and a guest cannot move a card", async () => {
  const { workOrder, orgId } = await scheduled();
  const { manager: stranger } = await worker.business("Elsewhere");
  const colleague = await worker.member(orgId, "Technician");
  const drop = { status: "dispatched", version: workOrder.version };
  const sent = async (by: typeof stranger) => (await by.patch(`/api/work-orders/${workOrder.id}/status`, drop)).status;
  expect([await sent(stranger), await sent(colleague), await sent(worker.visitor())]).toEqual([404, 403, 401]);
});

test("a dialog opens over the board, and its form returns to the board as it was", async () => {
  const { manager, workOrder } = await scheduled();
  const address = `/workorders/board/${workOrder.number}/cancel?priority=high`;
  const page = await manager.get(address);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Who canceled?");
  expect(page.text).toContain("Kanban board");
  const form = { intent: "move", to: "cancelled", cancelReason: "duplicate", idempotencyKey: randomUUID() };
  const answer = await manager.submit(address, form);
  expect([answer.status, answer.location]).toEqual([302, "/workorders/board?priority=high"]);
  expect((await manager.get<typeof workOrder>(`/api/work-orders/${workOrder.id}`)).json.status).toBe("cancelled");
});

test.each([
  ["job=12&move=on_hold", "/workorders/board/12/hold"],
  ["priority=high&job=12&move=scheduled", "/workorders/board/12/schedule?priority=high"],
  ["job=12&move=dispatched", "/workorders/board"],
  ["job=12&priority=high", "/workorders/board?priority=high"],
])("a dialog's old URL ?%s redirects to %s", async (query, to) => {
  const answer = await small.manager.get(`/workorders/board?${query}`);
  expect([answer.status, answer.location]).toEqual([302, to]);
});

const large = await filled(20_000);

test("the board reads as many rows with 20,000 work orders as with 600, in two round trips", async () => {
  const [few, many] = [small, large].map((of) => of.manager.get("/workorders/board").then(databaseCosts));
  expect(await many).toMatchObject({ calls: 2, written: 0 });
  expect((await many)?.read).toBeLessThanOrEqual(((await few)?.read ?? 0) * 1.1);
});

test("the scheduler reads as many rows with 20,000 work orders as with 600, and sorts its tray by urgency, then age", async () => {
  const read = (of: typeof small) => of.manager.get<SchedulerData>("/api/scheduling/days/2025-06-02");
  const [few, many] = await Promise.all([read(small), read(large)]);
  expect(databaseCosts(many).read).toBeLessThanOrEqual(databaseCosts(few).read * 1.1);
  const waits = ({ status, technicianId }: (typeof large.rows)[number]) =>
    status === "unscheduled" || status === "on_hold" || (status === "scheduled" && technicianId === null);
  const urgency = (of: { priority: Priority }) => PRIORITIES.indexOf(of.priority);
  for (const [{ rows }, { json }] of [[small, few] as const, [large, many] as const]) {
    const expected = rows.filter(waits).sort((a, b) => urgency(b) - urgency(a) || a.number - b.number);
    expect(json.tray.map(({ number }) => number)).toEqual(expected.slice(0, 100).map(({ number }) => number));
    expect(json.trayIsPartial).toBe(true);
  }
});

test("a tray that shows only the most urgent jobs links to lists of all of them", async () => {
  const page = await small.manager.get("/workorders/scheduler/2025-06-02");
  for (const query of ["status=unscheduled%2Con_hold", "status=scheduled&amp;technicianId=none"])
    expect(page.text).toContain(`/workorders?${query}&amp;sort=priority`);
});

test("the scheduler's week reads its bookings, not every work order that starts in it", async () => {
  await worker.db
    .prepare("INSERT INTO drive_times (from_point, to_point, minutes, measured_at) VALUES ('1,1', '2,2', 5, ?)")
    .bind(new Date().toISOString())
    .run();
  const week = (date: string) => large.manager.get(`/workorders/scheduler/${date}?view=week`).then(databaseCosts);
  const [empty, unbooked] = [await week("2025-06-02"), await week("2026-02-02")];
  expect(unbooked).toMatchObject({ calls: 2, written: 0 });
  expect(unbooked.read).toBe(empty.read);
});

test.each([
  ["a technician's jobs", `?technicianId=${large.mia}`, 800],
  ["one priority", "?priority=emergency", 800],
  ["a customer's jobs", `?customerId=${large.site.customerId}`, 600],
  ["text", "?search=furnace", 600],
  ["text within a priority", "?search=furnace&priority=high", 600],
])("filtered by %s, it reads a bounded number of rows in two round trips", async (_, query, most) => {
  const cost = databaseCosts(await large.manager.get(`/workorders/board${query}`));
  expect(cost.calls).toBe(2);
  expect(cost.read).toBeLessThanOrEqual(most);
});

test("loading more of a column reads only that column, and an unknown cursor is refused", async () => {
  const more = (query: string) =>
    large.manager.get(`/resources/board-column.data?${query}&_routes=routes%2Fwork-orders%2Fresources%2Fboard-column`);
  const answer = await more("column=closed&pages=2");
  expect(answer.status).toBe(200);
  expect(databaseCosts(answer).calls).toBe(2);
  expect(databaseCosts(answer).read).toBeLessThanOrEqual(300);
  expect((await more("column=closed&pages=9")).status).toBe(400);
  expect((await more("column=elsewhere")).status).toBe(400);
});

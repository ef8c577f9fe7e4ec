import { expect, test } from "vitest";
import { demoPassword, seedDemo } from "#drizzle/seed/demo";
import { attributes, pageText } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addWorkOrder, moveTo, office, seedWorkOrders, start } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";
import { dayBounds, wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await ownWorker();
await seedDemo(worker.db, new Date());

async function signedIn(email: string) {
  const visitor = worker.visitor();
  expect((await visitor.post("/api/auth/login", { email, password: demoPassword })).status).toBe(200);
  return visitor;
}
const admin = await signedIn("admin@example.com");
const technician = await signedIn("technician@example.com");

interface Answer {
  today: {
    date: string;
    byStatus: { status: string; count: number }[];
    waiting: { late: number; unassigned: number; unscheduled: number; onHold: number; toBill: number } | null;
  } | null;
  dispatch: { problems: { kind: string; workOrder: string; message: string }[] } | null;
  money: {
    overdue: { count: number; balance: number };
    received: { from: string; to: string; count: number; amount: number };
  } | null;
  quality: {
    completedToday: number;
    spans: { from: string; to: string; jobs: number; secondVisits: number; callbackJobs: number }[];
  } | null;
  capacity: { date: string; jobs: number; bookedMinutes: number; shiftMinutes: number }[] | null;
  stock: { low: number; out: number } | null;
  leaks: { overdue: number; soon: number } | null;
  maintenance: { due: number; overdue: number } | null;
}
interface Page {
  items: { status: string }[];
  nextCursor: string | null;
  total: number | null;
  sums: { count: number; balance: number };
}
const glance = async (by: Visitor) => (await by.get<Answer>("/api/dashboard")).json;

/** Number of rows in a list, page by page. */
async function rowsOf(path: string): Promise<number> {
  let [rows, cursor] = [0, ""];
  do {
    const page: Page = (await admin.get<Page>(`${path}${path.includes("?") ? "&" : "?"}limit=100${cursor}`)).json;
    rows += page.items.length;
    cursor = page.nextCursor ? `&cursor=${encodeURIComponent(page.nextCursor)}` : "";
  } while (cursor);
  return rows;
}

/** Jobs become late meanwhile, so their number is read before and after the list, again until it stayed the same. */
async function lateJobs() {
  const shownNow = async () => (await glance(admin)).today?.waiting?.late;
  for (let shown = await shownNow(); ; ) {
    const listed = await rowsOf("/api/work-orders?late=true");
    const after = await shownNow();
    if (after === shown) return { shown, listed };
    shown = after;
  }
}

test("each figure matches its list", async () => {
  const { today, money, quality, stock, maintenance, leaks, capacity } = await glance(admin);
  const day = today?.date ?? "";
  for (const { status, count } of today?.byStatus ?? [])
    expect([status, await rowsOf(`/api/work-orders?from=${day}&to=${day}&status=${status}`)]).toEqual([status, count]);
  const waiting = today?.waiting;
  const late = await lateJobs();
  expect(late.listed).toBe(late.shown);
  expect(await rowsOf("/api/work-orders?technicianId=none&status=unscheduled,scheduled,on_hold")).toBe(
    waiting?.unassigned,
  );
  expect(await rowsOf("/api/work-orders?status=unscheduled")).toBe(waiting?.unscheduled);
  expect(await rowsOf("/api/work-orders?status=on_hold")).toBe(waiting?.onHold);
  expect(await rowsOf("/api/work-orders?toBill=true")).toBe(waiting?.toBill);
  expect(await rowsOf("/api/invoices?state=overdue")).toBe(money?.overdue.count);
  const { from = "", to = "", count, amount } = money?.received ?? {};
  const payments = (
    await admin.get<Page & { count: number; amount: number }>(`/api/payments-received?from=${from}&to=${to}`)
  ).json;
  expect([payments.items.length, payments.count, payments.amount]).toEqual([count, count, amount]);
  for (const { from, to, jobs, secondVisits, callbackJobs } of quality?.spans ?? []) {
    const at = `/api/performance/jobs?from=${from}&to=${to}`;
    expect([await rowsOf(at), await rowsOf(`${at}&only=second_visit`), await rowsOf(`${at}&only=called_back`)]).toEqual(
      [...[jobs, secondVisits, callbackJobs]],
    );
  }
  expect(await rowsOf(`/api/performance/jobs?from=${day}&to=${day}`)).toBe(quality?.completedToday);
  expect(await rowsOf("/api/inventory/stock?view=reorder")).toBe(stock?.low);
  expect((await admin.get<{ items: object[] }>("/api/equipment/maintenance-due")).json.items.length).toBe(
    maintenance?.due,
  );
  expect(leaks).not.toBeNull();
  const load = (
    await admin.get<{ days: { date: string; jobs: number; bookedMinutes: number; shiftMinutes: number }[] }>(
      `/api/scheduling/load?from=${capacity?.[0]?.date}&to=${capacity?.at(-1)?.date}`,
    )
  ).json.days;
  expect(
    load.map(({ date, jobs, bookedMinutes, shiftMinutes }) => ({ date, jobs, bookedMinutes, shiftMinutes })),
  ).toEqual(capacity);
});

test("the screen shows the figures with links to their lists", async () => {
  const { today, money } = await glance(admin);
  const { text } = await admin.get("/dashboard");
  const shown = pageText(text);
  expect(shown).toContain(`Ready to bill${today?.waiting?.toBill}Completed`);
  expect(shown).toContain(`${money?.overdue.count} invoice`);
  const links = attributes(text, "href");
  for (const link of [
    "/workorders?toBill=true",
    "/invoices-v2?state=overdue",
    "/workorders?late=true",
    "/equipment/due",
  ])
    expect(links).toContain(link);
});

test("the dashboard costs one round trip in addition to the session", async () => {
  const costs = databaseCosts(await admin.get("/dashboard"));
  expect(costs.rounds).toBe(1);
});

test("today's job conflicts with the previous evening's job that runs into it", async () => {
  const { orgId, manager, site, technicianId } = await office(worker);
  const { start: midnight } = dayBounds(wallTimeOf(Date.now(), "America/Chicago").date, "America/Chicago");
  const iso = (at: number) => new Date(at).toISOString();
  const workOrder = (number: number, startsIn: number) => ({
    ...{ id: crypto.randomUUID(), number, title: `Job ${number}`, status: "scheduled" as const, priority: "normal" },
    ...{ technicianId, start: iso(midnight + startsIn * 60_000) },
  });
  await seedWorkOrders(worker, orgId, site, [workOrder(1, -120), workOrder(2, 10)]);
  // The later one first, so that the earlier one is booked with an override.
  await worker.db
    .prepare(
      `INSERT INTO appointment_technicians (org_id, appointment_id, technician_id, role, starts_at, ends_at, override_reason)
       SELECT org_id, id, ?2, 'lead', starts_at, iif(starts_at < ?3, ?4, ends_at), iif(starts_at < ?3, 'meant', NULL)
       FROM appointments WHERE org_id = ?1 ORDER BY starts_at DESC`,
    )
    .bind(orgId, technicianId, iso(midnight), iso(midnight + 30 * 60_000))
    .run();
  const { today, dispatch } = await glance(manager);
  expect(today?.byStatus).toEqual([{ status: "scheduled", count: 1 }]);
  const conflicts = dispatch?.problems.filter(({ kind }) => kind === "conflict") ?? [];
  expect(conflicts.map(({ workOrder }) => workOrder)).toEqual(["WO-002"]);
  expect(conflicts[0]?.message).toContain("(WO-001)");
});

test("a technician sees only their own day and no business money", async () => {
  const { today, dispatch, money, quality, capacity, stock } = await glance(technician);
  expect([today?.waiting, dispatch, money, quality, capacity, stock]).toEqual([null, null, null, null, null, null]);
  const own = today?.byStatus.reduce((sum, { count }) => sum + count, 0);
  const luis = await worker.db
    .prepare(
      "SELECT technician_id id FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = 'technician@example.com'",
    )
    .first<string>("id");
  expect(await rowsOf(`/api/work-orders?from=${today?.date}&to=${today?.date}&technicianId=${luis}`)).toBe(own);
  const shown = pageText((await technician.get("/dashboard")).text);
  expect(shown).toContain("Your jobs today");
  expect(shown).not.toContain("Ready to bill");
});

test("a household has no dashboard, and users without access to invoices see no payments", async () => {
  expect((await (await signedIn("household@example.com")).get("/api/dashboard")).status).toBe(403);
  expect((await technician.get("/api/payments-received?from=2026-01-01&to=2026-01-02")).status).toBe(403);
  expect((await admin.get("/api/payments-received?from=2026-01-01&to=2027-01-02")).status).toBe(400);
});

test("a new business sees first steps instead of empty figures", async () => {
  const { admin: founder } = await worker.business();
  const shown = pageText((await founder.get("/dashboard")).text);
  expect(shown).toContain("Get your first job out");
  expect(shown).not.toContain("Capacity, next 14 days");
});

test("a completed job is ready to bill until it has an invoice, and again once that is deleted", async () => {
  const business = await office(worker);
  const { manager } = business;
  const toBill = async () => (await glance(manager)).today?.waiting?.toBill;
  const { id } = await addWorkOrder(manager, business.site, {
    technicianId: business.technicianId,
    scheduledStart: start,
  });
  for (const status of ["dispatched", "en_route", "in_progress", "completed"]) await moveTo(manager, id, { status });
  expect(await toBill()).toBe(1);
  const draft = await manager.post<{ id: string }>(`/api/work-orders/${id}/invoices`, {});
  expect([draft.status, await toBill()]).toEqual([201, 0]);
  expect((await manager.send("DELETE", `/api/invoices/${draft.json.id}`, {})).status).toBe(204);
  expect(await toBill()).toBe(1);
  await moveTo(manager, id, { status: "in_progress", reason: "Not done after all" });
  expect(await toBill()).toBe(0);
  await moveTo(manager, id, { status: "completed" });
  expect(await toBill()).toBe(1);
});

test("a section that fails to load says so without affecting the others", async () => {
  await worker.db.prepare("DROP INDEX payments_received").run();
  const answer = await admin.get("/dashboard");
  const shown = pageText(answer.text);
  expect(answer.status).toBe(200);
  expect(shown).toContain("Couldn't load money. The rest of the page is up to date.");
  expect(shown).toContain("Jobs today");
  expect(shown).toContain("First-time fix, 30 days");
});

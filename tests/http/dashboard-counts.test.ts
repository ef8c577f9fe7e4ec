import fc from "fast-check";
import { expect, test } from "vitest";
import { addItem, addLocation, post } from "#tests/support/inventory";
import { performanceBusiness } from "#tests/support/performance-history";
import { ledgerOf } from "#tests/support/receivables";
import { liveThrough, randomly } from "#tests/support/receivables-history";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { addDays, weekAround } from "~/domain/shared/time/dates";
import { dayBounds, wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const number = fc.nat({ max: 9999 });
/** Mostly recent days, which most of the dashboard is about. */
const day = fc.oneof(number, fc.constantFrom(0, 400, 1, 2));
const steps = fc.array(fc.tuple(number, day, number, number), { minLength: 40, maxLength: 50 });

interface Span {
  from: string;
  to: string;
  jobs: number;
  callbackJobs: number;
  secondVisits: number;
  firstTimeFix: number | null;
}

interface Answer {
  today: { date: string; byStatus: { status: string; count: number }[]; waiting: object };
  money: { overdue: object; received: object };
  quality: { completedToday: number; spans: Span[] };
  capacity: { date: string; jobs: number; bookedMinutes: number; shiftMinutes: number }[];
  stock: object;
  maintenance: object;
  todos: object;
}

type Row = Record<string, string | number | null>;

test("every dashboard figure equals a count of the rows after any history", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (history, seed) => {
      const { orgId, admin } = await worker.business();
      const zone = "America/Denver";
      await worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(zone, orgId).run();
      const today = wallTimeOf(Date.now(), zone).date;
      const random = randomly(seed);
      await admin.get("/api/dashboard");
      const business = await performanceBusiness(worker, orgId, Date.now());
      for (const step of history) await business.apply(step);
      await receivables(orgId, { today, seed });
      await worker.db
        .prepare("UPDATE technicians SET availability = ? WHERE org_id = ? AND first_name = 'Ann'")
        .bind(JSON.stringify(WEEK), orgId)
        .run();
      await stock(admin, random);
      await maintenance(orgId, { today, random });
      await todos(admin, { today, random });
      const before = Date.now();
      const shown = (await admin.get<Answer>("/api/dashboard")).json;
      expect(shown.today.date).toBe(today);
      expect({
        byStatus: Object.fromEntries(shown.today.byStatus.map(({ status, count }) => [status, count]).sort()),
        waiting: shown.today.waiting,
        money: shown.money,
        completedToday: shown.quality.completedToday,
        spans: shown.quality.spans.map(({ from, to, jobs, callbackJobs, secondVisits, firstTimeFix }) => ({
          ...{ from, to, jobs, callbackJobs, secondVisits },
          firstTimeFix: firstTimeFix === null ? null : firstTimeFix.toFixed(6),
        })),
        capacity: shown.capacity,
        stock: shown.stock,
        maintenance: shown.maintenance,
        todos: shown.todos,
      }).toEqual(await counted(orgId, { today, zone, now: new Date(before).toISOString() }));
    }),
    { numRuns: 2, endOnFailure: true },
  );
}, 180_000);

async function receivables(orgId: string, { today, seed }: { today: string; seed: number }) {
  const customers = [
    (await addCustomer(worker, orgId, "Ada Byron")).customerId,
    (await addCustomer(worker, orgId, "Ben Ruiz")).customerId,
  ];
  await liveThrough(ledgerOf(worker, orgId), { customers, firstDay: addDays(today, -59), days: 60, seed });
}

/** Items with a reorder point, with some receipts and issues. */
async function stock(admin: Visitor, random: () => number) {
  const locationId = await addLocation(admin);
  for (let at = 0; at < 6; at += 1) {
    const { id: itemId } = await addItem(admin, { minStockLevel: Math.floor(random() * 6) });
    const quantity = Math.floor(random() * 12);
    if (quantity === 0) continue;
    await post(admin, "receipt", [{ itemId, locationId, quantity, unitCost: 5 }]);
    const taken = Math.floor(random() * (quantity + 1));
    if (taken > 0) await post(admin, "issue", [{ itemId, locationId, quantity: taken }]);
  }
}

const maintenance = (orgId: string, { today, random }: { today: string; random: () => number }) =>
  worker.db
    .prepare("SELECT id FROM equipment WHERE org_id = ?")
    .bind(orgId)
    .all<{ id: string }>()
    .then(({ results }) =>
      worker.db.batch(
        results.map(({ id }) =>
          worker.db
            .prepare("UPDATE equipment SET next_maintenance_on = ? WHERE org_id = ? AND id = ?")
            .bind(addDays(today, Math.floor(random() * 80) - 30), orgId, id),
        ),
      ),
    );

async function todos(admin: Visitor, { today, random }: { today: string; random: () => number }) {
  const me = (await admin.get<{ id: string }>("/api/auth/me")).json.id;
  for (let at = 0; at < 5; at += 1) {
    const dueOn = addDays(today, Math.floor(random() * 3) - 1);
    expect((await admin.post("/api/todos", { title: `Call ${at}`, dueOn, assigneeId: me })).status).toBe(201);
  }
}

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
/** Four days of nine hours with a break, and none on Tuesdays and weekends. */
const WEEK = Object.fromEntries(
  DAYS.map((name) => [
    name,
    {
      ...{ available: !["saturday", "sunday", "tuesday"].includes(name), start: "07:00", end: "16:00" },
      breaks: [{ start: "12:00", end: "12:45" }],
    },
  ]),
);

/** Minutes of a technician's shift on a day: of the week above, or of the usual one. */
function minutesOn({ availability }: Row, date: string): number {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (availability === null) return day === 0 || day === 6 ? 0 : 540;
  return [0, 2, 6].includes(day) ? 0 : 495;
}

/** The same figures, each computed from the rows by its definition. */
async function counted(orgId: string, { today, zone, now }: { today: string; zone: string; now: string }) {
  const all = async (sql: string, ...values: string[]) =>
    (
      await worker.db
        .prepare(sql)
        .bind(orgId, ...values)
        .all<Row>()
    ).results;
  const one = async (sql: string, ...values: string[]) =>
    Object.values((await all(sql, ...values))[0] ?? {}).map(Number);
  const bounds = dayBounds(today, zone);
  const [start, end] = [new Date(bounds.start).toISOString(), new Date(bounds.end).toISOString()];
  const byStatus = await all(
    "SELECT status, count(*) AS count FROM work_orders WHERE org_id = ?1 AND scheduled_start >= ?2 AND scheduled_start < ?3 GROUP BY status",
    ...[start, end],
  );
  const orders = await all("SELECT * FROM work_orders WHERE org_id = ?1");
  const invoices = await all("SELECT * FROM invoices WHERE org_id = ?1");
  const callbacks = new Set(orders.filter(({ status }) => status !== "cancelled").map((order) => order.callback_of));
  const done = orders
    .filter(({ status, completed_at: at }) => (status === "completed" || status === "closed") && at !== null)
    .map((order): Row => ({ ...order, on: wallTimeOf(Date.parse(String(order.completed_at)), zone).date }));
  const isBilled = (id: unknown) =>
    invoices.some((one) => one.work_order_id === id && one.kind === "invoice" && one.status !== "void");
  const count = (isOne: (order: Row) => boolean) => orders.filter(isOne).length;
  const overdue = invoices
    .map(
      (one): Row => ({ ...one, left: Number(one.total_minor) - Number(one.paid_minor) - Number(one.credited_minor) }),
    )
    .filter(
      (one) => one.kind === "invoice" && one.status === "issued" && Number(one.left) > 0 && String(one.due_on) < today,
    );
  const from = weekAround(today)[0] ?? today;
  const payments = await all(
    "SELECT amount_minor FROM payments WHERE org_id = ?1 AND received_on BETWEEN ?2 AND ?3",
    ...[from, today],
  );
  const people = await all("SELECT * FROM appointment_technicians WHERE org_id = ?1 AND blocks_calendar = 1");
  const levels = await all(
    `SELECT i.min_stock_milli AS least, i.reorder_point_milli AS point,
       coalesce((SELECT sum(m.quantity_milli) FROM stock_movements m WHERE m.org_id = ?1 AND m.item_id = i.id), 0) AS held
     FROM inventory_items i WHERE i.org_id = ?1 AND i.active = 1`,
  );
  const low = levels.filter(({ least, point, held }) => {
    const level = point ?? (least || null);
    return level !== null && Number(held) <= Number(level);
  });
  const units = await all("SELECT next_maintenance_on AS due FROM equipment WHERE org_id = ?1 AND status <> 'retired'");
  const due = units.filter((unit) => unit.due !== null && String(unit.due) <= addDays(today, 30));
  const [overdueTodos = 0, todayTodos = 0] = await one(
    "SELECT coalesce(sum(due_on < ?2), 0), coalesce(sum(due_on = ?2), 0) AS today FROM todos WHERE org_id = ?1 AND done_at IS NULL AND assignee_id IS NOT NULL",
    today,
  );
  const links = await all("SELECT * FROM work_order_equipment WHERE org_id = ?1");
  const unitsOf = (id: unknown) => links.filter((one) => one.work_order_id === id).map((one) => one.equipment_id);
  const isSecondVisit = (first: Row, other: Row) => {
    const later = Date.parse(String(other.completed_at)) - Date.parse(String(first.completed_at));
    const isSoon = later > 0 && later <= 30 * 24 * 3_600_000;
    return other.id !== first.id && isSoon && unitsOf(other.id).some((unit) => unitsOf(first.id).includes(unit));
  };
  const crew = await all("SELECT * FROM technicians WHERE org_id = ?1 AND status IN ('active', 'pending_setup')");
  const sum = (minors: readonly number[]) => minors.reduce((total, minor) => total + minor, 0) / 100;
  return {
    byStatus: Object.fromEntries(byStatus.map(({ status, count }) => [String(status), count]).sort()),
    waiting: {
      late: count(
        ({ status, scheduled_start: at }) => ["scheduled", "dispatched"].includes(String(status)) && String(at) < now,
      ),
      unassigned: count(
        ({ status, technician_id: lead }) =>
          lead === null && ["unscheduled", "scheduled", "on_hold"].includes(String(status)),
      ),
      unscheduled: count(({ status }) => status === "unscheduled"),
      onHold: count(({ status }) => status === "on_hold"),
      toBill: count(({ id, status, no_charge: free }) => status === "completed" && free === 0 && !isBilled(id)),
    },
    money: {
      overdue: { count: overdue.length, balance: sum(overdue.map(({ left }) => Number(left))) },
      received: {
        from,
        to: today,
        count: payments.length,
        amount: sum(payments.map((one) => Number(one.amount_minor))),
      },
    },
    completedToday: done.filter(({ on }) => on === today).length,
    spans: [30, 90].map((days) => {
      const span = { from: addDays(today, 1 - days), to: today };
      const within = done.filter(({ on }) => String(on) >= span.from && String(on) <= span.to);
      const ofUnits = within.filter(({ id }) => unitsOf(id).length > 0);
      const secondVisits = ofUnits.filter((workOrder) => done.some((other) => isSecondVisit(workOrder, other))).length;
      return {
        ...{ ...span, jobs: within.length, secondVisits },
        callbackJobs: within.filter((workOrder) => callbacks.has(workOrder.id ?? "")).length,
        firstTimeFix: ofUnits.length === 0 ? null : ((ofUnits.length - secondVisits) / ofUnits.length).toFixed(6),
      };
    }),
    capacity: Array.from({ length: 14 }, (_, at) => {
      const date = addDays(today, at);
      const booked = people.filter((one) => wallTimeOf(Date.parse(String(one.starts_at)), zone).date === date);
      const minutes = booked.map(
        (one) => (Date.parse(String(one.ends_at)) - Date.parse(String(one.starts_at))) / 60_000,
      );
      return {
        date,
        jobs: booked.filter(({ role }) => role === "lead").length,
        bookedMinutes: minutes.reduce((total, each) => total + each, 0),
        shiftMinutes: crew.reduce((total, one) => total + minutesOn(one, date), 0),
      };
    }),
    stock: { low: low.length, out: low.filter(({ held }) => Number(held) <= 0).length },
    maintenance: { due: due.length, overdue: due.filter((unit) => String(unit.due) < today).length },
    todos: { overdue: overdueTodos, today: todayTodos },
  };
}

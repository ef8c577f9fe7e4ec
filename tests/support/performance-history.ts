import { randomUUID } from "node:crypto";
import { addDays, firstDayOfMonth, monthKey } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { statusDurations } from "~/domain/work-orders/durations";
import { addCustomer, addTechnician, type Site } from "./work-orders";
import type { TestWorker } from "./worker";

type Row = Record<string, string | number | null>;
export type Step = readonly [op: number, a: number, b: number, c: number];

const HOUR = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

/** A business whose jobs are changed at random directly in the tables, as use cases and data repairs may do. */
export async function performanceBusiness(worker: TestWorker, orgId: string, now: number) {
  const site: Site = await addCustomer(worker, orgId);
  const technicianIds = [await addTechnician(worker, orgId, "Ann"), await addTechnician(worker, orgId, "Ben")];
  const units = [randomUUID(), randomUUID()];
  const typeId = randomUUID();
  const run = (sql: string, ...values: (string | number | null)[]) =>
    worker.db
      .prepare(sql)
      .bind(...values)
      .run();
  const all = async (sql: string) => (await worker.db.prepare(sql).bind(orgId).all<Row>()).results;
  for (const unit of units)
    await run(
      "INSERT INTO equipment (org_id, id, customer_id, address_id, name, type, created_at, updated_at) VALUES (?, ?, ?, ?, 'Furnace', 'furnace', ?, ?)",
      ...[orgId, unit, site.customerId, site.siteAddressId, iso(now), iso(now)],
    );
  let number = 0;
  const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)];
  /** Within the last 400 days, mostly near midnight somewhere in the United States. */
  const moment = (a: number, b: number) => {
    const day = Math.floor(now / 86_400_000) * 86_400_000 - (a % 400) * 86_400_000;
    return iso(day + (b % 3 === 0 ? (b % 24) * HOUR : ((b % 8) + 3) * HOUR + (b % 60) * 60_000));
  };
  const orders = (status?: string) =>
    all(
      `SELECT id, completed_at, created_at FROM work_orders WHERE org_id = ?1 ${status ? `AND status IN (${status})` : ""} ORDER BY number`,
    );
  const done = "'completed', 'closed'";

  async function addOrder(fields: Row): Promise<string> {
    const id = randomUUID();
    number += 1;
    const row: Row = {
      ...{ org_id: orgId, id, number, title: `Job ${number}`, status: "unscheduled", priority: "normal" },
      ...{ customer_id: site.customerId, site_address_id: site.siteAddressId, duration_minutes: 60 },
      ...{ created_at: iso(now), updated_at: iso(now), ...fields },
    };
    await run(
      `INSERT INTO work_orders (${Object.keys(row).join()}) VALUES (${Object.keys(row).map(() => "?")})`,
      ...Object.values(row),
    );
    return id;
  }

  async function invoice(workOrderId: string, cents: number, cost: number | null) {
    const id = randomUUID();
    const parties = JSON.stringify({ name: "A", email: null, lines: [] });
    const by = [orgId, id];
    await run(
      `INSERT INTO invoices (org_id, id, kind, status, series, customer_id, work_order_id, bill_to, terms_days, tax_state, taxes, subtotal_minor, total_minor, created_by, created_at, updated_at)
       VALUES (?1, ?2, 'invoice', 'draft', 'INV', ?3, ?4, ?5, 15, 'exempt', '[]', ?6, ?6, 'x', ?7, ?7)`,
      ...[...by, site.customerId, workOrderId, parties, cents, iso(now)],
    );
    await run(
      `INSERT INTO invoice_lines (org_id, invoice_id, position, kind, description, quantity_milli, unit, unit_price_minor, discount_ppm, taxable, amount_minor, discount_minor, net_minor, tax_minor, cost_minor)
       VALUES (?1, ?2, 1, 'part', 'Part', 1000, 'EA', ?3, 0, 0, ?3, 0, ?3, 0, ?4)`,
      ...[...by, cents, cost],
    );
    await issue(id, "INV", parties);
  }

  const issue = (id: string, series: string, parties: string) =>
    run(
      `UPDATE invoices SET status = 'issued', number = 1 + coalesce((SELECT max(number) FROM invoices WHERE org_id = ?1 AND series = ?3), 0),
         seller = ?4, issued_on = '2026-01-01', due_on = '2026-01-15', issued_at = ?5 WHERE org_id = ?1 AND id = ?2`,
      ...[orgId, id, series, parties, iso(now)],
    );

  /** Credits part of an invoice; if credited in full, it is void. */
  async function credit(invoiceRow: Row, cents: number) {
    const id = randomUUID();
    const parties = JSON.stringify({ name: "A", email: null, lines: [] });
    await run(
      `INSERT INTO invoices (org_id, id, kind, status, series, customer_id, work_order_id, corrects_id, bill_to, terms_days, tax_state, taxes, subtotal_minor, total_minor, created_by, created_at, updated_at)
       VALUES (?1, ?2, 'credit_note', 'draft', 'CN', ?3, ?4, ?5, ?6, 0, 'exempt', '[]', ?7, ?7, 'x', ?8, ?8)`,
      ...[orgId, id, site.customerId, invoiceRow.work_order_id ?? null, invoiceRow.id ?? null],
      ...[parties, cents, iso(now)],
    );
    await run(
      `INSERT INTO invoice_lines (org_id, invoice_id, position, kind, description, quantity_milli, unit, unit_price_minor, discount_ppm, taxable, amount_minor, discount_minor, net_minor, tax_minor, credits_position)
       VALUES (?1, ?2, 1, 'part', 'Part', 1000, 'EA', ?3, 0, 0, ?3, 0, ?3, 0, 1)`,
      ...[orgId, id, cents],
    );
    await issue(id, "CN", parties);
    if (cents === invoiceRow.total_minor)
      await run(
        "UPDATE invoices SET status = 'void', void_reason = 'Wrong', voided_at = ? WHERE org_id = ? AND id = ?",
        ...[iso(now), orgId, invoiceRow.id ?? null],
      );
  }

  const ops: ((a: number, b: number, c: number) => Promise<unknown>)[] = [
    // A job is completed, with or without equipment, with its labor time.
    async (a, b, c) => {
      const completed = moment(a, b);
      const end = Date.parse(completed);
      const id = await addOrder({
        ...{ status: c % 2 ? "completed" : "closed", completed_at: completed, created_at: iso(end - 9 * 24 * HOUR) },
        ...{
          technician_id: c % 5 === 0 ? null : (pick(technicianIds, c) ?? null),
          duration_minutes: 30 + (c % 4) * 15,
        },
        service_type_id: c % 3 === 0 ? null : typeId,
      });
      const states = ["scheduled", "en_route", "in_progress", "on_hold", "in_progress", "completed"];
      await worker.db.batch(
        states.map((status, at) =>
          worker.db
            .prepare(
              "INSERT INTO work_order_history (org_id, work_order_id, id, from_status, to_status, occurred_at, recorded_at) VALUES (?, ?, ?, NULL, ?, ?, ?)",
            )
            .bind(orgId, id, `${at}`, status, iso(end - (6 - at) * (10 + (b % 7)) * 60_000), completed),
        ),
      );
      if (c % 4 > 0)
        await run(
          "INSERT INTO work_order_equipment (org_id, work_order_id, equipment_id) VALUES (?, ?, ?)",
          ...[orgId, id, pick(units, b) ?? ""],
        );
    },
    // A job is reopened.
    async (a) => {
      const order = pick(await orders(done), a);
      if (order)
        await run(
          "UPDATE work_orders SET status = 'on_hold', hold_reason = 'parts', completed_at = NULL WHERE org_id = ? AND id = ?",
          ...[orgId, order.id ?? null],
        );
    },
    // A job is completed after all, or at another time.
    async (a, b, c) => {
      const order = pick(await orders(`${done}, 'on_hold'`), a);
      if (order)
        await run(
          "UPDATE work_orders SET status = 'completed', hold_reason = NULL, completed_at = ? WHERE org_id = ? AND id = ?",
          ...[moment(b, c), orgId, order.id ?? null],
        );
    },
    // A job gets another technician and service type.
    async (a, b, c) => {
      const order = pick(await orders(), a);
      if (order)
        await run(
          "UPDATE work_orders SET technician_id = ?, service_type_id = ?, duration_minutes = ? WHERE org_id = ? AND id = ?",
          ...[b % 3 ? (pick(technicianIds, b) ?? null) : null, c % 2 ? typeId : null, 30 + (c % 5) * 10],
          ...[orgId, order.id ?? null],
        );
    },
    // Equipment is added to a job or removed.
    async (a, b, c) => {
      const order = pick(await orders(), a);
      if (!order) return;
      const values = [orgId, order.id ?? null, pick(units, b) ?? ""];
      await run(
        c % 2
          ? "INSERT OR IGNORE INTO work_order_equipment (org_id, work_order_id, equipment_id) VALUES (?, ?, ?)"
          : "DELETE FROM work_order_equipment WHERE org_id = ? AND work_order_id = ? AND equipment_id = ?",
        ...values,
      );
    },
    // A callback is opened, with a failed task and a used part.
    async (a, b) => {
      const order = pick(await orders(done), a);
      if (!order) return;
      const id = await addOrder({ callback_of: order.id ?? null, created_at: moment(b, a) });
      await run(
        "INSERT INTO work_order_tasks (org_id, work_order_id, id, position, title) VALUES (?, ?, ?, 1, ?)",
        ...[orgId, order.id ?? null, randomUUID(), `Step ${b % 3}`],
      );
      await run(
        "UPDATE work_order_tasks SET outcome = 'fail', follow_up_id = ? WHERE org_id = ? AND work_order_id = ? AND title = ?",
        ...[id, orgId, order.id ?? null, `Step ${b % 3}`],
      );
      await run(
        "INSERT INTO work_order_parts (org_id, id, work_order_id, description, quantity_milli, used_at, used_by, created_at, updated_at) SELECT ?1, ?2, w.id, ?4, 1000, ?5, 'x', ?5, ?5 FROM work_orders w WHERE w.org_id = ?1 AND w.id = ?3 AND w.status <> 'closed'",
        ...[orgId, randomUUID(), order.id ?? null, `Part ${b % 2}`, iso(now)],
      );
    },
    // A callback is canceled or reopened.
    async (a, b) => {
      const order = pick(
        await all("SELECT id FROM work_orders WHERE org_id = ?1 AND callback_of IS NOT NULL ORDER BY number"),
        a,
      );
      if (order)
        await run(
          `UPDATE work_orders SET status = ?, cancel_reason = ? WHERE org_id = ? AND id = ? AND status IN ('unscheduled', 'cancelled')`,
          ...[b % 2 ? "cancelled" : "unscheduled", b % 2 ? "customer" : null, orgId, order.id ?? null],
        );
    },
    // A job is deleted.
    async (a) => {
      const order = pick(
        await all(
          "SELECT id FROM work_orders w WHERE org_id = ?1 AND status = 'unscheduled' AND NOT EXISTS (SELECT 1 FROM work_orders c WHERE c.org_id = ?1 AND c.callback_of = w.id) AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.org_id = ?1 AND i.work_order_id = w.id) AND NOT EXISTS (SELECT 1 FROM work_order_parts p WHERE p.org_id = ?1 AND p.work_order_id = w.id) ORDER BY number",
        ),
        a,
      );
      if (order) await run("DELETE FROM work_orders WHERE org_id = ? AND id = ?", orgId, order.id ?? null);
    },
    // A job is invoiced.
    async (a, b, c) => {
      const order = pick(
        await all(
          "SELECT id FROM work_orders w WHERE org_id = ?1 AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.org_id = ?1 AND i.work_order_id = w.id AND i.kind = 'invoice' AND i.status <> 'void') ORDER BY number",
        ),
        a,
      );
      if (order?.id) await invoice(String(order.id), 1000 + (b % 50) * 100, c % 3 ? 500 : null);
    },
    // An invoice is credited, in part or in full.
    async (a, b) => {
      const row = pick(
        await all(
          "SELECT id, work_order_id, total_minor FROM invoices WHERE org_id = ?1 AND kind = 'invoice' AND status = 'issued' AND credited_minor = 0 ORDER BY number",
        ),
        a,
      );
      if (row) await credit(row, b % 2 ? Number(row.total_minor) : Math.round(Number(row.total_minor) / 3));
    },
    // An appointment is booked, moved or canceled.
    async (a, b, c) => {
      const order = pick(await orders(), a);
      if (!order) return;
      const start = Date.parse(moment(b, c)) + 200 * 24 * HOUR;
      const id = randomUUID();
      await run(
        "INSERT INTO appointments (org_id, id, work_order_id, starts_at, ends_at, state, created_at) VALUES (?, ?, ?, ?, ?, 'done', ?)",
        ...[orgId, id, order.id ?? null, iso(start), iso(start + HOUR), iso(now)],
      );
      await run(
        "INSERT INTO appointment_technicians (org_id, appointment_id, technician_id, role, starts_at, ends_at, blocks_calendar, override_reason) VALUES (?, ?, ?, ?, ?, ?, 1, 'meant')",
        ...[orgId, id, pick(technicianIds, a) ?? "", b % 4 ? "lead" : "helper", iso(start), iso(start + HOUR)],
      );
    },
    async (a, b, c) => {
      const row = pick(
        await all(
          "SELECT appointment_id id FROM appointment_technicians WHERE org_id = ?1 ORDER BY starts_at, appointment_id",
        ),
        a,
      );
      const start = Date.parse(moment(b, c)) + 200 * 24 * HOUR;
      if (row && c % 3 === 0) await run("DELETE FROM appointments WHERE org_id = ? AND id = ?", orgId, row.id ?? null);
      else if (row)
        await run(
          "UPDATE appointment_technicians SET starts_at = ?, ends_at = ?, blocks_calendar = ? WHERE org_id = ? AND appointment_id = ?",
          ...[iso(start), iso(start + (1 + (b % 4)) * HOUR), c % 2, orgId, row.id ?? null],
        );
    },
    // A job with a start time is added.
    async (a, b, c) => {
      const start = moment(a, b);
      await addOrder({
        ...{ status: c % 2 ? "scheduled" : "unscheduled", scheduled_start: start },
        scheduled_end: iso(Date.parse(start) + HOUR),
      });
    },
    // A job's start time changes or is removed.
    async (a, b, c) => {
      const order = pick(await orders("'unscheduled', 'on_hold', 'completed', 'closed'"), a);
      const start = c % 4 ? Date.parse(moment(b, c)) : null;
      if (order)
        await run(
          "UPDATE work_orders SET scheduled_start = ?, scheduled_end = ? WHERE org_id = ? AND id = ?",
          ...[start && iso(start), start && iso(start + HOUR), orgId, order.id ?? null],
        );
    },
    // A job is dispatched, or waits again.
    async (a, b) => {
      const order = pick(await orders("'scheduled', 'dispatched'"), a);
      if (order)
        await run(
          "UPDATE work_orders SET status = ? WHERE org_id = ? AND id = ?",
          ...[b % 2 ? "dispatched" : "unscheduled", orgId, order.id ?? null],
        );
    },
  ];
  return {
    opCount: ops.length,
    apply: ([op, a, b, c]: Step) => ops[op % ops.length]?.(a, b, c),
    direct: (zone: string) => directCounts(all, zone),
    stored: () => storedCounts(all),
  };
}

type All = (sql: string) => Promise<Row[]>;
type Counts = Record<string, unknown>;

interface Counted {
  sums: Counts;
  causes: Counts;
  workload: Counts;
  scheduled: Counts;
  unassigned: number;
}

/** The contents of the sum tables, except zero rows. */
async function storedCounts(all: All): Promise<Counted> {
  const sums = await all("SELECT * FROM job_sums WHERE org_id = ?1 AND jobs <> 0");
  const causes = await all("SELECT * FROM callback_cause_sums WHERE org_id = ?1 AND callbacks <> 0");
  const workload = await all("SELECT * FROM workload_sums WHERE org_id = ?1 AND (jobs <> 0 OR minutes <> 0)");
  const scheduled = await all("SELECT * FROM scheduled_sums WHERE org_id = ?1 AND jobs <> 0");
  const [counter] = await all("SELECT value FROM counters WHERE org_id = ?1 AND name = 'work_orders.unassigned'");
  const byKey = (rows: Row[], name: (row: Row) => string, value: (row: Row) => unknown) =>
    Object.fromEntries(rows.map((row) => [name(row), value(row)]).sort());
  return {
    sums: byKey(
      sums,
      (row) => [row.scope, row.grain, row.starts_on, row.key].join("|"),
      ({ org_id: _o, scope: _s, grain: _g, starts_on: _d, key: _k, ...rest }) => rest,
    ),
    causes: byKey(
      causes,
      (row) => [row.kind, row.grain, row.starts_on, row.key].join("|"),
      (row) => row.callbacks,
    ),
    workload: byKey(
      workload,
      (row) => [row.kind, row.starts_on].join("|"),
      (row) => [row.jobs, row.minutes],
    ),
    scheduled: byKey(
      scheduled,
      (row) => [row.starts_on, row.status].join("|"),
      (row) => row.jobs,
    ),
    unassigned: Number(counter?.value ?? 0),
  };
}

/** The same sums, computed from the rows by the documented rules. */
async function directCounts(all: All, zone: string): Promise<Counted> {
  const [orders, links, history, invoices, lines, tasks, parts, people] = await Promise.all([
    all("SELECT * FROM work_orders WHERE org_id = ?1"),
    all("SELECT * FROM work_order_equipment WHERE org_id = ?1"),
    all("SELECT * FROM work_order_history WHERE org_id = ?1 ORDER BY id"),
    all("SELECT * FROM invoices WHERE org_id = ?1 AND status <> 'draft'"),
    all("SELECT * FROM invoice_lines WHERE org_id = ?1"),
    all("SELECT * FROM work_order_tasks WHERE org_id = ?1"),
    all("SELECT * FROM work_order_parts WHERE org_id = ?1 AND removed_at IS NULL"),
    all("SELECT * FROM appointment_technicians WHERE org_id = ?1 AND blocks_calendar = 1"),
  ]);
  const dayOf = (at: unknown) => wallTimeOf(Date.parse(String(at)), zone).date;
  const sunday = (day: string) => addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
  const starts: Record<string, (day: string) => string> = {
    day: (day) => day,
    week: sunday,
    month: (day) => firstDayOfMonth(monthKey(day)),
    year: (day) => `${day.slice(0, 4)}-01-01`,
  };
  const isDone = (row: Row) => ["completed", "closed"].includes(String(row.status)) && row.completed_at !== null;
  const completed = orders.filter(isDone);
  const unitsOf = (id: unknown) => links.filter((one) => one.work_order_id === id).map((one) => one.equipment_id);
  const sums: Record<string, Record<string, number>> = {};
  const causes: Record<string, number> = {};
  for (const workOrder of completed) {
    const at = Date.parse(String(workOrder.completed_at));
    const mine = unitsOf(workOrder.id);
    const again = completed.some((other) => {
      const later = Date.parse(String(other.completed_at)) - at;
      return (
        other.id !== workOrder.id &&
        later > 0 &&
        later <= 30 * 24 * HOUR &&
        unitsOf(other.id).some((unit) => mine.includes(unit))
      );
    });
    const isCalledBack = orders.some((other) => other.callback_of === workOrder.id && other.status !== "cancelled");
    const stays = statusDurations(
      history
        .filter((one) => one.work_order_id === workOrder.id)
        .map((one) => ({
          // Guarantee: written above.
          status: one.to_status as WorkOrderStatus,
          occurredAt: Date.parse(String(one.occurred_at)),
          recordedAt: Date.parse(String(one.recorded_at)),
        })),
      at,
    );
    const secondsIn = (status: string) =>
      stays.filter((stay) => stay.status === status).reduce((total, stay) => total + stay.seconds, 0);
    const documents = invoices.filter((one) => one.work_order_id === workOrder.id);
    const revenue = documents.reduce(
      (total, one) =>
        total + (one.kind === "invoice" ? 1 : -1) * (Number(one.subtotal_minor) - Number(one.discount_minor)),
      0,
    );
    const issued = documents.filter((one) => one.kind === "invoice" && one.status === "issued");
    const costs = lines.filter((line) => issued.some((one) => one.id === line.invoice_id) && line.kind !== "trip");
    const isKnown = costs.every((line) => line.cost_minor !== null);
    const figures = {
      ...{ jobs: 1, unit_jobs: mine.length > 0 ? 1 : 0, fixed_jobs: mine.length > 0 && !again ? 1 : 0 },
      ...{ callback_jobs: isCalledBack ? 1 : 0, labor_seconds: secondsIn("in_progress") },
      ...{ travel_seconds: secondsIn("en_route"), billed_jobs: issued.length > 0 ? 1 : 0, revenue_minor: revenue },
      costed_revenue_minor: isKnown ? revenue : 0,
      cost_minor: isKnown ? costs.reduce((total, line) => total + Number(line.cost_minor), 0) : 0,
    };
    const day = dayOf(workOrder.completed_at);
    const scopes = [
      ...["day", "week", "month", "year"].map((grain) => ["all", grain, ""]),
      ...["day", "month", "year"].map((grain) => ["technician", grain, workOrder.technician_id ?? ""]),
      ...["day", "month", "year"].map((grain) => ["service_type", grain, workOrder.service_type_id ?? ""]),
    ];
    for (const [scope, grain, key] of scopes) {
      const name = [scope, grain, starts[String(grain)]?.(day), key].join("|");
      const total = sums[name] ?? {};
      sums[name] = Object.fromEntries(
        Object.entries(figures).map(([what, value]) => [what, (total[what] ?? 0) + value]),
      );
    }
    if (!isCalledBack) continue;
    const failed = tasks
      .filter((task) => task.work_order_id === workOrder.id && (task.outcome === "fail" || task.follow_up_id !== null))
      .map((task) => ["task", String(task.service_task_id ?? String(task.title).toLowerCase())]);
    const used = parts
      .filter((part) => part.work_order_id === workOrder.id)
      .map((part) => ["part", String(part.item_id ?? String(part.description).toLowerCase())]);
    const distinct = new Set([...failed, ...used].map((each) => each.join("|")));
    for (const cause of distinct) {
      const [kind, key] = cause.split("|");
      for (const grain of ["day", "month", "year"]) {
        const name = [kind, grain, starts[grain]?.(day), key].join("|");
        causes[name] = (causes[name] ?? 0) + 1;
      }
    }
  }
  const workload: Record<string, [number, number]> = {};
  const add = (name: string, jobs: number, minutes: number) => {
    const [j, m] = workload[name] ?? [0, 0];
    workload[name] = [j + jobs, m + minutes];
  };
  for (const order of orders)
    if (order.status !== "cancelled")
      add(`created|${sunday(dayOf(order.created_at))}`, 1, Number(order.duration_minutes));
  for (const one of people)
    add(
      `booked|${dayOf(one.starts_at)}`,
      one.role === "lead" ? 1 : 0,
      Math.round((Date.parse(String(one.ends_at)) - Date.parse(String(one.starts_at))) / 60_000),
    );
  const scheduled: Record<string, number> = {};
  for (const { scheduled_start: start, status } of orders) {
    if (start === null) continue;
    const name = `${dayOf(start)}|${status}`;
    scheduled[name] = (scheduled[name] ?? 0) + 1;
  }
  const sorted = (counts: Counts) => Object.fromEntries(Object.entries(counts).sort());
  return {
    sums: sorted(sums),
    causes: sorted(causes),
    scheduled: sorted(scheduled),
    unassigned: orders.filter(
      ({ technician_id: lead, status }) =>
        lead === null && ["unscheduled", "scheduled", "on_hold"].includes(String(status)),
    ).length,
    workload: sorted(Object.fromEntries(Object.entries(workload).filter(([, [j, m]]) => j !== 0 || m !== 0))),
  };
}

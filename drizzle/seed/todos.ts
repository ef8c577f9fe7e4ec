import { addDays, DAY_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

interface SeedTodo {
  title: string;
  /** Days from today; null for no due date. */
  due: number | null;
  at?: string;
  notes?: string;
  who: "admin" | "office" | "technician" | "nobody";
  about?: keyof typeof SUBJECTS;
  every?: readonly [number, "day" | "week" | "month" | "year"];
  /** Days since it was done. */
  done?: number;
}

const todos: readonly SeedTodo[] = [
  { title: "Call back about the quote for a second zone", due: -2, who: "admin", about: "customer" },
  { title: "Send the warranty claim for the compressor", due: -1, who: "office", about: "equipment" },
  { title: "Call the supplier about the late condenser", due: 0, at: "09:30", who: "admin", about: "work_order" },
  {
    title: "Order MERV 11 filters for the vans",
    due: 0,
    who: "admin",
    notes: "20x25x1 and 16x25x1, a case each.",
    every: [2, "week"],
  },
  { title: "Weigh the recovery cylinders", due: 0, at: "16:00", who: "technician", every: [1, "week"] },
  { title: "Ask for the gate code before the visit", due: 1, who: "office", about: "visit" },
  { title: "Remind about the unpaid invoice by phone", due: 1, at: "11:00", who: "admin", about: "invoice" },
  { title: "Check the vacuum pump oil", due: 3, who: "admin", every: [1, "month"] },
  { title: "Renew the general liability insurance", due: 12, who: "admin", every: [1, "year"] },
  { title: "Plan the spring tune-up mailing", due: 40, who: "office" },
  { title: "Wash van 3", due: null, who: "nobody" },
  { title: "Put the spare thermostats back on the shelf", due: 2, who: "nobody" },
  { title: "Look for a second source of R-454B", due: null, who: "admin" },
  { title: "Confirm Thursday's inspector", due: -3, who: "office", done: 3 },
  { title: "Send the maintenance plan for signing", due: -5, who: "admin", about: "customer", done: 4 },
];

/** The records that to-dos are about, the most fitting one first. */
const SUBJECTS = {
  customer: "customers WHERE org_id = ?1 AND status = 'active' ORDER BY id DESC",
  work_order: "work_orders WHERE org_id = ?1 ORDER BY status = 'on_hold' DESC, hold_reason = 'parts' DESC, id",
  visit: "work_orders WHERE org_id = ?1 ORDER BY scheduled_start > ?2 DESC, scheduled_start, id",
  equipment:
    "equipment WHERE org_id = ?1 AND warranty_expires_on > ?2 ORDER BY type IN ('air_conditioner', 'heat_pump') DESC, id",
  invoice:
    "invoices WHERE org_id = ?1 AND kind = 'invoice' AND number IS NOT NULL ORDER BY paid_minor < total_minor DESC, due_on",
} as const;

/** To-dos of the office and its technicians: overdue, today, later, and without a due date. */
export async function seedTodos(
  db: D1Database,
  { orgId, now, timeZone, random, officeUserId, technicianIds }: SeedBusiness,
): Promise<void> {
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const technician = await db
    .prepare("SELECT user_id AS id FROM technicians WHERE org_id = ? AND id = ?")
    .bind(orgId, technicianIds[0])
    .first<{ id: string | null }>();
  const admin = await db
    .prepare("SELECT user_id AS id FROM members WHERE org_id = ? AND roles LIKE '%Admin%' ORDER BY user_id LIMIT 1")
    .bind(orgId)
    .first<{ id: string }>();
  const people = {
    admin: admin?.id ?? officeUserId,
    office: officeUserId,
    technician: technician?.id ?? officeUserId,
    nobody: null,
  };
  const rows = [];
  for (const [index, todo] of todos.entries()) {
    const { title, due, at = null, notes = null, who, about, every, done } = todo;
    const created = new Date(now.getTime() - (8 + (index % 5)) * DAY_MS);
    const subject = about ? await recordOf(db, { orgId, now }, SUBJECTS[about]) : null;
    const dueOn = due === null ? null : addDays(today, due);
    const id = random.id(created.getTime());
    const doneAt = done === undefined ? null : new Date(now.getTime() - done * DAY_MS).toISOString();
    rows.push({
      ...{ org_id: orgId, id, title, notes, assignee_id: people[who], due_on: dueOn, due_at: at, series_id: id },
      ...{ repeat_every: every?.[0] ?? null, repeat_unit: every?.[1] ?? null, repeat_from: every ? "due" : null },
      anchor_on: every ? dueOn : null,
      customer_id: about === "customer" ? subject : null,
      work_order_id: about === "work_order" || about === "visit" ? subject : null,
      equipment_id: about === "equipment" ? subject : null,
      invoice_id: about === "invoice" ? subject : null,
      ...{ created_by: officeUserId, created_at: created.toISOString(), updated_at: doneAt ?? created.toISOString() },
      ...{ done_at: doneAt, done_by: doneAt ? officeUserId : null },
    });
  }
  await insertRows(db, "todos", rows);
}

async function recordOf(
  db: D1Database,
  { orgId, now }: { orgId: string; now: Date },
  from: (typeof SUBJECTS)[keyof typeof SUBJECTS],
): Promise<string | null> {
  const row = await db
    .prepare(`SELECT id FROM ${from} LIMIT 1`)
    .bind(...(from.includes("?2") ? [orgId, now.toISOString()] : [orgId]))
    .first<{ id: string }>();
  return row?.id ?? null;
}

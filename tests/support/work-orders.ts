import { randomUUID } from "node:crypto";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { nextYear } from "./next-year";
import type { Answer, Visitor } from "./visitor";
import type { Business, TestWorker } from "./worker";

export interface Site {
  customerId: string;
  siteAddressId: string;
}

/** A work order in the API's format, and the error fields of a rejection. */
export interface WorkOrderJson {
  id: string;
  number: number;
  reference: string;
  title: string;
  description: string | null;
  status: WorkOrderStatus;
  priority: string;
  customerId: string;
  technicianId: string | null;
  helpers: { id: string; name: string }[];
  scheduledStart: string | null;
  scheduledEnd: string | null;
  durationMinutes: number;
  holdReason: string | null;
  cancelReason: string | null;
  completedAt: string | null;
  version: number;
  allowed: WorkOrderStatus[];
  tasks: { id: string; title: string; doneAt: string | null }[];
  notes: { id: string; body: string; createdAt: string }[];
}

export interface Refusal {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  requestId: string;
  from?: WorkOrderStatus;
  to?: WorkOrderStatus;
  allowed?: WorkOrderStatus[];
  missing?: { need: string; message: string }[];
  current?: { version: number; title: string };
  reasons?: string[];
}

/** A customer with one service address, written directly to the tables. */
export async function addCustomer(worker: TestWorker, orgId: string, name = "Ada Byron"): Promise<Site> {
  const [customerId, siteAddressId] = [randomUUID(), randomUUID()];
  const now = new Date().toISOString();
  const { results } = await worker.db
    .prepare("SELECT coalesce(max(number), 0) + 1 AS number FROM customers WHERE org_id = ?")
    .bind(orgId)
    .all<{ number: number }>();
  await worker.db.batch([
    worker.db
      .prepare(
        `INSERT INTO customers (org_id, id, number, customer_type, status, first_name, last_name, name, sort_name, created_at, updated_at)
         VALUES (?1, ?2, ?3, 'residential', 'active', ?6, ?7, ?4, lower(?4), ?5, ?5)`,
      )
      .bind(orgId, customerId, results[0]?.number ?? 1, name, now, ...name.split(" ", 2)),
    worker.db
      .prepare(
        `INSERT INTO addresses (org_id, id, customer_id, type, is_primary, line1, city, state, postal_code, created_at, updated_at)
         VALUES (?1, ?2, ?3, 'service', 1, '12 Oak Street', 'Austin', 'TX', '78701', ?4, ?4)`,
      )
      .bind(orgId, siteAddressId, customerId, now),
  ]);
  return { customerId, siteAddressId };
}

/** Adds a technician without a user account. */
export async function addTechnician(worker: TestWorker, orgId: string, firstName = "Mia"): Promise<string> {
  const id = randomUUID();
  await worker.db
    .prepare(
      "INSERT INTO technicians (org_id, id, first_name, last_name, email, status, created_at) VALUES (?, ?, ?, 'Chen', ?, 'active', ?)",
    )
    .bind(orgId, id, firstName, `${id}@example.com`, new Date().toISOString())
    .run();
  return id;
}

/** A work order created over the API by the office. */
export async function addWorkOrder(
  by: Visitor,
  site: Site,
  fields: Record<string, unknown> = {},
): Promise<WorkOrderJson> {
  const answer = await by.post<WorkOrderJson>("/api/work-orders", { title: "No heat", ...site, ...fields });
  if (answer.status !== 201) throw new Error(`creating a work order failed: ${answer.text}`);
  return answer.json;
}

/** The current state of a work order. */
export async function readWorkOrder(by: Visitor, ref: string | number = 1): Promise<WorkOrderJson> {
  return (await by.get<WorkOrderJson>(`/api/work-orders/${ref}`)).json;
}

export function moveTo(
  by: Visitor,
  id: string | number,
  fields: Record<string, unknown>,
): Promise<Answer<WorkOrderJson & { changed: boolean; notice: string | null } & Refusal>> {
  return by.patch(`/api/work-orders/${id}/status`, fields);
}

/** All inputs a transition may require, so that only the table of transitions decides. */
export function givenForMove(business: Business, start: string) {
  return {
    scheduledStart: start,
    technicianId: business.technicianId,
    holdReason: "parts",
    cancelReason: "customer",
    reason: "The customer called",
    overrideReason: "Agreed with the technician",
  };
}

/** A business with a customer. */
export async function office(worker: TestWorker): Promise<Office> {
  const business = await worker.business();
  return { ...business, site: await addCustomer(worker, business.orgId) };
}

export type Office = Business & { site: Site };

/** The default start of these tests' jobs: nine o'clock in the business's zone. */
export const start = nextYear("2027-11-22T15:00:00Z");

/** A work order that has gone through the transitions up to dispatched. */
export async function dispatched({ manager, site, technicianId }: Office, fields: Record<string, unknown> = {}) {
  const made = await addWorkOrder(manager, site, { technicianId, scheduledStart: start, ...fields });
  await moveTo(manager, made.id, { status: "dispatched" });
  return made;
}

export interface SeedRow {
  id: string;
  number: number;
  title: string;
  status: WorkOrderStatus;
  priority: string;
  technicianId: string | null;
  start: string | null;
}

/** Work orders in any status, many at a time, written directly to the tables; each with an appointment if it has a start. */
export async function seedWorkOrders(worker: TestWorker, orgId: string, site: Site, rows: SeedRow[]): Promise<void> {
  const now = new Date().toISOString();
  for (let from = 0; from < rows.length; from += 2000) {
    const json = JSON.stringify(rows.slice(from, from + 2000));
    const insert = (sql: string) => worker.db.prepare(sql).bind(orgId, json, now);
    await worker.db.batch([
      insert(`INSERT INTO work_orders (org_id, id, number, title, status, priority, customer_id, site_address_id, technician_id,
          scheduled_start, scheduled_end, duration_minutes, hold_reason, cancel_reason, created_at, updated_at)
        SELECT ?1, value->>'id', value->>'number', value->>'title', value->>'status', value->>'priority',
          '${site.customerId}', '${site.siteAddressId}', value->>'technicianId', value->>'start',
          strftime('%Y-%m-%dT%H:%M:%fZ', value->>'start', '+60 minutes'), 60,
          iif(value->>'status' = 'on_hold', 'parts', NULL), iif(value->>'status' = 'cancelled', 'customer', NULL), ?3, ?3
        FROM json_each(?2)`),
      insert(`INSERT INTO work_order_history (org_id, work_order_id, id, to_status, occurred_at, recorded_at)
        SELECT ?1, value->>'id', value->>'id', 'unscheduled', ?3, ?3 FROM json_each(?2)`),
      insert(`INSERT INTO appointments (org_id, id, work_order_id, starts_at, ends_at, state, created_at)
        SELECT ?1, value->>'id', value->>'id', value->>'start', strftime('%Y-%m-%dT%H:%M:%fZ', value->>'start', '+60 minutes'),
          CASE WHEN value->>'status' IN ('scheduled', 'dispatched', 'en_route', 'in_progress') THEN 'booked' ELSE 'done' END, ?3
        FROM json_each(?2) WHERE value->>'start' IS NOT NULL`),
    ]);
  }
  const last = Math.max(...rows.map((row) => row.number));
  await worker.db
    .prepare(
      "INSERT INTO sequences (org_id, name, value) VALUES (?, 'work_orders', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    )
    .bind(orgId, last)
    .run();
}

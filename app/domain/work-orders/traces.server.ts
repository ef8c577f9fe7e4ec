import { type SQL, sql } from "drizzle-orm";
import { tookStock } from "~/domain/inventory/work-order-stock.server";
import type { Member } from "~/domain/shared/context";

interface Trace {
  kind: "work" | "notes" | "photos" | "parts" | "readings" | "estimate" | "bill" | "callback" | "signature";
  found: SQL;
  says: string;
}

/**
 * What has happened on a work order, which therefore may only be canceled: each a condition, with the sentence that says so. Does
 * not see details in the archive.
 */
export function tracesOf(me: Member, id: string): Trace[] {
  const rows = (table: string, index = "") =>
    sql`SELECT 1 FROM ${sql.raw(`${table} of_job ${index}`)} WHERE of_job.org_id = ${me.orgId} AND of_job.work_order_id = ${id}`;
  return [
    {
      kind: "work",
      found: sql`EXISTS (${rows("work_order_history")} AND of_job.to_status IN ('en_route', 'in_progress'))
        OR EXISTS (${rows("work_order_tasks")} AND (of_job.done_at IS NOT NULL OR of_job.result IS NOT NULL))`,
      says: "Work has started on it.",
    },
    { kind: "notes", found: sql`EXISTS (${rows("work_order_notes")})`, says: "It has notes." },
    { kind: "photos", found: sql`EXISTS (${rows("work_order_photos")})`, says: "It has photos." },
    {
      kind: "parts",
      found: sql`${tookStock(me, id)} OR EXISTS (${rows("work_order_parts")})`,
      says: "Parts were used on it.",
    },
    {
      kind: "readings",
      // Even deleted readings are kept: refrigerant was added or recovered.
      found: sql`EXISTS (${rows("refrigerant_readings", "INDEXED BY refrigerant_readings_job")})`,
      says: "Refrigerant readings were taken on it.",
    },
    {
      kind: "estimate",
      found: sql`EXISTS (${rows("estimates", "INDEXED BY estimates_work_order")})`,
      says: "It has an estimate.",
    },
    {
      kind: "bill",
      found: sql`EXISTS (${rows("invoices", "INDEXED BY invoices_work_order")}) OR EXISTS (${rows("payments", "INDEXED BY payments_work_order")})
        OR EXISTS (${rows("deposit_requests", "INDEXED BY deposit_requests_work_order")})`,
      says: "It has an invoice or a deposit.",
    },
    {
      kind: "callback",
      found: sql`EXISTS (SELECT 1 FROM work_orders c INDEXED BY work_orders_callbacks WHERE c.org_id = ${me.orgId} AND c.callback_of = ${id})`,
      says: "It has a callback.",
    },
    { kind: "signature", found: sql`EXISTS (${rows("work_order_signatures")})`, says: "The customer has signed it." },
  ];
}

/** Nothing has happened on a work order: deleting it loses nothing. */
export const isUntouched = (me: Member, id: string): SQL =>
  sql`NOT (${sql.join(
    tracesOf(me, id).map(({ found }) => sql`(${found})`),
    sql` OR `,
  )})`;

import { type SQL, sql } from "drizzle-orm";
import { workOrders } from "#drizzle/schema/work-orders";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";

/** True if the job has a non-void invoice that meets the condition. */
function hasInvoice(condition: SQL): SQL {
  return sql`EXISTS (
      SELECT 1 FROM invoices i INDEXED BY invoices_one_of_job
      WHERE i.org_id = ${workOrders.orgId} AND i.work_order_id = ${workOrders.id} AND i.kind = 'invoice' AND i.status <> 'void' AND (i.${condition})
    )`;
}

/** Also refuses if its invoice is concurrently issued or is no longer paid. */
export function invoiceAllows(from: WorkOrderStatus, to: WorkOrderStatus): SQL | undefined {
  if (to === "closed")
    return sql`NOT ${hasInvoice(sql`total_minor - i.paid_minor - i.credited_minor > 0 OR i.status = 'draft'`)}`;
  if (from === "completed" && to === "in_progress") return sql`NOT ${hasInvoice(sql`status = 'issued'`)}`;
}

// Also refuses if a task is reopened or added concurrently.
export function stillComplete({ holdReason }: { holdReason: string | null }) {
  if (holdReason === "customer_absent") return undefined;
  return sql`NOT EXISTS (
      SELECT 1 FROM work_order_tasks t
      WHERE t.org_id = ${workOrders.orgId} AND t.work_order_id = ${workOrders.id} AND t.required = 1 AND t.done_at IS NULL
    ) AND (${workOrders.signatureRequired} = 0 OR EXISTS (
      SELECT 1 FROM work_order_signatures s WHERE s.org_id = ${workOrders.orgId} AND s.work_order_id = ${workOrders.id}
    ))`;
}

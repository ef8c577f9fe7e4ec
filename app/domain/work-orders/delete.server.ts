import { and, eq, inArray, not, sql } from "drizzle-orm";
import { workOrderNotes, workOrders } from "#drizzle/schema/work-orders";
import { forgetWorkOrder, tookStock } from "~/domain/inventory/job-stock.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { boardEvent, isDatabaseRefusal, refusals } from "./change-status.server";
import { readWorkOrder, type WorkOrder } from "./load.server";

/**
 * Deletes a work order on which nothing has happened yet; any other must be canceled instead.
 * @throws DomainError not_found; forbidden; conflict with `{ reasons }`
 */
export async function deleteWorkOrder(ctx: Ctx, ref: string): Promise<{ id: string }> {
  const member = allow(ctx, "work_orders.write");
  return once(ctx, "deleteWorkOrder", { ref }, async (commit) => {
    const job = await readWorkOrder(ctx, member, ref);
    try {
      return await commit(member, {
        writes: [
          ...forgetWorkOrder(ctx, member, job.id),
          ctx.db
            .delete(workOrders)
            .where(
              and(
                eq(workOrders.orgId, member.orgId),
                eq(workOrders.id, job.id),
                inArray(workOrders.status, ["unscheduled", "scheduled"]),
                sql`NOT EXISTS (SELECT 1 FROM work_order_notes n WHERE n.org_id = ${workOrders.orgId} AND n.work_order_id = ${workOrders.id})`,
                not(hasPhotos(member, job.id)),
                not(hasEstimates(member, job.id)),
                not(hasCallbacks(member, job.id)),
                sql`NOT EXISTS (SELECT 1 FROM work_order_signatures s WHERE s.org_id = ${workOrders.orgId} AND s.work_order_id = ${workOrders.id})`,
                not(tookStock(member, job.id)),
                sql`NOT EXISTS (SELECT 1 FROM work_order_parts p WHERE p.org_id = ${member.orgId} AND p.work_order_id = ${job.id})`,
                not(wasMeasured(member, job.id)),
                sql`NOT EXISTS (SELECT 1 FROM invoices i INDEXED BY invoices_work_order WHERE i.org_id = ${workOrders.orgId} AND i.work_order_id = ${workOrders.id})`,
                sql`NOT EXISTS (SELECT 1 FROM payments p INDEXED BY payments_work_order WHERE p.org_id = ${workOrders.orgId} AND p.work_order_id = ${workOrders.id})`,
                sql`NOT EXISTS (SELECT 1 FROM deposit_requests d INDEXED BY deposit_requests_work_order WHERE d.org_id = ${workOrders.orgId} AND d.work_order_id = ${workOrders.id})`,
              ),
            ),
          assertRowChanged(ctx, "work_order_moved"),
        ],
        audit: [{ action: "work_order.delete", entity: "work_order", entityId: job.id, before: job }],
        publish: [boardEvent(member, "deleted", job.id)],
        result: { id: job.id },
        refusals,
      });
    } catch (error) {
      throw isDatabaseRefusal(error) ? await deletionRefusal(ctx, member, job) : error;
    }
  });
}

/** Readings are kept, even deleted ones: refrigerant was added or recovered. */
const wasMeasured = (member: Member, id: string) =>
  sql`EXISTS (SELECT 1 FROM refrigerant_readings r INDEXED BY refrigerant_readings_job WHERE r.org_id = ${member.orgId} AND r.work_order_id = ${id})`;

const hasPhotos = ({ orgId }: Member, id: string) =>
  sql`EXISTS (SELECT 1 FROM work_order_photos f WHERE f.org_id = ${orgId} AND f.work_order_id = ${id})`;

const hasEstimates = ({ orgId }: Member, id: string) =>
  sql`EXISTS (SELECT 1 FROM estimates e INDEXED BY estimates_work_order WHERE e.org_id = ${orgId} AND e.work_order_id = ${id})`;

const hasCallbacks = ({ orgId }: Member, id: string) =>
  sql`EXISTS (SELECT 1 FROM work_orders c INDEXED BY work_orders_callbacks WHERE c.org_id = ${orgId} AND c.callback_of = ${id})`;

async function deletionRefusal(ctx: Ctx, member: Member, job: WorkOrder): Promise<DomainError> {
  const [notes, [found]] = await ctx.db.batch([
    ctx.db
      .select({ id: workOrderNotes.id })
      .from(workOrderNotes)
      .where(and(eq(workOrderNotes.orgId, member.orgId), eq(workOrderNotes.workOrderId, job.id)))
      .limit(1),
    ctx.db
      .select({
        taken:
          sql<number>`${tookStock(member, job.id)} OR EXISTS (SELECT 1 FROM work_order_parts p WHERE p.org_id = ${member.orgId} AND p.work_order_id = ${job.id})`.as(
            "took_stock",
          ),
        measured: sql<number>`${wasMeasured(member, job.id)}`.as("was_measured"),
        pictured: sql<number>`${hasPhotos(member, job.id)}`.as("has_photos"),
        estimated: sql<number>`${hasEstimates(member, job.id)}`.as("has_estimates"),
        calledBack: sql<number>`${hasCallbacks(member, job.id)}`.as("has_callbacks"),
        billed:
          sql<number>`EXISTS (SELECT 1 FROM invoices i INDEXED BY invoices_work_order WHERE i.org_id = ${member.orgId} AND i.work_order_id = ${job.id})
            OR EXISTS (SELECT 1 FROM payments p INDEXED BY payments_work_order WHERE p.org_id = ${member.orgId} AND p.work_order_id = ${job.id})
            OR EXISTS (SELECT 1 FROM deposit_requests d INDEXED BY deposit_requests_work_order WHERE d.org_id = ${member.orgId} AND d.work_order_id = ${job.id})`.as(
            "is_billed",
          ),
      })
      .from(workOrders)
      .where(and(eq(workOrders.orgId, member.orgId), eq(workOrders.id, job.id))),
  ]);
  const reasons = [
    ...(job.status === "unscheduled" || job.status === "scheduled" ? [] : ["Work has started on it."]),
    ...(notes.length > 0 ? ["It has notes."] : []),
    ...(found?.pictured ? ["It has photos."] : []),
    ...(found?.taken ? ["Parts were used on it."] : []),
    ...(found?.measured ? ["Refrigerant readings were taken on it."] : []),
    ...(found?.estimated ? ["It has an estimate."] : []),
    ...(found?.billed ? ["It has an invoice or a deposit."] : []),
    ...(found?.calledBack ? ["It has a callback."] : []),
    ...(job.signed ? ["The customer has signed it."] : []),
  ];
  return new DomainError("conflict", ["Cancel this work order instead.", ...reasons].join(" "), {
    details: { reasons },
  });
}

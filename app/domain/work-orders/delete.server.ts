import { and, eq, inArray, sql } from "drizzle-orm";
import { workOrders } from "#drizzle/schema/work-orders";
import { forgetWorkOrder } from "~/domain/inventory/work-order-stock.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { boardEvent } from "./board-event";
import { readWorkOrder, type WorkOrder } from "./load.server";
import { isDatabaseRefusal, refusals } from "./refusals.server";
import { isUntouched, tracesOf } from "./traces.server";

/**
 * Deletes a work order on which nothing has happened yet; any other must be canceled instead.
 * @throws DomainError not_found; forbidden; conflict with `{ reasons }`
 */
export async function deleteWorkOrder(ctx: Ctx, ref: string): Promise<{ id: string }> {
  const member = allow(ctx, "work_orders.write");
  return once(ctx, "deleteWorkOrder", { ref }, async (commit) => {
    const workOrder = await readWorkOrder(ctx, member, ref);
    try {
      return await commit(member, {
        writes: [
          ...forgetWorkOrder(ctx, member, workOrder.id),
          ctx.db
            .delete(workOrders)
            .where(
              and(
                eq(workOrders.orgId, member.orgId),
                eq(workOrders.id, workOrder.id),
                inArray(workOrders.status, ["unscheduled", "scheduled"]),
                isUntouched(member, workOrder.id),
              ),
            ),
          assertRowChanged(ctx, "work_order_moved"),
        ],
        audit: [{ action: "work_order.delete", entity: "work_order", entityId: workOrder.id, before: workOrder }],
        publish: [boardEvent(member, "deleted", workOrder.id)],
        result: { id: workOrder.id },
        refusals,
      });
    } catch (error) {
      throw isDatabaseRefusal(error) ? await deletionRefusal(ctx, member, workOrder) : error;
    }
  });
}

async function deletionRefusal(ctx: Ctx, me: Member, workOrder: WorkOrder): Promise<DomainError> {
  const traces = tracesOf(me, workOrder.id);
  const each = traces.map(({ found }) => sql`iif(${found}, 1, 0)`);
  const [row] = await ctx.db.all<{ found: string }>(sql`SELECT json_array(${sql.join(each, sql`, `)}) AS found`);
  const found: number[] = JSON.parse(row?.found ?? "[]");
  // Known of a job whose details are archived, too.
  const isUnderWay = workOrder.status !== "unscheduled" && workOrder.status !== "scheduled";
  const known: string[] = [...(isUnderWay ? ["work"] : []), ...(workOrder.signed ? ["signature"] : [])];
  const reasons = traces.filter(({ kind }, at) => found[at] === 1 || known.includes(kind)).map(({ says }) => says);
  return new DomainError("conflict", ["Cancel this work order instead.", ...reasons].join(" "), {
    details: { reasons },
  });
}

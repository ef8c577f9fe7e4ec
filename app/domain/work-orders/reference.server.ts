import { type SQL, sql } from "drizzle-orm";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { parseWorkOrderRef } from "~/domain/work-orders/rules";

export const workOrderNotFound = () => notFound("Work order not found");

/** Meets the one work order that a URL or an API path names by id, number or "WO-012". @throws DomainError not_found */
export function isWorkOrder(member: Member, ref: string): SQL {
  return sql`${workOrders.orgId} = ${member.orgId} AND ${workOrders.id} = ${idOfWorkOrder(member, ref)}`;
}

/**
 * The id of that work order within any statement. A number is looked up by itself: joined to other tables, the planner
 * would walk the whole business instead of the index over numbers. @throws DomainError not_found
 */
export function idOfWorkOrder(member: Member, ref: string): SQL {
  const parsed = parseWorkOrderRef(ref);
  if (!parsed) throw workOrderNotFound();
  if (parsed.by === "id") return sql`${parsed.id}`;
  return sql`(SELECT named.id FROM work_orders named WHERE named.org_id = ${member.orgId} AND named.number = ${parsed.number})`;
}

type VisitState = "booked" | "done" | "released";

/**
 * The id of a work order's latest visit in one of these states, within any statement. The index is named because the planner
 * would rather walk the business's visits from the newest down, which is the order asked for.
 */
export function latestVisit(member: Member, workOrderId: SQL | string, states: readonly VisitState[]): SQL {
  return sql`(SELECT latest.id FROM visits latest INDEXED BY visits_work_order
    WHERE latest.org_id = ${member.orgId} AND latest.work_order_id = ${workOrderId} AND latest.state IN ${[...states]}
    ORDER BY latest.id DESC LIMIT 1)`;
}

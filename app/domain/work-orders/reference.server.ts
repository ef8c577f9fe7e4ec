import { type SQL, sql } from "drizzle-orm";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Member } from "~/domain/context";
import { notFound } from "~/domain/errors";
import { parseWorkOrderRef } from "~/domain/work-orders/rules";

export const workOrderNotFound = () => notFound("Work order not found");

/** Meets the one work order that a URL or an API path names by id, number or "WO-012". @throws DomainError not_found */
export function isWorkOrder(member: Member, ref: string): SQL {
  const parsed = parseWorkOrderRef(ref);
  if (!parsed) throw workOrderNotFound();
  const own = sql`${workOrders.orgId} = ${member.orgId}`;
  if (parsed.by === "id") return sql`${own} AND ${workOrders.id} = ${parsed.id}`;
  return sql`${own} AND ${workOrders.number} = ${parsed.number}`;
}

/** The id of that work order within a statement over its notes, tasks or visits. @throws DomainError not_found */
export function idOfWorkOrder(member: Member, ref: string): SQL {
  const parsed = parseWorkOrderRef(ref);
  if (!parsed) throw workOrderNotFound();
  if (parsed.by === "id") return sql`${parsed.id}`;
  return sql`(SELECT named.id FROM work_orders named WHERE named.org_id = ${member.orgId} AND named.number = ${parsed.number})`;
}

import { and, eq, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import { workOrderEquipment } from "#drizzle/schema/equipment";
import { workOrders } from "#drizzle/schema/work-orders";
import { unitChoices } from "~/domain/equipment/job-units.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time-zones";
import { assignable, sitesOf, technicianNames } from "./choices.server";
import { crewOf, idOfWorkOrder, isWorkOrder, workOrderNotFound } from "./load.server";
import { formatWorkOrderNumber } from "./rules";

/**
 * What the edit form begins with, times on the wall of the business, and its choices.
 * @throws DomainError not_found; forbidden; conflict for a closed work order
 */
export async function workOrderToEdit(ctx: Ctx, ref: string) {
  const member = allow(ctx, "work_orders.write");
  const own = sql`FROM work_orders w WHERE w.org_id = ${member.orgId} AND w.id = ${idOfWorkOrder(member, ref)}`;
  const customerId = sql`(SELECT w.customer_id ${own})`;
  const jobId = sql`(SELECT w.id ${own})`;
  const [[found], crew, people, sites, [customer], units, about] = await ctx.db.batch([
    ctx.db.select().from(workOrders).where(isWorkOrder(member, ref)),
    crewOf(ctx, member, ref),
    technicianNames(ctx, member),
    sitesOf(ctx, member, { customerId, siteId: sql`(SELECT w.site_address_id ${own})` }),
    ctx.db
      .select({ name: customers.name, number: customers.number })
      .from(customers)
      .where(sql`${eq(customers.orgId, member.orgId)} AND ${customers.id} = ${customerId}`),
    unitChoices(ctx, member, { customerId, jobId }),
    ctx.db
      .select({ id: workOrderEquipment.equipmentId })
      .from(workOrderEquipment)
      .where(and(eq(workOrderEquipment.orgId, member.orgId), eq(workOrderEquipment.workOrderId, jobId))),
  ]);
  if (!found || !customer) throw workOrderNotFound();
  if (found.status === "closed") throw new DomainError("conflict", "A closed work order stays as it is.");
  const { orgId: _, createdBy: __, ...workOrder } = found;
  const start = found.scheduledStart ? wallTimeOf(Date.parse(found.scheduledStart), member.timeZone) : null;
  return {
    workOrder: { ...workOrder, reference: formatWorkOrderNumber(found.number) },
    customer,
    helperIds: crew.filter((one) => one.role === "helper").map((one) => one.technicianId),
    start: start ?? { date: "", time: "" },
    technicians: assignable(people),
    sites,
    units,
    equipmentIds: about.map(({ id }) => id),
    zone: member.timeZone,
  };
}

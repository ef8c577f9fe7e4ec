import { addPlan } from "~/domain/equipment/circuits.server";
import type { NewPlan } from "~/domain/equipment/schema";
import type { Ctx } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { bookMaintenance } from "./book-maintenance.server";

/**
 * Adds a maintenance plan and, for members who may create work orders, those it is already due for; otherwise the next run
 * creates them.
 * @throws DomainError not_found, also for the service type
 */
export async function addMaintenancePlan(ctx: Ctx, equipmentId: string, input: NewPlan): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  const plan = await addPlan(ctx, equipmentId, input);
  if (can(me, "work_orders.write")) await bookMaintenance(ctx, { equipmentId });
  return plan;
}

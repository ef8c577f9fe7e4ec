import { and, eq, sql } from "drizzle-orm";
import { equipment, maintenancePlans, serviceGroups } from "#drizzle/schema/equipment";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { once } from "~/domain/shared/write.server";
import { isUnit } from "./change.server";
import { bookedOf, circuitsOf, occurrencesOf, plansOf } from "./detail.server";
import { equipmentNotFound, units } from "./find.server";
import { nextDue } from "./maintenance-plans";
import type { NewPlan, NewServiceGroup } from "./schema";

/** @throws DomainError not_found */
async function known(ctx: Ctx, me: Member, equipmentId: string): Promise<void> {
  const [unit] = await units(ctx, me).where(isUnit(me, equipmentId));
  if (!unit) throw equipmentNotFound();
}

/** Returns the refrigerant circuits of a piece of equipment. @throws DomainError not_found */
export async function listCircuits(ctx: Ctx, equipmentId: string) {
  const me = allow(ctx, "equipment.read");
  await known(ctx, me, equipmentId);
  return circuitsOf(ctx, me, equipmentId);
}

/** The first free name for another circuit of the equipment: "Circuit 2". */
export async function nextCircuitName(ctx: Ctx, equipmentId: string): Promise<string> {
  const me = allow(ctx, "equipment.write");
  const taken = new Set((await circuitsOf(ctx, me, equipmentId)).map(({ name }) => name.toLowerCase()));
  let number = 1;
  while (taken.has(`circuit ${number}`)) number += 1;
  return `Circuit ${number}`;
}

/** Adds a refrigerant circuit. @throws DomainError not_found; conflict for a name already in use on the equipment */
export async function addCircuit(ctx: Ctx, equipmentId: string, input: NewServiceGroup): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "addCircuit", { equipmentId, input }, async (commit) => {
    await known(ctx, me, equipmentId);
    const id = ctx.newId();
    const { chargeLb, ...rest } = input;
    const chargeMilliLb = chargeLb === null ? null : Math.round(chargeLb * 1000);
    const taken = "This equipment already has a circuit with that name";
    return commit(me, {
      writes: [
        ctx.db
          .insert(serviceGroups)
          .values({ orgId: me.orgId, id, equipmentId, ...rest, chargeMilliLb, createdAt: ctx.now.toISOString() }),
      ],
      audit: [{ action: "service_group.create", entity: "equipment", entityId: equipmentId, after: { id, ...input } }],
      result: { id },
      refusals: { service_groups_name: () => new DomainError("conflict", taken, { fields: { name: [taken] } }) },
    });
  });
}

/** Returns the maintenance plans of a piece of equipment. @throws DomainError not_found */
export async function listPlans(ctx: Ctx, equipmentId: string) {
  const me = allow(ctx, "equipment.read");
  await known(ctx, me, equipmentId);
  return plansOf(ctx, me, equipmentId);
}

/** Adds a maintenance plan. @throws DomainError not_found, also for the service type */
export async function addPlan(ctx: Ctx, equipmentId: string, input: NewPlan): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "addMaintenancePlan", { equipmentId, input }, async (commit) => {
    await known(ctx, me, equipmentId);
    const id = ctx.newId();
    return commit(me, {
      writes: [
        ctx.db
          .insert(maintenancePlans)
          .values({ orgId: me.orgId, id, equipmentId, ...input, createdAt: ctx.now.toISOString() }),
      ],
      audit: [
        { action: "maintenance_plan.create", entity: "equipment", entityId: equipmentId, after: { id, ...input } },
      ],
      result: { id },
    });
  });
}

/**
 * Ends a plan; its existing work orders are kept. If the equipment's next maintenance date is one of the plan's, the next due
 * date of its other plans replaces it, or none. Any other date was entered by hand, and stays.
 * @throws DomainError not_found
 */
export async function endPlan(ctx: Ctx, planId: string): Promise<{ id: string }> {
  const me = allow(ctx, "equipment.write");
  return once(ctx, "endMaintenancePlan", { planId }, async (commit) => {
    const which = and(eq(maintenancePlans.orgId, me.orgId), eq(maintenancePlans.id, planId));
    const [found] = await ctx.db
      .select({ equipmentId: maintenancePlans.equipmentId, active: maintenancePlans.active })
      .from(maintenancePlans)
      .where(which);
    if (!found) throw notFound("Maintenance plan not found");
    const { equipmentId, active } = found;
    if (!active) return { id: planId };
    const [plans, booked] = await ctx.db.batch([plansOf(ctx, me, equipmentId), bookedOf(ctx, me, equipmentId)]);
    const dueDates = (wanted: (plan: (typeof plans)[number]) => boolean) =>
      plans.filter(wanted).flatMap((plan) => nextDue(plan, occurrencesOf(me, plan.id, booked)) ?? []);
    const ending = new Set([
      ...dueDates(({ id }) => id === planId),
      ...occurrencesOf(me, planId, booked).map(({ dueOn }) => dueOn),
    ]);
    const [next = null] = dueDates(({ id, active: goesOn }) => goesOn && id !== planId).toSorted();
    return commit(me, {
      writes: [
        ctx.db
          .update(maintenancePlans)
          .set({ active: false, endedOn: todayOf(ctx, me) })
          .where(and(which, eq(maintenancePlans.active, true))),
        ctx.db
          .update(equipment)
          .set({ nextMaintenanceOn: next, version: sql`${equipment.version} + 1` })
          .where(
            and(
              isUnit(me, equipmentId),
              sql`${equipment.nextMaintenanceOn} in (select value from json_each(${JSON.stringify([...ending])}))`,
            ),
          ),
      ],
      audit: [{ action: "maintenance_plan.end", entity: "maintenance_plan", entityId: planId }],
      result: { id: planId },
    });
  });
}

import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { acrossTenants } from "#drizzle/d1/guard";
import { equipment, maintenanceOccurrences, maintenancePlans } from "#drizzle/schema/equipment";
import { organizations } from "#drizzle/schema/identity";
import { bookedRows, occurrencesOf } from "~/domain/equipment/detail.server";
import { todayOf } from "~/domain/equipment/find.server";
import { nextDue, occurrencesToBook } from "~/domain/equipment/maintenance-plans";
import { attempt } from "~/domain/shared/attempt.server";
import { type Ctx, type Member, withinOrganization } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { formatDate } from "~/domain/shared/date-format";
import { addDays } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { isHere } from "~/domain/shared/shards.server";
import type { Write } from "~/domain/shared/write.server";
import { createWorkOrder } from "./create.server";

/** Work orders created per run; the next run continues from there. */
const MAX_AT_ONCE = 20;

/**
 * Creates the work orders that plans are due for, one per occurrence. Skips dates that already have one, including one
 * created concurrently. Returns the number created. `equipmentId` limits it to one piece of equipment.
 * @throws DomainError forbidden
 */
export async function bookMaintenance(
  ctx: Ctx,
  { equipmentId }: { equipmentId?: string } = {},
): Promise<{ made: number }> {
  const me = allow(ctx, "work_orders.write");
  const today = todayOf(ctx, me);
  const [plans, booked] = await ctx.db.batch([
    duePlans(ctx, me, equipmentId),
    bookedRows(ctx, me).where(eq(maintenanceOccurrences.orgId, me.orgId)),
  ]);
  const due = plans.flatMap((plan) =>
    occurrencesToBook(plan, occurrencesOf(me, plan.id, booked), { today, through: addDays(today, plan.leadDays) }).map(
      (dueOn) => ({ plan, dueOn }),
    ),
  );
  let made = 0;
  for (const { plan, dueOn } of due.slice(0, MAX_AT_ONCE)) {
    if (await bookOne(ctx, me, { plan, dueOn })) made += 1;
  }
  await tellUnits(ctx, me, plans);
  return { made };
}

/** Stores the next due date of its plans on each piece of equipment. */
async function tellUnits(ctx: Ctx, me: Member, plans: readonly DuePlan[]): Promise<void> {
  if (plans.length === 0) return;
  const booked = await bookedRows(ctx, me).where(eq(maintenanceOccurrences.orgId, me.orgId));
  const next = new Map<string, { stored: string | null; due: string }>();
  for (const plan of plans) {
    const due = nextDue(plan, occurrencesOf(me, plan.id, booked));
    const known = next.get(plan.unitId);
    if (due && (!known || due < known.due)) next.set(plan.unitId, { stored: plan.nextMaintenanceOn, due });
  }
  const changed = [...next].filter(([, { stored, due }]) => stored !== due).map(([id, { due }]) => [id, due]);
  if (changed.length === 0) return;
  const rows = JSON.stringify(changed);
  await ctx.db.run(sql`UPDATE equipment SET next_maintenance_on = (SELECT value ->> 1 FROM json_each(${rows}) WHERE value ->> 0 = equipment.id)
    WHERE org_id = ${me.orgId} AND id IN (SELECT value ->> 0 FROM json_each(${rows}))`);
}

type DuePlan = Awaited<ReturnType<typeof duePlans>>[number];

/** Returns false if another run created it first, or the customer cannot be booked. */
async function bookOne(ctx: Ctx, me: Member, { plan, dueOn }: { plan: DuePlan; dueOn: string }): Promise<boolean> {
  const { customerId, addressId, serviceTypeId, title, unitId, unitName } = plan;
  if (!customerId) return false;
  const occurrence = (workOrderId: string): Write[] => [
    ctx.db.insert(maintenanceOccurrences).values({ orgId: me.orgId, planId: plan.id, dueOn, workOrderId }),
  ];
  // With the caller's idempotency key, the second work order of a run would return the first one's result.
  const own = { ...ctx, request: { ...ctx.request, idempotencyKey: null } };
  const wanted = {
    title: `${title}: ${unitName}`,
    description: `Planned maintenance, due ${formatDate(dueOn, true)}.`,
    customerId,
    siteAddressId: addressId ?? undefined,
    serviceTypeId: plan.serviceTypeActive ? serviceTypeId : null,
    equipmentIds: [unitId],
  };
  try {
    await createWorkOrder(own, wanted, occurrence);
    return true;
  } catch (error) {
    if (failedOn(error, "maintenance_occurrences") || error instanceof DomainError) return false;
    throw error;
  }
}

function duePlans(ctx: Ctx, me: Member, equipmentId?: string) {
  const active = sql<number>`(select s.active from service_types s where s.org_id = ${me.orgId} and s.id = maintenance_plans.service_type_id)`;
  return ctx.db
    .select({
      id: named(maintenancePlans.id, "plan_id"),
      title: maintenancePlans.title,
      serviceTypeId: maintenancePlans.serviceTypeId,
      startsOn: maintenancePlans.startsOn,
      every: maintenancePlans.every,
      unit: maintenancePlans.unit,
      basis: maintenancePlans.basis,
      endsOn: maintenancePlans.endsOn,
      leadDays: maintenancePlans.leadDays,
      serviceTypeActive: active.as("service_type_active"),
      unitId: named(equipment.id, "unit_id"),
      unitName: named(equipment.name, "unit_name"),
      customerId: equipment.customerId,
      addressId: equipment.addressId,
      nextMaintenanceOn: equipment.nextMaintenanceOn,
    })
    .from(maintenancePlans)
    .innerJoin(equipment, and(eq(equipment.orgId, me.orgId), eq(equipment.id, maintenancePlans.equipmentId)))
    .where(
      and(
        eq(maintenancePlans.orgId, me.orgId),
        eq(maintenancePlans.active, true),
        ne(equipment.status, "retired"),
        equipmentId ? eq(equipment.id, equipmentId) : undefined,
      ),
    );
}

const MAX_ORGANIZATIONS = 20;

/** Creates the work orders that maintenance plans are due for, business by business, each on its own calendar. */
export async function sweepMaintenance(ctx: Ctx): Promise<void> {
  const planning = await ctx.db
    .selectDistinct({ orgId: maintenancePlans.orgId })
    .from(maintenancePlans)
    .where(sql`${maintenancePlans.active} = 1 and ${isHere(sql`${maintenancePlans.orgId}`)} ${sql.raw(acrossTenants)}`)
    // Random, so that other businesses come first next time.
    .orderBy(sql`random()`)
    .limit(MAX_ORGANIZATIONS);
  const businesses = await ctx.db
    .select({ orgId: organizations.id, orgKey: organizations.key, timeZone: organizations.timeZone })
    .from(organizations)
    .where(
      inArray(
        organizations.id,
        planning.map(({ orgId }) => orgId),
      ),
    );
  for (const business of businesses)
    await attempt(ctx, "maintenance", () => bookMaintenance(withinOrganization(ctx, business)));
}

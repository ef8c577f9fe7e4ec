import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { acrossTenants } from "#drizzle/d1/guard";
import { customers } from "#drizzle/schema/customers";
import { equipment, maintenanceOccurrences, maintenancePlans } from "#drizzle/schema/equipment";
import { organizations } from "#drizzle/schema/identity";
import { bookedOf, bookedRows, occurrencesOf } from "~/domain/equipment/detail.server";
import { compareToBook, nextDue, occurrencesToBook } from "~/domain/equipment/maintenance-plans";
import { attempt } from "~/domain/shared/attempt.server";
import { type Ctx, type Member, withinOrganization } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { formatDate } from "~/domain/shared/time/date-format";
import { addDays, DAY_MS, HOUR_MS } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import type { Write } from "~/domain/shared/write.server";
import { createWorkOrder } from "~/domain/work-orders/create.server";

/** Work orders created per run; the next run continues from there. */
const MAX_MADE = 20;
/**
 * Due dates tried per run, with those that cannot be booked. Each takes at most 17 statements, and the run six more, of the 1,000
 * that D1 allows per request.
 */
const MAX_TRIED = 40;

/**
 * Creates the work orders that plans are due for, one per occurrence, the longest due first. Skips dates that already have one,
 * including one created concurrently, archived customers and equipment without a customer. A plan whose work order cannot be
 * created says why, and comes after the others from then on. Returns the number created. `equipmentId` limits it to one piece of
 * equipment.
 * @throws DomainError forbidden; conflict while an export is being restored; unavailable
 */
export async function bookMaintenance(
  ctx: Ctx,
  { equipmentId }: { equipmentId?: string } = {},
): Promise<{ made: number }> {
  const me = allow(ctx, "work_orders.write");
  const { made } = await bookDue(ctx, me, { equipmentId, maxTried: MAX_TRIED });
  return { made };
}

interface Booking {
  equipmentId?: string;
  maxTried: number;
  /** Leaves out plans that could not be booked since then. */
  problemsBefore?: string;
}

/** Returns how many due dates were tried, how many of them have a work order now, and whether any are left. */
async function bookDue(ctx: Ctx, me: Member, { equipmentId, maxTried, problemsBefore }: Booking) {
  const today = todayOf(ctx, me);
  const [plans, booked] = await ctx.db.batch([duePlans(ctx, me, equipmentId), bookedOfRunning(ctx, me, equipmentId)]);
  const ofPlan = byPlan(booked);
  const due = plans
    .filter(({ customerId, isArchived }) => customerId !== null && !isArchived)
    .filter(({ bookingTriedAt: at }) => at === null || problemsBefore === undefined || at < problemsBefore)
    .flatMap((plan) => {
      const occurrences = occurrencesOf(me, plan.id, ofPlan.get(plan.id) ?? []);
      const dates = occurrencesToBook(plan, occurrences, { today, through: addDays(today, plan.leadDays) });
      return dates.map((dueOn) => ({ plan, dueOn, planId: plan.id, triedAt: plan.bookingTriedAt }));
    })
    .sort(compareToBook);
  const problems = new Map<string, string>();
  let [made, tried] = [0, 0];
  let hasMore = false;
  for (const { plan, dueOn } of due) {
    // What prevents one of a plan's dates prevents all of them.
    if (problems.has(plan.id)) continue;
    hasMore = made >= MAX_MADE || tried >= maxTried;
    if (hasMore) break;
    tried += 1;
    const outcome = await bookOne(ctx, me, { plan, dueOn });
    if (outcome === "made") made += 1;
    else if (outcome !== "taken") problems.set(plan.id, outcome.problem);
  }
  await noteProblems(ctx, me, problems);
  await storeNextDue(ctx, me, { plans, equipmentId });
  return { made, tried, hasMore };
}

/** The occurrences of the plans that `duePlans` may return. */
function bookedOfRunning(ctx: Ctx, me: Member, equipmentId?: string) {
  if (equipmentId) return bookedOf(ctx, me, equipmentId);
  return bookedRows(ctx, me).where(
    and(
      eq(maintenanceOccurrences.orgId, me.orgId),
      sql`${maintenanceOccurrences.planId} in (select p.id from maintenance_plans p where p.org_id = ${me.orgId} and p.active = 1)`,
    ),
  );
}

type BookedRow = Awaited<ReturnType<typeof bookedRows>>[number];

function byPlan(rows: readonly BookedRow[]): ReadonlyMap<string, BookedRow[]> {
  const found = new Map<string, BookedRow[]>();
  for (const row of rows) {
    const known = found.get(row.planId);
    if (known) known.push(row);
    else found.set(row.planId, [row]);
  }
  return found;
}

/** Stores on each plan why its work order could not be created, for the equipment's page. */
async function noteProblems(ctx: Ctx, me: Member, problems: ReadonlyMap<string, string>): Promise<void> {
  if (problems.size === 0) return;
  const rows = JSON.stringify([...problems].map(([id, text]) => [id, text.slice(0, 500)]));
  await ctx.db.run(sql`UPDATE maintenance_plans SET booking_tried_at = ${ctx.now.toISOString()},
      booking_problem = (SELECT value ->> 1 FROM json_each(${rows}) WHERE value ->> 0 = maintenance_plans.id)
    WHERE org_id = ${me.orgId} AND id IN (SELECT value ->> 0 FROM json_each(${rows}))`);
}

/**
 * Stores the next due date of its plans on each piece of equipment, except that of archived customers. Once none is left, because
 * the plans are past their last day, a date that is one of theirs is cleared; any other was entered by hand, and stays.
 */
async function storeNextDue(
  ctx: Ctx,
  me: Member,
  { plans, equipmentId }: { plans: readonly DuePlan[]; equipmentId?: string },
): Promise<void> {
  const current = plans.filter(({ isArchived }) => !isArchived);
  if (current.length === 0) return;
  const booked = byPlan(await bookedOfRunning(ctx, me, equipmentId));
  const units = new Map<string, { stored: string | null; due: string | null; ofPlans: Set<string> }>();
  for (const plan of current) {
    const occurrences = occurrencesOf(me, plan.id, booked.get(plan.id) ?? []);
    const unit = units.get(plan.unitId) ?? { stored: plan.nextMaintenanceOn, due: null, ofPlans: new Set() };
    const due = nextDue(plan, occurrences);
    if (due !== null && (unit.due === null || due < unit.due)) unit.due = due;
    for (const { dueOn } of occurrences) unit.ofPlans.add(dueOn);
    units.set(plan.unitId, unit);
  }
  const changed = [...units]
    .filter(([, { stored, due, ofPlans }]) => stored !== due && (due !== null || ofPlans.has(stored ?? "")))
    .map(([id, { stored, due }]) => [id, due, stored]);
  if (changed.length === 0) return;
  const rows = JSON.stringify(changed);
  await ctx.db.run(sql`UPDATE equipment SET version = version + 1,
      next_maintenance_on = (SELECT value ->> 1 FROM json_each(${rows}) WHERE value ->> 0 = equipment.id)
    WHERE org_id = ${me.orgId} AND id IN (SELECT value ->> 0 FROM json_each(${rows}))
      AND next_maintenance_on IS (SELECT value ->> 2 FROM json_each(${rows}) WHERE value ->> 0 = equipment.id)`);
}

type DuePlan = Awaited<ReturnType<typeof duePlans>>[number];

/**
 * Returns `taken` if another run created it first, and the problem if the job is refused as the office would be.
 * @throws DomainError for a refusal that has nothing to do with the plan
 */
async function bookOne(
  ctx: Ctx,
  me: Member,
  { plan, dueOn }: { plan: DuePlan; dueOn: string },
): Promise<"made" | "taken" | { problem: string }> {
  const { customerId, addressId, serviceTypeId, title, unitId, unitName } = plan;
  if (!customerId) return "taken";
  const occurrence = (workOrderId: string): Write[] => [
    ctx.db.insert(maintenanceOccurrences).values({ orgId: me.orgId, planId: plan.id, dueOn, workOrderId }),
    ...(plan.bookingTriedAt === null ? [] : [clearProblem(ctx, me, plan.id)]),
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
    return "made";
  } catch (error) {
    if (failedOn(error, "maintenance_occurrences")) return "taken";
    if (error instanceof DomainError && (error.code === "invalid" || error.code === "not_found"))
      return { problem: error.message };
    throw error;
  }
}

function clearProblem(ctx: Ctx, me: Member, planId: string): Write {
  return ctx.db
    .update(maintenancePlans)
    .set({ bookingProblem: null, bookingTriedAt: null })
    .where(and(eq(maintenancePlans.orgId, me.orgId), eq(maintenancePlans.id, planId)));
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
      bookingTriedAt: maintenancePlans.bookingTriedAt,
      serviceTypeActive: active.as("service_type_active"),
      unitId: named(equipment.id, "unit_id"),
      unitName: named(equipment.name, "unit_name"),
      customerId: equipment.customerId,
      isArchived: namedOrNull(customers.archived, "customer_archived"),
      addressId: equipment.addressId,
      nextMaintenanceOn: equipment.nextMaintenanceOn,
    })
    .from(maintenancePlans)
    .innerJoin(equipment, and(eq(equipment.orgId, me.orgId), eq(equipment.id, maintenancePlans.equipmentId)))
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, equipment.customerId)))
    .where(
      and(
        eq(maintenancePlans.orgId, me.orgId),
        eq(maintenancePlans.active, true),
        ne(equipment.status, "retired"),
        equipmentId ? eq(equipment.id, equipmentId) : undefined,
      ),
    );
}

/** Businesses per run, each with at most seven statements besides its due dates. */
const MAX_ORGANIZATIONS = 20;
/** Due dates tried per run, for all businesses together: all sweeps of a minute share the 1,000 statements. */
const MAX_TRIED_A_SWEEP = 15;
const CHECK_AGAIN_MS = HOUR_MS;
/** A plan that could not be booked is tried again once a day, or as soon as the office asks for it. */
const TRY_AGAIN_MS = DAY_MS;

/**
 * Creates the work orders that maintenance plans are due for, business by business, each on its own calendar. Looks at a business
 * again after an hour, or in its turn if something is left, those that have waited longest first.
 */
export async function sweepMaintenance(ctx: Ctx): Promise<void> {
  const waiting = await ctx.db.all<{ orgId: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} t.id AS orgId FROM tenant_organizations t INDEXED BY tenant_organizations_maintenance_check
    WHERE t.maintenance_check_at <= ${ctx.now.toISOString()} AND ${isOnThisShard(sql`t.id`)}
      AND EXISTS (SELECT 1 FROM maintenance_plans p WHERE p.org_id = t.id AND p.active = 1)
    ORDER BY t.maintenance_check_at, t.id LIMIT ${MAX_ORGANIZATIONS}`);
  if (waiting.length === 0) return;
  const businesses = await ctx.db
    .select({ orgId: organizations.id, orgKey: organizations.key, timeZone: organizations.timeZone })
    .from(organizations)
    .where(
      inArray(
        organizations.id,
        waiting.map(({ orgId }) => orgId),
      ),
    );
  let left = MAX_TRIED_A_SWEEP;
  for (const { orgId } of waiting) {
    if (left <= 0) return;
    await attempt(ctx, "maintenance", async () => {
      // First, so that a business whose run fails does not hold up the others.
      await checkAgainAt(ctx, orgId, ctx.now.getTime() + CHECK_AGAIN_MS);
      const business = businesses.find((each) => each.orgId === orgId);
      if (!business) return;
      const bound = withinOrganization(ctx, business);
      const problemsBefore = new Date(ctx.now.getTime() - TRY_AGAIN_MS).toISOString();
      const { tried, hasMore } = await bookDue(bound, allow(bound, "work_orders.write"), {
        maxTried: left,
        problemsBefore,
      });
      left -= tried;
      if (hasMore) await checkAgainAt(ctx, orgId, ctx.now.getTime());
    });
  }
}

async function checkAgainAt(ctx: Ctx, orgId: string, at: number): Promise<void> {
  await ctx.db.run(
    sql`UPDATE tenant_organizations SET maintenance_check_at = ${new Date(at).toISOString()} WHERE id = ${orgId}`,
  );
}

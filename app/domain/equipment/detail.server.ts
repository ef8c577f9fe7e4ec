import { and, asc, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import {
  equipment,
  maintenanceOccurrences,
  maintenancePlans,
  serviceGroups,
  workOrderEquipment,
} from "#drizzle/schema/equipment";
import { workOrders } from "#drizzle/schema/work-orders";
import type { CustomerRef } from "~/domain/customers/customer";
import { customerRef, idOf, isCustomer } from "~/domain/customers/find.server";
import { bookable } from "~/domain/service-types/playbook.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import {
  type BackCursor,
  bidirectionalPage,
  keyset,
  type PageDirection,
  parseCursor,
} from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { asciiLowerCase } from "~/domain/shared/text/ascii-case";
import { todayOf, wallTimeOf } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { equipmentNotFound, units, withCondition } from "./find.server";
import { type BookedOccurrence, nextDue } from "./maintenance-plans";
import type { OwnedFilter } from "./schema";
import { lastMeasured, readMeasured, unitFacts } from "./work-order-equipment.server";

/** Returns a piece of equipment with its circuits and plans, in one round trip. @throws DomainError not_found */
export async function equipmentDetail(ctx: Ctx, id: string) {
  const me = allow(ctx, "equipment.read");
  const [[row], circuits, plans, booked] = await ctx.db.batch([
    units(ctx, me).where(ofUnit(me, id)),
    circuitsOf(ctx, me, id),
    plansOf(ctx, me, id),
    bookedOf(ctx, me, id),
  ]);
  if (!row) throw equipmentNotFound();
  return {
    ...withCondition(row, todayOf(ctx, me)),
    circuits,
    plans: plans.map((plan) => ({
      ...plan,
      nextDue: plan.active ? nextDue(plan, occurrencesOf(me, plan.id, booked)) : null,
    })),
  };
}

const ofUnit = (me: Member, id: string) => and(eq(equipment.orgId, me.orgId), eq(equipment.id, id));

/**
 * Returns the header of every equipment screen. With `owner`, only if it belongs to that customer.
 * @throws DomainError not_found
 */
export async function equipmentHeader(ctx: Ctx, id: string, { owner }: { owner?: CustomerRef }) {
  const me = allow(ctx, "equipment.read");
  const [row] = await units(ctx, me).where(and(ofUnit(me, id), owner && eq(equipment.customerId, idOf(me, owner))));
  if (!row) throw equipmentNotFound();
  const rights = {
    ...{ write: can(me, "equipment.write"), book: can(me, "work_orders.write") },
    jobs: can(me, "work_orders.read"),
  };
  return { ...withCondition(row, todayOf(ctx, me)), rights };
}

/** Returns site, maintenance plans and last measurements, in one round trip. Empty for unknown equipment. */
export async function equipmentOverview(ctx: Ctx, id: string) {
  const me = allow(ctx, "equipment.read");
  const site = sql`(select e.address_id from equipment e where e.org_id = ${me.orgId} and e.id = ${id})`;
  const [[place], circuits, plans, booked, types, [measured]] = await ctx.db.batch([
    ctx.db
      .select({ line1: addresses.line1, line2: addresses.line2, city: addresses.city })
      .from(addresses)
      .where(and(eq(addresses.orgId, me.orgId), eq(addresses.id, site))),
    circuitsOf(ctx, me, id),
    plansOf(ctx, me, id),
    bookedOf(ctx, me, id),
    bookable(ctx, me),
    ctx.db
      .select({ json: lastMeasured(me) })
      .from(equipment)
      .where(ofUnit(me, id)),
  ]);
  return {
    site: place ?? null,
    circuits,
    plans: plans.map((plan) => ({
      ...plan,
      serviceType: types.find((type) => type.id === plan.serviceTypeId)?.name ?? null,
      nextDue: plan.active ? nextDue(plan, occurrencesOf(me, plan.id, booked)) : null,
    })),
    measured: readMeasured(measured?.json ?? "[]"),
    timeZone: me.timeZone,
  };
}

/**
 * The work orders for the equipment, latest first.
 * @throws DomainError forbidden; not_found; invalid for a cursor of another list
 */
export async function equipmentHistory(
  ctx: Ctx,
  id: string,
  { limit = JOBS_SHOWN, ...at }: { limit?: number; cursor?: string } & BackCursor = {},
) {
  const me = allow(ctx, "equipment.read");
  allow(ctx, "work_orders.read");
  const direction = parseCursor(at, ["number"]);
  const [[unit], jobs] = await ctx.db.batch([
    ctx.db.select({ id: equipment.id }).from(equipment).where(ofUnit(me, id)),
    jobsOf(ctx, me, { equipmentId: id, direction, limit: limit + 1 }),
  ]);
  if (!unit) throw equipmentNotFound();
  const cut = bidirectionalPage(jobs, { limit, total: null, direction }, ({ number }) => [number]);
  return {
    items: cut.items.map((workOrder) => ({ ...workOrder, reference: formatWorkOrderNumber(workOrder.number) })),
    nextCursor: cut.nextCursor,
    previousCursor: cut.previousCursor,
    timeZone: me.timeZone,
  };
}

/**
 * Returns equipment as stored, the possible sites, and whether a maintenance plan sets its next maintenance.
 * @throws DomainError not_found
 */
export async function equipmentForEdit(ctx: Ctx, id: string) {
  const me = allow(ctx, "equipment.write");
  const ofStored = (column: string) =>
    sql`(select e.${sql.raw(column)} from equipment e where e.org_id = ${me.orgId} and e.id = ${id})`;
  const [[unit], sites, plans, booked] = await ctx.db.batch([
    units(ctx, me).where(ofUnit(me, id)),
    sitesOf(ctx, me, { customerId: ofStored("customer_id"), current: ofStored("address_id") }),
    plansOf(ctx, me, id),
    bookedOf(ctx, me, id),
  ]);
  if (!unit) throw equipmentNotFound();
  const isRunning = (plan: (typeof plans)[number]) =>
    plan.active && nextDue(plan, occurrencesOf(me, plan.id, booked)) !== null;
  return { unit, sites, isPlanned: unit.status !== "retired" && plans.some(isRunning) };
}

/** Returns the choices for a new maintenance plan. */
export async function planChoices(ctx: Ctx) {
  const me = allow(ctx, "equipment.write");
  const types = await bookable(ctx, me);
  return { serviceTypes: types.map(({ id: value, name: label }) => ({ value, label })), today: todayOf(ctx, me) };
}

/** Returns a customer's details for adding equipment, and the possible sites. @throws DomainError not_found */
export async function customerWithSites(ctx: Ctx, owner: CustomerRef) {
  const me = allow(ctx, "equipment.write");
  const [[customer], sites] = await ctx.db.batch([
    ctx.db
      .select({ id: customers.id, number: customers.number, name: customers.name })
      .from(customers)
      .where(isCustomer(me, owner)),
    sitesOf(ctx, me, { customerId: idOf(me, owner) }),
  ]);
  if (!customer) throw notFound("Customer not found");
  return { customer, sites };
}

/** Returns the possible sites of a customer's new equipment. Empty for an unknown customer. */
export async function sitesForNew(ctx: Ctx, owner: CustomerRef) {
  const me = allow(ctx, "equipment.write");
  return await sitesOf(ctx, me, { customerId: idOf(me, owner) });
}

/**
 * Returns a page of a customer's equipment by name, with circuits and plans, in one round trip.
 * @throws DomainError not_found; invalid for a cursor of another list
 */
export async function equipmentOfCustomer(ctx: Ctx, owner: CustomerRef, { limit, ...at }: OwnedFilter) {
  const me = allow(ctx, "equipment.read");
  const today = todayOf(ctx, me);
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [sql`lower(equipment.name)`, sql`equipment.id`]);
  const isTheirs = and(eq(equipment.orgId, me.orgId), eq(equipment.customerId, idOf(me, owner)), beyond);
  const theirs = sql`(select equipment.id from ${byIndex(equipment, "equipment_customer")} where ${isTheirs}
    order by ${sql.join(order, sql`, `)} limit ${limit + 1})`;
  const [[customer], rows, circuits, plans] = await ctx.db.batch([
    ctx.db.select({ id: customers.id }).from(customers).where(isCustomer(me, owner)),
    units(ctx, me)
      .where(isTheirs)
      .orderBy(...order)
      .limit(limit + 1),
    ctx.db
      .select()
      .from(serviceGroups)
      .where(and(eq(serviceGroups.orgId, me.orgId), isCircuitOf(me, theirs))),
    ctx.db
      .select()
      .from(maintenancePlans)
      .where(and(eq(maintenancePlans.orgId, me.orgId), isPlanOf(me, theirs))),
  ]);
  if (!customer) throw notFound("Customer not found");
  const found = rows.map((row) => ({
    ...withCondition(row, today),
    circuits: circuits.filter(({ equipmentId }) => equipmentId === row.id),
    plans: plans.filter(({ equipmentId }) => equipmentId === row.id),
  }));
  const total = !direction.key && rows.length <= limit ? rows.length : null;
  return {
    ...bidirectionalPage(found, { limit, total, direction }, (unit) => [asciiLowerCase(unit.equipmentName), unit.id]),
    rights: { write: can(me, "equipment.write") },
  };
}

const MAX_SHOWN = 6;

/** Returns some of a customer's equipment by name; null for members who may not see it. Empty for an unknown customer. */
export async function equipmentInShort(ctx: Ctx, customer: string) {
  const me = allow(ctx, "customers.read");
  if (!can(me, "equipment.read")) return null;
  const rows = await ctx.db
    .select(unitFacts(ctx, me))
    .from(equipment)
    .where(and(eq(equipment.orgId, me.orgId), eq(equipment.customerId, idOf(me, customerRef(customer)))))
    .orderBy(sql`lower(equipment.name)`)
    .limit(MAX_SHOWN + 1);
  const items = rows.slice(0, MAX_SHOWN).map((row) => withCondition(row, todayOf(ctx, me)));
  return { items, more: rows.length > MAX_SHOWN };
}

// Circuits and plans each by their own index: SQLite would otherwise read all of the business's.
const isCircuitOf = (me: Member, unitIds: SQL) =>
  sql`${serviceGroups.id} in (select g.id from service_groups g indexed by service_groups_name where g.org_id = ${me.orgId} and g.equipment_id in ${unitIds})`;
const isPlanOf = (me: Member, unitIds: SQL) =>
  sql`${maintenancePlans.id} in (select p.id from maintenance_plans p indexed by maintenance_plans_unit where p.org_id = ${me.orgId} and p.equipment_id in ${unitIds})`;

export function circuitsOf(ctx: Ctx, me: Member, equipmentId: string) {
  return ctx.db
    .select()
    .from(serviceGroups)
    .where(and(eq(serviceGroups.orgId, me.orgId), isCircuitOf(me, sql`(${equipmentId})`)))
    .orderBy(asc(serviceGroups.createdAt), asc(serviceGroups.id));
}

export function plansOf(ctx: Ctx, me: Member, equipmentId: string) {
  return ctx.db
    .select()
    .from(maintenancePlans)
    .where(and(eq(maintenancePlans.orgId, me.orgId), isPlanOf(me, sql`(${equipmentId})`)))
    .orderBy(desc(maintenancePlans.active), asc(maintenancePlans.id));
}

type BookedRow = Awaited<ReturnType<typeof bookedRows>>[number];

export function bookedRows(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      planId: maintenanceOccurrences.planId,
      dueOn: maintenanceOccurrences.dueOn,
      status: namedOrNull(workOrders.status, "occurrence_status"),
      completedAt: workOrders.completedAt,
    })
    .from(maintenanceOccurrences)
    .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, maintenanceOccurrences.workOrderId)))
    .$dynamic();
}

export function bookedOf(ctx: Ctx, me: Member, equipmentId: string) {
  return bookedRows(ctx, me).where(
    and(
      eq(maintenanceOccurrences.orgId, me.orgId),
      sql`${maintenanceOccurrences.planId} in (select p.id from maintenance_plans p indexed by maintenance_plans_unit where p.org_id = ${me.orgId} and p.equipment_id = ${equipmentId})`,
    ),
  );
}

/** The occurrences of one plan as its rules need them. A deleted job counts as canceled: its date is not booked again. */
export function occurrencesOf(me: Member, planId: string, rows: readonly BookedRow[]): BookedOccurrence[] {
  return rows
    .filter((row) => row.planId === planId)
    .map(({ dueOn, status, completedAt }) => ({
      dueOn,
      completedOn: completedAt && wallTimeOf(Date.parse(completedAt), me.timeZone).date,
      cancelled: status === null || status === "cancelled",
    }));
}

const JOBS_SHOWN = 20;

interface JobsOf {
  equipmentId: string;
  /** The key is the number of a job already shown. */
  direction: PageDirection;
  limit: number;
}

function jobsOf(ctx: Ctx, me: Member, { equipmentId, direction, limit }: JobsOf) {
  const { beyond, order } = keyset(direction, [workOrders.number], "desc");
  return (
    ctx.db
      .select({
        id: named(workOrders.id, "job_id"),
        number: workOrders.number,
        title: workOrders.title,
        status: workOrders.status,
        scheduledStart: workOrders.scheduledStart,
        completedAt: workOrders.completedAt,
        siteZone: named(addresses.timeZone, "job_zone"),
      })
      // Fixes the join order: a piece of equipment has far fewer jobs than its business.
      .from(workOrderEquipment)
      .crossJoin(workOrders)
      .innerJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, workOrders.siteAddressId)))
      .where(
        and(
          eq(workOrderEquipment.orgId, me.orgId),
          eq(workOrderEquipment.equipmentId, equipmentId),
          eq(workOrders.orgId, me.orgId),
          eq(workOrders.id, workOrderEquipment.workOrderId),
          beyond,
        ),
      )
      .orderBy(...order)
      .limit(limit)
  );
}

/** The possible sites: all of the customer's service addresses, primary first, and the current one, whatever it is now. */
function sitesOf(ctx: Ctx, me: Member, { customerId, current }: { customerId: SQL; current?: SQL }) {
  return ctx.db
    .select({
      id: named(addresses.id, "id"),
      label: named(addresses.label, "label"),
      line1: named(addresses.line1, "line1"),
      line2: named(addresses.line2, "line2"),
      city: named(addresses.city, "city"),
      state: named(addresses.state, "state"),
      postalCode: named(addresses.postalCode, "postal_code"),
    })
    .from(byIndex(addresses, "addresses_customer"))
    .where(
      and(
        eq(addresses.orgId, me.orgId),
        eq(addresses.customerId, customerId),
        or(eq(addresses.type, "service"), current && eq(addresses.id, current)),
      ),
    )
    .orderBy(desc(addresses.isPrimary), asc(addresses.id));
}

import { and, asc, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { inventoryItems } from "#drizzle/schema/inventory";
import { counters } from "#drizzle/schema/platform";
import { serviceTasks, serviceTypes } from "#drizzle/schema/service-types";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { knownSkills } from "~/domain/technicians/detail.server";

export const serviceTypeNotFound = () => notFound("Service type not found");

export type ServiceTypeDetail = Awaited<ReturnType<typeof findServiceType>>;

export type ServiceTypeTask = ServiceTypeDetail["tasks"][number];

/**
 * Returns a service type with all its tasks in order and the number of jobs booked with it, in one round trip.
 * @throws DomainError not_found
 */
export async function findServiceType(ctx: Ctx, id: string) {
  const me = allow(ctx, "service_types.read");
  const [[row], tasks, [jobs]] = await ctx.db.batch([
    serviceTypeRow(ctx, me, id),
    tasksOf(ctx, me, id),
    jobsOf(ctx, me, id),
  ]);
  if (!row) throw serviceTypeNotFound();
  return { ...row, tasks, jobs: jobs?.value ?? 0, rights: rightsOf(me) };
}

/** Returns the header of every screen of a service type. @throws DomainError not_found */
export async function serviceTypeHeader(ctx: Ctx, id: string) {
  const me = allow(ctx, "service_types.read");
  const [[row], [jobs]] = await ctx.db.batch([serviceTypeRow(ctx, me, id), jobsOf(ctx, me, id)]);
  if (!row) throw serviceTypeNotFound();
  const { name, category, durationMinutes, priceMinor, active, playbookVersion, version } = row;
  const facts = { id, name, category, durationMinutes, priceMinor, active, playbookVersion, version };
  return { ...facts, jobs: jobs?.value ?? 0, may: rightsOf(me) };
}

function rightsOf(me: Member) {
  return { write: can(me, "service_types.write"), book: can(me, "work_orders.write") };
}

/**
 * The same for the wizard, with the technicians' skills and the items linked to its parts.
 * @throws DomainError not_found; forbidden
 */
export async function serviceTypeToEdit(ctx: Ctx, id: string) {
  const me = allow(ctx, "service_types.write");
  const [[row], tasks, skills, items] = await ctx.db.batch([
    serviceTypeRow(ctx, me, id),
    tasksOf(ctx, me, id),
    knownSkills(ctx, me),
    linkedItems(ctx, me, id),
  ]);
  if (!row) throw serviceTypeNotFound();
  return { serviceType: { ...row, tasks }, knownSkills: skills.map((one) => one.skill), items };
}

/** The items linked to a service type's planned parts. */
function linkedItems(ctx: Ctx, me: Member, id: string) {
  return ctx.db
    .select({
      id: named(inventoryItems.id, "linked_item_id"),
      sku: inventoryItems.sku,
      name: named(inventoryItems.name, "linked_item"),
      baseUnit: inventoryItems.baseUnit,
    })
    .from(inventoryItems)
    .where(
      and(
        eq(inventoryItems.orgId, me.orgId),
        sql`inventory_items.id in (select p.value ->> 'inventoryItemId' from json_each((
          select t.parts from service_types t where t.org_id = ${me.orgId} and t.id = ${id})) p)`,
      ),
    );
}

/** Returns the technicians' skills, as suggestions for a new service type. @throws DomainError forbidden */
export async function knownSkillsToEdit(ctx: Ctx): Promise<string[]> {
  const skills = await knownSkills(ctx, allow(ctx, "service_types.write"));
  return skills.map((one) => one.skill);
}

/** Returns one task with its service type. @throws DomainError not_found if it is not a task of that service type; forbidden */
export async function taskToEdit(ctx: Ctx, serviceTypeId: string, taskId: string | null) {
  const me = allow(ctx, "service_types.write");
  const [[serviceType], tasks, skills] = await ctx.db.batch([
    serviceTypeRow(ctx, me, serviceTypeId),
    tasksOf(ctx, me, serviceTypeId),
    knownSkills(ctx, me),
  ]);
  if (!serviceType) throw serviceTypeNotFound();
  const task = tasks.find((one) => one.id === taskId) ?? null;
  if (taskId !== null && !task) throw notFound("Task not found");
  return {
    serviceType: { id: serviceType.id, name: serviceType.name },
    task,
    knownSkills: skills.map((one) => one.skill),
  };
}

export function serviceTypeRow(ctx: Ctx, me: Member, id: string) {
  return ctx.db
    .select(serviceTypeColumns)
    .from(serviceTypes)
    .where(and(eq(serviceTypes.orgId, me.orgId), eq(serviceTypes.id, id)));
}

/** All tasks of a service type in order, including archived ones. */
export function tasksOf(ctx: Ctx, me: Member, serviceTypeId: string) {
  return ctx.db
    .select(taskColumns)
    .from(serviceTasks)
    .where(and(eq(serviceTasks.orgId, me.orgId), eq(serviceTasks.serviceTypeId, serviceTypeId)))
    .orderBy(asc(serviceTasks.sequence), asc(serviceTasks.id));
}

function jobsOf(ctx: Ctx, me: Member, id: string) {
  return ctx.db
    .select({ value: counters.value })
    .from(counters)
    .where(and(eq(counters.orgId, me.orgId), eq(counters.name, `service_types.jobs=${id}`)));
}

export const taskColumns = {
  id: serviceTasks.id,
  serviceTypeId: serviceTasks.serviceTypeId,
  sequence: serviceTasks.sequence,
  title: serviceTasks.title,
  instructions: serviceTasks.instructions,
  kind: serviceTasks.kind,
  required: serviceTasks.required,
  skills: serviceTasks.skills,
  active: serviceTasks.active,
  unit: serviceTasks.unit,
  min: serviceTasks.min,
  max: serviceTasks.max,
  version: serviceTasks.version,
};

const serviceTypeColumns = {
  id: serviceTypes.id,
  name: serviceTypes.name,
  description: serviceTypes.description,
  category: serviceTypes.category,
  durationMinutes: serviceTypes.durationMinutes,
  priceMinor: serviceTypes.priceMinor,
  skills: serviceTypes.skills,
  certifications: serviceTypes.certifications,
  refrigerantWork: serviceTypes.refrigerantWork,
  parts: serviceTypes.parts,
  active: serviceTypes.active,
  playbookVersion: serviceTypes.playbookVersion,
  version: serviceTypes.version,
  createdAt: serviceTypes.createdAt,
  updatedAt: serviceTypes.updatedAt,
};

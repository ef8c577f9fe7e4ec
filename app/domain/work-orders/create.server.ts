import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { sequences } from "#drizzle/schema/platform";
import { workOrders, workOrderTasks } from "#drizzle/schema/work-orders";
import { insertAddress } from "~/domain/addresses/insert.server";
import { bare } from "~/domain/addresses/schema";
import { zoneOfZip } from "~/domain/addresses/zip-zones";
import { checkUnits, equipmentRows, unitChoices } from "~/domain/equipment/work-order-equipment.server";
import { type BookingRequest, checkBooking, checkTechnicians } from "~/domain/scheduling/check-booking.server";
import type { Playbook } from "~/domain/service-types/playbook";
import {
  bookable,
  copyTasks,
  needsSignature,
  playbookColumns,
  playbookFor,
} from "~/domain/service-types/playbook.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { NO_WINDOW, windowAfter } from "~/domain/technicians/arrival-window";
import { isOver } from "~/domain/work-order-basics/status";
import { demandsOf } from "~/domain/work-orders/schedule/bookable";
import { startOf, windowInput } from "~/domain/work-orders/schedule/schedule-input";
import { boardEvent } from "./board-event";
import { assignable, sitesOf, technicianNames } from "./internal/choices.server";
import { type Changing, changeStatus, firstStatus } from "./internal/status-change.server";
import { isDatabaseRefusal, nameOverlap, refusals } from "./refusals.server";
import type { CreateWorkOrder } from "./schema";
import { HELPERS_NEED_TIME } from "./work-order";

/** Default duration of a job in minutes. */
const usualDuration = 60;

/**
 * Creates a work order. It starts unscheduled; with a start it is booked and scheduled in the same batch, together with
 * `also`.
 * @throws DomainError forbidden; invalid with the field, also for helpers without a start; conflict as in `checkBooking` if its
 *   people cannot be booked
 */
export async function createWorkOrder(
  ctx: Ctx,
  given: CreateWorkOrder,
  also: (workOrderId: string) => Write[] = () => [],
): Promise<{ id: string }> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "createWorkOrder", given, async (commit) => {
    const id = ctx.newId();
    const units = { id, customerId: given.customerId, equipmentIds: given.equipmentIds ?? [] };
    await checkUnits(ctx, me, units);
    const newSite = newSiteOf(ctx, given);
    const { id: siteAddressId, zone } = await siteOf(ctx, me, { ...given, newSite });
    const playbook = given.serviceTypeId ? await playbookFor(ctx, me, given.serviceTypeId) : null;
    const input = withPlaybook(given, playbook);
    const leadId = input.technicianId ?? null;
    await checkTechnicians(ctx, me, { leadId, helperIds: input.helperIds ?? [] });
    const request = bookingOf({ id, siteAddressId, zone, input, playbook });
    if (!request && input.helperIds?.some((helperId) => helperId !== leadId))
      throw invalidField("helperIds", HELPERS_NEED_TIME);
    const booking = request && (await checkBooking(ctx, me, request)).booking;
    const created = firstStatus(ctx, me, id);
    const scheduled = booking && changeStatus(ctx, me, { workOrder: justMade(id, input), to: "scheduled", booking });
    const change = {
      writes: [
        // Must come first: the search index's own writes would count as changes for the assertion after them.
        ...(input.followUpOf ? followUpWrites(ctx, me, { ...input.followUpOf, followUpId: id }) : []),
        ...also(id),
        ...(newSite ? insertAddress(ctx, me, newSite) : []),
        nextNumber(ctx, me),
        insertRow(ctx, me, { id, siteAddressId, input, playbook }),
        created,
        ...(scheduled?.writes ?? []),
        ...(playbook ? [copyTasks(ctx, me, { workOrderId: id, playbook })] : []),
        ...equipmentRows(ctx, me, units),
        ...taskRows(ctx, me, { id, titles: input.tasks ?? [], after: playbook?.tasks.length ?? 0 }),
      ],
      audit: [
        { action: "work_order.create", entity: "work_order", entityId: id, after: { ...input, siteAddressId } },
        ...(scheduled?.audit ?? []),
      ],
      publish: [boardEvent(me, "created", id)],
      result: { id },
      refusals,
    };
    try {
      return await commit(me, change);
    } catch (error) {
      if (isDatabaseRefusal(error) && request) {
        await checkBooking(ctx, me, request);
        await nameOverlap(ctx, me, { error, request });
      }
      throw error;
    }
  });
}

interface UnscheduledWorkOrder {
  customerId: string;
  siteAddressId: string;
  title: string;
  description: string | null;
  playbook: Playbook | null;
}

/**
 * Returns a new unscheduled job, for a use case that has the permission and writes it in its own batch. Its customer
 * and site may be created in the same batch.
 */
export function unscheduledWorkOrder(
  ctx: Ctx,
  me: Member,
  { customerId, siteAddressId, title, description, playbook }: UnscheduledWorkOrder,
) {
  const id = ctx.newId();
  const input = withPlaybook({ title, description, customerId }, playbook);
  return {
    id,
    writes: [
      nextNumber(ctx, me),
      insertRow(ctx, me, { id, siteAddressId, input, playbook }),
      firstStatus(ctx, me, id),
      ...(playbook ? [copyTasks(ctx, me, { workOrderId: id, playbook })] : []),
    ],
    audit: [{ action: "work_order.create", entity: "work_order", entityId: id, after: { ...input, siteAddressId } }],
    publish: [boardEvent(me, "created", id)],
  };
}

/** The new address submitted with the job, as a row of its own. @throws DomainError forbidden */
function newSiteOf(ctx: Ctx, { customerId, newSite }: CreateWorkOrder) {
  if (!newSite) return null;
  allow(ctx, "customers.write");
  const input = { ...bare, ...newSite, type: "service" as const, isPrimary: false };
  return { id: ctx.newId(), customerId, input };
}

/** Fills in what the office left out from the service type. */
function withPlaybook(input: CreateWorkOrder, playbook: Playbook | null): CreateWorkOrder {
  if (!playbook) return input;
  return {
    ...input,
    durationMinutes: input.durationMinutes ?? playbook.durationMinutes,
    signatureRequired: input.signatureRequired || needsSignature(playbook),
  };
}

interface Making {
  id: string;
  siteAddressId: string;
  input: CreateWorkOrder;
  playbook: Playbook | null;
}

function bookingOf({ id, siteAddressId, zone, input, playbook }: Making & { zone: string }): BookingRequest | null {
  const start = startOf(zone, input);
  if (!start) return null;
  return {
    workOrder: {
      ...{ id, label: "The new work order", siteAddressId, demands: demandsOf(playbook) },
      customerId: input.customerId,
      scheduledStart: null,
      window: NO_WINDOW,
    },
    window: windowInput(input, zone),
    start,
    minutes: input.durationMinutes ?? usualDuration,
    leadId: input.technicianId ?? null,
    helperIds: input.helperIds ?? [],
    overrideReason: input.overrideReason ?? null,
  };
}

/** Returns the new work order as it will be when it is scheduled in the same batch. */
function justMade(id: string, input: CreateWorkOrder): Changing {
  return {
    id,
    status: "unscheduled",
    version: 1,
    technicianId: input.technicianId ?? null,
    crew: input.technicianId ? [input.technicianId] : [],
    scheduledStart: null,
    scheduledEnd: null,
    windowStart: null,
    windowEnd: null,
    durationMinutes: input.durationMinutes ?? usualDuration,
    holdReason: null,
    noCharge: input.noCharge ?? false,
    signatureRequired: input.signatureRequired ?? false,
    signed: false,
    openTasks: [],
    hasParts: false,
    otherWorkOrder: null,
  };
}

/** The window promised before the job is booked, if it ever is. */
function windowAtFirst(
  ctx: Ctx,
  me: Member,
  { arrivalWindow, arrivalWindowMinutes, customerNotified }: CreateWorkOrder,
) {
  return windowAfter(NO_WINDOW, {
    ...{ start: null, at: ctx.now.toISOString(), by: me.userId },
    input: { arrivalWindow, arrivalWindowMinutes, customerNotified },
  });
}

function nextNumber(ctx: Ctx, member: Member): Write {
  return ctx.db
    .insert(sequences)
    .values({ orgId: member.orgId, name: "work_orders", value: 1 })
    .onConflictDoUpdate({ target: [sequences.orgId, sequences.name], set: { value: sql`${sequences.value} + 1` } });
}

function insertRow(ctx: Ctx, member: Member, { id, siteAddressId, input, playbook }: Making): Write {
  const now = ctx.now.toISOString();
  return ctx.db.insert(workOrders).values({
    orgId: member.orgId,
    id,
    number: sql`(SELECT s.value FROM sequences s WHERE s.org_id = ${member.orgId} AND s.name = 'work_orders')`,
    title: input.title,
    description: input.description,
    status: "unscheduled",
    priority: input.priority ?? "normal",
    customerId: input.customerId,
    siteAddressId,
    technicianId: input.technicianId,
    durationMinutes: input.durationMinutes ?? usualDuration,
    ...windowAtFirst(ctx, member, input),
    signatureRequired: input.signatureRequired ?? false,
    noCharge: input.noCharge ?? false,
    ...(playbook && playbookColumns(playbook)),
    callbackOf: input.followUpOf && workOrderOfTask(member, input.followUpOf),
    version: 1,
    createdBy: member.userId,
    createdAt: now,
    updatedAt: now,
  });
}

type AddedTasks = { id: string; titles: string[]; after: number };

function taskRows(ctx: Ctx, member: Member, { id, titles, after }: AddedTasks): Write[] {
  return titles.map((title, index) =>
    ctx.db
      .insert(workOrderTasks)
      .values({ orgId: member.orgId, workOrderId: id, id: ctx.newId(), position: after + index + 1, title }),
  );
}

/**
 * Returns the address of a job: the chosen one if it is the customer's, else the primary service address; a new address
 * submitted with the job is used as given. `zone` is the address's own, else the business's.
 * @throws DomainError invalid with the field
 */
export async function siteOf(
  ctx: Ctx,
  member: Member,
  wanted: { customerId: string; siteAddressId?: string; newSite?: ReturnType<typeof newSiteOf> },
): Promise<{ id: string; zone: string }> {
  const [[customer], sites] = await ctx.db.batch([
    ctx.db
      .select({ name: customers.name, archived: customers.archived })
      .from(customers)
      .where(and(eq(customers.orgId, member.orgId), eq(customers.id, wanted.customerId))),
    ctx.db
      .select({
        id: named(addresses.id, "id"),
        isPrimary: named(addresses.isPrimary, "is_primary"),
        timeZone: named(addresses.timeZone, "time_zone"),
      })
      .from(byIndex(addresses, "addresses_customer"))
      .where(
        and(
          eq(addresses.orgId, member.orgId),
          eq(addresses.customerId, wanted.customerId),
          wanted.siteAddressId ? eq(addresses.id, wanted.siteAddressId) : eq(addresses.type, "service"),
        ),
      )
      .orderBy(desc(addresses.isPrimary), addresses.id)
      .limit(1),
  ]);
  if (!customer) throw invalidField("customerId", "Choose a customer from the list");
  if (customer.archived) throw invalidField("customerId", `${customer.name} is archived`);
  if (wanted.newSite) {
    const { id, input } = wanted.newSite;
    return { id, zone: zoneOfZip(input.state, input.postalCode) ?? member.timeZone };
  }
  const [site] = sites;
  if (site) return { id: site.id, zone: site.timeZone ?? member.timeZone };
  const text = wanted.siteAddressId
    ? "Choose an address of this customer"
    : `${customer.name} has no service address yet. Add one first.`;
  throw invalidField("siteAddressId", text);
}

/** In place of a customer's id: whoever was added last. */
export const LATEST_CUSTOMER = "latest";

/** The id of the customer chosen for a new work order, within any statement. */
export function chosenCustomer(me: Member, customerId: string | null): SQL {
  if (customerId !== LATEST_CUSTOMER) return sql`${customerId ?? ""}`;
  return sql`(SELECT n.id FROM customers n INDEXED BY customers_by_number
    WHERE n.org_id = ${me.orgId} AND n.archived = 0 ORDER BY n.number DESC LIMIT 1)`;
}

/**
 * Returns what the form of a new work order needs: technicians, service types and, for a chosen customer, name, phone,
 * service addresses, equipment, open jobs and last three visits.
 */
export async function newWorkOrderChoices(ctx: Ctx, customerId: string | null) {
  const member = allow(ctx, "work_orders.write");
  const chosen = chosenCustomer(member, customerId);
  const [people, [customer], sites, serviceTypes, units, jobs] = await ctx.db.batch([
    technicianNames(ctx, member),
    ctx.db
      .select({ id: customers.id, name: customers.name, number: customers.number, phone: customers.phone })
      .from(customers)
      .where(and(eq(customers.orgId, member.orgId), eq(customers.id, chosen), eq(customers.archived, false))),
    sitesOf(ctx, member, { customerId: chosen }),
    bookable(ctx, member),
    unitChoices(ctx, member, { customerId: chosen }),
    newestJobs(ctx, member, chosen),
  ]);
  return {
    technicians: assignable(people),
    customer: customer ?? null,
    sites,
    serviceTypes,
    units,
    openJobs: jobs.filter(({ status }) => !isOver(status)),
    lastVisits: jobs.filter(({ completedAt }) => completedAt !== null).slice(0, 3),
  };
}

/** The customer's newest jobs; older ones are rarely useful on the phone. */
function newestJobs(ctx: Ctx, member: Member, customerId: SQL) {
  return ctx.db
    .select({
      number: workOrders.number,
      title: workOrders.title,
      status: workOrders.status,
      scheduledStart: workOrders.scheduledStart,
      completedAt: workOrders.completedAt,
      siteZone: named(addresses.timeZone, "site_zone"),
    })
    .from(workOrders)
    .innerJoin(addresses, and(eq(addresses.orgId, member.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .where(and(eq(workOrders.orgId, member.orgId), eq(workOrders.customerId, customerId)))
    .orderBy(desc(workOrders.number))
    .limit(20);
}

type FollowUp = { workOrderId: string; taskId: string; followUpId: string };

/**
 * The work order of a task by its id; null if it does not exist or belongs to another business, so that no foreign key
 * error occurs.
 */
function workOrderOfTask(me: Member, { workOrderId }: { workOrderId: string }) {
  return sql`(SELECT w.id FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${workOrderId})`;
}

/** Links a new work order to the failed task it follows up; one per task, even on repeated requests. */
function followUpWrites(ctx: Ctx, me: Member, { workOrderId, taskId, followUpId }: FollowUp): Write[] {
  return [
    ctx.db
      .update(workOrderTasks)
      .set({ followUpId })
      .where(
        and(
          eq(workOrderTasks.orgId, me.orgId),
          eq(workOrderTasks.workOrderId, workOrderId),
          eq(workOrderTasks.id, taskId),
          eq(workOrderTasks.outcome, "fail"),
          isNull(workOrderTasks.followUpId),
        ),
      ),
    assertRowChanged(ctx, "followed_up"),
  ];
}

import { and, eq, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import { workOrderEquipment } from "#drizzle/schema/equipment";
import { workOrders } from "#drizzle/schema/work-orders";
import { changeUnits, checkUnits, unitChoices } from "~/domain/equipment/work-order-equipment.server";
import {
  type BookingRequest,
  checkBooking,
  checkRequirements,
  checkTechnicians,
  checkWindow,
  siteOf as siteById,
} from "~/domain/scheduling/check-booking.server";
import { underWayRefusal } from "~/domain/scheduling/conflicts";
import {
  copyTasks,
  needsSignature,
  playbookColumns,
  playbookFor,
  takesPlaybook,
} from "~/domain/service-types/playbook.server";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { type WindowInput, windowAfter, windowColumnsOf, windowOf } from "~/domain/technicians/arrival-window";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { bookable } from "~/domain/work-orders/schedule/bookable";
import { startOf, windowInput } from "~/domain/work-orders/schedule/schedule-input";
import { boardEvent } from "./board-event";
import { siteOf } from "./create.server";
import { assignable, sitesOf, technicianNames } from "./internal/choices.server";
import { changeStatus } from "./internal/status-change.server";
import {
  actorRoles,
  crewOf,
  idOfWorkOrder,
  isWorkOrder,
  readWorkOrder,
  restoreIfArchived,
  type WorkOrder,
  workOrderNotFound,
} from "./load.server";
import { isDatabaseRefusal, nameOverlap, refusals, stale } from "./refusals.server";
import type { UpdateWorkOrder } from "./schema";
import { allowedTransitions, CLOSED_IS_FINAL, scheduleLocked } from "./transitions";
import { HELPERS_NEED_TIME } from "./work-order";

/**
 * Changes the given fields and keeps the booked appointment in sync. A start schedules an unscheduled work order;
 * clearing the start of a scheduled one unschedules it.
 * @throws DomainError not_found; forbidden; invalid with the field, also for a new helper without a time; conflict with
 *   `{ current }` for a stale version, as in `checkBooking` if its people cannot be booked, or if another customer is given and an
 *   estimate or invoice holds this one
 */
export async function updateWorkOrder(ctx: Ctx, ref: string, input: UpdateWorkOrder): Promise<{ id: string }> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "updateWorkOrder", { ref, input }, async (commit) => {
    const workOrder = await readWorkOrder(ctx, me, ref);
    const { id, version } = workOrder;
    if (version !== input.version) throw stale(workOrder);
    if (workOrder.status === "closed") throw new DomainError("conflict", CLOSED_IS_FINAL);
    const { zones, ...facts } = await factsOf(ctx, me, { workOrder, input });
    const { customerId, siteAddressId } = facts;
    const plan = planAfter(me, { workOrder, siteAddressId, zones }, input);
    await checkTechnicians(ctx, me, plan);
    const booking = plan.request && (await checkBooking(ctx, me, plan.request)).booking;
    // Changing the customer removes the previous customer's equipment; triggers close their page and keep their conversation.
    const equipmentIds = input.equipmentIds ?? (customerId === workOrder.customerId ? undefined : []);
    const units = equipmentIds && { id, customerId, equipmentIds };
    if (units) await checkUnits(ctx, me, units);
    const window = windowAfter(windowColumnsOf(workOrder), {
      ...{ start: plan.start, at: ctx.now.toISOString(), by: me.userId },
      input: plan.window,
    });
    checkWindow({ start: plan.start, window: plan.window, was: workOrder });
    const values = { ...facts, ...window, durationMinutes: plan.durationMinutes, technicianId: plan.leadId };
    const { writes, audit } = changeStatus(ctx, me, {
      ...{ workOrder, to: plan.status, values, version },
      ...(booking && { booking }),
    });
    const { before, after } = changes(workOrder, values);
    await restoreIfArchived(ctx, me, workOrder);
    try {
      return await commit(me, {
        writes: [...writes, ...(units ? changeUnits(ctx, me, units) : [])],
        audit: [
          {
            action: "work_order.update",
            entity: "work_order",
            entityId: id,
            before,
            after: { ...after, equipmentIds },
          },
          ...audit,
        ],
        publish: [boardEvent(me, plan.status === workOrder.status ? "changed" : "moved", id)],
        result: { id },
        refusals: { ...refusals, ...customerStays },
      });
    } catch (error) {
      if (!isDatabaseRefusal(error)) throw error;
      if (plan.request) {
        await checkBooking(ctx, me, plan.request);
        await nameOverlap(ctx, me, { error, request: plan.request });
      }
      const current = await readWorkOrder(ctx, me, id);
      throw current.version === version ? new DomainError("conflict", error.message) : stale(current);
    }
  });
}

/** Raised when the customer changes. */
const customerStays: ConstraintErrors = {
  job_has_estimate: () =>
    new DomainError(
      "conflict",
      "This job has an estimate that its customer was sent. Withdraw it before you change the customer. If it is approved, create a new job for the other customer.",
    ),
  job_has_invoice: () =>
    new DomainError(
      "conflict",
      "This job has an invoice for its customer. Void it, or delete it if it is a draft, before you change the customer.",
    ),
};

interface Plan {
  status: WorkOrderStatus;
  durationMinutes: number;
  leadId: string | null;
  helperIds: readonly string[];
  /** Null: unscheduled afterwards. */
  start: string | null;
  window: WindowInput;
  /** Null: the appointment is unchanged or canceled. */
  request: BookingRequest | null;
}

/** Statuses whose appointment is upcoming or in progress, so that its time and people can change. */
const planned: readonly WorkOrderStatus[] = ["scheduled", "dispatched", "en_route", "in_progress"];

const needsTechnician: readonly WorkOrderStatus[] = ["dispatched", "en_route", "in_progress"];

interface Planning {
  workOrder: WorkOrder;
  /** After the change. */
  siteAddressId: string;
  /** Of the site before and after the change. */
  zones: { before: string; after: string };
}

/** Returns the work order's booking after a change. @throws DomainError if its status does not allow the change */
function planAfter(me: Member, { workOrder, siteAddressId, zones }: Planning, input: UpdateWorkOrder): Plan {
  const { status, scheduledStart } = workOrder;
  const wanted = isShownStart(zones, workOrder, input) ? undefined : startOf(zones.after, input);
  const start = wanted === undefined ? scheduledStart : wanted;
  const durationMinutes = input.durationMinutes ?? workOrder.durationMinutes;
  const leadId = input.technicianId === undefined ? workOrder.technicianId : input.technicianId;
  const helperIds = (input.helperIds ?? workOrder.helperIds).filter((id) => id !== leadId);
  const sameSlot = start === scheduledStart && durationMinutes === workOrder.durationMinutes;
  const sameCrew = leadId === workOrder.technicianId && sameMembers(helperIds, workOrder.helperIds);
  const window = windowInput(input, zones.after, windowOf(workOrder));
  const stays = { status, durationMinutes, leadId, helperIds, start: scheduledStart, window, request: null };
  const books = (start: string, to: WorkOrderStatus): Plan => {
    const overrideReason = input.overrideReason ?? null;
    const crew = { leadId, helperIds };
    return {
      ...stays,
      status: to,
      start,
      request: {
        workOrder: bookable({ ...workOrder, siteAddressId }),
        start,
        minutes: durationMinutes,
        ...crew,
        overrideReason,
        window,
      },
    };
  };

  if (!leadId && needsTechnician.includes(status)) throw invalidField("technicianId", "Choose a technician");
  if (sameSlot && sameCrew) return stays;
  const addsHelpers = helperIds.some((id) => !workOrder.helperIds.includes(id));
  if (status === "unscheduled" && start) return books(start, "scheduled");
  if (addsHelpers && (status === "unscheduled" || (status === "on_hold" && start === scheduledStart)))
    throw invalidField("helperIds", HELPERS_NEED_TIME);
  if (status === "unscheduled") return stays;
  if (planned.includes(status)) {
    const lead = workOrder.technicianId;
    const was = { start: Date.parse(scheduledStart ?? ""), leadId: lead };
    const refusal = start && underWayRefusal(status, was, { start: Date.parse(start), leadId: lead });
    if (refusal) throw new DomainError("conflict", refusal);
    // Without a start it is unscheduled, if the table of transitions allows it.
    return start ? books(start, status) : { ...stays, start: null, status: "unscheduled" };
  }
  if (status === "on_hold" && start === scheduledStart) return stays;
  const allowed = allowedTransitions(status, actorRoles(me, workOrder.crew));
  throw new DomainError("conflict", notNow(status), { details: { from: status, to: "scheduled", allowed } });
}

// Forms show wall-clock minutes; sent back unchanged, they keep the stored start to the second, in either of the
// repeated hours on the night clocks fall back. For a site in another zone it is a new start: the time entered is
// local there.
function isShownStart(
  { before, after }: Planning["zones"],
  { scheduledStart }: WorkOrder,
  { startDate, startTime }: UpdateWorkOrder,
): boolean {
  if (!scheduledStart || !startDate || !startTime || before !== after) return false;
  const shown = wallTimeOf(Date.parse(scheduledStart), before);
  return shown.date === startDate && shown.time === startTime;
}

function notNow(status: WorkOrderStatus): string {
  if (status === "on_hold") return "This job is on hold. Schedule a return visit to give it a new time.";
  return scheduleLocked(status);
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

async function factsOf(ctx: Ctx, me: Member, { workOrder, input }: { workOrder: WorkOrder; input: UpdateWorkOrder }) {
  const { title, description, priority, signatureRequired, noCharge } = input;
  const customerId = input.customerId ?? workOrder.customerId;
  const [was] = await siteById(ctx, me, workOrder.siteAddressId);
  const before = { id: workOrder.siteAddressId, zone: was?.timeZone ?? me.timeZone };
  const stays =
    customerId === workOrder.customerId && (input.siteAddressId ?? workOrder.siteAddressId) === workOrder.siteAddressId;
  const site = stays ? before : await siteOf(ctx, me, { customerId, siteAddressId: input.siteAddressId });
  return {
    zones: { before: before.zone, after: site.zone },
    customerId,
    siteAddressId: site.id,
    title: title ?? workOrder.title,
    description: description === undefined ? workOrder.description : description,
    priority: priority ?? workOrder.priority,
    signatureRequired: signatureRequired ?? workOrder.signatureRequired,
    noCharge: noCharge ?? workOrder.noCharge,
  };
}

/** Returns the changed columns in the form of the audit log. */
function changes(workOrder: WorkOrder, values: Record<string, unknown>) {
  const changed = Object.entries(values).filter(([name, value]) =>
    Object.entries(workOrder).some(([key, was]) => key === name && was !== value),
  );
  const names = new Set(changed.map(([name]) => name));
  return {
    before: Object.fromEntries(Object.entries(workOrder).filter(([name]) => names.has(name))),
    after: Object.fromEntries(changed),
  };
}

/**
 * Returns the initial values and choices of the edit form; times are in the site's zone, `zone`.
 * @throws DomainError not_found; forbidden; conflict for a closed work order
 */
export async function workOrderToEdit(ctx: Ctx, ref: string) {
  const member = allow(ctx, "work_orders.write");
  const own = sql`FROM work_orders w WHERE w.org_id = ${member.orgId} AND w.id = ${idOfWorkOrder(member, ref)}`;
  const customerId = sql`(SELECT w.customer_id ${own})`;
  const workOrderId = sql`(SELECT w.id ${own})`;
  const [[found], crew, people, sites, [customer], units, about] = await ctx.db.batch([
    ctx.db.select().from(workOrders).where(isWorkOrder(member, ref)),
    crewOf(ctx, member, ref),
    technicianNames(ctx, member),
    sitesOf(ctx, member, { customerId, siteId: sql`(SELECT w.site_address_id ${own})` }),
    ctx.db
      .select({ name: customers.name, number: customers.number })
      .from(customers)
      .where(sql`${eq(customers.orgId, member.orgId)} AND ${customers.id} = ${customerId}`),
    unitChoices(ctx, member, { customerId, workOrderId }),
    ctx.db
      .select({ id: workOrderEquipment.equipmentId })
      .from(workOrderEquipment)
      .where(and(eq(workOrderEquipment.orgId, member.orgId), eq(workOrderEquipment.workOrderId, workOrderId))),
  ]);
  if (!found || !customer) throw workOrderNotFound();
  if (found.status === "closed") throw new DomainError("conflict", CLOSED_IS_FINAL);
  const { orgId: _, createdBy: __, ...workOrder } = found;
  const zone = sites.find(({ id }) => id === found.siteAddressId)?.timeZone ?? member.timeZone;
  const start = found.scheduledStart ? wallTimeOf(Date.parse(found.scheduledStart), zone) : null;
  return {
    workOrder: { ...workOrder, reference: formatWorkOrderNumber(found.number) },
    customer,
    helperIds: crew.filter((one) => one.role === "helper").map((one) => one.technicianId),
    start: start ?? { date: "", time: "" },
    technicians: assignable(people),
    sites,
    units,
    equipmentIds: about.map(({ id }) => id),
    zone,
    businessZone: member.timeZone,
  };
}

/**
 * Applies a service type's playbook to an open work order that has none; its tasks follow the existing ones.
 * @throws DomainError not_found; invalid with the field; conflict if it has a playbook or is finished, or if its booked
 *   technicians may not do the playbook's work
 */
export async function applyPlaybook(ctx: Ctx, ref: string, serviceTypeId: string): Promise<{ id: string }> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "applyPlaybook", { ref, serviceTypeId }, async (commit) => {
    const [workOrder, playbook] = await Promise.all([readWorkOrder(ctx, me, ref), playbookFor(ctx, me, serviceTypeId)]);
    const { id, version, scheduledStart, durationMinutes: minutes, technicianId: leadId, helperIds } = workOrder;
    const isStaffed = leadId !== null || helperIds.length > 0;
    if (scheduledStart !== null && isStaffed && planned.includes(workOrder.status)) {
      const booked = { start: scheduledStart, minutes, leadId, helperIds, overrideReason: null };
      await checkRequirements(ctx, me, { workOrder: bookable({ ...workOrder, playbook }), ...booked });
    }
    const signs = needsSignature(playbook) ? { signatureRequired: true } : {};
    return commit(me, {
      writes: [
        ctx.db
          .update(workOrders)
          .set({
            ...playbookColumns(playbook),
            ...signs,
            version: sql`${workOrders.version} + 1`,
            updatedAt: ctx.now.toISOString(),
          })
          // The technicians were checked for this version.
          .where(and(takesPlaybook(me, id), eq(workOrders.version, version))),
        assertRowChanged(ctx, "has_playbook"),
        copyTasks(ctx, me, { workOrderId: id, playbook }),
      ],
      audit: [
        {
          action: "work_order.playbook",
          entity: "work_order",
          entityId: id,
          after: { serviceTypeId, version: playbook.version },
        },
      ],
      publish: [boardEvent(me, "changed", id)],
      result: { id },
      refusals: {
        has_playbook: () =>
          new DomainError("conflict", "This work order already has a playbook, is finished, or was just changed."),
      },
    });
  });
}

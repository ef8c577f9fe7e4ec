import { and, eq, not, sql } from "drizzle-orm";
import { type ReplacedSchedule, type Slot, workOrders } from "#drizzle/schema/work-orders";
import { recordMaintenance, takeBackMaintenance } from "~/domain/equipment/record-maintenance.server";
import { billParts, hasParts, recordUsed, returnParts } from "~/domain/inventory/part-stock.server";
import {
  consumeReserved,
  releaseForWorkOrder,
  reserveForBooking,
  restoreReservations,
} from "~/domain/inventory/work-order-stock.server";
import { liveMessage } from "~/domain/live/message";
import type { LiveEvent } from "~/domain/providers";
import { type Booking, type BookingRequest, checkBooking, siteOf } from "~/domain/scheduling/check-booking.server";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, staleVersion } from "~/domain/shared/errors";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { type AuditEntry, assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { WINDOW_OVER, type WindowColumns, windowColumnsOf, windowOf } from "~/domain/technicians/arrival-window";
import type { WorkOrderDemands } from "~/domain/technicians/qualification";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import {
  CANCEL_REASON_LABELS,
  HOLD_REASON_LABELS,
  UNDER_WAY_STATUSES,
  type WorkOrderStatus,
} from "~/domain/work-order-basics/status";
import { startOf, windowInput } from "~/domain/work-orders/schedule/schedule-input";
import { type DeviceTime, officeTime } from "./device-clock";
import {
  appointmentAfter,
  bookAppointment,
  joinThreads,
  rebookAppointment,
  releaseAppointment,
} from "./internal/appointments.server";
import { invoiceAllows, stillComplete } from "./internal/conditions.server";
import { type HistoryEntry, historyWrite } from "./internal/history-write.server";
import {
  actorRoles,
  allowCrewOrOffice,
  allowOnWorkOrder,
  noticeAbout,
  readWorkOrder,
  restoreIfArchived,
  type WorkOrder,
} from "./load.server";
import type { ChangeStatus } from "./schema";
import { checkTransition, type TransitionFacts, type TransitionRefusal, type WorkOrderInvoice } from "./transitions";
import { VIEW_ONLY } from "./work-order";

interface StatusChanged {
  id: string;
  number: number;
  status: WorkOrderStatus;
  /** The previous status. */
  from: WorkOrderStatus;
  /** False: the status was already set and nothing was written. */
  changed: boolean;
  /** A message about the change: a technician it was dispatched to cannot see it yet. */
  notice: string | null;
}

/**
 * Changes a work order's status with all consequences, or not at all. Setting the same status again changes nothing.
 * @throws DomainError not_found; forbidden; conflict with `{ from, to, allowed, missing }` for a transition that is not in the
 *   table or lacks something, as in `checkBooking` if a technician cannot be booked, with `{ current }` for a stale version
 */
export async function changeWorkOrderStatus(ctx: Ctx, ref: string, input: ChangeStatus): Promise<StatusChanged> {
  const me = allowCrewOrOffice(ctx);
  return once(ctx, { useCase: "changeWorkOrderStatus", retention: "forever" }, { ref, input }, async (commit) => {
    const workOrder = await readWorkOrder(ctx, me, ref);
    const { id, number } = workOrder;
    const asItIs = { id, number, status: input.to, from: workOrder.status, changed: false, notice: null };
    const change = await plan(ctx, me, { workOrder, input });
    // Stores only the idempotency key, so that a retry after later changes still does nothing.
    if (!change) return commit(me, { writes: [], result: asItIs });
    await restoreIfArchived(ctx, me, workOrder);
    try {
      const { writes, audit } = changeStatus(ctx, me, change);
      const result = { ...asItIs, changed: true, notice: noticeAbout(workOrder, input.to) };
      return await commit(me, { writes, audit, publish: [boardEvent(me, "moved", id)], result, refusals });
    } catch (error) {
      if (!isDatabaseRefusal(error)) throw error;
      // Valid when read but refused by the database: read again to report what changed.
      const current = await readWorkOrder(ctx, me, id);
      if (current.status === input.to) return asItIs;
      const again = await plan(ctx, me, { workOrder: current, input });
      if (again?.request) await nameOverlap(ctx, me, { error, request: again.request });
      throw current.version === workOrder.version ? new DomainError("conflict", error.message) : stale(current);
    }
  });
}

type Planned = { workOrder: WorkOrder; input: ChangeStatus };

/** Returns the change with its booking, if any; null if there is nothing to do. @throws DomainError if it is refused */
async function plan(ctx: Ctx, me: Member, { workOrder, input }: Planned) {
  allowOnWorkOrder(ctx, workOrder, VIEW_ONLY);
  if (input.to === workOrder.status) return null;
  if (input.version !== undefined && input.version !== workOrder.version) throw stale(workOrder);
  const { to, version, durationMinutes: minutes = workOrder.durationMinutes } = input;
  const books = to === "scheduled" && workOrder.status !== "dispatched";
  const zone = books ? await zoneOfSite(ctx, me, { workOrder, input }) : me.timeZone;
  const start = books ? (startOf(zone, input) ?? null) : null;
  const given = { ...input, startAt: start, durationMinutes: minutes };
  const change: StatusChange & { request?: BookingRequest } = { workOrder, to, version, given };
  judgeTransition(me, change);
  if (!start) return change;
  const leadId = input.technicianId === undefined ? workOrder.technicianId : input.technicianId;
  const request = {
    workOrder: bookable(workOrder),
    start,
    minutes,
    leadId,
    helperIds: input.helperIds ?? workOrder.helperIds,
    overrideReason: input.overrideReason ?? null,
    window: windowInput(input, zone),
  };
  const { booking } = await checkBooking(ctx, me, request);
  return { ...change, booking, request };
}

type RefusedBooking = { error: DomainError; request: BookingRequest };

/**
 * Reports the job that took a technician's time concurrently: an override covers only the overlaps known when the reason
 * was given. @throws DomainError conflict, as in `checkBooking`
 */
export async function nameOverlap(ctx: Ctx, me: Member, { error, request }: RefusedBooking): Promise<void> {
  if (error.message === TECHNICIAN_BOOKED) await checkBooking(ctx, me, { ...request, overrideReason: null });
}

const TECHNICIAN_BOOKED = "The technician has another job at that time.";

/** Returns the zone of a given date and time; not needed for instants. */
async function zoneOfSite(ctx: Ctx, me: Member, { workOrder, input }: Planned): Promise<string> {
  if (input.scheduledStart) return me.timeZone;
  const [site] = await siteOf(ctx, me, workOrder.siteAddressId);
  return site?.timeZone ?? me.timeZone;
}

/** The fields of a work order that `changeStatus` reads; a new one has them before it is stored. */
export type Changing = Pick<
  WorkOrder,
  | "id"
  | "status"
  | "version"
  | "technicianId"
  | "crew"
  | "scheduledStart"
  | "scheduledEnd"
  | "windowStart"
  | "windowEnd"
  | "durationMinutes"
  | "holdReason"
  | "noCharge"
  | "signatureRequired"
  | "signed"
  | "openTasks"
  | "otherWorkOrder"
  | "hasParts"
> & {
  /** When it entered its status; null for a new one. */
  statusSince?: string | null;
  /** Omitted for a new one. */
  invoice?: WorkOrderInvoice | null;
};

/** Inputs of a status change. */
interface Given
  extends DeviceTime,
    Pick<
      TransitionFacts,
      "startAt" | "durationMinutes" | "holdReason" | "cancelReason" | "partsOutcome" | "reason" | "noCharge"
    > {
  overrideReason?: string | null;
}

interface StatusChange {
  workOrder: Changing;
  /** The current status means that only time, people or other columns change. */
  to: WorkOrderStatus;
  given?: Given;
  /** Time and people as checked by `checkBooking`; omitted: unchanged. */
  booking?: Booking;
  /** Other columns to change in the same write. */
  values?: Partial<typeof workOrders.$inferInsert>;
  /** Refuses if the work order has changed since; omitted: only its status must be unchanged. */
  version?: number;
  /** Recorded in the history, so that the change can be undone. */
  replaced?: ReplacedSchedule;
  /** Restores what an earlier change replaced; `booking` and `values` have the time, people and other columns. */
  undo?: Undo;
}

interface Undo {
  before: Slot;
  replaced: ReplacedSchedule;
  /** When that change, and what was done and undone since, was recorded. */
  recordedAt: readonly string[];
}

/**
 * The only way to change a work order's status, time and people. Checks the table of transitions and returns writes for
 * the use case's own batch: one conditional update, the appointment, one history entry and one audit entry. `after` is
 * the work order after the change, for a further step; `changeId` is the history entry's id, null if there is none.
 * @throws DomainError forbidden; conflict with `{ from, to, allowed, missing }`
 */
export function changeStatus(ctx: Ctx, me: Member, change: StatusChange) {
  const { workOrder, to } = change;
  judgeTransition(me, change);
  const when = happened(ctx, change);
  const entry = historyEntry(ctx, change, when);
  const writes: Write[] = [
    ...rowWrites(ctx, me, change, when),
    ...(to === workOrder.status ? [] : appointmentWrites(ctx, me, change)),
    ...bookingWrites(ctx, me, change),
    ...stockWrites(ctx, me, change),
    ...(entry ? [historyWrite(ctx, me, [entry])] : []),
  ];
  const audit: AuditEntry[] = entry ? [auditEntry(entry)] : [];
  const after = { ...workOrder, status: to, version: workOrder.version + 1 };
  return { writes, audit, after, changeId: entry?.id ?? null };
}

/** Returns the first history entry of a new work order. @throws DomainError forbidden */
export function firstStatus(ctx: Ctx, me: Member, workOrderId: string): Write {
  const status = { from: null, to: "unscheduled" as const };
  const verdict = checkTransition({ ...status, actorRoles: actorRoles(me, []), facts: {} });
  if (!verdict.ok) throw refused(status.from, status.to, verdict);
  return historyWrite(ctx, me, [{ workOrderId, status, booking: null, reason: null }]);
}

type Happened = { occurredAt: string; deviceAt: string | null };

/** When the change happened, by the server's clock: a device may have been offline, and its clock may be wrong. */
function happened(ctx: Ctx, { workOrder: { statusSince }, given = {} }: StatusChange): Happened {
  const bounds = { now: ctx.now.getTime(), notBefore: statusSince ? Date.parse(statusSince) : null };
  const { at, deviceAt } = officeTime(given, bounds);
  const iso = (instant: number) => new Date(instant).toISOString();
  return { occurredAt: iso(at), deviceAt: deviceAt === null ? null : iso(deviceAt) };
}

/** @throws DomainError forbidden; conflict with `{ from, to, allowed, missing }` */
function judgeTransition(me: Member, { workOrder, to, given = {}, booking, undo }: StatusChange): void {
  const verdict = checkTransition({
    from: workOrder.status,
    to,
    actorRoles: actorRoles(me, workOrder.crew),
    facts: {
      ...given,
      startAt: booking?.start ?? given.startAt,
      durationMinutes: given.durationMinutes ?? workOrder.durationMinutes,
      noCharge: given.noCharge || workOrder.noCharge,
      invoice: workOrder.invoice,
      hasTechnician: workOrder.technicianId !== null,
      technicianOnWorkOrder: workOrder.otherWorkOrder,
      heldFor: workOrder.holdReason,
      hasParts: workOrder.hasParts,
      isUndo: undo !== undefined,
      completion: {
        openTasks: workOrder.openTasks,
        signatureRequired: workOrder.signatureRequired,
        signed: workOrder.signed,
      },
    },
  });
  if (!verdict.ok) throw refused(workOrder.status, to, verdict);
}

function refused(
  from: WorkOrderStatus | null,
  to: WorkOrderStatus,
  { code, message, allowed, missing }: TransitionRefusal,
) {
  const details = { from, to, allowed, missing };
  return new DomainError(code === "forbidden" ? "forbidden" : "conflict", message, { details });
}

function rowWrites(
  ctx: Ctx,
  me: Member,
  { workOrder, to, given = {}, booking, values, version }: StatusChange,
  { occurredAt }: Happened,
): Write[] {
  const now = ctx.now.toISOString();
  const moves = to !== workOrder.status;
  return [
    ...(moves && to === "completed" ? recordMaintenance(ctx, me, { id: workOrder.id, completedAt: occurredAt }) : []),
    ...(workOrder.status === "completed" && to === "in_progress" ? takeBackMaintenance(ctx, me, workOrder.id) : []),
    ctx.db
      .update(workOrders)
      .set({
        ...values,
        status: to,
        version: sql`${workOrders.version} + 1`,
        updatedAt: now,
        ...(moves && {
          holdReason: to === "on_hold" ? given.holdReason : null,
          cancelReason: to === "cancelled" ? given.cancelReason : null,
        }),
        ...(moves && to === "completed" ? { completedAt: occurredAt } : {}),
        ...(workOrder.status === "completed" && to === "in_progress" ? { completedAt: null } : {}),
        ...(moves && to === "unscheduled" ? { scheduledStart: null, scheduledEnd: null } : {}),
        ...(moves && endsPromise(workOrder.status, to) ? WINDOW_OVER : {}),
        ...(moves && to === "closed"
          ? { noCharge: workOrder.noCharge || given.noCharge === true, closeReason: given.reason ?? null }
          : {}),
        ...(booking && {
          ...booking.window,
          scheduledStart: booking.start,
          scheduledEnd: booking.end,
          durationMinutes: Math.round((Date.parse(booking.end) - Date.parse(booking.start)) / MINUTE_MS),
          technicianId: booking.leadId,
        }),
      })
      .where(
        and(
          eq(workOrders.orgId, me.orgId),
          eq(workOrders.id, workOrder.id),
          eq(workOrders.status, workOrder.status),
          version === undefined ? undefined : eq(workOrders.version, version),
          moves && to === "completed" ? stillComplete(workOrder) : undefined,
          moves && to === "cancelled" && !given.partsOutcome ? not(hasParts(me, workOrder.id)) : undefined,
          moves ? invoiceAllows(workOrder.status, to) : undefined,
          moves && to === "dispatched" ? sql`${workOrders.technicianId} IS NOT NULL` : undefined,
        ),
      ),
    assertRowChanged(ctx, "work_order_moved"),
  ];
}

// An unscheduled job keeps its promised window until a technician has been on site or the job is canceled.
function endsPromise(from: WorkOrderStatus, to: WorkOrderStatus): boolean {
  return from === "cancelled" || (to === "on_hold" && UNDER_WAY_STATUSES.some((status) => status === from));
}

/** An undone booking never took place, so that its appointment is released rather than done. */
function appointmentWrites(ctx: Ctx, me: Member, { workOrder, to, undo }: StatusChange): Write[] {
  if (undo && to === "on_hold") return releaseAppointment(ctx, me, workOrder.id);
  return appointmentAfter(ctx, me, { workOrder, to });
}

function bookingWrites(ctx: Ctx, me: Member, { workOrder, booking, values }: StatusChange): Write[] {
  const { id: workOrderId, status } = workOrder;
  const technicianId = values?.technicianId;
  if (!booking) return technicianId ? [joinThreads(ctx, me, { workOrderId, technicianIds: [technicianId] })] : [];
  const isNew = status === "unscheduled" || status === "on_hold";
  return (isNew ? bookAppointment : rebookAppointment)(ctx, me, { workOrderId, booking });
}

/** A booking reserves the playbook's parts; ending it releases them, and completing the job uses them. */
function stockWrites(ctx: Ctx, me: Member, change: StatusChange): Write[] {
  const { to, booking, given, undo } = change;
  const { id, status } = change.workOrder;
  if (undo && to !== "unscheduled") {
    const { reservations, technicianId: leadId } = undo.replaced;
    const { recordedAt } = undo;
    return restoreReservations(ctx, me, { workOrderId: id, leadId, reservations, recordedAt, isBooked: !!booking });
  }
  if (booking) return reserveForBooking(ctx, me, { workOrderId: id, leadId: booking.leadId });
  if (to === status) return [];
  switch (to) {
    case "cancelled":
      return [
        ...releaseForWorkOrder(ctx, me, { workOrderId: id, which: "all" }),
        ...(given?.partsOutcome === "returned" ? returnParts(ctx, me, id) : []),
        ...(given?.partsOutcome === "billed" ? [billParts(ctx, me, id)] : []),
      ];
    case "unscheduled":
      return releaseForWorkOrder(ctx, me, { workOrderId: id, which: "planned" });
    case "completed":
      return [...consumeReserved(ctx, me, id), recordUsed(ctx, me, id)];
    case "scheduled":
    case "dispatched":
    case "en_route":
    case "in_progress":
    case "on_hold":
    case "closed":
      return [];
  }
}

/** Null if status, time and people are unchanged. */
function historyEntry(ctx: Ctx, change: StatusChange, when: Happened): (HistoryEntry & { id: string }) | null {
  const { workOrder, to, given = {}, booking, values, replaced, undo } = change;
  const { scheduledStart, scheduledEnd, crew, status } = workOrder;
  const window = windowOf(workOrder);
  const before = { start: scheduledStart, end: scheduledEnd, technicianIds: crew, window };
  const leadId = values?.technicianId;
  const after: Slot = booking
    ? { start: booking.start, end: booking.end, technicianIds: crewOf(booking), window: windowOf(booking.window) }
    : (undo?.before ?? {
        ...before,
        ...(status !== to && to === "unscheduled" && { start: null, end: null }),
        ...(values?.windowStart !== undefined && { window: windowOf({ ...workOrder, ...values }) }),
        ...(leadId !== undefined && leadId !== workOrder.technicianId && { technicianIds: leadId ? [leadId] : [] }),
      });
  const rebooked = JSON.stringify(before) !== JSON.stringify(after);
  if (status === to && !rebooked) return null;
  return {
    id: ctx.newId(),
    workOrderId: workOrder.id,
    status: status === to ? null : { from: status, to },
    booking: rebooked || replaced ? { before, after, replaced } : null,
    reason: reasonText(to, { ...given, overrideReason: booking?.overrideReason ?? given.overrideReason }),
    ...when,
  };
}

const crewOf = ({ leadId, helperIds }: Booking) => [...(leadId ? [leadId] : []), ...helperIds];

/** The reason for the hold, cancellation, closing or override, in one line. */
function reasonText(to: WorkOrderStatus, given: Given): string | null {
  const chosen =
    to === "on_hold" && given.holdReason
      ? HOLD_REASON_LABELS[given.holdReason]
      : to === "cancelled" && given.cancelReason
        ? CANCEL_REASON_LABELS[given.cancelReason]
        : to === "closed" && given.noCharge
          ? "No charge"
          : null;
  return [chosen, given.reason ?? given.overrideReason].filter(Boolean).join(": ") || null;
}

function auditEntry({ workOrderId, status, booking, reason }: HistoryEntry): AuditEntry {
  return {
    action: status ? "work_order.change_status" : "work_order.schedule",
    entity: "work_order",
    entityId: workOrderId,
    before: { status: status?.from, ...booking?.before },
    after: { status: status?.to, ...booking?.after, reason: reason ?? undefined },
  };
}

/** Returns a work order as `checkBooking` needs it, with the requirements of its playbook. */
export function bookable({
  id,
  number,
  customerId,
  siteAddressId,
  playbook,
  scheduledStart,
  ...row
}: Pick<
  WorkOrder,
  "id" | "number" | "customerId" | "siteAddressId" | "playbook" | "scheduledStart" | keyof WindowColumns
>) {
  return {
    ...{ id, customerId, siteAddressId, scheduledStart },
    label: formatWorkOrderNumber(number),
    demands: demandsOf(playbook),
    window: windowColumnsOf(row),
  };
}

export function demandsOf(playbook: Partial<WorkOrderDemands> | null): WorkOrderDemands {
  const { skills = [], certifications = [], refrigerantWork = false } = playbook ?? {};
  return { skills, certifications, refrigerantWork };
}

/** Notifies other open screens that this work order changed. */
export function boardEvent(
  member: Member,
  kind: Extract<LiveEvent, { workOrderId: string }>["kind"],
  workOrderId: string,
): OutboxMessage {
  return liveMessage(member.orgId, { kind, workOrderId, by: member.name });
}

const byDatabase = (message: string) => () =>
  new DomainError("conflict", message, { details: { refusedBy: "database" } });

/** Refusals by the database, including lost races. The caller reads again for details. */
export const refusals: ConstraintErrors = {
  work_order_moved: byDatabase("Someone else just changed this work order."),
  technician_booked: byDatabase(TECHNICIAN_BOOKED),
  technician_inactive: byDatabase("A technician of this booking no longer works here."),
  work_order_archived: byDatabase("The details of this work order were just archived. Please try again."),
  stock_location_inactive: byDatabase(
    "A part came from a location that is inactive now. Activate it first, or bill the part.",
  ),
  stock_item_inactive: byDatabase("A part is an item that is inactive now. Activate it first, or bill the part."),
  followed_up: byDatabase("This task already has a follow-up, or it did not fail."),
  "work_orders.org_id, work_orders.technician_id": byDatabase("The technician is on another job."),
};

/** True if the database refused what was valid when it was read. */
export function isDatabaseRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.extras.details?.refusedBy === "database";
}

/** The error for a change based on an older version; `current` is the work order now. */
export function stale(current: WorkOrder): DomainError {
  const { orgId: _, createdBy: __, statusSince: ___, invited: ____, ...rest } = current;
  const { leadFirstName: _____, detailArchived: ______, withoutAccess: _______, ...shown } = rest;
  return staleVersion("work order", shown);
}

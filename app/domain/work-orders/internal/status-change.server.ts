import { and, eq, not, type SQL, sql } from "drizzle-orm";
import { type ReplacedSchedule, type Slot, workOrders } from "#drizzle/schema/work-orders";
import { recordMaintenance, takeBackMaintenance } from "~/domain/equipment/record-maintenance.server";
import { billParts, hasParts, recordUsed, returnParts } from "~/domain/inventory/part-stock.server";
import {
  consumeReserved,
  releaseForWorkOrder,
  reserveForBooking,
  restoreReservations,
} from "~/domain/inventory/work-order-stock.server";
import type { Booking } from "~/domain/scheduling/check-booking.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { type AuditEntry, assertRowChanged, type Write } from "~/domain/shared/write.server";
import { WINDOW_OVER, windowOf } from "~/domain/technicians/arrival-window";
import {
  CANCEL_REASON_LABELS,
  HOLD_REASON_LABELS,
  UNDER_WAY_STATUSES,
  type WorkOrderStatus,
} from "~/domain/work-order-basics/status";
import { type DeviceTime, officeTime } from "~/domain/work-orders/device-clock";
import { actorRoles, type WorkOrder } from "~/domain/work-orders/load.server";
import {
  checkTransition,
  type TransitionFacts,
  type TransitionRefusal,
  type WorkOrderInvoice,
} from "~/domain/work-orders/transitions";
import {
  appointmentAfter,
  bookAppointment,
  joinThreads,
  rebookAppointment,
  releaseAppointment,
} from "./appointments.server";
import { type HistoryEntry, historyWrite } from "./history-write.server";

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

export interface StatusChange {
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
export function judgeTransition(me: Member, { workOrder, to, given = {}, booking, undo }: StatusChange): void {
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

/** True if the job has a non-void invoice that meets the condition. */
function hasInvoice(condition: SQL): SQL {
  return sql`EXISTS (
      SELECT 1 FROM invoices i INDEXED BY invoices_one_of_job
      WHERE i.org_id = ${workOrders.orgId} AND i.work_order_id = ${workOrders.id} AND i.kind = 'invoice' AND i.status <> 'void' AND (i.${condition})
    )`;
}

/** Also refuses if its invoice is concurrently issued or is no longer paid. */
function invoiceAllows(from: WorkOrderStatus, to: WorkOrderStatus): SQL | undefined {
  if (to === "closed")
    return sql`NOT ${hasInvoice(sql`total_minor - i.paid_minor - i.credited_minor > 0 OR i.status = 'draft'`)}`;
  if (from === "completed" && to === "in_progress") return sql`NOT ${hasInvoice(sql`status = 'issued'`)}`;
}

// Also refuses if a task is reopened or added concurrently.
function stillComplete({ holdReason }: { holdReason: string | null }) {
  if (holdReason === "customer_absent") return undefined;
  return sql`NOT EXISTS (
      SELECT 1 FROM work_order_tasks t
      WHERE t.org_id = ${workOrders.orgId} AND t.work_order_id = ${workOrders.id} AND t.required = 1 AND t.done_at IS NULL
    ) AND (${workOrders.signatureRequired} = 0 OR EXISTS (
      SELECT 1 FROM work_order_signatures s WHERE s.org_id = ${workOrders.orgId} AND s.work_order_id = ${workOrders.id}
    ))`;
}
